#include "answers.h"

uint32_t solo_best_answer(engine *e, const uint32_t *answers, int n, int closed, mj_sign s)
{
    choice from[MJ_FIGURES];
    mj_answer answer;
    /* Where every hand's value is its chance to win times the same points, so is the best one. */
    int even = (e->figures & EVEN_FIGURES) == EVEN_FIGURES;
    for (int i = 0; i < n; i++) {
        const mj_answer *each = &e->room->answers[answers[i]];
        for (int f = 0; f < MJ_FIGURES; f++) {
            from[f].row[i] = each->row[f];
            from[f].scale[i] = f == MJ_VALUE ? each->scale : 1;
        }
        even &= each->row[MJ_VALUE] == each->row[MJ_WIN]
                && each->scale == from[MJ_VALUE].scale[0];
    }
    answer.scale = even ? from[MJ_VALUE].scale[0] : 1;
    for (int f = 0; f < MJ_FIGURES; f++) {
        double scale = 1;
        from[f].n = n;
        answer.row[f] = MJ_ROW_ZERO;
        if (!(e->figures >> f & 1))
            continue;
        if (f == MJ_VALUE && even) {
            answer.row[f] = answer.row[MJ_WIN];
            continue;
        }
        answer.row[f] = solo_choose(e, &from[f], closed >> f & 1, &scale);
        if (f == MJ_VALUE)
            answer.scale = scale;
    }
    return solo_new_answer(e, s, &answer);
}

void solo_sign_list(mj_sign *s, const draw_list *list)
{
    uint64_t a = 0, b = 0;
    for (int i = 0; i < list->n; i++) {
        uint64_t mixed = (list->answer[i] + (uint64_t)1) * 0x9e3779b97f4a7c15u;
        mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93u;
        mixed ^= mixed >> 32;
        a += list->copies[i] * mixed;
        mixed = (mixed ^ mixed >> 29) * 0x9fb21c651e98df25u;
        b += list->copies[i] * (mixed ^ mixed >> 32);
    }
    sign(s, a);
    sign(s, b);
}

/* Put the copies of one answer together. */
static void merge(draw_list *list)
{
    int n = 0;
    for (int i = 0; i < list->n; i++) {
        int at = 0;
        while (at < n && list->answer[at] != list->answer[i])
            at++;
        if (at < n) {
            list->copies[at] = (uint8_t)(list->copies[at] + list->copies[i]);
            continue;
        }
        list->answer[n] = list->answer[i];
        list->copies[n++] = list->copies[i];
    }
    list->n = n;
}

uint32_t solo_sum_answer(engine *e, int level, int copies, double points, int swaps,
                           draw_list *draws, draw_list *swapped, mj_sign s)
{
    merge(draws);
    merge(swapped);
    const mj_answer *answers = e->room->answers;
    mj_answer answer = {1, {MJ_ROW_ZERO, MJ_ROW_ZERO, MJ_ROW_ZERO}};
    int even = (e->figures & EVEN_FIGURES) == EVEN_FIGURES && level > 0 && !swaps && draws->n > 0;
    for (int i = 0; i < draws->n; i++) {
        const mj_answer *each = &answers[draws->answer[i]];
        even &= each->row[MJ_VALUE] == each->row[MJ_WIN]
                && each->scale == answers[draws->answer[0]].scale;
    }
    for (int f = 0; f < MJ_FIGURES; f++) {
        double sums[MJ_STRIDE_MOST];
        if (!(e->figures >> f & 1))
            continue;
        if (level < base_of(f)) {
            answer.row[f] = MJ_ROW_ONE;
            continue;
        }
        if (level == base_of(f) && !swaps) {
            answer.row[f] = solo_closed_row(e, copies);
            if (f == MJ_VALUE)
                answer.scale = copies ? points / copies : 0;
            continue;
        }
        if (f == MJ_VALUE && even) {
            answer.row[f] = answer.row[MJ_WIN];
            answer.scale = answers[draws->answer[0]].scale;
            continue;
        }
        if (level > base_of(f)) {
            const double *rows[MJ_KINDS_WITH_WILD];
            double weight[MJ_KINDS_WITH_WILD];
            for (int i = 0; i < draws->n; i++) {
                const mj_answer *each = &answers[draws->answer[i]];
                weight[i] = f == MJ_VALUE ? draws->copies[i] * each->scale : draws->copies[i];
                rows[i] = row_at(e, each->row[f]);
            }
            sum_rows(e, rows, weight, draws->n, sums);
        } else {
            for (int j = 0; j < MJ_STRIDE_MOST; j++)
                sums[j] = f == MJ_VALUE ? points : copies;
        }
        answer.row[f] = solo_new_row(e);
        if (e->fault)
            return 0;
        if (swaps)
            solo_recur_swaps(e, sums, copies, swapped, f, row_at(e, answer.row[f]));
        else
            solo_recur(e, sums, copies, row_at(e, answer.row[f]));
    }
    return solo_new_answer(e, s, &answer);
}
