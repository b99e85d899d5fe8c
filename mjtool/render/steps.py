"""A hand step by step: a page with the table after each event, complete in itself."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterator
from html import escape
from typing import Final

from mjtool.game_log.story import HandStory
from mjtool.messages import tag_of, text
from mjtool.render.board import SIZE, Face, Scene, drawing, moment, symbols, told_whole, used
from mjtool.render.drawing import DARK, LIGHT, Theme
from mjtool.render.standing import Scores

_COLORS: Final = {field: f"--{field}" for field in Theme._fields}
PAGE: Final = Theme(*(f"var({name})" for name in _COLORS.values()))
"""The colours of the page, which differ by the reader's choice of light or dark."""

_STYLE: Final = """
:root{color-scheme:light dark;LIGHT}
@media (prefers-color-scheme:dark){:root{DARK}}
body{margin:0 auto;max-width:52rem;padding:1rem;background:var(--ground);color:var(--text);\
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.2rem;margin:0 0 .5rem}
figure{margin:0 0 1.5rem}
figcaption{min-height:1.5em}
svg.table{display:block;width:100%;height:auto;max-height:max(20rem,100vh - 11rem)}
nav{display:flex;gap:.5rem;align-items:center;margin:0 0 .5rem}
[hidden]{display:none}
button{font:inherit;min-height:2.5rem;min-width:3rem;background:none;color:inherit;\
border:1px solid var(--text);border-radius:.25rem}
input{flex:1 1 4rem;min-width:0}
:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
@media print{nav{display:none}figure{break-inside:avoid}figure[hidden]{display:block}}
"""

_SCRIPT: Final = """
"use strict";
const steps = Array.from(document.querySelectorAll("figure"));
const nav = document.querySelector("nav");
const slider = document.getElementById("step");
let at = Number(document.body.dataset.at);
function show(next) {
  at = Math.max(0, Math.min(steps.length - 1, next));
  steps.forEach((step, index) => (step.hidden = index !== at));
  slider.value = at;
}
const goes = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => steps.length };
for (const [id, go] of Object.entries(goes)) {
  document.getElementById(id).addEventListener("click", () => show(go()));
}
slider.addEventListener("input", () => show(Number(slider.value)));
addEventListener("keydown", (event) => {
  if (event.target === slider) return;
  if (event.key === "ArrowLeft") show(at - 1);
  if (event.key === "ArrowRight") show(at + 1);
});
nav.hidden = false;
show(at);
"""


def steps_page(story: HandStory, line: int, lang: str, scores: Scores) -> Iterator[str]:
    """Yield the pieces of a page that shows a hand step by step, first as it is at ``line``.

    ``scores`` are those of its winners.
    """
    faces: set[Face] = {(None, None)}
    frames: list[str] = []
    first = 0
    for number, (at, _, board) in enumerate(story.boards()):
        scene = Scene(board, story, moment(story, at, number, lang), lang, scores)
        faces |= used(scene)
        first = number if at <= line else first
        frames.append(_frame(scene, at))
    title = escape(text("table.steps", lang, game=story.game, hand=story.start.hand))
    digest = b64encode(hashlib.sha256(_SCRIPT.encode()).digest()).decode()
    style = _STYLE.replace("LIGHT", _variables(LIGHT)).replace("DARK", _variables(DARK))
    yield (
        f'<!DOCTYPE html>\n<html lang="{tag_of(lang)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f"style-src 'unsafe-inline'; script-src 'sha256-{digest}'\">\n"
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n"
        f'<body data-at="{first}">\n<main>\n<h1>{title}</h1>\n'
        f"<svg width=0 height=0 aria-hidden=true>{symbols(PAGE, faces, story.wild)}</svg>\n"
        f"{_controls(len(frames), lang)}\n"
    )
    yield from frames
    yield f"</main>\n<script>{_SCRIPT}</script>\n</body>\n</html>\n"


def _frame(scene: Scene, line: int) -> str:
    told = escape(told_whole(scene))
    body = "".join(drawing(scene, PAGE))
    return (
        f'<figure id="l-{line}"><svg class=table viewBox="0 0 {SIZE} {SIZE}" role=img '
        f'aria-label="{told}">{body}</svg><figcaption>{told}</figcaption></figure>\n'
    )


def _controls(number: int, lang: str) -> str:
    """Return the buttons and the slider; they are shown where scripts run."""
    buttons = {
        name: f'<button type=button id={name} aria-label="{escape(text(f"table.{name}", lang))}">'
        f"{sign}</button>"
        for name, sign in (("first", "|◀"), ("back", "◀"), ("next", "▶"), ("last", "▶|"))
    }
    slider = (
        f"<input type=range id=step min=0 max={number - 1} value=0 "
        f'aria-label="{escape(text("table.step", lang))}">'
    )
    inner = f"{buttons['first']}{buttons['back']}{slider}{buttons['next']}{buttons['last']}"
    return f'<nav hidden aria-label="{escape(text("table.controls", lang))}">{inner}</nav>'


def _variables(theme: Theme) -> str:
    return ";".join(f"{name}:{color}" for name, color in zip(_COLORS.values(), theme, strict=True))
