"""What the program writes against the schemas it prints: every line, every key, every output."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import jsonschema
import msgspec
import pytest
from foreign_games import mjai, play

from mjtool.records.record import encode
from mjtool.schemas import LINES, NAMES, schema
from tests.logs import DATA

PUNGS = "[222p]333m444888s55z"
FOURTEEN = "123m456p789s11222z"
HOUSE = """
extends = "jipinghu"
[limit]
points = 4
[multipliers]
last_tile = 2
[patterns.all_pungs]
absorbs = ["half_flush", "few_suits"]
[patterns.few_suits]
name = "少门"
when = "suits <= 2"
fan = 1
"""
WINNERS_HORSES = """
extends = "tuidaohu"
[horses]
owner = "winner"
count = 2
when = "win"
[kong]
added_late = 0
"""
HIGH = 'extends = "jipinghu"\n[win]\nminimum_fan = 3\n'


def strict(name):
    """Return a validator of a schema that allows no key which it does not list."""
    found = schema(name)
    for part in found["$defs"].values():
        if "properties" in part:
            part["additionalProperties"] = False
    return jsonschema.Draft202012Validator(found)


class Book:
    """What was written: held against its schema, and remembered by record and key."""

    def __init__(self):
        self.validators = {name: strict(name) for name in LINES}
        self.seen = {name: set() for name in LINES}

    def hold(self, name, text):
        """Hold every line of ``text`` against the schema ``name``; return the lines, decoded."""
        rows = [json.loads(line) for line in text.splitlines()]
        assert rows, name
        for row in rows:
            self.validators[name].validate(row)
            self._walk(name, row, self.validators[name].schema)
        return rows

    def _walk(self, name, value, part):
        validator = self.validators[name]
        if "$ref" in part:
            key = part["$ref"].rpartition("/")[2]
            part = validator.schema["$defs"][key]
            if isinstance(value, dict):
                self.seen[name] |= {(key, each) for each in value}
        if "anyOf" in part:
            fits = (each for each in part["anyOf"] if validator.evolve(schema=each).is_valid(value))
            self._walk(name, value, next(fits))
        for key, inner in part.get("properties", {}).items():
            if isinstance(value, dict) and key in value:
                self._walk(name, value[key], inner)
        if isinstance(value, list) and isinstance(part.get("items"), dict):
            for each in value:
                self._walk(name, each, part["items"])
        if isinstance(value, dict) and isinstance(part.get("additionalProperties"), dict):
            for each in value.values():
                self._walk(name, each, part["additionalProperties"])


SCORES = [
    FOURTEEN,
    {"hand": PUNGS, "self_drawn": True, "seat": "S", "round": "E", "explain": True, "id": [1, {}]},
    {"hand": "[222z]111222333m44p", "win": "1m", "self_drawn": True, "explain": True, "seat": "S"}
    | {"round": "E"},
    {"hand": "[222z]123123p123p44p", "win": "1p", "self_drawn": True, "seat": "S", "round": "S"}
    | {"explain": True, "liable": "W", "room": {"coefficient": 600, "fee": 250}},
    {"hand": FOURTEEN, "self_drawn": True, "events": ["last_tile"], "explain": True},
    {"hand": FOURTEEN, "seat": "S", "from": "E", "id": None},
    {"hand": "123m456p789s1123z"},
    {"hand": FOURTEEN, "rules": "tuidaohu"},
    {"hand": "11122233355577m", "rules": "tuidaohu", "self_drawn": True, "explain": True}
    | {"seat": "N", "kongs": [{"seat": "W", "kind": "exposed", "from": "S"}], "horses": ["9s"]},
    {"hand": "[222z]111222333m44z", "win": "1m", "rules": "house.toml", "self_drawn": True}
    | {"events": ["last_tile"], "explain": True},
    {"hand": "111222333444m55z", "rules": "house.toml", "self_drawn": True, "explain": True},
    {"hand": "123456m12378999s", "rules": "house.toml", "explain": True},
    {"hand": FOURTEEN, "rules": "high.toml", "explain": True},
    {"hand": FOURTEEN, "rules": "horses.toml", "self_drawn": True, "seat": "S", "horses": ["2m"]}
    | {"kongs": [{"seat": "E", "kind": "added", "late": True}], "streak": 1, "winner_streak": 1}
    | {"follow": True},
    {"hand": "123m456p789s11z22z0z", "wild": "7z", "self_drawn": True, "wild_discarded": 1}
    | {"explain": True},
    {"hand": FOURTEEN, "rules": "turned.toml", "self_drawn": True, "indicator": "1s"},
    {"hand": FOURTEEN, "rules": "turned.toml", "no_wild": True},
    {"hand": "123m", "id": 7},
    {"hand": "123x"},
    {"hand": FOURTEEN, "rules": "broken.toml"},
    {"hand": FOURTEEN, "rules": "nope.toml", "id": "x"},
]
WAITS = [
    "2223m456p789s555z",
    {"hand": "2223m456p789s5556z", "visible": "1m", "seat": "S", "round": "E", "id": 1},
    {"hand": "2223m456p789s555z", "rules": "high.toml"},
    {"hand": "[555z]2223m456p11s5z", "id": 2},
    {"hand": "1z", "id": 3},
    {"hand": "123m456p123789s7z", "wild": "7z"},
    {"hand": "123m456p123789s77z", "rules": "turned.toml", "indicator": "4z"},
    {"hand": "123m456p123789s7z", "rules": "turned.toml", "indicator": "4z"},
    {"hand": "123m456p123789s7z", "rules": "turned.toml", "no_wild": True},
]
SHANTENS = [
    {"hand": "123m456p789s1136z", "wild": "6z"},
    {"hand": "123m456p789s1136z", "rules": "turned.toml", "indicator": "7z"},
    {"hand": "123m456p789s1136z", "rules": "turned.toml", "no_wild": True},
    "123m456p789s1136z",
    {"hand": "[444z][111z][555z][777z]4z", "ignore_sets": True, "id": 1},
    "x",
]
EFFICIENCIES = [
    {"hand": "123566789m45699s", "rules": "turned.toml", "no_wild": True},
    {"hand": "123566789m4569s5z", "wild": "5z"},
    {"hand": "123566789m4569s5z", "rules": "turned.toml", "indicator": "6z"},
    "123566789m45699s",
    {"hand": "123m456p789s1136z", "draws": 2, "targets": True, "improvements": True, "id": 1},
    {"hand": "123566789m45699s", "draws": 2, "swaps": 1, "sort": "win", "visible": "1z"}
    | {"seat": "S", "round": "E", "targets": True, "improvements": True},
    {"hand": "123m456p789s1136z", "rules": "own.toml", "targets": True},
    {"hand": "1m", "id": 2},
]
OWN = """
extends = "jipinghu"
[patterns.closed_wait]
name = "坎张"
when = "wait == 'closed'"
fan = 1
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with rule files, batches, logs and cases."""
    here = tmp_path_factory.mktemp("outputs")
    for name, text in (("house", HOUSE), ("horses", WINNERS_HORSES), ("high", HIGH), ("own", OWN)):
        (here / f"{name}.toml").write_text(text, "utf-8")
    (here / "turned.toml").write_text('extends = "jipinghu"\nwild.indicator = "next"\n', "utf-8")
    (here / "idle.toml").write_text('extends = "jipinghu"\npoints = [1]\n', "utf-8")
    (here / "broken.toml").write_text('extends = "jipinghu"\ncap = "x"\n', "utf-8")
    for name, rows in (
        ("score", SCORES),
        ("waits", WAITS),
        ("shanten", SHANTENS),
        ("efficiency", EFFICIENCIES),
    ):
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        (here / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
    (here / "foreign.mjson").write_bytes(mjai([play(1)]))
    cases = [
        {"id": "a", "do": "score", "hand": FOURTEEN, "expect": {"fan": 0}},
        {"id": "b", "do": "score", "hand": FOURTEEN, "expect": {"fan": 1, "coins": {"E": 1}}},
        {"id": "c", "do": "scroe", "hand": FOURTEEN, "expect": {}},
        {"id": "d", "do": "shanten", "hand": FOURTEEN, "expect": {"shanten": 3}},
        {"id": "e", "do": "shanten", "hand": "1x", "expect": {"shanten": 3}},
    ]
    (here / "a.mjcases.jsonl").write_text("\n".join(map(json.dumps, cases)) + "\n", "utf-8")
    return here


@pytest.fixture
def here(folder, monkeypatch):
    """Return the folder, the current one."""
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture(scope="module")
def book():
    """Return the book of all that was written in this module."""
    return Book()


@pytest.mark.parametrize("name", ["score", "waits", "shanten", "efficiency"])
def test_answers(book, here, mjtool, name):
    rows = book.hold(name, mjtool(name, "--input", f"{name}.txt")[1])
    inputs = (here / f"{name}.txt").read_text("utf-8").splitlines()
    assert len(rows) == len(inputs)
    alone = [line for line in inputs if not line.startswith("{") and len(line) > 5]
    assert book.hold(name, mjtool(name, *alone, "--json")[1])


@pytest.mark.parametrize("name", ["score", "waits", "shanten", "efficiency"])
def test_requests(book, here, mjtool, name):
    lines = (here / f"{name}.txt").read_text("utf-8").splitlines()
    case = {"do": name, "hand": FOURTEEN, "expect": {}, "source": "x", "note": ["y"]}
    book.hold("request", "\n".join(line for line in [*lines, json.dumps(case)] if line[0] == "{"))


def test_replay(book, here, mjtool):
    logs = [*sorted((DATA / "bad").glob("*S50*.jsonl")), *sorted((DATA / "good").glob("*.jsonl"))]
    told = mjtool("replay", "--json", "--table", "--score-as", "tuidaohu", *map(str, logs))[1]
    told += mjtool("replay", "--json", "missing.jsonl", "foreign.mjson")[1]
    told += mjtool("replay", "--json", "--table", "--score-as", "jipinghu", "foreign.mjson")[1]
    told += mjtool("replay", "--json", "--score-as", "high.toml", *map(str, logs[-40:]))[1]
    played = mjtool("simulate", "--games", "1", "--hands", "4", "--room", "50,20")[1]
    (here / "fee.jsonl").write_text(played.replace('"fee":20', '"fee":25', 1), "utf-8")
    told += mjtool("replay", "--json", "fee.jsonl")[1]
    book.hold("replay", told)


def test_review(book, here, mjtool):
    (here / "played.jsonl").write_text(
        mjtool("simulate", "--hands", "2", "--seed", "3")[1], "utf-8"
    )
    told = "".join(
        mjtool("review", "--json", "--seat", seat, "played.jsonl", "foreign.mjson", "missing")[1]
        for seat in "02"
    )
    book.hold("review", told)


def test_check(book, here, mjtool, tmp_path):
    told = mjtool("check", "--json", "a.mjcases.jsonl")[1]
    told += mjtool("check", "--json", "--max-failures", "1", "a.mjcases.jsonl")[1]
    copy = tmp_path / "b.mjcases.jsonl"
    copy.write_bytes((here / "a.mjcases.jsonl").read_bytes())
    told += mjtool("check", "--json", "--update", str(copy))[1]
    book.hold("check", told)


def test_rules(book, here, mjtool, tmp_path):
    book.hold("rules-list", mjtool("rules", "list", "--json")[1])
    for name in ("jipinghu", "house.toml"):
        book.hold("rules-show", mjtool("rules", "show", name, "--json")[1])
    rows = mjtool("rules", "validate", "house.toml", "broken.toml", "idle.toml", "--json")[1]
    book.hold("rules-validate", rows)
    new = ["rules", "new", "--extends", "tuidaohu", "--json"]
    told = mjtool(*new, "-")[1] + mjtool(*new, str(tmp_path / "new.toml"))[1]
    book.hold("rules-new", told)
    told = mjtool("rules", "schema", "--json")[1]
    assert told.count("\n") == 1
    assert json.loads(told) == json.loads(mjtool("schema", "rules")[1])


def test_rules_diff(book, here, mjtool, monkeypatch):
    monkeypatch.setattr("mjtool.census.wild.MOST", 1)
    monkeypatch.setattr("mjtool.census.wild.SAMPLE", 20)
    for name, kind in (("red", "7z"), ("white", "5z")):
        text = f'extends = "jipinghu"\nwild.tiles = ["{kind}"]\n'
        (here / f"{name}.toml").write_text(text, "utf-8")
    book.hold("rules-diff", mjtool("rules", "diff", "red.toml", "white.toml", "--json")[1])
    told = mjtool("rules", "diff", "jipinghu", "xinmajiang", "--json")[1]
    (row,) = book.hold(
        "rules-diff", told + mjtool("rules", "diff", "jipinghu", "tuidaohu", "--json")[1]
    )[:1]
    shown = [item for each in row["examples"] for item in each["b"]["patterns"]]
    assert all(item.keys() >= {"id", "name", "fan"} for item in shown)


def test_rules_fit(book, tmp_path, mjtool):
    rules, log = tmp_path / "room.toml", tmp_path / "room.jsonl"
    rules.write_text('extends = "jipinghu"\nname = "x"\nbase = 2\n', "utf-8")
    mjtool("simulate", "--rules", str(rules), "--games", "2", "--hands", "4", "-o", str(log))
    lines = log.read_text("utf-8").splitlines()
    log.write_text("\n".join(lines[:-40]) + "\n", "utf-8")  # the last hand breaks off
    command = ["rules", "fit", str(log), "--from", "jipinghu", "--json", "--outliers", "0.5"]
    told = mjtool(*command, "--undecided", "-o", str(tmp_path / "found.toml"))[1]
    (row,) = book.hold("rules-fit", told)
    assert row["changes"][0]["key"] == "base"
    for event in (events := [json.loads(line) for line in lines]):
        for win in event.get("wins", ()):
            win.pop("patterns")
            win.pop("fan")
    log.write_text("".join(json.dumps(event) + "\n" for event in events), "utf-8")
    (row,) = book.hold("rules-fit", mjtool(*command, "--keys", "base", "--keys", "value")[1])
    assert "rules" not in row


def test_rules_ask(book, tmp_path, mjtool):
    rules = tmp_path / "room.toml"
    rules.write_text('extends = "jipinghu"\nname = "x"\nmultiple_wins = "nearest"\n', "utf-8")
    told = mjtool("rules", "ask", "jipinghu", "tuidaohu", str(rules), "--json")[1]
    (row,) = book.hold("rules-ask", told)
    rules.write_text(
        'extends = "tuidaohu"\nname = "x"\npatterns.big_three_dragons.enabled = false\n', "utf-8"
    )
    files = ("tuidaohu", str(rules), "hongzhong_mil")  # which has no such tile to be asked about
    book.hold("rules-ask", mjtool("rules", "ask", *files, "--json")[1])
    assert row["pairs"][-1]["keys"] == ["multiple_wins"]


def test_rules_impact(book, tmp_path, mjtool):
    bounds = tmp_path / "bounds.toml"
    bounds.write_text("place.dealer = { least = 0 }\nwashout = { most = 1 }\n", "utf-8")
    command = ["rules", "impact", "jipinghu", "tuidaohu", "--hands", "64", "--json"]
    rows = book.hold("rules-impact", mjtool(*command, "--expect", str(bounds))[1])
    assert len(rows) == 3


def test_convert(book, here, mjtool):
    (here / "bad.mjson").write_bytes(
        b'{"type":"start_game","names":["a","b","c","d"]}\n{"type":7}\n'
    )
    code, out, err = mjtool("convert", "foreign.mjson", "bad.mjson", "missing.mjson", "--json")
    book.hold("log", out)
    lines = err.splitlines()
    book.hold("convert", "\n".join(line for line in lines if line.startswith("{")))
    assert code == 2
    code, out, err = mjtool("convert", "foreign.mjson", "--json", "-o", "native.jsonl")
    (summary,) = book.hold("convert", out)
    assert (code, err) == (0, "")
    assert summary["summary"]["events"] == len((here / "native.jsonl").read_bytes().splitlines())


def test_simulate(book, here, mjtool):
    options = ["simulate", "--games", "3", "--hands", "3", "--rare", "--tally", "--json"]
    code, out, err = mjtool(*options)
    assert code == 0
    book.hold("log", out)
    (row,) = book.hold("simulate", err)
    assert row["summary"]["games"] == 3


def test_render(book, here, mjtool):
    told = mjtool("render", FOURTEEN, "-o", "a.svg", "--json")[1]
    told += mjtool("render", "--input", "score.txt", "-o", "b.svg")[1]
    told += mjtool("render", "foreign.mjson", "--at", "4", "-o", "c.svg", "--json")[1]
    book.hold("render", told)


def test_the_list_of_schemas(book, mjtool):
    rows = book.hold("schema", mjtool("schema", "--json")[1])
    assert [row["output"] for row in rows] == list(NAMES)
    plain = mjtool("schema", "--lang", "zh")[1].splitlines()
    assert [line.split()[0] for line in plain] == list(NAMES)


RARE = {
    ("Row", "rates"),  # a hand that takes long to look at
    ("Row", "reason"),
    ("EfficiencyRecord", "rates"),
    ("EfficiencyRecord", "reason"),
}


def test_every_key_was_met(book):
    """Runs after the others: what no output shows is a key too many, or a test too few."""
    told = {
        (part, key)
        for name in set(LINES) - {"log"}
        for part, found in book.validators[name].schema["$defs"].items()
        for key in found.get("properties", {})
    }
    found = told - set().union(*book.seen.values())
    assert found == RARE


@pytest.mark.parametrize("name", NAMES)
def test_schemas_are_schemas(mjtool, name):
    code, out, err = mjtool("schema", *name.split("-"))
    assert (code, err) == (0, "")
    found = json.loads(out)
    jsonschema.Draft202012Validator.check_schema(found)
    assert found == json.loads(mjtool("schema", name, "--json")[1])
    for part in found.get("$defs", {}).values():
        if name != "log" and "properties" in part:
            for key, value in part["properties"].items():
                assert "description" in value or "$ref" in value, (name, part["title"], key)


def test_a_schema_that_there_is_not(mjtool):
    code, out, err = mjtool("schema", "scores", "--lang", "en")
    assert (code, out) == (2, "")
    assert err.startswith("error: there is no schema of scores; there is one of request, score")


def test_records_are_written_in_their_order():
    """A key's place is that of its field; what is absent takes none."""
    for name in set(LINES) - {"request", "log"}:
        for kind in LINES[name]:
            fields = [field.encode_name for field in msgspec.structs.fields(kind)]
            assert len(set(fields)) == len(fields)
            assert list(schema(name)["$defs"][kind.__name__]["properties"]) == fields
    assert encode({"b": 1, "a": "\udc80"}) == b'{"b":1,"a":"\xef\xbf\xbd"}'


def test_the_page_is_what_the_records_say():
    root = Path(__file__).resolve().parent.parent / "docs"
    written = (root / "json.md").read_text("utf-8")
    assert runpy.run_path(str(root / "write_json.py"))["page"]() == written
