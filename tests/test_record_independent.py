"""A second program that checks records, written from docs/record.md alone: no rule of the engine is used.

The engine plays random games; what follows knows only the record and the board file.
"""

from __future__ import annotations

import copy
import hashlib
import itertools
import json
import struct
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kolej
from kolej.bots import bot

BOARDS = Path(kolej.__file__).parent / "boards"
ORDER = "PBOWGYKRL"
COLOURS = dict(
    zip(("purple", "blue", "orange", "white", "green", "yellow", "black", "red"), ORDER, strict=False)
)
DEFAULTS: dict[str, Any] = {
    "trains": 45, "stations": 0, "station_costs": [], "station_points": 0, "hand": 4, "display": 5,
    "first_long_tickets": 0, "first_tickets": 3, "first_keep": 2, "first_unkept": "under", "later_tickets": 3,
    "later_keep": 1, "later_unkept": "under", "locomotive_is_whole_draw": True, "display_replaced_at": 3,
    "locomotives_pay": "everywhere", "ferry_swap": 0, "swaps_fill_colour": True, "tunnel_cards": 0,
    "doubles_from": 4, "route_points": {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15},
    "longest_path_bonus": 10, "most_tickets_bonus": 0, "one_route_per_country": False,
    "every_border_pays": False, "inland_links_pay": False, "countries_connect": False, "last_round_at": 2,
    "ties": ["tickets", "longest-path-bonus"],
}  # fmt: skip
Told = dict[str, Any]


class Wrong(Exception):
    """The record is not right."""


def check(right: object, what: object = "") -> None:
    if not right:
        raise Wrong(str(what))


def named(rows: list[Told]) -> list[str]:
    """Names of routes: numbered where several tracks join two places."""
    pairs = [frozenset((row["a"], row["b"])) for row in rows]
    return [
        f"{row['a']}--{row['b']}" + (f"-{pairs[: i + 1].count(pair)}" if pairs.count(pair) > 1 else "")
        for i, (row, pair) in enumerate(zip(rows, pairs, strict=True))
    ]


def ticket_names(rows: list[Told]) -> list[str]:
    names = [f"{row['a']}--{row['b']}" for row in rows]
    return [n if (k := names[: i + 1].count(n)) == 1 else f"{n}-{k}" for i, n in enumerate(names)]


def joined(edges: Iterable[tuple[object, object]]) -> Callable[[object], object]:
    """A function that gives equal answers for joined places."""
    parent: dict[object, object] = {}

    def top(place: object) -> object:
        while parent.get(place, place) != place:
            place = parent[place]
        return place

    for a, b in edges:
        parent[top(a)] = top(b)
    return top


class Seat:
    def __init__(self, rules: Told) -> None:
        self.hand: Counter[str] = Counter()
        self.tickets: set[str] = set()
        self.offered: list[str] = []
        self.routes: list[str] = []
        self.trains: int = rules["trains"]
        self.stations: list[str] = []
        self.cards: list[tuple[str, int]] = []


class Replay:
    """The game of a record."""

    def __init__(self, told: Told) -> None:
        self.told = told
        data = (BOARDS / f"{told['board']}.toml").read_bytes()
        check(hashlib.sha256(data).hexdigest() == told["content"], "content")
        self.board = tomllib.loads(data.decode())
        self.rules: Told = DEFAULTS | self.board.get("rules", {}) | told["options"]
        self.routes = dict(zip(named(self.board["routes"]), self.board["routes"], strict=True))
        self.tickets = dict(zip(ticket_names(self.board["tickets"]), self.board["tickets"], strict=True))
        self.stacks = {c["id"]: list(c["cards"]) for c in self.board.get("countries", [])}
        cards = {"locomotive": 14} | dict.fromkeys(COLOURS, 12) | self.rules.get("cards", {})
        self.deck = Counter({letter: cards[name] for name, letter in (COLOURS | {"locomotive": "L"}).items()})
        self.total = self.deck.copy()
        self.discards: Counter[str] = Counter()
        self.display: Counter[str] = Counter()
        self.aside: Counter[str] = Counter()
        self.stays = False
        self.seats = [Seat(self.rules) for _ in range(told["seats"])]
        self.unseen = [name for name, t in self.tickets.items() if not t.get("long")]
        self.long = [name for name, t in self.tickets.items() if t.get("long")]
        self.blocks: list[list[str]] = []
        self.first_block: list[str] = []
        self.phase = "first"
        self.last: int | None = None
        self.idle = self.passes = 0
        self.over = False
        self.laid: tuple[str, str, int] | None = None
        self.luck: Iterator[int] | None = None
        self.seed_stream = self.seeded() if told["source"]["kind"] == "seeded" else None
        self.run()

    # Luck

    def seeded(self) -> Iterator[int]:
        high, low = divmod(self.told["source"]["seed"], 2**32)
        for turn in range(6):
            product = low * 0x9E3779B1 + 77 + turn
            high, low = low, high ^ ((product >> 13) % 2**32)
        x = high << 32 | low or 1
        while True:
            x ^= (x << 13) % 2**64
            x ^= x >> 7
            x ^= (x << 17) % 2**64
            yield x

    def keyed(self, move: int) -> Iterator[int]:
        source = self.told["source"]
        secret = bytes.fromhex(source["secret"])
        check(hashlib.sha256(secret).hexdigest() == source["commitment"], "commitment")
        texts = [text.encode() for text in source.get("entropy", [])]
        mixed = hashlib.sha256(b"".join(struct.pack(">I", len(t)) + t for t in texts)).digest()
        for block in itertools.count():
            data = mixed + struct.pack(">QI", move, block)
            yield from struct.unpack(">8Q", hashlib.blake2b(data, key=secret, person=b"kolej luck").digest())

    def begin_luck(self, move: int, tokens: list[str]) -> None:
        self.tokens = list(reversed(tokens))
        kind = self.told["source"]["kind"]
        self.luck = self.keyed(move) if kind == "keyed" else self.seed_stream

    def token(self, choice: list[str]) -> str:
        """The next token: one of the choice, and the very one that the source gives."""
        check(self.tokens, "too little luck")
        token = self.tokens.pop()
        check(token in choice, f"{token} is not possible")
        if self.luck is not None:
            check(
                choice[((next(self.luck) >> 32) * len(choice)) >> 32] == token,
                "luck is not what its source gives",
            )
        return token

    def conserved(self) -> None:
        count = self.deck + self.discards + self.display + self.aside
        for seat in self.seats:
            count += seat.hand
        check(count == self.total, "cards are lost or made")
        piles = [self.deck, self.discards, self.display, self.aside, *(s.hand for s in self.seats)]
        check(all(n >= 0 for pile in piles for n in pile.values()), "fewer than no cards")
        check(self.display.total() <= self.rules["display"])

    # Cards

    def reshuffle(self) -> None:
        if self.deck.total() == 0:
            self.deck, self.discards = self.discards, Counter()

    def draw(self) -> str | None:
        if not self.deck.total():
            return None
        card = self.token([letter for letter in ORDER for _ in range(self.deck[letter])])
        self.deck[card] -= 1
        self.reshuffle()
        return card

    def refill(self) -> None:
        at, most = self.rules["display_replaced_at"], self.rules["display"]
        for replaced in range(11):
            while self.display.total() < most and self.deck.total():
                self.display[self.draw() or ""] += 1
            if not at or self.display["L"] < at or self.stays:
                return
            everything = self.deck + self.discards + self.display
            if replaced == 10 or everything.total() - everything["L"] <= most - at:
                self.stays = True
                return
            self.discards += self.display
            self.display = Counter()
            self.reshuffle()

    def pay(self, cards: Counter[str]) -> None:
        self.discards += cards
        self.reshuffle()
        self.refill()

    def spend(self, seat: Seat, cards: str) -> Counter[str]:
        count = Counter(cards)
        check("".join(sorted(cards, key=ORDER.index)) == cards, "cards out of order")
        check(all(seat.hand[card] >= n for card, n in count.items()), "cards that are not in the hand")
        seat.hand -= count
        return count

    # The course of the game

    def run(self) -> None:
        self.begin_luck(0, self.told["deal"])
        for seat in self.seats:
            for _ in range(self.rules["hand"]):
                seat.hand[self.draw() or ""] += 1
        self.refill()
        for seat in self.seats:
            for _ in range(self.rules["first_long_tickets"]):
                seat.offered.append(self.token(self.long))
                self.long.remove(seat.offered[-1])
            self.offer(seat, self.rules["first_tickets"])
        self.player = int(self.token([str(n) for n in range(len(self.seats))]))
        check(not self.tokens, "luck is left over")
        for number, move in enumerate(self.told["moves"], 1):
            check(not self.over, "a move after the end")
            self.begin_luck(number, move.get("luck", []))
            self.move(move["seat"], move["action"])
            check(not self.tokens, "luck is left over")
            self.conserved()
        check(self.over == (self.told.get("score") is not None), "score or no score")
        if self.over:
            self.compare(self.told["score"])

    def offer(self, seat: Seat, count: int) -> None:
        for _ in range(count):
            pool = self.unseen or next((block for block in self.blocks if block), [])
            if not pool:
                return
            pool.sort(key=list(self.tickets).index)
            seat.offered.append(self.token(pool))
            pool.remove(seat.offered[-1])

    def move(self, number: int, action: str) -> None:
        check(0 <= number < len(self.seats), "no such seat")
        verb, *rest = action.split(" ")
        seat = self.seats[number]
        if self.phase == "first":
            check(verb == "keep" and seat.offered, "first tickets come first")
            given = self.keep(seat, rest, self.rules["first_keep"])
            self.first_block += given if self.rules["first_unkept"] == "under" else []
            if not any(other.offered for other in self.seats):
                self.blocks.append(self.first_block)
                self.phase = "turn"
            return
        while number != self.player:
            check(self.phase == "turn", "another seat is in the middle of its turn")
            nothing = not (self.deck.total() or self.display.total() or self.unseen or any(self.blocks))
            check(nothing, "a seat was passed over that could draw")
            self.idle, self.passes = self.idle + 1, self.passes + 1
            self.end_turn()
            check(not self.over, "a move after the end")
        expected = {"second": ["draw"], "keep": ["keep"], "tunnel": ["pay", "give"]}
        check(verb in expected.get(self.phase, ["draw", "tickets", "claim", "station"]), "not now")
        ends = getattr(self, f"do_{verb}")(seat, rest)
        if ends:
            self.idle = self.idle + 1 if verb == "give" else 0
            self.passes = 0
            self.end_turn()

    def end_turn(self) -> None:
        self.phase = "turn"
        if self.last is not None:
            self.last -= 1
        elif self.seats[self.player].trains <= self.rules["last_round_at"]:
            self.last = len(self.seats)
        n = len(self.seats)
        self.player = (self.player + 1) % n
        self.over = self.last == 0 or self.passes == n or self.idle >= 10 * n

    def keep(self, seat: Seat, names: list[str], least: int) -> list[str]:
        check(set(names) <= set(seat.offered), "not offered")
        check(len(set(names)) >= min(least, len(seat.offered)), "too few kept")
        given = [name for name in seat.offered if name not in names]
        seat.tickets |= set(names)
        seat.offered = []
        return given

    def do_draw(self, seat: Seat, rest: list[str]) -> bool:
        whole = self.rules["locomotive_is_whole_draw"]
        second = self.phase == "second"
        if rest:
            (card,) = rest
            check(self.display[card] > 0, "not face up")
            check(not (whole and second and card == "L"), "a locomotive as the second card")
            self.display[card] -= 1
            seat.hand[card] += 1
            self.stays = False
            self.refill()
        else:
            blind = self.draw()
            check(blind, "the deck is empty")
            seat.hand[blind or ""] += 1
        if second or (rest == ["L"] and whole):
            return True
        more = self.deck.total() + self.display.total() - (self.display["L"] if whole else 0)
        self.phase = "second" if more else self.phase
        return not more

    def do_tickets(self, seat: Seat, rest: list[str]) -> bool:
        self.offer(seat, self.rules["later_tickets"])
        check(seat.offered and not rest, "no tickets left")
        self.phase = "keep"
        return False

    def do_keep(self, seat: Seat, rest: list[str]) -> bool:
        given = self.keep(seat, rest, self.rules["later_keep"])
        if given and self.rules["later_unkept"] == "under":
            self.blocks.append(given)
        return True

    def do_station(self, seat: Seat, rest: list[str]) -> bool:
        city, cards = rest
        check(any(c["id"] == city for c in self.board["cities"]), "no such city")
        check(not any(city in other.stations for other in self.seats), "a station is there")
        check(len(seat.stations) < self.rules["stations"], "no station left")
        check(len(cards) == self.rules["station_costs"][len(seat.stations)], "wrong number")
        check(len(set(cards) - {"L"}) <= 1, "mixed colours")
        check("L" not in cards or self.rules["locomotives_pay"] == "everywhere", "no locomotives here")
        seat.stations.append(city)
        self.pay(self.spend(seat, cards))
        return True

    def do_claim(self, seat: Seat, rest: list[str]) -> bool:
        name, cards = rest
        check(name in self.routes, "no such route")
        self.may_claim(seat, name)
        single, _, swapped = cards.partition("+")
        self.may_pay(self.routes[name], single, swapped)
        paid = self.spend(seat, single) + self.spend(seat, swapped)
        if self.routes[name].get("kind") != "tunnel":
            self.take(seat, name, paid)
            return True
        colour = single[0]
        turned = [card for _ in range(self.rules["tunnel_cards"]) if (card := self.draw())]
        due = sum(card in (colour, "L") for card in turned)
        self.aside = Counter(turned)
        if due:
            self.aside += paid
            self.laid, self.turned, self.set = (name, colour, due), Counter(turned), paid
            self.phase = "tunnel"
            return False
        self.discards += self.aside
        self.aside = Counter()
        self.take(seat, name, paid)
        return True

    def do_pay(self, seat: Seat, rest: list[str]) -> bool:
        assert self.laid is not None
        name, colour, due = self.laid
        (cards,) = rest
        check(len(cards) == due and set(cards) <= {colour, "L"}, "not what is due")
        extra = self.spend(seat, cards)
        self.discards += self.turned
        self.aside = Counter()
        self.take(seat, name, self.set + extra)
        return True

    def do_give(self, seat: Seat, rest: list[str]) -> bool:
        check(rest == ["up"])
        seat.hand += self.set
        self.aside = Counter()
        self.pay(self.turned)
        return True

    def may_claim(self, seat: Seat, name: str) -> None:
        route = self.routes[name]
        check(all(name not in other.routes for other in self.seats), "taken")
        check(route["length"] <= seat.trains, "too few trains")
        ends = {route["a"], route["b"]}
        mine = [self.routes[r] for r in seat.routes]
        check(all({r["a"], r["b"]} != ends for r in mine), "the other track is one's own")
        if route.get("kind") == "border":
            if self.rules["one_route_per_country"]:
                check(all(r["b"] != route["b"] for r in mine), "one route into a country")
        elif len(self.seats) < self.rules["doubles_from"]:
            owned = [self.routes[r] for other in self.seats for r in other.routes]
            check(all({r["a"], r["b"]} != ends for r in owned), "the other track is closed")

    def may_pay(self, route: Told, single: str, swapped: str) -> None:
        kind, symbols = route.get("kind", "normal"), route.get("locomotives", 0)
        price = self.rules["ferry_swap"] if kind == "ferry" else route.get("swap", 0)
        check(not swapped or (price and len(swapped) % price == 0), "a wrong swap")
        swaps = len(swapped) // price if swapped else 0
        check(len(single) + swaps == route["length"], "wrong number")
        colours = set(single) - {"L"}
        check(len(colours) <= 1, "mixed colours")
        check(route["colour"] == "grey" or colours <= {COLOURS[route["colour"]]}, "wrong colour")
        everywhere = self.rules["locomotives_pay"] == "everywhere" or kind in ("tunnel", "ferry")
        check("L" not in single or everywhere, "locomotives do not pay here")
        check(single.count("L") + swaps >= symbols, "too few locomotives")
        if kind == "ferry" and not self.rules["swaps_fill_colour"]:
            check(swaps <= symbols, "a swap for a colour")

    def take(self, seat: Seat, name: str, paid: Counter[str]) -> None:
        before = self.networks(seat)
        seat.routes.append(name)
        seat.trains -= self.routes[name]["length"]
        self.pay(paid)
        self.countries(seat, self.routes[name], before)

    # Networks and points

    def edge(self, name: str) -> tuple[object, object]:
        route = self.routes[name]
        if route.get("kind") != "border":
            return route["a"], route["b"]
        end = route["b"] if self.rules["countries_connect"] else (route["a"], route["b"])
        return route["a"], ("country", end)

    def networks(self, seat: Seat) -> tuple[Callable[[object], object], dict[object, set[str]]]:
        top = joined(map(self.edge, seat.routes))
        held: dict[object, set[str]] = {}
        for name in seat.routes:
            if self.routes[name].get("kind") == "border":
                held.setdefault(top(self.routes[name]["a"]), set()).add(self.routes[name]["b"])
        return top, held

    def countries(
        self, seat: Seat, route: Told, before: tuple[Callable[[object], object], dict[object, set[str]]]
    ) -> None:
        border = route.get("kind") == "border"
        if not (border or self.rules["inland_links_pay"]) or not self.stacks:
            return
        top, held = self.networks(seat)
        now = held.get(top(route["a"]), set())
        if len(now) < 2:
            return
        old_top, old = before
        if border and not self.rules["every_border_pays"]:
            ends = self.edge(seat.routes[-1])
            if any(route["b"] in old.get(old_top(end), set()) for end in ends):
                return
        if not border and all(any(c in group and len(group) > 1 for group in old.values()) for c in now):
            return
        for country in [c["id"] for c in self.board["countries"] if c["id"] in now]:
            if self.stacks[country]:
                seat.cards.append((country, self.stacks[country].pop(0)))

    def longest(self, seat: Seat) -> int:
        edges = [(*self.edge(name), self.routes[name]["length"]) for name in seat.routes]
        at: dict[object, list[int]] = {}
        for i, (a, b, _) in enumerate(edges):
            at.setdefault(a, []).append(i)
            at.setdefault(b, []).append(i)
        best = 0
        whole = sum(length for _, _, length in edges)

        def walk(place: object, used: set[int], length: int) -> None:
            nonlocal best
            best = max(best, length)
            if best == whole:
                return
            for i in at[place]:
                if i not in used:
                    a, b, more = edges[i]
                    walk(b if place == a else a, used | {i}, length + more)

        for place in at:
            walk(place, set(), 0)
        return best

    def done(self, seat: Seat) -> tuple[int, int]:
        """The best that stations can do: ticket points and how many are joined."""
        lent = []
        for city in seat.stations:
            others = [r for other in self.seats if other is not seat for r in other.routes]
            lent.append([None, *(r for r in others if city in (self.routes[r]["a"], self.routes[r]["b"]))])
        best = (-(10**6), 0)
        own = [self.edge(name) for name in seat.routes]
        for choice in itertools.product(*lent):
            top = joined([*own, *(self.edge(name) for name in choice if name)])
            hits = [t for t in seat.tickets if top(self.tickets[t]["a"]) == top(self.tickets[t]["b"])]
            won = sum(self.tickets[t]["points"] for t in hits)
            lost = sum(self.tickets[t]["points"] for t in seat.tickets) - won
            best = max(best, (won - lost, len(hits)))
        return best

    def compare(self, score: Told) -> None:
        points = self.rules["route_points"]
        paths = [self.longest(seat) for seat in self.seats]
        tickets = [self.done(seat) for seat in self.seats]
        check(len(score["seats"]) == len(self.seats), "seats")
        for n, (seat, told) in enumerate(zip(self.seats, score["seats"], strict=True)):
            total = sum(points[str(self.routes[name]["length"])] for name in seat.routes)
            found = {"route": total, "tickets": tickets[n][0], "country": sum(v for _, v in seat.cards)}
            found["station"] = (self.rules["stations"] - len(seat.stations)) * self.rules["station_points"]
            path_bonus = paths[n] == max(paths) and paths[n] > 0
            most_bonus = tickets[n][1] == max(count for _, count in tickets) and tickets[n][1] > 0
            found["longest-path"] = self.rules["longest_path_bonus"] * path_bonus
            found["most-tickets"] = self.rules["most_tickets_bonus"] * most_bonus
            sums: Counter[str] = Counter()
            for item in told["items"]:
                sums["tickets" if item["why"].endswith("ticket") else item["why"]] += item["points"]
            for why, worth in found.items():
                check(sums[why] == worth, f"seat {n}: {why} is told as {sums[why]}, but is {worth}")
            check(told["total"] == sum(found.values()), f"seat {n}: total")
            check(told["tickets_done"] == tickets[n][1], f"seat {n}: tickets done")
            check(told["path_length"] == paths[n], f"seat {n}: path")
            check(sum(self.routes[r]["length"] for r in told["path"]) == paths[n], "path")
        best = max(told["total"] for told in score["seats"])
        check(all(score["seats"][n]["total"] == best for n in score["winners"]), "winners")
        check(all(told["rank"] >= 1 for told in score["seats"]), "rank")


# What it is tried on


def recorded(board: str, seats: int, seed: int, kind: str = "seeded", name: str = "random") -> Told:
    if kind == "seeded":
        game = kolej.new(board, seats, seed=seed)
    else:
        game = kolej.new_fair(board, seats, entropy=("żaba", str(seed)), secret=bytes([seed % 256]) * 32)
    player = bot(name, seed)
    while not game.over:
        seat = game.awaited[0]
        game.play(player.choose(game.view(seat), game.legal(seat)), seat)
    told: Told = json.loads(game.record().to_json())
    return told


@pytest.mark.parametrize(("board", "most"), [("europe", 5), ("nordic", 3), ("poland", 4), ("usa", 5)])
@pytest.mark.parametrize("kind", ["seeded", "keyed"])
def test_a_program_that_knows_only_the_document_agrees_with_the_record(
    board: str, most: int, kind: str
) -> None:
    assert Replay(recorded(board, 2 if kind == "keyed" else most, 20, kind)).over
    assert Replay(recorded(board, 3, 30, kind, "local")).over


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("poland", {"countries_connect": True, "inland_links_pay": True, "longest_path_bonus": 10}),
        ("poland", {"one_route_per_country": True}),
        ("poland", {"every_border_pays": True}),
        ("nordic", {"swaps_fill_colour": False}),
    ],
)
def test_it_agrees_with_other_options_too(board: str, options: dict[str, bool | int]) -> None:
    for seed in range(2):
        game = kolej.new(board, 3, seed=seed, options=options)
        player = bot("random" if seed else "local", seed)
        while not game.over:
            seat = game.awaited[0]
            game.play(player.choose(game.view(seat), game.legal(seat)), seat)
        Replay(json.loads(game.record().to_json()))


@pytest.mark.soak
def test_it_agrees_with_hundreds_of_games() -> None:
    for seed in range(100, 200):
        for board, seats in (("europe", 2 + seed % 4), ("nordic", 2 + seed % 2), ("poland", 2 + seed % 3)):
            Replay(recorded(board, seats, seed, name="local" if seed % 5 == 0 else "random"))
        Replay(recorded("usa", 2 + seed % 4, seed))


def spoilt(told: Told, move: int) -> Iterator[tuple[str, Told]]:
    """One thing after another changed in a record."""

    def changed(what: str, change: Callable[[Told], Any]) -> tuple[str, Told]:
        other = copy.deepcopy(told)
        change(other)
        return what, other

    moves = told["moves"]
    claim = next(i for i, m in enumerate(moves) if m["action"].startswith("claim"))
    luck = next(i for i, m in enumerate(moves) if m.get("luck"))
    yield changed("another total", lambda t: t["score"]["seats"][0].update(total=999))
    yield changed("another reason", lambda t: t["score"]["seats"][0]["items"][0].update(points=77))
    yield changed("a longer path", lambda t: t["score"]["seats"][1].update(path_length=99))
    yield changed("more tickets", lambda t: t["score"]["seats"][1].update(tickets_done=33))
    yield changed(
        "another card", lambda t: t["moves"][luck].update(luck=["L" if moves[luck]["luck"] == ["R"] else "R"])
    )
    yield changed("more luck", lambda t: t["moves"][luck]["luck"].append("R"))
    yield changed("less luck", lambda t: t["moves"][luck]["luck"].pop())
    yield changed("no move", lambda t: t["moves"].pop(move))
    yield changed("a move twice", lambda t: t["moves"].insert(claim, moves[claim]))
    yield changed("another seat", lambda t: t["moves"][claim].update(seat=1 - moves[claim]["seat"]))
    yield changed("other payment", lambda t: t["moves"][claim].update(action=moves[claim]["action"] + "L"))
    yield changed("no end", lambda t: t["moves"].pop())
    yield changed("another starter", lambda t: t["deal"].__setitem__(-1, str(1 - int(told["deal"][-1]))))
    yield changed("another deal", lambda t: t["deal"].__setitem__(0, "R" if told["deal"][0] != "R" else "B"))
    yield changed("another board", lambda t: t.update(content="0" * 64))


@pytest.mark.parametrize("board", ["europe", "nordic", "poland", "usa"])
def test_it_finds_whatever_is_changed(board: str) -> None:
    told = recorded(board, 2, 41, name="local")
    Replay(told)
    for what, other in spoilt(told, len(told["moves"]) // 2):
        try:
            Replay(other)
        except (Wrong, KeyError, ValueError, IndexError):
            continue
        pytest.fail(f"{what} was not found")


def test_the_keyed_luck_of_another_secret_is_found() -> None:
    told = recorded("usa", 2, 3, "keyed")
    told["source"]["entropy"] = ["other"]
    with pytest.raises(Wrong, match="not what its source gives"):
        Replay(told)
