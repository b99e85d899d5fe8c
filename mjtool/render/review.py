"""A review as text for people: the worst decisions first, and what all of them came to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mjtool.messages import text as message
from mjtool.render.columns import table
from mjtool.render.look import PLAIN, Look
from mjtool.review import Decision, Option, Reviewed

SHOWN: Final = 4
"""How many options a person is shown of a decision, the best, and the one that was taken."""


def decision_lines(found: Decision, lang: str, look: Look = PLAIN) -> Iterator[str]:
    """Yield what was decided, what it cost, and the options; ``*`` marks the best, ``>`` it."""
    yield from look.fit([look.bold(head(found, lang, look)), "  " + state(found, lang, look)])
    shown = list(enumerate(found.options))[:SHOWN]
    if found.played >= SHOWN:
        shown.append((found.played, found.choice))
    columns = ("option", "shanten", "total", "win", "value")
    rows = [[message(f"column.{column}", lang) for column in columns]]
    rows += [cells(option, lang, look) for _, option in shown]
    rows = [[row[0], *row[1:-1], row[-1]] for row in rows]
    marks = [" "] + ["*" if at == 0 else ">" if at == found.played else " " for at, _ in shown]
    numbers = range(1, len(columns))
    for mark, lines in zip(marks, table(rows, indent=4, numbers=numbers), strict=True):
        yield from look.fit(f"  {mark}{line[3:]}" for line in lines)
    if len(found.options) > len(shown):
        yield "  " + message("review.more", lang, number=len(found.options) - len(shown))


def head(found: Decision, lang: str, look: Look = PLAIN) -> str:
    """Return where the decision is, what was done, and what it cost."""
    place = message(
        "review.place",
        lang,
        file=found.file,
        line=found.line,
        game=found.game,
        hand=found.number,
    )
    data = {"place": place, "played": action(found.choice, lang, look)}
    value, win = found.value_cost, found.win_cost
    if value is None or win is None:
        return message("review.unrated", lang, **data)
    return message("review.cost", lang, value=points(value), win=percent(win), **data)


def state(found: Decision, lang: str, look: Look = PLAIN) -> str:
    """Return the hand, the tile that it was about, and what was left to draw."""
    data = {"hand": look.hand(found.hand, lang), "left": found.left, "draws": found.draws}
    if found.tile is None:
        return message("review.claimed", lang, **data)
    tile = look.tile(found.tile, lang)
    if found.source is None:
        return message("review.drawn", lang, tile=tile, **data)
    return message("review.offered", lang, tile=tile, source=found.source, **data)


def action(option: Option, lang: str, look: Look = PLAIN) -> str:
    """Return what is done, in words."""
    tile = "" if option.tile is None else look.tile(option.tile, lang)
    own = "".join(look.tile(each, lang) for each in option.own)
    told = message(f"review.action.{option.action}", lang, tile=tile, own=own)
    if option.discard is None:
        return told
    thrown = look.tile(option.discard, lang)
    return message("review.then", lang, action=told, tile=thrown)


def cells(option: Option, lang: str, look: Look = PLAIN) -> list[str]:
    """Return the option with what it leaves: shanten, useful tiles, chance to win, points."""
    return [
        action(option, lang, look),
        str(option.shanten),
        str(option.total),
        percent(option.win),
        points(option.value),
    ]


def percent(rate: float | None) -> str:
    """Return a chance in percent, "-" where it is not known."""
    return "-" if rate is None else f"{100 * rate:.2f}%"


def points(value: float | None) -> str:
    """Return points to expect, "-" where they are not known."""
    return "-" if value is None else f"{value:.3f}"


def wins(rate: float) -> str:
    """Return chances to win added up: so many wins were to be expected."""
    return f"{rate:.2f}"


def summary_lines(found: Reviewed, lang: str) -> Iterator[str]:
    """Yield how many decisions there were, by kind, and what they cost."""
    if not found.decisions:
        yield message("review.nothing", lang, seat=found.seat)
        return
    kinds = found.kinds()
    rows = list(kinds.values())
    yield message(
        "review.summary",
        lang,
        seat=found.seat,
        decisions=len(found.decisions),
        best=sum(row.best for row in rows),
        value=points(sum(row.value for row in rows)),
        win=wins(sum(row.win_rate for row in rows)),
    )
    for kind, row in kinds.items():
        if row.decisions:
            yield message(
                "review.of_kind",
                lang,
                kind=message(f"review.kind.{kind}", lang),
                decisions=row.decisions,
                best=row.best,
                value=points(row.value),
                win=wins(row.win_rate),
            )
