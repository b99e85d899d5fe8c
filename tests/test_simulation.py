"""Simulated games: legal by two replays, the same for a seed, and full of rare things."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections import Counter
from itertools import islice, pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjtool import kernel
from mjtool.errors import RequestError
from mjtool.game_log import audit_lines
from mjtool.rules import BUILTINS, load_rules
from mjtool.settlement import Room, settle
from mjtool.simulation import Options, play, simulate
from mjtool.simulation.deals import LAYOUTS, Layout, arranged, shuffled
from mjtool.simulation.game import build_walls
from mjtool.simulation.play import Play
from mjtool.simulation.shapes import SHAPES, choose_goal, of_shape
from mjtool.stock import FLOWERS, Stock
from mjtool.table.deal import wall_lengths
from mjtool.tiles import NAMES, count
from tests.plain_replay import first_bad_line
from tests.random_rules import FAMILIES

ROOM = Room(600, 250)
RARE = Options(room=ROOM).rare()
WILD = Options(players=("wild",), hands=12, rigged=0.3, escapes=0.02, props=0.03, wall=False)
PLAIN = Options()
MIXED = Options(players=("greedy", "wild", "eager", "patient"), dice=1.0)


def log_of(games):
    """Return the lines of games, without their ends."""
    return [line.rstrip(b"\n") for game in games for line in game.lines]


def what_came_up(games):
    """Count the events, patterns, kinds of kong and the like that the logs show."""
    seen = Counter()
    for game in games:
        seen += game.tally
        for line in game.lines:
            event = json.loads(line)
            seen[event["type"]] += 1
            match event["type"]:
                case "kong":
                    seen[f"kong_{event['kind']}"] += 1
                case "prop":
                    seen[f"prop_{event['name']}"] += 1
                case "start_hand":
                    seen[f"horses_{event.get('horses', 0)}"] += 1
                    seen[f"round_{event.get('round')}"] += 1
                    seen["dice"] += "dice" in event
                case "end_hand":
                    seen[f"winners_{len(event['wins'])}"] += 1
                    for win in event["wins"]:
                        seen.update(f"pattern_{name}" for name in win["patterns"])
    return seen


COMMON = {
    *("start_game", "start_hand", "draw", "discard", "pung", "kong", "win", "washout", "escape"),
    *("end_hand", "end_game", "kong_exposed", "kong_concealed", "kong_added", "dice"),
    *("prop_great_shift", "prop_swap_chosen", "prop_swap_random", "prop_clairvoyance"),
    *("prop_clairaudience", "prop_golden_finger", "prop_voice"),
    *("kong_draw", "robbing_kong", "last_tile", "heavenly_hand", "earthly_hand"),
    *("liable_robbed", "winners_0", "winners_1"),
}
BY_RULES = {
    "jipinghu": {
        *("chow", "human_hand", "triple_win", "winners_2", "winners_3", "missed_win_respected"),
        *("liable_pattern", "liable_twelve_tiles", "liable_kong_feeder", "round_E", "round_S"),
    },
    "xinmajiang": {
        *("chow", "human_hand", "triple_win", "winners_2", "winners_3", "missed_win_respected"),
        *("liable_pattern", "liable_twelve_tiles", "round_E", "round_S"),
    },
    "tuidaohu": {"liable_kong_feeder", "horses_1", "horses_2", "horses_3", "horses_4"},
}


def wanted(rules):
    """Return everything that games of these rules are to show: each pattern and bonus, too."""
    table = load_rules(rules)
    ids = (*table.patterns, *table.bonuses)
    return COMMON | BY_RULES[rules] | {f"pattern_{name}" for name in ids}


@pytest.mark.parametrize("rules", BUILTINS)
@pytest.mark.parametrize(
    "options",
    [
        pytest.param(RARE, id="rare"),
        pytest.param(WILD, id="wild"),
        pytest.param(PLAIN, id="plain"),
        pytest.param(MIXED, id="mixed"),
    ],
)
def test_games_are_legal(rules, options):
    games = list(simulate(load_rules(rules), 12, "legal", options))
    assert audit_lines(log_of(games)) == []
    assert [first_bad_line(log_of([game])) for game in games] == [None] * len(games)


@pytest.mark.parametrize("rules", FAMILIES)
def test_everything_comes_up(rules):
    games = list(simulate(load_rules(rules), 250, "cover", RARE))
    assert wanted(rules) - set(+what_came_up(games)) == set()


@pytest.mark.slow
@pytest.mark.parametrize("rules", FAMILIES)
def test_two_thousand_games_are_legal(rules):
    seen = Counter()
    for options in (RARE, PLAIN):
        for game in simulate(load_rules(rules), 2000, "many", options):
            assert audit_lines(log_of([game])) == []
            if options is RARE:
                seen += what_came_up([game])
    assert {name for name in wanted(rules) if seen[name] < 5} == set()


@pytest.mark.slow
@pytest.mark.parametrize("rules", FAMILIES)
def test_the_second_replay_agrees(rules):
    for options in (RARE, WILD):
        for game in simulate(load_rules(rules), 250, "second", options):
            assert first_bad_line(log_of([game])) is None


def test_long_games_go_through_every_round():
    games = simulate(load_rules("jipinghu"), 3, "rounds", Options(hands=60))
    seen = what_came_up(games)
    assert all(seen[f"round_{wind}"] for wind in "ESWN")


VARIANTS = {
    "flowers": ("jipinghu", "[tiles]\nflowers = true"),
    "flowers and horses": ("tuidaohu", "[tiles]\nflowers = true"),
    "all tiles missed": ("jipinghu", 'missed_win = "all_tiles"'),
    "no missed win": ("jipinghu", 'missed_win = "off"'),
    "nearest wins": ("jipinghu", 'multiple_wins = "nearest"'),
    "last kong counts": ("jipinghu", 'kong_chain = "last_only"'),
    "wide windows": (
        "jipinghu",
        '[human_hand]\nwindow = "before_own_first_draw"\n[earthly_hand]\nkong_cancels = false',
    ),
    "every kong robbed": (
        "jipinghu",
        '[rob]\nkinds = ["added", "exposed", "concealed"]\nown_fed_pung = false',
    ),
    "robbing is no self-draw": ("jipinghu", "[rob]\nself_drawn = false"),
    "concealed kongs shown": ("jipinghu", "[liability]\nconcealed_kong_counts = true"),
    "liability in another order": (
        "jipinghu",
        '[liability]\norder = ["kong_feeder", "twelve_tiles", "pattern", "robbed"]',
    ),
    "mirrored horses": (
        "tuidaohu",
        '[horses]\nfunding = "mirror"\nfirst = 2\nstep = 2\nmost = 8\n[kong]\n'
        "pay_on_washout = false\n[fee]\non_washout = false\n[escape]\ncompensation = 2",
    ),
    "winner deals": (
        "jipinghu",
        'nine_gates = "loose"\n[forms]\nseven_pairs = "distinct"\n[claims]\nchow = false\n'
        '[dealer]\nafter_win = "winner"\nafter_washout = "next"',
    ),
    "no round winds": ("jipinghu", "[rounds]\nwinds = false"),
    "kongs of discards robbed": (
        "jipinghu",
        'missed_win = "off"\n[rob]\nkinds = ["exposed"]\n[win]\non_discard = false',
    ),
    "the wall is all horses": (
        "tuidaohu",
        "[tiles]\nflowers = true\n[horses]\nfirst = 91\nstep = 0\nmost = 91",
    ),
    "points beyond 64 bits": (
        "jipinghu",
        "base = 1000000\ncap = 50\n[bonuses.self_draw]\nfan = 50\n[floor]\nhuman_hand = 50",
    ),
    "horses beside fan": ("jipinghu", "[horses]\nfirst = 1\nstep = 1\nmost = 4"),
}


@pytest.fixture
def house(tmp_path):
    """Return a function that writes a variant's rule file and loads it."""

    def write(name):
        base, text = VARIANTS[name]
        path = tmp_path / "house.toml"
        path.write_text(f'extends = "{base}"\nname = "我家"\n{text}\n', "utf-8")
        return load_rules(path)

    return write


@pytest.mark.parametrize("name", VARIANTS)
def test_house_rules_are_played_and_checked(house, name):
    rules = house(name)
    games = list(simulate(rules, 25, name, RARE))
    assert audit_lines(log_of(games)) == []
    assert [first_bad_line(log_of([game]), rules) for game in games] == [None] * len(games)
    if rules.tiles.flowers:
        assert what_came_up(games)["flower"] > 100


def test_players_that_ignore_a_missed_win_are_found(monkeypatch):
    monkeypatch.setattr(Play, "_let_go", lambda *_, **__: None)
    games = list(simulate(load_rules("jipinghu"), 40, "missed", RARE))
    assert {finding.code for finding in audit_lines(log_of(games))} == {"W303"}


# The same seed


@pytest.mark.parametrize("rules", BUILTINS)
def test_the_same_seed_gives_the_same_bytes(rules):
    table = load_rules(rules)
    first, again = (log_of(simulate(table, 3, 5, RARE)) for _ in range(2))
    assert first == again
    assert log_of(simulate(table, 3, 6, RARE)) != first


def test_a_game_depends_on_its_number_alone():
    rules = load_rules("tuidaohu")
    few, many = (list(simulate(rules, games, 9, RARE)) for games in (2, 4))
    assert log_of(few) == log_of(many[:2])
    assert log_of(many[:1]) != log_of(many[1:2])


def test_games_stream():
    games = simulate(load_rules("jipinghu"), 10**12, 1)
    list(islice(games, 20))  # scores and tables that are kept are there now
    tracemalloc.start()
    list(next(games).lines)
    first, _ = tracemalloc.get_traced_memory()
    for game in islice(games, 20):
        list(game.lines)
    del game
    last, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert last - first < 400_000


# Deals


@pytest.mark.parametrize("flowers", [False, True])
@given(seed=st.integers(0, 10**6), dealer=st.integers(0, 3), horses=st.integers(0, 4))
def test_every_deal_is_the_whole_set(flowers, seed, dealer, horses):
    rng = Random(seed)
    rules = load_rules("tuidaohu")
    for lay in LAYOUTS:
        layout = Layout(dealer, horses, Stock.of((), FLOWERS if flowers else 0))
        lay(rng, rules, layout)
        deal = layout.finish(rng)
        assert [len(hand) for hand in deal.hands] == [13 + (seat == dealer) for seat in range(4)]
        tiles = Counter(tile for hand in (*deal.hands, deal.wall) for tile in hand)
        assert tiles == Counter(
            {tile: 4 if tile < 34 else 1 for tile in range(42 if flowers else 34)}
        )


def test_goals_are_complete_hands():
    rules = load_rules("tuidaohu")
    for seed in range(300):
        goal = choose_goal(Random(seed), rules)
        assert kernel.is_complete(count(goal.tiles), 0, rules.form_mask), goal
        assert max(goal.counts) <= 4


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_keep_to_their_kinds(name):
    shape = SHAPES[name]
    for seed in range(50):
        goal = of_shape(Random(seed), shape, Stock())
        suits = {tile // 9 for tile in goal.tiles if tile not in shape.kinds}
        assert len(suits) <= (1 if shape.suit else 0)
        if not shape.chows:
            assert all(code >= 34 for code in goal.sets)


@given(
    seed=st.integers(0, 10**6),
    dealer=st.integers(0, 3),
    dice=st.lists(st.integers(1, 6), min_size=3, max_size=3),
)
def test_built_walls_deal_the_deal(seed, dealer, dice):
    rules = load_rules("jipinghu")
    stock = rules.stock
    deal = arranged(Random(seed), rules, dealer, 0)
    walls = build_walls(deal, sum(dice), dealer, wall_lengths(stock))
    number = sum(dice)
    # stack by stack, the upper tile first, from the wall that the dice count to
    stacks = [
        wall[at : at + 2]
        for back in range(4)
        for wall in (walls[(dealer + number - 1 - back) % 4],)
        for at in range(0, 34, 2)
    ]
    stacks = stacks[number:] + stacks[:number]
    assert stacks[0] + stacks[1] == deal.hands[dealer][:4]
    assert stacks[2] + stacks[3] == deal.hands[(dealer + 1) % 4][:4]
    after = stacks[24:]
    assert deal.hands[dealer][12:] == [after[0][0], after[2][0]]
    assert [deal.hands[(dealer + turn) % 4][12] for turn in (1, 2, 3)] == [
        *(after[0][1], after[1][0], after[1][1]),
    ]
    assert [after[2][1], *(tile for stack in after[3:] for tile in stack)] == deal.wall


def test_nobody_arranges_a_plain_deal():
    deal = shuffled(Random(1), load_rules("jipinghu"), 2, 0)
    assert all(plan.goal is None and not plan.feeds for plan in deal.plans)


# Options and the command


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        pytest.param({"players": ("greedy", "wild")}, "2 styles for four", id="two-styles"),
        pytest.param({"players": ("clever",)}, "'clever' is no style", id="unknown-style"),
        pytest.param({"rigged": 1.5}, "rigged must be between 0 and 1", id="share-too-large"),
        pytest.param({"escapes": -0.1}, "escapes must be between", id="share-too-small"),
        pytest.param({"props": float("nan")}, "props must be between", id="no-number"),
        pytest.param({"hands": 0}, "hands must be at least 1", id="no-hands"),
        pytest.param({"room": Room(-1, 0)}, "coefficient must be at least 0", id="room"),
        pytest.param({"room": Room(1, 10**13)}, "fee must be at most", id="a-fee-beyond-all"),
    ],
)
def test_options_are_checked(wrong, message):
    with pytest.raises(RequestError, match=message):
        Options(**wrong)


def test_fewer_than_no_games_are_refused():
    with pytest.raises(RequestError, match="games must be at least 0"):
        list(simulate(load_rules("jipinghu"), -1))


FOUR = ("greedy", "eager", "patient", "valuing")


def test_the_command_writes_what_the_library_gives(program):
    found = program(
        *("simulate", "--rules", "tuidaohu", "--games", "2", "--seed", "3", "--hands", "2"),
        *("--players", ",".join(FOUR), "--room", "600,250", "--rigged", "0.5"),
    )
    options = Options(hands=2, players=FOUR, room=ROOM, rigged=0.5)
    games = simulate(load_rules("tuidaohu"), 2, 3, options)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout == b"".join(line for game in games for line in game.lines).decode()


def test_the_command_replays_clean_through_a_pipe(program):
    log = program("simulate", "--rare", "--games", "5", "--seed", "8").stdout
    found = program("replay", "-", stdin=log)
    assert (found.returncode, found.stderr) == (0, "")
    assert "5 games" in found.stdout


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_output_files_are_the_same_twice(program, tmp_path, suffix):
    paths = [tmp_path / f"{name}.jsonl{suffix}" for name in ("one", "two")]
    for path in paths:
        assert program("simulate", "--games", "2", "-o", str(path)).returncode == 0
    first, second = (path.read_bytes() for path in paths)
    assert first == second
    plain = program("simulate", "--games", "2").stdout.encode()
    if suffix == ".gz":
        assert gzip.decompress(first) == plain
    assert program("replay", str(paths[0])).returncode == 0


def test_a_house_rule_file_is_named_in_the_log(program, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('extends = "jipinghu"\nname = "我家"\ncap = 4\n', "utf-8")
    log = program("simulate", "--rules", str(path), "--games", "2").stdout
    assert json.loads(log.splitlines()[0])["rules"] == str(path)
    assert program("replay", "-", stdin=log).returncode == 0


def test_the_tally_tells_what_came_up(program):
    found = program("simulate", "--rare", "--games", "10", "--tally", "--lang", "en")
    assert found.stderr.startswith("10 games, ")
    assert "pung " in found.stderr
    assert found.stdout.count('"start_game"') == 10


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("--games", "-1"), id="games"),
        pytest.param(("--players", "clever"), id="style"),
        pytest.param(("--rigged", "2"), id="share"),
        pytest.param(("--room", "600"), id="room"),
        pytest.param(("--rules", "no-such-rules"), id="rules"),
        pytest.param(("-o", "no/such/folder/x.jsonl"), id="output"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_2(program, arguments):
    found = program("simulate", *arguments)
    assert found.returncode == 2
    assert found.stdout == ""
    assert found.stderr.startswith("error: ")
    assert found.stderr.count("\n") == 1


def test_every_tile_of_a_log_is_canonical():
    [game] = simulate(load_rules("jipinghu"), 1, 1, Options(hands=1))
    start = json.loads(list(game.lines)[1])
    assert {tile for hand in (*start["deal"], start["wall"]) for tile in hand} == set(NAMES[:34])


@pytest.mark.parametrize(
    ("rules", "output", "told"),
    [
        pytest.param("house.toml", "out/g.jsonl", "../house.toml", id="folder-below"),
        pytest.param("house.toml", "g.jsonl", "house.toml", id="same-folder"),
        pytest.param("house.toml", None, "house.toml", id="stdout"),
        pytest.param("xinmajiang", "out/g.jsonl", "xinmajiang", id="built-in"),
    ],
)
def test_a_log_names_its_rule_file_from_where_it_lies(program, tmp_path, rules, output, told):
    (tmp_path / "house.toml").write_text('extends = "jipinghu"\ncap = 4\n', "utf-8")
    (tmp_path / "out").mkdir()
    options = ["-o", output] if output else []
    done = program("simulate", "--rules", rules, "--hands", "1", *options, cwd=tmp_path)
    text = (tmp_path / output).read_text("utf-8") if output else done.stdout
    assert json.loads(text.splitlines()[0])["rules"] == told
    if output:
        elsewhere = program("replay", str(tmp_path / output), cwd=Path("/"))
        assert elsewhere.returncode == 0, elsewhere.stdout


@pytest.mark.parametrize("rules", BUILTINS)
def test_hands_played_alone_settle_and_follow_each_other(rules):
    table = load_rules(rules)
    hands = list(play(table, 6, "alone", RARE))
    for before, hand in pairwise(hands):
        assert settle(table, hand.result).net() == hand.net
        assert sum(hand.net) == 0
        assert [each.points for each in hand.scores] == [
            each.points for each in hand.result.winners
        ]
        if hand.game == before.game:
            assert hand.number == before.number + 1
            assert hand.stayed == (before.stayed + 1 if hand.dealer == before.dealer else 0)


def test_hands_played_alone_depend_on_seed_and_number_only():
    table = load_rules("jipinghu")
    hands = list(play(table, 4, 11, Options(hands=3)))
    assert hands[6:] == list(play(table, 2, 11, Options(hands=3), first=3))
    first = [hand for hand in hands if hand.number == 1]
    assert first == list(play(table, 4, 11, Options(hands=1)))


def test_the_same_deals_under_other_rules():
    """Where values alone differ, what simple players do is the same."""
    table = load_rules("jipinghu")
    doubled = msgspec.structs.replace(table, base=2 * table.base)
    one, two = list(play(table, 5, 3)), list(play(doubled, 5, 3))
    assert [hand.net for hand in two] == [tuple(2 * each for each in hand.net) for hand in one]
    assert [hand.draws for hand in two] == [hand.draws for hand in one]


def test_playing_a_number_of_games_below_none_is_refused():
    with pytest.raises(RequestError):
        next(play(load_rules("jipinghu"), -1))
