#include "become.h"

#include <stdlib.h>
#include <string.h>

#include "shanten/shanten.h"

static uint64_t hash_kind(const mj_become *k)
{
    uint64_t state = ((uint64_t)k->bare << 32 | k->paired) * 0x9e3779b97f4a7c15u;
    state = (state ^ state >> 31 ^ ((uint64_t)k->wild_bare << 32 | k->wild_paired))
            * 0xd6e8feb86659fd93u;
    state = (state ^ state >> 32 ^ ((uint64_t)k->variants << 8 | k->tiles)) * 0x9e3779b97f4a7c15u;
    return state ^ state >> 32;
}

static int is_same(const mj_become *a, const mj_become *b)
{
    return a->bare == b->bare && a->paired == b->paired && a->variants == b->variants
           && a->wild_bare == b->wild_bare && a->wild_paired == b->wild_paired
           && a->tiles == b->tiles;
}

static int grow_slots(mj_becomes *kinds)
{
    size_t slots = kinds->slots ? 2 * kinds->slots : 1 << 10;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (slot == NULL)
        return -1;
    for (size_t i = 0; i < kinds->n; i++) {
        size_t at = hash_kind(&kinds->kind[i]) & (slots - 1);
        while (slot[at])
            at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)i + 1;
    }
    free(kinds->slot);
    kinds->slot = slot;
    kinds->slots = slots;
    return 0;
}

static int add_kind(mj_becomes *kinds, const mj_become *kind)
{
    if (2 * kinds->n >= kinds->slots && grow_slots(kinds))
        return -1;
    size_t at = hash_kind(kind) & (kinds->slots - 1);
    for (; kinds->slot[at]; at = (at + 1) & (kinds->slots - 1)) {
        mj_become *known = &kinds->kind[kinds->slot[at] - 1];
        if (is_same(known, kind)) {
            known->hands += kind->hands;
            known->ways += kind->ways;
            return 0;
        }
    }
    if (mj_grow(&kinds->kind, &kinds->room, kinds->n + 1, sizeof *kinds->kind))
        return -1;
    kinds->kind[kinds->n] = *kind;
    kinds->slot[at] = (uint32_t)++kinds->n;
    return 0;
}

void mj_becomes_free(mj_becomes *kinds)
{
    free(kinds->kind);
    free(kinds->slot);
    memset(kinds, 0, sizeof *kinds);
}

/* A complete part: its lists of rows as sets and as pairs, without a winning tile and for each rank. */
typedef struct {
    uint8_t held[9];
    uint32_t split[10], even[10];
} target;

/* That natural tiles can become a target by so many wild tiles, on these ranks. */
typedef struct {
    uint32_t target, before; /* the entry before it for the same tiles, plus one */
    uint16_t ranks;
    uint8_t used;
} entry;

typedef struct {
    mj_mix *mix;
    const mj_wild_plan *plan;
    int part, ranks, most; /* most: tiles of a kind */
    uint16_t become, drawn;
    target *targets;
    entry *entries;
    size_t n_targets, targets_room, n_entries, entries_room;
    mj_pairs known;
    uint32_t *last; /* by vector: the last entry, plus one */
    int failed;
} work;

static uint32_t key_of(const uint8_t *held, uint32_t *high)
{
    uint32_t low = 0;
    for (int rank = 0; rank < 8; rank++)
        low |= (uint32_t)held[rank] << 4 * rank;
    *high = held[8];
    return low;
}

static uint32_t list_of(work *w, const target *t, int win, int form)
{
    mj_store *store = w->mix->store;
    uint32_t rows[MJ_MAX_SIGHTS];
    uint64_t row[MJ_ROW_WORDS];
    uint8_t places[5];
    mj_reading reading[MJ_MAX_READINGS];
    int found = 0, n = 1;
    mj_part part = mj_part_open(w->part, t->held, NULL, 0, win < 0 ? -1 : 9 * w->part + win);
    part.forms = (uint8_t)w->plan->forms;
    if (form == MJ_FORM_PAIRS) {
        part.form = MJ_FORM_PAIRS;
        mj_part_row(&part, store->plan, row);
        rows[found++] = mj_store_row(store, row);
        return mj_store_list(store, rows, found);
    }
    reading[0].length = 0;
    if (part.there)
        n = mj_part_readings(w->part, t->held, reading);
    for (int i = 0; i < n; i++) {
        int n_places = mj_part_places(&part, &reading[i], places);
        for (int j = 0; j < n_places && found < MJ_MAX_SIGHTS; j++) {
            mj_part p = mj_part_read(&part, &reading[i], places[j]);
            mj_part_row(&p, store->plan, row);
            rows[found++] = mj_store_row(store, row);
        }
    }
    return found ? mj_store_list(store, rows, mj_store_sorted(rows, found)) : MJ_NONE;
}

/* The number of a target, met before or not, plus one; 0 where it is none or without memory. */
static uint32_t target_of(work *w, const uint8_t *held)
{
    uint32_t high, low = key_of(held, &high);
    uint32_t *known = mj_pairs_at(&w->known, low, high);
    if (known == NULL)
        return (uint32_t)(w->failed = 1) - 1;
    if (*known)
        return *known;
    if (mj_grow(&w->targets, &w->targets_room, w->n_targets + 1, sizeof *w->targets))
        return (uint32_t)(w->failed = 1) - 1;
    *known = (uint32_t)w->n_targets + 1;
    target *t = &w->targets[w->n_targets++];
    memset(t, 0, sizeof *t);
    memcpy(t->held, held, 9);
    int tiles = 0, alike = 0, even = 1;
    for (int rank = 0; rank < w->ranks; rank++) {
        tiles += held[rank];
        even &= !(held[rank] & 1);
        alike = held[rank] > alike ? held[rank] : alike;
    }
    int forms = w->plan->forms;
    even &= (forms & MJ_QUAD_PAIRS) || (forms & MJ_PAIRS && alike <= 2);
    for (int win = -1; win < w->ranks; win++)
        if (win < 0 || held[win]) {
            if (forms & MJ_STANDARD && tiles % 3 != 1)
                t->split[win + 1] = list_of(w, t, win, MJ_FORM_STANDARD);
            if (even)
                t->even[win + 1] = list_of(w, t, win, MJ_FORM_PAIRS);
        }
    return (uint32_t)w->n_targets;
}

/* Note what natural tiles can become the target, and take away one more tile. */
static void take_away(work *w, uint8_t *held, uint32_t number, int from, int used, unsigned ranks)
{
    uint32_t index = 0;
    int natural = 1;
    for (int rank = w->ranks; rank-- > 0;) {
        natural &= held[rank] <= 4 && (held[rank] == 0 || w->drawn >> rank & 1);
        index = 5 * index + held[rank];
    }
    if (natural) {
        if (mj_grow(&w->entries, &w->entries_room, w->n_entries + 1, sizeof *w->entries)) {
            w->failed = 1;
            return;
        }
        w->entries[w->n_entries] = (entry){number, w->last[index], (uint16_t)ranks, (uint8_t)used};
        w->last[index] = (uint32_t)++w->n_entries;
    }
    if (used == w->plan->wilds)
        return;
    for (int rank = from; rank < w->ranks; rank++)
        if (held[rank] && w->become >> rank & 1) {
            held[rank]--;
            take_away(w, held, number, rank, used + 1, ranks | 1u << rank);
            held[rank]++;
        }
}

static void add_target(work *w, uint8_t *held)
{
    size_t before = w->n_targets;
    uint32_t number = target_of(w, held);
    if (number && w->n_targets > before)
        take_away(w, held, number - 1, 0, 0, 0);
}

/* Every part of sets from this pool number on, with and without a pair. */
static void add_sets(work *w, uint8_t *held, int from, int sets)
{
    int pool = w->part < 3 ? 16 : 7;
    add_target(w, held);
    for (int rank = 0; rank < w->ranks; rank++)
        if (held[rank] + 2 <= w->most) {
            held[rank] = (uint8_t)(held[rank] + 2);
            add_target(w, held);
            held[rank] = (uint8_t)(held[rank] - 2);
        }
    if (sets == 4)
        return;
    for (int set = from; set < pool && !w->failed; set++) {
        int rank = set < w->ranks ? set : set - w->ranks, chow = set >= w->ranks;
        int fits = chow ? held[rank] < w->most && held[rank + 1] < w->most
                              && held[rank + 2] < w->most
                        : held[rank] + 3 <= w->most;
        if (!fits)
            continue;
        for (int i = 0; i < 3; i++)
            held[rank + (chow ? i : 0)]++;
        add_sets(w, held, set, sets + 1);
        for (int i = 0; i < 3; i++)
            held[rank + (chow ? i : 0)]--;
    }
}

/* Every part of nothing but pairs. */
static void add_pairs(work *w, uint8_t *held, int rank, int pairs)
{
    if (rank == w->ranks) {
        add_target(w, held);
        return;
    }
    int most = w->plan->forms & MJ_QUAD_PAIRS ? w->most : 2;
    for (int count = 0; count <= most && pairs + count / 2 <= 7; count += 2) {
        held[rank] = (uint8_t)count;
        add_pairs(w, held, rank + 1, pairs + count / 2);
    }
    held[rank] = 0;
}

/* The graded list of all targets of some tiles: `win` a rank, -1 without, -2 a wild tile. */
static uint32_t graded(work *w, uint32_t last, int win, int pairs, int tiles, const target *plain,
                       int plain_tiles)
{
    uint32_t items[MJ_GRADES + MJ_CENSUS_WILDS + 2] = {0};
    items[0] = MJ_HEAD_OF(tiles, pairs, plain_tiles);
    for (uint32_t at = last; at; at = w->entries[at - 1].before) {
        const entry *e = &w->entries[at - 1];
        const target *t = &w->targets[e->target];
        const uint32_t *lists = pairs ? t->even : t->split;
        uint32_t *item = &items[MJ_GRADES + e->used];
        if (win > -2) {
            *item = mj_mix_union(w->mix, *item, lists[win + 1]);
            continue;
        }
        for (int rank = 0; rank < w->ranks; rank++)
            if (e->ranks >> rank & 1)
                *item = mj_mix_union(w->mix, *item, lists[rank + 1]);
    }
    if (plain) {
        int kind = w->plan->plain, here = kind / 9 < 3 ? kind / 9 : 3;
        if (win == -2)
            win = here == w->part ? kind - 9 * here : -3;
        if (win > -2)
            items[MJ_GRADES + w->plan->wilds + 1] = (pairs ? plain->even : plain->split)[win + 1];
    }
    return mj_mix_grades(w->mix, items);
}

static int compare_variants(const void *a, const void *b)
{
    const uint32_t *one = a, *other = b;
    int first = (one[0] > other[0]) - (one[0] < other[0]);
    return first ? first : (one[1] > other[1]) - (one[1] < other[1]);
}

/* The list of variants, sorted, each but once. */
static uint32_t variants_of(mj_store *store, uint32_t *variants, int n)
{
    int kept = 0;
    qsort(variants, (size_t)n / 2, 2 * sizeof *variants, compare_variants);
    for (int i = 0; i < n; i += 2)
        if ((variants[i] || variants[i + 1])
            && (kept == 0 || compare_variants(variants + i, variants + kept - 2) != 0)) {
            variants[kept++] = variants[i];
            variants[kept++] = variants[i + 1];
        }
    return mj_store_list(store, variants, kept);
}

#define VARIANTS_MOST 28 /* numbers: two for each of 14 tiles */

static int add_vector(work *w, mj_becomes *kinds, const uint8_t *held, int tiles, uint32_t last)
{
    mj_become kind;
    uint32_t variants[VARIANTS_MOST];
    int n = 0, kinds_here = w->ranks, plain_kind = w->plan->plain, plain_tiles = tiles;
    const target *plain = NULL;
    memset(&kind, 0, sizeof kind);
    if (plain_kind >= 0) {
        uint8_t with[9];
        int here = plain_kind / 9 < 3 ? plain_kind / 9 : 3;
        memcpy(with, held, 9);
        if (here == w->part) {
            with[plain_kind - 9 * here] = (uint8_t)w->plan->wilds;
            plain_tiles += w->plan->wilds;
        }
        if (plain_tiles <= 14) {
            uint32_t number = target_of(w, with);
            if (number == 0)
                return -1;
            plain = &w->targets[number - 1];
        }
    }
    kind.bare = graded(w, last, -1, 0, tiles, plain, plain_tiles);
    kind.paired = graded(w, last, -1, 1, tiles, plain, plain_tiles);
    if (kind.bare == MJ_NONE && kind.paired == MJ_NONE)
        return w->mix->store->failed;
    kind.wild_bare = graded(w, last, -2, 0, tiles, plain, plain_tiles);
    kind.wild_paired = graded(w, last, -2, 1, tiles, plain, plain_tiles);
    kind.hands = kind.ways = 1;
    kind.tiles = (uint8_t)tiles;
    memcpy(kind.held, held, (size_t)kinds_here);
    for (int rank = 0; rank < kinds_here; rank++)
        if (held[rank]) {
            kind.ways *= held[rank] & 1 ? 4 : held[rank] == 2 ? 6 : 1;
            variants[n++] = graded(w, last, rank, 0, tiles, plain, plain_tiles);
            variants[n++] = graded(w, last, rank, 1, tiles, plain, plain_tiles);
        }
    kind.variants = variants_of(w->mix->store, variants, n);
    return w->mix->store->failed ? -1 : add_kind(kinds, &kind);
}

int mj_becomes_of_part(mj_becomes *kinds, mj_mix *mix, const mj_wild_plan *plan, int part)
{
    work w = {mix, plan, part, part < 3 ? 9 : 7, plan->any_copies ? 4 + plan->wilds : 4,
              (uint16_t)(plan->become >> 9 * part & (part < 3 ? 0x1ff : 0x7f)),
              (uint16_t)(plan->drawn >> 9 * part & (part < 3 ? 0x1ff : 0x7f)),
              NULL, NULL, 0, 0, 0, 0, {0}, NULL, 0};
    uint32_t vectors = part < 3 ? MJ_SUIT_VECTORS : MJ_HONOR_VECTORS;
    uint8_t held[9] = {0};
    int tiles = 0, bad = 0;
    w.last = calloc(vectors, sizeof *w.last);
    bad = w.last == NULL;
    if (!bad && plan->forms & MJ_STANDARD)
        add_sets(&w, held, 0, 0);
    if (!bad && plan->forms & (MJ_PAIRS | MJ_QUAD_PAIRS))
        add_pairs(&w, held, 0, 0);
    bad |= w.failed;
    memset(held, 0, sizeof held);
    for (uint32_t index = 0; index < vectors && !bad; index++) {
        int natural = tiles <= 14;
        for (int rank = 0; rank < w.ranks; rank++)
            natural &= held[rank] == 0 || w.drawn >> rank & 1;
        if (natural && (w.last[index] || plan->plain >= 0))
            bad = add_vector(&w, kinds, held, tiles, w.last[index]);
        for (int rank = 0; rank < w.ranks; rank++) { /* the next vector: count up in base 5 */
            tiles++;
            if (++held[rank] < 5)
                break;
            held[rank] = 0;
            tiles -= 5;
        }
    }
    free(w.targets);
    free(w.entries);
    free(w.last);
    mj_pairs_free(&w.known);
    return bad || w.failed || mix->store->failed ? -1 : 0;
}

/* Add what the tiles of `a` as winning ones come to beside `b`. */
static int add_variants(mj_mix *mix, const mj_become *a, const mj_become *b, uint32_t *variants,
                        int n)
{
    uint32_t own[VARIANTS_MOST];
    int number;
    const uint32_t *list = mj_store_list_at(mix->store, a->variants, &number);
    memcpy(own, list, (size_t)number * sizeof *own);
    for (int i = 0; i < number && n < VARIANTS_MOST; i += 2) {
        variants[n++] = mj_mix_together(mix, own[i], b->bare);
        variants[n++] = mj_mix_together(mix, own[i + 1], b->paired);
    }
    return n;
}

int mj_becomes_join(mj_becomes *kinds, mj_mix *mix, const mj_becomes *one,
                    const mj_becomes *other, size_t from, size_t step, int most)
{
    for (size_t i = from; i < one->n; i += step)
        for (size_t j = 0; j < other->n; j++) {
            const mj_become *a = &one->kind[i], *b = &other->kind[j];
            uint32_t variants[VARIANTS_MOST];
            mj_become kind;
            if (a->tiles + b->tiles > most)
                continue;
            memset(&kind, 0, sizeof kind);
            kind.bare = mj_mix_together(mix, a->bare, b->bare);
            kind.paired = mj_mix_together(mix, a->paired, b->paired);
            if (kind.bare == MJ_NONE && kind.paired == MJ_NONE)
                continue;
            kind.wild_bare = mj_mix_both(mix, mj_mix_together(mix, a->wild_bare, b->bare),
                                         mj_mix_together(mix, a->bare, b->wild_bare));
            kind.wild_paired = mj_mix_both(mix, mj_mix_together(mix, a->wild_paired, b->paired),
                                           mj_mix_together(mix, a->paired, b->wild_paired));
            int n = add_variants(mix, a, b, variants, 0);
            n = add_variants(mix, b, a, variants, n);
            kind.variants = variants_of(mix->store, variants, n);
            kind.tiles = (uint8_t)(a->tiles + b->tiles);
            kind.hands = a->hands * b->hands;
            kind.ways = a->ways * b->ways;
            memcpy(kind.held, a->held, 9);
            memcpy(kind.held + 9, b->held, 9);
            if (mix->store->failed || add_kind(kinds, &kind))
                return -1;
        }
    return 0;
}
