"""``replay --score-as``: what a log's wins are worth under other rules, and why some are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjtool.game_log import Plan, Worth, replay
from mjtool.messages import LANGUAGES
from tests.logs import Log

CALM = "19m19p19s11223345z"
WAITS = "123m12356p23499s"  # for 4p 7p
OTHERS = ("345m34777p1134s6z", "258m258p258s4567z")


@pytest.fixture
def worths(tmp_path):
    """Return a function that gives the worth of each win of a log under a variant of a built-in."""

    def told(log: Log, base: str, text: str = "") -> list[Worth]:
        rules, path = Path(tmp_path, "house.toml"), Path(tmp_path, "game.jsonl")
        rules.write_text(f'extends = "{base}"\n{text}\n', "utf-8")
        path.write_bytes(b"\n".join(log.lines))
        found = replay([path], Plan(score_as=str(rules)))
        return [item for item in found if isinstance(item, Worth)]

    return told


DISCARD = "d0:1m t1:9m d1:9m t2:1z d2:7p w1:7p:2"
CHOWED = "d0:1m c1:1m:23m d1:1m t2:8p d2:6z t3:9m d3:9m t0:9m d0:9m t1:7p w1:7p"
ROBBED = (
    "d0:1m t1:9m d1:9m t2:1z d2:1z t3:7p d3:7p p2:7p d2:6z t3:1m d3:1m t0:8m d0:8m t1:8m d1:8m "
    "t2:4m k2:7p:added w1:7p:2"
)


@pytest.mark.parametrize(
    ("words", "text", "reason"),
    [
        pytest.param(DISCARD, "", "discard_win_not_allowed", id="discard"),
        pytest.param(DISCARD, "win.on_discard = true", None, id="discard-allowed"),
        pytest.param(CHOWED, "", "chow_not_allowed", id="chow"),
        pytest.param(CHOWED, "claims.chow = true", None, id="chow-allowed"),
        pytest.param(ROBBED, "", None, id="robbed"),
        pytest.param(ROBBED, "rob.kinds = []", "robbing_not_allowed", id="nothing-is-robbed"),
        pytest.param(
            ROBBED, 'rob.kinds = ["exposed"]', "robbing_not_allowed", id="another-kind-is-robbed"
        ),
    ],
)
def test_what_led_to_a_win_must_be_among_the_rules(worths, words, text, reason):
    [found] = worths(Log().hand(CALM, WAITS, *OTHERS).play(words), "tuidaohu", text)
    assert (found.score.won, found.score.reason) == (reason is None, reason)
    told = found.to_dict()["worth"]
    assert told.get("reason") == reason
    for lang in LANGUAGES:
        assert str(found.score.hand) in found.line_text(lang)
