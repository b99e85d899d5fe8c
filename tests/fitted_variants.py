"""Random variants of a family, games played by them, and what a fit must say of those games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from random_rules import FAN, KEYS, YES_OR_NO, Choice, one_of, written

from mjtool.errors import RuleError
from mjtool.fitting.fit import Fitted, fit
from mjtool.fitting.house import house_text
from mjtool.fitting.paths import value_at
from mjtool.game_log import Plan, replay
from mjtool.patterns import BONUSES, PATTERNS
from mjtool.rules import BUILTINS, load_rules
from mjtool.rules.model import RuleSet
from mjtool.simulation import Options, simulate

HANDS = 200
UNTOLD = ("scoring", "horses.groups", "horses.honors")
"""Keys whose values are not searched, or of which only those of tables that are known."""

LISTED = "liability.twelve_tiles"
"""A list of patterns of which the longest that fits is told, not every part that fits as well."""


class Variant(NamedTuple):
    """A rule file of a few changes to a base."""

    base: str
    rules: RuleSet
    changes: dict[str, Any]


def choices(rules: RuleSet) -> dict[str, Choice]:
    """Return what may change in one key of ``rules``, and to what."""
    found = {key: choice for key, choice in KEYS.items() if key not in UNTOLD}
    worth = "fan" if rules.scoring == "fan" else "multiplier"
    for id in PATTERNS:
        known = id in rules.patterns
        if known and rules.patterns[id].fallback:
            continue
        found[f"patterns.{id}.{worth}"] = FAN if worth == "fan" else one_of(1, 2, 3, 4, 8)
        if known:
            found[f"patterns.{id}.enabled"] = one_of(False)
            if worth == "fan":
                found[f"patterns.{id}.outside"] = YES_OR_NO
    for id in BONUSES if worth == "fan" else ():
        found[f"bonuses.{id}.fan"] = FAN
        if id in rules.bonuses:
            found[f"bonuses.{id}.enabled"] = one_of(False)
    return found


def flat(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from flat(f"{key}.{name}", each)
    else:
        yield key, tuple_of(value)


def tuple_of(value: Any) -> Any:
    return tuple(map(tuple_of, value)) if isinstance(value, list | tuple) else value


def holds_already(rules: RuleSet, path: str, value: Any) -> bool:
    """Return whether a key says what rules without it, or with what they have there, do anyway."""
    now = tuple_of(value_at(rules, path))
    if now is not None:
        return bool(now == value)
    is_off = path.startswith(("floor.", "liability.pattern.")) or path.endswith(".enabled")
    return value is None or (is_off and not value) or (path, value) == ("value", "double")


def variant(rng: Random, folder: Path, most: int = 4) -> Variant:
    """Write a valid rule file that changes one to ``most`` keys of a family."""
    while True:
        base = rng.choice(BUILTINS)
        rules = load_rules(base)
        known = choices(rules)
        wanted = rng.randint(1, most)
        changes: dict[str, Any] = {}
        for key in rng.sample(sorted(known), wanted):
            for path, value in flat(key, known[key](rng)):
                if not holds_already(rules, path, value):
                    changes[path] = value
        if not 1 <= len(changes) <= most or "points" in changes:
            continue
        lines = [f'extends = "{base}"', 'name = "x"']
        for path, value in changes.items():
            table, _, rest = path.partition(".")
            id = rest.partition(".")[0]
            lines += written(path, value)
            if table in ("patterns", "bonuses") and id not in getattr(rules, table):
                lines.append(f'{table}.{id}.name = "{id}"')
        path = folder / "variant.toml"
        path.write_text("\n".join(lines) + "\n", "utf-8")
        try:
            return Variant(base, load_rules(str(path)), changes)
        except RuleError:
            continue


def played(rules: RuleSet, folder: Path, seed: int | str, hands: int = HANDS) -> Path:
    """Write games of so many hands under ``rules``, rare things rigged."""
    options = Options(hands=8).rare()
    path = folder / "games.jsonl"
    path.write_bytes(
        b"".join(line for game in simulate(rules, hands // 8, seed, options) for line in game.lines)
    )
    return path


def length(value: Any) -> int:
    """Return how much a list holds; 0 for what is none."""
    return len(value) if isinstance(value, tuple) else 0


def plain(key: str, value: Any) -> Any:
    """Return a value, a list whose order says nothing in order."""
    return tuple(sorted(value)) if key in ("rob.kinds", "props.allowed", "tiles.without") else value


def clean(path: Path, rules: str) -> bool:
    """Return whether a replay under ``rules`` finds nothing."""
    *_, counts = replay(path, Plan(rules=rules))
    return counts.findings == 0


def verdict(found: Fitted, wanted: Variant, log: Path, folder: Path) -> str:
    """Return ``identical``, ``smaller`` or ``open``; an AssertionError where the fit is wrong."""
    assert found.is_explained, (wanted.base, wanted.changes, found.changes, found.unexplained[:3])
    house = folder / "house.toml"
    house.write_text(house_text(found, wanted.base), "utf-8")
    assert clean(log, str(house))
    assert len(found.changes) <= len(wanted.changes), (wanted.changes, found.changes)
    made = {change.key: plain(change.key, change.new) for change in found.changes}
    meant = {key: plain(key, value) for key, value in wanted.changes.items()}
    if made == meant:
        return "identical"
    open_values = {
        each.key: [plain(each.key, value) for value in each.values] for each in found.open
    }
    others = {(key, plain(key, new)) for other in found.alternatives for key, _, new in other}
    for key, value in meant.items():
        longest = max(open_values.get(key, ()), key=length, default=())
        fits = (
            (key in made and made[key] == value)
            or value in open_values.get(key, ())
            or (key, value) in others
            or key in found.undecided
            # what some patterns of a list that fits do, which all of them do not undo
            or (key == LISTED and length(value) and {*value} <= {*longest})
        )
        assert fits, (key, value, wanted.base, wanted.changes, made, open_values.get(key))
    return "smaller" if len(made) < len(wanted.changes) else "open"


def fitted(rng: Random, folder: Path) -> str:
    """Return the verdict on a fit of games by a random variant."""
    wanted = variant(rng, folder)
    log = played(wanted.rules, folder, rng.randrange(10**6))
    return verdict(fit(log, wanted.base), wanted, log, folder)
