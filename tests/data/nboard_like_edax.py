import re
def score(cells, side):
    score = cells.count(side) - cells.count("XO"[side == "X"])
    return score + ((score > 0) - (score < 0)) * cells.count("-")
name = lambda square: "ABCDEFGH"[square % 8] + str(square // 8 + 1)
cells, side, depth = "", "X", 21
def say(text):
    print(text, flush=True)
while True:
    word, _, rest = input().replace("set ", "", 1).partition(" ")
    other = "XO"[side == "X"]
    if word == "depth":
        depth = int(rest)
        say(f"set myname Edax{depth}")
    elif word == "game":
        cells, color = re.search(r"BO\[8 ([-*O]{64}) ([*O])\]", rest).groups()
        cells, side = cells.replace("*", "X"), color.replace("*", "X")
        for color, place in re.findall(r"(?<=[\];])([BW])\[(..)", rest.split("BO[")[1]):
            side = "XO"[color == "W"]
            if place.lower() == "pa":
                side = "XO"[side == "X"]
                continue
            square = ord(place[0].lower()) - 97 + 8 * (int(place[1]) - 1)
            cells, side = play(cells, 8, side, square), "XO"[side == "X"]
    elif word == "ping":
        say(f"pong {rest}")
    elif word == "go":
        say("status Edax is thinking")
        say("=== PA 0.00 0.0")
        say("status Edax is waiting")
    elif word == "hint":
        say("status Edax is thinking")
        legal, empty = moves(cells, 8, side), cells.count("-")
        if depth > 10 and empty > 10:
            continue
        for square in legal:
            value = 0
            if depth >= empty:
                value = -walk(play(cells, 8, side, square), 8, other, score, lambda values: max(-v for v in values))
            say("nodestats 11 0.00")
            say(f"search {name(square)}PAh8    {value:+d} 0 {min(depth, empty)}")
        say("status Edax is waiting")
