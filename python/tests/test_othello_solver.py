"""The values of the program and its files, from Python."""

import base64
import copy
import csv
import doctest
import faulthandler
import inspect
import json
import os
import pickle
import random
import struct
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

import othello_solver as othello
from othello_solver import Game, Position

PYTHON = Path(__file__).resolve().parent.parent
RESULTS = PYTHON.parent / "results"
PROGRAM = PYTHON.parent / "target" / "release" / "othello-solver"

# Ends a test that hangs, in seconds. Nothing takes as long, even on a slow and busy machine.
WATCHDOG = 1800

# Whether to test more than fits into the check of every change, as `.ci/full` does.
THOROUGH = "OTHELLO_SOLVER_THOROUGH" in os.environ

# A position of 8x8 with 20 empty squares, FFO 40, and its value.
FFO_40 = Position.parse("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")


@pytest.fixture(autouse=True)
def watchdog():
    faulthandler.dump_traceback_later(WATCHDOG, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


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
        (lambda: Position.from_array([1, 0, -1]), "array", "two dimensions"),
        (lambda: Position.from_array([[2]]), "array", "no board of 1 columns"),
        (lambda: Position.from_array(np.full((4, 4), 2)), "array", "2 is not 1, -1 or 0"),
        (lambda: Position.from_array(np.zeros((9, 9))), "array", "no board of 9 columns"),
        (lambda: Position.from_bitboards(1, 1, size="4x4"), "white", "same square"),
        (lambda: Position.from_bitboards(1 << 16, 1, size="4x4"), "black", "16 squares"),
        (lambda: Position.from_bitboards(-1, 1), "black", "between 0"),
        (lambda: Position.from_bitboards(1, 2, "Z"), "side", "'X' nor 'O'"),
        (lambda: Game("f5f5"), "moves", "f5"),
        (lambda: Game("f5").to("wthor"), "notation", "only read"),
        (lambda: Game("f5").to("json"), "notation", "pgn"),
        (lambda: othello.search_arrays([1], [1]), "opponent", "element 0"),
        (lambda: othello.search_arrays([1 << 20], [1], size="4x4"), "own", "element 0"),
        (lambda: othello.search_arrays([1, 2], [4]), "opponent", "as long as 'own'"),
        (lambda: othello.search_arrays([1.5], [4]), "own", "whole numbers"),
        (lambda: othello.search_arrays(np.array([-1], np.int8), [4]), "own", "not negative"),
        (lambda: othello.search_arrays(np.array([-1], np.int32), [4]), "own", "not negative"),
        (lambda: othello.search_arrays(np.array([-1], np.int64), [4]), "own", "not negative"),
        (lambda: othello.search_arrays([4], [-1]), "opponent", "not negative"),
        (lambda: othello.read_games("x", errors="ignore"), "errors", "'skip'"),
        (lambda: othello.read_games("x", size="9x9"), "size", "64 squares"),
        (lambda: othello.review(Game("f5"), time=-1), "time", "seconds"),
        (lambda: othello.verify("x", hash=-1), "hash", "between 0"),
        (lambda: othello.plan(side="Z"), "side", "'X' nor 'O'"),
    ],
)
def test_mistakes_are_named(mistake, argument, words):
    with pytest.raises(ValueError, match=f"argument '{argument}': .*{words}"):
        mistake()


def test_the_names_of_other_packages_work():
    start = Position("-----OX--XO----- X")
    assert start == Position("4x4") == Position("0x0240 0x0420 X") == start.copy()
    assert start.legal_moves == start.moves() == ["b1", "a2", "d3", "c4"]
    assert start.flips("b1") == ["b2"] and start.flips("a1") == []
    assert not start.is_over() and Position("XX-- X").is_over()
    game = Game("b1", start)
    before = game.copy()
    assert game == before and game.legal_moves == ["a1", "c1", "a3"]
    game.push("a1a2")
    assert game.moves == ["b1", "a1", "a2"] and before.moves == ["b1"]
    assert game.pop() == "a2" and game.end == Position("4x4").play("b1a1")
    with pytest.raises(ValueError, match="a4 is not a legal move"):
        game.push("a2a4")
    assert game.moves == ["b1", "a1"] and not game.is_over()
    assert before.pop() == "b1"
    with pytest.raises(IndexError, match="no moves"):
        before.pop()
    with pytest.raises(ValueError, match="argument 'square'"):
        start.flips("e1")
    with pytest.raises(ValueError, match="argument 'text'.*17 cells"):
        Position("-----OX--XO------ X")
    names = [name for name in dir(othello) if not name.startswith("__")]
    assert names == sorted(othello.__all__)


@pytest.mark.parametrize("side", ["X", "O"])
def test_a_plan_reaches_its_score_in_every_line(side):
    plan = othello.plan(side=side)
    name = {"X": "black", "O": "white"}[side]
    assert plan == json.loads((RESULTS / f"4x4-{name}-plan.json").read_text())
    # The positions after the player's moves, not counting mirror images.
    after = {}
    for step in plan["steps"]:
        position = Position.parse(step["position"])
        after[position.canonical()] = position.play(step["move"])
    waiting, seen, ends = [Position("4x4")], set(), set()
    while waiting:
        position = waiting.pop().canonical()
        if position in seen:
            continue
        seen.add(position)
        if position.turn == "over":
            ends.add(position.score() if position.side == side else -position.score())
        elif position.turn == "pass":
            waiting.append(position.passed())
        elif position.side == side:
            waiting.append(after[position])
        else:
            waiting += [position.play(move) for move in position.moves()]
    assert min(ends) == plan["secures"] == {"X": -8, "O": 8}[side]
    assert len(after) == plan["positions"]
    assert othello.plan(Position("5x5"), time=0) is None


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
    # The committed table has the same values.
    with (RESULTS / "4x4-positions.csv").open() as file:
        values = [int(row["value"]) for row in csv.DictReader(file)]
    assert sorted(values) == sorted(positions.value.tolist())
    solution = othello.solve()
    for own, opponent, best, value in list(zip(*positions))[::500]:
        position = Position.parse(f"0x{own:04x} 0x{opponent:04x} X", "4x4")
        assert solution.value(position) == value
        squares = [f"{'abcd'[i % 4]}{i // 4 + 1}" for i in range(16) if best >> i & 1]
        assert solution.best_moves(position) == squares


def test_searches():
    result = othello.search(FFO_40, score="empties-to-winner", threads=2)
    assert (result.value, result.lower, result.upper) == (38, 38, 38)
    assert (result.best_move, result.best_moves) == ("a2", None)
    assert result.line.startswith("a2") and result.nodes > 0
    assert (result.moves, result.move_bounds, result.forecast) == ({}, {}, None)
    assert repr(result).startswith("<SearchResult value=38 best_move='a2' line='a2")
    every = othello.search(Position("4x4"), find="all-moves")
    assert every.best_moves == ["b1", "a2", "d3", "c4"]
    assert every.moves == {"b1": -8, "a2": -8, "d3": -8, "c4": -8}
    value = othello.search(Position("4x5"), find="value")
    assert (value.value, value.best_move, value.best_moves, value.line) == (16, None, None, "")
    # Solved positions are looked up, wherever the package is installed.
    known = othello.search(Position("6x7"), time=0)
    assert (known.value, known.best_move, known.nodes) == (0, "c2", 0)
    for find in ("all-lines", "everything"):
        with pytest.raises(ValueError, match="'find': .*best-moves"):
            othello.search(Position("4x4"), find=find)


def test_what_is_known_when_the_time_is_up():
    stopped = othello.search(Position("8x8"), time=0.2)
    assert stopped.value is None and stopped.lower < stopped.upper and stopped.best_moves is None
    assert set(stopped.move_bounds) == {"d3", "c4", "f5", "e6"}
    assert all(lower < upper for lower, upper in stopped.move_bounds.values())
    forecast = stopped.forecast
    assert abs(forecast.value) < 20 and forecast.usual_error > 0 and forecast.depth > 0
    assert forecast.line[:2] == next(iter(forecast.moves))
    assert set(forecast.moves) == set(stopped.move_bounds)
    assert repr(stopped).startswith("<SearchResult -64 <= value <= 64 nodes=")
    # Only larger boards have an evaluation.
    assert othello.search(Position("5x5"), time=0).forecast is None
    [first, second] = othello.search_many([FFO_40, Position("8x8")], threads=1, time=1)
    assert second.value is None and second.forecast is not None


def test_forecasts():
    forecast = othello.evaluate(FFO_40, 4)
    assert forecast.depth == 4 and abs(forecast.value - 38) < 3 * forecast.usual_error
    assert set(forecast.moves) == set(FFO_40.moves())
    assert list(forecast.moves.values()) == sorted(forecast.moves.values(), reverse=True)
    assert repr(forecast) == f"<Forecast value={forecast.value} usual_error={forecast.usual_error} depth=4>"
    assert othello.evaluate(Position("4x4")) is None


def test_many_positions_at_once():
    start, solution = Position("4x4"), othello.solve()
    positions = [start.play(first) for first in start.moves()] * 20 + [start]
    for threads in (None, 1, 3):
        found = othello.search_many(positions, threads=threads, hash=1 << 24)
        assert [result.value for result in found] == [solution.value(position) for position in positions]
    assert othello.search_many([]) == []
    found = othello.search_many(start.play(move) for move in start.moves())
    assert [result.value for result in found] == [8] * 4


def test_no_search_begins_after_the_time_is_up():
    positions = [Position("8x8")] * 500
    found = othello.search_many(positions, time=0)
    assert [result.nodes for result in found] == [0] * 500
    assert all(result.forecast is not None for result in found)
    # A search would clear its table first, which would take this many an hour.
    own, opponent = bitboards(positions)
    found = othello.search_arrays(np.resize(own, 100_000), np.resize(opponent, 100_000), time=0.1)
    assert found.value.mask.all()


def played(cells, size, side, square):
    """The cells after a move, or None if it flips no disc."""
    (width, height), flipped = size, []
    if cells[square] != "-":
        return None
    for right, down in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]:
        ray, column, row = [], square % width + right, square // width + down
        while 0 <= column < width and 0 <= row < height and cells[row * width + column] != "-":
            if cells[row * width + column] == side:
                flipped += ray
                break
            ray.append(row * width + column)
            column, row = column + right, row + down
    return [side if at in [square, *flipped] else cell for at, cell in enumerate(cells)] if flipped else None


def minimax(cells, size, side, score, objective):
    """The value for the side to move, and the value of each of its moves, by playing every line to its end."""
    opponent, squares, moves = "XO"[side == "X"], range(len(cells)), {}
    for square in squares:
        if after := played(cells, size, side, square):
            name = f"{chr(ord('a') + square % size[0])}{square // size[0] + 1}"
            moves[name] = -minimax(after, size, opponent, score, objective)[0]
    if moves:
        return max(moves.values()), moves
    if any(played(cells, size, opponent, square) for square in squares):
        return -minimax(cells, size, opponent, score, objective)[0], moves
    lead = cells.count(side) - cells.count(opponent)
    if score == "empties-to-winner":
        lead += cells.count("-") * ((lead > 0) - (lead < 0))
    return lead if objective == "most" else -lead, moves


def test_boards_and_rules_are_not_mixed_up():
    cells = ["XOX-OXO-OO-X X", "OXO-XOXX-XO- X", "XXO-OXO--O-X O"]
    chance = random.Random(28)
    for _ in range(125 if THOROUGH else 0):
        discs = chance.choices("XO", k=12)
        for square in chance.choices(range(12), k=1 + chance.randrange(6)):
            discs[square] = "-"
        cells.append("".join(discs) + chance.choice([" X", " O"]))
    boards = ["2x6", "3x4", "4x3", "6x2"]
    rules = [{"score": score, "objective": objective}
             for score in ("discs", "empties-to-winner") for objective in ("most", "fewest")]
    positions = [Position.parse(text, size=size) for text in cells for size in boards]
    assert len(set(positions)) == len(positions)
    values = set()
    for of in rules:
        many = othello.search_many(positions, **of)
        for position, found in zip(positions, many):
            # A fresh solution of this position alone.
            solution = othello.solve(position, **of)
            value, moves = solution.value(position), solution.moves(position)
            size = [int(number) for number in position.size.split("x")]
            assert (value, moves) == minimax(list(str(position)[:12]), size, position.side, **of), (position, of)
            assert found.value == value == othello.search(position, **of).value, (position, of)
            assert othello.search(position, find="all-moves", **of).moves == moves
            assert othello.search(position, find="best-moves", **of).best_moves == solution.best_moves(position)
            own, opponent = bitboards([position])
            array = othello.search_arrays(own, opponent, size=position.size, find="best-moves", **of)
            assert array.value[0] == value
            if moves:
                move = next(iter(moves))
                made = othello.review(Game(move, position), **of)["moves"][0]
                assert (made["best_value"], made["value"]) == (value, moves[move])
            for board in boards:
                if board != position.size:
                    with pytest.raises(ValueError, match="argument 'position'"):
                        solution.value(Position.parse(str(position), size=board))
            values.add((str(position), value))
    assert len(values) > len(cells), "no value depends on the board or the rules"


def bitboards(positions):
    """The discs of the player to move and of the opponent."""
    own = [position.black if position.side == "X" else position.white for position in positions]
    opponent = [position.white if position.side == "X" else position.black for position in positions]
    return np.array(own, np.uint64), np.array(opponent, np.uint64)


def test_arrays_of_positions(capsys):
    positions = othello.positions_4x4()
    own, opponent, best_moves, value = (np.resize(column, 100_000) for column in positions)
    began = time.monotonic()
    found = othello.search_arrays(own, opponent, size="4x4", find="best-moves")
    arrays = len(own) / (time.monotonic() - began)
    assert not found.value.mask.any() and (found.value == value).all()
    assert (found.lower == value).all() and (found.upper == value).all()
    assert (found.best_moves == best_moves).all()
    assert [column.dtype for column in found] == [np.int8] * 3 + [np.uint64] * 2

    began = time.monotonic()
    loop = [
        othello.search(Position.from_bitboards(int(own[i]), int(opponent[i]), size="4x4")).value
        for i in range(2000)
    ]
    rate = len(loop) / (time.monotonic() - began)
    assert loop == value[:2000].tolist()
    with capsys.disabled():
        print(f"\n{arrays:,.0f} positions a second as arrays, {rate:,.0f} in a loop")


def test_arrays_of_any_board():
    positions = [FFO_40] + [FFO_40.play(move) for move in FFO_40.moves()]
    own, opponent = bitboards(positions)
    for threads in (1, 2):
        found = othello.search_arrays(own, opponent, score="empties-to-winner", threads=threads)
        assert found.value[0] == 38 == -found.value[1:].min() and found.best_move[0] == 1 << 8
        assert found.best_moves is None
    # The two common 64-bit dtypes, and the dtype of a list.
    assert othello.search_arrays(own[:1].astype(np.int64), opponent[:1].tolist()).value[0] == 38
    stopped = othello.search_arrays(own, opponent, time=0)
    assert stopped.value.mask.all() and (stopped.lower < stopped.upper).all()
    assert all(column.flags.writeable for column in (*stopped[:4], *othello.positions_4x4()))
    assert not stopped.best_move.any()
    assert len(othello.search_arrays([], []).value) == 0


def test_masked_elements_are_refused():
    own, opponent = bitboards([FFO_40, FFO_40])
    masked = np.ma.masked_array(own, [True, False])
    for argument, arrays in [("own", (masked, opponent)), ("opponent", (own, masked))]:
        with pytest.raises(ValueError, match=f"'{argument}': it has masked elements"):
            othello.search_arrays(*arrays, time=0)
    board = Position("4x4").to_array()
    with pytest.raises(ValueError, match="'array': it has masked elements"):
        Position.from_array(np.ma.masked_equal(board, 0))
    # A mask that hides nothing is allowed.
    found = othello.search_arrays(np.ma.masked_array(own, False), opponent, time=0)
    assert len(found.value) == 2
    assert Position.from_array(np.ma.masked_array(board)) == Position("4x4")


def test_positions_from_arrays():
    for position in (Position("4x4"), FFO_40, Position("6x4").play("c1")):
        array = position.to_array()
        assert array.dtype == np.int8 and f"{array.shape[1]}x{array.shape[0]}" == position.size
        assert Position.from_array(array, position.side) == position
        assert Position.from_array(array.tolist(), position.side) == position
        assert Position.from_array(array.astype(float), position.side) == position
        bits = (position.black, position.white, position.side, position.size)
        assert Position.from_bitboards(*bits) == position
    assert Position("4x4").to_array().tolist()[1] == [0, -1, 1, 0]


def picture(thing):
    """The picture that a notebook displays."""
    words, data = thing._repr_html_().split('" src="data:image/svg+xml;base64,')
    assert words.startswith('<img alt="') and data.endswith('">')
    return base64.b64decode(data[:-2]).decode()


def test_pictures():
    start = Position("4x4")
    assert picture(start) == start.svg() and start.svg().count('class="dot"') == 4
    game = Game("b1c1d1a1", start)
    assert picture(game) == game.svg() and game.svg().count("4. White a1") == 1
    review = othello.review(game)
    assert picture(review) == review.svg() and "turning point" in review.svg()


def test_games(tmp_path):
    game = Game("f5d6c3")
    assert (game.moves, len(game), str(game)) == (["f5", "d6", "c3"], 3, "f5d6c3")
    assert game.start == Position("8x8") and game.end == Position("8x8").play("f5d6c3")
    assert game.positions() == [game.start.play(moves) for moves in ("", "f5", "f5d6")]
    assert game == eval(repr(game)) and game != Game("f5d6")
    assert (game.players, game.expected) == ((None, None), None)

    lines = tmp_path / "games.ggf"
    lines.write_text(f"% two games\n{game.ggf()}\nf5f6\n")
    assert [str(game) for game in othello.read_games(lines)] == ["f5d6c3", "f5f6"]
    sgf = tmp_path / "game.sgf"
    sgf.write_text("(;FF[4]GM[2]SZ[8]PB[Ito]PW[Ren\u00e9];B[f5];W[d6])")
    [read] = othello.read_games(sgf)
    assert (str(read), read.players) == ("f5d6", ("Ito", "Ren\u00e9"))

    wrong = tmp_path / "wrong.txt"
    wrong.write_text("f5d6\nf5f5\nf5f6\n")
    with pytest.raises(ValueError, match="wrong.txt, line 2: "):
        othello.read_games(wrong)
    assert len(othello.read_games(wrong, errors="skip")) == 2
    assert othello.read_games(wrong, size="8x8", errors="skip")[0].start == Position("8x8")
    with pytest.raises(FileNotFoundError):
        othello.read_games(tmp_path / "missing.sgf")

    table = tmp_path / "games.csv"
    for game in (Game("f5d6c3"), Game("b1a1", Position("4x4")), Game("", Position("6x4", "parallel"))):
        table.write_text(game.to("csv"))
        assert [(again.start, again.moves) for again in othello.read_games(table)] == [(game.start, game.moves)]


def test_a_move_is_read_as_a_move():
    game = Game("b1", Position("4x4"))
    for text in ("0", "1", "a", "a10"):
        with pytest.raises(ValueError, match="argument 'moves': .*move 1: "):
            game.push(text)
    assert game.moves == ["b1"]


def test_data_is_pickled_and_copied(tmp_path):
    start, file = Position("4x4"), tmp_path / "game.sgf"
    file.write_text("(;FF[4]GM[2]SZ[8]EV[Meijin]PB[Ito];B[f5]C[a comment];W[d6])")
    [game] = othello.read_games(file)
    solution = othello.solve(start, objective="fewest")
    things = [
        game,
        Game("b1a1", start),
        othello.search(start, find="all-moves"),
        othello.search(Position("8x8"), time=0),
        othello.evaluate(FFO_40, 2),
        othello.analyze(start, 3),
        othello.review(Game("b1c1d1a1", start)),
    ]
    for thing in things:
        for again in (pickle.loads(pickle.dumps(thing)), copy.copy(thing), copy.deepcopy(thing)):
            assert again == thing and repr(again) == repr(thing) and again is not thing
    again = pickle.loads(pickle.dumps(game))
    assert again.to("sgf") == game.to("sgf") and "a comment" in again.to("sgf")
    again.push("c3")
    assert len(game) == 2 and again != game
    for again in (pickle.loads(pickle.dumps(solution)), copy.deepcopy(solution)):
        assert repr(again) == repr(solution) and again.moves(start) == solution.moves(start)


def test_wthor_databases(tmp_path):
    def file(count, each, year, records):
        header = bytes([20, 1, 6, 30]) + struct.pack("<IHH", count, each, year) + bytes([8, 0, 24, 0])
        return header + b"".join(records)

    def game(players, moves, discs):
        return (struct.pack("<HHH", 5, *players) + bytes([discs, 33] + moves)).ljust(68, b"\0")

    whole = [56, 64, 33, 34, 43]
    database = tmp_path / "WTH_2001.wtb"
    database.write_bytes(file(2, 0, 2001, [game((1, 0), whole, 40), game((0, 7), whole[:2], 20)]))
    names = tmp_path / "WTHOR.JOU"
    names.write_bytes(file(0, 2, 0, [b"Ito".ljust(20, b"\0"), b"Ren\xe9".ljust(20, b"\0")]))
    first, second = othello.read_games(database, players=names)
    assert (str(first), first.players) == ("f5d6c3d3c4", ("Ren\u00e9", "Ito"))
    assert (str(second), second.players) == ("f5d6", ("Ito", "7"))
    assert othello.read_games(database)[0].players == ("1", "0")
    database.write_bytes(database.read_bytes()[:-1])
    with pytest.raises(ValueError, match="argument 'file': the header promises 2 records"):
        othello.read_games(database)


def test_reviews():
    review = othello.review(Game("b1c1d1a1", Position("4x4")), time=None)
    assert [of["lost"] for of in review["moves"]][:2] == [0, 16] and review["turning_points"] == [2]
    assert review["moves"][1]["line"].startswith("d1a1")
    assert review.html().startswith("<!DOCTYPE html>") and "2. White c1" in review.html()
    assert repr(review) == "<Review game='b1c1d1a1' turning_points=[2] black_lost=0 white_lost=16>"


def test_certificates_and_verdicts(tmp_path):
    file, start = tmp_path / "4x4.proof", Position("4x4")
    assert othello.certify(start, file) == -8
    [verdict] = othello.verify(file)
    [entry] = os.scandir(tmp_path)
    assert othello.verify(entry, time=None) == [verdict]
    assert (verdict["verdict"], verdict["kind"]) == ("proved", "certificate")
    # The proof is the same as the program's, byte for byte.
    assert file.read_bytes() == (RESULTS / "certificates" / "4x4.proof").read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["4x4.proof"]
    file.write_bytes(file.read_bytes()[:-1])
    assert othello.verify(tmp_path)[0]["verdict"] == "WRONG"
    assert othello.certify(start, tmp_path / "f.proof", objective="fewest", leaves=4, threads=2) == (
        othello.search(start, objective="fewest").value
    )


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_file_names_that_are_not_utf_8(tmp_path):
    name = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.proof")
    assert othello.certify(Position("3x3"), name) == -9
    files = [name, RESULTS / "4x4.json"]
    verdicts = othello.verify(*files, time=None)
    assert {Path(verdict["file"]).name for verdict in verdicts} == {"\ufffd.proof", "4x4.json"}
    assert [verdict["verdict"] for verdict in verdicts] == ["proved", "proved"]
    if PROGRAM.exists():
        run = [PROGRAM, "verify", *files, "--format", "json"]
        assert json.loads(subprocess.check_output(run)) == verdicts


def test_tables(tmp_path):
    with pytest.raises(OSError):
        othello.Table(tmp_path / "missing.table")
    (tmp_path / "no.table").write_text("this is no table")
    with pytest.raises(ValueError, match="is not a table of values"):
        othello.Table(tmp_path / "no.table")


@pytest.mark.skipif(not PROGRAM.exists(), reason="the program, which writes the table, is not built")
def test_a_table_of_the_program(tmp_path):
    file, start = tmp_path / "3x6.table", Position("3x6")
    subprocess.run([PROGRAM, "tabulate", "3x6", "--output", file, "--quiet"], cwd=tmp_path, check=True)
    table, solution = othello.Table(file), othello.solve(start)
    assert (table.size, table.score, table.objective) == ("3x6", "discs", "most")
    assert repr(table) == f"Table('{file}')"
    line = solution.line(start)
    for moves in range(0, len(line), 2):
        position = start.play(line[:moves])
        assert table.value(position) == solution.value(position)
        assert table.moves(position) == solution.moves(position)
        assert table.best_moves(position) == solution.best_moves(position)
    with pytest.raises(ValueError, match="argument 'position': no game of this table"):
        table.value(Position("3x6", "parallel"))
    with pytest.raises(ValueError, match="for the 3x6 board"):
        table.value(Position("6x6"))


def test_fixed_depth():
    found = othello.analyze(Position("8x8"), 6)
    assert (found.depth, found.value, found.exact) == (6, -2, False)
    assert set(found.moves) == {"d3", "c4", "f5", "e6"} and found.best_moves
    assert othello.analyze(Position("4x4"), 16).exact
    assert othello.analyze(Position("8x8"), 3, time=0) is None
    position = Position.parse("XXX--OXXX-OOOO- O", size="5x3")
    found, complete = othello.analyze(position, 4), othello.search(position, find="best-moves")
    assert found.exact and found.value == complete.value
    assert (found.best_moves, complete.best_moves) == (["e2"], ["e1", "e2"])
    assert "may not be all of them" in othello.Analysis.__doc__
    over = othello.analyze(Position.parse("XXXXXXXXXXXX---- O"), 3)
    assert (over.value, over.moves, over.exact) == (-12, {}, True)


def test_perft():
    assert [othello.perft(Position("8x8"), depth) for depth in range(1, 8)] == [
        4, 12, 56, 244, 1396, 8200, 55092,
    ]
    assert othello.perft(Position("8x8"), 9) == 3_005_288
    assert othello.perft(Position("8x8"), 9, passes="free") == 3_005_320


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked as on Unix")
def test_jobs_run_after_a_fork():
    jobs = [
        lambda: othello.perft(START, 24),
        lambda: othello.search(START, threads=2).value,
        lambda: [result.value for result in othello.search_many([START], threads=2)],
        lambda: othello.solve().value(START),
    ]
    expected = [job() for job in jobs]
    child = os.fork()
    if child == 0:
        os._exit(0 if [job() for job in jobs] == expected else 1)
    _, status = os.waitpid(child, 0)
    assert status == 0


def wait_for_work():
    """Waits until other threads have used a fifth of a second of processor time."""
    began = time.process_time() - time.thread_time()
    while time.process_time() - time.thread_time() < began + 0.2:
        time.sleep(0.01)


def test_other_threads_run_during_a_search():
    """In another process, because the search would take years."""
    program = inspect.getsource(wait_for_work) + """
import os, threading, time
import othello_solver as othello
search = lambda: othello.search(othello.Position("8x8"))
threading.Thread(target=search, daemon=True).start()
wait_for_work()
os._exit(0)
"""
    assert subprocess.run([sys.executable, "-c", program], timeout=WATCHDOG).returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
@pytest.mark.parametrize(
    "job",
    [
        lambda: othello.search(Position("8x8"), threads=2),
        lambda: othello.search_many([Position("8x8")] * 100_000),
        lambda: othello.search_arrays(*(np.resize(of, 100_000) for of in bitboards([Position("8x8")]))),
        lambda: othello.analyze(Position("8x8"), 40),
        lambda: othello.perft(Position("8x8"), 100),
        lambda: othello.perft(Position("8x8"), 18, passes="free"),
        lambda: othello.solve(Position("4x6").play("a3a2a1d3")),
    ],
)
def test_ctrl_c_stops_every_job(job):
    def interrupt():
        wait_for_work()
        os.kill(os.getpid(), signal.SIGINT)

    # A shell starts jobs in the background with Ctrl-C ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=interrupt)
    with pytest.raises(KeyboardInterrupt):
        thread.start()
        job()
    thread.join()


def test_examples_and_docs():
    assert doctest.testmod(othello).failed == 0
    assert doctest.testfile(str(PYTHON / "README.md"), module_relative=False).failed == 0
    for name in othello.__all__:
        thing = getattr(othello, name)
        members = vars(thing).items() if inspect.isclass(thing) else []
        public = [value for key, value in members if not key.startswith("_")]
        for documented in [thing, *public]:
            assert inspect.getdoc(documented), f"{name}: {documented}"


def test_the_stubs_pass_stubtest(tmp_path):
    stubtest = [sys.executable, "-m", "mypy.stubtest", "othello_solver"]
    run = subprocess.run(stubtest, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("document", ["results/README.md", "docs/artifact.md"])
def test_the_tables_in_pandas(document, monkeypatch):
    """The example in a document."""
    _, code = (PYTHON.parent / document).read_text().split("```python\n")
    code, _ = code.split("```")
    monkeypatch.chdir(PYTHON.parent)
    names = {}
    exec(code, names)
    boards = names["tables"]["solved"] if "tables" in names else names["boards"]
    boards = boards.set_index(["board", "start", "objective"])
    assert boards.loc[("4x4", "diagonal", "most"), "value"] == -8 and len(boards) > 100


def test_the_version():
    manifest = (PYTHON.parent / "Cargo.toml").read_text()
    assert f'version = "{othello.__version__}"' in manifest


@pytest.mark.parametrize("name", ["solved_game.ipynb", "solved_game_ja.ipynb"])
def test_the_notebooks(name):
    """Running the notebook again gives the outputs saved in it."""
    path = PYTHON / "examples" / name
    shown, again = (nbformat.read(path, as_version=4) for _ in range(2))
    NotebookClient(again, timeout=WATCHDOG, kernel_name="python3").execute()

    def pieces(cell, kind):
        return [output[kind] for output in cell.outputs if kind in output]

    def outputs(notebook):
        """The printed text of each cell, joined if it is in several pieces, and its displayed data."""
        cells = (cell for cell in notebook.cells if cell.cell_type == "code")
        return [(cell.source, "".join(pieces(cell, "text")), pieces(cell, "data")) for cell in cells]

    assert outputs(again) == outputs(shown) and len(outputs(shown)) > 10


def read_case(case, folder):
    """What ``read_games`` finds in a case of tests/data/notation.json."""
    path = folder / "case"
    text = case.get("text")
    path.write_bytes(bytes.fromhex(case["hex"]) if text is None else text.encode())
    return othello.read_games(path, size=case.get("size"), errors="skip")


def test_every_case_of_notation_is_read(tmp_path):
    path = PYTHON.parent / "tests" / "data" / "notation.json"
    cases = json.loads(path.read_text(encoding="utf-8"))
    assert len(cases) >= 150
    for case in cases:
        expected = [record for record in case["records"] if "problem" not in record]
        if "file" in case:
            with pytest.raises(ValueError, match="argument 'file': "):
                read_case(case, tmp_path)
            continue
        games = read_case(case, tmp_path)
        assert len(games) == len(expected), case
        for game, record in zip(games, expected):
            found = {
                "size": game.start.size,
                "begin": str(game.start),
                "game": str(game),
                "position": str(game.end),
                "names": list(game.players),
                "expected": game.expected,
                "objective": game.objective,
                "tags": game.tags,
                "moves": [{"move": m, "expected": s} for m, s in game.scores().items()],
            }
            assert found == {**found, **{k: record[k] for k in found if k in record}}, case
        if len(expected) < len(case["records"]):
            with pytest.raises(ValueError, match=", line "):
                othello.read_games(tmp_path / "case", size=case.get("size"))
