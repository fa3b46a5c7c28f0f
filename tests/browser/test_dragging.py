"""Cards dragged from the hand to the map, by mouse and by finger: a drop picks a route, and never pays."""

from __future__ import annotations

from chrome import Window
from hand import POINT, Hand, State
from playing import Running
from playwright.sync_api import Browser, Page, expect
from stage import Staged, claimable


def awaited(site: Running, window: Window, board: str = "usa") -> tuple[Hand, State]:
    """A table at which a route can be claimed with cards of a colour, and the page shows it."""
    hand = Staged(site, window, claimable(board)).hand
    choices = hand.turn()
    assert choices
    return hand, choices


def payable(choices: State) -> tuple[str, str]:
    """A route and a card that pays for it; preferably a route with another payment, too."""
    route = max(choices["claim"], key=lambda name: len(choices["claim"][name]))
    line = next(line for line in reversed(choices["claim"][route]) if line[0] != "L")
    return route, line[0]


def middle(page: Page, card: str) -> tuple[float, float]:
    box = page.locator(f"[data-hand='{card}']").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def point(hand: Hand, route: str) -> tuple[float, float]:
    """Where a route is on the screen; brought into view first, on a phone by typing its city."""
    if hand.touch:
        hand.find(next(line["a"] for line in hand.board["routes"] if line["id"] == route))
        hand.page.keyboard.press("Escape")
    found = hand.page.evaluate(POINT, list(hand.route_point(route)))
    assert found["free"], found
    return found["x"], found["y"]


def other(choices: State, hand: Hand) -> str:
    """A route that cannot be claimed, far from those that can."""
    spots = {spot["id"]: (spot["x"], spot["y"]) for spot in hand.plan["cities"]}
    near = {
        end
        for line in hand.board["routes"]
        if line["id"] in choices["claim"]
        for end in (line["a"], line["b"])
    }

    def apart(line: State) -> float:
        ends = [spots[line["a"]], spots[line["b"]]]
        away = (abs(x - spots[n][0]) + abs(y - spots[n][1]) for x, y in ends for n in near if n in spots)
        return float(min(away))

    lines = [line for line in hand.board["routes"] if line["id"] not in choices["claim"]]
    return str(max((line for line in lines if {line["a"], line["b"]} <= spots.keys()), key=apart)["id"])


def test_a_drag_by_mouse_picks_the_route_and_pays_nothing(site: Running, browser: Browser) -> None:
    window = Window(browser, confirm="never")
    hand, choices = awaited(site, window)
    page = window.page
    route, card = payable(choices)
    x, y = point(hand, route)

    page.mouse.move(*middle(page, card))
    page.mouse.down()
    page.mouse.move(x, y, steps=5)
    expect(page.locator("[data-dragged]")).to_have_attribute("data-dragged", card)
    expect(page.locator("[data-onto]")).to_have_attribute("data-onto", route)
    expect(page.locator(".board .phantom")).to_have_count(1)
    page.mouse.up()
    expect(page.locator("[data-dragged]")).to_have_count(0)
    # the colour that was dragged comes first, and is not paid though payments are not confirmed
    first = page.locator("section.choice [data-pay]").first
    assert card in str(first.get_attribute("data-pay"))
    assert hand.look()["n"] == choices["n"]
    first.click()
    hand.settled(choices)
    assert route in hand.look()["position"]["open"]["seats"][choices["seat"]]["routes"]
    assert window.faults == []
    window.close()


def test_escape_and_a_drop_on_nothing_do_nothing(site: Running, browser: Browser) -> None:
    window = Window(browser)
    hand, choices = awaited(site, window)
    page = window.page
    route, card = payable(choices)
    x, y = point(hand, route)

    page.mouse.move(*middle(page, card))
    page.mouse.down()
    page.mouse.move(x, y, steps=5)
    expect(page.locator("[data-onto]")).to_have_attribute("data-onto", route)
    page.keyboard.press("Escape")
    expect(page.locator("[data-dragged]")).to_have_count(0)
    page.mouse.up()
    expect(page.locator("section.choice")).to_have_count(0)

    page.mouse.move(*middle(page, card))
    page.mouse.down()
    page.mouse.move(720, 24, steps=5)  # the bar above the map
    expect(page.locator("[data-dragged]")).to_have_count(1)
    expect(page.locator("[data-onto]")).to_have_count(0)
    page.mouse.up()
    expect(page.locator("[data-dragged]")).to_have_count(0)
    expect(page.locator("section.choice")).to_have_count(0)
    assert hand.look()["n"] == choices["n"]
    # the card can still be held by a click
    page.locator(f"[data-hand='{card}']").click()
    expect(page.locator(f"[data-hand='{card}']")).to_have_attribute("aria-pressed", "true")
    window.close()


def test_a_drop_on_an_impossible_route_says_why(site: Running, browser: Browser) -> None:
    window = Window(browser)
    hand, choices = awaited(site, window)
    page = window.page
    _, card = payable(choices)
    barred = other(choices, hand)
    x, y = point(hand, barred)
    page.mouse.move(*middle(page, card))
    page.mouse.down()
    page.mouse.move(x, y, steps=5)
    expect(page.locator("[data-onto].no")).to_have_attribute("data-onto", barred)
    page.mouse.up()
    expect(page.locator(".board .bubble[role=status]")).not_to_be_empty()
    expect(page.locator("section.choice")).to_have_count(0)
    window.close()


def test_a_drag_by_finger_on_a_phone(site: Running, browser: Browser) -> None:
    window = Window(browser, "phone")
    hand, choices = awaited(site, window, "europe")
    page = window.page
    route, card = payable(choices)
    x, y = point(hand, route)
    wire = window.context.new_cdp_session(page)

    def finger(kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": where[0], "y": where[1]} for where in at]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    start = middle(page, card)
    finger("touchStart", start)
    for step in range(1, 7):
        finger("touchMove", (start[0] + (x - start[0]) * step / 6, start[1] + (y - start[1]) * step / 6))
    expect(page.locator("[data-onto]")).to_have_attribute("data-onto", route)
    finger("touchEnd")
    expect(page.locator("section.choice [data-pay]").first).to_be_visible()
    assert hand.look()["n"] == choices["n"]
    # the sheet does not hide what it asks about
    page.wait_for_function(f"(point) => ({POINT})(point).free", arg=list(hand.route_point(route)))
    assert window.faults == []
    window.close()
