/*
 * Every reading of complete tiles: which sets and pair they split into.
 *
 * A code is one byte: a set, the pair, or the whole of thirteen orphans, and the kind it starts at.
 */
#ifndef MJ_READINGS_H
#define MJ_READINGS_H

#include <stdint.h>

enum {
    MJ_CHOW = 0,            /* + the lowest kind */
    MJ_PUNG = 34,
    MJ_EXPOSED_KONG = 68,   /* kongs among the fixed sets only */
    MJ_ADDED_KONG = 102,
    MJ_CONCEALED_KONG = 136,
    MJ_PAIR = 170,
    MJ_THIRTEEN = 204,      /* + the kind that is there twice */
    MJ_CODES = 238,
};

#define MJ_MAX_READINGS 32

/* The texts of rule files that answers stand for: forms, and waits by the winning tile's place. */
#define MJ_TEXTS(X) \
    X(STANDARD, "standard") \
    X(SEVEN_PAIRS, "seven_pairs") \
    X(THIRTEEN_ORPHANS, "thirteen_orphans") \
    X(FOUR_WILDS, "four_wilds") \
    X(PAIR, "pair") \
    X(CLOSED, "closed") \
    X(EDGE, "edge") \
    X(SIDES, "sides") \
    X(PUNGS, "pungs") \
    X(ORPHANS, "orphans")

enum {
#define MJ_TEXT(name, text) MJ_TEXT_##name,
    MJ_TEXTS(MJ_TEXT)
#undef MJ_TEXT
    MJ_N_TEXTS
};

typedef struct {
    uint8_t length; /* of code: five less the fixed sets; 7 for seven pairs; 1 for the orphans */
    uint8_t code[7];
} mj_reading;

/* All readings, in a fixed order; how many. Wild tiles may bring counts above four. */
int mj_readings(const uint8_t *counts, int sets, int forms, mj_reading *out);
int mj_has_reading(const uint8_t *counts, int sets, int forms);

/* Those of one part alone, nine counts of a suit or seven honors (part 3), as sets, and the pair
 * where two tiles are left over; the reading of no tiles is empty. `out` may be NULL. */
int mj_part_readings(int part, const uint8_t *held, mj_reading *out);

/* Whether there is a reading as seven pairs (four alike as two where `quads`), as the orphans. */
int mj_is_seven_pairs(const uint8_t *counts, int quads);
int mj_is_orphans(const uint8_t *counts);

#endif
