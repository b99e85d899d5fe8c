"""How text is set: in colour or not, tiles as words, pictures or letters, within some columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from mjtool.messages import texts
from mjtool.notation import WRITTEN, unicode_tile
from mjtool.render.columns import JOINER, fitted, width, wrapped
from mjtool.tiles import Piece

_COLORS: Final = {"m": 31, "p": 36, "s": 32, "z": 35, "f": 33}
_RUN: Final = re.compile(r"([0-9]+)([mpszf])")
_WORDS: Final = "zh"
"""The language whose words stand for tiles where a language has none of its own."""


class Look(NamedTuple):
    """What the place where text is shown can show."""

    colored: bool = False
    tiles: str = "mpsz"
    """``words``, ``unicode`` or ``mpsz``."""
    columns: int = 0
    """The width of the screen; 0 where text is no table for a person: a pipe, a file."""

    def bold(self, text: str) -> str:
        """Return ``text`` that stands out; the mark beside it must tell the same."""
        return f"\033[1m{text}\033[22m" if self.colored else text

    def alarm(self, text: str) -> str:
        """Return ``text`` as something wrong; it must tell so itself."""
        return f"\033[31m{text}\033[39m" if self.colored else text

    def tile(self, tile: Piece, lang: str) -> str:
        """Return a tile.

        >>> from mjtool.tiles import Tile
        >>> Look(tiles="words").tile(Tile.parse("3m"), "zh-hant")
        '三萬'
        """
        return self._run(str(tile)[0], str(tile)[1], lang)

    def hand(self, text: str, lang: str) -> str:
        """Return the tiles in canonical text, with all that stands between them.

        >>> Look(tiles="words").hand("[222p](7777z)333m44s", "zh")
        '[二二二筒] (中中中中) 三三三万 四四条'
        """
        if self.tiles == "mpsz" and not self.colored:
            return text
        shown = _RUN.sub(lambda found: self._run(found[1], found[2], lang) + "\0", text)
        # letters stay as they may be copied; words and pictures are kept apart
        gap = "" if self.tiles == "mpsz" else " "
        shown = re.sub("\0(?=[^]) \0+!-])", gap, shown).replace("\0", "")
        return re.sub(r"(?<=[\])])(?=[^ ])", gap, shown)

    def counted(self, tiles: Iterable[tuple[Piece, int]], lang: str) -> str:
        """Return tiles, each with a number."""
        times = ":" if self.tiles == "mpsz" else f"{JOINER}×" if self.columns else "×"
        return " ".join(f"{self.tile(tile, lang)}{times}{left}" for tile, left in tiles)

    def _run(self, ranks: str, suit: str, lang: str) -> str:
        names = [rank + suit for rank in ranks]
        if self.tiles == "mpsz" or not all(name in WRITTEN for name in names):
            shown = ranks + suit
        elif self.tiles == "unicode":
            shown = "".join(unicode_tile(WRITTEN.index(name)) for name in names)
        else:
            shown = _joined([_word(name, lang) for name in names], suit, lang)
        if self.columns and not shown.isascii():
            shown = JOINER.join(shown)
        return f"\033[{_COLORS[suit]}m{shown}\033[39m" if self.colored else shown

    def fit(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield ``lines``, those too long for the screen broken, the rest of each further in."""
        for line in lines:
            yield from fitted(line, self.columns) if self.columns else (line,)

    def toml(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines of a TOML file; the comment of a long one stands before it."""
        for line in lines:
            value, comment = _commented(line) if 0 < self.columns < width(line) else (line, "")
            if comment:
                indent = re.match(" *", line)[0]  # type: ignore[index]  # matches everything
                for each in wrapped(comment, self.columns - len(indent) - 2):
                    yield f"{indent}# {each}"
            if value or not comment:
                yield value

    def command(self, line: str) -> Iterator[str]:
        """Yield a command, broken for a narrow screen as a shell reads it on."""
        room = self.columns - len(_GOES_ON) - 2
        first, *rest = wrapped(line, room, room - 4) if self.columns else [line]
        lines = [f"  {first}", *(f"      {each}" for each in rest)]
        yield from (*(each + _GOES_ON for each in lines[:-1]), lines[-1])


_GOES_ON: Final = " \\"
PLAIN: Final = Look()


def _commented(line: str) -> tuple[str, str]:
    """Return a line of TOML without its comment, and the comment; it may be all of the line."""
    if line.lstrip().startswith("#"):
        is_key = re.match(r"[# ]*[\w.\"-]+ = ", line)  # to be used by whoever takes away the #
        return (line, "") if is_key else ("", line.lstrip("# "))
    import tomllib  # noqa: PLC0415  # most runs show no TOML

    for found in re.finditer(" +# ", line):
        try:
            tomllib.loads(line[: found.start()])
        except tomllib.TOMLDecodeError:
            continue  # inside of a text
        return line[: found.start()], line[found.end() :]
    return line, ""


def _word(name: str, lang: str) -> str:
    key = f"tile.{name}"
    return texts(lang).get(key) or texts(_WORDS)[key]


def _joined(words: Sequence[str], suit: str, lang: str) -> str:
    """Return words of one suit side by side, the word of the suit once, if all end with it.

    Only a language that is written without spaces has such words (``tile.suit.m``).
    """
    own = texts(lang)
    first = next(name for name in WRITTEN if name.endswith(suit))
    named = own if f"tile.{first}" in own else texts(_WORDS)
    end = named.get(f"tile.suit.{suit}")
    if end is None:
        return " ".join(words)
    if not end or len(words) == 1 or not all(word.endswith(end) for word in words):
        return "".join(words)
    return "".join(word.removesuffix(end) for word in words) + end
