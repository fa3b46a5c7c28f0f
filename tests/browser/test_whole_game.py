"""Whole games against bots through the page, by click and tap; the score equals the engine's."""

from __future__ import annotations

import time

import pytest
from chrome import Window
from hand import Hand, begun, ended
from playing import Running, simple_action
from playwright.sync_api import Browser, expect

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

EVERYTHING = ("draw", "deck", "claim", "keep", "tickets", "station")


def test_europe_at_a_desk(site: Running, browser: Browser) -> None:
    """The first moves and the last by click; what lies between over HTTP, with the page closed."""
    window = Window(browser, "desktop")
    hand = begun(site, window, "europe", "host bot:random")
    hand.station_after, hand.tickets_after, hand.give_up_first = 4, 2, True
    for _ in range(60):  # later moves cannot make up for one that luck left out: the bot may end the game
        if hand.done["keep"] > 1 and all(hand.done[what] for what in EVERYTHING):
            break
        hand.play(1)
    # there is no free corner for the key to signs and points, but it can be asked for
    key = window.page.locator(".board .legend")
    expect(key).not_to_be_visible()
    window.page.get_by_role("button", name="Key to signs and points").click()
    expect(key).to_contain_text("ferry: needs locomotives")
    window.page.keyboard.press("Escape")
    expect(key).not_to_be_visible()
    window.page.goto(f"{site.url}/health")
    played_on(hand, until_trains=4)
    hand.goto()
    hand.play()
    ended(hand)
    did_everything(hand)
    only_own_tickets_have_flags(hand)
    a_rematch_against_bots_begins_at_once(hand)
    assert window.faults == []
    window.close()


def only_own_tickets_have_flags(hand: Hand) -> None:
    flagged = hand.page.locator("[data-ticket-end]").evaluate_all(
        "all => all.map(one => one.dataset.ticketEnd)"
    )
    tickets = [own["tickets"] for own in hand.look()["position"]["own"]]
    assert set(flagged) == {end for mine in tickets for ticket in mine for end in ticket.split("--")[:2]}


def a_rematch_against_bots_begins_at_once(hand: Hand) -> None:
    hand.page.get_by_role("button", name="Rematch").click()
    expect(hand.page.locator(".offer").first).to_be_visible()
    assert not hand.page.url.endswith(hand.place)


def did_everything(hand: Hand) -> None:
    for what in EVERYTHING:
        assert hand.done[what], f"no {what} in this game: {hand.done}"
    assert hand.done["keep"] >= 2


def played_on(hand: Hand, until_trains: int) -> None:
    """Play for this hand, simply and past the page, until it has so few trains or the last round begins."""
    url = f"{hand.url}/api/tables/{hand.place}/commands"
    while (look := hand.look())["position"]["open"]["seats"][0]["trains"] > until_trains:
        if look["position"]["open"]["last_turns"] is not None:
            return
        assert look["table"]["state"] == "playing", "it ended before the last moves by click"
        choices = look["position"]["own"][0]["choices"]
        if choices:
            move = {"do": "act", "seat": 0, "action": simple_action(choices), "version": look["n"]}
            answer = hand.page.context.request.post(url, data={"id": f"past-{look['n']}", **move})
            assert answer.ok, answer.text()
        else:
            time.sleep(0.02)


@pytest.mark.soak
def test_europe_at_a_desk_with_five_and_every_move_by_click(site: Running, browser: Browser) -> None:
    window = Window(browser, "desktop")
    hand = begun(site, window, "europe", "host bot:local bot:local bot:local bot:local")
    hand.station_after, hand.tickets_after, hand.give_up_first = 12, 6, True
    hand.play()
    ended(hand)
    did_everything(hand)
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
