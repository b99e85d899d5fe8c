"""A table and its moves: what lies where, what each seat may do, who wins how and who pays.

The replay keeps a :class:`~mjtool.table.moves.Table` for each hand of a log and asks it whether a
move is allowed. How a hand was won, who is liable and who deals next are asked here by the replay
and by the simulation alike.
"""
