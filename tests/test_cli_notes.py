"""What the program says beside an answer: options that do nothing, on stderr, to people only."""

import pytest

PUNGS = "[222p]333m444888s55z"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        pytest.param(
            ["--self-drawn", "--from", "S"],
            "--from is ignored: nobody discards the tile of a self-drawn win",
            id="from",
        ),
        pytest.param(
            ["--seat", "S", "--from", "E", "--liable", "W"],
            "--liable is ignored: only a self-drawn win is paid by one for all",
            id="liable",
        ),
        pytest.param(
            ["--from", "S", "--room", "1,2"],
            "no payments without --seat (--from, --room ignored)",
            id="no-seat",
        ),
        pytest.param(
            ["--seat", "S", "--room", "1,2"],
            "no payments without --self-drawn or --from (--room ignored)",
            id="no-source",
        ),
        pytest.param(
            ["--self-drawn", "--kong", "E:added", "--horse", "1m", "--rules", "tuidaohu"],
            "no payments without --seat (--kong, --horse ignored)",
            id="kong-and-horse",
        ),
        pytest.param(
            ["--self-drawn", "--seat", "S", "--kong", "E:added"],
            "--kong is ignored: these rules pay nothing for such a kong",
            id="no-kongs",
        ),
        pytest.param(
            ["--self-drawn", "--round", "S", "--rules", "tuidaohu"],
            "--round is ignored: these rules count no round wind",
            id="no-round-winds",
        ),
        pytest.param(
            ["--liable", "W", "--room", "1,2", "--lang", "zh"],
            "--liable 不起作用：只有自摸才会包；没有 --seat 就没有收付（--room 不起作用）",
            id="two-in-chinese",
        ),
    ],
)
def test_options_that_do_nothing_are_told(mjtool, options, told):
    code, _, err = mjtool("score", PUNGS, *options)
    prefix = "提示：" if "zh" in options else "note: "
    assert (code, err) == (0, f"{prefix}{told}\n")
    assert mjtool("score", PUNGS, PUNGS, *options)[2] == err  # once for all hands
    assert mjtool("score", PUNGS, "--json", *options)[::2] == (0, "")


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([PUNGS], id="plain"),
        pytest.param([PUNGS, "--seat", "S"], id="seat-for-its-wind"),
        pytest.param([PUNGS, "--seat", "S", "--from", "E", "--room", "1,2"], id="discard"),
        pytest.param([PUNGS, "--seat", "S", "--self-drawn", "--liable", "W"], id="liable"),
        pytest.param(["123m456p789s1122z", "--room", "1,2"], id="no-win"),
    ],
)
def test_nothing_is_said_where_every_option_counts(mjtool, arguments):
    assert mjtool("score", *arguments)[2] == ""


WINDS = "222p444s888s11z222z"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param(
            f"score {WINDS}",
            "--seat, --round not given: Seat Wind, Round Wind may be earned besides",
            id="score",
        ),
        pytest.param(
            f"score {WINDS} --seat S",
            "--round not given: Round Wind may be earned besides",
            id="the-round",
        ),
        pytest.param(
            f"score {WINDS} --round E",
            "--seat not given: Seat Wind may be earned besides",
            id="the-seat",
        ),
        pytest.param(
            f"score {WINDS} --lang zh",
            "没有写 --seat、--round：可能另有门风刻、圈风刻",
            id="chinese",
        ),
        pytest.param(
            "waits 222p444s888s1z222z",
            "--seat, --round not given: Seat Wind, Round Wind may be earned besides",
            id="waits",
        ),
        pytest.param(
            "waits 222p444s888s1z222z1m",
            "--seat, --round not given: Seat Wind, Round Wind may be earned besides",
            id="waits-of-discards",
        ),
        pytest.param(
            "efficiency 12356678m456s222z --draws 2 --round N",
            "--seat not given: Seat Wind may be earned besides",
            id="efficiency",
        ),
        pytest.param(
            "score (2222z)222p444s888s11z --self-drawn --event kong_draw",
            "--seat, --round not given: Seat Wind, Round Wind may be earned besides",
            id="kong",
        ),
        pytest.param(f"score {WINDS} --seat S --round S", "", id="both-told"),
        pytest.param(f"score {WINDS} --rules tuidaohu --self-drawn", "", id="no-winds-here"),
        pytest.param("score 222p444s888s55s222m", "", id="no-winds"),
        pytest.param("score 222p444s888s22z555z", "", id="a-pair-of-winds"),
        pytest.param("score 111z222z333z44z555z --self-drawn", "", id="stands-alone"),
        pytest.param("score 222p444s888s1z222z5m", "", id="no-win"),
        pytest.param("efficiency 12356678m456s222z", "", id="no-points-shown"),
        pytest.param("efficiency 12356678m45699s5p --draws 2", "", id="efficiency-without"),
    ],
)
def test_a_wind_that_may_earn_more_is_told(mjtool, line, told):
    code, out, err = mjtool(*line.split())
    prefix = "提示：" if "zh" in line else "note: "
    assert (code, err) == (0, f"{prefix}{told}\n" if told else "")
    assert out
    assert mjtool(*line.split(), "--json")[2] == ""


def test_round_winds_that_do_not_count_earn_nothing(mjtool, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('extends = "jipinghu"\nrounds.winds = false\n', "utf-8")
    told = "note: --seat not given: Seat Wind may be earned besides\n"
    assert mjtool("score", WINDS, "--rules", str(house))[2] == told


OWN = """
extends = "jipinghu"
[patterns.banker]
name = "庄家"
name_en = "Banker"
when = "dealer and self_drawn"
fan = 1
[bonuses.own_wind]
name = "自风"
name_en = "Own Wind"
times = "2 * seat_pungs"
fan = 1
[bonuses.both]
name = "双风"
name_en = "Both Winds"
times = "own_wind * round_pungs"
fan = 1
[bonuses.worthless]
name = "无"
times = "round_pungs"
fan = 0
"""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param(
            "efficiency 12356678m456s222z --draws 2",
            "--seat, --round not given: Banker, Seat Wind, Own Wind, Both Winds, Round Wind",
            id="winds",
        ),
        pytest.param(
            "efficiency 12356678m456s222z --draws 2 --seat S",
            "--round not given: Round Wind, Both Winds",
            id="the-round",
        ),
        pytest.param(
            "efficiency 12356678m45699s5p --draws 2", "--seat not given: Banker", id="the-dealer"
        ),
        pytest.param("efficiency 12356678m45699s5p --draws 2 --seat S", "", id="all-told"),
        pytest.param(
            "score 222p444s888s11z222z --round N",
            "--seat not given: Seat Wind, Own Wind",
            id="score",
        ),
    ],
)
def test_what_own_patterns_may_earn_is_told(mjtool, tmp_path, line, told):
    house = tmp_path / "house.toml"
    house.write_text(OWN, "utf-8")
    found = mjtool(*line.split(), "--rules", str(house))[2]
    assert found == (f"note: {told} may be earned besides\n" if told else "")
