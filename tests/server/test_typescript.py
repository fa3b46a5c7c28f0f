"""The protocol as TypeScript says what the structs say, and is TypeScript."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from kolej.boards import schema
from kolej.boards.layout import layout
from kolej.game import events
from kolej.game.record import Record
from kolej.server import protocol

ROOT = Path(__file__).parent.parent.parent
FILE = ROOT / "web" / "src" / "protocol" / "index.ts"
TEXT = FILE.read_text(encoding="utf-8")
BARE = re.sub(
    r'/\*.*?\*/|//[^\n]*|"[^"]*"', lambda found: '""' if found[0][0] == '"' else "", TEXT, flags=re.S
)
"""Without comments and what stands in quotation marks."""
KNOWN = {"readonly", "string", "number", "boolean", "null", "key", "typeof", "const", "as", "extends", "true"}


def interfaces() -> dict[str, dict[str, str]]:
    """Fields by interface, those of its base first."""
    found: dict[str, dict[str, str]] = {}
    for name, base, body in re.findall(
        r"export interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}", TEXT, re.S | re.M
    ):
        fields = dict(re.findall(r"^  (\w+\??): (.*);$", body, re.M))
        found[name] = found.get(base, {}) | fields
    return found


def declared() -> list[str]:
    return re.findall(r"^export (?:interface|type|const) (\w+)", BARE, re.M)


def plain(fields: dict[str, str]) -> set[str]:
    return {name.removesuffix("?") for name in fields}


def members(union: Any) -> tuple[Any, ...]:
    found: tuple[Any, ...] = get_args(union)
    return found


def test_the_file_is_what_make_types_writes() -> None:
    done = subprocess.run(
        [sys.executable, "tools/typescript.py", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_every_name_is_declared_once_and_none_is_missing() -> None:
    names = declared()
    assert len(names) == len(set(names))
    fields = set(re.findall(r"(\w+)\??:", BARE))
    used = set(re.findall(r"[A-Za-z_]\w*", re.sub(r"\w+\??: ", "", BARE)))
    assert used - set(names) - KNOWN - fields - {"export", "interface", "type"} == set()


def test_nothing_is_of_any_or_unknown_type() -> None:
    assert not re.search(r"\b(any|unknown|object)\b", BARE)


@pytest.mark.parametrize(
    "union", [protocol.ClientMessage, protocol.ServerMessage, events.Event, protocol.Clock, protocol.SeatPlan]
)
def test_every_member_of_a_union_has_its_tag_and_all_its_fields(union: Any) -> None:
    known = interfaces()
    for member in members(union):
        config = member.__struct_config__
        fields = known[member.__name__]
        assert fields[config.tag_field] == f'"{config.tag}"'
        assert plain(fields) == {config.tag_field, *member.__struct_encode_fields__}


@pytest.mark.parametrize(
    "module", [protocol.values, protocol.client_messages, protocol.server_messages, schema, layout]
)
def test_every_public_struct_of_the_wire_is_there(module: Any) -> None:
    renamed = {"Map": "BoardMap", "Line": "LabelLine", "PushSubscription": "NewPush"}
    known = interfaces()
    for name, found in vars(module).items():
        if name.startswith("_") or name == "Part" or getattr(found, "__module__", "") != module.__name__:
            continue
        if isinstance(found, type) and issubclass(found, msgspec.Struct):
            assert set(found.__struct_encode_fields__) <= plain(known[renamed.get(name, name)]), name


def test_only_what_a_client_sends_may_lack_fields_that_have_a_default() -> None:
    known = interfaces()
    assert [name for name in known["NewTable"] if not name.endswith("?")] == ["board", "seats"]
    assert {"entropy?", "invitation?"} <= known["Sit"].keys()
    assert "name" in known["HostSeat"]
    assert "name?" in known["HostSeatGiven"]
    assert known["NewTable"]["clock?"] == "ClockGiven"
    assert known["Done"]["table"] == "string | null", "a default, but always sent"
    assert "reason?" in known["Problem"], "left out when empty"
    optional = {name for name, fields in known.items() if any(field.endswith("?") for field in fields)}
    assert optional.isdisjoint(member.__name__ for member in members(protocol.ServerMessage))


def test_a_record_that_was_told_can_be_sent_back() -> None:
    known = interfaces()
    assert plain(known["GameRecord"]) == plain(known["GameRecordGiven"]) == set(Record.__struct_fields__)


def test_the_typescript_compiler_has_no_objection(tmp_path: Path) -> None:
    near = ROOT / "web" / "node_modules" / ".bin" / "tsc"
    compiler = str(near) if near.exists() else shutil.which("tsc")
    if compiler is None:
        pytest.skip("there is no TypeScript compiler; npm install in web/ brings one")
    trial = tmp_path / "trial.ts"
    trial.write_text(
        f'import type {{ Api, ServerMessage, Sit }} from "{FILE.with_suffix("").as_posix()}";\n'
        'export const sit: Sit = { do: "sit", id: "a", version: 0, seat: 1 };\n'
        'export const made: Api["POST /api/tables"]["body"] = { board: "usa", seats: [{ for: "host" }] };\n'
        'export const reason = (told: ServerMessage) => (told.type === "refused" ? told.reason : null);\n'
        "// @ts-expect-error: there is no such word\n"
        'export const wrong: Sit = { do: "sot", id: "a", version: 0, seat: 1 };\n'
    )
    options = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022", "--module", "es2022"]
    done = subprocess.run(
        [compiler, *options, "--moduleResolution", "bundler", trial], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
