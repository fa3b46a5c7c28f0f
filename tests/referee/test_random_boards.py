"""The engine and the referee play random boards and agree on everything, at every step."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest

import kolej
from kolej.game.actions import Action, Claim, Keep
from kolej.game.game import Game

from .board_file import ORDER, BoardFile
from .legal import actions
from .luck import Luck
from .random_boards import board_text
from .record import replay
from .sheet import compare
from .table import Seat, Table

MOST_MOVES = 400
SHEET_EVERY = 5
Seen = Counter[str]


def told(action: Action) -> str:
    """An action as the referee tells it: of swapped cards only how many, tickets in any order."""
    if isinstance(action, Claim) and action.swapped:
        return f"claim {action.route} {action.cards}+{len(action.swapped)}"
    if isinstance(action, Keep):
        return " ".join(["keep", *sorted(action.tickets)])
    return str(action)


def chosen(chance: Random, table: Table, seat: Seat, action: str) -> str:
    """A legal action with cards to swap drawn at random: any that the hand has are right."""
    if not action.startswith("claim") or "+" not in action:
        return action
    head, _, count = action.partition("+")
    rest = seat.hand - Counter(head.split(" ")[2])
    return f"{head}+{''.join(sorted(chance.sample(sorted(rest.elements()), int(count)), key=ORDER.index))}"


def agree(game: Game, table: Table) -> None:
    """What lies on the table, what each hand holds, who may do what."""
    view = game.view(None)
    assert (list(game.awaited), game.over) == (table.awaited, table.over)
    assert (view.deck, view.discards, view.display) == (
        table.deck.total(),
        dict(+table.discards),
        dict(+table.display),
    )
    assert view.stacks == {country: tuple(cards) for country, cards in table.stacks.items()}
    for number, seat in enumerate(table.seats):
        own, open_ = game.view(number), view.seats[number]
        assert own.hand == dict(+seat.hand)
        assert (set(own.tickets), list(own.offered)) == (seat.tickets, seat.offered)
        assert (open_.trains, set(open_.routes)) == (seat.trains, set(seat.routes))
        assert list(open_.station_cities) == seat.stations
        assert open_.country_cards == won(seat)
        legal = [told(action) for action in game.legal(number)]
        assert len(set(legal)) == len(legal), "an action stands twice"
        assert set(legal) == actions(table, number)


def won(seat: Seat) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for country, points in seat.cards:
        found[country] = (*found.get(country, ()), points)
    return found


def likely(action: str) -> float:
    """Random players would mostly draw; these build."""
    return {"claim": 6.0, "station": 0.3, "draw": 2.0, "tickets": 0.5}.get(action.split(" ")[0], 1.0)


def play(seed: int, folder: Path, seen: Seen) -> Table:
    """A whole game on a board of its own, or as much of it as is bearable."""
    chance = Random(seed)
    path = folder / f"random-{seed}.toml"
    path.write_text(board_text(seed), "utf-8")
    board = BoardFile(path.read_bytes(), {})
    game = kolej.new(path, chance.randint(*board.rules["players"]), seed=seed)
    table = Table(board, game.seats, Luck({"kind": "seeded", "seed": seed}), game.deal)
    agree(game, table)
    while not game.over and game.moves < MOST_MOVES:
        number = chance.choice(table.awaited)
        choices = sorted(actions(table, number))
        (action,) = chance.choices(choices, [likely(choice) for choice in choices])
        action = chosen(chance, table, table.seats[number], action)
        game.play(action, number)
        table.move(number, action, game.record_move(game.moves - 1).luck)
        agree(game, table)
        if game.moves % SHEET_EVERY == 0 or game.over:
            agree_on_sheet(game, table, seen)
        seen[action.split(" ")[0]] += 1
        seen["swap"] += "+" in action
    record = json.loads(game.record().to_json())
    assert replay(record, path).moves == game.moves
    seen["pass"] += table.passed
    seen["over"] += game.over
    seen["country card"] += sum(len(seat.cards) for seat in table.seats)
    return table


def agree_on_sheet(game: Game, table: Table, seen: Seen) -> None:
    """The score, as if the game ended now: ties are many while little is claimed."""
    sheet = game.score()
    compare(table, msgspec.to_builtins(sheet))
    seen["borrowed"] += sum(s.route is not None for seat in sheet.seats for s in seat.stations)
    seen["tie"] += bool(sheet.tie)
    seen["tie that is decided"] += bool(sheet.tie) and "share" not in sheet.tie


EVERYTHING = {
    *("draw", "tickets", "keep", "claim", "station", "pay", "give", "swap"),
    *("pass", "over", "country card", "borrowed", "tie", "tie that is decided"),
}
"""What a run must have come across to prove anything."""


@pytest.mark.parametrize("first", range(0, 16, 4))
def test_engine_and_referee_agree_on_random_boards(first: int, tmp_path: Path) -> None:
    seen: Seen = Counter()
    for seed in range(first, first + 4):
        play(seed, tmp_path, seen)
    assert {"draw", "tickets", "keep", "claim"} <= set(+seen)


@pytest.mark.soak
def test_engine_and_referee_agree_on_500_random_boards(tmp_path: Path) -> None:
    seen: Seen = Counter()
    for seed in range(1000, 1500):
        try:
            play(seed, tmp_path, seen)
        except BaseException:
            print(f"seed {seed}:\n{board_text(seed)}")
            raise
    print(dict(seen))
    assert set(+seen) >= EVERYTHING
