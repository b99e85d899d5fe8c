"""Exact answers about counts of tiles: shanten, useful kinds, readings and their facts.

Everywhere ``counts`` are the concealed tiles: 34 uint8, each at most 4, of kinds m1..9 p1..9 s1..9
z1..7 (E S W N white green red), as ``bytes`` (fastest) or any C-contiguous buffer. ``sets`` is the
number of fixed sets; there are 13 - 3 * sets or 14 - 3 * sets concealed tiles. ``forms`` adds up
1 standard, 2 thirteen orphans, 4 seven different pairs, 8 seven pairs with four alike as two; with
fixed sets only the standard form remains. A mask has bit k for kind k.

Arguments that are no hand raise ValueError or TypeError, which say what is wrong.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Literal, TypeVar, overload

from typing_extensions import Buffer

_T = TypeVar("_T")

#: A reading is bytes of codes, a code the number here plus a kind: of a chow its lowest tile.
CHOW: Final[int]  # 0
PUNG: Final[int]  # 34
EXPOSED_KONG: Final[int]  # 68
ADDED_KONG: Final[int]  # 102
CONCEALED_KONG: Final[int]  # 136
PAIR: Final[int]  # 170
THIRTEEN_ORPHANS: Final[int]  # 204, plus the kind that is there twice

#: Where each field of a facts word is: name -> (lowest bit, number of bits). ``form`` is 0
#: standard, 1 seven pairs, 2 thirteen orphans; ``pungs`` count kongs too; ``exposed`` are the fixed
#: sets that are no concealed kong; ``open_pungs`` those of them that are no chow; ``wind_pungs``
#: and ``pair_wind`` have a bit each for E S W N, ``dragon_pungs`` and ``pair_dragon`` for white,
#: green, red (the pair: of the standard form), ``suits`` for m p s; ``pair_win``: the winning
#: tile's kind is the pair of the standard form; ``quads``: seven pairs with four alike;
#: ``nine_gates_shape``: concealed, one suit, holds 1112345678999; ``nine_gates_wait``: and is just
#: that without the winning tile; ``dragons_again`` counts the dragon pungs beyond the first of a
#: kind, which only wild tiles make.
FACT_FIELDS: Final[dict[str, tuple[int, int]]]

#: ``stored_bytes`` (in the binary), ``expanded_bytes`` (in memory), ``expand_ns`` (taken at
#: import), ``suit_classes``, ``honor_classes``, ``suit_pair_classes``, ``mixed_classes``, ``path``.
TABLE_INFO: Final[dict[str, int | str]]

def shanten(
    counts: Buffer, sets: int = 0, forms: int = 3, wilds: int = 0, any_copies: bool = False
) -> int:
    """Return the shanten: -1 complete, 0 ready.

    The concealed target takes at most four of a kind, with ``any_copies`` any number; the tiles of
    fixed sets are not counted (``limited_shanten`` does). Of 3n + 2 tiles: the tiles missing, less
    one. ``wilds`` wild tiles are concealed beside the counts, which are so many fewer.
    """

def shanten_batch(counts: Buffer, sets: int = 0, forms: int = 3, threads: int = 1) -> array[int]:
    """Return the shanten of each row of an (N, 34) buffer as N int8; an error names the row."""

def useful(
    counts: Buffer, sets: int = 0, forms: int = 3, wilds: int = 0, any_copies: bool = False
) -> int:
    """Return the mask of kinds that lower the shanten, without those of which four are held.

    Of 3n + 2 tiles: kinds with which fewer tiles would be missing (drawn in exchange for another).
    """

def useful_batch(counts: Buffer, sets: int = 0, forms: int = 3, threads: int = 1) -> array[int]:
    """Return the ``useful`` mask of each row of an (N, 34) buffer as N uint64."""

@overload
def rows_batch(
    question: Literal["shanten", "is_complete"],
    counts: Buffer,
    forms: int,
    used: Buffer | None = None,
    sets: Buffer | None = None,
    wilds: Buffer | None = None,
    gone: int = 0,
    lacks: int = 0,
    any_copies: bool = False,
    ignore_sets: bool = False,
    threads: int = 1,
) -> array[int]:
    """Return the answer for each row of an (N, 34) buffer: N int8, a truth is 1.

    What each row has beside its natural concealed tiles: ``used``, (N, 34), as in
    ``limited_shanten``, or for all rows four of each kind of the mask ``gone``; ``sets``, N numbers
    of fixed sets; ``wilds``, N numbers of wild tiles where there are some in the game. 127 is the
    shanten of a row without any form. ``ignore_sets``: nothing is used. An error names the first
    row that is no hand.
    """

@overload
def rows_batch(
    question: Literal["useful", "completing"],
    counts: Buffer,
    forms: int,
    used: Buffer | None = None,
    sets: Buffer | None = None,
    wilds: Buffer | None = None,
    gone: int = 0,
    lacks: int = 0,
    any_copies: bool = False,
    ignore_sets: bool = False,
    threads: int = 1,
) -> array[int]:
    """Return N masks, uint64; completing kinds, those that can come, are asked of 3n + 1 tiles."""

@overload
def rows_batch(
    question: str,
    counts: Buffer,
    forms: int,
    used: Buffer | None = None,
    sets: Buffer | None = None,
    wilds: Buffer | None = None,
    gone: int = 0,
    lacks: int = 0,
    any_copies: bool = False,
    ignore_sets: bool = False,
    threads: int = 1,
) -> array[int]:
    """Return the one or the other."""

def facts_batch(
    counts: Buffer,
    fixed: Buffer | None,
    sets: Buffer | None,
    wins: Buffer,
    forms: int,
    threads: int = 1,
) -> tuple[array[int], array[int]]:
    """Return the ``facts`` words of full hands, row after row, and how many each row has.

    ``fixed`` are (N, 4) codes of which the first ``sets`` of a row count; ``wins`` N kinds.
    """

def is_complete(counts: Buffer, sets: int = 0, forms: int = 3) -> bool:
    """Return whether the counts and ``sets`` fixed sets are a complete hand.

    Here, and where complete hands are read, wild tiles may have brought counts above four.
    """

def readings(counts: Buffer, sets: int = 0, forms: int = 3) -> list[bytes]:
    """Return every reading of the concealed counts, in a fixed order; none if not complete.

    Standard: 4 - sets set codes by ascending kind, a chow before a pung, then the pair's code.
    Seven pairs: seven pair codes, twice the same for four alike. Thirteen orphans: one code.
    """

def fields(word: int) -> tuple[int, ...]:
    """Return the value of each field of a facts word, in the order of ``FACT_FIELDS``."""

def facts(counts: Buffer, fixed: Buffer, win: int, forms: int = 3) -> tuple[int, ...]:
    """Return a facts word (``FACT_FIELDS``) for each of ``readings(counts, len(fixed), forms)``.

    ``fixed`` are the codes of up to four fixed sets, ``win`` the kind of the winning tile, which
    ``counts`` hold. Suits, honors, terminals and simples are of all tiles, fixed sets too.
    """

QUESTIONS: Final[dict[str, int]]
"""What :class:`Asked` can ask of a reading, by name; ``fact.NAME`` in the languages tells of it."""
TEXTS: Final[tuple[str, ...]]
"""The texts that the answers to ``form`` and ``wait`` stand for."""

class Asked:
    """Questions, each a name and the mask of kinds that it is asked of, in the order of answers."""

    number: int
    def __init__(self, questions: Iterable[tuple[str, int]]) -> None: ...

def sights(
    counts: Buffer, fixed: Buffer, win: int, forms: int, given: bool, asked: Asked
) -> tuple[tuple[int, bytes], ...]:
    """Return (facts word, answers) for each reading and place of the winning tile in it.

    ``given``: another seat gave the winning tile. Answers are one byte for each question.
    """

def places(counts: Buffer, fixed: Buffer, win: int, forms: int = 3) -> tuple[tuple[int, int], ...]:
    """Return (number of the reading, code of the place) for each of ``sights``, in their order.

    A place is the code of the set or pair in which the winning tile stands; the tile's kind where
    the reading is not of the standard form.
    """

@overload
def wild_sights(
    naturals: Buffer,
    fixed: Buffer,
    forms: int,
    given: bool,
    asked: None,
    wilds: int,
    win: int,
    win_at: int = 0,
    any_copies: bool = False,
    lacks: int = 0,
) -> tuple[tuple[int, ...], tuple[bytes, ...]]:
    """Return the facts words of all that ``wilds`` wild tiles can stand for, and assignments.

    ``naturals`` are the counts of the other concealed tiles; together they are 3n + 2. ``win`` is
    the kind of the winning tile, which they hold, or -1: a wild tile won, the one at ``win_at`` of
    the wild tiles as they are written, and the kind it stands for is the winning one. No tile
    stands for a kind of the mask ``lacks``; at most four alike are concealed but with
    ``any_copies``. Each word is there once, beside it the least assignment that comes to it, in
    some reading: a kind for each wild tile as written. They stand by rising assignment, so the
    first of equals has the least one.
    """

@overload
def wild_sights(
    naturals: Buffer,
    fixed: Buffer,
    forms: int,
    given: bool,
    asked: Asked,
    wilds: int,
    win: int,
    win_at: int = 0,
    any_copies: bool = False,
    lacks: int = 0,
) -> tuple[tuple[tuple[int, bytes], ...], tuple[bytes, ...]]:
    """Return the same of ``sights``: facts words with the answers to what is asked."""

def assignments(
    naturals: Buffer, sets: int, forms: int, wilds: int, any_copies: bool = False, lacks: int = 0
) -> list[bytes]:
    """Return every multiset of kinds with which a hand is complete, each rising, in order."""

def count_assignments(
    naturals: Buffer, sets: int, forms: int, wilds: int, any_copies: bool = False, lacks: int = 0
) -> int:
    """Return how many ``assignments`` there are, without making them."""

class OwnCensus:
    """The parts of all hands without fixed sets that win in ``forms``, by what ``asked`` asks.

    A question ``waits`` stands with the forms in place of its kinds.
    """

    number: int
    def __init__(self, asked: Asked, forms: int = 11) -> None: ...

class OwnWalk:
    """One of so many shares of the walk over all winning hands, each of their tiles winning."""

    def __init__(self, census: OwnCensus, share: int = 0, shares: int = 1) -> None: ...
    def find(self) -> list[tuple[int, bytes]]:
        """Return the distinct sights of this share: facts word and answers. Without the GIL."""

    def count(
        self, rank_a: Buffer, result_a: Buffer, rank_b: Buffer, result_b: Buffer
    ) -> tuple[int, list[tuple[int, int, int, int, bytes, int]]]:
        """Return how many hands win on a side, and the changes.

        Ranks and results are uint32, one for each sight of ``find``, by side: the higher rank is
        the better reading, 0 none; equal results are worth the same, 0 is no win. A change is
        (best sight of a or -1, of b, hands, ways, counts of one of them, its winning kind), for
        the first winning tile under which they differ.
        """

class WildCensus:
    """The parts of all hands without fixed sets that win with ``wilds`` wild tiles, 0 to 4.

    ``become`` are the kinds that a wild tile may stand for, ``drawn`` those of natural tiles, both
    as bits; ``any_copies``: more than four of a kind may come about by them. ``plain`` is the wild
    kind where a side sees it as an ordinary one. ``waits`` cannot be asked with wild tiles.
    """

    def __init__(
        self,
        asked: Asked,
        forms: int,
        wilds: int,
        become: int,
        drawn: int,
        any_copies: bool = False,
        plain: int | None = None,
    ) -> None: ...

class WildWalk:
    """One of so many shares of the walk over them, each of their tiles winning, a wild one too."""

    def __init__(self, census: WildCensus, share: int = 0, shares: int = 1) -> None: ...
    def find(self) -> list[tuple[int, bytes, bool]]:
        """Return the distinct sights of this share: facts word, answers, whether a plain one."""

    def count(
        self,
        rank_a: Buffer,
        result_a: Buffer,
        rank_b: Buffer,
        result_b: Buffer,
        least_a: int = 0,
        least_b: int = 0,
    ) -> tuple[int, list[tuple[int, int, int, int, bytes]]]:
        """Return what ``OwnWalk.count`` returns, without a winning kind.

        Ways and examples are of natural tiles. ``least`` is the result of a side that reads nothing
        in a hand of the walk: 0, or what its wild tiles win by themselves.
        """

def wild_shantens(
    counts: Buffer,
    kinds: int,
    others: int = 0,
    sets: int = 0,
    forms: int = 3,
    any_copies: bool = False,
    lacks: int = 0,
) -> tuple[int, int | None, int | None, int]:
    """Return the shanten of the standard form, of seven pairs, of thirteen orphans, and a number.

    None stands for a form that is not asked. The number is how many tiles are wild: those of the
    mask ``kinds`` and ``others``, which are of no kind. Of the mask ``lacks`` there are no tiles,
    and no wild tile stands for one.
    """

def limited_shanten(
    counts: Buffer,
    used: Buffer,
    sets: int,
    forms: int = 1,
    wilds: int | None = None,
    any_copies: bool = False,
    lacks: int = 0,
) -> int:
    """Return the exact shanten beside own fixed sets.

    ``used`` are the 34 counts of the tiles in them, four for a kong, and four of each kind that the
    set lacks. Without ``wilds`` the concealed target takes at most ``4 - used[k]`` of kind k.

    Where there are wild tiles in the game (``wilds`` is their number in the hand, 0 too), fixed
    sets limit nothing, as a wild tile may stand for the fifth: the target takes none of the kinds
    of the mask ``lacks`` and four of any other, or any number with ``any_copies``. ``used`` then
    tells only what can come, here and below: four of wild kinds too, which are no natural tiles.
    """

def limited_useful(
    counts: Buffer,
    used: Buffer,
    sets: int,
    forms: int = 1,
    wilds: int | None = None,
    any_copies: bool = False,
    lacks: int = 0,
) -> int:
    """Return the mask of kinds that lower ``limited_shanten``; never one held four times."""

def limited_discards(
    counts: Buffer,
    used: Buffer,
    sets: int,
    forms: int = 1,
    wilds: int | None = None,
    any_copies: bool = False,
    lacks: int = 0,
) -> tuple[tuple[int, int, int], ...]:
    """Return (kind, shanten, useful mask) after each discard of 3n + 2 tiles, by ascending kind.

    A kind of which four are left in hand and sets after the discard is not in its mask; one whose
    fourth was just thrown is, when it lowers the shanten. Wild tiles are not thrown here.
    """

def completing(
    counts: Buffer,
    used: Buffer,
    sets: int,
    forms: int = 1,
    wilds: int | None = None,
    any_copies: bool = False,
    lacks: int = 0,
) -> tuple[int, int]:
    """Return the masks of kinds that complete 3n + 1 tiles: live ones, and dead ones.

    Dead are those that would complete the hand, but hand and sets hold all four.
    """

def distance(
    counts: Buffer,
    used: Buffer,
    sets: int,
    wishes: Iterable[tuple[int, int, int, int, int | None, bool, bool]],
    wilds: int | None = None,
    any_copies: bool = False,
    lacks: int = 0,
) -> tuple[int, int] | None:
    """Return the tiles missing from the nearest of ``wishes`` and the mask of kinds that lower it.

    A wish is a kind of complete hand of the standard form: the masks of chows (by their lowest
    kind), pungs and pairs allowed beside the ``sets`` fixed sets; the mask of pungs and the pair
    (or None) that must be there as well; whether something of the suits, of the honors must be
    there. None where no wish can come true. Wild tiles as in ``limited_shanten``: what they stand
    for is missing no more.
    """

class Points:
    """What hands are worth: ``ask`` is called once for each facts word, and remembered.

    With ``asked`` it is called for what :func:`sights` of a hand that was drawn returns, and its
    answer is what the hand is worth. With ``wilds``, for a game with wild tiles, it is called for
    the sights that :func:`wild_sights` returns, and the number of wild tiles in the hand.
    """

    @overload
    def __init__(self, ask: Callable[[int], float]) -> None: ...
    @overload
    def __init__(
        self, ask: Callable[[tuple[tuple[int, bytes], ...]], float], asked: Asked
    ) -> None: ...
    @overload
    def __init__(
        self, ask: Callable[[tuple[int, ...], int], float], asked: None, wilds: Literal[True]
    ) -> None: ...
    @overload
    def __init__(
        self,
        ask: Callable[[tuple[tuple[int, bytes], ...], int], float],
        asked: Asked,
        wilds: Literal[True],
    ) -> None: ...

def solo(
    counts: Buffer,
    used: Buffer,
    left: Buffer,
    fixed: bytes,
    forms: int,
    draws: int,
    swaps: int,
    discards: Sequence[int | None],
    points: Points,
    figures: int = 7,
    budget: int = 1 << 20,
    cores_from: int = 3,
    wilds: int | None = None,
    wilds_left: int = 0,
    any_copies: bool = False,
    lacks: int = 0,
) -> tuple[tuple[float, float, float] | None, ...]:
    """Return (win, ready, value) after each of ``discards``, playing on alone for ``draws`` draws.

    ``discards`` are kinds of 3n + 2 tiles, or one None for 3n + 1 tiles as they are; ``left`` are
    the copies in the wall, ``fixed`` the codes of the fixed sets. ``figures`` adds up 1 win,
    2 ready, 4 value; one not asked for is 0. A row is None where ``budget``, the number of hands
    that may be looked at, did not last; give first what matters most. ``cores_from`` is the shanten
    from which on hands that come to the same figures are looked at once: it changes the time only.

    Where there are wild tiles in the game, ``wilds`` are held and ``wilds_left`` in the wall, and
    so many fewer naturals, as in ``limited_shanten``; 34 among ``discards`` throws a wild tile.
    Each that is drawn is kept.
    """

def complete_parts(
    part: int,
) -> list[
    tuple[
        tuple[int, bool, int | None, tuple[int, ...], frozenset[tuple[int, ...]]], int, int, bytes
    ]
]:
    """Return every kind of complete part: 0..2 a suit, 3 the honors; 21,743 vectors of a suit.

    A kind is the number of sets (0 to 4), whether there is a pair, the facts word among seven pairs
    (None where the tiles are no pairs), the facts words as sets, sorted, and those that it has with
    one or another of its tiles winning. Then how many count vectors are of this kind, in how many
    ways four of each tile give them, and the first of them in the order of base-5 numbers.
    """

def paired_parts(part: int) -> list[tuple[tuple[int, int, int], int, int, bytes]]:
    """Return every kind of part that is nothing but pairs, as ``complete_parts`` does.

    A kind is the number of pairs, the number of pairs beside the sets that the tiles split into
    as well (-1: they do not), and the facts word among seven pairs.
    """

def orphan_part(part: int) -> int:
    """Return the facts word of a part of thirteen orphans."""

def together(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Return the facts words of hands, ``first`` and ``second`` being those of two parts.

    All of one with all of the other, in ascending order, each but once. A fact of several parts is
    the sum of theirs, or their bits together, as the fact has it; 0 is the word of no part.
    """

def is_filled(
    naturals: Buffer, sets: int, forms: int, wilds: int, any_copies: bool = False, lacks: int = 0
) -> bool:
    """Return whether 3n + 2 tiles, ``naturals`` and so many wild ones, are complete.

    Of a kind at most four are concealed, wild tiles as what they stand for, but for
    ``any_copies``; nothing stands for the kinds of the mask ``lacks``.
    """

def filling(
    naturals: Buffer, sets: int, forms: int, wilds: int, any_copies: bool = False, lacks: int = 0
) -> int:
    """Return the kinds that complete 3n + 1 tiles as :func:`is_filled` has it, as a mask."""

class Chance:
    """A stream of chance that depends on its seed alone: the numbers of ``random.Random(seed)``."""

    def __init__(self, seed: str) -> None: ...
    def random(self) -> float: ...
    @overload
    def randrange(self, start: int) -> int: ...
    @overload
    def randrange(self, start: int, stop: int) -> int: ...
    def choice(self, choices: Sequence[_T]) -> _T: ...
    def shuffle(self, items: list[Any]) -> None: ...

class Holding:
    """The tiles of one seat: ``counts`` concealed, ``used`` in the fixed sets of ``codes``.

    ``shanten`` and ``waits`` are of the 3n + 1 tiles that it held when it was settled last.
    ``barred``: the kinds it may not win on until it moves, as a mask; ``passed``: what it let go.
    ``draws`` and ``discards`` count; it claims no more than ``most_sets``. The two flags say that
    its discards and its claims follow from its tiles alone, as a greedy player's.
    """

    counts: bytearray
    used: bytearray
    codes: list[int]
    number: int
    draws: int
    discards: int
    shanten: int
    barred: int
    passed: int | None
    plain_discards: bool
    plain_claims: bool
    wilds: int
    has_wild: bool
    any_copies: bool
    most_sets: int
    def __init__(self, number: int, forms: int, used: bytes) -> None: ...
    def play_with_wild(self, lacking: bytes, any_copies: bool) -> None:
        """Take note that tiles may be wild: they are ``wilds``, and no ``counts``.

        ``lacking`` is 4 for kinds that the set lacks; ``any_copies``: more than four may be alike.
        """

    def find_waits(self) -> int:
        """Return the tiles that complete 3n + 1 tiles, wild ones among them; for players to say."""

    def fills(self) -> bool:
        """Return whether 3n + 2 tiles win, wild ones among them; for players to say."""

    @property
    def waits(self) -> int:
        """The kinds that complete the 3n + 1 tiles, as a mask."""

    @property
    def is_complete(self) -> bool:
        """Whether the 3n + 2 tiles win."""

    def settle(self) -> None:
        """Take stock after the tiles have changed to 3n + 1."""

    def changed(self) -> None:
        """Forget the waits: the tiles have changed."""

    def now(self) -> int:
        """Return the shanten of the 3n + 2 tiles."""

    def after(self, code: int) -> int:
        """Return the shanten with one more pung or kong laid open, one tile of it claimed or drawn.

        An added kong takes the place of its pung.
        """

    def after_chow(self, low: int, tile: int) -> int:
        """Return the shanten with a chow from ``low`` on, for which ``tile`` is claimed."""

    def best_discards(self, visible: Buffer, spared: list[int]) -> list[int]:
        """Return the discards of a greedy player that nothing decides between.

        Of the least shanten those with the most useful tiles to come, by what is ``visible``; of
        these the honors, or else terminals before others. None that is to be ``spared``, unless
        all are.
        """

#: Where the turns of a hand stop for somebody to think.
ACT: Final[int]
DISCARD: Final[int]
OTHERS: Final[int]
CLAIM: Final[int]
DRAW: Final[int]

class Turns:
    """The turns of one hand: four holdings, the wall, what lies open, whose turn it is.

    ``wall`` is drawn from ``front``, replacements from below ``tail``; ``reserve`` tiles stay.
    ``drawn`` is the tile drawn last, ``thrown`` the one discarded last. ``is_quick``: :meth:`go`
    may play on; ``may_win``: discards can be won on; ``own_waits``: a seat lets its own go too.
    ``wild``: the mask of wild tiles, which can be won on where ``may_win_wild``.
    """

    wall: list[int]
    opening: list[int]
    kongs: list[Any]
    events: list[Any] | None
    visible: bytearray
    front: int
    tail: int
    reserve: int
    turn: int
    drawn: int
    thrown: int
    discards: int
    after_kong: bool
    kong_discard: bool
    followed: bool
    called: bool
    is_quick: bool
    own_waits: bool
    has_chow: bool
    kong_needs_wall: bool
    may_win: bool
    may_win_wild: bool
    wild: int
    chain_feeder: int | None
    claimer: int
    claimed: int
    @property
    def seats(self) -> tuple[Any, ...]: ...
    def sit_down(
        self,
        seats: tuple[Holding, ...],
        visible: bytes,
        events: tuple[Sequence[object], Sequence[object]] | None,
    ) -> None:
        """Begin with four seats, and four of each kind ``visible`` that the set of tiles lacks.

        ``events``: what is appended to ``events`` for each draw and each discard, a hundred for
        each seat; None: nothing is.
        """

    def waiting(self, tile: int) -> int:
        """Return the seats that wait for a tile, bit k for seat k."""

    def lay(self, seat: int, code: int) -> None:
        """Let ``seat`` claim ``thrown`` for a set, which is laid open; it is its turn."""

    def discard(self, tile: int) -> None:
        """Let the seat on its turn throw a tile that it holds."""

    def go(self, stage: int, rng: Chance) -> int:
        """Play on from ``stage`` to where somebody has to think, and return that stage.

        ``ACT``: ``turn`` has drawn, and may win or make a kong. ``DISCARD``: it is to discard.
        ``OTHERS``: it has discarded ``thrown``, on which somebody could win. ``CLAIM``: or which
        ``claimer`` claims for the set ``claimed``, -1: about which it has to think. ``DRAW``:
        nobody did, ``turn`` is the next, and what it draws is no plain tile, or none is left.
        """

class Pile:
    """What is drawn from: ``tiles`` from ``front`` on where they are told, ``left`` still to draw.

    ``sure``: it is known how many are left; ``own``: each seat draws from its own. Where no tiles
    are told, ``seen`` counts those that came, of ``copies``.
    """

    tiles: list[int] | None
    front: int
    left: int
    sure: bool
    own: bool
    @property
    def seen(self) -> bytearray: ...
    @property
    def copies(self) -> bytes: ...
    def hold(self, copies: bytes, hands: list[list[int]]) -> None:
        """Take note of how many there are of each kind and flower, and of what was dealt."""

class Upkeep:
    """The table of one hand, kept in place: nothing here is judged.

    ``hands`` count every tile, hidden ones last; ``used`` are the kinds in the fixed sets of
    ``codes``. ``waits`` and ``barred`` are masks, -1 of ``waits``: not worked out. ``plain`` is the
    mask of kinds that a line may name, ``lets_go`` whether a tile that goes by bars who waits for
    it, with ``own_waits`` who threw it too. With ``has_wild`` a method ``waits_of`` has the waits.
    """

    @property
    def hands(self) -> tuple[bytearray, bytearray, bytearray, bytearray]: ...
    @property
    def used(self) -> tuple[bytearray, bytearray, bytearray, bytearray]: ...
    @property
    def waits(self) -> array[int]: ...
    @property
    def barred(self) -> array[int]: ...
    @property
    def draws(self) -> array[int]: ...
    @property
    def thrown(self) -> array[int]: ...
    codes: list[list[int]]
    opening: list[int]
    kongs: list[Any]
    passed: list[dict[Any, int]]
    state: int
    turn: int
    drawn: int
    live_seat: int
    live_tile: int
    discards: int
    chain_feeder: int
    forms: int
    after_kong: bool
    kong_discard: bool
    followed: bool
    called: bool
    has_flowers: bool
    lets_go: bool
    own_waits: bool
    plain: int
    has_chow: bool
    has_wild: bool
    wall: Any
    feeders: Any
    def deal(self, hands: list[list[int]]) -> None:
        """Give the four seats what they are dealt."""

    def run(self, lines: bytes, at: int) -> tuple[int, int]:
        """Follow a log from ``at`` on over what is plain; return how far, and over how many lines.

        Of a line that is anything else, or is not written as it always is, nothing is taken.
        """

def plain_lines(lines: bytes, at: int) -> tuple[int, int]:
    """Return how far from ``at``, and over how many, lines of a log are plain moves.

    Draws, discards, chows and pungs, each written just as this program writes it.
    """

def tiles_of(texts: list[str], known: dict[str, int]) -> list[int] | None:
    """Return the value of each text, None where one is not ``known``."""

def are_whole(hands: list[list[int]], wall: list[int], copies: Buffer) -> bool:
    """Return whether hands and wall are ``copies`` of each kind and flower, no more, no less."""

def _use_path(name: str) -> None: ...
