"""The ``mjtool`` program: its commands, loaded when asked for, and its exit codes."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn

import typer
import typer.main

from mjtool import limits
from mjtool.cli.command import Group, command_of
from mjtool.cli.options import Lang, choice
from mjtool.errors import MjtoolError
from mjtool.messages import language_of, serving, text

DONE, FOUND, CANNOT, BUG, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 130, 143
"""Exit codes: done; something was found; cannot be done; a bug of ours; Ctrl-C; SIGTERM."""
NOTHING: Final = 5
"""Exit code where there was nothing to check."""

COMMANDS: Final = (
    "score",
    "waits",
    "shanten",
    "efficiency",
    "replay",
    "review",
    "check",
    "rules",
    "convert",
    "simulate",
    "render",
    "schema",
)


class Terminated(BaseException):
    """The program was told to end (SIGTERM) while it was writing a file."""


class PipeClosed(Exception):  # nothing went wrong
    """The reader of our output has seen enough; typer would make an exit code 1 of it."""


class Program(Group):
    """The program's commands, each in a module of its own, imported when it is needed."""

    lang = "en"
    """The language of this run."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the commands in the order of the documentation."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of that name, None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"mjtool.cli.{cmd_name}")
        command = command_of(module.app)
        command.name = cmd_name
        return command

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the arguments of the command that is called; completion ends here."""
        rest = super().parse_args(ctx, args)
        if ctx.params.get("install_completion") or ctx.params.get("show_completion"):
            from mjtool.cli import completion  # noqa: PLC0415  # once on a machine

            shell = completion.shell_of(ctx.params["shell"])
            if ctx.params["show_completion"]:
                typer.echo(completion.script(shell), nl=False)
            else:
                file = completion.install(shell)
                typer.echo(text("label.completion", self.lang, shell=shell, file=file))
            raise typer.Exit
        return rest

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Return the context of the run; ``--help`` and ``--version`` end here."""
        try:
            return super().make_context(*args, **kwargs)
        except BrokenPipeError:
            raise PipeClosed from None

    def invoke(self, ctx: Any) -> Any:
        """Return what the command returns."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise PipeClosed from None

    def main(self, args: Any = None, *_: Any, **__: Any) -> NoReturn:
        """Run the program and exit with its code, also where a test runner calls it."""
        sys.exit(self.exit_code(list(sys.argv[1:] if args is None else args)))

    def exit_code(self, arguments: list[str]) -> int:  # noqa: PLR0911  # one for each way to end
        """Return the code the program ends with; every failure is one line on stderr."""
        _open_streams()
        self.lang = language(_lang_of(arguments))
        before = limits.now()
        if shell := os.environ.get("_MJTOOL_COMPLETE"):
            from mjtool.cli import completion  # noqa: PLC0415  # only a shell pays for it

            completion.answer(self, shell, arguments, self.lang)
            return DONE
        try:
            code = super().main(arguments, prog_name="mjtool", standalone_mode=False)
            sys.stdout.flush()
        except MjtoolError as error:
            return fail(error.message(self.lang), self.lang)
        except (PipeClosed, BrokenPipeError):
            # The reader has seen enough; what is still buffered goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return DONE
        except (KeyboardInterrupt, typer.Abort):
            return INTERRUPTED
        except Terminated:
            return TERMINATED
        except OSError as error:
            from mjtool.wording import of_os  # noqa: PLC0415  # only a fault pays for it

            file = error.filename or text("word.output", self.lang)
            return fail(text("usage.file", self.lang, file=file, detail=of_os(error)), self.lang)
        except Exception as error:
            if os.environ.get("MJTOOL_DEBUG"):
                raise
            told = text("bug", self.lang, kind=type(error).__name__, detail=error)
            fail(told, self.lang)
            return BUG
        finally:
            limits.use(before)
        return code if isinstance(code, int) else DONE


def _open_streams() -> None:
    """Let both streams take any text; one closed before the start is one that nobody reads."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            setattr(sys, name, os.fdopen(nowhere, "w", encoding="utf-8"))
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


app = typer.Typer(
    cls=Program,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415  # no other run needs it

        typer.echo(f"mjtool {version('mjtool')}")
        raise typer.Exit


@app.callback()
def program(  # noqa: PLR0913, PLR0917
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
    lang: Lang = None,
    install_completion: Annotated[bool, typer.Option("--install-completion")] = False,
    show_completion: Annotated[bool, typer.Option("--show-completion")] = False,
    shell: Annotated[str | None, choice("--shell", "bash", "zsh", "fish")] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option("--limit", metavar="NAME=SIZE", envvar="MJTOOL_LIMIT", show_envvar=False),
    ] = None,
    root: Annotated[
        list[Path] | None,
        typer.Option("--root", metavar="FOLDER", envvar="MJTOOL_ROOT", show_envvar=False),
    ] = None,
) -> None:
    """Chinese mahjong: score hands, list waits, rank discards, check logs and rules."""
    if limit or root:
        limits.use(limits.read(limit or (), map(str, root or ())))


def main() -> NoReturn:
    """Run the program and exit with its code; every failure is one line on stderr."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Return the exit code of the program run with ``arguments``."""
    program: Any = typer.main.get_command(app)
    code: int = program.exit_code(arguments)
    return code


def _lang_of(arguments: list[str]) -> str | None:
    """Return what ``--lang`` asks for, before a command is there to read it."""
    found = None
    for at, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--lang":
            found = value or "".join(arguments[at + 1 : at + 2])
    return found


def fail(told: str, lang: str) -> int:
    """Write one error line and return the exit code for what cannot be done."""
    _tell("prefix.error", told, lang)
    return CANNOT


def warn(told: str, lang: str) -> None:
    """Write what is probably not meant, though it can be done, one line on stderr."""
    _tell("prefix.warning", told, lang)


def note(told: str, lang: str) -> None:
    """Write what a person should know beside the answer, one line on stderr."""
    _tell("prefix.note", told, lang)


def _tell(prefix: str, told: str, lang: str) -> None:
    typer.echo(text(prefix, lang, told=" ".join(told.split("\n"))), err=True)


def language(wanted: str | None) -> str:
    """Return the code of a language: as wanted, else as the locale says, else English."""
    if wanted is not None and (found := serving(wanted)) is not None:
        return found
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return language_of(value)
    return "en"
