"""A resampled game looks the same to the seat it was made for, and goes on."""

from __future__ import annotations

import random

import pytest

import kolej
from kolej.boards.load import shipped
from kolej.resample import resample


@pytest.mark.parametrize("board", shipped())
def test_a_seat_cannot_tell_a_resampled_game_and_it_plays_to_the_end(board: str) -> None:
    rng = random.Random(3)
    game = kolej.new(board, seats=2, seed=5)
    others = set()
    for step in range(60):
        seat = rng.choice(game.awaited)
        game.play(rng.choice(game.legal(seat)), seat)
        if game.over or step % 6:
            continue
        for watcher in (0, 1, None):
            view = game.view(watcher)
            guess = resample(view, rng)
            assert bytes(guess.view(watcher).sight.bytes) == bytes(view.sight.bytes)
            assert guess.legal(0) == game.legal(0) or watcher != 0
            others.add(guess.digest() == game.digest())
    assert False in others, "what is hidden is guessed, not copied"
    guess = resample(game.view(0), rng)
    while not guess.over:
        seat = rng.choice(guess.awaited)
        guess.play(rng.choice(guess.legal(seat)), seat)
    assert guess.score().winners
