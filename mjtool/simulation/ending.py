"""What a hand's end comes to: the circumstances of each win, its score, and who is liable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mjtool.game_log.liability import liability
from mjtool.hand import FixedSet, Hand
from mjtool.scoring import Score, score
from mjtool.simulation.players import Seat
from mjtool.tiles import TILES, WINDS

if TYPE_CHECKING:
    from mjtool.simulation.play import Play


def score_win(play: Play, seat: Seat, tile: int) -> Score:
    """Return what the seat's win on ``tile`` is worth, which its hand holds."""
    sets = [FixedSet.from_code(code) for code in seat.codes]
    events = happened(play, seat)
    play.tally.update(events)
    return score(
        Hand.build(sets, seat.counts, TILES[tile]),
        play.rules,
        TILES[tile],
        self_drawn=play.source is None,
        seat=WINDS[(seat.number - play.dealer) % 4],
        round=WINDS[play.round_wind] if play.rules.rounds.winds else None,
        events=frozenset(events),
    )


def happened(play: Play, seat: Seat) -> list[str]:
    """Return the names of what goes with a win of the seat."""
    rules, found = play.rules, []
    calm = not play.called
    is_dealer = seat.number == play.dealer
    if play.source is None:
        calm = calm and not seat.swapped
        if play.after_kong:
            found.append("kong_draw")
        if not play.left:
            found.append("last_tile")
        if is_dealer and calm and not play.discards and not play.concealed_kongs:
            found.append("heavenly_hand")
        kongs = play.concealed_kongs and rules.earthly_hand.kong_cancels
        if not is_dealer and calm and seat.draws == 1 and not kongs:
            found.append("earthly_hand")
        return found
    if play.robbed:
        found.append("robbing_kong")
    elif calm and not is_dealer and not play.concealed_kongs:
        wide = rules.human_hand.window == "before_own_first_draw" and not seat.draws
        if play.discards == 1 or wide:
            found.append("human_hand")
    if len(play.winners) == 3:
        found.append("triple_win")
    return found


def liable_for(play: Play, seat: int) -> int | None:
    """Return the one seat that pays the win of ``seat`` for all, None where there is none."""
    found = liability(
        play.rules,
        play.feeders,
        seat,
        source=play.source,
        robbed=play.robbed,
        kong_feeder=play.chain_feeder if play.after_kong else None,
    )
    if found is None:
        return None
    play.tally[f"liable_{found[0]}"] += 1
    return found[1]
