"""A board as plain facts: what ``kolej board show --json`` prints and other programs read."""

from __future__ import annotations

from typing import Any

import msgspec

from kolej.boards.schema import Board


def facts(board: Board) -> dict[str, Any]:
    """Cities, routes, tickets, countries and rules as JSON-compatible values."""
    told: dict[str, Any] = {"id": board.id, "name": board.name.en, "names": _plain(board.name)}
    if board.note:
        told["note"] = board.note
    told["cities"] = [_some(city, "id", "name", "lat", "lon", "country") for city in board.cities]
    if board.countries:
        told["countries"] = [
            {"id": country.id, "name": country.name.en, "names": _plain(country.name)}
            | _some(country, "lat", "lon", "cards")
            for country in board.countries
        ]
    keys = ("id", "a", "b", "length", "colour", "kind", "locomotives")
    told["routes"] = [
        _some(route, *keys) | ({"swap": route.swap} if route.swap else {}) for route in board.routes
    ]
    told["tickets"] = [_plain(ticket) for ticket in board.tickets]
    told["rules"] = _plain(board.rules)
    return told


def _plain(part: msgspec.Struct) -> Any:
    return msgspec.to_builtins(part, str_keys=True)


def _some(part: msgspec.Struct, *keys: str) -> dict[str, Any]:
    """The named fields that have a value."""
    plain = _plain(part)
    return {key: plain[key] for key in keys if plain.get(key) is not None}
