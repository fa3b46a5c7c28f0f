"""What a first visit to the lobby and to a table downloads, in a real browser. Fails above the limit.

``python tools/first_load.py`` prints it file by file, for the client that ``make web`` has built.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

from kolej.boards.schema import LANGUAGES

LIMIT = 300_000
"""Bytes on the wire for one page, headers included; files of other boards are not counted."""
BOARD = "europe"
SETTLING = 1500
"""Milliseconds: fonts load when text is drawn, after everything else is quiet."""

Load = dict[str, int]
"""Bytes by path."""


def chromium() -> str | None:
    """A Chromium on this machine; ``KOLEJ_CHROMIUM`` names another."""
    names = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
    return os.environ.get("KOLEJ_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@contextmanager
def serving() -> Iterator[str]:
    """A separate server; yields its address."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "kolej", "serve", "--port", "0", "--data", folder],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout is not None
        try:
            yield process.stdout.readline().rstrip().removeprefix("Kolej is at ")
        finally:
            process.terminate()
            process.communicate()


def first_loads(site: str, browser: Browser, languages: Iterable[str]) -> dict[str, Load]:
    """By page and language: what a browser without a cache downloads from a server at this address."""
    found: dict[str, Load] = {}
    for language in languages:
        context = browser.new_context(
            locale=language, viewport={"width": 1440, "height": 900}, service_workers="block"
        )
        page = context.new_page()
        found[f"lobby, {language}"] = load(page, f"{site}new?board={BOARD}")
        page.locator(".btn.primary.large").click()
        page.wait_for_url("**/t/*")
        table = page.url
        fresh = browser.new_context(
            locale=language,
            viewport={"width": 1440, "height": 900},
            service_workers="block",
            storage_state=context.storage_state(),
        )
        found[f"table, {language}"] = load(fresh.new_page(), table)
        fresh.close()
        context.close()
    return found


def load(page: Page, url: str) -> Load:
    paths: dict[str, str] = {}
    sizes: Load = {}
    devtools = page.context.new_cdp_session(page)

    def responded(event: Any) -> None:
        paths[event["requestId"]] = urlsplit(event["response"]["url"]).path

    def finished(event: Any) -> None:
        path = paths.get(event["requestId"], "")
        sizes[path] = sizes.get(path, 0) + int(event["encodedDataLength"])

    devtools.on("Network.responseReceived", responded)
    devtools.on("Network.loadingFinished", finished)
    devtools.send("Network.enable")
    page.goto(url)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(SETTLING)
    return {path: size for path, size in sizes.items() if path.startswith("/") and not others(path)}


def others(path: str) -> bool:
    """Whether a file belongs to another board."""
    return path.startswith("/api/boards/") and BOARD not in path.split("/")


def main() -> int:
    program = chromium()
    if program is None:
        sys.exit("error: found no Chromium; set KOLEJ_CHROMIUM to one")
    with serving() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        loads = first_loads(site, browser, LANGUAGES)
        browser.close()
    for name, sizes in loads.items():
        print(f"{name}: {sum(sizes.values()) / 1000:.0f} kB in {len(sizes)} files")
        for path, size in sorted(sizes.items(), key=lambda part: -part[1]) if "-v" in sys.argv else ():
            print(f"  {size:7} {path}")
    return int(any(sum(sizes.values()) > LIMIT for sizes in loads.values()))


if __name__ == "__main__":
    sys.exit(main())
