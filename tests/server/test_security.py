"""What strangers try: forged names and cookies, pages of other sites, floods, doors left open."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from strangers import PASSWORD, SEATS, account, command, cookie_of, login, make, me, one
from wire import Answer, Socket, quick_passwords

from kolej.server.access import people, sessions
from kolej.server.access.limits import Limit, Limits, Places, whose
from kolej.server.access.sessions import Caller
from kolej.server.http import boards
from kolej.server.http.socket import MOST_BEHIND, Link
from kolej.server.tables.client_requests import REMEMBERED


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    quick_passwords(monkeypatch)


HERE: list[tuple[dict[str, Any], bool]] = [
    ({}, True),
    ({"origin": "http://kolej.test"}, True),
    ({"origin": "http://kolej.test:80"}, True),
    ({"origin": "http://KOLEJ.test"}, True),
    ({"origin": "http://kolej.test:81"}, False),
    ({"origin": "http://kolej.test.evil.test"}, False),
    ({"origin": "http://evil.test/kolej.test"}, False),
    ({"origin": "http://kolej.test@evil.test"}, False),
    ({"origin": "null"}, False),
    ({"origin": "http://["}, False),
    ({"origin": "http://kolej.test:x"}, False),
    ({"origin": "file://kolej.test"}, False),
    ({"sec_fetch_site": "same-origin"}, True),
    ({"sec_fetch_site": "none"}, True),
    ({"sec_fetch_site": "cross-site"}, False),
    ({"sec_fetch_site": "same-site"}, False),
]
THERE = [
    ({"origin": "https://play.test"}, True),
    ({"origin": "https://play.test:443"}, True),
    ({"origin": "https://play.test:8443"}, False),
    ({"origin": "http://play.test"}, False),
    ({"origin": "http://kolej.test"}, False),
]
ODD = [({"origin": "https://play.test:8443"}, True), ({"origin": "https://play.test"}, False)]


@pytest.mark.parametrize(
    ("url", "cases"),
    [
        ("", HERE),
        ("https://play.test/kolej", THERE),
        ("https://play.test:443", THERE[:3]),
        ("https://play.test:8443", ODD),
    ],
)
def test_only_our_own_pages_may_change_anything_or_connect(
    url: str, cases: list[tuple[dict[str, Any], bool]], tmp_path: Path
) -> None:
    async def run() -> None:
        async with one(tmp_path, url=url) as world:
            cookie = await world.guest("Ala")
            place = await make(world, cookie)
            for headers, ours in cases:
                renamed = await world.http("POST", "/api/me", {"name": "Eve"}, cookie, **headers)
                assert renamed.status == (200 if ours else 403), headers
                deleted = await world.http("DELETE", "/api/hook", None, cookie, **headers)
                assert deleted.status == (204 if ours else 403), headers
                assert await me(world, cookie, **headers) == 200
                socket = await world.connect(place, cookie, None, **headers)
                assert (b'"welcome"' in socket.frames[0]) is ours, headers
                assert socket.code == (None if ours else 1008)

    asyncio.run(run())


def test_a_form_of_a_page_cannot_pass_for_json(tmp_path: Path) -> None:
    kinds = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "")

    async def run() -> None:
        async with one(tmp_path) as world:
            cookie = await world.guest("Ala")
            for kind in kinds:
                body = b'{"name":"Eve"}'
                assert (await world.http("POST", "/api/me", body, cookie, content_type=kind)).status == 415
                chunked = {"content_type": kind, "content_length": "", "transfer_encoding": "chunked"}
                assert (await world.http("POST", "/api/me", body, cookie, **chunked)).status == 415
            assert (await world.http("GET", "/api/me", None, cookie)).json()["name"] == "Ala"

    asyncio.run(run())


@pytest.mark.parametrize(
    ("url", "scheme", "flags"),
    [
        ("", "http", "Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"),
        ("", "https", "Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure"),
        ("https://a.test/k/", "http", "Path=/k; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure"),
        ("http://a.test", "https", "Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"),
    ],
)
def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(
    url: str, scheme: str, flags: str, tmp_path: Path
) -> None:
    async def run() -> None:
        async with one(tmp_path, url=url) as world:
            answer = await world.http("POST", "/api/me", {"name": "Ala"}, scheme=scheme)
            assert answer.header("set-cookie").partition("; ")[2] == flags

    asyncio.run(run())


def test_forged_and_broken_cookies_and_tokens_are_nobodys(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            cookie, other = await world.guest("Ala"), await world.guest("Eve")
            player, epoch, sign = cookie.split(".")
            assert await me(world, cookie) == 200
            forged = [
                cookie[:-1],
                cookie[:-1] + ("0" if cookie[-1] != "0" else "1"),
                cookie + "0",
                f"{player}.1.{sign}",
                f"{player}.{epoch}.{other.split('.')[2]}",
                f"{player}.{epoch}.",
                f"{player}.{epoch}",
                f"..{sign}",
                sign,
                "." * 300,
                "é.0.x",
                f"{player}.{epoch}.{sign.upper()}",
            ]
            assert [await me(world, value) for value in forged] == [401] * len(forged)
            tokens = ["", "x", "kolej_", "kolej_" + "a" * 200, "kolej_é", cookie]
            wrong = [await me(world, cookie, authorization=f"Bearer {token}") for token in tokens]
            assert wrong == [401] * len(tokens)
            assert await me(world, cookie, authorization="Basic eDp5") == 401

    asyncio.run(run())


def test_a_new_password_ends_other_devices_and_a_deleted_token_its_programs(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            cookie = await account(world, "ala")
            thief = cookie_of(await login(world, "ala"))
            assert thief == cookie
            place = await make(world, cookie)
            made = (await world.http("POST", "/api/tokens", {"label": "bot"}, cookie)).json()
            bearer: dict[str, Any] = {"authorization": f"Bearer {made['token']}"}
            stolen = await world.connect(place, thief)
            program = await world.connect(place, **bearer)
            body = {"old": PASSWORD, "new": "battery staple"}
            wrong = await world.http("POST", "/api/account/password", {**body, "old": "x" * 8}, cookie)
            assert wrong.status == 401
            fresh = cookie_of(await world.http("POST", "/api/account/password", body, cookie))
            assert await stolen.closed() == await program.closed() == 1013
            assert [await me(world, value) for value in (thief, fresh)] == [401, 200]
            assert (await login(world, "ala")).status == 401
            assert await me(world, **bearer) == 200, "programs have tokens of their own"
            program = await world.connect(place, **bearer)
            mine = await world.connect(place, fresh)
            await world.http("DELETE", f"/api/tokens/{made['number']}", None, fresh)
            assert await program.closed() == 1013
            assert mine.code is None
            assert await me(world, **bearer) == 401

    asyncio.run(run())


def test_nothing_opens_a_door_after_the_player_was_deleted(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            cookie = await account(world, "ala")
            place = await make(world, cookie)
            token = (await world.http("POST", "/api/tokens", {"label": "bot"}, cookie)).json()["token"]
            socket = await world.connect(place, cookie)
            assert (await world.http("DELETE", "/api/me", None, cookie)).status == 204
            assert await socket.closed() == 1008
            assert await me(world, cookie) == await me(world, authorization=f"Bearer {token}") == 401
            assert (await login(world, "ala")).status == 401

    asyncio.run(run())


def test_who_used_a_browser_before_is_not_let_into_the_account_made_or_used_there(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            await account(world, "ala")
            before = await world.guest("Eve")
            token = (await world.http("POST", "/api/tokens", {"label": "bot"}, before)).json()["token"]
            after = cookie_of(await login(world, "ala", cookie=before))
            assert await me(world, after) == 200
            assert await me(world, before) == await me(world, authorization=f"Bearer {token}") == 401
            before = await world.guest("Eve")
            after = await account(world, "ola", before)
            assert [await me(world, value) for value in (before, after)] == [401, 200]

    asyncio.run(run())


def test_a_wrong_name_and_a_wrong_password_cannot_be_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []
    true = sessions.right_password

    async def counting(password: str, hashed: str | None) -> bool:
        checked.append("known" if hashed else "unknown")
        return await true(password, hashed)

    monkeypatch.setattr("kolej.server.http.accounts.right_password", counting)

    async def run() -> None:
        async with one(tmp_path) as world:
            await account(world, "ala")
            known, unknown = await login(world, "ala", "x" * 9), await login(world, "nobody", "x" * 9)
            assert known.whole == unknown.whole
            assert known.status == 401
            assert checked == ["known", "unknown"], "both take the time of a password"

    asyncio.run(run())


def test_a_refused_account_leaves_nobody_behind(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            await account(world, "ala")
            taken = await world.http("POST", "/api/account", {"name": "ALA", "password": PASSWORD})
            assert taken.status == 409
            for name in ("ala\n", "ala ", "a" * 21, "ąla"):
                answer = await world.http("POST", "/api/account", {"name": name, "password": PASSWORD})
                assert answer.status == 400, name
            people = await world.front.site.store.read(lambda db: db.rows("SELECT name FROM players"))
            assert people == [("ala",)]

    asyncio.run(run())


def test_who_has_told_no_name_is_nobody_and_that_is_no_error(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            cookie = await world.guest("Ala")
            answers = [await world.http("GET", "/api/me", None, value) for value in ("", "forged", cookie)]
            assert [answer.status for answer in answers] == [200, 200, 200]
            assert [answer.json() and answer.json()["name"] for answer in answers] == [None, None, "Ala"]

    asyncio.run(run())


def test_every_answer_tells_browsers_to_be_careful(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path, url="https://a.test") as world:
            answers = [
                await world.http("GET", "/"),
                await world.http("GET", "/t/%3Cscript%3E"),
                await world.http("GET", "/health"),
                await world.http("GET", "/api/tokens"),
                await world.http("GET", "/nowhere"),
                await world.http("PATCH", "/api/me"),
                await world.http("POST", "/api/me", b"{"),
                await world.http("POST", "/api/me", b"x", content_type="text/plain"),
                await world.http("POST", "/api/me", b'"' + b"x" * 70_000 + b'"'),
                await world.http("GET", "/api/tables/x"),
                await world.http("GET", "/api/boards/poland"),
                await world.http("GET", "/api/schema/openapi.json"),
            ]
            assert [answer.status for answer in answers[3:10]] == [401, 404, 405, 400, 415, 413, 404]
            for answer in answers:
                policy = answer.header("content-security-policy")
                assert "default-src 'self'" in policy
                assert "frame-ancestors 'none'" in policy
                assert "script-src" not in policy, "no inline scripts, no others'"
                assert answer.header("x-content-type-options") == "nosniff"
                assert answer.header("referrer-policy") == "no-referrer"
                assert answer.header("cross-origin-opener-policy") == "same-origin"
                assert answer.header("strict-transport-security").startswith("max-age=")
                assert answer.header("access-control-allow-origin") == ""
                assert answer.header("cache-control") in ("no-store", "no-cache"), "pages are asked for anew"
                if answer.status >= 400:
                    assert answer.header("content-type") == "application/problem+json"
                    assert answer.json()["status"] == answer.status
            assert b"<script>" not in answers[1].body

    asyncio.run(run())


def test_a_fault_of_ours_says_nothing_and_forges_no_line_of_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: object, name: str) -> None:
        raise RuntimeError(f"secret of {name}")

    monkeypatch.setattr(boards, "_file", fail)

    async def run() -> Answer:
        async with one(tmp_path) as world:
            return await world.http("GET", "/api/boards/x%0A2026-01-01%20all%20is%20well")

    with caplog.at_level(logging.ERROR):
        answer = asyncio.run(run())
    assert answer.status == 500
    assert b"secret" not in answer.body
    assert answer.header("x-content-type-options") == "nosniff"
    (record,) = [r for r in caplog.records if r.msg == "a request failed"]
    assert "\n" not in record.__dict__["path"]


async def count(ask: Callable[[], Awaitable[Answer]], most: int) -> tuple[int, Answer]:
    """How often something may be asked before it is too much."""
    for number in range(most):
        answer = await ask()
        if answer.status == 429:
            return number, answer
    raise AssertionError(f"{most} were let through")


def test_limits_hold_for_each_address_player_and_account_and_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            cookie = await world.guest("Ala")
            body = {"board": "poland", "seats": SEATS}
            let, answer = await count(lambda: world.http("POST", "/api/tables", body, cookie), 20)
            assert (let, answer.header("retry-after")) == (8, "60")
            elsewhere = await world.http("POST", "/api/tables", body, cookie, "192.0.2.8")
            assert elsewhere.status == 201
            world.at += 59_000
            assert (await world.http("POST", "/api/tables", body, cookie)).header("retry-after") == "1"
            world.at += 1_000
            assert (await world.http("POST", "/api/tables", body, cookie)).status == 201

            tries = iter(range(1000))
            let, _ = await count(lambda: login(world, f"n{next(tries)}", "x" * 9), 20)
            assert let == 10, "names tried from one address"
            let, _ = await count(
                lambda: login(world, "ala", "x" * 9, address=f"198.51.100.{next(tries) % 200}"), 30
            )
            assert let == 20, "addresses that try one name"
            assert (await login(world, "ola", "x" * 9, address="198.51.100.250")).status == 401

            new = {"name": "Eve"}
            let, _ = await count(lambda: world.http("POST", "/api/me", new, "", "2001:db8::1"), 40)
            assert let == 30
            assert (await world.http("POST", "/api/me", new, "", "2001:db8::ffff:2")).status == 429
            assert (await world.http("POST", "/api/me", new, "", "2001:db8:0:1::1")).status == 200
            forwarded = {"x-forwarded-for": "203.0.113.9", "forwarded": "for=203.0.113.9"}
            assert (await world.http("POST", "/api/me", new, "", "2001:db8::1", **forwarded)).status == 429

            let, _ = await count(lambda: world.http("GET", "/api/server", address="203.0.113.1"), 700)
            assert let == 600
            assert (await world.http("GET", "/health", address="203.0.113.1")).status == 200

    asyncio.run(run())


def test_who_sends_too_much_over_a_socket_or_by_http_is_stopped(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            host, other = await world.guest("Ala"), await world.guest("Ola")
            place = await make(world, host)
            for cookie, most in ((host, 100), (other, 50), ("", 50)):
                socket = await world.connect(place, cookie)
                for number in range(most):
                    socket.put(f'{{"do":"ping","at":{number}}}')
                await pongs(socket, most)
                assert socket.code is None
                world.at += 19_999
                socket.put('{"do":"ping"}')
                assert await socket.closed() == 1008
                assert sum(b'"pong"' in frame for frame in socket.frames) == most
                socket = await world.connect(place, cookie)
                for _again in range(2):
                    for _ in range(most):
                        socket.put("nonsense")
                    await pongs(socket, most, b'"refused"')
                    world.at += 20_000
                    socket.frames.clear()
            let, _ = await count(lambda: command(world, place, other, "start"), 120)
            assert let == 100
            world.at += 20_000
            said = [await command(world, place, other, "say", text="hi", id=f"c{i}") for i in range(8)]
            assert [answer.status for answer in said] == [200] * 6 + [409] * 2
            assert said[-1].json()["reason"] == "too-fast"
            world.at += 10_000
            assert (await command(world, place, other, "say", text="hi", id="c9")).status == 200

    asyncio.run(run())


async def pongs(socket: Socket, most: int, kind: bytes = b'"pong"') -> None:
    while sum(kind in frame for frame in socket.frames) < most:
        await socket.until(len(socket.frames))


def test_an_address_has_so_many_connections_at_a_time(tmp_path: Path) -> None:
    async def run() -> None:
        async with one(tmp_path) as world:
            place = await make(world, await world.guest("Ala"))
            world.front.site.open_sockets = Places(5)
            sockets = [await world.connect(place) for _ in range(5)]
            assert await (await world.connect(place)).closed() == 1008
            assert (await world.connect(place, address="192.0.2.99")).code is None
            await sockets[0].close()
            assert (await world.connect(place)).code is None
            nowhere = await world.connect("nowhere", address="192.0.2.50")
            assert await nowhere.closed() == 4404
            assert world.front.site.open_sockets._taken["192.0.2.50"] == 0

    asyncio.run(run())


def test_memory_of_limits_and_of_people_does_not_grow_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [0.0]
    limits = Limits(1, 10, lambda: time[0])
    monkeypatch.setattr(Limits, "MOST", 100)
    for number in range(1000):
        assert limits.allow(f"a{number}")
        assert len(limits) <= 100
    assert not limits.allow("a999"), "the latest are remembered"
    monkeypatch.setattr(people, "MOST_PEOPLE", 10)

    async def run() -> None:
        async with one(tmp_path) as world:
            cookie = await world.guest("Ala")
            place = await make(world, cookie)
            for number in range(20):
                await me(world, await world.guest(f"G{number}"))
            world.front.site.registry.forget_strangers()
            known = world.front.site.people
            assert len(known) <= 12
            assert known.person(cookie.split(".")[0]) is not None
            for number in range(REMEMBERED + 50):
                await command(world, place, cookie, "leave", seat=1, id=f"x{number}")
                world.at += 1000
            assert len(world.room(place).refusals) == REMEMBERED

    asyncio.run(run())


def test_a_client_that_does_not_read_keeps_nobody_and_little_memory() -> None:
    async def run() -> None:
        sent: list[Any] = []

        class Stuck:
            async def send(self, message: Any) -> None:
                sent.append(message)
                await asyncio.Event().wait()

        link = Link(Stuck(), Caller(None, "", False), frozenset())  # type: ignore[arg-type]
        pump = asyncio.ensure_future(link.pump())
        for _ in range(MOST_BEHIND // 1000 * 3):
            link.send(b"x" * 1000)
        await asyncio.sleep(0)
        assert link.closing
        assert not link._queue
        pump.cancel()

    asyncio.run(run())


def test_addresses_are_counted_by_household() -> None:
    assert whose("192.0.2.1") == "192.0.2.1"
    assert whose("::ffff:192.0.2.1") == "192.0.2.1"
    assert whose("2001:db8::1") == whose("2001:db8:0:0:ffff::2") != whose("2001:db8:0:1::1")
    assert whose("fe80::1%eth0") == whose("fe80::2")
    assert whose("unix") == "unix"


def test_a_limit_lets_through_again_what_time_has_passed_for() -> None:
    time = [0.0]
    limit = Limit(2, 10, lambda: time[0])
    assert [limit.allow(), limit.allow(), limit.allow()] == [True, True, False]
    time[0] = 9.0
    assert (limit.allow(), limit.wait) == (False, 1.0)
    time[0] = 10.0
    assert (limit.wait, limit.allow(), limit.idle) == (0.0, True, False)
