/*
 * Playing alone: for each first discard the best chance to win and to be ready, and the points to
 * expect, within a number of draws. docs/efficiency.md tells the model.
 */
#ifndef MJ_SOLO_H
#define MJ_SOLO_H

#include <stddef.h>
#include <stdint.h>


enum { MJ_WIN, MJ_READY, MJ_VALUE, MJ_FIGURES };

#define MJ_MOST_DRAWS 20
#define MJ_MOST_SWAPS 7
#define MJ_CORES_FROM 3

/* Points of a reading by its facts word; `miss` is asked for words that are not known yet and says
 * something negative where it cannot tell. */
typedef struct {
    uint64_t *words;
    double *points;
    size_t room, known; /* room: a power of two */
    double (*miss)(void *context, uint64_t word);
    /* Where facts words do not tell what a hand is worth, this is asked of each complete hand
     * instead, with the winning kind; else NULL. */
    double (*whole)(void *context, const uint8_t *counts, int win);
    void *context;
} mj_points;

int mj_points_open(mj_points *points);
void mj_points_close(mj_points *points);
/* Points of `word`; negative where `miss` failed or there is no memory. */
double mj_points_of(mj_points *points, uint64_t word);

/* Wild tiles are one kind more: counts, copies in the wall and discards have them in this place. */
#define MJ_ANY_ALIKE 14 /* the limit where there is none */
#define MJ_WILD 34
#define MJ_KINDS_WITH_WILD 35

typedef struct {
    const uint8_t *counts; /* all tiles at the start, before the first discard */
    const uint8_t *used;   /* tiles of the fixed sets */
    const uint8_t *limits; /* how many of each kind the target may have */
    const uint8_t *left;   /* copies in the wall */
    const uint8_t *fixed;  /* codes of the fixed sets */
    int sets, forms, draws, swaps;
    int wild, any; /* whether there are wild tiles in the game; more than four alike may be held */
    uint64_t lacks; /* kinds that no wild tile may stand for */
    int cores_from;   /* shanten of the last discard from which on hands are taken by their cores:
                         nearer ones are done before cores are made; the figures are the same */
    int figures;      /* bits 1 << MJ_WIN ... */
    uint32_t budget;  /* hands that may be looked at */
    mj_points *points;
} mj_solo_request;

typedef struct {
    double figure[MJ_FIGURES];
    uint8_t known; /* 0 where the budget did not last */
} mj_solo_row;

typedef struct {
    uint32_t hands, parts, rows; /* what was looked at, for benchmarks */
} mj_solo_work;

enum { MJ_SOLO_NO_MEMORY = -1, MJ_SOLO_NO_POINTS = -2 };

/* Memory that is kept from one call to the next; one call at a time may use it. */
typedef struct mj_solo_room mj_solo_room;
mj_solo_room *mj_solo_room_new(void);
void mj_solo_room_free(mj_solo_room *room);

/* Answer for each of `n` discards in order (a kind, or 255 for none); 0 or an MJ_SOLO error. The
 * shanten of the discards must not fall from one to the next. */
int mj_solo(mj_solo_room *room, const mj_solo_request *request, const uint8_t *discards, int n,
            mj_solo_row *rows, mj_solo_work *work);

#endif
