#include "cores.h"

#include <stdlib.h>
#include <string.h>

#include "shanten/limited.h"
#include "memo.h"
#include "parts.h"
#include "points.h"
#include "ways.h"

mj_cost solo_cost_of(const engine *e, int part, const uint8_t *counts, uint32_t index)
{
    if (!e->used_up[part])
        return mj_part_cost(part, index);
    uint8_t cost[16];
    mj_limited_cost(counts, e->request->limits + 9 * part, part, cost);
    return mj_cost_load(cost);
}

/* No room for more cores or shapes: this call does without them. */
static int crowded(engine *e)
{
    e->crowded = 1;
    e->fault = OVER;
    return 0;
}

int solo_shape_of(engine *e, mj_cost cost, unsigned goals)
{
    mj_core_room *room = e->room->cores;
    uint8_t bytes[16];
    uint64_t halves[2];
    mj_cost_store(bytes, cost);
    for (int i = 0; i < 16; i++)
        bytes[i] = goals >> i & 1 ? bytes[i] : 0;
    memcpy(halves, bytes, 16);
    uint32_t slot
        = (uint32_t)((halves[0] ^ halves[1] * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u >> 40);
    for (;; slot++) {
        uint16_t *known = &room->shape_slot[slot & (2 * MJ_SHAPES - 1)];
        if (*known && memcmp(room->shape[*known], bytes, 16) == 0)
            return *known;
        if (*known)
            continue;
        if (room->n_shapes + 1 == MJ_SHAPES)
            return crowded(e);
        memcpy(room->shape[++room->n_shapes], bytes, 16);
        return *known = (uint16_t)room->n_shapes;
    }
}

/* Keep a list of words; where it is. */
static uint32_t keep_words(engine *e, const uint64_t *words, int n)
{
    mj_core_room *room = e->room->cores;
    if (room->n_words + (uint32_t)n > room->words_room) {
        uint64_t *bigger = realloc(room->words, 2 * (size_t)room->words_room * sizeof *bigger);
        if (bigger == NULL) {
            e->fault = NO_MEMORY;
            return 0;
        }
        room->words = bigger;
        room->words_room *= 2;
    }
    memcpy(room->words + room->n_words, words, (size_t)n * sizeof *words);
    room->n_words += (uint32_t)n;
    return room->n_words - (uint32_t)n;
}

static int is_whole(unsigned goals, mj_cost cost, int tiles)
{
    unsigned goal = 1u << (tiles % 3 == 2 ? 8 + tiles / 3 : tiles / 3);
    return tiles % 3 != 1 && (goals & goal & mj_cost_where(cost, MJ_FREE));
}

static int is_before(const mj_core_step *a, mj_sign mark_a, const mj_core_step *b, mj_sign mark_b)
{
    if (a->shape != b->shape)
        return a->shape < b->shape;
    return a->next != b->next ? a->next < b->next : mark_a.a < mark_b.a;
}

/* Add a step in the order of where it leads, to one shape after the other; draws that do the same are
 * one. */
static void add_step(mj_core_step *steps, mj_sign *marks, uint8_t *n, mj_core_step step, mj_sign mark)
{
    int at = *n;
    while (at > 0 && is_before(&step, mark, &steps[at - 1], marks[at - 1]))
        at--;
    if (at > 0 && steps[at - 1].next == step.next && marks[at - 1].a == mark.a
        && marks[at - 1].b == mark.b) {
        steps[at - 1].copies = (uint8_t)(steps[at - 1].copies + step.copies);
        return;
    }
    memmove(steps + at + 1, steps + at, (size_t)(*n - at) * sizeof *steps);
    memmove(marks + at + 1, marks + at, (size_t)(*n - at) * sizeof *marks);
    steps[at] = step;
    marks[at] = mark;
    ++*n;
}

static mj_core_step step_to(const engine *e, int next, int kind, int copies)
{
    const mj_core *core = &e->room->cores->core[next];
    mj_core_step step = {0};
    step.next = (uint16_t)next;
    step.shape = core->shape;
    step.kind = (uint8_t)kind;
    step.copies = (uint8_t)copies;
    step.n_discards = core->n_discards;
    return step;
}

/* Fill in the draws of a core; 0 with a fault. `own` is changed and put back. */
static int add_draws(engine *e, mj_core *core, uint8_t *own, mj_cost cost, mj_sign *marks)
{
    for (int kind = 0; kind < kinds_of(core->part); kind++) {
        int copies = copies_of(e, core->part, own, core->thrown, kind);
        if (copies <= 0)
            continue;
        uint32_t index = core->index + mj_weight[9 * core->part + kind];
        own[kind]++;
        mj_cost more = solo_cost_of(e, core->part, own, index);
        unsigned nearer = core->goals & ~mj_cost_alike(more, cost);
        if (nearer) {
            int next = solo_core_of(e, core->part, core->thrown, own, index, nearer);
            if (next == 0)
                return 0;
            mj_core_step step = step_to(e, next, kind, copies);
            mj_sign mark = {0, 0};
            if (is_whole(nearer, more, core->tiles + 1)) {
                uint64_t words[MJ_MAX_READINGS];
                int n = solo_words_of(e, core->part, own, 9 * core->part + kind, words);
                step.words_at = keep_words(e, words, n);
                step.n_words = (uint16_t)n;
                mark = sign_of((uint64_t)n);
                for (int i = 0; i < n; i++)
                    sign(&mark, words[i]);
            }
            add_step(core->draw, marks, &core->n_draws, step, mark);
            core->copies = (uint8_t)(core->copies + copies);
        }
        own[kind]--;
    }
    return 1;
}

static int add_discards(engine *e, mj_core *core, uint8_t *own, mj_cost cost)
{
    mj_sign marks[9], mark = {0, 0};
    for (int kind = 0; kind < kinds_of(core->part); kind++) {
        if (own[kind] == 0)
            continue;
        uint32_t index = core->index - mj_weight[9 * core->part + kind];
        own[kind]--;
        unsigned kept = core->goals & mj_cost_alike(solo_cost_of(e, core->part, own, index), cost);
        if (kept) {
            int next = solo_core_of(e, core->part, core->thrown, own, index, kept);
            if (next == 0)
                return 0;
            add_step(core->discard, marks, &core->n_discards, step_to(e, next, kind, 0), mark);
        }
        own[kind]++;
    }
    return 1;
}

static int by_goals(const void *a, const void *b)
{
    return (int)*(const uint32_t *)a - (int)*(const uint32_t *)b;
}

/* The core of these counts, all of which are of use; 0 with a fault. */
static int new_core(engine *e, int part, int thrown, uint8_t *own, uint32_t index, unsigned goals,
                    mj_cost cost, const unsigned *used)
{
    mj_core_room *room = e->room->cores;
    mj_sign marks[9];
    mj_core core;
    uint32_t use[9];
    int uses = 0;
    memset(&core, 0, sizeof core);
    core.part = (uint8_t)part;
    core.thrown = (uint8_t)thrown;
    core.index = index;
    core.goals = (uint16_t)goals;
    for (int kind = 0; kind < kinds_of(part); kind++)
        if (own[kind]) {
            core.tiles = (uint8_t)(core.tiles + own[kind]);
            use[uses++] = (used[kind] & goals) << 8 | own[kind];
        }
    memcpy(core.counts, own, (size_t)kinds_of(part));
    if (!add_draws(e, &core, own, cost, marks) || !add_discards(e, &core, own, cost))
        return 0;
    core.shape = (uint16_t)solo_shape_of(e, cost, goals);
    mj_sign s = sign_of(CORE + (uint64_t)core.shape);
    /* How many tiles stay in use, whatever goals are lost. */
    qsort(use, (size_t)uses, sizeof *use, by_goals);
    for (int i = 0; i < uses; i++) {
        if (i + 1 < uses && use[i] >> 8 == use[i + 1] >> 8)
            use[i + 1] += use[i] & 0xff;
        else
            sign(&s, use[i]);
    }
    sign(&s, (uint64_t)core.n_draws << 8 | core.n_discards);
    for (int i = 0; i < core.n_draws; i++) {
        sign(&s, (uint64_t)core.draw[i].next << 8 | core.draw[i].copies);
        sign(&s, marks[i].a);
        sign(&s, marks[i].b);
    }
    for (int i = 0; i < core.n_discards; i++)
        sign(&s, core.discard[i].next);
    if (is_whole(goals, cost, core.tiles)) {
        uint64_t words[MJ_MAX_READINGS];
        int n = solo_words_of(e, part, own, -1, words);
        core.words_at = keep_words(e, words, n);
        core.n_words = (uint16_t)n;
        for (int i = 0; i < n; i++)
            sign(&s, words[i]);
    }
    if (e->fault)
        return 0;
    uint32_t known = made_before(e, s);
    if (known)
        return (int)known;
    if (room->n_cores + 1 == MJ_CORES)
        return crowded(e);
    room->core[++room->n_cores] = core;
    e->cores++;
    return (int)solo_note_made(e, s, (uint32_t)room->n_cores);
}

/* What was thrown where it still makes a difference for these goals (solo_elsewhere), or 0. */
static int still_thrown(const engine *e, int part, int thrown, const uint8_t *counts,
                        uint32_t index, unsigned goals)
{
    if (thrown == 0 || e->used_up[part])
        return thrown;
    int again = draws_again(e, part, counts, thrown);
    mj_cost cost = mj_part_cost(part, index);
    mj_cost then = mj_part_cost(part, index + (uint32_t)again * mj_weight[9 * part + thrown - 1]);
    return goals & mj_cost_alike(mj_cost_pay(then, again), cost) ? thrown : 0;
}

int solo_core_of(engine *e, int part, int thrown, const uint8_t *counts, uint32_t index,
                   unsigned goals)
{
    thrown = still_thrown(e, part, thrown, counts, index, goals);
    uint64_t key = PART | (uint64_t)part_name(index, thrown, 0) << 18 | (uint64_t)goals << 2 | (uint64_t)part;
    uint32_t found = find(e, key);
    if (found || e->fault)
        return (int)found;
    unsigned used[9];
    uint8_t own[9] = {0};
    uint32_t rest = index;
    mj_cost cost = solo_cost_of(e, part, counts, index);
    memcpy(own, counts, (size_t)kinds_of(part));
    for (int kind = 0; kind < kinds_of(part); kind++) {
        if (own[kind] == 0)
            continue;
        /* Where fixed sets have used tiles up it is not known: all stays, which is right too. */
        used[kind] = e->used_up[part] ? 0xffff : mj_ways_using(part, counts, index, kind);
        if (!(used[kind] & goals)) {
            rest -= own[kind] * mj_weight[9 * part + kind];
            own[kind] = 0;
        }
    }
    found = (uint32_t)(rest != index
                           ? solo_core_of(e, part, thrown, own, rest, goals)
                           : new_core(e, part, thrown, own, index, goals, cost, used));
    return found ? (int)solo_keep(e, key, found) : 0;
}

int solo_cut_core(engine *e, int id, unsigned goals)
{
    mj_core *core = &e->room->cores->core[id];
    for (int i = 0; i < core->n_cuts; i++)
        if (core->cut_goals[i] == goals)
            return core->cut[i];
    int found = solo_core_of(e, core->part, core->thrown, core->counts, core->index, goals);
    if (found && core->n_cuts < MJ_CUTS) {
        core->cut_goals[core->n_cuts] = (uint16_t)goals;
        core->cut[core->n_cuts++] = (uint16_t)found;
    }
    return found;
}
