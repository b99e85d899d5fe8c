/*
 * Hands by what still matters of them.
 *
 * Without swaps a hand only gets nearer to complete hands that are nearest to it already. So of a
 * part there matter its goals, the numbers of sets with or without the pair that it gives to a
 * nearest hand, and its core, the kinds that some nearest way to a goal uses. Other tiles can be
 * thrown away at any time, and that is all that they are for. Cores from which the same draws and
 * discards lead to cores that are alike are one; hands of the same four cores come to the same
 * figures. docs/efficiency.md has the reasons.
 *
 * This is for hands to which no other form than the standard one is as near; what they become stays
 * so.
 */
#ifndef MJ_CORES_H
#define MJ_CORES_H

#include "tables/cost.h"
#include "engine.h"

/* The costs of a part by the number of sets and the pair. */
static mj_cost solo_cost_of(const engine *e, int part, const uint8_t *counts, uint32_t index);

/* The number of a part's costs of these goals alone. */
static int solo_shape_of(engine *e, mj_cost cost, unsigned goals);

/* The core of a part for these goals, all of which are in it; 0 with a fault. */
static int solo_core_of(engine *e, int part, int thrown, const uint8_t *counts, uint32_t index,
                          unsigned goals);

/* The core with some of its goals only. */
static int solo_cut_core(engine *e, int id, unsigned goals);

#endif
