/* The look-up tables: one byte, a class, stands for a suit or for the honors. */
#ifndef MJ_TABLES_H
#define MJ_TABLES_H

#include <stddef.h>
#include <stdint.h>

#define MJ_KINDS 34
#define MJ_SUIT_VECTORS 1953125 /* 5**9 */
#define MJ_HONOR_VECTORS 78125  /* 5**7 */
/* Adding a tile to a full kind must stay inside the array (the answer is then not used). */
#define MJ_SUIT_ROOM (MJ_SUIT_VECTORS + 390625 + 64)
#define MJ_HONOR_ROOM (MJ_HONOR_VECTORS + 15625 + 64)

#define MJ_SUIT_STRIDE 128 /* classes of a suit, rounded up */
#define MJ_HONOR_STRIDE 64
#define MJ_MIXED_STRIDE 168
#define MJ_PAIR_ROOM 180

/* A cost vector as the limited programme reads it: byte m (0..4) for m sets, byte 8 + m for m
 * sets and the pair; MJ_FREE less the tiles missing, 0 where there is no such target. */
#define MJ_FREE 200
#define MJ_NEVER 15

extern uint8_t mj_suit_class[MJ_SUIT_ROOM]; /* by the suit's count vector in base 5, first kind lowest */
extern uint8_t mj_honor_class[MJ_HONOR_ROOM];
/* The same classes where a target may have any number of a kind, which wild tiles can bring about. */
extern uint8_t mj_any_suit_class[MJ_SUIT_ROOM];
extern uint8_t mj_any_honor_class[MJ_HONOR_ROOM];
extern uint8_t mj_two_suits[MJ_SUIT_STRIDE * MJ_SUIT_STRIDE];
extern uint8_t mj_suit_honors[MJ_SUIT_STRIDE * MJ_HONOR_STRIDE];
extern uint8_t mj_missing[5][MJ_PAIR_ROOM * MJ_MIXED_STRIDE];
extern uint8_t mj_suit_vector[MJ_SUIT_STRIDE][16];
extern uint8_t mj_honor_vector[MJ_HONOR_STRIDE][16];

typedef struct {
    size_t stored_bytes;   /* in the binary */
    size_t expanded_bytes; /* in memory */
    int suit_classes, honor_classes, suit_pair_classes, mixed_classes;
} mj_table_sizes;

/* Expand the stored automata; 0 when done, -1 when there is no memory. Safe to call again. */
int mj_tables_open(void);
/* Likewise those for any number of a kind, which are not there before. */
int mj_tables_open_any(void);
mj_table_sizes mj_tables_sizes(void);

#endif
