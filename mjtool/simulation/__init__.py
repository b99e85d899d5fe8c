"""Whole games between simple players, as native logs: the same seed gives the same bytes.

:func:`simulate` writes them down, :func:`play` yields what each hand came to and nothing else.
"""

from mjtool.simulation.game import Game, simulate
from mjtool.simulation.hands import Played, play
from mjtool.simulation.options import Options
from mjtool.simulation.players import STYLES

__all__ = ["STYLES", "Game", "Options", "Played", "play", "simulate"]
