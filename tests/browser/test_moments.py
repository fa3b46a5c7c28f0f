"""Rare moments of a game, in the page: each at a table whose luck was searched for it (stage.py)."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
from chrome import Window
from hand import Hand
from playing import Running
from playwright.sync_api import Browser, Page, expect
from stage import Moment, Staged, moment, towards
from test_two_layouts import resized

from kolej.game.choices import Choices, choices
from kolej.game.events import WonCard
from kolej.game.game import Game

SPECIAL = "lieksa--murmansk"

NOTICE = """selector => {
  window.noticed = [];
  new MutationObserver(() => {
    for (const one of document.querySelectorAll(selector)) window.noticed.push(one.textContent);
  }).observe(document.body, { subtree: true, childList: true });
}"""
"""Collects the texts of what is shown for a short time only, however slow the machine is."""


def noticed(page: Page, text: str) -> None:
    page.wait_for_function("text => window.noticed.some((one) => one.includes(text))", arg=text)


@cache
def tunnel(payable: bool, spaces: int = 1) -> Moment:
    """The moment before a tunnel of at least this length that will cost more, whether payable or not."""

    def wanted(game: Game, can: Choices) -> str | None:
        for route, ways in can.claim.items():
            line = f"claim {route} {ways[0]}"
            if len(ways[0]) < spaces:
                continue
            after = game.copy()
            after.play(line, 0)
            then = choices(after, 0)
            if then.give_up and bool(then.pay) == payable:
                return line
        return None

    return moment("europe", wanted)


def staged(site: Running, window: Window, at: Moment) -> tuple[Staged, Hand, str, str]:
    """A table at its moment, a hand in its page, and the route and cards to claim with."""
    table = Staged(site, window, at)
    _, route, cards = at.action.split()
    return table, table.hand, route, cards


def seat(hand: Hand, number: int = 0) -> dict[str, Any]:
    """The open part of a seat."""
    found: dict[str, Any] = hand.look()["position"]["open"]["seats"][number]
    return found


def held(hand: Hand) -> Counter[str]:
    return Counter(hand.look()["position"]["own"][0]["hand"])


def paid(line: str) -> Counter[str]:
    return Counter(line.replace("+", ""))


def laid(hand: Hand, route: str) -> None:
    """Wait until the wagons are on the map."""
    hand.page.wait_for_selector(f"[data-route='{route}'].claimed", state="attached")


@pytest.mark.parametrize("size", ["desktop", pytest.param("phone", marks=pytest.mark.soak)])
def test_a_tunnel_is_won_with_extra_cards(site: Running, browser: Browser, size: str) -> None:
    window = Window(browser, size)
    _, hand, route, cards = staged(site, window, tunnel(payable=True))
    page = window.page
    assert hand.turn()
    before = held(hand)
    hand.pick(route)
    hand.press(f"section.choice [data-pay='{cards}']")
    page.wait_for_selector("section.choice [data-give-up]")
    choice = hand.turn()
    assert choice
    assert choice["pay"]
    turned = hand.look()["position"]["open"]["tunnel"]
    expect(page.locator("section.choice .slot:not(.laid)")).to_have_count(len(turned["turned"]))
    expect(page.locator("section.choice .slot.hit")).to_have_count(turned["extra"])
    if size == "desktop":  # neither log nor bar tells what the cards are before they lie open
        expect(page.locator(".log .line").last).to_have_class(re.compile("untold"))
        expect(page.locator(".top .text")).to_have_class(re.compile("untold"))
    extra = choice["pay"][0]
    hand.press(f"section.choice [data-pay='{extra}']")
    hand.settled(choice)
    laid(hand, route)
    assert seat(hand)["routes"] == [route]
    assert held(hand) == before - paid(cards + extra)
    assert window.faults == []
    window.close()


def test_all_cards_of_a_long_tunnel_are_seen_beside_a_tablet(site: Running, browser: Browser) -> None:
    window = Window(browser, "tablet")
    table, hand, route, cards = staged(site, window, tunnel(payable=True, spaces=4))
    table.act(0, f"claim {route} {cards}")
    hand.goto()
    page = window.page
    page.wait_for_selector("section.choice [data-give-up]")
    right = "one => one.getBoundingClientRect().right"
    edge = page.locator(".rail").evaluate(right)
    assert all(card.evaluate(right) < edge - 8 for card in page.locator("section.choice .face").all())
    assert page.locator("section.choice").evaluate("one => one.scrollWidth <= one.clientWidth")
    assert window.faults == []
    window.close()


IN_ROOM = """route => {
  const at = document.querySelector(`[data-route="${route}"]`).getBoundingClientRect();
  const room = document.querySelector(".board").getBoundingClientRect();
  return at.left > room.left && at.right < room.right && at.top > room.top && at.bottom < room.bottom;
}"""


@pytest.mark.parametrize("times", [1, pytest.param(3, marks=pytest.mark.soak)])
def test_who_comes_back_to_a_tunnel_on_a_phone_sees_it_on_the_map(
    site: Running, browser: Browser, times: int
) -> None:
    """Everything arrives at once then: the map gets its size only after it was asked to show something."""
    window = Window(browser, "phone")
    table, hand, route, cards = staged(site, window, tunnel(payable=True))
    table.act(0, f"claim {route} {cards}")
    for _ in range(times):
        hand.goto()
        window.page.wait_for_selector("section.choice [data-give-up]")
        window.page.wait_for_function(IN_ROOM, arg=route, timeout=5000)
    assert window.faults == []
    window.close()


def test_a_tunnel_is_given_up(site: Running, browser: Browser) -> None:
    window = Window(browser)
    _, hand, route, cards = staged(site, window, tunnel(payable=True))
    assert hand.turn()
    before = held(hand)
    hand.pick(route)
    hand.press(f"section.choice [data-pay='{cards}']")
    window.page.wait_for_selector("section.choice [data-give-up]")
    choice = hand.turn()
    assert choice
    hand.press("[data-give-up]")
    hand.settled(choice)
    expect(window.page.locator("section.choice")).to_have_count(0)
    assert seat(hand)["routes"] == []
    assert held(hand) == before
    assert hand.look()["position"]["open"]["awaited"] == [1]
    expect(window.page.locator("[data-spoken]")).to_contain_text("Marek")
    assert window.faults == []
    window.close()


def test_a_tunnel_that_costs_too_much_can_only_be_given_up(site: Running, browser: Browser) -> None:
    window = Window(browser)
    _, hand, route, cards = staged(site, window, tunnel(payable=False))
    assert hand.turn()
    hand.pick(route)
    hand.press(f"section.choice [data-pay='{cards}']")
    choice = window.page.locator("section.choice")
    expect(choice.locator("[data-give-up]")).to_be_visible()
    expect(choice.locator("[data-pay]")).to_have_count(0)
    expect(choice).to_contain_text("You cannot pay")
    window.close()


@pytest.mark.parametrize("size", ["desktop", pytest.param("phone", marks=pytest.mark.soak)])
def test_a_station_is_built(site: Running, browser: Browser, size: str) -> None:
    window = Window(browser, size)
    at = moment("europe", lambda game, can: f"station {can.station[0]} -" if can.station else None)
    hand = Staged(site, window, at).hand
    choice = hand.turn()
    assert choice
    hand.station(choice)
    hand.settled(choice)
    mine = seat(hand)
    assert len(mine["station_cities"]) == 1
    assert mine["stations"] == 2
    expect(window.page.locator(".board .station")).to_have_count(1)
    assert window.faults == []
    window.close()


def swapping() -> Moment:
    """The moment before a ferry that is paid with swapped cards, when others could be swapped, too."""

    def wanted(game: Game, can: Choices) -> str | None:
        ferries = {route.id for route in game.board.routes if route.kind == "ferry"}
        own = game.view(0).hand
        for route, ways in can.claim.items():
            for way in ways if route in ferries else ():
                single, _, swapped = way.partition("+")
                other = Counter(own) - Counter(single) - Counter(swapped)
                if swapped and set(other) - set(swapped):
                    return f"claim {route} {way}"
        return None

    return moment("nordic", wanted)


def test_a_ferry_is_paid_with_cards_swapped_by_the_picker(site: Running, browser: Browser) -> None:
    """And the picker survives a window that switches to the other layout."""
    window = Window(browser)
    _, hand, route, way = staged(site, window, swapping())
    page = window.page
    choice = hand.turn()
    assert choice
    before = held(hand)
    single, _, swapped = way.partition("+")
    away, other = swapped[0], min(set(before - paid(way)) - set(swapped))
    hand.pick(route)
    expect(page.locator("section.choice")).to_contain_text("Any 3 cards may replace a locomotive.")
    page.locator(f"section.choice [data-pay='{way}'] + .change").click()
    picker = page.locator(".choice fieldset")
    pay = picker.locator("button.primary")
    picker.locator(f"[data-swap='{away}'] button").first.click()
    expect(pay).to_be_disabled()
    picker.locator(f"[data-swap='{other}'] button").last.click()
    expect(pay).to_have_text("Pay with these")
    for size in ("phone", "desktop"):
        resized(page, size)
        expect(pay).to_have_text("Pay with these")
        expect(pay).to_be_enabled()
    pay.click()
    hand.settled(choice)
    laid(hand, route)
    assert seat(hand)["routes"] == [route]
    assert held(hand) == before - paid(single + swapped[1:] + other)
    assert window.faults == []
    window.close()


def test_murmansk_lieksa_is_claimed_with_four_cards_for_one(site: Running, browser: Browser) -> None:
    def wanted(game: Game, can: Choices) -> str | None:
        ways = [way for way in can.claim.get(SPECIAL, ()) if "+" in way and way[0] != "+"]
        return f"claim {SPECIAL} {ways[0]}" if ways else None

    window = Window(browser)
    _, hand, route, way = staged(site, window, moment("nordic", wanted))
    choice = hand.turn()
    assert choice
    before, trains = held(hand), seat(hand)["trains"]
    hand.pick(route)
    expect(window.page.locator("section.choice")).to_contain_text("Any 4 cards may replace one card")
    hand.press(f"section.choice [data-pay='{way}']")
    hand.settled(choice)
    laid(hand, route)
    mine = seat(hand)
    assert mine["routes"] == [SPECIAL]
    assert mine["trains"] == trains - 9  # swapped cards need no trains
    assert mine["score"] == 27
    assert held(hand) == before - paid(way)
    expect(window.page.locator("[data-seat='0'] .sc")).to_have_text("27")
    assert window.faults == []
    window.close()


def test_country_cards_are_announced_and_taken(site: Running, browser: Browser) -> None:
    def wanted(game: Game, can: Choices) -> str | None:
        for route, ways in can.claim.items():
            line = f"claim {route} {ways[0]}"
            if any(isinstance(event, WonCard) for event in game.copy().play(line, 0)):
                return line
        return None

    window = Window(browser)
    first = towards("suwalki", "bialystok", "lithuania", "belarus")
    _, hand, route, cards = staged(site, window, moment("poland", wanted, first=first))
    page = window.page
    choice = hand.turn()
    assert choice
    expect(page.locator("[data-seat='0'] [data-flag]")).to_have_text("0")
    page.evaluate(NOTICE, "[data-moment='country']")
    hand.pick(route)
    expect(page.locator("section.choice .foot").first).to_contain_text("Wins country cards:")
    said = page.locator("section.choice .foot").first.inner_text()
    hand.press(f"section.choice [data-pay='{cards}']")
    hand.settled(choice)
    won = seat(hand)["country_cards"]
    assert len(won) == 2
    for points in won.values():
        assert str(points[0]) in said
    noticed(page, "Country card")
    total = sum(sum(points) for points in won.values())
    expect(page.locator("[data-seat='0'] [data-flag]")).to_have_text(str(total))
    assert window.faults == []
    window.close()


def pair(game: Game, can: Choices) -> str | None:
    """A track of a double route whose other track the next seat could claim."""
    for route, ways in can.claim.items():
        twin = route[:-1] + "2"
        if not route.endswith("-1") or twin not in can.claim:
            continue
        after = game.copy()
        after.play(f"claim {route} {ways[0]}", 0)
        if game.seats < 4 or twin in choices(after, 1).claim:
            return f"claim {route} {ways[0]}"
    return None


def test_of_a_double_one_track_closes_for_two(site: Running, browser: Browser) -> None:
    window, other = Window(browser), Window(browser, "tablet")
    table, hand, route, cards = staged(site, window, moment("usa", pair))
    twin = route[:-1] + "2"
    page = window.page
    neighbour = table.seen(other, 1)
    other.page.evaluate(NOTICE, "[data-claim-tag]")
    choice = hand.turn()
    assert choice
    hand.pick(route)
    panel = page.locator("section.choice")
    expect(panel).to_contain_text("With 2 players the other track closes.")
    expect(panel).to_contain_text("The other track:")
    hand.press(f"section.choice [data-pay='{cards}']")
    hand.settled(choice)
    laid(hand, route)
    page.wait_for_selector(f"[data-route='{twin}'].closed", state="attached")
    why = ".board .bubble[role=status]"
    hand.touch_map(*hand.route_point(twin))
    expect(page.locator(why)).to_contain_text("You own the other track.")
    noticed(other.page, "Zofia +")
    assert neighbour.turn()
    neighbour.touch_map(*neighbour.route_point(twin))
    expect(other.page.locator(why)).to_contain_text("With so few players the other track is closed.")
    assert window.faults + other.faults == []
    window.close()
    other.close()


@pytest.mark.soak
def test_both_tracks_of_a_double_are_claimed_by_four(site: Running, browser: Browser) -> None:
    window, other = Window(browser), Window(browser, "tablet")
    table, hand, route, cards = staged(site, window, moment("usa", pair, seats=4))
    twin = route[:-1] + "2"
    neighbour = table.seen(other, 1)
    choice = hand.turn()
    assert choice
    hand.pick(route)
    expect(window.page.locator("section.choice")).not_to_contain_text("the other track closes")
    hand.press(f"section.choice [data-pay='{cards}']")
    hand.settled(choice)
    then = neighbour.turn()
    assert then
    neighbour.pick(twin)
    neighbour.press("section.choice [data-pay]")
    neighbour.settled(then)
    for one in (hand, neighbour):
        laid(one, route)
        laid(one, twin)
    assert (seat(hand, 0)["routes"], seat(hand, 1)["routes"]) == ([route], [twin])
    assert window.faults + other.faults == []
    window.close()
    other.close()
