"""Any log as a native one: what the readers make of it, written out."""

from collections.abc import Iterable, Iterator

from mjtool.game_log.events import EndHand, Event, StartGame, encode
from mjtool.game_log.finding import Finding
from mjtool.game_log.formats.native import Ahead, Block, event_of
from mjtool.game_log.settle import unpriced
from mjtool.game_log.spelling import canonical
from mjtool.kernel import plain_lines
from mjtool.table.fault import Fault
from mjtool.table.legality import PREFIX


def to_native(file: str, items: Iterable[Ahead]) -> Iterator[bytes | Finding]:
    r"""Yield native lines (line ends included) for the events, a finding for each fault.

    What no event was read from is left out, so that only a log without faults is converted whole.

    >>> from mjtool.game_log.events import Discard
    >>> list(to_native("a.txt", [(7, Discard(seat=1, tile="5z"))]))
    [b'{"type":"discard","seat":1,"tile":"5z"}\n']
    """
    is_native = True
    for line, event in _passed(items):
        if isinstance(event, bytes):
            yield event
            continue
        if isinstance(event, StartGame):
            is_native = not event.rules.startswith(PREFIX)
        elif isinstance(event, EndHand) and is_native:
            event = unpriced(event) or event  # noqa: PLW2901
        if isinstance(event, Fault):
            yield Finding.of(file, line, event)
        else:
            yield encode(canonical(event)) + b"\n"


def _passed(items: Iterable[Ahead]) -> Iterator[tuple[int, Event | Fault | bytes]]:
    """Yield ``items``, lines that would come out as they went in undecoded."""
    for line, item in items:
        if not isinstance(item, Block):
            yield line, item
            continue
        number, lines = item
        at = 0
        while at < len(lines):
            behind, taken = plain_lines(lines, at)
            if taken:
                yield number, lines[at:behind]
                number += taken
                at = behind
                if at == len(lines):
                    break
            behind = lines.index(b"\n", at) + 1
            text = lines[at : behind - 1]
            if not text or text.isspace():
                yield from Block(number, lines[at:]).events()
                break
            yield number, event_of(text, number)
            number += 1
            at = behind
