/* The search at work: what one call of mj_solo knows, and the numbers that stand for hands. */
#ifndef MJ_ENGINE_H
#define MJ_ENGINE_H

#include "room.h"

enum { FINE, OVER, NO_MEMORY, NO_POINTS };
/* What is made: answers, as the best of several (closed figures added) or a sum, and cores. */
enum { BEST_ANSWER = 0, SUM_ANSWER = 1000, CORE = 10000 };
enum { EVEN_FIGURES = 1 << MJ_WIN | 1 << MJ_VALUE };

#define NOTHING 255 /* instead of a discard */

typedef struct {
    mj_solo_room *room;
    const mj_solo_request *request;
    const uint8_t *answers; /* mj_missing of the number of sets */
    const uint8_t *classes[4]; /* of the parts' count vectors; of no use where `limited` */
    int limited, other_forms, pairs, orphans, fault;
    int broken; /* a part could not be filled: nothing more can be answered */
    int without_cores, crowded;
    int full; /* tiles of a hand that is still to throw one away */
    int used_up[4]; /* whether the fixed sets have used tiles of a part */
    int returning; /* the part that the first discard is of, where that may come back; else -1 */
    int wall, stride, figures;
    int bits; /* of the memo in use */
    mj_memo_entry *memo;
    int memo_number;
    int made_bits, made_number; /* likewise of the rows that were made */
    mj_made_entry *made;
    uint32_t n_answers, n_made;
    uint32_t hands, kept, rows; /* looked at; in the memo; rows in use */
    uint32_t cores; /* that were made */
} engine;

/*
 * A hand is one number: the ids of its four parts, 15 bits each, and above them the swaps left. A
 * hand of cores (cores.h) has their numbers, CORES, and FULL where one of its 3n + 2 tiles is still
 * to be thrown away. What has PART is no hand but the core of a part: its kind of part, goals and
 * name (parts.h).
 */
#define CORES ((uint64_t)1 << 63)
#define FULL ((uint64_t)1 << 62)
#define PART ((uint64_t)5 << 61)

typedef struct {
    uint64_t key;
    const mj_part_node *part[4];
} hand;

static inline int id_of(uint64_t key, int part)
{
    return (int)(key >> 15 * part & (MJ_PARTS - 1));
}

static inline uint64_t with_part(uint64_t key, int part, int id)
{
    return (key & ~((uint64_t)(MJ_PARTS - 1) << 15 * part)) | (uint64_t)id << 15 * part;
}

static inline int swaps_of(uint64_t key) { return key & CORES ? 0 : (int)(key >> 60); }

static inline int kinds_of(int part) { return part < 3 ? 9 : 7; }

/* Wild tiles are counted with the honors, after them, so that a part tells how many are held. */
enum { WILD = MJ_WILD - 27, COUNTED = MJ_KINDS_WITH_WILD - 27 };
static inline int counted_of(int part) { return part < 3 ? 9 : COUNTED; }
static inline int wilds_of(const hand *h) { return h->part[3]->counts[WILD]; }

/* From which shanten on a figure is worked out; below it, being ready is certain. */
static inline int base_of(int figure) { return figure == MJ_READY; }

#endif
