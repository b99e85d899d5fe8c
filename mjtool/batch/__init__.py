"""Many hands at once, as numpy arrays: what ``mjtool`` answers for one hand, row by row.

Everywhere ``counts`` are the concealed tiles of n hands: an array of shape (n, 34), uint8, of kinds
m1..9 p1..9 s1..9 z1..7 (E S W N white green red). Whole numbers of other types are taken too; uint8
that lies row by row in memory is not copied; a read-only array or any view is fine. A hand
has 13 or 14 tiles, its fixed sets counted as three each. What else a row may have:

- ``fixed``: its fixed sets, shape (n, k), uint8, k at most 4: ``kernel.CHOW``, ``PUNG``,
  ``EXPOSED_KONG``, ``ADDED_KONG`` or ``CONCEALED_KONG`` plus a kind; ``NO_SET`` (255) is none.
- ``sets``: only how many fixed sets it has, shape (n,), uint8; their tiles are then not counted.
- ``wilds``: how many wild tiles it has beside the counts, flowers and those of no kind (0z), shape
  (n,), uint8. Tiles of a wild kind stand in the counts as any other.

``rules`` and, the same for all rows, ``wild``, ``indicator`` and ``no_wild`` are what they are in
:func:`mjtool.score`. ``threads`` share the rows, without the GIL. Arrays that cannot be meant are
refused with a RequestError, which names the first row that is no hand (0 is the first).

>>> hands = arrays(["123m456p789s1122z", "2223456m555666z"])
>>> shanten(hands.counts, "jipinghu").tolist()
[0, 0]
>>> [str(mask) for mask in completing(hands.counts, "jipinghu")]
['402653184', '109']
"""

from __future__ import annotations

try:
    import numpy as _  # noqa: F401
except ImportError:
    from mjtool.errors import MissingExtraError

    raise MissingExtraError("missing_extra.numpy") from None

from mjtool.batch.answers import columns, completing, is_complete, shanten, useful
from mjtool.batch.best import Best, best
from mjtool.batch.rows import NO_SET, NO_TILE, Hands, arrays

__all__ = [
    "NO_SET",
    "NO_TILE",
    "Best",
    "Hands",
    "arrays",
    "best",
    "columns",
    "completing",
    "is_complete",
    "shanten",
    "useful",
]
