"""axe-core finds nothing wrong on any page, in any theme."""

from __future__ import annotations

import pytest
from chrome import AXE, Window, axe
from hand import begun
from playing import Running
from playwright.sync_api import Browser

THEMES = ["light", "dark", "contrast"]


@pytest.fixture(scope="module")
def over(site: Running) -> str:
    person = site.person("Ola")
    place = person.make("poland", "host bot:local bot:local", pace=0.0)
    with person.at(place) as seat:
        seat.do("start")
        seat.play()
    return place


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing(site: Running, browser: Browser, over: str, theme: str) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: make web")
    window = Window(browser, "desktop" if theme != "dark" else "phone", theme=theme)
    page = window.page
    found: dict[str, list[str]] = {}
    hand = begun(site, window, "europe", "host bot:random", start=False)
    found["waiting room"] = axe(page)
    hand.press("[data-start]")
    page.wait_for_selector(".offer [data-ticket]")
    found["first tickets"] = axe(page)
    hand.play(1)
    hand.turn()
    page.wait_for_selector("[data-deck].can")
    found["table"] = axe(page)
    for name, path, ready in [
        ("lobby", "/", "h1, h2"),
        ("new table", "/new", "h1, h2"),
        ("settings", "/settings", "h1"),
        ("rules", "/rules", "h1"),
        ("rules of a board", "/rules/nordic", "h1"),
        ("replay of a file", "/replay", "h1"),
        ("replay", f"/replay/{over}#move=20", ".told b"),
        ("end", f"/t/{over}", "tfoot td.total"),
    ]:
        page.goto(site.url + path)
        page.wait_for_selector(ready, state="attached")
        page.wait_for_timeout(250)
        found[name] = axe(page)
    assert {name: faults for name, faults in found.items() if faults} == {}
    assert window.faults == []
    window.close()
