/* Memory and points of playing alone, and the choice between the paths. */
#include "solo.h"

#include <stdlib.h>
#include <string.h>
#if defined(_WIN32)
#include <malloc.h>
#elif defined(__linux__)
#include <sys/mman.h>
#endif

#include "processor.h"
#include "solo_room.h"

#define BIG_PAGE ((size_t)1 << 21)

static void *pages_new(size_t bytes)
{
#if defined(_WIN32)
    return _aligned_malloc(bytes, 64);
#else
    void *pages = aligned_alloc(BIG_PAGE, bytes);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (pages)
        madvise(pages, bytes, MADV_HUGEPAGE); /* look-ups are all over them */
#endif
    return pages;
#endif
}

static void pages_free(void *pages)
{
#if defined(_WIN32)
    _aligned_free(pages);
#else
    free(pages);
#endif
}

void *mj_room_lines(mj_solo_room *room, size_t bytes)
{
    bytes = (bytes + 63) & ~(size_t)63;
    if (bytes > room->block_left) {
        size_t whole = (bytes + BIG_PAGE - 1) & ~(BIG_PAGE - 1);
        void *pages = room->n_blocks < MJ_BLOCKS ? pages_new(whole) : NULL;
        if (pages == NULL)
            return NULL;
        room->block[room->n_blocks++] = pages;
        if (whole - bytes <= room->block_left)
            return pages; /* more is left of the block before it */
        room->block_at = pages;
        room->block_left = whole;
    }
    void *lines = room->block_at;
    room->block_at += bytes;
    room->block_left -= bytes;
    return lines;
}

void *mj_room_memo(mj_solo_room *room, size_t entry, int bits)
{
    void *memo = mj_room_lines(room, entry << bits);
    if (memo)
        memset(memo, 0, entry << bits);
    return memo;
}

mj_solo_room *mj_solo_room_new(void)
{
    mj_solo_room *room = calloc(1, sizeof *room);
    if (room == NULL)
        return NULL;
    int failed = 0;
    for (int part = 0; part < 4; part++) {
        room->part[part] = malloc(MJ_PARTS * sizeof *room->part[part]);
        room->slot[part] = calloc(MJ_PART_SLOTS, sizeof *room->slot[part]);
        failed |= room->part[part] == NULL || room->slot[part] == NULL;
    }
    room->words_room = 1024;
    room->words = malloc(room->words_room * sizeof *room->words);
    room->answers_room = 1024;
    room->answers = malloc(room->answers_room * sizeof *room->answers);
    room->cores = calloc(1, sizeof *room->cores);
    if (room->cores) {
        room->cores->words_room = 1024;
        room->cores->words = malloc(room->cores->words_room * sizeof *room->cores->words);
        failed |= room->cores->words == NULL;
    }
    room->memo[0] = mj_room_memo(room, sizeof *room->memo[0], MJ_MEMO_FIRST);
    room->made[0] = mj_room_memo(room, sizeof *room->made[0], MJ_MEMO_FIRST);
    if (failed || room->words == NULL || room->answers == NULL || room->cores == NULL
        || room->memo[0] == NULL
        || room->made[0] == NULL) {
        mj_solo_room_free(room);
        return NULL;
    }
    return room;
}

void mj_solo_room_free(mj_solo_room *room)
{
    if (room == NULL)
        return;
    for (int part = 0; part < 4; part++) {
        free(room->part[part]);
        free(room->slot[part]);
    }
    for (int i = 0; i < room->n_blocks; i++)
        pages_free(room->block[i]);
    free(room->words);
    free(room->answers);
    free(room->limited);
    if (room->cores)
        free(room->cores->words);
    free(room->cores);
    free(room);
}

#define POINTS_FIRST 256

int mj_points_open(mj_points *points)
{
    points->known = 0;
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

int mj_solo(mj_solo_room *room, const mj_solo_request *request, const uint8_t *discards, int n,
            mj_solo_row *rows, mj_solo_work *work)
{
    mj_solo_request within = *request;
    int wall = 0;
    for (int kind = 0; kind < MJ_KINDS; kind++)
        wall += request->left[kind];
    if (wall < within.draws)
        within.draws = wall; /* nothing comes from an empty wall */
#if MJ_X86
    if (strcmp(mj_active->name, "avx2") == 0)
        return mj_solo_avx2(room, &within, discards, n, rows, work);
#endif
    return mj_solo_portable(room, &within, discards, n, rows, work);
}
