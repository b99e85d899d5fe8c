#include "store.h"

#include <stdlib.h>
#include <string.h>

int mj_grow(void *array, size_t *room, size_t needed, size_t size)
{
    void *old, *more;
    if (needed <= *room)
        return 0;
    size_t bigger = *room ? *room : 256;
    while (bigger < needed)
        bigger *= 2;
    memcpy(&old, array, sizeof old); /* array: a pointer to the pointer */
    more = realloc(old, bigger * size);
    if (more == NULL)
        return -1;
    memcpy(array, &more, sizeof more);
    *room = bigger;
    return 0;
}

static uint64_t mixed(uint64_t state, uint64_t word)
{
    state = (state ^ word) * 0x9e3779b97f4a7c15u;
    return state ^ state >> 29;
}

static uint64_t hash_words(const uint64_t *words, int n)
{
    uint64_t state = 0;
    for (int i = 0; i < n; i++)
        state = mixed(state, words[i]);
    return state;
}

static uint64_t hash_items(const uint32_t *items, int n)
{
    uint64_t state = (uint64_t)n;
    for (int i = 0; i < n; i++)
        state = mixed(state, items[i]);
    return state;
}

static uint64_t hash_pair(uint64_t key)
{
    key *= 0x9e3779b97f4a7c15u;
    return key ^ key >> 32;
}

static int grow_pairs(mj_pairs *pairs)
{
    mj_pairs bigger = {NULL, NULL, pairs->room ? 2 * pairs->room : 1 << 12, pairs->known};
    bigger.key = malloc(bigger.room * sizeof *bigger.key);
    bigger.value = calloc(bigger.room, sizeof *bigger.value);
    if (bigger.key == NULL || bigger.value == NULL) {
        free(bigger.key);
        free(bigger.value);
        return -1;
    }
    for (size_t i = 0; i < pairs->room; i++)
        if (pairs->value[i]) {
            size_t at = hash_pair(pairs->key[i]) & (bigger.room - 1);
            while (bigger.value[at])
                at = (at + 1) & (bigger.room - 1);
            bigger.key[at] = pairs->key[i];
            bigger.value[at] = pairs->value[i];
        }
    free(pairs->key);
    free(pairs->value);
    *pairs = bigger;
    return 0;
}

uint32_t *mj_pairs_at(mj_pairs *pairs, uint32_t a, uint32_t b)
{
    uint64_t key = (uint64_t)a << 32 | b;
    if (4 * pairs->known >= 3 * pairs->room && grow_pairs(pairs))
        return NULL;
    size_t at = hash_pair(key) & (pairs->room - 1);
    while (pairs->value[at] && pairs->key[at] != key)
        at = (at + 1) & (pairs->room - 1);
    if (pairs->value[at] == 0) {
        pairs->key[at] = key;
        pairs->known++; /* the caller sets it */
    }
    return &pairs->value[at];
}

void mj_pairs_free(mj_pairs *pairs)
{
    free(pairs->key);
    free(pairs->value);
    memset(pairs, 0, sizeof *pairs);
}

mj_store *mj_store_new(const mj_plan *plan)
{
    mj_store *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->plan = plan;
    s->n_rows = s->n_lists = 1; /* 0 is none */
    s->row_slots = s->list_slots = 1 << 12;
    s->row_slot = calloc(s->row_slots, sizeof *s->row_slot);
    s->list_slot = calloc(s->list_slots, sizeof *s->list_slot);
    if (s->row_slot == NULL || s->list_slot == NULL
        || mj_grow(&s->rows, &s->rows_room, (size_t)plan->words, sizeof *s->rows)
        || mj_grow(&s->list_at, &s->lists_room, 3, sizeof *s->list_at)) {
        mj_store_free(s);
        return NULL;
    }
    memset(s->rows, 0, (size_t)plan->words * sizeof *s->rows);
    s->list_at[0] = s->list_at[1] = 0;
    return s;
}

static void *copied(const void *from, size_t bytes, int *failed)
{
    void *to = malloc(bytes ? bytes : 1);
    if (to == NULL)
        *failed = 1;
    else if (bytes)
        memcpy(to, from, bytes);
    return to;
}

mj_store *mj_store_copy(const mj_store *store)
{
    mj_store *s = malloc(sizeof *s);
    if (s == NULL)
        return NULL;
    *s = *store;
    int failed = 0;
    s->rows = copied(store->rows, s->rows_room * sizeof *s->rows, &failed);
    s->items = copied(store->items, s->items_room * sizeof *s->items, &failed);
    s->list_at = copied(store->list_at, s->lists_room * sizeof *s->list_at, &failed);
    s->row_slot = copied(store->row_slot, s->row_slots * sizeof *s->row_slot, &failed);
    s->list_slot = copied(store->list_slot, s->list_slots * sizeof *s->list_slot, &failed);
    memset(&s->rows_together, 0, sizeof s->rows_together);
    memset(&s->lists_together, 0, sizeof s->lists_together);
    if (failed) {
        mj_store_free(s);
        return NULL;
    }
    return s;
}

void mj_store_free(mj_store *s)
{
    if (s == NULL)
        return;
    free(s->rows);
    free(s->items);
    free(s->list_at);
    free(s->row_slot);
    free(s->list_slot);
    mj_pairs_free(&s->rows_together);
    mj_pairs_free(&s->lists_together);
    free(s);
}

static int grow_row_slots(mj_store *s)
{
    size_t slots = 2 * s->row_slots;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (slot == NULL)
        return -1;
    for (size_t i = 1; i < s->n_rows; i++) {
        size_t at = hash_words(mj_store_row_at(s, (uint32_t)i), s->plan->words) & (slots - 1);
        while (slot[at])
            at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)i;
    }
    free(s->row_slot);
    s->row_slot = slot;
    s->row_slots = slots;
    return 0;
}

static int grow_list_slots(mj_store *s)
{
    size_t slots = 2 * s->list_slots;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (slot == NULL)
        return -1;
    for (size_t i = 1; i < s->n_lists; i++) {
        int n;
        const uint32_t *items = mj_store_list_at(s, (uint32_t)i, &n);
        size_t at = hash_items(items, n) & (slots - 1);
        while (slot[at])
            at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)i;
    }
    free(s->list_slot);
    s->list_slot = slot;
    s->list_slots = slots;
    return 0;
}

static uint32_t failed(mj_store *s)
{
    s->failed = 1;
    return MJ_NONE;
}

uint32_t mj_store_row(mj_store *s, const uint64_t *row)
{
    size_t words = (size_t)s->plan->words;
    if (2 * s->n_rows >= s->row_slots && grow_row_slots(s))
        return failed(s);
    size_t at = hash_words(row, (int)words) & (s->row_slots - 1);
    for (; s->row_slot[at]; at = (at + 1) & (s->row_slots - 1))
        if (memcmp(mj_store_row_at(s, s->row_slot[at]), row, words * sizeof *row) == 0)
            return s->row_slot[at];
    if (mj_grow(&s->rows, &s->rows_room, (s->n_rows + 1) * words, sizeof *s->rows))
        return failed(s);
    memcpy(s->rows + s->n_rows * words, row, words * sizeof *row);
    return s->row_slot[at] = (uint32_t)s->n_rows++;
}

uint32_t mj_store_list(mj_store *s, const uint32_t *items, int n)
{
    if (2 * s->n_lists >= s->list_slots && grow_list_slots(s))
        return failed(s);
    size_t at = hash_items(items, n) & (s->list_slots - 1), length = (size_t)n;
    for (; s->list_slot[at]; at = (at + 1) & (s->list_slots - 1)) {
        int known;
        const uint32_t *other = mj_store_list_at(s, s->list_slot[at], &known);
        if (known == n && (n == 0 || memcmp(other, items, length * sizeof *items) == 0))
            return s->list_slot[at];
    }
    if (mj_grow(&s->items, &s->items_room, s->n_items + length + 1, sizeof *s->items)
        || mj_grow(&s->list_at, &s->lists_room, s->n_lists + 2, sizeof *s->list_at))
        return failed(s);
    memcpy(s->items + s->n_items, items, length * sizeof *items);
    s->n_items += length;
    s->list_at[s->n_lists + 1] = (uint32_t)s->n_items;
    return s->list_slot[at] = (uint32_t)s->n_lists++;
}

int mj_store_sorted(uint32_t *items, int n)
{
    int different = 0;
    for (int i = 0; i < n; i++) {
        uint32_t item = items[i];
        int at = different;
        while (at > 0 && items[at - 1] > item)
            at--;
        if (at > 0 && items[at - 1] == item)
            continue;
        for (int j = different++; j > at; j--)
            items[j] = items[j - 1];
        items[at] = item;
    }
    return different;
}

static uint32_t add_rows(mj_store *s, uint32_t a, uint32_t b)
{
    uint64_t sum[MJ_ROW_WORDS];
    mj_rows_together(s->plan, mj_store_row_at(s, a), mj_store_row_at(s, b), sum);
    return mj_store_row(s, sum);
}

uint32_t mj_store_rows_together(mj_store *s, uint32_t a, uint32_t b)
{
    if (a == MJ_NONE || b == MJ_NONE)
        return MJ_NONE;
    uint32_t *known = mj_pairs_at(&s->rows_together, a, b);
    if (known == NULL)
        return failed(s);
    return *known ? *known : (*known = add_rows(s, a, b));
}

uint32_t mj_store_lists_together(mj_store *s, uint32_t a, uint32_t b)
{
    uint32_t items[MJ_MAX_SIGHTS];
    int n_a, n_b, n = 0;
    if (a == MJ_NONE || b == MJ_NONE)
        return MJ_NONE;
    uint32_t *known = mj_pairs_at(&s->lists_together, a, b);
    if (known == NULL)
        return failed(s);
    if (*known)
        return *known;
    mj_store_list_at(s, a, &n_a);
    mj_store_list_at(s, b, &n_b);
    for (int i = 0; i < n_a; i++)
        for (int j = 0; j < n_b && n < MJ_MAX_SIGHTS; j++)
            items[n++] = add_rows(s, s->items[s->list_at[a] + (uint32_t)i],
                                  s->items[s->list_at[b] + (uint32_t)j]);
    n = mj_store_sorted(items, n);
    return *known = mj_store_list(s, items, n);
}
