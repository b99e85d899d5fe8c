"""What a win is worth and who pays what, under any rule file: the keys read one by one.

Nothing of scoring or settlement is asked; patterns are those of ``tests/oracles_scoring.py``. A
rule set is only a table of values here. Seats are 0..3, account 4 is the bank, tiles are texts.
"""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import Any, NamedTuple

from tests import oracles_scoring as oracle
from tests.plain_wild import stand_ins

EVERY_HAND = {"chicken_hand", "small_hand"}
EVENTS = {
    *("kong_draw", "robbing_kong", "last_tile", "triple_win", "heavenly_hand", "earthly_hand"),
    *("human_hand", "kong_discard", "last_discard", "self_draw", "before_discard"),
}
ORPHANS = {f"{rank}{suit}" for suit in "mps" for rank in "19"} | {f"{each}z" for each in "1234567"}
BANK = 4


class Worth(NamedTuple):
    """X, the fan (None by multiplier), and every list of patterns that may stand beside them."""

    points: int
    fan: int | None
    patterns: list[set[str]]
    below: bool = False
    """Below the minimum: no win."""
    shown: frozenset[str] = frozenset()
    """Every pattern that the best reading shows, whether it counts or not."""
    key: tuple[int, ...] = ()
    """X and what else makes this the best of what the wild tiles may stand for."""
    stands: frozenset[tuple[tuple[str, ...], str]] = frozenset()
    """The kinds that wild tiles stand for in a best way, in order, and the winning tile's."""


class Won(NamedTuple):
    """How a hand was won: what scores ask beside the tiles."""

    win: str
    self_drawn: bool
    seat: str
    round: str
    events: frozenset[str]
    wild: int = 0
    """Wild tiles that are held."""
    thrown: int = 0
    """Wild tiles that the winner threw away."""


Sets = list[tuple[str, list[str]]]
_KNOWN: dict[Any, tuple[Any, Worth]] = {}
"""With its rules, which so stay where they are: no others get their address."""


def wild_worth(rules: Any, wild: set[str], fixed: Sets, tiles: list[str], how: Won) -> Worth:
    """Return what a hand is worth in which so many faces are ``wild``: everything is tried."""
    natural = Counter(tile for tile in tiles if tile not in wild)
    number = len(tiles) - natural.total()
    events = how.events
    if number and not rules.wild.heavenly:
        events -= {"heavenly_hand", "earthly_hand", "human_hand"}
    how = how._replace(wild=number, events=events)
    if not number:
        return worth(rules, fixed, tiles, how)
    asked = (id(rules), *sorted(wild), str(fixed), *sorted(tiles), how)
    if asked not in _KNOWN:
        _KNOWN[asked] = rules, _best_of_all(rules, wild, fixed, natural, how)
    return _KNOWN[asked][1]


def _best_of_all(rules: Any, wild: set[str], fixed: Sets, natural: Counter[str], how: Won) -> Worth:
    found: dict[tuple[tuple[str, ...], str], Worth] = {}
    for stand in stand_ins(rules, natural, how.wild, len(fixed)):
        hand = [*natural.elements(), *stand]
        for win in set(stand) if how.win in wild else {how.win}:
            found[stand, win] = worth(rules, fixed, hand, how._replace(win=win))
    most = max((each.key for each in found.values()), default=())
    best = [each for each in found.values() if each.key == most]
    four = _four_wilds(rules, how)
    if four is not None and four.key[1:] >= most[1:]:
        return four
    return best[0]._replace(
        patterns=[listed for each in best for listed in each.patterns],
        stands=frozenset(each for each, worth_ in found.items() if worth_.key == most),
    )


def _four_wilds(rules: Any, how: Won) -> Worth | None:
    """Return what four wild tiles are worth by themselves; None where they do not win so."""
    fresh = how.events & {"before_discard", "heavenly_hand", "earthly_hand", "human_hand"}
    allowed = rules.wild.four_win
    if how.wild < 4 or allowed == "no" or (allowed != "any_time" and not fresh):
        return None
    drawn = how.self_drawn or ("robbing_kong" in how.events and rules.rob.self_drawn)
    rule = rules.patterns["four_wilds"]
    names = {"four_wilds", *how.events.intersection(rule.beside)}
    own = rules.patterns.get("last_tile")
    if own is not None and own.when and how.events & {"last_discard"}:
        names |= {"last_tile"}.intersection(rule.beside)
    reading = ("four_wilds", [], None)
    others = set(rules.bonuses) - set(rule.beside)
    reckon = _by_fan if rules.scoring == "fan" else _by_multiplier
    best, listed = reckon(rules, _counting(rules, names), reading, drawn, how, but=others)
    fan, points = best[0], best[0]
    if rules.scoring == "fan":
        points = _value(rules, best[0])
    points *= _factors(rules, how, drawn)
    least = (fan, points)
    if not rules.win.events_count:
        calm = how._replace(events=frozenset())
        lasting = _counting(rules, names - EVENTS)
        key, _ = reckon(rules, lasting, reading, False, calm, but=others | EVENTS)
        value = _value(rules, key[0]) if rules.scoring == "fan" else key[0]
        least = (key[0], value * _factors(rules, calm, False))
    least = (least[0] if rules.scoring == "fan" else 0, least[1])
    below = least[0] < rules.win.minimum_fan or least[1] < rules.win.minimum_points
    points = min(points, rules.limit.points or points)
    shown_fan = fan if rules.scoring == "fan" else None
    return Worth(points, shown_fan, [listed], below, frozenset(names), (points, *best))


def worth(rules: Any, fixed: Sets, tiles: list[str], how: Won) -> Worth:
    """Return what a complete hand is worth; ``tiles`` are the concealed ones with the last."""
    drawn = how.self_drawn or ("robbing_kong" in how.events and rules.rob.self_drawn)
    forms = rules.forms
    orphans = forms.thirteen_orphans and not ORPHANS.intersection(rules.tiles.without)
    found = oracle.readings_of(fixed, tiles, forms.seven_pairs, orphans)
    if forms.seven_pairs == "quads" and rules.wild.copies == "any" and not fixed:
        pairs = [("seven_pairs", [], None)]  # six alike are three pairs
        found += pairs if pairs[0] not in found and not any(_odd(tiles)) else []
    assert found, (fixed, tiles)
    shown, everything = [], []
    for reading in found:
        names = (
            EVERY_HAND
            | how.events
            | oracle.shows(
                reading,
                fixed,
                tiles,
                win=how.win,
                self_drawn=drawn,
                events=how.events,
                nine_gates=rules.nine_gates,
                all_honors=rules.all_honors,
            )
        )
        names = _with_own(rules, names, reading, tiles, how)
        everything.append(names)
        shown.append(_counting(rules, names))
    reckon = _by_fan if rules.scoring == "fan" else _by_multiplier
    results = [
        reckon(rules, names, reading, drawn, how)
        for reading, names in zip(found, shown, strict=True)
    ]
    best = max(result[0] for result in results)
    lists = [listed for key, listed in results if key == best]
    if rules.scoring == "fan":
        fan, points = best[0], _value(rules, best[0])
    else:
        fan, points = None, best[0]
        if rules.multipliers.combine == "max":  # whatever any reading shows is listed
            big = {key for names in shown for key, rule in names.items() if not rule.fallback}
            lists = [big | (listed & set(rules.bonuses)) if big else listed for listed in lists]
    points *= _factors(rules, how, drawn)
    counts = next(at for at, result in enumerate(results) if result[0] == best)
    names = everything[counts]
    least = (fan or 0, points)
    if not rules.win.events_count:
        calm = how._replace(events=frozenset())
        fallbacks = {key: r for key, r in rules.patterns.items() if r.enabled and r.fallback}
        lasting = _counting(rules, names - EVENTS) or fallbacks
        key, _ = reckon(rules, lasting, found[counts], False, calm, but=EVENTS)
        worth_ = _value(rules, key[0]) if rules.scoring == "fan" else key[0]
        least = (key[0] if fan is not None else 0, worth_ * _factors(rules, calm, False))
    below = least[0] < rules.win.minimum_fan or least[1] < rules.win.minimum_points
    points = min(points, rules.limit.points or points)
    return Worth(points, fan, lists, below, frozenset(names), (points, *best))


def _odd(tiles: list[str]) -> list[int]:
    return [tiles.count(tile) % 2 for tile in tiles]


def _with_own(rules: Any, names: set[str], reading: Any, tiles: list[str], how: Won) -> set[str]:
    """Return ``names`` as the rules' own patterns have them: those of the rule books, by hand."""
    form, sets, _ = reading
    groups = [group for _, group in sets]
    pungs = sum(len(set(group)) == 1 for group in groups)
    ends = {tile for group in groups for tile in group} | set(tiles)
    own = {
        "chows >= 0": True,
        "last_tile or last_discard": bool(how.events & {"last_tile", "last_discard"}),
        "form == 'standard' and pungs == 4 and only('19m19p19s1234567z')": form == "standard"
        and pungs == 4
        and ends <= ORPHANS,
        "straight": any(
            all([f"{at}{suit}", f"{at + 1}{suit}", f"{at + 2}{suit}"] in groups for at in (1, 4, 7))
            for suit in "mps"
        ),
        "form == 'seven_pairs' and win_copies == 4": form == "seven_pairs"
        and tiles.count(how.win) == 4,
    }
    for key, rule in rules.patterns.items():
        if rule.when is not None:
            names = names - {key} | ({key} if own[rule.when] else set())
    return names


def _counting(rules: Any, names: set[str]) -> dict[str, Any]:
    """Return the patterns of those names that count: a fallback only where no other does."""
    here = {key: r for key, r in rules.patterns.items() if r.enabled and key in names}
    here = {key: r for key, r in here.items() if key not in absorbed(here)}
    return {key: r for key, r in here.items() if not r.fallback} or here


def absorbed(here: dict[str, Any]) -> set[str]:
    """Return what patterns that are shown absorb; what is absorbed absorbs nothing itself."""
    found: set[str] = set()
    while True:
        acting = [rule for key, rule in here.items() if key not in found]
        again = {name for rule in acting for name in rule.absorbs}
        if again == found:
            return found
        found = again


def _factors(rules: Any, how: Won, drawn: bool) -> int:
    """Return by what events and wild tiles multiply X, a self-draw where scoring is by fan."""
    names = [*how.events, *(["self_draw"] if drawn and rules.scoring == "fan" else [])]
    names += ["wild_discarded"] * how.thrown
    names += ["no_wild"] * (not how.wild)
    return prod(getattr(rules.multipliers, name) for name in names)


def _value(rules: Any, fan: int) -> int:
    if rules.value == "table":
        return [*rules.points, *[rules.points[-1]] * fan][fan]
    return rules.base * (fan if rules.value == "linear" else 2**fan)


Result = tuple[tuple[int, int, int], set[str]]
"""What makes a reading the best, and what is listed of it."""


def _earned(rules: Any, reading: Any, drawn: bool, how: Won, but: set[str]) -> dict[str, int]:
    """Return the enabled bonuses that a reading earns, and how often."""
    wind = how.round if rules.rounds.winds else None
    times = oracle.bonuses(reading, drawn, how.seat, wind) | {"no_wild": int(not how.wild)}
    return {
        key: times[key]
        for key, rule in rules.bonuses.items()
        if rule.enabled and times[key] and key not in but
    }


def _pungs(reading: Any) -> int:
    return sum(len(set(group)) == 1 for _, group in reading[1])


NOTHING: set[str] = set()


def _by_multiplier(
    rules: Any,
    shown: dict[str, Any],
    reading: Any,
    drawn: bool,
    how: Won,
    but: set[str] = NOTHING,
) -> Result:
    """Return X, the number of patterns and bonuses and of pungs of one reading."""
    earned = {
        key: (rules.bonuses[key].multiplier, times)
        for key, times in _earned(rules, reading, drawn, how, but | absorbed(shown)).items()
        if rules.bonuses[key].multiplier is not None
    }
    each = [rule.multiplier for rule in shown.values()]
    powers = prod(factor**times for factor, times in earned.values())
    factor = {
        "max": max(each) * powers,
        "product": prod(each) * powers,
        "sum": sum(each) + sum(factor * times for factor, times in earned.values()),
    }[rules.multipliers.combine]
    points = rules.base * factor * (rules.multipliers.self_draw if drawn else 1)
    listed = set(shown) | set(earned)
    return (points, len(listed), _pungs(reading)), listed


def _by_fan(
    rules: Any,
    shown: dict[str, Any],
    reading: Any,
    drawn: bool,
    how: Won,
    but: set[str] = NOTHING,
) -> Result:
    """Return (fan, sum before cap and floors, pungs) of one reading."""
    outside = {key: rule.fan for key, rule in shown.items() if rule.outside}
    if outside:
        total = fan = max(outside.values())
        listed = {next(key for key in outside if outside[key] == fan)}
    else:
        earned = _earned(rules, reading, drawn, how, but | absorbed(shown))
        total = sum(rule.fan for rule in shown.values())
        total += sum(rules.bonuses[key].fan * times for key, times in earned.items())
        fan = total if rules.cap is None else min(total, rules.cap)
        listed = set(shown) | set(earned)
    for event, least in rules.floor.items():
        if event in how.events:
            fan = max(fan, least)
    return (fan, total, _pungs(reading)), listed


Paid = tuple[int, int, int]
"""Who pays, who is paid, and how much."""


class Ended(NamedTuple):
    """How a hand ended: wins as (seat, X, who pays for all), kongs as (seat, kind, feeder, late).

    ``source`` is the discarder or the robbed seat; ``escaped`` the seat that left; ``stayed`` and
    ``won`` are hands that the deal stayed and each seat won before this one.
    """

    dealer: int
    wins: list[tuple[int, int, int | None]]
    source: int | None
    robbed: bool
    kongs: list[tuple]
    horses: list[str]
    escaped: int | None
    stayed: int = 0
    won: tuple[int, ...] = (0, 0, 0, 0)
    followed: bool = False


def payments(rules: Any, hand: Ended) -> list[int]:
    """Return the change of each account, the bank's last."""
    if hand.escaped is not None:
        paid = [(hand.escaped, BANK, rules.escape.points)]
        others = set(range(4)) - {hand.escaped}
        return accounts(paid + [(BANK, other, rules.escape.compensation) for other in others])
    paid = []
    for seat, points, liable in hand.wins:
        paid += won(rules, hand, seat, points, liable)
    winners = [seat for seat, _, _ in hand.wins]
    for seat, kind, feeder, *late in hand.kongs if winners or rules.kong.pay_on_washout else []:
        payers = [feeder] if kind == "exposed" else [other for other in range(4) if other != seat]
        each = getattr(rules.kong, kind)
        if kind == "added" and late == [True] and rules.kong.added_late is not None:
            each = rules.kong.added_late
        if rules.kong.paid == "always" or seat in winners:
            paid += [(payer, seat, each) for payer in payers]
    bought = horses(rules, hand, paid) if rules.horses.owner == "dealer" else []
    if hand.followed and (winners or rules.follow.on_washout):
        others = [seat for seat in range(4) if seat != hand.dealer]
        paid += [(hand.dealer, other, rules.follow.points) for other in others]
    return accounts(paid + bought)


def won(rules: Any, hand: Ended, seat: int, points: int, liable: int | None) -> list[Paid]:
    """Return who pays what for one win."""
    source, as_drawn = hand.source, hand.robbed and rules.rob.self_drawn
    each = points + hit(rules, hand, seat, points, drawn=source is None or as_drawn)
    shares = {}
    for other in {0, 1, 2, 3} - {seat}:
        shares[other] = each + rules.winner.streak_points * hand.won[seat]
        if hand.dealer in (seat, other):
            shares[other] += each * (rules.payment.dealer_factor - 1)
            shares[other] += rules.dealer.streak_points * hand.stayed
    if source is None or (as_drawn and liable != source):
        if liable is None:
            return [(other, seat, share) for other, share in shares.items()]
        return [(liable, seat, sum(shares.values()))]
    if hand.robbed and (rules.rob.pays or ("all" if as_drawn else "one")) == "all":
        return [(source, seat, sum(shares.values()))]
    if rules.payment.discard == "all":
        shares[source] *= rules.payment.discarder_factor
        return [(other, seat, share) for other, share in shares.items()]
    whole = rules.payment.discard == "discarder_for_all"
    return [(source, seat, sum(shares.values()) if whole else shares[source])]


def hit(rules: Any, hand: Ended, seat: int, points: int, *, drawn: bool) -> int:
    """Return what the winner's horses add to X."""
    keys = rules.horses
    if not turned_up(rules, drawn):
        return 0
    if keys.worth == "number":
        numbers = {"z": keys.honor_number, "f": 0}
        return sum(numbers.get(tile[1], int(tile[0])) for tile in hand.horses) * keys.points
    start = hand.dealer if keys.counted_from == "dealer" else seat
    hits = sum(
        number is not None and (start + number - 1) % 4 == seat
        for number in (points_at(rules, tile) for tile in hand.horses)
    )
    if not hand.horses and keys.none_left == "all_hit":
        hits = keys.count
    return hits * (points if keys.worth == "x" else keys.points)


def turned_up(rules: Any, drawn: bool, wild: int = 0) -> int:
    """Return how many horses a winner with wild tiles turns up, where the wall has so many."""
    turns = rules.horses.owner == "winner" and (drawn or rules.horses.when == "win")
    return rules.horses.count + (0 if wild else rules.horses.no_wild) if turns else 0


def horses(rules: Any, hand: Ended, paid: list[Paid]) -> list[Paid]:
    """Return what the dealer gets and gives for each of its horses."""
    more = []
    for tile in hand.horses:
        number = points_at(rules, tile)
        if number is None:
            continue
        seat = (hand.dealer + number - 1) % 4
        if rules.horses.funding == "bank":
            more.append((BANK, hand.dealer, accounts(paid)[seat]))
        else:
            for *ends, points in paid:
                if seat in ends:
                    payer, payee = (hand.dealer if end == seat else end for end in ends)
                    more.append((payer, payee, points))
    return more


BY_WINNER = (
    ("1", "5", "9", "1z", "7z"),
    ("2", "6", "2z", "6z"),
    ("3", "7", "3z", "5z"),
    ("4", "8", "4z"),
)
"""What a winner's horses point at where the rules do not say."""


def points_at(rules: Any, tile: str) -> int | None:
    """Return the number by which a horse points at a seat, the dealer 1; None: at nobody."""
    groups = rules.horses.groups
    if groups is None and rules.horses.owner == "winner":
        groups = BY_WINNER
    if groups is not None:
        name = tile if tile[1] == "z" else tile[0]
        found = [at for at, group in enumerate(groups, 1) if name in group]
        return found[0] if found and tile[1] != "f" else None
    if tile[1] == "z":
        return rules.horses.honors.index(tile) + 1
    return int(tile[0])


def accounts(paid: list[Paid]) -> list[int]:
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
