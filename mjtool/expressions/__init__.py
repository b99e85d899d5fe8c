"""The small language in which a rule file defines its own patterns and bonuses."""

from mjtool.expressions.build import Program, build, circumstances, ordered
from mjtool.expressions.reader import Call, Expression, ExpressionError, read_expression

__all__ = [
    "Call",
    "Expression",
    "ExpressionError",
    "Program",
    "build",
    "circumstances",
    "ordered",
    "read_expression",
]
