"""Several people, each with a browser of their own, at one table: a desktop, a tablet and a phone."""

from __future__ import annotations

import pytest
from chrome import Window
from hand import Hand, ended, opened, seated
from playing import Running
from playwright.sync_api import Browser, expect

NAMES = {"tablet": "Marek", "phone": "Ola"}


def gathered(site: Running, browser: Browser, board: str, seats: str) -> tuple[list[Window], list[Hand]]:
    """Three windows at a started table; the guests open its link, enter their names and sit down."""
    windows = [Window(browser, size) for size in ("desktop", "tablet", "phone")]
    place = opened(site, windows[0], board, seats)
    hands = [seated(site, windows[0], place)]
    for seat, (window, name) in enumerate(zip(windows[1:], NAMES.values(), strict=True), start=1):
        hand = seated(site, window, place)
        room = window.page.locator("main.room")
        expect(room).to_contain_text("Zofia invites you")
        expect(room).to_contain_text("to play")
        expect(room).not_to_contain_text("Share the link")
        hand.press(f"[data-sit='{seat}']")
        window.page.locator("dialog input").fill(name)
        hand.press("dialog button.primary")
        expect(windows[0].page.locator(f"[data-room-seat='{seat}']")).to_contain_text(name)
        if seat == 1:
            expect(room).to_contain_text("You have a seat. One more player is needed.")
        hands.append(hand)
    hands[0].press("[data-start]")
    return windows, hands


def played(hands: list[Hand], most: int | None = None) -> None:
    """Each player moves in their own window, to the end or for this many decisions in total."""
    made = 0
    while most is None or made < most:
        look = hands[0].look()
        if look["table"]["state"] == "over":
            return
        awaited = [seat for seat in look["position"]["open"]["awaited"] if seat < len(hands)]
        if awaited and (choices := hands[awaited[0]].turn()):
            hands[awaited[0]].move(choices)
            made += 1


def test_three_people_see_each_others_moves(site: Running, browser: Browser) -> None:
    windows, hands = gathered(site, browser, "poland", "host anyone anyone bot:local")
    played(hands, 6)
    assert all(hand.moves >= 2 for hand in hands)
    look = hands[0].look()
    for hand in hands:
        hand.shown(look)
        assert [view["seat"] for view in hand.look()["position"]["own"]] == [hands.index(hand)]
    windows[2].page.wait_for_selector("[data-seat='3']")
    assert [window.faults for window in windows] == [[], [], []]
    for window in windows:
        window.close()


@pytest.mark.soak
@pytest.mark.parametrize("board", ["europe", "poland", "nordic", "usa"])
def test_three_people_play_to_the_end(site: Running, browser: Browser, board: str) -> None:
    bots = "" if board == "nordic" else " bot:local"  # that board is for three
    windows, hands = gathered(site, browser, board, f"host anyone anyone{bots}")
    for seat, hand in enumerate(hands):
        hand.tickets_after = 6 + 2 * seat
        if board == "europe":
            hand.station_after = 8 + seat
    played(hands)
    for hand in hands:
        ended(hand)
        assert hand.done["claim"], hand.done
    assert [window.faults for window in windows] == [[], [], []]
    for window in windows:
        window.close()
