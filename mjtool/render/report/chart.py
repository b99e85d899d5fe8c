"""The score of a game's four players over its hands, as a chart of Vega-Lite in SVG."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

import vl_convert
from markupsafe import Markup, escape

_SEATS: Final = ("#010101", "#020202", "#030303", "#040404")
_INK: Final = "#050505"
_GRID: Final = "#060606"
"""Stand for the page's own colours, which differ by theme."""
_DASHES: Final = ([1, 0], [8, 3], [2, 3], [8, 3, 2, 3])
_LONGEST: Final = 24
"""Letters of a name that a legend shows."""


def score_chart(
    players: Sequence[str],
    scores: Sequence[tuple[str, Sequence[int]]],
    told: str,
    axes: tuple[str, str],
) -> Markup:
    """Return the chart of running ``scores``, each of four with the hand that it stands behind.

    ``told`` is what the chart shows, in words; ``axes`` are what hands and scores are called.
    """
    names = [f"{seat} {_cut(name)}" for seat, name in enumerate(players)]
    rows = [
        {"hand": at, "label": label, "player": name, "score": score}
        for at, (label, four) in enumerate(scores)
        for name, score in zip(names, four, strict=True)
    ]
    drawn = vl_convert.vegalite_to_svg(_spec(rows, names, [label for label, _ in scores], axes))
    return Markup(_for_page(drawn, told))


def _cut(name: str) -> str:
    shown = "".join(char if char.isprintable() else "\ufffd" for char in name)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def _spec(
    rows: list[dict[str, Any]], names: list[str], labels: list[str], axes: tuple[str, str]
) -> dict[str, Any]:
    by_player = {"field": "player", "type": "nominal", "title": None, "sort": names}
    steps = max(1, len(labels) // 16)
    ticks = [at for at in range(len(labels)) if at % steps == 0]
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "width": 620,
        "height": 240,
        "background": None,
        "padding": 4,
        "data": {"values": rows},
        "mark": {"type": "line", "point": len(labels) <= 40, "strokeWidth": 2.5},
        "encoding": {
            "x": {
                "field": "hand",
                "type": "quantitative",
                "title": axes[0],
                "scale": {"nice": False},
                "axis": {
                    "values": ticks,
                    "grid": False,
                    "labelExpr": f"{json.dumps(labels)}[datum.value]",
                },
            },
            "y": {"field": "score", "type": "quantitative", "title": axes[1]},
            "color": {**by_player, "scale": {"domain": names, "range": list(_SEATS)}},
            "strokeDash": {**by_player, "scale": {"domain": names, "range": list(_DASHES)}},
        },
        "config": {
            "view": {"stroke": _GRID},
            "axis": {
                "labelColor": _INK,
                "titleColor": _INK,
                "tickColor": _INK,
                "domainColor": _INK,
                "gridColor": _GRID,
                "labelFontSize": 12,
                "titleFontSize": 12,
            },
            "legend": {
                "labelColor": _INK,
                "labelFontSize": 12,
                "orient": "bottom",
                "columns": 2,
                "symbolType": "stroke",
                "symbolSize": 900,
                "labelLimit": 220,
            },
        },
    }


_COLORS: Final = {
    **{color: f"var(--s{seat})" for seat, color in enumerate(_SEATS)},
    _INK: "var(--ink)",
    _GRID: "var(--line)",
}
_COLORED: Final = re.compile(r'(fill|stroke)="(#0[1-6]0[1-6]0[1-6])"')
_EMPTY: Final = re.compile(r'<path class="(?:background|foreground)"[^>]*/>')
_TAG: Final = re.compile("<[^>]*>")
_SPOKEN: Final = re.compile(r' (?:role|aria-[a-z]+|pointer-events|xmlns:xlink|class)="[^"]*"')


def _tag_for_page(tag: str) -> str:
    """Return a tag in the page's colours; the text between tags is other people's."""
    tag = _SPOKEN.sub("", tag)
    tag = _COLORED.sub(lambda found: f'style="{found[1]}:{_COLORS[found[2]]}"', tag)
    return re.sub(r'style="([^"]*)"([^>]*) style="([^"]*)"', r'style="\1;\3"\2', tag)


def _for_page(drawn: str, told: str) -> str:
    """Return the drawing in the page's colours, without empty parts, named as a whole."""
    frame = re.search(r'<path class="background"[^>]*stroke="#060606"[^>]*/>', drawn)
    kept = "" if frame is None else frame[0]
    drawn = _EMPTY.sub(lambda found: found[0] if found[0] == kept else "", drawn)
    drawn = _TAG.sub(lambda found: _tag_for_page(found[0]), drawn)
    drawn = re.sub(
        r'^<svg[^>]*?width="(\d+)" height="(\d+)"', r'<svg data-w="\1" data-h="\2"', drawn
    )
    return drawn.replace("<svg ", f'<svg class=chart role=img aria-label="{escape(told)}" ', 1)
