"""Choices say the same as the legal actions, grouped."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kolej
from kolej.boards.load import load, shipped
from kolej.game.actions import ORDER, Claim
from kolej.game.choices import Choices, choices
from kolej.game.game import Game

EAGER = ("claim", "pay", "give", "tickets")


def same_as_legal(game: Game, seat: int) -> Choices:
    now = choices(game, seat)
    lines = now.lines()
    assert len(lines) == len(set(lines))
    assert set(lines) == {str(action) for action in game.legal(seat)}
    return now


def well_formed(game: Game, seat: int, now: Choices) -> None:
    assert "".join(sorted(now.draw, key=ORDER.index)) == now.draw
    for payments in now.claim.values():
        locomotives = [payment.count("L") for payment in payments]
        assert locomotives == sorted(locomotives)
    claims = [action for action in game.legal(seat) if isinstance(action, Claim)]
    assert list(now.claim) == list(dict.fromkeys(action.route for action in claims))
    assert bool(now.station) == bool(now.station_cards)
    assert now.keep == game.view(seat).offered
    assert msgspec.json.decode(msgspec.json.encode(now), type=Choices) == now


@pytest.mark.parametrize("board", shipped())
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32), few=st.booleans())
def test_lines_are_the_legal_actions_at_every_decision(board: str, seed: int, few: bool) -> None:
    least, most = load(board).rules.players
    game = kolej.new(board, least if few else most, seed=seed)
    rng = random.Random(seed)
    while not game.over:
        for seat in range(game.seats):
            now = same_as_legal(game, seat)
            if seat in game.awaited:
                well_formed(game, seat, now)
            else:
                assert now == Choices()
        seat = rng.choice(game.awaited)
        legal = game.legal(seat)
        eager = [action for action in legal if str(action).startswith(EAGER)]
        game.play(rng.choice(eager if eager and rng.random() < 0.5 else legal), seat)
    assert all(choices(game, seat) == Choices() for seat in range(game.seats))


def test_groups_are_as_a_client_shows_them() -> None:
    game = kolej.new("europe", 2, seed=1)
    first = choices(game, 0)
    assert first.keep == game.view(0).offered
    assert first.keep_at_least == game.board.rules.first_keep
    assert f"keep {' '.join(first.keep)}" in first.lines()
    for seat in (0, 1):
        game.play(f"keep {' '.join(game.view(seat).offered)}", seat)
    (seat,) = game.awaited
    turn = choices(game, seat)
    assert turn.draw == "".join(letter for letter in ORDER if game.view(seat).display.get(letter))
    assert turn.blind
    assert turn.tickets
    assert turn.station == tuple(city.id for city in game.board.cities)
    assert not turn.keep
    assert not turn.give_up


def test_nobody_has_choices_at_a_seat_that_is_not_there() -> None:
    game = kolej.new("usa", 2, seed=1)
    assert choices(game, 4) == choices(game, -1) == Choices()
