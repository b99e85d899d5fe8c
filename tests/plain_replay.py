"""A second opinion on native logs, slow and plain: where is the first line that breaks a rule?

Written from the description of the format, with nothing of the replay in it; only scores and
payments are asked of the library. It knows what simulated games without flowers need, and stops
at the first fault, so that nothing has to be said of what comes after one.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from mjtool import kernel
from mjtool.hand import Hand
from mjtool.rules import BUILTINS, load_rules
from mjtool.scoring import score
from mjtool.settlement import HandResult, KongClaim, Room, Winner, coins, settle
from mjtool.tiles import NAMES, TILES, WINDS

KINDS = NAMES[:34]
ROUNDS = "ESWN"
GROUPS = {"big_three_dragons": ("5z", "6z", "7z"), "big_four_winds": ("1z", "2z", "3z", "4z")}
UNSEEN = ("chow", "concealed")


class Bad(Exception):
    """The line breaks a rule."""


def need(condition: Any) -> None:
    """Raise Bad unless the condition holds."""
    if not condition:
        raise Bad


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
    return value in KINDS if isinstance(value, str) else False


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
                )
            ),
            "points": FOUR,
        },
        {"bank": AMOUNT, "horses": listed(tile), "coins": FOUR, "scores": FOUR},
    ),
    "end_game": ({}, {"scores": FOUR}),
}
PROP_FIELDS = {
    "great_shift": (),
    "golden_finger": (),
    "voice": (),
    "clairvoyance": ("tile",),
    "clairaudience": ("tile",),
    "swap_chosen": ("out", "in"),
    "swap_random": ("out", "in"),
}


class PlainLog:
    """What carries over between hands; ``place``: outside, between, hand, over (a seat left)."""

    place = "outside"

    def __init__(self, rules: Any = None) -> None:
        self.override = rules

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
        if event["type"] == "chow":
            run = sorted(KINDS.index(each) for each in (event["tile"], *event["with"]))
            need(run[0] < 27 and run[0] % 9 <= 6 and run == list(range(run[0], run[0] + 3)))
        getattr(self, event["type"], self.play)(event)

    def play(self, event: dict[str, Any]) -> None:
        """Take an event of a hand."""
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
        self.room = Room(**event["room"]) if "room" in event else None
        self.scores = event.get("scores", [0, 0, 0, 0])

    def start_hand(self, event: dict[str, Any]) -> None:
        """Begin a hand."""
        need(self.place == "between")
        dealer, horses = event["dealer"], self.rules.horses
        for seat, hand in enumerate(event["deal"]):
            need(len(hand) == 13 + (seat == dealer))
        if self.first is None:
            self.first = self.dealer = dealer
            self.round = ROUNDS.index(event.get("round", "E"))
            self.streak = 1
            if horses.most and "horses" in event:
                self.streak = 1 + (event["horses"] - horses.first) // horses.step
        number = min(horses.first + (self.streak - 1) * horses.step, horses.most)
        need(dealer == self.dealer)
        need(
            not self.rules.rounds.winds
            or event.get("round", ROUNDS[self.round]) == ROUNDS[self.round]
        )
        need(event.get("horses", number) == number)
        self.table = PlainTable(self.rules, event, self.round, number)
        self.place = "hand"

    def end_hand(self, event: dict[str, Any]) -> None:
        """Check the settlement and pass the deal on."""
        need(self.place == "hand" and self.table.state in ("won", "washed", "escaped"))
        change = self.table.settled(event)
        if self.room is not None:
            washed = self.table.state == "washed"
            change = list(coins(self.rules, change, self.room, washout=washed))
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
        elif rule.after_win == "winner":
            following, stays = winners[0], winners[0] == self.dealer
        else:
            stays = self.dealer in winners
        if stays:
            self.streak += 1
        else:
            self.dealer, self.streak = following, 1
            self.round = (self.round + (following == self.first)) % 4

    def end_game(self, event: dict[str, Any]) -> None:
        """End the game."""
        need(self.place in ("between", "over"))
        need(event.get("scores", self.scores) == self.scores)
        self.place = "outside"


class PlainTable:
    """One hand; ``state``: turn (drawn), claimed, live, kong, won, washed, escaped."""

    def __init__(self, rules: Any, event: dict[str, Any], round_wind: int, horses: int) -> None:
        self.rules, self.dealer, self.round = rules, event["dealer"], round_wind
        self.hands = [Counter(hand) for hand in event["deal"]]
        self.wall = list(event["wall"]) if "wall" in event else None
        self.seen = sum(self.hands, Counter())
        need(max(self.seen.values()) <= 4)
        self.horses = None if rules.horses.most else []
        if self.wall is not None:
            need(self.seen + Counter(self.wall) == Counter(dict.fromkeys(KINDS, 4)))
            if horses:
                self.horses = self.wall[-horses:]
                del self.wall[-horses:]
        self.left = 83 - horses
        if "dice" in event and "wall_built" in event:
            self.check_dice(event)
        self.sets: list[list[tuple[str, str, int | None]]] = [[], [], [], []]
        self.state, self.turn = "turn", self.dealer
        self.drawn = event["deal"][self.dealer][-1]
        self.live: tuple[int, str] = (-1, "")
        self.kind, self.kongs = "", []
        self.passed: list[set[str]] = [set(), set(), set(), set()]
        self.draws, self.discards, self.swapped = [0] * 4, 0, set()
        self.calls = self.concealed = 0
        self.after_kong, self.feeder = False, None
        self.winners: list[int] = []
        self.source: int | None = None
        self.twelve: dict[int, int] = {}
        self.fed: dict[tuple[int, str], int] = {}

    def check_dice(self, event: dict[str, Any]) -> None:
        """Deal the built walls out as the dice say, stack by stack."""
        built = event["wall_built"]
        need(all(len(wall) == 34 for wall in built))
        number = sum(event["dice"])
        stacks = []
        for back in range(4):
            wall = built[(self.dealer + number - 1 - back) % 4]
            stacks += [wall[at : at + 2] for at in range(0, 34, 2)]
        stacks = stacks[number:] + stacks[:number]
        order = [(self.dealer + turn) % 4 for turn in range(4)]
        hands: list[list[str]] = [[], [], [], []]
        for _ in range(3):
            for seat in order:
                hands[seat] += stacks.pop(0) + stacks.pop(0)
        first, second, third = stacks[:3]
        for seat, each in zip(order, (first[0], first[1], second[0], second[1]), strict=True):
            hands[seat].append(each)
        hands[self.dealer].append(third[0])
        for seat, hand in enumerate(hands):
            need(Counter(hand) == Counter(event["deal"][seat]))
        need(event["deal"][self.dealer][-1] == third[0])
        rest = [third[1], *(each for stack in stacks[3:] for each in stack)]
        need(event.get("wall", rest) == rest)

    # moving on

    def counts(self, seat: int, more: str | None = None) -> bytes:
        """Return the 34 counts of the concealed tiles, with one more."""
        return bytes(self.hands[seat][each] + (each == more) for each in KINDS)

    def completes(self, seat: int, more: str | None = None) -> bool:
        """Return whether the seat's hand is complete, with one more tile."""
        sets = len(self.sets[seat])
        counts = self.counts(seat, more)
        return max(counts) <= 4 and kernel.is_complete(
            counts, sets, 1 if sets else self.rules.form_mask
        )

    def move(self, mover: int) -> None:
        """Let everybody but the mover let the live tile go; the mover has moved."""
        source, what = self.live
        if self.rules.missed_win == "same_tile" and self.state in ("live", "kong"):
            kong, rules = self.state == "kong", self.rules
            wins = self.kind in rules.rob.kinds if kong else rules.win.on_discard
            for seat in range(4):
                if seat not in (mover, source) and wins and self.completes(seat, what):
                    self.passed[seat].add(what)
        self.passed[mover].clear()

    def holds(self, seat: int, *tiles: str) -> None:
        """Take tiles from a hand that must hold them."""
        need(not Counter(tiles) - self.hands[seat])
        self.hands[seat] -= Counter(tiles)

    def draw(self, event: dict[str, Any]) -> None:
        """Draw from the front, or from the tail after a kong."""
        need(self.state in ("live", "kong"))
        seat, what = event["seat"], event["tile"]
        need(seat == (self.turn if self.state == "kong" else (self.turn + 1) % 4))
        need(self.left > 0)
        if self.wall is not None:
            need(what == self.wall.pop(-1 if self.state == "kong" else 0))
        self.seen[what] += 1
        need(self.wall is not None or self.seen[what] <= 4)
        self.move(seat)
        if self.state == "live":
            self.feeder = None
        self.after_kong = self.state == "kong"
        self.left -= 1
        self.draws[seat] += 1
        self.hands[seat][what] += 1
        self.state, self.turn, self.drawn = "turn", seat, what

    def discard(self, event: dict[str, Any]) -> None:
        """Discard on the own turn, or after a claim."""
        need(self.state in ("turn", "claimed") and event["seat"] == self.turn)
        self.holds(event["seat"], event["tile"])
        self.state, self.live = "live", (event["seat"], event["tile"])
        self.after_kong = False
        self.discards += 1

    def claim(self, event: dict[str, Any], kind: str, low: str, *own: str) -> None:
        """Lay open a set made with the discard."""
        seat, source = event["seat"], self.live[0]
        need(self.state == "live" and self.live[1] == event["tile"] and seat != source)
        need(not Counter(own) - self.hands[seat])
        self.move(seat)
        self.holds(seat, *own)
        self.sets[seat].append((kind, low, source))
        self.calls += 1
        self.state, self.turn = "claimed", seat
        if kind != "chow":
            hidden = ("chow",) if self.rules.liability.concealed_kong_counts else UNSEEN
            shown = {each for what, each, _ in self.sets[seat] if what not in hidden}
            for pattern, group in GROUPS.items():
                if low in group and shown.issuperset(group):
                    self.fed[seat, pattern] = source
        full = len(self.sets[seat]) == 4 and all(each[0] != "concealed" for each in self.sets[seat])
        if full and source not in self.twelve.values():
            self.twelve[seat] = source

    def chow(self, event: dict[str, Any]) -> None:
        """Chow from the previous seat."""
        need(self.rules.claims.chow and self.state == "live")
        need(event["seat"] == (self.live[0] + 1) % 4)
        low = min((event["tile"], *event["with"]))
        self.claim(event, "chow", low, *event["with"])

    def pung(self, event: dict[str, Any]) -> None:
        """Pung."""
        self.claim(event, "pung", event["tile"], *[event["tile"]] * 2)

    def kong(self, event: dict[str, Any]) -> None:
        """Make a kong of any kind."""
        seat, what, kind = event["seat"], event["tile"], event["kind"]
        need(self.left > 0)
        source = None
        if kind == "exposed":
            source = self.live[0]
            self.claim(event, "exposed", what, what, what, what)
            self.feeder = source
        else:
            need(self.state == "turn" and seat == self.turn)
            if kind == "concealed":
                self.holds(seat, *[what] * 4)
                self.sets[seat].append(("concealed", what, None))
                self.concealed += 1
            elif kind == "added":
                pungs = [each for each in self.sets[seat] if each[:2] == ("pung", what)]
                need(pungs)
                self.holds(seat, what)
                self.sets[seat][self.sets[seat].index(pungs[0])] = ("added", what, pungs[0][2])
            if self.rules.kong_chain == "last_only":
                self.feeder = None
        self.kongs.append(KongClaim(seat, kind, source))
        self.passed[seat].clear()
        self.state, self.turn, self.live, self.kind = "kong", seat, (seat, what), kind

    def prop(self, event: dict[str, Any]) -> None:
        """Use a prop that belongs into a hand."""
        seat = event["seat"]
        if event["name"] == "clairaudience":
            need(self.left > 0)
            if self.wall is not None:
                need(event["tile"] == self.wall[-1 if self.state == "kong" else 0])
        elif event["name"].startswith("swap"):
            need(self.state in ("turn", "claimed") and seat == self.turn)
            out, into = event["out"], event["in"]
            need(self.hands[seat][out])
            if self.wall is not None:
                need(into in self.wall)
                self.wall[self.wall.index(into)] = out
            else:
                need(self.seen[into] < 4)
            self.seen += Counter({into: 1})
            self.seen -= Counter({out: 1})
            self.holds(seat, out)
            self.hands[seat][into] += 1
            self.drawn = into
            self.swapped.add(seat)

    # the end

    def win(self, event: dict[str, Any]) -> None:
        """Win self-drawn, on a discard, or by robbing a kong."""
        seat, what, source = event["seat"], event["tile"], event.get("from", event["seat"])
        if source == seat:
            need(self.state == "turn" and seat == self.turn and what == self.drawn)
            need(self.completes(seat))
            self.won_by = "draw"
        else:
            need(self.state in ("live", "kong") or (self.state == "won" and self.won_by != "draw"))
            need((source, what) == self.live)
            robs = self.state == "kong" or (self.state == "won" and self.won_by == "robbery")
            need(self.kind in self.rules.rob.kinds if robs else self.rules.win.on_discard)
            if self.winners:
                need(self.rules.multiple_wins == "all")
                need((seat - source) % 4 > (self.winners[-1] - source) % 4)
            need(self.completes(seat, what) and what not in self.passed[seat])
            self.won_by, self.source = ("robbery" if robs else "discard"), source
        self.winners.append(seat)
        self.state = "won"

    def washout(self, event: dict[str, Any]) -> None:
        """End without a winner."""
        need(self.state in ("live", "kong") and self.left <= 0)
        self.state = "washed"

    def escape(self, event: dict[str, Any]) -> None:
        """Leave."""
        need(self.state not in ("won", "washed", "escaped"))
        self.state, self.turn = "escaped", event["seat"]

    def settled(self, event: dict[str, Any]) -> list[int]:
        """Check every field of the hand's end; return the changes in points, the bank's last."""
        robbed = bool(self.winners) and self.won_by == "robbery"
        if robbed:
            self.kongs.pop()
        need(sorted(win["seat"] for win in event["wins"]) == sorted(self.winners))
        liable = {seat: self.liable(seat) for seat in self.winners}
        scores = {seat: self.score(seat) for seat in self.winners}
        for win in event["wins"]:
            found = scores[win["seat"]]
            need(win["points"] == found.points)
            need(win.get("fan", found.fan) == found.fan)
            need(set(win.get("patterns", found.pattern_ids)) == set(found.pattern_ids))
            need(win.get("liable", liable[win["seat"]]) == liable[win["seat"]])
        horses, told = self.horses, event.get("horses")
        if horses is not None and told is not None:
            need(told == horses or (self.state == "escaped" and not told))
        known = horses if horses is not None else told
        result = HandResult(
            dealer=self.dealer,
            winners=tuple(Winner(seat, scores[seat].points, liable[seat]) for seat in self.winners),
            source=self.source,
            robbed=robbed,
            kongs=tuple(self.kongs),
            horses=tuple(NAMES.index(each) for each in known or ()),
            escaped=self.turn if self.state == "escaped" else None,
        )
        right = list(settle(self.rules, result).net())
        logged = [*event["points"], event.get("bank", 0)]
        if known is None:  # nothing tells the horses: the dealer's points are taken as they are
            right[self.dealer], right[4] = logged[self.dealer], logged[4]
        need(logged == right)
        return right

    def liable(self, seat: int) -> int | None:
        """Return who pays the seat's win for all."""
        rules = self.rules
        if self.won_by == "discard" or (self.won_by == "robbery" and not rules.rob.self_drawn):
            return None
        for kind in (*rules.liability.order, "robbed"):  # whatever the order says, somebody pays
            if kind == "robbed" and self.won_by == "robbery":
                return self.source
            if kind == "twelve_tiles" and rules.liability.twelve_tiles and seat in self.twelve:
                return self.twelve[seat]
            fed = self.won_by == "draw" and self.after_kong and self.feeder is not None
            if kind == "kong_feeder" and rules.liability.kong_feeder and fed:
                return self.feeder
            if kind == "pattern":
                for pattern, counts in rules.liability.pattern.items():
                    if counts and (seat, pattern) in self.fed:
                        return self.fed[seat, pattern]
        return None

    def score(self, seat: int) -> Any:
        """Return what the seat's win is worth."""
        events = set()
        calm = not self.calls and not self.concealed
        if self.won_by == "draw":
            what = self.drawn
            if self.after_kong:
                events.add("kong_draw")
            if not self.left:
                events.add("last_tile")
            if calm and seat not in self.swapped:
                if seat == self.dealer and not self.discards:
                    events.add("heavenly_hand")
                if seat != self.dealer and self.draws[seat] == 1:
                    events.add("earthly_hand")
        else:
            what = self.live[1]
            if self.won_by == "robbery":
                events.add("robbing_kong")
            elif calm and self.discards == 1 and seat != self.dealer:
                events.add("human_hand")
            if len(self.winners) == 3:
                events.add("triple_win")
        text = ""
        for kind, low, _ in self.sets[seat]:
            rank, suit = int(low[0]), low[1]
            run = f"{rank}{rank + 1}{rank + 2}" if kind == "chow" else f"{rank}" * 4
            shape = {"pung": f"[{run[:3]}{suit}]", "concealed": f"({run}{suit})"}
            text += shape.get(kind, f"[{run}{suit}{'+' if kind == 'added' else ''}]")
        text += "".join(self.hands[seat].elements()) + ("" if self.won_by == "draw" else what)
        return score(
            Hand.parse(text),
            self.rules,
            TILES[NAMES.index(what)],
            self_drawn=self.won_by == "draw",
            seat=WINDS[(seat - self.dealer) % 4],
            round=WINDS[self.round] if self.rules.rounds.winds else None,
            events=frozenset(events),
        )
