"""Questions about a hand: shanten, waits, tile efficiency."""
