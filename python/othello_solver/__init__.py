"""Othello on boards of any size up to 64 squares, solved exactly.

>>> import othello_solver as othello
>>> solution = othello.solve()
>>> solution.value(othello.Position("4x4"))
-8
>>> othello.search(othello.Position("5x5"), threads=2).value
13

Values are seen by the player to move. Discs count as they lie; with
``score="empties-to-winner"`` the winner also gets the empty squares, and with
``objective="fewest"`` the fewest discs win. Long jobs let other threads run, and
stop on Ctrl-C.
"""

from typing import NamedTuple

import numpy as np

from ._native import (
    Analysis,
    Position,
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
    "Position",
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
    """The moves that keep the value, as ``uint16``; 0 if there is no move."""
    value: np.ndarray
    """The value, seen by the player to move, as ``int8``."""


def positions_4x4(start="diagonal", *, score="discs", objective="most"):
    """Every position of 4x4 that can be reached, with its value, as numpy arrays."""
    own, opponent, best_moves, value = columns_4x4(start, score, objective)
    return Positions4x4(
        np.frombuffer(own, np.uint16),
        np.frombuffer(opponent, np.uint16),
        np.frombuffer(best_moves, np.uint16),
        np.frombuffer(value, np.int8),
    )
