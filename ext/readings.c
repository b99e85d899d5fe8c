#include "readings.h"

#include <string.h>

#include "shanten.h"

typedef struct {
    uint8_t counts[MJ_KINDS + 2]; /* two more, so that a chow may look ahead */
    uint8_t set[4];
    int n_sets, wanted;
    int pair;        /* kind, or -1 */
    int pair_part;   /* where the pair must be; -1: there is none */
    mj_reading *out; /* NULL: only whether there is one */
    int n;
} search;

static void emit(search *s)
{
    if (s->n >= MJ_MAX_READINGS)
        return;
    if (s->out) {
        mj_reading *reading = &s->out[s->n];
        memset(reading, 0, sizeof *reading);
        memcpy(reading->code, s->set, (size_t)s->n_sets);
        reading->length = (uint8_t)s->n_sets;
        if (s->pair >= 0)
            reading->code[reading->length++] = (uint8_t)(MJ_PAIR + s->pair);
    }
    s->n++;
}

/* At the lowest kind left: a pung or not, the pair or not, and the rest must begin chows. */
static void walk(search *s, int kind)
{
    while (kind < MJ_KINDS && s->counts[kind] == 0)
        kind++;
    if (kind == MJ_KINDS) {
        if (s->n_sets == s->wanted && (s->pair >= 0 || s->pair_part < 0))
            emit(s);
        return;
    }
    int held = s->counts[kind], part = mj_part(kind);
    int may_begin = part < 3 && kind - 9 * part <= 6;
    for (int pungs = 0; pungs <= (held >= 3); pungs++)
        for (int pairs = 0; pairs <= (s->pair < 0 && part == s->pair_part); pairs++) {
            int chows = held - 3 * pungs - 2 * pairs;
            if (chows < 0 || s->n_sets + chows + pungs > s->wanted)
                continue;
            if (chows
                && (!may_begin || s->counts[kind + 1] < chows || s->counts[kind + 2] < chows))
                continue;
            int before = s->n_sets;
            for (int i = 0; i < chows; i++)
                s->set[s->n_sets++] = (uint8_t)(MJ_CHOW + kind);
            if (pungs)
                s->set[s->n_sets++] = (uint8_t)(MJ_PUNG + kind);
            if (pairs)
                s->pair = kind;
            s->counts[kind] = 0;
            if (chows) {
                s->counts[kind + 1] = (uint8_t)(s->counts[kind + 1] - chows);
                s->counts[kind + 2] = (uint8_t)(s->counts[kind + 2] - chows);
            }
            walk(s, kind + 1);
            if (chows) {
                s->counts[kind + 1] = (uint8_t)(s->counts[kind + 1] + chows);
                s->counts[kind + 2] = (uint8_t)(s->counts[kind + 2] + chows);
            }
            s->counts[kind] = (uint8_t)held;
            if (pairs)
                s->pair = -1;
            s->n_sets = before;
        }
}

static search begin(const uint8_t *counts, int wanted, int pair_part, mj_reading *out)
{
    search s;
    memcpy(s.counts, counts, MJ_KINDS);
    s.counts[MJ_KINDS] = s.counts[MJ_KINDS + 1] = 0;
    s.n_sets = 0;
    s.wanted = wanted;
    s.pair = -1;
    s.pair_part = pair_part;
    s.out = out;
    s.n = 0;
    return s;
}

static int standard(const uint8_t *counts, int sets, mj_reading *out)
{
    int pair_part = -1;
    for (int part = 0; part < 4; part++) {
        int tiles = 0;
        for (int kind = 9 * part; kind < (part < 3 ? 9 * part + 9 : MJ_KINDS); kind++)
            tiles += counts[kind];
        if (tiles % 3 == 1 || (tiles % 3 == 2 && pair_part >= 0))
            return 0;
        if (tiles % 3 == 2)
            pair_part = part;
    }
    if (pair_part < 0)
        return 0;
    search s = begin(counts, 4 - sets, pair_part, out);
    walk(&s, 0);
    return s.n;
}

static int seven_pairs(const uint8_t *counts, int quads, mj_reading *out)
{
    mj_reading reading = {7, {0}};
    int n = 0;
    for (int kind = 0; kind < MJ_KINDS; kind++) {
        int held = counts[kind];
        if (held == 0)
            continue;
        if (held != 2 && !(held == 4 && quads))
            return 0;
        for (int i = 0; i < held / 2; i++) {
            if (n == 7)
                return 0;
            reading.code[n++] = (uint8_t)(MJ_PAIR + kind);
        }
    }
    if (n == 7 && out)
        *out = reading;
    return n == 7;
}

static int thirteen_orphans(const uint8_t *counts, mj_reading *out)
{
    int tiles = 0, twice = -1;
    for (int kind = 0; kind < MJ_KINDS; kind++) {
        int orphan = kind >= 27 || kind % 9 == 0 || kind % 9 == 8;
        if (!orphan ? counts[kind] != 0 : counts[kind] != 1 && counts[kind] != 2)
            return 0;
        if (counts[kind] == 2)
            twice = kind;
        tiles += counts[kind];
    }
    if (tiles != 14)
        return 0;
    if (out) {
        memset(out, 0, sizeof *out);
        out->length = 1;
        out->code[0] = (uint8_t)(MJ_THIRTEEN + twice);
    }
    return 1;
}

int mj_readings(const uint8_t *counts, int sets, int forms, mj_reading *out)
{
    int n = forms & MJ_STANDARD ? standard(counts, sets, out) : 0;
    if (sets == 0) {
        if (forms & (MJ_PAIRS | MJ_QUAD_PAIRS))
            n += seven_pairs(counts, forms & MJ_QUAD_PAIRS, out ? out + n : NULL);
        if (forms & MJ_ORPHANS)
            n += thirteen_orphans(counts, out ? out + n : NULL);
    }
    return n;
}

int mj_has_reading(const uint8_t *counts, int sets, int forms)
{
    return mj_readings(counts, sets, forms, NULL) > 0;
}

int mj_part_readings(const uint8_t *counts, int honors, int sets, int pair, mj_reading *out)
{
    uint8_t whole[MJ_KINDS] = {0};
    int first = honors ? 27 : 0;
    memcpy(whole + first, counts, honors ? 7 : 9);
    search s = begin(whole, sets, pair ? mj_part(first) : -1, out);
    walk(&s, first);
    for (int i = 0; i < s.n; i++)
        for (int j = 0; j < out[i].length; j++)
            out[i].code[j] = (uint8_t)(out[i].code[j] - first);
    return s.n;
}
