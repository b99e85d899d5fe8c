#include "solo.h"

#include <stdlib.h>

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
