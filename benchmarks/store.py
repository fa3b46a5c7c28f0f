"""Appends per second and their cost to the event loop, on SQLite and PostgreSQL, with full synchronisation.

    python benchmarks/store.py [--seconds 2]

References, in the same run: a bare loop of INSERT and COMMIT for each row on the same database, and a bare
write and fsync of a file in the same folder. PostgreSQL runs in a temporary cluster with fsync on; it is left
out where it is not installed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

import psycopg
from postgres import INSTALL, cluster

from kolej.server.store.database import sqlite_path
from kolej.server.store.store import Opening, Store, TableRow

BODY = (
    b'{"what":"moved","at":1763250000000,"by":"qv8sPk3mWnZtYbRcDfGhJx","id":"c1234","seat":1,'
    b'"action":"claim paris--zurich RRL","luck":[],"banks":[600000,600000]}'
)
LINE = b'{"board":"europe","clock":{"kind":"none"},"spectators":true,"free":0,"players":["a","b"]}'
TABLES = (1, 50, 500)


def row(place: str, n: int) -> TableRow:
    return TableRow(place, 1, n, "playing", False, None, LINE)


def rate(work: Callable[[], object], seconds: float) -> float:
    """How many times per second something can be done."""
    done, began = 0, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        work()
        done += 1
    return done / took


def bare_fsync(folder: Path, seconds: float) -> float:
    file = os.open(folder / "bare", os.O_CREAT | os.O_WRONLY)

    def once() -> None:
        os.write(file, BODY)
        os.fsync(file)

    try:
        return rate(once, seconds)
    finally:
        os.close(file)


def bare_rows(url: str, seconds: float) -> float:
    """A loop that inserts a row and commits, with none of our code in between."""
    text = BODY.decode()
    if url.startswith("sqlite"):
        lite = sqlite3.connect(sqlite_path(url), isolation_level=None)
        lite.execute("PRAGMA journal_mode = WAL")
        lite.execute("PRAGMA synchronous = FULL")
        lite.execute("CREATE TABLE bare (n INTEGER PRIMARY KEY, body TEXT)")
        sql = "INSERT INTO bare (body) VALUES (?)"
        found = rate(lambda: lite.execute(sql, (text,)), seconds)
        lite.close()
        return found
    with psycopg.connect(url, autocommit=True) as big:
        big.execute("CREATE TABLE bare (n SERIAL PRIMARY KEY, body TEXT)")
        return rate(lambda: big.execute("INSERT INTO bare (body) VALUES (%s)", (text,)), seconds)


async def appends(url: str, tables: int, seconds: float) -> tuple[float, float, float, float]:
    """Appends and commits per second, microseconds of the event loop's thread for each, the median wait."""
    store = Store(url)
    places = [f"{tables}-{i}" for i in range(tables)]
    await asyncio.gather(*(store.open_table(Opening(row(p, 0), b"{}", (), None)) for p in places))
    waits: list[float] = []
    end = time.perf_counter() + seconds

    async def play(place: str) -> None:
        n = 0
        while (began := time.perf_counter()) < end:
            n += 1
            await store.append(row(place, n), n, BODY)
            waits.append(time.perf_counter() - began)

    commits, began, cpu = store.commits, time.perf_counter(), time.thread_time()
    await asyncio.gather(*map(play, places))
    took, cpu = time.perf_counter() - began, time.thread_time() - cpu
    commits = store.commits - commits
    await asyncio.to_thread(store.close)
    return len(waits) / took, commits / took, cpu / len(waits) * 1e6, sorted(waits)[len(waits) // 2] * 1e3


def measure(name: str, url: str, folder: Path, seconds: float) -> None:
    synced, bare = bare_fsync(folder, seconds / 2), bare_rows(url, seconds / 2)
    print(f"{name}: bare fsync {synced:,.0f}/s, bare INSERT and COMMIT {bare:,.0f}/s")
    print("  tables  appends/s  of bare INSERT  of bare fsync  commits/s  wait ms  loop µs an append")
    for tables in TABLES:
        many, commits, cpu, wait = asyncio.run(appends(url, tables, seconds))
        print(
            f"  {tables:6}  {many:9,.0f}  {many / bare:13.2f}x  {many / synced:12.2f}x"
            f"  {commits:9,.0f}  {wait:7.2f}  {cpu:17.1f}",
            flush=True,
        )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--seconds", type=float, default=2.0)
    words.add_argument("--folder", default=None, help="a folder on the disk to measure")
    given = words.parse_args()
    with tempfile.TemporaryDirectory(prefix="kolej-store-", dir=given.folder) as folder:
        measure("SQLite", f"sqlite://{folder}/kolej.db", Path(folder), given.seconds)
    with (
        cluster("-c fsync=on") as server,
        tempfile.TemporaryDirectory(prefix="kolej-store-", dir=given.folder) as folder,
    ):
        if server is None:
            print(f"PostgreSQL: not installed; {INSTALL}")
        else:
            measure("PostgreSQL", server.database(), Path(folder), given.seconds)
    assert threading.active_count() == 1


if __name__ == "__main__":
    main()
