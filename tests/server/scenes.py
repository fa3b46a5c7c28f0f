"""Scenes played through a real server, from which ``docs/protocol.md`` has its examples.

Luck is the same each time; ids and times are replaced by others that stay.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from noting import Scenes
from playing import Message, Person, Running, Seat, running, simple_action, wait_for

from kolej.bots import Advice, Cause
from kolej.game import fair_luck
from kolej.server.store.database import StoreDown

BOARDS = Path(__file__).parent.parent / "rules" / "boards"
TABLE: Message = {
    "board": "europe",
    "seats": [{"for": "host"}, {"for": "anyone"}, {"for": "friend"}],
    "hints": True,
    "clock": {"kind": "live", "bank": 600, "turn": 30},
}


def collected(site: Running, folder: Path) -> Scenes:
    """All scenes; the folder is for a server that has to stop."""
    scenes = Scenes()
    before = os.environ.get("KOLEJ_BOARDS")
    os.environ["KOLEJ_BOARDS"] = str(BOARDS)
    try:
        meeting(scenes, site)
        whole_game(scenes, site, "neighbours", 0, simple_action)
        whole_game(scenes, site, "euro", 6, hoard)
        part_of_game(scenes, site, "europe", 59, "event GaveUp")
        by_http(scenes, site)
        learning(scenes, site)
        leaving(scenes, folder)
    finally:
        del os.environ["KOLEJ_BOARDS"]
        if before is not None:
            os.environ["KOLEJ_BOARDS"] = before
    return scenes


@contextmanager
def luck(number: int) -> Iterator[None]:
    """The secret of tables that are made in here."""
    before = fair_luck.new_secret
    fair_luck.new_secret = lambda: hashlib.sha256(str(number).encode()).digest()
    try:
        yield
    finally:
        fair_luck.new_secret = before


def registry_of(site: Running) -> Any:
    return site.served.front.site.registry


def meeting(scenes: Scenes, site: Running) -> None:
    """Ala makes a table, Ola comes by the link, Ula looks on, and somebody has no name."""
    ala, ola, ula = scenes.named(site, "Ala", "Ola", "Ula")
    with luck(1):
        made = ala.http.post("/api/tables", json=TABLE).json()
    place = scenes.known(made["id"], "Kd5xT9mWq3Ra")
    scenes.known(made["invitation"], "h7GpLs2VnY4c")
    scenes.known(site.url, "http://127.0.0.1:8400")
    scenes.note("http", TABLE, "NewTable")
    scenes.note("http", made, "TableMade")
    with ExitStack() as stack:
        host, guest = stack.enter_context(ala.at(place)), stack.enter_context(ola.at(place))
        scenes.note("server", host.until(lambda m: m["type"] == "here"))
        before_the_start(scenes, host, guest)
        scenes.do(host, "start", entropy="coins: heads, tails, tails")
        scenes.hear_all(guest)
        with ola.at(place, since=guest.n - 1) as again:
            scenes.note("server", again.welcome)
        watcher = stack.enter_context(ula.at(place))
        stranger = stack.enter_context(site.person(None).at(place))
        first_tickets(scenes, host, guest)
        turns(scenes, host, guest, watcher)
        chatting(scenes, host, watcher, stranger)
        asking(scenes, site, host, guest)


def before_the_start(scenes: Scenes, host: Seat, guest: Seat) -> None:
    scenes.refused("only-the-host", guest, "start")
    scenes.refused("seats-open", host, "start")
    scenes.refused("not-started", host, "act", seat=0, action="draw")
    scenes.refused("watching-only", guest, "rematch")
    scenes.refused("no-such-seat", guest, "sit", seat=4)
    scenes.refused("seat-taken", guest, "sit", seat=0)
    scenes.refused("needs-invitation", guest, "sit", seat=2)
    scenes.do(guest, "sit", seat=1, entropy="dice: 4 4 1")
    scenes.refused("one-seat-each", guest, "sit", seat=2)
    scenes.refused("colour-taken", guest, "colour", seat=1, colour="navy")
    scenes.refused("ahead", guest, "colour", seat=1, colour="lilac", version=9999)
    scenes.do(guest, "colour", seat=1, colour="lilac")
    scenes.do(guest, "leave", seat=1)
    scenes.hear_all(host)
    scenes.refused("seat-free", host, "remove", seat=1)
    scenes.do(guest, "sit", seat=1)
    scenes.hear_all(host)
    scenes.do(host, "remove", seat=1)
    scenes.hear_all(guest)
    scenes.do(guest, "sit", seat=1, entropy="dice: 4 4 1")
    scenes.hear_all(host)
    scenes.refused("seat-taken", host, "reserve", seat=1, plan={"for": "anyone"})
    scenes.refused("no-such-bot", host, "reserve", seat=2, plan={"for": "bot", "bot": "clever"})
    scenes.do(host, "reserve", seat=2, plan={"for": "host", "name": "Ela"})
    scenes.refused("not-your-seat", guest, "resign", seat=0)


def first_tickets(scenes: Scenes, host: Seat, guest: Seat) -> None:
    scenes.refused("choose-first-tickets", host, "act", seat=0, action="draw")
    scenes.refused("invalid-action", host, "act", seat=0, action="fly to the moon")
    scenes.refused("stale", host, "act", seat=0, action="draw", version=1)
    scenes.refused("already-started", guest, "sit", seat=1)
    for seat, number in ((host, 0), (host, 2), (guest, 1)):
        scenes.do(seat, "act", seat=number, action=simple_action(seat.choices()[number]))
    scenes.hear_all(host)


def turns(scenes: Scenes, host: Seat, guest: Seat, watcher: Seat) -> None:
    """Until it is not Ola's turn; the first card drawn is told to who draws it and to who looks on."""
    scenes.hear_all(watcher)
    while guest.choices():
        scenes.do(guest, "act", seat=1, action="draw")
    scenes.hear_all(host)
    (number,) = host.choices()
    heard = len(host.heard)
    scenes.do(host, "act", seat=number, action="draw")
    scenes.note("server", host.heard[heard], "drawing")
    drawn = watcher.until(lambda m: m["type"] == "happened" and m["n"] == host.n)
    scenes.note("server", drawn, "watching")
    scenes.hear_all(guest)
    scenes.refused("played-by-you", guest, "take-back", seat=1)
    scenes.do(guest, "resign", seat=1)
    scenes.refused("played-by-bot", guest, "act", seat=1, action="draw")
    scenes.do(guest, "take-back", seat=1)
    scenes.refused("not-your-turn", guest, "act", seat=1, action="draw")
    scenes.hear_all(host)


def chatting(scenes: Scenes, host: Seat, watcher: Seat, stranger: Seat) -> None:
    scenes.do(host, "say", text="Good luck to all of you.")
    scenes.do(host, "emote", emote="good-luck")
    scenes.refused("not-your-seat", watcher, "act", seat=0, action="draw")
    scenes.refused("sign-in", stranger, "say", text="Who am I?")
    stranger.socket.send("no JSON at all")
    scenes.note("server", stranger.until(lambda m: m["type"] == "refused" and m["id"] is None))


def asking(scenes: Scenes, site: Running, host: Seat, guest: Seat) -> None:
    (number,) = host.choices()
    scenes.refused("not-over", host, "rematch")
    scenes.refused("no-such-route", host, "why", seat=0, route="atlantis--avalon")
    scenes.do(host, "act", seat=number, action="draw")
    scenes.do(host, "why", seat=0, route="budapest--kyiv")
    scenes.hear_all(guest)
    asker, mine = (host, host.choices()) if host.choices() else (guest, guest.choices())
    (number,) = mine
    registry = registry_of(site)
    before = registry.workers.explainer
    registry.workers.explainer = None
    scenes.refused("no-hints", asker, "hint", seat=number)
    registry.workers.explainer, explain = before, registry.workers.explain
    registry.workers.compiling = True
    scenes.refused("not-ready", asker, "hint", seat=number)
    registry.workers.compiling = False

    async def thought(task: Any) -> tuple[Advice, ...]:
        """In place of the bot, which has more to say than an example should show, and may change its mind."""
        joins = Cause("ticket", {"a": "athina", "b": "edinburgh", "points": 21, "trains": 19})
        claim = (joins, Cause("points", {"points": 4}))
        return (Advice("claim london--paris-1 RRR", 0.0, claim), Advice("draw", -1.5, (Cause("blind"),)))

    registry.workers.explain = thought
    scenes.do(asker, "hint", seat=number)
    registry.workers.explain = explain


def hoard(choices: Message) -> str:
    """Take all that can be taken before anything is built: in the end somebody can do nothing."""
    if choices["keep"]:
        return "keep " + choices["keep"][0] if choices["keep_at_least"] < 2 else simple_action(choices)
    if choices["give_up"]:
        return "give up"
    if choices["blind"] or choices["draw"]:
        return "draw" if choices["blind"] else f"draw {choices['draw'][0]}"
    if choices["tickets"]:
        return "tickets"
    if choices["claim"]:
        route, payments = min(choices["claim"].items(), key=lambda found: len(found[1][0]))
        return f"claim {route} {payments[0]}"
    return f"station {choices['station'][0]} {choices['station_cards'][0]}"


@contextmanager
def started(scenes: Scenes, site: Running, board: str, number: int) -> Iterator[Seat]:
    """A game of two around one device."""
    (ala,) = scenes.named(site, "Ala")
    with luck(number):
        place = scenes.known(ala.make(board, "host host"), "Kd5xT9mWq3Ra")
    with ala.at(place) as seat:
        scenes.do(seat, "start")
        yield seat


def play(scenes: Scenes, seat: Seat, choose: Callable[[Message], str], wanted: str = "") -> None:
    """To the end, or until there is an example that was wanted."""
    while not seat.over and not scenes.has(wanted):
        number, choices = next(iter(seat.choices().items()))
        scenes.do(seat, "act", seat=number, action=choose(choices))


def timid(choices: Message) -> str:
    return "give up" if choices["give_up"] else simple_action(choices)


def part_of_game(scenes: Scenes, site: Running, board: str, number: int, wanted: str) -> None:
    with started(scenes, site, board, number) as seat:
        play(scenes, seat, timid, wanted)


def whole_game(
    scenes: Scenes, site: Running, board: str, number: int, choose: Callable[[Message], str]
) -> None:
    with started(scenes, site, board, number) as seat:
        play(scenes, seat, choose)
        scenes.refused("game-over", seat, "act", seat=0, action="draw")
        again = scenes.do(seat, "rematch", label="rematch")
        scenes.known(again["table"], "p8Zc4RtNf2Jb")


def by_http(scenes: Scenes, site: Running) -> None:
    (ola,) = scenes.named(site, "Ola")
    scenes.note("http", {"name": "Ola"}, "NameMe")
    scenes.note("http", ola.me, "Me")
    scenes.note("http", {"label": "my bot"}, "NewToken")
    token = ola.http.post("/api/tokens", json={"label": "my bot"}).json()
    scenes.known(token["token"], "kolej_" + "x" * 43)
    scenes.known(token["number"], "n4Kw7uQd")
    scenes.note("http", token, "TokenMade")
    scenes.note("http", ola.http.get("/api/tables/nowhere").json(), "Problem")
    closed = ola.make("usa", "host anyone")
    with ola.at(closed) as seat:
        scenes.do(seat, "close")
        scenes.refused("closed", seat, "start")
    scenes.closings["no such table"] = closing(ola, "nowhere")
    scenes.closings["bad token"] = closing(site.person(None), closed, Authorization="Bearer kolej_x")
    with ola.at(closed) as seat:
        seat.socket.send(b"\xff", text=True)
        scenes.closings["no text"] = seat.closed()[0]
    with ola.at(closed) as seat:
        seat.socket.send("x" * 20_000)
        scenes.closings["too long"] = seat.closed()[0]
    private = ola.make("usa", "host host", spectators=False)
    with ola.at(private) as seat:
        scenes.do(seat, "start")
        scenes.do(seat, "pace", pace=0.5)
        scenes.closings["no spectators"] = closing(site.person(None), private)


def learning(scenes: Scenes, site: Running) -> None:
    """Eva begins a lesson, and tries something that it does not ask for."""
    (eva,) = scenes.named(site, "Eva")
    scenes.note("http", eva.http.get("/api/lessons").json()[0], "LessonLine")
    scenes.note("http", eva.http.get("/api/lessons/first-ride").json()["steps"][1], "LessonStep")
    place = eva.http.post("/api/lessons/first-ride/tables", json={}).json()["id"]
    with eva.at(place) as seat:
        scenes.refused("not-in-lesson", seat, "act", seat=0, action="keep vancouver--santa-fe")


def closing(person: Person, place: str, **headers: Any) -> int | None:
    """The code with which the server closes at once."""
    try:
        with person.at(place, **headers) as seat:
            return seat.closed()[0]
    except Exception as error:  # the first thing heard is the close
        found = re.search(r"received (\d+)", str(error))
        return int(found[1]) if found else None


def leaving(scenes: Scenes, folder: Path) -> None:
    """A server with its limits on, whose store fails, and that stops."""
    with ExitStack() as stack, running(folder) as site:
        (ala,) = scenes.named(site, "Ala")
        place = scenes.known(ala.make("usa", "host anyone"), "Kd5xT9mWq3Ra")
        too_much(scenes, ala, place)
        failing(scenes, site, ala, place)
        seat = stack.enter_context(ala.at(place))
        registry = registry_of(site)
        registry.draining = True
        scenes.refused("going-down", seat, "say", text="Wait!")
        registry.draining = False
        site.served.should_exit = True
        scenes.note("server", seat.until(lambda m: m["type"] == "going-down"))
        scenes.closings["restart"] = seat.closed()[0]


def too_much(scenes: Scenes, ala: Person, place: str) -> None:
    with ala.at(place) as seat:
        for _ in range(6):
            scenes.do(seat, "emote", emote="hurry")
        scenes.refused("too-fast", seat, "emote", emote="hurry")
        for _ in range(120):
            seat.socket.send('{"do": "ping"}')
        scenes.closings["too many messages"] = seat.closed()[0]


def failing(scenes: Scenes, site: Running, ala: Person, place: str) -> None:
    store = registry_of(site).store
    append = store.append

    async def fail(*_: Any) -> None:
        raise StoreDown("gone")

    with ala.at(place) as seat:
        store.append = fail
        told = ala.post(place, do="close", id="c0", version=seat.n)
        store.append = append
        scenes.note("server", told.json())
        scenes.closings["store"] = seat.closed()[0]
    wait_for(lambda: place not in registry_of(site).rooms)
