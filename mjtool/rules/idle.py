"""Keys of a rule file that can do nothing, as other keys of the rule set stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from mjtool.messages import Say
from mjtool.patterns import BONUSES, EVENTS, PATTERNS
from mjtool.rules.model import RuleSet

_NAMES: Final = ("name", "name_en")
_FORMS: Final = {"seven_pairs": 4 | 8, "thirteen_orphans": 2}
"""Patterns that are a form of their own, with the kernel's bits of it."""
_BY_DISCARD: Final = ("human_hand", "kong_discard", "last_discard")


def idle_keys(rules: RuleSet) -> dict[str, Say]:
    """Return why each key path that can do nothing does nothing; a table stands for all its keys.

    What other files or keys make of a key is not looked for: a value that is the default acts.
    """
    found: dict[str, Say] = {}
    for part in (_scoring, _counted, _events, _wins, _table, _horses, _wild):
        for path, reason in part(rules):
            found.setdefault(path, reason)
    return found


def idle_part(path: str, idle: dict[str, Say]) -> str | None:
    """Return the part of a key path that does nothing, the key or a table it is in; None if none.

    >>> idle_part("floor.kong_draw", {"floor": Say("idle.by_multiplier")})
    'floor'
    """
    keys = path.split(".")
    steps = (".".join(keys[:end]) for end in range(1, len(keys) + 1))
    return next((step for step in steps if step in idle), None)


Idle = Iterator[tuple[str, Say]]


def _scoring(rules: RuleSet) -> Idle:
    """Yield what the other way to score would read."""
    if rules.scoring == "fan":
        reason = Say("idle.by_fan")
        yield "multipliers.combine", reason
        for path in _worths(rules, "multiplier"):
            yield path, reason
    else:
        reason = Say("idle.by_multiplier")
        for path in ("cap", "floor", "points", *_worths(rules, "fan")):
            yield path, reason
        for id in rules.patterns:
            yield f"patterns.{id}.outside", reason
        for id, bonus in rules.earned:
            if bonus.multiplier is None:
                yield f"bonuses.{id}", Say("idle.needs_key", key=f"bonuses.{id}.multiplier")
    if rules.value == "table":
        yield "base", Say("idle.value", key="value", value="table")
    else:
        yield "points", Say("idle.needs_value", key="value", value="table")
    if not (rules.win.minimum_fan or rules.win.minimum_points):
        yield "win.events_count", Say("idle.needs_key", key="win.minimum_fan")


def _worths(rules: RuleSet, key: str) -> Iterator[str]:
    yield from (f"patterns.{id}.{key}" for id in rules.patterns)
    yield from (f"bonuses.{id}.{key}" for id in rules.bonuses)


def _counted(rules: RuleSet) -> Idle:
    """Yield what is set of patterns and bonuses that are off, or that no hand can show."""
    tables: tuple[tuple[str, dict[str, Any]], ...] = (
        ("patterns", dict(rules.patterns)),
        ("bonuses", dict(rules.bonuses)),
    )
    for table, entries in tables:
        for id, rule in entries.items():
            if rule.enabled:
                continue
            for key in rule.__struct_encode_fields__:
                # a definition serves those that ask for it
                if key not in (*_NAMES, "enabled", "when", "times"):
                    path = f"{table}.{id}.enabled"
                    yield f"{table}.{id}.{key}", Say("idle.value", key=path, value="false")
    for id, forms in _FORMS.items():
        rule = rules.patterns.get(id)
        if rule and rule.enabled and rule.when is None and not rules.form_mask & forms:
            yield f"patterns.{id}", Say("idle.form", key=f"forms.{id}")
    for id in ("nine_gates", "all_honors"):
        if not _asked(rules, id):
            yield id, Say("idle.pattern", id=id)
    if not rules.form_mask & _FORMS["seven_pairs"]:
        yield "all_honors", Say("idle.form", key="forms.seven_pairs")


def _asked(rules: RuleSet, *names: str) -> bool:
    """Return whether one of ``names`` counts, or a definition that the file makes asks for it."""
    counted = {id: rule.when for id, rule in rules.counted}
    counted |= {id: rule.times for id, rule in rules.earned}
    if any(name in counted and counted[name] is None for name in names):
        return True
    texts = [rule.when for rule in rules.patterns.values()]
    texts += [rule.times for rule in rules.bonuses.values()]
    return any(set(re.findall(r"\w+", text)) & {*names} for text in texts if text)


def _impossible(rules: RuleSet) -> Iterator[tuple[str, Say]]:
    """Yield events that no win under these rules has, and why."""
    if not rules.rob.kinds:
        yield "robbing_kong", Say("idle.needs_key", key="rob.kinds")
    if rules.multiple_wins == "nearest":
        yield "triple_win", Say("idle.value", key="multiple_wins", value="nearest")
    if not rules.win.on_discard:
        for event in _BY_DISCARD:
            yield event, Say("idle.value", key="win.on_discard", value="false")


def _events(rules: RuleSet) -> Idle:
    """Yield what is set for events that no win has, or that nothing counts."""
    for event, reason in _impossible(rules):
        yield f"floor.{event}", reason
        yield f"multipliers.{event}", reason
        for table, known in (("patterns", PATTERNS), ("bonuses", BONUSES)):
            rule = getattr(rules, table).get(event)
            own = rule and (rule.when if table == "patterns" else rule.times)
            if event in known and rule is not None and own is None:
                yield f"{table}.{event}", reason
    impossible = {event for event, _ in _impossible(rules)}
    for event, key in (
        ("human_hand", "human_hand.window"),
        ("earthly_hand", "earthly_hand.kong_cancels"),
    ):
        if event in impossible or not _counts(rules, event):
            yield key, Say("idle.pattern", id=event)


def _counts(rules: RuleSet, event: str) -> bool:
    assert event in EVENTS
    lifts = rules.scoring == "fan" and any(key == event and fan for key, fan in rules.floor.items())
    return lifts or event in rules.factors or _asked(rules, event)


def _wins(rules: RuleSet) -> Idle:
    """Yield what is set for wins that cannot be: on discards, of robbed kongs, of several seats."""
    if not rules.rob.kinds:
        for key in ("own_fed_pung", "self_drawn", "pays"):
            yield f"rob.{key}", Say("idle.needs_key", key="rob.kinds")
        if not rules.win.on_discard:
            reason = Say("idle.value", key="win.on_discard", value="false")
            for key in ("missed_win", "multiple_wins", "payment.discard"):
                yield key, reason
            yield "dealer.after_several_wins", reason
    if rules.multiple_wins == "nearest":
        reason = Say("idle.value", key="multiple_wins", value="nearest")
        yield "dealer.after_several_wins", reason
    if rules.payment.discard != "all":
        reason = Say("idle.needs_value", key="payment.discard", value="all")
        yield "payment.discarder_factor", reason


def _table(rules: RuleSet) -> Idle:
    """Yield what is set for payments that are off."""
    kong = rules.kong
    if not (kong.exposed or kong.added or kong.concealed or kong.added_late):
        for key in ("paid", "pay_on_washout"):
            yield f"kong.{key}", Say("idle.unpaid")
    elif kong.paid == "winner":
        yield "kong.pay_on_washout", Say("idle.value", key="kong.paid", value="winner")
    if not rules.follow.points:
        yield "follow.on_washout", Say("idle.needs_key", key="follow.points")
    liability = rules.liability
    if not (any(liability.pattern.values()) or liability.twelve_tiles):
        reason = Say("idle.needs_key", key="liability.pattern")
        yield "liability.concealed_kong_counts", reason


_DEALERS: Final = ("funding", "honors", "first", "step", "most")
_WINNERS: Final = (
    *("count", "no_wild", "from", "when", "counted_from", "worth", "points", "honor_number"),
    "none_left",
)
"""Keys of horses that are read for those of one owner only."""


def _horses(rules: RuleSet) -> Idle:
    """Yield what is set of horses where there are none, or those of somebody else."""
    horses = rules.horses
    others: tuple[str, ...] = _WINNERS
    if horses.owner == "winner":
        counts = bool(horses.count or horses.no_wild)
        others, needed = _DEALERS, "horses.count"
    else:
        counts = bool(horses.most and (horses.first or horses.step))
        needed = "horses.first" if horses.most else "horses.most"
    for key in others:
        yield f"horses.{key}", Say("idle.value", key="horses.owner", value=horses.owner)
    if not counts:
        switches = {"owner", needed.partition(".")[2]}
        if horses.most:
            switches |= {"first", "step", "most"}
        for key in horses.__struct_encode_fields__:
            if key not in switches:
                yield f"horses.{key}", Say("idle.needs_key", key=needed)
        return
    yield from _horses_of_dealer(rules) if horses.owner == "dealer" else _horses_of_winner(rules)


def _horses_of_dealer(rules: RuleSet) -> Idle:
    if rules.horses.groups is not None:
        yield "horses.honors", Say("idle.value", key="horses.groups", value="[...]")


def _horses_of_winner(rules: RuleSet) -> Idle:
    horses = rules.horses
    if horses.worth == "number":
        for key in ("groups", "counted_from", "none_left"):
            yield f"horses.{key}", Say("idle.value", key="horses.worth", value="number")
    else:
        reason = Say("idle.needs_value", key="horses.worth", value="number")
        yield "horses.honor_number", reason
    if horses.worth == "x":
        yield "horses.points", Say("idle.value", key="horses.worth", value="x")


def _wild(rules: RuleSet) -> Idle:
    """Yield what is set of wild tiles where nothing reads it.

    Wild tiles may be told with a request though the file has none: then these keys are read.
    """
    wild = rules.wild
    if not rules.tiles.flowers:
        yield "tiles.flower_count", Say("idle.needs_key", key="tiles.flowers")
    if wild.indicator in ("none", "itself"):
        yield "wild.order", Say("idle.value", key="wild.indicator", value=wild.indicator)
    if not wild.discard:
        reason = Say("idle.value", key="wild.discard", value="false")
        yield "wild.win_on", reason
        yield "multipliers.wild_discarded", reason
    elif not rules.win.on_discard:
        yield "wild.win_on", Say("idle.value", key="win.on_discard", value="false")
    if not any(_counts(rules, event) for event in _HEAVENLY):
        yield "wild.heavenly", Say("idle.pattern", id="heavenly_hand")
    four = rules.patterns.get("four_wilds")
    if wild.four_win == "no" and four is not None and four.when is None:
        yield "patterns.four_wilds", Say("idle.value", key="wild.four_win", value="no")


_HEAVENLY: Final = ("heavenly_hand", "earthly_hand", "human_hand")
