"""The server restarts: the page says so, and nothing being composed is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from chrome import Window
from hand import begun
from playing import running
from playwright.sync_api import Browser, expect
from stage import Staged, claimable

GONE = ["WebSocket", "ERR_CONNECTION_REFUSED", "Failed to load resource"]


class Restarting:
    """A server that can be stopped and started again with the same folder and port."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.stack = folder, stack
        self.now = stack.enter_context(running(folder, limits=False))

    def again(self, window: Window) -> None:
        """Stop and wait until the page says so; start and wait until it no longer does."""
        port, strip = self.now.port, window.page.locator(".strip[role=status]")
        self.stack.close()
        expect(strip).to_be_visible()
        self.now = self.stack.enter_context(running(self.folder, limits=False, port=port))
        expect(strip).to_be_hidden()


@contextmanager
def restarting(folder: Path) -> Iterator[Restarting]:
    with ExitStack() as stack:
        yield Restarting(folder, stack)


def test_the_server_restarts_between_two_cards(browser: Browser, tmp_path: Path) -> None:
    window = Window(browser)
    window.expected = GONE
    with restarting(tmp_path) as server:
        hand = begun(server.now, window, "europe", "host bot:random")
        hand.play(1)
        choices = hand.turn()
        assert choices
        hand.press("[data-deck].can")
        hand.settled(choices)
        assert hand.look()["position"]["open"]["phase"] == "second-card"
        server.again(window)
        assert hand.look()["position"]["open"]["phase"] == "second-card"
        hand.play(2)
    assert window.faults == []
    window.close()


def test_ticked_tickets_and_a_draft_outlive_a_restart(browser: Browser, tmp_path: Path) -> None:
    window = Window(browser)
    window.expected = GONE
    page = window.page
    with restarting(tmp_path) as server:
        hand = begun(server.now, window, "europe", "host bot:random")
        choices = hand.turn()
        assert choices
        ticked = choices["keep"][1:3]
        for ticket in ticked:
            hand.press(f".offer [data-ticket='{ticket}']")
        page.locator("[data-chat]").click()
        page.locator("[data-say]").fill("I was about to say")
        server.again(window)
        pressed = page.locator(".offer [aria-pressed=true]")
        expect(pressed).to_have_count(2)
        assert {one.get_attribute("data-ticket") for one in pressed.all()} == set(ticked)
        expect(page.locator("[data-say]")).to_have_value("I was about to say")
        page.locator("[data-say]").press("Enter")
        expect(page.locator(".chat .lines")).to_contain_text("I was about to say")
        hand.press("[data-keep]")
        hand.settled(choices)
        assert set(hand.look()["position"]["own"][0]["tickets"]) == set(ticked)
    assert window.faults == []
    window.close()


def test_a_picked_route_outlives_a_restart_and_is_paid_then(browser: Browser, tmp_path: Path) -> None:
    window = Window(browser, "phone")
    window.expected = GONE
    page = window.page
    with restarting(tmp_path) as server:
        hand = Staged(server.now, window, claimable("usa")).hand
        choices = hand.turn()
        assert choices
        route = next(iter(choices["claim"]))
        hand.pick(route)
        title = page.locator("section.choice h2").inner_text()
        server.again(window)
        expect(page.locator("section.choice h2")).to_have_text(title)
        hand.press("section.choice [data-pay]")
        hand.settled(choices)
        assert hand.look()["position"]["open"]["seats"][0]["routes"] == [route]
    assert window.faults == []
    window.close()


def test_a_move_made_while_the_server_is_away_is_made_once(browser: Browser, tmp_path: Path) -> None:
    window = Window(browser)
    window.expected = GONE
    with restarting(tmp_path) as server:
        hand = begun(server.now, window, "usa", "host bot:random")
        hand.play(1)
        choices = hand.turn()
        assert choices
        cards = sum(hand.look()["position"]["own"][0]["hand"].values())
        port = server.now.port
        server.stack.close()
        expect(window.page.locator(".strip[role=status]")).to_be_visible()
        hand.press("[data-deck].can")
        hand.press("[data-deck].can")
        server.now = server.stack.enter_context(running(tmp_path, limits=False, port=port))
        hand.settled(choices)
        look = hand.look()["position"]
        assert look["open"]["phase"] == "second-card"
        assert sum(look["own"][0]["hand"].values()) == cards + 1
    assert window.faults == []
    window.close()
