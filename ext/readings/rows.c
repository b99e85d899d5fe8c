#include "rows.h"

#include <string.h>

#include "shanten/shanten.h"

const char *const mj_question_names[MJ_N_QUESTIONS] = {
#define MJ_QUESTION(name, bits, how, value, answer) #name,
    MJ_QUESTIONS(MJ_QUESTION)
#undef MJ_QUESTION
};

const char *const mj_texts[MJ_N_TEXTS] = {
#define MJ_TEXT(name, text) text,
    MJ_TEXTS(MJ_TEXT)
#undef MJ_TEXT
};

int mj_plan_open(mj_plan *plan, mj_ask *asks, int n_asks)
{
    static const struct {
        uint8_t bits, ored;
    } fields[MJ_N_QUESTIONS] = {
#define MJ_QUESTION(name, bits, how, value, answer) {bits, MJ_HOW_##how},
        MJ_QUESTIONS(MJ_QUESTION)
#undef MJ_QUESTION
    };
    int shift = 64;
    memset(plan, 0, sizeof *plan);
    plan->asks = asks;
    plan->n_asks = n_asks;
    plan->words = 1;
    plan->ored[0] = MJ_ORED;
    for (int i = 0; i < n_asks; i++) {
        int bits = fields[asks[i].what].bits;
        if (shift + bits > 64) {
            if (plan->words == MJ_ROW_WORDS)
                return -1;
            plan->words++;
            shift = 0;
        }
        asks[i].word = (uint8_t)(plan->words - 1);
        asks[i].shift = (uint8_t)shift;
        asks[i].bits = (uint8_t)bits;
        if (fields[asks[i].what].ored)
            plan->ored[plan->words - 1] |= (((uint64_t)1 << bits) - 1) << shift;
        shift += bits;
    }
    return 0;
}

/* What a part says to a question: T are the ranks that it is asked of, K its kinds as a whole. */
static uint64_t value_of(const mj_part *p, const mj_ask *ask)
{
    uint64_t K = ask->kinds;
    unsigned T = (unsigned)(K >> 9 * p->part) & (p->part < 3 ? 0x1ff : 0x7f);
    switch (ask->what) {
#define MJ_QUESTION(name, bits, how, value, answer) \
    case MJ_ASK_##name: \
        return (uint64_t)(value);
        MJ_QUESTIONS(MJ_QUESTION)
#undef MJ_QUESTION
    }
    return 0;
}

static int answer_of(uint64_t x, const mj_ask *ask, int forms)
{
    uint64_t K = ask->kinds, F = (uint64_t)forms;
    switch (ask->what) {
#define MJ_QUESTION(name, bits, how, value, answer) \
    case MJ_ASK_##name: \
        return (int)(answer);
        MJ_QUESTIONS(MJ_QUESTION)
#undef MJ_QUESTION
    }
    return 0;
}

void mj_part_row(const mj_part *p, const mj_plan *plan, uint64_t *row)
{
    memset(row, 0, (size_t)plan->words * sizeof *row);
    if (p->there == 0)
        return;
    row[0] = mj_part_word(p);
    for (int i = 0; i < plan->n_asks; i++)
        row[plan->asks[i].word] |= value_of(p, &plan->asks[i]) << plan->asks[i].shift;
}

void mj_row_answers(const mj_plan *plan, const uint64_t *row, int forms, uint8_t *answers)
{
    for (int i = 0; i < plan->n_asks; i++) {
        const mj_ask *ask = &plan->asks[i];
        uint64_t x = row[ask->word] >> ask->shift & (((uint64_t)1 << ask->bits) - 1);
        answers[i] = (uint8_t)answer_of(x, ask, forms);
    }
}

static int stands_in(int code, int win)
{
    return code < MJ_PUNG ? win >= code && win <= code + 2 : code % MJ_KINDS == win;
}

int mj_part_places(const mj_part *part, const mj_reading *reading, uint8_t *places)
{
    int n = 0;
    if (part->win < 0) {
        places[0] = MJ_NO_PLACE;
        return 1;
    }
    for (int i = 0; i < reading->length; i++) {
        int code = reading->code[i], fresh = stands_in(code, 9 * part->part + part->win);
        for (int j = 0; j < n; j++)
            fresh &= places[j] != code;
        if (fresh)
            places[n++] = (uint8_t)code;
    }
    return n;
}

mj_part mj_part_read(const mj_part *part, const mj_reading *reading, int place)
{
    mj_part p = *part;
    for (int i = 0; i < reading->length; i++)
        mj_part_add(&p, reading->code[i]);
    p.place = (uint8_t)place;
    return p;
}

#define PART_READINGS 8 /* no part of a hand has more than four */
#define PART_PLACES 4

/* A part of a hand with the row of each of its readings, each place of the winning tile in it. */
typedef struct {
    mj_part part;
    int readings;
    uint8_t n_places[PART_READINGS], place[PART_READINGS][5];
    uint64_t row[PART_READINGS][PART_PLACES][MJ_ROW_WORDS];
} seen_part;

static void see_part(seen_part *s, const mj_plan *plan)
{
    mj_reading reading[MJ_MAX_READINGS];
    reading[0].length = 0;
    s->readings = s->part.there ? mj_part_readings(s->part.part, s->part.held, reading) : 1;
    if (s->readings > PART_READINGS)
        s->readings = PART_READINGS;
    for (int i = 0; i < s->readings; i++) {
        s->n_places[i] = (uint8_t)mj_part_places(&s->part, &reading[i], s->place[i]);
        for (int j = 0; j < s->n_places[i]; j++) {
            mj_part p = mj_part_read(&s->part, &reading[i], s->place[i][j]);
            mj_part_row(&p, plan, s->row[i][j]);
        }
    }
}

/* What the sights of a hand are written to. */
typedef struct {
    const mj_plan *plan;
    mj_sight *sights;
    uint64_t *words;
    uint8_t *answers;
    int forms, n;
} seen;

static void add_sight(seen *to, const uint64_t *row, int reading, int place)
{
    if (to->n == MJ_MAX_SIGHTS)
        return;
    to->sights[to->n].reading = (uint8_t)reading;
    to->sights[to->n].place = (uint8_t)place;
    to->words[to->n] = row[0];
    mj_row_answers(to->plan, row, to->forms,
                   to->answers + (size_t)to->n * (size_t)to->plan->n_asks);
    to->n++;
}

/* Four sets and a pair: one reading of each part; how many there are. */
static int add_standard(seen *to, seen_part *part, int won)
{
    uint64_t row[MJ_ROW_WORDS];
    int at[4] = {0}, reading = 0;
    for (int i = 0; i < 4; i++) {
        see_part(&part[i], to->plan);
        if (part[i].readings == 0)
            return 0;
    }
    for (;; reading++) {
        for (int j = 0; j < part[won].n_places[at[won]]; j++) {
            memcpy(row, part[won].row[at[won]][j], (size_t)to->plan->words * sizeof *row);
            for (int i = 0; i < 4; i++)
                if (i != won)
                    mj_rows_together(to->plan, row, part[i].row[at[i]][0], row);
            add_sight(to, row, reading, part[won].place[at[won]][j]);
        }
        int i = 3; /* the next reading: the last part's first */
        while (i >= 0 && ++at[i] == part[i].readings)
            at[i--] = 0;
        if (i < 0)
            return reading + 1;
    }
}

static void add_form(seen *to, const seen_part *part, int form, int reading, int win)
{
    uint64_t row[MJ_ROW_WORDS] = {0}, more[MJ_ROW_WORDS];
    for (int i = 0; i < 4; i++) {
        mj_part p = part[i].part;
        p.form = (uint8_t)form;
        mj_part_row(&p, to->plan, more);
        mj_rows_together(to->plan, row, more, row);
    }
    add_sight(to, row, reading, win);
}

int mj_sights(const uint8_t *counts, const uint8_t *fixed, int n_fixed, int win, int forms,
              int given, const mj_plan *plan, mj_sight *sights, uint64_t *words,
              uint8_t *answers)
{
    seen_part part[4];
    seen to = {plan, sights, words, answers, forms, 0};
    int tiles = 0, pairs = 0, n = 0;
    for (int i = 0; i < 4; i++) {
        part[i].part = mj_part_of_tiles(i, counts + 9 * i, win);
        part[i].part.given = (uint8_t)given;
        part[i].part.forms = (uint8_t)forms;
        tiles += part[i].part.tiles;
        pairs += part[i].part.tiles % 3 == 2;
    }
    for (int i = 0; i < n_fixed; i++)
        mj_part_fix(&part[mj_part_of_kind(fixed[i] % MJ_KINDS)].part, fixed[i]);
    if (forms & MJ_STANDARD && pairs == 1 && tiles == 14 - 3 * n_fixed)
        n = add_standard(&to, part, mj_part_of_kind(win));
    if (n_fixed)
        return to.n;
    if (forms & (MJ_PAIRS | MJ_QUAD_PAIRS) && mj_is_seven_pairs(counts, forms & MJ_QUAD_PAIRS))
        add_form(&to, part, MJ_FORM_PAIRS, n++, win);
    if (forms & MJ_ORPHANS && mj_is_orphans(counts))
        add_form(&to, part, MJ_FORM_ORPHANS, n, win);
    return to.n;
}
