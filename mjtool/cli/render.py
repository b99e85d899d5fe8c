"""``mjtool render``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from mjtool.cli import options, streams, values
from mjtool.cli.app import DONE, FOUND, language
from mjtool.cli.command import Command
from mjtool.cli.hands import verify_quoted
from mjtool.errors import MjtoolError, RequestError
from mjtool.hand import Hand
from mjtool.messages import Say
from mjtool.records.record import Problem, Record, Refused, encode
from mjtool.records.rules import DrawnHandRecord, DrawnTableRecord
from mjtool.render import svg
from mjtool.render.drawing import THEMES
from mjtool.requests import RuleBook, id_of, read_request
from mjtool.rules import RuleSet
from mjtool.scoring import score
from mjtool.wild import NO_WILDS

if TYPE_CHECKING:
    from mjtool.game_log import HandStory
    from mjtool.render.standing import Scores

app = typer.Typer(add_completion=False, rich_markup_mode=None)


Output = Annotated[str, typer.Option("-o", "--output", metavar="file")]
Captions = Annotated[bool, typer.Option("--captions/--no-captions")]
At = Annotated[int | None, typer.Option("--at", metavar="line", parser=values.whole("--at", 1))]
Steps = Annotated[bool, typer.Option("--steps")]
ThemeName = Annotated[str, options.choice("--theme", "light", "dark")]


@app.command(cls=Command, epilog='mjtool render "[222p](7777z)333m44455s" -o hand.svg')
def render(  # noqa: PLR0913, PLR0917
    hands: options.Hands = None,
    output: Output = "-",
    win: Annotated[str | None, typer.Option("--win", metavar="tile")] = None,
    captions: Captions = True,
    theme: ThemeName = "light",
    at: At = None,
    steps: Steps = False,
    format: options.Format = "auto",
    wild: options.Wild = None,
    indicator: options.Indicator = None,
    no_wild: options.NoWild = False,
    rules: options.Rules = None,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
    input: options.Input = None,
    fail_fast: options.FailFast = False,
) -> None:
    """Draw the tiles of hands, or the table of a moment in a log."""
    if at is not None:
        if win or input is not None:
            raise RequestError("bad_option.at", option="--win" if win else "--input")
        moment = Moment(hands or [], at, format, output, theme)
        raise typer.Exit(moment.draw(language(lang), steps=steps, as_json=as_json))
    if steps:
        raise RequestError("bad_option.steps")
    if input is not None and hands:
        raise RequestError("bad_option.input")
    if not hands and input is None:
        raise RequestError("bad_option.no_hand")
    suffix = Path(output).suffix if output != streams.STD else ".svg"
    svg.verify_suffix(suffix)
    batch = hands == [streams.STD] or input is not None
    told = {"win": win, "wild": wild, "indicator": indicator, "no_wild": no_wild}
    fields = {key: value for key, value in told.items() if value}
    book = RuleBook(rules)
    drawing = Drawing(fields, book, output, language(lang), fail_fast)
    if batch:
        with streams.batch(input, output) as lines:
            drawing.read(lines)
    else:
        verify_quoted(hands or [])
        drawing.hands = [
            hand_of(hand.encode("utf-8", "surrogateescape"), fields, book)[0]
            for hand in hands or ()
        ]
    if drawing.hands:
        picture = svg.picture(drawing.hands, captions=captions, theme=THEMES[theme])
        with streams.output(output) as out:
            out.write(svg.encode(picture, suffix, drawing.lang))
        if as_json and not batch and output != streams.STD:
            drawn = [each.hand for each in drawing.hands]
            typer.echo(encode(svg.described(picture, drawn, output)))
    elif drawing.code == DONE:
        raise RequestError("bad_option.no_hand")  # an empty batch
    raise typer.Exit(drawing.code)


class Moment(NamedTuple):
    """A moment in a log that is to be drawn: once the events up to line ``at`` are done."""

    logs: list[str]
    at: int
    format: str
    output: str
    theme: str

    def draw(self, lang: str, *, steps: bool, as_json: bool) -> int:
        """Draw it, or the hand that it is in step by step, and return the exit code."""
        from mjtool.render import board  # noqa: PLC0415  # only who asks for it pays for it

        if len(self.logs) != 1:
            raise RequestError("bad_option.one_log")
        suffix = Path(self.output).suffix if self.output != streams.STD else ""
        suffix = suffix or (".html" if steps else ".svg")
        svg.verify_suffix(suffix)
        if steps and suffix != ".html":
            raise RequestError("bad_option.steps_html")
        streams.refuse_inputs(self.logs, self.output)
        story, scores = self._story()
        if steps:
            from mjtool.render.steps import steps_page  # noqa: PLC0415  # as above

            with streams.output(self.output) as out:
                for piece in steps_page(story, self.at, lang, scores):
                    out.write(piece.encode("utf-8", "replace"))
            size = (board.SIZE, board.SIZE)
        else:
            scene = board.scene_at(story, self.at, lang, scores)
            drawn = board.table_picture(scene, THEMES[self.theme])
            with streams.output(self.output) as out:
                out.write(svg.encode(drawn, suffix, lang))
            size = (drawn.width, drawn.height)
        if as_json and self.output != streams.STD:
            record = DrawnTableRecord(
                file=self.output,
                log=self.logs[0],
                line=self.at,
                game=story.game,
                number=story.start.hand,
                width=size[0],
                height=size[1],
            )
            typer.echo(encode(record))
        return DONE

    def _story(self) -> tuple[HandStory, Scores]:
        """Return the hand that the line is in, its wins' worth; RequestError if there is none."""
        from mjtool.game_log import HandStory, Plan, Unread, replay  # noqa: PLC0415  # as above
        from mjtool.render.standing import scores_in  # noqa: PLC0415  # as above

        plan = Plan(format=self.format, stories=True)
        before = None
        items = replay(self.logs, plan, stdin=streams.open_stdin())
        for item in items:
            if isinstance(item, Unread):
                raise item.error
            if isinstance(item, HandStory):
                if item.first <= self.at <= item.last:
                    return item, scores_in(item, items)  # wins are told behind their hand
                before = item if item.last < self.at else before
                if item.first > self.at:
                    break
        near = "" if before is None else Say("bad_option.hand_before", line=before.last)
        raise RequestError("bad_option.no_moment", line=self.at, near=near)


class Drawing:
    """The hands of a batch that can be drawn; a line of JSON for each line of input."""

    def __init__(
        self, fields: dict[str, Any], book: RuleBook, output: str, lang: str, fail_fast: bool
    ) -> None:
        self.fields = fields
        self.book = book
        self.output = output
        self.lang = lang
        self.fail_fast = fail_fast
        self.hands: list[svg.Marked] = []
        self.code = DONE

    def read(self, lines: Iterable[bytes]) -> None:
        """Read every line, and tell what became of it."""
        for number, line in enumerate(lines, 1):
            told: Record
            try:
                hand, name = hand_of(line, self.fields, self.book)
            except MjtoolError as error:
                self.code = FOUND
                problem = Problem(**error.to_dict(self.lang))
                told = Refused(line=number, id=id_of(line), error=problem)
            else:
                self.hands.append(hand)
                told = DrawnHandRecord(id=name, hand=str(hand.hand), file=self.output)
            # Where the picture goes to stdout, nothing else does: faults are told on stderr.
            if self.output != "-" or isinstance(told, Refused):
                typer.echo(encode(told), err=self.output == "-")
            if isinstance(told, Refused) and self.fail_fast:
                return


def hand_of(line: bytes, fields: dict[str, Any], book: RuleBook) -> tuple[svg.Marked, Any]:
    """Return the hand of a line, its winning tile last, and its id; MjtoolError if it is none.

    Where a tile may be wild, also what is, and what each wild tile of a complete hand stands for.
    """
    request = read_request(line, fields or None)
    rules = book.get(request.rules)
    if not (rules.wilds.known or request.wild or request.indicator or request.no_wild):
        rules = rules.playing(NO_WILDS)  # nobody told what was turned up: it is drawn as it is
    if request.win:
        rules, hand, win = request.won_in_play(rules)
        hand = replace(hand, last=win)
    else:
        rules, hand = request.in_play(rules)
    return marked(hand, rules), request.id


def marked(hand: Hand, rules: RuleSet) -> svg.Marked:
    """Return a hand with what is wild, and what its wild tiles stand for where it is complete."""
    if not rules.wilds.there:
        return svg.Marked(hand)
    kinds = rules.wilds.kinds
    if not hand.is_full or hand.last is None:
        return svg.Marked(hand, kinds)
    return svg.Marked(hand, kinds, score(hand, rules, hand.last, self_drawn=True).stand_for)
