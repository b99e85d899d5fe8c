/* What playing alone works in: parts of hands, rows of figures, the memo of hands. */
#ifndef MJ_ROOM_H
#define MJ_ROOM_H

#include "readings/facts.h"
#include "shanten/shanten.h"
#include "solo.h"

#define MJ_STRIDE_MOST 24 /* doubles in a row: draws + 1, rounded up to four */
#define MJ_PARTS (1 << 15)
#define MJ_PART_SLOTS (1 << 16)
#define MJ_PART_SLOTS_FIRST (1 << 9)
#define MJ_COPIES_MOST 137
#define MJ_ROWS_A_CHUNK 1024
#define MJ_CHUNKS 4096
#define MJ_BLOCKS 1024
#define MJ_MEMOS 12
#define MJ_CORES (1 << 15)
#define MJ_SHAPES (1 << 12)
#define MJ_ACCORD_BITS 14
#define MJ_CUTS 6
#define MJ_MEMO_FIRST 12 /* bits */

/* Kinds of a part that lead to the same class. */
typedef struct {
    uint8_t class_, copies;
    uint16_t kinds;
} mj_group;

/* Where the facts words of a part are: in the room's words from `at` on. */
typedef struct {
    uint32_t at;
    uint8_t n, known;
} mj_known_words;

/* One suit, or the honors, of hands that were met, with the ways to its neighbours. */
typedef struct {
    uint16_t up[9], down[9]; /* by kind: the part with a tile more or less; 0 not known yet */
    uint8_t counts[9], copies[9]; /* copies: what can still be drawn; wild tiles after the honors */
    uint8_t class_, n_up, n_down, tiles;
    uint8_t thrown; /* 1 + the kind of it that was the first discard, 0 none (thrown_of) */
    uint8_t again, again_class; /* of the thrown kind: draws after which it is fewer in the wall than
                                   elsewhere, and the class then; 0 without, and of a wild tile */
    uint16_t elsewhere; /* the same counts where nothing of them was thrown; 0 not known yet */
    uint16_t shape; /* of its costs; 0 not known yet */
    uint16_t live, one, two, four, odd, just_two; /* kinds: can be drawn; have so many tiles */
    uint64_t tally; /* bytes: how many kinds there are at all, twice, four times; orphans; pairs of
                       orphans; kinds of which there is an odd number */
    uint32_t index;
    mj_known_words words, won[9]; /* without the winning tile in it, and with each kind as that */
    mj_group up_group[9], down_group[9]; /* there where n_up and n_down are not MJ_UNKNOWN */
} mj_part_node;

#define MJ_UNKNOWN 255

typedef struct {
    uint32_t stamp, name;
    uint16_t id;
} mj_part_slot;

/* The figures of a hand: rows by draws left, those of the value to be scaled. Hands of the same
 * figures share one answer, which has a number. */
typedef struct {
    double scale;
    uint32_t row[MJ_FIGURES];
} mj_answer;

typedef struct {
    uint64_t key; /* ids of the four parts, and the swaps left; or of cores (cores.h) */
    uint32_t answer, stamp;
} mj_memo_entry;

/* What an answer, or a core, was made of, as two numbers of 64 bits that no two lists share in practice (with
 * a million answers: once in 10**26 searches). */
typedef struct {
    uint64_t a, b;
} mj_sign;

typedef struct {
    mj_sign sign;
    uint32_t answer, stamp;
} mj_made_entry;

/* Costs of parts whose tiles the fixed sets have used up: classes of this one call. */
typedef struct {
    uint8_t cost[4][256][16], joined[2][2048][16];
    int n_cost[4], n_joined[2];
    uint16_t join[2][256 * 256]; /* 0: not known yet */
    struct {
        uint32_t key; /* both joined ids; 0 none */
        int missing;
    } total[4096];
} mj_limited_room;

/* A draw or a discard of a core: the core that it leads to, with what is asked of it most. */
typedef struct {
    uint32_t words_at; /* of a draw that completes the part: facts words */
    uint16_t next, shape, n_words;
    uint8_t kind, copies, n_discards;
} mj_core_step;

/* What matters of a part (cores.h); the counts are those of one that is like it. */
typedef struct {
    uint8_t counts[9], part, thrown, tiles, copies, n_draws, n_discards, n_cuts;
    uint16_t goals, shape, n_words;
    uint16_t cut_goals[MJ_CUTS], cut[MJ_CUTS]; /* the cores for fewer goals */
    uint32_t index, words_at;
    mj_core_step draw[9], discard[9];
} mj_core;

/* What the four shapes of a hand leave of each other's goals. */
typedef struct {
    uint64_t shapes;
    uint32_t stamp;
    uint16_t goals[4];
    uint8_t cut; /* bits: parts that lose goals */
} mj_accord;

typedef struct {
    mj_core core[MJ_CORES];
    mj_accord accord[1 << MJ_ACCORD_BITS];
    uint8_t shape[MJ_SHAPES][16];
    uint16_t shape_slot[2 * MJ_SHAPES];
    int n_cores, n_shapes;
    uint64_t *words;
    uint32_t n_words, words_room;
} mj_core_room;

struct mj_solo_room {
    void *block[MJ_BLOCKS]; /* what the memos and rows are cut from */
    int n_blocks;
    size_t block_left; /* of the last one that is cut up */
    char *block_at;
    uint32_t stamp;
    mj_part_node *part[4];
    mj_part_slot *slot[4];
    int n_parts[4], n_slots[4];
    uint64_t *words;
    uint32_t n_words, words_room;
    mj_memo_entry *memo[MJ_MEMOS];
    mj_made_entry *made[MJ_MEMOS];
    mj_answer *answers;
    uint32_t answers_room;
    double *chunk[MJ_CHUNKS];
    uint32_t share_stamp[MJ_COPIES_MOST], closed_stamp[MJ_COPIES_MOST];
    double take[MJ_COPIES_MOST][MJ_STRIDE_MOST], keep[MJ_COPIES_MOST][MJ_STRIDE_MOST];
    mj_limited_room *limited;
    mj_core_room *cores;
};

/* Rows that are there from the start: nothing, certainty, and the closed forms by copies. */
enum { MJ_ROW_ZERO, MJ_ROW_ONE, MJ_ROW_CLOSED, MJ_ROWS_FIXED = MJ_ROW_CLOSED + MJ_COPIES_MOST };

/* Memory by whole cache lines, which the room keeps; NULL where there is none. */
void *mj_room_lines(mj_solo_room *room, size_t bytes);
/* So many empty entries of a memo. */
void *mj_room_memo(mj_solo_room *room, size_t entry, int bits);

#endif
