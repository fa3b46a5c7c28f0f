"""Plays at a table through its page: reads choices from the server, moves by clicks and keys."""

from __future__ import annotations

import math
import time
from collections import Counter
from typing import Any

from chrome import Window, asked
from playing import Running
from playwright.sync_api import Page, expect

State = dict[str, Any]

POINT = """([x, y]) => {
  const sheet = document.querySelector(".board .sheet svg");
  const at = new DOMPoint(x, y).matrixTransform(sheet.getScreenCTM());
  const room = document.querySelector(".board").getBoundingClientRect();
  const seen = document.elementFromPoint(at.x, at.y);
  const across = at.x > room.left + 6 && at.x < room.right - 6;
  const inside = across && at.y > room.top + 6 && at.y < room.bottom - 6;
  return { x: at.x, y: at.y, free: inside && !!seen && !!seen.closest(".surface") };
}"""


class Hand:
    """Someone at a table in a page; taps if `touch`, otherwise clicks."""

    def __init__(self, page: Page, url: str, place: str, touch: bool = False) -> None:
        self.page, self.url, self.place, self.touch = page, url, place, touch
        look = self.look()
        self.board = asked(page, f"{url}/api/boards/{look['table']['content']}")
        self.plan = asked(page, f"{url}/api/boards/{look['table']['content']}/plan")
        self.kinds = {route["id"]: route["kind"] for route in self.board["routes"]}
        self.cities = {city["id"] for city in self.board["cities"]}
        self.done: Counter[str] = Counter()
        """How often each thing was done: draw, deck, claim, tunnel, pay, give-up, station, tickets, keep."""
        self.station_after: int | None = None
        self.tickets_after: int | None = None
        self.give_up_first = False
        self.moves = 0

    def look(self) -> State:
        found: State = asked(self.page, f"{self.url}/api/tables/{self.place}")
        return found

    def goto(self) -> None:
        self.page.goto(f"{self.url}/t/{self.place}")
        self.page.wait_for_selector(".board [data-route]", state="attached")

    def press(self, selector: str) -> None:
        target = self.page.locator(selector).first
        target.tap() if self.touch else target.click()

    # the map

    def route_point(self, route: str) -> tuple[float, float]:
        """The middle of a touchable space of the route, as close to the route's middle as possible."""
        spaces = [space["polygon"] for space in self.plan["spaces"] if space["route"] == route]
        middles = [(sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4) for corners in spaces]
        centre = middles[len(middles) // 2]
        middles.sort(key=lambda point: math.dist(point, centre))
        return next((at for at in middles if self.page.evaluate(POINT, list(at))["free"]), middles[0])

    def find(self, city: str) -> None:
        """Zoom to a city as on a phone: by typing its name."""
        name = next(line["name"] for line in self.board["cities"] if line["id"] == city)
        self.press(".board .zoom [aria-label='Find a city']")
        field = self.page.locator(".board input[role=combobox]")
        field.fill(name)
        field.press("Enter")
        self.page.wait_for_timeout(120)

    def city_point(self, city: str) -> tuple[float, float]:
        spot = next(spot for spot in self.plan["cities"] if spot["id"] == city)
        return spot["x"], spot["y"]

    def touch_map(self, x: float, y: float) -> None:
        """Click at a point of the drawing; shows the whole board first if the point is not in view."""
        for fit in (False, True, True):
            if fit:
                self.page.keyboard.press("Escape")
                self.press(".board [aria-label='Show the whole board']")
                self.page.wait_for_timeout(120)
            at = self.page.evaluate(POINT, [x, y])
            if at["free"]:
                break
        assert at["free"], f"the map is covered at {at}"
        if self.touch:
            self.page.touchscreen.tap(at["x"], at["y"])
        else:
            self.page.mouse.click(at["x"], at["y"])

    def drag_to(self, route: str, x: float, y: float) -> None:
        """Drag the map until a route is at a point of the screen."""
        at = self.page.evaluate(POINT, list(self.route_point(route)))
        room = self.page.locator(".board .surface").bounding_box()
        assert room
        middle = (room["x"] + room["width"] / 2, room["y"] + room["height"] / 2)
        self.page.mouse.move(*middle)
        self.page.mouse.down()
        self.page.mouse.move(middle[0] + x - at["x"], middle[1] + y - at["y"], steps=4)
        self.page.mouse.up()
        self.page.wait_for_timeout(150)

    # moves

    def shown(self, look: State) -> State:
        """The same look, once the page shows it too: anything clicked earlier may vanish."""
        self.page.wait_for_function(
            "n => Number(document.querySelector('[data-n]')?.dataset.n) >= n", arg=look["n"]
        )
        return look

    def turn(self, seat: int | None = None) -> State | None:
        """What the seat can do, once it is to move; None when the game is over."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            look = self.look()
            if look["table"]["state"] == "over":
                return None
            for own in look["position"]["own"] if look["position"] else ():
                if own["choices"] and seat in (None, own["seat"]):
                    self.shown(look)
                    return {**own["choices"], "seat": own["seat"], "n": look["n"], "since": own["since"]}
            time.sleep(0.02)
        raise AssertionError("nothing was awaited of this seat for 30 seconds")

    def move(self, choices: State) -> str:
        """Make one decision through the page."""
        did = self._move(choices)
        self.done[did] += 1
        self.moves += 1
        self.settled(choices)
        return did

    def settled(self, choices: State) -> None:
        """Wait until the server has carried out the move."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            look = self.look()
            own = [view for view in look["position"]["own"] if view["seat"] == choices["seat"]]
            if (
                look["table"]["state"] == "over"
                or not own
                or own[0]["since"] != choices["since"]
                or not own[0]["choices"]
            ):
                return
            time.sleep(0.015)
        raise AssertionError(f"the page did nothing: {self.page.url}, {choices}")

    def _move(self, choices: State) -> str:
        if choices["keep"]:
            return self.keep(choices)
        if choices["pay"] or choices["give_up"]:
            giving_up = self.give_up_first and not self.done["give-up"]
            return self.decide(choices, bool(choices["pay"]) and not giving_up)
        if self.station_after is not None and self.moves >= self.station_after and choices["station"]:
            self.station_after = None
            return self.station(choices)
        if self.tickets_after is not None and self.moves >= self.tickets_after and choices["tickets"]:
            self.tickets_after = None
            return self.draw_tickets()
        if choices["claim"]:
            return self.claim(choices)
        return self.draw(choices)

    def keep(self, choices: State) -> str:
        lacking = choices["keep_at_least"] - self.page.locator(".offer [aria-pressed='true']").count()
        if lacking > 0:
            expect(self.page.locator("[data-keep]")).to_contain_text(str(lacking))
        for ticket in choices["keep"][: max(1, choices["keep_at_least"])]:
            stub = self.page.locator(f".offer [data-ticket='{ticket}']")
            if stub.get_attribute("aria-pressed") != "true":
                self.press(f".offer [data-ticket='{ticket}']")
        expect(self.page.locator("[data-keep]")).to_have_attribute("aria-disabled", "false")
        self.press("[data-keep]")
        return "keep"

    def decide(self, choices: State, pays: bool) -> str:
        """Pay the extra cost of a tunnel, or give it up."""
        self.press(f"[data-pay='{choices['pay'][0]}']" if pays else "[data-give-up]")
        return "pay" if pays else "give-up"

    def draw(self, choices: State) -> str:
        letters = [letter for letter in choices["draw"] if letter != "L"] or list(choices["draw"])
        blind = choices["blind"] and (not self.done["deck"] or self.moves % 3 == 0)
        if letters and not blind:
            self.press(f"[data-card='{letters[0]}'].can")
            return "draw"
        if choices["blind"]:
            self.press("[data-deck].can")
            return "deck"
        return self.draw_tickets()

    def draw_tickets(self) -> str:
        if self.page.locator("[data-nav]").count():
            self.press("[data-nav='tickets']")
        self.press("[data-draw-tickets]")
        return "tickets"

    def claim(self, choices: State) -> str:
        """Claim the longest possible route: touch it, then pay in the chooser or by the map's button."""
        route = max(choices["claim"], key=lambda name: (len(choices["claim"][name][0]), name))
        self.pick(route)
        pill = self.page.locator("[data-pill]")
        if self.moves % 2 and pill.is_visible():
            self.press("[data-pill]")
        else:
            self.press("section.choice [data-pay]")
        return "tunnel" if self.kinds[route] == "tunnel" else "claim"

    def pick(self, route: str) -> None:
        """Touch a claimable route, which shows how to pay for it."""
        self.touch_route(route)
        self.page.wait_for_selector("section.choice [data-pay]")

    def touch_route(self, route: str) -> None:
        ends = next((line["a"], line["b"]) for line in self.board["routes"] if line["id"] == route)
        city = next((end for end in ends if end in self.cities), None) if self.touch else None
        if city is not None:
            self.find(city)
        self.touch_map(*self.route_point(route))

    def station(self, choices: State) -> str:
        for city in choices["station"]:
            if self.touch:
                self.find(city)
            x, y = self.city_point(city)
            if self.page.evaluate(POINT, [x, y])["free"]:
                self.touch_map(x, y)
                self.press("section.choice [data-build]")
                self.page.wait_for_selector("section.choice [data-pay]")
                expect(self.page.locator("section.choice h2").first).to_be_in_viewport(ratio=1)
                # the other sites are only ringed
                expect(self.page.locator(".board .may-build").first).to_have_css("fill", "none")
                self.press("section.choice [data-pay]")
                return "station"
        raise AssertionError("no city can be touched")

    def play(self, most: int | None = None) -> int:
        """Play to the end, or for this many decisions."""
        made = 0
        while most is None or made < most:
            choices = self.turn()
            if choices is None:
                break
            self.move(choices)
            made += 1
        return made


def score_shown(page: Page) -> dict[str, list[int]]:
    """The page's score table: rows by reason, and the totals."""
    page.wait_for_selector("tfoot td.total")
    rows = page.evaluate(
        """() => Object.fromEntries([
          ...[...document.querySelectorAll("tr[data-why]")].map((row) =>
            [row.dataset.why, [...row.querySelectorAll("td")].map((cell) => cell.textContent)]),
          ["total", [...document.querySelectorAll("tfoot td.total")].map((cell) => cell.textContent)],
        ])"""
    )
    return {why: [int(text.replace("−", "-")) for text in cells] for why, cells in rows.items()}


def score_counted(sheet: State) -> dict[str, list[int]]:
    """The same from the server's score sheet, for the reasons in it."""
    found: dict[str, list[int]] = {"total": [seat["total"] for seat in sheet["seats"]]}
    for place, seat in enumerate(sheet["seats"]):
        for item in seat["items"]:
            found.setdefault(item["why"], [0] * len(sheet["seats"]))[place] += item["points"]
    return found


def opened(site: Running, window: Window, board: str, seats: str, name: str = "Zofia", **more: object) -> str:
    """Create a table from this window; seats as words: host, anyone, bot:name."""
    window.named(site.url, name)
    plans = [
        {"for": "bot", "bot": word[4:]} if word.startswith("bot:") else {"for": word}
        for word in seats.split()
    ]
    answer = window.context.request.post(
        f"{site.url}/api/tables", data={"board": board, "seats": plans, "pace": 0.0, **more}
    )
    assert answer.ok, answer.text()
    place: str = answer.json()["id"]
    return place


def seated(site: Running, window: Window, place: str) -> Hand:
    """A hand at a table in a window."""
    touch = bool(window.page.evaluate("matchMedia('(pointer: coarse)').matches"))
    hand = Hand(window.page, site.url, place, touch)
    hand.goto()
    return hand


def begun(site: Running, window: Window, board: str, seats: str, start: bool = True) -> Hand:
    """A table of this window, started from its waiting room."""
    hand = seated(site, window, opened(site, window, board, seats))
    if start:
        hand.press("[data-start]")
    return hand


def ended(hand: Hand) -> None:
    """Check that the end is shown, can be skipped, and agrees with the engine."""
    page = hand.page
    page.wait_for_selector("dialog[open] h1")
    if page.locator("dialog .beat").count():
        hand.press("dialog .foot button.primary")
    shown, counted = score_shown(page), score_counted(hand.look()["score"])
    for why, points in counted.items():
        assert shown[why] == points, why
    assert all(not any(points) for why, points in shown.items() if why not in counted)
