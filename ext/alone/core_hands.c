#include "core_hands.h"

#include <string.h>

#include "cores.h"
#include "parts.h"
#include "points.h"
#include "processor.h"

/* What parts of these four shapes leave of each other's goals in the nearest hands. */
static const mj_accord *accord_of(engine *e, uint64_t shapes)
{
    mj_core_room *room = e->room->cores;
    mj_accord *accord
        = &room->accord[shapes * 0x9e3779b97f4a7c15u >> (64 - MJ_ACCORD_BITS)];
    if (accord->stamp == e->room->stamp && accord->shapes == shapes)
        return accord;
    int sets = 4 - e->request->sets;
    mj_cost cost[4];
    for (int part = 0; part < 4; part++)
        cost[part] = mj_cost_load(room->shape[shapes >> 16 * part & 0xffff]);
    mj_cost front = mj_cost_join(cost[0], cost[1]), back = mj_cost_join(cost[2], cost[3]);
    int value = mj_cost_most(mj_cost_meet(front, mj_cost_ending(back, sets)));
    accord->stamp = e->room->stamp;
    accord->shapes = shapes;
    accord->cut = 0;
    for (int part = 0; part < 4; part++) {
        /* In this order: a part has fewer cells to go through than a half. */
        mj_cost rest = mj_cost_join(cost[part ^ 1], part < 2 ? back : front);
        unsigned goals
            = mj_cost_where(mj_cost_meet(cost[part], mj_cost_ending(rest, sets)), value);
        accord->goals[part] = (uint16_t)goals;
        accord->cut |= (uint8_t)((goals != mj_cost_some(cost[part])) << part);
    }
    return accord;
}

void solo_look_beside(engine *e, const core_hand *h, int part, int shape, beside *others)
{
    uint64_t shapes = h->shapes & ~((uint64_t)0xffff << 16 * part);
    const mj_accord *accord = accord_of(e, shapes | (uint64_t)shape << 16 * part);
    others->shape = shape;
    others->key = with_part(h->key, part, 0) & ~FULL;
    others->n_discards = h->n_discards - h->core[part]->n_discards;
    /* The part itself keeps its goals: each of them was one of a nearest hand before. */
    for (unsigned cut = accord->cut; cut; cut &= cut - 1) {
        int which = mj_lowest_bit(cut);
        int next = solo_cut_core(e, id_of(h->key, which), accord->goals[which]);
        others->key = with_part(others->key, which, next);
        others->n_discards
            += e->room->cores->core[next].n_discards - h->core[which]->n_discards;
    }
}

uint64_t solo_cores_of(engine *e, const hand *h, int now, int full)
{
    if (h->key >> 60 || e->without_cores || standard_missing(e, h) != now)
        return 0;
    if (e->other_forms) {
        uint64_t tally = tally_of(h);
        if ((e->orphans && orphans_missing(tally) == now)
            || (e->pairs && pairs_missing(e, tally) == now))
            return 0;
    }
    uint64_t shapes = 0, key = CORES;
    int n_discards = 0;
    for (int part = 0; part < 4; part++) {
        mj_part_node *node = (mj_part_node *)h->part[part];
        if (node->shape == 0)
            node->shape
                = (uint16_t)solo_shape_of(e, solo_cost_of(e, part, node->counts, node->index), 0xffff);
        shapes |= (uint64_t)node->shape << 16 * part;
    }
    const mj_accord *accord = accord_of(e, shapes);
    for (int part = 0; part < 4; part++) {
        const mj_part_node *node = h->part[part];
        int id = solo_core_of(e, part, node->thrown, node->counts, node->index, accord->goals[part]);
        if (id == 0)
            return 0;
        key = with_part(key, part, id);
        n_discards += e->room->cores->core[id].n_discards;
    }
    return full ? marked_full(key, n_discards) : key;
}

double solo_points_of_draw(engine *e, const core_hand *h, int part, const mj_core_step *draw)
{
    const uint64_t *words = e->room->cores->words;
    readings_of of[4];
    for (int other = 0; other < 4; other++) {
        const mj_core *core = h->core[other];
        of[other].word = words + (other == part ? draw->words_at : core->words_at);
        of[other].n = other == part ? draw->n_words : core->n_words;
    }
    return solo_points_by_words(e, of);
}
