"""Hands of logs as stories: what is taken down, and the board beside the audit's own table."""

from __future__ import annotations

import pytest

from mjtool.game_log import Counts, HandStory, Plan, Worth, replay
from mjtool.game_log.audit import Audit
from mjtool.game_log.board import Board
from mjtool.game_log.events import StartHand
from mjtool.game_log.formats.opening import open_log
from mjtool.game_log.spelling import canonical
from mjtool.game_log.story import watched
from mjtool.table.fault import Fault
from tests.logs import DATA, Log

GOOD = sorted((DATA / "good").iterdir())[::9]
BAD = sorted((DATA / "bad").iterdir())[::7]


@pytest.mark.parametrize("file", GOOD, ids=lambda file: file.name)
def test_the_board_holds_what_the_table_of_the_audit_holds(file):
    board: Board | None = None
    moments = 0

    def see(line, event):
        nonlocal board, moments
        table = audit.game and audit.game.hand and audit.game.hand.table
        if board is not None and table:
            moments += 1
            for seat in range(4):
                held = [
                    tile for tile, copies in enumerate(table.hands[seat]) for _ in range(copies)
                ]
                assert board.hands[seat] == held, line
                assert len(board.melds[seat]) == len(table.codes[seat])
        if isinstance(event, StartHand):
            board = Board(canonical(event))
        elif board is not None and not isinstance(event, Fault):
            assert board.take(canonical(event))

    audit = Audit(str(file))
    with open_log(file) as events:
        assert list(audit.run(watched(events, see))) == []
    assert moments > 20


@pytest.mark.parametrize("file", [*GOOD, *BAD], ids=lambda file: file.name)
def test_stories_go_beside_what_a_replay_yields_without_them(file):
    told = list(replay(file, Plan(stories=True)))
    plain = list(replay(file, Plan(table=True)))
    assert [item for item in told if not isinstance(item, HandStory | Worth)] == plain
    lines = {item.line for item in plain if hasattr(item, "ended")}
    assert lines <= {item.last for item in told if isinstance(item, HandStory)}


def test_a_story_holds_the_hand_from_its_deal_to_its_end():
    file = GOOD[0]
    stories = [item for item in replay(file, Plan(stories=True)) if isinstance(item, HandStory)]
    counts = next(item for item in replay(file) if isinstance(item, Counts))
    assert len(stories) == counts.hands
    for before, story in zip([None, *stories], stories, strict=False):
        assert story.end is not None
        assert story.first > (0 if before is None else before.last)
        assert [line for line, _, _ in story.boards()] == [
            story.first,
            *(line for line, _ in story.moves),
        ]
        assert story.left == story.board_at(story.first).left


def test_a_board_stops_where_the_tiles_cannot_be_followed(tmp_path):
    log = Log().hand("111m", "222m", "333m", "444m").play("d0:1m t1:5p d1:9s t2:6p")
    file = tmp_path / "log.jsonl"
    file.write_bytes(b"\n".join(log.lines))
    story = next(item for item in replay(file, Plan(stories=True)) if isinstance(item, HandStory))
    boards = [(line, [list(hand) for hand in board.hands]) for line, _, board in story.boards()]
    assert [line for line, _ in boards] == [2, 3, 4]
    assert story.board_at(99).hands == boards[-1][1]
