"""Bad networks: whatever they do, every client ends with what the server has."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from crashing import Crowd
from playing import Message, Person, Running, Seat, running, simple_action, wait_for
from proxy import Proxy, proxy

from kolej.server.http import socket as socket_module

WEATHERS: dict[str, dict[str, Any]] = {
    "cut": {"cut_after": (300, 40_000)},
    "late": {"delay": 0.02},
    "a trickle, cut": {"piece": 700, "cut_after": (300, 60_000)},
    "late and half open": {"cut_after": (300, 60_000), "end": "client", "delay": 0.002},
}


class Street:
    """Where a crowd finds the server: behind a proxy."""

    def __init__(self, store: str, port: int) -> None:
        self.store = store
        self.port = port


@pytest.mark.parametrize("weather", WEATHERS)
def test_every_client_ends_with_the_servers_state(site: Running, weather: str) -> None:
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    with proxy(site.port, seed) as between:
        crowd = Crowd(Street(site.settings.store_url, between.port), site.url, seed)
        try:
            crowd.gather(tables=2, bots=0)
            for name, value in WEATHERS[weather].items():
                setattr(between.weather, name, value)
            asyncio.run(crowd.play(commands=80))
            found = crowd.reckon()
        finally:
            crowd.close()
        assert found.good, found
        assert found.acknowledged >= 80
        if between.weather.cut_after:
            assert between.cuts > 3


@contextlib.contextmanager
def through(between: Proxy, person: Person) -> Any:
    """The same person, by way of the proxy."""
    other = Person(between.url, None)
    other.http.cookies.update(person.http.cookies)
    try:
        yield other
    finally:
        other.http.close()


def test_who_does_not_read_is_dropped_and_keeps_nobody(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_module, "MOST_BEHIND", 200_000)
    ala, ola = site.person("Ala"), site.person("Ola")
    place = ala.make("usa", "host host")
    with proxy(site.port, 1) as between, through(between, ola) as far, ala.at(place) as seat:
        with far.at(place) as slow:
            between.weather.held.add("down")
            assert seat.do("start")["type"] == "done"
            link = link_of(site, place, ola)
            slowest = 0.0
            while not link.closing:
                send_much(site, link)
                began = time.monotonic()
                assert seat.do("say", text="hello")["type"] == "done"
                slowest = max(slowest, time.monotonic() - began)
            assert slowest < socket_module.STUCK / 2, "nobody waits until the slow one is given up"
            assert seat.play(3) == 3
            between.weather.held.clear()
            assert slow.closed()[0] == 1013
        with far.at(place, since=slow.n) as back:
            assert [m["n"] for m in back.welcome["missed"]] == list(range(slow.n + 1, back.n + 1))
            assert back.n == seat.n
            assert back.position is not None
            assert seat.position is not None
            assert back.position["open"] == seat.position["open"]


@pytest.mark.parametrize("waiting", [0, 40])
def test_a_connection_that_died_without_a_word_is_noticed_by_pings(tmp_path: Path, waiting: int) -> None:
    """Also if so much waits to be sent to it that nothing more can be, not even a good-bye."""
    with running(tmp_path) as site, proxy(site.port, 1) as between, ExitStack() as stack:
        ala, ola = site.person("Ala"), site.person("Ola")
        place = ala.make("usa", "host anyone")
        seat = stack.enter_context(ala.at(place))
        # From the next connection on: who stays need not answer as quickly on a busy machine.
        site.served.config.ws_ping_interval = 0.4
        site.served.config.ws_ping_timeout = 2.5
        with through(between, ola) as far, far.at(place) as gone:
            assert gone.do("sit", seat=1)["type"] == "done"
            seat.until(lambda m: m["type"] == "here" and m["here"] == [0, 1])
            link = link_of(site, place, ola)
            between.weather.held |= {"up", "down"}
            for _ in range(waiting):
                send_much(site, link)
            assert seat.until(lambda m: m["type"] == "here")["here"] == [0]
            between.weather.held.clear()
            assert gone.closed() is not None


def test_a_player_with_two_connections_sees_the_same_on_both(site: Running) -> None:
    ala = site.person("Ala")
    place = ala.make("usa", "host host")
    with ala.at(place) as one, ala.at(place) as two:
        assert two.do("start", id="s")["type"] == "done"
        assert one.do("start", id="s")["n"] == 1  # the same command by the other connection
        for mover, other in ((one, two), (two, one), (one, two)):
            catch_up(mover, mover.n)
            assert mover.play(1) == 1
            catch_up(other, mover.n)
        assert happened(one) == happened(two)
        assert one.position == two.position
        assert room(site, place).presence() == ((0, 1), 0)
    wait_for(lambda: not room(site, place).clients)


def test_a_new_connection_while_the_old_hangs_takes_over_without_a_gap(site: Running) -> None:
    ala = site.person("Ala")
    place = ala.make("usa", "host host")
    with proxy(site.port, 1) as between, through(between, ala) as far, far.at(place) as old:
        assert old.do("start")["type"] == "done"
        old.play(2)
        between.weather.held.add("up")
        lost = {"do": "act", "id": "again", "version": old.n, **move(old)}
        old.socket.send(json.dumps(lost))
        with ala.at(place, since=old.n) as new:
            new.socket.send(json.dumps(lost))
            assert new.answer("again")["type"] == "done"
            n = new.n
            between.weather.held.clear()  # the command arrives after all
            assert old.answer("again") == {"type": "done", "id": "again", "n": n, "table": None}
            assert room(site, place).table.n == n


def room(site: Running, place: str) -> Any:
    return site.served.front.site.registry.rooms[place]


def link_of(site: Running, place: str, person: Person) -> Any:
    (link,) = [c for c in room(site, place).clients if c.player.handle == person.me["player"]]
    return link


def send_much(site: Running, link: Any) -> None:
    much = b'{"type":"pong","at":0,"now":0,"padding":"%s"}' % (b"x" * 100_000)
    site.served.servers[0].get_loop().call_soon_threadsafe(link.send, much)


def move(seat: Seat) -> Message:
    number, choice = next(iter(seat.choices().items()))
    return {"seat": number, "action": simple_action(choice)}


def catch_up(seat: Seat, n: int) -> None:
    while seat.n < n:
        seat.hear()


def happened(seat: Seat) -> list[str]:
    return [raw for raw in seat.raw if '"type":"happened"' in raw]
