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

import base64
import copy
import operator
from dataclasses import dataclass
from typing import Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from . import _native
from ._native import Position, __version__

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


def _whole(argument, number, least, most):
    """Checks that an argument is a whole number in this range."""
    try:
        number = operator.index(number)
    except TypeError as error:
        raise TypeError(f"argument '{argument}': {error}") from None
    if not least <= number <= most:
        raise ValueError(f"argument '{argument}': it must lie between {least} and {most}")
    return number


def _options(score, objective, find="value", threads=1, hash=0, time=None):
    if threads is not None:
        threads = _whole("threads", threads, 1, _native.MAX_THREADS)
    hash = _whole("hash", hash, 0, 2**64 - 1)
    return _native.Options(score, objective, find, threads, hash, time)


def _valued(moves):
    return {move["move"]: move["value"] for move in moves}


def _best_moves(value, moves):
    return [move for move, of_move in moves.items() if of_move == value]


def _image(words, svg):
    # As an image, the picture keeps its styles separate from the notebook's.
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{words}" src="data:image/svg+xml;base64,{data}">'


def from_bitboards(black, white, side="X", size="8x8"):
    """Makes a position from sets of squares: bit 0 is a1, and bits run row by row."""
    black, white = _whole("black", black, 0, 2**64 - 1), _whole("white", white, 0, 2**64 - 1)
    return _native.position(black, white, side, size)


def from_array(array, side="X"):
    """Makes a position from an array: 1 is a black disc, -1 a white disc and 0 an empty square.

    The array has two dimensions, and its first row is the row of a1.
    """
    if np.ma.is_masked(array):
        problem = "it has masked elements; fill them, for instance with 0"
        raise ValueError(f"argument 'array': {problem}")
    array = np.asarray(array)
    if array.ndim != 2:
        raise ValueError("argument 'array': it must have two dimensions, rows and columns")
    height, width = array.shape
    size = f"{width}x{height}"
    try:
        Position(size)
    except ValueError:
        problem = f"there is no board of {width} columns and {height} rows"
        raise ValueError(f"argument 'array': {problem}") from None
    others = array[~np.isin(array, (-1, 0, 1))]
    if others.size:
        raise ValueError(f"argument 'array': {others[0]} is not 1, -1 or 0")

    def bits(cell):
        return int.from_bytes(np.packbits(array == cell, bitorder="little").tobytes(), "little")

    return _native.position(bits(1), bits(-1), side, size)


def to_array(self):
    """The discs as an array: 1 is a black disc, -1 a white disc and 0 an empty square.

    The first row of the array is the row of a1.
    """
    width, height = map(int, self.size.split("x"))

    def cells(discs):
        bytes = np.frombuffer(discs.to_bytes(8, "little"), np.uint8)
        return np.unpackbits(bytes, count=width * height, bitorder="little").astype(np.int8)

    return (cells(self.black) - cells(self.white)).reshape(height, width)


# The methods of `Position` that Rust code would have to ask Python for.
Position.from_bitboards = staticmethod(from_bitboards)
Position.from_array = staticmethod(from_array)
Position.to_array = to_array
Position.__reduce__ = lambda self: (Position.parse, (str(self), self.size))
Position._repr_html_ = lambda self: _image(str(self), self.svg())


class _Facts(NamedTuple):
    """The facts in a record about a game besides its moves."""

    scores: List[Tuple[str, int]] = []
    expected: Optional[int] = None
    bounds: Optional[Tuple[int, int]] = None
    objective: Optional[str] = None
    players: Tuple[Optional[str], Optional[str]] = (None, None)
    tags: List[Tuple[str, str]] = []
    notes: List[List[str]] = []


class Game:
    """A game: its starting position and its moves. ``push`` and ``pop`` change it.

    ``Game("f5d6c3")`` begins at the start of 8x8, and ``Game("b1a1", Position("4x4"))`` at the
    start of 4x4.
    """

    def __init__(self, moves="", start=None):
        self._start = Position() if start is None else start
        self._moves, self._end = _native.play(self._start, moves)
        self._facts = _Facts()

    @classmethod
    def _read(cls, start, moves, end, facts, notes):
        game = cls(start=start)
        game._moves, game._end, game._facts = moves, end, _Facts(*facts, notes)
        return game

    @property
    def start(self):
        """The starting position."""
        return self._start

    @property
    def end(self):
        """The position after the last move."""
        return self._end

    @property
    def moves(self):
        """The moves, in order; forced passes are left out."""
        return list(self._moves)

    @property
    def legal_moves(self):
        """The legal moves at the end, after a forced pass if there is one."""
        return _after_forced_pass(self._end).moves()

    def is_over(self):
        """Whether neither player has a legal move at the end."""
        return self._end.is_over()

    def push(self, moves):
        """Adds one or more moves, as in ``'d3c5'``; forced passes are left out. If one of them is
        not legal, nothing is added.
        """
        played, end = _native.play(self._end, moves)
        self._change(self._moves + played, end)

    def pop(self):
        """Takes back the last move and returns it."""
        if not self._moves:
            raise IndexError("the game has no moves")
        *moves, last = self._moves
        self._change(moves, self._start.play("".join(moves)))
        return last

    def _change(self, moves, end):
        # The score in the file is not about the new moves.
        self._moves, self._end, self._facts = moves, end, self._facts._replace(expected=None)

    def copy(self):
        """An independent copy."""
        return copy.copy(self)

    def positions(self):
        """The position before each move, in order."""
        positions, position = [], self._start
        for move in self._moves:
            positions.append(_after_forced_pass(position))
            position = position.play(move)
        return positions

    @property
    def players(self):
        """The names of Black and White, each None if the file does not name the player."""
        return self._facts.players

    @property
    def expected(self):
        """The score in the file, from the point of view of the player to move at the end, with the
        empty squares given to the winner; None if there is none.
        """
        return self._facts.expected

    def svg(self):
        """The game as a row of boards: a picture in SVG."""
        return _native.game_svg(self._start, str(self))

    def scores(self):
        """Moves from the end of the game and their scores in the file, from the point of view of
        the player who makes them.
        """
        return dict(self._facts.scores)

    @property
    def objective(self):
        """Whether the ``'most'`` or the ``'fewest'`` discs win; None if that is not stated."""
        return self._facts.objective

    @property
    def tags(self):
        """All other facts about the game in the file, by names such as ``Event`` and ``Date``."""
        return dict(sorted(self._facts.tags))

    def ggf(self):
        """The game as a record in the Generic Game Format."""
        return self.to("ggf")

    def to(self, notation):
        """The game in a notation: ``'cells'``, ``'hex'``, ``'obf'``, ``'transcript'``, ``'ggf'``,
        ``'sgf'``, ``'pgn'`` or ``'csv'``, a table with a row of names and a row of values.
        """
        *facts, notes = self._facts
        return _native.write_game(self._start, str(self), self._end, facts, notes, notation)

    def __len__(self):
        return len(self._moves)

    def __eq__(self, other):
        if not isinstance(other, Game):
            return NotImplemented
        return vars(self) == vars(other)

    def __str__(self):
        return "".join(self._moves)

    def __repr__(self):
        return f"Game('{self}', {self._start!r})"

    def _repr_html_(self):
        return _image(str(self), self.svg())


def _after_forced_pass(position):
    return position.passed() if position.turn == "pass" else position


class Solution:
    """The values of a position and of every position that can follow it; see ``solve``."""

    def __init__(self, start, score, objective):
        self._question = (start, score, objective)
        self._solved = _native.solve(start, _options(score, objective))

    def _known(self, found):
        if found is None:
            raise ValueError("argument 'position': it cannot be reached from the solved position")
        return found

    def value(self, position):
        """The value of a position, from the point of view of the player to move."""
        return self._known(self._solved.value(position))

    def moves(self, position):
        """The legal moves in square order, each with its value for the player who makes it."""
        return dict(self._known(self._solved.moves(position)))

    def best_moves(self, position):
        """The moves that keep the value, in square order."""
        return _best_moves(self.value(position), self.moves(position))

    def line(self, position):
        """Best play by both players to the end of the game."""
        return self._known(self._solved.line(position))

    def __len__(self):
        """The number of positions; mirror images and rotations count once."""
        return len(self._solved)

    def __reduce__(self):
        return Solution, self._question

    def __repr__(self):
        start, _, _ = self._question
        value = self.value(start)
        return f"<Solution of {start.size} '{start}' value={value} positions={len(self)}>"


def solve(position=None, *, score="discs", objective="most"):
    """Solves a position of a small board and every position that can follow it; without a position,
    the start of 4x4. The board may have at most 24 squares, and at most 16 may be empty.

    This takes milliseconds on 4x4, and seconds on 4x5. For other positions use ``search``.
    """
    return Solution(Position("4x4") if position is None else position, score, objective)


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
    solved = _native.solve(Position("4x4", start), _options(score, objective))
    columns = zip(*solved.rows())
    dtypes = (np.uint16, np.uint16, np.uint16, np.int8)
    return Positions4x4(*(np.array(column, dtype) for column, dtype in zip(columns, dtypes)))


@dataclass(frozen=True, repr=False)
class Forecast:
    """The trained evaluation's forecast for a position. None of it is proved. Values are from the
    point of view of the player to move.

    - ``depth``: The number of plies searched.
    - ``value``: The expected value.
    - ``usual_error``: The usual error of the values in discs, as a root mean square; 0 if the
      search has reached the end of every game.
    - ``moves``: Each legal move with its expected value, best first.
    - ``line``: How the game is expected to continue.
    """

    depth: int
    value: int
    usual_error: float
    moves: Dict[str, int]
    line: str

    def __repr__(self):
        of = f"value={self.value} usual_error={self.usual_error} depth={self.depth}"
        return f"<Forecast {of}>"


def _forecast(fields):
    return fields and Forecast(**{**fields, "moves": _valued(fields["moves"])})


def evaluate(position, depth=8, *, score="discs", objective="most", time=None):
    """The trained evaluation's forecast for a position, from a search of at most ``depth`` plies
    and at most ``time`` seconds. None if the game is over, or if there is no trained evaluation
    for this board and objective.
    """
    depth = _whole("depth", depth, 0, 2**32 - 1)
    return _forecast(_native.evaluate(position, depth, _options(score, objective, time=time)))


@dataclass(frozen=True, repr=False)
class Analysis:
    """The result of best play to a fixed depth. Values are from the point of view of the player to
    move.

    - ``depth``: The number of plies.
    - ``value``: The score at the end of the line. If the game is not over, discs count as they lie.
    - ``exact``: Whether ``value`` is the value of the whole game. The values of other moves may
      still be too low or too high, so ``best_moves`` may not be all of them.
    - ``moves``: Each legal move with its value at this depth, in square order.
    - ``best_moves``: The moves with the highest value at this depth.
    - ``line``: Best play by both players to this depth.
    - ``nodes``: The number of positions searched for this depth.
    """

    depth: int
    value: int
    exact: bool
    moves: Dict[str, int]
    best_moves: List[str]
    line: str
    nodes: int

    def __repr__(self):
        return f"<Analysis depth={self.depth} value={self.value} line='{self.line}'>"


def analyze(
    position, depth=10, *, score="discs", objective="most", hash=256 << 20, time=None
):
    """Best play for the next few plies: the deepest search of at most ``depth`` plies that finishes
    within ``time`` seconds, or None if there is not even time for one ply.
    """
    depth = _whole("depth", depth, 0, 2**32 - 1)
    fields = _native.analyze(position, depth, _options(score, objective, hash=hash, time=time))
    return fields and Analysis(**{**fields, "moves": _valued(fields["moves"])})


def perft(position, depth, *, passes="ply"):
    """Counts the lines of play of ``depth`` plies. A pass is a ply unless ``passes='free'``."""
    return _native.perft(position, _whole("depth", depth, 0, 2**32 - 1), passes)


@dataclass(frozen=True, repr=False)
class SearchResult:
    """The result of a search. Values are from the point of view of the player to move.

    - ``value``: The value, or None if time ran out first.
    - ``lower``: The value is at least this.
    - ``upper``: The value is at most this.
    - ``best_move``: A move that keeps the value. None if there is no move, if only the value was
      requested, or if time ran out before a best move was known.
    - ``best_moves``: Every move that keeps the value, in square order, with ``find="best-moves"``
      or ``find="all-moves"``; otherwise None.
    - ``moves``: With ``find="all-moves"``, every legal move with its value, best first; otherwise
      empty.
    - ``move_bounds``: If time ran out, every legal move with its proved bounds: its value is at
      least the first number and at most the second. Otherwise empty.
    - ``forecast``: If time ran out, the trained evaluation's forecast, on boards with an
      evaluation.
    - ``line``: Best play by both players to the end of the game.
    - ``nodes``: The number of positions searched.
    """

    value: Optional[int]
    lower: int
    upper: int
    best_move: Optional[str]
    best_moves: Optional[List[str]]
    moves: Dict[str, int]
    move_bounds: Dict[str, Tuple[int, int]]
    forecast: Optional[Forecast]
    line: str
    nodes: int

    def __repr__(self):
        if self.value is None:
            return f"<SearchResult {self.lower} <= value <= {self.upper} nodes={self.nodes}>"
        found = f"value={self.value} best_move='{self.best_move or ''}' line='{self.line}'"
        return f"<SearchResult {found} nodes={self.nodes}>"


def _search_result(fields):
    value, lower, upper, best, all_best, moves, bounds, forecast, line, nodes = fields
    moves, forecast = _valued(moves or []), _forecast(forecast)
    return SearchResult(
        value, lower, upper, best, all_best, moves, dict(bounds), forecast, line or "", nodes
    )


def search(
    position,
    *,
    score="discs",
    objective="most",
    find="best-move",
    threads=1,
    hash=256 << 20,
    time=None,
):
    """Searches for the value of a position with best play by both sides.

    ``find`` sets what to look for: "value", "best-move", "best-moves" for all of them, or
    "all-moves" for the value of every move. Positions that this project has solved are looked up.
    ``threads`` may be 1 to 1024, ``time`` is the time limit in seconds, and ``hash`` is the memory
    limit of the transposition table in bytes. If time runs out before the value is known,
    ``lower``, ``upper`` and ``move_bounds`` give the proved bounds, and ``forecast`` gives the
    trained evaluation's forecast.
    """
    options = _options(score, objective, find, threads, hash, time)
    return _search_result(_native.search(position, options))


def search_many(
    positions,
    *,
    score="discs",
    objective="most",
    find="best-move",
    threads=None,
    hash=256 << 20,
    time=None,
):
    """Searches many positions in parallel, and returns the result of ``search`` for each, in order.

    Each thread searches a different position, and the last few, too few for all threads, are
    searched by all threads together. The limits ``time``, in seconds, and ``hash``, in bytes, are
    for all positions together. By default there is one thread for each processor.
    """
    options = _options(score, objective, find, threads, hash, time)
    return [_search_result(fields) for fields in _native.search_many(list(positions), options)]


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
        if (array < 0).any():
            raise ValueError(f"argument '{argument}': a set of squares is not negative")
        return array.astype(np.uint64)

    own, opponent = column("own", own), column("opponent", opponent)
    if len(own) != len(opponent):
        raise ValueError("argument 'opponent': it must be as long as 'own'")
    options = _options(score, objective, find, threads, hash, time)
    discs = np.column_stack((own, opponent)).tobytes()
    names = ["best_move", "best_moves", "lower", "upper"]
    record = list(zip(names, [np.uint64, np.uint64, np.int8, np.int8]))
    records = np.frombuffer(_native.search_records(discs, size, options), record)
    # Copies are in one piece, and may be written to.
    best_move, best_moves, lower, upper = (records[name].copy() for name in names)
    value = np.ma.masked_array(lower.copy(), lower != upper)
    all_moves = best_moves if find in ("best-moves", "all-moves") else None
    return SearchArrays(value, lower, upper, best_move, all_moves)


class Table:
    """A file with the values of all positions of a board, written by ``othello-solver tabulate``.
    Values are from the point of view of the player to move.
    """

    def __init__(self, file):
        self._file, self._table = file, _native.ValueTable(file)
        self._size, self._score, self._objective = self._table.variant()

    def _row(self, position):
        row = self._table.row(position)
        if row is None:
            raise ValueError("argument 'position': no game of this table reaches it")
        value, moves = row
        return value, dict(moves)

    def value(self, position):
        """The value of a position."""
        value, _ = self._row(position)
        return value

    def moves(self, position):
        """The legal moves in square order, each with its value for the player who makes it."""
        _, moves = self._row(position)
        return moves

    def best_moves(self, position):
        """The moves that keep the value, in square order."""
        return _best_moves(*self._row(position))

    @property
    def size(self):
        """The size of the board: columns and rows."""
        return self._size

    @property
    def score(self):
        """How discs are counted."""
        return self._score

    @property
    def objective(self):
        """Whether the most or the fewest discs win."""
        return self._objective

    def __repr__(self):
        return f"Table('{self._file}')"


def read_games(file, *, size=None, start="diagonal", players=None, errors="raise"):
    """Reads the games and positions in a file. Its contents decide what it is: positions in any
    notation, OBF, transcripts, GGF, SGF, PGN, a table with commas, or a WTHOR database.

    Moves alone begin at ``start``, on the board of this ``size``, by default 8x8 if they are legal
    there. ``players`` is the file with the player names of WTHOR databases, ``WTHOR.JOU``. With
    ``errors="skip"``, records that cannot be read are skipped; otherwise the first of them raises
    a ``ValueError``.
    """
    if errors not in ("raise", "skip"):
        raise ValueError(f"argument 'errors': '{errors}' is neither 'raise' nor 'skip'")
    games = _native.read_games(file, size, start, players, errors == "skip")
    return [Game._read(*game) for game in games]


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
        return _image(repr(self)[1:-1].replace("'", ""), self._svg)


def review(game, *, score="discs", objective="most", time=10.0):
    """Finds how much each move of a game gave away, in about ``time`` seconds, as a ``Review``.

    Half of the time goes into exact values, from the end of the game backwards; earlier
    moves are judged by forecasts. With ``time=None`` there is no limit.
    """
    return Review(*_native.review(game.start, str(game), _options(score, objective, time=time)))


def plan(position=None, side=None, *, score="discs", objective="most", time=None):
    """Finds a short plan that secures the value of a position against every defence.

    ``position`` is the start of 4x4 by default. ``side`` is the player of the plan, ``'X'`` or
    ``'O'``, by default the winner. Returns the document that ``solve --strategy --format json``
    prints, or None if it takes longer than ``time`` seconds. Its ``steps`` have the player's
    move for every position that the opponent can reach, not counting mirror images. This works
    with up to about 20 empty squares.
    """
    position = Position("4x4") if position is None else position
    return _native.plan(position, side, _options(score, objective, time=time))


def certify(
    position,
    file,
    *,
    score="discs",
    objective="most",
    leaves=None,
    threads=1,
    hash=2 << 30,
):
    """Proves the value of a position, writes the proof to a file, and returns the value.

    ``verify`` checks the proof. Positions with at most ``leaves`` empty squares are left to
    ``verify``; the default is 0 on boards of at most 24 squares, and 8 on others. ``hash`` is the
    memory for the search in bytes, and the proof may take the same amount again. If the job is
    interrupted, the same call resumes it.
    """
    if leaves is not None:
        leaves = _whole("leaves", leaves, 0, 64)
    options = _options(score, objective, threads=threads, hash=hash)
    return _native.certify(position, file, leaves, options)


def verify(*files, time=60.0, hash=2 << 30):
    """Checks certificates, tables and results, or everything in a folder of them.

    Returns the verdicts that ``verify --format json`` prints: a dict for each file, with
    ``file``, ``kind``, ``verdict`` (``'proved'``, ``'recomputed'``, ``'consistent'``, ``'not
    checked'`` or ``'WRONG'``) and the reason as ``detail``. After ``time`` seconds only cheap
    checks are made; ``hash`` is the memory for the positions of a proof, in bytes.
    """
    return _native.verify(list(files), _options("discs", "most", hash=hash, time=time))
