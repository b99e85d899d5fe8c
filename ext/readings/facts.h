/*
 * What rules can know of a complete hand, fact by fact.
 *
 * A hand has four parts: three suits and the honors. A fact is a small number that each part has by
 * itself, in one reading of its tiles (part.h), and a way in which the numbers of the parts are put
 * together: added up, or or-ed bit by bit. A part of nothing has 0 in all of them. So a fact is one
 * entry of a list below, and it is there for one hand, for hands that play on alone and for all hands
 * that there are: these only put parts together.
 *
 * MJ_FACTS are what the program's own patterns need: of every reading one 64-bit word, a field each.
 * MJ_QUESTIONS are asked where a rule file does; what is asked is a plan (rows.h).
 */
#ifndef MJ_FACTS_H
#define MJ_FACTS_H

#include <stdint.h>

#include "part.h"

/* From the lowest bit of the word: name, bits, how parts are put together, and the number of a part
 * `p`. kernel.pyi says what they mean. */
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
    X(quads, 1, OR, p->form == MJ_FORM_PAIRS && mj_quads(p) > 0) \
    X(nine_gates_shape, 1, OR, p->tiles == 14 && p->part < 3 && mj_nine_gates(p, -1)) \
    X(nine_gates_wait, 1, OR, p->tiles == 14 && p->part < 3 && mj_nine_gates(p, p->win)) \
    X(dragons_again, 2, ADD, mj_dragons_again(p))

/*
 * Name, bits, how parts are put together, the number of a part `p` of which the ranks `T` are asked,
 * and the answer (one byte) from what the parts come to, `x`. `K` are all kinds asked of; for waits,
 * which forms are waited for (else `F` are). fact.NAME in mjtool/languages says what they mean.
 */
#define MJ_QUESTIONS(X) \
    X(form, 2, OR, p->form, x) \
    X(chows, 3, ADD, p->chows, x) \
    X(pungs, 3, ADD, p->pungs, x) \
    X(kongs, 3, ADD, p->kongs, x) \
    X(exposed, 3, ADD, p->exposed, x) \
    X(fixed, 3, ADD, p->fixed, x) \
    X(concealed_pungs, 3, ADD, p->pungs - p->open_pungs - mj_is_given_pung(p), x) \
    X(concealed_kongs, 3, ADD, p->fixed - p->exposed, x) \
    X(quads, 2, ADD, mj_quads(p), x) \
    X(suits, 3, OR, p->part < 3 && p->there ? 1u << p->part : 0, mj_count_bits(x)) \
    X(honors, 5, ADD, p->part == 3 ? mj_tiles_among(p, ~0u) : 0, x) \
    X(winds, 5, ADD, p->part == 3 ? mj_tiles_among(p, 15) : 0, x) \
    X(dragons, 5, ADD, p->part == 3 ? mj_tiles_among(p, ~15u) : 0, x) \
    X(terminals, 5, ADD, p->part < 3 ? mj_tiles_among(p, MJ_ENDS) : 0, x) \
    X(simples, 5, ADD, p->part < 3 ? mj_tiles_among(p, ~MJ_ENDS) : 0, x) \
    X(wait, 4, OR, mj_wait(p), x) \
    X(waits, MJ_WAITS_BITS, ADD, mj_part_waits(p, mj_how(K, p->forms)), \
      mj_waits(x, mj_how(K, F))) \
    X(win_copies, 4, ADD, p->win < 0 ? 0 : p->held[p->win], x) \
    X(straight, 1, OR, (mj_chow_bits(p) & 0x49) == 0x49, x) \
    X(mixed_straight, 9, OR, mj_lacks(p, mj_mixed_ways(p), 6), mj_all_suits(x, 6)) \
    X(three_suit_chows, 10, OR, mj_lacks(p, mj_chow_bits(p), 7), mj_all_suits(x, 7)) \
    X(three_suit_pungs, 12, OR, mj_lacks(p, p->pung_ranks, 9), mj_all_suits(x, 9)) \
    X(same_chows, 4, OR, mj_at_least(mj_same_chows(p)), mj_count_bits(x)) \
    X(same_chow_pairs, 2, ADD, mj_same_chow_pairs(p), x) \
    X(stepped_pungs, 4, OR, mj_at_least(mj_longest_run(p)), mj_count_bits(x)) \
    X(wind_pungs, 4, OR, mj_winds(p, p->pung_ranks), x) \
    X(only, 1, OR, (p->there & ~T) != 0, !x) \
    X(tiles, 5, ADD, mj_tiles_among(p, T), x) \
    X(pungs_of, 3, ADD, mj_pungs_among(p, T), x) \
    X(chows_from, 3, ADD, mj_chows_among(p, T), x) \
    X(pair_of, 1, OR, (mj_bit(p->pair) & T) != 0, x) \
    X(all_sets_have, 1, OR, p->form != MJ_FORM_STANDARD || mj_some_set_lacks(p, T), !x)

/* What must be in all three suits: of a suit that has some of `these` (so many bits), those that it
 * lacks, and a bit for the suit above them. Then none is lacking where all three suits have it. */
static inline unsigned mj_lacks(const mj_part *p, unsigned these, int bits)
{
    unsigned all = (1u << bits) - 1;
    return p->part < 3 && these ? (~these & all) | 1u << (bits + p->part) : 0;
}
static inline int mj_all_suits(uint64_t x, int bits)
{
    uint64_t all = ((uint64_t)1 << bits) - 1;
    return x >> bits == 7 && (x & all) != all;
}

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

/* The facts word of a part in one reading. */
uint64_t mj_part_word(const mj_part *p);

/* The words of its readings, in the order of mj_part_readings; how many. */
int mj_part_facts(const mj_part *part, uint64_t *out);

/* The same as a set: in ascending order, each but once. */
int mj_part_words(const mj_part *part, uint64_t *out);

/* Put `n` words in ascending order, each but once; how many there are then. */
int mj_words_sorted(uint64_t *words, int n);

/* Its word in a form that has no sets. */
uint64_t mj_part_without_sets(const mj_part *part, int form);

/*
 * One word a reading of the whole hand, in the order of mj_readings; how many. `fixed` are the codes
 * of the fixed sets, `win` the kind of the winning tile, which is in `counts`. `out` has room for
 * MJ_MAX_READINGS.
 */
int mj_facts(const uint8_t *counts, const uint8_t *fixed, int n_fixed, int win, int forms,
             uint64_t *out);

#endif
