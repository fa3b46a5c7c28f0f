"""``kolej lesson`` as people use it."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner, Result

from kolej.cli import app
from kolej.lessons.load import find


def kolej(*words: str) -> Result:
    return CliRunner().invoke(app, ["lesson", *words])


def test_lessons_are_listed_in_order_for_people_and_for_programs() -> None:
    rows = json.loads(kolej("list", "--json").stdout)
    assert [row["name"] for row in rows] == ["first-ride", "europe", "nordic", "poland"]
    assert all(row["title"] in kolej("list").stdout for row in rows)


def test_a_lesson_is_checked_by_name_and_by_file(tmp_path: Path) -> None:
    done = kolej("check", "poland")
    assert (done.exit_code, done.stdout) == (
        0,
        "poland: played and won: 21 moves, 18 points, the game could go on\n",
    )
    mine = tmp_path / "mine.toml"
    mine.write_text(find("poland").read_text("utf-8").replace("turns = 2", "turns = 1"), "utf-8")
    done = kolej("check", "poland", str(mine))
    assert done.exit_code == 1
    assert "mine.toml:54: steps[1].turns: the solution does not reach the goal in 1 turns" in done.stdout
    told = json.loads(kolej("check", str(mine), "--json").stdout)
    assert [fault["key"] for fault in told[0]["faults"]] == ["steps[1].turns"]


def test_a_lesson_that_is_not_there_is_told() -> None:
    done = kolej("check", "polska", "nowhere.toml")
    assert done.exit_code == 1
    assert 'there is no lesson "polska"' in done.output
    assert 'there is no file "nowhere.toml"' in done.output
