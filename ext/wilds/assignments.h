/* What the wild tiles of a complete hand can stand for, as multisets of kinds. */
#ifndef MJ_ASSIGNMENTS_H
#define MJ_ASSIGNMENTS_H

#include <stddef.h>

#include "wild_sights.h"

/* Those with which the hand (without its win, plan and `given`) is complete in one of its forms. */
typedef struct mj_assignments mj_assignments;
mj_assignments *mj_assignments_of(const mj_wild_hand *hand); /* NULL without memory */
void mj_assignments_free(mj_assignments *a);

uint64_t mj_assignments_count(const mj_assignments *a);

/* Call `found` for each, its kinds rising; stops where that returns anything but 0, and returns it. */
int mj_assignments_each(const mj_assignments *a, int (*found)(void *to, const uint8_t *kinds),
                        void *to);

#endif
