"""A table on a phone: everybody in sight, what is said, cities, the end, and screens of other shapes."""

from __future__ import annotations

import pytest
from chrome import Window, axe
from hand import begun, opened, seated
from playing import Running
from playwright.sync_api import Browser, expect

SCREENS = {"narrow": (360, 740), "usual": (390, 844), "lying": (844, 390), "low": (667, 375)}

CUT_OFF = """() => {
  const wide = [...document.querySelectorAll("[data-seat] .has, [data-seat] .time")]
    .filter((one) => one.scrollWidth > one.closest("[data-seat]").clientWidth);
  const cut = ["[data-seat]", "[data-nav]", "[data-card]", ".foot"].flatMap((what) =>
    [...document.querySelectorAll(what)].filter((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    }));
  return [...wide, ...cut].map((one) => one.outerHTML.slice(0, 80));
}"""


@pytest.mark.parametrize(("board", "bots"), [("europe", 4), ("poland", 2)])
def test_everybody_is_in_sight_on_every_screen(
    site: Running, browser: Browser, board: str, bots: int
) -> None:
    window = Window(browser, "phone")
    clock = {"kind": "live", "bank": 600, "turn": 60}
    place = opened(site, window, board, "host" + " bot:random" * bots, clock=clock, pace=30.0)
    hand = seated(site, window, place)
    hand.press("[data-start]")
    hand.play(1)
    page = window.page
    for width, height in SCREENS.values():
        page.set_viewport_size({"width": width, "height": height})
        for seat in range(bots + 1):
            player = page.locator(f"[data-seat='{seat}']")
            expect(player).to_be_in_viewport(ratio=1)
            expect(player.locator(".sc")).to_have_text("0")
        expect(page.locator("[data-seat='0'] [data-time]")).to_contain_text(":")
        expect(page.locator("[data-seat='1'] [data-time]")).to_have_text("bot")
        assert page.evaluate(CUT_OFF) == [], (width, height)
    assert axe(page) == []
    assert window.faults == []
    window.close()


def test_a_city_tells_of_its_routes_and_tickets(site: Running, browser: Browser) -> None:
    window = Window(browser, "phone")
    hand = begun(site, window, "europe", "host bot:random")
    choices = hand.turn()
    assert choices
    hand.move(choices)
    own = hand.look()["position"]["own"][0]
    city = own["tickets"][0].split("--")[0]
    hand.find(city)
    hand.touch_map(*hand.city_point(city))
    card = window.page.locator("section.choice[aria-label='City']")
    expect(card.locator(f"[data-ticket='{own['tickets'][0]}']")).to_be_visible()
    routes = [line["id"] for line in hand.board["routes"] if city in (line["a"], line["b"])]
    expect(card.locator("[data-city-route]")).to_have_count(len(routes))
    assert axe(window.page) == []
    card.locator("[data-city-route]").first.tap()
    expect(card).to_have_count(0)
    assert window.faults == []
    window.close()


def test_the_end_is_told_over_an_open_sheet_and_totals_wait_for_it(site: Running, browser: Browser) -> None:
    window = Window(browser, "phone")
    hand = begun(site, window, "usa", "host bot:random")
    hand.play(1)
    for button in ("[data-nav='more']", "[data-resign]", "[data-resign-sure]"):
        hand.press(button)
    page = window.page
    expect(page.locator(".sheet [data-take-back], dialog[open]").first).to_be_visible()
    expect(page.locator("dialog[open] h1")).to_be_visible()
    page.wait_for_selector("tfoot td.total")
    points = page.locator("[data-seat='0'] .sc")
    look = hand.look()
    expect(points).to_have_text(str(look["position"]["open"]["seats"][0]["score"]))
    page.get_by_role("button", name="Look at the board").tap()
    expect(points).to_have_text(str(look["score"]["seats"][0]["total"]))
    assert window.faults == []
    window.close()


@pytest.mark.parametrize("language", ["de", "it", "pl"])
def test_no_page_is_wider_than_a_narrow_screen(site: Running, browser: Browser, language: str) -> None:
    window = Window(browser, "phone", language=language)
    page = window.page
    page.set_viewport_size({"width": 360, "height": 740})
    for path in ("settings", "learn"):
        page.goto(f"{site.url}/{path}")
        page.wait_for_selector("h1", state="attached")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    window.close()
