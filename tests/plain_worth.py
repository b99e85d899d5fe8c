"""What a win is worth and who pays what, under any rule file: the keys read one by one.

Nothing of scoring or settlement is asked; patterns are those of ``tests/oracles_scoring.py``. A
rule set is only a table of values here. Seats are 0..3, account 4 is the bank, tiles are texts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests import oracles_scoring as oracle

EVERY_HAND = {"chicken_hand", "small_hand"}
BANK = 4


class Worth(NamedTuple):
    """X, the fan (None by multiplier), and every list of patterns that may stand beside them."""

    points: int
    fan: int | None
    patterns: list[set[str]]


class Won(NamedTuple):
    """How a hand was won: what scores ask beside the tiles."""

    win: str
    self_drawn: bool
    seat: str
    round: str
    events: frozenset[str]


def worth(rules: Any, fixed: list[tuple[str, list[str]]], tiles: list[str], how: Won) -> Worth:
    """Return what a complete hand is worth; ``tiles`` are the concealed ones with the last."""
    drawn = how.self_drawn or ("robbing_kong" in how.events and rules.rob.self_drawn)
    forms = rules.forms
    found = oracle.readings_of(fixed, tiles, forms.seven_pairs, forms.thirteen_orphans)
    assert found, (fixed, tiles)
    shown = []
    for reading in found:
        names = EVERY_HAND | oracle.shows(
            reading,
            fixed,
            tiles,
            win=how.win,
            self_drawn=drawn,
            events=how.events,
            nine_gates=rules.nine_gates,
            all_honors=rules.all_honors,
        )
        here = {key: r for key, r in rules.patterns.items() if r.enabled and key in names}
        better = {key: r for key, r in here.items() if not r.fallback}
        shown.append(better or here)
    if rules.scoring == "multiplier":
        return _by_multiplier(rules, shown, drawn)
    results = [
        _by_fan(rules, names, reading, drawn, how)
        for reading, names in zip(found, shown, strict=True)
    ]
    best = max(key for key, _ in results)
    return Worth(
        rules.base * 2 ** best[0], best[0], [names for key, names in results if key == best]
    )


def _by_multiplier(rules: Any, shown: list[dict[str, Any]], drawn: bool) -> Worth:
    big = {key for names in shown for key, rule in names.items() if not rule.fallback}
    factor = max(rule.multiplier for names in shown for rule in names.values())
    points = rules.base * factor * (rules.multipliers.self_draw if drawn else 1)
    return Worth(points, None, [big] if big else [set(names) for names in shown])


def _by_fan(
    rules: Any, shown: dict[str, Any], reading: Any, drawn: bool, how: Won
) -> tuple[tuple[int, int, int], set[str]]:
    """Return (fan, sum before cap and floors, pungs) of one reading, and what is listed."""
    outside = {key: rule.fan for key, rule in shown.items() if rule.outside}
    if outside:
        total = fan = max(outside.values())
        listed = {next(key for key in outside if outside[key] == fan)}
    else:
        wind = how.round if rules.rounds.winds else None
        earned = oracle.bonuses(reading, drawn, how.seat, wind)
        extra = {key: rule for key, rule in rules.bonuses.items() if rule.enabled and earned[key]}
        total = sum(rule.fan for rule in shown.values())
        total += sum(rule.fan * earned[key] for key, rule in extra.items())
        fan = total if rules.cap is None else min(total, rules.cap)
        listed = set(shown) | set(extra)
    for event, least in rules.floor.items():
        if event in how.events:
            fan = max(fan, least)
    pungs = sum(len(set(group)) == 1 for _, group in reading[1])
    return (fan, total, pungs), listed


class Ended(NamedTuple):
    """How a hand ended: wins as (seat, X, who pays it for all), kongs as (seat, kind, feeder).

    ``source`` is the discarder or the robbed seat; ``escaped`` the seat that left.
    """

    dealer: int
    wins: list[tuple[int, int, int | None]]
    source: int | None
    robbed: bool
    kongs: list[tuple[int, str, int | None]]
    horses: list[str]
    escaped: int | None


def payments(rules: Any, hand: Ended) -> list[int]:
    """Return the change of each account, the bank's last."""
    if hand.escaped is not None:
        paid = [(hand.escaped, BANK, rules.escape.points)]
        others = set(range(4)) - {hand.escaped}
        return accounts(paid + [(BANK, other, rules.escape.compensation) for other in others])
    paid = []
    for seat, points, liable in hand.wins:
        others = [other for other in range(4) if other != seat]
        if hand.source is not None and not (hand.robbed and rules.rob.self_drawn):
            paid.append((hand.source, seat, points))
        elif liable is not None:
            paid.append((liable, seat, 3 * points))
        else:
            paid += [(other, seat, points) for other in others]
    for seat, kind, feeder in hand.kongs if hand.wins or rules.kong.pay_on_washout else []:
        payers = [feeder] if kind == "exposed" else [other for other in range(4) if other != seat]
        paid += [(payer, seat, getattr(rules.kong, kind)) for payer in payers]
    return accounts(paid + horses(rules, hand, paid))


def horses(rules: Any, hand: Ended, paid: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Return what the dealer gets and gives for each of its horses."""
    more = []
    for tile in hand.horses:
        number = int(tile[0])
        if tile[1] == "z":
            number = rules.horses.honors.index(tile) + 1
        seat = (hand.dealer + number - 1) % 4
        if rules.horses.funding == "bank":
            more.append((BANK, hand.dealer, accounts(paid)[seat]))
        else:
            for payer, payee, points in paid:
                if seat in (payer, payee):
                    ends = [hand.dealer if end == seat else end for end in (payer, payee)]
                    more.append((*ends, points))
    return more


def accounts(paid: list[tuple[int, int, int]]) -> list[int]:
    """Return what each account has in the end."""
    found = [0] * 5
    for payer, payee, points in paid:
        found[payer] -= points
        found[payee] += points
    return found


def in_coins(rules: Any, points: list[int], room: dict[str, int], *, washed: bool) -> list[int]:
    """Return each seat's change in coins."""
    fee = room["fee"] if rules.fee.on_washout or not washed else 0
    return [points[seat] * room["coefficient"] - fee for seat in range(4)]
