/*
 * Every reading of a complete concealed part, and the structural facts of each.
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

typedef struct {
    uint8_t length; /* of code: five less the fixed sets; 7 for seven pairs; 1 for the orphans */
    uint8_t code[7];
} mj_reading;

/* All readings, in a fixed order; how many. Counts may be above four (then only asked whether). */
int mj_readings(const uint8_t *counts, int sets, int forms, mj_reading *out);
int mj_has_reading(const uint8_t *counts, int sets, int forms);

/* The readings of one suit (9 counts) or of the honors (7) alone, as `sets` sets and a pair or none;
 * codes with kinds from 0. */
int mj_part_readings(const uint8_t *counts, int honors, int sets, int pair, mj_reading *out);

/* The fields of a facts word from its lowest bit, each with its width. */
#define MJ_FACT_FIELDS(X) \
    X(form, 2)         /* 0 standard, 1 seven pairs, 2 thirteen orphans */ \
    X(chows, 3) \
    X(pungs, 3)        /* kongs too */ \
    X(kongs, 3) \
    X(exposed, 3)      /* fixed sets without the concealed kongs */ \
    X(open_pungs, 3)   /* fixed pungs, exposed and added kongs */ \
    X(fixed, 3) \
    X(wind_pungs, 4)   /* a bit a wind, E S W N; kongs too */ \
    X(dragon_pungs, 3) /* a bit a dragon, white green red */ \
    X(pair_wind, 4)    /* of the standard form's pair */ \
    X(pair_dragon, 3) \
    X(suits, 3)        /* a bit a numbered suit that is there, m p s */ \
    X(honors, 1) \
    X(terminals, 1) \
    X(simples, 1) \
    X(pair_win, 1)     /* standard form, and the winning tile's kind is the pair */ \
    X(quads, 1)        /* seven pairs with four alike */ \
    X(nine_gates_shape, 1) /* concealed, one suit, holds 1112345678999 */ \
    X(nine_gates_wait, 1)  /* ... and is just that without the winning tile */

enum {
#define MJ_FIELD(name, width) \
    MJ_SHIFT_##name, MJ_LAST_##name = MJ_SHIFT_##name + (width) - 1,
    MJ_FACT_FIELDS(MJ_FIELD)
#undef MJ_FIELD
    MJ_FACT_BITS
};

typedef struct {
    const char *name;
    int shift, width;
} mj_fact_field;

extern const mj_fact_field mj_fact_fields[];
extern const int mj_n_fact_fields;

/*
 * One facts word a reading, in the order of mj_readings; how many. `fixed` are the codes of the
 * fixed sets, `win` the kind of the winning tile, which is in `counts`. `out` has room for
 * MJ_MAX_READINGS.
 */
int mj_facts(const uint8_t *counts, const uint8_t *fixed, int n_fixed, int win, int forms,
             uint64_t *out);

/* The parts of a facts word, for callers that know a reading: of a set or pair by its code, of the
 * kinds that are there (to be or-ed), of fixed sets. */
uint64_t mj_code_facts(int code);
uint64_t mj_kind_facts(int kind);
uint64_t mj_fixed_facts(const uint8_t *fixed, int n_fixed, uint64_t *shown);

#endif
