"""The planner: legal everywhere, the same compiled or by the contract, and able to say why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise
from pathlib import Path

import pytest
from position import at

from kolej.arena.blocks import Quick, Round, own_seeds
from kolej.arena.compiled_games import Planners
from kolej.arena.game_result import GameResult, blank, played
from kolej.arena.guard import Guard
from kolej.arena.match import match
from kolej.boards.load import load
from kolej.boards.schema import LETTERS
from kolej.bots import Advice, Cause, Explanation, bot
from kolej.bots.planner import Planner
from kolej.bots.presets import SETUPS
from kolej.game.actions import ORDER, Action, Claim, DrawTickets, differs_in_swaps
from kolej.game.codec import Holdings, seen_holdings
from kolej.game.compiled import Compiled
from kolej.game.game import Game, new
from kolej.game.rulebook import Options, Rulebook, rulebook
from kolej.game.view import View
from kolej.rules.jit import COMPILED
from kolej.rules.structs import Values

BOARDS = ["europe", "nordic", "poland", "usa"]
CHOSEN: list[tuple[str, Options]] = [
    ("europe", {"longest_path_bonus": 0, "most_tickets_bonus": 15}),
    ("nordic", {"swaps_fill_colour": False}),
    ("poland", {"every_border_pays": True}),
    ("poland", {"inland_links_pay": True}),
    ("poland", {"countries_connect": True}),
    ("poland", {"one_route_per_country": True, "inland_links_pay": True, "countries_connect": True}),
    ("usa", {"longest_path_bonus": 100}),
]
HINTS = Path(__file__).parents[2] / "web" / "src" / "i18n" / "en" / "texts.json"
PLACES = {"a", "b", "with_a", "with_b", "city", "country"}
COUNTED = {"points", "trains", "turns", "count", "cards", "gain", "loss", "cost", "tickets"}


def counts(board: str) -> range:
    least, most = load(board).rules.players
    return range(least, most + 1)


def engine_game(book: Rulebook, seed: int, seating: tuple[str, ...]) -> tuple[Values, GameResult]:
    """The last state of a compiled game, and what is kept of it; the engine tells of an illegal choice."""
    game, tally = Compiled(book), blank()
    Planners(seating).play(game, seed, own_seeds(seed, len(seating)), tally)
    return game.state, played(book, game.state, tally, seed=seed, seating=seating)


def contract_game(book: Rulebook, seed: int, seating: tuple[str, ...]) -> tuple[Values, GameResult]:
    game = Compiled.dealt(book, len(seating), seed)
    found = Round(Quick(game), seating, own_seeds(seed, len(seating)), Guard(60), {}).played(seed)
    assert not found.failures
    return game.state, found


@pytest.mark.parametrize("board", BOARDS)
def test_compiled_and_through_the_bot_interface_it_is_the_same_game(board: str) -> None:
    for players in {2, counts(board)[-1]}:
        seating = ("planner", "easy", "medium", "hard", "planner-no-stations")[:players]
        seed = match(board, seating, seed=players).deal(0)
        compiled, quick = engine_game(rulebook(board), seed, seating)
        contract, told = contract_game(rulebook(board), seed, seating)
        assert compiled.bytes.tobytes() == contract.bytes.tobytes()
        assert (quick.taken_by, quick.taken_at) == (told.taken_by, told.taken_at)
        for mine, other in zip(quick.seats, told.seats, strict=True):
            assert (mine.decisions, mine.joined_at) == (other.decisions, other.joined_at)


@pytest.mark.parametrize(
    ("board", "options"),
    [*((board, {}) for board in BOARDS), *CHOSEN],
    ids=lambda given: given if isinstance(given, str) else "+".join(given) or "as printed",
)
def test_all_set_ups_choose_what_is_legal_with_any_number_of_players(board: str, options: Options) -> None:
    """The engine looks each choice up among the legal ones."""
    book = rulebook(board, options)
    names = list(SETUPS)
    for players in counts(board) if COMPILED else counts(board)[-1:]:
        for first in range(len(names) if COMPILED else 1):
            seating = tuple(names[(first + seat) % len(names)] for seat in range(players))
            _, game = engine_game(book, 100 * players + first, seating)
            assert game.turns > 20
            assert all(seat.decisions for seat in game.seats)


@pytest.mark.parametrize(("board", "options"), [("nordic", {"swaps_fill_colour": False}), CHOSEN[4]])
def test_with_options_too_the_bot_interface_plays_the_engine_s_game(board: str, options: Options) -> None:
    book = rulebook(board, options)
    seating = ("planner", "planner-only-countries", "easy")
    assert (
        engine_game(book, 7, seating)[0].bytes.tobytes() == contract_game(book, 7, seating)[0].bytes.tobytes()
    )


def test_levels_play_the_same_again_and_err_elsewhere_with_another_seed() -> None:
    def game(name: str, own: int) -> bytes:
        played = Compiled(rulebook("usa"))
        Planners((name, "planner")).play(played, 5, [own, 0], blank())
        return played.state.bytes.tobytes()

    for name in SETUPS if COMPILED else ("easy", "hard"):
        assert game(name, 3) == game(name, 3)
    for name in ("easy", "medium"):
        assert len({game(name, own) for own in range(4)}) > 1


def test_a_choice_follows_from_the_view_and_not_from_earlier_choices() -> None:
    game, fresh = new("europe", 2, seed=3), bot("medium", 4)
    for _ in range(40):
        seat = game.awaited[0]
        view, legal = game.view(seat), game.legal(seat)
        chosen = fresh.choose(view, legal)
        assert bot("medium", 4).choose(view, legal) == chosen
        game.play(chosen, seat)


def decisions(board: str, seed: int, players: int = 2) -> Iterator[tuple[View, list[Action], Planner]]:
    """Every decision of a game among planners who draw tickets now and then, whatever they think of it."""
    game = new(board, players, seed=seed)
    while not game.over:
        seat = game.awaited[0]
        planner = Planner(seat)
        view, legal = game.view(seat), list(game.legal(seat))
        yield view, legal, planner
        tickets = game.moves % 20 == 0 and DrawTickets() in legal
        game.play(DrawTickets() if tickets else planner.choose(view, legal), seat)


@cache
def codes() -> frozenset[str]:
    """What the client can say: its sentences, without those of the panel around them."""
    text = HINTS.read_text("utf-8")
    keys = set(re.findall(r'^  "hint\.([a-z-]+)', text, re.MULTILINE))
    panel = {"other", "best", "less", "later", "none", "thinking", "voice", "do", "do-it", "enter", "ideas"}
    return frozenset(key for key in keys - panel if not key.endswith("-n"))


def check_cause(cause: Cause, view: View) -> None:
    book = view.book
    assert cause.code in codes(), cause
    for fact, value in cause.facts.items():
        if fact in PLACES:
            assert value in book.city_index or value in book.countries, cause
        elif fact == "colour":
            assert str(value) in ORDER, cause
        elif fact == "seat":
            assert value in range(len(view.seats)), cause
            assert value != view.seat, cause
        elif fact == "chance":
            assert 0 <= float(value) <= 1, cause
        else:
            assert fact in COUNTED, cause
            assert isinstance(value, int | float), cause
            assert value >= 0, cause


def adviser(planner: Planner) -> Planner:
    """The planner that chooses what this one advises."""
    return Planner(planner.seed, "planner-eager")


def check_explanation(found: Explanation, view: View, legal: list[Action], chosen: Action) -> None:
    first: Advice = found[0]
    assert (first.action, first.value) == (str(chosen), 0.0)
    assert all(one.value < 0 for one in found[1:])
    assert all(before.value >= after.value for before, after in pairwise(found[1:]))
    listed = sorted(str(chosen if differs_in_swaps(chosen, action) else action) for action in legal)
    assert sorted(one.action for one in found) == listed
    assert all(one.causes for one in found), "nothing is done for no reason"
    for one in found:
        for cause in one.causes:
            check_cause(cause, view)


@pytest.mark.parametrize("board", BOARDS)
def test_it_explains_every_legal_action_in_every_phase(board: str) -> None:
    wanted = {"first-tickets", "turn", "second-card", "choose-tickets"}
    wanted |= {"tunnel"} if any(route.kind == "tunnel" for route in load(board).routes) else set()
    seen: set[str] = set()
    for seed in range(12):
        for number, (view, legal, planner) in enumerate(decisions(board, seed)):
            if view.phase not in seen or (seed == 0 and number % 3 == 0):
                seen.add(view.phase)
                found = planner.explain(view, legal)
                check_explanation(found, view, legal, adviser(planner).choose(view, legal))
                assert planner.explain(view, legal) == found
        if seen >= wanted:
            break
    assert seen == wanted


def helps(view: View, card: str, a: object, b: object) -> bool:
    """Whether a free route between these places lacks a card of this kind."""
    for name in view.claimable:
        route = view.book.board.routes[view.book.route_index[name]]
        if {route.a, route.b} != {a, b}:
            continue
        fits = route.colour == "grey" or LETTERS[route.colour] == card
        joker = card == "L" and (
            route.locomotives > 0 or view.book.board.rules.locomotives_replace(route.kind)
        )
        if joker or (fits and view.hand.get(card, 0) < route.length):
            return True
    return False


@pytest.mark.parametrize("board", BOARDS)
def test_a_card_is_advised_for_a_route_that_it_helps_to_pay_for(board: str) -> None:
    found = 0
    for view, legal, planner in decisions(board, 5):
        if view.phase not in ("turn", "second-card") or view.last_turns is not None:
            continue
        for advice in planner.explain(view, legal)[:3]:
            verb, _, card = advice.action.partition(" ")
            if verb != "draw" or not card:
                continue
            for cause in advice.causes:
                assert cause.code in {"pays-for", "needs", "spare", "locomotive", "end-soon"}, (advice, cause)
                if cause.code == "pays-for":
                    found += 1
                    assert cause.facts["colour"] == card
                    assert helps(view, card, cause.facts["a"], cause.facts["b"]), (advice, view.hand)
                elif cause.code == "needs":
                    assert cause.facts["colour"] == card
    assert found > 5


def test_a_hint_rather_claims_than_draws_where_that_costs_less_than_a_point() -> None:
    earlier = 0
    for seed in range(3):
        for view, legal, planner in decisions("nordic", seed, 3):
            if view.phase != "turn":
                continue
            chosen = planner.choose(view, legal)
            advised = planner.explain(view, legal)[0].action
            if advised != str(chosen):
                assert advised.startswith("claim ")
                assert not isinstance(chosen, Claim)
                earlier += 1
    assert earlier


@pytest.mark.parametrize("level", ["easy", "medium"])
@pytest.mark.parametrize("board", BOARDS)
def test_easy_and_medium_lay_trains_in_the_first_rounds(board: str, level: str) -> None:
    book, players = rulebook(board), counts(board)[-1]
    by_fourth = []
    for seed in range(20):
        _, result = engine_game(book, seed, (level,) * players)
        for seat in range(players):
            at = [at for at, owner in zip(result.taken_at, result.taken_by, strict=True) if owner == seat]
            by_fourth.append(bool(at) and min(at) // players < 4)
    assert sum(by_fourth) >= 0.9 * len(by_fourth)


@pytest.mark.parametrize("board", BOARDS)
def test_every_legal_action_has_a_row_of_its_own(board: str) -> None:
    rows = 0
    for view, legal, _ in decisions(board, 3, counts(board)[-1]):
        holds = seen_holdings(view.sight[0])
        found = [view.book.codec.row(action, partial(Holdings, *holds)) for action in legal]
        assert len(set(found)) == len(found)
        rows += len(found)
    assert rows > 500


def test_it_builds_stations_on_europe_and_they_lend_routes() -> None:
    built = borrowed = False
    for seed in range(12):
        if not borrowed:
            _, game = engine_game(rulebook("europe"), seed, ("planner",) * 5)
            built |= any(seat.stations for seat in game.seats)
            borrowed |= any(seat.borrowed for seat in game.seats)
    assert built
    assert borrowed
    without = engine_game(rulebook("europe"), 1, ("planner-no-stations",) * 5)[1]
    assert not any(seat.stations for seat in without.seats)


def test_it_wins_country_cards_on_poland_and_its_variants_differ_in_that() -> None:
    games = [
        engine_game(rulebook("poland"), seed, ("planner-only-countries", "planner-no-countries"))[1]
        for seed in range(20 if COMPILED else 4)
    ]
    only, none = (sum(game.seats[seat].country_points for game in games) for seat in (0, 1))
    assert only > 2 * none
    seeds = range(10 if COMPILED else 2)
    mixed = [engine_game(rulebook("poland"), seed, ("planner", "planner"))[1] for seed in seeds]
    assert sum(bool(seat.cards) for game in mixed for seat in game.seats) > len(seeds) / 2


def test_a_ticket_is_planned_over_a_shorter_way_when_the_cheapest_takes_too_many_trains() -> None:
    game = at("usa", hands=["PPPPPPOOOOO"], tickets={0: ["vancouver--santa-fe"]}, trains=[14, 45])
    view, planner = game.view(0), Planner()
    planner.choose(view, game.legal(0))
    mind = planner.mind[0]
    needed = [r for r in range(len(view.book.routes)) if int(mind.needed[r >> 6]) >> (r & 63) & 1]
    trains = sum(map(view.book.length, needed))
    assert mind.planned[0] == 1 << view.book.ticket_index["vancouver--santa-fe"]
    assert 0 < trains <= 14


def test_it_swaps_on_nordic_and_never_with_more_cards_than_needed() -> None:
    def swaps(seed: int) -> int:
        game: Game = new("nordic", 2, seed=seed)
        found = 0
        while not game.over:
            seat = game.awaited[0]
            legal = game.legal(seat)
            chosen = bot("planner").choose(game.view(seat), legal)
            if isinstance(chosen, Claim) and chosen.swapped:
                found += 1
                same = [a for a in legal if isinstance(a, Claim) and a.route == chosen.route]
                assert laid(chosen) == min(map(laid, same)), f"seed {seed}: {chosen}"
            game.play(chosen, seat)
        return found

    def laid(claim: Claim) -> int:
        return len(claim.cards) + len(claim.swapped)

    assert sum(swaps(seed) for seed in range(10)) > 0


@pytest.mark.parametrize("board", BOARDS)
def test_it_beats_random(board: str) -> None:
    this = match(board, ["planner", "random"], seed=2)
    for seating in this.seatings:
        _, game = contract_game(this.book, this.deal(0), seating)
        scores = {seat.bot: seat.score for seat in game.seats}
        assert scores["planner"] > scores["random"] + 30
