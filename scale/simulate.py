#!/usr/bin/env python3
"""Forecasts the utilisation of a cluster by campaigns on unsolved boards.

    scale/simulate.py

`campaigns.jsonl` has campaigns that were run with a separate worker and an empty table for
each question: the empty squares of the start and of the questions, the nodes of each plan,
and for each round the nodes of each answer. A larger campaign is assumed to have the
shape of the last one: the questions are spread over the rounds in the same proportions,
and are equally uneven in size. The growth of the nodes starts from 6x6. The output depends
only on that file, on ../results/*.json and on the constants below; the random draws are
the same in every run.
"""

import argparse
import heapq
import json
import math
import random
from pathlib import Path

HERE = Path(__file__).resolve().parent
SPEED = 36.4e6  # nodes a second: FFO 40 to 51 in results/README.md
YEAR = 365 * 24 * 3600
IN_GAME = 2.5  # growth per empty square of questions on 8x8, from 14 to 22 empty squares
NEEDED = 0.5  # the share of the work asked ahead that turns out to be needed: 0.3 to 0.8 on 5x6


def growth(short):
    """The growth factor per empty square of the nodes of a search from the start, on boards
    with this short side, by least squares."""
    points = []
    for path in sorted((HERE / "../results").glob("*.json")):
        board = json.loads(path.read_text())
        nodes = board["proof"].get("nodes") if "proof" in board else None
        if nodes and board["objective"] == "most":
            width, height = board["width"], board["height"]
            if min(width, height) == short and width * height >= 24:
                points.append((width * height - 4, math.log(nodes)))
    mx, my = (sum(each) / len(points) for each in zip(*points))
    slope = sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)
    return math.exp(slope)


def rounds_like(shape, questions):
    """Rounds with this number of questions in total, each with an average duration of 1."""
    sizes = [size for tasks in shape for size in tasks]
    mean, times = sum(sizes) / len(sizes), questions / len(sizes)
    draw = random.Random(1)
    return [[size / mean for size in draw.choices(tasks, k=max(1, round(len(tasks) * times)))]
            for tasks in shape]


def makespan(tasks, workers):
    """The time when the last task is done, if each worker takes the next task when it is free."""
    free = [0.0] * min(workers, len(tasks))
    for task in tasks:
        heapq.heapreplace(free, free[0] + task)
    return max(free)


def used(rounds, plan, workers, ahead=False):
    """The share of the workers' time spent on necessary work. A plan takes a fixed share of
    the time of its questions, on one core. With `ahead`, idle workers answer questions of
    later rounds."""
    needed = sum(map(sum, rounds))
    elapsed = credit = 0.0
    for tasks in rounds:
        wait, tasks = plan * sum(tasks), list(tasks)
        while tasks and credit >= tasks[-1]:
            credit -= tasks.pop()
        busy = makespan(tasks, workers) if tasks else 0.0
        elapsed += wait + busy
        credit += ahead * NEEDED * (workers * (wait + busy) - sum(tasks))
    return needed / (workers * elapsed)


def main():
    form = argparse.RawDescriptionHelpFormatter
    argparse.ArgumentParser(description=__doc__, formatter_class=form).parse_args()
    campaigns = [json.loads(line) for line in (HERE / "campaigns.jsonl").read_text().splitlines()]
    print("| board | empty squares | questions | rounds | nodes of a question: mean | median | most | plans |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    for it in campaigns:
        sizes = sorted(size for tasks in it["rounds"] for size in tasks)
        print(f"| {it['board']} | {it['start']} to {it['empties']} | {len(sizes):,} | "
              f"{len(it['rounds'])} | {sum(sizes) // len(sizes):,} | {sizes[len(sizes) // 2]:,} | "
              f"{sizes[-1]:,} | {sum(it['plans']) / sum(sizes):.1%} |")

    print("\n| questions | workers | used | with the plans | asking ahead |")
    print("|---:|---:|---:|---:|---:|")
    shape = campaigns[-1]["rounds"]
    plan = min(sum(it["plans"]) / sum(map(sum, it["rounds"])) for it in campaigns)
    for questions in (1_000, 10_000, 100_000, 1_000_000):
        rounds = rounds_like(shape, questions)
        for workers in (100, 10_000):
            cells = used(rounds, 0, workers), used(rounds, plan, workers), used(rounds, 0, workers, True)
            print(f"| {questions:,} | {workers:,} | " + " | ".join(f"{it:.0%}" for it in cells) + " |")

    print("\n| growth for each empty square | | 7x8: nodes | core-years | 8x8: nodes | core-years |")
    print("|---:|---|---:|---:|---:|---:|")
    start = json.loads((HERE / "../results/6x6.json").read_text())["proof"]["nodes"]
    sources = [(growth(short), f"boards of {short} by N, from start to start") for short in (4, 3, 5, 6)]
    for each, source in [*sources, (IN_GAME, "questions within games on 8x8")]:
        cells = [f"{nodes:.0e} | {nodes / SPEED / YEAR:.2g}"
                 for nodes in (start * each ** (empties - 32) for empties in (52, 60))]
        print(f"| {each:.2f} | {source} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
