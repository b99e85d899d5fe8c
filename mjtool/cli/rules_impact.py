"""``mjtool rules impact``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mjtool.cli import options, streams, values
from mjtool.cli.app import DONE, FOUND, language
from mjtool.errors import RequestError
from mjtool.messages import text

if TYPE_CHECKING:
    from mjtool.impact.expect import Expected
    from mjtool.impact.impact import Impact
    from mjtool.rules.model import RuleSet

A = Annotated[str, typer.Argument(metavar="A")]
B = Annotated[str | None, typer.Argument(metavar="B")]
Hands = Annotated[int, typer.Option("--hands", metavar="N", parser=values.whole("--hands", 1))]
Game = Annotated[int, typer.Option("--game", metavar="N", parser=values.whole("--game", 1))]
Seed = Annotated[int, typer.Option("--seed", metavar="S", parser=values.whole("--seed"))]
Players = Annotated[str, typer.Option("--players", metavar="styles")]
Report = Annotated[str | None, typer.Option("--report", metavar="file")]
Expect = Annotated[Path | None, typer.Option("--expect", metavar="file")]


def impact(  # noqa: PLR0913, PLR0917
    a: A,
    b: B = None,
    hands: Hands = 20_000,
    game: Game = 16,
    players: Players = "greedy",
    seed: Seed = 0,
    expect: Expect = None,
    strict: Annotated[bool, typer.Option("--strict")] = False,
    report: Report = None,
    jobs: options.Jobs = 1,
    dask: options.Dask = None,
    output_format: options.OutcomeFormat = "text",
    as_json: options.AsJson = False,
    lang: options.Lang = None,
) -> None:
    """Play the same deals under one rule set and another: what becomes different."""
    # what only this command needs
    from mjtool.cli.progress import Watch  # noqa: PLC0415
    from mjtool.impact.expect import expected, read_bounds  # noqa: PLC0415
    from mjtool.impact.impact import impact as measure  # noqa: PLC0415
    from mjtool.rules.kept import current_rules  # noqa: PLC0415

    lang_ = language(lang)
    options.one_format(as_json, output_format)
    crew = options.crew(jobs, dask)
    view = "json" if as_json else output_format
    if expect is None and view not in ("text", "json"):
        raise RequestError("bad_option.expect")
    files = [each for each in (a, b, expect) if each and Path(each).is_file()]
    streams.refuse_inputs([*files, *([] if expect is None else [expect])], report)
    bounds = [] if expect is None else read_bounds(_content(expect), str(expect))
    with Watch(lang_, "hands", lambda: hands, forks=crew != 1) as watch:
        found = measure(
            a,
            b,
            hands=hands,
            seed=seed,
            players=tuple(name.strip() for name in players.split(",")),
            game=game,
            jobs=crew,
            progress=lambda done, _: setattr(watch, "done", done),
        )
    told = expected(found, bounds, str(expect))
    sides = [current_rules(each) for each in (a, b) if each is not None]
    if report is not None:
        from mjtool.render.impact_page import page  # noqa: PLC0415  # as above

        with streams.output(report) as out:
            for piece in page(found, sides, told, lang_):
                out.write(piece.encode("utf-8", "replace"))
    if report != streams.STD:  # where the page goes to stdout, nothing else does
        for line in _lines(view, found, sides, told, str(expect), strict, lang_):
            typer.echo(line)
    bad = ("fails", "undecided") if strict else ("fails",)
    raise typer.Exit(FOUND if any(each.status in bad for each in told) else DONE)


def _content(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except ValueError:
        raise RequestError("bad_expect", file=file, detail=text("F001.not_utf8")) from None


def _lines(  # noqa: PLR0913, PLR0917
    view: str,
    found: Impact,
    sides: list[RuleSet],
    told: list[Expected],
    file: str,
    strict: bool,
    lang: str,
) -> Iterable[str]:
    from mjtool.records.record import encode  # noqa: PLC0415
    from mjtool.render import impact as views  # noqa: PLC0415

    if view == "text":
        look = options.screen(lang)
        return [*views.lines(found, sides, lang, look), *look.fit(views.expectations(told, lang))]
    if view == "json":
        return [encode(each).decode() for each in (found.record(), *(e.record() for e in told))]
    from mjtool.render import outcomes  # noqa: PLC0415  # these views are those of cases

    rows = views.outcomes(told, found.b or found.a, file, strict=strict)
    return outcomes.lines(view, rows, outcomes.Tally(), lang)
