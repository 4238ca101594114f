#!/usr/bin/env python3
"""Prints what is in campaigns.jsonl, from which simulate.py starts: for each of four small
campaigns the empty squares of the start and of the questions, the nodes of each plan, and
for each round the nodes of each answer. Every question has a worker and an empty table of
its own, so the same program always prints the same. The environment may set SOLVER, the
program [othello-solver].
"""

import json
import os
import subprocess
import tempfile
from pathlib import Path

PROGRAM = os.environ.get("SOLVER", "othello-solver")
CAMPAIGNS = [  # the size, the moves that are played first, and the empty squares of the questions
    ("5x6", "", 22),
    ("5x6", "", 20),
    ("4x10", "", 28),
    ("6x6", "c2b4c5d2e4e3d1c1", 20),
]


def measure(folder, size, moves, empties):
    def step(*args, text=None):
        command = [PROGRAM, "campaign", *args, "--format", "json", "--quiet"]
        run = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        return json.loads(run.stdout)

    played = ["--moves", moves] if moves else []
    new = step("new", size, *played, "--empties", str(empties), "--folder", folder)
    plans, rounds = [], []
    while True:
        plan = step("plan", folder)
        plans.append(plan["nodes"])
        if plan["lower"] == plan["upper"]:
            break
        questions = [line for file in plan["files"] for line in Path(file).read_text().splitlines()]
        answers = [step("work", "-", "--folder", folder, text=line) for line in questions]
        rounds.append(sorted((answer["nodes"] for answer in answers if answer["answered"]), reverse=True))
    start = new["position"].count("-")
    return {"board": size, "start": start, "empties": empties, "plans": plans, "rounds": rounds}


if __name__ == "__main__":
    for campaign in CAMPAIGNS:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(measure(folder + "/it", *campaign), separators=(",", ":")), flush=True)
