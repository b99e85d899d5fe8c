#include "facts.h"

#include "processor.h"
#include "shanten/shanten.h"

const mj_fact_field mj_fact_fields[] = {
#define MJ_FIELD(name, width, how, value) {#name, MJ_SHIFT_##name, width},
    MJ_FACTS(MJ_FIELD)
#undef MJ_FIELD
};
const int mj_n_fact_fields = sizeof mj_fact_fields / sizeof mj_fact_fields[0];

static inline int kinds_of(int part) { return part < 3 ? 9 : 7; }

static inline uint64_t fields_of(const mj_part *p)
{
    uint64_t word = 0;
#define MJ_FIELD(name, width, how, value) word |= (uint64_t)(value) << MJ_SHIFT_##name;
    MJ_FACTS(MJ_FIELD)
#undef MJ_FIELD
    return word;
}

/* The same code twice, so that what only suits or honors have costs the others nothing. */
static uint64_t word_of(const mj_part *p) { return p->part == 3 ? fields_of(p) : fields_of(p); }

int mj_four_alike(const mj_part *p)
{
    for (int rank = 0; rank < kinds_of(p->part); rank++)
        if (p->held[rank] == 4)
            return 1;
    return 0;
}

int mj_nine_gates(const mj_part *p, int win)
{
    int extra = 0;
    for (int rank = 0; rank < 9; rank++) {
        int least = rank == 0 || rank == 8 ? 3 : 1;
        if (p->held[rank] < least)
            return 0;
        if (p->held[rank] > least)
            extra = rank;
    }
    return win < 0 || win == extra;
}

static void add_set(mj_part *p, int code)
{
    int rank = code % MJ_KINDS - 9 * p->part;
    if (code < MJ_PUNG) {
        p->chows++;
        return;
    }
    p->pungs++;
    p->pung_ranks |= (uint16_t)(1u << rank);
}

static void add_fixed(mj_part *p, int code)
{
    int rank = code % MJ_KINDS - 9 * p->part;
    add_set(p, code);
    p->there |= (uint16_t)((code < MJ_PUNG ? 7u : 1u) << rank);
    p->fixed++;
    p->kongs += code >= MJ_EXPOSED_KONG;
    p->exposed += code < MJ_CONCEALED_KONG;
    p->open_pungs += code >= MJ_PUNG && code < MJ_CONCEALED_KONG;
}

static inline mj_part opened(int part, const uint8_t *held, int win)
{
    mj_part p = {held, (uint8_t)part, MJ_FORM_STANDARD, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    uint64_t bytes = part < 3 ? mj_eight_bytes(held) : mj_seven_bytes(held);
    unsigned ninth = part < 3 ? held[8] : 0;
    p.tiles = (uint8_t)((bytes * 0x0101010101010101u >> 56) + ninth);
    p.there = (uint16_t)(mj_low_bits((bytes + 0x7f7f7f7f7f7f7f7fu) >> 7) | (ninth > 0) << 8);
    if (win >= 9 * part && (part == 3 || win < 9 * part + 9))
        p.win = (int8_t)(win - 9 * part);
    return p;
}

mj_part mj_part_open(int part, const uint8_t *held, const uint8_t *fixed, int n_fixed, int win)
{
    mj_part p = opened(part, held, win);
    for (int i = 0; i < n_fixed; i++)
        if (mj_part_of_kind(fixed[i] % MJ_KINDS) == part)
            add_fixed(&p, fixed[i]);
    return p;
}

int mj_part_facts(const mj_part *part, uint64_t *out)
{
    mj_reading reading[MJ_MAX_READINGS];
    if (part->there == 0) {
        out[0] = 0;
        return 1;
    }
    int n = mj_part_readings(part->part, part->held, reading);
    for (int i = 0; i < n; i++) {
        mj_part p = *part;
        for (int j = 0; j < reading[i].length; j++) {
            int code = reading[i].code[j];
            if (code >= MJ_PAIR)
                p.pair = (int8_t)(code - MJ_PAIR - 9 * p.part);
            else
                add_set(&p, code);
        }
        out[i] = word_of(&p);
    }
    return n;
}

int mj_words_sorted(uint64_t *words, int n)
{
    int different = 0;
    for (int i = 0; i < n; i++) {
        uint64_t word = words[i];
        int at = different;
        while (at > 0 && words[at - 1] > word)
            at--;
        if (at > 0 && words[at - 1] == word)
            continue;
        for (int j = different++; j > at; j--)
            words[j] = words[j - 1];
        words[at] = word;
    }
    return different;
}

int mj_part_words(const mj_part *part, uint64_t *out)
{
    return mj_words_sorted(out, mj_part_facts(part, out));
}

uint64_t mj_part_without_sets(const mj_part *part, int form)
{
    mj_part p = *part;
    p.form = (uint8_t)form;
    return p.there ? word_of(&p) : 0;
}

static uint64_t without_sets(const mj_part *part, int form)
{
    uint64_t word = 0;
    for (int i = 0; i < 4; i++)
        word = mj_together(word, mj_part_without_sets(&part[i], form));
    return word;
}

int mj_facts(const uint8_t *counts, const uint8_t *fixed, int n_fixed, int win, int forms,
             uint64_t *out)
{
    mj_part part[4];
    uint64_t words[4][MJ_MAX_READINGS];
    int of[4], tiles = 0, pairs = 0, n = 0;
    for (int i = 0; i < 4; i++) {
        part[i] = opened(i, counts + 9 * i, win);
        tiles += part[i].tiles;
        pairs += part[i].tiles % 3 == 2;
    }
    for (int i = 0; i < n_fixed; i++)
        add_fixed(&part[mj_part_of_kind(fixed[i] % MJ_KINDS)], fixed[i]);
    if (forms & MJ_STANDARD && pairs == 1 && tiles == 14 - 3 * n_fixed) {
        for (int i = 0; i < 4; i++)
            of[i] = mj_part_facts(&part[i], words[i]);
        for (int a = 0; a < of[0]; a++)
            for (int b = 0; b < of[1]; b++)
                for (int c = 0; c < of[2]; c++)
                    for (int d = 0; d < of[3] && n < MJ_MAX_READINGS; d++)
                        out[n++] = mj_together(mj_together(words[0][a], words[1][b]),
                                               mj_together(words[2][c], words[3][d]));
    }
    if (n_fixed)
        return n;
    if (forms & (MJ_PAIRS | MJ_QUAD_PAIRS) && mj_is_seven_pairs(counts, forms & MJ_QUAD_PAIRS))
        out[n++] = without_sets(part, MJ_FORM_PAIRS);
    if (forms & MJ_ORPHANS && mj_is_orphans(counts))
        out[n++] = without_sets(part, MJ_FORM_ORPHANS);
    return n;
}
