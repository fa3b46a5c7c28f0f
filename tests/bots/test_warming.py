"""Whether the planner and the rules are compiled is known for the very files that would be compiled."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from kolej.bots import BOTS, warming
from kolej.bots.setups import SETUPS
from kolej.rules.jit import RULES
from kolej.warming import mark


def test_a_copy_elsewhere_and_one_written_again_are_not_compiled_yet(tmp_path: Path) -> None:
    first, second = tmp_path / "first" / "plan", tmp_path / "second" / "plan"
    first.mkdir(parents=True)
    (first / "one.py").write_text("X = 1\n", "utf-8")
    shutil.copytree(first, second)
    before = mark(first)
    assert before == mark(first)
    assert before.parent == mark(second).parent, "the same text is kept in the same folder"
    assert before != mark(second)
    os.utime(first / "one.py", (1, 1))
    assert before != mark(first)
    assert mark(RULES).parent != before.parent


def test_planners_are_known_by_name_and_everybody_else_needs_no_planner() -> None:
    assert {name for name in BOTS if warming.needs_planner(name)} == set(SETUPS)
    assert not warming.needs_planner("mybot.py::MyBot@2ms")
