"""What a first visit to the lobby and to a table downloads, in a real browser. Fails above the limit.

``python tools/first_load.py`` prints it file by file, for the client that ``make web`` has built.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

TESTS = Path(__file__).parents[1] / "tests"
sys.path += [str(TESTS / "server"), str(TESTS / "browser")]

import chrome  # noqa: E402
from playing import running  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402

from kolej.boards.schema import LANGUAGES  # noqa: E402

LIMIT = 300_000
"""Bytes on the wire for one page, headers included. Everything that the page fetches counts."""
BOARDS = ("europe", "poland", "nordic", "usa")
SETTLING = 1500
"""Milliseconds: fonts load when text is drawn, after everything else is quiet."""

Load = dict[str, int]
"""Bytes by path."""


def first_loads(
    site: str, browser: Browser, language: str, boards: Iterable[str] = BOARDS
) -> dict[str, Load]:
    """By page: what a browser without a cache downloads from a server at this address."""
    found: dict[str, Load] = {}
    with visitor(browser, language) as host:
        found[f"lobby, {language}"] = load(host, f"{site}new")
        for board in boards:
            host.goto(f"{site}new?board={board}")
            host.locator(".btn.primary.large").click()
            host.wait_for_url("**/t/*")
            with visitor(browser, language, host) as fresh:
                found[f"table of {board}, {language}"] = load(fresh, host.url)
    return found


@contextmanager
def visitor(browser: Browser, language: str, known_as: Page | None = None) -> Iterator[Page]:
    """A page with an empty cache; ``known_as`` is a page of the same person."""
    context = browser.new_context(
        locale=language,
        viewport={"width": 1440, "height": 900},
        service_workers="block",
        storage_state=known_as.context.storage_state() if known_as else None,
    )
    yield context.new_page()
    context.close()


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
    return {path: size for path, size in sizes.items() if path.startswith("/")}


def main() -> int:
    program = chrome.found()
    if program is None:
        sys.exit(f"error: found no Chromium; {chrome.INSTALL}")
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), limits=False) as server,
        chrome.launched(program) as browser,
    ):
        loads = [first_loads(f"{server.url}/", browser, language) for language in LANGUAGES]
    too_large = False
    for name, sizes in (pair for found in loads for pair in found.items()):
        total = sum(sizes.values())
        too_large |= total > LIMIT
        print(f"{name}: {total / 1000:.0f} kB in {len(sizes)} files{' - TOO LARGE' * (total > LIMIT)}")
        for path, size in sorted(sizes.items(), key=lambda part: -part[1]) if "-v" in sys.argv else ():
            print(f"  {size:7} {path}")
    return int(too_large)


if __name__ == "__main__":
    sys.exit(main())
