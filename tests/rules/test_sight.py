"""What is open, to whom (C19), and what a seat may take for true."""

from __future__ import annotations

import pytest
from position import at, cards_in_play, guessed, own, play

from kolej.game.view import View
from kolej.rules import entry_points


def test_c19_what_lies_on_the_table_is_open_to_all() -> None:
    game = at(
        "euro",
        seats=3,
        hands=["RRL", "GG", "K"],
        display="PBOWG",
        discards="YYL",
        owned={1: ["ada--bor"]},
        stations={2: ["hal"]},
        tickets={0: ["ada--dol"], 2: ["ada--fen", "bor--gil"]},
    )
    for seat in (0, 1, 2, None):
        view = game.view(seat)
        assert view.display == {"P": 1, "B": 1, "O": 1, "W": 1, "G": 1}
        assert view.discards == {"Y": 2, "L": 1}
        assert view.deck == 110 - 6 - 5 - 3
        assert [s.cards for s in view.seats] == [3, 2, 1]
        assert [s.tickets for s in view.seats] == [1, 0, 2]
        assert [s.routes for s in view.seats] == [(), ("ada--bor",), ()]
        assert [s.score for s in view.seats] == [0, 4, 0]
        assert [s.trains for s in view.seats] == [20, 17, 20]
        assert [s.station_cities for s in view.seats] == [(), (), ("hal",)]
        assert (view.awaited, view.phase) == ((0,), "turn")
        assert view.ticket_deck == 18 - 3


def test_c19_cards_and_tickets_are_the_seats_alone() -> None:
    game = at("euro", hands=["RRL", "GG"], tickets={0: ["ada--dol"], 1: ["bor--gil"]})
    assert (game.view(0).hand, game.view(0).tickets) == ({"R": 2, "L": 1}, ("ada--dol",))
    assert (game.view(1).hand, game.view(1).tickets) == ({"G": 2}, ("bor--gil",))
    spectator = game.view(None)
    assert (spectator.hand, spectator.tickets, spectator.offered) == ({}, (), ())


@pytest.mark.parametrize("seat", [1, None])
def test_c19_what_a_seat_cannot_see_does_not_change_its_view(seat: int | None) -> None:
    one = at("euro", hands=["RRLK", "GG"], tickets={0: ["ada--dol"]})
    two = at("euro", hands=["PPBB", "GG"], tickets={0: ["bor--gil"]})
    assert one.view(seat).sight.bytes.tobytes() == two.view(seat).sight.bytes.tobytes()
    assert one.view(seat).plain() == two.view(seat).plain()


def test_c19_a_blind_card_is_seen_by_the_seat_alone_and_an_open_one_by_all() -> None:
    game = at("euro", display="PBOWG")
    play(game, "draw", luck="R")
    play(game, "draw P", luck="K")
    assert [str(event) for event in game.events_for(1)] == [
        "seat 0 draws from the deck",
        "seat 0 takes P from the display",
        "K turned up",
    ]
    assert str(game.events_for(0)[0]) == "seat 0 draws from the deck and gets R"
    assert [event.number for event in game.events_for(1)] == [0, 1, 2]
    assert game.events_for(1, since=2) == game.events_for(0, since=2)


def test_c19_what_was_taken_face_up_must_be_in_the_hand_less_what_was_spent() -> None:
    game = at("euro", hands=["B", "KK"], display="BBOWG")
    play(game, "draw B", luck="P")
    play(game, "draw B", luck="P")
    assert game.view(1).seats[0].known == {"B": 2}
    play(game, "claim fen--gil-1 KK")
    assert game.view(0).seats[1].known == {}, "never below 0"
    play(game, "claim ada--cis BB")
    assert game.view(1).seats[0].known == {}


def test_c19_a_guess_keeps_all_that_the_seat_sees_and_every_card() -> None:
    game = at("euro", seats=3, hands=["RRRL", "GGG", "KKW"], tickets={0: ["ada--dol"], 1: ["bor--gil"]})
    play(game, "claim bor--cis RR", luck="RKW")
    for seat in range(3):
        other = guessed(game, seat, seed=seat)
        assert other.view(seat).sight.bytes.tobytes() == game.view(seat).sight.bytes.tobytes()
        assert len(cards_in_play(other)) == 110
        assert other.rows(seat) == game.rows(seat)


def test_c19_a_guess_differs_where_the_seat_cannot_see() -> None:
    game = at("euro", hands=["RRRL", "GGGKKKWWW"], tickets={0: ["ada--dol"], 1: ["bor--gil"]})
    digests = {guessed(game, 0, seed).digest() for seed in range(20)}
    assert len(digests) > 15


def test_c19_a_seat_knows_where_the_tickets_are_that_it_gave_back() -> None:
    game = at("euro")
    play(game, "tickets", luck=["ada--dol", "ada--fen", "bor--gil"])
    play(game, "keep ada--dol")
    back = sum(1 << game.book.ticket(name) for name in ("ada--fen", "bor--gil"))
    for seed in range(10):
        assert int(guessed(game, 0, seed).compiled.state[0].under[0]) == back
    others = {int(guessed(game, 1, seed).compiled.state[0].under[0]) for seed in range(10)}
    assert len(others) > 1


def test_c19_views_of_the_swapped_cards_are_the_payers_alone() -> None:
    game = at("north", hands=["OOKWY"])
    row = next(r for r in game.rows(0) if game.book.codec.facts[r][0] == 9)
    before = [game.view(seat).sight.bytes.tobytes() for seat in (1, None)]
    entry_points.step(game.book.handle, game.compiled.state.handle, game.compiled.luck.handle, row)
    assert game.view(0).phase == "pay-swap"
    assert game.view(1).phase == "turn"
    assert [game.view(seat).sight.bytes.tobytes() for seat in (1, None)] == before
    assert guessed(game, 0).view(0).phase == "pay-swap"
    assert guessed(game, 1).view(1).phase == "turn"


def test_c19_a_view_is_of_a_seat_or_of_a_spectator() -> None:
    game = at("euro")
    assert [game.view(seat).seat for seat in (0, 1, None)] == [0, 1, None]
    assert repr(game.view(None)) == "<view of a spectator on euro: turn, awaited (0,)>"
    with pytest.raises(ValueError, match="no seat 5"):
        game.view(5)
    assert isinstance(View.of(game.book, game.compiled.state, 0), View)


def test_c19_a_closed_track_is_told_as_closed() -> None:
    game = at("euro")
    own(game, 1, "elk--fen-2")
    assert game.view(0).closed == ("elk--fen-1",)
