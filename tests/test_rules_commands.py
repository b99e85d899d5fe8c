"""``mjtool rules list | show | validate | new | schema``."""

from __future__ import annotations

import json
import re
import runpy
import tomllib
from pathlib import Path

import jsonschema
import pytest

from mjtool.cli.app import run
from mjtool.patterns import EVENTS, PATTERNS
from mjtool.rules import BUILTINS, load_rules
from mjtool.rules.schema import schema
from mjtool.rules.sources import notes
from mjtool.rules.toml import flat, resolved_text, tables

FOLDER = Path(__file__).resolve().parent.parent / "mjtool" / "rules" / "builtin"


def shown(capsys, *arguments, code=0):
    """Return what ``mjtool rules`` writes to stdout."""
    assert run(["rules", *arguments]) == code
    return capsys.readouterr().out


def test_list(capsys):
    assert [line.split()[0] for line in shown(capsys, "list").splitlines()] == list(BUILTINS)
    assert "鸡平胡" in shown(capsys, "list", "--lang", "zh")
    rows = [json.loads(line) for line in shown(capsys, "list", "--json").splitlines()]
    assert [row["rules"] for row in rows] == list(BUILTINS)
    assert {row["rules"]: row["cap"] for row in rows} == {
        "guangdong_mil": None,
        "hongzhong_mil": 4,
        "jipinghu": 3,
        "tuidaohu": None,
        "xinmajiang": 5,
    }


@pytest.mark.parametrize("name", BUILTINS)
def test_what_is_shown_stands_alone_and_means_the_same(name, tmp_path, capsys):
    text = shown(capsys, "show", name)
    file = tmp_path / "copy.toml"
    file.write_text(text, "utf-8")
    assert tables(load_rules(file)) == tables(load_rules(name))
    assert "extends" not in tomllib.loads(text)


@pytest.mark.parametrize("name", BUILTINS)
def test_every_value_is_shown_with_its_source(name):
    lines = [line for line in resolved_text(load_rules(name)).splitlines() if " = " in line]
    bare = [line for line in lines if not re.search(r" # .+$", line) or line.endswith("# default")]
    # Keys that no built-in file spells out have the model's default.
    left = {line.split(" = ")[0] for line in bare}
    assert left <= {"outside", "fallback", "enabled", "heavenly_hand", "cap"} | TODAY


TODAY = {
    *("absorbs", "points", "without", "reserve", "minimum_fan", "minimum_points", "events_count"),
    *("combine", "discard", "discarder_factor", "dealer_factor", "streak_points", "paid"),
    *(
        "on_washout",
        "after_several_wins",
        "owner",
        "count",
        "from",
        "when",
        "counted_from",
        "worth",
    ),
    *("honor_number", "none_left", *EVENTS),
    *("flower_count", "tiles", "indicator", "order", "copies", "win_on", "four_win", "heavenly"),
    *("no_wild", "wild_discarded", "with", "groups", "funding", "first", "step", "most", "honors"),
}
"""Keys of today's tables: the families' texts know none of them, the model's defaults hold."""


def test_show_as_json(capsys):
    found = json.loads(shown(capsys, "show", "xinmajiang", "--json"))
    assert found["rules"] == "xinmajiang"
    assert found["table"]["cap"] == 5
    assert found["sources"]["cap"].startswith("000")
    assert found["sources"].keys() <= {key for key, _ in flat(found["table"])}


def test_a_variant_keeps_the_sources_of_what_it_extends(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('extends = "jipinghu"\ncap = 4 # we say so\nbase = 2\n', "utf-8")
    text = resolved_text(load_rules(str(file)))
    assert "base = 2 # no source given\n" in text
    assert "cap = 4 # we say so\n" in text
    assert 'missed_win = "same_tile" # 003 五: 漏胡\n' in text


def test_validate(tmp_path, capsys):
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('extends = "tuidaohu"\n', "utf-8")
    bad.write_text('extends = "tuidaohu"\n[kong]\naded = 2\n', "utf-8")
    assert run(["rules", "validate", str(bad), str(good), "--json"]) == 2
    streams = capsys.readouterr()
    rows = [json.loads(line) for line in streams.out.splitlines()]
    assert rows[0]["valid"] is False
    assert rows[0]["error"]["code"] == "unknown_key"
    assert (rows[0]["error"]["file"], rows[0]["error"]["path"]) == (str(bad), "kong.aded")
    assert rows[1] == {"rules": str(good), "valid": True, "pattern_count": 11}
    assert streams.err == f"error: {bad}:3: kong.aded: unknown key (did you mean 'added'?)\n"
    assert shown(capsys, "validate", str(good)) == f"{good}: valid, 11 patterns\n"
    assert "有效" in shown(capsys, "validate", str(good), "--lang", "zh")


@pytest.mark.parametrize("base", BUILTINS)
def test_a_new_file_validates_and_changes_nothing_but_the_name(base, tmp_path, capsys):
    file = tmp_path / "house.toml"
    shown(capsys, "new", str(file), "--extends", base)
    new, old = tables(load_rules(file)), tables(load_rules(base))
    for table in (new, old):
        table.pop("name")
        table.pop("name_en", None)
    assert new == old


@pytest.mark.parametrize("base", BUILTINS)
def test_each_line_of_a_new_file_can_be_uncommented_by_itself(base, tmp_path, capsys):
    file = tmp_path / "house.toml"
    shown(capsys, "new", str(file), "--extends", base)
    lines = file.read_text("utf-8").splitlines()
    known = lines.index(next(line for line in lines if line.startswith("# Known patterns")))
    values = dict(flat(tables(load_rules(base))))
    changed = 0
    for at, line in enumerate(lines[:known]):
        if re.match(r"# [a-z_]+ = ", line):
            file.write_text("\n".join([*lines[:at], line[2:], *lines[at + 1 :]]), "utf-8")
            found = dict(flat(tables(load_rules(file))))
            # As it stands, each line says what is so anyhow; floors of 0 lift nothing.
            different = {
                key: value
                for key, value in found.items()
                if value != values.get(key) and key not in ("name", "name_en") and value != 0
            }
            assert not different, line
            changed += 1
    assert changed > 60


@pytest.mark.parametrize("base", BUILTINS)
def test_patterns_that_the_base_lacks_can_be_uncommented(base, tmp_path, capsys):
    file = tmp_path / "house.toml"
    shown(capsys, "new", str(file), "--extends", base)
    lines = file.read_text("utf-8").splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("# Known patterns"))
    freed = [line[2:] if re.match(r"# (\[|[a-z_]+ = )", line) else line for line in lines[at:]]
    file.write_text("\n".join([*lines[:at], *freed]), "utf-8")
    assert set(load_rules(file).patterns) == {
        *PATTERNS,
        "pure_straight",
        *load_rules(base).patterns,
    }


def test_an_uncommented_line_has_no_explanation_for_a_source(tmp_path, capsys):
    file = tmp_path / "house.toml"
    shown(capsys, "new", str(file), "--extends", "tuidaohu")
    text = file.read_text("utf-8").replace("# chow = false", "chow = true")
    file.write_text(text, "utf-8")
    assert "chow = true # no source given\n" in resolved_text(load_rules(str(file)))


def test_a_new_file_never_replaces_another(tmp_path, capsys):
    file = tmp_path / "house.toml"
    file.write_text("precious", "utf-8")
    assert run(["rules", "new", str(file), "--extends", "jipinghu"]) == 2
    assert file.read_text("utf-8") == "precious"
    assert "--force" in capsys.readouterr().err
    shown(capsys, "new", str(file), "--extends", "jipinghu", "--force")
    assert load_rules(file).cap == 3


def test_a_new_file_can_be_printed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    printed = shown(capsys, "new", "-", "--extends", "jipinghu")
    assert not list(tmp_path.iterdir())
    shown(capsys, "new", "house.toml", "--extends", "jipinghu")
    assert Path("house.toml").read_text("utf-8") == printed
    found = json.loads(shown(capsys, "new", "-", "--extends", "jipinghu", "--json"))
    assert found == {"extends": "jipinghu", "text": printed}


def test_a_new_file_can_extend_another_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("deep").mkdir()
    Path("deep/base.toml").write_text('extends = "jipinghu"\ncap = 7\n', "utf-8")
    arguments = ("new", "house.toml", "--extends", "deep/base.toml", "--json")
    found = json.loads(shown(capsys, *arguments))
    assert found == {"rules": "house.toml", "extends": "deep/base.toml", "file": "house.toml"}
    assert load_rules("house.toml").cap == 7


def test_a_new_file_extends_nothing_that_it_could_not_read(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("deep").mkdir()
    Path("base.toml").write_text('extends = "jipinghu"\ncap = 7\n', "utf-8")
    arguments = ["rules", "new", "deep/house.toml", "--extends", "base.toml", "--json"]
    assert run(arguments) == 2
    assert "--root" in capsys.readouterr().err
    assert not Path("deep/house.toml").exists()
    assert run(["--root", ".", *arguments]) == 0
    assert json.loads(capsys.readouterr().out)["extends"] == "../base.toml"
    assert run(["rules", "show", "deep/house.toml"]) == 2
    assert run(["--root", ".", "rules", "show", "deep/house.toml"]) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["new", "nowhere/house.toml", "--extends", "jipinghu"], id="no-such-folder"),
        pytest.param(["new", "house.toml", "--extends", "nothing.toml"], id="no-such-base"),
        pytest.param(["new", "house.toml"], id="no-base"),
        pytest.param(["show", "nothing"], id="show-nothing"),
        pytest.param(["nothing"], id="no-such-command"),
    ],
)
def test_what_cannot_be_done_is_one_line(tmp_path, monkeypatch, capsys, arguments):
    monkeypatch.chdir(tmp_path)
    assert run(["rules", *arguments]) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert re.fullmatch(r"error: [^\n]+\n", streams.err)
    assert list(tmp_path.iterdir()) == []


VALIDATOR = jsonschema.Draft202012Validator(schema())


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("name", BUILTINS)
def test_the_built_ins_hold_to_the_schema(name):
    VALIDATOR.validate(tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")))
    VALIDATOR.validate(tomllib.loads(resolved_text(load_rules(name))))


@pytest.mark.parametrize(
    "text",
    [
        "cap = 3\n",
        "extends = 3\n",
        'extends = "jipinghu"\ncpa = 3\n',
        'extends = "jipinghu"\ncap = -1\n',
        'extends = "jipinghu"\nbase = 1.5\n',
        'extends = "jipinghu"\nid = "x"\n',
        'extends = "jipinghu"\nmissed_win = "of"\n',
        'extends = "jipinghu"\n[kong]\nadd = 1\n',
        'extends = "jipinghu"\n[patterns.ful_flush]\nfan = 1\n',
        'extends = "jipinghu"\n[patterns.full_flush]\nfna = 1\n',
        'extends = "jipinghu"\n[floors]\nkong_drow = 1\n',
    ],
)
def test_the_schema_refuses_what_the_loader_refuses(text, tmp_path):
    assert not VALIDATOR.is_valid(tomllib.loads(text))
    (tmp_path / "x.toml").write_text(text, "utf-8")
    assert run(["rules", "validate", str(tmp_path / "x.toml")]) == 2


def test_the_schema_takes_a_variant(tmp_path):
    VALIDATOR.validate(tomllib.loads('extends = "tuidaohu"\npatterns.full_flush.multiplier = 3\n'))


def test_the_schema_is_printed(capsys):
    assert json.loads(shown(capsys, "schema")) == json.loads(json.dumps(schema()))


def test_the_documentation_lists_every_key_as_the_model_has_it():
    docs = Path(__file__).resolve().parent.parent / "docs"
    script = runpy.run_path(str(docs / "write_rules.py"))
    assert script["page"]() == (docs / "rules.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `([a-z_.]+)` \|", script["page"](), re.MULTILINE))
    counted = ("patterns.", "bonuses.")
    keys = {key for key, _ in flat(tables(load_rules("jipinghu"))) if not key.startswith(counted)}
    assert keys <= listed


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("# x\n[kong]\nadd = 1\n", 4, id="key"),
        pytest.param("kong.add = 1\n", 2, id="dotted"),
        pytest.param("[kong]\n[patterns . full_flush]\n 'fan' = ''\n", 4, id="spaced"),
        pytest.param("cap = \n", 2, id="no-toml"),
        pytest.param("[[kong]]\n", 2, id="table"),
        pytest.param("note = 1\n", 2, id="unknown"),
    ],
)
@pytest.mark.parametrize("view", ["github", "junit", "tap", "json", "text"])
def test_a_wrong_rule_file_is_red_in_every_format(tmp_path, monkeypatch, capsys, text, line, view):
    monkeypatch.chdir(tmp_path)
    Path("rules").mkdir()
    Path("rules/bad.toml").write_text('extends = "jipinghu"\n' + text, "utf-8")
    Path("good.toml").write_text('extends = "jipinghu"\n', "utf-8")
    Path("child.toml").write_text('extends = "rules/bad.toml"\n', "utf-8")
    shown_ = shown(capsys, "validate", "good.toml", "child.toml", "--output-format", view, code=2)
    red = {
        "github": f"::error file=rules/bad.toml,line={line},title=",
        "junit": f'message="rules/bad.toml:{line}: ',
        "tap": "not ok 2 - rules/bad.toml: child.toml",
        "json": '"file":"rules/bad.toml"',
        "text": "good.toml: valid",  # what is wrong stands on stderr
    }
    assert red[view] in shown_
    good = shown(capsys, "validate", "good.toml", "--output-format", view)
    assert not re.search(r"::error|not ok|<error|false", good)


LAYOUTS = [
    pytest.param("[kong]\nadded = 7 # ours\n", id="table"),
    pytest.param("kong.added = 7 # ours\n", id="dotted"),
    pytest.param("kong = { added = 7 } # ours\n", id="inline"),
    pytest.param(
        "[patterns.full_flush]\n[kong]\nadded = 7 # ours\n[patterns.all_pungs]\n", id="between"
    ),
]


@pytest.mark.parametrize("text", LAYOUTS)
def test_sources_are_found_however_the_file_is_laid_out(tmp_path, text):
    file = tmp_path / "house.toml"
    file.write_text('extends = "jipinghu"\n' + text, "utf-8")
    assert notes(str(file))["kong.added"] == "ours"


def test_tables_that_stand_apart_keep_their_sources(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(
        'extends = "jipinghu"\n[patterns.full_flush]\nfan = 5 # one\n[kong]\n'
        "[patterns.all_pungs]\nfan = 3 # two\n",
        "utf-8",
    )
    found = notes(str(file))
    assert found["patterns.full_flush.fan"] == "one"
    assert found["patterns.all_pungs.fan"] == "two"
    assert found["patterns.all_chows.fan"] == "000 六.一"


def test_a_changed_value_does_not_keep_the_old_source(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('extends = "jipinghu"\ncap = 4\nkong = { added = 1 }\n', "utf-8")
    assert notes(str(file))["cap"] == ""
    assert notes(str(file))["kong.added"] == ""


def test_a_byte_order_mark_is_passed_over(tmp_path):
    file = tmp_path / "house.toml"
    file.write_bytes(b'\xef\xbb\xbfextends = "jipinghu"\r\ncap = 4 # ours\r\n')
    assert load_rules(str(file)).cap == 4
    assert notes(str(file))["cap"] == "ours"
