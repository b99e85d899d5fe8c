/*
 * Hands with wild tiles by what rules can know of them: all that the wild tiles can stand for, all
 * readings, all places of the winning tile.
 *
 * Parts are gone through one by one and then put together, so that what is alike to all that is asked
 * is one before it is multiplied.
 */
#ifndef MJ_WILD_SIGHTS_H
#define MJ_WILD_SIGHTS_H

#include <stddef.h>
#include <stdint.h>

#include "readings/rows.h"

#define MJ_MOST_WILDS 14

typedef struct {
    const uint8_t *naturals, *fixed; /* concealed tiles that are not wild; codes of fixed sets */
    int n_fixed, forms, given;
    int wilds;  /* so many wild tiles are concealed, the winning one with them */
    int win;    /* the kind of the winning tile, among the naturals; or -1: it is wild, */
    int win_at; /* and the one in this place of the wild tiles as they are written */
    int any;    /* whether more than four alike may be concealed */
    uint64_t lacks; /* kinds that no tile may stand for */
    const mj_plan *plan;
} mj_wild_hand;

/* What was found, by rising assignment. Memory that is kept from one call to the next. */
typedef struct mj_wild_room mj_wild_room;
mj_wild_room *mj_wild_room_new(void);
void mj_wild_room_free(mj_wild_room *room);

/* How many different facts words with answers there are; -1 without memory. */
ptrdiff_t mj_wild_sights(mj_wild_room *room, const mj_wild_hand *hand);

uint64_t mj_wild_word(const mj_wild_room *room, ptrdiff_t i);
const uint8_t *mj_wild_answers(const mj_wild_room *room, ptrdiff_t i);
/* The least assignment that comes to them: a kind for each wild tile as they are written. */
const uint8_t *mj_wild_assignment(const mj_wild_room *room, ptrdiff_t i);

#endif
