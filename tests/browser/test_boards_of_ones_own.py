"""A server's own boards in the browser: laid out on demand, listed with faults, kept by their tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import straight
from chrome import Window
from playing import Running, running
from playwright.sync_api import Browser, Page, expect

from kolej.boards.layout import compute
from kolej.boards.layout.layout import Layout
from kolej.boards.load import load
from kolej.boards.starter import start

TINY = """
format = 1
id = "tiny"
name = { en = "Tiny", pl = "Tiny", it = "Tiny" }
map.geography = "none"
rules.players = [2, 2]
rules.trains = 8
rules.first_tickets = 2
rules.first_keep = 1
cities = [{ id = "ada", name = "Ada" }, { id = "bor", name = "Bor" }, { id = "cis", name = "Cis" }]
routes = [
  { a = "ada", b = "bor", length = 3, colour = "red" },
  { a = "bor", b = "cis", length = 2, colour = "blue" },
  { a = "cis", b = "ada", length = 4, colour = "grey" },
]
tickets = [
  { a = "ada", b = "bor", points = 3 },
  { a = "ada", b = "cis", points = 4 },
  { a = "bor", b = "cis", points = 2 },
  { a = "bor", b = "ada", points = 5 },
]
"""
"""A board that is laid out in a moment."""


def tiny(folder: Path) -> Path:
    board = folder / "tiny.toml"
    board.write_text(TINY, "utf-8")
    return board


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the server's own boards."""
    found = tmp_path / "boards"
    found.mkdir()
    monkeypatch.setenv("KOLEJ_BOARDS", str(found))
    return found


@pytest.fixture
def site(folder: Path, tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "data", limits=False) as found:
        yield found


def begin(page: Page, site: Running, board: str) -> None:
    """Start a table with a bot on the page that `kolej play` opens."""
    page.goto(f"{site.url}/new?board={board}&bots=random")
    page.get_by_role("button", name="Start").click()


def spaces(page: Page, route: str) -> int:
    """How many spaces of a route are drawn: the closed lines of its shape."""
    drawn = page.locator(f'g[data-route="{route}"] path.fill').get_attribute("d")
    assert drawn is not None
    return drawn.count("M")


def test_a_board_without_a_layout_is_laid_out_with_progress_and_played(
    site: Running, folder: Path, browser: Browser
) -> None:
    board = tiny(folder)
    window = Window(browser)
    begin(window.page, site, "tiny")
    expect(window.page.get_by_role("status").filter(has_text="being laid out")).to_be_visible()
    window.page.wait_for_selector(".offer [data-ticket]", timeout=120_000)
    assert compute.stored(load(board), board) is not None
    assert window.faults == []
    window.close()


def test_a_faulty_board_is_listed_with_its_fault_and_cannot_be_chosen(
    site: Running, folder: Path, browser: Browser
) -> None:
    board = start(folder / "isle.toml")
    board.write_text(board.read_text("utf-8").replace("length = 3", "length = 33", 1), "utf-8")
    window = Window(browser)
    window.page.goto(f"{site.url}/new")
    card = window.page.locator("label.card").filter(has_text="isle")
    expect(card).to_contain_text("isle.toml:")
    expect(card).to_contain_text("33")
    assert str(folder) not in card.inner_text()
    assert card.locator("input").is_disabled()
    assert window.faults == []
    window.close()


def test_a_board_edited_after_its_layout_is_played_on_a_map_of_its_own(
    site: Running, folder: Path, browser: Browser
) -> None:
    board = tiny(folder)
    made = straight.plan(load(board))
    plan = msgspec.structs.replace(made, digest=compute.digest(load(board)), projection=None)
    compute.beside(board).write_bytes(msgspec.json.encode(plan))
    assert compute.stored(load(board), board) is not None
    route = next(route for route in load(board).routes if route.length == 3)
    board.write_text(board.read_text("utf-8").replace("length = 3", "length = 2"), "utf-8")
    assert next(each for each in load(board).routes if each.id == route.id).length == 2
    window = Window(browser)
    begin(window.page, site, "tiny")
    window.page.wait_for_selector(".offer [data-ticket]", timeout=120_000)
    assert spaces(window.page, route.id) == 2
    assert window.faults == []
    window.close()


def test_a_board_laid_out_anew_during_a_game_leaves_the_map_of_that_game_alone(
    site: Running, folder: Path, browser: Browser, isle_layout: bytes
) -> None:
    board = start(folder / "isle.toml")
    compute.beside(board).write_bytes(isle_layout)
    window = Window(browser)
    page = window.page
    begin(page, site, "isle")
    page.wait_for_selector(".offer [data-ticket]")
    first = city(page)
    shift(board, msgspec.json.decode(isle_layout, type=Layout))
    page.reload()
    page.wait_for_selector(".offer [data-ticket]")
    assert city(page) == first
    begin(page, site, "isle")
    page.wait_for_selector(".offer [data-ticket]")
    assert city(page) != first, "the next table has the new map"
    assert window.faults == []
    window.close()


def test_a_table_in_a_list_shows_no_picture_of_a_board_that_has_none(
    site: Running, folder: Path, browser: Browser, isle_layout: bytes
) -> None:
    for name in ("isle", "bare", "gone"):
        start(folder / f"{name}.toml")
    compute.beside(folder / "isle.toml").write_bytes(isle_layout)
    window = Window(browser)
    window.named(site.url, "Ala")
    for board in ("usa", "isle", "bare", "gone"):
        made = {"board": board, "seats": [{"for": "host"}, {"for": "anyone"}]}
        assert window.context.request.post(f"{site.url}/api/tables", data=made).ok
    (folder / "gone.toml").unlink()
    page = window.page
    page.goto(site.url)
    rows = page.locator(".continue a.row")
    expect(rows).to_have_count(4)
    page.wait_for_load_state("networkidle")
    for board, pictures in (("USA", 1), ("isle", 1), ("bare", 0), ("gone", 0)):
        expect(rows.filter(has_text=board).locator("img[src]")).to_have_count(pictures)
    assert window.faults == []
    window.close()


def city(page: Page) -> str:
    """Where the first city is drawn."""
    page.wait_for_selector(".over g.printed > *", state="attached")
    found: str = page.evaluate("document.querySelector('.over g.printed > *').outerHTML")
    return found


def shift(board: Path, plan: Layout) -> None:
    """Another layout of the same board: every city a little further to the right."""
    cities = tuple(msgspec.structs.replace(spot, x=spot.x + 5) for spot in plan.cities)
    compute.beside(board).write_bytes(msgspec.json.encode(msgspec.structs.replace(plan, cities=cities)))
