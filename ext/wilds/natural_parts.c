#include "natural_parts.h"

#include "readings/part.h"
#include "shanten/shanten.h"

/* The least number of wild tiles with which a part is complete in a form; more than there can be
 * where it never is. */
static int least_wilds(const mj_wild_hand *hand, int part, const uint8_t *held, int form)
{
    int kinds = part < 3 ? 9 : 7, odd = 0, lacking = 0, tiles = 0;
    uint32_t index = 0;
    for (int rank = 0; rank < kinds; rank++) {
        int orphan = part == 3 || MJ_ENDS >> rank & 1;
        tiles += held[rank];
        index += held[rank] * mj_weight[9 * part + rank];
        odd += held[rank] & 1;
        if (form == MJ_FORM_PAIRS && held[rank] > 2 && !(hand->forms & MJ_QUAD_PAIRS))
            return MJ_MOST_WILDS + 1;
        if (form == MJ_FORM_ORPHANS && held[rank] > 2 * orphan)
            return MJ_MOST_WILDS + 1;
        lacking += orphan && held[rank] == 0;
    }
    if (form != MJ_FORM_STANDARD)
        return form == MJ_FORM_PAIRS ? odd : lacking;
    if (hand->any)
        return 0; /* the table knows four alike only */
    const uint8_t *cost = part < 3 ? mj_suit_vector[mj_suit_class[index]]
                                   : mj_honor_vector[mj_honor_class[index]];
    for (int wilds = 0; tiles + wilds <= 14; wilds++)
        if ((tiles + wilds) % 3 != 1
            && cost[(tiles + wilds) / 3 + 8 * ((tiles + wilds) % 3 == 2)] == MJ_FREE - wilds)
            return wilds;
    return MJ_MOST_WILDS + 1;
}

static int is_open(const mj_wild_hand *hand, int form)
{
    if (form == MJ_FORM_STANDARD)
        return hand->forms & MJ_STANDARD;
    return hand->n_fixed == 0
           && hand->forms & (form == MJ_FORM_ORPHANS ? MJ_ORPHANS : MJ_PAIRS | MJ_QUAD_PAIRS);
}

int mj_natural_parts_of(mj_natural_parts *parts, const mj_wild_hand *hand, int form)
{
    if (!is_open(hand, form))
        return 0;
    parts->form = form;
    parts->alike = hand->forms & MJ_QUAD_PAIRS;
    parts->spare = hand->wilds;
    for (int i = 0; i < 4; i++) {
        mj_natural_part *part = &parts->part[i];
        part->held = hand->naturals + 9 * i;
        part->part = (uint8_t)i;
        for (int rank = 0; rank < (i < 3 ? 9 : 7); rank++) {
            int lacking = (int)(hand->lacks >> (9 * i + rank) & 1);
            part->most[rank] = (uint8_t)(lacking ? part->held[rank] : hand->any ? 14 : 4);
        }
        parts->least[i] = least_wilds(hand, i, part->held, form);
        parts->spare -= parts->least[i];
    }
    return parts->spare >= 0;
}

void mj_natural_parts_complete(const mj_natural_parts *parts, int part, mj_completed found,
                               void *to)
{
    const mj_natural_part *natural = &parts->part[part];
    int least = parts->least[part];
    for (int wilds = least; wilds <= least + parts->spare; wilds++) {
        if (parts->form == MJ_FORM_STANDARD)
            mj_complete_sets(natural, wilds, found, to);
        else if (parts->form == MJ_FORM_PAIRS)
            mj_complete_pairs(natural, wilds, parts->alike, found, to);
        else
            mj_complete_orphans(natural, wilds, found, to);
    }
}
