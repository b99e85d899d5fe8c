#include "mix.h"

#include <stdlib.h>
#include <string.h>

int mj_mix_open(mj_mix *mix, mj_store *store, int wilds)
{
    memset(mix, 0, sizeof *mix);
    mix->store = store;
    mix->wilds = wilds;
    return store == NULL ? -1 : 0;
}

void mj_mix_close(mj_mix *mix)
{
    mj_store_free(mix->store);
    mj_pairs_free(&mix->unions);
    mj_pairs_free(&mix->products);
    mj_pairs_free(&mix->grades);
    mj_pairs_free(&mix->finals);
    free(mix->scratch);
    memset(mix, 0, sizeof *mix);
}

static uint32_t failed(mj_mix *mix)
{
    mix->store->failed = 1;
    return MJ_NONE;
}

/* The place of what two numbers come to, NULL without memory; it moves with the next call. */
static uint32_t *place(mj_mix *mix, mj_pairs *pairs, uint32_t a, uint32_t b)
{
    uint32_t *found = mj_pairs_at(pairs, a, b);
    if (found == NULL)
        failed(mix);
    return found;
}

/* Keep that two numbers come to nothing or to a number; a place of 0 is not known yet. */
static uint32_t keep(mj_mix *mix, mj_pairs *pairs, uint32_t a, uint32_t b, uint32_t value)
{
    uint32_t *found = place(mix, pairs, a, b);
    if (found)
        *found = value + 1;
    return value;
}

static int compare(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

static size_t sorted(uint32_t *items, size_t n)
{
    size_t kept = 0;
    qsort(items, n, sizeof *items, compare);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || items[kept - 1] != items[i])
            items[kept++] = items[i];
    return kept;
}

uint32_t mj_mix_union(mj_mix *mix, uint32_t a, uint32_t b)
{
    int n_a, n_b;
    if (a == MJ_NONE || b == MJ_NONE || a == b)
        return a ? a : b;
    if (a > b) {
        uint32_t other = a;
        a = b;
        b = other;
    }
    uint32_t *known = place(mix, &mix->unions, a, b);
    if (known == NULL || *known)
        return known ? *known - 1 : MJ_NONE;
    const uint32_t *one = mj_store_list_at(mix->store, a, &n_a);
    const uint32_t *other = mj_store_list_at(mix->store, b, &n_b);
    size_t n = (size_t)n_a + (size_t)n_b;
    if (mj_grow(&mix->scratch, &mix->scratch_room, n, sizeof *mix->scratch))
        return failed(mix);
    memcpy(mix->scratch, one, (size_t)n_a * sizeof *one);
    memcpy(mix->scratch + n_a, other, (size_t)n_b * sizeof *other);
    n = sorted(mix->scratch, n);
    return keep(mix, &mix->unions, a, b, mj_store_list(mix->store, mix->scratch, (int)n));
}

/* Every row of one list with every row of the other. */
static uint32_t product(mj_mix *mix, uint32_t a, uint32_t b)
{
    int n_a, n_b;
    size_t n = 0;
    if (a == MJ_NONE || b == MJ_NONE)
        return MJ_NONE;
    uint32_t *known = place(mix, &mix->products, a, b);
    if (known == NULL || *known)
        return known ? *known - 1 : MJ_NONE;
    mj_store *s = mix->store; /* rows are added below, no lists: these stay */
    const uint32_t *one = mj_store_list_at(s, a, &n_a), *other = mj_store_list_at(s, b, &n_b);
    if (mj_grow(&mix->scratch, &mix->scratch_room, (size_t)n_a * (size_t)n_b,
                sizeof *mix->scratch))
        return failed(mix);
    for (int i = 0; i < n_a; i++)
        for (int j = 0; j < n_b; j++) {
            uint64_t sum[MJ_ROW_WORDS];
            mj_rows_together(s->plan, mj_store_row_at(s, one[i]), mj_store_row_at(s, other[j]),
                             sum);
            mix->scratch[n++] = mj_store_row(s, sum);
        }
    n = sorted(mix->scratch, n);
    return keep(mix, &mix->products, a, b, mj_store_list(s, mix->scratch, (int)n));
}

uint32_t mj_mix_grades(mj_mix *mix, const uint32_t *items)
{
    uint32_t any = 0;
    for (int i = 0; i <= mix->wilds + 1; i++)
        any |= items[MJ_GRADES + i];
    return any ? mj_store_list(mix->store, items, mix->wilds + 3) : MJ_NONE;
}

static void copy_grades(const mj_mix *mix, uint32_t list, uint32_t *out)
{
    int n;
    const uint32_t *items = mj_store_list_at(mix->store, list, &n);
    memcpy(out, items, (size_t)n * sizeof *out);
}

static int tiles_of(uint32_t head) { return (int)(head & 31); }
static int is_paired(uint32_t head) { return head >> 5 & 1; }
static int plain_of(uint32_t head) { return (int)(head >> 8); }

/* Whether parts of so many tiles can be sets and one pair together, or nothing but pairs. */
static int fit(int a, int b, int paired)
{
    return paired ? a + b <= 14 : a / 3 + b / 3 <= 4 && (a % 3 == 2) + (b % 3 == 2) <= 1;
}

#define LONGEST (MJ_GRADES + MJ_CENSUS_WILDS + 2)

uint32_t mj_mix_together(mj_mix *mix, uint32_t a, uint32_t b)
{
    uint32_t one[LONGEST], other[LONGEST], out[LONGEST];
    if (a == MJ_NONE || b == MJ_NONE)
        return MJ_NONE;
    uint32_t *known = place(mix, &mix->grades, a, b);
    if (known == NULL || *known)
        return known ? *known - 1 : MJ_NONE;
    copy_grades(mix, a, one);
    copy_grades(mix, b, other);
    int n_a = tiles_of(one[0]), n_b = tiles_of(other[0]), paired = is_paired(one[0]);
    int p_a = plain_of(one[0]), p_b = plain_of(other[0]), last = MJ_GRADES + mix->wilds + 1;
    if (n_a + n_b > 14 || p_a + p_b > 14)
        return keep(mix, &mix->grades, a, b, MJ_NONE);
    out[0] = MJ_HEAD_OF(n_a + n_b, paired, p_a + p_b);
    for (int j = 0; j <= mix->wilds; j++) {
        out[MJ_GRADES + j] = MJ_NONE;
        for (int i = 0; i <= j; i++)
            if (fit(n_a + i, n_b + j - i, paired))
                out[MJ_GRADES + j] =
                    mj_mix_union(mix, out[MJ_GRADES + j],
                                 product(mix, one[MJ_GRADES + i], other[MJ_GRADES + j - i]));
    }
    out[last] = fit(p_a, p_b, paired) ? product(mix, one[last], other[last]) : MJ_NONE;
    return keep(mix, &mix->grades, a, b, mj_mix_grades(mix, out));
}

uint32_t mj_mix_both(mj_mix *mix, uint32_t a, uint32_t b)
{
    uint32_t one[LONGEST], other[LONGEST];
    if (a == MJ_NONE || b == MJ_NONE || a == b)
        return a ? a : b;
    copy_grades(mix, a, one);
    copy_grades(mix, b, other);
    for (int i = MJ_GRADES; i < MJ_GRADES + mix->wilds + 2; i++)
        one[i] = mj_mix_union(mix, one[i], other[i]);
    return mj_mix_grades(mix, one);
}

uint32_t mj_mix_final(mj_mix *mix, uint32_t a, uint32_t b)
{
    uint32_t one[LONGEST], other[LONGEST], out[2] = {MJ_NONE, MJ_NONE};
    if (a == MJ_NONE || b == MJ_NONE)
        return MJ_NONE;
    uint32_t *known = place(mix, &mix->finals, a, b);
    if (known == NULL || *known)
        return known ? *known - 1 : MJ_NONE;
    copy_grades(mix, a, one);
    copy_grades(mix, b, other);
    int n_a = tiles_of(one[0]), n_b = tiles_of(other[0]), paired = is_paired(one[0]);
    int last = MJ_GRADES + mix->wilds + 1;
    for (int i = 0; i <= mix->wilds; i++)
        if (fit(n_a + i, n_b + mix->wilds - i, paired))
            out[0] = mj_mix_union(
                mix, out[0],
                product(mix, one[MJ_GRADES + i], other[MJ_GRADES + mix->wilds - i]));
    if (fit(plain_of(one[0]), plain_of(other[0]), paired))
        out[1] = product(mix, one[last], other[last]);
    uint32_t found = out[0] || out[1] ? mj_store_list(mix->store, out, 2) : MJ_NONE;
    return keep(mix, &mix->finals, a, b, found);
}
