/* Rows of figures by draws left: sums over draws, the best of several. */
#ifndef MJ_ROWS_H
#define MJ_ROWS_H

#include "memo.h"

/* What of several hands is best for a figure, whatever the draws left. */
typedef struct {
    int n;
    uint32_t row[14];
    double scale[14];
} choice;

/* Draws of which something is kept: their copies, and the answers that follow. */
typedef struct {
    int n;
    uint8_t copies[MJ_KINDS_WITH_WILD];
    uint32_t answer[MJ_KINDS_WITH_WILD];
} draw_list;

/* One draw after the other: `sums` are copies times what follows, by draws left. */
void solo_recur(engine *e, const double *sums, int copies, double *out);

/* The chance to draw one of so many copies. */
uint32_t solo_closed_row(engine *e, int copies);

static inline void add_row(const engine *e, double *sums, double weight, const double *row)
{
    for (int j = 0; j < e->stride; j++)
        sums[j] += weight * row[j];
}

/* The row of what is best, and its scale; of closed rows where `closed`. */
uint32_t solo_choose(engine *e, const choice *from, int closed, double *scale);

/* As solo_recur, where draws may be kept as swaps. */
void solo_recur_swaps(engine *e, const double *sums, int copies, const draw_list *swaps,
                        int figure, double *out);

#endif
