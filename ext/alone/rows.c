#include "rows.h"

#include <string.h>

/* By draws left j: what weight a kept copy has, and what stays for the hand as it is. */
static void share(engine *e, int copies, const double **take, const double **keep)
{
    mj_solo_room *room = e->room;
    double *t = room->take[copies], *k = room->keep[copies];
    if (room->share_stamp[copies] != room->stamp) {
        room->share_stamp[copies] = room->stamp;
        for (int j = 0; j < e->request->draws; j++) {
            int wall = e->wall - e->request->draws + 1 + j;
            int all = wall > copies ? wall : copies;
            t[j] = all > 0 ? 1.0 / all : 0.0;
            k[j] = all > 0 ? (double)(all - copies) / all : 1.0;
        }
    }
    *take = t;
    *keep = k;
}

void solo_recur(engine *e, const double *sums, int copies, double *out)
{
    const double *take, *keep;
    share(e, copies, &take, &keep);
    double now = 0;
    out[0] = 0;
    for (int j = 0; j < e->request->draws; j++)
        out[j + 1] = now = sums[j] * take[j] + now * keep[j];
    for (int j = e->request->draws + 1; j < e->stride; j++)
        out[j] = 0;
}

uint32_t solo_closed_row(engine *e, int copies)
{
    mj_solo_room *room = e->room;
    uint32_t row = MJ_ROW_CLOSED + (uint32_t)copies;
    if (room->closed_stamp[copies] != room->stamp) {
        double sums[MJ_STRIDE_MOST];
        room->closed_stamp[copies] = room->stamp;
        for (int j = 0; j < MJ_STRIDE_MOST; j++)
            sums[j] = copies;
        solo_recur(e, sums, copies, row_at(e, row));
    }
    return row;
}

/* The row of what is best at each number of draws: one of them, or a new one. */
static uint32_t best_row(engine *e, const choice *from, double *scale)
{
    int first = 0, last = e->request->draws - 1, less = 0, stride = e->stride;
    double most = -1, best[MJ_STRIDE_MOST];
    const double *rows[MJ_CHOICES];
    for (int i = 0; i < from->n; i++) {
        rows[i] = row_at(e, from->row[i]);
        double here = from->scale[i] * rows[i][last];
        if (here > most) {
            most = here;
            first = i;
        }
    }
    *scale = from->scale[first];
    memset(best, 0, sizeof best);
    for (int i = 0; i < from->n; i++)
        for (int j = 0; j < stride; j++) {
            double x = from->scale[i] * rows[i][j];
            best[j] = x > best[j] ? x : best[j];
        }
    for (int j = 0; j < stride; j++)
        less |= *scale * rows[first][j] < best[j];
    if (!less)
        return from->row[first];
    uint32_t row = solo_new_row(e);
    if (e->fault)
        return 0;
    memcpy(row_at(e, row), best, sizeof(double) * (size_t)e->stride);
    *scale = 1;
    return row;
}

/*
 * Of closed rows the best, where one of them is: with `a` copies, `b` fewer, the chance of `a` is at
 * least that of `b` and at most a / b times it, so scales and scales times copies decide.
 */
static int best_closed(const choice *from)
{
    int best = 0;
    for (int i = 1; i < from->n; i++) {
        double a = from->row[best], b = from->row[i]; /* rows are ordered by copies */
        double one = from->scale[best], other = from->scale[i];
        double sum = one * (a - MJ_ROW_CLOSED), rival = other * (b - MJ_ROW_CLOSED);
        if (a >= b ? one >= other : sum >= rival)
            continue;
        if (a >= b ? rival >= sum : other >= one)
            best = i;
        else
            return -1;
    }
    return best;
}

uint32_t solo_choose(engine *e, const choice *from, int closed, double *scale)
{
    int same = 1;
    for (int i = 1; i < from->n; i++)
        same &= from->row[i] == from->row[0] && from->scale[i] == from->scale[0];
    int best = same ? 0 : closed ? best_closed(from) : -1;
    if (best < 0)
        return best_row(e, from, scale);
    *scale = from->scale[best];
    return from->row[best];
}

/* Whether `next` is more than `now`, and not the same number worked out another way: a swap that
 * changes nothing would take its share where all kept kinds are scaled. */
static inline int is_better(double next, double now)
{
    return next > now + now * 1e-12 + 1e-15;
}

void solo_recur_swaps(engine *e, const double *sums, int copies, const draw_list *swaps,
                        int figure, double *out)
{
    const double *rows[MJ_KINDS_WITH_WILD];
    double weight[MJ_KINDS_WITH_WILD], scale[MJ_KINDS_WITH_WILD];
    double plain[MJ_STRIDE_MOST];
    int n = 0, added = 0, draws = e->request->draws;
    /* What is nowhere better than without any swap here is never kept, unless there is scaling. */
    solo_recur(e, sums, copies, plain);
    int wall = e->wall - draws + 1, all_of_them = 0;
    for (int i = 0; i < swaps->n; i++) {
        const mj_answer *answer = &e->room->answers[swaps->answer[i]];
        const double *row = row_at(e, answer->row[figure]);
        double by = figure == MJ_VALUE ? answer->scale : 1;
        int better = 0;
        for (int j = 0; j < e->stride; j++)
            better |= is_better(by * row[j], plain[j]);
        added += better ? swaps->copies[i] : 0;
    }
    all_of_them = copies + added > wall;
    for (int i = 0; i < swaps->n; i++) {
        const mj_answer *answer = &e->room->answers[swaps->answer[i]];
        const double *row = row_at(e, answer->row[figure]);
        double by = figure == MJ_VALUE ? answer->scale : 1;
        int better = all_of_them;
        for (int j = 0; j < e->stride; j++)
            better |= is_better(by * row[j], plain[j]);
        if (better) {
            rows[n] = row;
            weight[n] = swaps->copies[i];
            scale[n++] = by;
        }
    }
    double now = 0;
    out[0] = 0;
    for (int j = 0; j < draws; j++) {
        double sum = sums[j], kept = copies;
        for (int i = 0; i < n; i++) {
            double next = scale[i] * rows[i][j];
            int better = is_better(next, now);
            sum += better ? weight[i] * next : 0;
            kept += better ? weight[i] : 0;
        }
        double all = wall + j;
        all = all > kept ? all : kept;
        if (all > 0)
            now = (sum + (all - kept) * now) / all;
        out[j + 1] = now;
    }
    for (int j = draws + 1; j < e->stride; j++)
        out[j] = 0;
}
