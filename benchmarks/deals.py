"""Random hands for benchmarks; nothing here imports what is measured."""

import random


def hands(size=14, number=2000, seed=34):
    """Return random hands as counts."""
    source = random.Random(seed)
    wall = [kind for kind in range(34) for _ in range(4)]
    found = []
    for _ in range(number):
        counts = bytearray(34)
        for kind in source.sample(wall, size):
            counts[kind] += 1
        found.append(bytes(counts))
    return found


def winning_hands(number, seed=34):
    """Return complete hands of 14 concealed tiles, a third in one suit; the last tile wins."""
    source = random.Random(seed)
    found = []
    while len(found) < number:
        pool = source.choice(([*range(34)], [*range(34)], [*range(9)]))
        left = [4] * 34
        tiles = []
        for _ in range(4):
            first = source.choice(pool)
            chow = first < 27 and first % 9 < 7 and source.random() < 0.7
            tiles += (first, first + 1, first + 2) if chow else (first,) * 3
        tiles += (source.choice(pool),) * 2
        for tile in tiles:
            left[tile] -= 1
        if min(left) >= 0:
            source.shuffle(tiles)
            found.append(tiles)
    return found
