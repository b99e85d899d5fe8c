"""The text logs of the IJCAI Mahjong AI competitions: a line for each action, a match a game.

Chinese Standard Mahjong in the Botzone way: each seat draws from a wall of its own, which the
log does not show. Only ASCII is looked at, so that any encoding of the pattern names will do.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

from mjtool.game_log.events import Event
from mjtool.game_log.formats.parts import BOM, Malformed, shown
from mjtool.game_log.formats.record import Recorder
from mjtool.limits import lines
from mjtool.table.fault import Fault
from mjtool.table.legality import CHINESE_STANDARD
from mjtool.tiles import NAMES

_SUITS: Final = {"W": "m", "B": "p", "T": "s", "F": "z", "J": "z", "H": "f"}
_DRAGONS: Final = {"1": "7", "2": "6", "3": "5"}  # red, green, white
_TILE: Final = re.compile(r"[WBT][1-9]|F[1-4]|J[1-3]|H[1-8]")
_START: Final = re.compile(rb"\s*(Match\s|Wind\s+\d|Player\s+\d\s)")
_ACTION: Final = re.compile(r"Player (\d+) (\w+)(?: (.*))?")


def sniff(head: bytes, name: str) -> bool:
    """Return whether the log is a competition's text."""
    return _START.match(head.removeprefix(BOM)) is not None


def tile_of(text: str) -> str:
    """Return the native text of a tile; a text that is none stays as it is (F004 later).

    >>> tile_of("W5"), tile_of("F2"), tile_of("J1"), tile_of("H8")
    ('5m', '2z', '7z', '8f')
    """
    if not _TILE.fullmatch(text):
        return f"{shown(text)}"
    return f"{_DRAGONS[text[1]] if text[0] == 'J' else text[1]}{_SUITS[text[0]]}"


def run_of(middle: str, claimed: str) -> tuple[str, list[str]]:
    """Return the tile that a chow around ``middle`` takes, and the other two.

    The discard ``claimed``, where it is one of the three; else the middle one, which is then not
    the live discard (A202).
    """
    rank, suit = middle[:1], middle[1:]
    if len(middle) != 2 or suit not in "mps" or not "2" <= rank <= "8":
        raise Malformed("chow", middle)
    run = [f"{int(rank) + step}{suit}" for step in (-1, 0, 1)]
    tile = claimed if claimed in run else middle
    run.remove(tile)
    return tile, run


def read(stream: BinaryIO) -> Iterator[tuple[int, Event | Fault]]:
    """Yield the events of a log, each with its line."""
    match = _Match()
    number = 0
    for number, line in enumerate(lines(stream), 1):
        data = line.removeprefix(BOM) if number == 1 else line
        text = data.decode("ascii", "replace").strip()
        if not text:
            continue
        try:
            match.take(number, text)
        except Malformed as malformed:
            match.recorder.fault(number, malformed.fault)
        yield from match.recorder.take()
    match.close(number)
    yield from match.recorder.take()


class _Match:
    """Reads one line after the other and tells the recorder."""

    def __init__(self) -> None:
        self.recorder = Recorder(CHINESE_STANDARD)
        self.wind: int | None = None
        self.deal: list[list[str]] = []
        self.begun = 0  # the line of the first deal
        self.fan: int | None = None
        self.washed = 0  # the line of a Huang, until the next line tells what it means
        self.decided = False  # somebody has won, or nobody: the score follows
        self.lost = False  # a fault in the deals: the match is not followed any further

    def take(self, line: int, text: str) -> None:
        """Take one line."""
        word, _, rest = text.partition(" ")
        if self.washed:
            # a false claim of a win ends the hand, with a fine, as if nobody had won
            fined = word == "Score" and any(part not in ("0", "-0") for part in rest.split())
            self.recorder.washout(self.washed, "fine" if fined else None)
            self.washed = 0
        if word == "Match":
            self.recorder.start_game(line, ["", "", "", ""], (0, 0, 0, 0), id=rest.strip())
            self.wind, self.deal, self.fan, self.lost = None, [], None, False
            self.decided = False
        elif word == "Wind":
            if rest not in ("0", "1", "2", "3"):
                raise Malformed("Wind", rest)
            self.wind = int(rest)
        elif word == "Fan":
            count = rest.split(" ")[0]
            if not count.isdecimal():
                raise Malformed("Fan", rest)
            self.fan = int(count[:9])
        elif word == "Score":
            self._score(line, rest)
        elif text == "Huang":
            self.washed, self.decided = line, True
        else:
            self._action(line, text)

    def close(self, line: int) -> None:
        """Take the end of the log."""
        if self.washed:
            self.recorder.washout(self.washed)
        if self.decided and self.recorder.broken and self.recorder.in_game:
            self.recorder.end_game(line)  # the line that could not be read was its end
        self.recorder.close(line)

    def _action(self, line: int, text: str) -> None:
        action = _ACTION.fullmatch(text)
        if action is None:
            raise Malformed(None, text, code="F001")
        seat, verb, rest = int(action[1]), action[2], action[3] or ""
        if not 0 <= seat <= 3:
            raise Malformed("Player", action[1])
        # "Ignore Player 3 Chi W8" tells of a claim that lost to this one
        words = rest.partition("Ignore")[0].split()
        if verb == "Deal":
            self._deal(line, seat, [tile_of(word) for word in words])
            return
        handler = _VERBS.get(verb)
        if handler is None:
            raise Malformed(None, verb, code="F002")
        if not words and verb == "Gang" and self.recorder.live is not None:
            words = [""]
        if len(words) != 1:
            raise Malformed(verb, rest)
        handler(self.recorder, line, seat, tile_of(words[0]))
        self.decided = self.decided or verb == "Hu"

    def _deal(self, line: int, seat: int, hand: list[str]) -> None:
        if self.lost:
            return
        if fault := self._deal_fault(seat, hand):
            self.lost = True
            self.recorder.fault(line, fault)
            return
        if not self.deal:
            self.begun = line
        self.deal.append(hand)
        if len(self.deal) == 4:
            self.recorder.start_hand(self.begun, 0, self.deal, wind=self.wind)

    def _deal_fault(self, seat: int, hand: list[str]) -> Fault | None:
        """Return what is wrong with this seat's line, which the table would tell of the first."""
        if seat != len(self.deal):
            return Fault("F005", "F005.deal", None, seat, len(self.deal), seat)
        if len(hand) != 13:
            return Fault("T105", "T105.foreign", None, seat, 13, len(hand))
        tiles = Counter(tile for dealt in [*self.deal, hand] for tile in dealt)
        for tile in hand:
            if tile not in NAMES:
                return Fault("F004", "F004.foreign", None, seat, None, tile)
        for tile in hand:
            if tiles[tile] > 4:
                return Fault("T101", "T101.foreign", None, seat, 4, tile)
        return None

    def _score(self, line: int, rest: str) -> None:
        parts = rest.split()
        if len(parts) == 4 and all(re.fullmatch(r"[+-]?\d{1,9}", part) for part in parts):
            self.recorder.ledger.pay([int(part) for part in parts])
            self.recorder.end_hand(line, worth=self.fan)
        else:
            self.recorder.ledger.lose()
            self.recorder.fault(line, Malformed("Score", rest).fault)
        self.recorder.end_game(line)


def _draw(recorder: Recorder, line: int, seat: int, tile: str) -> None:
    recorder.draw(line, seat, tile)


def _play(recorder: Recorder, line: int, seat: int, tile: str) -> None:
    recorder.discard(line, seat, tile)


def chow(recorder: Recorder, line: int, seat: int, middle: str) -> None:
    """Record a chow that is told by its middle tile."""
    tile, own = run_of(middle, recorder.live[1] if recorder.live is not None else "")
    recorder.chow(line, seat, tile, own)


def _peng(recorder: Recorder, line: int, seat: int, tile: str) -> None:
    recorder.pung(line, seat, tile)


def _gang(recorder: Recorder, line: int, seat: int, tile: str) -> None:
    recorder.kong(line, seat, "exposed", tile)


def _angang(recorder: Recorder, line: int, seat: int, tile: str) -> None:
    recorder.kong(line, seat, "concealed", tile)


def _bugang(recorder: Recorder, line: int, seat: int, tile: str) -> None:
    recorder.kong(line, seat, "added", tile)


def _buhua(recorder: Recorder, line: int, seat: int, tile: str) -> None:
    recorder.flower(line, seat, tile)


def _hu(recorder: Recorder, line: int, seat: int, tile: str) -> None:
    own = recorder.drawn is not None and recorder.drawn[0] == seat
    source = None if own or recorder.live is None else recorder.live[0]
    recorder.win(line, seat, tile, source)


_VERBS: Final[dict[str, Callable[[Recorder, int, int, str], None]]] = {
    "Draw": _draw,
    "Play": _play,
    "Chi": chow,
    "Peng": _peng,
    "Gang": _gang,
    "AnGang": _angang,
    "BuGang": _bugang,
    "BuHua": _buhua,
    "Hu": _hu,
}
