"""Hand analysis for Chinese mahjong: scores, waits, shanten, efficiency, replay."""

from __future__ import annotations
