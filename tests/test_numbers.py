"""NumPy's whole numbers do wherever Python's do; what is no number is refused in words."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest

import kolej
from kolej.arena.match import match
from kolej.boards.errors import BoardError
from kolej.bots import BOTS, bot, needs_search
from kolej.bots.planner import Planner
from kolej.game.actions import DrawOpen, InvalidAction, Keep, Station
from kolej.game.batch import random_games
from kolej.game.choices import choices
from kolej.game.game import Game
from kolej.rules import entry_points
from kolej.rules.jit import COMPILED

KINDS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint32, np.uint64, np.intp]
WRONG: list[Any] = [1.5, 1.0, "1", True, np.bool(True), np.float64(1), None, [1]]


def played(number: Callable[[int], int]) -> Game:
    """A game in which every number that is handed in is of one kind."""
    game = kolej.new("europe", number(3), seed=number(7), options={"longest_path_bonus": number(12)})
    for _ in range(12):
        seat = number(game.awaited[0])
        view, legal = game.view(seat), game.legal(seat)
        action = bot("random", number(3)).choose(view, legal)
        game.play(action, seat)
        assert game.why_not(game.book.routes[0], seat) in (None, *kolej.game.actions.REASONS)
        assert choices(game, seat) is not None
        assert game.events_for(seat, number(2)) == game.events_for(int(seat), 2)
        assert game.events_since(number(5)) == game.events[5:]
    assert game.record_move(number(1)) == game.record().moves[1]
    return game


@pytest.mark.parametrize("kind", KINDS)
def test_numpy_numbers_give_the_same_game_and_serialise(kind: Any) -> None:
    mine, theirs = played(kind), played(int)
    assert mine.digest() == theirs.digest()
    assert json.loads(mine.record().to_json()) == json.loads(theirs.record().to_json())
    assert mine.save() == theirs.save()
    assert Game.restore(mine.save()).digest() == mine.digest()
    assert msgspec.json.encode(mine.view(kind(1)).plain()) == msgspec.json.encode(theirs.view(1).plain())
    assert [type(event.seat) for event in mine.events if hasattr(event, "seat")].count(kind) == 0


@pytest.mark.parametrize("name", [name if not needs_search(name) else "search@24r" for name in BOTS])
def test_a_bot_takes_a_numpy_seed(name: str) -> None:
    game = kolej.new("usa", 2, seed=1)
    chosen = bot(name, np.int32(5)).choose(game.view(0), game.legal(0))
    assert chosen == bot(name, 5).choose(game.view(0), game.legal(0))


def test_studies_take_numpy_numbers() -> None:
    batch = random_games("usa", np.int32(2), np.int64(3), np.uint8(4), threads=np.int16(1))
    assert (batch.totals == random_games("usa", 2, 3, 4, threads=1).totals).all()
    found = match("usa", ["random", "greedy", "local"], players=np.int32(2), seed=np.int64(5))
    assert msgspec.json.encode(found) == msgspec.json.encode(
        match("usa", ["random", "greedy", "local"], players=2, seed=5)
    )
    options = {"inland_links_pay": np.bool(True), "longest_path_bonus": np.int32(3)}
    assert kolej.new("poland", 2, options=options).record().to_json()  # type: ignore[arg-type]


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("kind", [np.int32, np.uint8, np.uint64])
def test_a_numpy_number_costs_no_compilation(kind: Any) -> None:
    played(int)
    random_games("usa", 2, 1, 1, threads=1)

    def compiled() -> dict[str, int]:
        rules = {name: rule for name, rule in vars(entry_points).items() if hasattr(rule, "overloads")}
        return {name: len(rule.overloads) for name, rule in rules.items()}

    before = compiled()
    played(kind)
    random_games("usa", kind(2), kind(1), kind(1), threads=1)
    assert compiled() == before
    assert before["new_game"] == 1


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_whole_number_is_refused_in_words(wrong: Any) -> None:
    game = kolej.new("usa", 2, seed=1)
    if wrong is not None:  # which stands for a seed that is drawn, and for whose turn it is
        with pytest.raises(TypeError, match="a seed is a whole number, not "):
            kolej.new("usa", 2, seed=wrong)
        for call in (game.view, game.legal, lambda seat: game.play("draw", seat), choices_of(game)):
            with pytest.raises(TypeError, match="a seat is a whole number, not "):
                call(wrong)
    with pytest.raises(TypeError, match="the number of seats is a whole number, not "):
        kolej.new("usa", wrong, seed=1)
    with pytest.raises(TypeError, match="a bot's seed is a whole number, not "):
        bot("random", wrong)
    with pytest.raises(TypeError, match="a bot's seed is a whole number, not "):
        Planner(wrong)


def choices_of(game: Game) -> Callable[[Any], Any]:
    return lambda seat: choices(game, seat)


def test_a_seat_that_is_not_there_is_refused_wherever_one_is_named() -> None:
    game = kolej.new("usa", 2, seed=1)
    for call in (game.view, game.legal, game.rows, game.events_for):
        for seat in (-1, 2, 7, np.int64(7)):
            with pytest.raises(ValueError, match=f"there is no seat {seat}; seats are 0 to 1"):
                call(seat)
    assert game.view(None).seat is None


@pytest.mark.parametrize(
    "thing",
    [3, np.int64(3), None, 1.5, [], b"draw", DrawOpen(3), Keep("a--b"), Keep((3,)), Station(2, "R")],  # type: ignore[arg-type]
)
def test_what_is_no_action_is_refused_in_words(thing: Any) -> None:
    game = kolej.new("usa", 2, seed=1)
    before = game.digest()
    with pytest.raises((InvalidAction, kolej.IllegalAction)) as caught:
        game.play(thing, 0)
    assert any(
        word in str(caught.value) for word in ("is no action", "are letters", "tuple of names", "first")
    )
    assert game.digest() == before


def test_numbers_just_within_and_just_outside_their_bounds() -> None:
    assert kolej.new("usa", 2, seed=0).source.seed == 0
    assert kolej.new("usa", 2, seed=np.uint64(2**63 - 1)).source.seed == 2**63 - 1
    with pytest.raises(ValueError, match=r"a seed is a number from 0 to 2\*\*63 - 1, not "):
        kolej.new("usa", 2, seed=np.uint64(2**63))
    assert bot("random", 2**64 - 1)
    with pytest.raises(ValueError, match="a bot's seed is a number from 0 to "):
        bot("random", 2**64)
    with pytest.raises(BoardError, match="the option"):
        kolej.new("usa", 2, options={"longest_path_bonus": np.int64(101)})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="at least 0, not -1"):
        random_games("usa", 2, -1)


def test_a_resampler_without_a_generator_of_python_s_is_refused_in_words() -> None:
    view = kolej.new("usa", 2, seed=1).view(0)
    for wrong in (7, None, np.random.default_rng(1)):
        with pytest.raises(TypeError, match=r"is a random\.Random, not "):
            kolej.resample(view, wrong)  # type: ignore[arg-type]
    assert kolej.resample(view, random.Random(1)).view(0) == view
