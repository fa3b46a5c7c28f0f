"""``docs/protocol.md`` shows every message, as the server really sends and takes it."""

from __future__ import annotations

import json
import re
from typing import Any, get_args

import msgspec
import pytest
from noting import KINDS, Scenes, read
from playing import Running
from protocol_doc import ENDPOINTS, FILE, endpoints, examples
from scenes import collected

from kolej.game.actions import REASONS
from kolej.server import protocol
from kolej.server.http import bodies

TEXT = FILE.read_text(encoding="utf-8")
SHOWN = examples(TEXT)
OF_TABLES = set(get_args(get_args(protocol.RefusalReason)[1]))
"""Reasons that are not the rules'."""
AGAIN = "run: python tools/protocol_examples.py"


@pytest.fixture(scope="module")
def played(site: Running, tmp_path_factory: pytest.TempPathFactory) -> Scenes:
    return collected(site, tmp_path_factory.mktemp("leaving"))


def said_of(title: str) -> set[str]:
    """The codes in the first column of the tables in a section."""
    section = TEXT.partition(f"\n### {title}\n")[2].partition("\n##")[0]
    return set(re.findall(r"^\| `([\w-]+)` \|", section, re.M))


@pytest.mark.parametrize("kind", KINDS)
def test_every_message_and_event_has_an_example(kind: str) -> None:
    wanted = {f"{kind} {member.__name__}" for member in get_args(KINDS[kind])}
    assert wanted - SHOWN.keys() == set()


@pytest.mark.parametrize("name", SHOWN)
def test_an_example_is_what_it_says(name: str) -> None:
    kind, struct, *_ = name.split()
    found = read(kind, struct, SHOWN[name])
    assert type(found).__name__ == struct
    if kind != "client" and struct not in ("NewTable", "NameMe", "NewToken"):
        assert json.loads(msgspec.json.encode(found)) == SHOWN[name], f"a key too many or too few; {AGAIN}"


def test_the_server_sends_and_takes_what_the_document_shows(played: Scenes) -> None:
    real = played.examples
    assert SHOWN.keys() <= real.keys(), AGAIN
    differing = [name for name in SHOWN if _shape(SHOWN[name]) != _shape(real[name])]
    assert differing == [], AGAIN


def _shape(value: Any) -> Any:
    """Keys, and kinds of values, but not which cards and routes there happen to be."""
    if isinstance(value, dict):
        own = {key: _shape(part) for key, part in value.items() if re.fullmatch(r"[a-z_]{2,}|n", key)}
        return own or "some"
    if isinstance(value, list):
        return [_shape(value[0])] if value else []
    return type(value).__name__


def test_the_scenes_are_refused_for_every_reason_that_is_not_the_rules(played: Scenes) -> None:
    assert OF_TABLES - played.refusals.keys() == set()


def test_every_reason_is_explained() -> None:
    assert said_of("Reasons of the table") == OF_TABLES
    assert said_of("Reasons of the rules") == set(REASONS)
    assert said_of("Reasons of HTTP") == set(get_args(bodies.ProblemReason))


def test_the_server_closes_with_the_codes_that_the_document_explains(played: Scenes) -> None:
    assert played.closings == {
        "no such table": 4404,
        "no spectators": 4403,
        "bad token": 1008,
        "too many messages": 1008,
        "no text": 1007,
        "too long": 1009,
        "store": 1013,
        "restart": 1012,
    }
    assert {str(code) for code in played.closings.values()} == said_of("Close codes")


def test_the_table_of_endpoints_is_that_of_the_description(site: Running) -> None:
    schema = site.person(None).http.get("/api/schema/openapi.json").json()
    (shown,) = ENDPOINTS.findall(TEXT)
    assert shown == endpoints(schema), AGAIN


def test_colours_and_emotes_are_all_named() -> None:
    for word in (*get_args(protocol.Colour), *get_args(protocol.Emote)):
        assert f"`{word}`" in TEXT
