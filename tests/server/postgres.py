"""A real PostgreSQL for tests: the one that KOLEJ_TEST_POSTGRES names, or a throw-away one of our own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

INSTALL = "sudo apt-get install postgresql"


class Cluster:
    """A PostgreSQL server in a folder, reached by a socket there; a database for each who asks."""

    def __init__(self, folder: Path, programs: Path, options: str = "-c fsync=off") -> None:
        self._folder = folder
        self._programs = programs
        self._options = f"-k {folder} -c listen_addresses='' -c max_connections=60 {options}"
        self._run("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", "kolej", "-E", "UTF8", "-N")
        self.start()

    def start(self) -> None:
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-l", log, "-o", self._options, "-w", "start")

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", mode, "-w", "stop")

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"kolej_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self._url("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name}".encode())
        return self._url(name)

    def _url(self, name: str) -> str:
        return f"postgresql://kolej@/{name}?host={self._folder}"

    def _run(self, program: str, *words: str) -> None:
        """As another user if we are root, for PostgreSQL does not run as root."""
        other = "postgres" if os.geteuid() == 0 else None
        done = subprocess.run(
            [self._programs / program, *words],
            user=other,
            group=other,
            extra_groups=[] if other else None,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=self._folder,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            text=True,
        )
        if done.returncode:
            log = self._folder / "log"
            raise RuntimeError(
                f"{program} failed: {done.stderr.strip()} {log.read_text() if log.exists() else ''}"
            )


class Given:
    """A server that is there already; databases are made in it, and stay."""

    def __init__(self, url: str) -> None:
        self._start = url

    def database(self) -> str:
        name = f"kolej_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self._start, autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name}".encode())
        return urlunsplit(urlsplit(self._start)._replace(path=f"/{name}"))


def programs(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder with initdb and pg_ctl."""
    found = shutil.which("initdb", path=environment.get("PATH"))
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "pg_ctl").exists()), None)


@contextmanager
def cluster(options: str = "-c fsync=off") -> Iterator[Cluster | None]:
    """A server of our own; None if PostgreSQL is not installed."""
    found = programs()
    if found is None:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="kolej-pg-", dir="/tmp"))  # a socket's path must be short
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        started = Cluster(folder, found, options)
        try:
            yield started
        finally:
            started.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
