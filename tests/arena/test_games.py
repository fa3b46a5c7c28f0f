"""Games of the arena: every seating, the same again, and whole whoever misbehaves."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

import kolej
from kolej.arena import blocks
from kolej.arena.blocks import own_seeds, play, play_block
from kolej.arena.game_result import GameResult
from kolej.arena.guard import Guard
from kolej.arena.match import MatchError, match
from kolej.arena.runner import run
from kolej.bots import bot
from kolej.game import replay
from kolej.game.compiled import Compiled
from kolej.game.record import read_file
from kolej.rules import entry_points
from kolej.rules.state import OVER
from kolej.rules.structs import Values

BOARDS = ["europe", "nordic", "poland", "usa"]


def timeless(games: tuple[GameResult, ...]) -> bytes:
    """Games as bytes, without the time that they took."""
    told = msgspec.to_builtins(games)
    for game in told:
        for seat in game["seats"]:
            seat["nanoseconds"] = 0
    return msgspec.json.encode(told)


def test_every_choice_of_bots_sits_in_every_order_and_one_that_is_named_twice_sits_twice() -> None:
    pairs = match("usa", ["greedy", "random", "random@1s"], players=2).seatings
    assert len(pairs) == len(set(pairs)) == 6
    assert len(match("usa", ["greedy", "random", "random@1s"]).seatings) == 6
    assert match("usa", ["random", "random"]).seatings == (("random", "random"),)
    assert len(match("usa", ["greedy", "random", "random"]).seatings) == 3


def test_games_are_counted_in_whole_blocks_and_neighbouring_seeds_share_none() -> None:
    one = match("usa", ["greedy", "random"], seed=1)
    assert [one.blocks(games) for games in (1, 2, 3, 1000)] == [1, 1, 2, 500]
    other = match("usa", ["greedy", "random"], seed=2)
    assert not {one.deal(block) for block in range(100)} & {other.deal(block) for block in range(100)}


@pytest.mark.parametrize(
    ("board", "bots", "players", "said"),
    [
        ("nordic", ["random"] * 4, None, "2 to 3 players, not 4; --players 3"),
        ("usa", ["greedy", "random"], 3, "listed twice: greedy,random,random"),
        ("usa", ["random"], 3, "name a second bot, as in random,random"),
        ("usa", [], None, "name at least two bots"),
    ],
)
def test_an_impossible_match_is_refused_with_a_suggestion(
    board: str, bots: list[str], players: int | None, said: str
) -> None:
    with pytest.raises(MatchError, match=said):
        match(board, bots, players=players)


@pytest.mark.parametrize("board", BOARDS)
def test_a_quick_game_equals_a_recorded_one_and_its_figures_equal_the_score_sheet(
    board: str, tmp_path: Path
) -> None:
    this = match(board, ["random", "random"], seed=3)
    guard = Guard(60)
    (quick,) = quickly = play_block(this, 0, guard)
    assert timeless(quickly) == timeless(play_block(this, 0, guard, records=tmp_path))
    record = read_file(tmp_path / "000000-000.json")
    sheet = replay.replayed(record).score()
    assert record.source.seed == quick.seed
    for seat, score in zip(quick.seats, sheet.seats, strict=True):
        assert (seat.score, seat.rank, len(seat.made)) == (score.total, score.rank, score.tickets_done)
        parts = (seat.routes, seat.made_points, seat.missed_points, seat.station_points)
        assert sum((*parts, seat.path_bonus, seat.most_bonus, seat.country_points)) == seat.score
        routes = [item.what for item in score.items if item.why == "route"]
        owned = [r for r, owner in enumerate(quick.taken_by) if owner == score.seat]
        assert [this.book.routes[r] for r in owned] == routes
        cards = [item.what for item in score.items if item.why == "country"]
        assert sorted(this.book.countries[c] for c, _ in seat.cards) == sorted(cards)
        assert (seat.joined_at >= 0) == bool(cards)
    for owner, when in zip(quick.taken_by, quick.taken_at, strict=True):
        assert (owner >= 0) == (when >= 0)
        assert owner < 0 or (when - quick.place(owner)) % 2 == 0, "a claim falls into a turn of its owner"
        assert when < quick.turns


def test_a_game_can_be_seen_again_by_its_seed() -> None:
    this = match("poland", ["random", "greedy"], seed=5)
    found = play_block(this, 2, Guard(60))[0]
    game = kolej.new("poland", 2, seed=found.seed)
    bots = [bot(spec, own) for spec, own in zip(found.seating, own_seeds(found.seed, 2), strict=True)]
    while not game.over:
        seat = game.awaited[0]
        game.play(bots[seat].choose(game.view(seat), game.legal(seat), None), seat)
    assert [s.total for s in game.score().seats] == [seat.score for seat in found.seats]


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("Raises", "raised", r"ValueError: no idea \(bad.py:10\)"),
        ("Illegal", "illegal", 'nowhere--else" is no route'),
        ("Mute", "illegal", "is not an action but a NoneType"),
        ("Leaves", "raised", "SystemExit: enough"),
        ("Hangs", "hung", "longer than 0.5 s"),
        ("NeverBorn", "raised", "KeyError"),
    ],
)
def test_a_bot_that_misbehaves_is_last_and_the_others_play_on(
    bad: str, name: str, kind: str, reason: str
) -> None:
    this = match("usa", [bad + name, bad + "Good", "random"], seed=1, patience=0.5)
    with Guard(this.patience) as guard:
        game = play(this.book, this.deal(0), this.seatings[0], guard)
    (failure,) = game.failures
    assert (failure.seat, failure.kind) == (0, kind)
    assert re.search(reason, failure.reason)
    assert game.seats[0].rank == 3
    assert game.seats[0].win == 0
    assert sorted(seat.rank for seat in game.seats[1:]) in ([1, 2], [1, 1])
    assert sum(seat.win for seat in game.seats) == pytest.approx(1)
    assert game.turns > 30


class Dice:
    """An engine for seats that play at random."""

    def __init__(self, hangs: bool) -> None:
        self.hangs = hangs

    def play(self, game: Compiled, seed: int, seeds: Sequence[int], tally: Values) -> None:
        book, state, luck, count = game.book, game.state, game.luck, tally[0]
        game.seed(seed)
        game.deal(len(seeds))
        while self.hangs or state[0].phase[0] != OVER:
            if state[0].phase[0] == OVER:
                time.sleep(0.01)
                continue
            seat, turn, owned = int(state[0].player[0]), int(state[0].turns[0]), state[0].owned.copy()
            entry_points.step(
                book.handle,
                state.handle,
                luck.handle,
                entry_points.sample(book.handle, state.handle, luck.handle),
            )
            count.decisions[seat] += 1
            for route in range(len(book.routes)):
                if state[0].owned[seat, route >> 6] ^ owned[seat, route >> 6] == 1 << (route & 63):
                    count.taken_at[route] = turn


@pytest.mark.parametrize("hangs", [False, True])
def test_an_engine_fills_the_same_struct_and_one_that_hangs_gives_way_to_the_bot_interface(
    hangs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    this = match("usa", ["random", "random"], seed=8, patience=1.0)
    plain = play_block(this, 0, Guard(60))
    monkeypatch.setattr(blocks, "compiled", lambda seating: Dice(hangs))
    with Guard(this.patience) as guard:
        (game,) = games = play_block(this, 0, guard)
    assert (timeless(games) == timeless(plain)) == hangs
    assert game.seed == plain[0].seed
    assert not game.failures
    assert all(seat.decisions > 30 for seat in game.seats)
    assert [when >= 0 for when in game.taken_at] == [owner >= 0 for owner in game.taken_by]


def test_several_processes_give_the_same_games_and_find_bots_that_kill_or_block_theirs(bad: str) -> None:
    this = match("usa", [bad + "Dies", bad + "Deaf"], seed=1, patience=0.5)
    standings, ended = run(this, 2, jobs=1)
    assert ended == "played"
    found = {(trouble.bot.partition("::")[2], trouble.kind): trouble for trouble in standings.troubles()}
    assert set(found) == {("Dies", "died"), ("Deaf", "hung")}
    assert "code 3" in found["Dies", "died"].reason
    assert "no alarm" in found["Deaf", "hung"].reason
    fine = match("usa", ["random", "random"], seed=4)
    alone = tuple(play_block(fine, block, Guard(60))[0] for block in range(5))
    played: list[int] = []
    both, _ = run(fine, 5, jobs=2, progress=played.append)
    assert played == [1, 2, 3, 4, 5]
    assert both.table().mean_turns == sum(game.turns for game in alone) / 5
    assert both.table().bots[0].mean_score == sum(s.score for g in alone for s in g.seats) / 10
