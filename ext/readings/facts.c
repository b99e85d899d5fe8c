#include "facts.h"

#include "shanten/shanten.h"

const mj_fact_field mj_fact_fields[] = {
#define MJ_FIELD(name, width, how, value) {#name, MJ_SHIFT_##name, width},
    MJ_FACTS(MJ_FIELD)
#undef MJ_FIELD
};
const int mj_n_fact_fields = sizeof mj_fact_fields / sizeof mj_fact_fields[0];

static inline uint64_t fields_of(const mj_part *p)
{
    uint64_t word = 0;
#define MJ_FIELD(name, width, how, value) word |= (uint64_t)(value) << MJ_SHIFT_##name;
    MJ_FACTS(MJ_FIELD)
#undef MJ_FIELD
    return word;
}

/* The same code twice, so that what only suits or honors have costs the others nothing. */
static inline uint64_t word_of(const mj_part *p)
{
    return p->part == 3 ? fields_of(p) : fields_of(p);
}

uint64_t mj_part_word(const mj_part *p) { return p->there ? word_of(p) : 0; }

int mj_part_facts(const mj_part *part, uint64_t *out)
{
    mj_reading reading[MJ_MAX_READINGS];
    if (part->there == 0) {
        out[0] = 0;
        return 1;
    }
    int n = mj_part_readings(part->part, part->held, reading);
    mj_part p = *part;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < reading[i].length; j++)
            mj_part_add(&p, reading[i].code[j]);
        out[i] = word_of(&p);
        if (i + 1 < n)
            p = *part;
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
    return mj_part_word(&p);
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
        part[i] = mj_part_of_tiles(i, counts + 9 * i, win);
        tiles += part[i].tiles;
        pairs += part[i].tiles % 3 == 2;
    }
    for (int i = 0; i < n_fixed; i++)
        mj_part_fix(&part[mj_part_of_kind(fixed[i] % MJ_KINDS)], fixed[i]);
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
