/*
 * What rules can know of a complete hand, fact by fact.
 *
 * A hand has four parts: three suits and the honors. A fact is a small number that each part has by
 * itself, in one reading of its tiles (mj_part), and a way in which the numbers of the parts are put
 * together: added up, or or-ed bit by bit. A part of nothing has 0 in all of them. A part's facts are one word, each in its field, and words
 * are put together at once (mj_together). So a fact is one entry below, and it is there for one hand
 * (facts.c), for hands that play on alone (solo) and for all hands that there are (walk.pxi): they
 * only put parts together.
 */
#ifndef MJ_FACTS_H
#define MJ_FACTS_H

#include <stdint.h>

#include "readings.h"

/* A part in one reading, its fixed sets included. Ranks count kinds from the part's first. */
typedef struct {
    const uint8_t *held;                /* concealed tiles by rank */
    uint8_t part;                       /* 0..2 a suit, 3 the honors */
    uint8_t form;                       /* of the reading, MJ_FORM_... */
    int8_t win, pair;                   /* rank of the winning tile, of the pair; -1: not here */
    uint8_t tiles;                      /* concealed ones */
    uint8_t chows, pungs, kongs;        /* sets; kongs are pungs too */
    uint8_t fixed, exposed, open_pungs; /* fixed sets; without concealed kongs; and without chows */
    uint16_t there, pung_ranks;         /* bits: ranks of which there is a tile; of pungs */
} mj_part;

enum { MJ_FORM_STANDARD, MJ_FORM_PAIRS, MJ_FORM_ORPHANS };

/* The facts from the lowest bit of a word: name, bits, how parts are put together, and the number
 * of a part `p`. kernel.pyi says what they mean. */
#define MJ_FACTS(X) \
    X(form, 2, OR, p->form) \
    X(chows, 3, ADD, p->chows) \
    X(pungs, 3, ADD, p->pungs) \
    X(kongs, 3, ADD, p->kongs) \
    X(exposed, 3, ADD, p->exposed) \
    X(open_pungs, 3, ADD, p->open_pungs) \
    X(fixed, 3, ADD, p->fixed) \
    X(wind_pungs, 4, OR, mj_winds(p, p->pung_ranks)) \
    X(dragon_pungs, 3, OR, mj_dragons(p, p->pung_ranks)) \
    X(pair_wind, 4, OR, mj_winds(p, mj_bit(p->pair))) \
    X(pair_dragon, 3, OR, mj_dragons(p, mj_bit(p->pair))) \
    X(suits, 3, OR, p->part < 3 && p->there ? 1u << p->part : 0) \
    X(honors, 1, OR, p->part == 3 && p->there) \
    X(terminals, 1, OR, p->part < 3 && p->there & MJ_ENDS) \
    X(simples, 1, OR, p->part < 3 && p->there & ~MJ_ENDS) \
    X(pair_win, 1, OR, p->pair >= 0 && p->pair == p->win) \
    X(quads, 1, OR, p->form == MJ_FORM_PAIRS && mj_four_alike(p)) \
    X(nine_gates_shape, 1, OR, p->tiles == 14 && p->part < 3 && mj_nine_gates(p, -1)) \
    X(nine_gates_wait, 1, OR, p->tiles == 14 && p->part < 3 && mj_nine_gates(p, p->win))

#define MJ_ENDS 0x101u /* ranks of terminals */

static inline unsigned mj_bit(int rank) { return rank < 0 ? 0 : 1u << rank; }
static inline unsigned mj_winds(const mj_part *p, unsigned ranks)
{
    return p->part == 3 ? ranks & 15 : 0;
}
static inline unsigned mj_dragons(const mj_part *p, unsigned ranks)
{
    return p->part == 3 ? ranks >> 4 : 0;
}
/* Whether a kind is held four times. */
int mj_four_alike(const mj_part *p);
/* Whether 14 tiles of a suit are 1112345678999 and one more; with `win`, whether it is that one. */
int mj_nine_gates(const mj_part *p, int win);

enum {
#define MJ_FIELD(name, width, how, value) \
    MJ_SHIFT_##name, MJ_LAST_##name = MJ_SHIFT_##name + (width) - 1,
    MJ_FACTS(MJ_FIELD)
#undef MJ_FIELD
    MJ_FACT_BITS
};

/* The bits that are or-ed. */
#define MJ_HOW_ADD 0
#define MJ_HOW_OR 1
#define MJ_ORED_FIELD(name, width, how, value) \
    | ((uint64_t)((1 << (width)) - 1) * MJ_HOW_##how) << MJ_SHIFT_##name
#define MJ_ORED ((uint64_t)0 MJ_FACTS(MJ_ORED_FIELD))

/* The facts of two parts, or of what was put together already. */
static inline uint64_t mj_together(uint64_t a, uint64_t b)
{
    return ((a & ~MJ_ORED) + (b & ~MJ_ORED)) | ((a | b) & MJ_ORED);
}

typedef struct {
    const char *name;
    int shift, width;
} mj_fact_field;

extern const mj_fact_field mj_fact_fields[];
extern const int mj_n_fact_fields;

/* A part without a reading yet: `held` its concealed tiles, of the hand's `fixed` sets (codes) those
 * in this part, `win` the kind of the winning tile or -1. */
mj_part mj_part_open(int part, const uint8_t *held, const uint8_t *fixed, int n_fixed, int win);

/* Its facts in one reading after the other, in the order of mj_part_readings; how many. */
int mj_part_facts(const mj_part *part, uint64_t *out);

/* The same as a set: in ascending order, each but once. */
int mj_part_words(const mj_part *part, uint64_t *out);

/* Put `n` words in ascending order, each but once; how many there are then. */
int mj_words_sorted(uint64_t *words, int n);

/* Its facts in a form that has no sets. */
uint64_t mj_part_without_sets(const mj_part *part, int form);

/*
 * One word a reading of the whole hand, in the order of mj_readings; how many. `fixed` are the codes
 * of the fixed sets, `win` the kind of the winning tile, which is in `counts`. `out` has room for
 * MJ_MAX_READINGS.
 */
int mj_facts(const uint8_t *counts, const uint8_t *fixed, int n_fixed, int win, int forms,
             uint64_t *out);

#endif
