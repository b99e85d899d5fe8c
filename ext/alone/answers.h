/* Answers: the best of several, and sums over draws. */
#ifndef MJ_ANSWERS_H
#define MJ_ANSWERS_H

#include "rows.h"

/* The best of several answers. */
static uint32_t solo_best_answer(engine *e, const uint32_t *answers, int n, int closed, mj_sign s);

/* Sign what is in a list, whatever its order, and however the copies of one answer are split up. */
static void solo_sign_list(mj_sign *s, const draw_list *list);

/* The answer of a hand by the draws that are kept. `points` are ahead of a ready hand. */
static uint32_t solo_sum_answer(engine *e, int level, int copies, double points, int swaps,
                                  draw_list *draws, draw_list *swapped, mj_sign s);

#endif
