"""Whole games against bots through the page, by click and tap; the score equals the engine's."""

from __future__ import annotations

import pytest
from chrome import Window
from hand import begun, ended
from playing import Running
from playwright.sync_api import Browser

GAMES = [
    ("europe", "host bot:local bot:local bot:local bot:local", "tablet"),
    ("europe", "host bot:local", "phone"),
    ("poland", "host bot:local bot:local", "desktop"),
    ("poland", "host bot:local bot:local bot:local", "phone"),
    ("nordic", "host bot:local bot:local", "desktop"),
    ("nordic", "host bot:local", "phone"),
    ("usa", "host bot:local bot:local", "tablet"),
    ("usa", "host bot:local bot:local bot:local", "phone"),
]


def test_europe_at_a_desk(site: Running, browser: Browser) -> None:
    window = Window(browser, "desktop")
    hand = begun(site, window, "europe", "host bot:local bot:local bot:local bot:local")
    hand.station_after, hand.tickets_after, hand.give_up_first = 12, 6, True
    hand.play()
    ended(hand)
    for what in ("draw", "deck", "claim", "keep", "tickets", "station"):
        assert hand.done[what], f"no {what} in this game: {hand.done}"
    assert hand.done["keep"] >= 2
    assert window.faults == []
    window.close()


@pytest.mark.soak
@pytest.mark.parametrize(("board", "seats", "size"), GAMES)
def test_any_board_at_any_size(site: Running, browser: Browser, board: str, seats: str, size: str) -> None:
    window = Window(browser, size)
    hand = begun(site, window, board, seats)
    hand.tickets_after = 8
    if board == "europe":
        hand.station_after = 10
    hand.play()
    ended(hand)
    assert window.faults == []
    window.close()
