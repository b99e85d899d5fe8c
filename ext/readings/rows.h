/*
 * The facts of a part as a row of words: the facts word, and then what is asked, each question in its
 * field. Rows of parts are put together word by word; what the parts come to is then answered.
 */
#ifndef MJ_READINGS_ROWS_H
#define MJ_READINGS_ROWS_H

#include "facts.h"

enum {
#define MJ_QUESTION(name, bits, how, value, answer) MJ_ASK_##name,
    MJ_QUESTIONS(MJ_QUESTION)
#undef MJ_QUESTION
    MJ_N_QUESTIONS
};

extern const char *const mj_question_names[MJ_N_QUESTIONS];
extern const char *const mj_texts[MJ_N_TEXTS];

/* A question: which, of which kinds (or how waits are counted), and its field in a row. */
typedef struct {
    uint64_t kinds;
    uint8_t what, word, shift, bits;
} mj_ask;

#define MJ_ROW_WORDS 64 /* at most */

typedef struct {
    mj_ask *asks; /* the caller's, in the order of the answers */
    int n_asks, words;
    uint64_t ored[MJ_ROW_WORDS]; /* by word: the bits that are or-ed */
} mj_plan;

/* Give each question (`what` and `kinds` are set) its field; -1 where there are too many. */
int mj_plan_open(mj_plan *plan, mj_ask *asks, int n_asks);

/* The row of a part in one reading, or in a form that has no sets. */
void mj_part_row(const mj_part *p, const mj_plan *plan, uint64_t *row);

static inline void mj_rows_together(const mj_plan *plan, const uint64_t *a, const uint64_t *b,
                                    uint64_t *out)
{
    for (int i = 0; i < plan->words; i++) {
        uint64_t ored = plan->ored[i];
        out[i] = ((a[i] & ~ored) + (b[i] & ~ored)) | ((a[i] | b[i]) & ored);
    }
}

/* The answers, a byte each, to a row of all parts; `forms` as the parts had them. */
void mj_row_answers(const mj_plan *plan, const uint64_t *row, int forms, uint8_t *answers);

/* The sets of a reading of a part, or its pair, in which the winning tile can stand: their codes,
 * alike ones once, the pair last. One of MJ_NO_PLACE where the tile is in another part. */
int mj_part_places(const mj_part *part, const mj_reading *reading, uint8_t *places);

/* The part in this reading, the tile in this place. */
mj_part mj_part_read(const mj_part *part, const mj_reading *reading, int place);

/* A reading of a hand with one place of the winning tile. */
typedef struct {
    uint8_t reading; /* its number in the order of mj_readings */
    uint8_t place;   /* the code of the set or pair; the tile's kind in the other forms */
} mj_sight;

#define MJ_MAX_SIGHTS (MJ_MAX_READINGS * 4)

/*
 * Every reading with every place of the winning tile, in the order of mj_readings and, within one,
 * of its sets, the pair last; how many. For each its facts word into `words`, and the answers, one
 * row of them after the other. `given`: another seat gave the tile.
 */
int mj_sights(const uint8_t *counts, const uint8_t *fixed, int n_fixed, int win, int forms,
              int given, const mj_plan *plan, mj_sight *sights, uint64_t *words,
              uint8_t *answers);

#endif
