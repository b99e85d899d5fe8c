"""Any log as a native one: what the readers make of it, written out."""

from collections.abc import Iterable, Iterator

from mjtool.game_log.events import EndHand, Event, StartGame, encode
from mjtool.game_log.finding import Finding
from mjtool.game_log.settle import unpriced
from mjtool.game_log.spelling import canonical
from mjtool.table.fault import Fault
from mjtool.table.legality import PREFIX


def to_native(file: str, items: Iterable[tuple[int, Event | Fault]]) -> Iterator[bytes | Finding]:
    r"""Yield a native line (its line end included) for each event, a finding for each fault.

    What no event was read from is left out, so that only a log without faults is converted whole.

    >>> from mjtool.game_log.events import Discard
    >>> list(to_native("a.txt", [(7, Discard(seat=1, tile="5z"))]))
    [b'{"type":"discard","seat":1,"tile":"5z"}\n']
    """
    is_native = True
    for line, event in items:
        if isinstance(event, StartGame):
            is_native = not event.rules.startswith(PREFIX)
        elif isinstance(event, EndHand) and is_native:
            event = unpriced(event) or event  # noqa: PLW2901
        if isinstance(event, Fault):
            yield Finding.of(file, line, event)
        else:
            yield encode(canonical(event)) + b"\n"
