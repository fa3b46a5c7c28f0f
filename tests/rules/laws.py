"""What holds in every state of every game, as functions that assert it."""

from __future__ import annotations

import random

import oracle
import pytest
from position import guessed, spelled

from kolej.game.actions import ORDER, Action, Claim, DrawOpen, GiveUp, IllegalAction, Keep, PayExtra, Station
from kolej.game.events import AllChose, Ended, Passed
from kolej.game.game import Game
from kolej.game.record import RecordError
from kolej.game.replay import outcome


def bits(mask: int) -> list[int]:
    return [i for i in range(64) if int(mask) >> i & 1]


def owned(game: Game, seat: int) -> list[int]:
    low, high = (int(word) for word in game.compiled.state[0].owned[seat])
    return [r for r in range(len(game.book.routes)) if (low | high << 64) >> r & 1]


def nothing_is_lost(game: Game) -> None:
    """Cards, trains, tickets, stations and country cards are each in exactly one place."""
    state, rules, board = game.compiled.state[0], game.board.rules, game.book.values[0]
    laid = [0] * 9
    if game.view(None).tunnel:
        _, route, colour, locos, _ = map(int, game.book.codec.facts[int(state.laid[0])])
        laid[colour] += game.book.length(route) - locos
        laid[8] += locos
    cards = state.hand.sum(axis=0) + state.deck + state.discard + state.display + state.turned + laid
    assert cards.tolist() == board.cards.tolist()
    for name in ("deck", "discard", "display"):
        assert getattr(state, name).sum() == getattr(state, f"{name}_size")[0]
    assert min(state.hand.min(), state.deck.min(), state.discard.min(), state.known.min()) >= 0
    assert (state.known <= state.hand).all()
    places = [bits(state.unseen[0]), bits(state.under[0]), bits(state.gone[0])]
    taken: list[int] = []
    for seat in range(game.seats):
        places += [bits(state.tickets[seat]), state.offered[seat][: state.offered_count[seat]].tolist()]
        routes = owned(game, seat)
        taken += routes
        assert state.trains[seat] == rules.trains - sum(map(game.book.length, routes)) >= 0
        assert state.score[seat] == sum(map(game.book.points, routes))
        built = [city for city in state.station_city[seat].tolist() if city >= 0]
        assert state.stations[seat] == rules.stations - len(built)
    assert sorted(ticket for place in places for ticket in place) == list(range(len(game.book.tickets)))
    assert len(set(taken)) == len(taken)
    for c, country in enumerate(game.board.countries):
        held = [owner for owner in state.card_owner[c].tolist() if owner >= 0]
        assert len(held) == state.stack_next[c] <= len(country.cards)


def the_display_is_full(game: Game) -> None:
    """Fewer cards than it holds lie face up only if there are no others (C5, C6)."""
    state = game.compiled.state[0]
    if game.view(None).tunnel is None and not game.over:
        assert state.deck_size[0] or not state.discard_size[0]
        full = state.display_size[0] == game.board.rules.display
        assert full or state.deck_size[0] + state.discard_size[0] == 0


def the_view_is_true(game: Game, seat: int | None) -> None:
    """All that a view says is so."""
    state, view = game.compiled.state[0], game.view(seat)
    choosing = view.phase == "first-tickets"
    assert spelled([view.display.get(card, 0) for card in ORDER]) == spelled(state.display)
    assert spelled([view.discards.get(card, 0) for card in ORDER]) == spelled(state.discard)
    assert view.deck == state.deck_size[0]
    assert view.awaited == game.awaited
    under = 0 if choosing else len(bits(state.under[0]))
    assert view.ticket_deck == len(bits(state.unseen[0])) + under
    for other, facts in enumerate(view.seats):
        assert facts.cards == state.hand[other].sum()
        assert facts.trains == state.trains[other]
        assert facts.score == state.score[other]
        assert [game.book.route(name) for name in facts.routes] == owned(game, other)
        if not choosing:
            assert facts.tickets == len(bits(state.tickets[other]))
        assert all(state.hand[other][ORDER.index(card)] >= n for card, n in facts.known.items())
    if seat is not None:
        assert spelled([view.hand.get(card, 0) for card in ORDER]) == spelled(state.hand[seat])
        assert [game.book.ticket(name) for name in view.tickets] == bits(state.tickets[seat])
        assert [game.book.ticket(name) for name in view.given_back] == bits(state.given[seat])


def legal_actions_are_as_a_second_reading_of_the_rules_finds(game: Game) -> None:
    seat = game.awaited[0]
    view = game.view(seat)
    if view.phase != "turn":
        return
    told = game.legal(seat)
    assert len(set(map(str, told))) == len(told), "none twice"
    plain = {str(a) for a in told if not (isinstance(a, Claim) and a.swapped)}
    assert plain == oracle.turn_actions(view)
    swapped = {(a.route, a.cards, len(a.swapped)) for a in told if isinstance(a, Claim) and a.swapped}
    assert swapped == oracle.swap_claims(view)


def legal_actions_apply(game: Game, luck: random.Random, most: int) -> None:
    for seat in game.awaited:
        told = game.legal(seat)
        assert told, "whoever is awaited can do something"
        for action in luck.sample(told, min(most, len(told))):
            copy = game.copy()
            copy.play(action, seat)
            nothing_is_lost(copy)


def other_actions_are_refused(game: Game, luck: random.Random, most: int) -> None:
    """Whatever is not in the list is refused, and then not a bit has changed."""
    before, memory = game.digest(), game.compiled.luck.bytes.copy()
    for _ in range(most):
        seat = luck.randrange(game.seats)
        action = any_action(game, luck)
        legal = game.legal(seat)
        if isinstance(action, Claim) and action.swapped:
            kinds = [(a.route, a.cards, len(a.swapped)) for a in legal if isinstance(a, Claim)]
            if (action.route, action.cards, len(action.swapped)) in kinds:
                continue
        if str(action) in map(str, legal) or (isinstance(action, Keep) and seat in game.awaited):
            continue
        with pytest.raises(IllegalAction):
            game.play(action, seat)
        assert game.digest() == before
        assert (game.compiled.luck.bytes == memory).all()


def any_action(game: Game, luck: random.Random) -> Action:
    def cards(most: int) -> str:
        one, many = luck.choice(ORDER), luck.randint(1, most)
        return "".join(sorted((one * many)[: many - 1] + luck.choice(one + one + "L"), key=ORDER.index))

    book = game.book
    match luck.randrange(8):
        case 0:
            return DrawOpen(luck.choice(ORDER))
        case 1:
            return Keep(tuple(luck.sample(book.tickets, luck.randint(0, 3))))
        case 2:
            return PayExtra(cards(3))
        case 3:
            return GiveUp()
        case 4:
            return Station(luck.choice(book.cities), cards(3))
        case 5:
            return Claim(luck.choice(book.routes), cards(6), cards(4))
        case _:
            return Claim(luck.choice(book.routes), cards(6))


def a_seat_cannot_tell_a_guess_from_the_truth(game: Game, luck: random.Random) -> None:
    """Its sight, its legal actions and what it is told next are the same (C19)."""
    for seat in range(game.seats):
        other = guessed(game, seat, luck.getrandbits(32))
        nothing_is_lost(other)
        assert other.view(seat).sight.bytes.tobytes() == game.view(seat).sight.bytes.tobytes()
        assert other.rows(seat) == game.rows(seat)
        assert other.awaited == game.awaited
        if seat not in game.awaited:
            continue
        true = game.copy()
        action = luck.choice(game.legal(seat))
        true.play(action, seat)
        words = true.record_move(true.moves - 1).luck
        try:
            other.play_outcomes(action, seat, [outcome(game.book, word) for word in words])
        except RecordError:
            continue
        told, heard = (g.events_for(seat, len(game.events)) for g in (true, other))
        # What all chose, who passes and the final score are secrets until that moment.
        if any(isinstance(event, AllChose | Passed | Ended) for event in (*told, *heard)):
            continue
        assert told == heard
        assert other.view(seat).plain() == true.view(seat).plain()
