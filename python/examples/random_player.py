# %% [markdown]
# # The solved game against a random player
#
# With best play by both sides, White wins 4x4 Othello by 8 discs. By how much does it win
# against a player who chooses moves at random?

# %%
import random

import numpy as np

import othello_solver as othello

GAMES = 2000

# %% The whole game, in a few milliseconds.
solution = othello.solve()
start = othello.Position("4x4")
print(f"The solved game: {len(solution)} positions, {solution.value(start):+} for Black")

# %% What the positions look like.
positions = othello.positions_4x4()
draws = np.count_nonzero(positions.value == 0)
won = np.count_nonzero(positions.value > 0)
print(f"The player to move wins {won} of the positions and draws {draws}.")


# %% One player knows the solution, and the other plays at random.
def play(perfect, chance):
    """Plays a game and returns the score of the perfect player, who is 'X' or 'O'."""
    position = start
    while position.turn != "over":
        if position.turn == "pass":
            position = position.passed()
        elif position.side == perfect:
            position = position.play(solution.best_moves(position)[0])
        else:
            position = position.play(chance.choice(position.moves()))
    return position.score() if position.side == perfect else -position.score()


# %%
chance = random.Random(1)
for perfect, name in (("X", "Black"), ("O", "White")):
    scores = np.array([play(perfect, chance) for _ in range(GAMES)])
    worst = solution.value(start) if perfect == "X" else -solution.value(start)
    # Nobody does worse against a random player than against a perfect one.
    assert scores.min() >= worst
    print(
        f"As {name}, {GAMES} games: {np.mean(scores > 0):.1%} won, {np.mean(scores == 0):.1%} "
        f"drawn, {scores.mean():+.2f} discs on average, {scores.min():+} at worst."
    )
