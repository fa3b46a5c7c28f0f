"""axe-core finds nothing wrong on any page, in any theme."""

from __future__ import annotations

import pytest
from chrome import AXE, Window, axe
from hand import begun
from playing import Running
from playwright.sync_api import Browser

SIZES = {"light": "desktop", "dark": "phone", "contrast": "desktop"}
"""The themes, each at a size."""
TABLE = ("waiting room", "first tickets", "table")
PAGES = {
    "lobby": ("/", "h1, h2"),
    "new table": ("/new", "h1, h2"),
    "settings": ("/settings", "h1"),
    "rules": ("/rules", "h1"),
    "rules of a board": ("/rules/nordic", "h1"),
    "replay of a file": ("/replay", "h1"),
    "replay": ("/replay/{over}#move=20", ".told b"),
    "end": ("/t/{over}", "tfoot td.total"),
}
"""The other pages: path, and what is there when one is ready."""
SHARES = {
    "light": (*TABLE, "settings"),
    "dark": ("new table", "replay", "end"),
    "contrast": ("lobby", "rules", "rules of a board", "replay of a file"),
}
"""Every page in one theme, and every theme on several pages; all pages in all themes take minutes."""


@pytest.fixture(scope="module")
def over(site: Running) -> str:
    person = site.person("Ola")
    place = person.make("poland", "host bot:local bot:local", pace=0.0)
    with person.at(place) as seat:
        seat.do("start")
        seat.play()
    return place


def faults(site: Running, window: Window, over: str, pages: tuple[str, ...]) -> dict[str, list[str]]:
    """What axe finds wrong, page by page."""
    page = window.page
    found: dict[str, list[str]] = {}
    if set(pages) & set(TABLE):
        hand = begun(site, window, "europe", "host bot:random", start=False)
        if "waiting room" in pages:
            found["waiting room"] = axe(page)
        hand.press("[data-start]")
        page.wait_for_selector(".offer [data-ticket]")
        if "first tickets" in pages:
            found["first tickets"] = axe(page)
        hand.play(1)
        hand.turn()
        page.wait_for_selector("[data-deck].can")
        found["table"] = axe(page)
    for name in pages:
        if name in PAGES:
            path, ready = PAGES[name]
            page.goto(site.url + path.format(over=over))
            page.wait_for_selector(ready, state="attached")
            page.wait_for_timeout(250)
            found[name] = axe(page)
    assert set(found) == set(pages)
    return {name: faults for name, faults in found.items() if faults}


def assert_nothing_is_wrong(
    site: Running, browser: Browser, over: str, theme: str, pages: tuple[str, ...]
) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: make web")
    window = Window(browser, SIZES[theme], theme=theme)
    assert faults(site, window, over, pages) == {}
    assert window.faults == []
    window.close()


@pytest.mark.parametrize("theme", SIZES)
def test_axe_finds_nothing(site: Running, browser: Browser, over: str, theme: str) -> None:
    assert_nothing_is_wrong(site, browser, over, theme, SHARES[theme])


def test_every_page_is_looked_at_in_some_theme() -> None:
    assert {page for share in SHARES.values() for page in share} == {*TABLE, *PAGES}


@pytest.mark.soak
@pytest.mark.parametrize("theme", SIZES)
def test_axe_finds_nothing_on_any_page(site: Running, browser: Browser, over: str, theme: str) -> None:
    assert_nothing_is_wrong(site, browser, over, theme, (*TABLE, *PAGES))
