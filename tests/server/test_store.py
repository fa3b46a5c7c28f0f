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
from kolej.server.store.database import Clash, Connection, StoreDown, StoreError, connect, sqlite_path
from kolej.server.store.migrations import STEPS, migrate
from kolej.server.store.store import ChatRow, Conflict, Opening, Player, Store, TableRow

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
        ("mysql://host/name", "no database that Kolej knows"),
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


# What is in it.


def test_texts_of_all_scripts_are_kept_and_those_that_cannot_be_are_refused(database: str) -> None:
    name = "Zażółć 🚂 漢字 'quoted\" \\ %s ? $1"

    async def texts(store: Store) -> None:
        await store.new_player(player(name), 1)
        found = await store.player(f"id-{name}")
        assert found is not None
        assert found.name == name
        body = f'{{"entropy":"\\u0000{name}"}}'.encode()
        await store.append(row(), 1, body)
        assert (await store.entries("t"))[1] == body
        await store.open_table(Opening(row("u"), b"0", (), None))
        await asyncio.gather(store.append(row(), 2, body), store.append(row("u"), 1, body))
        assert (await store.entries("t"))[2] == (await store.entries("u"))[1] == body
        with pytest.raises(StoreError, match="NUL"):
            await store.rename(f"id-{name}", "nu\0l")
        assert await store.entries("nu\0l") == []
        assert await store.player("nu\0l") is None

    with_store(database, texts)


def test_a_guest_who_is_joined_to_an_account_is_found_as_it_and_forgotten_with_it(database: str) -> None:
    async def people(store: Store) -> None:
        for name in ("guest", "owner", "other"):
            await store.new_player(player(name), 1)
        assert await store.make_account("id-owner", "Owner", "hash")
        assert not await store.make_account("id-other", "oWNER", "hash")
        assert not await store.make_account("id-owner", "Again", "hash")
        await store.append(row(at=5), 1, b"1", ("id-guest", "id-other"))
        await store.new_token("hashed", "number", "id-guest", "label", 1)
        assert await store.token_player("hashed") == "id-guest"
        await store.say("t", ChatRow(0, 1, "id-guest", None, "c", "hello", None))
        await store.join("id-guest", "id-owner")
        found = await store.people(("id-guest", "id-owner", "id-nobody"))
        assert {key: one.id for key, one in found.items()} == {"id-guest": "id-owner", "id-owner": "id-owner"}
        assert [r.id for r in await store.tables_of("id-owner", 99, 9)] == ["t"]
        assert await store.token_player("hashed") is None  # who used this browser before may have made it
        await store.join("id-owner", "id-other")  # an account is joined to nobody
        assert (await store.people(("id-owner",)))["id-owner"].id == "id-owner"
        assert await store.tables_of("id-owner", 99, 9)
        assert set(await store.forget("id-owner")) == {"t"}
        assert await store.people(("id-guest", "id-owner")) == {}
        assert await store.chat("t", 9) == []
        assert len(await store.entries("t")) == 2

    with_store(database, people)


def test_who_is_forgotten_mutes_nobody_any_more_and_the_mutes_of_others_stay(database: str) -> None:
    async def muting(store: Store) -> None:
        for name in ("gone", "guest", "stays"):
            await store.new_player(player(name), 1)
        assert await store.make_account("id-gone", "Gone", "hash")
        for name in ("gone", "guest"):
            await store.mute(f"id-{name}", "h-stays", True)
            await store.mute(f"id-{name}", "h-stays", True)  # again is no fault
        await store.mute("id-stays", "h-gone", True)
        await store.mute("id-stays", "h-guest", True)
        await store.mute("id-stays", "h-guest", False)
        await store.join("id-guest", "id-gone")
        assert await store.mutes("id-gone") == {"h-stays"}
        await store.forget("id-gone")
        assert peek(database, "SELECT player, muted FROM mutes") == [("id-stays", "h-gone")]
        assert await store.mutes("id-gone") == frozenset()

    with_store(database, muting)


def test_a_push_address_keeps_its_owner_until_another_comes_with_it(database: str) -> None:
    async def addresses(store: Store) -> None:
        for name in ("guest", "owner", "other"):
            await store.new_player(player(name), 1)
        assert await store.make_account("id-owner", "Owner", "hash")
        await store.add_push("id-guest", "phone", "key", "auth", 5)
        await store.add_push("id-guest", "desk", "key", "auth", 4)
        await store.drop_push("phone", "id-other")  # not theirs
        assert await store.pushes("id-guest") == [("desk", "key", "auth"), ("phone", "key", "auth")]
        await store.join("id-guest", "id-owner")
        assert [address for address, *_ in await store.pushes("id-owner")] == ["desk", "phone"]
        assert await store.pushes("id-guest") == []
        await store.add_push("id-other", "phone", "new key", "new auth", 6)  # another uses this browser now
        assert await store.pushes("id-other") == [("phone", "new key", "new auth")]
        assert await store.pushes("id-owner") == [("desk", "key", "auth")]
        await store.drop_push("phone", "id-other")
        await store.drop_push("desk")  # the push service says that it is gone
        assert await store.pushes("id-other") == await store.pushes("id-owner") == []

    with_store(database, addresses)


def test_a_row_that_breaks_a_rule_is_told_apart_from_a_store_that_is_down(database: str) -> None:
    async def clash(store: Store) -> None:
        await store.new_player(player("a"), 1)
        with pytest.raises(Clash):
            await store.new_player(player("a"), 1)
        with pytest.raises(Clash):
            await store.new_token("hash", "number", "nobody", "label", 1)

    with_store(database, clash)


def test_chat_is_numbered_without_gap_and_the_last_lines_come_in_order(database: str) -> None:
    async def chat(store: Store) -> None:
        for number in range(5):
            await store.say("t", ChatRow(number, 1, "p", None, f"c{number}", "x", None))
        with pytest.raises(Conflict):
            await store.say("t", ChatRow(4, 1, "q", None, "c", "y", None))
        assert [line.number for line in await store.chat("t", 3)] == [2, 3, 4]

    with_store(database, chat)


def test_lists_come_by_pages_the_latest_first(database: str) -> None:
    async def lists(store: Store) -> None:
        for at in range(1, 6):
            await store.open_table(
                Opening(row(f"t{at}", at, listed=at != 3, wake=at * 10), b"0", ("p",), None)
            )
        assert [r.id for r in await store.listed(99, 2)] == ["t5", "t4"]
        assert [r.id for r in await store.listed(4, 9)] == ["t2", "t1"]
        assert [r.id for r in await store.tables_of("p", 4, 9)] == ["t3", "t2", "t1"]
        assert await store.awake(30) == [("t1", 10), ("t2", 20), ("t3", 30)]

    with_store(database, lists)


def test_a_value_that_is_set_once_stays_whoever_asks(database: str) -> None:
    async def once(store: Store) -> None:
        async with opened(database) as other:
            found = await asyncio.gather(store.once("key", "a"), other.once("key", "b"))
            assert found[0] == found[1] == await store.meta("key")

    with_store(database, once)
