"""Games and views can be copied, pickled and sent to other processes, and go on there just the same."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

import pytest

import kolej
from kolej.bots import bot
from kolej.game.actions import Action
from kolej.game.game import Game
from kolej.game.rulebook import rulebook
from kolej.game.view import View

BOARDS = ["europe", "nordic", "poland", "usa"]


def begun(board: str, moves: int = 15, fair: bool = False) -> Game:
    game = kolej.new_fair(board, 2, secret=b"s" * 32) if fair else kolej.new(board, 2, seed=4)
    return go_on(game, moves)


def go_on(game: Game, moves: int) -> Game:
    for _ in range(moves):
        if not game.over:
            seat = game.awaited[0]
            game.play(bot("random", 1).choose(game.view(seat), game.legal(seat)), seat)
    return game


def pickled(thing: Game) -> Game:
    found: Game = pickle.loads(pickle.dumps(thing))
    return found


WAYS: dict[str, Callable[[Game], Game]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "Game.copy": Game.copy,
    "pickle": pickled,
}


@pytest.mark.parametrize("fair", [False, True], ids=["seeded", "fair"])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("board", BOARDS)
def test_a_copy_is_a_game_of_its_own_and_goes_on_the_same(board: str, way: str, fair: bool) -> None:
    game = begun(board, fair=fair)
    before, events = game.digest(), game.events
    other = WAYS[way](game)
    assert (other.digest(), other.events, other.record()) == (before, events, game.record())
    go_on(other, 200)
    assert (game.digest(), game.events) == (before, events), "the first game is untouched"
    go_on(game, 200)
    assert (other.digest(), other.record()) == (game.digest(), game.record())


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_is_the_same_when_it_is_copied_or_pickled(seat: int | None) -> None:
    game = begun("poland")
    view = game.view(seat)
    told = view.plain()
    for other in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
        assert other == view
        assert other.plain() == told
    go_on(game, 3)
    assert view.plain() == told
    assert game.view(seat) != view
    assert begun("poland", fair=True).view(seat) != view


def test_views_of_other_boards_seats_and_options_differ() -> None:
    view = kolej.new("poland", 2, seed=1).view(0)
    assert view == kolej.new("poland", 2, seed=1).view(0)
    assert view != kolej.new("poland", 2, seed=1).view(1)
    assert view != kolej.new("poland", 2, seed=1, options={"longest_path_bonus": 9}).view(0)
    assert view != 3


def test_a_rulebook_is_never_copied_and_received_once() -> None:
    book = rulebook("nordic", {"swaps_fill_colour": False})
    assert copy.copy(book) is book
    assert copy.deepcopy(book) is book
    assert pickle.loads(pickle.dumps(book)) is book
    games = pickle.loads(pickle.dumps([kolej.new(book, 2, seed=seed) for seed in range(3)]))
    assert {id(game.book) for game in games} == {id(book)}


def far_away(game: Game, view: View) -> tuple[Action, Game, View]:
    """What another process does: choose, play on, look."""
    seat = game.awaited[0]
    action = bot("local", 1).choose(view, game.legal(seat))
    go_on(game, 30)
    return action, game, game.view(0)


def test_another_process_plays_on_and_sends_back_the_same_game() -> None:
    game = begun("usa")
    seat = game.awaited[0]
    expected = far_away(game.copy(), game.view(seat))
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        action, other, view = pool.submit(far_away, game, game.view(seat)).result(timeout=300)
    assert action == expected[0]
    assert other.digest() == expected[1].digest()
    assert other.record() == expected[1].record()
    assert view == expected[2]
    assert other.book is game.book
    go_on(other, 5)
