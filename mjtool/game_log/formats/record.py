"""From a foreign log's actions to events: what all foreign readers do alike.

A reader tells a :class:`Recorder` what its log says, line by line; the recorder turns it into
the events of :mod:`mjtool.game_log.events`: the dealer's first draw becomes the fourteenth tile
of the deal, a claim is compared with the discard it names, and what a hand came to is added up by
a :class:`~mjtool.game_log.formats.ledger.Ledger`.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, structs

from mjtool.game_log.events import (
    Chow,
    Discard,
    Draw,
    EndGame,
    Event,
    Flower,
    Kong,
    KongKind,
    Pung,
    RoundName,
    StartGame,
    StartHand,
    Washout,
    Win,
)
from mjtool.game_log.formats.ledger import Ledger, Numbers
from mjtool.game_log.formats.parts import Malformed, shown
from mjtool.table.fault import Fault
from mjtool.table.legality import Legality, rules_name
from mjtool.tiles import NAMES

Item = tuple[int, Event | Fault]

HIDDEN: Final = "?"
"""A tile that the one who recorded the log did not see."""
ROUNDS: Final[tuple[RoundName, ...]] = ("E", "S", "W", "N")
_TILES: Final = frozenset(NAMES)


class Recorder:
    """Collects the events of a foreign log; :meth:`take` hands them over.

    The start of a game is held back until its first hand (which tells whether tiles are hidden),
    the start of a hand until the dealer's first draw, and the end of a hand whose payments are
    not told until the next hand's totals.
    """

    def __init__(self, legality: Legality) -> None:
        self.legality = legality
        self.ledger = Ledger()
        self.hand = 0
        self.drawn: tuple[int, str] | None = None
        self.live: tuple[int, str] | None = None  # the last discard, or the added kong's tile
        self.in_game = False
        self.in_hand = False
        self.broken = False  # a fault was recorded: the rest of the hand is not looked at
        self.is_passed = False  # the rest of the game is not read
        self._begun = False  # whether any game has
        self._out: list[Item] = []
        self._game: tuple[int, StartGame] | None = None
        self._deal: tuple[int, StartHand] | None = None
        self._flowers: Sequence[tuple[int, str, str]] = ()
        self._is_view = False  # one player's record, with hidden tiles
        self._held: int | None = None  # where the end of a hand waits for the totals after it

    def take(self) -> list[Item]:
        """Return what was recorded since the last call."""
        if self._held is None:
            out, self._out = self._out, []
        else:
            out, self._out = self._out[: self._held], self._out[self._held :]
            self._held = 0
        return out

    def fault(self, line: int, fault: Fault) -> None:
        """Record a piece of the log that is no event; its consequences are not told again.

        Where the hand has not begun by then, there is none.
        """
        told = fault.lost == "hand" or (fault.lost == "game" and self.in_game)
        if self.is_passed or (self.broken and not told):
            return
        self._release()
        if self._deal is not None or fault.lost == "hand":
            self._deal = None
            self.in_hand = False
            self.ledger.lose()  # whatever it comes to
        self.broken = True
        self._out.append((line, fault))

    def lose_hand(self, line: int, malformed: Malformed) -> None:
        """Record why a hand cannot be read at all."""
        self.fault(line, structs.replace(malformed.fault, lost="hand"))

    def lose_game(self, line: int, malformed: Malformed) -> None:
        """Record why nothing more of a game is read."""
        self.fault(line, structs.replace(malformed.fault, lost="game"))

    def pass_over(self, line: int, malformed: Malformed) -> None:
        """Record why a game is not read, or not read on: nothing of it is told any more."""
        if self._game is not None:
            self._game = None
            self.in_game = False
        self._deal = None
        self.lose_game(line, malformed)
        self.is_passed = True
        self.in_game = self.in_hand = False

    def leave(self, line: int) -> None:
        """Record that the match on ``line`` is over, and whether it ends too early."""
        if self.in_game and not self.broken:
            self.lose_game(line, Malformed(None, code="F006", key="match"))
        self.in_game = self.is_passed = False
        self.renew()

    def renew(self) -> None:
        """Look again: a new hand or game begins, which may have faults of its own."""
        self.broken = self.in_hand = False

    def start_game(
        self, line: int, players: list[str], scores: Numbers | None = None, id: object = UNSET
    ) -> None:
        """Record that a game begins, with these totals as far as they are told."""
        self._settle(None)
        self._release()
        self.renew()
        self.hand = 0
        self.ledger.open(scores)
        self.in_game, self.is_passed, self._begun, self._is_view = True, False, True, False
        start = StartGame(
            rules=rules_name(self.legality),
            players=players,
            scores=UNSET if scores is None else list(scores),
            id=id,
        )
        self._game = (line, start)

    def start_hand(  # noqa: PLR0913
        self,
        line: int,
        dealer: int,
        deal: list[list[str]],
        *,
        wind: int | None = None,
        scores: Numbers | None = None,
        walls: list[list[str]] | None = None,
        flowers: Sequence[tuple[int, str, str]] = (),
    ) -> None:
        """Record that a hand is dealt, thirteen tiles to each seat.

        ``flowers`` among them are replaced at once: seat, flower, the tile that comes for it. In
        ``walls`` each seat's replacements come first, as for everybody else.
        """
        if self.is_passed:
            return
        self._settle(scores)
        self.renew()
        if not self.in_game:
            self.fault(line, Fault("F005", "F005.foreign", type="start_hand"))
            self.start_game(line, ["", "", "", ""], scores)
        if self._deal is not None:
            self.fault(line, Fault("F005", "F005.again", "start_hand"))
        self._describe(deal, scores)
        self._release()
        self.renew()
        self.hand += 1
        self.ledger.begin(scores)
        self.in_hand = True
        self.drawn = self.live = None
        self._flowers = flowers
        self._deal = (
            line,
            StartHand(
                hand=self.hand,
                dealer=dealer,
                deal=deal,
                round=UNSET if wind is None else ROUNDS[wind % 4],
                walls=UNSET if walls is None else walls,
            ),
        )

    def _describe(self, deal: list[list[str]], scores: Numbers | None) -> None:
        """Complete the start of a game that is held back by what its first hand tells."""
        if self._game is None:
            return
        at, start = self._game
        if any(HIDDEN in hand for hand in deal):
            self._is_view = True
            hidden = structs.replace(self.legality, hidden=True)
            start = structs.replace(start, rules=rules_name(hidden))
        if scores is not None:
            start = structs.replace(start, scores=list(scores))
        self._game = (at, start)

    def draw(self, line: int, seat: int, tile: str) -> None:
        """Record a draw; the dealer's first one completes the deal."""
        if self._deal is None:
            if self._plays(line, seat):
                self._out.append((line, Draw(seat=seat, tile=tile)))
            self.drawn, self.live = (seat, tile), None
            return
        self.drawn, self.live = (seat, tile), None
        at, start = self._deal
        if seat != start.dealer:
            self.fault(line, Fault("A201", "A201.foreign", "draw", seat, start.dealer, seat))
            return
        if tile not in _TILES and tile != HIDDEN:
            self.fault(line, Fault("F004", "F004.foreign", "draw", seat, None, shown(tile)))
            return
        # of a deal that holds too many itself, the table tells
        if sum(hand.count(tile) for hand in start.deal) == 4 and tile != HIDDEN:
            self.fault(line, Fault("T101", "T101.foreign", "draw", seat, 4, tile))
            return
        deal = [[*hand, tile] if s == seat else hand for s, hand in enumerate(start.deal)]
        walls = start.walls
        if walls is not UNSET:
            place = sum(owner == seat for owner, _, _ in self._flowers)
            expected = walls[seat][place] if len(walls[seat]) > place else None
            if expected != tile:
                self.fault(line, Fault("T103", "T103.foreign", "draw", seat, expected, tile))
                return
            own = [*walls[seat][:place], *walls[seat][place + 1 :]]
            walls = [own if s == seat else wall for s, wall in enumerate(walls)]
        self._deal = None
        self._out.append((at, structs.replace(start, deal=deal, walls=walls)))
        for owner, flower, replacement in self._flowers:
            self._out.append((at, Flower(seat=owner, tile=flower)))
            self._out.append((at, Draw(seat=owner, tile=replacement)))

    def discard(self, line: int, seat: int, tile: str) -> None:
        """Record a discard."""
        if self._plays(line, seat, "discard"):
            self._out.append((line, Discard(seat=seat, tile=tile)))
        self.drawn, self.live = None, (seat, tile)

    def chow(
        self, line: int, seat: int, tile: str, own: list[str], source: int | None = None
    ) -> None:
        """Record a chow of ``tile`` with two ``own`` tiles, from ``source`` where that is told."""
        if self._claims(line, seat, "chow", source):
            self._out.append((line, Chow(seat=seat, tile=tile, with_=own)))
        self.drawn = self.live = None

    def pung(self, line: int, seat: int, tile: str, source: int | None = None) -> None:
        """Record a pung."""
        if self._claims(line, seat, "pung", source):
            self._out.append((line, Pung(seat=seat, tile=tile)))
        self.drawn = self.live = None

    def kong(
        self, line: int, seat: int, kind: KongKind, tile: str, source: int | None = None
    ) -> None:
        """Record a kong; its tile is what a robber wins on."""
        if kind == "exposed":
            allowed = self._claims(line, seat, "kong", source)
        else:
            allowed = self._plays(line, seat, "kong")
        if allowed:
            self._out.append((line, Kong(seat=seat, kind=kind, tile=tile)))
        self.drawn, self.live = None, None if kind == "exposed" else (seat, tile)

    def flower(self, line: int, seat: int, tile: str) -> None:
        """Record a flower that is set aside."""
        if self._plays(line, seat, "flower"):
            self._out.append((line, Flower(seat=seat, tile=tile)))

    def win(  # noqa: PLR0913
        self,
        line: int,
        seat: int,
        tile: str | None,
        source: int | None,
        *,
        points: int | None = None,
        fan: int | None = None,
    ) -> None:
        """Record a win from ``source``, or self-drawn; without ``tile`` on what lies there.

        ``points`` None: what the seat's total goes up by until the end of the hand.
        """
        if not self._plays(line, seat, "win"):
            return
        if self.ledger.has_won(seat):
            self.fault(line, Fault("A201", "A201.again", "win", seat))
            return
        if tile is None:
            there = self.drawn if source is None else self.live
            if there is None or there[0] != (seat if source is None else source):
                self.fault(line, Fault("A202", "A202.foreign", "win", seat))
                return
            tile = there[1]
        self._out.append(
            (line, Win(seat=seat, tile=tile, from_=UNSET if source is None else source))
        )
        self.ledger.win(seat, points, fan)

    def washout(self, line: int, reason: str | None = None) -> None:
        """Record that nobody won; ``reason`` where the hand was broken off."""
        if self._plays(line, None, "washout"):
            self._out.append((line, Washout(reason=UNSET if reason is None else reason)))

    def end_hand(self, line: int, *, worth: int | None = None) -> None:
        """Record that a hand is settled; ``worth`` is the fan of its win."""
        if self._plays(line, None, "end_hand"):
            if not self.ledger.is_known:
                self._held = len(self._out)
            self._out.append((line, self.ledger.end(worth)))
            self.broken = False
        self.in_hand = False

    def end_game(self, line: int, scores: Numbers | None = None) -> None:
        """Record that the game is over."""
        self._settle(scores)
        if self.is_passed or (self.broken and not self.in_game):
            return
        if self._deal is not None:
            self._plays(line, None, "end_game")
        self._release()
        totals = self.ledger.totals if scores is None else list(scores)
        self._out.append((line, EndGame(scores=UNSET if totals is None else totals)))
        self.in_game = self.in_hand = False

    def close(self, line: int) -> None:
        """Record that the log stops here, whatever it was in the middle of."""
        self._settle(None)
        self._release()
        if self._deal is not None and not self._is_view:
            self.fault(line, Fault("F006", "F006", lost="game"))
        self._deal = None

    def _settle(self, totals: Numbers | None) -> None:
        """Complete the end of a hand that is held back, by the totals after it if they are told."""
        if self._held is not None:
            line, _ = self._out[self._held]
            self._out[self._held] = (line, self.ledger.settle(totals))
            self._held = None

    def _release(self) -> None:
        if self._game is not None:
            self._out.append(self._game)
            self._game = None

    def _plays(self, line: int, seat: int | None, act: str = "draw") -> bool:
        """Whether a hand is under way; an act before the dealer's first draw is a fault."""
        if self.in_hand and self._deal is None:
            return True
        if self.is_passed:
            return False
        self._release()
        if self._deal is not None:
            dealer = self._deal[1].dealer
            self.fault(line, Fault("A201", "A201.foreign", act, seat, dealer, seat))
        else:
            key = "no_hand" if self.in_game else "over" if self._begun else "no_game"
            self.fault(line, Fault("F005", f"F005.{key}", None, seat))
        return False

    def _claims(self, line: int, seat: int, act: str, source: int | None) -> bool:
        """Whether the discard that is claimed is ``source``'s, as the log says."""
        if not self._plays(line, seat, act):
            return False
        if source is None or self.live is None or self.live[0] == source:
            return True
        self.fault(line, Fault("A202", "A202.source", act, seat, self.live[0], source))
        return False
