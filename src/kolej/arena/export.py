"""Results for other programs: a summary as JSON, every seat of every game as CSV or Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from kolej.arena.match import Match
from kolej.arena.results import Results
from kolej.arena.standings import Table

AT_ONCE = 20_000
"""Rows of a Parquet file that are written together."""


class ExportError(ValueError):
    """Results cannot be written in this form; the message says what would help."""


def summary(match: Match, table: Table, ended: str) -> dict[str, Any]:
    """The result of a match, as JSON-compatible values."""
    return {
        "board": match.board,
        "players": match.players,
        "games": table.games,
        "bots": [msgspec.to_builtins(bot) for bot in table.bots],
        "failures": [msgspec.to_builtins(trouble) for trouble in table.failures],
        "seed": match.seed,
        "options": match.options,
        "blocks": table.blocks,
        "seatings": len(match.seatings),
        "mean_turns": table.mean_turns,
        "places": [msgspec.to_builtins(place) for place in table.places],
        "anchor": table.anchor,
        "ended": ended,
    }


def rows(results: Results) -> Iterator[dict[str, Any]]:
    """A row for every seat of every game; several names in one field are separated by spaces."""
    head = results.head
    game = 0
    for block in results.blocks():
        for played in block.games:
            failed = {failure.seat: failure.kind for failure in played.failures}
            for number, seat in enumerate(played.seats):
                yield {
                    "game": game,
                    "block": block.block,
                    "seed": played.seed,
                    "turns": played.turns,
                    "seat": number,
                    "place": played.place(number),
                    "bot": seat.bot,
                    "rank": seat.rank,
                    "win": seat.win,
                    "score": seat.score,
                    "route_points": seat.routes,
                    "made_points": seat.made_points,
                    "missed_points": seat.missed_points,
                    "station_points": seat.station_points,
                    "path_bonus": seat.path_bonus,
                    "most_bonus": seat.most_bonus,
                    "country_points": seat.country_points,
                    "tickets_kept": _named(head.tickets, seat.kept),
                    "tickets_made": _named(head.tickets, seat.made),
                    "routes": _named(
                        head.routes, [r for r, own in enumerate(played.taken_by) if own == number]
                    ),
                    "stations": _named(head.cities, seat.stations),
                    "borrowed": seat.borrowed,
                    "country_cards": _named(head.countries, [country for country, _ in seat.cards]),
                    "joined_at": seat.joined_at,
                    "trains_left": seat.trains,
                    "decisions": seat.decisions,
                    "nanoseconds": seat.nanoseconds,
                    "failure": failed.get(number, ""),
                }
            game += 1


def _named(names: tuple[str, ...], chosen: Iterable[int]) -> str:
    return " ".join([names[one] for one in chosen])


def write_csv(path: Path, results: Results) -> None:
    found = rows(results)
    first = next(found, None)
    with path.open("w", newline="", encoding="utf-8") as file:
        if first is None:
            return
        writer = csv.DictWriter(file, list(first))
        writer.writeheader()
        writer.writerow(first)
        writer.writerows(found)


def check_parquet() -> None:
    """Raise ``ExportError`` if Parquet cannot be written here."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise ExportError('Parquet needs pyarrow: pip install "kolej[study]"') from None


def write_parquet(path: Path, results: Results) -> None:
    check_parquet()
    import pyarrow
    import pyarrow.parquet

    found = rows(results)
    part = list(islice(found, AT_ONCE))
    if not part:
        raise ExportError("no games were played, so there is nothing to write")
    first = pyarrow.Table.from_pylist(part)
    with pyarrow.parquet.ParquetWriter(path, first.schema) as writer:
        writer.write_table(first)
        while part := list(islice(found, AT_ONCE)):
            writer.write_table(pyarrow.Table.from_pylist(part, schema=first.schema))
