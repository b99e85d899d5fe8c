"""What is counted of the hands of a game, by name: sums from which every figure follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from mjtool.rules.model import RuleSet
from mjtool.scoring import Score
from mjtool.simulation import Played

Sums = Counter[str]
PLACES: Final = ("dealer", "next", "opposite", "previous")
WINS: Final = frozenset({"self_drawn", "discard", "robbed", "liable"})
"""Reasons of payments for a win; its points go to what the hand was worth them for."""
OTHERS: Final = {
    "exposed_kong": "kong",
    "added_kong": "kong",
    "concealed_kong": "kong",
    "horse": "horse",
    "winner_horse": "horse",
    "follow": "follow",
    "deal_streak": "streak",
    "winner_streak": "streak",
    "escape": "escape",
    "compensation": "escape",
}
"""Reasons of all other payments, by what they are counted as."""


def count_game(rules: RuleSet, hands: Iterable[Played]) -> Sums:
    """Return the sums of one game."""
    sums: Sums = Counter()
    totals = [0, 0, 0, 0]
    longest = 0
    for hand in hands:
        _count_hand(rules, hand, sums)
        longest = max(longest, hand.stayed + 1)
        for seat in range(4):
            totals[seat] += hand.net[seat]
    sums["games"] = 1
    sums["longest"] = longest
    sums["seats"] = 4
    sums["game_squares"] = sum(total * total for total in totals)
    return sums


def _count_hand(rules: RuleSet, hand: Played, sums: Sums) -> None:
    result, net = hand.result, hand.net
    sums["hands"] += 1
    sums["draws"] += hand.draws
    sums["seat_hands"] += 4
    sums["hand_squares"] += sum(net[seat] * net[seat] for seat in range(4))
    sums["bank"] += net[4]
    for place, name in enumerate(PLACES):
        sums[f"place.{name}"] += net[(result.dealer + place) & 3]
    if not result.winners:
        sums["washout"] += result.is_washout
    else:
        sums["won"] += 1
        ended = "self_drawn" if result.source is None else "discard"
        sums["robbed" if result.robbed else ended] += 1
    shown: set[str] = set()
    for winner, found in zip(result.winners, hand.scores, strict=True):
        sums["wins"] += 1
        sums["x"] += winner.points
        shown.update(item.id for item in found.patterns)
    for id in shown:
        sums[f"frequency.{id}"] += 1
    _count_payments(rules, hand, sums)


def _count_payments(rules: RuleSet, hand: Played, sums: Sums) -> None:
    """Count what every payment was for; a win's goes to its patterns by what they are worth."""
    scores = dict(zip((each.seat for each in hand.result.winners), hand.scores, strict=True))
    for _, payee, points, reason in hand.ledger.payments:
        sums["paid"] += points
        if reason in WINS:
            if reason == "liable":
                sums["share.liability"] += points
            for name, part in _parts(rules, scores[payee]):
                sums[name] += points * part  # type: ignore[assignment]
        else:
            sums[f"share.{OTHERS.get(reason, reason)}"] += points


def _parts(rules: RuleSet, found: Score) -> tuple[tuple[str, float], ...]:
    """Return the parts of a win's points that its patterns and bonuses bring, in all 1."""
    key = ("impact", found.patterns)
    known: tuple[tuple[str, float], ...] | None = rules.memo.get(key)
    if known is None:
        by_fan = rules.scoring == "fan"
        weights = [
            (item.fan or 0) if by_fan else (item.multiplier or _multiplier(rules, item.id))
            for item in found.patterns
        ]
        if not any(weights):
            weights = [1] * len(weights)
        whole = sum(weights)
        known = rules.memo[key] = tuple(
            (f"share.{'bonus' if item.id in rules.bonuses else 'pattern'}.{item.id}", each / whole)
            for item, each in zip(found.patterns, weights, strict=True)
            if each
        )
    return known


def _multiplier(rules: RuleSet, id: str) -> int:
    rule = rules.patterns.get(id)
    return 1 if rule is None else rule.multiplier or 1
