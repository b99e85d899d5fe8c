"""What a hand might earn if more were told of the winner: its seat, and the round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mjtool.hand import Hand
from mjtool.rules import RuleSet
from mjtool.rules.model import BonusRule, PatternRule
from mjtool.scoring import Score, score
from mjtool.tiles import WINDS, Tile, Wind

Unsaid = dict[str, tuple[str, ...]]
"""``seat`` and ``round``, where they are not told and matter: the ids of what may be earned."""


def unsaid(found: Iterable[Score]) -> Unsaid:
    """Return what the wins may earn besides, depending on a seat or round that nobody told.

    >>> from mjtool.rules import load_rules
    >>> hand = Hand.parse("222p444s888s11z222z")
    >>> unsaid([score(hand, load_rules("jipinghu"), self_drawn=False, seat=Wind.EAST)])
    {'round': ('round_wind',)}
    """
    out: Unsaid = {}
    for each in found:
        for name, told in (("seat", each.how.seat), ("round", each.how.round)):
            if each.verdict is not None and told is None:
                ids = [id for wind in WINDS for id in _more(each, name, wind)]
                known = out.get(name, ())
                if more := tuple(dict.fromkeys(id for id in ids if id not in known)):
                    out[name] = known + more
    return out


def _more(found: Score, name: str, wind: Wind) -> list[str]:
    """Return the ids that count where the seat or round is ``wind``, and do not now."""
    how = found.how
    told: dict[str, Any] = {
        "seat": None if how.seat is None else WINDS[how.seat],
        "round": None if how.round is None else WINDS[how.round],
        name: wind,
    }
    robbed = "robbing_kong" in how.events
    other = score(
        found.hand,
        found.rules,
        found.win,
        self_drawn=how.self_drawn and not robbed,
        events=how.events,
        wild_discarded=how.wild_discarded,
        **told,
    )
    return [id for id in other.pattern_ids if id not in found.pattern_ids]


def unsaid_of_hand(hand: Hand, rules: RuleSet, *, seat: bool, round: bool) -> Unsaid:
    """Return what a hand on its way may earn besides: it holds two of a wind, or more.

    A pattern of the rule file that asks for the dealer may be earned by any hand. ``seat`` and
    ``round`` say whether they were told.
    """
    winds = any(hand.own[tile] > 1 for tile in (Tile.EAST, Tile.SOUTH, Tile.WEST, Tile.NORTH))
    found: Unsaid = {}
    for name, told, of_winds, of_all in (
        ("seat", seat, {"seat_wind", "seat_pungs"}, {"dealer"}),
        ("round", round or not rules.rounds.winds, {"round_wind", "round_pungs"}, set[str]()),
    ):
        asked = of_all | (of_winds if winds else set())
        ids = () if told else tuple(id for id in _worthwhile(rules) if asks(rules, id) & asked)
        if ids:
            found[name] = ids
    return found


def _worthwhile(rules: RuleSet) -> Iterator[str]:
    """Yield the patterns and bonuses that make a hand worth more."""
    worths: list[tuple[str, PatternRule | BonusRule]] = [*rules.counted, *rules.earned]
    for id, rule in worths:
        if rule.fan if rules.scoring == "fan" else (rule.multiplier or 1) > 1:
            yield id


def asks(rules: RuleSet, id: str) -> set[str]:
    """Return all that a pattern or bonus asks for, by its definition and those it leads to.

    What the program itself defines asks for its own id.
    """
    expressions = {} if rules.program is None else rules.program.expressions
    found: set[str] = set()
    ids = [id]
    while ids:
        expression = expressions.get(each := ids.pop())
        if expression is None:
            found.add(each)
        else:
            found.update(expression.names)
            ids += [other for other in expression.ids if other not in found]
            found.update(expression.ids)
    return found
