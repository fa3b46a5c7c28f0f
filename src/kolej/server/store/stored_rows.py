"""What the store keeps, as typed values, and how rows of the database become them."""

from __future__ import annotations

import msgspec

from kolej.server.protocol import Emote, TableState
from kolej.server.store.database import Row


class Player(msgspec.Struct, frozen=True):
    id: str
    """Known only to the server: the cookie is made from it."""
    handle: str
    """The public id."""
    name: str
    account: str | None
    epoch: int
    """Cookies of an earlier epoch are no longer valid."""
    hook: str | None


class TableRow(msgspec.Struct, frozen=True):
    """What lists of tables need, kept in step with the log."""

    id: str
    created: int
    updated: int
    state: TableState
    listed: bool
    wake: int | None
    """When the server must next act at the table."""
    line: bytes
    """Further facts for lists, as JSON."""


class Opening(msgspec.Struct, frozen=True):
    """A new table."""

    row: TableRow
    body: bytes
    """Its first entry."""
    players: tuple[str, ...]
    board: tuple[str, str, str] | None
    """Content, id and file of its board."""
    layout: tuple[str, str, str] | None = None
    """Content, the board's content and the file of the board's layout, if it has one."""


class ChatRow(msgspec.Struct, frozen=True):
    number: int
    at: int
    player: str
    seat: int | None
    id: str
    text: str | None
    emote: Emote | None


TABLE_COLUMNS = "id, created, updated, state, listed, wake, line"
"""The columns of a ``TableRow``."""


def table_row(row: Row) -> TableRow:
    return TableRow(
        id=row.id,
        created=int(row.created),
        updated=int(row.updated),
        state=row.state,
        listed=bool(row.listed),
        wake=row.wake,
        line=row.line.encode(),
    )


def player_of(row: Row) -> Player:
    return Player(
        id=row.id,
        handle=row.handle,
        name=row.name,
        account=row.account,
        epoch=row.epoch,
        hook=row.hook,
    )


def chat_row(row: Row) -> ChatRow:
    return ChatRow(
        number=row.number,
        at=row.at,
        player=row.player,
        seat=row.seat,
        id=row.id,
        text=row.text,
        emote=row.emote,
    )
