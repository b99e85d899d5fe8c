#include "kinds.h"

#include <stdlib.h>
#include <string.h>

#include "shanten/shanten.h"

#define VARIANTS_MOST 28 /* numbers: two for each of 14 tiles */

static uint64_t hash_kind(const mj_kind *k)
{
    uint64_t state = (uint64_t)k->bare << 32 | k->paired;
    state = (state ^ state >> 31) * 0x9e3779b97f4a7c15u;
    state ^= (uint64_t)k->variants << 24 | k->sets << 16 | k->pair << 8 | k->pairs;
    state *= 0xd6e8feb86659fd93u;
    return state ^ state >> 32;
}

static int is_same(const mj_kind *a, const mj_kind *b)
{
    return a->bare == b->bare && a->paired == b->paired && a->variants == b->variants
           && a->sets == b->sets && a->pair == b->pair && a->pairs == b->pairs;
}

static int grow_slots(mj_kinds *kinds)
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

int mj_kinds_add(mj_kinds *kinds, const mj_kind *kind)
{
    if (2 * kinds->n >= kinds->slots && grow_slots(kinds))
        return -1;
    size_t at = hash_kind(kind) & (kinds->slots - 1);
    for (; kinds->slot[at]; at = (at + 1) & (kinds->slots - 1)) {
        mj_kind *known = &kinds->kind[kinds->slot[at] - 1];
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

void mj_kinds_free(mj_kinds *kinds)
{
    free(kinds->kind);
    free(kinds->slot);
    memset(kinds, 0, sizeof *kinds);
}

/* The list of rows of a part, one a reading and place of the winning tile; MJ_NONE where it does not
 * split. */
static uint32_t rows_of(mj_store *store, const mj_part *part)
{
    mj_reading reading[MJ_MAX_READINGS];
    uint32_t rows[MJ_MAX_SIGHTS];
    uint64_t row[MJ_ROW_WORDS];
    uint8_t places[5];
    int found = 0, n = 1;
    reading[0].length = 0;
    if (part->there)
        n = mj_part_readings(part->part, part->held, reading);
    for (int i = 0; i < n; i++) {
        int n_places = mj_part_places(part, &reading[i], places);
        for (int j = 0; j < n_places && found < MJ_MAX_SIGHTS; j++) {
            mj_part p = mj_part_read(part, &reading[i], places[j]);
            mj_part_row(&p, store->plan, row);
            rows[found++] = mj_store_row(store, row);
        }
    }
    return found ? mj_store_list(store, rows, mj_store_sorted(rows, found)) : MJ_NONE;
}

static uint32_t paired_row(mj_store *store, const mj_part *part)
{
    uint64_t row[MJ_ROW_WORDS];
    mj_part p = *part;
    p.form = MJ_FORM_PAIRS;
    mj_part_row(&p, store->plan, row);
    return mj_store_row(store, row);
}

static int compare_variants(const void *a, const void *b)
{
    const uint32_t *one = a, *other = b;
    int first = (one[0] > other[0]) - (one[0] < other[0]);
    return first ? first : (one[1] > other[1]) - (one[1] < other[1]);
}

/* One count vector, which splits or is nothing but pairs. */
static int add_vector(mj_kinds *kinds, mj_store *store, int part, const uint8_t *held, int split,
                      int even)
{
    mj_kind kind;
    uint32_t variants[VARIANTS_MOST];
    int n = 0, of_part = part < 3 ? 9 : 7;
    mj_part opened = mj_part_open(part, held, NULL, 0, -1);
    memset(&kind, 0, sizeof kind);
    kind.hands = kind.ways = 1;
    kind.sets = (uint8_t)(split ? opened.tiles / 3 : 0);
    kind.pair = (uint8_t)(split && opened.tiles % 3 == 2);
    kind.pairs = (uint8_t)(even ? opened.tiles / 2 : 0);
    kind.bare = split ? rows_of(store, &opened) : MJ_NONE;
    kind.paired = even ? paired_row(store, &opened) : MJ_NONE;
    memcpy(kind.held, held, (size_t)of_part);
    for (int rank = 0; rank < of_part; rank++) {
        if (held[rank] == 0)
            continue;
        kind.ways *= held[rank] & 1 ? 4 : held[rank] == 2 ? 6 : 1;
        opened = mj_part_open(part, held, NULL, 0, 9 * part + rank);
        variants[n++] = split ? rows_of(store, &opened) : MJ_NONE;
        variants[n++] = even ? paired_row(store, &opened) : MJ_NONE;
    }
    qsort(variants, (size_t)n / 2, 2 * sizeof *variants, compare_variants);
    int kept = 0;
    for (int i = 0; i < n; i += 2)
        if (i == 0 || compare_variants(variants + i, variants + kept - 2) != 0) {
            variants[kept++] = variants[i];
            variants[kept++] = variants[i + 1];
        }
    kind.variants = mj_store_list(store, variants, kept);
    return store->failed ? -1 : mj_kinds_add(kinds, &kind);
}

int mj_kinds_of_part(mj_kinds *kinds, mj_store *store, int part, int forms)
{
    int of_part = part < 3 ? 9 : 7, tiles = 0;
    int standard = forms & MJ_STANDARD;
    int most = forms & MJ_QUAD_PAIRS ? 4 : forms & MJ_PAIRS ? 2 : -1; /* alike among seven pairs */
    uint32_t vectors = part < 3 ? MJ_SUIT_VECTORS : MJ_HONOR_VECTORS;
    uint8_t held[9] = {0};
    for (uint32_t index = 0; index < vectors; index++) {
        if (tiles <= 14) {
            const uint8_t *cost = part < 3 ? mj_suit_vector[mj_suit_class[index]]
                                           : mj_honor_vector[mj_honor_class[index]];
            int split = standard && tiles % 3 != 1
                        && cost[tiles / 3 + 8 * (tiles % 3 == 2)] == MJ_FREE;
            int even = most >= 0;
            for (int rank = 0; rank < of_part && even; rank++)
                even = !(held[rank] & 1) && held[rank] <= most;
            if ((split || even) && add_vector(kinds, store, part, held, split, even))
                return -1;
        }
        for (int rank = 0; rank < of_part; rank++) { /* the next vector: count up in base 5 */
            tiles++;
            if (++held[rank] < 5)
                break;
            held[rank] = 0;
            tiles -= 5;
        }
    }
    return 0;
}

/* Add what the tiles of `a` as winning ones come to beside `b`. */
static int add_variants(mj_store *store, const mj_kind *a, const mj_kind *b, int split, int paired,
                        uint32_t *variants, int n)
{
    int own;
    mj_store_list_at(store, a->variants, &own);
    for (int i = 0; i < own; i += 2) {
        const uint32_t *from = mj_store_list_at(store, a->variants, &own) + i;
        uint32_t now[2] = {from[0], from[1]};
        now[0] = split ? mj_store_lists_together(store, now[0], b->bare) : MJ_NONE;
        now[1] = paired ? mj_store_rows_together(store, now[1], b->paired) : MJ_NONE;
        int fresh = now[0] || now[1];
        for (int j = 0; j < n && fresh; j += 2)
            fresh = variants[j] != now[0] || variants[j + 1] != now[1];
        if (fresh) {
            variants[n++] = now[0];
            variants[n++] = now[1];
        }
    }
    return n;
}

uint32_t mj_variants_together(mj_store *store, const mj_kind *a, const mj_kind *b, int split,
                              int paired)
{
    uint32_t variants[2 * VARIANTS_MOST];
    int n = add_variants(store, a, b, split, paired, variants, 0);
    n = add_variants(store, b, a, split, paired, variants, n);
    return mj_store_list(store, variants, n);
}

int mj_kinds_join(mj_kinds *kinds, mj_store *store, const mj_kinds *one, const mj_kinds *other,
                  size_t from, size_t step)
{
    for (size_t i = from; i < one->n; i += step)
        for (size_t j = 0; j < other->n; j++) {
            const mj_kind *a = &one->kind[i], *b = &other->kind[j];
            int split = mj_can_split(a, b), paired = mj_can_pair(a, b);
            if (!split && !paired)
                continue;
            mj_kind kind;
            memset(&kind, 0, sizeof kind);
            if (split) {
                kind.bare = mj_store_lists_together(store, a->bare, b->bare);
                kind.sets = (uint8_t)(a->sets + b->sets);
                kind.pair = (uint8_t)(a->pair + b->pair);
            }
            if (paired) {
                kind.paired = mj_store_rows_together(store, a->paired, b->paired);
                kind.pairs = (uint8_t)(a->pairs + b->pairs);
            }
            kind.variants = mj_variants_together(store, a, b, split, paired);
            kind.hands = a->hands * b->hands;
            kind.ways = a->ways * b->ways;
            memcpy(kind.held, a->held, 9);
            memcpy(kind.held + 9, b->held, 9);
            if (store->failed || mj_kinds_add(kinds, &kind))
                return -1;
        }
    return 0;
}
