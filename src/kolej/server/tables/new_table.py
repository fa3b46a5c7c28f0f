"""Making a table: checks what was asked for, and makes the first entry of its log."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from kolej.boards.errors import BoardError, nearest
from kolej.boards.load import own, shipped
from kolej.bots import BOTS, for_people
from kolej.game import fair_luck
from kolej.game.record import Record, RecordError, Source
from kolej.game.replay import resumed
from kolej.game.rulebook import Rulebook, rulebook
from kolej.lessons.schema import Script
from kolej.server.access import ids
from kolej.server.access.names import good_name
from kolej.server.protocol import BotSeat, HostSeat, NewTable, SeatPlan
from kolej.server.store.store import Opening, Player, TableRow
from kolej.server.tables import event_log
from kolej.server.tables.refusal import refuse
from kolej.server.tables.table import Table


def checked_board(setup: NewTable, path: Path) -> Rulebook:
    """The rulebook of a new table; raises ``BoardError`` or ``Refusal`` if the table cannot be made."""
    book = rulebook(path, setup.options)
    least, most = book.board.rules.players
    if not least <= len(setup.seats) <= most:
        raise BoardError(f"{setup.board} is for {least} to {most} players, not {len(setup.seats)}")
    for plan in setup.seats:
        check_plan(plan)
    return book


def checked_position(setup: NewTable, position: Record, book: Rulebook) -> NewTable:
    """A new table from a position, as it is stored; raises ``RecordError`` if the game cannot go on from it.

    Where the luck of the position came from, who played it and how it ended is no part of the new game.
    """
    if position.board != setup.board:
        raise RecordError(f'position: it is on "{position.board}", this table on "{setup.board}"')
    if position.seats != len(setup.seats):
        raise RecordError(f"position: it is for {position.seats} seats, this table has {len(setup.seats)}")
    told = replace(position, source=Source(kind="outcomes"), names=(), score=None, content=book.content)
    resumed(told, bytes(32), (), book)
    return replace(setup, position=told)


def known_board(name: str) -> Path:
    boards = shipped() | own()
    if name not in boards:
        raise BoardError(f'there is no board "{name}"{nearest(name, boards)}')
    return boards[name]


def check_plan(plan: SeatPlan) -> None:
    """Raise ``Refusal`` for a seat with an unknown bot, or with a name that hides characters."""
    if isinstance(plan, BotSeat) and plan.bot not in BOTS:
        hint = nearest(plan.bot, BOTS) or f"; there are {', '.join(for_people())}"
        refuse("no-such-bot", f'there is no bot "{plan.bot}"{hint}')
    if isinstance(plan, HostSeat) and plan.name is not None and good_name(plan.name) != plan.name:
        refuse("unreadable", "a name must be printable text, without spaces at its ends")


def first_entry(
    setup: NewTable,
    host: Player,
    book: Rulebook,
    layout: str,
    pace: float,
    now: int,
    lesson: Script | None = None,
) -> event_log.Opened:
    """The first entry of a new table; ``pace`` is used if the table does not ask for one."""
    return event_log.Opened(
        at=now,
        by=host.id,
        setup=setup,
        content=book.content,
        layout=layout,
        host=host.id,
        invitation=ids.new_id(),
        secret=fair_luck.new_secret().hex(),
        pace=pace if setup.pace is None else setup.pace,
        lesson=lesson,
    )


def rematch_entry(table: Table, asker: Player, now: int) -> event_log.Opened:
    """The first entry of a rematch's table: the same people in the same seats."""
    opened = table.opened
    return event_log.Opened(
        at=now,
        by=asker.id,
        setup=replace(opened.setup, seats=tuple(seat.plan for seat in table.seats)),
        content=opened.content,
        layout=opened.layout,
        host=table.host,
        invitation=ids.new_id(),
        secret=fair_luck.new_secret().hex(),
        pace=table.pace,
        previous=table.id,
        sitters=tuple(seat.player for seat in table.seats),
        colours=tuple(seat.colour for seat in table.seats),
    )


def opening(table: Table, row: TableRow, layout_file: str) -> Opening:
    """What is stored for a new table; the board too, since the next version of Kolej may change it."""
    opened, book = table.opened, table.book
    board = (opened.content, opened.setup.board, book.file.decode())
    layout = (opened.layout, opened.content, layout_file) if layout_file else None
    lesson = opened.lesson.id if opened.lesson else ""
    return Opening(row, event_log.written(opened), table.people(), board, layout, lesson)
