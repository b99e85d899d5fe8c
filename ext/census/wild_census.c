#include "wild_census.h"

#include <stdlib.h>
#include <string.h>

#include "shanten/shanten.h"

struct mj_wild_census {
    mj_wild_plan plan;
    mj_store *store;
    mj_becomes part[4];
};

mj_wild_census *mj_wild_census_new(const mj_wild_plan *plan)
{
    mj_wild_census *c = calloc(1, sizeof *c);
    mj_mix mix;
    if (c == NULL)
        return NULL;
    c->plan = *plan;
    int bad = mj_mix_open(&mix, mj_store_new(plan->plan), plan->wilds);
    for (int part = 0; part < 4 && !bad; part++)
        bad = mj_becomes_of_part(&c->part[part], &mix, plan, part);
    c->store = mix.store; /* kept, the rest is not needed */
    mix.store = NULL;
    mj_mix_close(&mix);
    if (bad) {
        mj_wild_census_free(c);
        return NULL;
    }
    return c;
}

void mj_wild_census_free(mj_wild_census *c)
{
    if (c == NULL)
        return;
    mj_store_free(c->store);
    for (int part = 0; part < 4; part++)
        mj_becomes_free(&c->part[part]);
    free(c);
}

/* Hands with the same views under one tile after the other. */
typedef struct {
    uint32_t views;
    uint8_t example[34];
    uint64_t hands, ways;
} signature;

struct mj_wild_walk {
    const mj_wild_census *census;
    int share, shares;
    mj_mix mix;
    signature *signatures;
    size_t n_signatures, signatures_room;
    mj_pairs signature_of, view_of, sight_of_row[2];
    uint64_t *words; /* of sights */
    uint8_t *answers, *plain;
    uint32_t *slot, *sights;
    size_t n_sights, words_room, answers_room, plain_room, slots, sights_room;
    mj_change *changes;
    size_t n_changes, changes_room;
    mj_pairs change_of;
};

mj_wild_walk *mj_wild_walk_new(const mj_wild_census *census, int share, int shares)
{
    mj_wild_walk *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->census = census;
    w->share = share;
    w->shares = shares;
    w->slots = 1 << 12;
    w->slot = calloc(w->slots, sizeof *w->slot);
    if (w->slot == NULL) {
        mj_wild_walk_free(w);
        return NULL;
    }
    return w;
}

void mj_wild_walk_free(mj_wild_walk *w)
{
    if (w == NULL)
        return;
    mj_mix_close(&w->mix);
    free(w->signatures);
    mj_pairs_free(&w->signature_of);
    mj_pairs_free(&w->view_of);
    mj_pairs_free(&w->sight_of_row[0]);
    mj_pairs_free(&w->sight_of_row[1]);
    mj_pairs_free(&w->change_of);
    free(w->words);
    free(w->answers);
    free(w->plain);
    free(w->slot);
    free(w->sights);
    free(w->changes);
    free(w);
}

const uint64_t *mj_wild_walk_words(const mj_wild_walk *w) { return w->words; }
const uint8_t *mj_wild_walk_answers(const mj_wild_walk *w) { return w->answers; }
const uint8_t *mj_wild_walk_plain(const mj_wild_walk *w) { return w->plain; }
const mj_change *mj_wild_walk_changes(const mj_wild_walk *w) { return w->changes; }

static uint32_t failed(mj_wild_walk *w)
{
    w->mix.store->failed = 1;
    return 0;
}

static uint64_t hash_sight(uint64_t word, int plain, const uint8_t *answers, size_t n)
{
    uint64_t state = (word + (uint64_t)plain) * 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < n; i += 8) {
        uint64_t eight = 0;
        memcpy(&eight, answers + i, n - i < 8 ? n - i : 8);
        state = (state ^ state >> 32 ^ eight) * 0x9e3779b97f4a7c15u;
    }
    return state ^ state >> 29;
}

static int grow_sights(mj_wild_walk *w)
{
    size_t slots = 2 * w->slots, n = (size_t)w->census->plan.plan->n_asks;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (slot == NULL)
        return -1;
    for (size_t i = 0; i < w->n_sights; i++) {
        size_t at = hash_sight(w->words[i], w->plain[i], w->answers + i * n, n) & (slots - 1);
        while (slot[at])
            at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)i + 1;
    }
    free(w->slot);
    w->slot = slot;
    w->slots = slots;
    return 0;
}

/* The number of the sight of a whole hand's row, on the plain side or the other. */
static uint32_t sight_of(mj_wild_walk *w, const uint64_t *row, int plain)
{
    const mj_wild_plan *plan = &w->census->plan;
    size_t n = (size_t)plan->plan->n_asks;
    if ((2 * w->n_sights >= w->slots && grow_sights(w))
        || mj_grow(&w->words, &w->words_room, w->n_sights + 1, sizeof *w->words)
        || mj_grow(&w->plain, &w->plain_room, w->n_sights + 1, 1)
        || mj_grow(&w->answers, &w->answers_room, (w->n_sights + 1) * n + 1, 1))
        return failed(w);
    uint8_t *answers = w->answers + w->n_sights * n; /* it stays there if it is new */
    mj_row_answers(plan->plan, row, plan->forms, answers);
    size_t at = hash_sight(row[0], plain, answers, n) & (w->slots - 1);
    for (; w->slot[at]; at = (at + 1) & (w->slots - 1)) {
        uint32_t known = w->slot[at] - 1;
        if (w->words[known] == row[0] && w->plain[known] == plain
            && memcmp(w->answers + known * n, answers, n) == 0)
            return known;
    }
    w->words[w->n_sights] = row[0];
    w->plain[w->n_sights] = (uint8_t)plain;
    w->slot[at] = (uint32_t)++w->n_sights;
    return (uint32_t)w->n_sights - 1;
}

/* Add the sights of a list of rows to those of the view at hand. */
static size_t add_sights(mj_wild_walk *w, uint32_t list, int plain, size_t n)
{
    int n_rows;
    if (list == MJ_NONE)
        return n;
    const uint32_t *rows = mj_store_list_at(w->mix.store, list, &n_rows);
    if (mj_grow(&w->sights, &w->sights_room, n + (size_t)n_rows, sizeof *w->sights)) {
        failed(w);
        return n;
    }
    for (int i = 0; i < n_rows; i++) {
        uint32_t *known = mj_pairs_at(&w->sight_of_row[plain], rows[i], 0);
        if (known == NULL) {
            failed(w);
            return n;
        }
        if (*known == 0)
            *known = sight_of(w, mj_store_row_at(w->mix.store, rows[i]), plain) + 1;
        w->sights[n++] = *known - 1;
    }
    return n;
}

static int compare(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

/* The view of two finals (of sets, of pairs), each MJ_NONE or a pair of lists. */
static uint32_t view_of(mj_wild_walk *w, uint32_t split, uint32_t even)
{
    uint32_t lists[4] = {MJ_NONE, MJ_NONE, MJ_NONE, MJ_NONE};
    size_t n = 0, kept = 0;
    int two;
    if (split == MJ_NONE && even == MJ_NONE)
        return MJ_NONE;
    uint32_t *known = mj_pairs_at(&w->view_of, split, even);
    if (known == NULL || *known)
        return known ? *known : failed(w);
    if (split)
        memcpy(lists, mj_store_list_at(w->mix.store, split, &two), 2 * sizeof *lists);
    if (even)
        memcpy(lists + 2, mj_store_list_at(w->mix.store, even, &two), 2 * sizeof *lists);
    for (int i = 0; i < 4; i++)
        n = add_sights(w, lists[i], i & 1, n);
    qsort(w->sights, n, sizeof *w->sights, compare);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || w->sights[kept - 1] != w->sights[i])
            w->sights[kept++] = w->sights[i];
    uint32_t found = mj_store_list(w->mix.store, w->sights, (int)kept);
    known = mj_pairs_at(&w->view_of, split, even);
    return known ? (*known = found) : failed(w);
}

/* Count hands with these views; -1 without memory. */
static int add_hands(mj_wild_walk *w, uint32_t *views, int n, uint64_t hands, uint64_t ways,
                     const uint8_t *front, const uint8_t *back)
{
    qsort(views, (size_t)n, sizeof *views, compare);
    uint32_t list = mj_store_list(w->mix.store, views, n);
    uint32_t *known = mj_pairs_at(&w->signature_of, list, 0);
    if (w->mix.store->failed || known == NULL)
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

static int add_view(uint32_t *views, int n, uint32_t view)
{
    for (int i = 0; i < n; i++)
        if (views[i] == view)
            return n;
    if (view != MJ_NONE)
        views[n++] = view;
    return n;
}

/* Add the views under the natural tiles of half `a`. */
static int add_views(mj_wild_walk *w, const mj_become *a, const mj_become *b, uint32_t *views,
                     int n)
{
    uint32_t own[28];
    int number;
    const uint32_t *list = mj_store_list_at(w->mix.store, a->variants, &number);
    memcpy(own, list, (size_t)number * sizeof *own);
    for (int i = 0; i < number; i += 2)
        n = add_view(views, n,
                     view_of(w, mj_mix_final(&w->mix, own[i], b->bare),
                             mj_mix_final(&w->mix, own[i + 1], b->paired)));
    return n;
}

/* Two finals as one, list by list. */
static uint32_t both_finals(mj_wild_walk *w, uint32_t a, uint32_t b)
{
    uint32_t one[2], other[2];
    int two;
    if (a == MJ_NONE || b == MJ_NONE || a == b)
        return a ? a : b;
    memcpy(one, mj_store_list_at(w->mix.store, a, &two), sizeof one);
    memcpy(other, mj_store_list_at(w->mix.store, b, &two), sizeof other);
    for (int i = 0; i < 2; i++)
        one[i] = mj_mix_union(&w->mix, one[i], other[i]);
    return mj_store_list(w->mix.store, one, 2);
}

/* All hands of two halves. */
static int add_halves(mj_wild_walk *w, const mj_become *a, const mj_become *b)
{
    uint32_t views[32];
    mj_mix *m = &w->mix;
    int n = add_views(w, a, b, views, 0);
    n = add_views(w, b, a, views, n);
    n = add_view(views, n,
                 view_of(w,
                         both_finals(w, mj_mix_final(m, a->wild_bare, b->bare),
                                     mj_mix_final(m, a->bare, b->wild_bare)),
                         both_finals(w, mj_mix_final(m, a->wild_paired, b->paired),
                                     mj_mix_final(m, a->paired, b->wild_paired))));
    if (n == 0)
        return w->mix.store->failed ? -1 : 0;
    return add_hands(w, views, n, a->hands * b->hands, a->ways * b->ways, a->held, b->held);
}

static int walk_halves(mj_wild_walk *w)
{
    const mj_wild_census *c = w->census;
    int natural = 14 - c->plan.wilds, bad;
    mj_becomes front = {0}, back = {0};
    size_t start[17] = {0};
    uint32_t *order = NULL;
    bad = mj_becomes_join(&front, &w->mix, &c->part[0], &c->part[1], (size_t)w->share,
                          (size_t)w->shares, natural)
          || mj_becomes_join(&back, &w->mix, &c->part[2], &c->part[3], 0, 1, natural);
    if (!bad) {
        order = malloc((back.n + 1) * sizeof *order);
        bad = order == NULL;
    }
    for (size_t at = 0, tiles = 0; !bad && tiles < 16; tiles++) {
        start[tiles] = at;
        for (size_t i = 0; i < back.n; i++)
            if (back.kind[i].tiles == tiles)
                order[at++] = (uint32_t)i;
        start[tiles + 1] = at;
    }
    for (size_t i = 0; !bad && i < front.n; i++) {
        int rest = natural - front.kind[i].tiles;
        for (size_t j = start[rest]; !bad && j < start[rest + 1]; j++)
            bad = add_halves(w, &front.kind[i], &back.kind[order[j]]);
    }
    free(order);
    mj_becomes_free(&front);
    mj_becomes_free(&back);
    return bad ? -1 : 0;
}

/* Add the sight of thirteen orphans with this winning tile. */
static size_t add_orphans(mj_wild_walk *w, const uint8_t *counts, int win, int plain, size_t n)
{
    uint64_t row[MJ_ROW_WORDS], more[MJ_ROW_WORDS];
    memset(row, 0, sizeof row);
    for (int part = 0; part < 4; part++) {
        mj_part p = mj_part_open(part, counts + 9 * part, NULL, 0, win);
        p.form = MJ_FORM_ORPHANS;
        p.forms = (uint8_t)w->census->plan.forms;
        mj_part_row(&p, w->census->plan.plan, more);
        mj_rows_together(w->census->plan.plan, row, more, row);
    }
    if (mj_grow(&w->sights, &w->sights_room, n + 1, sizeof *w->sights)) {
        failed(w);
        return n;
    }
    w->sights[n++] = sight_of(w, row, plain);
    return n;
}

static int is_end(int kind) { return kind >= 27 || kind % 9 == 0 || kind % 9 == 8; }

/* The view of natural tiles of orphans: `win` a kind, or -1 for a wild tile. */
static uint32_t view_of_orphans(mj_wild_walk *w, const uint8_t *held, int win)
{
    const mj_wild_plan *plan = &w->census->plan;
    size_t n = 0, kept = 0;
    for (int twice = 0; twice < MJ_KINDS; twice++) {
        uint8_t counts[MJ_KINDS + 2] = {0};
        int used = 0, fits = is_end(twice);
        for (int kind = 0; fits && kind < MJ_KINDS; kind++) {
            counts[kind] = (uint8_t)(is_end(kind) ? 1 + (kind == twice) : 0);
            fits = counts[kind] >= held[kind]
                   && (counts[kind] == held[kind] || plan->become >> kind & 1);
            used += counts[kind] - held[kind];
        }
        if (!fits || used != plan->wilds)
            continue;
        for (int kind = 0; kind < MJ_KINDS; kind++)
            if (win < 0 ? counts[kind] > held[kind] : kind == win)
                n = add_orphans(w, counts, kind, 0, n);
    }
    if (plan->plain >= 0) {
        uint8_t counts[MJ_KINDS + 2] = {0};
        int tiles = 0, kinds = 0;
        memcpy(counts, held, MJ_KINDS);
        counts[plan->plain] = (uint8_t)plan->wilds;
        for (int kind = 0; kind < MJ_KINDS; kind++) {
            tiles += counts[kind];
            kinds += counts[kind] > 0 && is_end(kind);
        }
        if (tiles == 14 && kinds == 13)
            n = add_orphans(w, counts, win < 0 ? plan->plain : win, 1, n);
    }
    qsort(w->sights, n, sizeof *w->sights, compare);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || w->sights[kept - 1] != w->sights[i])
            w->sights[kept++] = w->sights[i];
    return kept ? mj_store_list(w->mix.store, w->sights, (int)kept) : MJ_NONE;
}

/* Thirteen orphans: every choice of natural tiles from this kind on. No such hand wins otherwise. */
static int walk_orphans(mj_wild_walk *w, uint8_t *held, int from, int left, int twice)
{
    if (left == 0) {
        uint32_t views[15];
        uint64_t ways = 1;
        int n = add_view(views, 0, view_of_orphans(w, held, -1));
        for (int kind = 0; kind < MJ_KINDS; kind++)
            if (held[kind]) {
                ways *= held[kind] == 1 ? 4 : 6;
                n = add_view(views, n, view_of_orphans(w, held, kind));
            }
        return n ? add_hands(w, views, n, 1, ways, held, held + 18) : 0;
    }
    for (int kind = from; kind < MJ_KINDS; kind++) {
        if (!is_end(kind) || !(w->census->plan.drawn >> kind & 1))
            continue;
        for (int count = 1; count <= 2 - twice && count <= left; count++) {
            held[kind] = (uint8_t)count;
            if (walk_orphans(w, held, kind + 1, left - count, twice + (count == 2)))
                return -1;
        }
        held[kind] = 0;
    }
    return 0;
}

ptrdiff_t mj_wild_walk_find(mj_wild_walk *w)
{
    const mj_wild_plan *plan = &w->census->plan;
    uint8_t held[MJ_KINDS + 2] = {0};
    if (w->mix.store)
        return (ptrdiff_t)w->n_sights; /* found before */
    if (mj_mix_open(&w->mix, mj_store_copy(w->census->store), plan->wilds) || walk_halves(w)
        || (w->share == 0 && plan->forms & MJ_ORPHANS
            && walk_orphans(w, held, 0, 14 - plan->wilds, 0)))
        return -1;
    return (ptrdiff_t)w->n_sights;
}

/* The best sights of both sides in a view: -1 where a side reads nothing there. */
static void judge(const mj_wild_walk *w, uint32_t view, const mj_side side[2], int64_t best[2])
{
    int n;
    const uint32_t *sights = mj_store_list_at(w->mix.store, view, &n);
    for (int s = 0; s < 2; s++) {
        best[s] = -1;
        for (int i = 0; i < n; i++) {
            uint32_t rank = side[s].rank[sights[i]];
            if (rank && (best[s] < 0 || rank > side[s].rank[best[s]]))
                best[s] = sights[i];
        }
    }
}

static int add_change(mj_wild_walk *w, const signature *hands, const int64_t best[2])
{
    uint32_t *known = mj_pairs_at(&w->change_of, (uint32_t)(best[0] + 1), (uint32_t)(best[1] + 1));
    if (known == NULL)
        return -1;
    if (*known == 0) {
        if (mj_grow(&w->changes, &w->changes_room, w->n_changes + 1, sizeof *w->changes))
            return -1;
        mj_change *fresh = &w->changes[w->n_changes++];
        memset(fresh, 0, sizeof *fresh);
        fresh->best[0] = best[0];
        fresh->best[1] = best[1];
        memcpy(fresh->example, hands->example, sizeof fresh->example);
        *known = (uint32_t)w->n_changes;
    }
    w->changes[*known - 1].hands += hands->hands;
    w->changes[*known - 1].ways += hands->ways;
    return 0;
}

ptrdiff_t mj_wild_walk_count(mj_wild_walk *w, const mj_side side[2], const uint32_t least[2],
                             uint64_t *hands)
{
    *hands = 0;
    w->n_changes = 0;
    mj_pairs_free(&w->change_of);
    for (size_t i = 0; i < w->n_signatures; i++) {
        const signature *now = &w->signatures[i];
        int n, wins = 0, differs = 0;
        const uint32_t *views = mj_store_list_at(w->mix.store, now->views, &n);
        for (int j = 0; j < n; j++) {
            int64_t best[2];
            uint32_t result[2];
            judge(w, views[j], side, best);
            for (int s = 0; s < 2; s++)
                result[s] = best[s] < 0 ? least[s] : side[s].result[best[s]];
            wins |= result[0] || result[1];
            if (result[0] == result[1] || differs)
                continue;
            differs = 1;
            if (add_change(w, now, best))
                return -1;
        }
        if (wins)
            *hands += now->hands;
    }
    return (ptrdiff_t)w->n_changes;
}
