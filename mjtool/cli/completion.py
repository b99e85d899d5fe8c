"""Completion in bash, zsh and fish: what may stand where the cursor is, and how a shell learns it.

A shell runs the program with ``_MJTOOL_COMPLETE`` set and the words so far; each line of the answer
is a word that may stand there, a tab, and what is said of it. ``:files`` stands for the files that
the shell knows better how to list.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

from mjtool.cli import manual
from mjtool.errors import MjtoolError, RequestError
from mjtool.messages import Listed, is_chinese, text, texts
from mjtool.outputs import replacing

VARIABLE: Final = "_MJTOOL_COMPLETE"
SHELLS: Final = ("bash", "zsh", "fish")
FILES: Final = ":files"
_FOLDER: Final = Path(__file__).with_name("completions")


class Word(NamedTuple):
    """A word that may stand where the cursor is."""

    value: str
    about: str = ""


def answer(program: Any, shell: str, arguments: list[str], lang: str) -> None:
    """Write what may stand where the cursor is, a line each."""
    line = os.environ.get("COMP_LINE")
    words = _split(line)[1:] if shell == "bash" and line is not None else arguments
    *before, current = words or [""]
    cut = 0
    if shell == "bash":  # it replaces only what is behind the last of these
        cut = max(current.rfind("="), current.rfind(":")) + 1
    for word in candidates(program, before, current, lang):
        value = word.value if word.value == FILES else word.value[cut:]
        print(f"{value}\t{word.about}" if word.about and shell != "bash" else value)
    sys.stdout.flush()


def candidates(program: Any, before: list[str], current: str, lang: str) -> Iterator[Word]:
    """Yield the words that begin with ``current`` and may stand behind the words ``before``."""
    command, path, options, waiting, place = _walked(program, before)
    if waiting is not None:
        yield from _values(waiting, current, lang)
    elif current.startswith("-") and "=" in current and options:
        name, _, begun = current.partition("=")
        if name in options:
            for word in _values(options[name], begun, lang):
                yield word if word.value == FILES else Word(f"{name}={word.value}", word.about)
    elif current.startswith("-") and options:
        for param in dict.fromkeys(options.values()):
            for name in (*param.opts, *param.secondary_opts):
                if name.startswith(current) and (name.startswith("--") or len(current) < 3):
                    yield Word(name, _short(text(manual.key_of(param, path), lang)))
    elif command is not None and hasattr(command, "list_commands"):
        prefix = "" if path == "mjtool" else f"{path}."
        for name in command.list_commands(None):
            if name.startswith(current):
                yield Word(name, _short(manual.summary(prefix + name, lang)))
    elif place is not None:
        yield from _values(place, current, lang)


def _walked(program: Any, before: Iterable[str]) -> tuple[Any, str, dict[str, Any], Any, Any]:
    """Return where the words lead: command, its path and options, what waits for a value, where."""
    command, path = program, "mjtool"
    options, waiting, seen, bare = _options(command), None, 0, False
    for word in before:
        if waiting is not None:
            waiting = None
        elif word == "--" and not bare:
            bare = True
        elif word.startswith("-") and len(word) > 1 and not bare:
            name, equals, _ = word.partition("=")
            param = options.get(name)
            if param is not None and not equals and _takes_a_value(param):
                waiting = param
        elif hasattr(command, "list_commands"):
            found = command.get_command(None, word)
            if found is None:
                return None, path, {}, None, None
            path = word if path == "mjtool" else f"{path}.{word}"
            command, options = found, _options(found)
        else:
            seen += 1
    places = [each for each in command.params if each.param_type_name == "argument"]
    place = None
    for at, each in enumerate(places):
        if at == seen or (at < seen and each.nargs == -1):
            place = each
    return command, path, {} if bare else options, waiting, place


def _options(command: Any) -> dict[str, Any]:
    return {
        name: param
        for param in command.params
        if param.param_type_name == "option"
        for name in (*param.opts, *param.secondary_opts)
    }


def _takes_a_value(param: Any) -> bool:
    return not (getattr(param, "is_flag", False) or getattr(param, "count", False))


def _values(param: Any, current: str, lang: str) -> Iterator[Word]:
    """Yield what may be the value of an option or an argument: known by what stands for it."""
    metavar = param.metavar or ""
    begun = ""
    if metavar in _LISTS:
        begun = current[: current.rfind(",") + 1]
    words = metavar.split("|") if "|" in metavar else _KINDS.get(metavar, _nothing)(current, lang)
    for word in words:
        value, about = word if isinstance(word, Word) else Word(word)
        if value == FILES or (begun + value).startswith(current):
            yield Word(value if value == FILES else begun + value, about)


def _nothing(current: str, lang: str) -> Iterable[Word]:
    return ()


def _files(current: str, lang: str) -> Iterable[Word]:
    return (Word(FILES),)


def _rules(current: str, lang: str) -> Iterator[Word]:
    from mjtool.messages import name_of  # noqa: PLC0415
    from mjtool.rules import BUILTINS, load_rules  # noqa: PLC0415

    for name in BUILTINS:
        rules = load_rules(name)
        yield Word(name, name_of(rules.name, rules.name_en, lang))
    yield Word(FILES)


def _jobs(current: str, lang: str) -> Iterable[Word]:
    return (Word("auto"),)


def _clusters(current: str, lang: str) -> Iterable[Word]:
    return (Word("local"),)


def _seats(current: str, lang: str) -> Iterator[Word]:
    for name in "ESWN":
        chinese = texts("zh")[f"seat.{name}"]
        yield Word(name, chinese)
        if not current.isascii() or (is_chinese(lang) and not current):
            yield Word(text(f"seat.{name}", lang if is_chinese(lang) else "zh"), name)


def _named(key: str, names: Iterable[str], lang: str) -> Iterator[Word]:
    for name in names:
        yield Word(name, text(key.format(name), lang))


def _events(current: str, lang: str) -> Iterator[Word]:
    from mjtool.rules.model import EventName  # noqa: PLC0415

    names = get_args(EventName)
    yield from _named("event.{}", names, lang)
    if not current.isascii():
        spoken = lang if is_chinese(lang) else "zh"
        yield from (Word(text(f"event.{name}", spoken), name) for name in names)


def _kongs(current: str, lang: str) -> Iterator[Word]:
    """Yield ``SEAT:KIND`` and ``SEAT:KIND:FROM``, a part at a time."""
    from mjtool.rules.model import KongKind  # noqa: PLC0415

    parts = current.split(":")
    begun = ":".join(parts[:-1]) + ":" if len(parts) > 1 else ""
    if len(parts) == 2:
        yield from (
            Word(begun + kind, text(f"reason.{kind}_kong", lang)) for kind in get_args(KongKind)
        )
    elif len(parts) < 4:
        yield from (Word(begun + seat, texts("zh")[f"seat.{seat}"]) for seat in "ESWN")


def _codes(current: str, lang: str) -> Iterator[Word]:
    from mjtool.game_log import CODES  # noqa: PLC0415

    begun = current.rpartition(",")[2]
    for code in CODES:
        if code.startswith(begun):
            yield Word(code, text(code, lang))


def _styles(current: str, lang: str) -> Iterable[Word]:
    from mjtool.simulation import STYLES  # noqa: PLC0415

    return map(Word, STYLES)


def _outputs(current: str, lang: str) -> Iterator[Word]:
    from mjtool.schemas import NAMES, about  # noqa: PLC0415

    return (Word(name, about(name, lang)) for name in NAMES)


def _keys(current: str, lang: str) -> Iterable[Word]:
    """Return the keys of rule files, patterns among them, and a glob for all of a table."""
    from mjtool.rules import BUILTINS, load_rules  # noqa: PLC0415
    from mjtool.rules.toml import flat, tables  # noqa: PLC0415

    found = {key for name in BUILTINS for key, _ in flat(tables(load_rules(name)))}
    globs = {f"{key.rpartition('.')[0]}.*" for key in found if "." in key}
    return map(Word, sorted(found | globs))


def _patterns(current: str, lang: str) -> Iterator[Word]:
    from mjtool.rules import BUILTINS, load_rules  # noqa: PLC0415

    found = {
        id: rules.label(id, lang)
        for rules in map(load_rules, BUILTINS)
        for id in (*rules.patterns, *rules.bonuses)
    }
    return (Word(id, label) for id, label in found.items())


_KINDS: Final[Mapping[str, Callable[[str, str], Iterable[Word]]]] = {
    "rules": _rules,
    "A": _rules,
    "B": _rules,
    "jobs": _jobs,
    "cluster": _clusters,
    "seat": _seats,
    "event": _events,
    "kong": _kongs,
    "codes": _codes,
    "styles": _styles,
    "outputs": _outputs,
    "globs": _keys,
    "pattern": _patterns,
    "patterns": _patterns,
    "file": _files,
    "files": _files,
    "new_file": _files,
    "logs": _files,
    "log": _files,
    "cases": _files,
}
"""What gives the words, by what stands for a value in the help (``metavar``)."""
_LISTS: Final = frozenset({"codes", "patterns", "styles"})
"""Values that are several words with commas between them."""


def _short(told: str) -> str:
    """Return the first sentence of a text."""
    for end in ("。", "；", ". ", " [", "："):
        told = told.partition(end)[0]
    return told.rstrip(".")


def _split(line: str) -> list[str]:
    """Return the words of a command line up to the cursor; the last may be begun, or empty."""
    for closing in ("", "'", '"'):
        try:
            words = shlex.split(line + closing)
        except ValueError:
            continue
        return [*words, ""] if not closing and line[-1:].isspace() else words
    return line.split(" ")


def script(shell: str) -> str:
    """Return what a shell has to run to know how to complete."""
    return (_FOLDER / f"mjtool.{shell}").read_text("utf-8")


def shell_of(wanted: str | None) -> str:
    """Return the shell that is meant: as wanted, else the one that runs us, if it is known."""
    found = wanted
    if found is None:
        try:
            import shellingham  # noqa: PLC0415

            found = shellingham.detect_shell()[0]
        except Exception:  # none is told in a container, under a service
            found = Path(os.environ.get("SHELL", "")).name
    if found not in SHELLS:
        raise RequestError("bad_option.shell", known=Listed(SHELLS, "list.words"))
    return found


def install(shell: str) -> Path:
    """Write the script where ``shell`` finds it, and return the file; start files are added to."""
    home = Path.home()
    try:
        if shell == "fish":
            config = os.environ.get("XDG_CONFIG_HOME") or home / ".config"
            file = Path(config, "fish", "completions", "mjtool.fish")
            _write(file, script(shell))
        elif shell == "zsh":
            file = home / ".zfunc" / "_mjtool"
            _write(file, script(shell))
            start = Path(os.environ.get("ZDOTDIR") or home, ".zshrc")
            _add(start, "fpath+=~/.zfunc; autoload -Uz compinit; compinit")
        else:
            file = home / ".bash_completions" / "mjtool.sh"
            _write(file, script(shell))
            _add(home / ".bashrc", f"source {shlex.quote(str(file))}")
    except OSError as error:
        from mjtool.wording import of_os  # noqa: PLC0415

        raise MjtoolError("usage.file", file=error.filename, detail=of_os(error)) from None
    return file


def _write(file: Path, told: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with replacing(file) as out:
        out.write(told.encode())


def _add(file: Path, line: str) -> None:
    """Put a line at the end of a start file that does not have it."""
    old = file.read_text("utf-8") if file.exists() else ""
    if line not in old.splitlines():
        gap = "" if not old or old.endswith("\n") else "\n"
        with replacing(file) as out:
            out.write(f"{old}{gap}{line}\n".encode())
