"""The page on writing a bot keeps its promise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kolej.arena.match import match
from kolej.arena.runner import run

PAGE = (Path(__file__).parents[2] / "docs" / "writing-a-bot.md").read_text("utf-8")
GAMES = 60


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("beaten", ["greedy", pytest.param("local", marks=pytest.mark.soak)])
def test_the_bot_of_the_page_has_thirty_lines_and_beats_greedy(tmp_path: Path, beaten: str) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.S)
    assert sum(bool(line.strip()) for line in code.splitlines()) <= 30
    assert "planner" not in code
    path = tmp_path / "diplomat.py"
    path.write_text(code, "utf-8")
    standings, _ = run(match("poland", [f"{path}::Diplomat", beaten], seed=1), GAMES, until_decided=True)
    table = standings.table()
    best = table.bots[0]
    assert best.name.endswith("::Diplomat")
    assert best.interval[0] > 0.5
    assert not table.failures
