"""Rows and actions are two names of the same things; the compiled state is reached by no bot."""

from __future__ import annotations

import gc
import inspect
import re
import types
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kolej
from kolej.bots import BOTS, bot
from kolej.game.actions import Action, Claim, IllegalAction, InvalidAction, Keep, Station
from kolej.game.codec import Codec, Holdings, seen_holdings
from kolej.game.compiled import Compiled
from kolej.game.game import Game
from kolej.rules import rows as kinds
from kolej.rules.luck import Luck
from kolej.rules.state import State
from kolej.rules.structs import Values

BOARDS = ["europe", "nordic", "poland", "usa"]
SOURCE = Path(kolej.__file__).parent


def moments(board: str, seed: int = 8, name: str = "local") -> Iterator[tuple[Game, int]]:
    """A game before each of its decisions, and whose they are."""
    game = kolej.new(board, 2, seed=seed)
    while not game.over:
        seat = game.awaited[0]
        yield game, seat
        game.play(bot(name, seed).choose(game.view(seat), game.legal(seat)), seat)


@pytest.mark.parametrize("board", BOARDS)
def test_every_legal_row_is_an_action_and_that_action_is_this_row(board: str) -> None:
    codec = kolej.new(board, 2).book.codec
    for game, seat in moments(board):
        rows, legal = game.rows(seat), game.legal(seat)
        assert len(rows) == len(legal) > 0
        for holds in (game.compiled.holdings(seat), seen_holdings(game.view(seat).sight[0])):
            assert [codec.row(action, partial(Holdings, *holds)) for action in legal] == rows
            assert [codec.action(row, holds) for row in rows] == legal
        assert [game.action(np.int64(row), seat) for row in rows] == legal


@pytest.mark.parametrize("name", ["local", "random"])
@pytest.mark.parametrize("board", BOARDS)
def test_a_row_steps_the_same_game_as_its_action_plays(board: str, name: str) -> None:
    for number, (game, seat) in enumerate(moments(board, name=name)):
        if number % 12 < 2:
            rows, legal = game.rows(seat), game.legal(seat)
            for place in {0, len(rows) // 2, len(rows) - 1}:
                one, other = game.copy(), game.copy()
                assert one.step(np.int32(rows[place]), seat) == other.play(legal[place], seat)
                assert (one.digest(), one.record()) == (other.digest(), other.record())


def test_without_a_seat_rows_mask_and_step_are_those_of_who_is_awaited() -> None:
    game = kolej.new("usa", 2, seed=1)
    assert game.rows() == game.rows(0)
    game.step(game.rows()[-1])
    assert game.awaited == (1,)
    assert game.rows() == game.rows(1) != []
    assert game.rows(0) == []
    assert not game.mask(0).any()


@pytest.mark.parametrize("board", BOARDS)
def test_the_mask_says_of_every_row_whether_it_is_legal(board: str) -> None:
    for number, (game, seat) in enumerate(moments(board)):
        if number % 10 == 0:
            mask = game.mask(seat)
            assert mask.dtype == np.bool
            assert mask.shape == (len(game.book.codec.facts),)
            assert np.flatnonzero(mask).tolist() == sorted(game.rows(seat))
            mask[:] = True
            assert game.mask(seat).sum() == len(game.rows(seat)), "each is an array of its own"


@pytest.mark.parametrize("board", BOARDS)
def test_every_row_that_is_not_legal_is_refused_and_changes_nothing(board: str) -> None:
    for number, (game, seat) in enumerate(moments(board, seed=3)):
        if number % 30 in (0, 7):
            legal, before = set(game.rows(seat)), game.digest()
            for row in range(len(game.book.codec.facts)):
                if row not in legal:
                    with pytest.raises((IllegalAction, InvalidAction)):
                        game.step(row, seat)
            assert (game.digest(), game.moves) == (before, number)


def test_a_row_that_is_none_is_refused_in_words() -> None:
    game = kolej.new("usa", 2, seed=1)
    most = len(game.book.codec.facts) - 1
    for row in (-1, most + 1):
        with pytest.raises(ValueError, match=f"a row is a number from 0 to {most}, not {row}"):
            game.step(row)
    with pytest.raises(TypeError, match=r"a row is a whole number, not 1\.5"):
        game.step(1.5)  # type: ignore[arg-type]
    with pytest.raises(InvalidAction, match="a step of a payment or a pass"):
        game.step(kinds.ROW_PASS)
    with pytest.raises(IllegalAction, match="not offered"):
        game.step(kinds.ROW_KEEP + 127)


def test_a_payment_that_the_board_does_not_have_has_no_row() -> None:
    codec: Codec = kolej.new("europe", 2).book.codec
    for cards in ("", "RB", "RRB", "RR", "RRRR", "R" * 40):
        assert codec.row(Claim("paris--zurich", cards), Holdings) is None, cards
    assert codec.row(Claim("paris--zurich", "RR", "BBB"), Holdings) is None
    for cards in ("", "RB", "R" * 40):
        assert codec.row(Station("paris", cards), Holdings) is None, cards


def test_a_compiled_game_is_the_game_of_its_seed() -> None:
    for board in BOARDS:
        game, compiled = kolej.new(board, 2, seed=5), Compiled.dealt(kolej.new(board, 2).book, 2, 5)
        for _ in range(40):
            seat = game.awaited[0]
            rows = compiled.rows(seat)
            assert (compiled.awaited, rows) == (game.awaited, game.rows(seat))
            action = compiled.actions(rows, seat)[len(rows) // 2]
            compiled.carry_out(seat, game.book.codec.steps(action, rows[len(rows) // 2]))
            game.play(action, seat)
            assert compiled.state.bytes.tobytes() == game.compiled.state.bytes.tobytes()


# Who may not see it


def reachable(thing: object) -> Iterator[object]:
    """All objects that Python's own references lead to, code and modules apart."""
    seen, queue = {id(thing)}, [thing]
    while queue:
        found = queue.pop()
        yield found
        for other in gc.get_referents(found):
            code = types.ModuleType | types.FunctionType | types.BuiltinFunctionType | type
            if id(other) not in seen and not isinstance(other, code):
                seen.add(id(other))
                queue.append(other)


class Prying:
    """Keeps all that it is given."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def choose(self, view: kolej.View, legal: list[Action], limit: float | None = None) -> Action:
        self.given = [view, legal, limit]
        return legal[0]


@pytest.mark.parametrize("board", BOARDS)
def test_from_what_a_bot_gets_no_reference_leads_to_the_compiled_state(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kolej.arena import blocks as playing
    from kolej.arena.guard import Guard

    spies: list[Prying] = []

    def spy(spec: str, seed: int) -> Prying:
        spies.append(Prying())
        return spies[-1]

    monkeypatch.setattr(playing, "bot", spy)
    book = kolej.new(board, 2).book
    playing.play(book, 3, ("random", "random"), Guard(60))
    assert len(spies) == 2
    for prying in spies:
        kinds_seen = set()
        for thing in reachable(prying.given):
            assert not isinstance(thing, Game | Compiled)
            if isinstance(thing, Values):
                kinds_seen.add(thing.kind)
        assert not kinds_seen.intersection({State, Luck})
        assert len(kinds_seen) == 2, "the board and the sight"


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_asks_for_a_view_and_actions_and_nothing_else(name: str) -> None:
    assert list(inspect.signature(bot(name).choose).parameters) == ["view", "legal", "limit"]


def test_no_module_reaches_into_a_game_and_no_bot_imports_the_compiled_state() -> None:
    private = re.compile(r"(?<!self)\._(state|luck|rows)\b")
    for path in SOURCE.rglob("*.py"):
        text = path.read_text("utf-8")
        assert not private.search(text), path
        if "bots" in path.parts:
            assert "game.compiled" not in text, path
            assert ".compiled." not in text, path


def test_rows_are_translated_in_one_module() -> None:
    """Others may ask what kind a row is; what it means in words stands in the codec."""
    for path in SOURCE.rglob("*.py"):
        if (
            path.name not in ("codec.py", "rows.py")
            and "rules" not in path.parts
            and "plan" not in path.parts
        ):
            text = path.read_text("utf-8")
            assert not re.search(r"\bROW_(OPEN|BLIND|TICKETS|EXTRA|GIVE_UP|CARD)\b", text), path


def test_keeping_tickets_twice_or_others_tickets_is_refused() -> None:
    game = kolej.new("usa", 2, seed=1)
    mine, theirs = game.view(0).offered, game.view(1).offered
    with pytest.raises(InvalidAction, match="twice"):
        game.play(Keep((mine[0], mine[0])), 0)
    with pytest.raises(IllegalAction, match="not offered"):
        game.play(Keep((mine[0], mine[1], theirs[0])), 0)
    assert game.play(Keep(mine[:2]), 0)
