"""A first visit fetches little; after it, the client opens without its server."""

from __future__ import annotations

from pathlib import Path

import first_load
import pytest
from chrome import Window
from playing import Running, running
from playwright.sync_api import Browser, expect

from kolej.boards.schema import LANGUAGES


@pytest.mark.parametrize(
    ("language", "boards"),
    [
        # the largest texts and fonts, with the largest map and the most printed words
        ("pl", ("poland", "nordic")),
        *(pytest.param(one, first_load.BOARDS, marks=pytest.mark.soak) for one in LANGUAGES),
    ],
)
def test_the_first_load_of_lobby_and_table_is_small(
    site: Running, browser: Browser, language: str, boards: tuple[str, ...]
) -> None:
    loads = first_load.first_loads(f"{site.url}/", browser, language, boards)
    for name, sizes in loads.items():
        print(f"{name}: {sum(sizes.values()) / 1000:.0f} kB in {len(sizes)} files")
    for name, sizes in loads.items():
        assert 50_000 < sum(sizes.values()) <= first_load.LIMIT, name
        drawn = [path for path in sizes if path.endswith("/drawing")]
        assert len(drawn) == name.startswith("table"), "the yardstick overlooks the board"
    assert len(loads) == 1 + len(boards)


def test_the_service_worker_opens_the_client_while_the_server_is_away(
    browser: Browser, tmp_path: Path
) -> None:
    window = Window(browser, service_worker=True)
    window.expected = ["ERR_CONNECTION_REFUSED", "Failed to load resource"]
    page = window.page
    with running(tmp_path, limits=False) as server:
        page.goto(f"{server.url}/rules")
        expect(page.locator("h1")).to_be_visible()
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    expect(page.locator("h1")).to_be_visible()
    assert window.faults == []
    window.close()
