"""Wild tiles as the plain replay sees them: which faces are wild, what completes, what they may be.

Written from the description of the rules; nothing of the library's wild tiles is asked. A hand is
looked at kind by kind from the lowest up: how many chows begin there, whether there is a pung, the
pair. What such a plan has more of a kind than the hand holds, wild tiles stand for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any

from mjtool.tiles import NAMES

KINDS = NAMES[:34]
FLOWERS = NAMES[34:]
HONORS = ("1z", "2z", "3z", "4z", "7z", "6z", "5z")
ORPHANS = ("1m", "9m", "1p", "9p", "1s", "9s", *KINDS[27:])
STEPS = {
    "next": (1,),
    "next_two": (1, 2),
    "both_sides": (-1, 1),
    "itself_and_next": (0, 1),
    "itself": (0,),
}


def rings(rules: Any) -> list[list[str]]:
    """Return the rows of faces of which the last is followed by the first."""
    suits = [[f"{rank}{suit}" for rank in range(1, 10)] for suit in "mps"]
    if rules.wild.order == "one_cycle":
        return [*suits, list(HONORS)]
    return [*suits, list(HONORS[:4]), list(HONORS[4:])]


def wild_faces(rules: Any, indicator: str | None) -> set[str]:
    """Return the faces that are wild in a hand for which this tile was turned up."""
    found = set(rules.wild.tiles)
    if rules.tiles.flowers == "wild":
        found.update(FLOWERS[: rules.tiles.flower_count])
    if indicator is not None and rules.wild.indicator != "none":
        ring = next(each for each in rings(rules) if indicator in each)
        ring = [each for each in ring if each not in rules.tiles.without]
        at = ring.index(indicator)
        found.update(ring[(at + step) % len(ring)] for step in STEPS[rules.wild.indicator])
    return found


Plan = tuple[int, int, int]
"""So many sets, pairs and wild tiles of a part."""


@lru_cache(maxsize=1 << 16)
def plans(part: tuple[int, ...], most: tuple[int, ...], chows: bool, wild: int) -> dict[Plan, list]:
    """Return every plan of a part with at most so many wild tiles, and what it makes of each kind.

    ``part`` are the tiles held by rank, ``most`` the tiles there may be of each.
    """
    found: dict[Plan, set[tuple[int, ...]]] = {}

    def go(at: int, before: int, begun: int, sets: int, pairs: int, used: int, made: list) -> None:
        # before: chows begun two ranks below, begun: one below
        if used > wild or sets > 4 or pairs > 1:
            return
        if at == len(part):
            if not before and not begun:
                found.setdefault((sets, pairs, used), set()).add(tuple(made))
            return
        least = before + begun
        may_begin = range(5 - sets) if chows and at < len(part) - 2 else (0,)
        for new, pungs, pair in product(may_begin, range(5 - sets), range(2 - pairs)):
            number = least + new + 3 * pungs + 2 * pair
            if part[at] <= number <= most[at]:
                more = used + number - part[at]
                go(at + 1, begun, new, sets + new + pungs, pairs + pair, more, [*made, number])

    # a chow that begins at a rank takes in the next two: what was begun at at-2 ends at at
    go(0, 0, 0, 0, 0, 0, [])
    return {plan: sorted(each) for plan, each in found.items()}


def _parts(rules: Any, natural: Counter[str]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    alike = 14 if rules.wild.copies == "any" else 4
    out = []
    for suit in "mpsz":
        faces = [face for face in KINDS if face[1] == suit]
        most = tuple(0 if face in rules.tiles.without else alike for face in faces)
        out.append((tuple(natural[face] for face in faces), most))
    return out


def _of_parts(rules: Any, natural: Counter[str], wild: int, sets: int) -> Iterator[list[Any]]:
    """Yield, part by part, plans that together are a hand: lists of what they may make."""
    each = [
        plans(part, most, number < 3, wild)
        for number, (part, most) in enumerate(_parts(rules, natural))
    ]
    for chosen in product(*each):
        if tuple(map(sum, zip(*chosen, strict=True))) == (4 - sets, 1, wild):
            yield [plan[key] for plan, key in zip(each, chosen, strict=True)]


def fills(rules: Any, natural: Counter[str], wild: int, sets: int) -> bool:
    """Return whether natural tiles and so many wild ones are complete."""
    if next(_of_parts(rules, natural, wild, sets), None) is not None:
        return True
    return not sets and next(_others(rules, natural, wild), None) is not None


def _others(rules: Any, natural: Counter[str], wild: int) -> Iterator[Counter[str]]:
    """Yield complete hands of seven pairs and thirteen orphans, as faces."""
    forms, faces = rules.forms, [face for face in KINDS if face not in rules.tiles.without]
    held = +natural
    if forms.thirteen_orphans and set(ORPHANS) <= set(faces):
        for twice in ORPHANS:
            hand = Counter(ORPHANS) + Counter([twice])
            if not held - hand:
                yield hand
    if forms.seven_pairs == "no":
        return
    most = 2 if forms.seven_pairs == "distinct" else 14 if rules.wild.copies == "any" else 4
    pairs = Counter({face: number + number % 2 for face, number in held.items()})
    rest = 14 - pairs.total()
    if rest < 0 or any(number > most for number in pairs.values()):
        return
    for more in combinations_with_replacement(faces, rest // 2):
        hand = pairs + Counter(more) + Counter(more)
        if all(number <= most for number in hand.values()):
            yield hand


def stand_ins(rules: Any, natural: Counter[str], wild: int, sets: int) -> set[tuple[str, ...]]:
    """Return every multiset of kinds, in order, that completes a hand in the place of its wild."""
    found = set()
    for lists in _of_parts(rules, natural, wild, sets):
        for made in product(*lists):
            hand = dict(zip(KINDS, [number for part in made for number in part], strict=True))
            found.add(_rest(hand, natural))
    if not sets:
        found.update(_rest(hand, natural) for hand in _others(rules, natural, wild))
    return found


def _rest(hand: dict[str, int], natural: Counter[str]) -> tuple[str, ...]:
    return tuple(face for face in KINDS for _ in range(hand.get(face, 0) - natural[face]))
