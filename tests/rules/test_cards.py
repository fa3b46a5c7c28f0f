"""Turns, drawing cards, the display and the deck (C1-C6)."""

from __future__ import annotations

import pytest
from position import at, cards_in_play, discards, display, hand, legal, play, play_locomotives, refused, texts

from kolej.game.events import Replaced, Reshuffled


def test_c1_a_turn_is_one_action() -> None:
    for action in ("claim ada--cis RR", "station ada R"):
        game = at("euro", hands=["RRR"])
        play(game, action)
        assert game.awaited == (1,)
    game = at("euro", hands=["RRR"])
    play(game, "tickets")
    play(game, game.legal()[0])
    assert game.awaited == (1,)
    refused(game, "claim ada--bor BBB", "not-your-turn", seat=0)


def test_c1_who_has_drawn_a_card_cannot_claim_build_or_take_tickets() -> None:
    game = at("euro", hands=["RRR"])
    play(game, "draw")
    for action in ("claim ada--cis RR", "station ada R", "tickets"):
        refused(game, action, "second-card")


def test_c2_drawing_takes_two_cards_from_display_or_deck() -> None:
    game = at("euro", display="PBOWG")
    play(game, "draw B", luck="R")
    assert game.awaited == (0,)
    play(game, "draw", luck="K")
    assert hand(game, 0) == "BK"
    assert game.awaited == (1,)


def test_c2_a_taken_card_is_replaced_before_the_second_is_chosen() -> None:
    game = at("euro", display="PBOWG")
    play(game, "draw B", luck="R")
    assert display(game) == "POWGR"
    play(game, "draw R", luck="Y")
    assert hand(game, 0) == "BR"


def test_c2_the_second_card_is_not_optional() -> None:
    game = at("euro", display="PBOWG")
    play(game, "draw")
    assert legal(game) == {"draw", "draw P", "draw B", "draw O", "draw W", "draw G"}


def test_c2_a_card_that_does_not_lie_face_up_cannot_be_taken() -> None:
    refused(at("euro", display="PBOWG"), "draw R", "not-face-up")


def test_c3_a_face_up_locomotive_is_the_whole_draw() -> None:
    game = at("euro", display="PBOWL")
    play(game, "draw L", luck="R")
    assert game.awaited == (1,)
    assert hand(game, 0) == "L"


def test_c3_a_face_up_locomotive_can_never_be_the_second_card() -> None:
    game = at("euro", display="PBOWL")
    play(game, "draw")
    assert "draw L" not in legal(game)
    refused(game, "draw L", "second-locomotive")


def test_c3_not_even_a_locomotive_just_turned_up_can_be_the_second_card() -> None:
    game = at("euro", display="PBOWG")
    play(game, "draw P", luck="L")
    assert display(game) == "BOWGL"
    refused(game, "draw L", "second-locomotive")


def test_c3_a_locomotive_drawn_blind_is_an_ordinary_card() -> None:
    game = at("euro")
    play(game, "draw", luck="L")
    play(game, "draw", luck="L")
    assert hand(game, 0) == "LL"


def test_c4_the_third_face_up_locomotive_replaces_the_display() -> None:
    game = at("euro", display="RBBLL")
    events = play(game, "draw R", luck="L" + "KKWWY")
    assert texts(events) == [
        "seat 0 takes R from the display",
        "L turned up",
        "too many locomotives: the display is replaced",
        "KKWWY turned up",
    ]
    assert display(game) == "WWYKK"
    assert discards(game) == "BBLLL"
    assert "draw K" in legal(game)


def test_c4_a_display_can_be_replaced_again_and_again() -> None:
    game = at("euro", display="RBBLL")
    events = play(game, "draw R", luck="L" + "LLLBB" + "KKWWY")
    assert sum(isinstance(event, Replaced) for event in events) == 2
    assert display(game) == "WWYKK"


def test_c4_the_first_display_is_replaced_too() -> None:
    from kolej.game.game import Game
    from kolej.game.record import Source
    from kolej.game.replay import outcome

    drawn = at("grid")
    words = [*"RRRR", *"BBBB", *"LLLWW", *"WKLLG", *drawn.book.tickets[:6], "1"]
    deal = [outcome(drawn.book, word) for word in words]
    game = Game.from_outcomes(drawn.book, 2, deal, Source(kind="outcomes"), ())
    assert display(game) == "WGKLL"
    assert discards(game) == "WWLLL"


def test_c4_two_locomotives_do_not_replace_the_display() -> None:
    game = at("euro", display="RBBKL")
    play(game, "draw R", luck="L")
    assert display(game) == "BBKLL"


def test_c4_the_display_stays_when_fewer_than_three_other_cards_are_to_be_had() -> None:
    game = at("euro", display="RBLLK", deck="LLLL")
    play(game, "draw R", luck="L")
    assert display(game) == "BKLLL"
    assert discards(game) == ""


def test_c4_the_display_is_not_replaced_more_than_ten_times_in_a_row() -> None:
    game = at("euro", display="RBLLK", deck="L" * 12 + "P")
    events = play_locomotives(game, "draw R")
    assert sum(isinstance(event, Replaced) for event in events) == 10
    assert display(game).count("L") >= 3
    assert legal(game) >= {"draw"}, "the turn goes on"


def test_c4_a_display_that_stays_is_replaced_after_a_card_is_next_taken_from_it() -> None:
    game = at("euro", hands=["GG"], display="RBLLK", deck="LLL")
    play(game, "draw R", luck="L")
    assert display(game) == "BKLLL"
    play(game, "draw", luck="L")
    play(game, "claim ada--cis WW", seat=1)
    assert display(game) == "BKLLL", "discards alone do not replace it"
    play(game, "draw B", luck="L" + "WWKLL")
    assert display(game) == "WWKLL"


def test_c5_when_the_last_card_leaves_the_deck_the_discards_become_the_deck() -> None:
    game = at("euro", deck="R", discards="KKK")
    events = play(game, "draw", luck="R")
    assert any(isinstance(event, Reshuffled) and event.size == 3 for event in events)
    assert game.view(0).deck == 3
    assert discards(game) == ""


def test_c5_without_discards_the_next_ones_become_the_deck() -> None:
    game = at("euro", hands=["RR", ""], deck="K")
    play(game, "draw", luck="K")
    play(game, "draw P", luck="")
    assert game.view(0).deck == 0
    play(game, "station ada G", luck="G")
    assert game.view(0).deck == 0
    assert display(game) == "BOWGG", "the one card of the station fills the display"


def test_c5_with_neither_deck_nor_discards_nobody_draws_blind_but_face_up_cards_may_be_taken() -> None:
    game = at("euro", deck="")
    refused(game, "draw", "deck-empty")
    play(game, "draw P", luck="")
    refused(game, "draw", "deck-empty")
    play(game, "draw B", luck="")
    assert display(game) == "OWG"
    assert game.awaited == (1,)


def test_c5_the_turn_ends_after_one_card_if_no_second_may_be_taken() -> None:
    game = at("euro", display="RLL", deck="")
    play(game, "draw R", luck="")
    assert game.awaited == (1,), "the locomotives may not be second cards"
    game = at("euro", display="R", deck="")
    play(game, "draw R", luck="")
    assert game.awaited == (1,)


@pytest.mark.parametrize(
    ("board", "action", "paid"),
    [
        ("euro", "claim ada--cis RR", "RR"),
        ("euro", "station ada R", "R"),
        ("north", "claim bre--cor-1 RR", "RR"),
        ("north", "claim eir--gry +RRR", "RR"),
    ],
)
def test_c6_a_display_with_gaps_is_filled_by_what_was_paid(board: str, action: str, paid: str) -> None:
    game = at(board, hands=["RRR"], display="PBW", deck="")
    play(game, action, luck=paid)
    assert display(game) == "PBW" + paid
    assert len(cards_in_play(game)) == 110


def test_c6_a_won_tunnel_fills_the_display_and_a_tunnel_given_up_too() -> None:
    for decision, cards in (("pay R", "RRRRKK"), ("give up", "RKK")):
        game = at("euro", hands=["RRR"], display="PB", deck="RKK")
        play(game, "claim bor--cis RR", luck="RKK")
        assert display(game) == "PB", "the tunnel is not decided yet"
        play(game, decision, luck="KKR")
        assert display(game) == "PBKKR"
        assert game.view(0).deck == len(cards) - 3


def test_c6_what_was_paid_is_in_the_new_deck_before_the_display_is_replaced() -> None:
    game = at("euro", hands=["GG"], display="LLPB", deck="")
    events = play(game, "claim ada--cis GG", luck="G")
    assert [type(event).__name__ for event in events] == ["Claimed", "Reshuffled", "TurnedUp"]
    game = at("euro", hands=["GL"], display="LLPB", deck="")
    events = play(game, "claim ada--cis GL", luck="L" + "G" + "PBLL")
    names = [type(event).__name__ for event in events]
    assert names == ["Claimed", "Reshuffled", "TurnedUp", "Replaced", *["TurnedUp", "Reshuffled"], "TurnedUp"]
    assert display(game) == "PBGLL"


def test_c19_the_discards_are_open_and_paid_cards_are_among_them() -> None:
    game = at("euro", hands=["GGL"])
    play(game, "claim ada--cis GL")
    assert game.view(1).discards == {"G": 1, "L": 1}
    assert game.view(None).discards == {"G": 1, "L": 1}
