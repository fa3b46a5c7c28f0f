"""Whether the planner and the rules are compiled is known for the very files that would be compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from kolej.bots import BOTS, warming
from kolej.bots.presets import SETUPS
from kolej.game.compile_cache import beside, mark
from kolej.rules.jit import RULES


def test_a_copied_or_rewritten_source_is_not_compiled_yet(tmp_path: Path) -> None:
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


def test_what_compiles_beside_a_process_ends_when_that_is_killed() -> None:
    work = "import time; print(1, flush=True); time.sleep(600)"
    began = f"from kolej.game.compile_cache import beside; beside({work!r}).wait()"
    with subprocess.Popen([sys.executable, "-c", began], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"1\n"
        parent.kill()
        said, _ = parent.communicate(timeout=60)  # ends when nobody has the pipe any more
        assert said == b""


def test_what_compiles_beside_a_process_comes_to_its_own_end() -> None:
    with beside("print(1, flush=True)") as other:
        assert other.wait(60) == 0
