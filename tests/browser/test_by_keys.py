"""By keyboard alone: nothing here uses a mouse."""

from __future__ import annotations

import pytest
from chrome import Window
from hand import ended
from keys import at_keys
from playing import Running
from playwright.sync_api import Browser, expect


def test_some_turns_by_keys_alone(site: Running, browser: Browser) -> None:
    window = Window(browser)
    keys = at_keys(site, window, "europe", "host bot:random")
    keys.station_after, keys.tickets_after = 2, 4
    while not (keys.done["claim"] and keys.done["station"] and keys.done["tickets"]):
        assert keys.play(1), f"the game was over before: {keys.done}"
    mine = keys.look()["position"]["open"]["seats"][0]
    # a tunnel that was tried may have been won or given up
    assert 0 <= len(mine["routes"]) - keys.done["claim"] <= keys.done["tunnel"]
    assert len(mine["station_cities"]) == 1
    assert window.faults == []
    window.close()


def test_escape_leaves_a_choice_and_goes_back_to_its_city(site: Running, browser: Browser) -> None:
    window = Window(browser)
    keys = at_keys(site, window, "usa", "host bot:random")
    keys.play(1)
    while (choices := keys.turn()) and not choices["claim"]:
        keys.move(choices)
    assert choices
    route = next(iter(choices["claim"]))
    keys.pick(route)
    city = next(line["a"] for line in keys.board["routes"] if line["id"] == route)
    keys.key("Escape")
    expect(window.page.locator("section.choice")).to_have_count(0)
    expect(window.page.locator(f".board button[id$='-{city}']")).to_be_focused()
    assert keys.look()["n"] == choices["n"]
    window.close()


@pytest.mark.soak
@pytest.mark.parametrize("board", ["europe", "poland"])
def test_a_whole_game_by_keys_alone(site: Running, browser: Browser, board: str) -> None:
    window = Window(browser)
    keys = at_keys(site, window, board, "host bot:local bot:local")
    keys.tickets_after = 8
    if board == "europe":
        keys.station_after = 12
    keys.play()
    ended(keys)
    assert keys.done["claim"] > 3, keys.done
    assert window.faults == []
    window.close()
