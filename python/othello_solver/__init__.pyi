import os
from dataclasses import dataclass
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    List,
    Literal,
    NamedTuple,
    Optional,
    Tuple,
    Union,
    final,
)

import numpy as np
import numpy.typing as npt

_Start = Literal["diagonal", "parallel"]
_Score = Literal["discs", "empties-to-winner"]
_Objective = Literal["most", "fewest"]
_Find = Literal["value", "best-move", "best-moves", "all-moves"]

_Path = Union[str, "os.PathLike[str]"]

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
__version__: str

@final
class Position:
    def __new__(cls, size: str = "8x8", start: _Start = "diagonal") -> Position: ...
    @staticmethod
    def parse(text: str, size: Optional[str] = None) -> Position: ...
    def play(self, moves: str) -> Position: ...
    def passed(self) -> Position: ...
    def moves(self) -> List[str]: ...
    @property
    def legal_moves(self) -> List[str]: ...
    def flips(self, square: str) -> List[str]: ...
    def is_over(self) -> bool: ...
    def copy(self) -> Position: ...
    def score(self, *, score: _Score = "discs", objective: _Objective = "most") -> int: ...
    def canonical(self) -> Position: ...
    def diagram(self) -> str: ...
    def svg(self) -> str: ...
    @staticmethod
    def from_array(array: npt.ArrayLike, side: Literal["X", "O"] = "X") -> Position: ...
    def to_array(self) -> npt.NDArray[np.int8]: ...
    @staticmethod
    def from_bitboards(
        black: int, white: int, side: Literal["X", "O"] = "X", size: str = "8x8"
    ) -> Position: ...
    @property
    def turn(self) -> Literal["place", "pass", "over"]: ...
    @property
    def size(self) -> str: ...
    @property
    def black(self) -> int: ...
    @property
    def white(self) -> int: ...
    @property
    def side(self) -> Literal["X", "O"]: ...
    @property
    def empties(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> Tuple[Callable[..., Any], Tuple[str, str]]: ...

class Solution:
    def __init__(self, start: Position, score: _Score, objective: _Objective) -> None: ...
    def value(self, position: Position) -> int: ...
    def moves(self, position: Position) -> Dict[str, int]: ...
    def best_moves(self, position: Position) -> List[str]: ...
    def line(self, position: Position) -> str: ...
    def __len__(self) -> int: ...

@dataclass(frozen=True)
class SearchResult:
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

@dataclass(frozen=True)
class Analysis:
    depth: int
    value: int
    exact: bool
    moves: Dict[str, int]
    best_moves: List[str]
    line: str
    nodes: int

@dataclass(frozen=True)
class Forecast:
    depth: int
    value: int
    usual_error: float
    moves: Dict[str, int]
    line: str

class Game:
    def __init__(self, moves: str = "", start: Optional[Position] = None) -> None: ...
    @property
    def start(self) -> Position: ...
    @property
    def end(self) -> Position: ...
    @property
    def moves(self) -> List[str]: ...
    @property
    def legal_moves(self) -> List[str]: ...
    def is_over(self) -> bool: ...
    def push(self, moves: str) -> None: ...
    def pop(self) -> str: ...
    def copy(self) -> Game: ...
    def positions(self) -> List[Position]: ...
    @property
    def players(self) -> Tuple[Optional[str], Optional[str]]: ...
    @property
    def expected(self) -> Optional[int]: ...
    def svg(self) -> str: ...
    @property
    def objective(self) -> Optional[str]: ...
    @property
    def tags(self) -> Dict[str, str]: ...
    def scores(self) -> Dict[str, int]: ...
    def ggf(self) -> str: ...
    def to(self, notation: str) -> str: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...

class Review(Dict[str, Any]):
    def __init__(self, document: Dict[str, Any], svg: str, html: str) -> None: ...
    def svg(self) -> str: ...
    def html(self) -> str: ...

class Table:
    def __init__(self, file: _Path) -> None: ...
    def value(self, position: Position) -> int: ...
    def moves(self, position: Position) -> Dict[str, int]: ...
    def best_moves(self, position: Position) -> List[str]: ...
    @property
    def size(self) -> str: ...
    @property
    def score(self) -> _Score: ...
    @property
    def objective(self) -> _Objective: ...

class SearchArrays(NamedTuple):
    value: "np.ma.MaskedArray[Any, np.dtype[np.int8]]"
    lower: npt.NDArray[np.int8]
    upper: npt.NDArray[np.int8]
    best_move: npt.NDArray[np.uint64]
    best_moves: Optional[npt.NDArray[np.uint64]]

class Positions4x4(NamedTuple):
    own: npt.NDArray[np.uint16]
    opponent: npt.NDArray[np.uint16]
    best_moves: npt.NDArray[np.uint16]
    value: npt.NDArray[np.int8]

def solve(
    position: Optional[Position] = None, *, score: _Score = "discs", objective: _Objective = "most"
) -> Solution: ...
def search(
    position: Position,
    *,
    score: _Score = "discs",
    objective: _Objective = "most",
    find: _Find = "best-move",
    threads: int = 1,
    hash: int = 268435456,
    time: Optional[float] = None,
) -> SearchResult: ...
def search_many(
    positions: Iterable[Position],
    *,
    score: _Score = "discs",
    objective: _Objective = "most",
    find: _Find = "best-move",
    threads: Optional[int] = None,
    hash: int = 268435456,
    time: Optional[float] = None,
) -> List[SearchResult]: ...
def search_arrays(
    own: npt.ArrayLike,
    opponent: npt.ArrayLike,
    *,
    size: str = "8x8",
    score: _Score = "discs",
    objective: _Objective = "most",
    find: _Find = "best-move",
    threads: Optional[int] = None,
    hash: int = 268435456,
    time: Optional[float] = None,
) -> SearchArrays: ...
def evaluate(
    position: Position,
    depth: int = 8,
    *,
    score: _Score = "discs",
    objective: _Objective = "most",
    time: Optional[float] = None,
) -> Optional[Forecast]: ...
def read_games(
    file: _Path,
    *,
    size: Optional[str] = None,
    start: _Start = "diagonal",
    players: Optional[_Path] = None,
    errors: Literal["raise", "skip"] = "raise",
) -> List[Game]: ...
def review(
    game: Game,
    *,
    score: _Score = "discs",
    objective: _Objective = "most",
    time: Optional[float] = 10.0,
) -> Review: ...
def plan(
    position: Optional[Position] = None,
    side: Optional[Literal["X", "O"]] = None,
    *,
    score: _Score = "discs",
    objective: _Objective = "most",
    time: Optional[float] = None,
) -> Optional[Dict[str, Any]]: ...
def certify(
    position: Position,
    file: _Path,
    *,
    score: _Score = "discs",
    objective: _Objective = "most",
    leaves: Optional[int] = None,
    threads: int = 1,
    hash: int = 2147483648,
) -> int: ...
def verify(
    *files: _Path, time: Optional[float] = 60.0, hash: int = 2147483648
) -> List[Dict[str, Any]]: ...
def analyze(
    position: Position,
    depth: int = 10,
    *,
    score: _Score = "discs",
    objective: _Objective = "most",
    hash: int = 268435456,
    time: Optional[float] = None,
) -> Optional[Analysis]: ...
def perft(position: Position, depth: int, *, passes: Literal["ply", "free"] = "ply") -> int: ...
def positions_4x4(
    start: _Start = "diagonal", *, score: _Score = "discs", objective: _Objective = "most"
) -> Positions4x4: ...
