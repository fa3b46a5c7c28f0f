"""A resampled game looks the same to the seat it was made for, and goes on."""

from __future__ import annotations

import random

import numpy as np
import pytest

import kolej
from kolej.boards.load import load, shipped
from kolej.game.determinize import resample
from kolej.game.rulebook import rulebook
from kolej.rules import entry_points
from kolej.rules.board import ACTIONS
from kolej.rules.jit import COMPILED
from kolej.rules.luck import Luck
from kolej.rules.sight import Sight
from kolej.rules.state import OVER, State
from kolej.rules.structs import Values


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


def look_again(board: str, seats: int, games: int) -> int:
    """Random games in which every seat's sight and legal rows are compared with those of a guess."""
    book = rulebook(board)
    state, guess, luck, dice = Values(State), Values(State), Values(Luck), Values(Luck)
    sight, again = Values(Sight), Values(Sight)
    rows, others = np.zeros(ACTIONS, np.int16), np.zeros(ACTIONS, np.int16)
    entry_points.seed(dice.handle, np.uint64(99))
    looked = 0
    for seed in range(games):
        entry_points.seed(luck.handle, np.uint64(seed))
        entry_points.new_game(book.handle, state.handle, luck.handle, seats)
        step = 0
        while state.buffer["phase"][0][0] != OVER:
            for seat in range(-1, seats) if step % 3 == seed % 3 else ():
                entry_points.look(book.handle, state.handle, seat, sight.handle)
                entry_points.guess(book.handle, sight.handle, guess.handle, dice.handle)
                entry_points.look(book.handle, guess.handle, seat, again.handle)
                assert sight.bytes.tobytes() == again.bytes.tobytes(), (board, seats, seed, step, seat)
                if seat >= 0:
                    count = entry_points.legal_rows(book.handle, state.handle, seat, rows)
                    assert count == entry_points.legal_rows(book.handle, guess.handle, seat, others)
                    assert (rows[:count] == others[:count]).all(), (board, seats, seed, step, seat)
                looked += 1
            row = entry_points.sample(book.handle, state.handle, luck.handle)
            entry_points.step(book.handle, state.handle, luck.handle, row)
            step += 1
    return looked


TABLES = [
    (board, seats)
    for board in shipped()
    for seats in range(load(board).rules.players[0], load(board).rules.players[1] + 1)
]


@pytest.mark.parametrize(("board", "seats"), TABLES)
def test_what_a_seat_cannot_see_changes_neither_its_sight_nor_its_actions(board: str, seats: int) -> None:
    assert look_again(board, seats, 3 if COMPILED else 1) > 0


@pytest.mark.soak
@pytest.mark.parametrize(("board", "seats"), TABLES)
def test_nobody_sees_too_much_in_a_thousand_games(board: str, seats: int) -> None:
    print(f"{board}, {seats} players: 1000 games, {look_again(board, seats, 1000)} looks compared")
