/*
 * What own patterns ask of a reading: each question is one number, put together from what the sets,
 * the pair, the kinds of tile and the place of the winning tile add to it.
 *
 * A question is an entry of MJ_QUESTIONS: its name, and how its parts are put together (added or
 * or-ed). What a set, the pair and a kind add stands in asked.c, and what the whole comes to. A
 * part of a hand (a suit, the honors) adds what its sets, pair and kinds add, so that the same
 * numbers serve one hand and the walk over all of them.
 */
#ifndef MJ_ASKED_H
#define MJ_ASKED_H

#include <stdint.h>

#include "readings.h"

#define MJ_QUESTIONS(X) \
    X(form, OR) X(chows, SUM) X(pungs, SUM) X(kongs, SUM) X(exposed, SUM) X(fixed, SUM) \
    X(concealed_pungs, SUM) X(concealed_kongs, SUM) X(quads, SUM) X(suits, OR) X(honors, SUM) \
    X(winds, SUM) X(dragons, SUM) X(terminals, SUM) X(simples, SUM) X(wait, OR) X(waits, SUM) \
    X(win_copies, SUM) X(straight, OR) X(mixed_straight, OR) X(three_suit_chows, OR) \
    X(three_suit_pungs, OR) X(same_chows, SUM) X(same_chow_pairs, SUM) X(stepped_pungs, OR) \
    X(wind_pungs, OR) X(only, OR) X(tiles, SUM) X(pungs_of, SUM) X(chows_from, SUM) X(pair_of, OR) \
    X(all_sets_have, OR)

enum {
#define MJ_QUESTION(name, combine) MJ_ASK_##name,
    MJ_QUESTIONS(MJ_QUESTION)
#undef MJ_QUESTION
    MJ_N_QUESTIONS
};

/* The values of form and wait: one numbering, as texts of one language. */
enum {
    MJ_TEXT_STANDARD, MJ_TEXT_SEVEN_PAIRS, MJ_TEXT_THIRTEEN_ORPHANS, MJ_TEXT_FOUR_WILDS,
    MJ_TEXT_PAIR, MJ_TEXT_CLOSED, MJ_TEXT_EDGE, MJ_TEXT_SIDES, MJ_TEXT_PUNGS, MJ_TEXT_ORPHANS,
};

typedef struct {
    int what;       /* MJ_ASK_... */
    uint64_t kinds; /* of the questions that are asked of some kinds, a bit each */
} mj_ask;

typedef struct {
    const char *name;
    int adds; /* whether parts are added; else they are or-ed */
} mj_question;

extern const mj_question mj_questions[MJ_N_QUESTIONS];

/* What a concealed set, a fixed one (by its code), the pair, and so many tiles of a kind add. */
uint64_t mj_asked_set(const mj_ask *ask, int code, int fixed);
uint64_t mj_asked_pair(const mj_ask *ask, int kind);
uint64_t mj_asked_kind(const mj_ask *ask, int kind, int concealed, int all);
/* What the place of the winning tile adds: `code` is the set or pair in which it stands, `given`
 * whether another seat gave it. */
uint64_t mj_asked_place(const mj_ask *ask, int code, int win, int given);

/* What the parts come to, in a hand of this form (MJ_TEXT_...). */
int mj_asked_value(const mj_ask *ask, uint64_t parts, int form);

/* A reading with one place of the winning tile. */
typedef struct {
    uint8_t reading; /* its number in the order of mj_readings */
    uint8_t place;   /* the code of the set or pair; the tile's kind in the other forms */
} mj_sight;

#define MJ_MAX_SIGHTS (MJ_MAX_READINGS * 4)

/*
 * Every reading with every place of the winning tile, in the order of mj_readings and, within one,
 * of its sets, the pair last; how many. For each its facts word into `words`, and the answers to
 * the questions, one byte each, into `answers`, one row after the other.
 */
int mj_sights(const uint8_t *counts, const uint8_t *fixed, int n_fixed, int win, int forms,
              int given, const mj_ask *asks, int n_asks, mj_sight *sights, uint64_t *words,
              uint8_t *answers);

#endif
