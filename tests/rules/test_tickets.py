"""Later tickets, and the deck they come from (C11, C13)."""

from __future__ import annotations

from position import at, legal, play, refused

from kolej.game.actions import Keep
from kolej.game.game import Game


def held(game: Game, seat: int) -> set[str]:
    return set(game.view(seat).tickets)


def draw_and_keep(game: Game, offered: list[str], kept: list[str]) -> None:
    play(game, "tickets", luck=offered)
    play(game, Keep(tuple(kept)))


def test_c11_three_tickets_are_offered_and_at_least_one_is_kept() -> None:
    game = at("euro")
    play(game, "tickets", luck=["ada--dol", "ada--fen", "bor--gil"])
    assert game.view(0).offered == ("ada--dol", "ada--fen", "bor--gil")
    assert len(legal(game)) == 7
    refused(game, "keep", "too-few-kept")
    refused(game, "draw", "choose-tickets")
    refused(game, "keep bor--elk", "not-offered")
    play(game, "keep ada--fen")
    assert held(game, 0) == {"ada--fen"}
    assert game.awaited == (1,)


def test_c11_nothing_of_the_offer_is_left_behind() -> None:
    """Otherwise two equal positions would differ by what was offered before."""
    game = at("euro")
    draw_and_keep(game, ["ada--dol", "ada--fen", "bor--gil"], ["ada--fen"])
    assert not game.compiled.state[0].offered.any()
    assert game.view(0).offered == ()


def test_c11_all_three_may_be_kept() -> None:
    game = at("euro")
    draw_and_keep(game, ["ada--dol", "ada--fen", "bor--gil"], ["ada--dol", "ada--fen", "bor--gil"])
    assert held(game, 0) == {"ada--dol", "ada--fen", "bor--gil"}


def test_c11_what_is_left_is_offered() -> None:
    game = at("euro", ticket_deck=["ada--dol", "ada--fen"])
    play(game, "tickets", luck=["ada--dol", "ada--fen"])
    assert legal(game) == {"keep ada--dol", "keep ada--fen", "keep ada--dol ada--fen"}


def test_c11_with_none_left_no_tickets_can_be_drawn() -> None:
    game = at("euro", ticket_deck=[])
    refused(game, "tickets", "no-tickets-left")
    assert "tickets" not in legal(game)


def test_c11_kept_tickets_stay_and_there_is_no_limit() -> None:
    ordinary = [t for t, ticket in zip(at("euro").book.tickets, at("euro").board.tickets, strict=True)]
    game = at("euro", tickets={0: ordinary[5:20]})
    draw_and_keep(game, ordinary[20:23], ordinary[20:23])
    assert len(held(game, 0)) == 18
    assert game.view(1).seats[0].tickets == 18
    assert game.view(1).tickets == ()


def test_c11_tickets_given_back_go_under_the_deck_in_blocks_in_the_order_they_came() -> None:
    game = at("euro", ticket_deck=["ada--dol", "ada--fen", "bor--gil", "bor--elk", "cis--fen", "cis--gil"])
    draw_and_keep(game, ["ada--dol", "ada--fen", "bor--gil"], ["ada--dol"])
    draw_and_keep(game, ["bor--elk", "cis--fen", "cis--gil"], ["bor--elk"])
    assert game.view(0).ticket_deck == 4
    before = game.copy()
    draw_and_keep(game, ["bor--gil", "ada--fen", "cis--gil"], ["cis--gil"])
    assert game.view(0).ticket_deck == 3
    for wrong in (["cis--fen", "ada--fen", "bor--gil"], ["ada--fen", "cis--fen", "bor--gil"]):
        _cannot_be_drawn(before.copy(), wrong)


def _cannot_be_drawn(game: Game, tickets: list[str]) -> None:
    import pytest

    from kolej.game.record import RecordError

    with pytest.raises(RecordError):
        play(game, "tickets", luck=tickets)


def test_c11_the_order_within_a_block_is_luck() -> None:
    seen = set()
    for order in (["ada--fen", "bor--gil"], ["bor--gil", "ada--fen"]):
        game = at("euro", ticket_deck=["ada--dol", "ada--fen", "bor--gil"])
        draw_and_keep(game, ["ada--dol", "ada--fen", "bor--gil"], ["ada--dol"])
        play(game, "tickets", luck=order)
        seen.add(game.view(1).offered)
    assert len(seen) == 2


def test_c11_fresh_tickets_come_before_those_given_back() -> None:
    game = at("euro", ticket_deck=["ada--dol", "ada--fen", "bor--gil", "bor--elk"])
    draw_and_keep(game, ["ada--dol", "ada--fen", "bor--gil"], ["ada--dol"])
    _cannot_be_drawn(game.copy(), ["ada--fen", "bor--elk", "bor--gil"])
    play(game, "tickets", luck=["bor--elk", "bor--gil", "ada--fen"])


def test_c11_a_ticket_given_back_twice_lies_in_its_later_block() -> None:
    deck = ["ada--dol", "ada--fen", "bor--gil", "bor--elk", "cis--fen", "cis--gil"]
    game = at("euro", ticket_deck=deck)
    draw_and_keep(game, deck[:3], ["ada--dol"])
    draw_and_keep(game, deck[3:], ["bor--elk"])
    draw_and_keep(game, ["ada--fen", "bor--gil", "cis--fen"], ["bor--gil"])
    assert set(game.view(0).given_back) == {"ada--fen", "cis--fen"}
    _cannot_be_drawn(game.copy(), ["ada--fen", "cis--gil", "cis--fen"])
    play(game, "tickets", luck=["cis--gil", "cis--fen", "ada--fen"])
    assert set(game.view(1).given_back) == set(), "the seat has drawn what it gave back"


def test_c11_where_unkept_tickets_leave_the_game_they_do_not_come_back() -> None:
    game = at("north", ticket_deck=["ala--dal", "ala--eir", "ala--gry"])
    draw_and_keep(game, ["ala--dal", "ala--eir", "ala--gry"], ["ala--dal"])
    assert game.view(0).ticket_deck == 0
    refused(game, "tickets", "no-tickets-left")
    assert set(game.view(0).given_back) == {"ala--eir", "ala--gry"}


def test_c11_how_many_were_kept_is_told_but_not_which() -> None:
    game = at("euro")
    play(game, "tickets", luck=["ada--dol", "ada--fen", "bor--gil"])
    play(game, "keep ada--fen bor--gil")
    mine, others = game.events_for(0), game.events_for(1)
    assert str(mine[-1]) == "seat 0 keeps ada--fen, bor--gil; 1 given back"
    assert str(others[-1]) == "seat 0 keeps 2 of the tickets; 1 given back"
    assert "ada" not in "".join(map(str, others)) + "".join(map(str, game.events_for(None)))


def test_c13_a_ticket_adds_its_value_if_own_trains_join_its_cities_and_else_takes_it_away() -> None:
    game = at(
        "euro",
        owned={0: ["ada--cis", "cis--dol"], 1: ["ada--bor"]},
        tickets={0: ["ada--dol", "bor--gil"], 1: []},
    )
    items = {item.what: (item.why, item.points) for item in game.score().seats[0].items}
    assert items["ada--dol"] == ("ticket", 5)
    assert items["bor--gil"] == ("missed-ticket", -9)


def test_c13_another_players_trains_do_not_join_without_a_station() -> None:
    game = at("euro", owned={0: ["ada--cis"], 1: ["cis--dol"]}, tickets={0: ["ada--dol"]})
    assert game.score().seats[0].tickets_done == 0


def test_c11_a_ticket_cannot_be_named_twice() -> None:
    import pytest

    from kolej.game.actions import InvalidAction

    game = at("euro")
    play(game, "tickets", luck=["ada--dol", "ada--fen", "bor--gil"])
    with pytest.raises(InvalidAction):
        play(game, "keep ada--dol ada--dol")
