/* Expansion of the generated automata (table_data.h) into direct tables. */
#include "tables.h"

#include <stdlib.h>
#include <string.h>

#include "table_data.h"

uint8_t mj_suit_class[MJ_SUIT_ROOM];
uint8_t mj_honor_class[MJ_HONOR_ROOM];
uint8_t mj_any_suit_class[MJ_SUIT_ROOM];
uint8_t mj_any_honor_class[MJ_HONOR_ROOM];
uint8_t mj_two_suits[MJ_SUIT_STRIDE * MJ_SUIT_STRIDE];
uint8_t mj_suit_honors[MJ_SUIT_STRIDE * MJ_HONOR_STRIDE];
uint8_t mj_missing[5][MJ_PAIR_ROOM * MJ_MIXED_STRIDE];
uint8_t mj_suit_vector[MJ_SUIT_STRIDE][16];
uint8_t mj_honor_vector[MJ_HONOR_STRIDE][16];

/* States before the last two kinds are few: each has one block of 25 classes, copied whole. */
#define MAX_BLOCKS 4096
#define BLOCK 25
#define BLOCK_ROOM 32

/*
 * Walk all prefixes level by level, first the kind that weighs most. `states` has room for
 * 5**(levels - 2) entries twice over.
 */
static int expand(const uint16_t *steps, const uint32_t *starts, int levels, uint8_t *out)
{
    static uint8_t blocks[MAX_BLOCKS][BLOCK_ROOM];
    const uint16_t *before_last = steps + starts[levels - 2];
    const uint16_t *last = steps + starts[levels - 1];
    uint32_t n_blocks = (starts[levels - 1] - starts[levels - 2]) / 5;
    size_t prefixes = 1;
    for (int level = 0; level < levels - 2; level++)
        prefixes *= 5;
    if (n_blocks > MAX_BLOCKS)
        return -1;
    for (uint32_t b = 0; b < n_blocks; b++)
        for (int i = 0; i < BLOCK; i++)
            blocks[b][i] = (uint8_t)last[5 * before_last[5 * b + i / 5] + i % 5];

    uint16_t *room = malloc(2 * prefixes * sizeof *room);
    if (room == NULL)
        return -1;
    uint16_t *now = room, *next = room + prefixes;
    size_t n = 1;
    now[0] = 0;
    for (int level = 0; level < levels - 2; level++) {
        const uint16_t *table = steps + starts[level];
        for (size_t i = 0; i < n; i++)
            memcpy(next + 5 * i, table + 5 * now[i], 5 * sizeof *next);
        n *= 5;
        uint16_t *swap = now;
        now = next;
        next = swap;
    }
    /* Each copy writes a few bytes too many, which the next one puts right. */
    for (size_t i = 0; i < n; i++)
        memcpy(out + BLOCK * i, blocks[now[i]], BLOCK_ROOM);
    memset(out + BLOCK * n, 0, BLOCK_ROOM - BLOCK);
    free(room);
    return 0;
}

static void widen(uint8_t *out, size_t stride, const uint8_t *rows, int n_rows, int n_columns)
{
    for (int i = 0; i < n_rows; i++)
        memcpy(out + stride * (size_t)i, rows + n_columns * i, (size_t)n_columns);
}

static void vectors(uint8_t (*out)[16], const uint8_t *costs, int classes)
{
    for (int c = 0; c < classes; c++)
        for (int pair = 0; pair < 2; pair++)
            for (int m = 0; m < 5; m++) {
                int cost = costs[10 * c + 5 * pair + m];
                out[c][8 * pair + m] = (uint8_t)(cost >= MJ_NEVER ? 0 : MJ_FREE - cost);
            }
}

int mj_tables_open(void)
{
    static int opened;
    if (opened)
        return 0;
    if (expand(suit_steps, suit_starts, SUIT_LEVELS, mj_suit_class) != 0
        || expand(honor_steps, honor_starts, HONOR_LEVELS, mj_honor_class) != 0)
        return -1;
    widen(mj_two_suits, MJ_SUIT_STRIDE, two_suits, SUIT_CLASSES, SUIT_CLASSES);
    widen(mj_suit_honors, MJ_HONOR_STRIDE, suit_honors, SUIT_CLASSES, HONOR_CLASSES);
    for (int sets = 0; sets < 5; sets++)
        widen(mj_missing[sets], MJ_MIXED_STRIDE,
              missing_tiles + sets * SUIT_PAIR_CLASSES * MIXED_CLASSES, SUIT_PAIR_CLASSES,
              MIXED_CLASSES);
    vectors(mj_suit_vector, suit_costs, SUIT_CLASSES);
    vectors(mj_honor_vector, honor_costs, HONOR_CLASSES);
    opened = 1;
    return 0;
}

int mj_tables_open_any(void)
{
    static int opened;
    if (opened)
        return 0;
    if (expand(any_suit_steps, any_suit_starts, ANY_SUIT_LEVELS, mj_any_suit_class) != 0
        || expand(any_honor_steps, any_honor_starts, ANY_HONOR_LEVELS, mj_any_honor_class) != 0)
        return -1;
    opened = 1;
    return 0;
}

mj_table_sizes mj_tables_sizes(void)
{
    mj_table_sizes sizes = {
        sizeof suit_steps + sizeof suit_starts + sizeof suit_costs + sizeof honor_steps
            + sizeof honor_starts + sizeof honor_costs + sizeof two_suits + sizeof suit_honors
            + sizeof missing_tiles + sizeof any_suit_steps + sizeof any_suit_starts
            + sizeof any_honor_steps + sizeof any_honor_starts,
        sizeof mj_suit_class + sizeof mj_honor_class + sizeof mj_two_suits + sizeof mj_suit_honors
            + sizeof mj_missing,
        SUIT_CLASSES,
        HONOR_CLASSES,
        SUIT_PAIR_CLASSES,
        MIXED_CLASSES,
    };
    return sizes;
}
