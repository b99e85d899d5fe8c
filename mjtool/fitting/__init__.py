"""Which rules a room plays, found from its logs: the fewest changes to a base that explain them."""
