#include "census.h"

#include <stdlib.h>
#include <string.h>

#include "kinds.h"
#include "shanten/shanten.h"

struct mj_census {
    const mj_plan *plan;
    int forms;
    mj_store *store;
    mj_kinds part[4];
};

mj_census *mj_census_new(const mj_plan *plan, int forms)
{
    mj_census *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->plan = plan;
    c->forms = forms;
    c->store = mj_store_new(plan);
    int failed = c->store == NULL;
    for (int part = 0; part < 4 && !failed; part++)
        failed = mj_kinds_of_part(&c->part[part], c->store, part, forms);
    if (failed) {
        mj_census_free(c);
        return NULL;
    }
    return c;
}

void mj_census_free(mj_census *c)
{
    if (c == NULL)
        return;
    mj_store_free(c->store);
    for (int part = 0; part < 4; part++)
        mj_kinds_free(&c->part[part]);
    free(c);
}

/*
 * What a hand comes to under one winning tile is a list of sights, its view; what it comes to under
 * one tile after the other is a list of views, and hands of the same are one signature.
 */
typedef struct {
    uint32_t views;
    uint8_t example[34];
    uint64_t hands, ways;
} signature;

struct mj_walk {
    const mj_census *census;
    int share, shares;
    mj_store *store;
    signature *signatures;
    size_t n_signatures, signatures_room;
    mj_pairs signature_of;
    uint64_t *words; /* of sights */
    uint8_t *answers;
    uint32_t *slot;
    size_t n_sights, words_room, answers_room, slots;
    mj_change *changes;
    size_t n_changes, changes_room;
    mj_pairs change_of;
};

mj_walk *mj_walk_new(const mj_census *census, int share, int shares)
{
    mj_walk *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->census = census;
    w->share = share;
    w->shares = shares;
    w->slots = 1 << 12;
    w->slot = calloc(w->slots, sizeof *w->slot);
    if (w->slot == NULL) {
        mj_walk_free(w);
        return NULL;
    }
    return w;
}

void mj_walk_free(mj_walk *w)
{
    if (w == NULL)
        return;
    mj_store_free(w->store);
    free(w->signatures);
    mj_pairs_free(&w->signature_of);
    mj_pairs_free(&w->change_of);
    free(w->words);
    free(w->answers);
    free(w->slot);
    free(w->changes);
    free(w);
}

const uint64_t *mj_walk_words(const mj_walk *w) { return w->words; }
const uint8_t *mj_walk_answers(const mj_walk *w) { return w->answers; }
const mj_change *mj_walk_changes(const mj_walk *w) { return w->changes; }

static uint32_t failed(mj_walk *w)
{
    w->store->failed = 1;
    return 0;
}

static uint64_t hash_sight(uint64_t word, const uint8_t *answers, size_t n)
{
    uint64_t state = word * 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < n; i += 8) {
        uint64_t eight = 0;
        memcpy(&eight, answers + i, n - i < 8 ? n - i : 8);
        state = (state ^ state >> 32 ^ eight) * 0x9e3779b97f4a7c15u;
    }
    return state ^ state >> 29;
}

static int grow_sights(mj_walk *w)
{
    size_t slots = 2 * w->slots, n = (size_t)w->census->plan->n_asks;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (slot == NULL)
        return -1;
    for (size_t i = 0; i < w->n_sights; i++) {
        size_t at = hash_sight(w->words[i], w->answers + i * n, n) & (slots - 1);
        while (slot[at])
            at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)i + 1;
    }
    free(w->slot);
    w->slot = slot;
    w->slots = slots;
    return 0;
}

/* The number of the sight of a whole hand's row. */
static uint32_t sight_of(mj_walk *w, const uint64_t *row)
{
    size_t n = (size_t)w->census->plan->n_asks;
    if ((2 * w->n_sights >= w->slots && grow_sights(w))
        || mj_grow(&w->words, &w->words_room, w->n_sights + 1, sizeof *w->words)
        || mj_grow(&w->answers, &w->answers_room, (w->n_sights + 1) * n + 1, 1))
        return failed(w);
    uint8_t *answers = w->answers + w->n_sights * n; /* it stays there if it is new */
    mj_row_answers(w->census->plan, row, 0, answers);
    size_t at = hash_sight(row[0], answers, n) & (w->slots - 1);
    for (; w->slot[at]; at = (at + 1) & (w->slots - 1)) {
        uint32_t known = w->slot[at] - 1;
        if (w->words[known] == row[0] && memcmp(w->answers + known * n, answers, n) == 0)
            return known;
    }
    w->words[w->n_sights] = row[0];
    w->slot[at] = (uint32_t)++w->n_sights;
    return (uint32_t)w->n_sights - 1;
}

/* The view of a hand of two halves with these lists of rows. */
static uint32_t view_of(mj_walk *w, uint32_t a, uint32_t b)
{
    uint32_t sights[MJ_MAX_SIGHTS];
    uint64_t row[MJ_ROW_WORDS];
    int n_a, n_b, n = 0;
    const uint32_t *one = mj_store_list_at(w->store, a, &n_a);
    const uint32_t *other = mj_store_list_at(w->store, b, &n_b);
    for (int i = 0; i < n_a; i++)
        for (int j = 0; j < n_b && n < MJ_MAX_SIGHTS; j++) {
            mj_rows_together(w->census->plan, mj_store_row_at(w->store, one[i]),
                             mj_store_row_at(w->store, other[j]), row);
            sights[n++] = sight_of(w, row);
        }
    return mj_store_list(w->store, sights, mj_store_sorted(sights, n));
}

/* The view with one more sight, of two rows among seven pairs. */
static uint32_t with_paired(mj_walk *w, uint32_t view, uint32_t a, uint32_t b)
{
    uint32_t sights[MJ_MAX_SIGHTS + 1];
    uint64_t row[MJ_ROW_WORDS];
    int n = 0;
    if (view) {
        const uint32_t *known = mj_store_list_at(w->store, view, &n);
        memcpy(sights, known, (size_t)n * sizeof *sights);
    }
    mj_rows_together(w->census->plan, mj_store_row_at(w->store, a), mj_store_row_at(w->store, b),
                     row);
    sights[n++] = sight_of(w, row);
    return mj_store_list(w->store, sights, mj_store_sorted(sights, n));
}

/* Count hands with these views; -1 without memory. */
static int add_hands(mj_walk *w, const uint32_t *views, int n, uint64_t hands, uint64_t ways,
                     const uint8_t *front, const uint8_t *back)
{
    uint32_t list = mj_store_list(w->store, views, n);
    uint32_t *known = mj_pairs_at(&w->signature_of, list, 0);
    if (w->store->failed || known == NULL)
        return -1;
    if (*known == 0) {
        if (mj_grow(&w->signatures, &w->signatures_room, w->n_signatures + 1,
                    sizeof *w->signatures))
            return -1;
        signature *fresh = &w->signatures[w->n_signatures++];
        memset(fresh, 0, sizeof *fresh);
        fresh->views = list;
        memcpy(fresh->example, front, 18);
        memcpy(fresh->example + 18, back, 16);
        *known = (uint32_t)w->n_signatures;
    }
    signature *found = &w->signatures[*known - 1];
    found->hands += hands;
    found->ways += ways;
    return 0;
}

/* Add the views under the tiles of half `a`, each but once. */
static int add_views(mj_walk *w, const mj_kind *a, const mj_kind *b, int split, int paired,
                     uint32_t *views, int n)
{
    int own;
    mj_store_list_at(w->store, a->variants, &own);
    for (int i = 0; i < own; i += 2) {
        uint32_t rows = mj_store_list_at(w->store, a->variants, &own)[i];
        uint32_t pairs = mj_store_list_at(w->store, a->variants, &own)[i + 1];
        uint32_t view = split && rows ? view_of(w, rows, b->bare) : MJ_NONE;
        if (paired && pairs)
            view = with_paired(w, view, pairs, b->paired);
        int fresh = view != MJ_NONE;
        for (int j = 0; j < n && fresh; j++)
            fresh = views[j] != view;
        if (fresh)
            views[n++] = view;
    }
    return n;
}

/* All hands of two halves. */
static int add_halves(mj_walk *w, const mj_kind *a, const mj_kind *b, int split)
{
    uint32_t views[14];
    int paired = mj_can_pair(a, b);
    int n = add_views(w, a, b, split, paired, views, 0);
    n = add_views(w, b, a, split, paired, views, n);
    return add_hands(w, views, n, a->hands * b->hands, a->ways * b->ways, a->held, b->held);
}

/* The numbers of halves by what they need of the other: sets and pair, or pairs. */
typedef struct {
    uint32_t *number;
    size_t start[11];
} index_of;

static int sort_halves(index_of *index, const mj_kinds *kinds, int by_pairs)
{
    size_t at = 0;
    index->number = malloc((kinds->n + 1) * sizeof *index->number);
    if (index->number == NULL)
        return -1;
    for (int key = 0; key < 10; key++) {
        index->start[key] = at;
        for (size_t i = 0; i < kinds->n; i++) {
            const mj_kind *kind = &kinds->kind[i];
            if (by_pairs ? kind->paired && kind->pairs == key
                         : kind->bare && 2 * kind->sets + kind->pair == key)
                index->number[at++] = (uint32_t)i;
        }
    }
    index->start[10] = at;
    return 0;
}

static int join_halves(mj_walk *w, const mj_kinds *front, const mj_kinds *back,
                       const index_of *by_sets, const index_of *by_pairs)
{
    for (size_t i = 0; i < front->n; i++) {
        const mj_kind *a = &front->kind[i];
        int key = a->bare ? 2 * (4 - a->sets) + 1 - a->pair : 0;
        for (size_t j = by_sets->start[key]; a->bare && j < by_sets->start[key + 1]; j++)
            if (add_halves(w, a, &back->kind[by_sets->number[j]], 1))
                return -1;
        key = a->paired ? 7 - a->pairs : 0;
        for (size_t j = by_pairs->start[key]; a->paired && j < by_pairs->start[key + 1]; j++) {
            const mj_kind *b = &back->kind[by_pairs->number[j]];
            if (!mj_can_split(a, b) && add_halves(w, a, b, 0))
                return -1;
        }
    }
    return 0;
}

static int walk_halves(mj_walk *w)
{
    const mj_census *c = w->census;
    mj_kinds front = {0}, back = {0};
    index_of by_sets = {0}, by_pairs = {0};
    int bad = mj_kinds_join(&front, w->store, &c->part[0], &c->part[1], (size_t)w->share,
                            (size_t)w->shares)
              || mj_kinds_join(&back, w->store, &c->part[2], &c->part[3], 0, 1)
              || sort_halves(&by_sets, &back, 0) || sort_halves(&by_pairs, &back, 1)
              || join_halves(w, &front, &back, &by_sets, &by_pairs);
    mj_kinds_free(&front);
    mj_kinds_free(&back);
    free(by_sets.number);
    free(by_pairs.number);
    return bad ? -1 : 0;
}

/* The view of a hand in a form without sets. */
static uint32_t view_of_form(mj_walk *w, const uint8_t *counts, int win, int form)
{
    uint64_t row[MJ_ROW_WORDS], more[MJ_ROW_WORDS];
    memset(row, 0, sizeof row);
    for (int part = 0; part < 4; part++) {
        mj_part p = mj_part_open(part, counts + 9 * part, NULL, 0, win);
        p.form = (uint8_t)form;
        mj_part_row(&p, w->census->plan, more);
        mj_rows_together(w->census->plan, row, more, row);
    }
    uint32_t sight = sight_of(w, row);
    return mj_store_list(w->store, &sight, 1);
}

/* Thirteen orphans: a hand for each kind that is there twice. */
static int walk_orphans(mj_walk *w)
{
    for (int twice = 0; twice < MJ_KINDS; twice++) {
        uint8_t counts[MJ_KINDS + 2] = {0};
        uint32_t views[13];
        uint64_t ways = 1;
        int n = 0;
        if (twice < 27 && twice % 9 != 0 && twice % 9 != 8)
            continue;
        for (int kind = 0; kind < MJ_KINDS; kind++)
            if (kind >= 27 || kind % 9 == 0 || kind % 9 == 8) {
                counts[kind] = (uint8_t)(1 + (kind == twice));
                ways *= counts[kind] == 1 ? 4 : 6;
            }
        for (int win = 0; win < MJ_KINDS; win++)
            if (counts[win])
                views[n++] = view_of_form(w, counts, win, MJ_FORM_ORPHANS);
        if (w->store->failed || add_hands(w, views, n, 1, ways, counts, counts + 18))
            return -1;
    }
    return 0;
}

ptrdiff_t mj_walk_find(mj_walk *w)
{
    if (w->store)
        return (ptrdiff_t)w->n_sights; /* found before */
    w->store = mj_store_copy(w->census->store);
    if (w->store == NULL || walk_halves(w)
        || (w->share == 0 && w->census->forms & MJ_ORPHANS && walk_orphans(w)))
        return -1;
    return (ptrdiff_t)w->n_sights;
}

/* The best sights of both sides in a view: -1 where a side reads nothing there. */
static void judge(const mj_walk *w, uint32_t view, const mj_side side[2], int64_t best[2])
{
    int n;
    const uint32_t *sights = mj_store_list_at(w->store, view, &n);
    for (int s = 0; s < 2; s++) {
        best[s] = -1;
        for (int i = 0; i < n; i++) {
            uint32_t rank = side[s].rank[sights[i]];
            if (rank && (best[s] < 0 || rank > side[s].rank[best[s]]))
                best[s] = sights[i];
        }
    }
}

/* Whether the hand has just this view under this winning tile. */
static int shows(const mj_walk *w, const uint8_t *counts, int win, uint32_t view, uint8_t *answers)
{
    const mj_plan *plan = w->census->plan;
    mj_sight sights[MJ_MAX_SIGHTS];
    uint64_t words[MJ_MAX_SIGHTS];
    size_t each = (size_t)plan->n_asks;
    int wanted, met[MJ_MAX_SIGHTS] = {0}, different = 0;
    const uint32_t *known = mj_store_list_at(w->store, view, &wanted);
    int n = mj_sights(counts, NULL, 0, win, w->census->forms, 0, plan, sights, words, answers);
    for (int i = 0; i < n; i++) {
        int at = 0;
        while (at < wanted
               && (w->words[known[at]] != words[i]
                   || memcmp(w->answers + known[at] * each, answers + (size_t)i * each, each)))
            at++;
        if (at == wanted)
            return 0;
        different += !met[at];
        met[at] = 1;
    }
    return different == wanted;
}

/* The winning tile that gives a hand this view. */
static int winning_tile(const mj_walk *w, const uint8_t *counts, uint32_t view)
{
    uint8_t *answers = malloc(MJ_MAX_SIGHTS * (size_t)w->census->plan->n_asks + 1);
    int win = answers ? 0 : -1;
    while (win >= 0 && win < MJ_KINDS && !(counts[win] && shows(w, counts, win, view, answers)))
        win++;
    free(answers);
    return win;
}

static int add_change(mj_walk *w, const signature *hands, uint32_t view, const int64_t best[2])
{
    uint32_t *known = mj_pairs_at(&w->change_of, (uint32_t)(best[0] + 1), (uint32_t)(best[1] + 1));
    if (known == NULL)
        return -1;
    if (*known == 0) {
        int win = winning_tile(w, hands->example, view);
        if (win < 0
            || mj_grow(&w->changes, &w->changes_room, w->n_changes + 1, sizeof *w->changes))
            return -1;
        mj_change *fresh = &w->changes[w->n_changes++];
        memset(fresh, 0, sizeof *fresh);
        fresh->best[0] = best[0];
        fresh->best[1] = best[1];
        memcpy(fresh->example, hands->example, sizeof fresh->example);
        fresh->win = (uint8_t)win;
        *known = (uint32_t)w->n_changes;
    }
    w->changes[*known - 1].hands += hands->hands;
    w->changes[*known - 1].ways += hands->ways;
    return 0;
}

ptrdiff_t mj_walk_count(mj_walk *w, const mj_side side[2], uint64_t *hands)
{
    *hands = 0;
    w->n_changes = 0;
    mj_pairs_free(&w->change_of);
    for (size_t i = 0; i < w->n_signatures; i++) {
        const signature *now = &w->signatures[i];
        int n, wins = 0, differs = 0;
        const uint32_t *views = mj_store_list_at(w->store, now->views, &n);
        for (int j = 0; j < n; j++) {
            int64_t best[2];
            uint32_t result[2];
            judge(w, views[j], side, best);
            for (int s = 0; s < 2; s++)
                result[s] = best[s] < 0 ? 0 : side[s].result[best[s]];
            wins |= result[0] || result[1];
            if (result[0] == result[1] || differs)
                continue;
            differs = 1;
            if (add_change(w, now, views[j], best))
                return -1;
        }
        if (wins)
            *hands += now->hands;
    }
    return (ptrdiff_t)w->n_changes;
}
