"""Othello on boards of any size up to 64 squares, solved exactly.

>>> import othello_solver as othello
>>> solution = othello.solve()
>>> solution.value(othello.Game("4x4"))
-8
>>> othello.search(othello.Game("5x5"), threads=2).value
13

Values are seen by the player to move, and count discs as they lie unless the
rules say otherwise: ``score="empties-to-winner"`` gives the winner the empty
squares too, and with ``objective="fewest"`` the fewest discs win. Long jobs let
other threads run, and stop on Ctrl-C.
"""

from typing import NamedTuple

import numpy as np

from ._native import (
    Analysis,
    Game,
    SearchResult,
    Solution,
    analyze,
    columns_4x4,
    perft,
    search,
    search_many,
    solve,
)

__all__ = [
    "Analysis",
    "Game",
    "Positions4x4",
    "SearchResult",
    "Solution",
    "analyze",
    "perft",
    "positions_4x4",
    "search",
    "search_many",
    "solve",
]


class Positions4x4(NamedTuple):
    """All positions of 4x4, one for each class of mirror images and rotations.

    Element ``i`` of every array belongs to the same position. In sets of squares bit 0
    is a1, and bits run row by row.
    """

    own: np.ndarray
    """The discs of the player to move, as ``uint16``."""
    opponent: np.ndarray
    """The discs of the opponent, as ``uint16``."""
    best_moves: np.ndarray
    """The moves that keep the value, as ``uint16``; none if there is no move."""
    value: np.ndarray
    """The value, seen by the player to move, as ``int8``."""


def positions_4x4(start="diagonal", *, score="discs", objective="most"):
    """All positions of 4x4 that can be reached, with their values, as numpy arrays."""
    own, opponent, best_moves, value = columns_4x4(start, score, objective)
    return Positions4x4(
        np.frombuffer(own, np.uint16),
        np.frombuffer(opponent, np.uint16),
        np.frombuffer(best_moves, np.uint16),
        np.frombuffer(value, np.int8),
    )
