"""Every public name of every public module works, and works again in the same process."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import kolej
import kolej.game
from kolej.arena.match import Match, match
from kolej.arena.runner import run
from kolej.boards import load, schema
from kolej.bots import BOTS, Advice, Bot, Cause, Explains, Listed, for_people
from kolej.game import (
    actions,
    choices,
    codec,
    events,
    fair_luck,
    odds,
    outlook,
    paths,
    record,
    replay,
    rulebook,
    score,
    view,
)
from kolej.game.batch import Batch, random_games
from kolej.game.compiled import Compiled
from kolej.game.integers import integer

MODULES = ("kolej", "kolej.bots", "kolej.boards.load", "kolej.arena.match", "kolej.arena.runner")
INSIDE = {"narrate", "record_moves", "refusals", "score_check", "saved"}
"""Modules of kolej.game that are not for others."""
SECRET = b"s" * 32


def public_modules() -> Iterator[str]:
    yield from MODULES
    for module in pkgutil.iter_modules(kolej.game.__path__):
        if module.name not in INSIDE:
            yield f"kolej.game.{module.name}"


def public_names(name: str) -> list[str]:
    module = importlib.import_module(name)
    if hasattr(module, "__all__"):
        return list(module.__all__)
    return [
        each
        for each, thing in vars(module).items()
        if not each.startswith("_")
        and (inspect.isfunction(thing) or inspect.isclass(thing))
        and thing.__module__ == name
    ]


@cache
def played() -> kolej.Game:
    """A game on Europe that is over; nobody changes it."""
    game = kolej.new("europe", 2, seed=5)
    while not game.over:
        seat = game.awaited[0]
        game.play(kolej.bots.bot("local", seat).choose(game.view(seat), game.legal(seat)), seat)
    return game


def begun() -> kolej.Game:
    game = kolej.new("europe", 2, seed=5)
    for seat in game.awaited:
        game.step(game.rows(seat)[0], seat)
    return game


def look() -> kolej.View:
    game = begun()
    return game.view(game.awaited[0])


def told() -> record.Record:
    return played().record()


def raised(kind: type[Exception], *given: Any) -> str:
    with pytest.raises(kind) as caught:
        raise kind(*given)
    return str(caught.value)


def rebuilt(kind: Any, values: Any) -> Any:
    """A struct of this kind, written and read."""
    found = msgspec.json.decode(msgspec.json.encode(values), type=kind)
    assert found == values
    return found


def an_event(kind: type) -> Any:
    """An event of a kind as a game told it, or else as it could."""
    for event in played().events:
        if type(event) is kind:
            return rebuilt(kind, event)
    return msgspec.convert(EXAMPLES[kind.__name__], kind)


EXAMPLES: dict[str, dict[str, Any]] = {
    "Passed": {"event": "passed", "number": 1, "seat": 0},
    "WonCard": {"event": "won-card", "number": 1, "seat": 0, "country": "x", "points": 3, "left": 1},
    "GaveUp": {"event": "gave-up", "number": 1, "seat": 0, "route": "a--b", "cards": "RR"},
    "Built": {"event": "built", "number": 1, "seat": 0, "city": "paris", "cards": "R"},
    "Replaced": {"event": "replaced", "number": 1},
    "Reshuffled": {"event": "reshuffled", "number": 1, "size": 40},
    "Kept": {"event": "kept", "number": 1, "seat": 0, "count": 1, "given_back": 2, "tickets": None},
    "Tried": {
        "event": "tried", "number": 1, "seat": 0, "route": "a--b", "cards": "RR", "turned": "RGB", "extra": 1,
    },
}  # fmt: skip


def verified(_: object = None) -> kolej.Game:
    return replay.verify(told())


def a_record_file() -> record.Record:
    path = Path(FILES) / "game.json"
    path.write_bytes(told().to_json())
    return record.read_file(path)


FILES = ""
TOML = load.shipped()["usa"].read_bytes()

CALLS: dict[str, Callable[[], Any]] = {
    "kolej:BoardError": lambda: raised(kolej.BoardError, "no board"),
    "kolej:Game": lambda: kolej.Game.restore(begun().save()),
    "kolej:IllegalAction": lambda: raised(kolej.IllegalAction, "game-over", "over"),
    "kolej:InvalidAction": lambda: raised(kolej.InvalidAction, "no action"),
    "kolej:RecordError": lambda: raised(kolej.RecordError, "no record"),
    "kolej:View": lambda: kolej.View.from_bytes(look().book, look().to_bytes()).plain(),
    "kolej:board": lambda: kolej.board("usa"),
    "kolej:bots": lambda: kolej.bots.bot("greedy").choose(look(), begun().legal()),
    "kolej:new": lambda: kolej.new("usa", 2, seed=1).digest(),
    "kolej:new_fair": lambda: kolej.new_fair("usa", 2, secret=SECRET).digest(),
    "kolej:resample": lambda: kolej.resample(look(), random.Random(1)).digest(),
    "kolej.bots:Listed": lambda: Listed(*BOTS["greedy"]),
    "kolej.bots:Bot": lambda: Bot.choose(kolej.bots.bot("random"), look(), begun().legal()),
    "kolej.bots:BotError": lambda: raised(kolej.bots.BotError, "no bot"),
    "kolej.bots:for_people": for_people,
    "kolej.bots:needs_planner": lambda: kolej.bots.needs_planner("hard"),
    "kolej.bots:needs_search": lambda: kolej.bots.needs_search("search@1r"),
    "kolej.bots:bot": lambda: kolej.bots.bot("local", 1).choose(look(), begun().legal()),
    "kolej.bots:Cause": lambda: rebuilt(Cause, Cause("plan", {"points": 3})),
    "kolej.bots:Advice": lambda: rebuilt(Advice, Advice("draw", 0.0)),
    "kolej.bots:Explains": lambda: isinstance(kolej.bots.bot("planner"), Explains),
    "kolej.boards.load:Report": lambda: isinstance(load.check_file(load.find("usa")), load.Report),
    "kolej.boards.load:folders": load.folders,
    "kolej.boards.load:shipped": load.shipped,
    "kolej.boards.load:for_lessons": load.for_lessons,
    "kolej.boards.load:own": load.own,
    "kolej.boards.load:find": lambda: load.find("usa"),
    "kolej.boards.load:load": lambda: load.load("usa"),
    "kolej.boards.load:load_bytes": lambda: load.load_bytes(TOML, Path("usa.toml")),
    "kolej.boards.load:content_hash": lambda: load.content_hash(TOML),
    "kolej.boards.load:digest": lambda: load.digest(load.find("usa")),
    "kolej.boards.load:read_board": lambda: load.read_board(load.find("usa")),
    "kolej.boards.load:check_file": lambda: load.check_file(load.find("usa")).faults,
    "kolej.boards.load:check_bytes": lambda: load.check_bytes(TOML, Path("usa.toml")).faults,
    "kolej.boards.load:check_text": lambda: load.check_text(TOML.decode(), Path("usa.toml")).faults,
    "kolej.arena.match:MatchError": lambda: raised(ValueError, "no match"),
    "kolej.arena.match:Match": lambda: rebuilt(Match, match("usa", ["random", "greedy"])),
    "kolej.arena.match:number": lambda: match("usa", ["random", "greedy"]).deal(1),
    "kolej.arena.match:match": lambda: match("usa", ["random", "greedy"]).seatings,
    "kolej.arena.runner:run": lambda: run(match("usa", ["random", "random"], seed=1), 1)[0].games,
    "kolej.game.actions:InvalidAction": lambda: raised(actions.InvalidAction, "no action"),
    "kolej.game.actions:IllegalAction": lambda: raised(actions.IllegalAction, "game-over", "over"),
    "kolej.game.actions:DrawOpen": lambda: rebuilt(actions.DrawOpen, actions.DrawOpen("R")),
    "kolej.game.actions:DrawBlind": lambda: rebuilt(actions.DrawBlind, actions.DrawBlind()),
    "kolej.game.actions:DrawTickets": lambda: rebuilt(actions.DrawTickets, actions.DrawTickets()),
    "kolej.game.actions:Keep": lambda: rebuilt(actions.Keep, actions.Keep(("a--b",))),
    "kolej.game.actions:Claim": lambda: rebuilt(actions.Claim, actions.Claim("a--b", "RR")),
    "kolej.game.actions:Station": lambda: rebuilt(actions.Station, actions.Station("a", "R")),
    "kolej.game.actions:PayExtra": lambda: rebuilt(actions.PayExtra, actions.PayExtra("R")),
    "kolej.game.actions:GiveUp": lambda: rebuilt(actions.GiveUp, actions.GiveUp()),
    "kolej.game.actions:differs_in_swaps": lambda: actions.differs_in_swaps(*begun().legal()[:2]),
    "kolej.game.actions:in_order": lambda: actions.in_order("LRP"),
    "kolej.game.actions:checked": lambda: actions.checked(actions.Claim("a--b", "lr")),
    "kolej.game.actions:parse": lambda: actions.parse("claim a--b RR"),
    "kolej.game.actions:to_json": lambda: actions.to_json(actions.GiveUp()),
    "kolej.game.actions:from_json": lambda: actions.from_json(actions.to_json(actions.GiveUp())),
    "kolej.game.batch:Batch": lambda: (
        Batch(np.zeros((1, 2), np.int16), np.zeros((1, 2), np.int16), 1).decisions
    ),
    "kolej.game.batch:random_games": lambda: random_games("usa", 2, 2, threads=1).totals.tolist(),
    "kolej.game.choices:Choices": lambda: choices.Choices().lines(),
    "kolej.game.choices:choices": lambda: choices.choices(begun(), begun().awaited[0]).lines(),
    "kolej.game.codec:Holdings": codec.Holdings,
    "kolej.game.codec:holdings": lambda: codec.holdings(begun().compiled.state[0], 0),
    "kolej.game.codec:seen_holdings": lambda: codec.seen_holdings(look().sight[0]),
    "kolej.game.codec:Codec": lambda: begun().book.codec.action(1, codec.Holdings()),
    "kolej.game.codec:written": lambda: codec.written(0, 2, 1),
    "kolej.game.codec:counted": lambda: codec.counted("RRL"),
    "kolej.game.compiled:Compiled": lambda: Compiled.dealt(begun().book, 2, 1).copy().awaited,
    "kolej.game.determinize:resample": lambda: kolej.resample(look(), random.Random(2)).digest(),
    "kolej.game.events:seen_by": lambda: events.seen_by(begun().events[1], 1),
    "kolej.game.fair_luck:new_secret": lambda: len(fair_luck.new_secret()),
    "kolej.game.fair_luck:commitment": lambda: fair_luck.commitment(SECRET),
    "kolej.game.fair_luck:keeps": lambda: fair_luck.keeps(SECRET, fair_luck.commitment(SECRET)),
    "kolej.game.fair_luck:numbers": lambda: list(fair_luck.numbers(SECRET, ("x",), 1, 3)),
    "kolej.game.fair_luck:stream": lambda: fair_luck.stream(SECRET, ("x",), 1, 9),
    "kolej.game.fair_luck:equal": lambda: fair_luck.equal("a", "a"),
    "kolej.game.game:Game": lambda: begun().copy().score().winners,
    "kolej.game.game:new": lambda: kolej.new("poland", 3, seed=2).deal,
    "kolej.game.game:new_fair": lambda: kolej.new_fair("poland", 3, secret=SECRET).deal,
    "kolej.game.integers:integer": lambda: integer(np.int32(3), "a number"),
    "kolej.game.odds:unseen": lambda: odds.unseen(look()),
    "kolej.game.odds:tunnel_odds": lambda: odds.tunnel_odds(look(), "R"),
    "kolej.game.paths:Way": lambda: paths.Way(3, (1,)),
    "kolej.game.paths:Ways": lambda: paths.Ways(look()).between("paris", "roma"),
    "kolej.game.events:Wording": lambda: events.Wording().who(1),
    "kolej.game.events:how_many": lambda: events.how_many(2, "card"),
    "kolej.game.odds:TunnelOdds": lambda: rebuilt(odds.TunnelOdds, odds.tunnels(look(), "R")["R"]),
    "kolej.game.odds:tunnels": lambda: odds.tunnels(look(), "RL"),
    "kolej.game.outlook:Ahead": lambda: bytes(outlook.Ahead(0, (), []).written),
    "kolej.game.outlook:ClaimEffect": lambda: rebuilt(outlook.ClaimEffect, outlook.ClaimEffect()),
    "kolej.game.outlook:CountryCards": lambda: msgspec.structs.fields(outlook.CountryCards)[0].name,
    "kolej.game.outlook:Outlook": lambda: begun().outlook().tickets(0),
    "kolej.game.outlook:TicketProgress": lambda: rebuilt(
        outlook.TicketProgress, begun().outlook().tickets(0)[0]
    ),
    "kolej.game.record:RecordError": lambda: raised(record.RecordError, "no record"),
    "kolej.game.record:LuckError": lambda: raised(record.LuckError, 1, "is missing"),
    "kolej.game.record:Source": lambda: rebuilt(record.Source, told().source),
    "kolej.game.record:Move": lambda: rebuilt(record.Move, told().moves[0]),
    "kolej.game.record:Record": lambda: rebuilt(record.Record, told()),
    "kolej.game.record:read": lambda: record.read(told().to_json()),
    "kolej.game.record:read_file": a_record_file,
    "kolej.game.replay:book_of": lambda: replay.book_of(told(), None).board.id,
    "kolej.game.replay:outcome": lambda: replay.outcome(begun().book, "R"),
    "kolej.game.replay:begin": lambda: replay.begin(told()).digest(),
    "kolej.game.replay:advance": lambda: replay.advance(replay.begin(told()), told(), 0),
    "kolej.game.replay:replayed": lambda: replay.replayed(told()).digest(),
    "kolej.game.replay:resumed": lambda: replay.resumed(
        msgspec.structs.replace(told(), moves=told().moves[:3]), bytes(32)
    ).digest(),
    "kolej.game.replay:verify": lambda: verified().digest(),
    "kolej.game.rulebook:Rulebook": lambda: rulebook.Rulebook(kolej.board("usa")).routes,
    "kolej.game.rulebook:rulebook": lambda: rulebook.rulebook("usa").content,
    "kolej.game.score:Item": lambda: rebuilt(score.Item, played().score().seats[0].items[0]),
    "kolej.game.score:Borrowed": lambda: msgspec.structs.fields(score.Borrowed)[0].name,
    "kolej.game.score:SeatScore": lambda: rebuilt(score.SeatScore, played().score().seats[0]),
    "kolej.game.score:ScoreSheet": lambda: rebuilt(score.ScoreSheet, played().score()),
    "kolej.game.score:Compared": lambda: rebuilt(
        score.Compared, score.Compared("tickets", (0, 1), (3, 2), (0,))
    ),
    "kolej.game.score:TieBreak": lambda: rebuilt(score.TieBreak, score.TieBreak(9, (0, 1), (), True)),
    "kolej.game.score:tie_break": lambda: score.tie_break(played().book, played().compiled.state),
    "kolej.game.score:score_sheet": lambda: score.score_sheet(begun().book, begun().compiled.state),
    "kolej.game.view:SeatView": lambda: rebuilt(view.SeatView, look().seats[0]),
    "kolej.game.view:Tunnel": lambda: rebuilt(view.Tunnel, view.Tunnel("a--b", "RR", "RGB", 1, "R")),
    "kolej.game.view:View": lambda: look().plain(),
    "kolej.game.view:awaited": lambda: view.awaited(3, 1, 0, 0b101),
}
CALLS |= {
    f"kolej.game.events:{kind.__name__}": (lambda kind=kind: an_event(kind))  # type: ignore[misc]
    for kind in events.Event.__args__
}
PUBLIC = [f"{module}:{name}" for module in public_modules() for name in public_names(module)]


def test_every_public_name_has_a_call() -> None:
    assert sorted(CALLS) == sorted(PUBLIC)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("name", sorted(CALLS))
def test_it_works_and_works_again(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "FILES", str(tmp_path))
    first, again = CALLS[name](), CALLS[name]()
    assert type(first) is type(again)
    if isinstance(first, str | int | float | bool | list | tuple | dict | schema.Board | record.Record):
        assert first == again
    module, _, attribute = name.partition(":")
    found = importlib.import_module(module)
    assert getattr(found, attribute) is getattr(found, attribute)


def test_what_is_public_is_written_down_in_the_reference() -> None:
    """The page on the library names what the package gives at once."""
    page = (Path(__file__).parent.parent / "docs" / "library.md").read_text("utf-8")
    for name in kolej.__all__:
        assert f"`kolej.{name}`" in page or f"`{name}`" in page, name
    assert json.dumps(kolej.__all__) == json.dumps(sorted(kolej.__all__))
