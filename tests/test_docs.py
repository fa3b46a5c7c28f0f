"""What the documents say is so."""

from __future__ import annotations

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
