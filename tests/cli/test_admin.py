"""``kolej admin`` as an operator uses it, mistyping included."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kolej.cli import app
from kolej.server.settings import Settings
from kolej.server.store.database import connect
from kolej.server.store.migrations import migrate

LINE = (
    '{"board":"usa","clock":{"kind":"none"},"spectators":true,"free":0,'
    '"players":["p0","p1"],"names":[null,null],"awaited":[]}'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store with an old table, three guests, two of one name, and an account."""
    db = connect(Settings(data=str(tmp_path)).store_url)
    migrate(db)
    for number, (name, account) in enumerate(
        [("Ala", None), ("Ala", None), ("Ola", "ola"), ("[b]Ela", None)]
    ):
        values = (f"p{number}", f"handle{number}", name, account)
        db.run("INSERT INTO players (id, handle, name, account, created) VALUES (?, ?, ?, ?, 1000)", values)
    db.run("INSERT INTO tables VALUES ('abcdEFGHijkm', 1000, 1000, 'waiting', 0, NULL, ?)", (LINE,))
    db.run("INSERT INTO entries VALUES ('abcdEFGHijkm', 0, '{}')")
    db.run("INSERT INTO members VALUES ('p0', 'abcdEFGHijkm')")
    db.close()
    return tmp_path


def admin(*words: str, folder: Path, answer: str | None = None) -> Result:
    return CliRunner().invoke(app, ["admin", *words, "--data", str(folder)], input=answer)


def test_tables_are_listed_for_people_and_for_programs(folder: Path) -> None:
    shown = admin("tables", folder=folder).stdout
    assert all(word in shown for word in ("abcdEFGHijkm", "usa", "waiting", "1970-01-01", "Ala, Ala"))
    (table,) = json.loads(admin("tables", "--json", "--state", "waiting", folder=folder).stdout)
    assert (table["entries"], table["updated"]) == (1, 1000)
    assert json.loads(admin("tables", "--json", "--state", "over,playing", folder=folder).stdout) == []


def test_nothing_is_deleted_unless_somebody_says_yes(folder: Path) -> None:
    words = ("delete", "--older-than", "90d")
    assert "1 table (waiting, over, closed)" in admin(*words, "--dry-run", folder=folder).stdout
    for answer in ("n\n", ""):
        done = admin(*words, folder=folder, answer=answer)
        assert done.exit_code == 1
        assert "nothing was deleted" in done.stderr
    assert "nothing was deleted" in admin(*words, "--state", "over", "--yes", folder=folder).stdout
    assert json.loads(admin("tables", "--json", folder=folder).stdout)
    assert "1 tables were deleted" in admin(*words, folder=folder, answer="y\n").stdout
    assert not json.loads(admin("tables", "--json", folder=folder).stdout)


def test_a_player_is_forgotten_by_a_name_that_is_clear(folder: Path) -> None:
    several = admin("forget", "Ala", "--yes", folder=folder)
    assert several.exit_code == 1
    assert "handle0" in several.stderr
    assert "handle1" in several.stderr
    assert admin("forget", "handle1", folder=folder, answer="y\n").exit_code == 0
    gone = admin("forget", "ola", "--yes", folder=folder)
    assert "Ola (handle2) was deleted" in gone.stdout
    assert "restart" in gone.stderr
    left = json.loads(admin("players", "--json", folder=folder).stdout)
    assert left == {"accounts": [], "guests": 2, "last_guest": 1000}
    assert "1 table" in admin("delete", "--older-than", "1h", "--dry-run", folder=folder).stdout


def test_names_are_shown_as_they_are(folder: Path) -> None:
    assert "[b]Ela (handle3)" in admin("forget", "[b]Ela", "--yes", folder=folder).stdout


def test_players_are_listed(folder: Path) -> None:
    shown = admin("players", folder=folder).stdout
    assert "handle2" in shown
    assert "1 accounts, 3 guests" in shown


def test_a_token_is_all_that_is_printed(folder: Path) -> None:
    done = admin("token", "My bot", folder=folder)
    assert done.stdout.startswith("kolej_")
    assert len(done.stdout.splitlines()) == 1
    for name in ("", "x" * 31, "a\x1bb"):
        assert "1 to 30 signs" in admin("token", name, folder=folder).stderr


def test_a_backup_goes_to_a_file_and_comes_back(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file, other = str(folder / "b.zip"), tmp_path_factory.mktemp("other")
    assert "1 tables with 1 entries, 4 players" in admin("backup", file, folder=folder).stderr
    assert "--force" in admin("backup", file, folder=folder).stderr
    assert admin("backup", file, "--force", folder=folder).exit_code == 0
    assert "--replace" in admin("restore", file, folder=folder).stderr
    assert admin("restore", file, folder=other).exit_code == 0
    assert json.loads(admin("players", "--json", folder=other).stdout)["guests"] == 3


def test_an_export_tells_how_many_games_there_are(folder: Path) -> None:
    done = admin("export", str(folder / "games.zip"), folder=folder)
    assert "games.zip: 0 games" in done.stderr
    assert (folder / "games.zip").stat().st_mode & 0o777 == 0o600


def test_settings_are_shown_with_where_they_come_from_and_no_password(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOLEJ_DATABASE", "postgresql://kolej:word@host/kolej")
    monkeypatch.setenv("KOLEJ_PORT", "9000")
    for words in (("settings",), ("settings", "--json")):
        done = admin(*words, folder=folder)
        assert "word" not in done.output
        assert "kolej:***@host" in done.output
    rows = {row["name"]: row for row in json.loads(admin("settings", "--json", folder=folder).stdout)}
    assert (rows["port"]["value"], rows["port"]["from"]) == (9000, "KOLEJ_PORT")
    assert (rows["data"]["from"], rows["pace"]["from"]) == ("--data", "default")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("tables", "--state", "ovr"), 'did you mean "over"?'),
        (("tables", "--state", ","), "name some of"),
        (("delete", "--older-than", "90"), "write 12h, 90d"),
        (("forget", "Nobody", "--yes"), 'no player "Nobody"'),
        (("backup", "."), "is a folder"),
        (("backup", "/no/such/folder/b.zip"), "no such file or directory"),
        (("restore", "missing.zip"), "no such file"),
        (("restore", "pyproject.toml"), "not a Kolej archive"),
    ],
)
def test_a_mistake_is_reported_with_a_suggestion(folder: Path, words: tuple[str, ...], says: str) -> None:
    done = admin(*words, folder=folder)
    assert done.exit_code == 1
    assert says in done.stderr.lower() or says in done.stderr


@pytest.mark.parametrize(
    "words",
    [("tables",), ("players",), ("backup", "b.zip"), ("export", "e.zip"), ("token", "a"), ("forget", "a")],
)
def test_a_folder_without_a_database_is_told_and_stays_empty(words: tuple[str, ...], tmp_path: Path) -> None:
    done = admin(*words, folder=tmp_path)
    assert done.exit_code == 1
    assert "there is no database" in done.stderr
    assert not list(tmp_path.iterdir())
