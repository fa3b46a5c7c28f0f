"""At a table: on a phone, two people on one device, spectators."""

from __future__ import annotations

import re

from chrome import Window, asked
from hand import Hand, begun
from playing import Running
from playwright.sync_api import Browser, expect
from stage import Staged, claimable

AT_ITS_END = """() => {
  const log = document.querySelector(".log");
  return log.scrollTop + log.clientHeight >= log.scrollHeight - 2;
}"""


def test_poland_on_a_phone(site: Running, browser: Browser) -> None:
    window = Window(browser, "phone")
    hand = begun(site, window, "poland", "host bot:local bot:local")
    hand.play(2)
    # the map can be touched through what is told of others' moves
    told = window.page.locator(".toast").first
    expect(told).to_be_visible()
    assert told.evaluate("""told => {
        const { left, top, width, height } = told.getBoundingClientRect();
        return !!document.elementFromPoint(left + width / 2, top + height / 2).closest(".surface");
    }""")
    hand.play(4)
    assert hand.done["keep"]
    assert hand.done["draw"] + hand.done["deck"]
    # a jump of the map is over at once
    hand.find("suwalki")
    expect(window.page.locator(".board.moving")).to_have_count(0)
    # no letters are in its drawings, where they would be laid out with every frame
    expect(window.page.locator(".board .letters").first).to_contain_text("Suwałki")
    assert window.page.locator(".board svg text").count() == 0
    # nothing hangs out of the page to the side
    assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # the key to signs and points is one tap away, and goes at the next
    key, button = (
        window.page.locator(".board .legend"),
        window.page.get_by_role("button", name="Key to signs"),
    )
    expect(key).not_to_be_visible()
    button.tap()
    expect(key).to_be_in_viewport(ratio=1)
    expect(key).to_contain_text("leads to a country")
    window.page.touchscreen.tap(195, 120)
    expect(key).not_to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "false")
    assert window.faults == []
    window.close()


def test_on_a_phone_on_its_side_the_map_lies_beside_the_hand(site: Running, browser: Browser) -> None:
    """The same holds for a desktop at 200% text size: 720 x 450 remain of 1440 x 900."""
    window = Window(browser, "phone")
    page = window.page
    page.set_viewport_size({"width": 844, "height": 390})
    hand = begun(site, window, "usa", "host bot:local")
    hand.play(3)
    for width, height in ((844, 390), (720, 450)):
        page.set_viewport_size({"width": width, "height": height})
        room = page.locator(".board").bounding_box()
        assert room
        assert room["height"] == height
        assert room["width"] > width / 2
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(page.locator("[data-nav='more']")).to_be_in_viewport(ratio=1)
    hand.play(1)
    assert window.faults == []
    window.close()


def test_a_tap_on_the_map_never_pays(site: Running, browser: Browser) -> None:
    """The sheet opens under the finger: the click that follows the tap must not hit it."""
    window = Window(browser, "phone")
    hand = Staged(site, window, claimable("usa")).hand
    choices = hand.turn()
    assert choices
    page, route = window.page, next(iter(choices["claim"]))
    hand.find(next(line["a"] for line in hand.board["routes"] if line["id"] == route))
    opened = 0
    for above in range(64, 200, 32):  # a button is higher than that
        room = page.locator(".board .surface").bounding_box()
        assert room
        hand.drag_to(route, room["x"] + room["width"] / 2, room["y"] + room["height"] - above)
        hand.touch_map(*hand.route_point(route))
        page.wait_for_timeout(250)
        assert hand.look()["n"] == choices["n"], f"a tap {above} px above the foot of the map paid"
        opened += page.locator("section.choice [data-pay]").count() > 0
        page.keyboard.press("Escape")
        expect(page.locator("section.choice")).to_have_count(0)
    assert opened
    window.close()


def test_a_card_asks_first_where_all_is_confirmed_and_the_host_sets_the_bots_speed(
    site: Running, browser: Browser
) -> None:
    window = Window(browser, confirm="always")
    hand = begun(site, window, "usa", "host bot:local bot:local bot:local bot:local")
    page = window.page
    hand.play(1)
    choices = hand.turn()
    assert choices
    # the log stays at its latest line, however little room a hint leaves it
    for _ in range(2):
        page.keyboard.press("h")
        page.wait_for_function(AT_ITS_END)
    card = page.locator("[data-market].can").first
    card.click()
    expect(card.locator("[data-sure]")).to_be_visible()
    expect(card).to_have_accessible_name(re.compile("^Press again to take"))
    page.keyboard.press("Escape")
    expect(page.locator("[data-sure]")).to_have_count(0)
    card.click()
    page.locator("[data-deck]").click()
    expect(page.locator("[data-sure]")).to_have_count(1)
    assert hand.look()["n"] == choices["n"], "nothing is taken by one click"
    page.locator("[data-deck]").click()
    hand.settled(choices)
    page.locator("[data-more]").click()
    page.locator("[data-pace]").select_option("Slow")
    expect(page.locator("[data-pace]")).to_have_value("4")
    hand.shown({"n": choices["n"] + 2})  # the draw, and the new speed
    assert hand.look()["table"]["pace"] == 4
    assert window.faults == []
    window.close()


def test_two_people_around_one_device(site: Running, browser: Browser) -> None:
    window = Window(browser)
    window.named(site.url, "Zofia")
    seats = [{"for": "host"}, {"for": "host", "name": "Marek"}]
    made = window.context.request.post(f"{site.url}/api/tables", data={"board": "usa", "seats": seats})
    hand = Hand(window.page, site.url, made.json()["id"])
    hand.goto()
    hand.press("[data-start]")
    page = window.page
    seen = set()
    for _ in range(5):
        look = hand.shown(hand.look())
        page.wait_for_selector("[data-hand-over], [data-take-over], .offer, [data-deck].can")
        if page.locator("[data-hand-over]").count():
            hand.press("[data-hand-over]")
            page.wait_for_selector("[data-take-over]")
        if page.locator("[data-take-over]").count():
            # behind the curtain nobody's cards are seen
            assert page.locator("[data-hand] [data-card], .offer").count() == 0
            hand.press("[data-take-over]")
            page.wait_for_selector(".offer, [data-deck].can")
        shown = page.locator(".offer [data-ticket]").evaluate_all(
            "all => all.map((one) => one.dataset.ticket)"
        )
        choices = next(
            {**view["choices"], "seat": view["seat"], "since": view["since"]}
            for view in look["position"]["own"]
            if view["choices"] and (not shown or sorted(view["choices"]["keep"]) == sorted(shown))
        )
        seen.add(choices["seat"])
        hand.move(choices)
    assert seen == {0, 1}
    assert window.faults == []
    window.close()


def test_who_looks_on_sees_moves_and_no_hands(site: Running, browser: Browser) -> None:
    playing, watching = Window(browser), Window(browser)
    hand = begun(site, playing, "usa", "host bot:random")
    page = watching.page
    page.goto(f"{site.url}/t/{hand.place}")
    page.wait_for_selector(".board [data-route]", state="attached")
    hand.play(3)
    n = hand.look()["n"]
    assert asked(page, f"{site.url}/api/tables/{hand.place}")["position"]["own"] == []
    assert n
    expect(page.locator("[data-spoken]")).not_to_be_empty()
    expect(page.locator("[data-turn]")).to_contain_text("You are watching.")
    expect(playing.page.locator("[data-turn]")).not_to_contain_text("watching")
    assert page.locator("[data-ticket]").count() == 0
    assert playing.faults == []
    assert watching.faults == []
    playing.close()
    watching.close()
