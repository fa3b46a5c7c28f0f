"""Why the planner would choose an action: its workspace, read as causes that a client can put into words."""

from __future__ import annotations

from functools import cached_property
from heapq import heappop, heappush
from typing import Any

from kolej.boards.schema import LETTERS
from kolej.bots import Cause
from kolej.bots.plan.workspace import HUGE, Mind
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
)
from kolej.game.codec import counted
from kolej.game.odds import tunnel_odds
from kolej.game.view import View

LOCO = 8
SOON = 4.0
"""With this few turns left, a cause mentions the end of the game; chosen by hand."""


class Paper:
    """What a planner has worked out for a view."""

    def __init__(self, view: View, mind: Mind) -> None:
        self.view = view
        self.book = view.book
        self.mind = mind
        assert view.seat is not None
        self.seat = view.seat
        self.plan = _bits(mind.plan)
        self.needed = _bits(mind.needed)
        self.own = {self.book.route_index[name] for name in view.seats[self.seat].routes}

    def causes(self, action: Action) -> tuple[Cause, ...]:
        """Why this action is good or bad, the most important reason first."""
        match action:
            case Claim():
                found = self._claim(action)
            case DrawOpen():
                found = self._card(ORDER.index(action.card))
            case DrawBlind():
                found = [Cause("blind"), *self._saving()]
            case DrawTickets():
                found = self._tickets()
            case Keep():
                found = self._keep(action)
            case Station():
                found = self._station(action)
            case PayExtra():
                found = [Cause("pays-extra", {"cards": len(action.cards)})]
            case GiveUp():
                found = [Cause("gives-up")]
        return tuple(found + self._ending(action))

    def _claim(self, action: Claim) -> list[Cause]:
        route = self.book.route_index[action.route]
        facts = self.book.board.routes[route]
        found = [self._completing(ticket, route) for ticket, way in self.ways.items() if route in way]
        if facts.kind == "border":
            found.append(Cause("country", {"country": facts.b, "points": self._card_of(facts.b)}))
        if route not in self.plan:
            found.append(
                Cause("cheap") if not found else Cause("points", {"points": self.book.points(route)})
            )
        elif route not in self.needed:
            found.append(Cause("points", {"points": self.book.points(route)}))
        rivals = self._rivals(facts.a, facts.b)
        if route in self.needed and rivals:
            found.append(Cause("threatened", {"a": facts.a, "b": facts.b, "seat": rivals[0]}))
        if facts.kind == "tunnel":
            found.append(Cause("odds", {"chance": self._chance(action)}))
        return found or [Cause("plan")]

    def _chance(self, action: Claim) -> float:
        """The chance that the rest of the hand covers the extra cost of a tunnel."""
        hand, paid = self._hand, counted(action.cards)
        colour = next((card for card in range(LOCO) if paid[card]), LOCO)
        left = hand[LOCO] - paid[LOCO] + (hand[colour] - paid[colour] if colour < LOCO else 0)
        odds = tunnel_odds(self.view, ORDER[colour])
        return round(sum(odds[: left + 1]), 3)

    def _rivals(self, a: str, b: str) -> list[int]:
        """Other seats that own a route ending at one of these two places."""
        found = []
        for other in self.view.seats:
            if other.seat == self.seat:
                continue
            ends = {
                end
                for name in other.routes
                for end in (
                    self.book.board.routes[self.book.route_index[name]].a,
                    self.book.board.routes[self.book.route_index[name]].b,
                )
            }
            if a in ends or b in ends:
                found.append(other.seat)
        return found

    def _card(self, card: int) -> list[Cause]:
        """What a card of this kind is for: the planned route that it brings nearest to being paid."""
        general = [Cause("locomotive")] if card == LOCO else []
        hand = self._hand
        more = [*hand]
        more[card] += 1
        helped = [(route, self._lack(more, route)) for route in self.needed | self.plan]
        helped = [(route, after) for route, after in helped if after < self._lack(hand, route)]
        if helped:
            route, after = min(helped, key=lambda one: (one[0] not in self.needed, one[1], one[0]))
            facts = self.book.board.routes[route]
            pays = Cause("pays-for", {"a": facts.a, "b": facts.b, "colour": ORDER[card], "count": after})
            return [*general, pays]
        lacked = -min(0, int(self.mind.surplus[card]))
        if lacked and not general:
            return [Cause("needs", {"colour": ORDER[card], "count": lacked})]
        return general or [Cause("spare")]

    def _lack(self, hand: list[int], route: int) -> int:
        """How many cards of a hand are missing for a route alone; swaps are not counted."""
        facts = self.book.board.routes[route]
        colours = range(LOCO) if facts.colour == "grey" else (ORDER.index(LETTERS[facts.colour]),)
        plain, held = facts.length - facts.locomotives, max(hand[colour] for colour in colours)
        spare = hand[LOCO] - facts.locomotives
        jokers = max(0, spare) if self.book.board.rules.locomotives_replace(facts.kind) else 0
        return max(0, plain - held - jokers) + max(0, -spare)

    @cached_property
    def _hand(self) -> list[int]:
        return list(counted("".join(k * n for k, n in self.view.hand.items())))

    def _saving(self) -> list[Cause]:
        """The longest planned route that cards are being collected for."""
        lacking = [route for route in self.needed or self.plan if self._lack(self._hand, route)]
        if not lacking:
            return []
        facts = self.book.board.routes[max(lacking, key=lambda route: (self.book.length(route), -route))]
        return [Cause("save", {"a": facts.a, "b": facts.b})]

    def _tickets(self) -> list[Cause]:
        gain = float(self.mind.tickets_gain[0])
        if gain <= -HUGE:
            return [Cause("late") if self.mind.left[0] < SOON else Cause("tickets-risk", {"loss": 0})]
        if gain > 0:
            return [Cause("tickets-pay", {"gain": round(gain, 1)})]
        return [Cause("tickets-risk", {"loss": round(-gain, 1)})]

    def _keep(self, action: Keep) -> list[Cause]:
        """Each ticket by itself; of several, first what they take together."""
        found: list[Cause] = []
        together: set[int] = set()
        for name in action.tickets:
            ticket = self.book.ticket_index[name]
            facts = self.book.board.tickets[ticket]
            way = self._way(facts.a, facts.b, self._free)
            together |= (way or set()) - self.own
            trains = sum(self.book.length(route) for route in way or () if route not in self.own)
            code = (
                "reach" if way is not None and trains <= self.view.seats[self.seat].trains else "ticket-lost"
            )
            found.append(Cause(code, {"a": facts.a, "b": facts.b, "points": facts.points, "trains": trains}))
        if len(found) > 1 and all(cause.code == "reach" for cause in found):
            points = sum(int(cause.facts["points"]) for cause in found)
            trains = sum(map(self.book.length, together))
            found.insert(0, Cause("together", {"points": points, "trains": trains}))
        return found

    def _station(self, action: Station) -> list[Cause]:
        facts: dict[str, str | int | float] = {"city": action.city, "cost": len(action.cards)}
        borrowed = _bits(self.mind.borrowed)
        for route in borrowed:
            ends = self.book.board.routes[route]
            if action.city in (ends.a, ends.b):
                return [Cause("station", {**facts, "a": ends.a, "b": ends.b})]
        return [Cause("station", facts)]

    def _ending(self, action: Action) -> list[Cause]:
        mine = self.view.seats[self.seat].trains
        last = self.book.board.rules.last_round_at
        if isinstance(action, Claim) and mine - self.book.length(self.book.route_index[action.route]) <= last:
            return [Cause("ends-game")] if self.view.last_turns is None else []
        soon = min(self.view.seats, key=lambda seat: seat.trains)
        if self.view.last_turns is None and soon.seat != self.seat and self.mind.left[0] < SOON:
            return [Cause("end-soon", {"trains": soon.trains, "seat": soon.seat})]
        return []

    def _completing(self, ticket: int, route: int) -> Cause:
        """How far a planned route takes a ticket: to its end, to its end with one more route, or nearer."""
        facts = self.book.board.tickets[ticket]
        about: dict[str, str | int | float] = {"a": facts.a, "b": facts.b, "points": facts.points}
        rest = sorted(self.ways[ticket] - self.own - {route})
        if not rest:
            return Cause("completes", about)
        if len(rest) == 1:
            last = self.book.board.routes[rest[0]]
            return Cause("completes-with", {**about, "with_a": last.a, "with_b": last.b})
        return Cause("ticket", {**about, "trains": sum(map(self.book.length, rest))})

    def _card_of(self, country: str) -> int:
        left = self.view.stacks.get(country, ())
        return left[0] if left else 0

    @cached_property
    def ways(self) -> dict[int, set[int]]:
        """The routes that each planned ticket uses, owned and planned ones."""
        found = {}
        for ticket, facts in enumerate(self.book.board.tickets):
            if int(self.mind.planned[0]) >> ticket & 1:
                way = self._way(facts.a, facts.b, self.own | self.needed)
                if way is not None:
                    found[ticket] = way
        return found

    @cached_property
    def _free(self) -> set[int]:
        return self.own | {self.book.route_index[name] for name in self.view.claimable}

    def _way(self, a: str, b: str, routes: set[int]) -> set[int] | None:
        """The routes of the path that needs the fewest additional trains, or None."""
        near: dict[str, list[tuple[str, int]]] = {}
        for route in sorted(routes):
            facts = self.book.board.routes[route]
            if facts.kind != "border":
                near.setdefault(facts.a, []).append((facts.b, route))
                near.setdefault(facts.b, []).append((facts.a, route))
        seen: set[str] = set()
        todo: list[tuple[int, int, str, tuple[int, ...]]] = [(0, 0, a, ())]
        while todo:
            trains, count, here, way = heappop(todo)
            if here == b:
                return set(way)
            if here in seen:
                continue
            seen.add(here)
            for there, route in near.get(here, ()):
                more = 0 if route in self.own else self.book.length(route)
                heappush(todo, (trains + more, count + 1, there, (*way, route)))
        return None


def _bits(words: Any) -> set[int]:
    number = int(words[0]) | int(words[1]) << 64
    return {place for place in range(number.bit_length()) if number >> place & 1}
