"""What rules do to the game as a page of HTML, complete in itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from mjtool.impact.expect import Expected
from mjtool.impact.impact import Impact, Row
from mjtool.impact.moments import Estimate
from mjtool.messages import tag_of, text
from mjtool.render.drawing import DARK, LIGHT
from mjtool.render.impact import cell, expectations, meaning
from mjtool.rules.model import RuleSet

_STYLE: Final = f"""
:root{{color-scheme:light dark;--ground:{LIGHT.ground};--text:{LIGHT.text};\
--line:#8a8578;--sure:#a33a0b}}
@media (prefers-color-scheme:dark){{:root{{\
--ground:{DARK.ground};--text:{DARK.text};\
--line:#8b938d;--sure:#f0a030}}}}
body{{margin:0 auto;max-width:75rem;padding:1rem;background:var(--ground);color:var(--text);\
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}}
h1{{font-size:1.3rem;margin:0 0 .5rem}}
h2{{font-size:1.1rem}}
.wide{{overflow-x:auto}}
table{{border-collapse:collapse}}
th,td{{border:1px solid var(--line);padding:.2rem .6rem;text-align:right;\
font-variant-numeric:tabular-nums;white-space:nowrap}}
th:first-child{{text-align:left}}
td,tbody th{{vertical-align:top}}
code{{display:block;font:.8em ui-monospace,monospace}}
@media (max-width:40rem){{tbody th{{white-space:normal;min-width:7rem;max-width:9rem}}}}
.sure{{color:var(--sure);font-weight:700}}
svg{{display:block;width:10rem;height:1.2rem}}
:focus-visible{{outline:3px solid var(--sure);outline-offset:2px}}
"""
_ACROSS: Final = 200
"""Half of the width of a bar."""


def page(
    found: Impact, rules: Sequence[RuleSet], told: Iterable[Expected], lang: str
) -> Iterator[str]:
    """Yield the pieces of the page: all figures, how the sides differ, and what was expected.

    ``rules`` are those of the sides.
    """
    names = [found.a] + ([] if found.b is None else [found.b, text("impact.change", lang)])
    title = escape(" / ".join(names[:2]))
    head = text(
        "impact.head",
        lang,
        hands=f"{found.hands:,}",
        games=f"{found.games:,}",
        players=text("list.comma", lang).join(found.players),
    )
    yield (
        f'<!DOCTYPE html>\n<html lang="{tag_of(lang)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">\n"
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n<p>{escape(head)}</p>\n"
        f'<div class="wide" role="group" aria-label="{title}" tabindex="0">\n<table>\n'
    )
    columns = [text("impact.figure", lang), *names]
    if found.b is not None:
        columns.append(text("impact.interval", lang))
    cells = "".join(f'<th scope="col">{escape(each)}</th>' for each in columns)
    yield f"<thead><tr>{cells}</tr></thead>\n<tbody>\n"
    for row in found.rows:
        yield _row(row, meaning(row.name, rules, lang), two=found.b is not None)
    most = text("list.comma", lang).join(map(str, found.longest))
    yield f"</tbody>\n</table>\n</div>\n<p>{escape(text('impact.longest', lang, most=most))}</p>\n"
    if found.b is not None:
        yield f"<p>* {escape(text('impact.sure', lang))}</p>\n"
    lines = list(expectations(told, lang))
    if lines:
        yield f"<h2>{escape(text('impact.expected', lang))}</h2>\n<ul>\n"
        yield from (f"<li>{escape(line)}</li>\n" for line in lines)
        yield "</ul>\n"
    yield "</main>\n</body>\n</html>\n"


def _row(row: Row, told: str, *, two: bool) -> str:
    cells = [f"<td>{cell(row.a)}</td>"]
    if two:
        sure = ' class="sure"' if _is_sure(row.change) else ""
        mark = " *" if sure else ""
        change = cell(row.change, signed=True)
        cells += [f"<td>{cell(row.b)}</td>", f"<td{sure}>{change}{mark}</td>"]
        cells.append(f"<td>{_bar(row.change)}</td>")
    name = f"{escape(told)}<code>{escape(row.name)}</code>"
    return f'<tr><th scope="row">{name}</th>{"".join(cells)}</tr>\n'


def _is_sure(found: Estimate | None) -> bool:
    """Return whether the interval of a change leaves nothing out but what is not zero."""
    return found is not None and (found.low > 0 or found.high < 0)


def _bar(found: Estimate | None) -> str:
    """Return the interval of a change beside zero, in its own measure."""
    most = 0.0 if found is None else max(abs(found.low), abs(found.high))
    if found is None or not most:
        return ""
    low, at, high = (each / most * _ACROSS for each in (found.low, found.value, found.high))
    color = "var(--sure)" if _is_sure(found) else "var(--text)"
    return (
        f'<svg viewBox="{-_ACROSS - 8} -20 {2 * _ACROSS + 16} 40" aria-hidden="true">'
        '<path d="M0-18V18" stroke="var(--line)" stroke-width="3"/>'
        f'<path d="M{low:.1f} 0H{high:.1f}" stroke="{color}" stroke-width="5"/>'
        f'<circle cx="{at:.1f}" r="8" fill="{color}"/></svg>'
    )
