"""What wild tiles can stand for, against trying everything that they can."""

import random
from itertools import combinations_with_replacement

import oracles_wild
import pytest
from kernel_hands import SET_CODES, kinds_of, parse, set_tiles

from mjtool import kernel
from tests.test_asked import QUESTIONS

FORMS = [1, 3, 7, 11]


def random_hand(rng, wilds, sets):
    """Return naturals and codes of fixed sets: a complete hand less some tiles, or nearly one."""
    pool = rng.choice([range(34), range(9), range(18), [*range(18, 34)], range(27, 34)])
    while True:
        counts = [0] * 34
        for _ in range(4 - sets):
            code = rng.choice([code for code in SET_CODES[:55] if code % 34 in pool])
            for kind in set_tiles(code):
                counts[kind] += 1
        counts[rng.choice(list(pool))] += 2
        if rng.random() < 0.2 and not sets:
            counts = [0] * 34
            for kind in rng.choices(range(34), k=7):
                counts[kind] += 2
        if rng.random() < 0.1 and not sets:
            counts = [int(kind in oracles_wild.ORPHANS) for kind in range(34)]
            counts[rng.choice(oracles_wild.ORPHANS)] += 1
        tiles = [kind for kind in range(34) for _ in range(counts[kind])]
        rng.shuffle(tiles)
        tiles = tiles[wilds:]
        if tiles and rng.random() < 0.2:
            tiles[0] = rng.randrange(34)
        naturals = bytes(tiles.count(kind) for kind in range(34))
        if max(naturals) <= 4:
            break
    fixed = []
    for _ in range(sets):
        near = [code for code in SET_CODES if code % 34 in pool or rng.random() < 0.1]
        code = rng.choice(near)
        used = [kind for each in (*fixed, code) for kind in set_tiles(each)]
        if max(used.count(kind) for kind in used) <= 4:
            fixed.append(code)
    if len(fixed) < sets:
        return random_hand(rng, wilds, sets)
    return naturals, bytes(fixed)


def random_cases(seed, hands, most):
    rng = seed if isinstance(seed, random.Random) else random.Random(seed)
    for _ in range(hands):
        wilds, sets = rng.randint(0, most), rng.choice([0, 0, 0, 1, 2, 3, 4])
        wilds = min(wilds, 14 - 3 * sets)
        naturals, fixed = random_hand(rng, wilds, sets)
        forms = 1 if sets else rng.choice(FORMS)
        lacks = rng.choice([0, 0, 0x3F << 27, 0x1FF << 9])
        if any(naturals[kind] for kind in kinds_of(lacks)):
            lacks = 0
        yield rng, naturals, fixed, forms, wilds, rng.random() < 0.5, lacks


@pytest.mark.parametrize("seed", range(4))
def test_assignments_are_all_that_complete(seed):
    found = 0
    for _, naturals, fixed, forms, wilds, any_copies, lacks in random_cases(seed, 120, 3):
        hand = naturals, len(fixed), forms, wilds, any_copies
        wanted = oracles_wild.assignments(*hand, kinds_of(lacks))
        assert kernel.assignments(*hand, lacks) == wanted, (hand, lacks)
        assert kernel.count_assignments(*hand, lacks) == len(wanted)
        found += len(wanted)
    assert found > 500


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_assignments_of_thousands_of_hands(seed):
    for _, naturals, fixed, forms, wilds, any_copies, lacks in random_cases(seed, 150, 4):
        hand = naturals, len(fixed), forms, wilds, any_copies
        wanted = oracles_wild.assignments(*hand, kinds_of(lacks))
        assert kernel.assignments(*hand, lacks) == wanted, (hand, lacks)


@pytest.mark.parametrize("wilds", [4, 8, 11, 14])
def test_as_many_assignments_as_lists_of_parts_make(wilds):
    rng = random.Random(wilds)
    for any_copies in (False, True):
        for _ in range(6):
            naturals, _ = random_hand(rng, wilds, 0)
            wanted = oracles_wild.count_standard(naturals, 0, wilds, any_copies)
            assert kernel.count_assignments(naturals, 0, 1, wilds, any_copies) == wanted


def test_every_complete_hand_is_what_fourteen_wild_tiles_can_stand_for():
    assert kernel.count_assignments(bytes(34), 0, 1, 14) == 11_498_658


def least(found, key, kinds):
    if key not in found or kinds < found[key]:
        found[key] = kinds


def sights_by_trying(naturals, fixed, forms, given, wilds, win, win_at, any_copies, lacks, asked):
    """Return the least assignment of each sight, by the readings of every ordinary hand."""
    found = {}
    for kinds in kernel.assignments(naturals, len(fixed), forms, wilds, any_copies, lacks):
        counts = bytes(oracles_wild.together(naturals, kinds))
        for won in {win} if win >= 0 else set(kinds):
            written = kinds
            if win < 0:
                others = list(kinds)
                others.remove(won)
                written = bytes([*others[:win_at], won, *others[win_at:]])
            if asked:
                for sight in kernel.sights(counts, fixed, won, forms, given, asked):
                    least(found, sight, written)
            else:
                for word in kernel.facts(counts, fixed, won, forms):
                    least(found, word, written)
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("asked", [None, QUESTIONS], ids=["words", "answers"])
def test_sights_are_those_of_every_assignment(seed, asked):
    found = 0
    for rng, naturals, fixed, forms, wilds, any_copies, lacks in random_cases(seed, 100, 4):
        held = [kind for kind in range(34) if naturals[kind]]
        win = rng.choice(held) if not wilds or (held and rng.random() < 0.5) else -1
        win_at, given = rng.randrange(max(1, wilds)), rng.random() < 0.5
        wanted = sights_by_trying(
            naturals, fixed, forms, given, wilds, win, win_at, any_copies, lacks, asked
        )
        sights, assignments = kernel.wild_sights(
            naturals, fixed, forms, given, asked, wilds, win, win_at, any_copies, lacks
        )
        assert len(sights) == len(set(sights))
        assert dict(zip(sights, assignments, strict=True)) == wanted
        assert list(assignments) == sorted(assignments)
        found += len(sights)
    assert found > 300


def used_by(fixed, lacks=0):
    """Return the counts of the tiles in fixed sets, and four of each kind that is lacking."""
    tiles = [kind for code in fixed for kind in set_tiles(code)]
    return bytes(4 if lacks >> kind & 1 else tiles.count(kind) for kind in range(34))


def random_questions(seed, hands, *, tiles, most=4):
    """Draw hands of so many tiles with what is used up, and the arguments of the oracle."""
    rng = seed if isinstance(seed, random.Random) else random.Random(seed)
    while hands:
        for _, drawn, fixed, forms, wilds, any_copies, lacks in random_cases(rng, 1, most):
            held = [kind for kind in range(34) for _ in range(drawn[kind])]
            if tiles == 13 and not held:
                continue
            if tiles == 13:
                held.pop(rng.randrange(len(held)))
            while held and rng.random() < 0.4:
                held[rng.randrange(len(held))] = rng.choice(
                    [kind for kind in range(34) if not lacks >> kind & 1]
                )
            naturals = bytes(held.count(kind) for kind in range(34))
            used = used_by(fixed, lacks)
            if any(a + b > 4 for a, b in zip(naturals, used, strict=True)):
                continue
            hands -= 1
            yield naturals, used, fixed, forms, wilds, any_copies, lacks


@pytest.mark.parametrize("tiles", [13, 14])
@pytest.mark.parametrize("most", [4, 14])
def test_shanten_and_useful_kinds_are_the_oracles(tiles, most):
    for naturals, used, fixed, forms, wilds, any_copies, lacks in random_questions(
        f"{tiles} {most}", 40, tiles=tiles, most=most
    ):
        sets = len(fixed)
        hand = sets, forms, wilds, any_copies, kinds_of(lacks)
        asked = naturals, used, sets, forms, wilds, any_copies, lacks
        shanten = oracles_wild.missing(naturals, *hand) - 1
        assert kernel.limited_shanten(*asked) == shanten, asked
        wanted = oracles_wild.useful(naturals, used, *hand)
        assert kinds_of(kernel.limited_useful(*asked)) == wanted, asked
        if not lacks:
            free = oracles_wild.useful(naturals, bytes(34), *hand)
            assert kernel.shanten(naturals, sets, forms, wilds, any_copies) == shanten
            found = kernel.useful(naturals, sets, forms, wilds, any_copies)
            assert kinds_of(found) == free, asked


@pytest.mark.parametrize("most", [4, 14])
def test_shanten_form_by_form_is_that_of_each_form(most):
    """The wild tiles told apart from the others are found among the counts, or told by number."""
    for naturals, _, fixed, forms, wilds, any_copies, lacks in random_questions(
        f"forms {most}", 150, tiles=13, most=most
    ):
        sets = len(fixed)
        asked = 1 if sets else forms
        free = [kind for kind in range(34) if not naturals[kind] and not lacks >> kind & 1]
        kinds, others, held = 0, wilds, bytearray(naturals)
        for kind in free[:3]:
            held[kind] = min(others, 3)
            others -= held[kind]
            kinds |= 1 << kind
        *found, number = kernel.wild_shantens(
            bytes(held), kinds, others, sets, asked, any_copies, lacks
        )
        wanted = [
            kernel.limited_shanten(
                *(naturals, used_by(b"", lacks), sets, form, wilds, any_copies, lacks)
            )
            if form
            else None
            for form in (asked & 1, asked & 12, asked & 2)
        ]
        assert (found, number) == (wanted, wilds)


@pytest.mark.parametrize(
    ("hand", "others", "lacks", "says"),
    [
        pytest.param("123456789m1122z", 0, 1 << 28, "kind 28 is held", id="lacking"),
        pytest.param("123456789m1122z", 2, 0, "15 tiles, 2 of them wild", id="too-many"),
        pytest.param("123456789m1122z", 15, 0, "others must be 0 to 14", id="no-such-number"),
    ],
)
def test_what_has_no_shanten_form_by_form(hand, others, lacks, says):
    with pytest.raises(ValueError, match=says):
        kernel.wild_shantens(parse(hand), 0, others, lacks=lacks)


def test_discards_are_the_oracles():
    for naturals, used, fixed, forms, wilds, any_copies, lacks in random_questions(5, 25, tiles=14):
        sets = len(fixed)
        hand = sets, forms, wilds, any_copies, kinds_of(lacks)
        asked = naturals, used, sets, forms, wilds, any_copies, lacks
        found = [
            (kind, shanten, kinds_of(mask))
            for kind, shanten, mask in kernel.limited_discards(*asked)
        ]
        assert found == oracles_wild.discards(naturals, used, *hand), asked


@pytest.mark.no_cover
def test_completing_kinds_are_those_that_some_assignment_completes():
    some_live, some_dead = 0, 0
    for naturals, used, fixed, forms, wilds, any_copies, lacks in random_questions(
        8, 150, tiles=13, most=2
    ):
        sets = len(fixed)
        asked = naturals, used, sets, forms, wilds, any_copies, lacks
        live, dead = set(), set()
        for kind in set(range(34)) - kinds_of(lacks):
            with_it = list(naturals)
            with_it[kind] += 1
            if oracles_wild.assignments(with_it, sets, forms, wilds, any_copies, kinds_of(lacks)):
                (live if naturals[kind] + used[kind] < 4 else dead).add(kind)
        assert tuple(map(kinds_of, kernel.completing(*asked))) == (live, dead), asked
        some_live += bool(live)
        some_dead += bool(dead)
    assert some_live > 50
    assert some_dead > 3


def random_wish(rng, naturals, lacks):
    """Return a wish for a few sets: allowed chows, pungs and pairs, wanted pungs and pair."""
    near = [kind for kind in range(34) if naturals[kind] and not lacks >> kind & 1] or [33]
    chows = {kind for kind in rng.choices(near, k=3) if kind < 27 and kind % 9 < 7}
    pungs, pairs = set(rng.choices([*near, 0, 33], k=3)), set(rng.choices([*near, 27], k=2))
    wanted = set(rng.sample(near, rng.randint(0, min(2, len(near)))))
    pair = rng.choice([None, None, *pairs - wanted])
    return chows, pungs, pairs, wanted, pair, rng.random() < 0.3, rng.random() < 0.3


def wish_missing(naturals, sets, wish, wilds, any_copies, lacks):
    """Return what the nearest target of a wish lacks, by listing all of them; None without one."""
    chows, pungs, pairs, wanted, pair, some_suit, some_honor = wish
    blocks = [(k, k + 1, k + 2) for k in sorted(chows)] + [(k,) * 3 for k in sorted(pungs)]
    found = []
    for chosen in combinations_with_replacement(blocks, max(0, 4 - sets - len(wanted))):
        for of_pair in pairs if pair is None else {pair}:
            tiles = [kind for block in chosen for kind in block]
            if pair is None:
                tiles += [of_pair] * 2
            outside = [*tiles]
            tiles += [kind for kind in wanted for _ in range(3)]
            tiles += [of_pair] * 2 if pair is not None else []
            counts = [tiles.count(kind) for kind in range(34)]
            if any(
                n > (0 if lacks >> k & 1 else 14 if any_copies else 4) for k, n in enumerate(counts)
            ):
                continue
            if some_suit and not any(kind < 27 for kind in outside):
                continue
            if some_honor and not any(kind >= 27 for kind in outside):
                continue
            found.append(
                sum(max(0, n - own) for n, own in zip(counts, naturals, strict=True)) - wilds
            )
    return min(found, default=None) if sets + len(wanted) <= 4 else None


def masks(wish):
    chows, pungs, pairs, wanted, *rest = wish
    return (*(sum(1 << kind for kind in kinds) for kinds in (chows, pungs, pairs, wanted)), *rest)


def test_distances_are_those_of_the_nearest_listed_target():
    rng, reached, ready = random.Random(6), 0, 0
    for question in random_questions(rng, 250, tiles=13):
        naturals, used, fixed, _, wilds, any_copies, lacks = question
        wish = random_wish(rng, naturals, lacks)
        asked = len(fixed), wish, wilds, any_copies, lacks
        wanted = wish_missing(naturals, *asked)
        found = kernel.distance(naturals, used, len(fixed), [masks(wish)], wilds, any_copies, lacks)
        assert (found and found[0]) == wanted, (question, wish)
        if found is None:
            continue
        nearer = set()
        for kind in range(34):
            if naturals[kind] + used[kind] < 4:
                with_it = bytes(n + (k == kind) for k, n in enumerate(naturals))
                if wish_missing(with_it, *asked) < wanted:
                    nearer.add(kind)
        assert kinds_of(found[1]) == nearer, (question, wish)
        reached += 1
        ready += found[0] <= 2
    assert reached > 80
    assert ready > 5


def test_what_the_set_lacks_leaves_the_other_forms():
    lacks = bytes(4 * (kind >= 27) for kind in range(34))
    hand = parse("113355m2277p4489s")
    assert kernel.limited_shanten(hand, lacks, 0, 9) == 0
    assert kernel.limited_shanten(hand, lacks, 0, 5) == 0
    assert kinds_of(kernel.limited_useful(hand, lacks, 0, 9)) == {25, 26}
    assert (25, 0, 1 << 26) in kernel.limited_discards(hand, lacks, 0, 9)
    orphans = parse("19m19p19s12345677z")
    assert kernel.limited_shanten(orphans, bytes(34), 0, 3) == -1


@pytest.mark.parametrize(
    ("hand", "used", "sets", "wilds", "live", "dead"),
    [
        pytest.param("1234444556677m", "", 0, 0, "1m 7m", "4m", id="four-concealed"),
        pytest.param("1234556677m", "444m", 1, 0, "1m 7m", "4m", id="beside-a-pung"),
        pytest.param("1255667799m", "3333m", 1, 0, "", "3m", id="beside-a-kong"),
        pytest.param("125566779m", "3333m", 1, 1, "9m", "3m", id="beside-both"),
    ],
)
def test_waits_of_the_books(hand, used, sets, wilds, live, dead):
    def names(mask):
        return " ".join(str(k % 9 + 1) + "mpsz"[k // 9] for k in sorted(kinds_of(mask)))

    found = kernel.completing(parse(hand), parse(used), sets, 1, wilds)
    assert tuple(map(names, found)) == (live, dead)


@pytest.mark.parametrize(
    ("hand", "sets", "wilds", "any_copies", "kinds"),
    [
        pytest.param("1234444556677m", 0, 1, False, "1m 7m", id="not-a-fifth"),
        pytest.param("1234444556677m", 0, 1, True, "1m 4m 7m", id="a-fifth"),
        pytest.param("1255667799m", 1, 1, False, "3m", id="beside-a-kong-of-it"),
        pytest.param("1234556677m", 1, 1, False, "1m 4m 7m", id="beside-a-pung"),
        pytest.param("44z", 4, 0, False, "", id="none"),
        pytest.param("4444z", 3, 1, False, "", id="four-and-one"),
        pytest.param("4444z", 3, 1, True, "4z", id="five-alike"),
    ],
)
def test_assignments_of_the_books(hand, sets, wilds, any_copies, kinds):
    found = kernel.assignments(parse(hand), sets, 1, wilds, any_copies)
    names = [str(k % 9 + 1) + "mpsz"[k // 9] for each in found for k in each]
    assert " ".join(names) == kinds


@pytest.mark.parametrize(
    ("hand", "sets", "forms", "number"),
    [
        pytest.param("555555m44477766z", 0, 1, 1, id="two-pungs"),
        pytest.param("5555559m444777z", 0, 1, 0, id="no-pair"),
        pytest.param("55555m", 3, 1, 1, id="pung-and-pair"),
        pytest.param("44444444z", 2, 1, 1, id="two-pungs-and-the-pair"),
        pytest.param("11111122233344m", 0, 1, 3, id="chows-or-pungs"),
        pytest.param("11111122223344m", 0, 8, 1, id="seven-pairs"),
        pytest.param("11111122223344m", 0, 4, 0, id="pairs-must-differ"),
    ],
)
def test_more_than_four_alike_are_read(hand, sets, forms, number):
    counts = parse(hand)
    assert len(kernel.readings(counts, sets, forms)) == number
    assert kernel.is_complete(counts, sets, forms) == (number > 0)
    fixed = bytes([kernel.PUNG + kind for kind in range(9, 9 + sets)])
    win = next(kind for kind in range(34) if counts[kind])
    assert len(kernel.facts(counts, fixed, win, forms)) == number


@pytest.mark.parametrize(
    ("change", "says"),
    [
        pytest.param({"wilds": 2}, "15 tiles, 2 of them wild", id="too-many"),
        pytest.param({"wilds": -1}, "wilds must be 0 to 14", id="below-none"),
        pytest.param({"win": 33}, "33 is not among the naturals", id="not-held"),
        pytest.param({"win": -1, "win_at": 1}, "win_at must be 0 to 0", id="no-such-place"),
        pytest.param({"naturals": bytes([5, *[0] * 33])}, "above 4", id="five-naturals"),
    ],
)
def test_what_is_no_hand_is_refused(change, says):
    hand = {"naturals": parse("123456789m123p1z"), "wilds": 1, "win": 0, "win_at": 0, **change}
    with pytest.raises(ValueError, match=says):
        kernel.wild_sights(fixed=b"", forms=1, given=False, asked=None, **hand)
