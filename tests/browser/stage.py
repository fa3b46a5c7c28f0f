"""Tables at a given moment. The luck of a game follows from its secret, so the secret is searched for.

The game found and the game on the server have the same secret and the same moves; the only thing replaced
on the server is what makes the secret. People make the moves before the moment over HTTP.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable
from functools import cache
from typing import NamedTuple
from unittest import mock

from chrome import Window
from hand import Hand, seated
from playing import Person, Running

import kolej.game.game
from kolej.game import fair_luck
from kolej.game.choices import Choices, choices
from kolej.game.game import Game

Policy = Callable[[Choices], str]
Wanted = Callable[[Game, Choices], str | None]


class Moment(NamedTuple):
    board: str
    seats: int
    secret: bytes
    lines: tuple[tuple[int, str], ...]
    """The moves that lead to the moment: seat and action."""
    action: str
    """What seat 0 can do then."""


def drawing(can: Choices) -> str:
    """Keep little, draw blind."""
    if can.keep:
        return "keep " + " ".join(can.keep[: max(1, can.keep_at_least)])
    return "draw" if can.blind else f"draw {can.draw[0]}" if can.draw else can.lines()[0]


def towards(*places: str) -> Policy:
    """Claim a route between these places, otherwise draw."""

    def policy(can: Choices) -> str:
        for route, payments in can.claim.items():
            ends = route.split("--")
            if all(end.startswith(places) for end in ends):
                return f"claim {route} {payments[0]}"
        return drawing(can)

    return policy


def moment(board: str, wanted: Wanted, seats: int = 2, first: Policy = drawing) -> Moment:
    """The first game in which seat 0, playing by `first`, can do what is wanted; the others draw."""
    for number in range(300):
        secret = hashlib.sha256(f"{board} {number}".encode()).digest()
        game = kolej.game.game.new_fair(board, seats, secret=secret)
        lines: list[tuple[int, str]] = []
        while not game.over and len(lines) < 60 * seats:
            seat = game.awaited[0]
            can = choices(game, seat)
            if seat == 0 and game.turn_begins and (action := wanted(game, can)) is not None:
                return Moment(board, seats, secret, tuple(lines), action)
            line = (first if seat == 0 else drawing)(can)
            game.play(line, seat)
            lines.append((seat, line))
    raise AssertionError(f"no such moment on {board} in 300 games")


@cache
def claimable(board: str) -> Moment:
    """When a route can be claimed with cards of a colour, seat 0 having drawn until then."""

    def wanted(_: Game, can: Choices) -> str | None:
        lines = [
            f"claim {route} {line}" for route, ways in can.claim.items() for line in ways if line[0] != "L"
        ]
        return lines[0] if lines else None

    return moment(board, wanted)


class Staged:
    """A table at its moment: seat 0 belongs to a window, the others are people who play over HTTP."""

    ids = itertools.count(1)

    def __init__(self, site: Running, window: Window, at: Moment, hints: bool = False) -> None:
        window.named(site.url, "Zofia")
        cookie = next(one for one in window.context.cookies() if one.get("name") == "kolej")
        host = site.person(None)
        host.http.cookies.set("kolej", str(cookie.get("value")))
        self.people: list[Person] = [host, *(site.person(f"Marek {n}") for n in range(1, at.seats))]
        with mock.patch.object(fair_luck, "new_secret", return_value=at.secret):
            self.place = host.make(at.board, "host " + "anyone " * (at.seats - 1), hints=hints)
        self.n = 0
        for seat in range(1, at.seats):
            self.do(seat, "sit", seat=seat)
        self.do(0, "start")
        for seat, line in at.lines:
            self.act(seat, line)
        self.site = site
        self.hand = self.seen(window, 0)

    def do(self, person: int, do: str, **fields: object) -> None:
        answer = self.people[person].post(
            self.place, do=do, id=f"s{next(self.ids)}", version=self.n, **fields
        )
        assert answer.status_code == 200, answer.text
        self.n = answer.json()["n"]

    def act(self, seat: int, line: str) -> None:
        self.do(seat, "act", seat=seat, action=line)

    def seen(self, window: Window, person: int) -> Hand:
        """The table in a window, as one person sees it."""
        if person:
            value = self.people[person].http.cookies["kolej"]
            window.context.add_cookies([{"name": "kolej", "value": value, "url": self.site.url}])
        return seated(self.site, window, self.place)
