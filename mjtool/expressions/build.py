"""Checked expressions to one function: all that a rule file defines, judged in one go.

The function takes the values of the facts it asks for (``v``, small numbers in the order of
:attr:`Program.asked`), those of the circumstances (``h``, see :func:`circumstances`), and what the
program itself knows of the reading (``k``); it returns the value of every definition, each worked
out once, after those that it asks for.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mjtool import kernel
from mjtool.expressions.names import CALLS, NAMES, TEXTS, Kind
from mjtool.expressions.reader import Call, Expression, kinds_of, tree_of
from mjtool.kernel import Asked
from mjtool.patterns import PATTERNS
from mjtool.patterns.facts import EVENTS, Circumstances

Known = Callable[[str], int]
"""What a predicate of the program shows for the reading at hand, by id."""

Told = bool | int | str
"""A value as a person reads it."""

Judge = Callable[[Sequence[int], Sequence[int], Known], tuple[int, ...]]

TEXT_CODES: Final = {text: code for code, text in enumerate(kernel.TEXTS)}
"""Facts that are texts are small numbers where they are judged."""

_TEXT_OF: Final = tuple(TEXT_CODES)

_OF_WINNER: Final = ("self_drawn", "dealer", *EVENTS, "robbed")
_OWN_WINDS: Final = {"seat_pungs": len(_OF_WINNER), "round_pungs": len(_OF_WINNER) + 1}
_NO_WIND: Final = 7  # shifts every bit of wind_pungs away
_WILD: Final = len(_OF_WINNER) + len(_OWN_WINDS)

_FACTS: Final = frozenset(NAMES) - {*_OF_WINNER, *_OWN_WINDS, "wild"}

WIND_PUNGS: Final = "wind_pungs"
"""A fact below the language: a bit for each wind that is a pung, E S W N."""


class Program(NamedTuple):
    """What a rule file defines, ready to be judged.

    ``ids`` name the values that ``judge`` returns; ``asked`` are the facts it must be given.
    """

    ids: tuple[str, ...]
    asked: tuple[str | Call, ...]
    judge: Judge
    expressions: Mapping[str, Expression]
    questions: Asked

    def told(
        self, id: str, values: Sequence[int], how: Sequence[int], known: Known
    ) -> list[tuple[str, Told]]:
        """Return what ``id`` asks for with its values, as a person reads them."""
        expression = self.expressions[id]
        shown = dict(zip(self.ids, self.judge(values, how, known), strict=True))
        found: list[tuple[str, Told]] = []
        for name in expression.names:
            value = self._value(name, values, how)
            found.append((name, _TEXT_OF[value] if name in TEXTS else _as(NAMES[name], value)))
        for call in expression.calls:
            value = values[self.asked.index(call)]
            found.append((str(call), _as(CALLS[call.name], value)))
        for each in expression.ids:
            if each in shown:
                found.append((each, _as(self.expressions[each].kind, shown[each])))
            else:
                found.append((each, _as("truth" if each in PATTERNS else "number", known(each))))
        return found

    def _value(self, name: str, values: Sequence[int], how: Sequence[int]) -> int:
        if name in _OF_WINNER:
            return how[_OF_WINNER.index(name)]
        if name in _OWN_WINDS:
            return values[self.asked.index(WIND_PUNGS)] >> how[_OWN_WINDS[name]] & 1
        if name == "wild":
            return how[_WILD]
        return values[self.asked.index(name)]


def _as(kind: Kind, value: int) -> Told:
    return bool(value) if kind == "truth" else value


def circumstances(how: Circumstances) -> tuple[int, ...]:
    """Return what a program is given of the circumstances."""
    events = [int(event in how.events) for event in EVENTS]
    winds = [_NO_WIND if wind is None else wind for wind in (how.seat, how.round)]
    robbed = int("robbing_kong" in how.events)
    return (int(how.self_drawn), int(how.seat == 0), *events, robbed, *winds, how.wild)


def ordered(expressions: Mapping[str, Expression]) -> tuple[str, ...] | str:
    """Return the ids so that each stands behind all it asks for; an id of a circle if there is one.

    What is not among ``expressions`` is the program's own and needs no order.
    """
    done: dict[str, None] = {}
    for start in expressions:
        path: list[str] = []
        stack = [(start, False)]
        while stack:
            id, leaving = stack.pop()
            if leaving:
                path.pop()
                done[id] = None
            elif id in path:
                return id
            elif id not in done and id in expressions:
                path.append(id)
                stack.append((id, True))
                stack += [(each, False) for each in reversed(expressions[id].ids)]
    return tuple(done)


def build(expressions: Mapping[str, Expression], order: Sequence[str]) -> Program:
    """Return ``expressions``, each behind what it asks for, as one program."""
    asked: dict[str | Call, int] = {}
    writer = _Writer(asked, {id: f"x{at}" for at, id in enumerate(order)})
    body: list[ast.stmt] = []
    for at, id in enumerate(order):
        value = writer.visit(tree_of(expressions[id].text))  # visiting changes a tree
        if expressions[id].kind == "number" and "-" in expressions[id].text:
            value = _at_least_0(value)
        body.append(ast.Assign([ast.Name(f"x{at}", ast.Store())], value))
    names: list[ast.expr] = [ast.Name(f"x{at}", ast.Load()) for at in range(len(order))]
    body.append(ast.Return(ast.Tuple(names, ast.Load())))
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg(name) for name in ("v", "h", "k")],
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )
    function = ast.FunctionDef("judge", arguments, body, [])
    module = ast.fix_missing_locations(ast.Module([function], []))
    space: dict[str, Any] = {"__builtins__": {}}
    exec(compile(module, "<rules>", "exec"), space)  # the tree is ours, node by node
    return Program(tuple(order), tuple(asked), space["judge"], dict(expressions), _questions(asked))


def _questions(asked: Iterable[str | Call]) -> Asked:
    return Asked((fact, 0) if isinstance(fact, str) else (fact.name, fact.kinds) for fact in asked)


class _Writer(ast.NodeTransformer):
    """Checked nodes to the nodes that run: names become places in ``v`` and ``h``."""

    def __init__(self, asked: dict[str | Call, int], own: Mapping[str, str]) -> None:
        self._asked = asked
        self._own = own

    def visit_Name(self, node: ast.Name) -> ast.expr:
        name = node.id
        if name in _OF_WINNER:
            return _at("h", _OF_WINNER.index(name))
        if name in _OWN_WINDS:
            wind = _at("h", _OWN_WINDS[name])
            shifted = ast.BinOp(self._fact(WIND_PUNGS), ast.RShift(), wind)
            return ast.BinOp(shifted, ast.BitAnd(), ast.Constant(1))
        if name == "wild":
            return _at("h", _WILD)
        if name in _FACTS:
            return self._fact(name)
        if name in self._own:
            return ast.Name(self._own[name], ast.Load())
        return ast.Call(ast.Name("k", ast.Load()), [ast.Constant(name)], [])

    def visit_Call(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Name)
        (argument,) = node.args
        assert isinstance(argument, ast.Constant)
        assert isinstance(argument.value, str)
        kinds = kinds_of(argument.value)
        assert kinds is not None
        return self._fact(Call(node.func.id, kinds, argument.value))

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str):
            return ast.Constant(TEXT_CODES.get(node.value, -1))
        return node

    def _fact(self, fact: str | Call) -> ast.expr:
        return _at("v", self._asked.setdefault(fact, len(self._asked)))


def _at_least_0(value: ast.expr) -> ast.expr:
    """Return how often something is earned, for whoever asks: a number below 0 is 0."""
    whole = ast.Name("n", ast.Load())
    kept = ast.NamedExpr(ast.Name("n", ast.Store()), value)
    return ast.IfExp(ast.Compare(kept, [ast.Gt()], [ast.Constant(0)]), whole, ast.Constant(0))


def _at(name: str, index: int) -> ast.expr:
    return ast.Subscript(ast.Name(name, ast.Load()), ast.Constant(index), ast.Load())
