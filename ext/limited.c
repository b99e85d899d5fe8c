/* The dynamic programme of the table generator, run on one suit with limits below four. */
#include "limited.h"

#include <string.h>

#include "readings.h"
#include "suit_cost.h"

/* Costs of one suit: chows begun one and two kinds ago are the state, as in generate.py. */
static mj_cost suit_cost(const uint8_t *counts, const uint8_t *used)
{
    mj_cost now[3][3], next[3][3];
    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++)
            now[x][y] = mj_cost_none();
    now[0][0] = mj_cost_start();
    for (int kind = 0; kind < 9; kind++) {
        int held = counts[kind], limit = 4 - used[kind];
        int most_x = kind >= 2 ? 2 : 0, most_y = kind >= 1 && kind <= 7 ? 2 : 0;
        int most_z = kind <= 6 ? 2 : 0;
        for (int y = 0; y < 3; y++)
            for (int z = 0; z < 3; z++)
                next[y][z] = mj_cost_none();
        for (int x = 0; x <= most_x; x++)
            for (int y = 0; y <= most_y && x + y <= limit; y++)
                for (int z = 0; z <= most_z && x + y + z <= limit; z++) {
                    int wanted = x + y + z;
                    mj_cost cost = mj_cost_sets(now[x][y], z);
                    mj_cost best = mj_cost_pay(cost, wanted > held ? wanted - held : 0);
                    if ((wanted += 2) <= limit)
                        best = mj_cost_best(best, mj_cost_pay(mj_cost_pair(cost),
                                                              wanted > held ? wanted - held : 0));
                    if ((wanted += 1) <= limit)
                        best = mj_cost_best(best, mj_cost_pay(mj_cost_sets(cost, 1),
                                                              wanted > held ? wanted - held : 0));
                    next[y][z] = mj_cost_best(next[y][z], best);
                }
        memcpy(now, next, sizeof now);
    }
    return now[0][0];
}

static mj_cost honor_cost(const uint8_t *counts, const uint8_t *used)
{
    mj_cost now = mj_cost_start();
    for (int kind = 0; kind < 7; kind++) {
        int held = counts[kind], limit = 4 - used[kind];
        mj_cost next = now;
        if (limit >= 2)
            next = mj_cost_best(next, mj_cost_pay(mj_cost_pair(now), held < 2 ? 2 - held : 0));
        if (limit >= 3)
            next = mj_cost_best(next, mj_cost_pay(mj_cost_sets(now, 1), held < 3 ? 3 - held : 0));
        now = next;
    }
    return now;
}

static int any(const uint8_t *bytes, int n)
{
    unsigned found = 0;
    for (int i = 0; i < n; i++)
        found |= bytes[i];
    return found != 0;
}

/* A hand in four parts, those whose tiles the sets have used with costs of their own. */
typedef struct {
    mj_handle handle;
    int limited[4];
    uint8_t cost[4][16];
} parts;

static mj_cost part_cost(const uint8_t *counts, const uint8_t *used, int part)
{
    counts += 9 * part;
    used += 9 * part;
    return part < 3 ? suit_cost(counts, used) : honor_cost(counts, used);
}

static const uint8_t *table_cost(int part, uint32_t index)
{
    return part < 3 ? mj_suit_vector[mj_suit_class[index]] : mj_honor_vector[mj_honor_class[index]];
}

static void read_part(parts *hand, const uint8_t *counts, const uint8_t *used, int part)
{
    if (hand->limited[part])
        mj_cost_store(hand->cost[part], part_cost(counts, used, part));
    else
        memcpy(hand->cost[part], table_cost(part, hand->handle.suit[part]), 16);
}

static void read_parts(parts *hand, const uint8_t *counts, const uint8_t *used)
{
    hand->handle = mj_handle_of(counts);
    for (int part = 0; part < 4; part++) {
        hand->limited[part] = any(used + 9 * part, part < 3 ? 9 : 7);
        read_part(hand, counts, used, part);
    }
}

static mj_cost two_parts(const parts *hand, int a, int b)
{
    return mj_cost_join(mj_cost_load(hand->cost[a]), mj_cost_load(hand->cost[b]));
}

static int parts_missing(const parts *hand, int sets)
{
    uint8_t front[16], back[16];
    mj_cost_store(front, two_parts(hand, 0, 1));
    mj_cost_store(back, two_parts(hand, 2, 3));
    return mj_cost_total(front, back, 4 - sets);
}

static uint64_t full_kinds(const uint8_t *counts, const uint8_t *used)
{
    uint64_t full = 0;
    for (int kind = 0; kind < MJ_KINDS; kind++)
        full |= (uint64_t)(counts[kind] + used[kind] >= 4) << kind;
    return full;
}

static uint64_t parts_useful(const parts *hand, const uint8_t *counts, const uint8_t *used,
                             int sets, int now)
{
    uint64_t bits = 0;
    mj_cost pairs_of_parts[2] = {two_parts(hand, 0, 1), two_parts(hand, 2, 3)};
    for (int part = 0; part < 4; part++) {
        uint8_t rest[16], room[9];
        int kinds = part < 3 ? 9 : 7;
        /* Classes are few: what one of them gives here is remembered. */
        uint8_t known[MJ_SUIT_STRIDE];
        memset(known, 0, sizeof known);
        mj_cost_store(rest, mj_cost_join(pairs_of_parts[part < 2], mj_cost_load(hand->cost[part ^ 1])));
        memcpy(room, counts + 9 * part, (size_t)kinds);
        for (int kind = 0; kind < kinds; kind++) {
            int whole = 9 * part + kind, missing;
            if (counts[whole] + used[whole] >= 4)
                continue;
            if (hand->limited[part]) {
                uint8_t cost[16];
                room[kind]++;
                mj_cost_store(cost, part < 3 ? suit_cost(room, used + 9 * part)
                                             : honor_cost(room, used + 9 * part));
                room[kind]--;
                missing = mj_cost_total(cost, rest, 4 - sets);
            } else {
                uint32_t index = hand->handle.suit[part] + mj_weight[whole];
                unsigned class_ = part < 3 ? mj_suit_class[index] : mj_honor_class[index];
                if (!known[class_])
                    known[class_] = (uint8_t)(
                        1 + mj_cost_total(table_cost(part, index), rest, 4 - sets));
                missing = known[class_] - 1;
            }
            bits |= (uint64_t)(missing < now) << whole;
        }
    }
    return bits;
}

int mj_limited_missing(const uint8_t *counts, const uint8_t *used, int sets, int forms)
{
    if (!any(used, MJ_KINDS))
        return mj_missing_tiles(counts, sets, forms);
    parts hand;
    read_parts(&hand, counts, used);
    return parts_missing(&hand, sets);
}

uint64_t mj_limited_useful(const uint8_t *counts, const uint8_t *used, int sets, int forms,
                           int *missing)
{
    if (!any(used, MJ_KINDS)) {
        *missing = mj_missing_tiles(counts, sets, forms);
        return mj_useful(counts, sets, forms);
    }
    parts hand;
    read_parts(&hand, counts, used);
    *missing = parts_missing(&hand, sets);
    return parts_useful(&hand, counts, used, sets, *missing);
}

int mj_limited_discards(const uint8_t *counts, const uint8_t *used, int sets, int forms,
                        uint8_t *kinds, int8_t *shanten, uint64_t *masks)
{
    if (!any(used, MJ_KINDS))
        return mj_active->discards(counts, sets, forms, kinds, shanten, masks);
    parts hand;
    uint8_t room[MJ_KINDS];
    int n = 0;
    memcpy(room, counts, MJ_KINDS);
    read_parts(&hand, counts, used);
    for (int kind = 0; kind < MJ_KINDS; kind++) {
        if (counts[kind] == 0)
            continue;
        int part = mj_part(kind);
        parts after = hand;
        room[kind]--;
        mj_remove(&after.handle, kind);
        read_part(&after, room, used, part);
        int missing = parts_missing(&after, sets);
        kinds[n] = (uint8_t)kind;
        shanten[n] = (int8_t)(missing - 1);
        masks[n] = parts_useful(&after, room, used, sets, missing);
        room[kind]++;
        n++;
    }
    return n;
}

void mj_completing(const uint8_t *counts, const uint8_t *used, int sets, int forms, uint64_t *live,
                   uint64_t *dead)
{
    uint8_t room[MJ_KINDS];
    uint64_t full = full_kinds(counts, used);
    *live = mj_missing_tiles(counts, sets, forms) == 1 ? mj_useful(counts, sets, forms) & ~full : 0;
    *dead = 0;
    if (full == 0)
        return;
    memcpy(room, counts, MJ_KINDS);
    for (int kind = 0; kind < MJ_KINDS; kind++) {
        if (!(full >> kind & 1))
            continue;
        room[kind]++;
        /* Perhaps five of a kind, which no table knows. */
        if (mj_has_reading(room, sets, forms))
            *dead |= (uint64_t)1 << kind;
        room[kind]--;
    }
}

void mj_limited_cost(const uint8_t *counts, const uint8_t *used, int part, uint8_t *cost)
{
    mj_cost_store(cost, part < 3 ? suit_cost(counts, used) : honor_cost(counts, used));
}
