#include "parts.h"

#include <stddef.h>
#include <string.h>

#include "tables/cost.h"
#include "shanten/limited.h"
#include "processor.h"

#define ORPHANS_OF(part) ((part) < 3 ? 0x101 : 0x7f)

static mj_limited_room *limited_of(engine *e) { return e->room->limited; }

/* The class of a part's counts where sets used up tiles: of this call. */
static int limited_class(engine *e, int part, const uint8_t *counts)
{
    mj_limited_room *limited = limited_of(e);
    uint8_t cost[16];
    memset(cost, 0, sizeof cost);
    mj_limited_cost(counts, e->request->limits + 9 * part, part, cost);
    int n = limited->n_cost[part], found = 0;
    while (found < n && memcmp(limited->cost[part][found], cost, 16) != 0)
        found++;
    if (found == n) {
        if (n == 256) {
            e->fault = OVER;
            e->broken = 1;
            return 0;
        }
        memcpy(limited->cost[part][n], cost, 16);
        limited->n_cost[part]++;
    }
    return found;
}

/* The class of a part with `by` more of a kind: of the tables, or of this call. */
static inline int class_with(engine *e, int part, uint8_t *counts, uint32_t index, int kind, int by)
{
    if (!e->limited)
        return e->classes[part][index + (uint32_t)by * mj_weight[9 * part + kind]];
    counts[kind] = (uint8_t)(counts[kind] + by);
    int found = limited_class(e, part, counts);
    counts[kind] = (uint8_t)(counts[kind] - by);
    return found;
}

static int joined_of(engine *e, int half, int a, int b)
{
    mj_limited_room *limited = limited_of(e);
    uint16_t *known = &limited->join[half][256 * a + b];
    if (*known)
        return *known;
    uint8_t cost[16];
    mj_cost_store(cost, mj_cost_join(mj_cost_load(limited->cost[2 * half][a]),
                                     mj_cost_load(limited->cost[2 * half + 1][b])));
    int n = limited->n_joined[half], found = 1;
    while (found <= n && memcmp(limited->joined[half][found], cost, 16) != 0)
        found++;
    if (found > n) {
        if (found == 2048) {
            e->fault = OVER;
            e->broken = 1;
            return 0;
        }
        memcpy(limited->joined[half][found], cost, 16);
        limited->n_joined[half] = found;
    }
    return *known = (uint16_t)found;
}

int solo_limited_missing(engine *e, int m, int p, int s, int z)
{
    mj_limited_room *limited = limited_of(e);
    int front = joined_of(e, 0, m, p), back = joined_of(e, 1, s, z);
    uint32_t key = (uint32_t)front << 16 | (uint32_t)back;
    uint32_t slot = (key * 0x9e3779b1u) >> 20;
    if (limited->total[slot].key != key) {
        limited->total[slot].key = key;
        limited->total[slot].missing = mj_cost_total(
            limited->joined[0][front], limited->joined[1][back], 4 - e->request->sets);
    }
    return limited->total[slot].missing;
}

uint64_t solo_elsewhere(engine *e, const hand *h, int now)
{
    const mj_part_node *node = h->part[e->returning];
    int swaps = swaps_of(h->key);
    if (node->again == 0 || (swaps && node->again == 1))
        return 0;
    now += wilds_of(h) + swaps;
    /* Other forms want no more than two of a kind, but for four alike in pairs. */
    int one = e->request->counts[9 * e->returning + node->thrown - 1] == 1;
    if (e->other_forms && (one || e->request->forms & MJ_QUAD_PAIRS)) {
        uint64_t tally = tally_of(h);
        if ((e->orphans && orphans_missing(tally) <= now)
            || (e->pairs && pairs_missing(e, tally) <= now))
            return 0;
    }
    int class_[4] = {h->part[0]->class_, h->part[1]->class_, h->part[2]->class_,
                     h->part[3]->class_};
    class_[e->returning] = node->again_class;
    if (missing_of_classes(e, class_[0], class_[1], class_[2], class_[3]) <= now - node->again)
        return 0;
    int id = node->elsewhere;
    if (id == 0) {
        id = solo_part_id(e, e->returning, node->counts, 0);
        ((mj_part_node *)node)->elsewhere = (uint16_t)id;
    }
    return with_part(h->key, e->returning, id);
}

static void add_group(mj_group *groups, uint8_t *n, int class_, int kind, int copies)
{
    int i = 0;
    while (i < *n && groups[i].class_ != class_)
        i++;
    if (i == *n) {
        mj_group fresh = {(uint8_t)class_, 0, 0};
        groups[(*n)++] = fresh;
    }
    groups[i].kinds |= (uint16_t)(1 << kind);
    groups[i].copies = (uint8_t)(groups[i].copies + copies);
}

/* Bits of a kind of which so many are held, in fields of MARK bits (node->one, two ...); and what it
 * adds to the tally. */
enum { MARK = 12 };
#define MARKS(one, two, four, odd, just_two) \
    ((uint64_t)(one) | (uint64_t)(two) << MARK | (uint64_t)(four) << 2 * MARK \
     | (uint64_t)(odd) << 3 * MARK | (uint64_t)(just_two) << 4 * MARK)
#define TALLY(one, two, four, odd) \
    ((uint64_t)(one) | (uint64_t)(two) << 8 | (uint64_t)(four) << 16 | (uint64_t)(odd) << 40)
static const uint64_t marks_of[5] = {0, MARKS(1, 0, 0, 1, 0), MARKS(1, 1, 0, 0, 1),
                                     MARKS(1, 1, 0, 1, 0), MARKS(1, 1, 1, 0, 0)};
static const uint64_t tally_with[5] = {0, TALLY(1, 0, 0, 1), TALLY(1, 1, 0, 0),
                                       TALLY(1, 1, 0, 1), TALLY(1, 1, 1, 0)};

static void fill_part(engine *e, int part, mj_part_node *node, const uint8_t *counts,
                      uint32_t index, int thrown)
{
    const uint8_t *own = e->request->counts + 9 * part, *left = e->request->left + 9 * part;
    uint64_t marks = 0, tally = 0;
    unsigned live = 0, tiles = 0;
    memset(node, 0, offsetof(mj_part_node, up_group));
    memcpy(node->counts, counts, (size_t)counted_of(part));
    node->n_up = node->n_down = MJ_UNKNOWN;
    node->index = index;
    node->thrown = (uint8_t)thrown;
    node->class_ = (uint8_t)class_with(e, part, node->counts, index, 0, 0);
    for (int kind = 0; kind < kinds_of(part); kind++) {
        int held = counts[kind], drawn = held - own[kind];
        int copies = left[kind] - (drawn > 0 ? drawn : 0); /* of all but the thrown kind */
        tiles += (unsigned)held;
        marks |= marks_of[held] << kind;
        tally += tally_with[held];
        node->copies[kind] = (uint8_t)copies;
        live |= (unsigned)(copies > 0) << kind;
    }
    if (thrown) {
        int copies = copies_of(e, part, counts, thrown, thrown - 1);
        node->copies[thrown - 1] = (uint8_t)copies;
        live = (live & ~(1u << (thrown - 1))) | (unsigned)(copies > 0) << (thrown - 1);
    }
    node->tiles = (uint8_t)tiles;
    node->one = marks & ((1 << MARK) - 1);
    node->two = marks >> MARK & ((1 << MARK) - 1);
    node->four = marks >> 2 * MARK & ((1 << MARK) - 1);
    node->odd = marks >> 3 * MARK & ((1 << MARK) - 1);
    node->just_two = marks >> 4 * MARK & ((1 << MARK) - 1);
    node->tally = tally | (uint64_t)mj_count_bits(node->one & ORPHANS_OF(part)) << 24
                  | (uint64_t)mj_count_bits(node->two & ORPHANS_OF(part)) << 32;
    if (thrown && (part < 3 || thrown - 1 != WILD)) {
        node->again = (uint8_t)draws_again(e, part, counts, thrown);
        node->again_class
            = (uint8_t)class_with(e, part, node->counts, index, thrown - 1, node->again);
    }
    if (part == 3) {
        int copies = copies_of(e, part, counts, thrown, WILD);
        node->copies[WILD] = (uint8_t)copies;
        live = (live & ~(1u << WILD)) | (unsigned)(copies > 0) << WILD;
    }
    node->live = (uint16_t)live;
}

/* Group the kinds that can come (`up`), or go, by the class that they lead to: not done for parts of
 * complete hands only, nor both ways for all others. */
static void group_kinds(engine *e, int part, mj_part_node *node, int up)
{
    uint8_t n = 0;
    for (unsigned rest = up ? node->live & ~(1u << WILD << (part < 3 ? 9 : 0)) : node->one; rest;
         rest &= rest - 1) {
        int kind = mj_lowest_bit(rest);
        int class_ = class_with(e, part, node->counts, node->index, kind, up ? 1 : -1);
        if (!up)
            add_group(node->down_group, &n, class_, kind, 0);
        else if (class_ != node->class_)
            add_group(node->up_group, &n, class_, kind, node->copies[kind]);
    }
    *(up ? &node->n_up : &node->n_down) = n;
}

/* The slot of a part of this name, or the empty one where it belongs. */
static mj_part_slot *part_slot(mj_solo_room *room, int part, uint32_t name)
{
    uint32_t last = (uint32_t)room->n_slots[part] - 1, slot = (name * 0x9e3779b1u) >> 16 & last;
    mj_part_slot *slots = room->slot[part];
    while (slots[slot].stamp == room->stamp && slots[slot].name != name)
        slot = (slot + 1) & last;
    return &slots[slot];
}

int solo_part_id(engine *e, int part, const uint8_t *counts, int thrown)
{
    mj_solo_room *room = e->room;
    uint32_t index = 0;
    for (int kind = part < 3 ? 8 : 6; kind >= 0; kind--)
        index = 5 * index + counts[kind];
    uint32_t name = part_name(index, thrown, part == 3 ? counts[WILD] : 0);
    mj_part_slot *slot = part_slot(room, part, name);
    if (slot->stamp == room->stamp)
        return slot->id;
    if (room->n_parts[part] + 1 >= MJ_PARTS) {
        e->fault = OVER;
        return 0;
    }
    int id = ++room->n_parts[part];
    if (2 * id > room->n_slots[part]) {
        /* The slots start few, so that small searches touch little memory. */
        room->n_slots[part] *= room->n_slots[part] < MJ_PART_SLOTS / 2 ? 4 : 2;
        memset(room->slot[part], 0, (size_t)room->n_slots[part] * sizeof *room->slot[part]);
        for (int old = 1; old < id; old++) {
            const mj_part_node *node = &room->part[part][old];
            uint32_t known
                = part_name(node->index, node->thrown, part == 3 ? node->counts[WILD] : 0);
            mj_part_slot again = {room->stamp, known, (uint16_t)old};
            *part_slot(room, part, known) = again;
        }
        slot = part_slot(room, part, name);
    }
    mj_part_slot fresh = {room->stamp, name, (uint16_t)id};
    *slot = fresh;
    fill_part(e, part, &room->part[part][id], counts, index, thrown);
    return id;
}

int solo_neighbour(engine *e, int part, int id, int kind, int by)
{
    mj_part_node *node = &e->room->part[part][id];
    uint8_t counts[9];
    memcpy(counts, node->counts, 9);
    counts[kind] = (uint8_t)(counts[kind] + by);
    int found = solo_part_id(e, part, counts, node->thrown);
    if (by > 0) {
        node->up[kind] = (uint16_t)found;
        e->room->part[part][found].down[kind] = (uint16_t)id;
    } else {
        node->down[kind] = (uint16_t)found;
        e->room->part[part][found].up[kind] = (uint16_t)id;
    }
    return found;
}

/*
 * Of a part's groups those that leave fewer than `most` tiles missing: `join` and `answer` say where
 * the part's class is joined with its neighbour's, and where the answer for both halves is.
 */
static inline unsigned nearer(const mj_group *groups, int n, const uint8_t *join, size_t join_step,
                              const uint8_t *answer, size_t answer_step, int most, int *copies)
{
    unsigned kinds = 0;
    for (int i = 0; i < n; i++) {
        int missing = answer[join[groups[i].class_ * join_step] * answer_step];
        if (missing < most) {
            kinds |= groups[i].kinds;
            *copies += groups[i].copies;
        }
    }
    return kinds;
}

/* The kinds of the groups (`up` or down) that leave fewer than `most` tiles missing, and their
 * copies; by tables. */
static inline uint64_t near_kinds(engine *e, const hand *h, int up, int most, int *copies)
{
    const mj_part_node *const *part = h->part;
    for (int k = 0; k < 4; k++)
        if ((up ? part[k]->n_up : part[k]->n_down) == MJ_UNKNOWN)
            group_kinds(e, k, (mj_part_node *)part[k], up);
    const uint8_t *two_suits = mj_two_suits, *suit_honors = mj_suit_honors;
    size_t m = part[0]->class_, p = part[1]->class_, s = part[2]->class_, z = part[3]->class_;
    const uint8_t *column = e->answers + suit_honors[s * MJ_HONOR_STRIDE + z];
    const uint8_t *row = e->answers + MJ_MIXED_STRIDE * (size_t)two_suits[m * MJ_SUIT_STRIDE + p];
#define GROUPS(k) up ? part[k]->up_group : part[k]->down_group, up ? part[k]->n_up : part[k]->n_down
    uint64_t kinds = nearer(GROUPS(0), two_suits + p, MJ_SUIT_STRIDE, column, MJ_MIXED_STRIDE, most,
                            copies);
    kinds |= (uint64_t)nearer(GROUPS(1), two_suits + m * MJ_SUIT_STRIDE, 1, column,
                              MJ_MIXED_STRIDE, most, copies)
             << 9;
    kinds |= (uint64_t)nearer(GROUPS(2), suit_honors + z, MJ_HONOR_STRIDE, row, 1, most, copies)
             << 18;
    kinds |= (uint64_t)nearer(GROUPS(3), suit_honors + s * MJ_HONOR_STRIDE, 1, row, 1, most, copies)
             << 27;
#undef GROUPS
    return kinds;
}

/* The same beside fixed sets, by the classes of this call. */
static uint64_t near_kinds_limited(engine *e, const hand *h, int up, int most, int *copies)
{
    uint64_t kinds = 0;
    for (int part = 0; part < 4; part++) {
        const mj_part_node *node = h->part[part];
        if ((up ? node->n_up : node->n_down) == MJ_UNKNOWN)
            group_kinds(e, part, (mj_part_node *)node, up);
        const mj_group *groups = up ? node->up_group : node->down_group;
        int n = up ? node->n_up : node->n_down;
        int c[4] = {h->part[0]->class_, h->part[1]->class_, h->part[2]->class_,
                    h->part[3]->class_};
        for (int i = 0; i < n; i++) {
            c[part] = groups[i].class_;
            if (solo_limited_missing(e, c[0], c[1], c[2], c[3]) < most) {
                kinds |= (uint64_t)groups[i].kinds << 9 * part;
                *copies += groups[i].copies;
            }
        }
    }
    return kinds;
}

uint64_t solo_useful_of(engine *e, const hand *h, int now, int *copies)
{
    uint64_t mask = 0;
    int total = 0;
    now += wilds_of(h); /* what the natural tiles lack */
    if (standard_missing(e, h) == now)
        mask = e->limited ? near_kinds_limited(e, h, 1, now, &total)
                          : near_kinds(e, h, 1, now, &total);
    if (e->other_forms) {
        uint64_t more = 0, tally = tally_of(h);
        if (e->orphans && orphans_missing(tally) == now)
            more |= TALLIED(tally, 4) ? ORPHAN_KINDS & ~KINDS(h, one) : ORPHAN_KINDS;
        if (e->pairs && pairs_missing(e, tally) == now) {
            if (e->request->forms & MJ_QUAD_PAIRS)
                more |= now > 7 - TALLIED(tally, 1) - TALLIED(tally, 2) ? ~(uint64_t)0 : KINDS(h, odd);
            else
                more |= (KINDS(h, one) & ~KINDS(h, two))
                        | (TALLIED(tally, 0) < 7 ? ~KINDS(h, one) : 0);
        }
        if (more) {
            more &= KINDS(h, live) & ~mask & ~((uint64_t)1 << MJ_WILD);
            mask |= more;
            for (; more; more &= more - 1) {
                int kind = mj_lowest_bit(more), part = mj_part_of_kind(kind);
                total += h->part[part]->copies[kind - 9 * part];
            }
        }
    }
    if (KINDS(h, live) >> MJ_WILD & 1) {
        mask |= (uint64_t)1 << MJ_WILD;
        total += h->part[3]->copies[WILD];
    }
    *copies = total;
    return mask;
}

uint64_t solo_spare_of(engine *e, const hand *h, int now)
{
    uint64_t mask = 0;
    int none = 0;
    now += wilds_of(h);
    if (standard_missing(e, h) == now)
        mask = e->limited ? near_kinds_limited(e, h, 0, now + 1, &none)
                          : near_kinds(e, h, 0, now + 1, &none);
    if (e->other_forms) {
        uint64_t tally = tally_of(h);
        if (e->orphans && orphans_missing(tally) == now) {
            uint64_t one = KINDS(h, one), needed = ORPHAN_KINDS & one & ~KINDS(h, two);
            if (TALLIED(tally, 4) == 1)
                needed |= ORPHAN_KINDS & KINDS(h, just_two);
            mask |= one & ~needed;
        }
        if (e->pairs && pairs_missing(e, tally) == now) {
            uint64_t loose = KINDS(h, one) & ~KINDS(h, just_two);
            if (e->request->forms & MJ_QUAD_PAIRS)
                mask |= now > 7 - TALLIED(tally, 1) - TALLIED(tally, 2) ? 0 : loose & ~KINDS(h, four);
            else
                mask |= TALLIED(tally, 0) > 7 ? loose : loose & KINDS(h, two);
        }
    }
    return mask;
}
