"""The helper itself: positions are whole, and luck is as written."""

from __future__ import annotations

import pytest
from position import OWN, SHIPPED, at, cards_in_play, hand, play

from kolej.game.record import RecordError


@pytest.mark.parametrize("board", [*OWN, *SHIPPED])
def test_no_card_is_lost_in_a_position(board: str) -> None:
    game = at(board, hands=["RRL", "GG"], display="LLRBB", discards="KKK")
    cards = game.book.board.rules.cards
    assert len(cards_in_play(game)) == 110 == 8 * cards.red + cards.locomotive


def test_with_a_deck_of_three_the_rest_is_in_the_last_hand() -> None:
    game = at("euro", hands=["R"], deck="LLL")
    assert game.view(0).deck == 3
    assert len(hand(game, 1)) == 110 - 1 - 5 - 3
    assert len(cards_in_play(game)) == 110


def test_luck_is_as_written() -> None:
    game = at("euro")
    play(game, "draw", luck="L")
    play(game, "draw", luck="K")
    assert hand(game, 0) == "KL"


def test_luck_that_cannot_be_is_refused_and_changes_nothing() -> None:
    game = at("euro", deck="RR")
    before = game.digest()
    with pytest.raises(RecordError):
        play(game, "draw", luck="L")
    with pytest.raises(RecordError):
        play(game, "draw", luck="RR")
    assert game.digest() == before
