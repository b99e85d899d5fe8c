"""Slow, obvious answers about tile efficiency, straight from the definitions.

Nothing here is fast or clever. Shanten of hands and points of wins are asked of the library, which
other tests hold to oracles of their own.
"""

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement

from mjtool import kernel
from mjtool.hand import Hand
from mjtool.patterns import PATTERNS, Circumstances, Facts
from mjtool.scoring import forms_for, judge_of, score
from mjtool.tiles import KINDS, TILES


class Alone:
    """The model of playing alone, one figure: ``win``, ``ready`` or ``value``, in exact numbers."""

    def __init__(self, hand, rules, visible, draws, swaps, figure, seat=None, round=None):
        self.hand, self.rules, self.draws, self.figure = hand, rules, draws, figure
        self.first_swaps = swaps
        self.left = [4 - own - seen for own, seen in zip(hand.own, visible, strict=True)]
        self.wall = sum(self.left)
        self.how = {"self_drawn": True, "seat": seat, "round": round}
        self.shanten = lru_cache(None)(self._shanten)
        self.play = lru_cache(None)(self._play)
        self.points = lru_cache(None)(self._points)

    def _shanten(self, counts):
        forms = forms_for(self.hand, self.rules)
        return kernel.limited_shanten(counts, self.hand.used, len(self.hand.sets), forms)

    def _points(self, counts, win):
        full = Hand(self.hand.sets, counts, TILES[win])
        found = score(full, self.rules, TILES[win], **self.how)
        return found.points if found.won else 0

    def copies(self, first, counts, kind):
        """Copies still to come: those drawn and kept since the ``first`` 13 tiles are gone."""
        return max(0, self.left[kind] - max(0, counts[kind] - first[kind]))

    def discards(self, counts, shanten):
        """Hands after each discard of ``counts`` that gives this shanten."""
        after = (step(counts, kind, -1) for kind in range(KINDS) if counts[kind])
        return [hand for hand in after if self.shanten(hand) == shanten]

    def after(self, discard):
        first = self.first(discard)
        return self.play(first, first, 0, self.first_swaps)

    def first(self, discard):
        return self.hand.counts if discard is None else step(self.hand.counts, discard, -1)

    def _play(self, first, counts, drawn, swaps):
        """The figure of 3n + 1 tiles after ``drawn`` draws, ``first`` being those before any."""
        level = self.shanten(counts)
        if self.figure == "ready" and level == 0:
            return Fraction(1)
        if drawn in (self.draws, self.wall):
            return Fraction(0)
        thrown = self.play(first, counts, drawn + 1, swaps)
        kept = []  # (copies, figure)
        for kind in range(KINDS):
            copies = self.copies(first, counts, kind)
            if not copies:
                continue
            full = step(counts, kind, 1)
            if self.shanten(full) < level:
                if level == 0:
                    worth = self.points(full, kind) if self.figure == "value" else 1
                else:
                    worth = max(
                        self.play(first, hand, drawn + 1, swaps)
                        for hand in self.discards(full, level - 1)
                    )
                kept.append((copies, worth))
            elif swaps:
                worth = max(
                    self.play(first, hand, drawn + 1, swaps - 1)
                    for hand in self.discards(full, level)
                )
                if worth > thrown:
                    kept.append((copies, worth))
        wall = max(self.wall - drawn, sum(copies for copies, _ in kept))
        missed = wall - sum(copies for copies, _ in kept)
        return Fraction(sum(copies * worth for copies, worth in kept) + missed * thrown) / wall


def step(counts, kind, by):
    changed = bytearray(counts)
    changed[kind] += by
    return bytes(changed)


def shown_by(rules):
    """Return a function: which patterns a complete hand with these fixed sets can show."""
    how = Circumstances(True)
    if rules.program is not None:
        return shown_by_own(rules, how)

    @lru_cache(None)
    def of_word(word):
        facts = Facts(word, how, rules.options)
        return frozenset(key for key, _ in rules.counted if PATTERNS[key](facts))

    def of_hand(counts, codes):
        forms = 1 if codes else rules.form_mask
        return frozenset(
            key
            for win in range(KINDS)
            if counts[win]
            for word in kernel.facts(counts, codes, win, forms)
            for key in of_word(word)
        )

    return of_hand


def shown_by_own(rules, how):
    """The same of rules with patterns of their own."""
    judge = judge_of(rules, how)

    @lru_cache(None)
    def of_hand(counts, codes):
        forms = 1 if codes else rules.form_mask
        found = set()
        for win in range(KINDS):
            if not counts[win]:
                continue
            for sight in kernel.sights(counts, codes, win, forms, False, rules.program.questions):
                facts, own = judge.seen(sight)
                found |= {
                    key
                    for key, _ in rules.counted
                    if (own[key] if key in own else PATTERNS[key](facts))
                }
        return frozenset(found)

    return of_hand


@lru_cache(None)
def complete_parts(sets):
    """Return every concealed part of ``sets`` sets and a pair, as counts up to four of a kind."""
    chows = [(kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7]
    blocks = chows + [(kind,) * 3 for kind in range(KINDS)]
    found = set()
    for chosen in combinations_with_replacement(blocks, sets):
        for pair in range(KINDS):
            counts = bytearray(KINDS)
            for kind in (*(kind for block in chosen for kind in block), pair, pair):
                counts[kind] += 1
            if max(counts) <= 4:
                found.add(bytes(counts))
    return sorted(found)


def nearest_by_listing(hand, rules):
    """Return {pattern: (tiles missing, useful kinds)} from a list of all complete hands.

    For hands with fixed sets: they have the standard form only.
    """
    shown = shown_by(rules)
    targets = defaultdict(list)
    for counts in complete_parts(4 - len(hand.sets)):
        if all(own + used <= 4 for own, used in zip(counts, hand.used, strict=True)):
            for key in shown(counts, hand.codes):
                targets[key].append(counts)
    answers = {}
    for key, listed in targets.items():
        wanted = [
            [max(0, want - own) for want, own in zip(counts, hand.counts, strict=True)]
            for counts in listed
        ]
        missing = min(map(sum, wanted))
        useful = {
            kind
            for lacks in wanted
            if sum(lacks) == missing
            for kind in range(KINDS)
            if lacks[kind]
        }
        answers[key] = missing, useful
    return answers


def nearest_by_exchange(hand, rules, most):
    """Return {pattern: tiles missing} of those that at most ``most`` exchanges bring about.

    Tries every exchange of a tile of a full hand, and again from every hand so reached.
    """
    shown = shown_by(rules)
    room = [4 - used for used in hand.used]
    met = {hand.counts}
    now = [hand.counts]
    answers = {}
    for exchanges in range(most + 1):
        for counts in now:
            for key in shown(counts, hand.codes):
                answers.setdefault(key, exchanges)
        if exchanges == most:
            break
        after = []
        for counts in now:
            for away in range(KINDS):
                if not counts[away]:
                    continue
                fewer = step(counts, away, -1)
                for drawn in range(KINDS):
                    if drawn != away and fewer[drawn] < room[drawn]:
                        changed = step(fewer, drawn, 1)
                        if changed not in met:
                            met.add(changed)
                            after.append(changed)
        now = after
    return answers


class Drawn(Alone):
    """The best play with a wall that remembers: every order of draws, tile by tile.

    As in the model useful tiles are kept and, with swaps, others where that is better; but a tile
    that was thrown away is gone, which the model counts as still to come.
    """

    def __init__(self, hand, rules, visible, draws, swaps, figure, seat=None, round=None):
        super().__init__(hand, rules, visible, draws, swaps, figure, seat, round)
        self.walk = lru_cache(None)(self._walk)

    def after(self, discard):
        return self.walk(self.first(discard), bytes(self.left), self.first_swaps)

    def _walk(self, counts, wall, swaps):
        level, drawn = self.shanten(counts), self.wall - sum(wall)
        if self.figure == "ready" and level == 0:
            return Fraction(1)
        if drawn == self.draws or not sum(wall):
            return Fraction(0)
        total = Fraction(0)
        for kind in range(KINDS):
            if wall[kind]:
                full, rest = step(counts, kind, 1), step(wall, kind, -1)
                total += wall[kind] * self.drawn(counts, full, kind, rest, swaps)
        return total / sum(wall)

    def drawn(self, counts, full, kind, wall, swaps):
        """What a draw comes to, played as well as can be."""
        level = self.shanten(counts)
        if self.shanten(full) < level:
            if level == 0:
                return self.points(full, kind) if self.figure == "value" else 1
            return max(self.walk(hand, wall, swaps) for hand in self.discards(full, level - 1))
        options = [self.walk(counts, wall, swaps)]
        if swaps:
            options += [self.walk(hand, wall, swaps - 1) for hand in self.discards(full, level)]
        return max(options)
