# Continues the example of docs/test-engine.md as an engine for GTP, NBoard's protocol or JSON, which its argument
# names. In GTP it draws as Edax 4.6 does, and in NBoard's protocol it answers as Edax does, with nothing about a forced
# pass, but on any board.
import json, re
name = lambda square: chr(97 + square % width) + str(square // width + 1)
ask = lambda command, *argument: answer(command, f"{width}x{len(cells) // width}", cells, side, *argument)
say = lambda text: print(text, flush=True)
value = lambda: int(ask("value")) if cells.count("-") < 7 or ask("moves") == "over" else None
past, depth = [], 0
def gtp(word, rest):
    global width, cells, side, past
    if word == "boardsize":
        width = int(rest)
    elif word == "clear_board":
        rows = ["-" * width] * (width // 2 - 1)
        middle = ["-" * (width // 2 - 1) + two + "-" * (width // 2 - 1) for two in ("OX", "XO")]
        cells, side = "".join(rows + middle + rows), "X"
    elif word == "undo":
        cells, side = past.pop()
    elif word == "showboard":
        legal = ask("moves").split()
        rows = [f"{row + 1} " for row in range(len(cells) // width)]
        for square, cell in enumerate(cells):
            rows[square // width] += "." if name(square) in legal else cell.replace("X", "*")
        rows[1] += " 2 * to move"
        return "\n" + "\n".join(rows) + "\n  " + " ".join("ABCDEFGH"[:width])
    elif word == "final_score":
        black = value() * (1 if side == "X" else -1)
        return f"B+{black}" if black > 0 else f"W+{-black}" if black < 0 else "0"
    elif word == "play":
        color, move = rest.split()
        if color[0] != {"X": "b", "O": "w"}[side] or move not in ask("moves").split():
            return None
        past.append((cells, side))
        cells, side = (cells, "XO"[side == "X"]) if move == "pass" else ask("play", move).split()
    else:
        return None
    return ""
def nboard(word, rest):
    global width, cells, side, depth
    word, _, rest = rest.partition(" ") if word == "set" else (word, "", rest)
    if word == "depth":
        depth = int(rest)
    elif word == "game":
        width, cells, side = re.search(r"BO\[(\d+)\S* ([-*O]+) ([*O])\]", rest).groups()
        width, cells, side = int(width), cells.replace("*", "X"), side.replace("*", "X")
        for color, move in re.findall(r"(?<=[\];])([BW])\[(..)", rest.split("BO[")[1]):
            side = "XO"[color == "W"]
            cells, side = (cells, "XO"[side == "X"]) if move == "pa" else ask("play", move).split()
    elif word == "ping":
        say(f"pong {rest}")
    elif word == "go":
        say("=== PA 0.00 0.0" if ask("moves") == "pass" else "status game over")
    elif word == "hint":
        say("status Edax is thinking")
        legal = ask("moves").split()
        exact = value() if depth > 10 else None
        for move in legal if legal not in (["pass"], ["over"]) else []:
            say("nodestats 11 0.00")
            reached = 2 if exact is None else min(depth, cells.count("-"))
            say(f"search {move.upper()}PAh8    {exact or 0:+d} 0 {reached}")
        say("status Edax is waiting")
def solve(position, find, moves=None):
    global width, cells, side
    cells, side = position.split()
    width = int(len(cells) ** 0.5)
    if moves == "pa" and ask("moves") != "pass":
        return {"error": "no pass"}
    if moves:
        cells, side = (cells, "XO"[side == "X"]) if moves == "pa" else ask("play", moves).split()
    legal = ask("moves").split()
    exact = None if moves else value()
    bounds = {"lower": -64, "upper": 64} if exact is None else {"value": exact}
    legal = [{"move": move} for move in legal if move not in ("pass", "over")]
    return {"position": f"{cells} {side}", "moves": legal, **bounds}
for line in sys.stdin:
    if sys.argv[1] == "json":
        say(json.dumps(solve(**json.loads(line))))
    elif sys.argv[1] == "nboard":
        nboard(*line.strip().partition(" ")[::2])
    else:
        said = gtp(*line.strip().partition(" ")[::2])
        say("? no\n" if said is None else f"= {said}\n")
