"""What tests in a browser share as long as they follow one another: one Chromium, one server."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import chrome
from playing import Running, running
from playwright.sync_api import Browser

_stack = ExitStack()
_browsers: list[Browser] = []
_sites: list[Running] = []


def browser(path: str) -> Browser:
    if not _browsers:
        _browsers.append(_stack.enter_context(chrome.launched(path, *chrome.BRIEF)))
    return _browsers[0]


def site(folder: Path) -> Running:
    """A server without limits, for all come from one address."""
    if not _sites:
        _sites.append(_stack.enter_context(running(folder, limits=False)))
    return _sites[0]


def close() -> None:
    _browsers.clear()
    _sites.clear()
    _stack.close()
