"""The score table: every column's name is readable in every language, window size and text size."""

from __future__ import annotations

import pytest
from chrome import SIZES, Window
from playing import Running
from playwright.sync_api import Browser

NAMES = ["Zofia", "Pianificatore", "Maximilian Schwarzenegger-Król"]
"""People's names, one as long as a name may be; two bots sit beside them."""

LOOKS = [
    ("pl", "Zachłanny 2", "phone", 390, 1.3),
    ("it", "Avido 2", "desktop", 1440, 1.3),
    pytest.param("it", "Avido 2", "phone", 320, 1, marks=pytest.mark.soak),
    pytest.param("pl", "Zachłanny 2", "phone", 390, 1, marks=pytest.mark.soak),
    pytest.param("pl", "Zachłanny 2", "desktop", 1440, 1, marks=pytest.mark.soak),
]

CUT = """() => [...document.querySelectorAll("thead th:has(.name)")].filter((head) => {
    const words = document.createRange();
    words.selectNodeContents(head.querySelector(".name"));
    const said = words.getBoundingClientRect(), name = head.querySelector(".name").getBoundingClientRect();
    const room = head.getBoundingClientRect();
    return said.right > name.right + 0.5 || said.left < name.left - 0.5 || said.left < room.left;
}).map((head) => head.textContent.trim())"""


@pytest.fixture(scope="module")
def over(site: Running) -> tuple[str, str]:
    """A finished game of five, and the cookie of its host."""
    person = site.person(NAMES[0])
    seats = [{"for": "host"}, *({"for": "host", "name": name} for name in NAMES[1:])]
    seats += [{"for": "bot", "bot": "greedy"}] * 2
    made = person.http.post("/api/tables", json={"board": "europe", "seats": seats, "pace": 0.0})
    place: str = made.raise_for_status().json()["id"]
    with person.at(place) as seat:
        seat.do("start")
        seat.play()
    return place, person.http.cookies["kolej"]


@pytest.mark.parametrize(("language", "bot", "size", "width", "text"), LOOKS)
def test_no_name_is_cut(
    site: Running,
    browser: Browser,
    over: tuple[str, str],
    language: str,
    bot: str,
    size: str,
    width: int,
    text: float,
) -> None:
    place, cookie = over
    window = Window(browser, size, language=language, text=text)
    window.page.set_viewport_size({"width": width, "height": SIZES[size][1]})
    window.context.add_cookies([{"name": "kolej", "value": cookie, "url": site.url}])
    page = window.page
    page.goto(f"{site.url}/t/{place}")
    page.wait_for_selector("tfoot td.total")
    page.evaluate("document.fonts.ready")
    for name in [*NAMES, bot]:
        points = page.locator(".score .wide").first
        assert points.get_by_role("columnheader", name=name, exact=True).count() == 1, name
    assert page.evaluate(CUT) == []
    # the reasons stay beside the points, wherever the columns are scrolled to
    page.locator(".score .wide").first.evaluate("table => (table.scrollLeft = table.scrollWidth)")
    reason = page.locator("tbody th").first
    assert reason.evaluate("one => one.getBoundingClientRect().left >= 0")
    assert window.faults == []
    window.close()
