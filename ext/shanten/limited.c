/* A hand beside own fixed sets: parts whose tiles these have used are worked out, others looked up. */
#include "limited.h"

#include <string.h>

#include "nearness.h"
#include "readings/readings.h"
#include "suit_programme.h"

static int any(const uint8_t *bytes, int n)
{
    unsigned found = 0;
    for (int i = 0; i < n; i++)
        found |= bytes[i];
    return found != 0;
}

/* What the fixed sets leave of a part's kinds. */
static void limits_of(const uint8_t *used, int part, uint8_t *limits)
{
    for (int kind = 0; kind < (part < 3 ? 9 : 7); kind++)
        limits[kind] = (uint8_t)(4 - used[9 * part + kind]);
}

/* A part's costs, and how they came about where tiles are used. */
typedef struct {
    int limited;
    mj_cost cost;
    union {
        mj_forward suit;
        mj_cost honors[8];
    } way;
} part_state;

/* `limited` is set already. */
static void read_part(part_state *state, const uint8_t *counts, const uint8_t *used, int part,
                      uint32_t index)
{
    uint8_t limits[9];
    if (!state->limited) {
        state->cost = mj_part_cost(part, index);
        return;
    }
    limits_of(used, part, limits);
    if (part < 3)
        state->cost = mj_suit_forward(&state->way.suit, counts + 9 * part, limits);
    else
        state->cost = mj_honor_forward(state->way.honors, counts + 27, limits);
}

static void read_parts(part_state *state, const uint8_t *counts, const uint8_t *used,
                       const mj_handle *hand)
{
    for (int part = 0; part < 4; part++) {
        state[part].limited = any(used + 9 * part, part < 3 ? 9 : 7);
        read_part(&state[part], counts, used, part, hand->suit[part]);
    }
}

/* What the nearest target leaves of MJ_FREE, the part at hand and the other three together. */
static int value_of(mj_cost cost, mj_cost ending) { return mj_cost_most(mj_cost_meet(cost, ending)); }

static uint64_t part_useful(const part_state *state, const uint8_t *counts, const uint8_t *used,
                            int part, uint32_t index, mj_cost ending, int value)
{
    int first = 9 * part, kinds = part < 3 ? 9 : 7;
    uint64_t bits = 0;
    uint8_t limits[9];
    if (state->limited) {
        limits_of(used, part, limits);
        bits = part < 3 ? mj_suit_useful(&state->way.suit, counts + first, limits, ending, value)
                        : mj_honor_useful(state->way.honors, counts + first, limits, ending, value);
    } else {
        mj_cost met = mj_cost_meet(state->cost, ending);
        for (int kind = 0; kind < kinds; kind++) {
            mj_cost more = mj_part_cost(part, index + mj_weight[first + kind]);
            bits |= (uint64_t)mj_cost_differs(more, state->cost, met, value) << kind;
        }
    }
    return bits << first;
}

/* Useful kinds of the whole; those of which four are held are still to be masked. */
static uint64_t useful_of(const part_state *const *state, const uint8_t *counts,
                          const uint8_t *used, const mj_handle *hand, int sets, int *missing)
{
    mj_cost front = mj_cost_join(state[0]->cost, state[1]->cost);
    mj_cost back = mj_cost_join(state[2]->cost, state[3]->cost);
    int value = value_of(front, mj_cost_ending(back, 4 - sets));
    uint64_t bits = 0;
    *missing = MJ_FREE - value;
    if (*missing == 0)
        return 0;
    for (int part = 0; part < 4; part++) {
        mj_cost rest = mj_cost_join(part < 2 ? back : front, state[part ^ 1]->cost);
        bits |= part_useful(state[part], counts, used, part, hand->suit[part],
                            mj_cost_ending(rest, 4 - sets), value);
    }
    return bits;
}

static uint64_t full_kinds(const uint8_t *counts, const uint8_t *used)
{
    uint64_t full = 0;
    for (int kind = 0; kind < MJ_KINDS; kind++)
        full |= (uint64_t)(counts[kind] + used[kind] >= 4) << kind;
    return full;
}

/* Without fixed sets what is used up are kinds that the set lacks: other forms count then. */
static int is_lacking(int sets, int forms) { return sets == 0 && forms != MJ_STANDARD; }

static mj_wild_held lacking(const uint8_t *counts, const uint8_t *used, int forms)
{
    mj_wild_held held = {counts, used, 0, forms, 0, 0, 0};
    for (int kind = 0; kind < MJ_KINDS; kind++)
        held.lacks |= (uint64_t)(used[kind] == 4) << kind;
    return held;
}

int mj_limited_missing(const uint8_t *counts, const uint8_t *used, int sets, int forms)
{
    if (!any(used, MJ_KINDS))
        return mj_missing_tiles(counts, sets, forms);
    if (is_lacking(sets, forms)) {
        mj_wild_held held = lacking(counts, used, forms);
        return mj_wild_missing(&held);
    }
    part_state state[4];
    mj_handle hand = mj_handle_of(counts);
    read_parts(state, counts, used, &hand);
    mj_cost front = mj_cost_join(state[0].cost, state[1].cost);
    mj_cost back = mj_cost_join(state[2].cost, state[3].cost);
    return MJ_FREE - value_of(front, mj_cost_ending(back, 4 - sets));
}

uint64_t mj_limited_useful(const uint8_t *counts, const uint8_t *used, int sets, int forms,
                           int *missing)
{
    if (!any(used, MJ_KINDS)) {
        *missing = mj_missing_tiles(counts, sets, forms);
        return mj_useful(counts, sets, forms);
    }
    if (is_lacking(sets, forms)) {
        mj_wild_held held = lacking(counts, used, forms);
        return mj_wild_useful(&held, missing);
    }
    part_state state[4];
    mj_handle hand = mj_handle_of(counts);
    read_parts(state, counts, used, &hand);
    const part_state *now[4] = {&state[0], &state[1], &state[2], &state[3]};
    return useful_of(now, counts, used, &hand, sets, missing) & ~full_kinds(counts, used);
}

int mj_limited_discards(const uint8_t *counts, const uint8_t *used, int sets, int forms,
                        uint8_t *kinds, int8_t *shanten, uint64_t *masks)
{
    if (!any(used, MJ_KINDS))
        return mj_active->discards(counts, sets, forms, kinds, shanten, masks);
    if (is_lacking(sets, forms)) {
        mj_wild_held held = lacking(counts, used, forms);
        return mj_wild_discards(&held, kinds, shanten, masks);
    }
    part_state state[4], changed;
    uint8_t room[MJ_KINDS];
    mj_handle hand = mj_handle_of(counts);
    uint64_t full = full_kinds(counts, used);
    int n = 0;
    memcpy(room, counts, MJ_KINDS);
    read_parts(state, counts, used, &hand);
    for (int kind = 0; kind < MJ_KINDS; kind++) {
        if (counts[kind] == 0)
            continue;
        int part = mj_part_of_kind(kind), missing;
        const part_state *now[4] = {&state[0], &state[1], &state[2], &state[3]};
        mj_handle after = hand;
        mj_remove(&after, kind);
        room[kind]--;
        changed.limited = state[part].limited;
        read_part(&changed, room, used, part, after.suit[part]);
        now[part] = &changed;
        kinds[n] = (uint8_t)kind;
        masks[n] = useful_of(now, room, used, &after, sets, &missing)
                   & ~(full & ~((uint64_t)1 << kind));
        shanten[n] = (int8_t)(missing - 1);
        room[kind]++;
        n++;
    }
    return n;
}

/* Missing and useful kinds of 3n + 1 tiles without used ones. */
static int plain_nearest(const uint8_t *counts, int sets, int forms, uint8_t *kinds,
                         uint64_t *masks, int *missing)
{
    uint8_t room[MJ_KINDS];
    int n = 0, least = MJ_FREE;
    memcpy(room, counts, MJ_KINDS);
    for (int kind = 0; kind < MJ_KINDS; kind++) {
        if (counts[kind] == 0)
            continue;
        room[kind]--;
        int found = mj_missing_tiles(room, sets, forms);
        room[kind]++;
        if (found > least)
            continue;
        if (found < least)
            n = 0;
        least = found;
        kinds[n++] = (uint8_t)kind;
    }
    for (int i = 0; i < n; i++) {
        room[kinds[i]]--;
        masks[i] = mj_useful(room, sets, forms);
        room[kinds[i]]++;
    }
    *missing = least;
    return n;
}

int mj_limited_nearest(const uint8_t *counts, const uint8_t *used, int sets, int forms,
                       uint8_t *kinds, uint64_t *masks, int *missing)
{
    if (!any(used, MJ_KINDS))
        return plain_nearest(counts, sets, forms, kinds, masks, missing);
    if (is_lacking(sets, forms)) {
        mj_wild_held held = lacking(counts, used, forms);
        return mj_wild_nearest(&held, kinds, masks, missing);
    }
    part_state state[4], changed;
    mj_cost ending[4];
    uint8_t room[MJ_KINDS];
    mj_handle hand = mj_handle_of(counts);
    uint64_t full = full_kinds(counts, used);
    int n = 0, most = -1;
    memcpy(room, counts, MJ_KINDS);
    read_parts(state, counts, used, &hand);
    mj_cost front = mj_cost_join(state[0].cost, state[1].cost);
    mj_cost back = mj_cost_join(state[2].cost, state[3].cost);
    for (int part = 0; part < 4; part++)
        ending[part] = mj_cost_ending(
            mj_cost_join(part < 2 ? back : front, state[part ^ 1].cost), 4 - sets);
    for (int kind = 0; kind < MJ_KINDS; kind++) {
        if (counts[kind] == 0)
            continue;
        int part = mj_part_of_kind(kind), value;
        mj_cost cost = mj_part_cost(part, hand.suit[part] - mj_weight[kind]);
        if (state[part].limited && value_of(cost, ending[part]) >= most) {
            /* a limit only makes things worse, so that others need not be worked out */
            room[kind]--;
            changed.limited = 1;
            read_part(&changed, room, used, part, 0);
            room[kind]++;
            cost = changed.cost;
        }
        value = value_of(cost, ending[part]);
        if (value < most)
            continue;
        if (value > most)
            n = 0;
        most = value;
        kinds[n++] = (uint8_t)kind;
    }
    for (int i = 0; i < n; i++) {
        int kind = kinds[i], part = mj_part_of_kind(kind);
        const part_state *now[4] = {&state[0], &state[1], &state[2], &state[3]};
        mj_handle after = hand;
        mj_remove(&after, kind);
        room[kind]--;
        changed.limited = state[part].limited;
        read_part(&changed, room, used, part, after.suit[part]);
        now[part] = &changed;
        masks[i] = useful_of(now, room, used, &after, sets, missing)
                   & ~(full & ~((uint64_t)1 << kind));
        room[kind]++;
    }
    *missing = MJ_FREE - most;
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

void mj_limited_cost(const uint8_t *counts, const uint8_t *limits, int part, uint8_t *cost)
{
    mj_forward suit;
    mj_cost honors[8];
    mj_cost_store(cost, part < 3 ? mj_suit_forward(&suit, counts, limits)
                                 : mj_honor_forward(honors, counts, limits));
}
