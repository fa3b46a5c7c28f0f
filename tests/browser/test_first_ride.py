"""The First ride through its page: the coach over a real table, by mouse, by touch, by keys."""

from __future__ import annotations

from typing import Any

import pytest
from chrome import Window, asked, axe
from hand import Hand
from playing import Running
from playwright.sync_api import Browser, Page, expect

FIRST = "first-ride"
CLEAR = """() => {
  const box = (one) => one.getBoundingClientRect();
  const along = (a, b) => a.left < b.right - 1 && a.right > b.left + 1;
  const meets = (a, b) => along(a, b) && a.top < b.bottom - 1 && a.bottom > b.top + 1;
  const card = box(document.querySelector(".coach"));
  const lit = [...document.querySelectorAll(".board .chosen-bed, section.choice, .pill")].map(box);
  const out = card.left < 0 || card.top < 0 || card.right > innerWidth || card.bottom > innerHeight;
  return !out && !lit.some((one) => meets(card, one));
}"""
"""Whether the card is in the window, and covers neither the route that it speaks of nor a decision."""


def steps(page: Page, site: Running) -> list[Any]:
    found: list[Any] = asked(page, f"{site.url}/api/lessons/{FIRST}")["steps"]
    return found


def at_step(page: Page, number: int) -> None:
    """Wait until the card of a step is there."""
    page.wait_for_selector(f".coach[data-kind=step][data-step='{number}']:not(.unplaced)")


def last(page: Page, site: Running) -> int:
    return len(steps(page, site)) - 1


def finish(page: Page, press: Any) -> None:
    """From the last page of the lesson to the list of lessons."""
    page.wait_for_selector("[data-lesson-on]")
    press("[data-lesson-on]")
    page.wait_for_selector(".coach[data-kind=won] [data-play]")


def test_the_first_ride_by_mouse(site: Running, browser: Browser) -> None:
    window = Window(browser)
    page = window.page
    page.goto(site.url)
    page.locator("[data-learn]").click()
    at_step(page, 0)
    assert axe(page) == []
    told = steps(page, site)
    hand = Hand(page, site.url, page.url.rsplit("/", 1)[1])
    for name in ("Invite", "Chat", "Hint"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    for number, step in enumerate(told):
        at_step(page, number)
        page.wait_for_function(CLEAR)
        action = (step["expect"] or [""])[0].split()
        if number == 1:
            page.locator("[data-deck]").click()
            expect(page.locator(".coach [data-refused]")).to_contain_text(step["otherwise"]["en"])
        if action[:1] == ["draw"]:
            page.locator(f"[data-card='{action[1]}'].can").first.click()
        elif action[:1] == ["claim"] and number == 3:
            hand.pick(action[1])
            page.wait_for_function(CLEAR)
            page.locator("section.choice [data-pay]").first.click()
        else:
            page.locator("[data-deed]").click()
    finish(page, lambda selector: page.locator(selector).click())
    page.goto(f"{site.url}/learn")
    expect(page.locator(f"[data-lesson='{FIRST}'] [data-done]")).to_be_visible()
    assert window.faults == []
    window.close()


def test_the_first_ride_by_touch_left_and_resumed(site: Running, browser: Browser) -> None:
    window = Window(browser, "phone", theme="dark", language="pl")
    page = window.page
    page.goto(f"{site.url}/learn/{FIRST}")
    at_step(page, 0)
    for number in range(last(page, site) + 1):
        at_step(page, number)
        page.wait_for_function(CLEAR)
        if number == 3:
            assert axe(page) == []
            place = page.url
            page.locator("[data-skip]").tap()
            page.locator(f"[data-lesson='{FIRST}']").tap()
            at_step(page, number)
            assert page.url == place
        page.locator("[data-deed]").tap()
    finish(page, lambda selector: page.locator(selector).tap())
    page.locator(".coach [data-play]").tap()
    page.wait_for_url("**/new?board=usa")
    assert window.faults == []
    window.close()


def test_the_first_ride_by_keys(site: Running, browser: Browser) -> None:
    window = Window(browser, theme="contrast")
    page = window.page
    page.goto(f"{site.url}/learn")
    page.wait_for_selector(f"[data-lesson='{FIRST}']")
    assert axe(page) == []
    page.locator(f"[data-lesson='{FIRST}']").focus()
    page.keyboard.press("Enter")
    at_step(page, 0)
    told = steps(page, site)
    for number, step in enumerate(told):
        at_step(page, number)
        expect(page.locator("[data-coach-says]")).to_contain_text(step["text"]["en"])
        page.wait_for_selector("[data-deed]:focus")
        page.keyboard.press("Enter")
    page.wait_for_selector("[data-lesson-on]")
    page.keyboard.press("Escape")
    page.wait_for_selector(".coach[data-kind=won]:focus-within")
    assert window.faults == []
    window.close()


@pytest.mark.parametrize("path", ["", "rules"])
def test_a_visitor_finds_the_lessons(site: Running, browser: Browser, path: str) -> None:
    window = Window(browser, "phone")
    window.named(site.url, "Ola")
    window.page.goto(f"{site.url}/{path}")
    window.page.locator("[data-learn]").tap()
    expect(window.page.locator("[data-lesson]").first).to_be_visible()
    window.close()
