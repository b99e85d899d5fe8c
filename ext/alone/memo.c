#include "memo.h"

#include <stdlib.h>

static void put(engine *e, const mj_memo_entry *fresh)
{
    size_t last = ((size_t)1 << e->bits) - 1, i = slot_of_key(e, fresh->key);
    while (e->memo[i].stamp == e->room->stamp)
        i = (i + 1) & last;
    e->memo[i] = *fresh;
}

static void grow_memo(engine *e)
{
    mj_solo_room *room = e->room;
    mj_memo_entry *old = e->memo;
    size_t n = (size_t)1 << e->bits;
    int step = e->bits < 16 ? 2 : 1, next = e->memo_number + step;
    if (next >= MJ_MEMOS) {
        e->fault = OVER;
        return;
    }
    if (room->memo[next] == NULL)
        room->memo[next] = mj_room_memo(room, sizeof *room->memo[next], e->bits + step);
    if (room->memo[next] == NULL) {
        e->fault = NO_MEMORY;
        return;
    }
    e->memo = room->memo[next];
    e->memo_number = next;
    e->bits += step;
    for (size_t i = 0; i < n; i++)
        if (old[i].stamp == room->stamp)
            put(e, &old[i]);
}

uint32_t solo_keep(engine *e, uint64_t key, uint32_t answer)
{
    if (e->fault == FINE && 3 * (size_t)++e->kept > (size_t)2 << e->bits)
        grow_memo(e);
    if (e->fault)
        return 0;
    mj_memo_entry fresh = {key, answer, e->room->stamp};
    put(e, &fresh);
    return answer;
}

uint32_t solo_remember(engine *e, uint64_t key, uint32_t answer)
{
    if (e->fault == FINE && ++e->hands > e->request->budget)
        e->fault = OVER;
    return solo_keep(e, key, answer);
}

uint32_t solo_new_row(engine *e)
{
    uint32_t row = e->rows, chunk = row / MJ_ROWS_A_CHUNK;
    if (chunk >= MJ_CHUNKS) {
        e->fault = OVER;
        return 0;
    }
    if (e->room->chunk[chunk] == NULL) {
        e->room->chunk[chunk]
            = mj_room_lines(e->room, sizeof(double) * MJ_ROWS_A_CHUNK * MJ_STRIDE_MOST);
        if (e->room->chunk[chunk] == NULL) {
            e->fault = NO_MEMORY;
            return 0;
        }
    }
    e->rows++;
    return row;
}

uint32_t solo_note_made(engine *e, mj_sign s, uint32_t number)
{
    mj_solo_room *room = e->room;
    if (e->fault)
        return 0;
    if (3 * (size_t)++e->n_made > (size_t)2 << e->made_bits) {
        mj_made_entry *old = e->made;
        size_t n = (size_t)1 << e->made_bits;
        int next = e->made_number + 1;
        if (next < MJ_MEMOS && room->made[next] == NULL)
            room->made[next] = mj_room_memo(room, sizeof *room->made[next], e->made_bits + 1);
        if (next >= MJ_MEMOS || room->made[next] == NULL) {
            e->fault = next >= MJ_MEMOS ? OVER : NO_MEMORY;
            return 0;
        }
        e->made = room->made[next];
        e->made_number = next;
        e->made_bits++;
        for (size_t i = 0; i < n; i++)
            if (old[i].stamp == room->stamp)
                *made_at(e, old[i].sign) = old[i];
    }
    mj_made_entry fresh = {s, number, room->stamp};
    *made_at(e, s) = fresh;
    return number;
}

uint32_t solo_new_answer(engine *e, mj_sign s, const mj_answer *answer)
{
    mj_solo_room *room = e->room;
    if (e->fault)
        return 0;
    if (e->n_answers == room->answers_room) {
        mj_answer *bigger
            = realloc(room->answers, 2 * (size_t)room->answers_room * sizeof *bigger);
        if (bigger == NULL) {
            e->fault = NO_MEMORY;
            return 0;
        }
        room->answers = bigger;
        room->answers_room *= 2;
    }
    room->answers[e->n_answers] = *answer;
    return solo_note_made(e, s, e->n_answers++);
}

int solo_start(engine *e, int figures)
{
    mj_solo_room *room = e->room;
    if (++room->stamp == 0) {
        /* After 2**32 calls old stamps could be taken for new ones. */
        for (int part = 0; part < 4; part++)
            memset(room->slot[part], 0, MJ_PART_SLOTS * sizeof *room->slot[part]);
        for (int i = 0; i < MJ_MEMOS; i++) {
            if (room->memo[i])
                memset(room->memo[i], 0, sizeof *room->memo[i] << (MJ_MEMO_FIRST + i));
            if (room->made[i])
                memset(room->made[i], 0, sizeof *room->made[i] << (MJ_MEMO_FIRST + i));
        }
        memset(room->cores->accord, 0, sizeof room->cores->accord);
        memset(room->share_stamp, 0, sizeof room->share_stamp);
        memset(room->closed_stamp, 0, sizeof room->closed_stamp);
        room->stamp = 1;
    }
    memset(room->n_parts, 0, sizeof room->n_parts);
    for (int part = 0; part < 4; part++)
        room->n_slots[part] = MJ_PART_SLOTS_FIRST;
    room->n_words = 0;
    if (!e->without_cores) {
        room->cores->n_cores = room->cores->n_shapes = 0;
        room->cores->n_words = 0;
        memset(room->cores->shape_slot, 0, sizeof room->cores->shape_slot);
    }
    e->fault = FINE;
    e->broken = 0;
    e->figures = figures;
    e->memo_number = 0;
    e->memo = room->memo[0];
    e->bits = MJ_MEMO_FIRST;
    e->made_number = 0;
    e->made = room->made[0];
    e->made_bits = MJ_MEMO_FIRST;
    e->rows = e->kept = 0;
    e->n_answers = 1; /* 0 is none */
    e->n_made = 0;
    for (int part = 0; part < 4; part++)
        memset(&room->part[part][0], 0, sizeof room->part[part][0]); /* what no hand has */
    if (e->limited) {
        if (room->limited == NULL && (room->limited = malloc(sizeof *room->limited)) == NULL)
            return NO_MEMORY;
        memset(room->limited->n_cost, 0, sizeof room->limited->n_cost);
        memset(room->limited->n_joined, 0, sizeof room->limited->n_joined);
        memset(room->limited->join, 0, sizeof room->limited->join);
        memset(room->limited->total, 0, sizeof room->limited->total);
    }
    solo_new_row(e); /* the first chunk, which the fixed rows are in */
    if (e->fault)
        return e->fault;
    for (int j = 0; j < e->stride; j++) {
        row_at(e, MJ_ROW_ZERO)[j] = 0;
        row_at(e, MJ_ROW_ONE)[j] = j <= e->request->draws;
    }
    e->rows = MJ_ROWS_FIXED;
    return FINE;
}
