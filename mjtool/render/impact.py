"""What rules do to the game, as text for people and as outcomes that CI reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mjtool.impact.expect import Expected
from mjtool.impact.impact import Impact, Row
from mjtool.impact.moments import Estimate
from mjtool.messages import text
from mjtool.regression.compare import Difference
from mjtool.regression.outcome import Outcome
from mjtool.render.columns import pad, width
from mjtool.render.look import PLAIN, Look
from mjtool.rules.model import RuleSet

_NONE: Final = "-"


def meaning(name: str, rules: Iterable[RuleSet], lang: str) -> str:
    """Return in words what a figure tells; ``rules`` know what patterns and bonuses are called.

    >>> from mjtool.rules import load_rules
    >>> meaning("share.pattern.all_pungs", [load_rules("jipinghu")], "en")
    'points from All Pungs'
    """
    table, _, rest = name.partition(".")
    kind, _, id = rest.rpartition(".")
    if table != "frequency" and not (table == "share" and kind):
        return text(f"figure.{name}", lang)
    named = (each.label(id, lang) for each in rules if id in each.patterns or id in each.bonuses)
    return text(f"figure.{table}", lang, what=next(named, id))


def lines(found: Impact, rules: Sequence[RuleSet], lang: str, look: Look = PLAIN) -> Iterator[str]:
    """Yield the figures in columns, each with half of its 95 % interval, then what it tells."""
    return look.fit(_lines(found, rules, lang, look))


def _lines(found: Impact, rules: Sequence[RuleSet], lang: str, look: Look) -> Iterator[str]:
    players = text("list.comma", lang).join(found.players)
    yield text(
        "impact.head", lang, hands=f"{found.hands:,}", games=f"{found.games:,}", players=players
    )
    names = [found.a] + ([] if found.b is None else [found.b, text("impact.change", lang)])
    rows = [["", *names]]
    rows += [[row.name, *_cells(row, len(names))] for row in found.rows]
    widths = [max(width(row[at]) for row in rows) for at in range(len(rows[0]))]
    words = ["", *(meaning(row.name, rules, lang) for row in found.rows)]
    room = look.columns - (sum(widths) + 2 * len(names))
    if look.columns > 0 and room < 2 + max(map(width, words)):
        words = [""] * len(rows)
    for (first, *rest), told in zip(rows, words, strict=True):
        cells = [
            " " * (columns - width(cell)) + cell
            for cell, columns in zip(rest, widths[1:], strict=True)
        ]
        if look.columns > 0 and room < 0:
            yield from filter(None, (first, f"  {'  '.join(cells)}"))  # figures below their name
        else:
            yield "  ".join([pad(first, widths[0]), *cells, *filter(None, [told])])
    most = text("list.comma", lang).join(map(str, found.longest))
    yield text("impact.longest", lang, most=most)


def _cells(row: Row, number: int) -> list[str]:
    found = (row.a, row.b, row.change)[:number]
    return [cell(each, signed=at == 2) for at, each in enumerate(found)]


def cell(found: Estimate | None, *, signed: bool = False) -> str:
    """Return a figure with half of its interval."""
    if found is None:
        return _NONE
    if not (found.value or found.low or found.high):
        return "0"
    value = f"{found.value:+.4f}" if signed else f"{found.value:.4f}"
    return f"{value} ±{found.half:.4f}"


def expectations(found: Iterable[Expected], lang: str) -> Iterator[str]:
    """Yield a line for each bound: whether it holds."""
    for each in found:
        told = "-" if each.found is None else _interval(each.found)
        line = text(
            f"impact.{each.status}",
            lang,
            name=each.bound.name,
            bound=each.bound.text(),
            found=told,
        )
        if each.hands is not None:
            line += text("impact.needed", lang, hands=f"{each.hands:,}")
        yield line


def _interval(found: Estimate) -> str:
    return f"{found.value:.4f} [{found.low:.4f}, {found.high:.4f}]"


def outcomes(
    found: Iterable[Expected], rules: str, file: str, *, strict: bool
) -> Iterator[Outcome]:
    """Yield each bound as the outcome of a case, as the formats of ``check`` tell it."""
    for number, each in enumerate(found, 1):
        is_failed = each.status == "fails" or (strict and each.status == "undecided")
        told = "-" if each.found is None else _interval(each.found)
        differences = (Difference(each.bound.name, each.bound.text(), told),) if is_failed else ()
        yield Outcome(
            file,
            each.bound.line,
            number,
            f"{each.bound.name} {each.bound.text()}",
            "impact",
            rules,
            differences=differences,
        )
