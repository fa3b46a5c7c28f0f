"""One interface to SQLite and PostgreSQL: SQL with question marks, named rows, and adding entries."""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections import namedtuple
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast
from urllib.parse import urlsplit

import msgspec


class StoreError(Exception):
    """The store cannot do this; the text says what would help."""


class StoreDown(StoreError):
    """The store cannot be used now; it is not known whether the last transaction was kept.

    ``lost`` if the connection failed: then everything that it had not committed is lost.
    """

    def __init__(self, text: str, *, lost: bool = False) -> None:
        super().__init__(text)
        self.lost = lost


class Clash(StoreError):
    """A row violates a constraint: it exists already, or the row it refers to is gone."""


Row = Any
"""A row of a query's result: a named tuple, with a field for each column."""


class Added(NamedTuple):
    """An entry to be added to a log, with what lists will show of its table."""

    place: str
    n: int
    body: str
    updated: int
    state: str
    wake: int | None
    line: str


class Connection(Protocol):
    """What the store needs from a database. Every error is a ``StoreError``."""

    kind: str

    def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Execute one statement; returns how many rows it changed."""
        ...

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows that a query finds; none if it asks for a text that cannot be stored."""
        ...

    def add(self, entries: Sequence[Added]) -> list[bool]:
        """Add each entry that comes next in its log, at most one per table; returns which were added."""
        ...

    def begin(self) -> None: ...

    def commit(self) -> None: ...

    def rollback(self) -> None: ...

    def close(self) -> None: ...


_ENCODER = msgspec.json.Encoder()
_PLACE = {name: number for number, name in enumerate(Added._fields)}
"""Entries are passed as JSON lists, which both databases read faster than objects."""


def _given(name: str) -> str:
    """A field of an entry, for SQLite."""
    return f"json_extract(e.value, '$[{_PLACE[name]}]')"


_SQLITE_BATCH = (
    f"""INSERT INTO entries (place, n, body) SELECT {_given("place")}, {_given("n")}, {_given("body")}
        FROM json_each(?) AS e WHERE EXISTS (SELECT 1 FROM entries
        WHERE place = {_given("place")} AND n = {_given("n")} - 1) ON CONFLICT DO NOTHING""",
    f"""UPDATE tables SET updated = {_given("updated")}, state = {_given("state")},
        wake = {_given("wake")}, line = {_given("line")}
        FROM json_each(?) AS e WHERE tables.id = {_given("place")}""",
)
_SQLITE_ONE = (
    """INSERT INTO entries (place, n, body) SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM entries
        WHERE place = ?1 AND n = ?2 - 1) ON CONFLICT DO NOTHING""",
    "UPDATE tables SET updated = ?, state = ?, wake = ?, line = ? WHERE id = ?",
)


class Sqlite:
    """SQLite in WAL mode with full synchronisation: whatever is committed survives a crash of the machine.

    Only its owner can read the file, because it contains the key of all cookies.
    """

    kind = "sqlite"

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Only for a new file: closing one that is in use would drop this process's locks on it.
            with suppress(FileExistsError):
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            why = (error.strerror or "unknown error").lower()
            raise StoreError(
                f"{path} cannot be used as a database: {why}; name a folder that you may write to"
            ) from None
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        try:
            self._set_wal()
            self._execute("PRAGMA synchronous = FULL", ())
            self._execute("PRAGMA foreign_keys = ON", ())
        except StoreError as error:
            self._db.close()
            raise StoreError(f"{path} cannot be used as a database: {error}") from None

    def _set_wal(self) -> None:
        """Switch to WAL mode. SQLite does not wait for others that are doing the same, so we do."""
        end = time.monotonic() + 5
        while True:
            try:
                if self.rows("PRAGMA journal_mode") != [("wal",)]:
                    self._execute("PRAGMA journal_mode = WAL", ())
                return
            except StoreDown as error:
                if "locked" not in str(error) or time.monotonic() > end:
                    raise
                time.sleep(0.01)

    def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        _storable(values)
        return self._execute(sql, values).rowcount

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        try:
            return _named(self._execute(sql, values))
        except sqlite3.Error as error:
            raise StoreDown(f"SQLite cannot go on: {_short(error)}") from None

    def _execute(self, sql: str, values: Sequence[Any]) -> sqlite3.Cursor:
        try:
            return self._db.execute(sql, values)
        except sqlite3.IntegrityError as error:
            raise Clash(_short(error)) from None
        except (sqlite3.ProgrammingError, sqlite3.InterfaceError) as error:
            raise StoreError(_short(error)) from None
        except sqlite3.Error as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:  # the statement is wrong, not the database
                raise StoreError(_short(error)) from None
            raise StoreDown(f"SQLite cannot go on: {_short(error)}") from None

    def add(self, entries: Sequence[Added]) -> list[bool]:
        """One statement for all: each must take the interpreter's lock, which a busy server rarely frees."""
        if len(entries) == 1:
            return [self._add(entries[0])]
        written = (_ENCODER.encode(entries).decode(),)
        self._execute("SAVEPOINT adding", ())
        if self._execute(_SQLITE_BATCH[0], written).rowcount == len(entries):
            self._execute(_SQLITE_BATCH[1], written)
            found = [True] * len(entries)
        else:
            self._execute("ROLLBACK TO adding", ())
            found = [self._add(entry) for entry in entries]
        self._execute("RELEASE adding", ())
        return found

    def _add(self, entry: Added) -> bool:
        if self._execute(_SQLITE_ONE[0], (entry.place, entry.n, entry.body)).rowcount != 1:
            return False
        told = (entry.updated, entry.state, entry.wake, entry.line, entry.place)
        self._execute(_SQLITE_ONE[1], told)
        return True

    def begin(self) -> None:
        self._execute("BEGIN IMMEDIATE", ())

    def commit(self) -> None:
        self._execute("COMMIT", ())

    def rollback(self) -> None:
        if self._db.in_transaction:
            self._execute("ROLLBACK", ())

    def close(self) -> None:
        self._db.close()


_POSTGRES_ADD = f"""WITH given AS (
        SELECT v->>{_PLACE["place"]} AS place, (v->>{_PLACE["n"]})::integer AS n,
            v->>{_PLACE["body"]} AS body, (v->>{_PLACE["updated"]})::bigint AS updated,
            v->>{_PLACE["state"]} AS state, (v->>{_PLACE["wake"]})::bigint AS wake,
            v->>{_PLACE["line"]} AS line
        FROM json_array_elements(%s::json) AS v),
    added AS (
        INSERT INTO entries (place, n, body) SELECT place, n, body FROM given WHERE (
            SELECT TRUE FROM entries AS e WHERE e.place = given.place AND e.n = given.n - 1)
        ON CONFLICT DO NOTHING RETURNING place),
    told AS (
        UPDATE tables SET updated = given.updated, state = given.state, wake = given.wake, line = given.line
        FROM given JOIN added ON added.place = given.place WHERE tables.id = given.place)
    SELECT place FROM added""".encode()

_PATIENCE: dict[str, Any] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 10_000,
}
"""Notices within 20 seconds that the database server has vanished."""


class Postgres:
    """PostgreSQL; needs psycopg, which ``pip install "kolej[postgresql]"`` installs."""

    kind = "postgresql"

    def __init__(self, url: str) -> None:
        try:
            import psycopg  # not at the top: only servers with PostgreSQL have it installed
        except ImportError:
            raise StoreError('PostgreSQL needs psycopg: pip install "kolej[postgresql]"') from None
        self._errors = psycopg
        self._opening = False
        try:
            given = psycopg.conninfo.conninfo_to_dict(url)
            address = psycopg.conninfo.make_conninfo(**{**_PATIENCE, **given})
            self._db = psycopg.connect(address, autocommit=True)
            # Query plans are made once, perhaps while the tables are still empty, and kept while they grow.
            self._db.execute("SET enable_seqscan = off")
        except psycopg.Error as error:
            raise StoreError(f"PostgreSQL cannot be reached: {_short(error)}") from None

    def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        _storable(values)
        return int(self._execute(_percent(sql), values).rowcount)

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        return _named(self._execute(_percent(sql), values)) if _can_be_stored(values) else []

    def add(self, entries: Sequence[Added]) -> list[bool]:
        # In the same order everywhere, so that two servers never deadlock.
        ordered = sorted(entries, key=lambda entry: entry.place)
        found = self._execute(_POSTGRES_ADD, (_ENCODER.encode(ordered).decode(),)).fetchall()
        if len(found) == len(entries):
            return [True] * len(entries)
        added = {place for (place,) in found}
        return [entry.place in added for entry in entries]

    def _execute(self, sql: bytes, values: Sequence[Any]) -> Any:
        psycopg = self._errors
        try:
            if not self._opening:
                return self._db.execute(sql, values or None)
            self._opening = False
            with self._db.pipeline():  # one round trip for both
                self._db.execute(b"BEGIN")
                return self._db.execute(sql, values or None)
        except psycopg.IntegrityError as error:
            raise Clash(_short(error)) from None
        except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError) as error:
            raise StoreDown(f"PostgreSQL went away: {_short(error)}", lost=True) from None
        except psycopg.Error as error:
            raise StoreError(_short(error)) from None

    def begin(self) -> None:
        """Begin the transaction together with its first statement."""
        self._opening = True

    def commit(self) -> None:
        if not self._opening:
            self._execute(b"COMMIT", ())
        self._opening = False

    def rollback(self) -> None:
        if not self._opening and not self._db.closed:
            self._execute(b"ROLLBACK", ())
        self._opening = False

    def close(self) -> None:
        self._db.close()


def connect(url: str) -> Connection:
    """A connection to the database of a URL: ``sqlite:///path`` or ``postgresql://user@host/name``."""
    scheme = urlsplit(url).scheme
    if scheme == "sqlite":
        return Sqlite(sqlite_path(url))
    if scheme in ("postgresql", "postgres"):
        return Postgres(url)
    raise StoreError(
        f'"{scheme}" is not a database that Kolej supports; use sqlite:///path or postgresql://host/name'
    )


def sqlite_path(url: str) -> Path:
    """The file of an SQLite URL."""
    path = url.removeprefix("sqlite://")
    if not path.startswith("/") or path == "/":
        raise StoreError(f"{url}: write an SQLite database as sqlite:///folder/file.db")
    return Path(path[1:] if path[2:3] == ":" else path)


def shown(url: str) -> str:
    """A database URL without its password, for logs."""
    parts = urlsplit(url)
    if parts.password is not None:
        url = url.replace(f":{parts.password}@", ":***@", 1)
    return re.sub(r"(?i)([?&](?:ssl)?password=)[^&]*", r"\1***", url)


def _named(cursor: Any) -> list[Row]:
    """All rows that a statement found."""
    found = cursor.fetchall()
    return list(map(_maker(tuple(column[0] for column in cursor.description)), found)) if found else []


@lru_cache(maxsize=256)
def _maker(columns: tuple[str, ...]) -> Callable[[tuple[Any, ...]], Row]:
    """Makes rows with these columns; a column without a proper name is found only by its position."""
    made: Any = namedtuple("Row", columns, rename=True)  # type: ignore[misc]
    return cast("Callable[[tuple[Any, ...]], Row]", made._make)


@lru_cache(maxsize=256)
def _percent(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


def _can_be_stored(values: Sequence[Any]) -> bool:
    return not any(isinstance(value, str) and "\0" in value for value in values)


def _storable(values: Sequence[Any]) -> None:
    """Refuse NUL in texts, which PostgreSQL cannot store; both databases should accept the same."""
    if not _can_be_stored(values):
        raise StoreError("a text with a NUL character cannot be stored")


def _short(error: Exception) -> str:
    return (str(error).strip().splitlines() or ["no reason given"])[0][:200]
