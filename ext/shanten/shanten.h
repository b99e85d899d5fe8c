/*
 * Shanten, useful tiles and batches by table look-up.
 *
 * `counts` is always 34 bytes, each at most 4; `sets` 0..4 fixed sets; `forms` the sum of MJ_FORM
 * bits (only MJ_STANDARD with fixed sets). Nothing here validates but the functions that say so.
 * "Missing" is the least number of tiles that a complete hand needs and these counts lack: shanten
 * is one less. The target takes at most four of a kind; the tiles of fixed sets are not counted
 * (limited.h does).
 */
#ifndef MJ_SHANTEN_H
#define MJ_SHANTEN_H

#include <stddef.h>
#include <stdint.h>

#include "tables/tables.h"

enum {
    MJ_STANDARD = 1,
    MJ_ORPHANS = 2,
    MJ_PAIRS = 4,      /* seven different pairs */
    MJ_QUAD_PAIRS = 8, /* seven pairs, four alike as two */
    MJ_ALL_FORMS = 15,
};

/* What mj_*_checked return instead of an answer. */
enum { MJ_BAD_COUNT = -100, MJ_BAD_TILES = -101 };

/* One way to compute: portable C, or C for a newer processor; all give the same answers. */
typedef struct {
    const char *name;
    int (*supported)(void);
    /* Tiles missing; these do not validate. */
    int (*missing)(const uint8_t *counts, int sets, int forms);
    uint64_t (*useful)(const uint8_t *counts, int sets, int forms);
    /* 0, or MJ_BAD_COUNT for a count above 4, or MJ_BAD_TILES. */
    int (*check)(const uint8_t *counts, int sets);
    /* Shanten, or an MJ_BAD value. */
    int (*shanten_checked)(const uint8_t *counts, int sets, int forms);
    /* The same of natural tiles beside so many wild ones; `any`: the target may have more than four
     * of a kind (mj_tables_open_any). */
    int (*wild_shanten_checked)(const uint8_t *counts, int sets, int forms, int wilds, int any);
    /* Rows of 34 counts, checked; the first bad row, or n. */
    ptrdiff_t (*shanten_rows)(const uint8_t *rows, ptrdiff_t n, int sets, int forms, int8_t *out);
    ptrdiff_t (*useful_rows)(const uint8_t *rows, ptrdiff_t n, int sets, int forms, uint64_t *out);
    /* Base-5 indices of the three suits and the honors. */
    void (*indices)(const uint8_t *counts, uint32_t *index);
    /* Shanten and useful kinds after each possible discard of 3n + 2 tiles; how many there are.
     * `out` has room for 14. */
    int (*discards)(const uint8_t *counts, int sets, int forms, uint8_t *kinds, int8_t *shanten,
                    uint64_t *masks);
} mj_path;

extern const mj_path mj_path_portable, mj_path_v2, mj_path_avx2;

/* The fastest path that this processor has, or the one chosen with mj_use_path. */
extern const mj_path *mj_active;
void mj_choose_path(void);
int mj_use_path(const char *name); /* 0, or -1 where there is no such path here */

static inline int mj_missing_tiles(const uint8_t *counts, int sets, int forms)
{
    return mj_active->missing(counts, sets, forms);
}

static inline int mj_shanten(const uint8_t *counts, int sets, int forms)
{
    return mj_active->missing(counts, sets, forms) - 1;
}

static inline uint64_t mj_useful(const uint8_t *counts, int sets, int forms)
{
    return mj_active->useful(counts, sets, forms);
}

/* A hand as four table indices: adding a tile of kind k to its part adds mj_weight[k]. */
typedef struct {
    uint32_t suit[4]; /* m p s, honors */
} mj_handle;

extern const uint32_t mj_weight[MJ_KINDS];

static inline mj_handle mj_handle_of(const uint8_t *counts)
{
    mj_handle handle;
    mj_active->indices(counts, handle.suit);
    return handle;
}

static inline int mj_part_of_kind(int kind)
{
    return kind < 9 ? 0 : kind < 18 ? 1 : kind < 27 ? 2 : 3;
}

static inline void mj_add(mj_handle *hand, int kind) { hand->suit[mj_part_of_kind(kind)] += mj_weight[kind]; }

static inline void mj_remove(mj_handle *hand, int kind)
{
    hand->suit[mj_part_of_kind(kind)] -= mj_weight[kind];
}

static inline int mj_classes_missing(const mj_handle *hand, int sets, const uint8_t *suit,
                                     const uint8_t *honors)
{
    unsigned two = mj_two_suits[suit[hand->suit[0]] * MJ_SUIT_STRIDE + suit[hand->suit[1]]];
    unsigned mixed
        = mj_suit_honors[suit[hand->suit[2]] * MJ_HONOR_STRIDE + honors[hand->suit[3]]];
    return mj_missing[sets][two * MJ_MIXED_STRIDE + mixed];
}

/* Standard form only; the target with four of a kind at most, with any number. */
static inline int mj_handle_missing(const mj_handle *hand, int sets)
{
    return mj_classes_missing(hand, sets, mj_suit_class, mj_honor_class);
}
static inline int mj_any_handle_missing(const mj_handle *hand, int sets)
{
    return mj_classes_missing(hand, sets, mj_any_suit_class, mj_any_honor_class);
}

#endif
