"""The tool behind ``make mutants``: which faults it makes, where it looks, what it passes over."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import mutant_runner
import mutants
import pytest
from mutant_runner import ROOT
from mutations import mutants_of

from kolej.game.rulebook import _prepared, rulebook

SOURCE = '''"""A text."""

import os

LIMIT = 3


def first(values: list[int], most: int = LIMIT) -> int | None:
    """Another text."""
    if not values or len(values) > most:
        return None
    total = 0
    for value in values[0:most]:
        total += value - 1
    store.write("UPDATE rows SET a = ? WHERE n <= ? AND b IS NULL")
    return total
'''


def changes() -> set[tuple[int, str]]:
    return {(mutant.line, mutant.new) for mutant in mutants_of("a.py", SOURCE)}


def test_caches_are_cleared_for_each_test_though_they_are_left_out_of_garbage_collections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MUTANTS_TIMES", "some.json")
    rulebook("europe")
    gc.freeze()
    assert _prepared.cache_info().currsize
    mutant_runner.pytest_runtest_setup()
    assert not _prepared.cache_info().currsize


def test_each_mutant_has_one_fault_and_leaves_the_other_lines_alone() -> None:
    lines = SOURCE.splitlines()
    for mutant in mutants_of("a.py", SOURCE):
        compile(mutant.text, "a.py", "exec")
        now = mutant.text.splitlines()
        assert [n for n, (a, b) in enumerate(zip(lines, now, strict=True), 1) if a != b] == [mutant.line]


def test_edges_connectives_numbers_statements_results_and_sql_are_changed() -> None:
    assert changes() == {
        (5, "LIMIT = 4"),
        (10, "if (not values and len(values) > most):"),
        (10, "if (values) or len(values) > most:"),
        (10, "if not values or len(values) >= most:"),
        (12, "total = 1"),
        (13, "for value in values[1:most]:"),
        (14, "pass"),
        (14, "total -= value - 1"),
        (14, "total += (value + 1)"),
        (14, "total += value - 2"),
        (15, "pass"),
        (15, "store.write('UPDATE rows SET a = ? WHERE n < ? AND b IS NULL')"),
        (15, "store.write('UPDATE rows SET a = ? WHERE n <= ? OR b IS NULL')"),
        (15, "store.write('UPDATE rows SET a = ? WHERE n <= ? AND b IS NOT NULL')"),
        (16, "return None"),
    }


def test_every_source_has_tests_and_every_known_mutant_can_still_be_made() -> None:
    """Else a file was renamed, or a line changed, and the tool has to follow."""
    for target in mutants.TARGETS:
        assert all((ROOT / test).exists() for test in target.tests), target.name
    made = {one.key for found in mutants.every_mutant().values() for one in found}
    assert set(mutants.equivalents()) <= made


def test_the_same_seed_draws_the_same_mutants_as_many_from_each_target() -> None:
    found = mutants.every_mutant()
    drawn = mutants.drawn(found, 200, 1)
    assert [one.key for _, one in drawn] == [one.key for _, one in mutants.drawn(found, 200, 1)]
    assert [sum(name == target for target, _ in drawn) for name in found] == [50] * 4
    assert len({(one.file, one.line, one.new) for _, one in drawn}) == 200


def test_a_fault_that_a_test_notices_dies_and_one_that_none_notices_survives(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    for name in ("mutants", "mutations", "mutant_runner"):
        text = (ROOT / "tools" / f"{name}.py").read_text("utf-8")
        (tmp_path / "tools" / f"{name}.py").write_text(_small(text), "utf-8")
    (tmp_path / "src" / "small").mkdir(parents=True)
    (tmp_path / "src" / "small" / "sums.py").write_text(
        "def most(a, b):\n    return a if a > b else b\n\n\ndef more(a):\n    return a + 1\n", "utf-8"
    )
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_sums.py").write_text(
        "from small.sums import more, most\n\n\n"
        "def test_most():\n    assert (most(1, 2), most(2, 1)) == (2, 2)\n\n\n"
        "def test_more():\n    assert more(2) == 3\n",
        "utf-8",
    )
    found = subprocess.run(
        [sys.executable, "tools/mutants.py", "--all"],
        cwd=tmp_path,
        # as in pyproject.toml, which is not there: every mutant would import these plugins
        env=os.environ | {"PYTEST_ADDOPTS": "-p no:faker -p no:schemathesis"},
        capture_output=True,
        text=True,
    )
    assert found.returncode == 1, found.stdout + found.stderr
    assert "4 of 5 were noticed" in found.stdout, found.stdout
    assert "    + return a if a >= b else b" in found.stdout


def _small(text: str) -> str:
    start = text.find("TARGETS = (\n")
    if start < 0:
        return text
    end = text.index("\n)\n", start) + 3
    own = 'TARGETS = (Target("sums", ("src/small/*.py",), ("tests",)),)\n'
    return text[:start] + own + text[end:]
