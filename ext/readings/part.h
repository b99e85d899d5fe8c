/* A part of a complete hand, in one reading, and what facts ask of it. */
#ifndef MJ_PART_H
#define MJ_PART_H

#include <stdint.h>

#include "processor.h"
#include "readings.h"
#include "tables/tables.h"

/* Its fixed sets are included. Ranks count kinds from the part's first. */
typedef struct {
    const uint8_t *held;                /* concealed tiles by rank */
    uint8_t part;                       /* 0..2 a suit, 3 the honors */
    uint8_t form;                       /* of the reading, MJ_FORM_... */
    uint8_t forms;                      /* winning forms that are waited for */
    int8_t win, pair;                   /* rank of the winning tile, of the pair; -1: not here */
    uint8_t place;                      /* code of the set or pair that the tile stands in */
    uint8_t given;                      /* whether another seat gave the winning tile */
    uint8_t tiles;                      /* concealed ones */
    uint8_t chows, pungs, kongs;        /* sets; kongs are pungs too */
    uint8_t fixed, exposed, open_pungs; /* fixed sets; without concealed kongs; and without chows */
    uint16_t there, pung_ranks;         /* bits: ranks of which there is a tile; of pungs */
    uint32_t pungs_again;               /* pungs of a rank beyond its first, two bits each: by wild
                                           tiles there may be some */
    uint32_t chow_ranks;                /* chows by their lowest rank, four bits each */
    uint64_t fixed_tiles;               /* tiles of fixed sets by rank, four bits each */
} mj_part;

enum { MJ_FORM_STANDARD, MJ_FORM_PAIRS, MJ_FORM_ORPHANS };

#define MJ_NO_PLACE 255
#define MJ_ENDS 0x101u /* ranks of terminals */

/* A part of concealed tiles, without a reading yet; `win` the kind of the winning tile or -1. */
static inline mj_part mj_part_of_tiles(int part, const uint8_t *held, int win)
{
    mj_part p = {held, (uint8_t)part, MJ_FORM_STANDARD, 0, -1, -1, MJ_NO_PLACE, 0, 0, 0, 0, 0, 0, 0,
                 0, 0, 0, 0, 0, 0};
    uint64_t bytes = part < 3 ? mj_eight_bytes(held) : mj_seven_bytes(held);
    unsigned ninth = part < 3 ? held[8] : 0;
    p.tiles = (uint8_t)((bytes * 0x0101010101010101u >> 56) + ninth);
    p.there = (uint16_t)(mj_low_bits((bytes + 0x7f7f7f7f7f7f7f7fu) >> 7) | (ninth > 0) << 8);
    if (win >= 9 * part && (part == 3 || win < 9 * part + 9))
        p.win = (int8_t)(win - 9 * part);
    return p;
}

/* Add a set or the pair of a reading to its part, by its code; no kong. A fixed set. */
static inline void mj_part_add(mj_part *p, int code)
{
    int rank = code - 9 * p->part;
    if (code < MJ_PUNG) {
        p->chows++;
        p->chow_ranks += 1u << 4 * rank;
    } else if (code < MJ_PAIR) {
        p->pungs++;
        p->pungs_again += (p->pung_ranks >> (rank - MJ_PUNG) & 1u) << 2 * (rank - MJ_PUNG);
        p->pung_ranks |= (uint16_t)(1u << (rank - MJ_PUNG));
    } else {
        p->pair = (int8_t)(rank - MJ_PAIR);
    }
}
void mj_part_fix(mj_part *p, int code);

/* A part with those of the hand's `fixed` sets that are in it. */
mj_part mj_part_open(int part, const uint8_t *held, const uint8_t *fixed, int n_fixed, int win);

static inline unsigned mj_bit(int rank) { return rank < 0 ? 0 : 1u << rank; }

/* Winds, and dragons, among ranks. */
static inline unsigned mj_winds(const mj_part *p, unsigned ranks)
{
    return p->part == 3 ? ranks & 15 : 0;
}
static inline unsigned mj_dragons(const mj_part *p, unsigned ranks)
{
    return p->part == 3 ? ranks >> 4 : 0;
}

/* Pungs of dragons beyond the first of each. */
static inline unsigned mj_dragons_again(const mj_part *p)
{
    unsigned again = p->part == 3 ? p->pungs_again >> 8 : 0;
    return (again & 3) + (again >> 2 & 3) + (again >> 4 & 3);
}

/* Kinds held four times. */
int mj_quads(const mj_part *p);
/* Whether 14 tiles of a suit are 1112345678999 and one more; with `win`, whether it is that one. */
int mj_nine_gates(const mj_part *p, int win);
/* Tiles of these ranks, of fixed sets too. */
int mj_tiles_among(const mj_part *p, unsigned ranks);
/* Pungs of these ranks. */
int mj_pungs_among(const mj_part *p, unsigned ranks);
/* Chows from these ranks. */
int mj_chows_among(const mj_part *p, unsigned ranks);
/* The ranks at which chows begin, as bits. */
unsigned mj_chow_bits(const mj_part *p);
/* Of the six ways to give 123, 456 and 789 to the suits, those in which this one has its chow. */
unsigned mj_mixed_ways(const mj_part *p);
/* The most alike chows; pairs of alike ones; the longest run of pungs of a suit. */
int mj_same_chows(const mj_part *p);
int mj_same_chow_pairs(const mj_part *p);
int mj_longest_run(const mj_part *p);
/* Whether a set or the pair has none of these ranks. */
int mj_some_set_lacks(const mj_part *p, unsigned ranks);
/* Whether the winning tile stands in a pung and another seat gave it. */
int mj_is_given_pung(const mj_part *p);
/* The wait, by the place of the winning tile, as MJ_TEXT_...; 0 where it is in another part. */
int mj_wait(const mj_part *p);

/* What a part adds to the number of kinds that the hand without the winning tile waits for, and that
 * number. `how` has the winning forms in its lowest four bits and, from bit MJ_LACKING on, the kinds
 * that the set of tiles lacks. */
#define MJ_LACKING 8
static inline uint64_t mj_how(uint64_t how, unsigned forms) { return how & 15 ? how : how | forms; }
#define MJ_WAITS_BITS 37
uint64_t mj_part_waits(const mj_part *p, uint64_t how);
int mj_waits(uint64_t parts, uint64_t how);

/* As bits 0..n-1, so that the most of several parts is what or-ing leaves. */
static inline unsigned mj_at_least(int n) { return (1u << n) - 1; }

#endif
