"""A resized window switches to the other layout of a table and loses nothing."""

from __future__ import annotations

import pytest
from chrome import SIZES, Window
from hand import begun
from playing import Running
from playwright.sync_api import Browser, Page, expect

VIEW = """() => {
    const { a, e, f } = new DOMMatrix(getComputedStyle(document.querySelector(".board .sheet")).transform);
    const { clientWidth, clientHeight } = document.querySelector(".board");
    return [(clientWidth / 2 - e) / a, (clientHeight / 2 - f) / a, a];
}"""
"""The point of the board in the middle of the map, and the scale."""


def resized(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(".at-table.compact")).to_have_count(int(size == "phone"))
    page.wait_for_timeout(300)


def view(page: Page) -> list[float]:
    """The view of the map once it has come to rest."""
    before: list[float] = []
    while before != (now := page.evaluate(VIEW)):
        before = now
        page.wait_for_timeout(200)
    return before


def test_a_resized_window_loses_nothing(site: Running, browser: Browser) -> None:
    window = Window(browser, "desktop")
    page = window.page
    begun(site, window, "usa", "host bot:random").play(2)
    board = page.locator(".board").element_handle()
    a_map_that_nobody_moved_is_opened_as_the_other_layout_opens_it(page)
    an_open_panel_stays_open(page)
    the_view_the_card_in_hand_and_the_focus_stay(page)
    assert page.evaluate("board => board === document.querySelector('.board')", board), "there is one map"
    assert window.faults == []
    window.close()


def a_map_that_nobody_moved_is_opened_as_the_other_layout_opens_it(page: Page) -> None:
    page.mouse.move(1, 1)  # where it clicked last, a phone may have a ticket, and shows what that is about
    page.wait_for_timeout(300)
    whole = view(page)
    resized(page, "phone")
    near = view(page)
    resized(page, "desktop")
    assert view(page) == pytest.approx(whole, rel=0.01), "a desktop shows all of it"
    resized(page, "phone")
    assert view(page) == pytest.approx(near, rel=0.01), "a phone the area of the tickets"
    resized(page, "desktop")


def an_open_panel_stays_open(page: Page) -> None:
    page.locator("[data-more]").click()
    expect(page.locator("dialog[open] [data-resign]")).to_be_visible()
    resized(page, "phone")
    expect(page.locator(".sheet [data-resign]")).to_be_visible()
    resized(page, "desktop")
    expect(page.locator("dialog[open] [data-resign]")).to_be_visible()
    page.keyboard.press("Escape")


def the_view_the_card_in_hand_and_the_focus_stay(page: Page) -> None:
    page.locator("[data-hand]:enabled").first.click()
    held = page.locator("[data-hand][aria-pressed=true]")
    page.locator(".board .surface").focus()
    for key in ("+", "+", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    chosen = view(page)
    for size in ("phone", "desktop"):
        resized(page, size)
        expect(page.locator(".board .surface")).to_be_focused()
        expect(held).to_have_count(1)
        assert view(page)[2] == pytest.approx(chosen[2], rel=0.01)
    assert view(page) == pytest.approx(chosen, rel=0.02)
    held.focus()
    resized(page, "phone")
    expect(held).to_be_focused()
