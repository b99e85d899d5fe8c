"""Which keys a hand of a log can tell anything about: by its readings, events, kongs, payments.

What is said here is generous: a key that touches a hand may still change nothing about it. A key
that does not cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from mjtool import kernel
from mjtool.errors import MjtoolError
from mjtool.fitting.following import follow
from mjtool.fitting.games import LoggedHand
from mjtool.fitting.paths import changed
from mjtool.game_log.events import Chow, Flower, Kong, Prop
from mjtool.hand import Hand
from mjtool.in_play import held
from mjtool.patterns import BONUSES, EVENTS, PATTERNS, Circumstances, Facts, Options
from mjtool.rules.model import RuleSet
from mjtool.table.feeders import PATTERN_KINDS
from mjtool.table.moves import Table
from mjtool.table.outcome import circumstances
from mjtool.tiles import KINDS
from mjtool.wild_sights import FOUR

if TYPE_CHECKING:
    from mjtool.fitting.judge import Judge

_WIDE: Final = {
    "human_hand.window": "before_own_first_draw",
    "earthly_hand.kong_cancels": False,
    "win.on_discard": True,
    "rob.kinds": ("added", "exposed", "concealed"),
    "rob.own_fed_pung": True,
    "win.minimum_fan": 0,
    "win.minimum_points": 0,
    "claims.chow": True,
    "multiple_wins": "all",
    "forms.thirteen_orphans": True,
    "forms.seven_pairs": "quads",
}
"""What lets most of what a hand may show come about."""
_CONCEALED: Final = 4


def section_of(key: str) -> str:
    """Return the table that a key is in, or the key itself where it is in none."""
    return key.partition(".")[0]


class Features(Struct):
    """What a hand shows, as far as keys ask: all that it may show under any rules.

    ``counted`` are the patterns and bonuses that a hand with wild tiles may show where the same
    tiles are wild as under the base; None for all that it ``shown`` and ``earned``.
    """

    won: bool = False
    several: bool = False
    drawn: bool = False
    robbed: bool = False
    washout: bool = False
    escaped: bool = False
    shown: set[str] = set()
    earned: set[str] = set()
    counted: set[str] | None = None
    events: set[str] = set()
    kongs: set[str] = set()
    late: bool = False
    feeds: set[str] = set()
    followed: bool = False
    chows: bool = False
    flowers: bool = False
    props: set[str] = set()
    short: bool = False
    kinds: set[str] = set()


class Touches:
    """Says for each hand of a judge which keys touch it."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._features: dict[int, Features] = {}
        self._lets_go: dict[int, bool] = {}
        self._known: dict[tuple[int, str], bool] = {}

    def has(self, hand: LoggedHand, key: str) -> bool:
        """Return whether ``key`` can tell anything about ``hand``."""
        known = self._known.get((id(hand), key))
        if known is None:
            known = self._known[id(hand), key] = not hand.broken and self._touches(hand, key)
        return known

    def may_tell(self, hand: LoggedHand, key: str) -> bool:
        """Return whether ``key`` can tell anything where the same tiles are wild as by the base."""
        if not self.has(hand, key):
            return False
        counted = self.features(hand).counted
        if counted is None:
            return True
        table, _, rest = key.partition(".")
        if table not in ("patterns", "bonuses"):
            return True
        name = rest.partition(".")[0]
        return name in counted or self._is_own(table, name)

    def features(self, hand: LoggedHand) -> Features:
        """Return what a hand shows."""
        found = self._features.get(id(hand))
        if found is None:
            found = self._features[id(hand)] = self._found(hand)
        return found

    def lets_go(self, hand: LoggedHand) -> bool:
        """Return whether a winner let a tile go before, so that some rules would bar its win."""
        found = self._lets_go.get(id(hand))
        if found is None:
            found = self._lets_go[id(hand)] = self._may_miss(hand)
        return found

    def _wide(self) -> RuleSet:
        return changed(self._judge.base, _WIDE) or self._judge.base

    def _may_miss(self, hand: LoggedHand) -> bool:
        context = None if hand.broken else self._judge.context(hand, frozenset())
        if context is None or hand.source is None:
            return False
        for missed in ("all_tiles", "not_more"):
            rules = changed(self._judge.base, {**_WIDE, "missed_win": missed})
            if rules is None:
                return True
            frame = follow(hand, rules, context.before)
            if frame.table is None or any(frame.table.passed[seat] for seat in hand.winners):
                return True
        return False

    def _found(self, hand: LoggedHand) -> Features:
        events = [event for _, event in hand.moves]
        found = Features(
            won=hand.ended == "win",
            several=len(hand.winners) > 1,
            drawn=hand.ended == "win" and hand.source is None,
            washout=hand.ended == "washout",
            escaped=hand.ended == "escape",
            kongs={event.kind for event in events if isinstance(event, Kong)},
            feeds=set(),
            chows=any(isinstance(event, Chow) for event in events),
            flowers=any(isinstance(event, Flower) for event in events),
            props={event.name for event in events if isinstance(event, Prop)},
        )
        context = self._judge.context(hand, frozenset())
        if context is None:
            return found
        wide = self._wide()
        frame = follow(hand, wide, context.before)
        if frame.table is None:
            frame = self._judge.frame(hand, frozenset(), context)
        table = frame.table
        if table is None:  # it shows whatever it may
            found.shown, found.earned = set(PATTERNS), set(BONUSES)
            found.events = set(EVENTS)
            found.kinds = {"unknown"}
            return found
        table.rules = wide if frame.wilds is None else wide.playing(frame.wilds)
        found.robbed = table.robbed
        found.followed = table.followed
        found.late = any(kong.late for kong in table.kongs)
        found.kongs |= {kong.kind for kong in table.kongs}
        if table.robbed:
            found.kongs.add(table.kong_kind)
        found.short = bool(found.kongs) and table.wall.lying <= 8
        for seat in table.winners:
            self._look_at(found, table, seat, context.rounds)
        return found

    def _look_at(
        self, found: Features, table: Table, seat: int, rounds: tuple[int | None, ...]
    ) -> None:
        """Take note of what one winner shows."""
        outcome = table.outcome()
        events = set(circumstances(table.rules, outcome, seat))
        if not outcome.thrown[seat]:  # told only where the rules ask for it
            events.add("before_discard")
        if table.wall.lying <= table.wall.reserve + 16 and not table.robbed:
            events |= {"last_tile"} if found.drawn else {"last_discard"}
        found.events |= events
        hand, tile = table.winning_hand(seat), table.winning_tile()
        forms = 1 if hand.sets else 1 | 2 | 8
        drawn = {found.drawn, found.drawn or table.robbed}
        hows = [
            Circumstances(each, (seat - table.dealer) & 3, wind, frozenset(events))
            for each in drawn
            for wind in rounds or (None,)
        ]
        if table.rules.wilds.there:  # with other wild tiles it may show anything
            counted = _with_wilds(table.rules, hand, tile, forms, hows)
            found.counted = (found.counted or set()) | counted
            found.shown |= set(PATTERNS)
            found.earned |= set(BONUSES)
        else:
            for word in kernel.facts(hand.counts, hand.codes, tile, forms):
                shown, earned = _all_shown(word, hows)
                found.shown |= shown
                found.earned |= earned
        codes = table.codes[seat]
        if found.drawn or table.robbed:
            if len(codes) == 4 and all(code // KINDS != _CONCEALED for code in codes):
                found.feeds.add("twelve_tiles")
            for id, (kinds, needed) in PATTERN_KINDS.items():
                sets = sum(code >= KINDS and code % KINDS in kinds for code in codes)
                if sets >= needed:
                    found.feeds.add(id)
            if any(code // KINDS in (2, 3) for code in codes) and table.after_kong:
                found.feeds.add("kong_feeder")
            if table.robbed:
                found.feeds.add("robbed")

    def _touches(self, hand: LoggedHand, key: str) -> bool:
        found = self.features(hand)
        if key in _RULINGS:
            return _RULINGS[key](found)
        table, _, rest = key.partition(".")
        name = rest.partition(".")[0]
        if table in ("patterns", "bonuses"):
            return found.won and self._may_count(found, table, name)
        if table == "floor" or (table == "multipliers" and name in EVENTS):
            return name in found.events
        if table == "dealer":
            return any(_OF_ROTATION[name](earlier) for earlier in _before(hand))
        if key in _OF_CLAIMS:
            return _OF_CLAIMS[key](found) or self.lets_go(hand)
        return True

    def _is_own(self, table: str, name: str) -> bool:
        rule = getattr(self._judge.base, table).get(name)
        return bool(rule is not None and (rule.when if table == "patterns" else rule.times))

    def _may_count(self, found: Features, table: str, name: str) -> bool:
        """Return whether a hand may show a pattern or earn a bonus; own ones always may."""
        return self._is_own(table, name) or name in (
            found.shown if table == "patterns" else found.earned
        )


def _all_shown(word: int, hows: Iterable[Circumstances]) -> tuple[set[str], set[str]]:
    """Return the patterns and the bonuses that a reading may show."""
    shown: set[str] = set()
    earned: set[str] = set()
    for how in hows:
        for options in (Options(), Options("loose", "any")):
            facts = Facts(word, how, options)
            shown |= {id for id, shows in PATTERNS.items() if shows(facts)}
            earned |= {id for id, times in BONUSES.items() if times(facts)}
    return shown, earned


def _with_wilds(
    rules: RuleSet, hand: Hand, tile: int, forms: int, hows: list[Circumstances]
) -> set[str]:
    """Return the patterns and bonuses that a hand may show, whatever its wild tiles stand for."""
    try:
        mine = held(hand, rules)
    except MjtoolError:
        return {*PATTERNS, *BONUSES}
    if len(mine.wilds) >= FOUR:  # they may win by themselves
        return {*PATTERNS, *BONUSES}
    place = mine.wilds.rfind(tile)
    words: tuple[int, ...]
    words, _ = kernel.wild_sights(
        mine.naturals,
        hand.codes,
        forms,
        False,
        None,
        len(mine.wilds),
        *((tile, 0) if place < 0 else (-1, place)),
        any_copies=True,
    )
    told = [
        how._replace(events=events, wild=len(mine.wilds), wild_discarded=discarded)
        for how in hows
        for events in {how.events, how.events - _EARLY}
        for discarded in (0, 1)
    ]
    found: set[str] = set()
    for word in words:
        shown, earned = _all_shown(word, told)
        found |= shown | earned
    return found


_EARLY: Final = frozenset(("heavenly_hand", "earthly_hand", "human_hand"))
"""What may not count beside wild tiles."""


_OF_CLAIMS: Final[dict[str, Callable[[Features], bool]]] = {
    "missed_win": lambda found: False,
    "multiple_wins": lambda found: found.several,
    "win.on_discard": lambda found: found.won and not found.drawn and not found.robbed,
    "rob.kinds": lambda found: found.robbed,
    "rob.own_fed_pung": lambda found: found.robbed,
}
"""Keys that also touch every hand whose winner let a tile go."""


def _before(hand: LoggedHand) -> Iterator[LoggedHand]:
    """Yield the hands of a game before this one, back to where the log cannot be followed."""
    earlier = hand.previous
    while earlier is not None and not earlier.broken:
        yield earlier
        earlier = earlier.previous


_OF_ROTATION: Final[dict[str, Callable[[LoggedHand], bool]]] = {
    "after_win": lambda hand: hand.ended == "win",
    "after_washout": lambda hand: hand.ended == "washout",
    "after_several_wins": lambda hand: len(hand.winners) > 1,
}


def _won(found: Features) -> bool:
    return found.won


_RULINGS: Final[dict[str, Callable[[Features], bool]]] = {
    **dict.fromkeys(
        ("cap", "base", "value", "points", "limit.points", "multipliers.combine", "scoring"), _won
    ),
    **dict.fromkeys(("win.minimum_fan", "win.minimum_points", "win.events_count"), _won),
    "nine_gates": lambda found: "nine_gates" in found.shown,
    "all_honors": lambda found: "all_honors" in found.shown,
    "forms.seven_pairs": lambda found: "seven_pairs" in found.shown or bool(found.kinds),
    "forms.thirteen_orphans": lambda found: "thirteen_orphans" in found.shown or bool(found.kinds),
    "claims.chow": lambda found: found.chows,
    "human_hand.window": lambda found: "human_hand" in found.events,
    "earthly_hand.kong_cancels": lambda found: "earthly_hand" in found.events,
    "multipliers.self_draw": lambda found: found.drawn or found.robbed,
    "kong.needs_wall": lambda found: found.short or (bool(found.kongs) and bool(found.kinds)),
    "kong.exposed": lambda found: "exposed" in found.kongs,
    "kong.added": lambda found: "added" in found.kongs,
    "kong.added_late": lambda found: found.late,
    "kong.concealed": lambda found: "concealed" in found.kongs,
    "kong.pay_on_washout": lambda found: bool(found.kongs) and not found.won,
    "kong.paid": lambda found: bool(found.kongs),
    "kong_chain": lambda found: bool(found.kongs) and found.won,
    "rob.self_drawn": lambda found: found.robbed,
    "rob.pays": lambda found: found.robbed,
    "liability.pattern.big_three_dragons": lambda found: "big_three_dragons" in found.feeds,
    "liability.pattern.big_four_winds": lambda found: "big_four_winds" in found.feeds,
    "liability.twelve_tiles": lambda found: "twelve_tiles" in found.feeds,
    "liability.kong_feeder": lambda found: "kong_feeder" in found.feeds,
    "liability.concealed_kong_counts": lambda found: (
        "concealed" in found.kongs and bool(found.feeds & set(PATTERN_KINDS))
    ),
    "liability.order": lambda found: len(found.feeds) > 1,
    "dealer.streak_points": _won,
    "winner.streak_points": _won,
    "follow.points": lambda found: found.followed,
    "follow.on_washout": lambda found: found.followed and not found.won,
    "fee.on_washout": lambda found: found.washout,
    "escape.points": lambda found: found.escaped,
    "escape.compensation": lambda found: found.escaped,
    "props.allowed": lambda found: bool(found.props),
    "payment.discard": lambda found: found.won and not found.drawn,
    "payment.discarder_factor": lambda found: found.won and not found.drawn,
    "payment.dealer_factor": _won,
}
"""Keys by what a hand must show for them to tell anything about it; all others may always."""
