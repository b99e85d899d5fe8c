/* Hands of four cores: what a step of one part leaves of the others. */
#ifndef MJ_CORE_HANDS_H
#define MJ_CORE_HANDS_H

#include "engine.h"

typedef struct {
    uint64_t key, shapes;
    const mj_core *core[4];
    int tiles, n_discards;
} core_hand;

static inline void open_cores(const engine *e, uint64_t key, core_hand *h)
{
    h->key = key;
    h->shapes = 0;
    h->tiles = h->n_discards = 0;
    for (int part = 0; part < 4; part++) {
        const mj_core *core = &e->room->cores->core[id_of(key, part)];
        h->core[part] = core;
        h->shapes |= (uint64_t)core->shape << 16 * part;
        h->tiles += core->tiles;
        h->n_discards += core->n_discards;
    }
}

/* Mark a hand of 3n + 2 tiles, unless all that it can throw away is what no goal uses: then it is
 * just as good without. */
static inline uint64_t marked_full(uint64_t key, int n_discards)
{
    return key | (n_discards ? FULL : 0);
}

/* What a step of one part leaves of the others: it is the same for all steps to one shape. */
typedef struct {
    int shape; /* 0: not known yet */
    int n_discards;
    uint64_t key; /* without the part */
} beside;

/* Work out what a step of `part` to `shape` leaves. */
static void solo_look_beside(engine *e, const core_hand *h, int part, int shape, beside *others);

/* The hand after a step of one part; marked if it has still to throw away. */
static inline uint64_t stepped(engine *e, const core_hand *h, int part, const mj_core_step *step,
                               int full, beside *others)
{
    if (others->shape != step->shape)
        solo_look_beside(e, h, part, step->shape, others);
    uint64_t key = others->key | (uint64_t)step->next << 15 * part;
    return full ? marked_full(key, others->n_discards + step->n_discards) : key;
}

/* The cores of a hand of parts with so many tiles missing; 0 where the standard form is not alone
 * in being near, or with a fault. */
static uint64_t solo_cores_of(engine *e, const hand *h, int now, int full);

/* Points of a ready hand of cores when this draw of a part completes it. */
static double solo_points_of_draw(engine *e, const core_hand *h, int part, const mj_core_step *draw);

#endif
