"""What a rule set, and a change of it, does to the game: the same deals played, and compared."""
