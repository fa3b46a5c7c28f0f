"""Whatever comes over a socket is answered or ends the connection; what is refused changes nothing."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing import Running
from websockets.exceptions import ConnectionClosed
from wire import Socket, in_world, worlds

from kolej.game import actions
from kolej.server.lifecycle import MOST_MESSAGE
from kolej.server.workers.bot_pool import Task, anything

ANSWERS = ("done", "refused", "why", "hint", "pong")
WHO = ("host", "sitter", "spectator", "nobody")
STATES = ("waiting", "playing", "over", "closed")


class Site:
    """A server with a table in every state, and people of every kind connected to each."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch
        self.runner = asyncio.Runner()
        self.stack = AsyncExitStack()
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.places: dict[str, str] = {}
        self.sockets: dict[tuple[str, str], Socket] = {}
        self.counts: Counter[str] = Counter()
        self.runner.run(self._open())

    async def _open(self) -> None:
        (self.world,) = await self.stack.enter_async_context(worlds(Path(self.folder.name), self.patch, 1))
        in_world(self.patch, self.world)
        self.world.front.site.registry.workers.choose = _at_once  # type: ignore[method-assign]
        self.cookies = {who: await self.world.guest(who) for who in WHO[:3]} | {"nobody": ""}

    def close(self) -> None:
        self.runner.run(self.stack.aclose())
        self.runner.close()
        self.folder.cleanup()

    async def place(self, state: str) -> str:
        """A table in this state, made anew if the last one has left it."""
        known = self.places.get(state)
        if known is None or self.world.room(known).table.state != state:
            known = self.places[state] = await self._make(state)
            for who in WHO:
                self.sockets[state, who] = await self.world.connect(known, self.cookies[who])
        return known

    async def _make(self, state: str) -> str:
        seats = [{"for": "host"}, {"for": "anyone"}, {"for": "friend"}][: 3 if state == "waiting" else 2]
        body = {"board": "poland", "seats": seats, "hints": True}
        made = await self.world.http("POST", "/api/tables", body, self.cookies["host"])
        place: str = made.json()["id"]
        await self._do(place, "sitter", "sit", seat=1)
        if state == "closed":
            await self._do(place, "host", "close")
        if state in ("playing", "over"):
            await self._do(place, "host", "start")
        table = self.world.room(place).table
        while state == "over" and table.state != "over":
            game = self.world.game(place)
            seat = game.awaited[0]
            claims = [a for a in game.legal(seat) if str(a).startswith(("claim", "keep", "give", "draw"))]
            await self._do(place, ("host", "sitter")[seat], "act", seat=seat, action=str(claims[-1]))
        assert table.state == state
        return place

    async def _do(self, place: str, who: str, do: str, **fields: Any) -> None:
        table = self.world.room(place).table
        command = {"do": do, "id": f"s{table.n}", "version": table.n, **fields}
        path = f"/api/tables/{place}/commands"
        answer = await self.world.http("POST", path, command, self.cookies[who])
        assert answer.status == 200, answer.body

    def picture(self, place: str) -> tuple[Any, ...]:
        """All that a command could change."""
        room = self.world.room(place)
        table = room.table
        seats = [(s.plan, s.player, s.entropy, s.colour, s.away) for s in table.seats]
        game = table.game.digest() if table.game else None
        moves = table.game.moves if table.game else 0
        return table.n, table.state, seats, game, moves, table.next, len(room.chat.speakers), len(table.noted)

    def filled(self, place: str, text: str | bytes) -> str | bytes:
        """With the number of the table and an action that is legal in it."""
        if isinstance(text, bytes):
            return text
        table = self.world.room(place).table
        legal = table.game.legal() if table.game and not table.game.over else ["draw"]
        return text.replace('"@n"', str(table.n)).replace("@legal", str(legal[len(text) % len(legal)]))

    async def say(self, state: str, who: str, text: str | bytes) -> list[dict[str, Any]]:
        """Send something; what came back, pictures compared."""
        place = await self.place(state)
        while self.world.room(place).autopilot._bots:  # who resigned is played on for
            await asyncio.sleep(0.001)
        place = await self.place(state)
        socket = self.sockets[state, who]
        before = self.picture(place)
        text = self.filled(place, text)
        told = [json.loads(line) for line in (await socket.ask(text)).splitlines()]
        answers = [message for message in told if message["type"] in ANSWERS]
        assert len(answers) == 1, (text, told)
        self.counts[answers[0]["type"]] += 1
        self.counts[answers[0].get("reason") or ""] += 1
        if answers[0]["type"] != "done":
            assert self.picture(place) == before, f"{text!r} was not carried out, but changed something"
        return told


async def _at_once(task: Task) -> actions.Action:
    return actions.parse(anything(task))


@pytest.fixture(scope="module")
def table_site() -> Iterator[Site]:
    with pytest.MonkeyPatch.context() as patch:
        found = Site(patch)
        yield found
        print(dict(found.counts))
        found.close()


def _sendable(text: str) -> bool:
    """A frame of text is UTF-8; the library below sees to that."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def numbers() -> st.SearchStrategy[Any]:
    return st.one_of(
        st.integers(-2, 8),
        st.sampled_from([2**31, 2**53, 2**64, -(2**70), 10**300, 1.5, -0.0, 1e308, True, None, "1", [1], {}]),
    )


def words() -> st.SearchStrategy[Any]:
    return st.one_of(
        st.text(max_size=8),
        st.sampled_from(
            ["", "\0", "x" * 41, "x" * 2000, "a\n", "\u202e", "é" * 30, "\ud800", None, 7, ["x"]]
        ),
        st.from_regex(r"[A-Za-z0-9_-]{1,40}", fullmatch=True),
    )


LINES = [
    "draw", "draw L", "draw R", "tickets", "give up", "pay R", "keep", "keep x", "claim", "claim x RR",
    "claim x RR+GG", "station x R", "station berlin RRR", "keep " + "a " * 290, "draw\n", " draw", "DRAW",
]  # fmt: skip
PLANS = [
    {"for": "anyone"}, {"for": "friend"}, {"for": "host", "name": "Kid"}, {"for": "host", "name": "\u202e"},
    {"for": "bot", "bot": "random"}, {"for": "bot", "bot": "x"}, {"for": "x"}, {}, None,
]  # fmt: skip
FIELDS: dict[str, tuple[st.SearchStrategy[Any], st.SearchStrategy[Any]]] = {
    "id": (st.uuids().map(str), words()),
    "version": (st.sampled_from(["@n", "@n", "@n", 0, -1]), numbers()),
    "seat": (st.integers(0, 2), numbers()),
    "action": (st.sampled_from(["@legal", "@legal", *LINES]), words()),
    "colour": (st.sampled_from(["navy", "ruby", "lilac"]), words()),
    "emote": (st.sampled_from(["hello", "wow"]), words()),
    "text": (st.text(min_size=1, max_size=20).filter(_sendable), words()),
    "entropy": (st.sampled_from(["", "dice"]), words()),
    "invitation": (st.just(""), words()),
    "route": (st.sampled_from(["gdansk--warszawa", "x"]), words()),
    "plan": (st.sampled_from(PLANS[:5]), st.sampled_from(PLANS)),
    "at": (st.integers(0, 99), numbers()),
    "pace": (st.sampled_from([0.0, 0.01]), numbers()),
}
"""By field: what is in order, and what may be anything."""
USED = {
    "sit": "seat entropy invitation", "leave": "seat", "remove": "seat", "reserve": "seat plan",
    "colour": "seat colour", "start": "", "close": "", "act": "seat action", "resign": "seat",
    "take-back": "seat", "pace": "pace", "rematch": "", "say": "text", "emote": "emote", "why": "seat route",
    "hint": "seat", "ping": "at", "fly": "seat", "": "",
}  # fmt: skip


@st.composite
def commands(draw: st.DrawFn) -> dict[str, Any]:
    """A command, most of it as it should be."""
    do = draw(st.sampled_from(sorted(USED)))
    found: dict[str, Any] = {"do": do}
    for name in (*(() if do == "ping" else ("id", "version")), *USED[do].split()):
        luck = draw(st.integers(0, 30))
        if luck:
            found[name] = draw(FIELDS[name][luck <= 2])
    if not draw(st.integers(0, 20)):
        found[draw(st.sampled_from(["x", "", "__proto__", "type", "seat"]))] = draw(words())
    return found


@st.composite
def messages(draw: st.DrawFn) -> str | bytes:
    text = json.dumps(draw(commands()))
    match draw(st.integers(0, 24)):
        case 0:
            return draw(st.text(max_size=60).filter(_sendable))
        case 1:
            return draw(st.binary(max_size=60))
        case 2:
            return text.encode()
        case 3:
            return text[: draw(st.integers(0, len(text)))]
        case 4:
            return text[:-1] + ", " + text[1:]  # every key twice
        case 5:
            depth = draw(st.sampled_from([10, 1000, 8000]))
            return draw(st.sampled_from(["[", '{"do":', '{"a":['])) * depth
        case 6:
            return text.replace('"version": ', '"version": ' + "9" * draw(st.integers(1, 5000)))
        case 7:
            at = draw(st.integers(0, len(text)))
            return (
                text[:at]
                + draw(st.sampled_from(['"', "\\ud800", "\\u0000", "}", "1e999", "\x7f"]))
                + text[at:]
            )
    return text


def _fuzz(site: Site, state: str, who: str, message: str | bytes) -> None:
    site.runner.run(site.say(state, who, message))


QUICK = settings(
    max_examples=500, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@QUICK
@given(state=st.sampled_from(STATES), who=st.sampled_from(WHO), message=messages())
def test_every_message_is_answered_and_what_is_refused_changes_nothing(
    table_site: Site, state: str, who: str, message: str | bytes
) -> None:
    _fuzz(table_site, state, who, message)


@pytest.mark.soak
@settings(QUICK, max_examples=20_000, derandomize=False)
@given(state=st.sampled_from(STATES), who=st.sampled_from(WHO), message=messages())
def test_every_message_is_answered_for_long(
    table_site: Site, state: str, who: str, message: str | bytes
) -> None:
    _fuzz(table_site, state, who, message)


def test_two_connections_that_race_the_same_command_get_one_entry_and_one_answer(table_site: Site) -> None:
    site = table_site

    async def race() -> None:
        place = await site.place("playing")
        room = site.world.room(place)
        game = site.world.game(place)
        for number in range(12):
            if game.over:
                break
            seat = game.awaited[0]
            who = ("host", "sitter")[seat]
            first = site.sockets["playing", who]
            second = await site.world.connect(place, site.cookies[who])
            n = room.table.n
            action = str(game.legal(seat)[0])
            command = {"do": "act", "id": f"race{number}", "version": n, "seat": seat, "action": action}
            path = f"/api/tables/{place}/commands"
            told = await asyncio.gather(
                first.ask(json.dumps(command)),
                second.ask(json.dumps(command)),
                site.world.http("POST", path, command, site.cookies[who]),
            )
            answers = [_answer(told[0]), _answer(told[1]), told[2].json()]
            assert answers == [{"type": "done", "id": f"race{number}", "n": n + 1, "table": None}] * 3
            assert room.table.n == n + 1
            await second.close()

    site.runner.run(race())


def _answer(told: bytes) -> Any:
    (found,) = [m for m in map(json.loads, told.splitlines()) if m["type"] in ANSWERS]
    return found


def test_an_id_of_somebody_elses_command_is_not_answered_with_theirs(table_site: Site) -> None:
    site = table_site

    async def same_id() -> None:
        place = await site.place("waiting")
        version = site.world.room(place).table.n
        colour = {"do": "colour", "id": "mine", "version": version, "seat": 1}
        mine = await site.sockets["waiting", "sitter"].ask(json.dumps({**colour, "colour": "lilac"}))
        theirs = await site.sockets["waiting", "spectator"].ask(json.dumps({**colour, "colour": "lilac"}))
        assert _answer(mine)["type"] == "done"
        assert _answer(theirs)["reason"] == "not-your-seat"

    site.runner.run(same_id())


def test_binary_frames_are_refused_and_oversized_ones_end_the_connection(site: Running) -> None:
    ala = site.person("Ala")
    place = ala.make()
    with ala.at(place) as seat:
        for data in (b"", b"\0\xff", b'{"do":"ping"}'):
            seat.socket.send(data)
            assert seat.hear()["reason"] == "unreadable"
        seat.socket.send("x" * MOST_MESSAGE)
        assert seat.hear()["reason"] == "unreadable"
        seat.socket.send("x" * (MOST_MESSAGE + 1))
        assert seat.closed()[0] == 1009
    with ala.at(place) as seat:
        with suppress(ConnectionClosed):  # the server may close before the last fragment is sent
            seat.socket.send(["x" * MOST_MESSAGE, "x" * 9])
        assert seat.closed()[0] == 1009
    with ala.at(place) as seat:
        seat.socket.send(b"\xff\xfe", text=True)
        assert seat.closed()[0] == 1007
    with ala.at(place) as seat:
        assert seat.do("colour", seat=0, colour="lilac")["type"] == "done"
