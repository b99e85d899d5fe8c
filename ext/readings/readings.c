#include "readings.h"

#include <string.h>

#include "shanten/shanten.h"

static int tiles_of(const uint8_t *held, int kinds)
{
    int tiles = 0;
    for (int rank = 0; rank < kinds; rank++)
        tiles += held[rank];
    return tiles;
}

typedef struct {
    uint8_t held[9 + 2]; /* two more, so that a chow may look ahead */
    uint8_t set[4];
    int n_sets, wanted;
    int first;       /* the suit's first kind */
    int pair;        /* rank, or NO_PAIR, or that it is still to come */
    mj_reading *out; /* NULL: only how many there are */
    int n;
} search;

enum { NO_PAIR = -1, TO_COME = -2 };

static void emit(search *s)
{
    if (s->n >= MJ_MAX_READINGS)
        return;
    if (s->out) {
        mj_reading *reading = &s->out[s->n];
        memset(reading, 0, sizeof *reading);
        memcpy(reading->code, s->set, (size_t)s->n_sets);
        reading->length = (uint8_t)s->n_sets;
        if (s->pair != NO_PAIR)
            reading->code[reading->length++] = (uint8_t)(MJ_PAIR + s->first + s->pair);
    }
    s->n++;
}

/* At the lowest rank left: a pung or not, the pair or not, and the rest must begin chows. */
static void walk(search *s, int rank)
{
    while (rank < 9 && s->held[rank] == 0)
        rank++;
    if (rank == 9) {
        if (s->n_sets == s->wanted && s->pair != TO_COME)
            emit(s);
        return;
    }
    uint8_t *held = s->held + rank;
    int all = *held;
    for (int pungs = 0; pungs <= all / 3; pungs++)
        for (int pairs = 0; pairs <= (s->pair == TO_COME); pairs++) {
            int chows = all - 3 * pungs - 2 * pairs;
            if (chows < 0 || s->n_sets + chows + pungs > s->wanted)
                continue;
            if (chows && (rank > 6 || held[1] < chows || held[2] < chows))
                continue;
            int before = s->n_sets;
            for (int i = 0; i < chows; i++)
                s->set[s->n_sets++] = (uint8_t)(MJ_CHOW + s->first + rank);
            for (int i = 0; i < pungs; i++)
                s->set[s->n_sets++] = (uint8_t)(MJ_PUNG + s->first + rank);
            if (pairs)
                s->pair = rank;
            held[0] = 0;
            held[1] = (uint8_t)(held[1] - chows);
            held[2] = (uint8_t)(held[2] - chows);
            walk(s, rank + 1);
            held[0] = (uint8_t)all;
            held[1] = (uint8_t)(held[1] + chows);
            held[2] = (uint8_t)(held[2] + chows);
            if (pairs)
                s->pair = TO_COME;
            s->n_sets = before;
        }
}

static int suit_readings(int first, const uint8_t *held, int tiles, mj_reading *out)
{
    search s;
    memcpy(s.held, held, 9);
    s.held[9] = s.held[10] = 0;
    s.first = first;
    s.n_sets = s.n = 0;
    s.wanted = tiles / 3;
    s.pair = tiles % 3 == 2 ? TO_COME : NO_PAIR;
    s.out = out;
    walk(&s, 0);
    return s.n;
}

/* Pungs and at most one pair, in one way only. */
static int honor_readings(const uint8_t *held, mj_reading *out)
{
    mj_reading reading = {0, {0}};
    int pair = -1;
    for (int rank = 0; rank < 7; rank++) {
        int left = held[rank] % 3; /* five are a pung and the pair */
        for (int i = 0; i < held[rank] / 3; i++)
            reading.code[reading.length++] = (uint8_t)(MJ_PUNG + 27 + rank);
        if (left && (left != 2 || pair >= 0))
            return 0;
        if (left)
            pair = rank;
    }
    if (pair >= 0)
        reading.code[reading.length++] = (uint8_t)(MJ_PAIR + 27 + pair);
    if (out)
        *out = reading;
    return 1;
}

int mj_part_readings(int part, const uint8_t *held, mj_reading *out)
{
    int tiles = tiles_of(held, part < 3 ? 9 : 7);
    if (tiles % 3 == 1 || tiles > 14)
        return 0;
    return part < 3 ? suit_readings(9 * part, held, tiles, out) : honor_readings(held, out);
}

/* The readings of the parts, one of each, the first part's slowest; the pair stands last. */
static int standard(const uint8_t *counts, int sets, mj_reading *out)
{
    mj_reading part[4][MJ_MAX_READINGS];
    int n[4], tiles = 0, pairs = 0;
    for (int p = 0; p < 4; p++) {
        int here = tiles_of(counts + 9 * p, p < 3 ? 9 : 7);
        tiles += here;
        pairs += here % 3 == 2;
        if (here % 3 == 1 || pairs > 1)
            return 0;
    }
    if (tiles != 14 - 3 * sets)
        return 0;
    int all = 1;
    for (int p = 0; p < 4; p++) {
        n[p] = mj_part_readings(p, counts + 9 * p, out ? part[p] : NULL);
        all *= n[p];
    }
    if (out == NULL || all == 0)
        return all;
    int found = 0;
    for (int m = 0; m < n[0]; m++)
        for (int p = 0; p < n[1]; p++)
            for (int s = 0; s < n[2]; s++)
                for (int z = 0; z < n[3] && found < MJ_MAX_READINGS; z++) {
                    const mj_reading *of[4] = {&part[0][m], &part[1][p], &part[2][s], &part[3][z]};
                    mj_reading *whole = &out[found++];
                    uint8_t pair = 0;
                    memset(whole, 0, sizeof *whole);
                    for (int i = 0; i < 4; i++)
                        for (int j = 0; j < of[i]->length; j++) {
                            if (of[i]->code[j] >= MJ_PAIR)
                                pair = of[i]->code[j];
                            else
                                whole->code[whole->length++] = of[i]->code[j];
                        }
                    whole->code[whole->length++] = pair;
                }
    return found;
}

int mj_is_seven_pairs(const uint8_t *counts, int quads)
{
    int pairs = 0;
    for (int kind = 0; kind < MJ_KINDS; kind++) {
        int held = counts[kind];
        if (held & 1 || (held > 2 && !quads))
            return 0;
        pairs += held / 2;
    }
    return pairs == 7;
}

static void seven_pairs(const uint8_t *counts, mj_reading *out)
{
    out->length = 0;
    for (int kind = 0; kind < MJ_KINDS; kind++)
        for (int i = 0; i < counts[kind] / 2; i++)
            out->code[out->length++] = (uint8_t)(MJ_PAIR + kind);
}

int mj_is_orphans(const uint8_t *counts)
{
    int tiles = 0;
    for (int kind = 0; kind < MJ_KINDS; kind++) {
        int orphan = kind >= 27 || kind % 9 == 0 || kind % 9 == 8;
        if (!orphan ? counts[kind] != 0 : counts[kind] != 1 && counts[kind] != 2)
            return 0;
        tiles += counts[kind];
    }
    return tiles == 14;
}

static void thirteen_orphans(const uint8_t *counts, mj_reading *out)
{
    int twice = 0;
    while (counts[twice] != 2)
        twice++;
    memset(out, 0, sizeof *out);
    out->length = 1;
    out->code[0] = (uint8_t)(MJ_THIRTEEN + twice);
}

int mj_readings(const uint8_t *counts, int sets, int forms, mj_reading *out)
{
    int n = forms & MJ_STANDARD ? standard(counts, sets, out) : 0;
    if (sets)
        return n;
    if (forms & (MJ_PAIRS | MJ_QUAD_PAIRS) && mj_is_seven_pairs(counts, forms & MJ_QUAD_PAIRS)) {
        if (out)
            seven_pairs(counts, &out[n]);
        n++;
    }
    if (forms & MJ_ORPHANS && mj_is_orphans(counts)) {
        if (out)
            thirteen_orphans(counts, &out[n]);
        n++;
    }
    return n;
}

int mj_has_reading(const uint8_t *counts, int sets, int forms)
{
    return mj_readings(counts, sets, forms, NULL) > 0;
}
