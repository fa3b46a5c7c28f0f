"""What is the same for all comes compressed, to those who can read it; what is one's own does not."""

from __future__ import annotations

from xml.etree import ElementTree

import httpx
import pytest
from playing import PATIENCE, Running

from kolej.boards.load import shipped


def ask(site: Running, path: str, encoding: str = "gzip, br") -> httpx.Response:
    return httpx.get(site.url + path, headers={"Accept-Encoding": encoding}, timeout=PATIENCE)


@pytest.mark.parametrize("path", ["/api/boards", "/api/boards/poland", "/api/boards/poland/ground"])
def test_shared_answers_are_compressed_for_who_can_read_it(site: Running, path: str) -> None:
    packed, plain = ask(site, path), ask(site, path, "identity")
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])


@pytest.mark.parametrize("path", ["/api/server", "/api/me", "/health", "/api/tables"])
def test_answers_to_one_person_are_not(site: Running, path: str) -> None:
    assert "content-encoding" not in ask(site, path).headers


@pytest.mark.parametrize("board", sorted(shipped()))
def test_a_miniature_is_a_small_drawing(site: Running, board: str) -> None:
    drawn = {theme: ask(site, f"/api/boards/{board}/miniature?theme={theme}") for theme in ("light", "dark")}
    for answer in drawn.values():
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert int(answer.headers["content-length"]) < 24_000
        assert ElementTree.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"
    assert drawn["light"].text != drawn["dark"].text
