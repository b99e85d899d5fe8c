"""The page of a report: what its template is filled with, where all of a log is escaped."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import jinja2
from markupsafe import Markup

from mjtool.errors import MjtoolError
from mjtool.game_log import Worth
from mjtool.game_log.board import Board
from mjtool.game_log.events import (
    Chow,
    Discard,
    Draw,
    Escape,
    Event,
    Flower,
    Kong,
    Prop,
    Pung,
    Washout,
    Win,
)
from mjtool.messages import tag_of, text
from mjtool.render import explain
from mjtool.render import review as reviews
from mjtool.render.phrases import account
from mjtool.render.report import chart, tiles
from mjtool.render.report.gather import GameView, Gathered, HandView
from mjtool.render.report.ledger import Rows, ledger_of
from mjtool.render.standing import Standing, standing
from mjtool.review import Decision
from mjtool.rules.kept import current_rules

_TEMPLATES: Final = Path(__file__).with_name("templates")
WORST: Final = 10
"""Decisions that a report shows of each seat reviewed, the worst."""


def page(found: Gathered, lang: str, decisions: Sequence[Sequence[Decision]] = ()) -> Iterator[str]:
    """Yield the pieces of the page; ``decisions`` are those of each seat reviewed, worst first."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    script = environment.get_template("report.js").render()
    view = _View(found, lang, decisions)
    template = environment.get_template("report.html")
    yield from template.generate(
        t=lambda key, **data: text(f"report.{key}", lang, **data),
        lang=tag_of(lang),
        style=Markup(environment.get_template("report.css").render()),
        tile_sheet=Markup(tiles.sheet()),
        script=Markup(script),
        script_hash=b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        view=view,
    )


@dataclass(frozen=True, slots=True)
class _Row:
    """A seat in a hand: its tiles at the deal and at the end, its sets, its river, its change."""

    name: str
    wind: str
    is_dealer: bool
    won: bool
    dealt: Markup
    final: Markup
    melds: list[tuple[str, Markup]]
    river: Markup
    points: str
    score: str


@dataclass(frozen=True, slots=True)
class _Move:
    """An event in words, with its line and what is wrong with it."""

    line: int
    told: str
    wrong: bool
    id: str


@dataclass(frozen=True, slots=True)
class _Shown:
    """A hand as the template shows it."""

    id: str
    title: str
    outcome: str
    points: str
    winners: str
    paid: str
    patterns: str
    codes: str
    wild: Markup | str
    turned_up: Markup | str
    seats: list[_Row]
    ledger: Rows | None
    explained: list[tuple[str, list[str]]]
    findings: list[tuple[str, int, str, str]]
    moves: list[_Move]
    reviews: list[tuple[str, str, list[list[str]]]]


@dataclass(frozen=True, slots=True)
class _Game:
    """A game as the template shows it."""

    id: str
    title: str
    players: list[str]
    chart: Markup | None
    scores: list[tuple[str, str, list[int]]]
    hands: Iterable[_Shown]


class _View:
    """What the template asks for."""

    def __init__(self, found: Gathered, lang: str, decisions: Sequence[Sequence[Decision]]) -> None:
        self._lang = lang
        worst = [[each for each in one if not each.is_best][:WORST] for one in decisions]
        self._games = found.games(each for one in worst for each in one)
        self.counts = found.counts
        self.unread = [(each.file, each.error.message(lang)) for each in found.unread]
        self._anchors = {
            id(finding): _hand_id(hand)
            for game in self._games
            for hand in game.hands
            for finding in hand.findings
        }
        self.findings = [
            (
                each.file,
                each.line,
                each.code,
                each.told(lang),
                self._anchors.get(id(each)),
                _event_id(each.file, each.line),
            )
            for each in found.findings
        ]
        self.codes = sorted(Counter(each.code for each in found.findings).items())
        names = dict.fromkeys(name for game in self._games for name in game.players)
        self.players = list(names)
        self._player = {name: at for at, name in enumerate(names)}
        self.patterns = self._all_patterns()
        self._pattern = {id: at for at, (id, _) in enumerate(self.patterns)}
        places = {
            id(decision): _hand_id(hand)
            for game in self._games
            for hand in game.hands
            for decision in hand.decisions
        }
        columns = ("option", "shanten", "total", "win", "value")
        self.review_columns = [text(f"column.{column}", lang) for column in columns]
        self.reviewed = [
            (
                one[0].seat,
                [(reviews.head(each, lang), places.get(id(each), "")) for each in worst[at]],
            )
            for at, one in enumerate(decisions)
            if one
        ]

    def _all_patterns(self) -> list[tuple[str, str]]:
        found: dict[str, str] = {}
        for game in self._games:
            for hand in game.hands:
                for worth in hand.wins:
                    for shown in worth.score.patterns:
                        found.setdefault(shown.id, worth.score.rules.label(shown.id, self._lang))
        return sorted(found.items(), key=lambda each: each[1])

    @property
    def games(self) -> Iterator[_Game]:
        """Yield the games, each made when it is written."""
        for game in self._games:
            scores = list(self._scores(game))
            yield _Game(
                id=f"g-{game.number}",
                title=text(
                    "report.game", self._lang, game=game.number, file=game.file, rules=_rules(game)
                ),
                players=game.players,
                chart=self._chart(game, scores),
                scores=scores,
                hands=(self._hand(game, hand) for hand in game.hands),
            )

    def _scores(self, game: GameView) -> Iterator[tuple[str, str, list[int]]]:
        """Yield the running scores: the hand's name, its anchor, one score a seat."""
        for hand in game.hands:
            row = hand.row
            if row is not None and row.scores is not None:
                yield str(row.number), _hand_id(hand), list(row.scores)

    def _chart(self, game: GameView, scores: list[tuple[str, str, list[int]]]) -> Markup | None:
        first = next((hand.row for hand in game.hands if hand.row is not None), None)
        if first is None or first.scores is None or not scores:
            return None
        change = first.points or (0, 0, 0, 0)
        before = [after - by for after, by in zip(first.scores, change, strict=True)]
        rows = [("0", before), *((label, four) for label, _, four in scores)]
        told = text("report.chart", self._lang, game=game.number, hands=len(scores))
        axes = (text("report.hands_axis", self._lang), text("report.score_axis", self._lang))
        return chart.score_chart(game.players, rows, told, axes)

    def _hand(self, game: GameView, hand: HandView) -> _Shown:
        lang, row, story = self._lang, hand.row, hand.story
        wrong = {finding.line for finding in hand.findings}
        boards = _boards(hand)
        patterns = dict.fromkeys(shown.id for worth in hand.wins for shown in worth.score.patterns)
        round_wind = "" if row is None or row.round is None else account(row.round, lang)
        return _Shown(
            id=_hand_id(hand),
            title=text(
                "report.hand",
                lang,
                hand=story.start.hand,
                round=round_wind,
                dealer=game.players[story.start.dealer],
            ).strip(),
            outcome=self._outcome(game, hand),
            points=""
            if row is None or row.points is None
            else " ".join(f"{each:+d}" if each else "0" for each in row.points),
            winners=_joined(self._player[game.players[win.seat]] for win in row.wins)
            if row is not None
            else "",
            paid=str(self._player[game.players[row.source]])
            if row is not None and row.source is not None and row.wins
            else "",
            patterns=_joined(self._pattern[id] for id in patterns),
            codes=_joined(sorted({finding.code for finding in hand.findings})),
            wild=_alone(story.wild, story.wild),
            turned_up="" if story.indicator is None else _alone([story.indicator], story.wild),
            seats=[self._seat(game, hand, boards, seat) for seat in range(4)],
            ledger=ledger_of(row, game.players, lang),
            explained=[self._explained(game, worth) for worth in hand.wins],
            findings=[
                (each.code, each.line, each.told(lang), _event_id(story.file, each.line))
                for each in hand.findings
            ],
            moves=list(self._moves(game, hand, wrong)) if wrong else [],
            reviews=[
                (
                    reviews.head(each, lang),
                    reviews.state(each, lang),
                    [
                        [
                            "*" if at == 0 else ">" if at == each.played else "",
                            *reviews.cells(option, lang),
                        ]
                        for at, option in enumerate(each.options)
                        if at < reviews.SHOWN or at == each.played
                    ],
                )
                for each in hand.decisions
            ],
        )

    def _outcome(self, game: GameView, hand: HandView) -> str:
        lang, row = self._lang, hand.row
        if row is None:
            return text("report.lost", lang)
        source = "" if row.source is None else game.players[row.source]
        if not row.wins:
            return text(f"report.{row.ended}", lang, source=source)
        told = []
        for win in row.wins:
            parts = [
                text(f"report.{row.ended}", lang, player=game.players[win.seat], source=source)
            ]
            parts += [_label(row.rules, each.id, lang) for each in win.patterns]
            points = win.points if win.points is not None else win.logged_points
            if points is not None:
                parts.append(text("label.replay_each", lang, points=points))
            told.append(" ".join(parts))
        return text("list.semicolon", lang).join(told)

    def _seat(self, game: GameView, hand: HandView, board: Board, seat: int) -> _Row:
        story, row = hand.story, hand.row
        start = Board(story.start)
        marked = _marked_river(hand, seat)
        dealt = list(start.hands[seat])
        dealt_last = start.drawn if seat == story.start.dealer else None
        if dealt_last in dealt:
            dealt.remove(dealt_last)
        won = row is not None and any(win.seat == seat for win in row.wins)
        held, apart = list(board.hands[seat]), None
        if won and row is not None and row.ended == "self_drawn":
            apart = board.drawn
            if apart in held:
                held.remove(apart)
        elif won and board.live is not None:
            apart = board.live[1]
        score_ = next((worth.score for worth in hand.wins if worth.seat == seat), None)
        points = None if row is None or row.points is None else row.points[seat]
        score = None if row is None or row.scores is None else row.scores[seat]
        melds = [(self._called(game, each), tiles.meld(each)) for each in board.melds[seat]]
        if board.flowers[seat]:
            flowers = tiles.row(
                [(tile, "") for tile in board.flowers[seat]], tiles.written(board.flowers[seat])
            )
            melds.append((text("report.flowers", self._lang), flowers))
        return _Row(
            name=game.players[seat],
            wind=account("ESWN"[(seat - story.start.dealer) & 3], self._lang),
            is_dealer=seat == story.start.dealer,
            won=won,
            dealt=tiles.hand(*standing(dealt, dealt_last, None), story.wild),
            final=tiles.hand(*standing(held, apart, score_), story.wild),
            melds=melds,
            river=tiles.river(board.rivers[seat], marked, story.wild),
            points="" if points is None else f"{points:+d}" if points else "0",
            score="" if score is None else str(score),
        )

    def _called(self, game: GameView, found: Any) -> str:
        word = text(f"report.meld.{found.kind}", self._lang)
        if found.source is None:
            return word
        return text("report.called", self._lang, what=word, source=game.players[found.source])

    def _explained(self, game: GameView, worth: Worth) -> tuple[str, list[str]]:
        found = worth.score
        title = text(
            "report.worth", self._lang, player=game.players[worth.seat], hand=str(found.hand)
        )
        lines = list(explain.readings(found, self._lang)) if found.won else []
        return title, lines or [worth.line_text(self._lang)]

    def _moves(self, game: GameView, hand: HandView, wrong: set[int]) -> Iterator[_Move]:
        story = hand.story

        def move(line: int, words: str) -> _Move:
            return _Move(line, words, line in wrong, _event_id(story.file, line))

        yield move(story.first, text("report.dealt", self._lang))
        told = {line: self._told(game, event) for line, event in story.moves}
        for line in sorted({*told, *wrong} - {story.first, story.last if story.end else -1}):
            words = told.get(line) or text("report.no_event", self._lang)
            yield move(line, words)
        if story.end is not None:
            yield move(story.last, text("report.settled", self._lang))

    def _told(self, game: GameView, event: Event) -> str:
        name = game.players[event.seat] if hasattr(event, "seat") else ""
        data: dict[str, object] = {"player": name, "tile": getattr(event, "tile", "")}
        match event:
            case Draw() | Discard() | Pung() | Flower() | Win() | Escape() | Washout():
                key = event.__class__.__name__.lower()
            case Chow():
                key, data["own"] = "chow", "+".join(event.with_)
            case Kong():
                key, data["kind"] = "kong", text(f"report.meld.{event.kind}", self._lang)
            case Prop():
                key, data["prop"] = "prop", event.name
            case _:
                return ""
        return text(f"report.move.{key}", self._lang, **data)


def _boards(hand: HandView) -> Board:
    """Return the board at the end of a hand, as far as it can be followed."""
    return hand.story.board_at(hand.story.last)


def _alone(shown: Sequence[int], wild: Sequence[int]) -> Markup | str:
    """Return tiles by themselves; nothing where there are none."""
    return tiles.hand([Standing(tile) for tile in shown], None, wild) if shown else ""


def _marked_river(hand: HandView, seat: int) -> frozenset[int]:
    """Return the places in a seat's river of the discards that something is wrong with."""
    wrong = {finding.line for finding in hand.findings}
    thrown = [
        line
        for line, event in hand.story.moves
        if isinstance(event, Discard) and event.seat == seat
    ]
    return frozenset(at for at, line in enumerate(thrown) if line in wrong)


def _hand_id(hand: HandView) -> str:
    story = hand.story
    return f"h-{_file_id(story.file)}-{story.first}"


def _event_id(file: str, line: int) -> str:
    return f"e-{_file_id(file)}-{line}"


def _file_id(file: str) -> str:
    """Return a short name for a file that any anchor can carry."""
    return hashlib.sha256(file.encode("utf-8", "replace")).hexdigest()[:8]


def _joined(parts: Iterable[object]) -> str:
    return " ".join(map(str, parts))


def _rules(game: GameView) -> str:
    return next((hand.row.rules for hand in game.hands if hand.row is not None), game.rules)


def _label(rules: str, pattern: str, lang: str) -> str:
    try:
        return current_rules(rules).label(pattern, lang)
    except MjtoolError:
        return pattern
