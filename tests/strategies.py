"""Hypothesis strategies: tiles, sets, hands, winning hands, and ways to write them."""

from hypothesis import strategies as st

from mjtool.hand import FixedSet, Hand, SetKind, hand_of
from mjtool.notation import tile_name, unicode_tile
from mjtool.rules import BUILTINS, load_rules
from mjtool.tiles import HELD, TILES, Tile, count

tiles = st.sampled_from(TILES)

FIXED_SETS = tuple(
    FixedSet(kind, tile)
    for kind in SetKind
    for tile in TILES
    if kind != SetKind.CHOW or (not tile.is_honor and tile.rank <= 7)
)
fixed_sets = st.sampled_from(FIXED_SETS)

# Hands of all 34 kinds are mostly far from complete; the narrow pools reach the interesting ones.
POOLS = {
    "any": TILES,
    "one suit": TILES[:9],
    "half flush": (*TILES[9:18], *TILES[27:]),
    "two suits": TILES[:18],
    "honors and ends": tuple(t for t in TILES if t.is_honor or t.is_terminal),
    "low": tuple(t for t in TILES if not t.is_honor and t.rank <= 4),
}
pools = st.sampled_from(sorted(POOLS)).map(POOLS.__getitem__)


def _room(own, needed):
    """Return whether four of a kind still hold after adding the counts ``needed``."""
    return all(have + more <= 4 for have, more in zip(own, needed, strict=True))


def _add(own, more):
    return [a + b for a, b in zip(own, more, strict=True)]


ALL = frozenset(TILES)


@st.composite
def _declared(draw, sets, kinds=ALL):
    """Draw a tuple of ``sets`` fixed sets that four of each kind allow, with their counts."""
    own = [0] * 34
    declared = []
    fit = [each for each in FIXED_SETS if kinds.issuperset(each.tiles)]
    for _ in range(sets):
        possible = [s for s in fit if _room(own, count(s.tiles))]
        fixed = draw(st.sampled_from(possible))
        own = _add(own, count(fixed.tiles))
        declared.append(fixed)
    return tuple(declared), own


def kinds_of(rules):
    """Return the kinds that a hand may hold under some rules, and those of sets: no wild ones."""
    if rules is None:
        return ALL, ALL
    there = {TILES[kind] for kind in rules.stock.kinds}
    return there, there.difference(rules.wilds.kinds)


@st.composite
def _held_wild(draw, declared, held, rules):
    """Draw the hand of these tiles, some of them flowers in their place where such are wild."""
    flowers = [] if rules is None else [HELD[tile] for tile in rules.wilds.kinds if tile >= 34]
    wild = draw(st.lists(st.sampled_from(flowers), max_size=4, unique=True)) if flowers else []
    wild = wild[: len(held)]
    rest = held[len(wild) :]
    last = draw(st.sampled_from([*wild, *rest[-1:]])) if wild else held[-1]
    return hand_of(declared, count(rest), bytes(sorted(wild)), last)


@st.composite
def hands(draw, *, min_sets=0, max_sets=4, full=None, rules=None):
    """Draw a legal hand; ``full`` True has the winning or drawn tile, False waits for it.

    Under ``rules`` it has the tiles of their set, wild ones among them.
    """
    kinds, claimed = kinds_of(rules)
    sets = draw(st.integers(min_sets, max_sets))
    with_drawn = draw(st.booleans()) if full is None else full
    size = 13 - 3 * sets + with_drawn
    declared, own = draw(_declared(sets, claimed))
    pool = [t for t in draw(pools) if t in kinds for _ in range(4 - own[t])]
    if len(pool) < size:
        pool = [t for t in TILES if t in kinds for _ in range(4 - own[t])]
    places = st.lists(st.integers(0, len(pool) - 1), min_size=size, max_size=size, unique=True)
    held = [pool[place] for place in draw(places)]
    return draw(_held_wild(declared, held, rules))


@st.composite
def of_families(draw, kind, **how):
    """Draw built-in rules, wild tiles or none, and a hand under them: (hand, rules)."""
    rules = load_rules(draw(st.sampled_from(BUILTINS)))
    return draw(kind(rules=rules, **how)), rules


def _concealed_sets():
    chows = [(t, TILES[t + 1], TILES[t + 2]) for t in TILES if not t.is_honor and t.rank <= 7]
    return [*chows, *((t, t, t) for t in TILES)]


CONCEALED_SETS = _concealed_sets()
ORPHANS = tuple(t for t in TILES if t.is_honor or t.is_terminal)


@st.composite
def winning_hands(draw, *, min_sets=0, max_sets=4, forms=("standard",), rules=None):
    """Draw a complete hand; ``forms`` may also name ``seven_pairs`` and ``thirteen_orphans``.

    Seven pairs are drawn with four alike too. The last tile is any of the concealed ones. Under
    ``rules`` it has the tiles of their set, wild ones in the place of any.
    """
    kinds, claimed = kinds_of(rules)
    there = sorted(kinds)
    if not kinds.issuperset(ORPHANS):
        forms = [form for form in forms if form != "thirteen_orphans"]
    form = draw(st.sampled_from(forms))
    declared = ()
    if form == "seven_pairs":
        most = 2 * len(there) - 1
        pairs = st.lists(st.integers(0, most), min_size=7, max_size=7, unique=True)
        held = [there[half // 2] for half in draw(pairs) for _ in range(2)]
    elif form == "thirteen_orphans":
        held = [*ORPHANS, draw(st.sampled_from(ORPHANS))]
    else:
        sets = draw(st.integers(min_sets, max_sets))
        declared, own = draw(_declared(sets, claimed))
        held = []
        for _ in range(4 - sets):
            fit = [each for each in CONCEALED_SETS if kinds.issuperset(each)]
            possible = [each for each in fit if _room(own, count(each))]
            chosen = draw(st.sampled_from(possible))
            own = _add(own, count(chosen))
            held += chosen
        pair = draw(st.sampled_from([t for t in there if own[t] <= 2]))
        held += [pair, pair]
    if rules is not None and rules.wilds.there:
        held = draw(st.permutations(held))
        red = [kind for kind in rules.wilds.kinds if kind < 34]
        free = min(len(held), 4 - held.count(red[0])) if red else 0
        if free:
            number = draw(st.integers(0, free))
            held = [*held[number:], *[TILES[red[0]]] * number]
        return draw(_held_wild(declared, held, rules))
    return Hand.build(declared, count(held), draw(st.sampled_from(sorted(set(held)))))


# Each dialect is a function from tile to every way it may be written there.

_WORDS = {
    Tile.EAST: ["东", "東"],
    Tile.SOUTH: ["南"],
    Tile.WEST: ["西"],
    Tile.NORTH: ["北"],
    Tile.WHITE: ["白", "白板"],
    Tile.GREEN: ["发", "發", "发财", "發財"],
    Tile.RED: ["中", "红中", "紅中"],
}
_SUIT_WORDS = {"m": "万萬", "p": "筒饼餅同", "s": "条條索"}


def chinese_words(tile):
    """Return every Chinese way to write the tile."""
    if tile in _WORDS:
        return _WORDS[tile]
    ranks = ("一二三四五六七八九"[tile.rank - 1], str(tile.rank))
    found = [rank + suit for suit in _SUIT_WORDS[tile.suit] for rank in ranks]
    return [*found, "幺鸡", "幺雞"] if tile == Tile.S1 else found


def plain_words(tile):
    """Return every way to write the tile as a run of one, full-width too."""
    name = str(tile)
    wide = "".join(chr(ord(char) + 0xFEE0) for char in name)
    red = [f"0{tile.suit}"] if tile.rank == 5 and not tile.is_honor else []
    return [name, name.upper(), wide, wide.upper(), *red]


def unicode_words(tile):
    """Return the tile's Unicode character with each variation selector and without."""
    return [unicode_tile(tile) + selector for selector in ("", "\ufe0e", "\ufe0f")]


def letter_words(tile):
    """Return the tile in the letters of the Chinese-standard programs."""
    if tile.is_honor:
        return [("F1", "F2", "F3", "F4", "J3", "J2", "J1")[tile.rank - 1]]
    return ["WBT"["mps".index(tile.suit)] + str(tile.rank)]


def mixed_words(tile):
    """Return every way to write the tile that mixes with others."""
    return [*plain_words(tile), *chinese_words(tile), *unicode_words(tile), tile_name(tile, "zh")]


DIALECTS = {
    "plain": plain_words,
    "chinese": chinese_words,
    "unicode": unicode_words,
    "letters": letter_words,
    "mixed": mixed_words,
}

gaps = st.sampled_from(["", "", "", " ", ",", "_", "|", ", ", "\t", "\u3000"])


@st.composite
def writings(draw, hand):
    """Draw a text that writes ``hand``: any dialect, any order within sets and concealed tiles."""
    words = DIALECTS[draw(st.sampled_from(sorted(DIALECTS)))]

    def written(of):
        order = draw(st.permutations(of))
        return "".join(draw(gaps) + draw(st.sampled_from(words(tile))) for tile in order)

    text = ""
    for fixed in hand.sets:
        inside = written(fixed.tiles)
        if fixed.kind == SetKind.CONCEALED_KONG:
            text += f"({inside})"
        else:
            text += f"[{inside}{'+' * (fixed.kind == SetKind.ADDED_KONG)}]"
    return text + written([tile for tile in TILES for _ in range(hand.counts[tile])])
