"""What can be claimed is shown on demand: few routes are lit by themselves, the rest on request."""

from __future__ import annotations

import re
from functools import cache

import pytest
from chrome import Window
from hand import POINT, Hand, State
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


def test_every_claim_is_listed_beside_the_map_and_can_be_picked_there(
    site: Running, browser: Browser
) -> None:
    window = Window(browser)
    hand, choices = staged(site, window)
    page, claims = window.page, choices["claim"]
    page.keyboard.press("c")
    listed = page.locator("[data-claim-list]")
    expect(listed).to_be_focused()
    expect(listed).to_contain_text(f"You can pay for {len(claims)} routes now")
    found = listed.locator("[data-claim]").evaluate_all("all => all.map(one => one.dataset.claim)")
    assert sorted(found) == sorted(claims), "a keyboard and a screen reader find all of them"
    lamps = listed.locator("[data-claim].lamp")
    lit = page.locator("[data-route].lit").evaluate_all("all => all.map(one => one.dataset.route)")
    assert lamps.count() <= 6
    assert set(lamps.evaluate_all("all => all.map(one => one.dataset.claim)")) <= set(lit)
    if listed.locator("details:not([open])").count():
        listed.locator("summary").press("Enter")
    route = found[-1]
    listed.locator(f"[data-claim='{route}']").press("Enter")
    choice = page.locator("section.choice")
    expect(choice.locator("[data-pay]").first).to_be_visible()
    expect(page.locator(".phantom")).to_be_attached()
    expect(listed).to_have_count(0)
    page.keyboard.press("Escape")
    expect(listed).to_be_visible()
    page.keyboard.press("Escape")
    expect(listed).to_have_count(0)
    flags_tell_their_tickets(hand)
    assert window.faults == []
    window.close()


def flags_tell_their_tickets(hand: Hand) -> None:
    """On hover, and when the keyboard reaches the city."""
    page = hand.page
    spaces = [space["polygon"] for space in hand.plan["spaces"]]
    for flag in page.locator("[data-ticket-end]").all():
        shape = flag.locator(".pennant").first.get_attribute("d") or ""
        left, top, right, *_, bottom, _ = map(float, re.findall(r"-?[\d.]+", shape))
        x, y = (left + right) / 2, (top + bottom) / 2
        if not any(
            min(px for px, _ in one) < x < max(px for px, _ in one)
            and min(py for _, py in one) < y < max(py for _, py in one)
            for one in spaces
        ):
            break  # nothing that could be claimed lies under it
    city = flag.get_attribute("data-ticket-end")
    name = next(one["name"] for one in hand.board["cities"] if one["id"] == city)
    at = page.evaluate(POINT, [x, y])
    page.mouse.move(at["x"], at["y"])
    bubble = page.locator(".board .bubble")
    expect(bubble).to_contain_text(re.compile(rf"{name}.*– .*: \d+ points?", re.DOTALL))
    page.mouse.move(5, 5)
    expect(bubble).to_have_count(0)
    button = page.get_by_role("button", name=re.compile(rf"^{name}, .*points?"))
    button.focus()
    expect(bubble).to_contain_text("points")


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


def held(hand: Hand) -> None:
    """A finger rests on the map until claims are shown."""
    page = hand.page
    room = page.locator(".board .surface").bounding_box()
    assert room
    at = {"x": room["x"] + room["width"] / 2, "y": room["y"] + room["height"] / 2}
    wire = page.context.new_cdp_session(page)
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_selector(".foot [data-claims][aria-pressed=true]")
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


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
    held(hand)
    expect(button).to_have_attribute("aria-pressed", "true")
    assert hollow(hand) != set()
    assert window.faults == []
    window.close()
