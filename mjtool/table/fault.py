"""What is wrong with a piece of a log, or with a move at a table."""

from typing import Literal

from msgspec import Struct


class Fault(Struct, frozen=True, gc=False):
    """A piece of a log that is no event: the finding's code and what is told of it.

    ``type`` is the event type where it could be read; ``key`` names the message, a variant of
    ``code``; ``expected`` and ``found`` are shown beside it. ``hands`` counts the hands that it
    shows in, where one fault shows in several. ``lost`` is what a reader of foreign logs leaves
    out because of it, beside the piece itself: a whole ``hand``, or the rest of the ``game``, so
    that how that goes on or ends cannot be told.
    """

    code: str
    key: str
    type: str | None = None
    seat: int | None = None
    expected: object = None
    found: object = None
    hands: int = 1
    lost: Literal["hand", "game"] | None = None
