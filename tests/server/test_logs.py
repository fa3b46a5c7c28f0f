"""Logs: for people or for programs, and never a secret in them."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from playing import PATIENCE, Running, wait_for
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kolej.server import logs
from kolej.server.access.ids import LETTERS, new_id
from kolej.server.access.sessions import TOKEN_PREFIX

LOG = logging.getLogger("kolej.server")


class Written:
    """What was logged so far."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def written() -> Iterator[Written]:
    """Logs of a test; as they were before, after it."""
    names = ("", "kolej", "uvicorn")
    before = [(logging.getLogger(name), logging.getLogger(name).level) for name in names]
    handlers = logging.getLogger().handlers
    yield Written()
    logging.getLogger().handlers = handlers
    for logger, level in before:
        logger.setLevel(level)


SECRETS = [
    ("the token kolej_" + "Ab1-_" * 8 + " is wrong", "Ab1-_"),
    ("Cookie: kolej=abcdefgh.0.ffff; theme=dark", "abcdefgh"),
    ("{'cookie': 'kolej=abcdefgh.0.ffff'}", "abcdefgh"),
    ("[(b'cookie', b'kolej=abcdefgh.0.ffff')]", "abcdefgh"),
    (f"who is {'w' * 22}.3.{'0f' * 32}?", "0f0f"),
    ("Authorization: Bearer something", "something"),
    ("Bearer something", "something"),
    ("postgresql://kolej:pa:s@w/ord@db.example.org/kolej is down", "w/ord"),
    ("postgresql://db.example.org/kolej?user=a&password=hidden&x=1", "hidden"),
    ('{"name": "Ala", "password": "hid den"}', "hid den"),
    ("POST https://hooks.example.org/T01/B02/hidden failed", "hidden"),
    ("https://push.example.org?id=hidden", "hidden"),
    ("$argon2id$v=19$m=65536,t=3,p=4$hidden$hash", "hidden"),
    ("GET /api/tables/abcdEFGHijkm/record", "EFGH"),
    ("the log of table abcdEFGHijkm has a gap", "EFGH"),
]


@pytest.mark.parametrize("kind", ["text", "json"])
@pytest.mark.parametrize(("sentence", "secret"), SECRETS)
def test_no_secret_is_logged_in_a_sentence_a_field_or_a_trace(
    written: Written, kind: str, sentence: str, secret: str
) -> None:
    logs.set_up(kind, "info", written.stream)
    LOG.error("it says: %s", sentence, extra={"error": sentence, "what": [sentence]})
    try:
        raise ValueError(sentence)
    except ValueError:
        LOG.exception("failed")
    assert written.text.count("ValueError") >= 1
    assert secret not in written.text


@pytest.mark.parametrize("kind", ["text", "json"])
def test_fields_named_as_secrets_are_blanked(written: Written, kind: str) -> None:
    logs.set_up(kind, "info", written.stream)
    names = ("cookie", "token", "password", "hook_secret", "endpoint", "hook", "cookie_key", "invitation")
    LOG.info("all", extra=dict.fromkeys(names, "hidden"))
    assert "hidden" not in written.text
    assert all(name in written.text for name in names)


def test_harmless_words_stay_as_they_are() -> None:
    for text in (
        "port 8400 is in use",
        "hook: example.org answered 503",
        "listening at http://127.0.0.1:8400/",
        "the store has schema 2",
        "sqlite:///var/lib/kolej/kolej.db",
        "a table of 5 players",
    ):
        assert logs.without_secrets(text) == text


def test_the_signs_of_ids_and_of_tokens_are_those_that_are_looked_for() -> None:
    assert all(f"/t/{sign * 4}..." == logs.without_secrets(f"/t/{sign * 12}") for sign in LETTERS)
    assert logs.without_secrets(f"/t/{new_id()}").endswith("...")
    assert logs.without_secrets(TOKEN_PREFIX + "a" * 43) == f"{TOKEN_PREFIX}***"


def test_a_json_line_has_time_level_sentence_and_fields(written: Written) -> None:
    logs.set_up("json", "info", written.stream)
    LOG.warning("bot %s", "failed", extra={"bot": "greedy", "tries": 2, "level": "x", "other": None})
    (line,) = written.lines
    assert line.pop("time").endswith("Z")
    assert line == {
        "level": "warning",
        "logger": "kolej.server",
        "message": "bot failed",
        "bot": "greedy",
        "tries": 2,
        "level_": "x",
        "other": None,
    }


def test_no_text_can_forge_a_line(written: Written) -> None:
    logs.set_up("text", "info", written.stream)
    LOG.info("said: %s", "x\n2026 error forged\x1b[31m", extra={"name_": 'a b="c"\r'})
    assert written.text.count("\n") == 1
    assert written.text.isascii()
    assert written.text.rstrip().endswith('name_="a b=\\"c\\"\\\\x0d"')
    assert "\x1b" not in written.text


def test_the_level_holds_for_us_and_others_are_heard_only_when_something_is_wrong(written: Written) -> None:
    logs.set_up("text", "warning", written.stream)
    LOG.info("quiet")
    logging.getLogger("uvicorn.error").info("accepted")
    logging.getLogger("elsewhere").info("chatter")
    assert written.text == ""
    for name in ("kolej.access", "uvicorn.error", "elsewhere"):
        logging.getLogger(name).warning("loud")
    assert written.text.count("loud") == 3


def test_requests_are_logged_by_how_they_went_and_without_what_is_secret(
    written: Written, site: Running
) -> None:
    ala = site.person("Ala")
    place = ala.make()
    logs.set_up("json", "info", written.stream)
    ala.http.get(f"/api/tables/{place}?since=hidden")
    ala.http.get(f"/api/tables/{place}/record?since=hidden")
    ala.http.get("/api/tables/zzzzzzzzzzzz")
    with ala.at(place) as seat:
        seat.do("close")
    assert [(line["message"], line["status"]) for line in written.lines] == [
        (f"GET /api/tables/{place[:4]}.../record", 409),
        ("GET /api/tables/zzzz...", 404),
    ]
    assert all(line["ms"] > 0 for line in written.lines)
    assert place not in written.text


def test_the_log_for_who_looks_closely_has_all_requests_and_sockets(written: Written, site: Running) -> None:
    ala = site.person("Ala")
    place = ala.make()
    logs.set_up("json", "debug", written.stream)
    with ala.at(place) as seat:
        seat.do("close")
    ala.http.get("/health")
    wait_for(lambda: "SOCKET" in written.text and "GET /health" in written.text)
    told = [line["message"] for line in written.lines if line["logger"] == "kolej.access"]
    assert sorted(told) == ["GET /health", f"SOCKET /api/tables/{place[:4]}.../socket"]
    assert place not in written.text


def test_a_socket_that_was_refused_is_told_with_its_code(written: Written, site: Running) -> None:
    logs.set_up("json", "info", written.stream)
    url = f"{site.url.replace('http', 'ws')}/api/tables/zzzzzzzzzzzz/socket"
    with connect(url) as socket, pytest.raises(ConnectionClosed):
        socket.recv(timeout=PATIENCE)
    wait_for(lambda: "SOCKET" in written.text)
    (line,) = written.lines
    assert (line["message"], line["status"]) == ("SOCKET /api/tables/zzzz.../socket", 4404)
