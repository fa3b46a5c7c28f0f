"""A real Chromium against a real server: contexts of given sizes, and pages that record their errors."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from kolej.server.http import static

INSTALL = "apt-get install chromium, or set KOLEJ_CHROMIUM to the path of a Chromium or Chrome"
SIZES = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844), "landscape": (844, 390)}
PHONES = ("phone", "landscape")
EARLIER = {"desk": "desktop"}
"""Former names of sizes, which command lines still accept."""
QUICK: dict[str, object] = {
    "speed": 0,
    "sounds": False,
    "confirm": "touch",
    "language": "en",
    "theme": "light",
    "tips": False,
}
"""Settings without animation, and without tips."""
PATIENCE = 20_000
"""Milliseconds to wait for a page."""
expect.set_options(timeout=PATIENCE)


def found() -> str | None:
    """The path of an installed browser."""
    given = os.environ.get("KOLEJ_CHROMIUM")
    names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "chromium-headless-shell",
    ]
    return given or next(filter(None, map(shutil.which, names)), None)


def lightest() -> str | None:
    """The path of the browser for tests: without a window's services Chromium takes a sixth less time."""
    return os.environ.get("KOLEJ_CHROMIUM") or shutil.which("chromium-headless-shell") or found()


def built() -> bool:
    """Whether the client has been built."""
    return (static.CLIENT / "index.html").is_file()


def size_named(word: str) -> str:
    """A size as named on a command line."""
    return EARLIER.get(word, word)


BRIEF = ("--js-flags=--no-opt --no-maglev", "--in-process-gpu")
"""For pages that live a few seconds: optimizing their script costs more than it saves, and so does talking to
a process that draws."""


@contextmanager
def launched(path: str, *options: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", *options],
        )
        try:
            yield browser
        finally:
            browser.close()


class Window:
    """One person's browser: its own context, with a page that records errors.

    The service worker is left out unless asked for: it fetches the whole client once more for each context.
    """

    def __init__(
        self, browser: Browser, size: str = "desktop", service_worker: bool = False, **settings: object
    ) -> None:
        width, height = SIZES[size]
        phone = size in PHONES
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=phone,
            is_mobile=phone,
            locale="en-GB",
            service_workers="allow" if service_worker else "block",
        )
        self.context.set_default_timeout(PATIENCE)
        kept = json.dumps({**QUICK, **settings})
        # only once: what a test changes in the settings page stays
        self.context.add_init_script(
            f"if (!localStorage.getItem('kolej.settings')) localStorage.setItem('kolej.settings', {kept!r})"
        )
        self.faults: list[str] = []
        self.expected: list[str] = []
        """Parts of errors that a test causes on purpose."""
        self.page = self.open()

    def open(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", self._said)
        return page

    def _said(self, line: ConsoleMessage) -> None:
        if line.type == "error" and not any(part in line.text for part in self.expected):
            self.faults.append(f"{line.text} {line.location['url']}")

    def named(self, url: str, name: str) -> None:
        """Enter a name without the page's dialog."""
        answer = self.context.request.post(f"{url}/api/me", data={"name": name})
        assert answer.ok, answer.text()

    def close(self) -> None:
        self.context.close()


def asked(page: Page, url: str) -> Any:
    """The server's answer, with this page's cookies."""
    answer = page.context.request.get(url)
    assert answer.ok, f"{url}: {answer.status} {answer.text()}"
    return answer.json()


RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


def axe(page: Page) -> list[str]:
    """What axe-core finds wrong with a page; evaluated, because the pages allow no foreign scripts."""
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(AXE.read_text("utf-8"))
    # Most of the time would go into describing what passed.
    only = "{runOnly: rules, resultTypes: ['violations']}"
    violations = page.evaluate(f"async (rules) => (await axe.run(document, {only})).violations", RULES)
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in violations
        for node in fault["nodes"]
    ]
