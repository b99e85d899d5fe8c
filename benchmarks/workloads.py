"""One side of before_after.py: loops over the work of the checkout that is imported."""

import sys
from time import thread_time_ns

import pairs
from deals import hands, winning_hands

# A checkout that is installed for editing would lend the other one what that does not have.
sys.meta_path[:] = [
    each for each in sys.meta_path if not getattr(each, "__module__", "").startswith("__editable__")
]

import mjtool  # noqa: E402
from mjtool import kernel  # noqa: E402

try:
    from mjtool.census import signatures as census
except ModuleNotFoundError:  # another checkout, where the census had no station of its own
    from mjtool.rules import census

NOTHING = bytes(34)
NAMES = [f"{kind % 9 + 1}{'mpsz'[kind // 9]}" for kind in range(34)]


def winning():
    return [mjtool.Hand.parse("".join(map(NAMES.__getitem__, each))) for each in winning_hands(400)]


def beside_sets():
    used = bytes([1, 1, 1] + [0] * 28 + [3, 0, 0])
    fit = [each for each in hands(8) if all(a + b <= 4 for a, b in zip(each, used, strict=True))]
    return pairs.over(lambda counts: kernel.limited_discards(counts, used, 2), fit).loop


def batch():
    rows = memoryview(b"".join(hands())).cast("B", (2000, 34))
    return lambda: kernel.shanten_batch(rows, 0, 7)


def facts():
    asked = [(hand.counts, int(hand.last)) for hand in winning()]
    return pairs.over(lambda each: kernel.facts(each[0], b"", each[1], 11), asked).loop


def score(name="jipinghu"):
    rules = mjtool.load_rules(name)
    how = {"self_drawn": True, "seat": mjtool.Wind.SOUTH, "round": mjtool.Wind.EAST}
    return pairs.over(lambda hand: mjtool.score(hand, rules, hand.last, **how), winning()).loop


def from_python(ask, wild):
    """Ask of winning hands; with ``wild`` one tile of each is a red dragon, which is wild."""
    rules = mjtool.load_rules("hongzhong_mil" if wild else "tuidaohu")
    lacks = {kind for kind in range(27, 34) if wild}
    whole = [
        mjtool.Hand.parse("".join([NAMES[kind] for kind in tiles[wild:]] + ["7z"] * wild))
        for tiles in winning_hands(4000)
        if not lacks & {*tiles}
    ]
    return pairs.over(lambda hand: ask(hand, rules), whole[:400]).loop


def score_drawn(hand, rules):
    return mjtool.score(hand, rules, self_drawn=True)


def score_afresh():
    memo, loop = mjtool.load_rules("jipinghu").memo, score()

    def afresh():
        memo.clear()
        loop()

    return afresh


def alone(shanten, swaps, all_rows):
    points = kernel.Points(lambda word: 1 + word % 7)
    asked = []
    for counts in hands(14, 3000):
        if kernel.shanten(counts, 0, 3) == shanten and len(asked) < 20:
            rows = sorted(kernel.limited_discards(counts, NOTHING, 0, 3), key=lambda row: row[1])
            kinds = [kind for kind, level, _ in rows if all_rows or level == shanten]
            left = bytes(4 - held for held in counts)
            asked.append((counts, NOTHING, left, b"", 3, 18, swaps, kinds, points))
    return pairs.over(lambda each: kernel.solo(*each), asked).loop


def every_hand():
    def gather():
        for kept in vars(census).values():
            getattr(kept, "cache_clear", lambda: None)()
        census.signatures()

    return gather


WORK = {
    "shanten": lambda: pairs.over(lambda counts: kernel.shanten(counts, 0, 7), hands()).loop,
    "useful": lambda: pairs.over(lambda counts: kernel.useful(counts, 0, 7), hands(13)).loop,
    "discards": lambda: (
        pairs.over(lambda counts: kernel.limited_discards(counts, NOTHING, 0, 7), hands()).loop
    ),
    "beside sets": beside_sets,
    "batch": batch,
    "facts": facts,
    "score": score,
    "score by multiplier": lambda: score("tuidaohu"),
    "score afresh": score_afresh,
    "score, a wild tile": lambda: from_python(score_drawn, 1),
    "mjtool.shanten": lambda: from_python(mjtool.shanten, 0),
    "mjtool.shanten, a wild tile": lambda: from_python(mjtool.shanten, 1),
    "mjtool.waits": lambda: from_python(mjtool.waits, 0),
    "mjtool.waits, a wild tile": lambda: from_python(mjtool.waits, 1),
    "alone, 1-shanten": lambda: alone(1, 0, True),
    "alone, 2-shanten": lambda: alone(2, 0, True),
    "alone, 3-shanten": lambda: alone(3, 0, True),
    "alone, 2-shanten, swap": lambda: alone(2, 1, False),
    "every hand": every_hand,
}


def serve():
    """For each name read, run it so often and tell the nanoseconds; without a name all names."""
    print(*WORK, sep="\t", flush=True)
    known = {}
    for line in sys.stdin:
        name, _, runs = line.strip().partition("\t")
        if name not in known:
            known[name] = WORK[name]()
            known[name]()
        start = thread_time_ns()
        for _ in range(int(runs)):
            known[name]()
        print(thread_time_ns() - start, flush=True)


if __name__ == "__main__":
    serve()
