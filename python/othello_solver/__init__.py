"""Othello on boards of any size up to 64 squares, solved exactly.

>>> import othello_solver as othello
>>> solution = othello.solve()
>>> solution.value(othello.Position("4x4"))
-8
>>> othello.search(othello.Position("5x5"), threads=2).value
13

Values are from the point of view of the player to move. Discs count as they lie; with
``score="empties-to-winner"`` the winner also gets the empty squares, and with
``objective="fewest"`` the fewest discs win. Long jobs let other threads run, and
stop on Ctrl-C.
"""

import json
from typing import NamedTuple, Optional

import numpy as np

from ._native import (
    Analysis,
    Forecast,
    Game,
    Position,
    SearchResult,
    Solution,
    Table,
    __version__,
    analyze,
    certify,
    columns_4x4,
    evaluate,
    image,
    perft,
    plan_document,
    read_games,
    review_document,
    search,
    search_columns,
    search_many,
    solve,
    verify_document,
)

__all__ = [
    "Analysis",
    "Forecast",
    "Game",
    "Position",
    "Positions4x4",
    "Review",
    "SearchArrays",
    "SearchResult",
    "Solution",
    "Table",
    "analyze",
    "certify",
    "evaluate",
    "perft",
    "plan",
    "positions_4x4",
    "read_games",
    "review",
    "search",
    "search_arrays",
    "search_many",
    "solve",
    "verify",
]


def __dir__():
    return [*__all__, "__doc__", "__version__"]


class Positions4x4(NamedTuple):
    """All positions of 4x4, one for each class of mirror images and rotations.

    Element ``i`` of every array belongs to the same position. In sets of squares, bit 0
    is a1, and bits run row by row.
    """

    own: np.ndarray
    """The discs of the player to move, as ``uint16``."""
    opponent: np.ndarray
    """The discs of the opponent, as ``uint16``."""
    best_moves: np.ndarray
    """The moves that keep the value, as ``uint16``; 0 if there is no move."""
    value: np.ndarray
    """The value, from the point of view of the player to move, as ``int8``."""


def positions_4x4(start="diagonal", *, score="discs", objective="most"):
    """Every position of 4x4 that can be reached, with its value, as numpy arrays."""
    own, opponent, best_moves, value = columns_4x4(start, score, objective)
    return Positions4x4(
        np.frombuffer(own, np.uint16),
        np.frombuffer(opponent, np.uint16),
        np.frombuffer(best_moves, np.uint16),
        np.frombuffer(value, np.int8),
    )


class SearchArrays(NamedTuple):
    """The results of searches of many positions.

    Element ``i`` of every array belongs to position ``i``. Values are from the point of
    view of the player to move. In sets of squares, bit 0 is a1, and bits run row by row.
    """

    value: np.ma.MaskedArray
    """The value, as ``int8``; masked where time ran out first."""
    lower: np.ndarray
    """The value is at least this, as ``int8``."""
    upper: np.ndarray
    """The value is at most this, as ``int8``."""
    best_move: np.ndarray
    """A move that keeps the value, as a ``uint64`` with one bit; 0 if there is none, if only
    the value was requested, or if time ran out."""
    best_moves: Optional[np.ndarray]
    """All moves that keep the value, as ``uint64``, with ``find="best-moves"`` or
    ``find="all-moves"``; otherwise None."""


def search_arrays(
    own,
    opponent,
    *,
    size="8x8",
    score="discs",
    objective="most",
    find="best-move",
    threads=None,
    hash=256 << 20,
    time=None,
):
    """Searches many positions in parallel, given as arrays of bitboards.

    ``own`` has the discs of the player to move, and ``opponent`` has the other player's:
    arrays of whole numbers in which bit 0 is a1, and bits run row by row. The options are
    the same as for ``search_many``. No Python object is made for each position, so use this
    to label positions by the million.
    """

    def column(argument, array):
        # The mask would be ignored, and masked elements would be searched.
        if np.ma.is_masked(array):
            problem = "it has masked elements; leave them out, for instance with compressed()"
            raise ValueError(f"argument '{argument}': {problem}")
        array = np.asarray(array)
        if array.ndim != 1 or array.dtype.kind not in "iu" and array.size:
            problem = "it must be an array of whole numbers with one dimension"
            raise ValueError(f"argument '{argument}': {problem}")
        if array.dtype.kind == "i" and (array < 0).any() and array.dtype.itemsize < 8:
            raise ValueError(f"argument '{argument}': a set of squares is not negative")
        return np.ascontiguousarray(array, np.uint64).tobytes()

    own, opponent = column("own", own), column("opponent", opponent)
    if len(own) != len(opponent):
        raise ValueError("argument 'opponent': it must be as long as 'own'")
    columns = search_columns(
        own, opponent, size, score, objective, find, threads, hash, time
    )
    lower, upper = (np.frombuffer(column, np.int8) for column in columns[:2])
    best_move, best_moves = (np.frombuffer(column, np.uint64) for column in columns[2:])
    value = np.ma.masked_array(lower, lower != upper)
    all_moves = best_moves if find in ("best-moves", "all-moves") else None
    return SearchArrays(value, lower, upper, best_move, all_moves)


class Review(dict):
    """How much each move of a game gave away: the output of ``review --format json``.

    Its keys are ``moves``, ``turning_points``, ``players`` and the ones that identify the
    game; ``pandas.DataFrame(review["moves"])`` makes a table of the moves.
    """

    def __init__(self, document, svg, html):
        super().__init__(document)
        self._svg, self._html = svg, html

    def svg(self):
        """A chart of the lead after each move, as an SVG picture."""
        return self._svg

    def html(self):
        """A printable page: the chart, boards at the turning points, and better lines."""
        return self._html

    def __repr__(self):
        players = self["players"]
        lost = " ".join(
            f"{side}_lost={of['lost_exact'] + of['lost_estimated']}"
            for side, of in players.items()
        )
        return f"<Review game='{self['game']}' turning_points={self['turning_points']} {lost}>"

    def _repr_html_(self):
        return image(repr(self)[1:-1].replace("'", ""), self._svg)


def review(game, *, score="discs", objective="most", time=10.0):
    """Finds how much each move of a game gave away, in about ``time`` seconds, as a ``Review``.

    Half of the time goes into exact values, from the end of the game backwards; earlier
    moves are judged by forecasts.
    """
    document, svg, html = review_document(game, score, objective, time)
    return Review(json.loads(document), svg, html)


def plan(position=None, side=None, *, score="discs", objective="most", time=None):
    """Finds a small plan that secures the value of a position against every defence.

    ``position`` is the start of 4x4 by default. ``side`` is the player of the plan, ``'X'`` or
    ``'O'``, by default the winner. Returns the document that ``solve --strategy --format json``
    prints, or None if it takes longer than ``time`` seconds. Its ``steps`` have the player's
    move for every position that the opponent can reach, not counting mirror images. This works
    with up to about 20 empty squares.
    """
    position = Position("4x4") if position is None else position
    document = plan_document(position, side, score, objective, time)
    return None if document is None else json.loads(document)


def verify(*files, time=60.0, hash=2 << 30):
    """Checks certificates, tables and results, or everything in a folder of them.

    Returns the verdicts that ``verify --format json`` prints: a dict for each file, with
    ``file``, ``kind``, ``verdict`` (``'proved'``, ``'recomputed'``, ``'consistent'``, ``'not
    checked'`` or ``'WRONG'``) and the reason as ``detail``. After ``time`` seconds only cheap
    checks are made; ``hash`` is the memory for the positions of a proof, in bytes.
    """
    return json.loads(verify_document([str(file) for file in files], time, hash))
