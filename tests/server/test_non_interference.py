"""Two games that differ only in what somebody cannot see give them the same bytes, errors included.

Two servers are led through the same game, alike to the last bit. In the second everything is replaced that
the watcher cannot see: hands, decks, tickets, what happened out of sight, the secret of the luck. Then both
go on, and every answer and every frame that the watcher gets is compared.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from wire import Socket, World, in_world, worlds

from kolej.boards.load import shipped
from kolej.game import actions
from kolej.game.actions import Claim, IllegalAction, InvalidAction, Keep
from kolej.game.determinize import resample
from kolej.game.events import seen_by
from kolej.game.game import Game
from kolej.game.record import Move, RecordError, Source
from kolej.game.replay import outcome
from kolej.rules import entry_points

OPENING = ("passed", "ended", "all-chose")
"""Events by which the rules themselves show what was hidden."""
SEATS = 3
UNREADABLE = ("", "{", '{"do":"act"}', "\0", '{"do":"fly","id":"x","version":0}')


class Pair:
    """The true game, and one that differs in all that the owner of some seats cannot see."""

    def __init__(
        self, both: list[World], watched: tuple[int, ...], patch: pytest.MonkeyPatch, seed: int
    ) -> None:
        self.both, self.watched, self.patch = both, watched, patch
        self.rng = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.watchers: list[Socket] = []
        self.movers: list[dict[int, Socket]] = []
        self.seen = 0
        self.keen = False
        """Others try a tunnel whenever they can."""

    async def sit_down(self, board: str, **more: Any) -> None:
        """A table for the watched seats on one device, and a person for each other seat."""
        for world in self.both:
            in_world(self.patch, world)
            plans = [{"for": "host" if seat in self.watched else "anyone"} for seat in range(SEATS)]
            self.cookies = [await world.guest(f"P{seat}") for seat in range(SEATS + 1)]
            host = self.cookies[self.watched[0]] if self.watched else self.cookies[0]
            body = {"board": board, "seats": plans, "listed": True, **more}
            made = await world.http("POST", "/api/tables", body, host)
            self.place: str = made.json()["id"]
            for seat in set(range(SEATS)) - set(self.watched):
                sit = {"do": "sit", "id": "sit", "version": 0, "seat": seat, "entropy": f"e{seat}"}
                await world.http("POST", f"/api/tables/{self.place}/commands", sit, self.cookies[seat])
            n = world.room(self.place).table.n
            start = {"do": "start", "id": "start", "version": n}
            answer = await world.http("POST", f"/api/tables/{self.place}/commands", start, host)
            assert answer.status == 200, answer.body
        self.cookie = host if self.watched else self.cookies[SEATS]
        await self.connect()

    async def connect(self) -> None:
        for world in self.both:
            self.watchers.append(await world.connect(self.place, self.cookie, since=-1))
            owners = {
                seat: await world.connect(self.place, self.cookies[seat])
                for seat in range(SEATS)
                if seat not in self.watched
            }
            self.movers.append(owners | dict.fromkeys(self.watched, self.watchers[-1]))

    @property
    def true(self) -> Game:
        return self.both[0].game(self.place)

    @property
    def other(self) -> Game:
        return self.both[1].game(self.place)

    async def play_to_the_end(self) -> None:
        """The same game in both, out of sight of the comparison."""
        while not self.true.over:
            seat = self.true.awaited[0]
            action = self.chosen(self.true, seat)
            for which in (0, 1):
                await self.act(which, seat, action)

    async def again(self) -> None:
        """A rematch, which takes everybody along."""
        for which, world in enumerate(self.both):
            in_world(self.patch, world)
            told = await self.movers[which][self.watched[0]].do("rematch", version=0)
            assert b'"table":' in told, told
            place = world.room(self.place).table.next or ""
            n = world.room(place).table.n
            start = {"do": "start", "id": "again", "version": n}
            answer = await world.http("POST", f"/api/tables/{place}/commands", start, self.cookie)
            assert answer.status == 200, answer.body
        self.place, self.seen = place, 0
        self.watchers, self.movers = [], []
        await self.connect()

    # ---- what is hidden is another

    def guess(self, game: Game) -> Game:
        """A game that the watcher cannot tell from this one."""
        if len(self.watched) < 2:
            return resample(game.view(self.watched[0] if self.watched else None), self.rng)
        return swapped(game, self.watched, self.rng)

    def hide(self, game: Game) -> None:
        """Put a guess in place of the second game, and change all that tells of what was hidden."""
        other = self.other
        other.compiled.state.bytes[:] = self.guess(game).compiled.state.bytes
        other._secret = self.rng.randbytes(32)
        other._deal = tuple(self.rng.choice("PBOWGYKRL") for _ in other._deal)
        other._moves[:] = [Move(m.seat, "draw", ("L",)) for m in other._moves]
        for number, event in enumerate(other._events):
            other._events[number] = self.scrambled(event)

    def scrambled(self, event: Any) -> Any:
        """An event with other things in what the watcher does not see of it."""
        mine = getattr(event, "seat", None)
        seen = seen_by(event, mine if mine in self.watched else None)
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if value == getattr(seen, name):
                continue
            if isinstance(value, str):
                event = msgspec.structs.replace(
                    event, **{name: "".join(self.rng.choice("PBOWGYKRL") for _ in value)}
                )
            else:
                tickets = tuple(self.rng.sample(self.true.book.tickets, len(value)))
                event = msgspec.structs.replace(event, **{name: tickets})
            self.counts["hidden events"] += 1
        return event

    # ---- both go on

    async def step(self) -> bool:
        """Somebody moves in both games, alike for the watcher; False if the rules end it."""
        game = self.true
        seat = self.rng.choice(game.awaited)
        action = self.chosen(game, seat)
        before = game.copy()
        await self.act(0, seat, action)
        luck = game.record_move(game.moves - 1).luck
        if game.over:
            return False
        found = self.twin(before, seat, action, luck)
        if found is None:
            self.counts["steps without a twin"] += 1
            self.other.compiled.state.bytes[:] = before.compiled.state.bytes
            found = action, [outcome(game.book, token) for token in luck]
        alike, outcomes = found
        other = self.other
        other.play = lambda what, who: other.play_outcomes(what, who, outcomes)  # type: ignore[method-assign, assignment, misc]
        await self.act(1, seat, alike)
        del other.__dict__["play"]
        self.counts[f"{action.__class__.__name__} by {'watched' if seat in self.watched else 'another'}"] += 1
        for world in self.both:
            world.at += 1500
        await self.compare_frames(f"after {action} of seat {seat}")
        return True

    def chosen(self, game: Game, seat: int) -> actions.Action:
        legal = game.legal(seat)
        tunnels = [a for a in legal if isinstance(a, Claim) and self.is_tunnel(a)]
        claims = [a for a in legal if isinstance(a, Claim)]
        if self.keen and seat not in self.watched and tunnels:
            return self.rng.choice(tunnels)
        wanted = tunnels if tunnels and self.rng.random() < 0.5 else claims
        return self.rng.choice(wanted if wanted and self.rng.random() < 0.4 else legal)

    def is_tunnel(self, claim: Claim) -> bool:
        return self.true.book.board.routes[self.true.book.route_index[claim.route]].kind == "tunnel"

    def twin(
        self, before: Game, seat: int, action: actions.Action, luck: tuple[str, ...]
    ) -> tuple[actions.Action, list[int]] | None:
        """The same move in a game that differs, with luck that is the same as far as it is seen."""
        tunnel = isinstance(action, Claim) and self.is_tunnel(action)
        last: tuple[actions.Action, list[int]] | None = None
        kept = b""
        for attempt in range(12):
            if attempt or self.rng.random() < 0.5:
                self.hide(before)
            found = self.possible(seat, action, luck)
            if found is None:
                continue
            alike, outcomes, after = found
            if not self.looks_alike(after):
                continue
            last, kept = (alike, outcomes), bytes(self.other.compiled.state.bytes)
            if not tunnel or self.true.view(None).tunnel is None:
                return last
            # Best is a game in which the tunnel can be paid though it cannot in the true one, or the reverse.
            if _can_pay(after, seat) != _can_pay(self.true, seat):
                self.counts["tunnels paid in one game only"] += 1
                return last
        if last is not None:
            self.other.compiled.state.bytes[:] = np.frombuffer(kept, np.uint8)
        return last

    def possible(
        self, seat: int, action: actions.Action, luck: tuple[str, ...]
    ) -> tuple[actions.Action, list[int], Game] | None:
        game = self.other
        book = game.book
        outcomes = [outcome(book, token) for token in luck]
        if seat not in self.watched:
            if isinstance(action, Keep):
                mine = game.view(seat).offered
                action = Keep(tuple(self.rng.sample(mine, len(action.tickets))))
            elif str(action) in ("draw", "tickets"):
                outcomes = self.own_luck(game, seat, action)
        elif action not in game.legal(seat) and not (isinstance(action, Claim) and action.swapped):
            pytest.fail(f"{action} is legal for seat {seat} in one game only")
        after = game.copy()
        try:
            after.play_outcomes(action, seat, outcomes)
        except (IllegalAction, RecordError):
            return None
        return action, outcomes, after

    def own_luck(self, game: Game, seat: int, action: actions.Action) -> list[int]:
        """What the second game gives out of sight."""
        probe = game.copy()
        probe.source = Source(kind="seeded", seed=1)
        entry_points.seed(probe.compiled.luck.handle, np.uint64(self.rng.getrandbits(60)))
        probe.play(action, seat)
        return [outcome(game.book, token) for token in probe.record_move(probe.moves - 1).luck]

    def looks_alike(self, after: Game) -> bool:
        """Whether the rules show the watcher the same; where not, they must have opened something."""
        eyes = self.watched or (None,)
        same = all(
            bytes(after.view(eye).sight.bytes) == bytes(self.true.view(eye).sight.bytes)
            and [_kind(e) for e in after.events_for(eye)] == [_kind(e) for e in self.true.events_for(eye)]
            for eye in eyes
        )
        if not same:
            news = {_kind(e) for g in (after, self.true) for e in g.events[-6:]}
            assert news & set(OPENING), f"the rules tell two games apart by {news}"
        return same

    async def act(self, which: int, seat: int, action: actions.Action) -> None:
        in_world(self.patch, self.both[which])
        n = self.both[which].room(self.place).table.n
        told = await self.movers[which][seat].do("act", seat=seat, action=str(action), version=n)
        assert b'"type":"done"' in told, (which, action, told)

    # ---- what the watcher gets

    async def compare_frames(self, when: str) -> None:
        for watcher in self.watchers:
            await watcher.do("ping", id=None)  # unreadable, and a ping after it: all before is here
        ours, theirs = (watcher.frames for watcher in self.watchers)
        assert len(ours) == len(theirs), when
        for a, b in zip(ours[self.seen :], theirs[self.seen :], strict=True):
            assert a == b, f"{when}: {a!r} is not {b!r}"
            self.counts["frames"] += 1
            self.counts["frame bytes"] += len(a)
        self.seen = len(ours)
        rows = [world.room(self.place).row() for world in self.both]
        assert rows[0] == rows[1], "the line of the lobby tells more"

    async def look_around(self) -> None:
        """All that the watcher can ask for."""
        asked = self.questions()
        answers: list[list[bytes]] = []
        for which, world in enumerate(self.both):
            in_world(self.patch, world)
            found = []
            for cookie in (self.cookie, ""):
                found += [(await world.http("GET", path, cookie=cookie)).whole for path in self.paths()]
                for since in (None, -1, 3, 999_999):
                    guest = await world.connect(self.place, cookie, since)
                    found.append(guest.frames[0])
                    await guest.close()
            for number, fields in enumerate(asked):
                body = {"id": f"q{world.at % 10**9}-{number}", **fields}
                found.append(await self.watchers[which].ask(json.dumps(body)))
                if fields["do"] in ("act", "resign", "rematch") and number % 4 == 0:
                    body["id"] += "h"
                    path = f"/api/tables/{self.place}/commands"
                    found.append((await world.http("POST", path, body, self.cookie)).whole)
            found += [await self.watchers[which].ask(text) for text in UNREADABLE]
            answers.append(found)
        for a, b in zip(*answers, strict=True):
            assert a == b
            self.counts["answers"] += 1
        await self.compare_frames("after questions")

    def paths(self) -> list[str]:
        here = f"/api/tables/{self.place}"
        return [
            here,
            f"{here}/entries",
            f"{here}/entries?since=5",
            f"{here}/record",
            f"{here}/steps",
            "/api/tables",
            "/api/me/tables",
            "/api/me",
        ]

    def questions(self) -> list[dict[str, Any]]:
        """Questions and commands that change nothing, for every seat; made from what the watcher knows."""
        game, book = self.true, self.true.book
        n = self.both[0].room(self.place).table.n
        found: list[dict[str, Any]] = []
        for seat in range(SEATS):
            routes = book.routes if seat in self.watched[:1] else book.routes[:2]
            found += [{"do": "why", "seat": seat, "route": route, "version": n} for route in (*routes, "x")]
            found.append({"do": "hint", "seat": seat, "version": n})
            found += [
                {"do": "act", "seat": seat, "action": line, "version": version}
                for line in self.lines(seat)
                for version in ((n, -1, n + 5) if self.rng.random() < 0.1 else (n,))
            ]
            found += [
                {"do": "take-back", "seat": seat, "version": n},
                {"do": "sit", "seat": seat, "version": n},
            ]
            if seat not in self.watched:
                found.append({"do": "resign", "seat": seat, "version": n})
        found += [{"do": do, "version": n} for do in ("start", "close", "rematch")]
        found.append({"do": "emote", "emote": "hello", "version": n})
        found.append({"do": "pace", "pace": 31.0, "version": n})
        assert not game.over
        return found

    def lines(self, seat: int) -> list[str]:
        """Actions that are refused, of every kind."""
        book, rng = self.true.book, self.rng
        lines = ["draw", "tickets", "give up", "pay R", "pay RL", "pay L", "keep", "nonsense"]
        lines += [f"draw {card}" for card in "PBOWGYKRL"]
        lines += [f"keep {ticket}" for ticket in rng.sample(book.tickets, 5)]
        lines += [f"station {city} {rng.choice('RGBL')}" for city in rng.sample(list(book.cities), 4)]
        for route in rng.sample(book.routes, 5):
            length = book.length(book.route(route))
            lines += [f"claim {route} {rng.choice('PBOWGYKRL') * (length - extra)}" for extra in (0, 0, 1)]
        return [line for line in lines if seat not in self.watched or self.refused(line, seat)]

    def refused(self, line: str, seat: int) -> bool:
        try:
            self.true.copy().play(line, seat)
        except (IllegalAction, InvalidAction):
            return True
        return False


def _kind(event: Any) -> str:
    return str(event.__struct_config__.tag)


def _can_pay(game: Game, seat: int) -> bool:
    return len(game.legal(seat)) > 1


def swapped(game: Game, watched: tuple[int, ...], rng: random.Random) -> Game:
    """The game with cards and tickets swapped between the deck and hands that nobody watched sees."""
    found = game.copy()
    state: Any = found.compiled.state[0]
    for seat in set(range(game.seats)) - set(watched):
        for _ in range(20):
            mine = [c for c in range(9) if state.hand[seat, c] > state.known[seat, c]]
            theirs = [c for c in range(9) if state.deck[c]]
            if mine and theirs:
                a, b = rng.choice(mine), rng.choice(theirs)
                state.hand[seat, a] -= 1
                state.hand[seat, b] += 1
                state.deck[a] += 1
                state.deck[b] -= 1
        long = {i for i, ticket in enumerate(game.board.tickets) if ticket.long}
        for _ in range(3):
            mine = [i for i in range(64) if int(state.tickets[seat]) >> i & 1 and i not in long]
            theirs = [i for i in range(64) if int(state.unseen[0]) >> i & 1 and i not in long]
            if mine and theirs:
                flip = np.uint64(1 << rng.choice(mine) | 1 << rng.choice(theirs))
                state.tickets[seat] ^= flip
                state.unseen[0] ^= flip
    return found


WATCHERS = {"a seat": (1,), "a spectator": (), "two seats of one device": (0, 2)}


async def compared(
    board: str, folder: Path, patch: pytest.MonkeyPatch, steps: int, seed: int, who: Iterable[str] = WATCHERS
) -> dict[str, Counter[str]]:
    """A game for each of these watchers, all at the same two servers."""
    found = {}
    async with worlds(folder, patch, 2) as both:
        for name in who:
            pair = Pair(both, WATCHERS[name], patch, seed)
            await pair.sit_down(board, clock={"kind": "live"}, hints=True)
            for number in range(steps):
                if number in (0, steps // 2) or number % 60 == 59:
                    pair.hide(pair.true)
                    await pair.look_around()
                if not await pair.step():
                    break
            found[name] = pair.counts
    return found


WATCHED = {
    "europe": "a seat",
    "nordic": "two seats of one device",
    "poland": "a spectator",
    "usa": "two seats of one device",
}
"""Every board with one watcher; the whole games below have every board with every watcher."""


@pytest.mark.parametrize("board", shipped())
def test_what_somebody_cannot_see_changes_no_byte_of_what_they_get(
    board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = WATCHED[board]
    counts = asyncio.run(compared(board, tmp_path, monkeypatch, 24, len(board), [who]))[who]
    print(board, who, dict(counts))
    assert counts["frames"] > 24
    assert counts["answers"] > 200
    assert counts["hidden events"] > 0
    assert counts["steps without a twin"] < 8


@pytest.mark.soak
@pytest.mark.parametrize("board", shipped())
def test_what_somebody_cannot_see_changes_no_byte_in_whole_games(
    board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    total: Counter[str] = Counter()
    for seed in range(6):
        found = asyncio.run(compared(board, tmp_path / str(seed), monkeypatch, 400, seed))
        total.update(sum(found.values(), Counter()))
    print(board, dict(total))


def test_a_tunnel_that_cannot_be_paid_looks_like_one_that_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many tries by others, some can be paid for in one of the two games only."""
    counts: Counter[str] = Counter()
    for seed in range(10, 12):
        counts += asyncio.run(tunnels(tmp_path / str(seed), monkeypatch, seed))
    print(dict(counts))
    assert counts["tunnels paid in one game only"] >= 2


async def tunnels(folder: Path, patch: pytest.MonkeyPatch, seed: int) -> Counter[str]:
    async with worlds(folder, patch, 2) as both:
        pair = Pair(both, (1,), patch, seed)
        pair.keen = True
        await pair.sit_down("europe")
        for _ in range(50):
            if not await pair.step():
                break
        return pair.counts


def test_a_rematch_tells_no_more_than_a_first_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> Counter[str]:
        async with worlds(tmp_path, monkeypatch, 2) as both:
            pair = Pair(both, (1,), monkeypatch, 4)
            await pair.sit_down("poland")
            await pair.play_to_the_end()
            await pair.again()
            for number in range(14):
                if number in (0, 6):
                    pair.hide(pair.true)
                    await pair.look_around()
                await pair.step()
            return pair.counts

    counts = asyncio.run(run())
    assert counts["answers"] > 200
