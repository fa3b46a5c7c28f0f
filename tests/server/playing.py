"""A server in a thread, and people who play at it through the public protocol alone."""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from thinking import lend_processes
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kolej.server.lifecycle import Server, server
from kolej.server.settings import Settings

Message = dict[str, Any]

PATIENCE = 90.0
"""Seconds after which something is taken never to come; on a busy machine bots take long to start."""


class Running:
    """A server that listens on a port of its own."""

    def __init__(self, settings: Settings, served: Server) -> None:
        self.settings = settings
        self.served = served
        self.port: int = served.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.people: list[Person] = []

    def person(self, name: str | None) -> Person:
        """Somebody with a browser; None for who has not told a name."""
        person = Person(self.url, name)
        self.people.append(person)
        return person


@contextmanager
def running(folder: Path, **given: Any) -> Iterator[Running]:
    """A server over a folder; stopped at the end as by SIGTERM."""
    settings = Settings(**{"port": 0, "data": str(folder), "pace": 0.0, "absent": 0.0, **given})
    served = server(settings)
    thread = threading.Thread(target=served.run)
    thread.start()
    try:
        wait_for(lambda: served.started or not thread.is_alive())
        assert served.started, "the server did not start"
        lend_processes(served.front.site.registry.workers)
        found = Running(settings, served)
        try:
            yield found
        finally:
            for person in found.people:
                person.http.close()
    finally:
        served.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server did not stop"


def wait_for(so: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


class Person:
    """Somebody with a browser: a cookie and a name."""

    def __init__(self, url: str, name: str | None) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        self.name = name
        if name is not None:
            self.me = self.http.post("/api/me", json={"name": name}).raise_for_status().json()

    def make(self, board: str = "europe", seats: str = "host bot:random", **more: Any) -> str:
        """A new table; seats as words: host, anyone, friend, bot:name."""
        plans = [_plan(word) for word in seats.split()]
        answer = self.http.post("/api/tables", json={"board": board, "seats": plans, **more})
        assert answer.status_code == 201, answer.text
        place: str = answer.json()["id"]
        return place

    @contextmanager
    def at(self, place: str, since: int | None = None, **headers: str) -> Iterator[Seat]:
        """A connection to a table."""
        if "kolej" in self.http.cookies:
            headers["Cookie"] = f"kolej={self.http.cookies['kolej']}"
        query = "" if since is None else f"?since={since}"
        url = f"{self.url.replace('http', 'ws')}/api/tables/{place}/socket{query}"
        with connect(url, additional_headers=headers, max_size=None, open_timeout=PATIENCE) as socket:
            yield Seat(socket)

    def post(self, place: str, **command: Any) -> httpx.Response:
        """A command by HTTP."""
        return self.http.post(f"/api/tables/{place}/commands", json=command)


def _plan(word: str) -> Message:
    kind, _, bot = word.partition(":")
    return {"for": kind, "bot": bot} if bot else {"for": kind}


class Seat:
    """A connection: what was heard, and what is so now."""

    ids = itertools.count(1)

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Message] = []
        self.raw: list[str] = []
        self.welcome = self.hear()
        assert self.welcome["type"] == "welcome", self.welcome
        self.n: int = self.welcome["n"]
        self.table: Message = self.welcome["table"]
        self.position: Message | None = self.welcome["position"]

    def hear(self, seconds: float = PATIENCE) -> Message:
        """The next message."""
        raw = self.socket.recv(timeout=seconds)
        assert isinstance(raw, str)
        self.raw.append(raw)
        message: Message = json.loads(raw)
        self.heard.append(message)
        if message["type"] == "happened":
            self.n = max(self.n, message["n"])
            self.table = message["table"] or self.table
            self.position = message["position"] or self.position
        return message

    def send(self, do: str, **fields: Any) -> str:
        """A command for what was seen last; its id."""
        command = {"do": do, "id": f"c{next(self.ids)}", "version": self.n, **fields}
        self.socket.send(json.dumps(command))
        return str(command["id"])

    def answer(self, command: str) -> Message:
        """Hear until a command is answered."""
        while True:
            message = self.hear()
            if message.get("id") == command and message["type"] != "happened":
                return message

    def do(self, do: str, **fields: Any) -> Message:
        return self.answer(self.send(do, **fields))

    def until(self, so: Callable[[Message], bool]) -> Message:
        while not so(message := self.hear()):
            pass
        return message

    def closed(self) -> tuple[int | None, str | None]:
        """Hear until the server closes; its code and reason."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as gone:
            return (gone.rcvd.code, gone.rcvd.reason) if gone.rcvd else (None, None)

    @property
    def over(self) -> bool:
        return bool(self.table["state"] == "over")

    def choices(self) -> dict[int, Message]:
        """What the seats of this client can do now."""
        own = self.position["own"] if self.position else ()
        return {view["seat"]: view["choices"] for view in own if view["choices"]}

    def play(self, most: int | None = None) -> int:
        """Play on, simply, to the end or for so many moves; how many were made."""
        made = 0
        while not self.over and (most is None or made < most):
            choices = self.choices()
            if not choices:
                self.hear()
                continue
            seat, choice = next(iter(choices.items()))
            answer = self.do("act", seat=seat, action=simple_action(choice))
            assert answer["type"] == "done", answer
            made += 1
            while self.n < answer["n"]:
                self.hear()
        return made


def simple_action(choices: Message) -> str:
    """A choice that brings a game to its end: claim the longest route one can, else draw."""
    if choices["keep"]:
        return "keep " + " ".join(choices["keep"][: max(choices["keep_at_least"], 1)])
    if choices["pay"]:
        return f"pay {choices['pay'][0]}"
    if choices["give_up"]:
        return "give up"
    if choices["claim"]:
        route, cards = max(choices["claim"].items(), key=lambda found: len(found[1][0]))
        return f"claim {route} {cards[0]}"
    if choices["blind"]:
        return "draw"
    if choices["draw"]:
        return f"draw {choices['draw'][0]}"
    return "tickets"
