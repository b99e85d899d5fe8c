#include "wild_sights.h"

#include <stdlib.h>
#include <string.h>

#include "census/store.h"
#include "natural_parts.h"
#include "shanten/shanten.h"
#include "ways.h"

typedef struct {
    uint8_t stand_for[MJ_MOST_WILDS];
    uint32_t way; /* its number among the found */
} numbered;

struct mj_wild_room {
    mj_ways part[4], half[2], found;
    mj_ways *told; /* one of these */
    numbered *order;
    size_t order_room;
    int failed;
};

mj_wild_room *mj_wild_room_new(void) { return calloc(1, sizeof(mj_wild_room)); }

void mj_wild_room_free(mj_wild_room *room)
{
    if (room == NULL)
        return;
    for (int i = 0; i < 4; i++)
        mj_ways_free(&room->part[i]);
    mj_ways_free(&room->half[0]);
    mj_ways_free(&room->half[1]);
    mj_ways_free(&room->found);
    free(room->order);
    free(room);
}

/* A part that is being gone through, in one form. */
typedef struct {
    mj_wild_room *room;
    const mj_wild_hand *hand;
    const mj_natural_part *natural;
    int form;
} looking;

/* Add the part with the winning tile of this rank (-1: not here) in each of its places. */
static void add_ways(looking *l, const uint8_t *held, const mj_reading *reading, int win, mj_way *way)
{
    const mj_wild_hand *hand = l->hand;
    int first = 9 * l->natural->part;
    uint8_t places[5] = {MJ_NO_PLACE};
    uint64_t row[MJ_ROW_WORDS];
    mj_part part = mj_part_of_tiles(l->natural->part, held, win < 0 ? -1 : first + win);
    part.given = (uint8_t)hand->given;
    part.forms = (uint8_t)hand->forms;
    part.form = (uint8_t)l->form;
    for (int i = 0; i < hand->n_fixed; i++)
        if (mj_part_of_kind(hand->fixed[i] % MJ_KINDS) == l->natural->part)
            mj_part_fix(&part, hand->fixed[i]);
    way->win = win < 0 ? MJ_NOT_HERE : (uint8_t)(first + win);
    int n = 1;
    if (hand->plan->n_asks && l->form == MJ_FORM_STANDARD)
        n = mj_part_places(&part, reading, places);
    for (int i = 0; i < n; i++) {
        mj_part p = mj_part_read(&part, reading, places[i]);
        mj_part_row(&p, hand->plan, row);
        l->room->failed |= mj_ways_add(&l->room->part[l->natural->part], row, way);
    }
}

static void look(void *to, const uint8_t *held, const mj_reading *reading)
{
    looking *l = to;
    const mj_wild_hand *hand = l->hand;
    int kinds = l->natural->part < 3 ? 9 : 7, first = 9 * l->natural->part, n = 0;
    int won = hand->win - first; /* where a natural tile wins here */
    mj_way way;
    uint8_t all[MJ_MOST_WILDS];
    memset(&way, 0, sizeof way);
    for (int rank = 0; rank < kinds; rank++)
        for (int i = l->natural->held[rank]; i < held[rank]; i++)
            all[n++] = (uint8_t)(first + rank);
    way.wilds = (uint8_t)n;
    for (int i = 0; i < reading->length; i++)
        way.pair |= reading->code[i] >= MJ_PAIR;
    memcpy(way.stand_for, all, (size_t)n);
    add_ways(l, held, reading, hand->win >= 0 && won >= 0 && won < kinds ? won : -1, &way);
    if (hand->win >= 0)
        return;
    /* One of the wild tiles wins: one of each kind. */
    for (int i = 0; i < n; i++) {
        if (i + 1 < n && all[i + 1] == all[i])
            continue;
        memset(way.stand_for, 0, sizeof way.stand_for);
        memcpy(way.stand_for, all, (size_t)i);
        memcpy(way.stand_for + i, all + i + 1, (size_t)(n - 1 - i));
        add_ways(l, held, reading, all[i] - first, &way);
    }
}

static int stood(const mj_way *way, int wild_wins)
{
    return way->wilds - (wild_wins && way->win != MJ_NOT_HERE);
}

/* Two parts, or halves, put together. With `whole` all wild tiles must be in use, there must be the
 * pair where the form has one, and the assignment is put in the order that was written. */
static int join(mj_ways *out, const mj_wild_hand *hand, const mj_ways *one, const mj_ways *other,
                int whole, int pair)
{
    uint64_t row[MJ_ROW_WORDS];
    size_t words = (size_t)out->words;
    int wild_wins = hand->win < 0;
    for (size_t i = 0; i < one->n; i++) {
        const mj_way *a = &one->ways[i];
        for (size_t j = 0; j < other->n; j++) {
            const mj_way *b = &other->ways[j];
            int wilds = a->wilds + b->wilds, here = (a->win != MJ_NOT_HERE) + (b->win != MJ_NOT_HERE);
            if (here > 1 || (a->pair && b->pair))
                continue;
            if (whole ? wilds != hand->wilds || here == 0 || (a->pair || b->pair) != pair
                      : wilds > hand->wilds)
                continue;
            mj_way way;
            memset(&way, 0, sizeof way);
            way.wilds = (uint8_t)wilds;
            way.pair = a->pair | b->pair;
            way.win = a->win < b->win ? a->win : b->win;
            int from_a = stood(a, wild_wins), n = from_a + stood(b, wild_wins);
            memcpy(way.stand_for, a->stand_for, (size_t)from_a);
            memcpy(way.stand_for + from_a, b->stand_for, (size_t)(n - from_a));
            if (whole) {
                if (wild_wins) {
                    memmove(way.stand_for + hand->win_at + 1, way.stand_for + hand->win_at,
                            (size_t)(n - hand->win_at));
                    way.stand_for[hand->win_at] = way.win;
                }
                way.win = way.pair = 0; /* told apart no more */
            }
            mj_rows_together(hand->plan, one->rows + i * words, other->rows + j * words, row);
            if (mj_ways_add(out, row, &way))
                return -1;
        }
    }
    return 0;
}

static void look_at_form(mj_wild_room *room, const mj_wild_hand *hand, int form)
{
    mj_natural_parts parts;
    int words = hand->plan->words;
    if (!mj_natural_parts_of(&parts, hand, form))
        return;
    for (int part = 0; part < 4; part++) {
        looking l = {room, hand, &parts.part[part], form};
        mj_ways_clear(&room->part[part], words);
        mj_natural_parts_complete(&parts, part, look, &l);
        if (room->part[part].n == 0)
            return;
    }
    for (int half = 0; half < 2; half++) {
        mj_ways_clear(&room->half[half], words);
        room->failed |= join(&room->half[half], hand, &room->part[2 * half],
                             &room->part[2 * half + 1], 0, 0);
    }
    room->failed |= join(&room->found, hand, &room->half[0], &room->half[1], 1,
                         form == MJ_FORM_STANDARD);
}

/* What is told: each word with its answers once. */
static int answer(mj_wild_room *room, const mj_wild_hand *hand)
{
    const mj_ways *found = &room->found;
    size_t asks = (size_t)hand->plan->n_asks;
    uint64_t row[1 + MJ_ROW_WORDS * 64 / sizeof(uint64_t)] = {0};
    if (asks == 0) { /* a row is its word */
        room->told = &room->found;
        return 0;
    }
    room->told = &room->part[0]; /* which nothing needs any more */
    mj_ways_clear(room->told, 1 + (int)((asks + 7) / 8));
    for (size_t i = 0; i < found->n; i++) {
        const uint64_t *from = found->rows + i * (size_t)found->words;
        row[0] = from[0];
        mj_row_answers(hand->plan, from, hand->forms, (uint8_t *)(row + 1));
        if (mj_ways_add(room->told, row, &found->ways[i]))
            return -1;
    }
    return 0;
}

static int by_assignment(const void *a, const void *b)
{
    const numbered *one = a, *other = b;
    int order = memcmp(one->stand_for, other->stand_for, MJ_MOST_WILDS);
    return order ? order : one->way < other->way ? -1 : 1;
}

static int put_in_order(mj_wild_room *room)
{
    size_t n = room->told->n;
    if (mj_grow(&room->order, &room->order_room, n, sizeof *room->order))
        return -1;
    for (size_t i = 0; i < n; i++) {
        memcpy(room->order[i].stand_for, room->told->ways[i].stand_for, MJ_MOST_WILDS);
        room->order[i].way = (uint32_t)i;
    }
    qsort(room->order, n, sizeof *room->order, by_assignment);
    return 0;
}

ptrdiff_t mj_wild_sights(mj_wild_room *room, const mj_wild_hand *hand)
{
    room->failed = 0;
    mj_ways_clear(&room->found, hand->plan->words);
    for (int form = MJ_FORM_STANDARD; form <= MJ_FORM_ORPHANS; form++)
        look_at_form(room, hand, form);
    if (room->failed || answer(room, hand) || put_in_order(room))
        return -1;
    return (ptrdiff_t)room->told->n;
}

static const uint64_t *told_at(const mj_wild_room *room, ptrdiff_t i)
{
    return room->told->rows + (size_t)room->order[i].way * (size_t)room->told->words;
}

uint64_t mj_wild_word(const mj_wild_room *room, ptrdiff_t i) { return told_at(room, i)[0]; }

const uint8_t *mj_wild_answers(const mj_wild_room *room, ptrdiff_t i)
{
    return (const uint8_t *)(told_at(room, i) + 1);
}

const uint8_t *mj_wild_assignment(const mj_wild_room *room, ptrdiff_t i)
{
    return room->order[i].stand_for;
}
