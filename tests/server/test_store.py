"""The store, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from typing import Any, TypeVar

import pytest
from postgres import Cluster

from kolej.server.store import database as database_module
from kolej.server.store import migrations
from kolej.server.store.database import Connection, StoreDown, StoreError, connect, sqlite_path
from kolej.server.store.migrations import STEPS, migrate
from kolej.server.store.store import Conflict, Opening, Player, Store, TableRow

T = TypeVar("T")


def row(place: str = "t", at: int = 1, wake: int | None = None, listed: bool = False) -> TableRow:
    return TableRow(place, 1, at, "playing", listed, wake, b'{"at":%d}' % at)


def player(name: str, account: str | None = None) -> Player:
    return Player(id=f"id-{name}", handle=f"h-{name}", name=name, account=account, epoch=0, hook=None)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = Store(url)
    try:
        yield store
    finally:
        await asyncio.to_thread(store.close)


def with_store(url: str, work: Callable[[Store], Awaitable[T]]) -> T:
    """Run with a store that has an open table ``t``."""

    async def run() -> T:
        async with opened(url) as store:
            await store.open_table(Opening(row(), b"0", (), None))
            return await work(store)

    return asyncio.run(run())


async def outcome(work: Awaitable[Any]) -> Any:
    try:
        return await work
    except Exception as error:
        return error


def peek(url: str, sql: str) -> list[tuple[Any, ...]]:
    """What somebody else sees, by a connection of their own."""
    with closing(connect(url)) as db:
        return db.rows(sql)


def test_of_two_writers_of_the_same_entry_exactly_one_wins(database: str) -> None:
    async def race(store: Store) -> None:
        async with opened(database) as other:
            for n in range(1, 21):
                both = [
                    outcome(one.append(row(at=n), n, body))
                    for one, body in ((store, b"ours"), (other, b"theirs"))
                ]
                found = await asyncio.gather(*both)
                assert sorted(map(repr, found)) == ["Conflict('t')", "None"]
                winner = b"ours" if found[0] is None else b"theirs"
                assert (await store.entries("t"))[n] == winner
            assert len(await other.entries("t")) == 21

    with_store(database, race)


def test_an_entry_that_does_not_follow_the_last_one_is_refused(database: str) -> None:
    async def gap(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append(row(at=7), 2, b"2")
        with pytest.raises(Conflict):
            await store.append(row(place="no table"), 1, b"1")
        await store.append(row(at=2), 1, b"1")
        assert await store.entries("t") == [b"0", b"1"]
        assert peek(database, "SELECT updated FROM tables") == [(2,)]

    with_store(database, gap)


def test_many_tables_share_a_commit(database: str) -> None:
    async def many(store: Store) -> None:
        places = [f"t{i}" for i in range(200)]
        await asyncio.gather(*(store.open_table(Opening(row(p), b"0", (), None)) for p in places))
        before = store.commits
        for n in range(1, 6):
            await asyncio.gather(*(store.append(row(p, n), n, f"{p} {n}".encode()) for p in places))
        assert store.commits - before < 1000 / 5
        assert await store.entries("t199") == [b"0", *(b"t199 %d" % n for n in range(1, 6))]
        assert peek(database, "SELECT COUNT(*) FROM tables WHERE updated = 5") == [(200,)]

    with_store(database, many)


def test_none_is_acknowledged_before_others_can_see_it(database: str) -> None:
    async def many(store: Store) -> None:
        places = [f"t{i}" for i in range(40)]
        await asyncio.gather(*(store.open_table(Opening(row(p), b"0", (), None)) for p in places))

        async def play(place: str) -> None:
            for n in range(1, 6):
                await store.append(row(place, n), n, f"{place} {n}".encode())
                found = other.rows("SELECT body FROM entries WHERE place = ? AND n = ?", (place, n))
                assert found == [(f"{place} {n}",)]
                assert other.rows("SELECT updated FROM tables WHERE id = ?", (place,)) == [(n,)]

        with closing(connect(database)) as other:
            await asyncio.gather(*map(play, places))

    with_store(database, many)


def test_a_failing_write_takes_none_down_beside_it(database: str) -> None:
    async def batch(store: Store) -> None:
        def broken(db: Connection) -> None:
            db.run("INSERT INTO meta VALUES ('kept', 'no')")
            raise ZeroDivisionError

        await store.open_table(Opening(row("u"), b"0", (), None))
        before, go_on = store.commits, threading.Event()
        hold = asyncio.ensure_future(store.write(lambda _: go_on.wait(20)))
        works = [
            store.append(row(), 1, b"1"),
            store.append(row(), 1, b"also 1"),
            store.append(row("u"), 2, b"2"),
            store.write(broken),
            store.write(lambda db: db.run("INSERT INTO nowhere VALUES (1)")),
            store.set_meta(a="b"),
        ]
        tasks = [asyncio.ensure_future(outcome(work)) for work in works]
        await asyncio.sleep(0)  # now all wait together
        go_on.set()
        found = await asyncio.gather(*tasks)
        assert [type(one).__name__ for one in found] == [
            "NoneType",
            "Conflict",
            "Conflict",
            "ZeroDivisionError",
            found[4].__class__.__name__,
            "NoneType",
        ]
        assert isinstance(found[4], StoreError)
        assert await store.entries("t") == [b"0", b"1"]
        assert (await store.meta("a"), await store.meta("kept")) == ("b", None)
        assert store.commits - before <= 4
        await hold

    with_store(database, batch)


def test_what_is_handed_over_is_stored_though_nobody_waits_any_more(database: str) -> None:
    async def leave(store: Store) -> None:
        task = asyncio.ensure_future(store.append(row(), 1, b"1"))
        await asyncio.sleep(0)
        task.cancel()
        await store.set_meta(after="it")
        assert await store.entries("t") == [b"0", b"1"]

    with_store(database, leave)


def test_a_fault_of_ours_in_adding_ends_no_thread(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fault(store: Store) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(database_module.Sqlite, "add", lambda *_: 1 / 0)
            broken.setattr(database_module.Postgres, "add", lambda *_: 1 / 0)
            with pytest.raises(StoreDown, match="ZeroDivisionError"):
                await store.append(row(), 1, b"1")
        await store.append(row(), 1, b"1")

    with_store(database, fault)


# A store that is as it should be.


def test_migrations_run_from_nothing_and_again_change_nothing(database: str) -> None:
    for _ in range(2):
        with closing(connect(database)) as db:
            migrate(db)
    assert peek(database, "SELECT value FROM meta WHERE name = 'schema'") == [(str(len(STEPS)),)]


def test_a_step_that_fails_leaves_the_store_as_it_was(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(database).close()
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, ("CREATE TABLE more (a TEXT)", "CREATE NONSENSE")))
    with pytest.raises(StoreError):
        Store(database)
    assert peek(database, "SELECT value FROM meta WHERE name = 'schema'") == [(str(len(STEPS)),)]
    with pytest.raises(StoreError):
        peek(database, "SELECT * FROM more")


def test_servers_that_start_at_once_make_the_tables_once(database: str) -> None:
    gate = threading.Barrier(5)

    def start() -> None:
        gate.wait()
        Store(database).close()

    with ThreadPoolExecutor(5) as threads:
        for done in [threads.submit(start) for _ in range(5)]:
            done.result()


def test_a_store_of_a_newer_version_is_refused_with_a_sentence(database: str) -> None:
    Store(database).close()
    with closing(connect(database)) as db:
        db.run("UPDATE meta SET value = '99' WHERE name = 'schema'")
    with pytest.raises(StoreError, match=r"schema 99.*newer version"):
        Store(database)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("mysql://host/name", "not a database that Kolej supports"),
        ("sqlite:/", "sqlite:///folder/file.db"),
        ("sqlite:///proc/kolej.db", "cannot be used"),
        ("postgresql://nobody@127.0.0.1:1/none", "cannot be reached"),
    ],
)
def test_a_store_that_cannot_be_used_says_why(url: str, told: str) -> None:
    with pytest.raises(StoreError, match=told):
        Store(url)


def test_a_file_that_is_no_database_is_refused_with_a_sentence(tmp_path: Any) -> None:
    (tmp_path / "kolej.db").write_text("not a database at all, but long enough to look like one" * 20)
    with pytest.raises(StoreError, match="not a database"):
        Store(f"sqlite://{tmp_path}/kolej.db")


# When it goes away.


def test_a_lost_connection_is_replaced_and_nothing_is_told_wrong(postgres: Cluster) -> None:
    url = postgres.database()

    async def cut(store: Store) -> None:
        def end(db: Connection) -> None:
            db.rows(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

        for n in range(1, 4):
            with closing(connect(url)) as db:
                end(db)
            await store.append(row(), n, b"%d" % n)
            assert len(await store.entries("t")) == n + 1

    with_store(url, cut)


def test_when_postgresql_stops_writes_fail_at_once_and_go_on_when_it_is_back(own_postgres: Cluster) -> None:
    async def outage(store: Store) -> None:
        await store.append(row(), 1, b"1")
        await asyncio.to_thread(own_postgres.stop)
        began = time.monotonic()
        with pytest.raises(StoreDown, match="PostgreSQL"):
            await store.append(row(), 2, b"2")
        with pytest.raises(StoreDown, match="PostgreSQL"):
            await store.entries("t")
        assert time.monotonic() - began < 8, "nobody waits for it"
        await asyncio.to_thread(own_postgres.start)
        await store.append(row(), 2, b"2 again")
        assert await store.entries("t") == [b"0", b"1", b"2 again"]

    with_store(own_postgres.database(), outage)


def test_a_plan_that_was_made_for_an_empty_postgresql_is_good_for_a_full_one(postgres: Cluster) -> None:
    url = postgres.database()
    Store(url).close()
    with closing(connect(url)) as db:
        sql = database_module._POSTGRES_ADD.decode().replace("%s", "'[]'")
        plan = " ".join(line for (line,) in db.rows(f"EXPLAIN {sql}"))
    assert "entries_pkey" in plan
    assert "Seq Scan" not in plan


def test_a_locked_sqlite_is_waited_for(tmp_path: Any) -> None:
    url = f"sqlite://{tmp_path}/kolej.db"

    async def locked(store: Store) -> None:
        with closing(sqlite3.connect(sqlite_path(url), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            task = asyncio.ensure_future(store.append(row(), 1, b"1"))
            await asyncio.sleep(0.1)
            assert not task.done()
            assert await store.entries("t") == [b"0"]  # readers go on
            other.execute("ROLLBACK")
        await task

    with_store(url, locked)


def test_a_full_disk_refuses_writes_keeps_reads_and_heals(tmp_path: Any) -> None:
    url = f"sqlite://{tmp_path}/kolej.db"

    async def full(store: Store) -> None:
        def limit(most: str) -> Callable[[Connection], Any]:
            return lambda db: db.rows(f"PRAGMA max_page_count = {most}")

        (((pages,),),) = [await store.read(lambda db: db.rows("PRAGMA page_count"))]
        await store.write(limit(pages))
        with pytest.raises(StoreDown, match="full"):
            await store.append(row(), 1, b"x" * 100_000)
        assert await store.entries("t") == [b"0"]
        # The connection was given up with its limit, as a disk gets room again.
        await store.append(row(), 1, b"x" * 100_000)
        assert len((await store.entries("t"))[1]) == 100_000

    with_store(url, full)


def test_a_closed_store_says_so(database: str) -> None:
    async def late(store: Store) -> None:
        await asyncio.to_thread(store.close)
        with pytest.raises(StoreDown, match="closed"):
            await store.append(row(), 1, b"1")

    with_store(database, late)
