"""Replaying a finished game: by link to a move, by keys, from a seat, and from a file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from chrome import Window, asked
from playing import Running
from playwright.sync_api import Browser, expect


@pytest.fixture(scope="module")
def finished(site: Running) -> str:
    """A short finished game on Poland."""
    person = site.person("Zofia")
    place = person.make("poland", "host bot:local", pace=0.0)
    with person.at(place) as seat:
        seat.do("start")
        seat.play()
    return place


def test_a_link_leads_to_a_move(site: Running, browser: Browser, finished: str) -> None:
    window = Window(browser)
    page = window.page
    steps = asked(page, f"{site.url}/api/tables/{finished}/steps?first=12&count=1")
    page.goto(f"{site.url}/replay/{finished}#move=12&seat=1")
    expect(page.locator(".told b")).to_have_text(f"Move 12 of {steps['moves']}")
    expect(page.locator("button[aria-current=step]")).to_have_count(1)
    assert page.locator("aside [role=group] button[aria-pressed=true]").inner_text() == "B"
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#move=13&seat=1")
    page.keyboard.press("End")
    assert page.url.endswith(f"#move={steps['moves']}&seat=1")
    page.get_by_role("button", name="All hands").click()
    assert page.url.endswith(f"#move={steps['moves']}")
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("#move=[1-9]"))
    # what the rail says of a seat is what the server says of it at this step
    page.goto(f"{site.url}/replay/{finished}#move={steps['moves']}")
    last = asked(page, f"{site.url}/api/tables/{finished}/steps?first={steps['moves']}&count=1")["steps"][0]
    expect(page.locator("aside .score").first).to_have_text(str(last["open"]["seats"][0]["score"]))
    assert window.faults == []
    window.close()


def test_a_file_is_checked_and_shown(site: Running, browser: Browser, finished: str, tmp_path: Path) -> None:
    window = Window(browser)
    window.expected = ["422"]
    page = window.page
    record = asked(page, f"{site.url}/api/tables/{finished}/record")
    good, forged = tmp_path / "good.json", tmp_path / "forged.json"
    good.write_text(json.dumps(record), "utf-8")
    record["score"]["seats"][0]["total"] += 1
    forged.write_text(json.dumps(record), "utf-8")
    page.goto(f"{site.url}/replay")
    page.locator("input[type=file]").set_input_files(good)
    expect(page.locator(".proof .good")).to_have_count(2)
    page.get_by_role("button", name="Another record").click()
    page.locator("input[type=file]").set_input_files(forged)
    expect(page.locator(".proof .bad, main h1").first).to_be_visible()
    assert window.faults == []
    window.close()


def test_on_a_phone_nothing_hangs_out(site: Running, browser: Browser, finished: str) -> None:
    window = Window(browser, "phone")
    page = window.page
    page.goto(f"{site.url}/replay/{finished}#move=30")
    expect(page.locator(".told b")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for name in ("Players", "Moves"):
        page.get_by_role("button", name=name).tap()
        expect(page.locator("aside")).to_be_visible()
        page.get_by_role("button", name="Close").tap()
    assert window.faults == []
    window.close()


LAYERS = """() => Object.fromEntries(
  [["symbols", ".symbol"], ["discs", ".badge"], ["near", ".trains:not(.from-afar) .train"],
   ["far", ".trains.from-afar .train"]].map(([name, what]) => {
    const group = document.querySelector(".board " + what).closest(".printed > g, .trains");
    return [name, getComputedStyle(group).opacity === "1"];
  }))"""
"""Which layers of the map are seen."""
ALIKE = """() => {
  const [near, far] = [".trains:not(.from-afar)", ".trains.from-afar"].map(
    (layer) => document.querySelectorAll(layer + " .train").length);
  return near > 0 && near === far;
}"""
"""Whether both sizes of train are drawn: the one that is not seen comes a little later."""


def test_the_map_shows_what_is_drawn_for_its_scale(site: Running, browser: Browser, finished: str) -> None:
    window = Window(browser, "phone")
    page = window.page
    page.goto(f"{site.url}/replay/{finished}")
    expect(page.locator(".told b")).to_be_visible()
    page.keyboard.press("End")
    page.wait_for_function(ALIKE)
    page.get_by_role("button", name="Show the whole board").tap()
    expect(page.locator(".board")).to_have_class(re.compile(r"\bfar\b"))
    assert page.evaluate(LAYERS) == {"symbols": False, "discs": True, "near": False, "far": True}
    page.mouse.move(190, 300)
    for _ in range(8):
        page.mouse.wheel(0, -120)
    expect(page.locator(".board.far")).to_have_count(0)
    assert page.evaluate(LAYERS) == {"symbols": True, "discs": False, "near": True, "far": False}
    assert window.faults == []
    window.close()
