"""The odds of a tunnel, from what a seat sees: counted here by trying all that the deck could be."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from position import at, play

from kolej.game.odds import TunnelOdds, tunnel_odds, tunnels, unseen
from kolej.game.view import View


def by_trying(view: View, colour: str) -> list[float]:
    """Every set of cards that may be turned up, counted; those of the discards come after the deck's."""
    hidden, discards = "".join(k * n for k, n in unseen(view).items()), _spelled(view.discards)
    turned = view.book.board.rules.tunnel_cards
    first = min(turned, view.deck)
    found: Counter[int] = Counter()
    for one in combinations(hidden, first):
        for other in combinations(discards, min(turned - first, len(discards))):
            found[sum(card in (colour, "L") for card in one + other)] += 1
    return [found[n] / found.total() for n in range(turned + 1)]


def _spelled(counts: dict[str, int]) -> str:
    return "".join(letter * count for letter, count in counts.items())


def test_e3_what_is_seen_is_taken_away_and_own_cards_once() -> None:
    game = at("euro", hands=["RRL", "BG"], display="GGWWK", discards="YY")
    game.compiled.state[0].known[1, 1] = 1
    game.compiled.state[0].known[0, 7] = 2
    left, cards = unseen(game.view(0)), game.board.rules.cards
    assert left["R"] == cards.red - 2
    assert left["B"] == cards.blue - 1, "known to be in the other hand"
    assert left["G"] == cards.green - 2, "of the other hand only what is known is seen"
    assert left["Y"] == cards.yellow - 2
    assert sum(left.values()) == game.view(0).deck + 1


@pytest.mark.parametrize("colour", "RL")
@pytest.mark.parametrize(
    ("deck", "discards"), [("RRLBGW", ""), ("RB", "RLGGG"), ("", ""), ("L", ""), ("", "RLG")]
)
def test_e5_odds_are_as_often_as_they_come_out_of_all_that_may_be_turned_up(
    colour: str, deck: str, discards: str
) -> None:
    game = at("euro", hands=["RRLL", ""], display=deck and "PBOWG", deck=deck, discards=discards)
    game.compiled.state[0].known[1] = game.compiled.state[0].hand[1]
    game.compiled.state[0].known[1, 0] -= 1
    view = game.view(0)
    assert tunnel_odds(view, colour) == pytest.approx(by_trying(view, colour))


def test_e5_the_open_part_and_the_own_hand_are_all_that_a_seat_needs_to_know() -> None:
    game = at("euro", hands=["RRLLB", "BG"], display="GGWWK", discards="YYL")
    for seat, kind, count in ((0, 0, 2), (1, 1, 1), (0, 8, 1)):
        game.compiled.state[0].known[seat, kind] = count
    for seat in (0, 1):
        own = game.view(seat)
        assert tunnels(game.view(None), "RBL", own) == tunnels(own, "RBL")


def test_e4_locomotives_alone_are_matched_by_locomotives_alone() -> None:
    view = at("euro", hands=["RRL", ""]).view(0)
    assert tunnel_odds(view, "L")[0] > tunnel_odds(view, "R")[0]
    told = tunnels(view, "RL")
    assert told.keys() == {"R", "L"}
    assert told["R"] == TunnelOdds(tuple(round(p, 4) for p in tunnel_odds(view, "R")), 3)
    assert told["L"].cards == 1, "nothing but locomotives pays for what locomotives alone were laid for"


def test_e3_while_a_tunnel_is_decided_what_was_laid_and_turned_up_is_seen() -> None:
    game = at("euro", hands=["RRRRL", ""])
    before = unseen(game.view(0))
    play(game, "claim bor--cis RL", luck="RGL")
    view = game.view(0)
    assert view.tunnel is not None
    assert view.tunnel.matching == "RL"
    assert unseen(view) == {**before, "R": before["R"] - 1, "G": before["G"] - 1, "L": before["L"] - 1}
