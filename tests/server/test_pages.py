"""Addresses that lead nowhere: people get the page, which says so, and programs get a problem to read."""

from __future__ import annotations

import httpx
import pytest
from playing import PATIENCE, Running

from conftest import missing
from kolej.server.http import static

BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"
PROBLEM = "application/problem+json"


@pytest.mark.parametrize(
    ("method", "path", "accept", "kind"),
    [
        ("GET", "/nowhere", BROWSER, "text/html"),
        ("GET", "/some/where", BROWSER, "text/html"),
        ("GET", "/nowhere", "*/*", PROBLEM),
        ("GET", "/api/nowhere", BROWSER, PROBLEM),
        ("GET", "/api/boards/nowhere", BROWSER, PROBLEM),
        ("POST", "/nowhere", BROWSER, PROBLEM),
    ],
)
def test_nobody_is_shown_what_is_meant_for_others(
    site: Running, method: str, path: str, accept: str, kind: str
) -> None:
    answer = httpx.request(method, f"{site.url}{path}", headers={"Accept": accept}, timeout=PATIENCE)
    assert answer.status_code in ((404,) if method == "GET" else (404, 405))
    assert answer.headers["content-type"].partition(";")[0] == kind
    assert answer.headers["content-security-policy"]


def test_a_browser_finds_an_icon_at_addresses_without_a_page(site: Running) -> None:
    if not static.is_built():
        missing("the web client is not built: make web")
    answer = httpx.get(f"{site.url}/favicon.ico", timeout=PATIENCE)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/")
