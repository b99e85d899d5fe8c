"""What a report shows of a replay: its items put together by game and hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from mjtool.game_log import Counts, Finding, HandRow, HandStory, Item, Unread, Worth
from mjtool.review import Decision


@dataclass(slots=True)
class HandView:
    """One hand: how it was played, what it came to, what is wrong with it."""

    story: HandStory
    row: HandRow | None = None
    wins: list[Worth] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)


@dataclass(slots=True)
class GameView:
    """One game of a log, its hands in order."""

    file: str
    number: int
    players: list[str]
    rules: str
    hands: list[HandView] = field(default_factory=list)


class Gathered:
    """Takes the items of a replay with stories as they pass, and puts them together."""

    def __init__(self) -> None:
        self.counts = Counts()
        self.unread: list[Unread] = []
        self.findings: list[Finding] = []
        self._stories: list[HandStory] = []
        self._rows: dict[tuple[str, int], HandRow] = {}
        self._worths: list[Worth] = []

    def passing(self, items: Iterable[Item], *, rows: bool, worths: bool) -> Iterator[Item]:
        """Yield ``items``, taken note of; rows and worths of wins only where they are asked for."""
        for item in items:
            match item:
                case HandStory():
                    self._stories.append(item)
                    continue
                case HandRow():
                    self._rows[item.file, item.line] = item
                    if not rows:
                        continue
                case Worth():
                    self._worths.append(item)
                    if not worths:
                        continue
                case Finding():
                    self.findings.append(item)
                case Unread():
                    self.unread.append(item)
                case Counts():
                    self.counts.add(item)
            yield item

    def games(self, decisions: Iterable[Decision] = ()) -> list[GameView]:
        """Return the games in the order of the logs, with what was found in each hand."""
        games: list[GameView] = []
        by_file: dict[str, list[HandView]] = {}
        for story in self._stories:
            game = games[-1] if games else None
            if game is None or (game.file, game.number) != (story.file, story.game):
                game = GameView(story.file, story.game, story.players, story.rules)
                games.append(game)
            hand = HandView(story, self._rows.get((story.file, story.last)))
            game.hands.append(hand)
            by_file.setdefault(story.file, []).append(hand)
        for finding in self.findings:
            hand_ = _at(by_file.get(finding.file, []), finding.line)
            if hand_ is not None:
                hand_.findings.append(finding)
        for worth in self._worths:
            hand_ = _at(by_file.get(worth.file, []), worth.line)
            if hand_ is not None:
                hand_.wins.append(worth)
        for decision in decisions:
            hand_ = _at(by_file.get(decision.file, []), decision.line)
            if hand_ is not None:
                hand_.decisions.append(decision)
        return games

    def elsewhere(self, games: Iterable[GameView]) -> list[Finding]:
        """Return the findings that are in no hand of ``games``."""
        inside = {id(each) for game in games for hand in game.hands for each in hand.findings}
        return [each for each in self.findings if id(each) not in inside]


def _at(hands: list[HandView], line: int) -> HandView | None:
    """Return the hand whose lines ``line`` is among; hands come in the order of their lines."""
    low, high = 0, len(hands)
    while low < high:
        middle = (low + high) // 2
        if hands[middle].story.last < line:
            low = middle + 1
        else:
            high = middle
    found = hands[low] if low < len(hands) else None
    return found if found is not None and found.story.first <= line else None
