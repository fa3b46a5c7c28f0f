"""``kolej arena``, ``kolej report`` and ``kolej bot`` as people type them."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from alone import Alone
from typer.testing import CliRunner, Result

from kolej.arena import runner
from kolej.arena.match import match
from kolej.arena.report.figures import study
from kolej.arena.report.page import page
from kolej.arena.results import Results
from kolej.arena.worker_pool import Games
from kolej.bots import BOTS
from kolej.cli import app

pytestmark = pytest.mark.usefixtures("alone")


def kolej(*words: str) -> Result:
    done = CliRunner().invoke(app, list(words))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def arena(*words: str) -> Result:
    return kolej("arena", "--board", "usa", "--bots", "random,random@1s", "--seed", "1", *words)


def test_the_json_has_what_it_promises_and_csv_and_parquet_the_same_games(tmp_path: Path) -> None:
    import pyarrow.parquet

    told, rows, columns = (tmp_path / name for name in ("a.json", "a.csv", "a.parquet"))
    done = arena("--games", "3", "--json", str(told), "--csv", str(rows), "--parquet", str(columns))
    assert done.exit_code == 0, done.output
    assert "4 games: 2 seeds in 2 seatings each" in done.stderr
    found = json.loads(told.read_text())
    assert list(found)[:5] == ["board", "players", "games", "bots", "failures"]
    assert (found["board"], found["players"], found["games"], found["failures"]) == ("usa", 2, 4, [])
    wanted = ["name", "games", "wins", "win_rate", "interval", "mean_score", "microseconds_per_decision"]
    for bot in found["bots"]:
        assert list(bot)[:7] == wanted
        assert bot["games"] == 4
        assert bot["interval"][0] <= bot["win_rate"] <= bot["interval"][1]
    assert sum(bot["wins"] for bot in found["bots"]) == 4
    with rows.open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 8
    for bot in found["bots"]:
        mine = [line for line in lines if line["bot"] == bot["name"]]
        assert sum(int(line["score"]) for line in mine) == pytest.approx(4 * bot["mean_score"])
        assert sum(float(line["win"]) for line in mine) == bot["wins"]
    table = pyarrow.parquet.read_table(columns).to_pylist()
    assert [str(row["score"]) for row in table] == [line["score"] for line in lines]
    assert list(table[0]) == list(lines[0])


def test_without_pyarrow_the_command_that_would_help_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    done = arena("--parquet", "x.parquet")
    assert done.exit_code == 1
    assert 'pip install "kolej[study]"' in done.stderr


def test_failures_are_counted_in_the_table_and_in_the_json(bad: str, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    done = kolej(
        "arena", "--board", "usa", "--bots", f"{bad}Raises,random", "--games", "4", "--json", str(file)
    )
    assert "raised 4 times: ValueError: no idea (bad.py:10)" in done.stdout
    (failure,) = json.loads(file.read_text())["failures"]
    assert (failure["kind"], failure["games"]) == ("raised", 4)
    worst = json.loads(file.read_text())["bots"][-1]
    assert (worst["wins"], worst["mean_score"], worst["failed"]) == (0, None, 4)


def test_an_interrupted_arena_keeps_what_is_done_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped(Alone):
        def blocks(self, first: int, last: int) -> Iterator[tuple[int, Games]]:
            yield from list(super().blocks(first, last))[:1]
            raise KeyboardInterrupt

    out = str(tmp_path / "out")
    with monkeypatch.context() as patch:
        patch.setattr(runner, "WorkerPool", Stopped)
        done = arena("--games", "4", "--out", out)
    assert done.exit_code == 130
    assert "stopped after 2 games; the same command continues from here" in done.stderr
    assert "random@1s" in done.stdout
    assert arena("--games", "4", "--out", out).exit_code == 0
    assert len(list(Results.open(Path(out)).games())) == 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bots", "gredy,random"), 'did you mean "greedy"'),
        (("--board", "urope"), "europe"),
        (("--option", "countries_connect"), "NAME=VALUE"),
        (("--option", "countries_conect=true"), 'did you mean "countries_connect"'),
        (("--option", "countries_connect=maybe"), "true, false or a number"),
        (("--anchor", "greedy"), "the anchor is one of random"),
        (("--json", "nowhere/a.json"), "there is no folder nowhere"),
        (("--players", "4"), "cannot take 4 seats"),
    ],
)
def test_mistakes_are_reported_with_a_suggestion(words: tuple[str, ...], said: str) -> None:
    done = arena("--games", "1", *words)
    assert done.exit_code == 1
    assert said in done.stderr.replace("\n", " ")


def test_bots_are_listed_with_their_character() -> None:
    done = kolej("bot", "list", "--json")
    told = {row["name"]: row["about"] for row in json.loads(done.stdout)}
    shown = kolej("bot", "list").stdout
    for name, listed in BOTS.items():
        assert told[name] == listed.about
        assert name in shown


class Checked(HTMLParser):
    """Every element is closed, in order; collects ids, rows of tables and captions."""

    EMPTY = frozenset({"meta", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.rows: list[list[str]] = []
        self.captions: list[str] = []
        self.shares: dict[str, float] = {}
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        if tag == "tr":
            self.rows.append([])
        elif tag == "td":
            self.rows[-1].append("")
        elif tag == "figcaption":
            self.captions.append("")
        if given.get("class") == "r1":
            self.shares.setdefault(given["data-route"] or "", float(given["data-share"] or 0))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        return

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "td":
            self.rows[-1][-1] += data
        elif self.open and self.open[-1] == "figcaption":
            self.captions[-1] += data


def test_a_report_is_well_formed_stands_alone_and_its_figures_are_those_of_the_results(
    tmp_path: Path, bad: str
) -> None:
    results = Results.begin(
        tmp_path / "out", match("poland", ["random", f"{bad}Good", f"{bad}Raises"], players=2, seed=6)
    )
    standings, _ = runner.run(results.match, 12, results=results)
    done = kolej("report", str(tmp_path / "out"), "-o", str(tmp_path / "page"))
    assert done.exit_code == 0, done.output
    text = (tmp_path / "page" / "index.html").read_text("utf-8")
    assert text == page(study(results), results)
    assert "http" not in text.replace("http://www.w3.org", "")
    found = Checked(text)
    assert len(found.ids) == len(set(found.ids))
    games = list(results.games())
    for i, route in enumerate(results.match.book.routes):
        taken = sum(game.taken_by[i] >= 0 for game in games)
        assert found.shares[route] == pytest.approx(taken / len(games), abs=1e-4)
    for bot in standings.table().bots:
        row = next(row for row in found.rows if row and row[0] == bot.name)
        assert row[1:3] == [str(bot.games), f"{100 * bot.win_rate:.1f} %"]
    counted = [s for g in games for n, s in enumerate(g.seats) if n not in {f.seat for f in g.failures}]
    kept = sum(len(seat.kept) for seat in counted)
    assert any(f"n = {kept:,} keeps" in caption for caption in found.captions)
    assert all("n = " in caption for caption in found.captions[1:-1])
    assert "8 seats of 12 games were finished by random" in found.captions[-1]
    names = {country.shown.en for country in results.match.book.board.countries}
    points = [float(row[2]) for row in found.rows if row and row[0] in names]
    assert len(points) == len(names)
    assert 12 * sum(points) == pytest.approx(sum(seat.country_points for seat in counted), abs=1)


def test_a_report_of_nothing_says_how_to_make_something(tmp_path: Path) -> None:
    done = kolej("report", str(tmp_path / "none"))
    assert done.exit_code == 1
    assert "kolej arena --out" in done.stderr.replace("\n", " ")
