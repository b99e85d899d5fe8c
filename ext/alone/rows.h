/* Rows of figures by draws left: sums over draws, the best of several. */
#ifndef MJ_ROWS_H
#define MJ_ROWS_H

#include "memo.h"

/* What of several hands is best for a figure, whatever the draws left. */
#define MJ_CHOICES 15

typedef struct {
    int n;
    uint32_t row[MJ_CHOICES];
    double scale[MJ_CHOICES];
} choice;

/* Draws of which something is kept: their copies, and the answers that follow. */
typedef struct {
    int n;
    uint8_t copies[MJ_KINDS_WITH_WILD];
    uint32_t answer[MJ_KINDS_WITH_WILD];
} draw_list;

/* One draw after the other: `sums` are copies times what follows, by draws left. */
static void solo_recur(engine *e, const double *sums, int copies, double *out);

/* The chance to draw one of so many copies. */
static uint32_t solo_closed_row(engine *e, int copies);

/* The sums of so many rows times their weights, in this order. Four places at a time, which stay in
 * registers. */
static inline void sum_rows(const engine *e, const double *const *rows, const double *weight, int n,
                            double *sums)
{
    for (int j = 0; j < e->stride; j += 4) {
        double a = 0, b = 0, c = 0, d = 0;
        for (int i = 0; i < n; i++) {
            const double *row = rows[i] + j;
            a += weight[i] * row[0];
            b += weight[i] * row[1];
            c += weight[i] * row[2];
            d += weight[i] * row[3];
        }
        sums[j] = a;
        sums[j + 1] = b;
        sums[j + 2] = c;
        sums[j + 3] = d;
    }
}

/* The row of what is best, and its scale; of closed rows where `closed`. */
static uint32_t solo_choose(engine *e, const choice *from, int closed, double *scale);

/* As solo_recur, where draws may be kept as swaps. */
static void solo_recur_swaps(engine *e, const double *sums, int copies, const draw_list *swaps,
                               int figure, double *out);

#endif
