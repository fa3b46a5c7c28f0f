"""What the rules say of a seat's tickets and claims comes with its view, and only where it is asked for."""

from __future__ import annotations

import random
import re

import msgspec
import pytest
import segno
from playing import Running

import kolej
from kolej.boards.load import shipped
from kolej.server.protocol import OwnView
from kolej.server.tables import visibility


def sent(game: kolej.Game, seat: int, deciding: bool = True) -> OwnView:
    """A seat's view as it crosses the wire."""
    view, outlook = game.view(seat), game.outlook()
    if deciding:
        told = visibility.deciding_view(game, seat, view, 0, outlook, game.view(None))
    else:
        told = visibility.own_view(seat, view, 0, outlook.ahead(seat))
    return msgspec.json.decode(msgspec.json.encode(told), type=OwnView)


@pytest.mark.parametrize("board", shipped())
def test_a_seat_is_told_of_its_tickets_always_and_of_claims_that_it_can_make(board: str) -> None:
    luck, game = random.Random(board), kolej.new(board, 2, seed=5)
    seen = set()
    while not game.over and game.moves < 160:
        for seat in range(game.seats):
            own, choosing = sent(game, seat), seat in game.awaited
            assert tuple(told.ticket for told in own.progress) == own.tickets + own.offered
            claim = own.choices.claim if own.choices and choosing else {}
            missing = {told.ticket: told.missing for told in own.progress}
            for ticket, claims in own.leaves.items():
                assert claims.keys() <= claim.keys()
                assert missing[ticket] not in claims.values()
            assert own.effects.keys() <= claim.keys()
            tunnels = [name for name in claim if game.board.routes[game.book.route(name)].kind == "tunnel"]
            laid = {
                next((card for card in cards if card != "L"), "L")
                for name in tunnels
                for cards in claim[name]
            }
            assert own.tunnels.keys() == laid
            seen |= {name for name in ("leaves", "effects", "tunnels") if getattr(own, name)}
            waiting = sent(game, seat, deciding=False)
            assert waiting.progress == own.progress
            assert (waiting.leaves, waiting.effects, waiting.tunnels) == ({}, {}, {})
        seat = luck.choice(game.awaited)
        legal = game.legal(seat)
        eager = [action for action in legal if str(action).startswith("claim")]
        game.play(luck.choice(eager if eager and luck.random() < 0.3 else legal), seat)
    assert {"leaves", "effects"} <= seen
    assert ("tunnels" in seen) == bool(game.board.rules.tunnel_cards)


def test_a_qr_code_is_an_svg_of_the_text_that_was_posted(site: Running) -> None:
    link = "https://example.org/t/abcdef#invitation=Xy12"
    answer = site.person(None).http.post("/api/qr", json={"text": link})
    assert answer.status_code == 200
    svg = answer.json()["svg"]
    assert svg.startswith("<svg")
    side = len(tuple(segno.make(link, error="m", micro=False).matrix_iter(border=4)))
    assert f'viewBox="0 0 {side} {side}"' in svg
    assert not re.search(r"<svg[^>]* (width|height)=", svg), "it is as large as what it is put into"


@pytest.mark.parametrize("text", ["", "x" * 301])
def test_a_text_that_is_no_link_gets_no_qr_code(site: Running, text: str) -> None:
    answer = site.person(None).http.post("/api/qr", json={"text": text})
    assert answer.status_code == 400
