"""Slow, obvious answers about tile efficiency, straight from the definitions.

Nothing here is fast or clever. Shanten of hands and points of wins are asked of the library, which
other tests hold to oracles of their own.
"""

from fractions import Fraction
from functools import lru_cache

from mjtool import kernel
from mjtool.hand import Hand
from mjtool.scoring import forms_for, score
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
        return score(full, self.rules, TILES[win], **self.how).points

    def copies(self, counts, kind):
        return max(0, self.left[kind] - max(0, counts[kind] - self.hand.counts[kind]))

    def discards(self, counts, shanten):
        """Hands after each discard of ``counts`` that gives this shanten."""
        after = (step(counts, kind, -1) for kind in range(KINDS) if counts[kind])
        return [hand for hand in after if self.shanten(hand) == shanten]

    def after(self, discard):
        counts = self.hand.counts if discard is None else step(self.hand.counts, discard, -1)
        return self.play(counts, 0, self.first_swaps)

    def _play(self, counts, drawn, swaps):
        """The figure of a hand of 3n + 1 tiles after ``drawn`` draws."""
        level = self.shanten(counts)
        if self.figure == "ready" and level == 0:
            return Fraction(1)
        if drawn == self.draws:
            return Fraction(0)
        thrown = self.play(counts, drawn + 1, swaps)
        kept = []  # (copies, figure)
        for kind in range(KINDS):
            copies = self.copies(counts, kind)
            if not copies:
                continue
            full = step(counts, kind, 1)
            if self.shanten(full) < level:
                if level == 0:
                    worth = self.points(full, kind) if self.figure == "value" else 1
                else:
                    worth = max(
                        self.play(hand, drawn + 1, swaps) for hand in self.discards(full, level - 1)
                    )
                kept.append((copies, worth))
            elif swaps:
                worth = max(
                    self.play(hand, drawn + 1, swaps - 1) for hand in self.discards(full, level)
                )
                if worth > thrown:
                    kept.append((copies, worth))
        wall = max(self.wall - drawn, sum(copies for copies, _ in kept))
        if not wall:
            return thrown
        missed = wall - sum(copies for copies, _ in kept)
        return Fraction(sum(copies * worth for copies, worth in kept) + missed * thrown) / wall


def step(counts, kind, by):
    changed = bytearray(counts)
    changed[kind] += by
    return bytes(changed)
