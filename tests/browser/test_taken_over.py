"""A bot plays for who left or ran out of time: each of their devices says so and gives the seat back."""

from __future__ import annotations

from chrome import Window
from hand import opened, seated
from playing import Running
from playwright.sync_api import Browser, expect

CLOCK = {"kind": "live", "bank": 0, "turn": 8}
PACE = 5.0
"""Seconds between the moves of bots: the game must not be over before somebody comes back."""


def test_out_of_time_on_two_devices(site: Running, browser: Browser) -> None:
    desk, phone = Window(browser, "desktop"), Window(browser, "phone")
    place = opened(site, desk, "usa", "host bot:random", clock=CLOCK, pace=PACE)
    phone.context.add_cookies([cookie for cookie in desk.context.cookies() if cookie["name"] == "kolej"])  # type: ignore[misc]
    phone.context.add_init_script("navigator.vibrate = (how) => (window.felt = how)")
    hands = [seated(site, window, place) for window in (desk, phone)]
    hands[1].press("[data-start]")
    # the last seconds are seen and felt
    phone.page.wait_for_selector("[data-seat='0']:has(.ring.out) [data-time].out")
    phone.page.wait_for_function("() => window.felt === 60")
    for window in (desk, phone):
        banner = window.page.locator("[data-away='0']")
        expect(banner).to_contain_text("Your time ran out. A bot plays for you.", timeout=30_000)
        expect(banner).to_be_in_viewport(ratio=1)
    desk.page.get_by_role("button", name="Just watch").click()
    expect(desk.page.locator("[data-away]")).to_have_count(0)
    hands[1].press("[data-back]")
    expect(phone.page.locator("[data-away]")).to_have_count(0)
    assert hands[1].look()["table"]["seats"][0]["away"] is None
    # who ran out of time once more is told once more, also on the device that only watched
    expect(desk.page.locator("[data-away='0']")).to_be_visible(timeout=30_000)
    for window in (desk, phone):
        assert window.faults == []
        window.close()


def test_who_resigned_can_take_the_seat_back(site: Running, browser: Browser) -> None:
    window = Window(browser, "phone")
    hand = seated(site, window, opened(site, window, "usa", "host bot:random", pace=PACE))
    hand.press("[data-start]")
    hand.play(1)
    for button in ("[data-nav='more']", "[data-resign]", "[data-resign-sure]"):
        hand.press(button)
    expect(window.page.locator("[data-away='0']")).to_contain_text("You resigned. A bot plays for you.")
    hand.press("[data-back]")
    expect(window.page.locator("[data-away]")).to_have_count(0)
    assert window.faults == []
    window.close()
