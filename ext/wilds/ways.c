#include "ways.h"

#include <stdlib.h>
#include <string.h>

#include "census/store.h"

#define FIRST_SLOTS 64

void mj_ways_clear(mj_ways *ways, int words)
{
    ways->words = words;
    ways->n = 0;
    if (ways->slots)
        memset(ways->slot, 0, ways->slots * sizeof *ways->slot);
}

void mj_ways_free(mj_ways *ways)
{
    free(ways->rows);
    free(ways->ways);
    free(ways->slot);
    memset(ways, 0, sizeof *ways);
}

static size_t hash_of(const uint64_t *row, int words, const mj_way *way)
{
    uint64_t hash = (uint64_t)way->wilds << 16 | (uint64_t)way->pair << 8 | way->win;
    for (int i = 0; i < words; i++) {
        hash = (hash ^ row[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return (size_t)(hash * 0x9e3779b97f4a7c15u >> 24);
}

static uint32_t *slot_of(const mj_ways *ways, const uint64_t *row, const mj_way *way)
{
    size_t bytes = (size_t)ways->words * sizeof *row, last = ways->slots - 1;
    size_t at = hash_of(row, ways->words, way) & last;
    for (; ways->slot[at]; at = (at + 1) & last) {
        size_t i = ways->slot[at] - 1;
        if (memcmp(&ways->ways[i], way, offsetof(mj_way, stand_for)) == 0
            && memcmp(ways->rows + i * (size_t)ways->words, row, bytes) == 0)
            break;
    }
    return &ways->slot[at];
}

static int grow_slots(mj_ways *ways)
{
    size_t bigger = ways->slots ? 4 * ways->slots : FIRST_SLOTS;
    uint32_t *slot = calloc(bigger, sizeof *slot);
    if (slot == NULL)
        return -1;
    free(ways->slot);
    ways->slot = slot;
    ways->slots = bigger;
    for (size_t i = 0; i < ways->n; i++)
        *slot_of(ways, ways->rows + i * (size_t)ways->words, &ways->ways[i]) = (uint32_t)(i + 1);
    return 0;
}

int mj_ways_has(const mj_ways *ways, const uint64_t *row, const mj_way *way)
{
    return ways->n > 0 && *slot_of(ways, row, way) != 0;
}

int mj_ways_add(mj_ways *ways, const uint64_t *row, const mj_way *way)
{
    if (2 * (ways->n + 1) > ways->slots && grow_slots(ways))
        return -1;
    uint32_t *slot = slot_of(ways, row, way);
    if (*slot) {
        mj_way *known = &ways->ways[*slot - 1];
        if (memcmp(way->stand_for, known->stand_for, sizeof way->stand_for) < 0)
            *known = *way;
        return 0;
    }
    size_t words = (size_t)ways->words;
    if (mj_grow(&ways->rows, &ways->rows_room, (ways->n + 1) * words, sizeof *ways->rows)
        || mj_grow(&ways->ways, &ways->ways_room, ways->n + 1, sizeof *ways->ways))
        return -1;
    memcpy(ways->rows + ways->n * words, row, words * sizeof *row);
    ways->ways[ways->n++] = *way;
    *slot = (uint32_t)ways->n;
    return 0;
}
