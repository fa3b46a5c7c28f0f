"""The deal and the first tickets (C16, C17, E1)."""

from __future__ import annotations

from itertools import permutations

import pytest
from position import OWN, SHIPPED, book_of, player_counts, refused

from kolej.game.actions import Keep
from kolej.game.events import AllChose, Chose, Started
from kolej.game.game import Game, new


def first(board: str, seats: int = 3, seed: int = 5) -> Game:
    return new(book_of(board), seats, seed=seed)


@pytest.mark.parametrize("board", [*OWN, *SHIPPED])
def test_c16_any_order_of_choosing_first_tickets_gives_the_same_game(board: str) -> None:
    for seats in player_counts(board):
        start = first(board, seats)
        choice = {seat: start.legal(seat)[seat % 4] for seat in range(seats)}
        digests = set()
        for order in permutations(range(seats)):
            game = start.copy()
            for seat in order:
                game.play(choice[seat], seat)
            game.play("draw")
            digests.add(game.digest())
        assert len(digests) == 1


def test_c16_all_choose_at_the_same_time() -> None:
    game = first("euro")
    assert list(game.awaited) == [0, 1, 2]
    game.play(game.legal(1)[0], 1)
    assert list(game.awaited) == [0, 2]
    refused(game, str(Keep(game.view(2).offered)), "not-offered", seat=0)
    refused(game, "draw", "choose-first-tickets", seat=0)
    refused(game, "draw", "already-chosen", seat=1)
    assert game.why_not("ada--bor", 0) == "choose-first-tickets"


def test_c16_nobody_sees_what_or_how_many_another_keeps_until_all_have_chosen() -> None:
    few, many = first("euro"), first("euro")
    offered = few.view(0).offered
    few.play(Keep(offered[:2]), 0)
    many.play(Keep(offered), 0)
    for seat in (1, 2, None):
        assert few.view(seat).plain() == many.view(seat).plain()
        assert few.view(seat).sight.bytes.tobytes() == many.view(seat).sight.bytes.tobytes()
        assert few.events_for(seat) == many.events_for(seat)
    for game in (few, many):
        game.play(game.legal(2)[0], 2)
        game.play(game.legal(1)[0], 1)
    assert [few.view(1).seats[0].tickets, many.view(1).seats[0].tickets] == [2, 4]
    told = [event for event in few.events_for(1) if isinstance(event, AllChose)]
    assert told[0].kept[0] == 2


def test_c16_a_spectator_and_other_seats_get_the_number_of_a_choice_but_not_its_tickets() -> None:
    game = first("euro")
    game.play(game.legal(0)[0], 0)
    chosen = [event for event in game.events_for(1) if isinstance(event, Chose)]
    mine = [event for event in game.events_for(0) if isinstance(event, Chose)]
    assert chosen[0].number == mine[0].number
    assert chosen[0].tickets is None
    assert mine[0].tickets is not None


def test_c17_the_starting_player_is_drawn_and_known_before_first_tickets_are_chosen() -> None:
    starters = set()
    for seed in range(40):
        game = first("euro", 4, seed)
        told = game.events_for(None)[0]
        assert isinstance(told, Started)
        assert told.starter == game.view(2).starter
        starters.add(told.starter)
    assert starters == {0, 1, 2, 3}


def test_c17_play_goes_round_in_seat_order_from_the_starting_player() -> None:
    game = first("euro", 3)
    for seat in (2, 0, 1):
        game.play(game.legal(seat)[0], seat)
    starter = game.view(None).starter
    for turn in range(7):
        assert game.awaited == ((starter + turn) % 3,)
        game.play("draw")
        game.play("draw")


def test_e1_each_is_dealt_one_long_ticket_and_three_others() -> None:
    game = first("europe", 5)
    for seat in range(5):
        offered = [game.board.tickets[game.book.ticket(name)] for name in game.view(seat).offered]
        assert [ticket.long for ticket in offered] == [True, False, False, False]


def test_e1_long_tickets_not_dealt_leave_the_game_unseen() -> None:
    game = first("europe", 2)
    long = sum(ticket.long for ticket in game.board.tickets)
    ordinary = len(game.board.tickets) - long
    assert game.view(0).ticket_deck == ordinary - 6
    assert int(game.compiled.state[0].gone[0]).bit_count() == long - 2


def test_e1_any_of_the_four_may_be_given_up_the_long_one_too_but_two_are_kept() -> None:
    game = first("europe", 2)
    offered = game.view(0).offered
    assert len(game.legal(0)) == 6 + 4 + 1
    refused(game, str(Keep(offered[:1])), "too-few-kept", seat=0)
    game.play(Keep(offered[1:3]), 0)
    assert set(game.view(0).tickets) == set(offered[1:3])
    assert set(game.view(0).given_back) == {offered[0], offered[3]}


@pytest.mark.parametrize(("board", "under"), [("europe", 0), ("nordic", 0), ("poland", 4), ("usa", 2)])
def test_c11_unkept_first_tickets_leave_the_game_or_go_under_the_deck_as_one_block(
    board: str, under: int
) -> None:
    game = first(board, 2)
    before = game.view(0).ticket_deck
    for seat in (1, 0):
        game.play(Keep(game.view(seat).offered[:2]), seat)
    assert game.view(0).ticket_deck == before + under
    sizes = [int(size) for size in game.view(None).sight[0].block_size if size]
    assert sizes == ([under] if under else [])


@pytest.mark.parametrize(
    ("board", "offered", "keep"), [("europe", 4, 2), ("nordic", 5, 2), ("poland", 4, 2), ("usa", 3, 2)]
)
def test_e1_the_first_deal_of_every_board(board: str, offered: int, keep: int) -> None:
    game = first(board, 2)
    for seat in range(2):
        assert len(game.view(seat).offered) == offered
        assert sum(game.view(seat).hand.values()) == 4
        assert min(len(str(action).split()) - 1 for action in game.legal(seat)) == keep
    assert sum(game.view(None).display.values()) == 5
