"""A process that lives long: what it made of a rule file holds while the file does."""

from __future__ import annotations

import os

import pytest

from mjtool import Finding, MjtoolError, RuleError
from mjtool import replay as replay_logs
from mjtool.answers import answer_score
from mjtool.game_log.run import PLAIN, Plan
from mjtool.render.text import VIEWS as TEXTS
from mjtool.requests import RuleBook, read_request
from mjtool.rules import kept
from mjtool.rules.kept import Kept, current_rules
from mjtool.rules.sources import notes

HAND = b'{"hand": "[222p]333m444888s55z", "win": "5z"}'


@pytest.fixture
def house(tmp_path):
    """Return a rule file that another one extends, which is in the folder too."""
    (tmp_path / "base.toml").write_text('extends = "jipinghu"\ncap = 4 # first\n', "utf-8")
    file = tmp_path / "house.toml"
    file.write_text('extends = "base.toml"\n', "utf-8")
    return file


def rewrite(file, text):
    """Write ``text`` in the place of a file whose times and size stay what they were."""
    before = file.stat()
    file.write_text(text, "utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_size == before.st_size


def test_a_file_that_holds_what_it_held_is_made_once(house):
    made = []
    shelf = Kept(lambda name: made.append(name) or len(made))
    assert [shelf.get(str(house)) for _ in range(3)] == [1, 1, 1]
    os.utime(house)
    house.write_bytes(house.read_bytes())
    assert shelf.get(str(house)) == 1
    house.write_text('extends = "base.toml"\ncap = 5\n', "utf-8")
    assert [shelf.get(str(house)) for _ in range(3)] == [2, 2, 2]


def test_files_that_nobody_touches_are_not_read_again(house, monkeypatch):
    old = house.stat().st_mtime_ns
    later = old + 10**10
    monkeypatch.setattr(kept.time, "time_ns", lambda: later)
    shelf = Kept(lambda name: name)
    shelf.get(str(house))
    monkeypatch.setattr(kept, "_met", None)
    assert shelf.get(str(house)) == str(house)


def test_a_change_at_once_and_of_equal_size_shows(house):
    assert current_rules(str(house)).cap == 4
    for cap in (5, 6, 7):
        rewrite(house.with_name("base.toml"), f'extends = "jipinghu"\ncap = {cap} # first\n')
        assert current_rules(str(house)).cap == cap


def test_faults_are_kept_for_as_long_as_they_last(tmp_path):
    file = tmp_path / "house.toml"
    found = []
    for _ in range(2):
        with pytest.raises(RuleError) as missing:
            current_rules(str(file))
        found.append(missing.value)
    assert found[0] is found[1]
    file.write_text('extends = "jipinghu"\ncap = "x"\n', "utf-8")
    with pytest.raises(RuleError, match="cap: expected"):
        current_rules(str(file))
    file.write_text('extends = "jipinghu"\ncap = 7\n', "utf-8")
    assert current_rules(str(file)).cap == 7
    file.unlink()
    with pytest.raises(RuleError, match="no file has this name"):
        current_rules(str(file))


def test_a_name_means_what_it_means_in_the_folder(tmp_path, monkeypatch):
    for cap in (4, 5):
        folder = tmp_path / str(cap)
        folder.mkdir()
        (folder / "house.toml").write_text(f'extends = "jipinghu"\ncap = {cap}\n', "utf-8")
        monkeypatch.chdir(folder)
        assert current_rules("house.toml").cap == cap


def test_few_names_are_kept(tmp_path):
    shelf = Kept(current_rules)
    for number in range(600):
        with pytest.raises(MjtoolError):
            shelf.get(str(tmp_path / f"{number}.toml"))
    assert len(shelf._known) <= 256


def test_scores_and_their_explanation_follow_the_file(house):
    book = RuleBook(str(house))

    def told():
        result = answer_score(read_request(HAND, {"explain": True}), book)
        return result.to_dict("en"), TEXTS["score"](result, "en")

    first = told()
    assert notes(str(house))["cap"] == "first"
    text = house.read_text("utf-8") + "patterns.all_pungs.fan = 1 # my own\n"
    house.write_text(text.replace("extends", 'name = "我家"\nextends'), "utf-8")
    assert notes(str(house))["patterns.all_pungs.fan"] == "my own"
    second = told()
    assert second[0]["fan"] == first[0]["fan"] - 1
    assert "my own" in second[1]
    assert "my own" not in first[1]


def test_logs_are_replayed_by_the_rules_of_now(program, tmp_path):
    house, log = tmp_path / "house.toml", tmp_path / "log.jsonl"
    house.write_text('extends = "jipinghu"\n', "utf-8")
    done = program("simulate", "--rules", str(house), "--games", "4", "-o", str(log))
    assert done.returncode == 0

    def found(plan=PLAIN):
        return {item.code for item in replay_logs(log, plan) if isinstance(item, Finding)}

    assert found() == set()
    house.write_text('extends = "jipinghu"\ncap = "x"\n', "utf-8")
    assert found() == {"F003"}
    house.write_text('extends = "jipinghu"\nbonuses.self_draw.fan = 2\n', "utf-8")
    assert "S501" in found()
    assert "S501" in found(Plan(rules=str(house)))
    house.write_text('extends = "jipinghu"\n', "utf-8")
    assert found() == found(Plan(rules=str(house))) == set()
