"""Turns the tape of a step into events, in words that players know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from kolej.game.actions import (
    ORDER,
    Action,
    Claim,
    DrawBlind,
    DrawOpen,
    DrawTickets,
    GiveUp,
    Keep,
    PayExtra,
    Station,
    in_order,
)
from kolej.game.events import (
    AllChose,
    Built,
    Chose,
    Claimed,
    Dealt,
    Drew,
    Event,
    GaveUp,
    Kept,
    LastRound,
    Offered,
    Passed,
    Replaced,
    Reshuffled,
    Started,
    Tried,
    TurnedUp,
    WonCard,
)
from kolej.game.rulebook import Rulebook
from kolej.rules.luck import (
    NOTE_BLIND,
    NOTE_COUNTRY,
    NOTE_DEALT,
    NOTE_LAST_ROUND,
    NOTE_OFFERED,
    NOTE_OPEN,
    NOTE_PASSED,
    NOTE_REPLACED,
    NOTE_RESHUFFLED,
    NOTE_STARTS,
    NOTE_TURNED,
)
from kolej.rules.state import FIRST_TICKETS, State
from kolej.rules.structs import Values

Tape = list[tuple[int, int]]


class Narrator:
    """Tells one step. Made before it, because its events also depend on the state before it."""

    def __init__(self, book: Rulebook, state: Values, number: int) -> None:
        self.book = book
        self.number = number
        table: State = state[0]
        self.players = int(table.players[0])
        self.choosing_first = bool(table.phase[0] == FIRST_TICKETS)
        self.offered: list[int] = table.offered_count.tolist()  # type: ignore[attr-defined]
        self.laid = int(table.laid[0])
        self.taken: list[int] = table.stack_next.tolist()  # type: ignore[attr-defined]

    def _next(self) -> int:
        self.number += 1
        return self.number - 1

    def set_up(self, tape: Tape) -> Iterator[Event]:
        rules = self.book.board.rules
        (starter,) = [value for what, value in tape if what == NOTE_STARTS]
        dealt = [ORDER[value] for what, value in tape if what == NOTE_DEALT]
        tickets = [self.book.tickets[value] for what, value in tape if what == NOTE_OFFERED]
        seats = len(dealt) // rules.hand if rules.hand else 0
        offered = rules.first_long_tickets + rules.first_tickets
        seats = seats or len(tickets) // offered
        yield Started(number=self._next(), seats=seats, starter=starter)
        for seat in range(seats):
            cards = in_order("".join(dealt[seat * rules.hand : (seat + 1) * rules.hand]))
            yield Dealt(number=self._next(), seat=seat, count=len(cards), cards=cards)
        yield from self._aftermath(0, tape)
        for seat in range(seats):
            mine = tuple(tickets[seat * offered : (seat + 1) * offered])
            yield Offered(number=self._next(), seat=seat, count=len(mine), tickets=mine)

    def step(self, seat: int, action: Action, tape: Tape, after: State) -> Iterator[Event]:
        """The events of one action, from its tape."""
        match action:
            case DrawOpen():
                yield Drew(number=self._next(), seat=seat, card=action.card, blind=False)
            case DrawBlind():
                (card,) = [ORDER[value] for what, value in tape if what == NOTE_BLIND]
                yield Drew(number=self._next(), seat=seat, card=card, blind=True)
            case DrawTickets():
                tickets = tuple(self.book.tickets[value] for what, value in tape if what == NOTE_OFFERED)
                yield Offered(number=self._next(), seat=seat, count=len(tickets), tickets=tickets)
            case Keep():
                yield from self._keep(seat, action, after)
            case Claim():
                yield from self._claim(seat, action, tape, after)
            case PayExtra():
                route, laid = self.book.codec.laid(self.laid)
                yield self._claimed(seat, route, in_order(laid + action.cards), "")
            case GiveUp():
                route, laid = self.book.codec.laid(self.laid)
                yield GaveUp(number=self._next(), seat=seat, route=self.book.routes[route], cards=laid)
            case Station():
                yield Built(number=self._next(), seat=seat, city=action.city, cards=in_order(action.cards))
            case _:
                assert_never(action)
        yield from self._aftermath(seat, tape)

    def _keep(self, seat: int, action: Keep, after: State) -> Iterator[Event]:
        if not self.choosing_first:
            count = len(set(action.tickets))
            back = self.offered[seat] - count
            yield Kept(number=self._next(), seat=seat, count=count, given_back=back, tickets=action.tickets)
            return
        yield Chose(number=self._next(), seat=seat, tickets=action.tickets)
        if after.phase[0] != FIRST_TICKETS:
            kept = tuple(int(after.tickets[s]).bit_count() for s in range(self.players))
            yield AllChose(number=self._next(), kept=kept)

    def _claim(self, seat: int, action: Claim, tape: Tape, after: State) -> Iterator[Event]:
        route = self.book.route_index[action.route]
        tunnel = self.book.board.routes[route].kind == "tunnel"
        if tunnel:
            turned = in_order("".join(ORDER[value] for what, value in tape if what == NOTE_TURNED))
            extra = int(after.extra[0])
            yield Tried(
                number=self._next(),
                seat=seat,
                route=action.route,
                cards=action.cards,
                turned=turned,
                extra=extra,
            )
            if extra:
                return
        yield self._claimed(seat, route, action.cards, action.swapped)

    def _claimed(self, seat: int, route: int, cards: str, swapped: str) -> Claimed:
        points = self.book.points(route)
        name = self.book.routes[route]
        return Claimed(
            number=self._next(), seat=seat, route=name, cards=cards, swapped=swapped, points=points
        )

    def _aftermath(self, seat: int, tape: Tape) -> Iterator[Event]:
        """What follows automatically: the display, the deck, country cards, passes, the last round."""
        turned = ""
        for what, value in [*tape, (-1, 0)]:
            if what == NOTE_OPEN:
                turned += ORDER[value]
                continue
            if turned and what != NOTE_RESHUFFLED:
                yield TurnedUp(number=self._next(), cards=turned)
                turned = ""
            if what == NOTE_REPLACED:
                yield Replaced(number=self._next())
            elif what == NOTE_RESHUFFLED:
                if turned:
                    yield TurnedUp(number=self._next(), cards=turned)
                    turned = ""
                yield Reshuffled(number=self._next(), size=value)
            elif what == NOTE_COUNTRY:
                country = self.book.board.countries[value]
                card = self.taken[value]
                self.taken[value] += 1
                left = len(country.cards) - card - 1
                yield WonCard(
                    number=self._next(), seat=seat, country=country.id, points=country.cards[card], left=left
                )
            elif what == NOTE_PASSED:
                yield Passed(number=self._next(), seat=value)
            elif what == NOTE_LAST_ROUND:
                yield LastRound(number=self._next(), seat=value)
