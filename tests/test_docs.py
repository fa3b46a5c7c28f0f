"""What the documents say is so."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import json
from pathlib import Path

import msgspec
import pytest

from kolej.boards import schema

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "adding-a-board.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("part", [schema.Rules, schema.Map])
def test_the_guide_explains_every_rule_and_map_key_with_its_default(part: type[msgspec.Struct]) -> None:
    for field in msgspec.structs.fields(part):
        (row,) = [
            line
            for line in GUIDE.splitlines()
            if line.startswith(f"| `{part.__name__.lower()}.{field.name}` |")
        ]
        default = row.split("|")[2].strip().strip("`")
        if isinstance(field.default, bool):
            assert default == str(field.default).lower()
        elif isinstance(field.default, int):
            assert default == str(field.default)


@pytest.mark.parametrize(
    "part", [schema.City, schema.Country, schema.Route, schema.Ticket, schema.Board, schema.Water]
)
def test_the_guide_names_every_key_of_a_line(part: type[msgspec.Struct]) -> None:
    for field in msgspec.structs.fields(part):
        assert f"`{field.name}" in GUIDE, field.name


def test_the_project_names_no_folder_beside_it() -> None:
    """It stands alone: nothing is read from outside when it is built, run or tested."""
    outside = "../" + "shared"
    for path in (
        *ROOT.glob("src/**/*.py"),
        *ROOT.glob("tests/**/*.py"),
        ROOT / "Makefile",
        ROOT / ".ci" / "run",
    ):
        assert outside not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize("name", ["kolej", "kolej.game.actions"])
def test_the_examples_in_docstrings_run(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted
    assert not found.failed


@pytest.mark.parametrize("board", ["europe", "nordic", "poland", "usa"])
def test_the_games_in_the_documents_are_those_that_are_played(board: str) -> None:
    spec = importlib.util.spec_from_file_location("games", ROOT / "tools" / "games.py")
    assert spec is not None
    assert spec.loader is not None
    games = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(games)
    assert (ROOT / "docs" / "games" / f"{board}.txt").read_text(encoding="utf-8") == games.told(board)


def test_the_document_of_the_record_names_every_field() -> None:
    from kolej.game.record import Move, Record, Source
    from kolej.game.rulebook import OPTIONS
    from kolej.game.score import ScoreSheet, SeatScore

    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    for part in (Move, Record, Source, ScoreSheet, SeatScore):
        for field in msgspec.structs.fields(part):
            assert f"`{field.name}`" in text, field.name
    for option in OPTIONS:
        assert f"`{option}`" in text


def test_every_option_is_explained_in_the_rules_and_in_every_language_of_the_client() -> None:
    from kolej.game.rulebook import OPTIONS

    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    words = ROOT / "web" / "src" / "i18n"
    for option in OPTIONS:
        assert f"\n| `{option}` | " in rules, option
        for language in schema.LANGUAGES:
            texts = json.loads((words / language / "texts.json").read_text(encoding="utf-8"))
            for key in (f"lobby.option-{option}", f"lobby.option-{option}-about", f"panels.option.{option}"):
                assert texts[key], (key, language)


def test_every_test_that_is_called_slow_is_there() -> None:
    for line in (ROOT / "tests" / "slow.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            path, _, name = line.partition("::")
            wanted = f"def {name}(" if name else "def test_"
            assert wanted in (ROOT / path).read_text(encoding="utf-8"), line
