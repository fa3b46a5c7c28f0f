"""Backups that fit either database, and tables and players looked after, beside a server or without one."""

from __future__ import annotations

import asyncio
import csv
import io
import itertools
import json
import os
import sqlite3
import stat
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playing import PATIENCE, running

from kolej.boards.starter import start
from kolej.game.record import read
from kolej.game.replay import verify
from kolej.server import board_files, maintenance
from kolej.server.maintenance import existing
from kolej.server.settings import Settings
from kolej.server.store import backup as backups
from kolej.server.store import migrations
from kolej.server.store.archive import ArchiveError
from kolej.server.store.backup import backup, restore
from kolej.server.store.database import StoreError, connect
from kolej.server.tables import registry


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup, made while the server ran: two games over, one of them on a board that is gone."""
    folder = tmp_path_factory.mktemp("saved")
    (folder / "boards").mkdir()
    start(folder / "boards" / "isle.toml")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KOLEJ_BOARDS", str(folder / "boards"))
        with running(folder, limits=False) as site:
            ala, ola = site.person("=Ala"), site.person("Ola")
            for board in ("isle", "usa"):
                place = ala.make(board)
                with ala.at(place) as seat:
                    seat.do("start")
                    seat.do("say", text="zażółć")
                    seat.play()
            ala.make("nordic", "host anyone", listed=True)
            password = {"name": "Ola", "password": "very secret"}
            ola.http.post("/api/account", json=password).raise_for_status()
            guest = site.person("Ela")
            guest.make("europe")
            guest.http.post("/api/login", json=password).raise_for_status()
            backup(site.settings.store_url, folder / "backup.zip")
    return folder / "backup.zip"


@pytest.fixture
def settings(saved: Path, database: str) -> Settings:
    """Of a store of either kind, filled from the backup."""
    restore(database, saved)
    return Settings(database=database)


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name != backups.MANIFEST}


def test_a_backup_of_a_restored_store_is_the_same_byte_for_byte(
    saved: Path, settings: Settings, tmp_path: Path
) -> None:
    again = tmp_path / "again.zip"
    manifest = backup(settings.database, again)
    assert manifest.counts["players"] == 3
    assert manifest.counts["entries"] > 100
    assert {name: sorted(text.splitlines()) for name, text in contents(again).items()} == {
        name: sorted(text.splitlines()) for name, text in contents(saved).items()
    }
    assert stat.S_IMODE(again.stat().st_mode) == 0o600


def test_a_backup_is_the_store_at_one_moment_whatever_is_written_meanwhile(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "PAGE", 2)
    began, stop = threading.Event(), threading.Event()

    def write() -> None:
        """A row for each of two tables in each transaction, so both grow alike."""
        db = connect(settings.database)
        for number in itertools.count():
            db.begin()
            db.run("INSERT INTO boards VALUES (?, 'x', 'x')", (f"w{number}",))
            db.run("INSERT INTO members VALUES ('w', ?)", (f"w{number}",))
            db.commit()
            began.set()
            if stop.is_set():
                break
        db.close()

    before = backup(settings.database, tmp_path / "backup.zip").counts
    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert began.wait(PATIENCE)
        for _ in range(5):
            now = backup(settings.database, tmp_path / "backup.zip", replace=True).counts
            assert now["boards"] - before["boards"] == now["members"] - before["members"]
    finally:
        stop.set()
        writer.join()
    assert now["members"] > before["members"], "something was written meanwhile"


def test_an_older_backup_is_brought_up_to_date_and_a_newer_one_refused(
    saved: Path, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = (*migrations.STEPS, ("ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",))
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "STEPS", newer)
        patch.setattr(backups, "STEPS", newer)
        restore(database, saved)
        db = connect(database)
        assert db.rows("SELECT DISTINCT mood FROM tables") == [("calm",)]
        db.close()
        manifest = backup(database, tmp_path / "newer.zip")
        assert "mood" in next(part.columns for part in manifest.parts if part.table == "tables")
    with pytest.raises(ArchiveError, match="too new for this version"):
        restore(f"sqlite://{tmp_path}/other.db", tmp_path / "newer.zip")


def test_people_go_on_in_a_store_of_another_kind_with_the_cookies_they_have(
    postgres: object, tmp_path: Path
) -> None:
    with running(tmp_path) as site:
        ala = site.person("Ala")
        place = ala.make("usa")
        with ala.at(place) as seat:
            seat.do("start")
            seat.play(3)
            n = seat.n
        cookies = dict(ala.http.cookies)
        backup(site.settings.store_url, tmp_path / "moving.zip")
    url = postgres.database()  # type: ignore[attr-defined]
    restore(url, tmp_path / "moving.zip")
    with running(tmp_path, database=url) as site:
        answer = httpx.get(f"{site.url}/api/tables/{place}", cookies=cookies, timeout=PATIENCE).json()
        assert answer["you"]["seats"] == [0]
        assert answer["n"] >= n


def test_a_store_with_tables_is_replaced_only_if_that_is_said(
    saved: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "BEAT", 0)  # the last sign of life is some seconds old
    with pytest.raises(StoreError, match="--replace"):
        restore(settings.database, saved)
    asyncio.run(maintenance.new_token(settings, "extra"))
    assert restore(settings.database, saved, replace=True).counts["players"] == 3
    with existing(settings) as db:
        assert not maintenance.people_called(db, "extra")


def test_a_store_that_a_server_uses_is_not_replaced(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert backups.BEAT == registry.BEAT
    monkeypatch.setattr(registry, "BEAT", 0.2)
    with running(tmp_path) as site, pytest.raises(StoreError, match="stop it first"):
        restore(site.settings.store_url, saved, replace=True)


def test_tables_go_on_after_an_upgrade_that_brings_another_board_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as site:
        place = site.person("Ala").make("usa")
    monkeypatch.setattr(board_files, "find_by_hash", lambda content: None)
    with running(tmp_path) as site:
        answer = httpx.get(f"{site.url}/api/tables/{place}", timeout=PATIENCE)
        assert answer.status_code == 200, answer.text


def changed(saved: Path, to: Path, name: str, text: bytes | None) -> Path:
    """The backup with one file changed or left out."""
    with zipfile.ZipFile(saved) as old, zipfile.ZipFile(to, "w") as new:
        for info in old.infolist():
            if info.filename != name:
                new.writestr(info.filename, old.read(info.filename))
            elif text is not None:
                new.writestr(info.filename, text)
    return to


def test_a_damaged_backup_changes_nothing_and_says_what_is_wrong(saved: Path, tmp_path: Path) -> None:
    whole = contents(saved)
    manifest = json.loads(zipfile.ZipFile(saved).read(backups.MANIFEST))
    newer = json.dumps(manifest | {"schema": 99}).encode()
    rows = whole["entries.jsonl"].replace(b"opened", b"0pened", 1)
    url = f"sqlite://{tmp_path / 'kolej.db'}"
    for name, text, says in (
        ("entries.jsonl", rows, "entries is not as it was written"),
        ("players.jsonl", None, "players is missing"),
        (backups.MANIFEST, None, "not a Kolej backup"),
        (backups.MANIFEST, newer, "schema 99"),
    ):
        with pytest.raises(ArchiveError, match=says):
            restore(url, changed(saved, tmp_path / "bad.zip", name, text))
    (tmp_path / "cut.zip").write_bytes(saved.read_bytes()[:-100])
    with pytest.raises(ArchiveError, match="damaged"):
        restore(url, tmp_path / "cut.zip")
    assert not (tmp_path / "kolej.db").exists()


def test_a_restore_that_fails_midway_leaves_the_store_as_it_was(
    saved: Path, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = backup(settings.database, tmp_path / "before.zip").counts
    monkeypatch.setattr(backups, "BEAT", 0)
    monkeypatch.setitem(backups.LATER, "chat", "no_such_column")
    with pytest.raises(ValueError, match="not in tuple"):
        restore(settings.database, saved, replace=True)
    assert backup(settings.database, tmp_path / "after.zip").counts == before


def test_a_backup_that_cannot_be_finished_leaves_no_file_and_the_old_one(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "kept.zip").write_bytes(b"old")
    with pytest.raises(ArchiveError, match="--force"):
        backup(settings.database, folder / "kept.zip")
    monkeypatch.setattr(backups, "_write", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        backup(settings.database, folder / "kept.zip", replace=True)
    assert [(path.name, path.read_bytes()) for path in folder.iterdir()] == [("kept.zip", b"old")]


def test_tables_are_told_with_their_players_the_last_used_first(settings: Settings) -> None:
    with existing(settings) as db:
        found = list(maintenance.tables(db))
        assert [(seen.board, seen.state, seen.players) for seen in found] == [
            ("europe", "waiting", ("Ola", "random")),
            ("nordic", "waiting", ("=Ala", None)),
            ("usa", "over", ("=Ala", "random")),
            ("isle", "over", ("=Ala", "random")),
        ]
        assert found[0].entries == 1
        assert [seen.board for seen in maintenance.tables(db, ("over",))] == ["usa", "isle"]


def test_old_tables_go_with_all_that_was_played_and_said_and_others_stay(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "PAGE", 1)
    with existing(settings) as db:
        last = {seen.board: seen for seen in maintenance.tables(db)}
        assert maintenance.count_old(db, last["usa"].updated, ("over", "waiting")) == 1
        assert maintenance.delete_old(db, last["usa"].updated, ("over", "waiting")) == 1
        assert maintenance.delete_old(db, last["europe"].updated + 1, ("over",)) == 1
        assert [seen.board for seen in maintenance.tables(db)] == ["europe", "nordic"]
        kept = {last["europe"].id, last["nordic"].id}
        assert {place for (place,) in db.rows("SELECT place FROM entries")} == kept
        assert {place for (place,) in db.rows("SELECT place FROM members")} == kept
        assert not db.rows("SELECT place FROM chat")


@pytest.mark.parametrize(("text", "hours"), [("12h", 12), ("90d", 2160), ("2 W", 336), ("1y", 8760)])
def test_a_length_of_time_is_read_as_people_write_it(text: str, hours: int) -> None:
    assert maintenance.span(text) == hours * 3_600_000


@pytest.mark.parametrize("text", ["", "90", "0d", "-3d", "1.5d", "d", "90 days"])
def test_what_is_no_length_of_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="90d"):
        maintenance.span(text)


def test_every_finished_game_is_exported_and_proves_true(settings: Settings, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    path = tmp_path / "games.zip"
    written, failed = asyncio.run(maintenance.export(settings, path, told=lambda *seen: told.append(seen)))
    assert (written, failed, told) == (2, {}, [(1, 2), (2, 2)])
    files = contents(path)
    rows = list(csv.DictReader(io.StringIO(files["index.csv"].decode())))
    (board,) = [name for name in files if name.startswith("boards/isle-")]
    (tmp_path / "isle.toml").write_bytes(files[board])
    for row in rows:
        record = read(files[row["file"]])
        game = verify(record, str(tmp_path / "isle.toml") if row["board"] == "isle" else None)
        assert game.over
        assert row["totals"] == "; ".join(str(seat.total) for seat in game.score().seats)
        assert row["seats"] == "'=Ala; random"
    assert [row["board"] for row in rows] == ["isle", "usa"]
    assert asyncio.run(maintenance.export(settings, tmp_path / "usa.zip", "usa"))[0] == 1


def test_a_game_that_cannot_be_read_is_left_out_and_told(settings: Settings, tmp_path: Path) -> None:
    with existing(settings) as db:
        (usa,) = [seen.id for seen in maintenance.tables(db) if seen.board == "usa"]
        db.run("DELETE FROM entries WHERE place = ? AND n = 5", (usa,))
    written, failed = asyncio.run(maintenance.export(settings, tmp_path / "games.zip"))
    assert (written, list(failed)) == (1, [usa])
    assert "gap" in failed[usa]


def test_players_are_found_by_handle_account_and_name_and_forgotten(settings: Settings) -> None:
    with existing(settings) as db:
        (ola,) = maintenance.accounts(db)
        assert (ola.name, ola.tables) == ("Ola", 1)
        assert maintenance.guests(db)[0] == 1
        assert maintenance.people_called(db, "OLA") == maintenance.people_called(db, ola.handle) == [ola]
        assert not maintenance.people_called(db, "Ela")
        (ala,) = maintenance.people_called(db, "=Ala")
        asyncio.run(maintenance.forget(settings, ola.id))
        asyncio.run(maintenance.forget(settings, ala.id))
        assert db.rows("SELECT COUNT(*) FROM players") == [(0,)]
        assert db.rows("SELECT COUNT(*) FROM chat") == [(0,)]
        assert next(iter(maintenance.tables(db))).players == ("somebody", "random")


def test_a_token_made_beside_a_running_server_opens_it(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        player, token = asyncio.run(maintenance.new_token(site.settings, "Robot"))
        headers = {"Authorization": f"Bearer {token}"}
        answer = httpx.get(f"{site.url}/api/me", headers=headers, timeout=PATIENCE)
        assert (answer.json()["name"], answer.json()["player"]) == ("Robot", player.handle)


def test_a_store_that_no_server_has_used_is_not_made_by_looking(tmp_path: Path, database: str) -> None:
    with (
        pytest.raises(StoreError, match=r"has no tables of Kolej's|there is no database"),
        existing(Settings(database=database)),
    ):
        pass
    assert not list(tmp_path.iterdir())


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
def test_only_its_owner_reads_a_new_database(tmp_path: Path) -> None:
    connect(f"sqlite://{tmp_path}/new/kolej.db").close()
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "new" / "kolej.db").stat().st_mode) == 0o600


def test_a_second_connection_does_not_take_the_locks_of_the_first(tmp_path: Path) -> None:
    """Else another process takes the database for unused and throws away what is in its log."""
    url = f"sqlite://{tmp_path}/kolej.db"
    first = connect(url)
    first.run("CREATE TABLE t (x)")
    second = connect(url)
    program = (
        "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('SELECT * FROM t'); db.close()"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "kolej.db")], check=True)
    assert (tmp_path / "kolej.db-wal").exists()
    first.run("INSERT INTO t VALUES (1)")
    assert second.rows("SELECT x FROM t") == [(1,)]
    first.close()
    second.close()
    with sqlite3.connect(tmp_path / "kolej.db") as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    db.close()
