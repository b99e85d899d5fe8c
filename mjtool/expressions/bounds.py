"""How large a number an expression can come to, found without any hand.

A rule file may multiply what it asks for, and what other definitions come to; numbers that no game
needs would cost time and memory without end.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from itertools import product
from typing import Final

from mjtool.expressions.names import NAMES
from mjtool.expressions.reader import Expression, ExpressionError, column_of

Bounds = tuple[int, int]
"""The least and the largest number."""

LARGEST: Final = 999_999_999
"""What any number of an expression may come to."""
MOST_ASKED: Final = 34
"""No fact and no bonus of the program is more: 34 kinds can be waited for, 18 tiles be held."""

_TRUTH: Final = (0, 1)
_FACT: Final = (0, MOST_ASKED)


def bounds_of(expression: Expression, ids: Mapping[str, Bounds]) -> Bounds:
    """Return what the value lies between, where the ``ids`` that are asked for lie so.

    Other ids are the program's own. Raises ExpressionError where a number may be too large.

    >>> from mjtool.expressions.reader import read_expression
    >>> bounds_of(read_expression("quads * 2 - 1", "number"), {})
    (-1, 67)
    """
    return _Walk(expression.text, ids).of(expression.tree)


class _Walk:
    """The walk over a checked tree, from the leaves up."""

    def __init__(self, text: str, ids: Mapping[str, Bounds]) -> None:
        self._text = text
        self._ids = ids

    def of(self, node: ast.expr) -> Bounds:
        match node:
            case ast.BinOp(op=operator, left=left, right=right):
                return self._small(node, _combined(operator, self.of(left), self.of(right)))
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
                least, most = self.of(operand)
                return (-most, -least) if isinstance(sign, ast.USub) else (least, most)
            case ast.Constant(value=int() as value):
                return value, value
            case ast.Name(id=name) if name not in NAMES:
                return self._ids.get(name, _FACT)
            case ast.Name() | ast.Call():
                return _FACT
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, ast.expr):
                self.of(inner)
        return _TRUTH

    def _small(self, node: ast.expr, found: Bounds) -> Bounds:
        if max(map(abs, found)) > LARGEST:
            raise ExpressionError("bad_expression.large", column_of(self._text, node), most=LARGEST)
        return found


def _combined(operator: ast.operator, one: Bounds, two: Bounds) -> Bounds:
    if isinstance(operator, ast.Add):
        return one[0] + two[0], one[1] + two[1]
    if isinstance(operator, ast.Sub):
        return one[0] - two[1], one[1] - two[0]
    corners = [first * second for first, second in product(one, two)]
    return min(corners), max(corners)
