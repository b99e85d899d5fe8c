"""How to tell which of several rule files are played: the fewest questions that differ."""
