"""Command lines that are wrong: one line that names what there is, and where help is."""

import pytest

from mjtool.cli.app import COMMANDS as KNOWN

HAND = "123m456p789s11222z"
COMMANDS = ", ".join(KNOWN)
EVENTS = "kong_draw, robbing_kong, last_tile, triple_win, heavenly_hand, earthly_hand, human_hand"
ROWS = [
    ("score X --nope", "no such option: --nope", "score", "没有这个选项：--nope"),
    (
        "score X --fro E",
        "no such option: --fro (did you mean '--from'?)",
        "score",
        "是不是 '--from'",
    ),
    (
        "score X --seat Q",
        "--seat: 'Q' is none of E, S, W, N",
        "score",
        "'Q' 不在 东、南、西、北 之内",
    ),
    (f"score {HAND} --event foo", f"--event: 'foo' is none of {EVENTS}", "score", "--event：'foo'"),
    (
        f"score {HAND} --kong E:big",
        "--kong: 'big' is none of exposed, added, concealed",
        "score",
        "--kong：'big' 不在",
    ),
    (
        f"score {HAND} --room=-1,0",
        "--room: expected a whole number >= 0",
        "score",
        "--room：应为 >= 0 的整数",
    ),
    ("score X --jobs 0", "--jobs must be 1 or more", "score", "--jobs 不能小于 1"),
    (
        "score X --jobs many",
        "--jobs takes a whole number, 1 or more, or auto",
        "score",
        "--jobs 要写不小于 1 的整数或 auto",
    ),
    ("simulate --games x", "--games takes a whole number", "simulate", "--games 要写整数"),
    ("simulate --rigged x", "--rigged takes a number", "simulate", "--rigged 要写数字"),
    ("rules foo", "no such command: foo (there are list, show", "rules", "没有这个命令：foo"),
    ("scor", "no such command: scor (did you mean 'score'?)", "", "是不是 'score'？"),
    ("foo", f"no such command: foo (there are {COMMANDS})", "", "没有这个命令：foo"),
    ("rules dif a b", "no such command: dif (did you mean 'diff'?)", "rules", "是不是 'diff'？"),
    ("rules", "no command given (list, show, ", "rules", "没有写命令（list、show、"),
    ("score X --visible 1m", "no such option: --visible (see", "score", "选项：--visible（见"),
    ("simulate --no-wall=x", "--no-wall takes no value", "simulate", "--no-wall 后面不写值"),
    (
        f"score {HAND} --event kongdraw",
        "(did you mean 'kong_draw'?)",
        "score",
        "是不是 'kong_draw'？",
    ),
    (
        "replay x --output-format sarf",
        "sarif (did you mean 'sarif'?)",
        "replay",
        "是不是 'sarif'？",
    ),
    ("rules show", "NAME|FILE is missing", "rules show", "缺少 名称|文件"),
    ("rules list a", "a is too much", "rules list", "多余的参数：a"),
    ("score --json=3", "--json takes no value", "score", "--json 后面不写值"),
    ("convert", "no log given", "convert", "没有给出牌局记录"),
    ("replay", "no log given", "replay", "没有给出牌局记录"),
    ("render", "no hand given", "render", "没有手牌"),
    ("replay --select Q9 x", "begins so: Q9 (codes begin with A, ", "replay", "代码的开头有 A"),
    (
        "check x --json --output-format junit",
        "--json and --output-format junit exclude each other",
        "check",
        "不能同时用",
    ),
    (
        "replay x --json --output-format sarif",
        "--json and --output-format sarif exclude each other",
        "replay",
        "不能同时用",
    ),
    ("rules new . --extends jipinghu", ".: a folder; name the file", "rules new", "这是文件夹"),
]


@pytest.mark.parametrize(
    ("line", "told", "command", "chinese"), ROWS, ids=[row[0][:30] for row in ROWS]
)
def test_one_line_with_the_choices_and_the_way_to_help(mjtool, line, told, command, chinese):
    code, out, err = mjtool(*line.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("error: ")
    assert told in err
    assert err.endswith(f"(see {' '.join(['mjtool', *command.split()])} --help)\n")
    assert "`" not in err
    code, _, err = mjtool(*line.split(), "--lang", "zh")
    assert (code, err.count("\n")) == (2, 1)
    assert chinese in err


def test_nothing_at_all_names_the_commands(mjtool):
    told = f"error: no command given ({COMMANDS}) (see mjtool --help)\n"
    assert mjtool() == (2, "", told)


def test_an_option_without_its_value(mjtool):
    assert mjtool("score", HAND, "--seat")[2] == (
        "error: --seat needs a value (see mjtool score --help)\n"
    )


def test_a_hand_that_is_none_needs_no_help(mjtool):
    assert "--help" not in mjtool("score", "1x")[2]


def test_json_beside_the_same_format_is_no_fault(mjtool, tmp_path):
    (tmp_path / "x.jsonl").write_text("", "utf-8")
    file = str(tmp_path / "x.jsonl")
    assert mjtool("check", file, "--json", "--output-format", "json")[0] == 5


def test_rules_show_speaks_the_language_asked_for(mjtool):
    assert mjtool("rules", "show", "jipinghu", "--lang", "zh")[0] == 0
    assert "没有这个内置规则" in mjtool("rules", "show", "nope", "--lang", "zh")[2]


@pytest.mark.parametrize(
    ("line", "same"),
    [
        pytest.param("--seat 南 --round 东", "--seat S --round E", id="seat-and-round"),
        pytest.param("--seat 北 --from 東", "--seat N --from E", id="from"),
        pytest.param(
            "--self-drawn --seat 西 --liable 北", "--self-drawn --seat W --liable N", id="liable"
        ),
        pytest.param(
            "--rules tuidaohu --self-drawn --seat 东 --kong 南:明杠:西",
            "--rules tuidaohu --self-drawn --seat E --kong S:exposed:W",
            id="kong",
        ),
        pytest.param("--event 一炮三响", "--event triple_win", id="event"),
    ],
)
def test_seats_and_events_by_their_chinese_names(mjtool, line, same):
    hand = "[222p]333m444888s55z"
    told = mjtool("score", hand, *line.split(), "--json")
    assert told == mjtool("score", hand, *same.split(), "--json")
    assert told[0] == 0


def test_what_is_no_number_or_seat_in_a_kong(mjtool):
    told = "error: --kong: 'Q' is none of E, S, W, N (see mjtool score --help)\n"
    assert mjtool("score", HAND, "--kong", "Q:added") == (2, "", told)
