"""docs/rules.md names every rule, and what it names exists."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NUMBERS = {"C": 19, "E": 10, "N": 6, "P": 9}
IDS = [f"{letter}{number}" for letter, last in NUMBERS.items() for number in range(1, last + 1)]
TESTS = {
    name
    for path in Path(__file__).parent.glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


def row(name: str) -> list[str]:
    (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| {name} |")]
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize("name", IDS)
def test_every_rule_has_a_line_with_its_module_and_a_test_that_exists(name: str) -> None:
    _, what, module, proved = row(name)
    assert len(what) > 10
    dotted = module.strip("`")
    importlib.import_module(dotted if "." in dotted else f"kolej.rules.{dotted}")
    named = re.findall(r"`(\w+)`", proved)
    assert named
    for test in named:
        assert test in TESTS
        assert test.startswith(f"test_{name.lower()}_")


def test_every_test_that_the_page_names_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert named <= TESTS


def test_every_option_is_explained() -> None:
    from kolej.game.rulebook import OPTIONS

    assert all(row(f"`{option}`") for option in OPTIONS)


def test_tests_of_rules_name_the_rule_that_they_prove() -> None:
    """All but those of the helpers, and of this page."""
    apart = {"test_lawful.py", "test_position.py", "test_rules_page.py"}
    for path in Path(__file__).parent.glob("test_*.py"):
        if path.name not in apart:
            for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
                found = re.match(r"test_([cenp]\d+)_", name)
                assert found, name
                assert found[1].upper() in IDS, name
