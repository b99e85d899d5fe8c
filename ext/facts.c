/* The structural facts of each reading, as bits. */
#include <string.h>

#include "readings.h"
#include "shanten.h"

const mj_fact_field mj_fact_fields[] = {
#define MJ_FIELD(name, width) {#name, MJ_SHIFT_##name, width},
    MJ_FACT_FIELDS(MJ_FIELD)
#undef MJ_FIELD
};
const int mj_n_fact_fields = sizeof mj_fact_fields / sizeof mj_fact_fields[0];

#define BIT(name, value) ((uint64_t)(value) << MJ_SHIFT_##name)

static inline int is_terminal(int kind) { return kind < 27 && (kind % 9 == 0 || kind % 9 == 8); }

/* What the kinds themselves show. */
static inline uint64_t kind_facts(int kind)
{
    if (kind >= 27)
        return BIT(honors, 1);
    return BIT(suits, 1 << kind / 9) | (is_terminal(kind) ? BIT(terminals, 1) : BIT(simples, 1));
}

/* What a set adds up, wherever it stands. No two sets share a wind or a dragon. */
static inline uint64_t set_facts(int code)
{
    if (code < MJ_PUNG)
        return BIT(chows, 1);
    int kind = code % MJ_KINDS;
    uint64_t facts = BIT(pungs, 1);
    if (code >= MJ_EXPOSED_KONG)
        facts += BIT(kongs, 1);
    if (kind >= 31)
        facts += BIT(dragon_pungs, 1 << (kind - 31));
    else if (kind >= 27)
        facts += BIT(wind_pungs, 1 << (kind - 27));
    return facts;
}

static inline uint64_t fixed_facts(int code)
{
    uint64_t facts = set_facts(code) + BIT(fixed, 1);
    if (code < MJ_CONCEALED_KONG)
        facts += BIT(exposed, 1);
    if (code >= MJ_PUNG && code < MJ_CONCEALED_KONG)
        facts += BIT(open_pungs, 1);
    return facts;
}

static inline uint64_t pair_facts(int kind)
{
    return kind >= 31 ? BIT(pair_dragon, 1 << (kind - 31))
                      : kind >= 27 ? BIT(pair_wind, 1 << (kind - 27)) : 0;
}

/* Fourteen concealed tiles of one suit: 1112345678999 and one more of the suit. */
static uint64_t nine_gates(const uint8_t *counts, int suit, int win)
{
    const uint8_t *held = counts + 9 * suit;
    int extra = -1;
    for (int rank = 0; rank < 9; rank++) {
        int least = rank == 0 || rank == 8 ? 3 : 1;
        if (held[rank] < least)
            return 0;
        if (held[rank] > least)
            extra = rank;
    }
    return BIT(nine_gates_shape, 1)
           | (9 * suit + extra == win ? BIT(nine_gates_wait, 1) : 0);
}

uint64_t mj_code_facts(int code)
{
    return code >= MJ_PAIR ? pair_facts(code - MJ_PAIR) : set_facts(code);
}

uint64_t mj_kind_facts(int kind) { return kind_facts(kind); }

uint64_t mj_fixed_facts(const uint8_t *fixed, int n_fixed, uint64_t *shown)
{
    uint64_t sets = 0;
    for (int i = 0; i < n_fixed; i++) {
        int kind = fixed[i] % MJ_KINDS;
        *shown |= kind_facts(kind);
        if (fixed[i] < MJ_PUNG)
            *shown |= kind_facts(kind + 1) | kind_facts(kind + 2);
        sets += fixed_facts(fixed[i]);
    }
    return sets;
}

int mj_facts(const uint8_t *counts, const uint8_t *fixed, int n_fixed, int win, int forms,
             uint64_t *out)
{
    mj_reading reading[MJ_MAX_READINGS];
    int n = mj_readings(counts, n_fixed, forms, reading);
    if (n == 0)
        return 0;
    uint64_t shown = 0, sets = 0;
    int quads = 0;
    for (int kind = 0; kind < MJ_KINDS; kind++)
        if (counts[kind]) {
            shown |= kind_facts(kind);
            quads |= counts[kind] == 4;
        }
    sets = mj_fixed_facts(fixed, n_fixed, &shown);
    if (n_fixed == 0 && !(shown & BIT(honors, 1))) {
        uint64_t suits = shown >> MJ_SHIFT_suits & 7;
        if ((suits & (suits - 1)) == 0)
            shown |= nine_gates(counts, (int)(suits >> 1), win);
    }
    for (int i = 0; i < n; i++) {
        const mj_reading *now = &reading[i];
        uint64_t facts = shown + sets;
        if (now->length == 7) {
            facts += BIT(form, 1) + (quads ? BIT(quads, 1) : 0);
        } else if (now->code[0] >= MJ_THIRTEEN) {
            facts += BIT(form, 2);
        } else {
            int pair = now->code[now->length - 1] - MJ_PAIR;
            for (int j = 0; j < now->length - 1; j++)
                facts += set_facts(now->code[j]);
            facts += pair_facts(pair) + (pair == win ? BIT(pair_win, 1) : 0);
        }
        out[i] = facts;
    }
    return n;
}
