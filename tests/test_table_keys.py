"""No key of today's tables is without a test for each of its values, in ``score`` and in logs."""

import inspect
import re
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from mjtool.errors import MjtoolError
from mjtool.rules import load_rules
from mjtool.rules.model import RuleSet
from mjtool.rules.sections import EventName
from tests import test_replay_tables, test_rule_keys, test_table_keys_logs, test_table_keys_scores

TABLES_ELSEWHERE = {
    "liability.twelve_tiles": test_replay_tables.test_patterns_of_twelve_tiles,
    "missed_win": test_replay_tables.test_a_win_below_the_minimum_let_go_misses_nothing,
    "wall.reserve": test_replay_tables.test_so_many_tiles_are_never_drawn,
    "dealer.after_several_wins": test_replay_tables.test_who_deals_after_several_wins,
    "follow.on_washout": test_replay_tables.test_the_dealer_followed_in_a_washout,
    "horses.from": test_replay_tables.test_the_winner_turns_up_horses,
}
"""What only a log can show: where that is tested."""

LOGS_ELSEWHERE = {
    **TABLES_ELSEWHERE,
    "points": test_table_keys_logs.test_what_a_value_does,
    "tiles.without": test_replay_tables.test_deal_and_wall_are_the_whole_set,
    "win.minimum_fan": test_replay_tables.test_a_win_below_the_minimum,
    "win.minimum_points": test_replay_tables.test_a_win_below_the_minimum,
    "win.events_count": test_replay_tables.test_events_and_the_minimum,
    "kong.added_late": test_replay_tables.test_an_added_kong_of_a_tile_drawn_before,
    "kong.paid": test_replay_tables.test_whose_kongs_are_paid,
    "dealer.streak_points": test_replay_tables.test_a_streak_adds_points,
    "winner.streak_points": test_replay_tables.test_a_streak_adds_points,
    "follow.points": test_replay_tables.test_the_dealer_followed,
    "horses.groups": test_replay_tables.test_the_winner_turns_up_horses,
    "horses.count": test_replay_tables.test_the_winner_turns_up_horses,
    "horses.when": test_replay_tables.test_when_the_winner_turns_up_horses,
    "horses.counted_from": test_replay_tables.test_the_winner_turns_up_horses,
    "horses.worth": test_replay_tables.test_the_winner_turns_up_horses,
    "horses.points": test_replay_tables.test_the_winner_turns_up_horses,
    "horses.honor_number": test_replay_tables.test_the_winner_turns_up_horses,
    "horses.none_left": test_replay_tables.test_no_tile_is_left_to_turn_up,
}

BEFORE = {
    *("name", "name_en", "id", "patterns", "bonuses", "scoring", "base", "cap"),
    *("multiple_wins", "kong_chain", "nine_gates", "all_honors", "claims.chow"),
    *("forms.seven_pairs", "forms.thirteen_orphans", "win.on_discard", "human_hand.window"),
    *("earthly_hand.kong_cancels", "kong.needs_wall", "kong.pay_on_washout", "kong.exposed"),
    *("kong.added", "kong.concealed", "rob.kinds", "rob.own_fed_pung", "rob.self_drawn"),
    *("liability.pattern", "liability.kong_feeder", "liability.concealed_kong_counts"),
    *("liability.order", "dealer.after_win", "dealer.after_washout", "rounds.winds"),
    *("fee.on_washout", "escape.points", "escape.compensation", "props.allowed"),
    *("horses.first", "horses.step", "horses.most", "horses.funding", "horses.honors"),
}
"""Keys that are older than today's tables; test_rule_keys and test_replay_rules are about them."""

WILD = re.compile(r"wild\.|.*[._]wild|tiles\.flower")
"""Keys of wild tiles, and of the flowers that are such: their tests are with wild tiles."""


def bare(kind: Any) -> Any:
    while hasattr(kind, "__metadata__"):
        kind = get_args(kind)[0]
    parts = [part for part in get_args(kind) if part is not type(None)]
    if get_origin(kind) not in (Literal, dict, tuple) and parts:
        return bare(parts[0])
    return kind


def keys_of(model: Any, before: str = "") -> dict[str, tuple[Any, ...]]:
    """Return each key of the model with the values that it is to be tested with, as written."""
    found: dict[str, tuple[Any, ...]] = {}
    for field in msgspec.structs.fields(model):
        kind, path = bare(field.type), before + field.encode_name
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            found |= keys_of(kind, f"{path}.")
        elif get_origin(kind) is Literal:
            found[path] = get_args(kind)
        elif kind is bool:
            found[path] = ("true", "false")
        elif get_origin(kind) is dict and get_args(kind)[0] is EventName:
            found |= {f"{path}.{event}": () for event in get_args(EventName)}
        else:
            found[path] = ()
    return found


ALL = keys_of(RuleSet)
KEYS = sorted(key for key in ALL if key not in BEFORE and not WILD.match(key))


def values_in(text: str, key: str) -> set[str]:
    """Return the values that ``key`` has in rows or in a test: words that stand behind it."""
    return {match.strip('"') for match in re.findall(rf"(?m)^{re.escape(key)} = (.+?)$", text)}


def missing(key: str, rows: list[Any], elsewhere: Any) -> list[str]:
    """Return which values of a key no row has; without a list of values it takes two."""
    written = "\n".join(row[0] if len(row) == 3 else row[1] for row in rows)
    found = values_in(written, key)
    if key in elsewhere:
        source = inspect.getsource(elsewhere[key])
        found |= {value for value in ALL[key] if re.search(rf"\b{value}\b", source)}
        return [value for value in ALL[key] if value not in found]
    if not ALL[key]:
        return [] if len(found) > 1 else [f"{len(found)} values"]
    return [value for value in ALL[key] if value not in found]


@pytest.mark.parametrize("key", KEYS)
def test_each_value_has_a_row_in_score(key):
    assert missing(key, test_table_keys_scores.ROWS, TABLES_ELSEWHERE) == []


@pytest.mark.parametrize("key", KEYS)
def test_each_value_has_a_row_in_logs(key):
    assert missing(key, test_table_keys_logs.ROWS, LOGS_ELSEWHERE) == []


def test_what_is_tested_elsewhere_is_about_its_key():
    for key, test in LOGS_ELSEWHERE.items():
        source = inspect.getsource(test)
        assert key.rpartition(".")[2] in source or key == "points", key
    assert set(LOGS_ELSEWHERE) <= set(KEYS) | BEFORE


def test_every_key_is_an_old_one_or_held_here():
    assert set(ALL) >= BEFORE
    assert len(KEYS) >= 50
    assert inspect.getsource(test_rule_keys)


def test_a_key_without_rows_is_seen():
    assert missing("limit.points", [], {}) == ["0 values"]
    assert missing("kong.paid", [("t", 'kong.paid = "always"', {}, {})], {}) == ["winner"]


FOREIGN = (
    *("true", "false", "-1", "0", "2", "3", "1.5", "nan", '""', '"x"', '"none"', "1979-05-27"),
    *("[]", "[1]", '["x"]', "[[]]", "{}", "{x = 1}", "99999999999999999999"),
)
"""Values of every type of TOML, of which each key takes few or none."""


@pytest.mark.parametrize("key", sorted(ALL))
def test_any_value_of_any_key_is_taken_or_refused(key, tmp_path):
    path = tmp_path / "house.toml"
    refused = []
    for value in FOREIGN:
        path.write_text(f'extends = "tuidaohu"\n{key} = {value}\n', "utf-8")
        try:
            load_rules(str(path))
        except MjtoolError as error:
            refused.append(error)
    assert refused
    assert all(error.message(lang) for error in refused for lang in ("en", "zh"))
