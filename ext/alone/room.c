#include "room.h"

#include <stdlib.h>
#include <string.h>
#if defined(_WIN32)
#include <malloc.h>
#elif defined(__linux__)
#include <sys/mman.h>
#endif

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
