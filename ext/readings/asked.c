/* The answers to what own patterns ask of a reading. */
#include "asked.h"

#include <string.h>

#include "facts.h"
#include "shanten/limited.h"
#include "processor.h"
#include "shanten/shanten.h"

#define SUM 1
#define OR 0
const mj_question mj_questions[MJ_N_QUESTIONS] = {
#define MJ_QUESTION(name, combine) {#name, combine},
    MJ_QUESTIONS(MJ_QUESTION)
#undef MJ_QUESTION
};

static inline uint64_t has(uint64_t kinds, int kind) { return kinds >> kind & 1; }

static inline int is_terminal(int kind) { return kind < 27 && (kind % 9 == 0 || kind % 9 == 8); }

/* A chow by its lowest kind: 0 to 20. */
static inline int chow_number(int kind) { return kind / 9 * 7 + kind % 9; }

static uint64_t chow_adds(const mj_ask *ask, int kind)
{
    int suit = kind / 9, rank = kind % 9;
    switch (ask->what) {
    case MJ_ASK_chows:
        return 1;
    case MJ_ASK_chows_from:
        return has(ask->kinds, kind);
    case MJ_ASK_straight:
    case MJ_ASK_mixed_straight:
        return rank % 3 ? 0 : 1u << (3 * suit + rank / 3);
    case MJ_ASK_three_suit_chows:
        return 1ull << chow_number(kind);
    case MJ_ASK_same_chows:
    case MJ_ASK_same_chow_pairs:
        return 1ull << 3 * chow_number(kind);
    case MJ_ASK_all_sets_have:
        return (ask->kinds >> kind & 7) == 0;
    }
    return 0;
}

static uint64_t pung_adds(const mj_ask *ask, int kind)
{
    switch (ask->what) {
    case MJ_ASK_pungs:
        return 1;
    case MJ_ASK_pungs_of:
        return has(ask->kinds, kind);
    case MJ_ASK_three_suit_pungs:
    case MJ_ASK_stepped_pungs:
        return kind < 27 ? 1ull << kind : 0;
    case MJ_ASK_wind_pungs:
        return kind >= 27 && kind < 31 ? 1u << (kind - 27) : 0;
    case MJ_ASK_all_sets_have:
        return !has(ask->kinds, kind);
    }
    return 0;
}

uint64_t mj_asked_set(const mj_ask *ask, int code, int fixed)
{
    int concealed_kong = code >= MJ_CONCEALED_KONG;
    switch (ask->what) {
    case MJ_ASK_fixed:
        return fixed;
    case MJ_ASK_exposed:
        return fixed && !concealed_kong;
    case MJ_ASK_kongs:
        return code >= MJ_EXPOSED_KONG;
    case MJ_ASK_concealed_kongs:
        return concealed_kong;
    case MJ_ASK_concealed_pungs:
        return concealed_kong || (!fixed && code >= MJ_PUNG);
    }
    return code < MJ_PUNG ? chow_adds(ask, code) : pung_adds(ask, code % MJ_KINDS);
}

uint64_t mj_asked_pair(const mj_ask *ask, int kind)
{
    if (ask->what == MJ_ASK_pair_of)
        return has(ask->kinds, kind);
    return ask->what == MJ_ASK_all_sets_have && !has(ask->kinds, kind);
}

uint64_t mj_asked_kind(const mj_ask *ask, int kind, int concealed, int all)
{
    if (all == 0)
        return 0;
    switch (ask->what) {
    case MJ_ASK_quads:
        return concealed >= 4;
    case MJ_ASK_suits:
        return kind < 27 ? 1u << kind / 9 : 0;
    case MJ_ASK_honors:
        return kind >= 27 ? (uint64_t)all : 0;
    case MJ_ASK_winds:
        return kind >= 27 && kind < 31 ? (uint64_t)all : 0;
    case MJ_ASK_dragons:
        return kind >= 31 ? (uint64_t)all : 0;
    case MJ_ASK_terminals:
        return is_terminal(kind) ? (uint64_t)all : 0;
    case MJ_ASK_simples:
        return kind < 27 && !is_terminal(kind) ? (uint64_t)all : 0;
    case MJ_ASK_only:
        return !has(ask->kinds, kind);
    case MJ_ASK_tiles:
        return has(ask->kinds, kind) ? (uint64_t)all : 0;
    }
    return 0;
}

static int wait_of(int code, int win)
{
    if (code >= MJ_PAIR)
        return MJ_TEXT_PAIR;
    if (code >= MJ_PUNG)
        return MJ_TEXT_PUNGS;
    if (win == code + 1)
        return MJ_TEXT_CLOSED;
    int edge = win == code ? code % 9 == 6 : code % 9 == 0;
    return edge ? MJ_TEXT_EDGE : MJ_TEXT_SIDES;
}

uint64_t mj_asked_place(const mj_ask *ask, int code, int win, int given)
{
    if (ask->what == MJ_ASK_wait)
        return (uint64_t)wait_of(code, win);
    /* a pung that another seat completed is no concealed one; sums may run below 0 in between */
    if (ask->what == MJ_ASK_concealed_pungs && given && code >= MJ_PUNG && code < MJ_PAIR)
        return (uint64_t)-1;
    return 0;
}

static int same(uint64_t chows, int pairs)
{
    int most = 0, twice = 0;
    for (; chows; chows >>= 3) {
        int n = (int)(chows & 7);
        most = n > most ? n : most;
        twice += n / 2;
    }
    return pairs ? twice : most;
}

static int longest_run(uint64_t pungs)
{
    int longest = 0;
    for (int suit = 0; suit < 3; suit++)
        for (unsigned run = pungs >> 9 * suit & 0x1ff, length = 1; run; run &= run >> 1, length++)
            longest = (int)length > longest ? (int)length : longest;
    return longest;
}

/* Whether 123, 456 and 789 stand in three suits: `parts` has three bits a suit. */
static int is_mixed(uint64_t parts)
{
    static const uint16_t ways[6] = {0421, 0241, 0412, 0142, 0214, 0124};
    for (int i = 0; i < 6; i++)
        if ((parts & ways[i]) == ways[i])
            return 1;
    return 0;
}

int mj_asked_value(const mj_ask *ask, uint64_t parts, int form)
{
    switch (ask->what) {
    case MJ_ASK_form:
        return form;
    case MJ_ASK_suits:
        return mj_count_bits(parts);
    case MJ_ASK_straight:
        return (parts & 7) == 7 || (parts >> 3 & 7) == 7 || (parts >> 6 & 7) == 7;
    case MJ_ASK_mixed_straight:
        return is_mixed(parts);
    case MJ_ASK_three_suit_chows:
        return (parts & parts >> 7 & parts >> 14 & 0x7f) != 0;
    case MJ_ASK_three_suit_pungs:
        return (parts & parts >> 9 & parts >> 18 & 0x1ff) != 0;
    case MJ_ASK_same_chows:
        return same(parts, 0);
    case MJ_ASK_same_chow_pairs:
        return same(parts, 1);
    case MJ_ASK_stepped_pungs:
        return longest_run(parts);
    case MJ_ASK_only:
        return parts == 0;
    case MJ_ASK_all_sets_have:
        return form == MJ_TEXT_STANDARD && parts == 0;
    }
    return (int)parts;
}

static int waits_of(const uint8_t *counts, const uint8_t *fixed, int n_fixed, int win, int forms)
{
    uint8_t before[MJ_KINDS], used[MJ_KINDS] = {0};
    memcpy(before, counts, MJ_KINDS);
    before[win]--;
    for (int i = 0; i < n_fixed; i++) {
        int kind = fixed[i] % MJ_KINDS;
        if (fixed[i] < MJ_PUNG)
            used[kind]++, used[kind + 1]++, used[kind + 2]++;
        else
            used[kind] += fixed[i] < MJ_EXPOSED_KONG ? 3 : 4;
    }
    uint64_t live = 0, dead = 0;
    mj_completing(before, used, n_fixed, forms, &live, &dead);
    return mj_count_bits(live);
}

/* What does not depend on the reading: the kinds, the fixed sets, the tile's copies, the waits. */
static uint64_t shared(const mj_ask *ask, const uint8_t *counts, const uint8_t *all,
                       const uint8_t *fixed, int n_fixed, int win, int forms)
{
    uint64_t parts = 0;
    int adds = mj_questions[ask->what].adds;
    switch (ask->what) {
    case MJ_ASK_win_copies:
        return counts[win];
    case MJ_ASK_waits:
        return (uint64_t)waits_of(counts, fixed, n_fixed, win, forms);
    case MJ_ASK_quads:
    case MJ_ASK_suits:
    case MJ_ASK_honors:
    case MJ_ASK_winds:
    case MJ_ASK_dragons:
    case MJ_ASK_terminals:
    case MJ_ASK_simples:
    case MJ_ASK_only:
    case MJ_ASK_tiles:
        for (int kind = 0; kind < MJ_KINDS; kind++) {
            uint64_t part = mj_asked_kind(ask, kind, counts[kind], all[kind]);
            parts = adds ? parts + part : parts | part;
        }
        return parts;
    }
    for (int i = 0; i < n_fixed; i++) {
        uint64_t part = mj_asked_set(ask, fixed[i], 1);
        parts = adds ? parts + part : parts | part;
    }
    return parts;
}

static int stands_in(int code, int win)
{
    if (code < MJ_PUNG)
        return win >= code && win <= code + 2;
    return code % MJ_KINDS == win;
}

/* The places of the winning tile in one reading; alike ones once. */
static int places(const mj_reading *reading, int win, uint8_t *out)
{
    if (reading->length == 7 || reading->code[0] >= MJ_THIRTEEN) {
        out[0] = (uint8_t)win;
        return 1;
    }
    int n = 0;
    for (int i = 0; i < reading->length; i++) {
        int code = reading->code[i], new = stands_in(code, win);
        for (int j = 0; j < n; j++)
            new &= out[j] != code;
        if (new)
            out[n++] = (uint8_t)code;
    }
    return n;
}

int mj_sights(const uint8_t *counts, const uint8_t *fixed, int n_fixed, int win, int forms,
              int given, const mj_ask *asks, int n_asks, mj_sight *sights, uint64_t *words,
              uint8_t *answers)
{
    mj_reading reading[MJ_MAX_READINGS];
    uint64_t word[MJ_MAX_READINGS];
    uint8_t place[MJ_MAX_READINGS][4], n_places[MJ_MAX_READINGS], form[MJ_MAX_READINGS];
    uint8_t all[MJ_KINDS];
    int n = mj_readings(counts, n_fixed, forms, reading), total = 0;
    if (n == 0)
        return 0;
    mj_facts(counts, fixed, n_fixed, win, forms, word);
    memcpy(all, counts, MJ_KINDS);
    for (int i = 0; i < n_fixed; i++) {
        int kind = fixed[i] % MJ_KINDS;
        if (fixed[i] < MJ_PUNG)
            all[kind]++, all[kind + 1]++, all[kind + 2]++;
        else
            all[kind] += fixed[i] < MJ_EXPOSED_KONG ? 3 : 4;
    }
    for (int i = 0; i < n; i++) {
        form[i] = reading[i].length == 7 ? MJ_TEXT_SEVEN_PAIRS
                  : reading[i].code[0] >= MJ_THIRTEEN ? MJ_TEXT_THIRTEEN_ORPHANS
                                                      : MJ_TEXT_STANDARD;
        n_places[i] = (uint8_t)places(&reading[i], win, place[i]);
        for (int j = 0; j < n_places[i]; j++, total++) {
            sights[total].reading = (uint8_t)i;
            sights[total].place = place[i][j];
            words[total] = word[i];
        }
    }
    for (int a = 0; a < n_asks; a++) {
        const mj_ask *ask = &asks[a];
        int adds = mj_questions[ask->what].adds, at = 0;
        uint64_t base = shared(ask, counts, all, fixed, n_fixed, win, forms);
        for (int i = 0; i < n; i++) {
            uint64_t parts = base;
            if (form[i] == MJ_TEXT_STANDARD) {
                for (int j = 0; j < reading[i].length - 1; j++) {
                    uint64_t part = mj_asked_set(ask, reading[i].code[j], 0);
                    parts = adds ? parts + part : parts | part;
                }
                parts += mj_asked_pair(ask, reading[i].code[reading[i].length - 1] - MJ_PAIR);
            }
            for (int j = 0; j < n_places[i]; j++, at++) {
                uint64_t whole = parts;
                if (form[i] == MJ_TEXT_STANDARD)
                    whole += mj_asked_place(ask, place[i][j], win, given);
                else if (ask->what == MJ_ASK_wait)
                    whole = form[i] == MJ_TEXT_SEVEN_PAIRS ? MJ_TEXT_PAIR : MJ_TEXT_ORPHANS;
                answers[at * n_asks + a] = (uint8_t)mj_asked_value(ask, whole, form[i]);
            }
        }
    }
    return total;
}
