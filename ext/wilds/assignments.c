#include "assignments.h"

#include <stdlib.h>
#include <string.h>

#include "natural_parts.h"
#include "ways.h"

/* Lists of ways whose row is what their part holds, so that each such is there once. */
enum { SETS, PAIRS, BOTH, ORPHANS, N_LISTS };

struct mj_assignments {
    int wilds;
    mj_ways list[N_LISTS][4];
    mj_ways *adding; /* to four parts */
    mj_ways *unless_not_in;
    const mj_natural_part *part;
    int failed;
};

static void add(void *to, const uint8_t *held, const mj_reading *reading)
{
    mj_assignments *a = to;
    int part = a->part->part, first = 9 * part;
    uint64_t row = 0;
    mj_way way;
    memset(&way, 0, sizeof way);
    for (int rank = 0; rank < (part < 3 ? 9 : 7); rank++) {
        row |= (uint64_t)held[rank] << 4 * rank;
        for (int i = a->part->held[rank]; i < held[rank]; i++)
            way.stand_for[way.wilds++] = (uint8_t)(first + rank);
    }
    for (int i = 0; i < reading->length; i++)
        way.pair |= reading->code[i] >= MJ_PAIR;
    a->failed |= mj_ways_add(&a->adding[part], &row, &way);
}

/* The ways of PAIRS that are those of SETS too, with the pair that they have there. */
static int add_both(mj_assignments *a, int part)
{
    const mj_ways *pairs = &a->list[PAIRS][part], *sets = &a->list[SETS][part];
    for (size_t i = 0; i < pairs->n; i++)
        for (int pair = 0; pair < 2; pair++) {
            mj_way way = pairs->ways[i];
            way.pair = (uint8_t)pair;
            if (mj_ways_has(sets, &pairs->rows[i], &way)
                && mj_ways_add(&a->list[BOTH][part], &pairs->rows[i], &way))
                return -1;
        }
    return 0;
}

mj_assignments *mj_assignments_of(const mj_wild_hand *hand)
{
    static const int forms[] = {MJ_FORM_STANDARD, MJ_FORM_PAIRS, MJ_FORM_ORPHANS};
    static const int lists[] = {SETS, PAIRS, ORPHANS};
    mj_assignments *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    a->wilds = hand->wilds;
    for (int list = 0; list < N_LISTS; list++)
        for (int part = 0; part < 4; part++)
            mj_ways_clear(&a->list[list][part], 1);
    for (int i = 0; i < 3; i++) {
        mj_natural_parts parts;
        if (!mj_natural_parts_of(&parts, hand, forms[i]))
            continue;
        a->adding = a->list[lists[i]];
        for (int part = 0; part < 4; part++) {
            a->part = &parts.part[part];
            mj_natural_parts_complete(&parts, part, add, a);
        }
    }
    for (int part = 0; part < 4; part++)
        a->failed |= add_both(a, part);
    if (a->failed) {
        mj_assignments_free(a);
        return NULL;
    }
    return a;
}

void mj_assignments_free(mj_assignments *a)
{
    if (a == NULL)
        return;
    for (int list = 0; list < N_LISTS; list++)
        for (int part = 0; part < 4; part++)
            mj_ways_free(&a->list[list][part]);
    free(a);
}

static uint64_t count_of(const mj_assignments *a, int list)
{
    uint64_t count[MJ_MOST_WILDS + 1][2] = {{1, 0}};
    int pair = list == SETS || list == BOTH;
    for (int part = 0; part < 4; part++) {
        uint64_t next[MJ_MOST_WILDS + 1][2] = {{0, 0}};
        const mj_ways *ways = &a->list[list][part];
        for (size_t i = 0; i < ways->n; i++)
            for (int wilds = 0; wilds + ways->ways[i].wilds <= a->wilds; wilds++)
                for (int had = 0; had + ways->ways[i].pair < 2; had++)
                    next[wilds + ways->ways[i].wilds][had + ways->ways[i].pair]
                        += count[wilds][had];
        memcpy(count, next, sizeof count);
    }
    return count[a->wilds][pair];
}

uint64_t mj_assignments_count(const mj_assignments *a)
{
    return count_of(a, SETS) + count_of(a, PAIRS) - count_of(a, BOTH) + count_of(a, ORPHANS);
}

typedef struct {
    const mj_assignments *a;
    int list, n;
    uint8_t kinds[MJ_MOST_WILDS];
    int (*found)(void *to, const uint8_t *kinds);
    void *to;
} listing;

/* `pairs` bits: the numbers of pairs that the parts so far have among sets; 0 where they are none. */
static int list_from(listing *l, int part, unsigned pairs)
{
    if (part == 4) {
        int sets_too = pairs >> 1 & 1;
        if (l->n != l->a->wilds || (l->list == SETS ? !sets_too : l->list == PAIRS && sets_too))
            return 0;
        return l->found(l->to, l->kinds);
    }
    const mj_ways *ways = &l->a->list[l->list][part], *both = &l->a->list[BOTH][part];
    for (size_t i = 0; i < ways->n; i++) {
        mj_way way = ways->ways[i];
        unsigned after = 0;
        if (l->n + way.wilds > l->a->wilds)
            continue;
        if (l->list == SETS)
            after = pairs << way.pair;
        for (int pair = 0; l->list == PAIRS && pair < 2; pair++) {
            way.pair = (uint8_t)pair;
            after |= mj_ways_has(both, &ways->rows[i], &way) ? pairs << pair : 0;
        }
        memcpy(l->kinds + l->n, way.stand_for, way.wilds);
        l->n += way.wilds;
        int stop = list_from(l, part + 1, after & 3);
        l->n -= way.wilds;
        if (stop)
            return stop;
    }
    return 0;
}

int mj_assignments_each(const mj_assignments *a, int (*found)(void *to, const uint8_t *kinds),
                        void *to)
{
    static const int lists[] = {SETS, PAIRS, ORPHANS};
    for (int i = 0; i < 3; i++) {
        listing l = {a, lists[i], 0, {0}, found, to};
        int stop = list_from(&l, 0, 1);
        if (stop)
            return stop;
    }
    return 0;
}
