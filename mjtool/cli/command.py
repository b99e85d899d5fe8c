"""Commands and groups of them as this program has them: our help, our refusals.

What the library below is asked for is little, and has been the same in all its versions that
pyproject.toml allows: to take a command line apart and to call the function.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import typer
import typer.core
import typer.main

from mjtool.cli import usage
from mjtool.cli.parameters import taken_over
from mjtool.errors import MjtoolError


def command_of(app: typer.Typer) -> Any:
    """Return the command or the group that ``app`` defines, the commands of a group not yet made.

    Of a command the library reads every parameter; only one of a group is called.
    """
    parts = app.registered_commands
    if len(parts) < 2:
        return typer.main.get_command(app)
    app.registered_commands = []
    try:
        group: Any = typer.main.get_command(app)
    finally:
        app.registered_commands = parts
    group.parts = {
        info.name or typer.main.get_command_name(info.callback.__name__): info
        for info in parts
        if info.callback is not None
    }
    return group


@contextmanager
def _refusing(context: Any) -> Iterator[None]:
    """Raise what is wrong with a command line as MjtoolError, with the command that helps."""
    try:
        yield
    except usage.UsageError as error:
        raise usage.refused(usage.of_parser(error, context), context.command_path) from None
    except MjtoolError as error:
        if error.code not in ("bad_option", "usage") or error.key == "usage.see":
            raise
        raise usage.refused(error, context.command_path) from None


def _page(command: Any, context: Any) -> str:
    from mjtool.cli.manual import page  # noqa: PLC0415  # only who asks for help pays for it

    return page(command, context, context.find_root().command.lang)


class Command(typer.core.TyperCommand):
    """A command that does something; its ``epilog`` is an example of it."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, that of ``--help`` too; each reads its value by itself."""
        return taken_over(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the arguments left over, none; the language is that of the whole command line."""
        ctx.default_map = {**(ctx.default_map or {}), "lang": ctx.find_root().command.lang}
        ctx.allow_extra_args = True  # to refuse them in our words
        with _refusing(ctx):
            rest: list[str] = super().parse_args(ctx, args)
            if rest and not ctx.resilient_parsing:
                raise MjtoolError("usage.extra", found=" ".join(rest))
        if not gc.isenabled():  # main() switched it off for the start, which ends here
            gc.freeze()  # what was loaded stays: nobody need look through it again
            gc.enable()
        return rest

    def invoke(self, ctx: Any) -> Any:
        """Return what the command returns."""
        with _refusing(ctx):
            return super().invoke(ctx)

    def get_help_option_names(self, ctx: Any) -> list[str]:
        """Return ``-h`` and ``--help``, always in this order."""
        names = super().get_help_option_names(ctx)  # those of a set
        return [name for name in ctx.help_option_names if name in names]

    def get_help(self, ctx: Any) -> str:
        """Return the help page."""
        return _page(self, ctx)


class Group(typer.core.TyperGroup):
    """Commands below a common name; each is made when it is asked for."""

    parts: Mapping[str, Any] = MappingProxyType({})
    """What the library makes a command of, by the command's name."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands, in the order in which they are defined."""
        return [*self.parts]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of that name, None where there is none."""
        if cmd_name not in self.commands and cmd_name in self.parts:
            alone = typer.Typer(add_completion=False, rich_markup_mode=None)
            alone.registered_commands = [self.parts[cmd_name]]
            self.commands[cmd_name] = typer.main.get_command(alone)
        return super().get_command(ctx, cmd_name)

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, that of ``--help`` too; each reads its value by itself."""
        return taken_over(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the arguments of the command that is called."""
        with _refusing(ctx):
            rest: list[str] = super().parse_args(ctx, args)
        return rest

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the name of the command that is called, the command, and its arguments."""
        known = self.list_commands(ctx)
        if args[0] not in known:
            raise usage.no_command(args[0], known)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Return what the command returns that is called."""
        with _refusing(ctx):
            try:
                return super().invoke(ctx)
            except usage.UsageError:  # a command refuses for itself: here is none
                raise usage.no_command(None, self.list_commands(ctx)) from None

    def get_help_option_names(self, ctx: Any) -> list[str]:
        """Return ``-h`` and ``--help``, always in this order."""
        names = super().get_help_option_names(ctx)  # those of a set
        return [name for name in ctx.help_option_names if name in names]

    def get_help(self, ctx: Any) -> str:
        """Return the help page, which lists the commands."""
        return _page(self, ctx)
