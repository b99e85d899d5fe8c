"""Random rule files: every key of the model with any of its values, several changed at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from mjtool.patterns import BONUSES, PATTERNS
from mjtool.rules import BUILTINS, load_rules
from mjtool.rules.model import RuleSet
from mjtool.rules.sections import EventName, KongKind, Liable, PropName
from mjtool.tiles import NAMES as TILE_NAMES

Choice = Callable[[Random], Any]
HONORS = list(TILE_NAMES[27:34])
EVERY_HAND = ("chicken_hand", "small_hand")


def one_of(*values: Any) -> Choice:
    return lambda rng: rng.choice(values)


def some_of(values: Any) -> Choice:
    """Return any number of the values, in any order."""
    return lambda rng: rng.sample(values, rng.randint(0, len(values)))


def most_of(values: Any) -> Choice:
    """Return the values in any order, now and then with some missing."""
    return lambda rng: rng.sample(values, rng.choice((len(values), len(values), rng.randint(0, 3))))


def each_of(values: Any, choice: Choice) -> Choice:
    """Return a table of some of the values, each with a choice of its own."""
    return lambda rng: {value: choice(rng) for value in some_of(values)(rng)}


def listed(literal: Any) -> list[str]:
    return list(literal.__args__)


YES_OR_NO = one_of(True, False)
FAN = one_of(0, 1, 1, 2, 3, 4, 6)

EVENTS = listed(EventName)


def groups(rng: Random) -> list[list[str]]:
    """Return ranks and honors in four groups, now and then with some in none."""
    names = [*"123456789", *HONORS]
    rng.shuffle(names)
    names = names[rng.choice((0, 0, 4)) :]
    return [names[at::4] for at in range(4)]


KEYS: dict[str, Choice] = {
    "scoring": one_of("fan", "fan", "multiplier"),
    "base": one_of(0, 1, 1, 2, 5),
    "cap": one_of(0, 2, 3, 5, 8, 20),
    "multiple_wins": one_of("all", "all", "nearest"),
    "missed_win": one_of("same_tile", "all_tiles", "not_more", "not_more", "off"),
    "kong_chain": one_of("first_feeder", "last_only"),
    "nine_gates": one_of("pure", "loose"),
    "all_honors": one_of("sets", "any"),
    "tiles.flowers": YES_OR_NO,
    "tiles.flower_count": one_of(4, 8),
    "claims.chow": YES_OR_NO,
    "forms.seven_pairs": one_of("no", "distinct", "quads"),
    "forms.thirteen_orphans": YES_OR_NO,
    "win.on_discard": one_of(True, True, False),
    "multipliers.self_draw": one_of(1, 2, 3),
    "human_hand.window": one_of("dealer_first_discard", "before_own_first_draw"),
    "earthly_hand.kong_cancels": YES_OR_NO,
    "kong.needs_wall": YES_OR_NO,
    "kong.pay_on_washout": YES_OR_NO,
    "kong.exposed": one_of(0, 1, 3),
    "kong.added": one_of(0, 1, 2),
    "kong.concealed": one_of(0, 2, 4),
    "rob.kinds": some_of(listed(KongKind)),
    "rob.own_fed_pung": YES_OR_NO,
    "rob.self_drawn": YES_OR_NO,
    "liability.pattern": each_of(["big_three_dragons", "big_four_winds"], YES_OR_NO),
    "liability.twelve_tiles": lambda rng: rng.choice(
        (True, False, rng.sample(sorted(PATTERNS), 2), ["all_pungs", "half_flush"])
    ),
    "liability.kong_feeder": YES_OR_NO,
    "liability.concealed_kong_counts": YES_OR_NO,
    "liability.order": most_of(listed(Liable)),
    "dealer.after_win": one_of("stays_if_won", "winner"),
    "dealer.after_washout": one_of("stays", "next"),
    "rounds.winds": YES_OR_NO,
    "fee.on_washout": YES_OR_NO,
    "escape.points": one_of(0, 8, 20),
    "escape.compensation": one_of(0, 0, 3),
    "horses.first": one_of(0, 0, 1, 2, 7, 60),
    "horses.step": one_of(0, 1, 3),
    "horses.most": one_of(0, 1, 4, 4, 10, 83),
    "horses.funding": one_of("bank", "mirror"),
    "horses.honors": lambda rng: rng.sample(HONORS, len(HONORS)),
    "props.allowed": most_of(listed(PropName)),
    "floor": each_of(EVENTS, FAN),
    "value": one_of("double", "double", "linear", "table"),
    "points": lambda rng: sorted(rng.randrange(60) for _ in range(rng.choice((1, 4, 9)))),
    "limit.points": one_of(0, 0, 5, 30),
    "multipliers.combine": one_of("max", "product", "sum"),
    **{f"multipliers.{event}": one_of(1, 1, 2, 3) for event in EVENTS},
    "payment.discard": one_of("discarder", "discarder_for_all", "all"),
    "payment.discarder_factor": one_of(1, 2, 3),
    "payment.dealer_factor": one_of(1, 1, 2),
    "kong.paid": one_of("always", "winner"),
    "rob.pays": one_of("all", "one"),
    "horses.groups": groups,
    "dealer.after_several_wins": one_of("as_one", "discarder", "discarder"),
    "dealer.streak_points": one_of(0, 1, 5),
    "winner.streak_points": one_of(0, 2, 7),
    "follow.points": one_of(0, 1, 3),
    "follow.on_washout": YES_OR_NO,
    "kong.added_late": one_of(0, 1, 5),
    "tiles.without": lambda rng: rng.choice(
        ((), (), HONORS[:4], HONORS[:6], HONORS, HONORS[4:5], ("9s", "1m"), TILE_NAMES[:9])
    ),
    "wall.reserve": one_of(0, 0, 1, 4, 14),
    "win.events_count": YES_OR_NO,
    "win.minimum_fan": one_of(0, 1, 2, 3),
    "win.minimum_points": one_of(0, 2, 8, 8, 20),
    "horses.owner": one_of("dealer", "winner"),
    "horses.count": one_of(0, 1, 2, 4, 6, 60),
    "horses.no_wild": one_of(0, 0, 1, 3),
    "horses.from": one_of("front", "tail"),
    "horses.when": one_of("self_draw", "win"),
    "horses.counted_from": one_of("dealer", "winner"),
    "horses.worth": one_of("points", "x", "number"),
    "horses.points": one_of(0, 1, 3),
    "horses.honor_number": one_of(0, 10),
    "horses.none_left": one_of("nothing", "all_hit"),
    "wild.tiles": one_of(()),
    "wild.indicator": one_of("none"),
    "wild.order": one_of("one_cycle", "winds_dragons"),
    "wild.copies": one_of("four", "any"),
    "wild.discard": YES_OR_NO,
    "wild.win_on": YES_OR_NO,
    "wild.four_win": one_of("no"),
    "wild.heavenly": YES_OR_NO,
    "multipliers.no_wild": one_of(1, 1, 2),
    "multipliers.wild_discarded": one_of(1, 2),
}
"""What each key may be; patterns and bonuses aside, which :func:`random_rules` deals with."""

FAMILIES = tuple(name for name in BUILTINS if not load_rules(name).wilds.there)
"""Built-in rules without wild tiles; :func:`with_wild` adds some."""

NAMES = ("name", "name_en", "id", "patterns", "bonuses")


def keys_of(model: type[msgspec.Struct], before: str = "") -> set[str]:
    """Return the key paths of the model, a table of its own key by key."""
    found = set()
    for field in msgspec.structs.fields(model):
        kind = getattr(field.type, "__origin__", field.type)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            found |= keys_of(kind, f"{before}{field.name}.")
        else:
            found.add(before + field.encode_name)
    return found


def random_rules(rng: Random, folder: Path) -> RuleSet:
    """Write a random rule file into ``folder`` and return the rules it makes."""
    base = rng.choice(FAMILIES)
    share = rng.choice((0.1, 0.3, 0.6, 1.0))
    lines = [f'extends = "{base}"', 'name = "随意"']
    chosen = {key: choice(own) for key, choice, own in own_chances(rng) if own.random() < share}
    if chosen.get("scoring", load_rules(base).scoring) == "multiplier":
        chosen.pop("value", None)  # fan are worth nothing there
    elif chosen.get("value") == "table":
        chosen.setdefault("points", [0, 1, 3, 8])
    if chosen.get("scoring", load_rules(base).scoring) == "multiplier":
        chosen.pop("win.minimum_fan", None)
    fits(base, chosen)
    for key, value in chosen.items():
        lines += written(key, value)
    ids = sorted(PATTERNS)
    rng.shuffle(ids)
    for key in ids:  # by another scoring each is to be worth something else
        if "scoring" in chosen or rng.random() < share:
            lines += pattern(rng, key, share)
    for key in BONUSES:
        lines += bonus(rng, key, share)
    path = folder / "random.toml"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return load_rules(str(path))


def own_chances(rng: Random) -> Iterator[tuple[str, Choice, Random]]:
    """Yield each key with chances of its own: where it stands, and what else there is, is one."""
    seed = rng.random()
    for key, choice in KEYS.items():
        yield key, choice, Random(f"{seed} {key}")


def fits(base: str, chosen: dict[str, Any]) -> None:
    """Let no more horses be set aside than the wall has."""
    rules = load_rules(base)
    number = chosen.get("tiles.flower_count", rules.tiles.flower_count)
    flowers = number * chosen.get("tiles.flowers", rules.tiles.flowers)
    wall = 83 - 4 * len(chosen.get("tiles.without", ())) + flowers
    most = chosen.get("horses.most", rules.horses.most)
    chosen["horses.most"] = min(most, wall - chosen.get("wall.reserve", 0))


def pattern(rng: Random, key: str, share: float) -> list[str]:
    """Return the lines of a pattern: worth something by fan and by multiplier."""
    table = {"name": key, "fan": FAN(rng), "multiplier": rng.choice((1, 2, 3, 8))}
    if rng.random() < share:
        table["outside"] = YES_OR_NO(rng)
    if rng.random() < share:
        table["enabled"] = key in EVERY_HAND or rng.random() < 0.7
    if rng.random() < share:
        table["fallback"] = key in EVERY_HAND or rng.random() < 0.1
    return written(f"patterns.{key}", table)


def bonus(rng: Random, key: str, share: float) -> list[str]:
    """Return the lines of a bonus, none where it stays as it was."""
    if rng.random() >= share:
        return []
    table = {"name": key, "fan": FAN(rng), "enabled": rng.random() < 0.8}
    if rng.random() < 0.5:
        table["multiplier"] = rng.choice((1, 2, 3))
    return written(f"bonuses.{key}", table)


def written(key: str, value: Any) -> list[str]:
    """Return a key and its value as lines of TOML."""
    if isinstance(value, dict):
        return [line for name, each in value.items() for line in written(f"{key}.{name}", each)]
    return [f"{key} = {json.dumps(value, ensure_ascii=False)}"]


def with_wild(rng: Random, rules: RuleSet, folder: Path) -> RuleSet:
    """Return the rules with wild tiles of some kind: named, turned up, flowers, or several."""
    there = [name for name in TILE_NAMES[:34] if name not in rules.tiles.without]
    lines = [f'extends = "{rules.id}"', "[wild]"]
    how = rng.choice(("tiles", "tiles", "indicator", "indicator", "flowers", "both"))
    if how in ("tiles", "both"):
        lines.append(f"tiles = {json.dumps(rng.sample(there, rng.choice((1, 1, 2))))}")
    if how == "indicator":
        turned = ("next", "next_two", "both_sides", "itself_and_next", "itself")
        lines.append(f'indicator = "{rng.choice(turned)}"')
    lines.append(f'order = "{rng.choice(("one_cycle", "winds_dragons"))}"')
    lines.append(f'copies = "{rng.choice(("four", "any"))}"')
    for key in ("discard", "win_on", "heavenly"):
        lines.append(f"{key} = {rng.choice(('true', 'false'))}")
    four_win = rng.choice(("no", "any_time", "before_first_discard"))
    lines.append(f'four_win = "{four_win}"')
    if how in ("flowers", "both"):
        lines += ["[tiles]", 'flowers = "wild"', f"flower_count = {rng.choice((4, 8))}"]
    if four_win != "no":
        worth = "fan" if rules.scoring == "fan" else "multiplier"
        beside = rng.sample(("heavenly_hand", "kong_draw", "last_tile", "self_draw"), 2)
        lines += ["[patterns.four_wilds]", 'name = "四鬼"', f"{worth} = {rng.randrange(1, 6)}"]
        here = {**rules.patterns, **rules.bonuses}
        lines += [f"with = {json.dumps([key for key in beside if key in here])}"]
        lines += ["enabled = true", "fallback = false", "outside = false"]
    path = folder / f"wild {Path(rules.id).name}"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return load_rules(str(path))
