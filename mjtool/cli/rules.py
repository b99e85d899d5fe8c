"""``mjtool rules``: list, show, validate and write rule files."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from mjtool.cli import options, rules_ask, rules_fit, rules_impact, streams, values
from mjtool.cli.app import DONE, FOUND, fail, language, warn
from mjtool.cli.command import Command, Group
from mjtool.cli.progress import Watch
from mjtool.errors import RequestError
from mjtool.messages import text as message
from mjtool.records.record import encode
from mjtool.records.rules import WrittenRecord
from mjtool.render import rules as view
from mjtool.rules import BUILTINS, load_rules
from mjtool.rules.load import files_of, name_from
from mjtool.rules.toml import resolved_text

app = typer.Typer(cls=Group, add_completion=False, rich_markup_mode=None)

Name = Annotated[str, typer.Argument(metavar="rules")]
Files = Annotated[list[str], typer.Argument(metavar="files")]
NewFile = Annotated[Path, typer.Argument(metavar="new_file")]
Extends = Annotated[str, typer.Option("--extends", metavar="rules")]
Examples = Annotated[
    int, typer.Option("--examples", metavar="N", parser=values.whole("--examples", 0))
]


@app.callback()
def rules(lang: options.Lang = None) -> None:
    """Look at rule sets, check rule files, compare them over every winning hand."""


@app.command("list", cls=Command, epilog="mjtool rules list")
def list_rules(as_json: options.AsJson = False, lang: options.Lang = None) -> None:
    """List the built-in rule sets."""
    width = max(map(len, BUILTINS))
    for rules in map(load_rules, BUILTINS):
        if as_json:
            typer.echo(encode(view.listed(rules)))
        else:
            line = view.listed_line(rules, language(lang), width)
            typer.echo("\n".join(options.screen(language(lang)).fit([line])))


@app.command(cls=Command, epilog="mjtool rules show jipinghu")
def show(name: Name, as_json: options.AsJson = False, lang: options.Lang = None) -> None:
    """Print the resolved rules as TOML, each value with its source."""
    rules = load_rules(name)
    if as_json:
        typer.echo(encode(view.resolved(rules)))
    else:
        lines = resolved_text(rules, language(lang)).rstrip("\n").splitlines()
        typer.echo("\n".join(options.screen(language(lang)).toml(lines)))


@app.command(cls=Command, epilog="mjtool rules validate house.toml")
def validate(
    files: Files,
    output_format: options.OutcomeFormat = "text",
    as_json: options.AsJson = False,
    lang: options.Lang = None,
) -> None:
    """Check rule files: every fault with its place (exit code 2), and keys that do nothing."""
    options.one_format(as_json, output_format)
    code, lang_ = DONE, language(lang)
    wanted = "json" if as_json else output_format
    if wanted == "junit":
        from mjtool.render import junit  # noqa: PLC0415

        junit.verify_installed()
    from mjtool.rules.review import review  # noqa: PLC0415  # only here is it asked

    found = list(map(review, files))
    for each in found:
        for fault in each.faults:
            code = fail(fault.message(lang_), lang_)
        for warning in each.warnings:
            warn(warning.message(lang_), lang_)
    lines: Iterable[str]
    if wanted in ("text", "json"):
        lines = view.validated(found, wanted, lang_)
        if wanted == "text":
            lines = options.screen(lang_).fit(lines)
    else:
        from mjtool.render import outcomes  # noqa: PLC0415  # these views are those of cases

        told = chain.from_iterable(map(outcomes.of_rules, found))
        lines = outcomes.lines(wanted, told, outcomes.Tally(), lang_)
        if wanted == "github":
            lines = chain(view.warning_annotations(found, lang_), lines)
    for line in lines:
        typer.echo(line)
    raise typer.Exit(code)


@app.command(cls=Command, epilog="mjtool rules new house.toml --extends tuidaohu")
def new(
    file: NewFile,
    extends: Extends,
    force: Annotated[bool, typer.Option("--force")] = False,
    as_json: options.AsJson = False,
    lang: options.Lang = None,
) -> None:
    """Write a commented rule file that builds on another."""
    from mjtool.rules.variant import variant_text  # noqa: PLC0415  # loads what writes TOML

    base = name_from(file.parent, extends)
    if file.is_dir():
        raise RequestError("bad_option.folder", file=file)
    text = variant_text(extends, base, language(lang))
    if str(file) == "-":
        told = WrittenRecord(extends=base, text=text)
        shown = "\n".join(options.screen(language(lang)).toml(text.splitlines()))
        typer.echo(encode(told) if as_json else shown)
        return
    if file.exists() and not force:
        raise RequestError("bad_option.exists", file=file)
    streams.refuse_inputs(files_of(extends), str(file))
    with streams.output(str(file)) as out:
        out.write(text.encode())
    rules = load_rules(str(file))
    if as_json:
        typer.echo(encode(WrittenRecord(rules=rules.id, extends=base, file=str(file))))
    else:
        typer.echo(message("label.rules_written", language(lang), file=file))


@app.command("schema", cls=Command, epilog="mjtool rules schema > mjtool-rules.schema.json")
def show_schema(as_json: options.AsJson = False, lang: options.Lang = None) -> None:
    """Print the JSON Schema of rule files, for editors; with --json on one line."""
    from mjtool.rules.schema import schema  # noqa: PLC0415  # what only this command needs

    text = encode(schema())
    typer.echo(text if as_json else msgspec.json.format(text, indent=2))


@app.command(cls=Command, epilog="mjtool rules diff house.toml@HEAD~1 house.toml")
def diff(  # noqa: PLR0913, PLR0917
    a: Annotated[str, typer.Argument(metavar="A")],
    b: Annotated[str, typer.Argument(metavar="B")],
    examples: Examples = 10,
    exit_code: Annotated[bool, typer.Option("--exit-code")] = False,
    output_format: options.DiffFormat = "text",
    as_json: options.AsJson = False,
    lang: options.Lang = None,
    color: options.Color = "auto",
    tiles: options.Tiles = "auto",
) -> None:
    """Compare two rule sets: the changed keys, and what they do to every winning hand."""
    # what only this command needs
    from mjtool.census.diff import diff as compare  # noqa: PLC0415
    from mjtool.cli.revisions import load_side  # noqa: PLC0415
    from mjtool.render import diff as views  # noqa: PLC0415

    options.one_format(as_json, output_format)
    with Watch(language(lang), "rules"):
        found = compare(load_side(a), load_side(b), examples)
    if as_json or output_format == "json":
        typer.echo(encode(found.record(examples, language(lang))))
    else:
        told = (found, examples, language(lang))
        if output_format == "markdown":
            shown, colored = views.markdown_lines(*told), False
        else:
            look = options.look_of(language(lang), color, tiles)
            shown, colored = views.diff_lines(*told, look), look.colored
        typer.echo("\n".join(shown), color=colored)
    raise typer.Exit(FOUND if exit_code and found.differs else DONE)


app.command("fit", cls=Command, epilog="mjtool rules fit logs/ --from jipinghu -o house.toml")(
    rules_fit.fit
)

app.command("ask", cls=Command, epilog="mjtool rules ask jipinghu xinmajiang house.toml")(
    rules_ask.ask
)

app.command("impact", cls=Command, epilog="mjtool rules impact jipinghu house.toml")(
    rules_impact.impact
)
