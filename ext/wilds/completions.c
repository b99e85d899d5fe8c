#include "completions.h"

#include <string.h>

#include "readings/part.h"

typedef struct {
    const mj_natural_part *part;
    mj_completed found;
    void *to;
    int kinds, alike;
    uint8_t held[9];
    mj_reading reading;
} search;

static search opened(const mj_natural_part *part, mj_completed found, void *to)
{
    search s = {part, found, to, part->part < 3 ? 9 : 7, 0, {0}, {0, {0}}};
    return s;
}

static void add_codes(mj_reading *reading, int code, int times)
{
    for (int i = 0; i < times; i++)
        reading->code[reading->length++] = (uint8_t)code;
}

/*
 * At a rank that `two` chows begun two ranks before and `one` begun one before still need: chows
 * begin, pungs and the pair are made, so that all natural tiles are in use. `sets`, `pair` and
 * `wilds` are those still to come; they come out together.
 */
static void walk_sets(search *s, int rank, int two, int one, int sets, int pair, int wilds)
{
    if (rank == s->kinds) {
        if (two + one + sets + pair + wilds == 0)
            s->found(s->to, s->held, &s->reading);
        return;
    }
    int natural = s->part->held[rank], begun = two + one;
    int most = natural + wilds < s->part->most[rank] ? natural + wilds : s->part->most[rank];
    int chows_here = s->part->part < 3 && rank < 7 ? sets : 0, kind = 9 * s->part->part + rank;
    int length = s->reading.length;
    for (int pairs = 0; pairs <= pair; pairs++)
        for (int pungs = 0; pungs <= sets; pungs++)
            for (int chows = 0; chows <= chows_here - pungs || chows == 0; chows++) {
                int all = begun + chows + 3 * pungs + 2 * pairs;
                if (all < natural)
                    continue;
                if (all > most)
                    break;
                s->held[rank] = (uint8_t)all;
                add_codes(&s->reading, MJ_CHOW + kind, chows);
                add_codes(&s->reading, MJ_PUNG + kind, pungs);
                add_codes(&s->reading, MJ_PAIR + kind, pairs);
                walk_sets(s, rank + 1, one, chows, sets - chows - pungs, pair - pairs,
                          wilds - (all - natural));
                s->reading.length = (uint8_t)length;
            }
}

void mj_complete_sets(const mj_natural_part *part, int wilds, mj_completed found, void *to)
{
    search s = opened(part, found, to);
    int tiles = wilds;
    for (int rank = 0; rank < s.kinds; rank++)
        tiles += part->held[rank];
    if (tiles % 3 != 1 && tiles <= 14)
        walk_sets(&s, 0, 0, 0, tiles / 3, tiles % 3 == 2, wilds);
}

static void walk_pairs(search *s, int rank, int wilds)
{
    if (rank == s->kinds) {
        if (wilds == 0)
            s->found(s->to, s->held, &s->reading);
        return;
    }
    int natural = s->part->held[rank];
    for (int all = natural + (natural & 1); all <= s->part->most[rank]; all += 2) {
        if (all - natural > wilds || (all > 2 && !s->alike))
            return;
        s->held[rank] = (uint8_t)all;
        walk_pairs(s, rank + 1, wilds - (all - natural));
    }
}

void mj_complete_pairs(const mj_natural_part *part, int wilds, int alike, mj_completed found,
                       void *to)
{
    search s = opened(part, found, to);
    s.alike = alike;
    walk_pairs(&s, 0, wilds);
}

static void walk_orphans(search *s, int rank, int wilds)
{
    if (rank == s->kinds) {
        if (wilds == 0)
            s->found(s->to, s->held, &s->reading);
        return;
    }
    int natural = s->part->held[rank];
    int orphan = s->part->part == 3 || MJ_ENDS >> rank & 1;
    for (int all = orphan; all <= 2 * orphan && all <= s->part->most[rank]; all++) {
        if (all < natural || all - natural > wilds)
            continue;
        s->held[rank] = (uint8_t)all;
        walk_orphans(s, rank + 1, wilds - (all - natural));
    }
}

void mj_complete_orphans(const mj_natural_part *part, int wilds, mj_completed found, void *to)
{
    search s = opened(part, found, to);
    walk_orphans(&s, 0, wilds);
}
