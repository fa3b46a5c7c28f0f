"""Whether an action is possible, and why not: every refusal has a reason that clients can translate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kolej.game.actions import (
    ORDER,
    Action,
    Claim,
    DrawBlind,
    DrawOpen,
    DrawTickets,
    GiveUp,
    IllegalAction,
    InvalidAction,
    Keep,
    PayExtra,
    Reason,
    Station,
)
from kolej.game.codec import LOCO, counted, holdings
from kolej.game.rulebook import Rulebook
from kolej.rules.state import CHOOSE_TICKETS, FIRST_TICKETS, OVER, SECOND_CARD, TUNNEL

if TYPE_CHECKING:
    from kolej.rules.state import State

NAMES = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive")
WANTED: dict[int, tuple[tuple[type, ...], Reason, str]] = {
    SECOND_CARD: ((DrawOpen, DrawBlind), "second-card", "draw your second card"),
    CHOOSE_TICKETS: ((Keep,), "choose-tickets", "choose which of the tickets offered you keep"),
    TUNNEL: ((PayExtra, GiveUp), "decide-tunnel", "pay for the tunnel or give it up"),
}
"""What may be done in the middle of a turn, and the refusal of anything else."""


def rows_of(book: Rulebook, state: State, seat: int, action: Action) -> list[int]:
    """The rows that carry an action out: one or, with swaps, several; raises ``IllegalAction``."""
    _whose_turn(state, seat, action)
    _check(book, state, seat, action)
    row = book.codec.row(action, lambda: holdings(state, seat))
    if row is None:
        raise _no_such_payment(book, action)
    return book.codec.steps(action, row)


def _check(book: Rulebook, state: State, seat: int, action: Action) -> None:
    """Raises if the seat may do this kind of thing now, but not exactly this."""
    match action:
        case Keep():
            _check_keep(book, state, seat, action)
        case DrawOpen():
            _check_draw(book, state, action)
        case DrawBlind():
            if state.deck_size[0] == 0:
                raise IllegalAction("deck-empty", "the deck is empty; take a face-up card")
        case DrawTickets():
            if not int(state.unseen[0]) | int(state.under[0]):
                raise IllegalAction("no-tickets-left", "there are no tickets left")
        case Claim():
            _check_claim(book, state, seat, action)
        case Station():
            _check_station(book, state, seat, action)
        case PayExtra():
            _check_extra(book, state, seat, action)
        case GiveUp():
            pass


def _whose_turn(state: State, seat: int, action: Action) -> None:
    """Raises unless the seat may do this kind of thing now."""
    phase = int(state.phase[0])
    if phase == OVER:
        raise IllegalAction("game-over", "the game is over")
    if phase == FIRST_TICKETS:
        if not state.waiting[0] >> seat & 1:
            raise IllegalAction("already-chosen", "first tickets are chosen; wait for the others")
        if not isinstance(action, Keep):
            raise IllegalAction("choose-first-tickets", "choose your first tickets")
        return
    if seat != state.player[0]:
        raise IllegalAction("not-your-turn", f"it is the turn of seat {state.player[0]}")
    if phase in WANTED:
        allowed, reason, message = WANTED[phase]
        if not isinstance(action, allowed):
            raise IllegalAction(reason, message)
    elif isinstance(action, Keep | PayExtra | GiveUp):
        raise IllegalAction("nothing-to-decide", "there are no tickets and no tunnel to decide on")


def _check_keep(book: Rulebook, state: State, seat: int, action: Keep) -> None:
    offered = holdings(state, seat).offered
    for place, name in enumerate(action.tickets):
        if book.ticket(name) not in offered:
            raise IllegalAction("not-offered", f"{name} is not offered to you")
        if name in action.tickets[:place]:
            raise InvalidAction(f"{name} is named twice")
    rules = book.board.rules
    least = rules.first_keep if state.phase[0] == FIRST_TICKETS else rules.later_keep
    least = min(least, len(offered))
    if len(action.tickets) < least:
        raise IllegalAction("too-few-kept", f"keep at least {least} of the {len(offered)} tickets")


def _check_draw(book: Rulebook, state: State, action: DrawOpen) -> None:
    card = ORDER.index(action.card)
    if state.display[card] == 0:
        raise IllegalAction("not-face-up", f"no {NAMES[card]} card lies face up")
    second = state.phase[0] == SECOND_CARD
    if second and card == LOCO and book.board.rules.locomotive_is_whole_draw:
        raise IllegalAction("second-locomotive", "the second card may not be a face-up locomotive")


def why_not_route(book: Rulebook, state: State, seat: int, route: int) -> tuple[Reason, str] | None:
    """Why the seat cannot claim the route whatever cards it pays; None if it could."""
    if state.claimable[seat, route >> 6] >> (route & 63) & 1:
        length = book.length(route)
        if length > state.trains[seat]:
            return "too-few-trains", f"it takes {length} trains; you have {state.trains[seat]}"
        return None
    for other in range(state.players[0]):
        if _owns(state, other, route):
            return "route-taken", "it is yours already" if other == seat else f"seat {other} has it"
    facts = book.board.routes[route]
    if facts.kind == "border":
        same = [r for r in range(len(book.routes)) if r != route and _owns(state, seat, r)]
        if any({book.board.routes[r].a, book.board.routes[r].b} == {facts.a, facts.b} for r in same):
            return "own-border-route", "you have a track of this border route already"
        return "one-route-per-country", f"you have a route into {facts.b} already"
    twins = [
        r
        for r, other in enumerate(book.board.routes)
        if r != route and {other.a, other.b} == {facts.a, facts.b}
    ]
    if any(_owns(state, seat, twin) for twin in twins):
        return "own-twin", "the other track is yours; one player never owns both"
    return "double-closed", "with so few players only one track of a double route may be claimed"


def cards_for(book: Rulebook, state: State, seat: int, route: int) -> dict[str, int]:
    """The seat's cards that could pay for a route without swaps: letters and numbers."""
    facts = book.board.routes[route]
    hand: Any = state.hand[seat]
    pays = [facts.colour in ("grey", NAMES[card]) for card in range(LOCO)]
    pays.append(book.board.rules.locomotives_replace(facts.kind))
    return {ORDER[card]: held for card, held in enumerate(hand.tolist()) if held and pays[card]}


def _owns(state: State, seat: int, route: int) -> bool:
    return bool(int(state.owned[seat, route >> 6]) >> (route & 63) & 1)


def _check_claim(book: Rulebook, state: State, seat: int, action: Claim) -> None:
    route = book.route(action.route)
    closed = why_not_route(book, state, seat, route)
    if closed:
        raise IllegalAction(*closed)
    single, swapped = counted(action.cards), counted(action.swapped)
    _has(state, seat, [a + b for a, b in zip(single, swapped, strict=True)])
    if sum(map(bool, single[:LOCO])) > 1:
        raise IllegalAction("mixed-colours", "all cards must be of one colour, locomotives apart")
    _swaps(book, route, len(action.cards), len(action.swapped))


def _has(state: State, seat: int, cards: list[int]) -> None:
    """Raises unless the hand has this many cards of each kind."""
    hand: Any = state.hand[seat]
    for card, (held, laid) in enumerate(zip(hand.tolist(), cards, strict=True)):
        if laid > held:
            raise IllegalAction("too-few-cards", f"you have {held} {NAMES[card]} cards")


def _swaps(book: Rulebook, route: int, single: int, swapped: int) -> int:
    """How many cards the swapped ones stand for; raises if the numbers do not fit."""
    length, price = book.length(route), book.swap_price[route]
    if swapped and not price:
        raise IllegalAction("no-swaps-here", "cards cannot be swapped on this route")
    swaps = swapped // price if price else 0
    if swapped and swapped % price:
        raise IllegalAction(
            "wrong-swap", f"{price} cards of any kind stand for one; {swapped} are no multiple"
        )
    if single + swaps != length:
        raise IllegalAction("wrong-number", f"it takes {length} cards; you lay {single + swaps}")
    return swaps


def _no_such_payment(book: Rulebook, action: Action) -> IllegalAction:
    """Why a set of cards that is in the hand does not pay."""
    if not isinstance(action, Claim):
        return IllegalAction("locomotives-not-here", "locomotives do not pay for stations here")
    single, route = counted(action.cards), book.route(action.route)
    colour = next((card for card in range(LOCO) if single[card]), LOCO)
    locos, swaps = single[LOCO], _swaps(book, route, len(action.cards), len(action.swapped))
    facts, rules = book.board.routes[route], book.board.rules
    if colour != LOCO and facts.colour not in ("grey", NAMES[colour]):
        return IllegalAction("wrong-colour", f"it takes {facts.colour} cards, not {NAMES[colour]}")
    if locos and not rules.locomotives_replace(facts.kind):
        return IllegalAction("locomotives-not-here", "locomotives pay on tunnels and ferries only")
    if locos + swaps < facts.locomotives:
        return IllegalAction("locomotives-needed", f"the ferry needs {facts.locomotives} locomotives")
    return IllegalAction("wrong-swap", "a swap stands only for a locomotive of the ferry here")


def _check_station(book: Rulebook, state: State, seat: int, action: Station) -> None:
    city = book.city(action.city)
    rules = book.board.rules
    if rules.stations == 0:
        raise IllegalAction("no-stations", "this board has no stations")
    left = state.stations[seat]
    if left == 0:
        raise IllegalAction("no-stations-left", "you have built all your stations")
    if not int(state.free_cities[0]) >> city & 1:
        raise IllegalAction("station-there", "there is a station in this city")
    cost = rules.station_costs[rules.stations - left]
    cards = counted(action.cards)
    if len(action.cards) != cost:
        raise IllegalAction(
            "wrong-number", f"the next station costs {cost} cards; you lay {len(action.cards)}"
        )
    _has(state, seat, cards)
    if sum(map(bool, cards[:LOCO])) > 1:
        raise IllegalAction("mixed-colours", "all cards must be of one colour, locomotives apart")


def _check_extra(book: Rulebook, state: State, seat: int, action: PayExtra) -> None:
    extra, colour = state.extra[0], book.codec.facts[state.laid[0]][2]
    cards = counted(action.cards)
    if len(action.cards) != extra:
        raise IllegalAction("wrong-number", f"the tunnel costs {extra} more; you lay {len(action.cards)}")
    for card in range(9):
        if cards[card] and card not in (colour, LOCO):
            raise IllegalAction("wrong-colour", f"it takes {NAMES[colour]} cards or locomotives")
        if cards[card] > state.hand[seat, card]:
            raise IllegalAction("too-few-cards", f"you have {state.hand[seat, card]} {NAMES[card]} cards")
