"""What is met for the first time is told once, beside the game. A first visitor is offered a simple board."""

from __future__ import annotations

import json

import pytest
from chrome import Window, axe
from hand import begun
from playing import Running
from playwright.sync_api import Browser, Page, expect


def told(page: Page) -> list[str]:
    found: list[str] = json.loads(page.evaluate("localStorage.getItem('kolej.tips') ?? '[]'"))
    return found


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_tips_are_told_once_beside_the_map(site: Running, browser: Browser, size: str) -> None:
    window = Window(browser, size, tips=True, theme="dark" if size == "phone" else "light")
    hand = begun(site, window, "usa", "host bot:random")
    page = window.page
    expect(page.locator("section.choice")).to_contain_text("A ticket names two cities")
    tip = page.locator("[data-tip]")
    expect(tip).to_have_count(0)
    hand.play(1)
    hand.turn()
    expect(tip).to_have_attribute("data-tip", "turn")
    expect(page.locator("[data-spoken-tip]")).to_contain_text("Each turn you do one thing")
    card, room = tip.bounding_box(), page.locator("main.map").bounding_box()
    assert card
    assert room
    assert card["y"] >= room["y"] + room["height"] or card["x"] >= room["x"] + room["width"]
    assert axe(page) == []
    hand.press("[data-tip-close]")
    expect(tip).to_have_count(0)
    hand.goto()
    hand.turn()
    expect(tip).to_be_visible()
    assert tip.get_attribute("data-tip") != "turn"
    assert told(page)[0] == "turn"
    hand.press("[data-tips-off]")
    expect(tip).to_have_count(0)
    page.goto(f"{site.url}/settings")
    page.get_by_role("button", name="Show all again").click()
    assert told(page) == []
    hand.goto()
    hand.turn()
    expect(tip).to_have_attribute("data-tip", "turn")
    assert window.faults == []
    window.close()


def test_a_first_visitor_is_offered_usa_and_later_the_last_table(site: Running, browser: Browser) -> None:
    window = Window(browser, "phone")
    page = window.page
    page.goto(site.url)
    usa, nordic = (page.get_by_role("radio", name=name) for name in ("USA", "Nordic"))
    expect(usa).to_be_checked()
    expect(page.locator(".card.on")).to_be_in_viewport(ratio=0.9)
    nordic.check(force=True)
    page.get_by_role("button", name="Remove seat 3").click()
    page.get_by_role("button", name="Start playing").click()
    page.wait_for_selector(".offer [data-ticket]")
    page.goto(site.url)
    expect(nordic).to_be_checked()
    expect(page.get_by_role("button", name="Remove seat 3")).to_have_count(0)
    assert window.faults == []
    window.close()
