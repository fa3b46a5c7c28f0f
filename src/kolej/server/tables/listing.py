"""What is stored about a table beside its log, so that lists need not load the table."""

from __future__ import annotations

import msgspec

from kolej.server.protocol import Clock
from kolej.server.store.store import TableRow
from kolej.server.tables import visibility
from kolej.server.tables.table import Table

_ENCODER = msgspec.json.Encoder()


class Line(msgspec.Struct, frozen=True):
    """A table in a list."""

    board: str
    clock: Clock
    spectators: bool
    free: int
    players: tuple[str | None, ...]
    names: tuple[str | None, ...]
    """Names of seats that do not come from players: bots, and people around one device."""
    awaited: tuple[int, ...]
    positioned: bool = False
    """Whether the game began from a position, as in lessons; it counts nowhere."""


class Lines:
    """A table's line in lists, encoded once for each set of awaited seats, since nothing else changes in it
    once the game has begun."""

    def __init__(self) -> None:
        self._line: Line | None = None
        self._written: dict[tuple[int, ...], bytes] = {}

    def row(self, table: Table) -> TableRow:
        """The row to store with the last entry."""
        if self._line is None or table.state == "waiting":
            self._line = _line_of(table)
            self._written.clear()
        written = self._written.get(table.awaited)
        if written is None:
            written = _ENCODER.encode(msgspec.structs.replace(self._line, awaited=table.awaited))
            self._written[table.awaited] = written
        at, opened = table.noted[-1].at, table.opened
        return TableRow(table.id, opened.at, at, table.state, opened.setup.listed, wake_time(table), written)


def _line_of(table: Table) -> Line:
    """A table's line without the awaited seats, which change with every move."""
    setup = table.setup
    return Line(
        setup.board,
        setup.clock,
        setup.spectators,
        sum(seat.free and visibility.anyones(seat.plan) for seat in table.seats),
        tuple(seat.player for seat in table.seats),
        tuple(visibility.fixed_name(table, number) for number in range(len(table.seats))),
        (),
        setup.position is not None,
    )


def wake_time(table: Table) -> int | None:
    """When the server must next act at this table: at once for a bot, at the deadline for a person."""
    if table.lesson is not None and table.lesson.state in ("won", "missed"):
        return None
    if any(table.bot_of(seat) for seat in table.awaited):
        return table.noted[-1].at
    return min((due for seat in table.awaited if (due := table.clocks.deadline(seat))), default=None)
