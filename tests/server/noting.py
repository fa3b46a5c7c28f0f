"""Keeps one example of each message that is said at the tables of a server."""

from __future__ import annotations

import itertools
import json
from typing import Any

import msgspec
from playing import Message, Person, Running, Seat

from kolej.game.events import Event
from kolej.server import protocol
from kolej.server.http import bodies

KINDS: dict[str, Any] = {
    "client": protocol.ClientMessage,
    "server": protocol.ServerMessage,
    "event": Event,
}
TIMES = ("at", "now", "created", "updated", "deadline")
NOW = 1_790_000_000_000


def read(kind: str, name: str, value: Message) -> Any:
    """An example as the struct that it is an example of."""
    return msgspec.convert(value, KINDS.get(kind) or getattr(bodies, name, None) or getattr(protocol, name))


class Scenes:
    """What was said at the tables of a server, one example of each."""

    def __init__(self) -> None:
        self._examples: dict[str, Message] = {}
        self._instead: dict[str, str] = {}
        self._ids = itertools.count(1)
        self.refusals: dict[str, str] = {}
        self.closings: dict[str, int | None] = {}

    @property
    def examples(self) -> dict[str, Message]:
        text = json.dumps(self._examples)
        for real, other in self._instead.items():
            text = text.replace(real, other)
        found: dict[str, Message] = _timeless(json.loads(text))
        return found

    def has(self, name: str) -> bool:
        return name in self._examples

    def note(self, kind: str, message: Message, label: str = "") -> None:
        """Keep an example, unless there is one; with a label, besides it."""
        name = type(read(kind, label, message)).__name__
        key = f"{kind} {name} {label}".rstrip() if label != name else f"{kind} {name}"
        self._examples.setdefault(key, message)
        for event in message.get("events", ()) if kind == "server" else ():
            self.note("event", event)
        if message.get("type") == "refused":
            self.refusals.setdefault(message["reason"], message["text"])

    def do(self, who: Seat, do: str, /, label: str = "", **fields: Any) -> Message:
        """A command and its answer."""
        command = {"do": do, "id": f"c{next(self._ids)}", "version": who.n, **fields}
        heard = len(who.heard)
        who.socket.send(json.dumps(command))
        answer = who.answer(command["id"])
        if answer["type"] != "refused":
            self.note("client", command)
        self.note("server", answer, label)
        for message in who.heard[heard:]:
            if message["type"] != "welcome":
                self.note("server", message)
        return answer

    def refused(self, reason: str, who: Seat, do: str, /, **fields: Any) -> None:
        answer = self.do(who, do, **fields)
        assert answer["type"] == "refused", answer
        assert answer["reason"] == reason, answer

    def hear_all(self, seat: Seat) -> None:
        """Hear all that was sent before now."""
        ping = {"do": "ping", "at": NOW + next(self._ids)}
        self.note("client", ping)
        seat.socket.send(json.dumps(ping))
        self.note("server", seat.until(lambda m: m["type"] == "pong" and m["at"] == ping["at"]))

    def named(self, site: Running, *names: str) -> list[Person]:
        found = [site.person(name) for name in names]
        for person in found:
            self._instead[person.me["player"]] = f"{person.name}2345"
        return found

    def known(self, real: str, other: str) -> str:
        self._instead[real] = other
        return real


def _timeless(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _timeless(part, name) for name, part in value.items()}
    if isinstance(value, list):
        return [_timeless(part) for part in value]
    if key in TIMES and isinstance(value, int) and value > NOW // 2:
        return NOW + 630_000 if key == "deadline" else NOW
    return value
