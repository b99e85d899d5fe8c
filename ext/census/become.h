/* Kinds of parts and halves of hands with wild tiles: what is alike to all that is asked. */
#ifndef MJ_BECOME_H
#define MJ_BECOME_H

#include "mix.h"

/* What hands with wild tiles are made of. */
typedef struct {
    const mj_plan *plan;
    int forms, wilds;
    uint64_t become;   /* kinds that a wild tile may stand for */
    uint64_t drawn;    /* kinds that natural tiles may be */
    int any_copies;    /* whether there may be more than four of a kind by them */
    int plain;         /* the wild kind, where one side sees it as an ordinary one; else -1 */
} mj_wild_plan;

/*
 * Graded lists of the rows of all that natural tiles can become: as sets, and as pairs; the same for
 * each of them as the winning tile (a list of pairs of numbers), and for a wild one.
 */
typedef struct {
    uint32_t bare, paired, variants, wild_bare, wild_paired;
    uint8_t tiles;
    uint8_t held[18]; /* tiles of the first such vector */
    uint64_t hands, ways;
} mj_become;

typedef struct {
    mj_become *kind;
    size_t n, room;
    uint32_t *slot;
    size_t slots;
} mj_becomes;

void mj_becomes_free(mj_becomes *kinds);

/* All kinds of a part; -1 without memory. */
int mj_becomes_of_part(mj_becomes *kinds, mj_mix *mix, const mj_wild_plan *plan, int part);

/* Kinds of two parts put together, of the one `from` this on every `step`th; -1 without memory. */
int mj_becomes_join(mj_becomes *kinds, mj_mix *mix, const mj_becomes *one,
                    const mj_becomes *other, size_t from, size_t step, int most);

#endif
