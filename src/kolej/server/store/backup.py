"""Backups: a store at one moment, in a format that both databases can load.

A backup is a zip file. It has a file for each table, with one row per line as JSON, and a manifest with the
schema and the row count and hash of every file.
"""

from __future__ import annotations

import hashlib
import re
import time
import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import msgspec

from kolej import __version__
from kolej.server.store.archive import ArchiveError, new_archive, open_archive
from kolej.server.store.database import Connection, StoreError, connect
from kolej.server.store.migrations import STEPS, migrate

MANIFEST = "manifest.json"
PAGE = 500
ROWS_AT_ONCE = 200
LATER = {"players": "same_as"}
"""Columns that refer to another row of the same table, which may come later in the file."""
BEAT = 5.0
"""Seconds between the heartbeats that a server writes to the store."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table in a backup."""

    table: str
    columns: tuple[str, ...]
    rows: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kolej: str
    """The version that wrote it."""
    schema: int
    made: int
    """Milliseconds since 1970."""
    parts: tuple[Part, ...]
    kind: Literal["kolej backup"] = "kolej backup"
    format: Literal[1] = 1

    @property
    def counts(self) -> dict[str, int]:
        return {part.table: part.rows for part in self.parts}


def backup(url: str, path: Path, *, replace: bool = False) -> Manifest:
    """Back up a store as it is at this moment; servers that use it need neither stop nor wait."""
    db = connect(url)
    try:
        if db.kind == "postgresql":
            db.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        else:
            db.run("BEGIN")  # a read transaction: writers can continue
        schema = schema_of(db)
        if not 0 < schema <= len(STEPS):
            raise StoreError(_strange(schema))
        with new_archive(path, replace=replace) as archive:
            parts = tuple(_write(db, archive, table) for table in _tables(schema))
            manifest = Manifest(__version__, schema, time.time_ns() // 1_000_000, parts)
            archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))
        db.rollback()
    finally:
        db.close()
    return manifest


def restore(url: str, path: Path, *, replace: bool = False) -> Manifest:
    """Fill a store from a backup, completely or not at all; a store in use only if it may be replaced."""
    with open_archive(path) as archive:
        manifest = _checked(archive, path)
        db = connect(url)
        try:
            if not replace and in_use(db):
                raise StoreError("this store has players or tables; --replace deletes them first")
            if beats(db):
                raise StoreError("a server is using this store; stop it first")
            db.begin()
            try:
                _fill(db, archive, manifest)
            except BaseException:
                db.rollback()
                raise
            db.commit()
            migrate(db)
        finally:
            db.close()
    return manifest


def schema_of(db: Connection) -> int:
    """The schema version of a store; 0 if it has no tables."""
    sql = (
        "SELECT 1 FROM information_schema.tables "
        "WHERE table_schema = current_schema() AND table_name = 'meta'"
        if db.kind == "postgresql"
        else "SELECT 1 FROM sqlite_master WHERE name = 'meta'"
    )
    if not db.rows(sql):
        return 0
    found = db.rows("SELECT value FROM meta WHERE name = 'schema'")
    return int(found[0].value) if found else 0


def in_use(db: Connection) -> bool:
    """Whether the store has any players or tables."""
    return schema_of(db) > 0 and any(
        db.rows(f"SELECT 1 FROM {table} LIMIT 1") for table in ("players", "tables")
    )


def beats(db: Connection) -> bool:
    """Whether a running server writes heartbeats to the store; after a recent one, waits for the next."""

    def last() -> int:
        found = db.rows("SELECT value FROM meta WHERE name = 'alive'") if schema_of(db) else []
        return int(found[0].value) if found else 0

    seen, end = last(), time.monotonic() + BEAT + 1
    if seen < time.time_ns() // 1_000_000 - 3 * BEAT * 1000:
        return False
    while time.monotonic() < end:
        if last() != seen:
            return True
        time.sleep(0.1)
    return False


def _strange(schema: int) -> str:
    if schema == 0:
        return "this database has no tables of Kolej's; has a server ever used it?"
    return f"the store has schema {schema}, this Kolej knows {len(STEPS)}: a newer version made it"


def _tables(schema: int) -> list[str]:
    """The tables of a schema, each after those that it refers to."""
    made = [
        found[1] for step in STEPS[:schema] for sql in step if (found := re.match(r"CREATE TABLE (\w+)", sql))
    ]
    return ["meta", *made]


def _columns(db: Connection, table: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The columns of a table, and those of its primary key."""
    if db.kind == "sqlite":
        found = db.rows("SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", (table,))
        key = sorted((row for row in found if row.pk), key=lambda row: row.pk)
        return tuple(row.name for row in found), tuple(row.name for row in key)
    own = "table_schema = current_schema() AND table_name = ?"
    columns = db.rows(
        f"SELECT column_name FROM information_schema.columns WHERE {own} ORDER BY ordinal_position", (table,)
    )
    keys = db.rows(
        "SELECT column_name FROM information_schema.key_column_usage "
        "JOIN information_schema.table_constraints USING (table_schema, table_name, constraint_name) "
        f"WHERE {own} AND constraint_type = 'PRIMARY KEY' ORDER BY ordinal_position",
        (table,),
    )
    return tuple(row.column_name for row in columns), tuple(row.column_name for row in keys)


def _write(db: Connection, archive: zipfile.ZipFile, table: str) -> Part:
    columns, key = _columns(db, table)
    digest, count = hashlib.sha256(), 0
    with archive.open(f"{table}.jsonl", "w", force_zip64=True) as file:
        for row in _rows(db, table, columns, key):
            line = msgspec.json.encode(row) + b"\n"
            digest.update(line)
            file.write(line)
            count += 1
    return Part(table, columns, count, digest.hexdigest())


def _rows(
    db: Connection, table: str, columns: tuple[str, ...], key: tuple[str, ...]
) -> Iterator[tuple[Any, ...]]:
    """All rows in the order of the key, in pages: a store may be larger than the memory."""
    select, order = f"SELECT {', '.join(columns)} FROM {table}", f"ORDER BY {', '.join(key)} LIMIT {PAGE}"
    after = f"WHERE ({', '.join(key)}) > ({', '.join('?' * len(key))})"
    found = db.rows(f"{select} {order}")
    while found:
        yield from found
        found = db.rows(f"{select} {after} {order}", tuple(getattr(found[-1], name) for name in key))


def _checked(archive: zipfile.ZipFile, path: Path) -> Manifest:
    """The manifest, after checking everything that it says."""
    try:
        manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
    except (KeyError, msgspec.MsgspecError):
        raise ArchiveError(f"{path} is not a Kolej backup: its manifest is missing or unreadable") from None
    if manifest.schema > len(STEPS):
        raise ArchiveError(
            f"{path} is from Kolej {manifest.kolej}; its schema {manifest.schema} is too new for this version"
        )
    if [part.table for part in manifest.parts] != _tables(manifest.schema):
        raise ArchiveError(f"{path} is damaged: its tables are not those of schema {manifest.schema}")
    for part in manifest.parts:
        digest, count = hashlib.sha256(), 0
        for line in _lines(archive, part, path):
            digest.update(line)
            count += 1
        if (count, digest.hexdigest()) != (part.rows, part.sha256):
            raise ArchiveError(f"{path} is damaged: {part.table} is not as it was written")
    return manifest


def _lines(archive: zipfile.ZipFile, part: Part, path: Path | None = None) -> Iterator[bytes]:
    try:
        file = archive.open(f"{part.table}.jsonl")
    except KeyError:
        raise ArchiveError(f"{path} is damaged: {part.table} is missing") from None
    with file:
        yield from file


def _fill(db: Connection, archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Create the tables as they were when the backup was made, and insert their rows."""
    for table in reversed(_tables(len(STEPS))):
        db.run(f"DROP TABLE IF EXISTS {table}")
    db.run("CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
    for step in STEPS[: manifest.schema]:
        for sql in step:
            db.run(sql)
    for part in manifest.parts:
        if set(part.columns) != set(_columns(db, part.table)[0]):
            raise ArchiveError(f"the backup is damaged: {part.table} has the wrong columns")
        _insert(db, archive, part)
    if schema_of(db) != manifest.schema:
        raise ArchiveError("the backup is damaged: its rows do not have the schema that its manifest says")


def _insert(db: Connection, archive: zipfile.ZipFile, part: Part) -> None:
    later = part.columns.index(LATER[part.table]) if part.table in LATER else None
    named: list[tuple[Any, Any]] = []
    own = part.columns.index("id") if part.table in LATER else 0
    rows = (_row(line, part) for line in _lines(archive, part))
    one = f"({', '.join('?' * len(part.columns))})"
    while found := list(islice(rows, ROWS_AT_ONCE)):
        if later is not None:
            named += [(row[later], row[own]) for row in found if row[later] is not None]
            found = [[*row[:later], None, *row[later + 1 :]] for row in found]
        sql = f"INSERT INTO {part.table} ({', '.join(part.columns)}) VALUES {', '.join([one] * len(found))}"
        db.run(sql, [value for row in found for value in row])
    for other, key in named:
        db.run(f"UPDATE {part.table} SET {LATER[part.table]} = ? WHERE id = ?", (other, key))


def _row(line: bytes, part: Part) -> list[Any]:
    try:
        row = msgspec.json.decode(line, type=list[str | int | None])
    except msgspec.MsgspecError:
        row = []
    if len(row) != len(part.columns):
        raise ArchiveError(f"the backup is damaged: a row of {part.table} cannot be read")
    return row
