"""``kolej board balance`` finds what was made crooked, and its figures are those of the games."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alone import Alone
from typer.testing import CliRunner, Result

from kolej.arena import balance as weighing
from kolej.arena import runner
from kolej.arena.balance import Balance, above, balance, below, planned
from kolej.arena.balance_counts import Figure, Sums
from kolej.arena.blocks import play_block
from kolej.arena.guard import Guard
from kolej.arena.match import match
from kolej.boards.load import find
from kolej.cli import app
from kolej.game.game import new

pytestmark = pytest.mark.usefixtures("alone")

GOOD, BAD = "Lublin – Warszawa", "Szczecin – Zamość"


def kolej(*words: str) -> Result:
    done = CliRunner().invoke(app, ["board", "balance", *words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


@pytest.fixture(scope="module")
def crooked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Poland with one ticket that is far too good and one that is good for nothing."""
    text = find("poland").read_text("utf-8")
    for ends, points in (('a = "lublin", b = "warszawa"', 60), ('a = "szczecin", b = "zamosc"', 1)):
        (line,) = [line for line in text.splitlines() if ends in line and "points" in line]
        text = text.replace(line, f"  {{ {ends}, points = {points} }},")
    path = tmp_path_factory.mktemp("boards") / "crooked.toml"
    path.write_text(text.replace('id = "poland"', 'id = "crooked"', 1), "utf-8")
    return path


@pytest.fixture(scope="module")
def weighed(crooked: Path) -> Balance:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "WorkerPool", Alone)
        patch.setattr(weighing, "STYLES", {})
        return balance(planned(str(crooked), 2, seed=1), 150)


def test_a_ticket_that_wins_games_and_one_that_never_pays_are_out_of_line(weighed: Balance) -> None:
    out = {(remark.name, remark.says) for remark in weighed.out_of_line if remark.kind == "ticket"}
    assert (GOOD, "wins games by itself") in out
    assert {says for name, says in out if name == BAD} & {"loses points", "is given back when offered"}
    assert len({name for name, _ in out} - {GOOD, BAD}) <= 2, "the others are as they were"


def test_what_is_out_of_line_is_said_and_only_strictly_an_error(
    weighed: Balance, crooked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weighing, "balance", lambda *_, **__: weighed)
    done = kolej(str(crooked))
    assert done.exit_code == 0
    said = " ".join(done.stdout.split())
    assert f"out of line: ticket, 2 players: {GOOD} wins games by itself:" in said
    assert f"crooked: {len(weighed.out_of_line)} out of line" in done.stderr
    assert kolej(str(crooked), "--strict").exit_code == 1
    straight = msgspec.structs.replace(weighed, remarks=())
    monkeypatch.setattr(weighing, "balance", lambda *_, **__: straight)
    assert kolej(str(crooked), "--strict").exit_code == 0


def test_two_players_and_the_most_are_played_and_styles_where_there_are_countries() -> None:
    found = json.loads(kolej("poland", "--games", "4", "--json").stdout)
    assert [(count["players"], count["games"]) for count in found["counts"]] == [(2, 4), (4, 4)]
    assert [(style["bot"], style["games"]) for style in found["styles"]] == [
        ("planner-no-countries", 4),
        ("planner-only-countries", 4),
    ]
    assert len(found["counts"][0]["stacks"]) == 7
    usa = json.loads(kolej("usa", "--games", "4", "--players", "3", "--json").stdout)
    assert [count["players"] for count in usa["counts"]] == [3]
    assert usa["styles"] == []
    assert usa["counts"][0]["first_pair"] is None


def test_the_same_seed_gives_the_same_figures() -> None:
    def told(seed: str) -> Any:
        return json.loads(kolej("usa", "--players", "2", "--games", "4", "--seed", seed, "--json").stdout)

    assert told("5") == told("5")
    assert told("5")["counts"] != told("6")["counts"]


def test_figures_are_those_of_the_games() -> None:
    this = match("poland", ["planner"] * 3, seed=4)
    sums = Sums(this.book, 3, 4)
    games = []
    for block in range(8):
        (game,) = played = play_block(this, block, Guard(60))
        games.append(game)
        sums.add(played)
    found = weighing.counted(sums)
    assert sum(seat.value for seat in found.seats) == pytest.approx(1)
    for place, ticket in enumerate(found.tickets):
        kept = [seat for game in games for seat in game.seats if place in seat.kept]
        if not kept:
            assert ticket.gain is ticket.wins is None
            continue
        assert ticket.gain is not None
        assert ticket.wins is not None
        gains = [ticket.points if place in seat.made else -ticket.points for seat in kept]
        assert ticket.gain.value == pytest.approx(sum(gains) / len(gains))
        assert ticket.wins.value == pytest.approx(sum(seat.win for seat in kept) / len(kept))
        assert ticket.wins.interval[0] <= ticket.wins.value <= ticket.wins.interval[1]
    offered = [
        (ticket, seat)
        for game in games
        for number, seat in enumerate(game.seats)
        for ticket in new("poland", 3, seed=game.seed).view(number).offered
    ]
    assert sum(ticket.kept.cases for ticket in found.tickets if ticket.kept) == len(offered)
    names = this.book.ticket_index
    for ticket in found.tickets:
        mine = [names[ticket.id] in seat.kept for name, seat in offered if name == ticket.id]
        assert (ticket.kept.value if ticket.kept else None) == (sum(mine) / len(mine) if mine else None)
    for route in found.routes:
        tracks = [this.book.route_index[track] for track in route.tracks]
        taken = sum(any(game.taken_by[track] >= 0 for track in tracks) for game in games)
        assert route.taken.value == taken / len(games)
    assert sum(len(route.tracks) for route in found.routes) == len(this.book.routes)
    for place, stack in enumerate(found.stacks):
        tops = [seat.win for game in games for seat in game.seats if (place, 0) in seat.cards]
        assert (stack.wins.value if stack.wins else None) == (sum(tops) / len(tops) if tops else None)
    firsts = [
        min(when) / game.turns
        for game in games
        if (when := [seat.joined_at for seat in game.seats if seat.joined_at >= 0])
    ]
    assert found.first_pair is not None
    assert found.first_pair.value == pytest.approx(sum(firsts) / len(firsts))


def test_only_a_whole_interval_beyond_a_limit_is_out_of_line() -> None:
    figure = Figure(0.6, (0.52, 0.7), 100)
    assert (above(figure, 0.5), above(figure, 0.55), above(figure, 0.65)) == ("out", "perhaps", None)
    assert (below(figure, 0.75), below(figure, 0.65), below(figure, 0.55)) == ("out", "perhaps", None)
    assert above(None, 0.5) is below(None, 0.5) is None


def test_a_route_is_unused_only_if_it_is_with_any_number_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    found: Balance = balance(planned("nordic", seed=3), 20)
    two, three = found.counts
    idle = [
        a.name
        for a, b in zip(two.routes, three.routes, strict=True)
        if not a.taken.value and not b.taken.value
    ]
    told = [remark.name for remark in found.remarks if remark.kind == "route"]
    assert told == idle
    monkeypatch.setattr(weighing, "NOBODY", 1.1)
    told = [remark.name for remark in weighing._routes([two, three]) if remark.verdict == "out"]
    assert len(told) > len(idle), "with a limit that all routes are under, some are surely"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("polnd",), "poland"),
        (("nowhere/board.toml",), "nowhere/board.toml"),
        (("nordic", "--players", "5"), "Nordic Countries is for 2 to 3 players, not 5"),
    ],
)
def test_mistakes_are_reported_with_a_suggestion(words: tuple[str, ...], said: str) -> None:
    done = kolej(*words)
    assert done.exit_code == 1
    assert said in " ".join(done.stderr.split())


def test_a_board_with_faults_is_not_played(crooked: Path, tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(crooked.read_text("utf-8").replace('b = "warszawa", points', 'b = "warsaw", points'))
    done = kolej(str(path))
    assert done.exit_code == 1
    assert "fault" in done.stderr or "warsaw" in done.stderr


def test_the_document_says_the_limits_that_are_used() -> None:
    text = (Path(__file__).parents[2] / "docs" / "adding-a-board.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", text.split("## Is it in balance?")[1], re.MULTILINE))

    def said(row: str) -> list[int]:
        (found,) = [told for name, told in rows.items() if name.startswith(row)]
        return [int(number) for number in re.findall(r"\d+(?= %| points)", found)]

    def parts(*limits: float) -> list[int]:
        return [round(100 * limit) for limit in limits]

    assert said("a ticket") == parts(weighing.NEVER_KEPT, weighing.DECIDES)
    assert said("a route") == parts(weighing.NOBODY)
    assert said("a country's stack") == parts(weighing.DECIDES, weighing.NOBODY)
    assert said("a place") == parts(weighing.SEAT)
    assert said("a style") == parts(weighing.HOPELESS, weighing.AS_GOOD)
    assert said("the first pair") == parts(weighing.SELDOM)
