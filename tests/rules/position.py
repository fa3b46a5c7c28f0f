"""A position in one line, and luck that a test writes down.

>>> game = at("euro", hands=["RRL", "GG"], display="RBBLK", owned={1: ["ada--bor"]})
>>> play(game, "claim bor--cis RR", luck="RPB")
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kolej.game import actions
from kolej.game.actions import ORDER, Action, IllegalAction, Reason
from kolej.game.codec import counted
from kolej.game.events import Event
from kolej.game.game import Game, new
from kolej.game.replay import outcome
from kolej.game.rulebook import Options, Rulebook, rulebook
from kolej.rules import claim, countries, entry_points
from kolej.rules.jit import COMPILED
from kolej.rules.luck import NUMBERS, SEEDED, Luck
from kolej.rules.state import TURN, State
from kolej.rules.structs import Values

BOARDS = Path(__file__).parent / "boards"
OWN = ("euro", "grid", "neighbours", "north")
"""The tests' own boards, fixed for ever."""
SHIPPED = ("europe", "nordic", "poland", "usa")
PLAIN = "PBOWG"
"""A display without locomotives."""


def book_of(board: str, **options: bool | int) -> Rulebook:
    """The rulebook of a board of the tests or a shipped one."""
    return rulebook(BOARDS / f"{board}.toml" if board in OWN else board, options)


def player_counts(board: str) -> range:
    least, most = book_of(board).board.rules.players
    return range(least, most + 1)


def record(values: Values) -> Any:
    """What a single rule takes."""
    return values.buffer[0] if COMPILED else values[0]


def at(
    board: str | Rulebook,
    *,
    seats: int = 2,
    hands: Sequence[str] = (),
    display: str = PLAIN,
    deck: str | None = None,
    discards: str = "",
    to_move: int = 0,
    owned: Mapping[int, Iterable[str]] | None = None,
    trains: Sequence[int] | None = None,
    stations: Mapping[int, Sequence[str]] | None = None,
    tickets: Mapping[int, Iterable[str]] | None = None,
    ticket_deck: Iterable[str] | None = None,
    cards_won: bool = False,
    options: Options | None = None,
) -> Game:
    """A game at the start of a turn.

    What is not named lies in the deck or, where the deck is named, in the hand of the last seat. Tickets that
    are not named lie in the ticket deck or, where that is named, are out of the game. Country cards are won
    in the order of ``owned`` if ``cards_won``.
    """
    game = new(book_of(board, **(options or {})) if isinstance(board, str) else board, seats, seed=1)
    _lay_cards(game, hands, display, deck, discards)
    _lay_tickets(game, tickets or {}, ticket_deck)
    state = game.compiled.state[0]
    for seat, routes in (owned or {}).items():
        for name in routes:
            own(game, seat, name, cards_won)
    for seat, cities in (stations or {}).items():
        for place, city in enumerate(cities):
            state.station_city[seat, place] = game.book.city(city)
            state.stations[seat] -= 1
            state.free_cities[0] &= ~(state.free_cities.dtype.type(1) << game.book.city(city))
    if trains is not None:
        state.trains[: len(trains)] = trains
    state.phase[0], state.player[0], state.starter[0], state.waiting[0] = TURN, to_move, 0, 0
    game._moves.clear()
    game._events.clear()
    return game


def _lay_cards(game: Game, hands: Sequence[str], display: str, deck: str | None, discards: str) -> None:
    state, cards = game.compiled.state[0], game.book.values[0].cards
    state.hand[:] = 0
    state.known[:] = 0
    for seat, hand in enumerate(hands):
        state.hand[seat] = counted(hand)
    state.display[:], state.display_size[0], state.display_stays[0] = counted(display), len(display), 0
    state.discard[:], state.discard_size[0] = counted(discards), len(discards)
    rest = cards - state.hand.sum(axis=0) - state.display - state.discard
    if deck is not None:
        rest = rest - counted(deck)
        state.hand[game.seats - 1] += rest
        state.deck[:] = counted(deck)
    else:
        state.deck[:] = rest
    assert (rest >= 0).all(), "there are not so many cards"
    state.deck_size[0] = state.deck.sum()


def _lay_tickets(game: Game, tickets: Mapping[int, Iterable[str]], deck: Iterable[str] | None) -> None:
    state, board, word = game.compiled.state[0], game.book.values[0], game.compiled.state[0].unseen.dtype.type
    every = int(board.ordinary_tickets[0]) | int(board.long_tickets[0])
    held = 0
    for name in ("tickets", "given", "offered", "offered_count", "given_in", "block", "under"):
        getattr(state, name)[:] = 0
    for seat, names in tickets.items():
        mine = _bits(game, names)
        state.tickets[seat] = word(mine)
        held |= mine
    unseen = int(board.ordinary_tickets[0]) & ~held if deck is None else _bits(game, deck)
    state.unseen[0] = word(unseen)
    state.gone[0] = word(every & ~held & ~unseen)


def _bits(game: Game, names: Iterable[str]) -> int:
    return sum(1 << game.book.ticket(name) for name in names)


def own(game: Game, seat: int, route: str, cards_won: bool = False) -> None:
    """Give a player a route, as if claimed a while ago."""
    board, state, luck = record(game.book.values), record(game.compiled.state), record(game.compiled.luck)
    claim.take_route(board, state, seat, game.book.route(route))
    if cards_won:
        countries.take_cards(board, state, luck, seat, game.book.route(route))
        game.compiled.luck[0].noted[0] = 0


def play(
    game: Game, action: str | Action, luck: str | Sequence[str] | None = None, seat: int | None = None
) -> tuple[Event, ...]:
    """Carry an action out, with this luck if it is told: letters of cards, or ids of tickets."""
    if isinstance(action, str):
        action = actions.parse(action)
    if luck is None:
        return game.play(action, seat)
    if seat is None:
        seat = game.awaited[0]
    try:
        return game.play_outcomes(action, seat, [outcome(game.book, word) for word in luck])
    finally:
        game.compiled.luck[0].source[0] = SEEDED


def play_locomotives(game: Game, action: str) -> tuple[Event, ...]:
    """Carry an action out; each card drawn is a locomotive as long as there is one."""
    luck = game.compiled.luck[0]
    luck.source[0], luck.used[0], luck.given[0] = NUMBERS, 0, len(luck.numbers)
    luck.numbers[:] = 2**64 - 1
    try:
        return game.play(action)
    finally:
        luck.source[0] = SEEDED


def refused(game: Game, action: str | Action, reason: Reason, seat: int | None = None) -> None:
    """The action is refused for this reason, is in no list, and changes nothing."""
    before = game.digest()
    with pytest.raises(IllegalAction) as error:
        play(game, action, seat=seat)
    assert error.value.reason == reason
    assert game.digest() == before
    asked = game.awaited[0] if seat is None and game.awaited else seat or 0
    assert str(action) not in legal(game, asked)


def legal(game: Game, seat: int | None = None) -> set[str]:
    """The legal actions as texts."""
    return {str(action) for action in game.legal(seat)}


def claims(game: Game, route: str) -> set[str]:
    """The sets that pay for a route now, swaps apart."""
    start = f"claim {route} "
    return {text.removeprefix(start) for text in legal(game) if text.startswith(start) and "+" not in text}


def hand(game: Game, seat: int) -> str:
    """A hand as letters."""
    return spelled(game.compiled.state[0].hand[seat])


def display(game: Game) -> str:
    return spelled(game.compiled.state[0].display)


def discards(game: Game) -> str:
    return spelled(game.compiled.state[0].discard)


def spelled(counts: Any) -> str:
    return "".join(ORDER[card] * int(counts[card]) for card in range(9))


def texts(events: Iterable[Event]) -> list[str]:
    return [str(event) for event in events]


def cards_in_play(game: Game) -> str:
    """All train cards, wherever they are."""
    state = game.compiled.state[0]
    laid = [0] * 9
    if state.phase[0] == 4:
        _, route, colour, locos, _ = map(int, game.book.codec.facts[int(state.laid[0])])
        laid[colour] += game.book.length(route) - locos
        laid[8] += locos
    return spelled(
        state.hand.sum(axis=0) + state.deck + state.discard + state.display + state.turned + laid,
    )


def guessed(game: Game, seat: int, seed: int = 1) -> Game:
    """A game that the seat cannot tell from the true one."""
    other = game.copy()
    state, luck = Values(State), Values(Luck)
    entry_points.seed(luck.handle, np.uint64(seed))
    view = game.view(seat)
    entry_points.guess(game.book.handle, view.sight.handle, state.handle, luck.handle)
    other.compiled.state.bytes[:] = state.bytes
    return other
