"""Views go to other processes as bytes, and say there what they said here."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

import kolej
from kolej.boards.load import shipped
from kolej.game.view import View
from kolej.rules.luck import Luck
from kolej.rules.state import State
from kolej.rules.structs import Values


@pytest.mark.parametrize("board", shipped())
def test_a_view_survives_its_bytes(board: str) -> None:
    game = kolej.new(board, 2, seed=4)
    rng = random.Random(4)
    while not game.over:
        for watcher in (0, 1, None):
            view = game.view(watcher)
            again = View.from_bytes(game.book, view.to_bytes())
            assert again.plain() == view.plain()
            assert again.claimable == view.claimable
            assert again.to_bytes() == view.to_bytes()
        seat = rng.choice(game.awaited)
        game.play(rng.choice(game.legal(seat)), seat)


@pytest.mark.parametrize("change", [lambda data: b"", lambda data: data[:-1], lambda data: data + b"\0"])
def test_bytes_of_another_length_are_no_view(change: object) -> None:
    game = kolej.new("usa", 2, seed=4)
    data = game.view(0).to_bytes()
    assert callable(change)
    with pytest.raises(ValueError, match=rf"a view has {len(data)} bytes, not \d+"):
        View.from_bytes(game.book, change(data))


def test_a_view_stays_as_it_was_when_the_game_goes_on() -> None:
    game = kolej.new("europe", 2, seed=4)
    early = game.view(0)
    for seat in (0, 1):
        game.play(f"keep {' '.join(game.view(seat).offered)}", seat)
    assert early.phase == "first-tickets"
    assert early.awaited == (0, 1)


@pytest.mark.parametrize("kind", [State, Luck])
def test_plain_numbers_are_those_of_the_record(kind: Any) -> None:
    values = Values(kind)
    values.bytes[:] = random.Random(1).choices(range(256), k=len(values.bytes))
    plain = values.plain(kind)
    for name in values.kind._fields:
        assert list(getattr(plain, name)) == values.buffer[name][0].ravel().tolist(), name


def test_plain_numbers_can_be_some_of_the_record() -> None:
    class Some(NamedTuple):
        turns: tuple[int]
        owned: tuple[int, ...]
        laid: tuple[int]

    values = Values(State)
    values[0].turns[0], values[0].owned[1, 0], values[0].laid[0] = 3, 2**63 + 1, -1
    assert values.plain(Some) == Some((3,), (0, 0, 2**63 + 1, 0, 0, 0, 0, 0, 0, 0), (-1,))
