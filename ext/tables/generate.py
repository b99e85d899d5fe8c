"""Generate ``table_data.h``: the kernel's table, as automata that C expands when it is loaded.

For one suit only this matters: the least number of tiles missing for m = 0..4 sets, with and
without a pair. A dynamic programme over the nine kinds, from the left, finds these ten numbers;
here its states are numbered (two prefixes with the same costs are one state) and then minimised,
so that 5**9 count vectors become a few hundred states and 126 classes. Honors likewise, without
chows. Classes of two suits, and of a suit and the honors, are combined into classes again, and
two of those give the answer for each number of fixed sets.

With wild tiles a target may have more than four of a kind, where rules say so. That is a second
automaton for the same count vectors; it leads to the same classes.

Run by setup.py; the same input gives the same bytes on every machine.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

#: More than any cost: four sets and a pair are at most 14 tiles.
NEVER = 15
SETS = 4
#: More of a kind than any target has.
ANY = 14
#: Cells of a cost vector: (sets, pairs).
CELLS = [(m, p) for p in range(2) for m in range(SETS + 1)]

Vector = tuple[int, ...]
Level = list[list[int]]


def _states(chows: bool) -> list[tuple[int, int, int, int]]:
    """Return the cells of the programme: chows begun two kinds and one kind ago, sets, pairs.

    Three equal chows are three pungs, tile for tile, so two of a kind are enough.
    """
    begun = range(3) if chows else range(1)
    return [
        (x, y, m, p) for x in begun for y in begun for m in range(x + y, SETS + 1) for p in range(2)
    ]


def _steps(
    cells: list[tuple[int, int, int, int]], held: int, kinds_after: int, chows: bool, most: int
) -> list[tuple[int, list[tuple[int, int]]]]:
    """Return, for each cell after a kind of which ``held`` are there, its (cell before, cost)."""
    place = {cell: i for i, cell in enumerate(cells)}
    best: dict[tuple[int, int], int] = {}
    for x, y, m, p in cells:
        for z in range(3 if chows and kinds_after >= 2 else 1):
            for pungs in range(SETS + 1):
                for pair in range(2 - p):
                    wanted = x + y + z + 3 * pungs + 2 * pair
                    after = (y, z, m + z + pungs, p + pair)
                    if wanted > most or after not in place:
                        continue
                    key = (place[x, y, m, p], place[after])
                    best[key] = min(best.get(key, NEVER), max(0, wanted - held))
    steps: dict[int, list[tuple[int, int]]] = {}
    for (before, after_cell), cost in sorted(best.items()):
        steps.setdefault(after_cell, []).append((before, cost))
    return sorted(steps.items())


def automaton(
    kinds: int, chows: bool, most: int = 4, classes: list[Vector] | None = None
) -> tuple[list[Level], list[Vector]]:
    """Return the transitions of each level (state -> five states) and the classes at the end.

    A target has at most ``most`` of a kind. ``classes`` are those to number, where they are known.
    """
    cells = _states(chows)
    start = tuple(0 if cell == (0, 0, 0, 0) else NEVER for cell in cells)
    states: dict[Vector, int] = {start: 0}
    levels: list[Level] = []
    for position in range(kinds):
        steps = [_steps(cells, held, kinds - 1 - position, chows, most) for held in range(5)]
        found: dict[Vector, int] = {}
        level: Level = []
        for costs in states:
            row = []
            for held in range(5):
                after = [NEVER] * len(cells)
                for cell, ways in steps[held]:
                    after[cell] = min(NEVER, *(costs[before] + cost for before, cost in ways))
                row.append(found.setdefault(tuple(after), len(found)))
            level.append(row)
        levels.append(level)
        states = found
    place = {cell: i for i, cell in enumerate(cells)}
    ends = [tuple(costs[place[0, 0, m, p]] for m, p in CELLS) for costs in states]
    return _minimised(levels, ends, classes or sorted(set(ends)))


def _minimised(
    levels: list[Level], ends: list[Vector], classes: list[Vector]
) -> tuple[list[Level], list[Vector]]:
    """Merge states that lead to the same classes, numbered in their order."""
    number = {vector: i for i, vector in enumerate(classes)}
    merged = [number[vector] for vector in ends]
    smaller: list[Level] = []
    for level in reversed(levels):
        rows = [tuple(merged[after] for after in row) for row in level]
        distinct = {row: i for i, row in enumerate(dict.fromkeys(rows))}
        smaller.append([list(row) for row in distinct])
        merged = [distinct[row] for row in rows]
    return smaller[::-1], classes


def _sum(a: Vector, b: Vector) -> Vector:
    """Return the costs of two parts of a hand taken together."""
    at = {cell: i for i, cell in enumerate(CELLS)}
    return tuple(
        min(NEVER, *(a[at[i, q]] + b[at[m - i, p - q]] for i in range(m + 1) for q in range(p + 1)))
        for m, p in CELLS
    )


def combine(left: list[Vector], right: list[Vector]) -> tuple[list[list[int]], list[Vector]]:
    """Return the class of each pair of classes, and the cost vectors of these new classes."""
    sums = [[_sum(a, b) for b in right] for a in left]
    classes = sorted({vector for row in sums for vector in row})
    number = {vector: i for i, vector in enumerate(classes)}
    return [[number[vector] for vector in row] for row in sums], classes


def answers(left: list[Vector], right: list[Vector]) -> list[list[list[int]]]:
    """Return the tiles missing for each number of fixed sets and each pair of classes."""
    at = {cell: i for i, cell in enumerate(CELLS)}
    found = []
    for fixed in range(SETS + 1):
        need = SETS - fixed
        splits = [(at[i, q], at[need - i, 1 - q]) for i in range(need + 1) for q in range(2)]
        found.append([[min(a[i] + b[j] for i, j in splits) for b in right] for a in left])
    return found


def _array(kind: str, name: str, values: Iterable[int]) -> str:
    numbers = [str(value) for value in values]
    lines = [",".join(numbers[i : i + 32]) for i in range(0, len(numbers), 32)]
    return f"static const {kind} {name}[{len(numbers)}] = {{\n" + ",\n".join(lines) + "\n};\n"


def _flat(rows: Iterable[Iterable[int]], width: int = 0) -> list[int]:
    flat: list[int] = []
    for row in rows:
        padded = list(row)
        flat.extend(padded + [0] * (width - len(padded)))
    return flat


def _automaton_c(name: str, levels: list[Level]) -> list[str]:
    """Return C for the automaton: all levels in one array, and where each begins."""
    starts = [0]
    for level in levels:
        starts.append(starts[-1] + 5 * len(level))
    rows = (row for level in levels for row in level)
    return [
        f"#define {name.upper()}_LEVELS {len(levels)}\n",
        _array("uint16_t", f"{name}_steps", _flat(rows)),
        _array("uint32_t", f"{name}_starts", starts),
    ]


def _classes_c(name: str, classes: list[Vector]) -> list[str]:
    return [
        f"#define {name.upper()}_CLASSES {len(classes)}\n",
        _array("uint8_t", f"{name}_costs", _flat(classes)),
    ]


def generate() -> str:
    """Return the text of the header."""
    suit_levels, suits = automaton(9, chows=True)
    honor_levels, honors = automaton(7, chows=False)
    two_suits, suit_pairs = combine(suits, suits)
    suit_honors, mixed = combine(suits, honors)
    parts = [
        "/* Made by ext/generate.py; do not edit. */\n#include <stdint.h>\n",
        *_automaton_c("suit", suit_levels),
        *_classes_c("suit", suits),
        *_automaton_c("honor", honor_levels),
        *_classes_c("honor", honors),
        *_automaton_c("any_suit", automaton(9, True, ANY, suits)[0]),
        *_automaton_c("any_honor", automaton(7, False, ANY, honors)[0]),
        f"#define SUIT_PAIR_CLASSES {len(suit_pairs)}\n",
        f"#define MIXED_CLASSES {len(mixed)}\n",
        _array("uint8_t", "two_suits", _flat(two_suits)),
        _array("uint8_t", "suit_honors", _flat(suit_honors)),
        _array("uint8_t", "missing_tiles", _flat(_flat(a) for a in answers(suit_pairs, mixed))),
    ]
    return "\n".join(parts)


def write(path: Path) -> None:
    """Write the header to ``path`` unless it holds the same text already."""
    text = generate()
    if not path.exists() or path.read_text(encoding="ascii") != text:
        path.write_text(text, encoding="ascii")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("table_data.h"))
