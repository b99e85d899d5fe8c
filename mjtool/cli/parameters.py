"""Values of options and arguments, taken as they are written or read by our own readers.

The library below would have each value, given or not, checked by a validator that it builds for
the run, and loads pydantic for it: a third of a short run. Our readers (``values``) check all that
there is to check.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, get_args, get_origin

from mjtool.cli import usage

_AS_WRITTEN: Final[dict[Any, Callable[[Any], Any]]] = {str: str, Path: Path, bool: bool}


def taken_over(parameters: list[Any]) -> list[Any]:
    """Return the library's parameters, those that we know reading their values by themselves.

    Versions of the library that tell no types of their parameters are left alone.
    """
    for each in parameters:
        told = getattr(each, "type_descriptor", None)
        if told is None or isinstance(each.process_value, _Reader):
            continue
        annotation = told.annotation
        if get_origin(annotation) is list:
            (annotation,) = get_args(annotation)
        read = told.parameter_info.parser or _AS_WRITTEN.get(annotation)
        if read is not None:
            each.process_value = _Reader(each, read)
    return parameters


class _Reader:
    """What a parameter's value is, in the place of the library's ``process_value``."""

    def __init__(self, parameter: Any, read: Callable[[Any], Any]) -> None:
        self._parameter = parameter
        self._read = read

    def __call__(self, context: Any, value: Any) -> Any:
        """Return the value as the command gets it."""
        parameter, read = self._parameter, self._read
        if parameter.multiple or parameter.nargs == -1:
            value = [] if value is None else [read(each) for each in value]
        elif value is not None:
            value = read(value)
        if parameter.required and parameter.value_is_missing(value):
            raise usage.MissingParameter(ctx=context, param=parameter)
        if parameter.callback is not None:
            value = parameter.callback(context, parameter, value)
        return value
