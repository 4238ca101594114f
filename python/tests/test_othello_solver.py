"""The numbers that the program and its files know, from Python."""

import csv
import doctest
import inspect
import os
import pickle
import runpy
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import othello_solver as othello
from othello_solver import Position

PYTHON = Path(__file__).resolve().parent.parent
RESULTS = PYTHON.parent / "results"

# A position of 8x8 with 20 empty squares, FFO 40, and its value.
FFO_40 = Position.parse("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")


def test_positions():
    start = Position("4x4")
    assert str(start) == "-----OX--XO----- X"
    assert (start.size, start.side, start.turn, start.empties) == ("4x4", "X", "place", 12)
    assert (start.black, start.white) == (0x0240, 0x0420)
    assert start.moves() == ["b1", "a2", "d3", "c4"]
    after = start.play("b1a1")
    assert after == start.play("b1").play("a1") and hash(after) == hash(start.play("b1a1"))
    assert after != start and after.side == "X"
    assert eval(repr(after)) == after
    assert pickle.loads(pickle.dumps(after)) == after
    assert after.passed().side == "O"
    assert {start.play(move).canonical() for move in start.moves()} == {start.play("b1").canonical()}
    assert Position.parse("0x0240 0x0420 X") == start
    assert Position.parse("--------OX----XO-------- X", size="6x4") == Position("6x4")
    assert "a b c d" in start.diagram()
    over = Position.parse("XXXXXXXXXXXX---- O")
    assert (over.turn, over.moves(), over.score()) == ("over", [], -12)
    assert over.score(score="empties-to-winner") == -16
    assert over.score(objective="fewest") == 12


@pytest.mark.parametrize(
    "mistake, argument, words",
    [
        (lambda: Position("9x9"), "size", "64 squares"),
        (lambda: Position("4x4", "crooked"), "start", "parallel"),
        (lambda: Position.parse("-----OX--QO----- X"), "text", "'Q'"),
        (lambda: Position("4x4").play("a1"), "moves", "a1"),
        (lambda: Position("4x4").score(score="stones"), "score", "empties-to-winner"),
        (lambda: othello.search(START, objective="draw"), "objective", "fewest"),
        (lambda: othello.solve(Position("6x6")), "position", "16 empty"),
        (lambda: othello.solve().value(Position("4x4", "parallel")), "position", "reached"),
        (lambda: othello.search(Position("4x4"), threads=0), "threads", "1 and 1024"),
        (lambda: othello.search(Position("4x4"), time=-1), "time", "seconds"),
        (lambda: othello.perft(Position("4x4"), 2, passes="none"), "passes", "free"),
        (lambda: othello.positions_4x4("crooked"), "start", "parallel"),
    ],
)
def test_mistakes_are_named(mistake, argument, words):
    with pytest.raises(ValueError, match=f"argument '{argument}': .*{words}"):
        mistake()


def test_memory_that_is_not_there():
    with pytest.raises(MemoryError, match="'hash'"):
        othello.search(Position("4x4"), hash=1 << 62)


START = Position("4x4")
INTEGERS = [-(1 << 64), -1, 0, 1, 1000, 100_000, (1 << 31) - 1, 4_000_000_000, (1 << 63) - 1, 1 << 64]


@pytest.mark.parametrize("number", INTEGERS)
@pytest.mark.parametrize(
    "argument, call",
    [
        ("threads", lambda number: othello.search(START, threads=number)),
        ("threads", lambda number: othello.search_many([START], threads=number, hash=1 << 20)),
        ("hash", lambda number: othello.search(START, hash=number)),
        ("hash", lambda number: othello.search_many([START], threads=2, hash=number)),
        ("hash", lambda number: othello.analyze(START, 3, hash=number)),
        ("depth", lambda number: othello.analyze(START, number)),
        ("depth", lambda number: othello.perft(Position("3x3"), number)),
        ("depth", lambda number: othello.perft(Position("3x3"), number, passes="free")),
        ("time", lambda number: othello.search(START, time=number)),
        ("time", lambda number: othello.analyze(START, 3, time=number)),
    ],
)
def test_every_number_works_or_is_refused_by_name(argument, call, number):
    try:
        call(number)
    except (ValueError, MemoryError) as error:
        assert f"argument '{argument}': " in str(error), error
        assert number < 1 or number > 1000, error
    else:
        assert number >= 0


def test_no_time_is_too_long():
    for time_limit in (float("inf"), 1e300):
        assert othello.search(START, time=time_limit).value == -8
    with pytest.raises(ValueError, match="argument 'time': "):
        othello.search(START, time=float("nan"))


def test_the_depth_ends_where_the_game_does():
    assert othello.analyze(START, 4_000_000_000).depth == 24
    assert othello.perft(START, 4_000_000_000) == othello.perft(START, 24) == 60_060


def test_limits_are_those_that_the_help_names():
    assert othello.solve(Position("4x5")).value(Position("4x5")) == 16
    assert "24 squares" in othello.solve.__doc__ and "16 may be empty" in othello.solve.__doc__
    with pytest.raises(TypeError, match="'threads'"):
        othello.search(START, threads="two")
    for size in ("5x5", "6x4"):
        with pytest.raises(ValueError, match="argument 'position': .* 24 squares with at most 16 empty"):
            othello.solve(Position(size))


def test_the_solved_game():
    start, solution = Position("4x4"), othello.solve()
    assert len(solution) == 12_351
    assert solution.value(start) == -8
    assert solution.moves(start) == {"b1": -8, "a2": -8, "d3": -8, "c4": -8}
    assert solution.best_moves(start) == ["b1", "a2", "d3", "c4"]
    end = start.play(solution.line(start))
    assert end.turn == "over" and end.score() * (1 if end.side == "X" else -1) == -8
    fewest = othello.solve(start, objective="fewest", score="empties-to-winner")
    assert fewest.value(start) == othello.search(
        start, objective="fewest", score="empties-to-winner"
    ).value


def test_positions_as_arrays():
    positions = othello.positions_4x4()
    assert [column.dtype for column in positions] == [np.uint16, np.uint16, np.uint16, np.int8]
    assert all(column.shape == (12_351,) for column in positions)
    assert not (positions.own & positions.opponent).any()
    # The table that is committed has the same values.
    with (RESULTS / "4x4-positions.csv").open() as file:
        values = [int(row["value"]) for row in csv.DictReader(file)]
    assert sorted(values) == sorted(positions.value.tolist())
    solution = othello.solve()
    for own, opponent, best, value in list(zip(*positions))[::500]:
        position = Position.parse(f"0x{own:04x} 0x{opponent:04x} X")
        assert solution.value(position) == value
        squares = [f"{'abcd'[i % 4]}{i // 4 + 1}" for i in range(16) if best >> i & 1]
        assert solution.best_moves(position) == squares


def test_searches():
    result = othello.search(FFO_40, score="empties-to-winner", threads=2)
    assert (result.value, result.lower, result.upper) == (38, 38, 38)
    assert result.best_move == "a2" and result.line.startswith("a2") and result.nodes > 0
    assert result.best_moves is None, "only one was asked for"
    every = othello.search(Position("4x4"), all_moves=True, move_values=True)
    assert every.best_moves == ["b1", "a2", "d3", "c4"] and every.best_move == "b1"
    assert every.moves == {"b1": -8, "a2": -8, "d3": -8, "c4": -8}
    stopped = othello.search(Position("8x8"), time=0.1)
    assert stopped.value is None and stopped.lower < stopped.upper


def test_many_positions_at_once():
    start, solution = Position("4x4"), othello.solve()
    positions = [start.play(first) for first in start.moves()] * 20 + [start]
    for threads in (None, 1, 3):
        found = othello.search_many(positions, threads=threads, hash=1 << 24)
        assert [result.value for result in found] == [solution.value(position) for position in positions]
    assert othello.search_many([]) == []


def test_fixed_depth():
    found = othello.analyze(Position("8x8"), 6)
    assert (found.depth, found.value, found.exact) == (6, -2, False)
    assert set(found.moves) == {"d3", "c4", "f5", "e6"} and found.best_moves
    assert othello.analyze(Position("4x4"), 16).exact
    assert othello.analyze(Position("8x8"), 3, time=0) is None
    over = othello.analyze(Position.parse("XXXXXXXXXXXX---- O"), 3)
    assert (over.value, over.moves, over.exact) == (-12, {}, True)


def test_perft():
    assert [othello.perft(Position("8x8"), depth) for depth in range(1, 8)] == [
        4, 12, 56, 244, 1396, 8200, 55092,
    ]
    assert othello.perft(Position("8x8"), 9) == 3_005_288
    assert othello.perft(Position("8x8"), 9, passes="free") == 3_005_320


def test_other_threads_run_during_a_search():
    search = threading.Thread(target=othello.search, args=[Position("8x8")], kwargs={"time": 1.0})
    began = time.monotonic()
    search.start()
    steps = 0
    while search.is_alive():
        time.sleep(0.01)
        steps += 1
    assert steps > 10 and time.monotonic() - began < 30


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
@pytest.mark.parametrize(
    "job",
    [
        lambda: othello.search(Position("8x8"), threads=2, time=60),
        lambda: othello.search_many([Position("8x8")] * 4, time=60),
        lambda: othello.analyze(Position("8x8"), 40, time=60),
        lambda: othello.perft(Position("8x8"), 100),
        lambda: othello.perft(Position("8x8"), 18, passes="free"),
    ],
)
def test_ctrl_c_stops_every_job(job):
    timer = threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        job()
    assert time.monotonic() - began < 30


def test_examples_and_docs():
    assert doctest.testmod(othello).failed == 0
    assert doctest.testfile(str(PYTHON / "README.md"), module_relative=False).failed == 0
    for name in othello.__all__:
        thing = getattr(othello, name)
        members = vars(thing).items() if inspect.isclass(thing) else []
        public = [value for key, value in members if not key.startswith("_")]
        for documented in [thing, *public]:
            assert inspect.getdoc(documented), f"{name}: {documented}"


def test_the_stubs_name_what_is_there():
    stubs = (PYTHON / "othello_solver" / "__init__.pyi").read_text()
    for name in othello.__all__:
        assert f"class {name}" in stubs or f"def {name}(" in stubs, name
        thing = getattr(othello, name)
        if inspect.isclass(thing) and not issubclass(thing, tuple):
            for member in vars(thing):
                if not member.startswith("_"):
                    assert f"def {member}(" in stubs, f"{name}.{member}"


def test_the_example(capsys):
    runpy.run_path(str(PYTHON / "examples" / "random_player.py"), run_name="__main__")
    assert "The solved game" in capsys.readouterr().out
