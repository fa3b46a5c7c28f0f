"""Corners that games seldom reach: luck that runs out, guesses with little to guess from, limits."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from position import at, book_of, guessed, own, play, record

from kolej.game.batch import random_games
from kolej.game.events import WonCard
from kolej.game.game import Game, new
from kolej.game.record import RecordError, Source
from kolej.game.replay import outcome
from kolej.game.rulebook import Rulebook
from kolej.rules import board as rules_board
from kolej.rules import entry_points, guesses, jit, luck, scoring, swaps
from kolej.rules.board import TIES
from kolej.rules.structs import Values


def test_c17_a_seat_that_nobody_has_cannot_start() -> None:
    book = book_of("grid")
    words = [*"RRRRBBBBPBOWG", *book.tickets[:6], "4"]
    with pytest.raises(RecordError):
        Game.from_outcomes(book, 2, [outcome(book, w) for w in words], Source(kind="outcomes"), ())
    words[-1] = "1"
    game = Game.from_outcomes(book, 2, [outcome(book, w) for w in words], Source(kind="outcomes"), ())
    assert game.view(None).starter == 1


def test_c18_luck_that_runs_out_is_a_fault() -> None:
    values = Values(luck.Luck)
    table = values[0]
    table.source[0] = luck.NUMBERS
    assert luck.below(record(values), 5) == 0
    assert table.fault[0] == 1
    table.source[0], table.outcomes[0], table.fault[0] = luck.OUTCOMES, 3, 0
    assert luck.outcome(record(values)) == -1, "what lies where nothing was handed in does not count"
    assert table.fault[0] == 1
    table.given[0], table.fault[0] = 1, 0
    assert luck.outcome(record(values)) == 3
    assert table.fault[0] == 0
    table.fault[0], table.noting[0], table.noted[0] = 0, 1, luck.ROOM
    luck.note(record(values), luck.NOTE_OPEN, 3)
    assert table.fault[0] == 1


def test_c18_a_replayed_game_has_no_luck_of_its_own_and_stays_as_it_is() -> None:
    game = new(book_of("grid"), 2, seed=4)
    from kolej.game.replay import replayed

    again = replayed(game.record(), game.book)
    for seat in range(2):
        with pytest.raises(RecordError):
            again.play(again.legal(seat)[0], seat)
    assert again.digest() == game.digest()


def test_c1_a_board_with_more_ways_to_act_than_there_is_room_for_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = book_of("grid").board
    monkeypatch.setattr(rules_board, "ACTIONS", 100)
    with pytest.raises(ValueError, match="there is room for 100"):
        Rulebook(board)


def test_c18_when_nothing_breaks_a_tie_the_place_is_shared() -> None:
    board = book_of("grid").board
    rules = msgspec.structs.replace(board.rules, ties=TIES)
    game = new(Rulebook(msgspec.structs.replace(board, rules=rules)), 2, seed=1)
    game.compiled.state[0].tickets[:] = 0
    assert game.score().winners == (0, 1)


def test_c18_batches_of_random_games_are_the_games_that_their_seeds_give() -> None:
    both = random_games(book_of("grid"), 2, 2, seed=6, threads=1)
    second = random_games(book_of("grid"), 2, 1, seed=7, threads=1)
    assert (both.totals[1] == second.totals[0]).all()
    assert (random_games(book_of("grid"), 2, 2, seed=6, threads=2).ranks == both.ranks).all()
    assert len({tuple(points) for points in both.totals.tolist()}) == 2
    assert both.decisions > second.decisions > 0
    with pytest.raises(ValueError, match="2 to 5 players"):
        random_games(book_of("grid"), 6, 1)


@pytest.mark.parametrize("board", ["euro", "north", "neighbours"])
def test_c18_scores_do_not_depend_on_what_a_used_sheet_holds(board: str) -> None:
    """Batches use a sheet again for the next game."""
    game = at(board, seats=2)
    for number, route in enumerate(game.book.board.routes):
        if number % 4 and route.kind != "border":
            own(game, number % 2, route.id)
    clean, used = Values(scoring.Sheet), Values(scoring.Sheet)
    used.buffer.view(np.uint8)[:] = 0x5A
    values, state = record(game.book.values), record(game.compiled.state)
    for sheet in (clean, used):
        scoring.final_scores(values, state, record(sheet))
    for name in ("total", "routes", "tickets", "stations", "done", "path", "path_bonus", "borrowed", "rank"):
        assert (clean.buffer[name][0][:2] == used.buffer[name][0][:2]).all(), name
    for player in range(2):
        lengths = [int(scoring.trace_path(values, state, record(sheet), player)) for sheet in (clean, used)]
        assert lengths[0] == lengths[1] > 0
        steps = int(clean[0].route_path[0])
        routes = [list(sheet[0].route_path[: steps + 1]) for sheet in (clean, used)]
        assert routes[0] == routes[1]


def test_e7_a_random_builder_may_pay_with_locomotives_only() -> None:
    game = at("euro", hands=["LLL"], stations={0: ["ada", "bor"]}, display="", deck="", ticket_deck=[])
    game.compiled.state[0].claimable[:] = 0
    rows = game.rows(0)
    handles = (game.book.handle, game.compiled.state.handle, game.compiled.luck.handle)
    assert {int(entry_points.sample(*handles)) for _ in range(400)} == set(rows)


def test_n3_there_is_no_swap_beyond_the_last() -> None:
    game = at("north", hands=["OKKK"])
    board, state = record(game.book.values), record(game.compiled.state)
    count = swaps.count_swaps(board, state, 0)
    assert count > 0
    assert swaps.nth_swap(board, state, 0, count) == -1


@pytest.mark.parametrize("place", [0, 1])
def test_p3_border_routes_far_down_in_the_board_file_win_cards_too(place: int) -> None:
    """Sets of routes are two words of 64; Poland's border routes lie in the second."""
    book = book_of("poland")
    borders = [r for r, route in enumerate(book.board.routes) if route.kind == "border" and r >= 64]
    assert borders
    last = borders[place]
    facts = book.board.routes[last]
    game = at("poland", hands=["LLLLLL"])
    first = next(
        r
        for r, route in enumerate(book.board.routes)
        if route.kind == "border" and route.b != facts.b and route.a != facts.a
    )
    for name in _way(book, book.board.routes[first].a, facts.a):
        own(game, 0, name)
    own(game, 0, book.routes[first])
    game.compiled.state[0].trains[0] = 9
    events = play(game, f"claim {facts.id} {'L' * facts.length}")
    assert {event.country for event in events if isinstance(event, WonCard)} == {
        facts.b,
        book.board.routes[first].b,
    }


def _way(book: Rulebook, start: str, goal: str) -> list[str]:
    """Some inland way between two cities."""
    ways: dict[str, list[str]] = {start: []}
    todo = [start]
    while goal not in ways:
        here = todo.pop(0)
        for route in book.board.routes:
            if route.kind != "border" and here in (route.a, route.b):
                there = route.b if here == route.a else route.a
                if there not in ways:
                    ways[there] = [*ways[here], route.id]
                    todo.append(there)
    return ways[goal]


def same_to(game: Game, seat: int) -> None:
    for seed in range(10):
        other = guessed(game, seat, seed)
        assert other.view(seat).sight.bytes.tobytes() == game.view(seat).sight.bytes.tobytes()


def test_c19_a_guess_of_what_another_gave_back_may_be_what_the_seat_gave_before() -> None:
    """All tickets are the seat's but two that it gave back, and of these the other kept one."""
    rest = [name for name in book_of("grid").tickets if name not in ("a1--c3", "a3--c1", "a1--b3")]
    game = at("grid", tickets={0: rest}, ticket_deck=["a1--c3", "a3--c1", "a1--b3"])
    play(game, "tickets", luck=["a1--c3", "a3--c1", "a1--b3"])
    play(game, "keep a1--b3")
    play(game, "tickets", luck=["a1--c3", "a3--c1"])
    play(game, "keep a3--c1")
    same_to(game, 0)
    same_to(game, 1)


def test_c19_a_guess_makes_do_with_the_tickets_there_are() -> None:
    """Positions that no game leads to still give a state: another seat with long tickets only."""
    book = book_of("euro")
    ordinary = [name for name, t in zip(book.tickets, book.board.tickets, strict=True) if not t.long]
    long = [name for name, t in zip(book.tickets, book.board.tickets, strict=True) if t.long]
    same_to(at("euro", tickets={0: ordinary, 1: long[:2]}, ticket_deck=[]), 0)
    offered = at("euro", tickets={0: ordinary}, ticket_deck=[long[0]], to_move=1)
    play(offered, "tickets", luck=[long[0]])
    same_to(offered, 0)


def test_c19_nothing_is_picked_of_nothing() -> None:
    values = Values(luck.Luck)
    entry_points.seed(values.handle, np.uint64(1))
    assert guesses.pick(np.uint64(0), record(values)) == 0


def test_c18_compiled_rules_are_kept_in_a_folder_of_their_own() -> None:
    folder = jit.cache_folder()
    assert folder.parent.name == "rules"
    assert folder == jit.cache_folder()
