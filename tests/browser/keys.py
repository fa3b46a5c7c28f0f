"""A hand without a mouse: everything at a table by Tab, arrows, letters, digits and Enter."""

from __future__ import annotations

from chrome import Window
from hand import Hand, State, opened
from playing import Running
from playwright.sync_api import expect

FOCUSED = "selector => !!document.activeElement && document.activeElement.matches(selector)"


class Keys(Hand):
    def key(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def press(self, selector: str) -> None:
        """Move there with Tab, then press Enter."""
        self.page.wait_for_selector(selector)
        for _ in range(200):
            if self.page.evaluate(FOCUSED, selector):
                return self.key("Enter")
            self.key("Tab")
        raise AssertionError(f"Tab never comes to {selector}")

    def find(self, city: str) -> None:
        name = next(line["name"] for line in self.board["cities"] if line["id"] == city)
        self.key("/")
        self.page.wait_for_selector("input[role=combobox]:focus")
        self.page.keyboard.type(name)
        self.key("Enter")
        self.page.wait_for_selector(f".board button[id$='-{city}']:focus", state="attached")

    def listed(self, city: str) -> None:
        """The routes of a city, opened on the map; the first line has the focus."""
        self.find(city)
        self.key("Enter")
        self.page.wait_for_selector(".routes li:first-child :focus")

    def keep(self, choices: State) -> str:
        least = max(1, choices["keep_at_least"])
        kept = self.page.locator(".offer [aria-pressed=true]")
        self.page.wait_for_selector(".offer [data-ticket]")
        expect(kept).to_have_count(0)
        self.key(*"123"[:least])
        expect(kept).to_have_count(least)
        self.key("Enter")
        return "keep"

    def draw(self, choices: State) -> str:
        if choices["blind"] and self.moves % 4:
            self.page.wait_for_selector("[data-deck].can")
            self.key("d")
            return "deck"
        return super().draw(choices)

    def draw_tickets(self) -> str:
        self.key("t")
        return "tickets"

    def pick(self, route: str) -> None:
        line = next(line for line in self.board["routes"] if line["id"] == route)
        city = line["a"] if line["a"] in self.cities else line["b"]
        self.listed(city)
        wanted = self.page.locator(f".routes [data-way='{route}']")
        for _ in range(30):
            if wanted.evaluate("one => one === document.activeElement"):
                break
            self.key("ArrowDown")
        self.key("Enter")
        self.page.wait_for_selector("section.choice:focus [data-pay]")

    def claim(self, choices: State) -> str:
        route = max(choices["claim"], key=lambda name: (len(choices["claim"][name][0]), name))
        self.pick(route)
        self.key("Enter")
        return "tunnel" if self.kinds[route] == "tunnel" else "claim"

    def station(self, choices: State) -> str:
        self.listed(choices["station"][0])
        self.key("Enter")
        self.page.wait_for_selector("section.choice:focus [data-pay]")
        self.key("Enter")
        return "station"

    def decide(self, choices: State, pays: bool) -> str:
        self.page.wait_for_selector("section.choice [data-give-up]")
        self.key("Enter" if pays else "g")
        return "pay" if pays else "give-up"


def at_keys(site: Running, window: Window, board: str, seats: str) -> Keys:
    """A table started with keys."""
    place = opened(site, window, board, seats)
    keys = Keys(window.page, site.url, place)
    keys.goto()
    keys.press("[data-start]")
    return keys
