"""Tunnels (E3-E6, N5)."""

from __future__ import annotations

from collections import Counter

import pytest
from position import at, cards_in_play, claims, discards, hand, legal, play, record, refused, texts

from kolej.game.actions import ORDER
from kolej.game.events import Tried
from kolej.rules import tunnels


@pytest.mark.parametrize(
    ("cards", "turned", "due", "pay"),
    [
        ("RR", "RKW", 1, "pay R"),
        ("GG", "LKW", 1, "pay G"),
        ("LL", "LKW", 1, "pay L"),
    ],
)
def test_e3_the_three_worked_examples_of_tunnels(cards: str, turned: str, due: int, pay: str) -> None:
    """Two red and a red turned up: one red more. A locomotive turned up: one more. Locomotives: one more."""
    game = at("europe", hands=[cards + pay[-1]])
    events = play(game, f"claim angora--constantinople {cards}", luck=turned)
    assert isinstance(events[0], Tried)
    assert events[0].extra == due
    assert legal(game) == {pay, "give up"}
    play(game, pay)
    assert game.view(0).seats[0].routes == ("angora--constantinople",)
    assert hand(game, 0) == ""


@pytest.mark.parametrize(
    ("cards", "turned", "pay"), [("GG", "GKW", "pay G"), ("GG", "LKW", "pay G"), ("LL", "LGG", "pay L")]
)
def test_n5_the_three_worked_examples_of_nordic_tunnels(cards: str, turned: str, pay: str) -> None:
    game = at("nordic", hands=[cards + pay[-1]])
    play(game, f"claim kristiansand--stavanger-1 {cards}", luck=turned)
    assert legal(game) == {pay, "give up"}
    play(game, pay)
    assert game.view(0).seats[0].routes == ("kristiansand--stavanger-1",)


def test_n5_nothing_is_swapped_on_a_tunnel() -> None:
    game = at("north", hands=["GRRRR"])
    refused(game, "claim ala--bre G+RRR", "no-swaps-here")
    assert not [text for text in legal(game) if "ala--bre" in text]


@pytest.mark.parametrize(("held", "choices"), [("RR", 1), ("RRR", 2), ("RRL", 2), ("RRRL", 3)])
def test_e3_as_many_choices_are_counted_as_are_listed(held: str, choices: int) -> None:
    """A random player draws one of so many; giving up is always one."""
    game = at("euro", hands=[held])
    play(game, "claim bor--cis RR", luck="RGW")
    board, state = record(game.book.values), record(game.compiled.state)
    assert tunnels.count_extras(board, state, 0) == len(legal(game)) == choices


def test_c19_cards_laid_for_a_tunnel_are_hidden_in_no_hand() -> None:
    game = at("euro", hands=["RRLL", "GG"], deck="PPBBRRKK")
    play(game, "claim bor--cis RL", luck="RPB")
    view = game.view(0)
    unseen = Counter(cards_in_play(game)) - Counter("RRLL") - Counter("PBOWG") - Counter("RPB")
    assert Counter(dict(zip(ORDER, view.hidden, strict=True))) == unseen


def test_e3_every_match_and_every_locomotive_costs_one_more_of_the_colour_or_a_locomotive() -> None:
    game = at("euro", hands=["RRRRLL"])
    play(game, "claim bor--cis RR", luck="RLR")
    assert legal(game) == {"pay RRL", "pay RLL", "give up"}
    refused(game, "pay RR", "wrong-number")
    refused(game, "pay RRR", "too-few-cards")
    refused(game, "pay RRG", "wrong-colour")
    events = play(game, "pay RLL")
    assert texts(events) == ["seat 0 claims bor--cis with RRRLL for 2 points"]
    assert hand(game, 0) == "R"
    assert discards(game) == "RRRRRLLL"
    assert game.view(0).seats[0].trains == 18


def test_e3_a_tunnel_without_a_match_is_claimed_at_once() -> None:
    game = at("euro", hands=["RR"])
    events = play(game, "claim bor--cis RR", luck="BKW")
    assert texts(events) == [
        "seat 0 tries the tunnel bor--cis with RR; turned up BWK: nothing more to pay",
        "seat 0 claims bor--cis with RR for 2 points",
    ]
    assert discards(game) == "BWKRR"
    assert game.awaited == (1,)


def test_e3_who_can_only_give_up_is_asked_all_the_same() -> None:
    game = at("euro", hands=["RR"])
    play(game, "claim bor--cis RR", luck="RKW")
    assert game.awaited == (0,)
    assert legal(game) == {"give up"}
    refused(game, "pay R", "too-few-cards")
    refused(game, "draw", "decide-tunnel")


def test_e3_giving_up_takes_the_set_back_and_ends_the_turn() -> None:
    game = at("euro", hands=["RRL"])
    play(game, "claim bor--cis RL", luck="RLW")
    assert hand(game, 0) == "R", "the set lies on the table"
    assert game.view(1).tunnel is not None
    play(game, "give up")
    assert hand(game, 0) == "RRL"
    assert game.awaited == (1,)
    assert discards(game) == "WRL"
    assert game.view(0).seats[0].routes == ()
    assert game.view(0).seats[0].trains == 20


def test_e3_a_tunnel_given_up_gives_no_free_look() -> None:
    """What was turned up is discarded and the turn is over; trying again costs another turn."""
    game = at("euro", hands=["RR"])
    play(game, "claim bor--cis RR", luck="RKW")
    play(game, "give up")
    assert game.view(0).discards == {"R": 1, "K": 1, "W": 1}
    refused(game, "claim bor--cis RR", "not-your-turn", seat=0)
    refused(game, "draw", "not-your-turn", seat=0)


def test_e3_the_turned_up_cards_are_no_discards_before_the_decision() -> None:
    game = at("euro", hands=["RRR"], deck="RKW")
    play(game, "claim bor--cis RR", luck="RKW")
    view = game.view(1)
    assert (view.deck, view.discards) == (0, {})
    assert view.tunnel is not None
    assert (view.tunnel.route, view.tunnel.laid, view.tunnel.turned) == ("bor--cis", "RR", "WKR")
    assert view.tunnel.extra == 1
    assert len(cards_in_play(game)) == 110


def test_e4_a_tunnel_laid_with_locomotives_only_is_matched_by_locomotives_only() -> None:
    game = at("euro", hands=["LLLRRR"])
    play(game, "claim bor--cis LL", luck="RRR")
    assert game.view(0).seats[0].routes == ("bor--cis",)


def test_e4_its_extra_cards_must_be_locomotives() -> None:
    game = at("euro", hands=["LLLRRR"])
    play(game, "claim bor--cis LL", luck="LRR")
    assert legal(game) == {"pay L", "give up"}
    refused(game, "pay R", "wrong-colour")
    game = at("euro", hands=["LLRRR"])
    play(game, "claim bor--cis LL", luck="LRR")
    assert legal(game) == {"give up"}


@pytest.mark.parametrize(("deck", "discarded"), [("RK", ""), ("R", "K"), ("K", "R")])
def test_e5_with_fewer_than_three_cards_what_there_is_is_turned_up(deck: str, discarded: str) -> None:
    game = at("euro", hands=["RR"], deck=deck, discards=discarded)
    events = play(game, "claim bor--cis RR", luck=deck + discarded)
    assert isinstance(events[0], Tried)
    assert sorted(events[0].turned) == ["K", "R"]
    assert events[0].extra == 1


def test_e5_with_no_cards_left_the_tunnel_is_claimed_at_once() -> None:
    game = at("euro", hands=["RR"], deck="")
    events = play(game, "claim bor--cis RR", luck="")
    assert isinstance(events[0], Tried)
    assert events[0].turned == ""
    assert game.view(0).seats[0].routes == ("bor--cis",)


def test_e5_the_laid_set_is_not_part_of_the_discards_until_the_tunnel_is_decided() -> None:
    game = at("euro", hands=["RR"], deck="K")
    events = play(game, "claim bor--cis RR", luck="K")
    assert isinstance(events[0], Tried)
    assert events[0].turned == "K", "the red ones laid cannot be turned up"
    assert game.view(0).deck == 3


def test_e6_a_grey_tunnel_takes_the_colour_of_the_set_laid() -> None:
    game = at("euro", hands=["GGGGRRR"])
    assert claims(game, "cis--dol") == {"GGG", "RRR"}
    play(game, "claim cis--dol GGG", luck="RRG")
    assert legal(game) == {"pay G", "give up"}


def test_e6_extra_cards_need_no_trains() -> None:
    game = at("euro", hands=["RRRR"], trains=[2, 20])
    play(game, "claim bor--cis RR", luck="RRK")
    play(game, "pay RR")
    assert game.view(0).seats[0].trains == 0
    assert game.view(0).seats[0].score == 2


def test_c19_what_was_laid_and_taken_back_is_known_to_all() -> None:
    game = at("euro", hands=["RRRL"])
    play(game, "claim bor--cis RL", luck="RLW")
    play(game, "give up")
    assert game.view(1).seats[0].known == {"R": 1, "L": 1}


def test_c19_a_tunnel_tried_again_does_not_count_known_cards_twice() -> None:
    game = at("euro", hands=["RRR", "KKKK"])
    for _ in range(2):
        play(game, "claim bor--cis RR", luck="RLW")
        play(game, "give up")
        assert game.view(1).seats[0].known == {"R": 2}
        play(game, "draw", luck="P")
        play(game, "draw", luck="P")
