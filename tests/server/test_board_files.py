"""A table keeps the very board it was started with, and its layout, whatever becomes of the files."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec.structs import replace
from playing import Message, Person, running

from kolej.boards.layout import compute
from kolej.boards.load import digest, find, load
from kolej.boards.starter import start
from kolej.server.board_files import BoardFiles
from kolej.server.store import migrations
from kolej.server.store.backup import backup, restore
from kolej.server.store.database import StoreError, connect
from kolej.server.store.store import Store
from kolej.server.tables import event_log

T = TypeVar("T")


@pytest.fixture
def isle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, isle_layout: bytes) -> Path:
    """A board of the server's own, written as some editors do, and laid out."""
    folder = tmp_path / "boards"
    folder.mkdir()
    monkeypatch.setenv("KOLEJ_BOARDS", str(folder))
    board = start(folder / "isle.toml")
    board.write_bytes(board.read_bytes().replace(b"\n", b"\r\n"))
    compute.beside(board).write_bytes(isle_layout)
    assert compute.stored(load(board), board) is not None
    return board


def edit(board: Path) -> None:
    """Another board of that name: shorter routes, hence other rows for a bot to choose from."""
    text = board.read_text("utf-8")
    assert "length = 3" in text
    board.write_text(text.replace("length = 3", "length = 2"), "utf-8")


def record(person: Person, place: str) -> Message:
    found: Message = person.http.get(f"/api/tables/{place}/record").raise_for_status().json()
    return found


def test_a_game_goes_on_with_its_board_though_the_file_is_edited_and_the_server_restarts(
    tmp_path: Path, isle: Path
) -> None:
    content = digest(isle)
    with running(tmp_path, limits=False) as site:
        ala = site.person("Ala")
        place = ala.make("isle", "host bot:greedy")
        with ala.at(place) as seat:
            seat.do("start")
            seat.play(2)
            edit(isle)
            seat.play(3)
        cookies = dict(ala.http.cookies)
    isle.unlink()
    with running(tmp_path, limits=False) as site:
        ala = site.person(None)
        ala.http.cookies.update(cookies)
        with ala.at(place) as seat:
            seat.play()
        told = record(ala, place)
        assert told["content"] == content
        answer = ala.http.post("/api/records/verify", json=told).raise_for_status().json()
        assert (answer["good"], answer["fault"]) == (True, None)
        steps = ala.http.post("/api/records/steps", json=told, params={"count": 1})
        assert steps.raise_for_status().json()["board"] == "isle"


def test_the_store_and_its_backup_hold_board_and_layout_byte_for_byte(tmp_path: Path, isle: Path) -> None:
    file, plan = isle.read_bytes(), compute.beside(isle).read_bytes()
    with running(tmp_path, limits=False) as site:
        place = site.person("Ala").make("isle", "host host")
        backup(site.settings.store_url, tmp_path / "backup.zip")
    compute.beside(isle).write_bytes(b"{}")
    isle.unlink()
    url = f"sqlite://{(tmp_path / 'other.db').as_posix()}"
    restore(url, tmp_path / "backup.zip")

    async def look(found: Store, files: BoardFiles) -> None:
        opened = event_log.read((await found.entries(place))[0])
        assert isinstance(opened, event_log.Opened)
        assert await files.file(opened.content) == file
        assert (await found.layout(opened.layout) or "").encode() == plan
        assert (await files.book("isle", opened.content, {})).file == file

    with_files(url, look)


def with_files(url: str, work: Callable[[Store, BoardFiles], Awaitable[T]]) -> T:
    async def run() -> T:
        found = Store(url)
        files = BoardFiles(found)
        try:
            return await work(found, files)
        finally:
            files.close()
            await asyncio.to_thread(found.close)

    return asyncio.run(run())


def test_a_layout_made_for_another_board_is_not_kept_with_a_table(tmp_path: Path, isle: Path) -> None:
    edit(isle)
    with running(tmp_path, limits=False) as site:
        place = site.person("Ala").make("isle", "host host")
        url = site.settings.store_url

    async def look(found: Store, files: BoardFiles) -> None:
        opened = event_log.read((await found.entries(place))[0])
        assert isinstance(opened, event_log.Opened)
        assert (opened.content, opened.layout) == (digest(isle), "")

    with_files(url, look)


def test_a_board_that_is_nowhere_is_told(tmp_path: Path) -> None:
    async def look(found: Store, files: BoardFiles) -> None:
        assert await files.find("0" * 64) is None
        assert await found.layout("0" * 64) is None
        with pytest.raises(
            StoreError, match='the board "isle" has changed, and its earlier version is not stored'
        ):
            await files.book("isle", "0" * 64, {})

    with_files(f"sqlite://{(tmp_path / 'kolej.db').as_posix()}", look)


def test_a_file_that_was_cleared_out_of_the_temporary_folder_is_written_again(tmp_path: Path) -> None:
    async def look(found: Store, files: BoardFiles) -> None:
        book = await files.book("usa", digest(find("usa")), {})
        path = files.path(book)
        assert path.read_bytes() == find("usa").read_bytes()
        path.unlink()
        assert files.path(book).read_bytes() == find("usa").read_bytes()

    with_files(f"sqlite://{(tmp_path / 'kolej.db').as_posix()}", look)


@pytest.fixture
def first(database: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A store as schema 1 left it."""
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "STEPS", migrations.STEPS[:1])
        with closing(connect(database)) as db:
            migrations.migrate(db)
            assert db.rows("SELECT value FROM meta WHERE name = 'schema'") == [("1",)]
    return database


def test_a_store_of_schema_1_gets_the_layouts_and_keeps_all_else(first: str, isle: Path) -> None:
    content = digest(isle)
    kept = isle.read_bytes().decode().replace("\r\n", "\n")  # as schema 1 kept files
    with closing(connect(first)) as db:
        db.run("INSERT INTO boards VALUES (?, 'isle', ?)", (content, kept))
        db.run("INSERT INTO players (id, handle, name, created) VALUES ('a', 'b', 'c', 1)")
    file = isle.read_bytes()
    isle.unlink()

    async def look(found: Store, files: BoardFiles) -> None:
        assert await found.meta("schema") == str(len(migrations.STEPS))
        assert await files.file(content) == file, "with the line ends that its hash is of"
        assert await found.layout("x") is None
        assert (await found.player("a")) is not None

    with_files(first, look)


def test_a_backup_of_schema_1_is_restored_with_its_boards(first: str, isle: Path, tmp_path: Path) -> None:
    with closing(connect(first)) as db:
        db.run("INSERT INTO boards VALUES (?, 'isle', ?)", (digest(isle), isle.read_bytes().decode()))
    assert backup(first, tmp_path / "old.zip").schema == 1
    url = f"sqlite://{(tmp_path / 'new.db').as_posix()}"
    restore(url, tmp_path / "old.zip")
    content, file = digest(isle), isle.read_bytes()
    isle.unlink()
    assert with_files(url, lambda _, files: files.file(content)) == file


def test_a_board_that_is_laid_out_is_called_ready(tmp_path: Path, isle: Path) -> None:
    with running(tmp_path, limits=False) as site:
        answer = site.person("Ala").http.get(f"/api/boards/{isle.stem}/readiness")
        assert answer.raise_for_status().json() == {"ready": True, "progress": 1.0}


def test_a_layout_is_asked_for_by_its_hash_and_another_is_never_given_in_its_place(
    tmp_path: Path, isle: Path
) -> None:
    with running(tmp_path, limits=False) as site:
        http = site.person("Ala").http
        tables = [site.people[0].make(board, "host host") for board in ("usa", isle.stem)]
        usa, own = (http.get(f"/api/tables/{place}").json()["table"] for place in tables)
        for table, other in ((usa, own), (own, usa)):
            page = f"/api/boards/{table['content']}"
            known = http.get(f"{page}/drawing", params={"layout": table["layout"]})
            assert known.status_code == 200
            assert known.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert http.get(f"{page}/plan", params={"layout": table["layout"]}).status_code == 200
            for part, layout in product(("drawing", "plan"), ("0" * 64, "x", other["layout"])):
                answer = http.get(f"{page}/{part}", params={"layout": layout})
                assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store"), layout
                assert answer.json()["reason"] == "no-such-layout"
                assert "without layout=" in answer.json()["detail"]


def test_a_layout_fits_every_board_with_the_same_cities_and_routes_and_no_other(isle: Path) -> None:
    plan = compute.stored(load(isle), isle)
    assert plan is not None
    assert compute.fits(load(isle), replace(plan, digest="of an earlier program"))
    assert not compute.fits(load(isle), replace(plan, cities=plan.cities[1:]))
    assert not compute.fits(load(isle), replace(plan, spaces=plan.spaces[1:]))
    edit(isle)
    assert not compute.fits(load(isle), plan)
