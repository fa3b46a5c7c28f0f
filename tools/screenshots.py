"""Pictures of every page and state of the client: python tools/screenshots.py FOLDER [--only pages,poland].

A separate server plays games to the moments that are shown (staged.py); each is then photographed in
four sizes, light and dark. Look at every one of them.
"""

from __future__ import annotations

import argparse
import functools
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from staged import PLAYERS, Message, Scenes  # first: it says where the rest is found

# isort: split
import chrome
from hand import Hand
from playing import running
from playwright.sync_api import Browser, Error, FilePayload, WebSocketRoute

THEMES = "light,dark"


class Album:
    """Pictures of one size in one theme."""

    def __init__(self, browser: Browser, scenes: Scenes, folder: Path, size: str, theme: str) -> None:
        self.browser, self.scenes, self.folder, self.size, self.theme = browser, scenes, folder, size, theme
        self.url = scenes.site.url

    @property
    def phone(self) -> bool:
        return self.size in chrome.PHONES

    @contextmanager
    def window(self, known: bool = True, **settings: Any) -> Iterator[chrome.Window]:
        """A browser of Zofia's, or of a first-time visitor."""
        window = chrome.Window(self.browser, self.size, theme=self.theme, **settings)
        if known:
            window.context.add_cookies([{"name": "kolej", "value": self.scenes.cookie, "url": self.url}])
        try:
            yield window
        finally:
            for fault in window.faults:
                print(f"  {self.size} {self.theme}: {fault}", flush=True)
            window.close()

    def shoot(self, window: chrome.Window, name: str) -> None:
        window.page.wait_for_load_state("networkidle")
        window.page.evaluate("document.fonts.ready")
        window.page.wait_for_timeout(350)  # until animations are over
        window.page.screenshot(path=self.folder / f"{name}-{self.size}-{self.theme}.png")

    def state(self, window: chrome.Window, name: str, bring_about: Callable[[], object]) -> None:
        """A picture after an action; an action that fails is reported, and the rest continues."""
        try:
            bring_about()
        except (AssertionError, Error, StopIteration) as fault:
            print(f"  {name}-{self.size}-{self.theme}: {str(fault).splitlines()[0]}")
        else:
            self.shoot(window, name)

    def page(self, window: chrome.Window, name: str, path: str, waited: str = "h1") -> None:
        window.page.goto(self.url + path)
        self.state(window, name, lambda: window.page.wait_for_selector(waited, state="attached"))

    def hand(self, window: chrome.Window, place: str) -> Hand:
        hand = Hand(window.page, self.url, place, self.phone)
        hand.goto()
        window.page.wait_for_function("Number(document.querySelector('[data-n]')?.dataset.n) >= 0")
        return hand

    def press(self, window: chrome.Window, desktop: str, phone: str | None = None) -> None:
        """A button, which a phone may have elsewhere."""
        for selector in (phone or desktop if self.phone else desktop).split(" > > "):
            target = window.page.locator(selector).first
            target.tap() if self.phone else target.click()


class Places:
    """The tables to photograph, each set up when first asked for."""

    def __init__(self, scenes: Scenes) -> None:
        self.scenes = scenes
        self.room = functools.cache(scenes.room)
        self.dealt = functools.cache(scenes.dealt)
        self.over = functools.cache(scenes.over)
        self.device = functools.cache(scenes.device)

    @functools.cache  # noqa: B019
    def turn(self, board: str) -> str:
        """Well into a game, with several routes to claim and one to pay in several ways."""
        return self.scenes.moment(
            board,
            lambda choice, position: (
                len(choice["claim"]) > 2
                and max(map(len, choice["claim"].values())) > 1
                and min(seat["trains"] for seat in position["open"]["seats"]) < 28
            ),
        )

    @functools.cache  # noqa: B019
    def tunnel(self) -> str:
        kinds = self.scenes.kinds("europe")
        return self.scenes.moment(
            "europe", lambda choice, _: any(kinds[route] == "tunnel" for route in choice["claim"])
        )

    @functools.cache  # noqa: B019
    def reveal(self) -> str:
        return self.scenes.moment("europe", lambda choice, _: bool(choice["pay"]), first="tunnel")

    @functools.cache  # noqa: B019
    def stuck(self) -> str:
        return self.scenes.moment(
            "europe", lambda choice, _: choice["give_up"] and not choice["pay"], first="tunnel"
        )

    @functools.cache  # noqa: B019
    def station(self) -> str:
        return self.scenes.moment(
            "europe",
            lambda choice, position: (
                bool(choice["station"]) and min(seat["trains"] for seat in position["open"]["seats"]) < 30
            ),
        )

    @functools.cache  # noqa: B019
    def swap(self) -> str:
        return self.scenes.moment(
            "nordic",
            lambda choice, _: any("+" in cards for ways in choice["claim"].values() for cards in ways),
        )

    @functools.cache  # noqa: B019
    def last(self) -> str:
        return self.scenes.moment(
            "usa", lambda _, position: position["open"]["last_turns"] is not None, seats="host bot:local"
        )

    @functools.cache  # noqa: B019
    def other(self) -> str:
        return self.scenes.two("europe", lambda opened: opened["phase"] == "turn" and min_trains(opened) < 32)

    @functools.cache  # noqa: B019
    def watch(self) -> str:
        return self.scenes.two("europe", lambda opened: opened["phase"] == "tunnel", first="tunnel")


def min_trains(opened: Message) -> int:
    return int(min(seat["trains"] for seat in opened["seats"]))


def pages(album: Album, places: Places) -> None:
    with album.window(known=False) as window:
        album.page(window, "lobby-new", "/", ".lobby h2")
        album.press(window, ".you")
        album.state(window, "you-new", lambda: window.page.wait_for_selector("dialog[open] h2"))
    with album.window() as window:
        for board in PLAYERS:
            places.turn(board)
        places.other()
        places.scenes.listed()
        album.page(window, "lobby", "/", ".continue li")
        album.press(window, ".you")
        album.state(window, "you", lambda: window.page.wait_for_selector("dialog[open] h2"))
        window.page.evaluate(
            "document.querySelectorAll('dialog details').forEach((one) => (one.open = true))"
        )
        album.shoot(window, "you-open")
        window.page.locator("dialog details").last.evaluate("one => one.scrollIntoView(false)")
        album.shoot(window, "you-foot")
        album.page(window, "new", "/new", ".lobby h2")
        album.state(window, "new-options", lambda: opened(window, ".new details"))
        album.page(window, "settings", "/settings")
        window.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        album.shoot(window, "settings-foot")
        album.page(window, "rules", "/rules")
        for board in PLAYERS:
            album.page(window, f"rules-{board}", f"/rules/{board}", "h2")
        album.page(window, "no-such-table", "/t/nosuchtable1")
        window.expected = ["404"]
        album.page(window, "no-such-page", "/no/such/page")


def opened(window: chrome.Window, selector: str) -> None:
    window.page.locator(selector).last.evaluate("one => ((one.open = true), one.scrollIntoView(false))")


def replays(album: Album, places: Places) -> None:
    with album.window() as window:
        for board, part in (("europe", "#move=120"), ("poland", "#move=60&seat=1"), ("nordic", "#move=90")):
            album.page(
                window, f"replay-{board}", f"/replay/{places.over(board)}{part}", ".board [data-route]"
            )
        album.page(window, "replay-usa", f"/replay/{places.over('usa')}#move=100", ".board [data-route]")
        album.page(window, "replay-drop", "/replay", "input[type=file]")
        record = places.scenes.zofia.http.get(f"/api/tables/{places.over('poland')}/record").content
        given = FilePayload(name="game.json", mimeType="application/json", buffer=record)
        window.page.locator("input[type=file]").set_input_files(given)
        album.state(
            window,
            "replay-file",
            lambda: window.page.wait_for_selector(".board [data-route]", state="attached"),
        )
        window.expected = ["409"]
        album.page(window, "replay-not-over", f"/replay/{places.turn('usa')}")


def ends(album: Album, places: Places) -> None:
    for board in PLAYERS:
        with album.window(speed=2) as window:
            window.page.goto(f"{album.url}/t/{places.over(board)}")
            seen: set[str] = set()
            beat = window.page.locator("dialog .beat")
            beat.wait_for()
            while beat.count():
                kind = beat.get_attribute("data-beat") or ""
                if kind not in seen:
                    seen.add(kind)
                    if kind == "path":
                        window.page.wait_for_timeout(2500)  # some wagons are traced
                    album.shoot(window, f"end-{board}-{kind}")
                window.page.locator("dialog .foot button").nth(1).click()
        with album.window() as window:
            window.page.goto(f"{album.url}/t/{places.over(board)}")
            album.state(
                window, f"score-{board}", functools.partial(window.page.wait_for_selector, "tfoot td.total")
            )
            reasons = window.page.locator(".score details")
            reasons.evaluate("one => ((one.open = true), one.scrollIntoView())")
            album.shoot(window, f"score-{board}-reasons")
            reasons.evaluate("one => (one.open = false)")
            for number, part in enumerate(("plots", "statistics")):
                window.page.evaluate(
                    "part => { const s = document.querySelector('.score');"
                    " s.scrollTop = (s.scrollHeight - s.clientHeight) * part; }",
                    (number + 1) / 2,
                )
                album.shoot(window, f"score-{board}-{part}")
        with album.window() as window:
            window.page.goto(f"{album.url}/t/{places.over(board)}")
            window.page.wait_for_selector("tfoot td.total")
            window.page.keyboard.press("Escape")
            album.state(window, f"after-{board}", functools.partial(window.page.wait_for_selector, ".after"))


def tables(album: Album, places: Places, board: str) -> None:
    with album.window() as window:
        album.hand(window, places.room(board))
        album.shoot(window, f"room-{board}")
    with album.window() as window:
        album.hand(window, places.dealt(board))
        album.state(window, f"first-tickets-{board}", lambda: window.page.wait_for_selector(".offer"))
        album.state(window, f"first-tickets-{board}-chosen", lambda: two_kept(album, window))
    with album.window() as window:
        hand = album.hand(window, places.turn(board))
        album.shoot(window, f"turn-{board}")
        album.state(window, f"route-{board}", lambda: picked(hand, lambda _, ways: len(ways)))
        album.state(window, f"why-not-{board}", lambda: illegal(hand))
        window.page.keyboard.press("Escape")
        album.state(window, f"ticket-{board}", lambda: ticket(album, window))
    with album.window() as window:
        album.hand(window, places.turn(board))
        album.state(window, f"claims-{board}", lambda: album.press(window, "[data-claims]"))
        album.press(window, "[data-claims]")
        album.state(window, f"key-{board}", lambda: album.press(window, "[data-key]"))


def two_kept(album: Album, window: chrome.Window) -> None:
    for number in (0, 1):
        stub = window.page.locator(".offer [data-ticket]").nth(number)
        stub.tap() if album.phone else stub.click()


def picked(hand: Hand, worth: Callable[[str, list[str]], float]) -> None:
    """Select the most valuable route without paying for it."""
    choices = hand.turn()
    assert choices, "the game is over"
    claim: dict[str, list[str]] = choices["claim"]
    route = max(claim, key=lambda name: worth(name, claim[name]))
    ends = next((line["a"], line["b"]) for line in hand.board["routes"] if line["id"] == route)
    city = next((end for end in ends if end in hand.cities), None) if hand.touch else None
    if city is not None:
        hand.find(city)
    hand.touch_map(*hand.route_point(route))
    hand.page.wait_for_selector("section.choice [data-pay]")


def illegal(hand: Hand) -> None:
    """Select a free route that cannot be claimed."""
    hand.page.keyboard.press("Escape")
    look = hand.look()["position"]
    taken = {route for seat in look["open"]["seats"] for route in seat["routes"]} | set(
        look["open"]["closed"]
    )
    legal = look["own"][0]["choices"]["claim"]
    free = [line for line in hand.board["routes"] if line["id"] not in taken and line["id"] not in legal]
    hand.touch_map(*hand.route_point(max(free, key=lambda line: line["length"])["id"]))
    hand.page.wait_for_selector(".board .bubble")


def ticket(album: Album, window: chrome.Window) -> None:
    if album.phone:
        window.page.locator(":is(.over-map, .beside-map) :is(button, [data-ticket])").first.tap()
    else:
        window.page.locator(".dock [data-ticket]").first.hover()


def moments(album: Album, places: Places) -> None:
    """Situations that do not come up in every turn."""
    with album.window() as window:
        hand = album.hand(window, places.tunnel())
        album.state(
            window,
            "tunnel-before",
            lambda: picked(hand, lambda route, ways: (hand.kinds[route] == "tunnel") * (9 + len(ways))),
        )
    for name, place in (("tunnel-reveal", places.reveal()), ("tunnel-stuck", places.stuck())):
        with album.window() as window:
            album.hand(window, place)
            album.state(window, name, functools.partial(window.page.wait_for_selector, "[data-give-up]"))
    with album.window() as window:
        album.hand(window, places.watch())
        album.shoot(window, "tunnel-watched")
    with album.window() as window:
        hand = album.hand(window, places.station())
        album.state(window, "station", lambda: station(hand))
    with album.window() as window:
        hand = album.hand(window, places.swap())
        album.state(window, "swap", lambda: picked(hand, lambda _, ways: sum("+" in cards for cards in ways)))
        album.state(
            window,
            "swap-picker",
            lambda: window.page.get_by_role("button", name="Swap other cards").first.click(),
        )
    with album.window() as window:
        album.hand(window, places.last())
        album.shoot(window, "last-turns")
    with album.window() as window:
        album.hand(window, places.device())
        if window.page.locator("[data-hand-over]").count():
            album.shoot(window, "hand-over")
            album.press(window, "[data-hand-over]")
        album.state(window, "curtain", lambda: window.page.wait_for_selector("[data-take-over]"))


def station(hand: Hand) -> None:
    choices = hand.turn()
    assert choices, "the game is over"
    for city in choices["station"]:
        if hand.touch:
            hand.find(city)
        hand.touch_map(*hand.city_point(city))
        if hand.page.locator("section.choice [data-build]").count():
            hand.press("section.choice [data-build]")
            return
    raise AssertionError("no city can be touched")


def panels(album: Album, places: Places) -> None:
    with album.window() as window:
        album.hand(window, places.other())
        album.shoot(window, "other-turn")
        for name in ("log", "chat", "players", "tickets"):
            if album.phone:
                nav = {"chat": "log", "players": "more"}.get(name, name)
                album.press(window, f"[data-nav='{nav}']" if name != "players" else ".strip [data-seat]")
            if name == "chat" or (name == "log" and not album.phone):
                tab = window.page.get_by_role("tab", name=re.compile(name, re.IGNORECASE))
                if tab.count():
                    tab.first.click()
            if album.phone or name in ("log", "chat"):
                album.shoot(window, f"panel-{name}")
            if album.phone:
                window.page.keyboard.press("Escape")
        album.press(window, "[data-more]", "[data-nav='more']")
        album.shoot(window, "panel-more")
        window.page.locator("[data-resign]").first.click()
        album.shoot(window, "panel-resign")
    with album.window() as window:
        album.hand(window, places.turn("europe"))
        album.press(window, "[data-more]", "[data-nav='more']")
        window.page.get_by_role("button", name="Invite").last.click()
        album.shoot(window, "panel-invite")
    if places.scenes.hints():
        with album.window() as window:
            album.hand(window, places.turn("europe"))
            album.press(window, "[data-hint]")
            album.state(window, "panel-hint", lambda: window.page.wait_for_selector("[data-do-it]"))
    lost(album, places)


def lessons(album: Album, places: Places) -> None:
    """Every step of every lesson, played by the coach's button."""
    with album.window(known=False) as window:
        window.named(album.url, "Ola")
        album.page(window, "learn", "/learn", "[data-lesson]")
        for lesson in places.scenes.zofia.http.get("/api/lessons").json():
            window.page.goto(f"{album.url}/learn/{lesson['id']}?retry")
            for number in range(20):
                card = f".coach[data-step='{number}']:not(.unplaced), .coach[data-kind=won]"
                name = f"lesson-{lesson['id']}-{number}"
                album.state(window, name, functools.partial(window.page.wait_for_selector, card))
                if not told_on(album, window):
                    break


def told_on(album: Album, window: chrome.Window) -> bool:
    """Do what the coach says; False at the end of a lesson, and where it leaves the move to the player."""
    for button in ("[data-deed]", "[data-lesson-on]", ".coach .btn.primary:not([data-play])"):
        if window.page.locator(button).count():
            album.press(window, button)
            return True
    return False


def guests(album: Album, places: Places) -> None:
    """Who follows an invitation, who only watches, and whose seat is played by a bot."""
    with album.window(known=False) as window:
        window.page.goto(f"{album.url}/t/{places.room('usa')}")
        album.shoot(window, "room-guest")
    with album.window(known=False) as window:
        window.named(album.url, "Ola")
        window.page.goto(f"{album.url}/t/{places.other()}")
        album.state(window, "watching", lambda: window.page.wait_for_selector(".board [data-route]"))
    with album.window() as window:
        album.hand(window, places.scenes.two("usa", lambda opened: opened["phase"] == "turn"))
        for button in ("[data-more]", "[data-resign]", "[data-resign-sure]"):
            album.press(window, button, "[data-nav='more']" if button == "[data-more]" else None)
        album.state(window, "away", lambda: window.page.wait_for_selector("[data-away]"))


def lost(album: Album, places: Places) -> None:
    """The connection breaks, and nobody answers."""
    with album.window() as window:
        window.expected = ["WebSocket", "Failed to load resource"]
        wires: list[WebSocketRoute] = []

        def wire(route: WebSocketRoute) -> None:
            wires.append(route)
            if len(wires) == 1:
                route.connect_to_server()

        window.page.route_web_socket(re.compile("/socket"), wire)
        album.hand(window, places.turn("poland"))
        wires[0].close(code=1011)
        album.state(
            window,
            "reconnecting",
            lambda: window.page.wait_for_selector(".strip[role=status]", state="visible"),
        )


GROUPS: dict[str, Callable[[Album, Places], None]] = {
    "pages": pages,
    "panels": panels,
    "moments": moments,
    "replays": replays,
    "ends": ends,
    "lessons": lessons,
    "guests": guests,
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Pictures of every page and state of the web client.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", default=",".join(chrome.SIZES))
    parser.add_argument("--themes", default=THEMES)
    parser.add_argument(
        "--only", default=",".join([*GROUPS, *PLAYERS]), help="groups of pictures, and boards"
    )
    given = parser.parse_args()
    path = chrome.found()
    if path is None or not chrome.built():
        sys.exit(f"error: needs a Chromium ({chrome.INSTALL}) and the built client (make web)")
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, running(Path(data), limits=False) as site:
        places = Places(Scenes(site))
        with chrome.launched(path) as browser:
            for size in map(chrome.size_named, given.sizes.split(",")):
                for theme in given.themes.split(","):
                    album = Album(browser, places.scenes, given.folder, size, theme)
                    for part in given.only.split(","):
                        if part in GROUPS:
                            GROUPS[part](album, places)
                        else:
                            tables(album, places, part)
                    print(f"{size} {theme}", flush=True)


if __name__ == "__main__":
    main()
