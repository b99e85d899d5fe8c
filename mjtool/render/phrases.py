"""Phrases that several views share: what rules, seats and worths are called."""

from __future__ import annotations

from mjtool.messages import name_of
from mjtool.messages import text as message
from mjtool.rules import RuleSet
from mjtool.scoring import Score


def account(name: str, lang: str) -> str:
    """Return what a person calls a seat, given by its wind, or the bank.

    >>> account("E", "zh"), account("bank", "en")
    ('东', 'bank')
    """
    return message("label.bank" if name == "bank" else f"seat.{name}", lang)


def points_of(points: int, lang: str) -> str:
    """Return a number of points in words."""
    return message("label.points.one" if points == 1 else "label.points", lang, points=points)


def worth(found: Score, lang: str) -> str:
    """Return fan and points, or multiplier and points, of a win in words; or why it is none."""
    if found.reason is not None:
        return message(f"label.worth.{found.reason}", lang)
    return worth_of(found, lang)


def worth_of(found: Score, lang: str) -> str:
    """Return fan and points, or multiplier and points, of a complete hand, win or not, in words."""
    points = points_of(found.points, lang)
    if found.fan is not None:
        first = message("label.fan", lang, fan=found.fan)
    else:
        first = message("label.multiplier", lang, multiplier=found.multiplier)
    return message("label.worth", lang, first=first, points=points)


def rules_name(rules: RuleSet, lang: str) -> str:
    """Return what a person calls a rule set, with the name or path that a command takes."""
    name = name_of(rules.name, rules.name_en, lang)
    return message("label.rules", lang, name=name, id=rules.id)


def limit(found: Score, lang: str) -> str:
    """Return what held the fan down or lifted them, in brackets; empty where nothing did."""
    return limit_of(found.capped, found.lifted_by, found.fan, lang)


def limit_of(capped: bool | None, lifted_by: str | None, fan: int | None, lang: str) -> str:
    """Return that a cap held the fan down, or an event lifted them to ``fan``; empty else."""
    if lifted_by is not None:
        told = message("label.lifted", lang, floor=fan, event=message(f"event.{lifted_by}", lang))
    elif capped:
        told = message("label.capped", lang)
    else:
        return ""
    return message("label.in_brackets", lang, told=told)
