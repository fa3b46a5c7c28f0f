"""Who may see what: names that hide, tables that are closed, paths that lead elsewhere."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import msgspec
from strangers import SEATS, command, make, one, started

from kolej.server.access import ids
from kolej.server.access.limits import Limits
from kolej.server.access.names import good_name, tidied
from kolej.server.access.sessions import same_origin
from kolej.server.settings import Settings

HIDING = (
    "", " ", "a\u202eb", "a\u2066b", "\u200b", "a\u200db", "\u3164", "\u2800", "\x1b[2J", "a\0b",
    "Z" + "\u0301" * 9, "x" * 31, "\u0301a", "\ufeffa", "a\u00adb", "\U000e0041", "\ue000",
)  # fmt: skip


def test_names_that_hide_something_are_refused_everywhere(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            cookie = await world.guest("Ala")
            world.front.site.anonymous_tables = Limits(100, 1, lambda: 0.0)
            for name in HIDING:
                assert good_name(name) is None
                assert (await world.http("POST", "/api/me", {"name": name})).status in (400, 422)
                label = {"label": name * 2}
                assert (await world.http("POST", "/api/tokens", label, cookie)).status in (400, 422)
                seats = [{"for": "host", "name": name}, {"for": "anyone"}]
                made = await world.http("POST", "/api/tables", {"board": "poland", "seats": seats}, cookie)
                assert made.status in (400, 422)

    asyncio.run(run())


def test_names_of_many_languages_are_kept_and_markup_is_only_text(tmp_path: Path) -> None:
    for name in ("Zażółć Gęślą", "שָׁלוֹם", "ธิดา", "李雷", "O'Neil <b>&amp;", "मीरा", "👍"):
        assert good_name(name) == name
    assert good_name("  A \t B ") == "A B"
    assert good_name("e\u0301") == "é"

    async def run() -> None:
        async with one(tmp_path) as world:
            name = "<script>'\"; DROP TABLE x; --"
            cookie = await world.guest(name)
            place = await make(world, cookie, listed=True)
            answer = await world.http("GET", "/api/tables")
            assert answer.json()["tables"][0]["names"][0] == name
            assert answer.header("content-type") == "application/json"
            page = await world.http("GET", f"/t/{place}")
            assert b"<script>" not in page.body

    asyncio.run(run())


def test_what_is_said_is_tidied(tmp_path: Path) -> None:
    assert tidied("a\u202eb\nc\0d") == "a b c d"
    assert tidied("Z" + "\u0301" * 50) == "Ź" + "\u0301" * 3

    async def run() -> None:
        async with one(tmp_path) as world:
            cookie = await world.guest("Ala")
            place = await make(world, cookie)
            assert (await command(world, place, cookie, "say", text="\u200b\u202e\n")).json()[
                "reason"
            ] == "unreadable"
            assert (await command(world, place, cookie, "say", text="<b>\u202ehi", id="b")).status == 200
            socket = await world.connect(place)
            assert json.loads(socket.frames[0])["chat"][0]["text"] == "<b> hi"
            bad = await command(world, place, cookie, "sit", seat=1, entropy="\n")
            assert bad.json()["reason"] == "unreadable", "or the record could not be read"

    asyncio.run(run())


def test_a_table_without_spectators_is_closed_to_others_in_every_way(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            host, guest, eve = [await world.guest(name) for name in ("Ala", "Ola", "Eve")]
            place = await make(world, host, spectators=False)
            early = await world.connect(place, eve)
            assert (await command(world, place, guest, "sit", seat=1)).status == 200
            assert (await command(world, place, host, "start")).status == 200
            assert await early.closed() == 1008
            assert not any(b'"position":{' in frame for frame in early.frames)
            here = f"/api/tables/{place}"
            for cookie in (eve, ""):
                for path in ("", "/entries", "/record", "/steps", "/entries?since=-1"):
                    assert (await world.http("GET", here + path, None, cookie)).status == 403, path
                assert await (await world.connect(place, cookie)).closed() == 4403
            for do in ("say", "rematch", "resign"):
                answer = await command(world, place, eve, do, text="hi", seat=0)
                assert answer.status in (400, 403)
            assert (await world.http("GET", here, None, guest)).status == 200

    asyncio.run(run())


def test_private_tables_are_in_no_list_and_cannot_be_guessed(tmp_path: Path) -> None:
    made = {ids.new_id() for _ in range(2000)}
    assert len(made) == 2000
    assert all(re.fullmatch(f"[{ids.LETTERS}]{{12}}", one) for one in made)
    assert len(ids.LETTERS) ** 12 > 2**64

    async def run() -> None:
        async with one(tmp_path) as world:
            host, eve = await world.guest("Ala"), await world.guest("Eve")
            private, public = await make(world, host), await make(world, host, listed=True)
            for cookie in (eve, ""):
                shown = (await world.http("GET", "/api/tables", None, cookie)).json()["tables"]
                assert [line["id"] for line in shown] == [public]
            assert (await world.http("GET", "/api/me/tables", None, eve)).json()["tables"] == []
            mine = (await world.http("GET", "/api/me/tables", None, host)).json()["tables"]
            assert {line["id"] for line in mine} == {private, public}

    asyncio.run(run())


def test_strangers_get_neither_the_invitation_nor_the_ids_behind_cookies(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            host, friend, eve = [await world.guest(name) for name in ("Ala", "Ola", "Eve")]
            seats = [{"for": "host"}, {"for": "friend"}]
            place = await make(world, host, seats=seats, listed=True)
            invitation = world.room(place).table.opened.invitation
            for guess in ({}, {"invitation": "x"}, {"invitation": invitation[:-1]}):
                refused = await command(
                    world, place, eve, "sit", seat=1, id=f"g{len(guess)}{guess}"[:2], **guess
                )
                assert refused.json()["reason"] == "needs-invitation"
            sat = await command(world, place, friend, "sit", seat=1, invitation=invitation)
            assert sat.status == 200
            assert (await command(world, place, friend, "say", text="hi")).status == 200
            secrets = [invitation, *(cookie.split(".")[0] for cookie in (host, friend, eve))]
            for cookie in (friend, eve, ""):
                socket = await world.connect(place, cookie, since=-1)
                told = [frame.decode() for frame in socket.frames]
                paths = (f"/api/tables/{place}", f"/api/tables/{place}/entries", "/api/tables")
                told += [(await world.http("GET", path, None, cookie)).body.decode() for path in paths]
                assert not [secret for secret in secrets if any(secret in text for text in told)]
            mine = await world.http("GET", f"/api/tables/{place}", None, host)
            assert mine.json()["you"]["invitation"] == invitation

    asyncio.run(run())


def test_outsiders_can_neither_play_nor_ask_for_a_rematch(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            host, guest, eve = [await world.guest(name) for name in ("Ala", "Ola", "Eve")]
            place = await started(world, host, guest)
            n = world.room(place).table.n
            for do, fields, reason in (
                ("act", {"seat": 0, "action": "draw"}, "not-your-seat"),
                ("resign", {"seat": 1}, "not-your-seat"),
                ("take-back", {"seat": 1}, "not-your-seat"),
                ("rematch", {}, "watching-only"),
                ("start", {}, "only-the-host"),
                ("close", {}, "already-started"),
            ):
                answer = await command(world, place, eve, do, **fields)
                assert (answer.status, answer.json()["reason"]) == (409, reason)
            assert (await command(world, place, guest, "act", seat=0, action="draw")).status == 409
            assert (await command(world, place, "", "act", seat=0, action="draw")).status == 401
            assert world.room(place).table.n == n

    asyncio.run(run())


NOWHERE = (
    "..%2F..%2Fpyproject", "..", "%2Fetc%2Fpasswd", "poland.toml", "poland%00", "~", "%5C..%5Cx", "x'--"
)  # fmt: skip


def test_names_of_boards_and_tables_lead_nowhere_else(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            cookie = await world.guest("Ala")
            for name in NOWHERE:
                for path in (f"/api/boards/{name}", f"/api/boards/{name}/plan", f"/api/tables/{name}"):
                    assert (await world.http("GET", path, None, cookie)).status == 404
                assert (await world.http("DELETE", f"/api/tokens/{name}", None, cookie)).status == 404
                assert (await world.http("PUT", f"/api/mutes/{name}", None, cookie)).status == 404
                made = {"board": name, "seats": SEATS}
                assert (await world.http("POST", "/api/tables", made, cookie)).status == 422
                assert (await world.http("DELETE", f"/api/push?endpoint={name}", None, cookie)).status == 204

    asyncio.run(run())


def test_of_a_key_that_stands_twice_all_readers_take_the_same(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            twice = b'{"name":"Ala","name":"Eve"}'
            assert (await world.http("POST", "/api/me", twice)).json()["name"] == "Eve"
            place = await make(world, await world.guest("Ala"))
            socket = await world.connect(place)
            told = await socket.ask('{"do":"say","do":"start","id":"a","id":"b","version":0}')
            assert json.loads(told)["id"] == "b"
            record = msgspec.json.encode(
                {"format": 1, "kolej": "x", "board": "poland", "content": "", "options": {}}
            )
            more = b',"seats":2,"seats":2,"source":{"kind":"outcomes"},"deal":[],"moves":[]}'
            checked = await world.http("POST", "/api/records/verify", record[:-1] + more)
            assert "twice" in checked.json()["fault"]

    asyncio.run(run())


def test_without_an_origin_only_programs_ask() -> None:
    assert same_origin(Settings(), {"host": "a.test"})
    assert not same_origin(Settings(), {"origin": "http://a.test"}), "no host to compare with"
