"""What can be claimed is shown on demand: few routes are lit by themselves, the rest on request."""

from __future__ import annotations

import re
from functools import cache

import pytest
from chrome import Window
from hand import Hand, State
from playing import Running
from playwright.sync_api import Browser, expect
from stage import Moment, Staged, claimable, drawing, moment

from kolej.game.choices import Choices
from kolej.game.game import Game


def staged(site: Running, window: Window) -> tuple[Hand, State]:
    hand = Staged(site, window, claimable("usa")).hand
    choices = hand.turn()
    assert choices
    return hand, choices


def hollow(hand: Hand) -> set[str]:
    """The free routes that step back."""
    found: list[str] = hand.page.locator(".printed [data-route].hollow").evaluate_all(
        "all => all.map((one) => one.dataset.route)"
    )
    return set(found)


def test_claims_are_shown_by_key_and_button_and_a_card_filters_them(site: Running, browser: Browser) -> None:
    window = Window(browser)
    hand, choices = staged(site, window)
    page, claims = window.page, set(choices["claim"])
    others = {route["id"] for route in hand.board["routes"]} - claims
    button = page.locator("[data-claims]")
    expect(button).to_have_text(f"Claim · {len(claims)}C")
    assert hollow(hand) == set(), "nothing steps back unasked"
    tickets = hand.look()["position"]["own"][0]["tickets"]
    ends = {end for ticket in tickets for end in re.sub(r"-\d+$", "", ticket).split("--")}
    flags = page.locator("[data-ticket-end]").evaluate_all("all => all.map((one) => one.dataset.ticketEnd)")
    assert set(flags) == ends, "the ends of one's tickets are marked"
    assert (
        len(set(page.locator("[data-route].lit").evaluate_all("all => all.map(r => r.dataset.route)"))) <= 6
    )
    page.keyboard.press("c")
    expect(button).to_have_attribute("aria-pressed", "true")
    assert hollow(hand) == others
    page.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-pressed", "false")
    assert hollow(hand) == set()
    button.click()
    assert hollow(hand) == others
    card = next(line[0] for line in choices["claim"][min(claims)])
    paid = {route for route, lines in choices["claim"].items() if any(card in line for line in lines)}
    page.locator(f"[data-hand='{card}']").click()
    expect(button).to_have_text(f"Claim · {len(paid)}C")
    assert hollow(hand) == others | (claims - paid)
    # a claim ends it
    hand.pick(min(paid))
    hand.press("section.choice [data-pay]")
    expect(page.locator(".printed [data-route].hollow")).to_have_count(0)
    page.keyboard.press("c")
    expect(page.locator(".toast, [role=status]").filter(has_text="not your turn")).to_be_visible()
    assert window.faults == []
    window.close()


@cache
def completing() -> Moment:
    """When seat 0 can complete a ticket, having claimed towards its tickets."""
    onward: list[str] = []

    def wanted(game: Game, can: Choices) -> str | None:
        leaves, _ = game.outlook().claimed(0, can.claim)
        left = sorted(
            (trains, f"claim {route} {can.claim[route][0]}")
            for claims in leaves.values()
            for route, trains in claims.items()
            if trains is not None
        )
        onward[:] = [line for _, line in left[:1]]
        return left[0][1] if left and left[0][0] == 0 else None

    def towards_tickets(can: Choices) -> str:
        return onward.pop() if onward else drawing(can)

    return moment("usa", wanted, first=towards_tickets)


def test_a_completed_ticket_is_a_moment(site: Running, browser: Browser) -> None:
    window = Window(browser)
    at = completing()
    staged = Staged(site, window, at)
    page = window.page
    expect(page.locator("[data-ticket-end]").first).to_be_attached()
    expect(page.locator(".flag.done")).to_have_count(0)
    staged.act(0, at.action)
    told = page.locator("[data-completed]")
    expect(told).to_contain_text("Completed")
    expect(page.locator(".flag.done")).to_have_count(2)
    assert page.locator(".completed-bed").count() > 0, "its way is traced"
    expect(told).to_have_count(0)
    expect(page.locator(".completed-bed")).to_have_count(0)
    assert window.faults == []
    window.close()


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.soak)])
def test_on_a_phone_the_button_stands_beside_whose_turn_it_is(
    site: Running, browser: Browser, theme: str
) -> None:
    window = Window(browser, "phone", theme=theme)
    hand, choices = staged(site, window)
    button = window.page.locator(".foot [data-claims]")
    expect(button).to_be_in_viewport(ratio=1)
    button.tap()
    assert hollow(hand) == {route["id"] for route in hand.board["routes"]} - set(choices["claim"])
    button.tap()
    assert hollow(hand) == set()
    assert window.faults == []
    window.close()
