"""Boards by content hash: a record finds the very board it was played on, whatever became of the file."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import kolej
from kolej.boards import versions
from kolej.boards.errors import BoardError
from kolej.boards.layout import compute
from kolej.boards.layout.layout import Layout
from kolej.boards.load import check_file, digest, find, load, shipped
from kolej.boards.starter import start
from kolej.boards.versions import EARLIER, find_by_hash, load_by_hash
from kolej.bots import bot
from kolej.cli import app
from kolej.cli.text_game import saved_games
from kolej.game.game import Game
from kolej.game.record import RecordError
from kolej.game.replay import verify

VERSIONS = {
    "europe": ["1767813f63aae3bb"],
    "nordic": ["ef1a16eed39aad2f"],
    "poland": ["4e0520cb6d7cf037", "f96a411e25de46f9"],
    "usa": ["ed0d52308870f10e"],
}
"""Every content hash, cut short, that a shipped board has had since games were played on it, oldest first."""


@pytest.mark.parametrize("name", VERSIONS)
def test_a_shipped_board_that_changes_keeps_its_earlier_versions(name: str) -> None:
    *earlier, last = VERSIONS[name]
    now = digest(shipped()[name])
    assert now.startswith(last), (
        f"{name}.toml has changed, and records name boards by their content. Put the one before it and its "
        f"layout into {EARLIER.name}/ (git show HEAD:<path> > <its sha256>.toml, <its sha256>.layout.json), "
        f"then add {now[:16]} to the list of this test."
    )
    for start_of_hash in earlier:
        assert len(list(EARLIER.glob(f"{start_of_hash}*.toml"))) == 1, f"{name}: {start_of_hash} is not kept"


def test_every_shipped_board_is_listed() -> None:
    assert set(VERSIONS) == set(shipped())
    assert sum(len(found) - 1 for found in VERSIONS.values()) == len(list(EARLIER.glob("*.toml")))


@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.toml")), ids=lambda path: path.stem[:12])
def test_an_earlier_version_is_named_by_its_hash_has_no_fault_and_is_laid_out(path: Path) -> None:
    assert digest(path) == path.stem
    assert check_file(path).faults == ()
    board = load_by_hash(path.stem)
    assert board == load(path)
    plan = msgspec.json.decode(compute.beside(path).read_bytes(), type=Layout)
    assert plan.digest == compute.digest(board), f"kolej board layout {path}"


def test_boards_of_today_and_those_of_the_user_are_found_by_their_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOLEJ_BOARDS", str(tmp_path))
    isle = start(tmp_path / "isle.toml", None)
    assert find_by_hash(digest(find("usa"))) == find("usa")
    content = digest(isle)
    assert find_by_hash(content) == isle
    isle.write_bytes(isle.read_bytes() + b"\n# changed\n")
    assert find_by_hash(content) is None


@pytest.mark.parametrize("name", ["", "europe", "0" * 64, "../europe", "F" * 64])
def test_an_unknown_hash_finds_no_board(name: str) -> None:
    assert find_by_hash(name) is None
    with pytest.raises(BoardError, match="no board with the content hash"):
        load_by_hash(name)


def test_a_kept_file_that_somebody_changed_is_not_taken(tmp_path: Path, kept_boards: Path) -> None:
    isle = start(tmp_path / "isle.toml", None)
    content = digest(isle)
    assert versions.keep(content, isle.read_bytes())
    (kept,) = kept_boards.iterdir()
    assert find_by_hash(content) == kept
    kept.write_bytes(kept.read_bytes() + b"\n")
    assert find_by_hash(content) is None


def test_shipped_boards_are_not_kept_again(kept_boards: Path) -> None:
    finished("usa").record()
    assert not kept_boards.exists()


def test_games_are_recorded_even_if_the_boards_folder_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(versions, "kept_folder", lambda: tmp_path / "file" / "boards")
    isle = start(tmp_path / "isle.toml", None)
    assert not versions.keep(digest(isle), isle.read_bytes())
    assert finished(isle).record().content == digest(isle)


def finished(board: str | Path, seed: int = 1) -> Game:
    game = kolej.new(board, 2, seed=seed)
    player = bot("random", seed)
    while not game.over:
        seat = game.awaited[0]
        game.play(player.choose(game.view(seat), game.legal(seat)), seat)
    return game


@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.toml")), ids=lambda path: path.stem[:12])
def test_a_record_played_on_an_earlier_version_is_verified_without_naming_a_file(path: Path) -> None:
    record = finished(path).record()
    assert verify(record).book.content == path.stem
    other = msgspec.structs.replace(record, board="usa")
    with pytest.raises(RecordError, match='played on "usa", not on "poland"'):
        verify(other)


@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
def test_a_record_is_verified_after_the_users_board_was_edited_and_deleted(
    tmp_path: Path, ends: bytes
) -> None:
    isle = start(tmp_path / "isle.toml", None)
    isle.write_bytes(isle.read_bytes().replace(b"\n", ends))
    record = finished(isle).record()
    isle.write_bytes(isle.read_bytes() + b"\n# changed\n")
    assert verify(record).over
    isle.unlink()
    assert verify(record).over
    file = tmp_path / "game.json"
    file.write_bytes(record.to_json())
    assert CliRunner().invoke(app, ["verify", str(file)]).exit_code == 0
    assert CliRunner().invoke(app, ["replay", str(file)]).exit_code == 0


def test_a_saved_game_goes_on_after_its_board_was_edited_and_deleted(tmp_path: Path) -> None:
    isle = start(tmp_path / "isle.toml", None)
    game = kolej.new(isle, 2, seed=1)
    for seat in (0, 1):
        game.play(game.legal(seat)[0], seat)
    kept = saved_games.Saved("kolej saved game", 1, str(isle), 0, ("", "random"), 1, game.save())
    file = tmp_path / "game.kolej"
    file.write_bytes(msgspec.msgpack.encode(kept))
    isle.write_bytes(isle.read_bytes().replace(b"trains = ", b"trains = 1", 1))
    assert saved_games.read(file)[1].digest() == game.digest()
    isle.unlink()
    assert saved_games.read(file)[1].digest() == game.digest()


def test_a_saved_game_whose_board_is_nowhere_says_so(tmp_path: Path, kept_boards: Path) -> None:
    isle = start(tmp_path / "isle.toml", None)
    kept = saved_games.Saved(
        "kolej saved game", 1, str(isle), 0, ("", "random"), 1, kolej.new(isle, 2, seed=1).save()
    )
    file = tmp_path / "game.kolej"
    file.write_bytes(msgspec.msgpack.encode(kept))
    isle.unlink()
    for path in kept_boards.iterdir():
        path.unlink()
    with pytest.raises(RecordError, match="no longer exists"):
        saved_games.read(file)


def test_a_rulebook_holds_the_very_file_whose_hash_it_names(tmp_path: Path) -> None:
    isle = start(tmp_path / "isle.toml", None)
    before = kolej.new(isle, 2, seed=1).book
    isle.write_bytes(isle.read_bytes() + b"\n# changed\n")
    after = kolej.new(isle, 2, seed=1).book
    assert after.file == before.file + b"\n# changed\n"
    assert (after.content, after is before) == (digest(isle), False)
