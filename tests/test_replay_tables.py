"""The keys of today's tables in logs, each with each of its values."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.logs import Log, drawn_out, rest_of

# Seat 1 waits for 4p 7p, seat 2 for 3s 6s; seats 0 and 3 are far from anything.
HANDS = ["19m19p19s11223345z", "123m12356p23499s", "345m345678p3456s", "258m258p258s4567z"]
FOUR_ALIKE = "d0:9p t1:9p d1:9p t2:9p d2:9p t3:9p d3:9p"
THREE_ALIKE = "d0:9p t1:9p d1:9p t2:9p d2:9p t3:5z d3:5z"
FED = "t0:7p d0:7p w1:7p:0"  # one fan, X 2
DRAWN = "t0:5z d0:5z t1:7p w1:7p"  # two fan, X 4


@pytest.fixture
def house(tmp_path):
    """Return a function that writes a rule file on top of jipinghu and gives its path."""

    def write(text: str) -> str:
        path = Path(tmp_path) / f"house{len(list(tmp_path.iterdir()))}.toml"
        path.write_text(f'extends = "jipinghu"\nname = "我家"\n{text}\n', "utf-8")
        return str(path)

    return write


def paid(log: Log, **end: object) -> list[int]:
    """Return the payments that the rules give for the log's last hand, the bank's last."""
    log.end(points=[12345, -12345, 0, 0], **end).over()
    [found] = [each for each in log.findings(select=("S504",)) if each.line == len(log.events) - 1]
    assert isinstance(found.expected, list)
    return found.expected


def rulings(log: Log) -> list[tuple[int, str]]:
    """Return the findings of play and wins, the end of the cut log aside."""
    return log.codes(select=("F004", "T", "A", "W", "D"))


# the set and the wall


def test_a_tile_that_the_set_lacks_is_no_tile_of_it(house):
    hands = ["19m19p1199s234567z", "123m12356p23499s", "345m345678p3456s", "258m258p258s456z7m"]
    log = Log(house('tiles.without = ["1z"]')).hand(*hands).play("d0:2z t1:1z")
    assert rulings(log) == [(len(log.events), "F004")]
    assert rulings(Log(house("")).hand(*hands).play("d0:2z t1:1z")) == []
    log = Log(house('tiles.without = ["2z"]')).hand(*hands)
    assert rulings(log) == [(2, "F004")]


@pytest.mark.parametrize(("without", "codes"), [('["1z"]', []), ("[]", ["T101"])])
def test_deal_and_wall_are_the_whole_set(house, without, codes):
    hands = ["19m19p1199s234567z", "123m12356p23499s", "345m345678p3456s", "258m258p258s456z7m"]
    wall = [tile for tile in rest_of(hands) if tile != "1z"]
    log = Log(house(f"tiles.without = {without}")).hand(*hands, wall=wall)
    assert [code for _, code in rulings(log)] == codes


QUIET = ["159m159p159s13567z", "258m258p258s2467z", "258m258p258s2467z", "147m147p147s3467z"]


@pytest.mark.parametrize("reserve", [0, 4, 14])
def test_so_many_tiles_are_never_drawn(house, reserve):
    wall = rest_of(QUIET)
    rules = house(f'missed_win = "off"\nwall.reserve = {reserve}')
    log = Log(rules).hand(*QUIET, wall=wall)
    log.play(drawn_out(wall, 0, "1m", reserve))
    seat = (83 - reserve) % 4
    assert rulings(Log(rules).hand(*QUIET, wall=wall).play("d0:1m washout"))[0][1] == "A205"
    assert rulings(Log(rules).hand(*QUIET).play("d0:1m washout"))[0][1] == "A205"
    ended = Log(rules)
    ended.events = [*log.events]
    assert rulings(ended.play("washout").end().over()) == []
    more = Log(rules)
    more.events = [*log.events]
    tile = wall[83 - reserve] if reserve else "1m"
    assert rulings(more.play(f"t{(seat + 1) % 4}:{tile}")) == [(len(more.events), "T104")]


# events


@pytest.mark.parametrize(("factor", "points"), [(1, 2), (3, 6)])
def test_a_win_on_the_discard_behind_a_kong(house, factor, points):
    hands = ["1111m19p19s112233z", *HANDS[1:]]
    hands[1] = "234m12356p23499s"
    log = Log(house(f"multipliers.kong_discard = {factor}\nkong.concealed = 0"))
    log.hand(*hands).play("k0:1m:concealed t0:7p d0:7p w1:7p:0")
    assert paid(log) == [-points, points, 0, 0, 0]
    other = Log(house(f"multipliers.kong_discard = {factor}\nkong.concealed = 0"))
    other.hand(*hands).play("k0:1m:concealed t0:1z d0:1z t1:5z d1:5z t2:7p d2:7p w1:7p:2")
    assert paid(other) == [0, 2, -2, 0, 0]


@pytest.mark.parametrize(("factor", "points"), [(1, 2), (3, 6)])
def test_a_win_on_the_last_discard(house, factor, points):
    hands = ["159m159p159s12467z", HANDS[1], "258m258p258s2467z", "147m147p147s3467z"]
    wall = rest_of(hands)
    wall.remove("7p")
    wall.append("7p")
    rules = house(f'missed_win = "off"\nmultipliers.last_discard = {factor}')
    log = Log(rules).hand(*hands, wall=wall).play(drawn_out(wall, 0, "1m"))
    log.play("w1:7p:3")
    assert rulings(log) == []
    assert paid(log) == [0, points, 0, -points, 0]


# kongs

SOON = "d0:1m p1:1m d1:2z t2:9m d2:9m t3:9m d3:9m t0:8m d0:8m t1:1m k1:1m:added t1:8p d1:8p"
LATE = (
    "d0:1m p1:1m d1:2z t2:9m d2:9m t3:9m d3:9m t0:8m d0:8m t1:1m d1:4z t2:8m d2:8m t3:8m d3:8m "
    "t0:5z d0:5z t1:5p k1:1m:added t1:8p d1:8p"
)
SCATTERED = ["159m159p159s12367z", "11m258p258s24567z", "34m147p369s12347z", "67m369p147s12356z"]


@pytest.mark.parametrize(
    ("keys", "words", "points"),
    [
        ("", SOON, 1),
        ("", LATE, 1),
        ("kong.added_late = 0", SOON, 1),
        ("kong.added_late = 0", LATE, 0),
        ("kong.added_late = 3", LATE, 3),
    ],
)
def test_an_added_kong_of_a_tile_drawn_before(house, keys, words, points):
    draws = words.count("t")
    log = Log(house(f"wall.reserve = {83 - draws}\nkong.added = 1\n{keys}")).hand(*SCATTERED)
    log.play(f"{words} washout")
    assert rulings(log) == []
    assert paid(log) == [-points, 3 * points, -points, -points, 0]


KONG = ["1111m19p19s112233z", "234m12356p23499s", *HANDS[2:]]


@pytest.mark.parametrize(
    ("value", "points"), [("always", [6 - 2, -2 + 2, -2, -2, 0]), ("winner", [-2, 2, 0, 0, 0])]
)
def test_whose_kongs_are_paid(house, value, points):
    log = Log(house(f'kong.concealed = 2\nkong.paid = "{value}"')).hand(*KONG)
    assert paid(log.play("k0:1m:concealed t0:7p d0:7p w1:7p:0")) == points


@pytest.mark.parametrize(("value", "each"), [("always", 1), ("winner", 0)])
def test_whose_kongs_are_paid_in_a_washout(house, value, each):
    keys = f'kong.added = 1\nkong.paid = "{value}"\nwall.reserve = {83 - SOON.count("t")}'
    log = Log(house(keys)).hand(*SCATTERED).play(f"{SOON} washout")
    assert paid(log) == [-each, 3 * each, -each, -each, 0]


# streaks and the followed dealer


DEALER_WINS = ["123m12356p23499s1z", "258m258p258s4567z", "345m345678p3456s", "19m19p19s1122334z"]


def dealers(house, keys: str, hands: int, last: str = "t0:7p w0:7p") -> Log:
    """Return a log in which the dealer wins hand after hand, the last one not settled."""
    log = Log(house(keys))
    play = "d0:1z t1:5z d1:5z t2:5z d2:5z t3:6z d3:6z"
    for number in range(1, hands + 1):
        log.hand(*DEALER_WINS, number=number, round="E").play(f"{play} {last}")
        if number < hands:
            log.end({"seat": 0, "points": 4}, points=[0, 0, 0, 0])
    return log


@pytest.mark.parametrize(
    ("key", "points", "hands", "each"),
    [
        ("dealer.streak_points", 0, 3, 4),
        ("dealer.streak_points", 5, 1, 4),
        ("dealer.streak_points", 5, 3, 4 + 2 * 5),
        ("winner.streak_points", 0, 3, 4),
        ("winner.streak_points", 5, 1, 4),
        ("winner.streak_points", 5, 3, 4 + 2 * 5),
    ],
)
def test_a_streak_adds_points(house, key, points, hands, each):
    log = dealers(house, f"{key} = {points}", hands)
    assert paid(log) == [3 * each, -each, -each, -each, 0]


@pytest.mark.parametrize("key", ["dealer.streak_points", "winner.streak_points"])
def test_behind_a_skipped_hand_a_streak_is_not_known(house, key):
    log = dealers(house, f"{key} = 5", 3)
    log.events.insert(4, {"type": "draw", "seat": 3, "tile": "1m"})  # loses the first hand
    log.end({"seat": 0, "points": 4}, points=[9, -3, -3, -3]).over()
    assert log.codes(select=("S",)) == []
    sure = dealers(house, f"{key} = 0", 3)
    sure.events.insert(4, {"type": "draw", "seat": 3, "tile": "1m"})
    sure.end({"seat": 0, "points": 4}, points=[9, -3, -3, -3]).over()
    assert {code for _, code in sure.codes(select=("S",))} == {"S504"}


def test_a_washout_ends_a_streak_of_wins_but_not_of_the_deal(house):
    keys = "wall.reserve = 77\ndealer.streak_points = 5\nwinner.streak_points = 100\n"
    log = dealers(house, keys, 2)
    win = log.events.pop()
    ends = [at for at, event in enumerate(log.events) if event["type"] == "end_hand"]
    drop = [{"type": "discard", "seat": 0, "tile": "7p"}]
    first = log.events[: ends[0] - 1]
    rest = "t1:6z d1:6z t2:6z d2:6z washout"
    second = log.events[ends[0] + 1 :]
    washed = Log(log.events[0]["rules"])
    washed.events = [*first, *drop]
    washed.play(rest).end()
    washed.events += [*second, win]
    assert paid(washed) == [3 * 9, -9, -9, -9, 0]


@pytest.mark.parametrize(
    ("keys", "words", "each"),
    [
        ("", f"{FOUR_ALIKE} {FED}", 0),
        ("follow.points = 3", f"{FOUR_ALIKE} {FED}", 3),
        ("follow.points = 3", f"{THREE_ALIKE} {FED}", 0),
        ("follow.points = 3\nfollow.on_washout = false", f"{FOUR_ALIKE} {FED}", 3),
    ],
)
def test_the_dealer_followed(house, keys, words, each):
    log = Log(house(keys)).hand(*HANDS).play(words)
    assert paid(log) == [-2 - 3 * each, 2 + each, each, each, 0]


@pytest.mark.parametrize(("value", "each"), [("true", 3), ("false", 0)])
def test_the_dealer_followed_in_a_washout(house, value, each):
    keys = f"follow.points = 3\nfollow.on_washout = {value}\nwall.reserve = 80"
    log = Log(house(keys)).hand(*HANDS).play(f"{FOUR_ALIKE} washout")
    assert paid(log) == [-3 * each, each, each, each, 0]


# horses of the winner

PRIZE = 'horses.owner = "winner"'


def prize(house, keys: str, words: str) -> Log:
    """Return a log with a wall, the next tiles of which are 1z 6m 2m, the last ones 5s 2s 9s."""
    drawn = [word[3:] for word in words.split() if word[0] == "t"]
    front = [*drawn, "1z", "6m", "2m"]
    tail = ["9s", "2s", "5s"]
    rest = rest_of(HANDS)
    for tile in (*front, *tail):
        rest.remove(tile)
    count = "" if "count =" in keys else "horses.count = 3"
    return (
        Log(house(f"{PRIZE}\n{count}\n{keys}"))
        .hand(*HANDS, wall=[*front, *rest, *tail])
        .play(words)
    )


WIN = f"{THREE_ALIKE} {DRAWN}"
GIVEN = f"{THREE_ALIKE} {FED}"


@pytest.mark.parametrize(
    ("keys", "words", "each", "horses"),
    [
        # seat 1 deals second: 2 6 2z 6z point at it
        ("", WIN, 2, "1z 6m 2m"),
        ('horses.from = "front"', WIN, 2, "1z 6m 2m"),
        ('horses.from = "tail"', WIN, 1, "5s 2s 9s"),
        ("horses.points = 5", WIN, 10, "1z 6m 2m"),
        ("horses.count = 1", WIN, 0, "1z"),
        ("horses.count = 2", WIN, 1, "1z 6m"),
        ('horses.counted_from = "dealer"', WIN, 2, "1z 6m 2m"),
        ('horses.counted_from = "winner"', WIN, 1, "1z 6m 2m"),
        ('horses.worth = "x"', WIN, 8, "1z 6m 2m"),
        ('horses.worth = "number"', WIN, 10 + 6 + 2, "1z 6m 2m"),
        ('horses.worth = "number"\nhorses.honor_number = 0', WIN, 6 + 2, "1z 6m 2m"),
        ('horses.groups = [["1"], ["1z"], ["6"], ["2"]]', WIN, 1, "1z 6m 2m"),
        ('horses.when = "win"', WIN, 2, "1z 6m 2m"),
    ],
)
def test_the_winner_turns_up_horses(house, keys, words, each, horses):
    rules, x = prize(house, keys, words), 4 + each
    played = list(rules.events)
    assert rulings(rules) == []
    for told, codes in ((horses.split(), []), (horses.split()[1:], ["S508"]), (None, [])):
        log = Log()
        log.events = list(played)
        if told and len(told) > 1 and not codes:
            log.end({"seat": 1, "points": 4}, points=[-x, 3 * x, -x, -x], horses=told[::-1]).over()
            assert [code for _, code in log.codes()] == ["S508"]
            log.events = list(played)
        more = {} if told is None else {"horses": told}
        log.end({"seat": 1, "points": 4}, points=[-x, 3 * x, -x, -x], **more).over()
        assert [code for _, code in log.codes()] == codes
    assert paid(rules) == [-x, 3 * x, -x, -x, 0]


@pytest.mark.parametrize(("when", "each"), [("self_draw", 0), ("win", 2)])
def test_when_the_winner_turns_up_horses(house, when, each):
    log = prize(house, f'horses.when = "{when}"', GIVEN)
    assert paid(log) == [-2 - each, 2 + each, 0, 0, 0]
    log.events[-2:] = []
    told = ["1z", "6m", "2m"] if each else []
    win = {"seat": 1, "points": 2}
    log.end(win, points=[-2 - each, 2 + each, 0, 0], horses=told).over()
    assert log.codes() == []


@pytest.mark.parametrize(("value", "each"), [("nothing", 0), ("all_hit", 3)])
def test_no_tile_is_left_to_turn_up(house, value, each):
    hands = ["159m159p159s12467z", HANDS[1], "258m258p258s2467z", "147m147p147s3467z"]
    wall = rest_of(hands)
    wall.remove("7p")
    wall.append("7p")
    keys = f'missed_win = "off"\n{PRIZE}\nhorses.count = 3\nhorses.none_left = "{value}"'
    keys += '\nhorses.when = "win"'
    log = Log(house(keys)).hand(*hands, wall=wall).play(drawn_out(wall, 0, "1m")).play("w1:7p:3")
    x = 2 + each
    assert paid(log) == [0, x, 0, -x, 0]


def test_horses_of_a_log_without_its_wall(house):
    rules = house(f"{PRIZE}\nhorses.count = 3")
    win = {"seat": 1, "points": 4}
    for horses, points, codes in (
        (["1z", "6m", "2m"], [-6, 18, -6, -6], []),
        (["1z", "6m", "3m"], [-6, 18, -6, -6], ["S504"]),
        (["1z", "6m"], [-6, 18, -6, -6], ["S508"]),
        (None, [-7, 21, -7, -7], []),
    ):
        log = Log(rules).hand(*HANDS).play(WIN)
        more = {} if horses is None else {"horses": horses}
        log.end(win, points=points, **more).over()
        assert [code for _, code in log.codes()] == codes, horses


def test_no_tiles_are_set_aside_for_the_winner(house):
    for horses, codes in ((None, []), (0, []), (3, ["D403"])):
        more = {} if horses is None else {"horses": horses}
        log = Log(house(f"{PRIZE}\nhorses.count = 3\nhorses.most = 4\nhorses.first = 2")).hand(
            *HANDS, **more
        )
        assert [code for _, code in rulings(log)] == codes


# minimums and missed wins


@pytest.mark.parametrize(
    ("keys", "codes"),
    [
        ("win.minimum_fan = 1", []),
        ("win.minimum_fan = 2", ["W306"]),
        ("win.minimum_points = 2", []),
        ("win.minimum_points = 3", ["W306"]),
    ],
)
def test_a_win_below_the_minimum(house, keys, codes):
    log = Log(house(keys)).hand(*HANDS).play(f"{THREE_ALIKE} {FED}")
    assert rulings(log) == [(len(log.events), code) for code in codes]


@pytest.mark.parametrize(("value", "codes"), [("true", []), ("false", ["W306"])])
def test_events_and_the_minimum(house, value, codes):
    log = Log(house(f"win.minimum_fan = 2\nwin.events_count = {value}"))
    log.hand(*HANDS).play(f"{THREE_ALIKE} {DRAWN}")
    assert rulings(log) == [(len(log.events), code) for code in codes]


@pytest.mark.parametrize(
    ("missed", "minimum", "codes"),
    [
        ("same_tile", 6, []),
        ("all_tiles", 6, []),
        ("not_more", 6, []),
        ("off", 2, []),
        ("same_tile", 2, ["W303"]),
        ("all_tiles", 2, ["W303"]),
        ("not_more", 2, []),
    ],
)
def test_a_win_below_the_minimum_let_go_misses_nothing(house, missed, minimum, codes):
    keys = f'missed_win = "{missed}"\nwin.minimum_points = {minimum}'
    log = Log(house(f"{keys}\nmultipliers.kong_discard = 3")).hand(*KONG)
    log.play("d0:1z t1:5z d1:5z t2:7p d2:7p t3:5p d3:5p t0:6z k0:1m:concealed t0:7p d0:7p")
    log.play("w1:7p:0")  # worth 6 behind the kong, 2 when it was let go
    assert rulings(log) == [(len(log.events), code) for code in codes]


def test_three_winners_can_lift_each_other_over_the_minimum(house):
    hands = ["159m17p159s112233z", HANDS[1], "123s45656p456m99m", "789m34556p345s88p"]
    hands[2], hands[3] = "123s44456p45699m", "789m56p345678s11p"
    keys = "win.minimum_points = 6\nmultipliers.triple_win = 9"
    one = Log(house(keys)).hand(*hands).play("d0:1s t1:5z d1:5z t2:5z d2:5z t3:5z d3:5z t0:6z")
    three = Log(house(keys))
    three.events[1:] = one.events[1:]
    one.play("d0:7p w1:7p:0")
    assert rulings(one) == []
    one.end({"seat": 1, "points": 2}).over()
    assert one.codes(select=("W", "S5")) == [(len(one.events) - 1, "W306")]
    three.play("d0:7p w1:7p:0 w2:7p:0 w3:7p:0")
    assert rulings(three) == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        # 7p let go: nothing worth as much until the next own draw, on any tile
        (f"{FED}", "W303"),
        ("t0:4p d0:4p w1:4p:0", "W303"),
        ("t0:1z d0:1z t1:9m d1:9m t2:7p d2:7p w1:7p:2", None),
        ("t0:1z d0:1z t1:7p w1:7p", None),
    ],
)
def test_a_win_worth_no_more_than_one_let_go(house, words, code):
    log = Log(house('missed_win = "not_more"')).hand(*HANDS)
    log.play(f"d0:5z t1:5z d1:5z t2:1m d2:6s t3:7p d3:7p {words}")
    assert rulings(log) == ([] if code is None else [(len(log.events), code)])


def test_the_own_discard_is_let_go_too_and_a_better_win_is_not(house):
    for factor, codes in ((1, ["W303"]), (2, [])):
        hands = [HANDS[0], "789m12356p23499s", HANDS[2], "2222m58p258s4567z"]
        keys = f'missed_win = "not_more"\nmultipliers.kong_discard = {factor}\nkong.concealed = 0'
        log = Log(house(keys)).hand(*hands)
        log.play("d0:5z t1:7p d1:7p t2:1m d2:1m t3:9p k3:2m:concealed t3:7p d3:7p w1:7p:3")
        assert [code for _, code in rulings(log)] == codes, factor


# liability and the next dealer


@pytest.mark.parametrize(
    ("value", "liable"),
    [("true", True), ("false", False), ('["all_pungs"]', True), ('["half_flush"]', False)],
)
def test_patterns_of_twelve_tiles(house, value, liable):
    hands = [
        "159m159p159s12367z",
        "11m22p33s44z26778s",
        "2p3s4z258m79p15567z",
        "347m3489p69s567z1s",
    ]
    log = Log(house(f"liability.twelve_tiles = {value}")).hand(*hands)
    log.play("d0:1m p1:1m d1:2s t2:2p d2:2p p1:2p d1:6s t2:3s d2:3s p1:3s d1:7s t2:4z d2:4z p1:4z")
    log.play("d1:7s t2:9m d2:9m t3:9m d3:9m t0:9s d0:9s t1:8s w1:8s")
    assert rulings(log) == []
    points = paid(log)
    assert (points[0] == points[3] == 0) == liable, points


@pytest.mark.parametrize(("value", "dealer"), [("as_one", 1), ("discarder", 0)])
def test_who_deals_after_several_wins(house, value, dealer):
    hands = ["19m17p19s11223345z", HANDS[1], "456m45656p23488s", HANDS[3]]
    log = Log(house(f'dealer.after_several_wins = "{value}"')).hand(*hands)
    log.play("d0:7p w1:7p:0 w2:7p:0").end()
    other = [hands[(seat - dealer) % 4] for seat in range(4)]
    log.hand(*other, dealer=dealer, number=2)
    assert log.codes(select=("D401",)) == []
    wrong = Log(log.events[0]["rules"])
    wrong.events[1:] = log.events[1:-1]
    wrong.hand(*[hands[(seat - 2) % 4] for seat in range(4)], dealer=2, number=2)
    assert [code for _, code in wrong.codes(select=("D401",))] == ["D401"]
