"""Chat: what is new is counted from the first line on, on a desk and on a phone."""

from __future__ import annotations

import pytest
from chrome import Window
from hand import begun, seated
from playing import Running
from playwright.sync_api import Browser, expect

CHAT = {"desktop": "[data-chat]", "phone": "[data-nav='chat']"}

BUBBLES = """() => {
  const seen = (window.bubbles = []);
  const look = () => {
    const text = document.querySelector("[data-bubble='1']")?.innerText.replace(/\\s+/g, " ");
    if (text && text !== seen.at(-1)) seen.push(text);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Notes what stands below the badge of seat 1, however briefly."""


@pytest.mark.parametrize("size", CHAT)
def test_new_lines_are_counted_until_they_are_seen(site: Running, browser: Browser, size: str) -> None:
    window, other = Window(browser, size), Window(browser, "desktop")
    hand = begun(site, window, "usa", "host anyone", start=False)
    other.named(site.url, "Marek")
    seated(site, other, hand.place).press("[data-sit='1']")
    hand.press("[data-start]")
    hand.play(1)
    window.page.evaluate(BUBBLES)
    page = other.page
    page.locator("[data-chat]").click()
    field = page.locator("[data-say]")
    for n, text in enumerate(("first", "second"), start=1):
        field.fill(text)
        field.press("Enter")
        expect(window.page.locator(CHAT[size])).to_contain_text(str(n))
    if size == "phone":
        window.page.wait_for_function("() => window.bubbles?.join() === 'Marek: first,Marek: second'")
    expect(page.locator("[data-chat]")).to_have_text("Chat")
    field.fill("kept")
    field.press("Escape")
    expect(field).not_to_be_focused()
    expect(field).to_have_value("kept")
    hand.press(CHAT[size])
    expect(window.page.get_by_text("Marek: second")).to_be_visible()
    if size == "phone":
        expect(window.page.locator("[data-bubble]")).to_have_count(0)
        window.page.keyboard.press("Escape")
    expect(window.page.locator(CHAT[size])).to_have_text("Chat")
    for one in (window, other):
        assert one.faults == []
        one.close()


def test_an_address_that_leads_nowhere_says_so(site: Running, browser: Browser) -> None:
    window = Window(browser, "phone")
    page = window.page
    for path in ("/nowhere", "/t", "/some/where/else"):
        answer = page.goto(f"{site.url}{path}")
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_role("heading", name="There is no page at this address")).to_be_visible()
    page.get_by_role("link", name="To the lobby").click()
    expect(page.locator(".lobby")).to_be_visible()
    window.close()
