"""The pictures of README: a game on each board, and a turn that moves. python tools/showcase.py [FOLDER]

A separate server plays the games, and a real browser shows them; it needs a Chromium and the built client.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "server"), str(ROOT / "tests" / "browser")]

import chrome  # noqa: E402
from hand import Hand, begun  # noqa: E402
from playing import Running, running  # noqa: E402
from playwright.sync_api import Browser  # noqa: E402

PLAYERS = {
    "europe": "host bot:hard bot:medium bot:easy bot:medium",
    "poland": "host bot:medium bot:easy",
    "nordic": "host bot:medium bot:easy",
    "usa": "host bot:hard bot:medium bot:easy",
}
THEMES = {"europe": "light", "nordic": "dark", "poland": "light", "usa": "light"}
MOVES = 40
CARDS = 8
"""Cards to draw before the picture: a full hand shows more."""
SMALL = (960, 600)


def game(browser: Browser, site: Running, board: str, folder: Path) -> None:
    window = chrome.Window(browser, "desktop", theme=THEMES[board])
    try:
        hand = begun(site, window, board, PLAYERS[board])
        hand.play(MOVES)
        collect(hand)
        claimable(hand)
        window.page.mouse.move(700, 860)
        window.page.wait_for_timeout(600)
        picture = Image.open(io.BytesIO(window.page.screenshot()))
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(
            folder / f"play-{board}.png", optimize=True
        )
    finally:
        window.close()


class Film:
    """Frames of a page, as a viewer sees it."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.frames: list[Image.Image] = []

    def run(self, frames: int) -> None:
        for _ in range(frames):
            shot = Image.open(io.BytesIO(self.hand.page.screenshot(type="jpeg", quality=92)))
            self.frames.append(shot.convert("RGB").resize(SMALL, Image.Resampling.LANCZOS))
            self.hand.page.wait_for_timeout(40)

    def save(self, path: Path) -> None:
        first, *rest = self.frames
        first.save(path, save_all=True, append_images=rest, duration=160, loop=0, quality=72, method=4)


def collect(hand: Hand) -> None:
    for _ in range(CARDS):
        choices = hand.turn()
        assert choices, "the game is over"
        if choices["keep"] or choices["give_up"]:
            hand.move(choices)
        else:
            hand.draw(choices)
            hand.settled(choices)


def claimable(hand: Hand, kind: str = "") -> list[str]:
    """Play until something can be claimed, of this kind if one is given: the routes."""
    while choices := hand.turn():
        routes = [route for route in choices["claim"] if kind in ("", hand.kinds[route])]
        if routes:
            return routes
        hand.move(choices)
    raise AssertionError("the game is over")


def turn(browser: Browser, site: Running, folder: Path) -> None:
    """Pick a route, see its trains before they are laid, pay, and watch them being laid."""
    window = chrome.Window(browser, "desktop", theme="light", speed=1)
    try:
        hand = begun(site, window, "europe", PLAYERS["europe"])
        hand.play(MOVES // 2)
        collect(hand)
        routes = claimable(hand, "normal")  # a tunnel might fail
        film = Film(hand)
        film.run(4)
        lengths = {route["id"]: route["length"] for route in hand.board["routes"]}
        route = max(routes, key=lambda name: lengths[name])
        hand.touch_map(*hand.route_point(route))
        hand.page.wait_for_selector("section.choice [data-pay]")
        film.run(8)
        hand.press("section.choice [data-pay]")
        film.run(20)
        film.save(folder / "turn.webp")
    finally:
        window.close()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"
    path = chrome.found()
    if path is None or not chrome.built():
        sys.exit(f"error: needs a Chromium ({chrome.INSTALL}) and the built client (make web)")
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data), limits=False) as site,
        chrome.launched(path) as browser,
    ):
        for board in PLAYERS:
            game(browser, site, board, folder)
            print(f"play-{board}.png")
        turn(browser, site, folder)
        print("turn.webp")


if __name__ == "__main__":
    main()
