/* The four parts of a hand without its wild tiles, and how many of these each can have in a form. */
#ifndef MJ_NATURAL_PARTS_H
#define MJ_NATURAL_PARTS_H

#include "completions.h"
#include "wild_sights.h"

typedef struct {
    mj_natural_part part[4];
    int form, alike;
    int least[4]; /* wild tiles with which each is complete */
    int spare;    /* that are left when each has its least */
} mj_natural_parts;

/* 0 where the hand cannot be complete in this form. */
int mj_natural_parts_of(mj_natural_parts *parts, const mj_wild_hand *hand, int form);

/* Every way in which one of them is complete with as many wild tiles as the others can spare. */
void mj_natural_parts_complete(const mj_natural_parts *parts, int part, mj_completed found,
                               void *to);

#endif
