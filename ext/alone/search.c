/*
 * The search: depth first over the hands that can be reached, each looked at once. What a hand comes
 * to is an answer: a row of numbers for each figure, by draws left.
 */
#include <string.h>

#include "answers.h"
#include "core_hands.h"
#include "shanten/limited.h"
#include "shanten/nearness.h"
#include "memo.h"
#include "parts.h"
#include "points.h"
#include "processor.h"

#define MJ_DISCARDS_MOST MJ_CHOICES /* one of each kind, or of what no goal uses */

static uint32_t solve_hand(engine *e, uint64_t key, int level);
static uint32_t best_hand(engine *e, uint64_t key, int level);
static uint32_t solve_cores(engine *e, uint64_t key, int level);
static uint32_t best_cores(engine *e, uint64_t key, int level);

/* What 3n + 1 tiles at this shanten come to: the number of the answer, 0 with a fault. */
static inline uint32_t solve(engine *e, uint64_t key, int level)
{
    uint32_t known = find(e, key);
    if (known)
        return known;
    return key & CORES ? solve_cores(e, key, level) : solve_hand(e, key, level);
}

/* The best that can follow from 3n + 2 tiles, each figure on its own. */
static inline uint32_t best_after(engine *e, uint64_t key, int level)
{
    uint32_t known = find(e, key);
    if (known)
        return known;
    if (key & CORES)
        return key & FULL ? best_cores(e, key, level) : solve_cores(e, key, level);
    return best_hand(e, key, level);
}

/* The best of what follows `n` discards, each of them at this shanten. */
static uint32_t best_of(engine *e, uint64_t key, const uint64_t *next, int n, int level)
{
    uint32_t answers[MJ_DISCARDS_MOST];
    int different = 0;
    for (int i = 0; i < n; i++) {
        uint32_t answer = solve(e, next[i], level);
        if (answer == 0)
            return 0;
        /* In order and each but once, so that the same answers make the same list. */
        int at = different;
        while (at > 0 && answers[at - 1] > answer)
            at--;
        if (at > 0 && answers[at - 1] == answer)
            continue;
        for (int j = different++; j > at; j--)
            answers[j] = answers[j - 1];
        answers[at] = answer;
    }
    if (different == 1)
        return solo_remember(e, key, answers[0]);
    int closed = 0; /* figures that have closed rows here */
    for (int f = 0; f < MJ_FIGURES; f++)
        closed |= (level == base_of(f) && swaps_of(key) == 0) << f;
    mj_sign s = sign_of(BEST_ANSWER + (uint64_t)closed);
    for (int i = 0; i < different; i++)
        sign(&s, answers[i]);
    uint32_t made = made_before(e, s);
    return solo_remember(e, key, made ? made : solo_best_answer(e, answers, different, closed, s));
}

static uint32_t best_hand(engine *e, uint64_t key, int level)
{
    hand h;
    uint64_t next[MJ_DISCARDS_MOST];
    int n = 0;
    open_hand(e, key, &h);
    uint64_t same = e->returning < 0 ? 0 : solo_elsewhere(e, &h, level + 1);
    if (same)
        return solo_keep(e, key, best_after(e, same, level));
    uint64_t cores = solo_cores_of(e, &h, level + 1, 1);
    if (cores)
        return solo_remember(e, key, best_after(e, cores, level));
    for (uint64_t spare = solo_spare_of(e, &h, level + 1); spare; spare &= spare - 1) {
        next[n] = thrown_key(e, &h, mj_lowest_bit(spare));
        fetch_memo(e, next[n++]);
    }
    return e->fault ? 0 : best_of(e, key, next, n, level);
}

static uint32_t best_cores(engine *e, uint64_t key, int level)
{
    core_hand h;
    uint64_t next[MJ_DISCARDS_MOST];
    int n = 0;
    open_cores(e, key, &h);
    if (h.tiles < e->full)
        fetch_memo(e, next[n++] = key & ~FULL);
    for (int part = 0; part < 4; part++) {
        beside others = {0, 0, 0};
        for (int i = 0; i < h.core[part]->n_discards; i++)
            fetch_memo(e, next[n++]
                          = stepped(e, &h, part, &h.core[part]->discard[i], 0, &others));
    }
    return e->fault ? 0 : best_of(e, key, next, n, level);
}

/* The sum of copies times points over the tiles that complete a ready hand. */
static double points_ahead(engine *e, const hand *h, uint64_t useful)
{
    double sum = 0;
    for (uint64_t rest = useful; rest; rest &= rest - 1) {
        int kind = mj_lowest_bit(rest), part = mj_part_of_kind(kind);
        sum += h->part[part]->copies[kind - 9 * part] * solo_points_of(e, h, kind);
    }
    return sum;
}

/* Look up what follows each of the draws of a list; 0 with a fault. */
static int look_up(engine *e, const uint64_t *next, int level, draw_list *list)
{
    if (e->fault)
        return 0;
    for (int i = 0; i < list->n; i++)
        if ((list->answer[i] = best_after(e, next[i], level)) == 0)
            return 0;
    return 1;
}

/* The same of draws of `kinds`, with so many swaps less. */
static int follow(engine *e, const hand *h, uint64_t kinds, uint64_t swap, int level,
                  draw_list *list)
{
    uint64_t next[MJ_KINDS_WITH_WILD];
    int n = 0;
    for (; kinds; kinds &= kinds - 1) {
        int kind = mj_lowest_bit(kinds), part = mj_part_of_kind(kind);
        list->copies[n] = h->part[part]->copies[kind - 9 * part];
        next[n] = drawn_key(e, h, kind) - swap;
        fetch_memo(e, next[n++]);
    }
    list->n = n;
    return look_up(e, next, level, list);
}

/* Figures that are worked out at this shanten, and those of them that ask for what follows. */
static void figures_at(const engine *e, int level, int *acting, int *deeper)
{
    *acting = *deeper = 0;
    for (int f = 0; f < MJ_FIGURES; f++)
        if (e->figures >> f & 1) {
            *acting |= level >= base_of(f);
            *deeper |= level > base_of(f);
        }
}

static uint32_t solve_hand(engine *e, uint64_t key, int level)
{
    hand h;
    draw_list draws, swapped;
    int swaps = swaps_of(key), copies, acting, deeper;
    double points = 0;
    open_hand(e, key, &h);
    uint64_t same = e->returning < 0 ? 0 : solo_elsewhere(e, &h, level + 1);
    if (same)
        return solo_keep(e, key, solve(e, same, level));
    uint64_t cores = solo_cores_of(e, &h, level + 1, 0);
    if (cores)
        return solo_remember(e, key, solve(e, cores, level));
    uint64_t useful = solo_useful_of(e, &h, level + 1, &copies);
    figures_at(e, level, &acting, &deeper);
    mj_sign s = sign_of(SUM_ANSWER + (uint64_t)(1000 * swaps + 100 * level));
    sign(&s, (uint64_t)copies);
    draws.n = swapped.n = 0;
    if (level == 0 && e->figures >> MJ_VALUE & 1) {
        points = points_ahead(e, &h, useful);
        sign_number(&s, points);
    }
    if (deeper) {
        if (!follow(e, &h, useful, 0, level - 1, &draws))
            return 0;
        solo_sign_list(&s, &draws);
    }
    if (swaps && acting) {
        uint64_t others = KINDS(&h, live) & ~useful;
        if (!follow(e, &h, others, (uint64_t)1 << 60, level, &swapped))
            return 0;
        sign(&s, UINT64_MAX);
        solo_sign_list(&s, &swapped);
    }
    uint32_t made = made_before(e, s);
    if (made == 0 && !e->fault)
        made = solo_sum_answer(e, level, copies, points, swaps, &draws, &swapped, s);
    return solo_remember(e, key, made);
}

static uint32_t solve_cores(engine *e, uint64_t key, int level)
{
    core_hand h;
    draw_list draws;
    uint64_t next[MJ_KINDS_WITH_WILD];
    int copies = 0, acting, deeper, value = level == 0 && e->figures >> MJ_VALUE & 1;
    double points = 0;
    open_cores(e, key, &h);
    figures_at(e, level, &acting, &deeper);
    draws.n = 0;
    for (int part = 0; part < 4; part++) {
        beside others = {0, 0, 0};
        copies += h.core[part]->copies;
        for (int i = 0; i < h.core[part]->n_draws; i++) {
            const mj_core_step *draw = &h.core[part]->draw[i];
            if (value)
                points += draw->copies * solo_points_of_draw(e, &h, part, draw);
            if (deeper) {
                draws.copies[draws.n] = draw->copies;
                fetch_memo(e, next[draws.n++] = stepped(e, &h, part, draw, 1, &others));
            }
        }
    }
    mj_sign s = sign_of(SUM_ANSWER + (uint64_t)(100 * level));
    sign(&s, (uint64_t)copies);
    if (value)
        sign_number(&s, points);
    if (!look_up(e, next, level - 1, &draws))
        return 0;
    if (deeper)
        solo_sign_list(&s, &draws);
    uint32_t made = made_before(e, s);
    if (made == 0 && !e->fault)
        made = solo_sum_answer(e, level, copies, points, 0, &draws, &draws, s);
    return solo_remember(e, key, made);
}

/* The counts after `discard`; told apart from the same counts after another one by `thrown` (a kind,
 * or none), of which no copy was in the wall at the start. */
static uint64_t key_of(engine *e, const uint8_t *counts, int thrown)
{
    uint64_t key = (uint64_t)e->request->swaps << 60;
    for (int part = 0; part < 4; part++)
        key += (uint64_t)solo_part_id(e, part, counts + 9 * part, thrown_of(thrown, part)) << 15 * part;
    return key;
}

/* The shanten after a discard, and the counts then. */
static int level_after(const mj_solo_request *request, int discard, uint8_t *counts)
{
    memcpy(counts, request->counts, MJ_KINDS_WITH_WILD);
    if (discard < MJ_KINDS_WITH_WILD)
        counts[discard]--;
    if (request->wild) {
        uint8_t none[MJ_KINDS] = {0};
        mj_wild_held held = {counts, none, request->sets, request->forms, counts[MJ_WILD],
                             request->any, request->lacks};
        return mj_wild_missing(&held) - 1;
    }
    return mj_limited_missing(counts, request->used, request->sets, request->forms) - 1;
}

/*
 * The discard where a copy of it may be drawn again and kept, which is then one less to come; else
 * none. Without swaps a discard that keeps the shanten is never useful again, so such rows share
 * their hands.
 */
static int returning(const mj_solo_request *request, int discard, int level, int before)
{
    if (discard >= MJ_KINDS_WITH_WILD || request->left[discard] == 0)
        return NOTHING;
    return request->swaps || level > before ? discard : NOTHING;
}

static int search(mj_solo_room *room, const mj_solo_request *request, const uint8_t *discards, int n,
                  mj_solo_row *rows, mj_solo_work *work)
{
    engine e;
    memset(&e, 0, sizeof e);
    e.room = room;
    e.request = request;
    e.answers = mj_missing[request->sets];
    for (int part = 0; part < 4; part++)
        e.classes[part] = request->any ? part < 3 ? mj_any_suit_class : mj_any_honor_class
                                       : part < 3 ? mj_suit_class : mj_honor_class;
    e.pairs = request->forms & (MJ_PAIRS | MJ_QUAD_PAIRS);
    e.orphans = request->forms & MJ_ORPHANS;
    e.full = 14 - 3 * request->sets;
    e.stride = (request->draws + 4) & ~3;
    for (int kind = 0; kind < MJ_KINDS; kind++) {
        e.wall += request->left[kind];
        int limited = request->limits[kind] != (request->any ? MJ_ANY_ALIKE : 4);
        e.limited |= limited;
        if (request->limits[kind] == 0 && ORPHAN_KINDS >> kind & 1)
            e.orphans = 0;
        e.used_up[mj_part_of_kind(kind)] |= limited;
    }
    e.wall += request->left[MJ_WILD];
    e.other_forms = e.pairs || e.orphans;
    uint8_t after[MJ_KINDS + 2];
    memset(work, 0, sizeof *work);
    memset(rows, 0, (size_t)n * sizeof *rows);
    int figures = -1, level = n ? level_after(request, discards[n - 1], after) : 0;
    int before = level_after(request, NOTHING, after);
    /* Hands of the same cores are worth the same by their facts words, and by nothing else. */
    e.without_cores
        = level < request->cores_from || request->points->whole != NULL || request->wild;
    for (int i = 0; i < n; i++) {
        uint32_t found = 0;
        level = level_after(request, discards[i], after);
        /* What no number of lucky draws can bring needs no search. */
        int asked = request->figures;
        if (level + 1 > request->draws)
            asked &= ~(1 << MJ_WIN | 1 << MJ_VALUE);
        if (level > request->draws)
            asked = 0;
        rows[i].known = 1;
        if (asked == 0)
            continue;
        if (asked != figures || e.crowded) {
            e.without_cores |= e.crowded;
            e.crowded = 0;
            e.fault = solo_start(&e, asked);
            figures = asked;
        }
        if (e.fault == OVER && !e.broken)
            e.fault = FINE; /* what is known already may still do */
        int thrown = returning(request, discards[i], level, before);
        e.returning = thrown == NOTHING ? -1 : mj_part_of_kind(thrown);
        uint64_t key = e.fault ? 0 : key_of(&e, after, thrown);
        if (!e.fault)
            found = solve(&e, key, level);
        if (e.crowded) {
            i--; /* once more, without */
            continue;
        }
        if (e.fault == OVER) {
            rows[i].known = 0;
            continue;
        }
        if (e.fault)
            return e.fault == NO_MEMORY ? MJ_SOLO_NO_MEMORY : MJ_SOLO_NO_POINTS;
        const mj_answer *answer = &room->answers[found];
        for (int f = 0; f < MJ_FIGURES; f++)
            if (asked >> f & 1)
                rows[i].figure[f] = (f == MJ_VALUE ? answer->scale : 1)
                                    * row_at(&e, answer->row[f])[request->draws];
    }
    work->hands = e.hands;
    work->rows = e.rows;
    for (int part = 0; part < 4; part++)
        work->parts += (uint32_t)room->n_parts[part];
    work->parts += e.cores;
    return 0;
}

int mj_solo(mj_solo_room *room, const mj_solo_request *request, const uint8_t *discards, int n,
            mj_solo_row *rows, mj_solo_work *work)
{
    mj_solo_request within = *request;
    int wall = 0;
    for (int kind = 0; kind < MJ_KINDS_WITH_WILD; kind++)
        wall += request->left[kind];
    if (wall < within.draws)
        within.draws = wall; /* nothing comes from an empty wall */
    return search(room, &within, discards, n, rows, work);
}
