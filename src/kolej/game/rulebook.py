"""A board made ready for play: options applied, tables compiled, names for every row."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import msgspec
import numpy as np

from kolej.boards import schema
from kolej.boards.errors import BoardError, nearest
from kolej.boards.load import content_hash, find, load_bytes, read_board
from kolej.compiling.warm import warm
from kolej.game.actions import (
    InvalidAction,
)
from kolej.game.codec import Codec
from kolej.rules import board as rules_board
from kolej.rules.compilation import RULES
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
"""The rules that players may change before a game; the board decides all others."""

Options = dict[str, bool | int]
Joining = schema.Route | schema.Ticket


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
        self.cities = [city.id for city in board.cities]
        self.countries = [country.id for country in board.countries]
        self.routes = [route.id for route in board.routes]
        self.tunnels = frozenset(route.id for route in board.routes if route.kind == "tunnel")
        self.tickets = _ticket_ids(board)
        self.route_index = {name: i for i, name in enumerate(self.routes)}
        self.city_index = {name: i for i, name in enumerate(self.cities)}
        self.ticket_index = {name: i for i, name in enumerate(self.tickets)}
        self.swap_price: list[int] = self.values.buffer["swap_price"][0].tolist()
        self.named_routes = lru_cache(maxsize=4096)(partial(_named, self.routes))
        """The ids of a set of routes; cached, since players' sets rarely change from move to move."""
        self.named_cities = lru_cache(maxsize=4096)(partial(_named, self.cities))
        self.named_tickets = lru_cache(maxsize=4096)(partial(_named, self.tickets))
        self.codec = Codec(self.board, self.values, self.routes, self.cities, self.tickets)
        """Translates its rows to actions and back."""

    def __copy__(self) -> Rulebook:
        return self

    def __deepcopy__(self, memo: object) -> Rulebook:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles only the board; a process that already has the same rulebook uses that."""
        key = hashlib.sha256(msgspec.msgpack.encode((self.board, self.options, self.file))).digest()
        _KNOWN.setdefault(key, self)
        return _received, (key, self.board, self.options, self.file)

    def route(self, name: str) -> int:
        return self._find(name, self.route_index, "route", self.board.routes)

    def city(self, name: str) -> int:
        return self._find(name, self.city_index, "city", ())

    def ticket(self, name: str) -> int:
        return self._find(name, self.ticket_index, "ticket", self.board.tickets)

    def routes_meant(self, name: str) -> list[str]:
        """The routes that a wrong name may mean: with its ends reversed, or without its number."""
        return _with_ends(name, self.routes, self.board.routes)

    def _find(self, name: str, index: dict[str, int], what: str, parts: Sequence[Joining]) -> int:
        if not isinstance(name, str):
            raise InvalidAction(f"a {what} is named by its id, not by {name!r:.60}")
        if name in index:
            return index[name]
        meant = " or ".join(f'"{other}"' for other in _with_ends(name, index, parts))
        hint = f"; did you mean {meant}?" if meant else nearest(name, index)
        raise InvalidAction(f'"{name[:80]}" is no {what} of this board{hint}')

    def length(self, route: int) -> int:
        return self.board.routes[route].length

    def points(self, route: int) -> int:
        return self.board.rules.route_points[self.length(route)]


def _named(names: list[str], chosen: int) -> tuple[str, ...]:
    """The names whose bits are set."""
    found = []
    while chosen:
        lowest = chosen & -chosen
        found.append(names[lowest.bit_length() - 1])
        chosen ^= lowest
    return tuple(found)


def _with_ends(name: str, ids: Iterable[str], parts: Sequence[Joining]) -> list[str]:
    """The ids of what joins the two places in a name, in either order; if it has a number, that one."""

    def joining(a: str, b: str) -> list[str]:
        return [known for known, part in zip(ids, parts, strict=False) if {part.a, part.b} == {a, b}]

    a, _, rest = name.partition("--")
    b, _, number = rest.rpartition("-")
    if number.isdecimal() and (found := joining(a, b)):
        return [known for known in found if known.endswith(f"-{number}")] or found
    return joining(a, rest)


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
    """A rulebook from another process; made once, however many games and views use it."""
    warm(RULES)
    found = _KNOWN.get(key)
    return _kept(key, Rulebook(board, options, file) if found is None else found)


@lru_cache(maxsize=32)
def _kept(key: bytes, book: Rulebook) -> Rulebook:
    """Hold on to the rulebooks received last, so that the next game finds them."""
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
    warm(RULES)
    if isinstance(board, schema.Board):
        return Rulebook(board, options)
    path = find(board)
    # 1 == True, so the type is part of the key: a cached valid option must not let an invalid one in.
    chosen = [(name, isinstance(value, bool), value) for name, value in sorted(_plain(options).items())]
    return _prepared(path, read_board(path), tuple(chosen))
