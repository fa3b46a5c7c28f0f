"""Bots know what their seat may know, choose what is legal, and choose the same again."""

from __future__ import annotations

import numpy as np
import pytest

import kolej
from kolej.bots import BOTS, Bot, BotError, bot, needs_search
from kolej.game.actions import Action, Claim, GiveUp, Keep, PayExtra
from kolej.game.game import Game
from kolej.game.rulebook import Options
from kolej.rules import entry_points
from kolej.rules.luck import Luck
from kolej.rules.state import State
from kolej.rules.structs import Values

BOARDS = ["europe", "nordic", "poland", "usa"]
QUICK = [name if not needs_search(name) else "search@24r" for name in BOTS]
"""Every bot; those that search look ahead only a little."""


def match(board: str, names: list[str], seed: int) -> Game:
    game = kolej.new(board, len(names), seed=seed)
    players = [bot(name, seed + seat) for seat, name in enumerate(names)]
    while not game.over:
        seat = game.awaited[0]
        legal = game.legal(seat)
        action = players[seat].choose(game.view(seat), legal, None)
        assert action in legal
        game.play(action, seat)
    return game


def imagined(game: Game, seat: int, seed: int) -> Game:
    """The same game to this seat, with other hidden cards and tickets."""
    luck, state = Values(Luck), Values(State)
    entry_points.seed(luck.handle, np.uint64(seed))
    sight = game.view(seat).sight
    entry_points.guess(game.book.handle, sight.handle, state.handle, luck.handle)
    other = game.copy()
    other.compiled.state.bytes[:] = state.bytes
    return other


@pytest.mark.parametrize("board", BOARDS)
def test_hidden_cards_do_not_change_a_bot_s_choice(board: str) -> None:
    game = kolej.new(board, 3 if board == "nordic" else 4, seed=5)
    differed = 0
    for move in range(60):
        if game.over:
            break
        seat = game.awaited[0]
        for name in QUICK:
            chosen = bot(name, 3).choose(game.view(seat), game.legal(seat), None)
            if move % 3 == 0:
                other = imagined(game, seat, move + 1)
                differed += other.digest() != game.digest()
                assert bot(name, 3).choose(other.view(seat), other.legal(seat), None) == chosen
        game.play(chosen if move % 2 else bot("local").choose(game.view(seat), game.legal(seat)), seat)
    assert differed > 15, "the imagined games are other games"


PAIRS = [("local", "greedy"), ("local", "random"), ("greedy", "random")]
MATCHES = [
    # every board, and every pair; all pairs on all boards in make soak
    pytest.param(board, *pair, marks=[] if place % 3 == number else [pytest.mark.soak])
    for place, board in enumerate(BOARDS)
    for number, pair in enumerate(PAIRS)
]


@pytest.mark.parametrize(("board", "better", "worse"), MATCHES)
def test_each_small_bot_beats_the_next(board: str, better: str, worse: str) -> None:
    ahead = 0
    for seed in range(4):
        names = [worse, better] if seed % 2 else [better, worse]
        scores = dict(zip(names, match(board, names, seed).score().seats, strict=True))
        ahead += scores[better].total - scores[worse].total
        assert scores[better].rank == 1
    assert ahead > 4 * 20


def test_a_game_of_bots_is_the_same_again_and_another_with_another_seed() -> None:
    one = match("poland", ["greedy", "random", "local"], 4)
    assert match("poland", ["greedy", "random", "local"], 4).digest() == one.digest()
    assert match("poland", ["greedy", "random", "local"], 5).digest() != one.digest()


def test_random_does_everything_in_time() -> None:
    game = kolej.new("usa", 2, seed=1)
    chosen = {str(bot("random", seed).choose(game.view(0), game.legal(0), None)) for seed in range(60)}
    assert chosen == {str(action) for action in game.legal(0)}


@pytest.mark.parametrize("name", ["local", "greedy"])
def test_small_bots_pay_for_a_tunnel_with_few_locomotives_and_give_up_if_they_cannot(name: str) -> None:
    view = kolej.new("europe", 2, seed=1).view(0)
    legal: list[Action] = [PayExtra("RR"), PayExtra("RL"), PayExtra("LL"), GiveUp()]
    assert bot(name).choose(view, legal, None) == PayExtra("RR")
    assert bot(name).choose(view, [GiveUp()], None) == GiveUp()


def test_local_keeps_at_least_what_it_must_and_no_ticket_across_the_board_in_vain() -> None:
    game = kolej.new("usa", 2, seed=3)
    for seat in (0, 1):
        chosen = bot("local").choose(game.view(seat), game.legal(seat), None)
        assert isinstance(chosen, Keep)
        assert 2 <= len(chosen.tickets) <= 3


@pytest.mark.parametrize("name", ["local", "greedy"])
def test_small_bots_build_no_station_and_draw_no_tickets_while_there_is_something_better(name: str) -> None:
    game = match("europe", [name] * 3, 2)
    kinds = {game.record_move(n).action.split()[0] for n in range(game.moves)}
    assert kinds <= {"keep", "draw", "claim", "pay", "give"}
    claims = [n for n in range(game.moves) if game.record_move(n).action.startswith("claim")]
    assert len(claims) > 20


def test_greedy_keeps_the_fewest_and_cheapest_tickets() -> None:
    game = kolej.new("europe", 2, seed=3)
    points = {ticket: game.board.tickets[game.book.ticket_index[ticket]].points for ticket in offered(game)}
    chosen = bot("greedy").choose(game.view(0), game.legal(0))
    assert isinstance(chosen, Keep)
    assert sorted(points[ticket] for ticket in chosen.tickets) == sorted(points.values())[:2]


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("usa", {}),
        ("poland", {}),
        ("poland", {"every_border_pays": True}),
        ("poland", {"countries_connect": True}),
    ],
)
@pytest.mark.parametrize("games", [2, pytest.param(6, marks=pytest.mark.soak)])
def test_greedy_claims_what_pays_most_at_once_as_soon_as_it_can_claim_anything(
    board: str, options: Options, games: int
) -> None:
    """Country cards that a border wins count; what a claim pays is seen by making it in a copy."""
    player, others = bot("greedy"), bot("local")
    claimed = cards = 0
    for seed in range(games):
        game = kolej.new(board, 2, seed=seed, options=options)
        while not game.over:
            seat = game.awaited[0]
            legal = game.legal(seat)
            chosen = player.choose(game.view(seat), legal)
            claims = {action.route: action for action in legal if isinstance(action, Claim)}
            if claims:
                assert isinstance(chosen, Claim)
                paid = {route: pays(game, seat, claim) for route, claim in claims.items()}
                assert sum(paid[chosen.route]) == max(map(sum, paid.values()))
                claimed += 1
                cards += paid[chosen.route][1] > 0
            game.play(others.choose(game.view(seat), legal), seat)
    assert claimed > 16 * games
    assert bool(cards) == (board == "poland")


def pays(game: Game, seat: int, claim: Claim) -> tuple[int, int]:
    """Points of the route, and of country cards."""
    after = game.copy()
    after.play(claim, seat)
    before, then = game.view(None).seats[seat], after.view(None).seats[seat]
    won = sum(map(sum, then.country_cards.values())) - sum(map(sum, before.country_cards.values()))
    return game.book.points(game.book.route_index[claim.route]), won


def offered(game: Game) -> tuple[str, ...]:
    return game.view(0).offered


def test_a_mistyped_bot_gets_a_suggestion() -> None:
    with pytest.raises(BotError, match='did you mean "greedy"'):
        bot("gredy", 1)
    with pytest.raises(BotError, match=r"there are .*greedy, random"):
        bot("alphazero", 1)


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_fulfils_the_contract_and_is_called_by_its_name(name: str) -> None:
    player: Bot = bot(name, 9)
    assert player.name == name
    game = kolej.new("nordic", 2, seed=9)
    assert player.choose(game.view(1), game.legal(1), 0.1) in game.legal(1)
