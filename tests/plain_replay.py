"""A second opinion on native logs, slow and plain: where is the first line that breaks a rule?

Written from the description of the format and the rules, with nothing of the replay, of scoring or
of settlement in it: a rule set is only a table of values here. It stops at the first fault, so that
nothing has to be said of what comes after one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from mjtool.rules import BUILTINS, load_rules
from mjtool.tiles import NAMES
from tests.plain_table import FLOWERS, KINDS, Bad, PlainTable, need
from tests.plain_wild import wild_faces
from tests.plain_worth import in_coins

ROUNDS = "ESWN"


def first_bad_line(lines: list[bytes], rules: Any = None) -> int | None:
    """Return the number of the first line that no legal log could have there, None for none.

    ``rules`` stand instead of the log's own.
    """
    log = PlainLog(rules)
    for number, line in enumerate(lines, 1):
        try:
            log.take(line)
        except Bad:
            return number
    return len(lines) if log.place != "outside" else None


def whole(low: int, high: int):
    return lambda value: type(value) is int and low <= value <= high


def listed(check, size: int | None = None):
    return lambda value: (
        isinstance(value, list) and size in (None, len(value)) and all(map(check, value))
    )


SEAT, NUMBER, AMOUNT = whole(0, 3), whole(0, 10**15), whole(-(10**4000), 10**4000)


def word(value: Any) -> bool:
    return isinstance(value, str)


def tile(value: Any) -> bool:
    return value in NAMES if isinstance(value, str) else False


FOUR = listed(AMOUNT, 4)
FIELDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "start_game": (
        {"rules": word, "players": listed(word, 4)},
        {
            "room": lambda room: (
                isinstance(room, dict) and all(NUMBER(room.get(n)) for n in ("coefficient", "fee"))
            ),
            "scores": FOUR,
            "version": whole(1, 1),
        },
    ),
    "start_hand": (
        {"hand": whole(1, 10**15), "dealer": SEAT, "deal": listed(listed(tile), 4)},
        {
            "round": lambda value: isinstance(value, str) and value in tuple(ROUNDS),
            "indicator": tile,
            "wild": listed(tile),
            "wall": listed(tile),
            "horses": NUMBER,
            "dice": listed(whole(1, 6), 3),
            "wall_built": listed(listed(tile), 4),
        },
    ),
    "draw": ({"seat": SEAT, "tile": tile}, {}),
    "discard": ({"seat": SEAT, "tile": tile}, {}),
    "chow": ({"seat": SEAT, "tile": tile, "with": listed(tile, 2)}, {}),
    "pung": ({"seat": SEAT, "tile": tile}, {}),
    "flower": ({"seat": SEAT, "tile": tile}, {}),
    "kong": (
        {"seat": SEAT, "tile": tile, "kind": ("exposed", "concealed", "added").__contains__},
        {},
    ),
    "prop": ({"seat": SEAT, "name": word}, {}),
    "win": ({"seat": SEAT, "tile": tile}, {"from": SEAT}),
    "washout": ({}, {}),
    "escape": ({"seat": SEAT}, {}),
    "end_hand": (
        {
            "wins": listed(
                lambda win: (
                    isinstance(win, dict)
                    and SEAT(win.get("seat"))
                    and AMOUNT(win.get("points"))
                    and AMOUNT(win.get("fan", 0))
                    and listed(word)(win.get("patterns", []))
                    and SEAT(win.get("liable", 0))
                    and listed(
                        lambda wild: (
                            isinstance(wild, dict)
                            and tile(wild.get("tile"))
                            and tile(wild.get("as"))
                        )
                    )(win.get("wilds", []))
                )
            ),
            "points": FOUR,
        },
        {"bank": AMOUNT, "horses": listed(tile), "coins": FOUR, "scores": FOUR},
    ),
    "end_game": ({}, {"scores": FOUR}),
}
TILES = ("deal", "wall", "wall_built", "tile", "with", "out", "in", "horses", "indicator", "wild")
PROP_FIELDS = {
    "great_shift": (),
    "golden_finger": (),
    "voice": (),
    "clairvoyance": ("tile",),
    "clairaudience": ("tile",),
    "swap_chosen": ("out", "in"),
    "swap_random": ("out", "in"),
}


def texts(value: Any) -> Iterator[str]:
    """Yield every text of an event, those in lists of lists too."""
    if isinstance(value, str):
        yield value
    for each in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        yield from texts(each)


class PlainLog:
    """What carries over between hands; ``place``: outside, between, hand, over (a seat left)."""

    place = "outside"

    def __init__(self, rules: Any = None) -> None:
        self.override = self.rules = rules

    def take(self, line: bytes) -> None:
        """Take one line; raise Bad for a fault."""
        try:
            event = json.loads(line)
        except ValueError:
            raise Bad from None
        need(isinstance(event, dict) and isinstance(event.get("type"), str))
        need(event["type"] in FIELDS)
        needed, optional = FIELDS[event["type"]]
        for name, check in needed.items():
            need(name in event and check(event[name]))
        for name, check in optional.items():
            need(name not in event or check(event[name]))
        if event["type"] == "prop":
            need(event["name"] in PROP_FIELDS)
            need(all(tile(event.get(name)) for name in PROP_FIELDS[event["name"]]))
        if self.rules is None or not self.rules.tiles.flowers:
            need(not any(text in FLOWERS for text in texts(event)))
        if self.rules is not None and event["type"] not in ("start_game", "end_game"):
            lacks = self.rules.tiles.without
            need(not any(text in lacks for name in TILES for text in texts(event.get(name))))
        if event["type"] == "chow":
            need(not any(text in FLOWERS for text in texts(event)))
            run = sorted(KINDS.index(each) for each in (event["tile"], *event["with"]))
            need(run[0] < 27 and run[0] % 9 <= 6 and run == list(range(run[0], run[0] + 3)))
        getattr(self, event["type"], self.play)(event)

    def play(self, event: dict[str, Any]) -> None:
        """Take an event of a hand."""
        need(event["type"] != "prop" or self.place != "outside")
        need(event["type"] != "prop" or event["name"] in self.rules.props.allowed)
        if event["type"] == "prop" and event["name"] in ("golden_finger", "voice"):
            return
        if event["type"] == "prop" and event["name"] == "great_shift":
            need(self.place == "between")
            return
        need(self.place == "hand")
        getattr(self.table, event["type"])(event)

    def start_game(self, event: dict[str, Any]) -> None:
        """Begin a game."""
        need(self.place == "outside" and (self.override or event["rules"] in BUILTINS))
        self.rules = self.override or load_rules(event["rules"])
        self.place, self.first = "between", None
        self.stayed, self.won = 0, (0, 0, 0, 0)
        self.room = event.get("room")
        self.scores = event.get("scores", [0, 0, 0, 0])

    def start_hand(self, event: dict[str, Any]) -> None:
        """Begin a hand."""
        need(self.place == "between")
        dealer, horses = event["dealer"], self.rules.horses
        most = horses.most if horses.owner == "dealer" else 0
        for seat, hand in enumerate(event["deal"]):
            need(len(hand) == 13 + (seat == dealer))
        is_first = self.first is None
        if is_first:
            self.first = self.dealer = dealer
            self.round = ROUNDS.index(event.get("round", "E"))
            self.streak = 1
            if most and horses.step and "horses" in event:
                self.streak = max(1, 1 + (event["horses"] - horses.first) // horses.step)
        number = min(horses.first + (self.streak - 1) * horses.step, most)
        if is_first and most:  # where in a streak a log begins is for it to say
            number = event.get("horses", number)
        need(dealer == self.dealer)
        need(
            not self.rules.rounds.winds
            or event.get("round", ROUNDS[self.round]) == ROUNDS[self.round]
        )
        need(event.get("horses", number) == number)
        turns_up = self.rules.wild.indicator != "none"
        indicator = event.get("indicator") if turns_up else None
        need(indicator is None or indicator in KINDS)
        need(not turns_up or indicator is not None or "wild" in event)
        wild = wild_faces(self.rules, indicator)
        if turns_up and indicator is None:
            wild |= set(event["wild"])
        self.table = PlainTable(
            *(self.rules, event, ROUNDS[self.round], number, (self.stayed, self.won), wild)
        )
        need(sorted(event.get("wild", wild)) == sorted(wild))
        self.place = "hand"

    def end_hand(self, event: dict[str, Any]) -> None:
        """Check the settlement and pass the deal on."""
        need(self.place == "hand" and self.table.state in ("won", "washed", "escaped"))
        change = self.table.settled(event)
        if self.room is not None:
            washed = self.table.state == "washed"
            change = in_coins(self.rules, change, self.room, washed=washed)
            need(event.get("coins", change) == change)
        elif "coins" in event:  # a room that is not told: the totals may be in its coins
            sums = [a + b for a, b in zip(self.scores, event["coins"], strict=True)]
            if event.get("scores") == sums:
                change = event["coins"]
        self.scores = [a + b for a, b in zip(self.scores, change[:4], strict=True)]
        need(event.get("scores", self.scores) == self.scores)
        self.place = "over" if self.table.state == "escaped" else "between"
        winners, stays, rule = self.table.winners, False, self.rules.dealer
        following = (self.dealer + 1) % 4
        if not winners:
            stays = rule.after_washout == "stays"
        elif len(winners) > 1 and rule.after_several_wins == "discarder":
            following = self.table.source
            stays = following == self.dealer
        elif rule.after_win == "winner":
            following, stays = winners[0], winners[0] == self.dealer
        else:
            stays = self.dealer in winners
        self.won = tuple(self.won[seat] + 1 if seat in winners else 0 for seat in range(4))
        if stays:
            self.streak += 1
            self.stayed += 1
        else:
            self.dealer, self.streak, self.stayed = following, 1, 0
            self.round = (self.round + (following == self.first)) % 4

    def end_game(self, event: dict[str, Any]) -> None:
        """End the game."""
        need(self.place in ("between", "over"))
        need(event.get("scores", self.scores) == self.scores)
        self.place = "outside"
