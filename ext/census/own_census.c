/* All winning hands by what own patterns ask: the parts once, then hands put together of them. */
#include "own_census.h"

#include <stdlib.h>
#include <string.h>

#include "readings/facts.h"
#include "shanten/limited.h"
#include "shanten/shanten.h"

enum { PARTS = 4, MOST_WINS = 9, CLASSES = 10 /* 2 * sets + pair */ };

/* A growing array of bytes. */
typedef struct {
    uint8_t *data;
    size_t length, room;
} pool;

static int reserve(pool *p, size_t more)
{
    if (p->length + more <= p->room)
        return 0;
    size_t room = p->room ? p->room : 1 << 12;
    while (room < p->length + more)
        room *= 2;
    uint8_t *data = realloc(p->data, room);
    if (data == NULL)
        return -1;
    p->data = data;
    p->room = room;
    return 0;
}

/*
 * An entry stands for count vectors of a part that are alike. A row is what a reading adds: its
 * word, then one number a question. `bare` are the rows without the winning tile; each variant is
 * a winning tile of this part, with a row for each reading and place of it.
 */
typedef struct {
    uint64_t hands, ways;
    uint32_t bare, variants; /* where they begin: rows, variants */
    uint16_t n_bare, n_variants;
    /* pairs: how many, where there is nothing else; or 255. In the table of such parts `pair` tells
     * whether they split into sets, with the pair or without. */
    uint8_t held[9], sets, pair, pairs;
    uint8_t more; /* kinds that make sets of a part that has the pair */
    uint64_t pairs_word;
    uint32_t pairs_row;
} entry;

typedef struct {
    uint32_t rows;
    uint16_t n_rows;
    uint8_t rank, copies;
    /* Without the tile: kinds of this part that complete it again; whether it then has the pair. */
    uint8_t here, opens;
} variant;

typedef struct {
    pool entries;                 /* of entry, those of one class side by side */
    uint32_t first[CLASSES + 1];  /* where each class of complete parts begins */
    pool paired;                  /* of entry: parts that are nothing but pairs */
} part_table;

struct mj_own_census {
    mj_ask *asks;
    int n_asks, forms;
    int waits; /* whether waits are asked */
    int exact; /* whether every count vector stands for itself: waits for pairs are no matter of
                * parts */
    size_t row;        /* numbers in a row */
    pool rows;         /* of uint64_t */
    pool variants;     /* of variant */
    part_table part[PARTS];
};

static const uint64_t *row_at(const mj_own_census *c, uint32_t at)
{
    return (const uint64_t *)(const void *)c->rows.data + at * c->row;
}

static const variant *variant_at(const mj_own_census *c, uint32_t at)
{
    return (const variant *)(const void *)c->variants.data + at;
}

static const entry *entries_of(const pool *p) { return (const entry *)(const void *)p->data; }
static size_t number_of(const pool *p) { return p->length / sizeof(entry); }

static inline uint64_t put(const mj_ask *ask, uint64_t a, uint64_t b)
{
    return mj_questions[ask->what].adds ? a + b : a | b;
}

/* What the kinds of a part add, and nothing else. */
static void kinds_row(const mj_own_census *c, int part, const uint8_t *held, uint64_t *row)
{
    int kinds = part < 3 ? 9 : 7;
    for (int a = 0; a < c->n_asks; a++) {
        uint64_t sum = 0;
        for (int rank = 0; rank < kinds; rank++)
            if (held[rank])
                sum = put(&c->asks[a], sum,
                          mj_asked_kind(&c->asks[a], 9 * part + rank, held[rank], held[rank]));
        row[1 + a] = sum;
    }
}

static int compare_rows(const uint64_t *a, const uint64_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Append rows to the pool in order, each once; how many, or -1. */
static int store_rows(mj_own_census *c, uint64_t *rows, int n)
{
    size_t size = c->row * sizeof(uint64_t);
    int kept = 0;
    uint64_t swap[1 + 1024];
    for (int i = 0; i < n; i++) {
        int at = kept;
        const uint64_t *now = rows + i * c->row;
        while (at > 0 && compare_rows(rows + (at - 1) * c->row, now, c->row) > 0)
            at--;
        if (at > 0 && compare_rows(rows + (at - 1) * c->row, now, c->row) == 0)
            continue;
        memcpy(swap, now, size);
        memmove(rows + (at + 1) * c->row, rows + at * c->row, (kept - at) * size);
        memcpy(rows + at * c->row, swap, size);
        kept++;
    }
    if (reserve(&c->rows, kept * size))
        return -1;
    memcpy(c->rows.data + c->rows.length, rows, kept * size);
    c->rows.length += kept * size;
    return kept;
}

static uint32_t n_rows(const mj_own_census *c)
{
    return (uint32_t)(c->rows.length / (c->row * sizeof(uint64_t)));
}

static int stands_in(int code, int kind)
{
    return code < MJ_PUNG ? kind >= code && kind <= code + 2 : code % MJ_KINDS == kind;
}

/* The rows of a part's readings into `out`: `win` is the winning rank or -1. How many. */
static int reading_rows(const mj_own_census *c, int part, const uint8_t *held, int win,
                        const mj_reading *reading, int n, const uint64_t *kinds, uint64_t *out)
{
    uint64_t words[MJ_MAX_READINGS];
    mj_part opened = mj_part_open(part, held, NULL, 0, win < 0 ? -1 : 9 * part + win);
    mj_part_facts(&opened, words);
    int rows = 0;
    for (int i = 0; i < n; i++) {
        uint8_t seen[5];
        int n_seen = 0, kind = 9 * part + win;
        for (int j = win < 0 ? -1 : 0; j < (win < 0 ? 0 : reading[i].length); j++) {
            int place = j < 0 ? -1 : reading[i].code[j], new = 1;
            if (place >= 0) {
                for (int k = 0; k < n_seen; k++)
                    new &= seen[k] != place;
                if (!new || !stands_in(place, kind))
                    continue;
                seen[n_seen++] = (uint8_t)place;
            }
            uint64_t *row = out + rows++ * c->row;
            memcpy(row, kinds, c->row * sizeof *row);
            row[0] = words[i];
            for (int a = 0; a < c->n_asks; a++) {
                const mj_ask *ask = &c->asks[a];
                for (int k = 0; k < reading[i].length; k++) {
                    int code = reading[i].code[k];
                    row[1 + a] = put(ask, row[1 + a], code >= MJ_PAIR
                                                          ? mj_asked_pair(ask, code - MJ_PAIR)
                                                          : mj_asked_set(ask, code, 0));
                }
                if (place >= 0) {
                    row[1 + a] = put(ask, row[1 + a], mj_asked_place(ask, place, kind, 0));
                    if (ask->what == MJ_ASK_win_copies)
                        row[1 + a] = held[win];
                }
            }
        }
    }
    return rows;
}

/* A table of entries by what they are, to find those that are alike. */
typedef struct {
    uint32_t *slot;
    size_t size;
} alike;

static uint64_t mixed(uint64_t state, const void *data, size_t length)
{
    const uint8_t *byte = data;
    for (size_t i = 0; i < length; i++)
        state = (state ^ byte[i]) * 0x100000001b3ull;
    return state ^ state >> 29;
}

static int same_entry(const mj_own_census *c, const entry *a, const entry *b)
{
    size_t size = c->row * sizeof(uint64_t);
    if (c->exact || a->sets != b->sets || a->pair != b->pair || a->pairs != b->pairs ||
        a->pairs_word != b->pairs_word || a->more != b->more || a->n_bare != b->n_bare || a->n_variants != b->n_variants ||
        memcmp(row_at(c, a->bare), row_at(c, b->bare), a->n_bare * size) != 0 ||
        memcmp(row_at(c, a->pairs_row), row_at(c, b->pairs_row), size) != 0)
        return 0;
    for (int i = 0; i < a->n_variants; i++) {
        const variant *one = variant_at(c, a->variants + i), *two = variant_at(c, b->variants + i);
        if (one->n_rows != two->n_rows || one->copies != two->copies || one->here != two->here ||
            one->opens != two->opens ||
            memcmp(row_at(c, one->rows), row_at(c, two->rows), one->n_rows * size) != 0)
            return 0;
    }
    return 1;
}

static uint64_t hash_entry(const mj_own_census *c, const entry *e)
{
    size_t size = c->row * sizeof(uint64_t);
    uint64_t state = mixed(e->sets * 4u + e->pair, &e->pairs_word, sizeof e->pairs_word);
    state = mixed(state, row_at(c, e->bare), e->n_bare * size);
    for (int i = 0; i < e->n_variants; i++) {
        const variant *v = variant_at(c, e->variants + i);
        state = mixed(state, row_at(c, v->rows), v->n_rows * size);
    }
    return state;
}

/* Add an entry to a pool, or its hands to the one that is alike; what it alone stored goes again. */
static int add_entry(mj_own_census *c, pool *into, alike *known, const entry *now, size_t rows_before,
                     size_t variants_before)
{
    size_t at = hash_entry(c, now) & (known->size - 1);
    for (; known->slot[at]; at = (at + 1) & (known->size - 1)) {
        entry *old = (entry *)(void *)into->data + (known->slot[at] - 1);
        if (same_entry(c, old, now)) {
            old->hands += now->hands;
            old->ways += now->ways;
            c->rows.length = rows_before;
            c->variants.length = variants_before;
            return 0;
        }
    }
    if (reserve(into, sizeof *now))
        return -1;
    memcpy(into->data + into->length, now, sizeof *now);
    into->length += sizeof *now;
    known->slot[at] = (uint32_t)number_of(into);
    return 0;
}

static uint64_t ways_of(const uint8_t *held, int kinds)
{
    uint64_t ways = 1;
    for (int rank = 0; rank < kinds; rank++)
        ways *= held[rank] & 1 ? 4 : held[rank] == 2 ? 6 : 1;
    return ways;
}

/* How many kinds that can still come make so many tiles of a part complete. */
static int completing(int part, uint8_t *held, int kinds)
{
    int n = 0;
    for (int rank = 0; rank < kinds; rank++)
        if (held[rank] < 4) {
            held[rank]++;
            n += mj_part_readings(part, held, NULL) > 0;
            held[rank]--;
        }
    return n;
}

/* Everything of one count vector: as a complete part where `n` readings are given, and as pairs. */
static int add_vector(mj_own_census *c, int part, const uint8_t *held, int tiles,
                      const mj_reading *reading, int n, pool *into, alike *known, uint64_t *room)
{
    int kinds = part < 3 ? 9 : 7, even = 1;
    size_t rows_before = c->rows.length, variants_before = c->variants.length;
    entry now;
    memset(&now, 0, sizeof now);
    now.hands = 1;
    now.ways = ways_of(held, kinds);
    now.sets = (uint8_t)(tiles / 3);
    now.pair = tiles % 3 == 2;
    memcpy(now.held, held, (size_t)kinds);
    for (int rank = 0; rank < kinds; rank++)
        even &= !(held[rank] & 1);
    uint64_t *kinds_only = room;
    uint64_t *rows = room + c->row;
    kinds_only[0] = 0;
    kinds_row(c, part, held, kinds_only);
    now.pairs = 255;
    if (even) {
        mj_part opened = mj_part_open(part, held, NULL, 0, -1);
        now.pairs = (uint8_t)(tiles / 2);
        now.pairs_word = mj_part_without_sets(&opened, MJ_FORM_PAIRS);
    }
    now.pairs_row = n_rows(c);
    memcpy(rows, kinds_only, c->row * sizeof *rows);
    if (store_rows(c, rows, 1) < 0)
        return -1;
    if (into == &c->part[part].paired)
        now.pair = n > 0;
    now.bare = n_rows(c);
    int found = reading_rows(c, part, held, -1, reading, n, kinds_only, rows);
    found = store_rows(c, rows, found);
    if (found < 0)
        return -1;
    now.n_bare = (uint16_t)found;
    now.variants = (uint32_t)(c->variants.length / sizeof(variant));
    uint8_t left[9];
    memcpy(left, held, (size_t)kinds);
    if (c->waits && now.pair && into == &c->part[part].entries)
        now.more = (uint8_t)completing(part, left, kinds);
    for (int rank = 0; rank < kinds; rank++) {
        if (!held[rank])
            continue;
        variant won = {n_rows(c), 0, (uint8_t)rank, held[rank], 0, 0};
        if (c->waits && into == &c->part[part].entries) {
            left[rank]--;
            won.here = (uint8_t)completing(part, left, kinds);
            won.opens = !now.pair && mj_part_readings(part, left, NULL) > 0;
            left[rank]++;
        }
        found = reading_rows(c, part, held, rank, reading, n, kinds_only, rows);
        found = store_rows(c, rows, found);
        if (found < 0 || reserve(&c->variants, sizeof won))
            return -1;
        won.n_rows = (uint16_t)found;
        memcpy(c->variants.data + c->variants.length, &won, sizeof won);
        c->variants.length += sizeof won;
        now.n_variants++;
    }
    return add_entry(c, into, known, &now, rows_before, variants_before);
}

static int forget(alike *known)
{
    known->size = 1 << 17;
    free(known->slot);
    known->slot = calloc(known->size, sizeof *known->slot);
    return known->slot == NULL ? -1 : 0;
}

/* Walk every count vector of a part with so many sets and a pair or none, or of pairs only. */
static int add_vectors(mj_own_census *c, int part, int class, pool *into, alike *known,
                       uint64_t *room)
{
    uint8_t held[9] = {0};
    int kinds = part < 3 ? 9 : 7, rank = 0, tiles = 0;
    int wanted = class < 0 ? -1 : class / 2 * 3 + class % 2 * 2, step = class < 0 ? 2 : 1;
    /* depth first, by what is left of the tiles */
    for (;;) {
        if (rank == kinds) {
            if (wanted < 0 || tiles == wanted) {
                mj_reading reading[MJ_MAX_READINGS];
                int n = mj_part_readings(part, held, reading);
                if (wanted < 0 || n > 0 || tiles == 0) {
                    if (tiles == 0) {
                        n = 1;
                        reading[0].length = 0;
                    }
                    if (add_vector(c, part, held, tiles, reading, n, into, known, room))
                        return -1;
                }
            }
            /* back to the last rank that can still grow */
            do {
                rank--;
                if (rank < 0)
                    return 0;
                tiles -= held[rank];
                held[rank] += (uint8_t)step;
            } while (held[rank] > 4 || tiles + held[rank] > (wanted < 0 ? 14 : wanted));
            tiles += held[rank];
            rank++;
        } else {
            held[rank++] = 0;
        }
    }
}

mj_own_census *mj_own_census_new(const mj_ask *asks, int n_asks, int forms)
{
    mj_own_census *c = calloc(1, sizeof *c);
    alike known = {NULL, 0};
    uint64_t *room = NULL;
    if (c == NULL)
        return NULL;
    c->asks = malloc((size_t)(n_asks + 1) * sizeof *asks);
    c->n_asks = n_asks;
    c->row = 1 + (size_t)n_asks;
    room = malloc((2 + MJ_MAX_SIGHTS) * c->row * sizeof *room);
    int failed = c->asks == NULL || room == NULL;
    if (!failed && n_asks)
        memcpy(c->asks, asks, (size_t)n_asks * sizeof *asks);
    for (int a = 0; a < n_asks; a++)
        if (asks[a].what == MJ_ASK_waits) {
            c->waits = 1;
            c->exact |= (asks[a].kinds & (MJ_PAIRS | MJ_QUAD_PAIRS)) != 0;
        }
    c->forms = forms;
    for (int part = 0; part < PARTS && !failed; part++) {
        part_table *table = &c->part[part];
        for (int class = 0; class < CLASSES && !failed; class++) {
            table->first[class] = (uint32_t)number_of(&table->entries);
            failed = forget(&known) || add_vectors(c, part, class, &table->entries, &known, room);
        }
        table->first[CLASSES] = (uint32_t)number_of(&table->entries);
        if (!failed && forms & (MJ_PAIRS | MJ_QUAD_PAIRS))
            failed = forget(&known) || add_vectors(c, part, -1, &table->paired, &known, room);
    }
    free(known.slot);
    free(room);
    if (!failed)
        return c;
    mj_own_census_free(c);
    return NULL;
}

void mj_own_census_free(mj_own_census *c)
{
    if (c == NULL)
        return;
    for (int part = 0; part < PARTS; part++) {
        free(c->part[part].entries.data);
        free(c->part[part].paired.data);
    }
    free(c->rows.data);
    free(c->variants.data);
    free(c->asks);
    free(c);
}

/* The sights met: a table by their hash, each with its word and answers. */
struct mj_own_walk {
    const mj_own_census *census;
    int share, shares, counting;
    pool words, answers;
    pool met; /* the sights of every hand under every winning tile, for the second walk */
    size_t next;
    int forgets; /* whether they were too many to keep */
    uint32_t *slot;
    size_t slots, sights;
    const mj_own_side *side;
    uint64_t hands;
    pool changes;
    uint32_t *change_slot;
    size_t change_slots;
};

mj_own_walk *mj_own_walk_new(const mj_own_census *census, int share, int shares)
{
    mj_own_walk *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->census = census;
    w->share = share;
    w->shares = shares;
    w->slots = 1 << 12;
    w->slot = calloc(w->slots, sizeof *w->slot);
    w->change_slots = 1 << 10;
    w->change_slot = calloc(w->change_slots, sizeof *w->change_slot);
    if (w->slot == NULL || w->change_slot == NULL) {
        mj_own_walk_free(w);
        return NULL;
    }
    return w;
}

void mj_own_walk_free(mj_own_walk *w)
{
    if (w == NULL)
        return;
    free(w->words.data);
    free(w->answers.data);
    free(w->met.data);
    free(w->slot);
    free(w->changes.data);
    free(w->change_slot);
    free(w);
}

const uint64_t *mj_own_walk_words(const mj_own_walk *w)
{
    return (const uint64_t *)(const void *)w->words.data;
}
const uint8_t *mj_own_walk_answers(const mj_own_walk *w) { return w->answers.data; }
const mj_own_change *mj_own_walk_changes(const mj_own_walk *w)
{
    return (const mj_own_change *)(const void *)w->changes.data;
}

static uint64_t hash_sight(uint64_t word, const uint8_t *answers, int n)
{
    uint64_t state = word * 0x9e3779b97f4a7c15ull;
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t eight;
        memcpy(&eight, answers + i, 8);
        state = (state ^ state >> 32 ^ eight) * 0x9e3779b97f4a7c15ull;
    }
    for (; i < n; i++)
        state = (state ^ state >> 32 ^ answers[i]) * 0x9e3779b97f4a7c15ull;
    return state ^ state >> 29;
}

static int grow_sights(mj_own_walk *w)
{
    size_t slots = w->slots * 2;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (slot == NULL)
        return -1;
    int n = w->census->n_asks;
    for (size_t i = 0; i < w->sights; i++) {
        size_t at = hash_sight(mj_own_walk_words(w)[i], w->answers.data + i * (size_t)n, n);
        for (at &= slots - 1; slot[at]; at = (at + 1) & (slots - 1)) {
        }
        slot[at] = (uint32_t)i + 1;
    }
    free(w->slot);
    w->slot = slot;
    w->slots = slots;
    return 0;
}

/* The number of a sight; -1 without memory. */
static int64_t sight_number(mj_own_walk *w, uint64_t word, const uint8_t *answers)
{
    size_t n = (size_t)w->census->n_asks;
    size_t at = hash_sight(word, answers, (int)n) & (w->slots - 1);
    for (; w->slot[at]; at = (at + 1) & (w->slots - 1)) {
        size_t i = w->slot[at] - 1;
        if (mj_own_walk_words(w)[i] == word && memcmp(w->answers.data + i * n, answers, n) == 0)
            return (int64_t)i;
    }
    if (w->sights * 2 >= w->slots) {
        if (grow_sights(w))
            return -1;
        return sight_number(w, word, answers);
    }
    if (reserve(&w->words, sizeof word) || reserve(&w->answers, n + 1))
        return -1;
    memcpy(w->words.data + w->words.length, &word, sizeof word);
    memcpy(w->answers.data + w->answers.length, answers, n);
    w->words.length += sizeof word;
    w->answers.length += n;
    w->slot[at] = (uint32_t)++w->sights;
    return (int64_t)w->sights - 1;
}

/* What the hand at work has come to so far. */
typedef struct {
    int wins, differs;
    int64_t best[2];
    uint8_t win;
} verdict;

enum { MOST_MET = 100000000 };

/* Keep a number for the second walk. */
static int keep(mj_own_walk *w, uint32_t number)
{
    if (w->forgets)
        return 0;
    if (w->met.length >= MOST_MET * sizeof number) {
        free(w->met.data);
        memset(&w->met, 0, sizeof w->met);
        w->forgets = 1;
        return 0;
    }
    if (reserve(&w->met, sizeof number))
        return -1;
    memcpy(w->met.data + w->met.length, &number, sizeof number);
    w->met.length += sizeof number;
    return 0;
}

/* Judge the sights under one winning tile. */
static void judge(const mj_own_walk *w, const uint32_t *sights, int n, int win, verdict *hand)
{
    int64_t best[2] = {-1, -1};
    for (int i = 0; i < n; i++)
        for (int s = 0; s < 2; s++) {
            uint32_t rank = w->side[s].rank[sights[i]];
            if (rank && (best[s] < 0 || rank > w->side[s].rank[best[s]]))
                best[s] = sights[i];
        }
    uint32_t one = best[0] < 0 ? 0 : w->side[0].result[best[0]];
    uint32_t two = best[1] < 0 ? 0 : w->side[1].result[best[1]];
    hand->wins |= one || two;
    if (one != two && !hand->differs) {
        hand->differs = 1;
        hand->best[0] = best[0];
        hand->best[1] = best[1];
        hand->win = (uint8_t)win;
    }
}

/* Judge what the first walk kept of this winning tile; whether it kept it. */
static int recall(mj_own_walk *w, int win, verdict *hand)
{
    if (!w->counting || w->forgets)
        return 0;
    const uint32_t *kept = (const uint32_t *)(const void *)w->met.data + w->next;
    judge(w, kept + 1, (int)kept[0], win, hand);
    w->next += 1 + kept[0];
    return 1;
}

/* Take the sights under one winning tile; -1 without memory. */
static int take(mj_own_walk *w, const uint64_t *words, const uint8_t *answers, int n, int win,
                verdict *hand)
{
    uint32_t sights[2 * MJ_MAX_SIGHTS];
    if (!w->counting && keep(w, (uint32_t)n))
        return -1;
    for (int i = 0; i < n; i++) {
        int64_t at = sight_number(w, words[i], answers + (size_t)i * (size_t)w->census->n_asks);
        if (at < 0)
            return -1;
        sights[i] = (uint32_t)at;
        if (!w->counting && keep(w, sights[i]))
            return -1;
    }
    if (w->counting)
        judge(w, sights, n, win, hand);
    return 0;
}

static int grow_changes(mj_own_walk *w)
{
    size_t slots = w->change_slots * 2;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (slot == NULL)
        return -1;
    size_t n = w->changes.length / sizeof(mj_own_change);
    for (size_t i = 0; i < n; i++) {
        size_t at = mixed(0, mj_own_walk_changes(w)[i].best, 16) & (slots - 1);
        for (; slot[at]; at = (at + 1) & (slots - 1)) {
        }
        slot[at] = (uint32_t)i + 1;
    }
    free(w->change_slot);
    w->change_slot = slot;
    w->change_slots = slots;
    return 0;
}

/* Count hands that came to this; `held` are the counts of one of them. */
static int count(mj_own_walk *w, const verdict *hand, uint64_t hands, uint64_t ways,
                 const entry *const part[PARTS])
{
    if (!w->counting)
        return 0;
    if (hand->wins)
        w->hands += hands;
    if (!hand->differs)
        return 0;
    if (w->changes.length / sizeof(mj_own_change) * 2 >= w->change_slots && grow_changes(w))
        return -1;
    size_t at = mixed(0, hand->best, 16) & (w->change_slots - 1);
    for (; w->change_slot[at]; at = (at + 1) & (w->change_slots - 1)) {
        mj_own_change *old = (mj_own_change *)(void *)w->changes.data + (w->change_slot[at] - 1);
        if (old->best[0] == hand->best[0] && old->best[1] == hand->best[1]) {
            old->hands += hands;
            old->ways += ways;
            return 0;
        }
    }
    mj_own_change now;
    memset(&now, 0, sizeof now);
    memcpy(now.best, hand->best, sizeof now.best);
    now.hands = hands;
    now.ways = ways;
    now.win = hand->win;
    for (int p = 0; p < PARTS; p++)
        memcpy(now.example + 9 * p, part[p]->held, p < 3 ? 9 : 7);
    if (reserve(&w->changes, sizeof now))
        return -1;
    memcpy(w->changes.data + w->changes.length, &now, sizeof now);
    w->changes.length += sizeof now;
    w->change_slot[at] = (uint32_t)(w->changes.length / sizeof now);
    return 0;
}

/* How many kinds the hand waited for before this tile, in these forms. */
static uint64_t waits_of(const entry *const part[PARTS], int win, int forms)
{
    uint8_t counts[MJ_KINDS], used[MJ_KINDS] = {0};
    uint64_t live = 0, dead = 0, n = 0;
    for (int p = 0; p < PARTS; p++)
        memcpy(counts + 9 * p, part[p]->held, p < 3 ? 9 : 7);
    counts[win]--;
    mj_completing(counts, used, 0, forms, &live, &dead);
    for (; live; live &= live - 1)
        n++;
    return n;
}

/* The same of sets and a pair, where no other form is waited for: what completes the tile's own
 * part, and where that could have the pair, what makes sets of the part that has it. */
static uint64_t waits_by_parts(const entry *const part[PARTS], const variant *v)
{
    uint64_t n = v->here;
    for (int p = 0; v->opens && p < PARTS; p++)
        n += part[p]->pair ? part[p]->more : 0;
    return n;
}

/* Finish one sight: the answers of parts put together. */
static void finish(const mj_own_census *c, const uint64_t *row, int form,
                   const entry *const part[PARTS], const variant *v, int win, uint8_t *answers)
{
    for (int a = 0; a < c->n_asks; a++) {
        const mj_ask *ask = &c->asks[a];
        uint64_t parts = row[1 + a];
        if (ask->what == MJ_ASK_waits)
            parts = c->exact || v == NULL ? waits_of(part, win, (int)ask->kinds)
                                          : waits_by_parts(part, v);
        if (ask->what == MJ_ASK_wait && form != MJ_TEXT_STANDARD)
            parts = form == MJ_TEXT_SEVEN_PAIRS ? MJ_TEXT_PAIR : MJ_TEXT_ORPHANS;
        answers[a] = (uint8_t)mj_asked_value(ask, parts, form);
    }
}

static void add_row(const mj_own_census *c, uint64_t *sum, const uint64_t *row)
{
    sum[0] = mj_together(sum[0], row[0]);
    for (int a = 0; a < c->n_asks; a++)
        sum[1 + a] = put(&c->asks[a], sum[1 + a], row[1 + a]);
}

/* Room for the sights of one hand. */
typedef struct {
    uint64_t *sum; /* PARTS rows, one a level */
    uint64_t words[2 * MJ_MAX_SIGHTS];
    uint8_t *answers;
} bench;

/* The sight as seven pairs under a winning tile of which so many are held. */
static int pairs_sight(mj_own_walk *w, const entry *const part[PARTS], int win, int copies,
                       bench *at, int n)
{
    const mj_own_census *c = w->census;
    uint64_t word = 0, *sum = at->sum;
    memset(sum, 0, c->row * sizeof *sum);
    for (int p = 0; p < PARTS; p++) {
        word = mj_together(word, part[p]->pairs_word);
        add_row(c, sum, row_at(c, part[p]->pairs_row));
    }
    for (int a = 0; a < c->n_asks; a++)
        if (c->asks[a].what == MJ_ASK_win_copies)
            sum[1 + a] = (uint64_t)copies;
    at->words[n] = word;
    finish(c, sum, MJ_TEXT_SEVEN_PAIRS, part, NULL, win, at->answers + n * c->n_asks);
    return n + 1;
}

/* All sights of a hand of the standard form under one winning tile of part `won`. */
static int see(mj_own_walk *w, const entry *const part[PARTS], int won, const variant *v,
               int as_pairs, bench *at, verdict *hand)
{
    const mj_own_census *c = w->census;
    int n = 0, win = 9 * won + v->rank;
    if (recall(w, win, hand))
        return 0;
    uint32_t start[PARTS];
    int number[PARTS], index[PARTS] = {0};
    for (int p = 0; p < PARTS; p++) {
        start[p] = p == won ? v->rows : part[p]->bare;
        number[p] = p == won ? v->n_rows : part[p]->n_bare;
    }
    for (;;) {
        memcpy(at->sum, row_at(c, start[0] + (uint32_t)index[0]), c->row * sizeof *at->sum);
        for (int p = 1; p < PARTS; p++)
            add_row(c, at->sum, row_at(c, start[p] + (uint32_t)index[p]));
        if (n >= MJ_MAX_SIGHTS)
            return -1;
        at->words[n] = at->sum[0];
        finish(c, at->sum, MJ_TEXT_STANDARD, part, v, win, at->answers + n * c->n_asks);
        n++;
        int p = PARTS - 1;
        while (p >= 0 && ++index[p] == number[p])
            index[p--] = 0;
        if (p < 0)
            break;
    }
    if (as_pairs && c->forms & (MJ_PAIRS | MJ_QUAD_PAIRS))
        n = pairs_sight(w, part, win, v->copies, at, n);
    return take(w, at->words, at->answers, n, win, hand);
}

static int see_hand(mj_own_walk *w, const entry *const part[PARTS], int standard, bench *at)
{
    verdict hand;
    memset(&hand, 0, sizeof hand);
    uint64_t hands = 1, ways = 1;
    int as_pairs = 1;
    for (int p = 0; p < PARTS; p++) {
        hands *= part[p]->hands;
        ways *= part[p]->ways;
        as_pairs &= part[p]->pairs != 255;
    }
    for (int p = 0; p < PARTS; p++)
        for (int i = 0; i < part[p]->n_variants; i++) {
            const variant *v = variant_at(w->census, part[p]->variants + i);
            if (standard) {
                if (see(w, part, p, v, as_pairs, at, &hand))
                    return -1;
            } else {
                int win = 9 * p + v->rank;
                if (recall(w, win, &hand))
                    continue;
                pairs_sight(w, part, win, v->copies, at, 0);
                if (take(w, at->words, at->answers, 1, win, &hand))
                    return -1;
            }
        }
    return count(w, &hand, hands, ways, part);
}

static int walk_standard(mj_own_walk *w, bench *at)
{
    const mj_own_census *c = w->census;
    size_t turn = 0;
    for (int m = 0; m < CLASSES; m++)
        for (int p = 0; p < CLASSES; p++)
            for (int s = 0; s < CLASSES; s++) {
                int sets = m / 2 + p / 2 + s / 2, pairs = m % 2 + p % 2 + s % 2;
                if (sets > 4 || pairs > 1)
                    continue;
                int z = 2 * (4 - sets) + !pairs;
                for (uint32_t i = c->part[0].first[m]; i < c->part[0].first[m + 1]; i++)
                    for (uint32_t j = c->part[1].first[p]; j < c->part[1].first[p + 1]; j++) {
                        if (turn++ % (size_t)w->shares != (size_t)w->share)
                            continue;
                        for (uint32_t k = c->part[2].first[s]; k < c->part[2].first[s + 1]; k++)
                            for (uint32_t l = c->part[3].first[z]; l < c->part[3].first[z + 1]; l++) {
                                const entry *const part[PARTS] = {
                                    entries_of(&c->part[0].entries) + i,
                                    entries_of(&c->part[1].entries) + j,
                                    entries_of(&c->part[2].entries) + k,
                                    entries_of(&c->part[3].entries) + l,
                                };
                                if (see_hand(w, part, 1, at))
                                    return -1;
                            }
                    }
            }
    return 0;
}

/* Whether the pairs are four sets and a pair as well; those hands are among the standard ones. */
static int is_standard(const entry *const part[PARTS])
{
    int with_pair = 0, all = 1;
    for (int p = 0; p < PARTS; p++) {
        all &= part[p]->pair;
        with_pair += 2 * part[p]->pairs % 3 == 2;
    }
    return all && with_pair == 1;
}

static int walk_pairs(mj_own_walk *w, bench *at)
{
    const mj_own_census *c = w->census;
    size_t turn = 0;
    for (size_t i = 0; i < number_of(&c->part[0].paired); i++)
        for (size_t j = 0; j < number_of(&c->part[1].paired); j++) {
            const entry *m = entries_of(&c->part[0].paired) + i;
            const entry *p = entries_of(&c->part[1].paired) + j;
            if (m->pairs + p->pairs > 7 || turn++ % (size_t)w->shares != (size_t)w->share)
                continue;
            for (size_t k = 0; k < number_of(&c->part[2].paired); k++) {
                const entry *s = entries_of(&c->part[2].paired) + k;
                if (m->pairs + p->pairs + s->pairs > 7)
                    continue;
                for (size_t l = 0; l < number_of(&c->part[3].paired); l++) {
                    const entry *z = entries_of(&c->part[3].paired) + l;
                    const entry *const part[PARTS] = {m, p, s, z};
                    if (m->pairs + p->pairs + s->pairs + z->pairs != 7)
                        continue;
                    if (!is_standard(part) && see_hand(w, part, 0, at))
                        return -1;
                }
            }
        }
    return 0;
}

/* Thirteen orphans: thirteen hands, alike but for the kind that is there twice. */
static int walk_orphans(mj_own_walk *w, bench *at)
{
    const mj_own_census *c = w->census;
    entry parts[PARTS];
    const entry *const part[PARTS] = {&parts[0], &parts[1], &parts[2], &parts[3]};
    for (int twice = 0; twice < MJ_KINDS; twice++) {
        if (twice < 27 && twice % 9 != 0 && twice % 9 != 8)
            continue;
        uint64_t ways = 1, word = 0;
        uint64_t *sum = at->sum, *own = at->sum + c->row;
        verdict hand;
        memset(&hand, 0, sizeof hand);
        memset(parts, 0, sizeof parts);
        memset(sum, 0, c->row * sizeof *sum);
        for (int p = 0; p < PARTS; p++) {
            for (int rank = 0; rank < (p < 3 ? 9 : 7); rank++)
                if (p == 3 || rank == 0 || rank == 8)
                    parts[p].held[rank] = (uint8_t)(1 + (9 * p + rank == twice));
            ways *= ways_of(parts[p].held, p < 3 ? 9 : 7);
            mj_part opened = mj_part_open(p, parts[p].held, NULL, 0, -1);
            word = mj_together(word, mj_part_without_sets(&opened, MJ_FORM_ORPHANS));
            own[0] = 0;
            kinds_row(c, p, parts[p].held, own);
            add_row(c, sum, own);
        }
        for (int win = 0; win < MJ_KINDS; win++) {
            int copies = parts[win < 27 ? win / 9 : 3].held[win < 27 ? win % 9 : win - 27];
            if (copies == 0 || recall(w, win, &hand))
                continue;
            for (int a = 0; a < c->n_asks; a++)
                if (c->asks[a].what == MJ_ASK_win_copies)
                    sum[1 + a] = (uint64_t)copies;
            at->words[0] = word;
            finish(c, sum, MJ_TEXT_THIRTEEN_ORPHANS, part, NULL, win, at->answers);
            if (take(w, at->words, at->answers, 1, win, &hand))
                return -1;
        }
        if (count(w, &hand, 1, ways, part))
            return -1;
    }
    return 0;
}

static int walk_all(mj_own_walk *w)
{
    bench at;
    at.sum = malloc(2 * w->census->row * sizeof *at.sum);
    at.answers = malloc((2 * MJ_MAX_SIGHTS) * (size_t)(w->census->n_asks + 1));
    int failed = at.sum == NULL || at.answers == NULL || walk_standard(w, &at) ||
                 walk_pairs(w, &at) ||
                 (w->share == 0 && w->census->forms & MJ_ORPHANS && walk_orphans(w, &at));
    free(at.sum);
    free(at.answers);
    return failed ? -1 : 0;
}

ptrdiff_t mj_own_walk_find(mj_own_walk *w)
{
    w->counting = 0;
    return walk_all(w) ? -1 : (ptrdiff_t)w->sights;
}

ptrdiff_t mj_own_walk_count(mj_own_walk *w, const mj_own_side side[2], uint64_t *hands)
{
    w->counting = 1;
    w->side = side;
    w->hands = 0;
    w->next = 0;
    w->changes.length = 0;
    memset(w->change_slot, 0, w->change_slots * sizeof *w->change_slot);
    if (walk_all(w))
        return -1;
    *hands = w->hands;
    return (ptrdiff_t)(w->changes.length / sizeof(mj_own_change));
}
