"""The values that a key may be tried with: all where they are few, else what the logs suggest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from itertools import chain, combinations, permutations
from typing import Any, Final, Literal, get_args, get_origin

from msgspec import UNSET

from mjtool.fitting.judge import Judge, Verdict
from mjtool.fitting.paths import Key, bare, counted_keys, is_new, model_keys, value_at
from mjtool.fitting.touches import section_of
from mjtool.game_log.events import Prop, Washout
from mjtool.rules.define import known_ids
from mjtool.rules.load import BUILTINS, load_rules
from mjtool.rules.model import RuleSet
from mjtool.tiles import KINDS, NAMES

_MOST: Final = 48
"""Numbers that are tried for a key at most."""
_FIXED: Final = frozenset({"scoring"})
"""Keys that are never tried: the whole of a rule file hangs on them."""
_FANS: Final = 8
_PARTS: Final = (1, 2, 3, 4, 6, 9, 12)
"""What a difference of payments may be so many times of."""


class Domains:
    """The keys that are searched, each with its values, for the logs of a judge."""

    def __init__(
        self, judge: Judge, keys: Iterable[str] = (), not_keys: Iterable[str] = ()
    ) -> None:
        self._judge = judge
        self._base = judge.base
        wanted, unwanted = tuple(keys), tuple(not_keys)
        self.keys = {
            key.path: key
            for key in (*model_keys(), *counted_keys(judge.base))
            if key.path not in _FIXED
            and (not wanted or any(fnmatchcase(key.path, glob) for glob in wanted))
            and not any(fnmatchcase(key.path, glob) for glob in unwanted)
        }
        self._pools = _Pools(judge)
        self._known: dict[str, tuple[Any, ...]] = {}

    def suggest(self, verdicts: Iterable[Verdict]) -> None:
        """Take in what faults of hands suggest; values known before are found anew."""
        self._pools.take(verdicts)
        self._known = {}

    def values(self, path: str) -> tuple[Any, ...]:
        """Return the values that a key may be tried with, that of the base left out."""
        found = self._known.get(path)
        if found is None:
            old = self.canonical(path, value_at(self._base, path))
            values = dict.fromkeys(self._values(self.keys[path]))
            fits = (value for value in values if self.canonical(path, value) != old)
            found = self._known[path] = tuple(_by_distance(old, fits))
        return found

    def further(self, path: str) -> Iterator[int]:
        """Yield numbers above those that a key is searched with: as far as it makes sense."""
        known = [each for each in self.values(path) if type(each) is int]
        kind = bare(self.keys[path].kind)
        if known and _is_number(kind) and kind is not bool:
            yield from range(max(known) + 1, _FURTHEST.get(section_of(path), 50) + 1)

    def canonical(self, path: str, value: Any) -> Any:
        """Return a value of which no other means the same.

        >>> from mjtool.rules import load_rules
        >>> Domains(Judge(load_rules("jipinghu"), [])).canonical("floor.last_discard", None)
        0
        """
        if isinstance(value, list):
            value = tuple(value)
        if value is None:
            if path == "value" and self._base.scoring == "fan":
                return "double"
            if path.startswith("floor."):
                return 0
            if path.startswith("liability.pattern."):
                return False
            if path.endswith(".enabled") and is_new(self._base, path):
                return False
        if path in ("rob.kinds", "tiles.without", "props.allowed"):
            return tuple(sorted(value))
        return value

    def _values(self, key: Key) -> Iterator[Any]:
        path, pools, base = key.path, self._pools, self._base
        name = path.rpartition(".")[2]
        kind = bare(key.kind)
        options = [each for each in get_args(kind) if each is not type(None)]
        literal = kind if get_origin(kind) is Literal else None
        literal = literal or next((e for e in options if get_origin(e) is Literal), None)
        if path in _OWN:
            yield from _OWN[path](pools, base)
        elif section_of(path) in ("patterns", "bonuses"):
            yield from self._counted(path, name)
        elif literal is not None:
            if bool in options:  # a switch that has a third way
                yield from (True, False)
            yield from get_args(literal)
        elif kind is bool:
            yield from (True, False)
        elif name in ("cap", "minimum_fan") or path.startswith("floor."):
            yield from range(pools.top + 1)
        elif section_of(path) == "multipliers" or name.endswith("_factor"):
            yield from chain((1, 2, 3, 4, 5, 6, 8), pools.ratios)
        elif path in ("limit.points", "win.minimum_points"):
            yield from chain((0,), sorted(pools.points))
        elif _is_number(kind):
            yield from self._numbers(path)

    def _counted(self, path: str, name: str) -> Iterator[Any]:
        """Yield values of a pattern or bonus; one that the base lacks is switched on by its fan."""
        is_lacking = is_new(self._base, path)
        if name == "fan":
            yield from range(self._pools.top + 1)
        elif name == "multiplier":
            yield from chain(range(1, 13), (16, 20, 24, 32, 64), self._pools.ratios)
        elif not is_lacking:
            yield from (True, False)
        elif name == "outside":
            yield from ()

    def _numbers(self, path: str) -> Iterator[Any]:
        old = value_at(self._base, path) or 0
        around = (old + step for step in (0, 1, -1, 2, -2, 3, -3))
        near = chain(range(5), around)
        wanted = (old + step for step in self._pools.steps)
        found = dict.fromkeys(chain(near, wanted, self._pools.amounts))
        yield from [each for each in found if 0 <= each <= _LARGEST.get(path, 1_000_000)][:_MOST]


_FURTHEST: Final = {"horses": 91, "wall": 91, "limit": 64, "win": 64}
_LARGEST: Final = dict.fromkeys(("horses.first", "horses.step", "horses.most"), 20)


class _Pools:
    """Numbers that the logs tell: fan, points, payments, and how they differ from the rules'."""

    def __init__(self, judge: Judge) -> None:
        ends = [hand.end for hand in judge.hands if hand.end is not None]
        wins = [win for end in ends for win in end.wins]
        self.points = {w.points for w in wins if w.points is not UNSET and 0 <= w.points < 10**6}
        fans = [win.fan for win in wins if win.fan is not UNSET and 0 <= win.fan <= 50]
        base = judge.base
        own = [rule.fan or 0 for rule in base.patterns.values()]
        self.top = min(50, max((_FANS, *fans, *own, base.cap or 0)) + 2)
        self.worths: dict[int, Counter[int]] = {}
        for win in wins:
            if win.fan is not UNSET and win.points is not UNSET and 0 <= win.fan <= 50:
                self.worths.setdefault(win.fan, Counter())[win.points] += 1
        self.set_aside = {
            hand.start.horses
            for hand in judge.hands
            if hand.start is not None and hand.start.horses is not UNSET
        }
        self.turned_up = {len(end.horses) for end in ends if end.horses is not UNSET}
        self.props = {
            event.name for hand in judge.hands for _, event in hand.moves if isinstance(event, Prop)
        }
        self.missing = _missing(judge)
        self.lefts = _lefts(judge)
        self.longest_twelve = _longest_twelve(judge)
        self.steps: list[int] = []
        self.amounts: list[int] = []
        self.ratios: list[int] = []
        self._counts: tuple[Counter[int], Counter[int], Counter[int]] = (
            Counter(),
            Counter(),
            Counter(),
        )
        for hand in judge.hands:
            if hand.ended == "escape" and hand.end and hand.end.points is not UNSET:
                self._counts[1].update({abs(each): 50 for each in hand.end.points if each})

    def take(self, verdicts: Iterable[Verdict]) -> None:
        """Take in how found payments and points differ from those expected."""
        steps, amounts, ratios = self._counts
        for fault in chain.from_iterable(verdicts):
            if fault.code == "S504":
                if not (isinstance(fault.expected, tuple) and isinstance(fault.found, tuple)):
                    continue
                gaps = {b - a for a, b in zip(fault.expected, fault.found, strict=False)} - {0}
                for gap in {abs(each) for each in gaps}:
                    for part in _PARTS:
                        if gap % part == 0:
                            steps.update((gap // part, -gap // part))
                amounts.update({abs(each) for each in fault.found if each})
            elif fault.code == "S502" and fault.expected and fault.found:
                for one, two in ((fault.found, fault.expected), (fault.expected, fault.found)):
                    if one % two == 0 and one // two <= 1000:
                        ratios[one // two] += 1
        self.steps = [each for each, _ in steps.most_common(_MOST)]
        self.amounts = [each for each, _ in amounts.most_common(12)]
        self.ratios = sorted(each for each, _ in ratios.most_common(8))


def _missing(judge: Judge) -> tuple[str, ...] | None:
    """Return the kinds that the walls of the logs do not have; None where none is told."""
    for hand in judge.hands:
        start = hand.start
        if start is not None and start.wall is not UNSET:
            seen = {tile for tiles in (*start.deal, start.wall) for tile in tiles}
            kinds = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
            kinds += [f"{rank}z" for rank in range(1, 8)]
            return tuple(kind for kind in kinds if kind not in seen)
    return None


def _lefts(judge: Judge) -> set[int]:
    """Return how many tiles were left where hands washed out, by what was drawn."""
    found: set[int] = set()
    for hand in judge.hands:
        events = [event for _, event in hand.moves]
        if not any(isinstance(event, Washout) for event in events) or hand.start is None:
            continue
        size = len(hand.start.wall) if hand.start.wall is not UNSET else judge.base.stock.wall
        drawn = sum(event.__class__.__name__ == "Draw" for event in events)
        horses = 0 if hand.start.horses is UNSET else hand.start.horses
        found.add(max(0, size - drawn - horses))
    return found


def _is_number(kind: Any) -> bool:
    options = [bare(each) for each in (get_args(kind) or (kind,))]
    return int in options


def _by_distance(old: Any, values: Iterable[Any]) -> list[Any]:
    """Return values, numbers near the old one first."""
    found = list(values)
    if isinstance(old, int) and all(isinstance(each, int) for each in found if each is not None):
        return sorted(found, key=lambda each: (each is None, abs((each or 0) - old), each or 0))
    return found


def _of_builtins(path: str) -> list[Any]:
    return [value_at(load_rules(name), path) for name in BUILTINS]


def _point_tables(pools: _Pools, base: RuleSet) -> Iterator[tuple[int, ...]]:
    """Yield the table of points that the logs tell, what they do not tell filled up."""
    if not pools.worths:
        return
    told = {fan: counts.most_common(1)[0][0] for fan, counts in pools.worths.items()}
    for old in (base.points, ()):
        table: list[int] = []
        for fan in range(max(*told, len(old) - 1) + 1):
            known = told.get(fan, old[fan] if fan < len(old) else None)
            table.append(max(known or 0, table[-1] if table else 0))
        for fan in range(len(table) - 2, -1, -1):
            table[fan] = min(table[fan], table[fan + 1])
        if table:
            yield tuple(table)


def _kinds(pools: _Pools, base: RuleSet) -> Iterator[tuple[str, ...]]:
    for size in range(4):
        yield from combinations(("exposed", "added", "concealed"), size)


def _orders(pools: _Pools, base: RuleSet) -> Iterator[tuple[str, ...]]:
    yield from permutations(("robbed", "pattern", "twelve_tiles", "kong_feeder"))
    yield base.liability.order


def _wild(pools: _Pools, base: RuleSet) -> Iterator[tuple[str, ...]]:
    """Yield what rooms call wild: nothing, a kind alone, the honors first, what families have."""
    yield ()
    yield from ((name,) for name in reversed(NAMES[:KINDS]))
    yield from _of_builtins("wild.tiles")


def _without(pools: _Pools, base: RuleSet) -> Iterator[tuple[str, ...]]:
    yield ()
    if pools.missing is not None:
        yield pools.missing
    yield from _of_builtins("tiles.without")
    winds = ("1z", "2z", "3z", "4z")
    yield from (winds, (*winds, "5z", "6z"), (*winds, "5z", "6z", "7z"))


def _props(pools: _Pools, base: RuleSet) -> Iterator[tuple[str, ...]]:
    yield tuple(dict.fromkeys((*base.props.allowed, *sorted(pools.props))))


def _groups(pools: _Pools, base: RuleSet) -> Iterator[Any]:
    ranks = [["1", "5", "9"], ["2", "6"], ["3", "7"], ["4", "8"]]
    for honors in (
        (("1z", "7z"), ("2z", "6z"), ("3z", "5z"), ("4z",)),
        (("1z",), ("2z", "7z"), ("3z", "6z"), ("4z", "5z")),
        ((), (), (), ()),
    ):
        yield tuple((*rank, *honor) for rank, honor in zip(ranks, honors, strict=True))
    yield from _of_builtins("horses.groups")


def _twelve(pools: _Pools, base: RuleSet) -> Iterator[Any]:
    yield from (True, False)
    yield from ((id,) for id in _patterns(base))
    yield pools.longest_twelve


def _patterns(base: RuleSet) -> tuple[str, ...]:
    """Return what a list of patterns may name: a hand shows them whether or not they count."""
    known = known_ids(base.patterns, base.bonuses)
    return tuple(id for id, kind in known.items() if kind == "truth")


def _longest_twelve(judge: Judge) -> tuple[str, ...]:
    """Return the longest list of patterns that makes nobody liable who did not pay as such.

    A hand is liable where one pattern of the list is shown: where some list explains the logs the
    longest does, and so does each that makes all the same hands liable.
    """
    key = "liability.twelve_tiles"
    hands = [hand for hand in judge.hands if judge.touches.has(hand, key)]

    def faults(value: Any) -> list[tuple[int, int]]:
        changes = frozenset({(key, value)})
        if judge.rules(changes) is None:
            return []
        return [_weight(judge.verdict(hand, changes)) for hand in hands]

    without = faults(False)
    return tuple(
        id
        for id in _patterns(judge.base)
        if all(one <= two for one, two in zip(faults((id,)), without, strict=False))
    )


def _weight(verdict: Verdict) -> tuple[int, int]:
    """Return how wrong a hand is: its faults, and how far its payments are from those expected."""
    far = 0
    for fault in verdict:
        if isinstance(fault.expected, tuple) and isinstance(fault.found, tuple):
            pairs = zip(fault.expected, fault.found, strict=False)
            far += sum(abs(a - b) for a, b in pairs if type(a) is int and type(b) is int)
    return len(verdict), far


def _horses(pools: _Pools, base: RuleSet) -> Iterator[int]:
    yield from range(7)
    yield from sorted({*pools.set_aside, *pools.turned_up})


def _reserve(pools: _Pools, base: RuleSet) -> Iterator[int]:
    yield from sorted({0, *pools.lefts, *(min(pools.lefts, default=0) + n for n in range(4))})


def _bases(pools: _Pools, base: RuleSet) -> Iterator[int]:
    yield from range(6)
    yield from pools.ratios
    for fan, counts in pools.worths.items():
        for points in counts:
            yield from {points >> fan} - {0}
            if fan and points % fan == 0:
                yield points // fan


_OWN: Final[dict[str, Any]] = {
    "points": _point_tables,
    "rob.kinds": _kinds,
    "liability.order": _orders,
    "tiles.without": _without,
    "wild.tiles": _wild,
    "props.allowed": _props,
    "horses.groups": _groups,
    "horses.honors": lambda pools, base: iter(_of_builtins("horses.honors")),
    "liability.twelve_tiles": _twelve,
    "horses.first": _horses,
    "horses.step": _horses,
    "horses.most": _horses,
    "horses.count": _horses,
    "wall.reserve": _reserve,
    "base": _bases,
}
"""Keys whose values are found in a way of their own."""
