"""Maintenance of a store: lists what is in it, deletes old tables, exports games.

All of it may be done while a server is using the store.
"""

from __future__ import annotations

import csv
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec

from kolej.boards.versions import ships
from kolej.server.access.people import People
from kolej.server.access.sessions import Auth
from kolej.server.protocol import TableState
from kolej.server.settings import Settings
from kolej.server.store.archive import new_archive
from kolej.server.store.backup import schema_of
from kolej.server.store.database import Connection, StoreError, connect, shown, sqlite_path
from kolej.server.store.migrations import STEPS
from kolej.server.store.store import Player, Store
from kolej.server.tables import visibility
from kolej.server.tables.listing import Line
from kolej.server.tables.registry import Registry, wall_clock
from kolej.server.tables.table import Table

PAGE = 200
UNITS = {"h": 3_600_000, "d": 86_400_000, "w": 7 * 86_400_000, "y": 365 * 86_400_000}
STATES: tuple[TableState, ...] = TableState.__args__  # type: ignore[attr-defined]


class Seen(msgspec.Struct, frozen=True):
    """A table, as lists show it."""

    id: str
    board: str
    state: TableState
    players: tuple[str | None, ...]
    """None for a free seat."""
    listed: bool
    created: int
    updated: int
    """When something last happened, in milliseconds since 1970."""
    entries: int


class Person(msgspec.Struct, frozen=True):
    id: str
    handle: str
    name: str
    account: str | None
    created: int
    tables: int


@contextmanager
def existing(settings: Settings) -> Iterator[Connection]:
    """A connection to a store that a server has used before; never creates one by mistake."""
    url = settings.store_url
    if url.startswith("sqlite:") and not sqlite_path(url).is_file():
        raise StoreError(
            f"there is no database {sqlite_path(url)}; name the one of your server with --data or --database"
        )
    db = connect(url)
    try:
        schema = schema_of(db)
        if schema == 0:
            raise StoreError(f"{shown(url)} has no tables of Kolej's; has a server ever used it?")
        if schema != len(STEPS):
            older = schema < len(STEPS)
            raise StoreError(
                f"the store has schema {schema}, this Kolej knows {len(STEPS)}: "
                + (
                    "start kolej serve once, which brings it up to date"
                    if older
                    else "a newer version made it"
                )
            )
        yield db
    finally:
        db.close()


def span(text: str) -> int:
    """The milliseconds of a length of time as people write it: 90d, 12w; raises ``ValueError``."""
    found = re.fullmatch(r"([1-9][0-9]{0,4})\s*([hdwy])", text.strip().lower())
    if found is None:
        raise ValueError(f'"{text}" is not a length of time; write 12h, 90d, 8w or 2y')
    return int(found[1]) * UNITS[found[2]]


# ---- tables


def tables(db: Connection, states: tuple[TableState, ...] = STATES) -> Iterator[Seen]:
    """All tables in these states, the last used first."""
    rows = db.rows(
        "SELECT id, state, listed, created, updated, line, "
        "(SELECT COUNT(*) FROM entries WHERE place = tables.id) AS entries FROM tables "
        f"WHERE state IN ({_marks(states)}) ORDER BY updated DESC, id",
        states,
    )
    for row in rows:
        told = msgspec.json.decode(row.line, type=Line)
        names = _names(db, tuple(player for player in told.players if player))
        players = tuple(
            name or (names.get(player, visibility.NOBODY_KNOWN) if player else None)
            for name, player in zip(told.names, told.players, strict=True)
        )
        yield Seen(
            id=row.id,
            board=told.board,
            state=row.state,
            players=players,
            listed=bool(row.listed),
            created=row.created,
            updated=row.updated,
            entries=row.entries,
        )


def _names(db: Connection, ids: tuple[str, ...]) -> dict[str, str]:
    if not ids:
        return {}
    sql = (
        "SELECT a.id, b.name FROM players a JOIN players b ON b.id = COALESCE(a.same_as, a.id) "
        f"WHERE a.id IN ({_marks(ids)})"
    )
    return {row.id: row.name for row in db.rows(sql, ids)}


def count_old(db: Connection, before: int, states: tuple[TableState, ...]) -> int:
    """How many tables ``delete_old`` would delete."""
    sql = f"SELECT COUNT(*) AS many FROM tables WHERE updated < ? AND state IN ({_marks(states)})"
    return int(db.rows(sql, (before, *states))[0].many)


def delete_old(db: Connection, before: int, states: tuple[TableState, ...]) -> int:
    """Delete tables at which nothing has happened since then, with all that was played and said there.

    Deletes a few at a time, so that a running server can write in between.
    """
    select = f"SELECT id FROM tables WHERE updated < ? AND state IN ({_marks(states)}) LIMIT {PAGE}"
    deleted = 0
    while True:
        db.begin()
        try:
            places = tuple(row.id for row in db.rows(select, (before, *states)))
            for table, column in (
                ("entries", "place"),
                ("chat", "place"),
                ("members", "place"),
                ("lessons", "place"),
                ("tables", "id"),
            ):
                if places:
                    db.run(f"DELETE FROM {table} WHERE {column} IN ({_marks(places)})", places)
        except BaseException:
            db.rollback()
            raise
        db.commit()
        deleted += len(places)
        if len(places) < PAGE:
            return deleted


# ---- players


def accounts(db: Connection) -> list[Person]:
    """Everyone with an account, sorted by name."""
    return _people(db, "WHERE account IS NOT NULL ORDER BY account", ())


def guests(db: Connection) -> tuple[int, int | None]:
    """How many players have no account, and when the last one came."""
    sql = (
        "SELECT COUNT(*) AS many, MAX(created) AS latest FROM players "
        "WHERE account IS NULL AND same_as IS NULL"
    )
    (found,) = db.rows(sql)
    return int(found.many), found.latest


def people_called(db: Connection, who: str) -> list[Person]:
    """The players with this handle; failing that, with this account name; failing that, with this name."""
    for where, what in (("handle = ?", who), ("account = ?", who.lower()), ("name = ?", who)):
        found = _people(db, f"WHERE {where} AND same_as IS NULL ORDER BY created DESC", (what,))
        if found:
            return found
    return []


def _people(db: Connection, rest: str, values: tuple[Any, ...]) -> list[Person]:
    sql = (
        "SELECT id, handle, name, account, created, "
        f"(SELECT COUNT(*) FROM members WHERE player = players.id) AS tables FROM players {rest}"
    )
    return [
        Person(
            id=row.id,
            handle=row.handle,
            name=row.name,
            account=row.account,
            created=row.created,
            tables=row.tables,
        )
        for row in db.rows(sql, values)
    ]


async def forget(settings: Settings, player: str) -> None:
    """Delete what is stored about a player; games stay, without the name."""
    store = Store(settings.store_url)
    try:
        await store.forget(player)
    finally:
        store.close()


async def new_token(settings: Settings, name: str) -> tuple[Player, str]:
    """Make a new player for a program, and the token with which it signs in."""
    with closing(Store(settings.store_url)) as store:
        auth = Auth(store, People(store), b"", wall_clock)  # the key is for cookies, and none is made here
        player = await auth.new_guest(name)
        _, token = await auth.new_token(player, "made by kolej admin")
        return player, token


@contextmanager
def _registry(settings: Settings) -> Iterator[Registry]:
    """Reads tables from the store without entering them: no clocks, no bots, no heartbeat."""
    store = Store(settings.store_url)
    registry = Registry(settings, store, People(store))
    try:
        yield registry
    finally:
        registry.boards.close()
        store.close()


# ---- export


async def export(
    settings: Settings,
    path: Path,
    board: str | None = None,
    *,
    replace: bool = False,
    told: Callable[[int, int], None] | None = None,
) -> tuple[int, dict[str, str]]:
    """Write all finished games as one archive of records; returns how many, and why some could not be read.

    Games that began from a position, such as lessons, count nowhere and are left out.
    Only one game at a time is in memory. ``told`` is called with the number done and the total.
    """
    with existing(settings) as db:
        places = _finished(db, board)
    written, failed = 0, {}
    with (
        _registry(settings) as registry,
        new_archive(path, replace=replace) as archive,
        tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as index,
    ):
        writer = csv.writer(index)
        writer.writerow(("file", "table", "board", "date", "moves", "seats", "totals", "winners"))
        for number, place in enumerate(places):
            try:
                table = await registry.read_table(place)
            except (StoreError, ValueError, AssertionError) as error:
                failed[place] = str(error)
                continue
            if table is not None:  # otherwise deleted in the meantime
                writer.writerow(_put(archive, table, visibility.names(table, registry.people.person)))
                written += 1
            if told is not None:
                told(number + 1, len(places))
        index.seek(0)
        with archive.open("index.csv", "w") as file:
            file.writelines(line.encode() for line in index)
    return written, failed


def _finished(db: Connection, board: str | None) -> list[str]:
    rows = db.rows("SELECT id, line FROM tables WHERE state = 'over' ORDER BY updated, id")
    lines = [(row.id, msgspec.json.decode(row.line, type=Line)) for row in rows]
    return [place for place, line in lines if board in (None, line.board) and not line.positioned]


def _put(archive: ZipFile, table: Table, names: tuple[str, ...]) -> tuple[str | int, ...]:
    """Write a game to the archive, with its board if it is not Kolej's; returns its line of the index."""
    record = table.record(names)
    assert record.score is not None, "the game is over"
    file = f"records/{record.board}-{table.id}.json"
    archive.writestr(file, record.to_json())
    kept = f"boards/{record.board}-{record.content[:12]}.toml"
    if kept not in archive.NameToInfo and not ships(record.content):
        archive.writestr(kept, table.book.file)
    return (
        file,
        table.id,
        record.board,
        _date(table.noted[-1].at),
        len(record.moves),
        "; ".join(map(_harmless, record.names)),
        "; ".join(str(seat.total) for seat in record.score.seats),
        "; ".join(str(seat) for seat in record.score.winners),
    )


def _harmless(name: str) -> str:
    """A name changed so that no spreadsheet takes it for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name


def _date(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="seconds")[:-6] + "Z"


def _marks(values: tuple[Any, ...]) -> str:
    return ", ".join("?" * len(values))
