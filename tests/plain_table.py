"""One hand at the table as ``tests/plain_replay.py`` sees it: event by event, under any rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

from mjtool import kernel
from mjtool.tiles import NAMES
from tests.plain_wild import fills
from tests.plain_worth import Ended, Won, Worth, payments, turned_up, wild_worth

KINDS, FLOWERS = NAMES[:34], NAMES[34:]
SEAT_WINDS = "ESWN"
GROUPS = {
    "big_three_dragons": ("5z", "6z", "7z"),
    "big_four_winds": ("1z", "2z", "3z", "4z"),
}
ORPHANS = ("1m", "9m", "1p", "9p", "1s", "9s", *KINDS[27:])
FORMS = {"no": 0, "distinct": 4, "quads": 8}


class Bad(Exception):
    """The line breaks a rule."""


def need(condition: Any) -> None:
    """Raise Bad unless the condition holds."""
    if not condition:
        raise Bad


class PlainTable:
    """One hand; ``state``: turn (drawn), claimed, live, kong, flower, won, washed, escaped."""

    def __init__(
        self,
        rules: Any,
        event: dict[str, Any],
        round_wind: str,
        horses: int,
        streaks: tuple[int, tuple[int, ...]] = (0, (0, 0, 0, 0)),
        wild: set[str] | frozenset[str] = frozenset(),
    ) -> None:
        self.rules, self.dealer, self.round = rules, event["dealer"], round_wind
        self.wild = wild
        turns_up = rules.wild.indicator != "none" and "indicator" in event
        beside = [event["indicator"]] if turns_up else []
        self.stayed, self.streaks = streaks
        faces = [*KINDS, *(FLOWERS[: rules.tiles.flower_count] if rules.tiles.flowers else ())]
        faces = [face for face in faces if face not in rules.tiles.without]
        self.copies = Counter({face: 4 if face in KINDS else 1 for face in faces})
        self.hands = [Counter(hand) for hand in event["deal"]]
        self.wall = list(event["wall"]) if "wall" in event else None
        self.seen = sum(self.hands, Counter(beside))
        need(all(number <= self.copies[face] for face, number in self.seen.items()))
        bought = rules.horses.most and rules.horses.owner == "dealer"
        self.horses = None if bought else []
        self.left = sum(self.copies.values()) - 53 - len(beside) - horses
        if self.wall is not None:
            need(self.seen + Counter(self.wall) == self.copies)
            self.horses = self.wall[self.left :]
            del self.wall[self.left :]
        self.left -= rules.wall.reserve
        if "dice" in event and "wall_built" in event:
            self.check_dice(event, beside)
        self.sets: list[list[tuple[str, str, int | None]]] = [[], [], [], []]
        self.state, self.turn = "turn", self.dealer
        self.drawn = event["deal"][self.dealer][-1]
        self.live: tuple[int, str] = (-1, "")
        self.kind = ""
        self.kongs: list[tuple[int, str, int | None]] = []
        self.let_go: list[int | None] = [None] * 4
        self.opened: list[str] = []
        self.followed = self.fired = False
        self.passed: list[set[str]] = [set(), set(), set(), set()]
        self.draws, self.discards = [0] * 4, 0
        self.thrown: list[list[str]] = [[], [], [], []]
        self.swapped: set[int] = set()
        self.calls = self.concealed = 0
        self.after_kong = False
        self.feeder: int | None = None
        self.winners: list[int] = []
        self.won_by = ""
        self.source: int | None = None
        self.twelve: dict[int, int] = {}
        self.fed: dict[tuple[int, str], int] = {}

    def check_dice(self, event: dict[str, Any], beside: list[str]) -> None:
        """Deal the built walls out as the dice say, stack by stack."""
        built = event["wall_built"]
        stacks_in_all = sum(self.copies.values()) // 2
        fair = {2 * (stacks_in_all // 4), 2 * -(-stacks_in_all // 4)}
        need(all(len(wall) in fair for wall in built))
        need(sum(map(len, built)) == 2 * stacks_in_all)
        number = sum(event["dice"])
        stacks = []
        for back in range(4):
            wall = built[(self.dealer + number - 1 - back) % 4]
            stacks += [wall[at : at + 2] for at in range(0, len(wall), 2)]
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
        # an indicator is out of the wall, wherever it lay
        walls = [rest[:at] + rest[at + 1 :] for at, each in enumerate(rest) if [each] == beside]
        need("wall" not in event or event["wall"] in (walls or [rest]))

    # moving on

    @property
    def opening(self) -> bool:
        """Whether the first discard is still to come, so that dealt flowers may be set aside."""
        return not self.discards and not self.calls

    def completes(self, seat: int, more: str | None = None) -> bool:
        """Return whether the seat's hand is complete, with one more tile."""
        hand = self.hands[seat] + Counter([more] if more else [])
        if self.wild:
            number = sum(hand[face] for face in self.wild)
            fresh = self.rules.wild.four_win == "any_time" or not self.thrown[seat]
            if number >= 4 and fresh and self.rules.wild.four_win != "no":
                return True
            natural = Counter({face: n for face, n in hand.items() if face not in self.wild})
            return fills(self.rules, natural, number, len(self.sets[seat]))
        if any(hand[face] for face in FLOWERS) or max(hand.values()) > 4:
            return False
        sets, forms = len(self.sets[seat]), self.rules.forms
        orphans = forms.thirteen_orphans and all(face in self.copies for face in ORPHANS)
        mask = 1 if sets else 1 + 2 * orphans + FORMS[forms.seven_pairs]
        return kernel.is_complete(bytes(hand[face] for face in KINDS), sets, mask)

    def may_take(self, seat: int) -> bool:
        """Return whether the rules let the seat win on what lies there, discard or kong."""
        if self.state == "live" or self.won_by == "discard":
            is_wild = self.live[1] in self.wild
            return self.rules.win.on_discard and (self.rules.wild.win_on or not is_wild)
        owner, what = self.live
        fed = any(each[1:] == (what, seat) for each in self.sets[owner] if each[0] != "chow")
        own = fed and (self.kind == "exposed" or not self.rules.rob.own_fed_pung)
        return self.kind in self.rules.rob.kinds and not own

    def move(self, mover: int) -> None:
        """Let everybody but the mover let the live tile go; the mover has moved."""
        source, what = self.live
        missed = self.rules.missed_win
        if missed != "off" and self.state in ("live", "kong"):
            for seat in range(4):
                by_points = missed == "not_more"
                here = seat not in (mover, source) or (
                    by_points and (self.state == "live" or seat != source)
                )
                if not (here and self.may_take(seat) and self.completes(seat, what)):
                    continue
                found = self.would(seat, 1)
                if found.below:
                    continue
                if by_points:
                    self.let_go[seat] = max(self.let_go[seat] or 0, found.points)
                else:
                    self.passed[seat].update([what] if missed == "same_tile" else KINDS)
        self.passed[mover].clear()

    def would(self, seat: int, number: int) -> Worth:
        """Return what a win on the live tile would be worth, with so many winners."""
        kept = self.won_by, self.winners
        self.won_by = self.won_by or {"live": "discard"}.get(self.state, self.state)
        self.winners = [seat] * number
        found = self.score(seat)
        self.won_by, self.winners = kept
        return found

    def holds(self, seat: int, *tiles: str) -> None:
        """Take tiles from a hand that must hold them."""
        need(not Counter(tiles) - self.hands[seat])
        self.hands[seat] -= Counter(tiles)

    def draw(self, event: dict[str, Any]) -> None:
        """Draw from the front, or from the tail after a kong or flower."""
        need(self.state in ("live", "kong", "flower"))
        seat, what = event["seat"], event["tile"]
        need(seat == ((self.turn + 1) % 4 if self.state == "live" else self.turn))
        need(self.left > 0)
        if self.wall is not None:
            need(what == self.wall.pop(0 if self.state == "live" else -1))
        self.seen[what] += 1
        need(self.wall is not None or self.seen[what] <= self.copies[what])
        replaces_dealt = self.state == "flower" and self.opening and seat != self.dealer
        if not replaces_dealt:
            self.move(seat)
            self.let_go[seat] = None
        self.left -= 1
        self.hands[seat][what] += 1
        if replaces_dealt:
            self.state, self.turn = "turn", self.dealer
            return
        if self.state == "live":
            self.feeder = None
        self.after_kong = self.state == "kong"
        self.draws[seat] += self.state != "flower"
        self.state, self.turn, self.drawn = "turn", seat, what

    def discard(self, event: dict[str, Any]) -> None:
        """Discard on the own turn, or after a claim."""
        need(self.state in ("turn", "claimed") and event["seat"] == self.turn)
        is_wild = event["tile"] in self.wild
        need(self.rules.wild.discard if is_wild else event["tile"] in KINDS)
        self.holds(event["seat"], event["tile"])
        self.thrown[event["seat"]].append(event["tile"])
        self.state, self.live = "live", (event["seat"], event["tile"])
        self.fired, self.after_kong = self.after_kong, False
        self.discards += 1
        self.opened.append(event["tile"])
        if self.discards == 4:
            alike = len(set(self.opened)) == 1
            self.followed = alike and not self.calls and not self.kongs

    def flower(self, event: dict[str, Any]) -> None:
        """Set a flower aside: on the own turn, or a dealt one before the first discard."""
        need(event["tile"] in FLOWERS and event["tile"] not in self.wild)
        need(self.state == "turn")
        need(self.opening or event["seat"] == self.turn)
        self.holds(event["seat"], event["tile"])
        self.state, self.turn = "flower", event["seat"]

    # claims and kongs

    def claim(self, event: dict[str, Any], kind: str, low: str, *own: str) -> None:
        """Lay open a set made with the discard."""
        seat, source = event["seat"], self.live[0]
        need(self.state == "live" and self.live[1] == event["tile"] and seat != source)
        need(not self.wild.intersection([event["tile"], *own]))
        need(not Counter(own) - self.hands[seat])
        self.move(seat)
        self.holds(seat, *own)
        self.sets[seat].append((kind, low, source))
        self.calls += 1
        self.state, self.turn = "claimed", seat
        kinds = ["pung", "exposed", "added"]
        if self.rules.liability.concealed_kong_counts:
            kinds.append("concealed")
        shown = {each for what, each, _ in self.sets[seat] if what in kinds}
        for pattern, group in GROUPS.items():
            if kind != "chow" and low in group and shown.issuperset(group):
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
        need(what in KINDS and what not in self.wild)
        needs_wall = self.rules.kong.needs_wall or self.rules.wall.reserve
        need(self.left > 0 or not needs_wall)
        source, late = None, False
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
            else:
                pungs = [each for each in self.sets[seat] if each[:2] == ("pung", what)]
                need(pungs)
                late = what != self.drawn
                self.holds(seat, what)
                self.sets[seat][self.sets[seat].index(pungs[0])] = ("added", what, pungs[0][2])
            if self.rules.kong_chain == "last_only":
                self.feeder = None
        self.kongs.append((seat, kind, source, late))
        self.passed[seat].clear()
        self.state, self.turn, self.live, self.kind = "kong", seat, (seat, what), kind

    def prop(self, event: dict[str, Any]) -> None:
        """Use a prop that belongs into a hand."""
        seat = event["seat"]
        if event["name"] == "clairaudience":
            need(self.left > 0)
            if self.wall is not None:
                tail = self.state in ("kong", "flower")
                need(event["tile"] == self.wall[-1 if tail else 0])
        elif event["name"].startswith("swap"):
            need(self.state in ("turn", "claimed") and seat == self.turn)
            out, into = event["out"], event["in"]
            need(self.hands[seat][out])
            if self.wall is not None:
                need(into in self.wall)
                self.wall[self.wall.index(into)] = out
            else:
                need(self.seen[into] < self.copies[into])
            self.seen += Counter({into: 1})
            self.seen -= Counter({out: 1})
            self.holds(seat, out)
            self.hands[seat][into] += 1
            self.state, self.drawn = "turn", into
            self.swapped.add(seat)

    # the end

    def win(self, event: dict[str, Any]) -> None:
        """Win self-drawn, on a discard, or by robbing a kong."""
        seat, what, source = event["seat"], event["tile"], event.get("from", event["seat"])
        if source == seat:
            need(self.state == "turn" and seat == self.turn and what == self.drawn)
            need(self.completes(seat))
            self.won_by = "draw"
            need(not self.score(seat).below)
        else:
            need(self.state in ("live", "kong") or (self.state == "won" and self.won_by != "draw"))
            need((source, what) == self.live and self.may_take(seat))
            if self.winners:
                need(self.rules.multiple_wins == "all")
                need((seat - source) % 4 > (self.winners[-1] - source) % 4)
            need(self.completes(seat, what) and what not in self.passed[seat])
            behind = [
                each
                for each in range(4)
                if (each - source) % 4 > (seat - source) % 4
                and self.rules.multiple_wins == "all"
                and self.may_take(each)
                and self.completes(each, what)
            ]
            likely = {len(self.winners) + 1, len(self.winners) + 1 + len(behind)}
            worths = [self.would(seat, number) for number in likely]
            need(any(not found.below for found in worths))
            bar = self.let_go[seat]
            need(bar is None or any(found.points > bar for found in worths))
            if not self.winners:
                self.won_by, self.source = self.state.replace("live", "discard"), source
        self.winners.append(seat)
        self.state = "won"

    def washout(self, event: dict[str, Any]) -> None:
        """End without a winner."""
        need(self.state in ("live", "kong", "flower") and self.left <= 0)
        self.state = "washed"

    def escape(self, event: dict[str, Any]) -> None:
        """Leave."""
        need(self.state not in ("won", "washed", "escaped"))
        self.state, self.turn = "escaped", event["seat"]

    def settled(self, event: dict[str, Any]) -> list[int]:
        """Check every field of the hand's end; return the changes in points, the bank's last."""
        robbed = self.won_by == "kong"
        if robbed:
            self.kongs.pop()
        need(sorted(win["seat"] for win in event["wins"]) == sorted(self.winners))
        scores = {seat: self.score(seat) for seat in self.winners}
        need(not any(found.below for found in scores.values()))
        liable = {seat: self.liable(seat, scores[seat]) for seat in self.winners}
        for win in event["wins"]:
            found = scores[win["seat"]]
            need(win["points"] == found.points)
            need(win.get("fan", found.fan) == found.fan)
            need("patterns" not in win or set(win["patterns"]) in found.patterns)
            need("wilds" not in win or self.stand_right(win, found))
            need(win.get("liable", liable[win["seat"]]) == liable[win["seat"]])
        horses, told = self.horses, event.get("horses")
        if self.rules.horses.owner == "winner":
            horses = self.turned_up()
            need(horses is not None or told is None or len(told) == self.horses_to_turn())
        if horses is not None and told is not None:
            need(told == horses or (self.state == "escaped" and not told))
        known = horses if horses is not None else told
        wins = [(seat, scores[seat].points, liable[seat]) for seat in self.winners]
        escaped = self.turn if self.state == "escaped" else None
        right = payments(
            self.rules,
            Ended(
                *(self.dealer, wins, self.source, robbed, self.kongs, known or [], escaped),
                *(self.stayed, self.streaks, self.followed),
            ),
        )
        logged = [*event["points"], event.get("bank", 0)]
        if known is None:  # nothing tells the horses: the dealer's points are taken as they are
            keys = self.rules.horses
            right = right if (keys.owner, keys.funding) == ("dealer", "bank") else list(logged)
            right[self.dealer], right[4] = logged[self.dealer], logged[4]
        need(logged == right)
        return right

    def stand_right(self, win: dict[str, Any], found: Worth) -> bool:
        """Return whether wild tiles stand for what the log says in a best way."""
        told = [(each["tile"], each["as"]) for each in win["wilds"]]
        if not found.stands or not all(kind in KINDS for _, kind in told):
            return not told
        won_on = self.drawn if self.won_by == "draw" else self.live[1]
        hand = [*self.hands[win["seat"]].elements(), *([] if self.won_by == "draw" else [won_on])]
        if [tile for tile, _ in told] != sorted(
            (tile for tile in hand if tile in self.wild), key=[*KINDS, *FLOWERS].index
        ):
            return False
        stand = tuple(sorted((kind for _, kind in told), key=KINDS.index))
        last = [kind for tile, kind in told if tile == won_on]
        return (stand, last[-1] if last else won_on) in found.stands

    def horses_to_turn(self) -> int:
        """Return how many horses the winner turns up."""
        drawn = self.won_by == "draw" or (self.won_by == "kong" and self.rules.rob.self_drawn)
        wild = 0
        if self.winners:
            wild = sum(self.hands[self.winners[0]][face] for face in self.wild)
            wild += self.won_by != "draw" and self.live[1] in self.wild
        number = turned_up(self.rules, drawn, wild) if self.winners else 0
        return min(number, self.left + self.rules.wall.reserve)

    def turned_up(self) -> list[str] | None:
        """Return the winner's horses; None where the log does not tell them."""
        number = self.horses_to_turn()
        if self.wall is None:
            return None if number else []
        from_tail = self.rules.horses.source == "tail"
        return (self.wall[::-1] if from_tail else self.wall)[:number]

    def liable(self, seat: int, found: Worth) -> int | None:
        """Return who pays the seat's win for all."""
        rules = self.rules
        if self.won_by == "discard" or (self.won_by == "kong" and not rules.rob.self_drawn):
            return None
        for kind in (*rules.liability.order, "robbed"):  # whatever the order says, somebody pays
            if kind == "robbed" and self.won_by == "kong":
                return self.source
            twelve = rules.liability.twelve_tiles
            counts = twelve if isinstance(twelve, bool) else found.shown.intersection(twelve)
            if kind == "twelve_tiles" and counts and seat in self.twelve:
                return self.twelve[seat]
            fed = self.won_by == "draw" and self.after_kong and self.feeder is not None
            if kind == "kong_feeder" and rules.liability.kong_feeder and fed:
                return self.feeder
            if kind == "pattern":
                for pattern, counts in rules.liability.pattern.items():
                    if counts and (seat, pattern) in self.fed:
                        return self.fed[seat, pattern]
        return None

    def score(self, seat: int) -> Worth:
        """Return what the seat's win is worth."""
        drawn = self.won_by == "draw"
        what = self.drawn if drawn else self.live[1]
        fixed = []
        for kind, low, _ in self.sets[seat]:
            at = KINDS.index(low)
            run = list(KINDS[at : at + 3]) if kind == "chow" else [low] * (3 + (kind != "pung"))
            fixed.append((kind, run))
        tiles = [*self.hands[seat].elements(), *([] if drawn else [what])]
        wind = SEAT_WINDS[(seat - self.dealer) % 4]
        events = frozenset(self.happened(seat))
        thrown = sum(face in self.wild for face in self.thrown[seat])
        how = Won(what, drawn, wind, self.round, events, thrown=thrown)
        return wild_worth(self.rules, set(self.wild), fixed, tiles, how)

    def happened(self, seat: int) -> set[str]:
        """Return the events that go with the seat's win."""
        return self._happened(seat) | ({"before_discard"} if not self.thrown[seat] else set())

    def _happened(self, seat: int) -> set[str]:
        dealer, calm = seat == self.dealer, not self.calls
        quiet = calm and not self.concealed
        if self.won_by == "draw":
            kept = seat not in self.swapped
            first = calm if not self.rules.earthly_hand.kong_cancels else quiet
            return {
                *(["kong_draw"] if self.after_kong else ()),
                *(["last_tile"] if self.left <= 0 else ()),
                *(["heavenly_hand"] if dealer and quiet and kept and not self.discards else ()),
                *(
                    ["earthly_hand"]
                    if not dealer and first and kept and self.draws[seat] == 1
                    else ()
                ),
            }
        window = self.discards == 1
        if self.rules.human_hand.window == "before_own_first_draw":
            window = window or not self.draws[seat]
        robbed = self.won_by == "kong"
        return {
            *(["robbing_kong"] if robbed else ()),
            *(["kong_discard"] if self.fired and not robbed else ()),
            *(["last_discard"] if self.left <= 0 and not robbed else ()),
            *(["human_hand"] if not robbed and quiet and not dealer and window else ()),
            *(["triple_win"] if len(self.winners) == 3 else ()),
        }
