"""Watches a log being replayed, and takes down each decision of one seat with what it saw."""

from __future__ import annotations

from mjtool.game_log.audit import Audit
from mjtool.game_log.board import Board
from mjtool.game_log.events import (
    Chow,
    Discard,
    Draw,
    Event,
    Kong,
    Prop,
    Pung,
    StartHand,
    Washout,
    Win,
)
from mjtool.game_log.game import Game
from mjtool.game_log.spelling import canonical
from mjtool.review.decision import Action, Decision, Kind, Option, Order
from mjtool.review.options import View, on_own_turn, on_tile, passing, view_of, won
from mjtool.table.fault import Fault
from mjtool.table.moves import CLAIMED, KONG, LIVE, OWN, Table
from mjtool.table.wall import HIDDEN
from mjtool.tiles import KINDS, TILES, Tile, parse_tile


class Watcher:
    """Sees every event before the audit takes it; those of ``seat`` go to ``decisions``."""

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        file: str,
        audit: Audit,
        seat: int,
        order: Order,
        most: int,
        decisions: list[Decision],
    ) -> None:
        self._file = file
        self._audit = audit
        self._seat = seat
        self._order = order
        self._most = most
        self._board: Board | None = None
        self._before = 0
        self._open: _Open | None = None
        self._decisions = decisions

    def see(self, line: int, event: Event | Fault) -> None:
        """Take note of what ``event``, which is about to happen, decides."""
        game = self._audit.game
        hand = None if game is None else game.hand
        if isinstance(event, Fault):
            self._open = None
            return
        event = canonical(event)
        if hand is not None and game is not None and self._board is not None:
            self._decide(line, event, game, hand.table)
        else:
            self._open = None
        if not isinstance(event, Prop):
            self._before = line
        if isinstance(event, StartHand):
            self._board = Board(event)
        elif self._board is not None and not self._board.take(event):
            self._board = None

    def _decide(self, line: int, event: Event, game: Game, table: Table) -> None:
        if self._open is not None and not isinstance(event, Prop):
            if isinstance(event, Win):
                if event.seat == self._seat:
                    self._take(self._open, "win")
                return
            self._take(self._open, "pass")
        if isinstance(event, Prop) or not self._sees_all(table):
            return
        if table.state in (LIVE, KONG) and table.live_seat != self._seat:
            self._on_tile(event, game, table)
        elif (
            table.state in (OWN, CLAIMED)
            and table.turn == self._seat == getattr(event, "seat", None)
            and isinstance(event, Discard | Kong | Win)
        ):
            view = self._view(game, table)
            action: Action = "win" if isinstance(event, Win) else "discard"
            if isinstance(event, Kong):
                action = "kong"
            tile = parse_tile(event.tile)
            options = list(on_own_turn(view, tile if action == "discard" else None))
            if action == "win" and options[0].action != "win":
                options.append(won(view, int(tile), own=True))
            drawn = TILES[table.drawn] if table.state == OWN and table.drawn < KINDS else None
            self._add(_Open(line, view, options, drawn, None), (action, tile, ()))

    def _on_tile(self, event: Event, game: Game, table: Table) -> None:
        """Decide what to do with another's tile, as far as nobody was before."""
        view = self._view(game, table)
        seat = getattr(event, "seat", None)
        own = seat == self._seat and not isinstance(event, Draw)
        # a pung of another comes before a chow, a win before both
        first = not isinstance(event, Win) or own
        chows = first and (own or not isinstance(event, Pung | Kong))
        if not isinstance(event, Draw | Washout | Win | Pung | Kong | Chow | Discard):
            return
        options = list(on_tile(view, sets=first, chows=chows))
        if own and isinstance(event, Win) and not any(each.action == "win" for each in options):
            options += [won(view, table.live_tile, own=False), passing(view)]
        if len(options) < 2:
            return
        found = _Open(self._before, view, options, TILES[table.live_tile], table.live_seat)
        tile = TILES[table.live_tile]
        match event:
            case Win() if not own:
                if self._may_follow(table, event.seat):
                    self._open = found
            case Win():
                self._add(found, ("win", tile, ()))
            case Chow() if own:
                taken = tuple(sorted(parse_tile(each) for each in event.with_))
                self._add(found, ("chow", tile, taken))
            case Pung() if own:
                self._add(found, ("pung", tile, ()))
            case Kong() if own:
                self._add(found, ("kong", tile, ()))
            case _:
                self._add(found, ("pass", None, ()))

    def _may_follow(self, table: Table, winner: int) -> bool:
        """Return whether the own seat could have won all the same where ``winner`` did."""
        source = table.live_seat
        is_nearer = (self._seat - source) & 3 < (winner - source) & 3
        return table.rules.multiple_wins == "all" or is_nearer

    def _take(self, found: _Open, action: Action) -> None:
        tile = found.tile if action == "win" else None
        self._open = None
        self._add(found, (action, tile, ()))

    def _add(self, found: _Open, key: tuple[object, ...]) -> None:
        view, options = found.view, found.options
        options.sort(key=lambda option: option.sort_key(self._order))
        played = [at for at, option in enumerate(options) if option.key == key]
        game = self._audit.game
        if not played or len(options) < 2 or game is None or game.hand is None:
            return
        self._decisions.append(
            Decision(
                file=self._file,
                line=found.line,
                game=self._audit.counts.games,
                number=game.hand.start.hand,
                seat=self._seat,
                kind=_kind(options, options[played[0]], found.source),
                rules=view.rules.id,
                hand=found.hand,
                tile=found.tile,
                source=found.source,
                visible=tuple(TILES[k] for k in range(KINDS) for _ in range(view.visible[k])),
                left=found.left,
                draws=found.draws,
                options=tuple(options),
                played=played[0],
                order=self._order,
            )
        )

    def _view(self, game: Game, table: Table) -> View:
        return view_of(game, table, self._seat, self._visible(), self._order, self._most)

    def _sees_all(self, table: Table) -> bool:
        """Return whether the seat's hand is known, and holds nothing to be set aside."""
        return not any(table.hands[self._seat][KINDS : HIDDEN + 1])

    def _visible(self) -> bytes:
        """Return how many of each kind lie open, but in the own sets."""
        assert self._board is not None
        seen = bytearray(KINDS)
        for seat, (river, melds) in enumerate(
            zip(self._board.rivers, self._board.melds, strict=True)
        ):
            tiles = [thrown.tile for thrown in river if thrown.taken is None]
            if seat != self._seat:
                tiles += [tile for meld in melds for tile in meld.tiles]
            for tile in tiles:
                if tile < KINDS:
                    seen[tile] += 1
        return bytes(seen)


class _Open:
    """A decision that is not taken yet: what the seat saw, and what it could do."""

    __slots__ = ("draws", "hand", "left", "line", "options", "source", "tile", "view")

    def __init__(
        self, line: int, view: View, options: list[Option], tile: Tile | None, source: int | None
    ) -> None:
        self.line = line
        self.view = view
        self.options = options
        self.tile = tile
        self.source = source
        self.hand = str(view.hand)
        self.left = max(0, view.table.wall.left)
        distance = 4 if source is None else (view.seat - source) & 3
        self.draws = view.draws(distance)


def _kind(options: list[Option], played: Option, source: int | None) -> Kind:
    """Return what was to be decided: a win where one was to be had, a kong where it mattered."""
    if any(option.action == "win" for option in options):
        return "win"
    if "kong" in (options[0].action, played.action):
        return "kong"
    return "discard" if source is None else "claim"
