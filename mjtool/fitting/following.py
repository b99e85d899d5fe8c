"""A hand of a log followed to its end under some rules: the table as it lies then."""

from __future__ import annotations

from copy import copy
from typing import Any, NamedTuple

from msgspec import UNSET

from mjtool.errors import MjtoolError
from mjtool.fitting.games import LoggedHand
from mjtool.game_log.events import Discard, Draw, EndHand
from mjtool.game_log.game import Game
from mjtool.game_log.places import PLACES, Walk
from mjtool.game_log.spelling import are_usual, canonical
from mjtool.rules.model import RuleSet
from mjtool.table.fault import Fault
from mjtool.table.moves import Table
from mjtool.table.rotation import Rotation
from mjtool.wild import Wilds


class Frame(NamedTuple):
    """A hand that was followed: what is wrong with its moves, and the table at its end.

    The table is None where the moves cannot be followed to the end. ``wilds`` are what is wild in
    the hand.
    """

    faults: tuple[tuple[int, Fault], ...]
    table: Table | None
    end: EndHand | None
    wilds: Wilds | None = None


def copied(rotation: Rotation) -> Rotation:
    """Return a rotation that goes on by itself."""
    found = copy(rotation)
    found.won = list(rotation.won)
    return found


def follow(hand: LoggedHand, rules: RuleSet, before: Rotation) -> Frame:
    """Return ``hand`` followed to its end under ``rules``, from what was known before it.

    Rules that cannot judge what the hand holds do not explain it.
    """
    try:
        return _followed(hand, rules, before)
    except MjtoolError:
        return Frame(((hand.last_line, Fault("F003", "F003")),), None, None)


def _followed(hand: LoggedHand, rules: RuleSet, before: Rotation) -> Frame:
    walk = Walk(hand.file, rules, rows=False, wins=False)
    game = walk.game = Game(hand.game.start, rules)
    game.rotation = copied(before)
    walk.place = "between"
    faults: list[tuple[int, Fault]] = []
    event: Any
    for line, event in hand.moves:
        kind = event.__class__
        if walk.place == "playing" and (kind is Draw or kind is Discard):
            assert game.hand is not None
            tile = game.tiles.known.get(event.tile)
            if tile is not None:
                table = game.hand.table
                move = table.draw if kind is Draw else table.discard
                fault = move(event.seat, tile)
                if fault is not None:
                    return Frame((*faults, (line, fault)), None, None)
                continue
        told: Any = PLACES[walk.place].takes[kind](walk, event)
        faults += [(line, each) for each in told if each.code[0] != "D" or each.code == "D404"]
        if walk.place not in ("between", "playing", "decided"):
            return Frame(tuple(faults), None, None)
    end = hand.end
    if game.hand is None or end is None or walk.place != "decided":
        code = "A205" if walk.place == "playing" else "F005"
        return Frame((*faults, (hand.last_line, Fault(code, code))), None, None)
    if end.horses is not UNSET:
        tile_name = game.tiles.unknown(end.horses)
        if tile_name is not None:
            fault = Fault("F004", "F004", found=tile_name)
            return Frame((*faults, (hand.last_line, fault)), None, None)
        if not are_usual(end.horses):
            end = canonical(end)
    table = game.hand.table
    return Frame(tuple(faults), table, end, table.rules.wilds)
