"""A board made ready for play: its options set, its rules compiled, its rows turned into words and back."""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import msgspec
import numpy as np

from kolej.boards import schema
from kolej.boards.errors import BoardError, nearest
from kolej.boards.load import content_hash, find, load_bytes, read_board
from kolej.game.actions import (
    ORDER,
    Action,
    Claim,
    DrawBlind,
    DrawOpen,
    DrawTickets,
    GiveUp,
    InvalidAction,
    Keep,
    PayExtra,
    Station,
)
from kolej.game.compile_cache import warm
from kolej.rules import board as rules_board
from kolej.rules import rows as kinds
from kolej.rules.structs import Values

OPTIONS = (
    "swaps_fill_colour",
    "one_route_per_country",
    "every_border_pays",
    "inland_links_pay",
    "countries_connect",
    "longest_path_bonus",
    "most_tickets_bonus",
)
"""The rules that players may choose before a game; all others are the board's."""

Options = dict[str, bool | int]


class Rulebook:
    """One board with its options; shared by all games on it, and never changed."""

    def __init__(self, board: schema.Board, options: Options | None = None, file: bytes = b"") -> None:
        self.options = _plain(options)
        self.board = msgspec.structs.replace(board, rules=_with_options(board.rules, self.options))
        self.file = file
        """The board file, byte for byte; empty if the board was never a file."""
        self.content = content_hash(file) if file else ""
        """The SHA-256 of the board file."""
        self.values: Values = rules_board.compile_board(self.board)
        self.handle = self.values.handle
        self.rows = np.array(self.values.buffer["action"][0][: int(self.values.buffer["actions"][0][0])])
        self.facts: list[kinds.Row] = [(a, b, c, d, e) for a, b, c, d, e in self.rows.tolist()]
        """The rows as Python's own numbers: kind, target, colour, locomotives, swaps."""
        self.cities = [city.id for city in board.cities]
        self.countries = [country.id for country in board.countries]
        self.routes = [route.id for route in board.routes]
        self.tunnels = frozenset(route.id for route in board.routes if route.kind == "tunnel")
        self.tickets = _ticket_ids(board)
        self.route_index = {name: i for i, name in enumerate(self.routes)}
        self.city_index = {name: i for i, name in enumerate(self.cities)}
        self.ticket_index = {name: i for i, name in enumerate(self.tickets)}
        self.said: dict[int, Action] = {}
        """Rows that always mean the same, as they were read before."""
        stations = self.values.buffer["station_row"][0]
        self._costs = {int(stations[tuple(at)]): int(at[0]) for at in np.argwhere(stations >= 0)}
        """What the stations cost whose rows begin here."""
        self.swap_price: list[int] = self.values.buffer["swap_price"][0].tolist()
        self.named_routes = lru_cache(maxsize=4096)(partial(_named, self.routes))
        """The ids of a set of routes; players' sets seldom change from move to move."""
        self.named_tickets = lru_cache(maxsize=4096)(partial(_named, self.tickets))
        self._row: dict[kinds.Row, int] = {row: i for i, row in enumerate(self.facts)}

    def __copy__(self) -> Rulebook:
        return self

    def __deepcopy__(self, memo: object) -> Rulebook:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Sent to other processes by its board; who has the same one already goes on with that."""
        key = hashlib.sha256(msgspec.msgpack.encode((self.board, self.options, self.file))).digest()
        _KNOWN.setdefault(key, self)
        return _received, (key, self.board, self.options, self.file)

    @cached_property
    def claims(self) -> list[tuple[str, str] | None]:
        """By row: the route and the cards of a claim without swaps; None for other actions."""
        return [
            (self.routes[target], written(colour, self.length(target) - locos, locos))
            if kind == kinds.CLAIM
            else None
            for kind, target, colour, locos, _ in self.facts
        ]

    def row(self, kind: int, target: int = 0, colour: int = 0, locos: int = 0, swaps: int = 0) -> int | None:
        """The id of an action, if the board has it."""
        return self._row.get((kind, target, colour, locos, swaps))

    def words(self, row: int, offered: tuple[int, ...] = (), laid: int = 0, extra: int = 0) -> Action:
        """A row as a typed action; what it means can depend on the tickets offered or the tunnel tried."""
        known = self.said.get(row)
        if known is None:
            known = self._read(row, offered, laid, extra)
            if not isinstance(known, Keep | PayExtra):
                self.said[row] = known
        return known

    def _read(self, row: int, offered: tuple[int, ...] = (), laid: int = 0, extra: int = 0) -> Action:
        kind, target, colour, locos, _ = self.facts[row]
        match kind:
            case kinds.DRAW_OPEN:
                return DrawOpen(ORDER[colour])
            case kinds.DRAW_BLIND:
                return DrawBlind()
            case kinds.DRAW_TICKETS:
                return DrawTickets()
            case kinds.KEEP:
                return Keep(tuple(self.tickets[t] for i, t in enumerate(offered) if target >> i & 1))
            case kinds.CLAIM:
                length = self.board.routes[target].length
                return Claim(self.routes[target], written(colour, length - locos, locos))
            case kinds.STATION:
                return Station(self.cities[target], written(colour, self._station_cost(row) - locos, locos))
            case kinds.PAY_EXTRA:
                return PayExtra(written(self.facts[laid][2], extra - locos, locos))
            case kinds.GIVE_UP:
                return GiveUp()
            case _:
                raise ValueError(f"row {row} is a step of a payment, not an action")

    def _station_cost(self, row: int) -> int:
        """Stations of one cost and payment stand together, a row a city."""
        return self._costs[row - self.facts[row][1]]

    def route(self, name: str) -> int:
        return self._find(name, self.route_index, "route")

    def city(self, name: str) -> int:
        return self._find(name, self.city_index, "city")

    def ticket(self, name: str) -> int:
        return self._find(name, self.ticket_index, "ticket")

    def _find(self, name: str, index: dict[str, int], what: str) -> int:
        if not isinstance(name, str):
            raise InvalidAction(f"a {what} is named by its id, not by {name!r:.60}")
        if name in index:
            return index[name]
        raise InvalidAction(f'"{name}" is no {what} of this board{nearest(name, index)}')

    def length(self, route: int) -> int:
        return self.board.routes[route].length

    def points(self, route: int) -> int:
        return self.board.rules.route_points[self.length(route)]


def written(colour: int, cards: int, locos: int) -> str:
    """A set of one colour and locomotives as letters."""
    return ORDER[colour] * cards + ORDER[kinds.LOCO] * locos


def counted(cards: str) -> list[int]:
    """Letters as how many there are of each kind."""
    return [cards.count(letter) for letter in ORDER]


def _named(names: list[str], chosen: int) -> tuple[str, ...]:
    """The names whose bits are set."""
    found = []
    while chosen:
        lowest = chosen & -chosen
        found.append(names[lowest.bit_length() - 1])
        chosen ^= lowest
    return tuple(found)


def _ticket_ids(board: schema.Board) -> list[str]:
    seen: Counter[str] = Counter()
    ids = []
    for ticket in board.tickets:
        name = f"{ticket.a}--{ticket.b}"
        seen[name] += 1
        ids.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return ids


def _with_options(rules: schema.Rules, options: Options) -> schema.Rules:
    for name, value in options.items():
        if name not in OPTIONS:
            raise BoardError(f'there is no option "{name}"{nearest(name, OPTIONS)}')
        wanted = type(getattr(rules, name))
        if type(value) is not wanted or (wanted is int and not 0 <= value <= 100):
            what = "true or false" if wanted is bool else "a number from 0 to 100"
            raise BoardError(f'the option "{name}" is {what}, not {value!r}')
    changed: Any = options
    return msgspec.structs.replace(rules, **changed)


def _plain(options: Options | None) -> Options:
    """Options with Python's own values."""
    return {name: _own(value) for name, value in (options or {}).items()}


def _own(value: Any) -> Any:
    return value.item() if isinstance(value, np.integer | np.bool) else value


_KNOWN: WeakValueDictionary[bytes, Rulebook] = WeakValueDictionary()
"""Rulebooks that were sent or received, by a hash of what was sent."""


def _received(key: bytes, board: schema.Board, options: Options, file: bytes) -> Rulebook:
    """A rulebook that was sent here: made once, however many games and views come with it."""
    warm()
    found = _KNOWN.get(key)
    return _kept(key, Rulebook(board, options, file) if found is None else found)


@lru_cache(maxsize=32)
def _kept(key: bytes, book: Rulebook) -> Rulebook:
    """The rulebooks received last are held, so that the next game finds them."""
    _KNOWN[key] = book
    return book


@lru_cache(maxsize=32)
def _prepared(path: Path, file: bytes, options: tuple[tuple[str, bool, bool | int], ...]) -> Rulebook:
    return Rulebook(load_bytes(file, path), {name: value for name, _, value in options}, file)


def rulebook(board: str | Path | schema.Board | Rulebook, options: Options | None = None) -> Rulebook:
    """The rulebook of a board by name, path or value; made once for each board file and choice of options."""
    if isinstance(board, Rulebook):
        if options is not None and _plain(options) != board.options:
            raise BoardError("this rulebook is made for other options; name the board instead")
        return board
    warm()
    if isinstance(board, schema.Board):
        return Rulebook(board, options)
    path = find(board)
    # 1 is no truth value, but equal to one: what is right must not let in what is wrong.
    chosen = [(name, isinstance(value, bool), value) for name, value in sorted(_plain(options).items())]
    return _prepared(path, read_board(path), tuple(chosen))
