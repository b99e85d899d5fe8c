#include "points.h"

#include <stdlib.h>
#include <string.h>

#include "parts.h"

#define POINTS_FIRST 256

int mj_points_open(mj_points *points)
{
    points->known = 0;
    points->whole = NULL;
    points->room = POINTS_FIRST;
    points->words = malloc(POINTS_FIRST * sizeof *points->words);
    points->points = malloc(POINTS_FIRST * sizeof *points->points);
    if (points->words == NULL || points->points == NULL) {
        mj_points_close(points);
        return -1;
    }
    for (size_t i = 0; i < POINTS_FIRST; i++)
        points->words[i] = UINT64_MAX; /* no facts word has all bits */
    return 0;
}

void mj_points_close(mj_points *points)
{
    free(points->words);
    free(points->points);
    points->words = NULL;
    points->points = NULL;
}

static size_t slot_of(const mj_points *points, uint64_t word)
{
    size_t i = (size_t)(word * 0x9e3779b97f4a7c15u >> 32) & (points->room - 1);
    while (points->words[i] != word && points->words[i] != UINT64_MAX)
        i = (i + 1) & (points->room - 1);
    return i;
}

static int grow_points(mj_points *points)
{
    mj_points bigger = *points;
    bigger.room = 2 * points->room;
    bigger.words = malloc(bigger.room * sizeof *bigger.words);
    bigger.points = malloc(bigger.room * sizeof *bigger.points);
    if (bigger.words == NULL || bigger.points == NULL) {
        mj_points_close(&bigger);
        return -1;
    }
    for (size_t i = 0; i < bigger.room; i++)
        bigger.words[i] = UINT64_MAX;
    for (size_t i = 0; i < points->room; i++)
        if (points->words[i] != UINT64_MAX) {
            size_t slot = slot_of(&bigger, points->words[i]);
            bigger.words[slot] = points->words[i];
            bigger.points[slot] = points->points[i];
        }
    mj_points_close(points);
    *points = bigger;
    return 0;
}

double mj_points_of(mj_points *points, uint64_t word)
{
    size_t slot = slot_of(points, word);
    if (points->words[slot] == word)
        return points->points[slot];
    double found = points->miss(points->context, word);
    if (found < 0)
        return found;
    if (2 * points->known >= points->room && grow_points(points) != 0)
        return -1;
    slot = slot_of(points, word);
    points->words[slot] = word;
    points->points[slot] = found;
    points->known++;
    return found;
}

/* Points of a complete hand by way of all its readings: any form, any pattern. */
static double points_by_readings(engine *e, const uint8_t *counts, int win)
{
    const mj_solo_request *request = e->request;
    uint64_t words[MJ_MAX_READINGS];
    int n = mj_facts(counts, request->fixed, request->sets, win, request->forms, words);
    double best = 0;
    for (int i = 0; i < n; i++) {
        double points = mj_points_of(request->points, words[i]);
        if (points < 0)
            e->fault = NO_POINTS;
        best = points > best ? points : best;
    }
    return best;
}

double solo_points_by_words(engine *e, const readings_of part[4])
{
    double best = 0;
    for (int a = 0; a < part[0].n; a++)
        for (int b = 0; b < part[1].n; b++)
            for (int c = 0; c < part[2].n; c++)
                for (int d = 0; d < part[3].n; d++) {
                    uint64_t word
                        = mj_together(mj_together(part[0].word[a], part[1].word[b]),
                                      mj_together(part[2].word[c], part[3].word[d]));
                    double points = mj_points_of(e->request->points, word);
                    if (points < 0)
                        e->fault = NO_POINTS;
                    best = points > best ? points : best;
                }
    return best;
}

int solo_words_of(const engine *e, int part, const uint8_t *counts, int win, uint64_t *words)
{
    const mj_solo_request *request = e->request;
    mj_part p = mj_part_open(part, counts, request->fixed, request->sets, win);
    return mj_part_words(&p, words);
}

/* Those of a part that was met, looked up where they were asked for before. */
static mj_known_words *known_words(engine *e, int part, mj_part_node *node, int win)
{
    mj_solo_room *room = e->room;
    mj_known_words *known = win < 0 ? &node->words : &node->won[win - 9 * part];
    if (known->known)
        return known;
    uint64_t words[MJ_MAX_READINGS];
    int n = solo_words_of(e, part, node->counts, win, words);
    if (room->n_words + (uint32_t)n > room->words_room) {
        uint64_t *bigger = realloc(room->words, 2 * (size_t)room->words_room * sizeof *bigger);
        if (bigger == NULL) {
            e->fault = NO_MEMORY;
            return known;
        }
        room->words = bigger;
        room->words_room *= 2;
    }
    memcpy(room->words + room->n_words, words, (size_t)n * sizeof *words);
    known->known = 1;
    known->n = (uint8_t)n;
    known->at = room->n_words;
    room->n_words += (uint32_t)n;
    return known;
}

double solo_points_of(engine *e, const hand *h, int win)
{
    hand full;
    open_hand(e, drawn_key(e, h, win), &full);
    if (e->fault)
        return 0;
    mj_points *points = e->request->points;
    if (points->whole
        || (e->other_forms
            && ((e->orphans && orphans_missing(tally_of(&full)) == 0)
                || (e->pairs && pairs_missing(e, tally_of(&full)) == 0)))) {
        uint8_t counts[MJ_KINDS_WITH_WILD];
        for (int part = 0; part < 4; part++)
            memcpy(counts + 9 * part, full.part[part]->counts, (size_t)counted_of(part));
        if (points->whole == NULL)
            return points_by_readings(e, counts, win);
        double found = points->whole(points->context, counts, win);
        if (found < 0)
            e->fault = NO_POINTS;
        return found;
    }
    /* The standard form only: readings of the parts, joined. */
    readings_of of[4];
    const mj_known_words *known[4];
    int won = mj_part_of_kind(win);
    for (int part = 0; part < 4; part++)
        known[part]
            = known_words(e, part, (mj_part_node *)full.part[part], part == won ? win : -1);
    for (int part = 0; part < 4; part++) {
        of[part].word = e->room->words + known[part]->at;
        of[part].n = known[part]->n;
    }
    return solo_points_by_words(e, of);
}
