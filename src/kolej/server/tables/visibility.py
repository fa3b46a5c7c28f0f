"""What one client may see of a table; built from views, never by removing things from the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from kolej.game.choices import choices
from kolej.game.events import Event, seen_by
from kolej.game.game import Game
from kolej.game.odds import TunnelOdds, tunnels
from kolej.game.outlook import Ahead, Outlook
from kolej.game.view import View
from kolej.lessons.course import LessonState, state_of
from kolej.lessons.schema import LEARNER
from kolej.server.protocol import (
    BotSeat,
    Happened,
    HostSeat,
    OpenSeat,
    OpenView,
    OwnView,
    Position,
    SeatInfo,
    SeatPlan,
    TableInfo,
)
from kolej.server.store.store import Player
from kolej.server.tables.table import Noted, Seat, Table, Waiting

_encode = msgspec.json.Encoder().encode

Person = Callable[[str], Player | None]
"""Finds a player by an id from a log."""

NOBODY_KNOWN = "somebody"
"""Shown instead of the name of a player whose data was deleted."""


def open_view(view: View) -> OpenView:
    return OpenView(
        view.phase,
        view.awaited,
        view.display,
        view.discards,
        view.deck,
        view.ticket_deck,
        view.starter,
        view.last_turns,
        view.seats,
        view.stacks,
        view.tunnel,
        view.closed,
    )


def own_view(seat: int, view: View, since: int, ahead: Ahead) -> OwnView:
    """What a seat that waits sees beyond the open part."""
    progress: Any = ahead.written
    return OwnView(seat, view.hand, view.tickets, view.offered, view.given_back, None, since, progress)


def deciding_view(
    game: Game, seat: int, view: View, since: int, outlook: Outlook, open_part: View
) -> OwnView:
    """What a seat that must decide sees beyond the open part: its choices, and what they would do.

    ``view``: with its own cards and tickets as they are now; ``open_part``: what a spectator sees now.
    """
    told, ahead = choices(game, seat), outlook.ahead(seat)
    leaves, effects = outlook.claimed_ahead(ahead, told.claim) if told.claim else ({}, {})
    progress: Any = ahead.written
    return OwnView(
        seat,
        view.hand,
        view.tickets,
        view.offered,
        view.given_back,
        told,
        since,
        progress,
        leaves,
        effects,
        _tunnels(open_part, view, told.claim),
    )


def _tunnels(open_part: View, own: View, claim: dict[str, tuple[str, ...]]) -> dict[str, TunnelOdds]:
    """The odds for each colour that can pay for a tunnel now; the first card of a set gives its colour."""
    colours = {cards[0] for name in own.book.tunnels if name in claim for cards in claim[name]}
    return tunnels(open_part, sorted(colours), own) if colours else {}


def position(table: Table, seats: tuple[int, ...], shared: OpenView | None = None) -> Position | None:
    """The game as the owner of these seats may see it; ``shared``: the open part, if already made."""
    game = table.game
    if game is None:
        return None
    hurried = tuple([seat for seat in table.awaited if not table.bot_of(seat)])
    own = tuple([_own(table, game, seat, deciding=seat in hurried) for seat in seats])
    return Position(
        shared or open_view(table.open_part), own, table.clocks.left(hurried), _lesson_state(table, seats)
    )


def _lesson_state(table: Table, seats: tuple[int, ...]) -> LessonState | None:
    """Only the learner is told, since a goal may depend on what only the learner sees."""
    return state_of(table.lesson) if table.lesson is not None and LEARNER in seats else None


def _own(table: Table, game: Game, seat: int, *, deciding: bool) -> Any:
    """A seat's own view. While the seat waits, little changes in it, so it is encoded once and sent again."""
    since, view, outlook = table.since.get(seat, table.n), table.view_of(seat), table.outlook
    if deciding:
        return deciding_view(game, seat, view, since, outlook, table.open_part)
    ahead, kept = outlook.ahead(seat), table.waiting.get(seat)
    if kept is None or kept.since != since or kept.view is not view or kept.ahead is not ahead:
        written = msgspec.Raw(_encode(own_view(seat, view, since, ahead)))
        kept = table.waiting[seat] = Waiting(since, view, ahead, written)
    return kept.written


def events_seen(events: tuple[Event, ...], seats: tuple[int, ...]) -> tuple[Event, ...]:
    """Events as the owner of these seats may see them, with their numbers."""
    return tuple([seen_by(event, _eye(event, seats)) for event in events])


def _eye(event: Event, seats: tuple[int, ...]) -> int | None:
    seat: int | None = getattr(event, "seat", None)
    return seat if seat in seats else None


def missed(table: Table, since: int, seats: tuple[int, ...]) -> tuple[Happened, ...]:
    """The entries after a number, as the owner of these seats may see them."""
    events = table.game.events_since(0) if table.game is not None else ()
    found = []
    for n in range(max(0, since + 1), table.n + 1):
        noted: Noted = table.noted[n]
        seen = events_seen(events[noted.first : noted.last], seats)
        found.append(Happened(n=n, at=noted.at, seat=noted.seat, events=seen, table=None, position=None))
    return tuple(found)


def table_info(table: Table, person: Person) -> TableInfo:
    setup = table.setup
    return TableInfo(
        id=table.id,
        state=table.state,
        board=setup.board,
        content=table.opened.content,
        layout=table.opened.layout,
        options=setup.options,
        listed=setup.listed,
        spectators=setup.spectators,
        hints=setup.hints,
        clock=setup.clock,
        pace=table.pace,
        seats=tuple(_seat_info(table, number, seat, person) for number, seat in enumerate(table.seats)),
        host=_handle(table.host, person) or "",
        created=table.opened.at,
        commitment=table.commitment,
        entropy=table.entropy,
        next=table.next,
        previous=table.opened.previous,
        positioned=setup.position is not None,
        lesson=table.opened.lesson.id if table.opened.lesson else None,
    )


def _seat_info(table: Table, number: int, seat: Seat, person: Person) -> SeatInfo:
    return SeatInfo(
        seat=number,
        plan=seat.plan,
        name=seat_name(table, number, person),
        player=_handle(seat.player, person) if seat.player else None,
        colour=seat.colour,
        bot=table.bot_of(number),
        away=seat.away,
    )


def seat_name(table: Table, number: int, person: Person) -> str | None:
    """What a seat is called; None while nobody sits there."""
    seat = table.seats[number]
    fixed = fixed_name(table, number)
    if fixed is not None or seat.player is None:
        return fixed
    found = person(seat.player)
    return found.name if found else NOBODY_KNOWN


def fixed_name(table: Table, number: int) -> str | None:
    """A seat's name that does not come from a player: the bot's, the lesson's, or the one the host gave."""
    plan, lesson = table.seats[number].plan, table.opened.lesson
    if lesson is not None and lesson.names[number]:
        return lesson.names[number]
    if isinstance(plan, BotSeat):
        same = [i for i, seat in enumerate(table.seats) if seat.plan == plan]
        return plan.bot if len(same) == 1 else f"{plan.bot} {same.index(number) + 1}"
    return plan.name if isinstance(plan, HostSeat) else None


def anyones(plan: SeatPlan) -> bool:
    return isinstance(plan, OpenSeat)


def names(table: Table, person: Person) -> tuple[str, ...]:
    return tuple(seat_name(table, number, person) or NOBODY_KNOWN for number in range(len(table.seats)))


def _handle(player: str, person: Person) -> str | None:
    found = person(player)
    return found.handle if found else None
