#!/usr/bin/env python3
"""Prints the contents of campaigns.jsonl, the input of simulate.py: for each of four small
campaigns, the empty squares of the start and of the questions, the nodes of each plan, and
for each round the nodes of each answer. Every question gets its own worker with an empty
table, so the output of a program is always the same. With the argument `costs` it prints the
cost table of README.md, for campaigns that one worker answers plan after plan. The
environment variable SOLVER sets the program [othello-solver].
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = os.environ.get("SOLVER", "othello-solver")
CAMPAIGNS = [  # the size, the opening moves, and the empty squares of the questions
    ("5x6", "", 22),
    ("5x6", "", 20),
    ("4x10", "", 28),
    ("6x6", "c2b4c5d2e4e3d1c1", 20),
]


COSTS = [  # the size, the start, and the empty squares of the questions
    ("5x6", "diagonal", 20),
    ("5x6", "diagonal", 22),
    ("5x6", "parallel", 20),
    ("5x6", "parallel", 22),
    ("4x9", "diagonal", 26),
    ("4x12", "diagonal", 38),
    ("6x6", "diagonal", 26),
]


def step(*args, text=None):
    """The output of one step of a campaign."""
    command = [PROGRAM, "campaign", *args, "--format", "json", "--quiet"]
    run = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def files(folder):
    """The files of questions."""
    return sorted(Path(folder, "questions").iterdir())


def measure(folder, size, moves, empties):
    played = ["--moves", moves] if moves else []
    new = step("new", size, *played, "--empties", str(empties), "--folder", folder)
    plans, rounds = [], []
    while True:
        plan = step("plan", folder)
        plans.append(plan["estimate_nodes"])
        if plan["lower"] == plan["upper"]:
            break
        questions = [line for file in files(folder) for line in file.read_text().splitlines()]
        answers = [step("work", "-", "--folder", folder, text=line) for line in questions]
        rounds.append(sorted((answer["nodes"] for answer in answers if answer["answered"]), reverse=True))
    start = new["position"].count("-")
    return {"board": size, "start": start, "empties": empties, "plans": plans, "rounds": rounds}


def cost(folder, size, start, empties):
    """A row of the table of costs."""
    new = step("new", size, "--start", start, "--empties", str(empties), "--folder", folder)
    # The estimates of `new` count too, so make the first plan repeat them.
    Path(folder, "estimates.json").unlink()
    plans, questions, answers, planned = 0, 0, 0, 0
    row = []  # filled once the value is known
    while True:
        plan = step("plan", folder)
        if "value" in plan and not row:
            row = [plan["value"], plans, questions, answers, planned]
        planned += plan["estimate_nodes"]
        if not files(folder):
            break
        plans += 1
        work = [step("work", file) for file in files(folder)]
        questions += sum(it["answered"] for it in work)
        answers += sum(it["nodes"] for it in work)
    name = size if start == "diagonal" else f"{size}-{start}"
    board = json.loads((Path(__file__).parent / f"../results/{name}.json").read_text())
    search = board["proof"]["nodes"]
    result = (answers + planned) / search
    value, plans, questions, answers, planned = row
    cells = [name.replace("-", ", "), empties, f"{new['guess']:+}", f"{value:+}", plans, questions,
             *(f"{nodes / 1e6:.1f}" for nodes in (answers, planned, search)),
             f"{(answers + planned) / search:.2f}", f"{result:.2f}"]
    return "| " + " | ".join(map(str, cells)) + " |"


def main():
    print_costs = sys.argv[1:] == ["costs"]
    for campaign in COSTS if print_costs else CAMPAIGNS:
        with tempfile.TemporaryDirectory() as folder:
            if print_costs:
                print(cost(folder + "/it", *campaign), flush=True)
            else:
                measured = measure(folder + "/it", *campaign)
                print(json.dumps(measured, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
