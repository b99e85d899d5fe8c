"""What predicates may know: the structure of one reading and the circumstances of the win.

The structure comes from the kernel as one 64-bit word (``kernel.FACT_FIELDS`` says which bits),
so that the same predicates serve a single hand and the census of every winning hand.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mjtool import kernel
from mjtool.kernel import FACT_FIELDS

EVENTS: Final = (
    "kong_draw",
    "robbing_kong",
    "last_tile",
    "triple_win",
    "heavenly_hand",
    "earthly_hand",
    "human_hand",
    "kong_discard",
    "last_discard",
    "before_discard",
)
"""Everything about a win that neither the tiles nor the seats tell, by id."""

STANDARD, SEVEN_PAIRS, THIRTEEN_ORPHANS, FOUR_WILDS = range(4)


class Circumstances(NamedTuple):
    """How a hand was won. ``seat`` and ``round`` are 0..3 for E S W N, None when unknown.

    ``self_drawn`` is what counts: a robbed kong is self-drawn where the rules say so. ``wild`` are
    the wild tiles held, ``wild_discarded`` those that the winner threw away.
    """

    self_drawn: bool
    seat: int | None = None
    round: int | None = None
    events: frozenset[str] = frozenset()
    wild: int = 0
    wild_discarded: int = 0


class Options(NamedTuple):
    """Rulings that a predicate needs, each a key of the rule file."""

    nine_gates: str = "pure"
    all_honors: str = "sets"


_DEFAULTS: Final = Options()


class Facts:
    """One reading under its circumstances; every predicate reads this and nothing else.

    The structural facts are the fields of ``kernel.FACT_FIELDS``, which kernel.pyi explains.
    """

    __slots__ = (*FACT_FIELDS, "how", "options")

    form: int
    chows: int
    pungs: int
    kongs: int
    exposed: int
    open_pungs: int
    fixed: int
    wind_pungs: int
    dragon_pungs: int
    pair_wind: int
    pair_dragon: int
    suits: int
    honors: int
    terminals: int
    simples: int
    pair_win: int
    quads: int
    nine_gates_shape: int
    nine_gates_wait: int
    dragons_again: int
    how: Circumstances
    options: Options

    def __init__(self, word: int, how: Circumstances, options: Options = _DEFAULTS) -> None:
        self.how = how
        self.options = options
        # All at once: predicates then read plain attributes, most of them several times.
        (
            self.form,
            self.chows,
            self.pungs,
            self.kongs,
            self.exposed,
            self.open_pungs,
            self.fixed,
            self.wind_pungs,
            self.dragon_pungs,
            self.pair_wind,
            self.pair_dragon,
            self.suits,
            self.honors,
            self.terminals,
            self.simples,
            self.pair_win,
            self.quads,
            self.nine_gates_shape,
            self.nine_gates_wait,
            self.dragons_again,
        ) = kernel.fields(word)

    @property
    def is_standard(self) -> bool:
        """Whether the reading is four sets and a pair."""
        return self.form == STANDARD

    def happened(self, event: str) -> bool:
        """Whether ``event``, one of EVENTS, belongs to the win."""
        return event in self.how.events
