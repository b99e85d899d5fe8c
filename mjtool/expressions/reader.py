"""Text to a checked expression: what may stand in ``when`` and ``times``.

The text is cut into words first, so that only the signs of the language reach Python's parser;
of the tree that comes back every node is checked. Nothing of the text is ever evaluated: what runs
is built from checked nodes (:mod:`mjtool.expressions.build`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from mjtool.errors import MjtoolError, did_you_mean
from mjtool.expressions.names import CALLS, NAMES, TEXTS, Kind
from mjtool.messages import Listed, Say
from mjtool.tiles import SUITS

LONGEST: Final = 500
"""Characters of an expression."""
DEEPEST: Final = 20
"""Levels of an expression: what stands inside what."""
_DIGITS: Final = 9

_WORD: Final = re.compile(
    r"(?P<space>\s+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<number>\d+)"
    r"|(?P<text>'[^'\\\n]*'|\"[^\"\\\n]*\")|(?P<sign>==|!=|<=|>=|[<>+\-*(),])",
    re.ASCII,
)
_WORDS_OF_PYTHON: Final = frozenset(("and", "or", "not"))
_TILES: Final = re.compile(r"(?:[1-9]+[mps]|[1-7]+z)+")
_ORDER: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class ExpressionError(MjtoolError, ValueError):
    """An expression that cannot be used; ``column`` counts its characters from 1."""

    def __init__(self, key: str, /, column: int, **data: object) -> None:
        super().__init__(key, column=column, **data)
        self.column = column


class Call(NamedTuple):
    """A name asked of some kinds of tile: ``kinds`` is a bit mask over the 34 kinds."""

    name: str
    kinds: int
    text: str

    def __str__(self) -> str:
        return f"{self.name}('{self.text}')"


class Expression(NamedTuple):
    """A checked expression: its text and tree, the kind of its value, and what it asks for.

    ``names`` and ``calls`` are facts of the reading, ``ids`` other patterns and bonuses.
    """

    text: str
    tree: ast.expr
    kind: Kind
    names: tuple[str, ...]
    calls: tuple[Call, ...]
    ids: tuple[str, ...]


def read_expression(text: str, wanted: Kind, ids: Mapping[str, Kind] = {}) -> Expression:
    """Return ``text`` as an expression of kind ``wanted``; ExpressionError tells what it is not.

    ``ids`` are the patterns (truths) and bonuses (numbers) that may be asked for; a name of the
    table always means what the table says.

    >>> read_expression("chows == 4 and only('19m')", "truth").calls
    (Call(name='only', kinds=257, text='19m'),)
    """
    _check_words(text)
    plain = _plain(text)
    try:
        tree = ast.parse(plain, mode="eval").body
    except SyntaxError as error:
        column = min(error.offset or len(plain) + 1, len(plain) + 1) + _shift(text)
        raise ExpressionError("bad_expression", column) from None
    reader = _Reader(text, ids)
    kind = reader.kind_of(tree, 1)
    if kind != wanted:
        raise reader.wrong(tree, wanted, kind)
    found = (tuple(reader.names), tuple(reader.calls), tuple(reader.ids))
    return Expression(text, tree, kind, *found)


def _plain(text: str) -> str:
    return re.sub(r"\s", " ", text).strip(" ")


def _shift(text: str) -> int:
    return len(text) - len(text.lstrip())


def column_of(text: str, node: ast.expr) -> int:
    """Return where a node of the tree of an expression stands in its text, counted from 1."""
    # Python counts bytes of UTF-8; only quoted texts may hold more than ASCII
    before = _plain(text).encode()[: node.col_offset].decode("utf-8", "ignore")
    return len(before) + _shift(text) + 1


def tree_of(text: str) -> ast.expr:
    """Return the tree of an expression that was read before, nobody else's."""
    return ast.parse(_plain(text), mode="eval").body


def kinds_of(text: str) -> int | None:
    """Return the kinds of a text of tiles as a bit mask; None where it is none.

    >>> bin(kinds_of("12m"))
    '0b11'
    """
    if not _TILES.fullmatch(text):
        return None
    mask, digits = 0, ""
    for char in text:
        if char.isdigit():
            digits += char
            continue
        first = SUITS.index(char) * 9
        for digit in digits:
            mask |= 1 << first + int(digit) - 1
        digits = ""
    return mask


def _check_words(text: str) -> None:
    """Raise ExpressionError for what is no word of the language, or too much of it."""
    if len(text) > LONGEST:
        raise ExpressionError("bad_expression.long", LONGEST + 1, most=LONGEST)
    at, depth, before, last = 0, 0, "", ""
    while at < len(text):
        found = _WORD.match(text, at)
        if found is None:
            raise ExpressionError("bad_expression.sign", at + 1, sign=repr(text[at]))
        word = found[0]
        if found.lastgroup == "number" and (len(word) > _DIGITS or (word[0] == "0" != word)):
            raise ExpressionError("bad_expression.number", at + 1, most=_DIGITS)
        kind = str(found.lastgroup)
        # Python would make one text of two, and numbers and texts of other kinds: 0x1, f'x'
        touching = at > 0 and not text[at - 1].isspace() and last not in _WORDS_OF_PYTHON
        if before == kind == "text" or (
            touching and (before, kind) in (("number", "name"), ("name", "text"))
        ):
            raise ExpressionError("bad_expression", at + 1)
        if kind != "space":
            before, last = kind, word
        depth += (word == "(") - (word == ")")
        if depth > DEEPEST:
            raise ExpressionError("bad_expression.deep", at + 1, most=DEEPEST)
        at = found.end()
    if not before:
        raise ExpressionError("bad_expression.empty", 1)


class _Reader:
    """The walk over a tree: it finds the kind of every node, and notes what is asked for."""

    def __init__(self, text: str, ids: Mapping[str, Kind]) -> None:
        self._text = text
        self._known = ids
        self.names: dict[str, None] = {}
        self.calls: dict[Call, None] = {}
        self.ids: dict[str, None] = {}

    def kind_of(self, node: ast.expr, level: int) -> Kind:  # noqa: PLR0911
        """Return the kind of a node's value, everything below it checked."""
        if level > DEEPEST:
            raise ExpressionError("bad_expression.deep", self._column(node), most=DEEPEST)
        match node:
            case ast.BoolOp(values=values):
                self._all(values, "truth", level)
                return "truth"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._all([operand], "truth", level)
                return "truth"
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
                self._all([operand], "number", level)
                return "number"
            case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult(), left=left, right=right):
                # a + b + c is one level for a person, however the tree leans
                self._all([left], "number", level - isinstance(left, ast.BinOp))
                self._all([right], "number", level)
                return "number"
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                self._compare(left, operator, right, level)
                return "truth"
            case ast.Compare(comparators=[_, second, *_]):
                raise ExpressionError("bad_expression.chain", self._column(second))
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.Call():
                return self._call(node)
            case ast.Constant(value=int() | str() as value) if not isinstance(value, bool):
                return "text" if isinstance(value, str) else "number"
        raise ExpressionError("bad_expression", self._column(node))

    def wrong(self, node: ast.expr, wanted: Kind, found: Kind) -> ExpressionError:
        """Return that the value of ``node`` is of another kind than is ``wanted``."""
        words = {"wanted": Say(f"kind.{wanted}"), "found": Say(f"kind.{found}")}
        return ExpressionError("wrong_type", self._column(node), **words)

    def _all(self, nodes: list[ast.expr], wanted: Kind, level: int) -> None:
        for node in nodes:
            found = self.kind_of(node, level + 1)
            if found != wanted:
                raise self.wrong(node, wanted, found)

    def _compare(self, left: ast.expr, operator: ast.cmpop, right: ast.expr, level: int) -> None:
        if isinstance(operator, _ORDER):
            self._all([left, right], "number", level)
            return
        if not isinstance(operator, ast.Eq | ast.NotEq):
            raise ExpressionError("bad_expression", self._column(right))
        first = self.kind_of(left, level + 1)
        second = self.kind_of(right, level + 1)
        if first != second:
            raise self.wrong(right, first, second)
        for name, text in ((left, right), (right, left)):
            if isinstance(name, ast.Name) and isinstance(text, ast.Constant):
                self._check_text(name.id, text)

    def _check_text(self, name: str, node: ast.Constant) -> None:
        """Raise ExpressionError for a text that a name can never be: the test would never hold."""
        values = TEXTS.get(name, ())
        if values and node.value not in values:
            listed = Listed(tuple(map(repr, values)), "list.words")
            data = {"name": repr(node.value), "choices": listed}
            raise ExpressionError("unknown_name.text", self._column(node), **data)

    def _name(self, node: ast.expr, name: str) -> Kind:
        if name in NAMES:
            self.names[name] = None
            return NAMES[name]
        if name in CALLS:
            raise ExpressionError("bad_expression.call", self._column(node), name=name)
        if name in self._known:
            self.ids[name] = None
            return self._known[name]
        raise self._unknown(node, name, [*NAMES, *CALLS, *self._known])

    def _call(self, node: ast.Call) -> Kind:
        if not isinstance(node.func, ast.Name):
            raise ExpressionError("bad_expression", self._column(node))
        name = node.func.id
        if name not in CALLS:
            if name in NAMES or name in self._known:
                raise ExpressionError("bad_expression.no_call", self._column(node), name=name)
            raise self._unknown(node, name, CALLS)
        match node.args:
            case [ast.Constant(value=str() as text)] if not node.keywords:
                kinds = kinds_of(text)
                if kinds is None:
                    column = self._column(node.args[0])
                    raise ExpressionError("bad_expression.tiles", column, text=repr(text))
                self.calls[Call(name, kinds, text)] = None
                return CALLS[name]
            case [argument]:
                raise ExpressionError("wrong_type.tiles", self._column(argument), name=name)
        raise ExpressionError("bad_expression.call", self._column(node), name=name)

    def _unknown(self, node: ast.expr, name: str, known: Iterable[str]) -> ExpressionError:
        hint = did_you_mean(name, known)
        return ExpressionError("unknown_name", self._column(node), name=repr(name), hint=hint)

    def _column(self, node: ast.expr) -> int:
        return column_of(self._text, node)
