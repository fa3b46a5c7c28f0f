"""What the store keeps, as typed values, and how rows of the database become them."""

from __future__ import annotations

from typing import NamedTuple

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


class Cursor(NamedTuple):
    """Where a page of a list ends. Tables of the same millisecond are ordered by creation, then by id."""

    updated: int
    created: int = -1
    """Earlier than any table: without the rest, a page begins with tables before ``updated``."""
    id: str = ""

    @classmethod
    def after(cls, row: TableRow) -> Cursor:
        return cls(row.updated, row.created, row.id)

    @classmethod
    def read(cls, text: str) -> Cursor:
        """A cursor as ``CURSOR`` describes it; earlier versions wrote just the time."""
        updated, *rest = text.split(".")
        return cls(int(updated), int(rest[0]), rest[1]) if rest else cls(int(updated))

    def __str__(self) -> str:
        return ".".join(map(str, self)) if self.id else str(self.updated)


CURSOR = r"^[0-9]{1,16}(\.[0-9]{1,16}\.[A-Za-z0-9]{1,40})?(?!\n)$"

LATER_ROWS = (
    "updated <= ? AND (updated < ? OR created < ? OR (created = ? AND id > ?)) "
    "ORDER BY updated DESC, created DESC, id LIMIT ?"
)
"""The rows after a cursor; the first comparison is there for the index."""


def later_rows(cursor: Cursor, count: int) -> tuple[int | str, ...]:
    """The values of ``LATER_ROWS``."""
    updated, created, last = cursor
    return updated, updated, created, created, last, count


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
    lesson: str = ""
    """The lesson that is played there; such a table is in no list."""


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
