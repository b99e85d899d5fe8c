"""Whole games between simple players, as native logs: the same seed gives the same bytes."""

from mjtool.simulation.game import Game, Options, simulate
from mjtool.simulation.players import STYLES

__all__ = ["STYLES", "Game", "Options", "simulate"]
