# %% [markdown]
# # The solved game against a random player
#
# 4x4 Othello is solved: White wins by 8 discs if both sides play best. How much
# does it win by against somebody who plays any legal move?

# %%
import random

import numpy as np

import othello_solver as othello

GAMES = 2000

# %% The whole game, in a few milliseconds.
solution = othello.solve()
start = othello.Game("4x4")
print(f"The solved game: {len(solution)} positions, {solution.value(start):+} for Black")

# %% What the positions look like.
positions = othello.positions_4x4()
draws = np.count_nonzero(positions.value == 0)
won = np.count_nonzero(positions.value > 0)
print(f"The player to move wins {won} of the positions and draws {draws}.")


# %% One player knows the solution, and the other knows nothing.
def play(perfect, chance):
    """A game; the score is seen by the perfect player, who is 'X' or 'O'."""
    game = start
    while game.turn != "over":
        if game.turn == "pass":
            game = game.passed()
        elif game.side == perfect:
            game = game.play(solution.best_moves(game)[0])
        else:
            game = game.play(chance.choice(game.moves()))
    return game.score() if game.side == perfect else -game.score()


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
