"""Turns a command into the entry that records it, or refuses it. Callers pass the time.

``handle`` checks a command and makes its entry; ``Table.apply`` carries the entry out. The game is one step
ahead: the handler already plays a move, and deals at the start, because the entry contains the luck. So an
entry made here must be applied and stored, or else the table must be loaded again from the store.
"""

from __future__ import annotations

from typing import assert_never

from kolej.game import actions, fair_luck
from kolej.game.actions import IllegalAction, InvalidAction
from kolej.game.game import Game
from kolej.lessons.course import Course
from kolej.server.protocol import (
    Act,
    BotSeat,
    Choose,
    Close,
    FriendSeat,
    HostSeat,
    Leave,
    Pace,
    Rematch,
    Remove,
    Reserve,
    Resign,
    Say,
    Show,
    Sit,
    Start,
    TableCommand,
    TakeBack,
)
from kolej.server.tables import event_log
from kolej.server.tables.event_log import Entry
from kolej.server.tables.refusal import refuse
from kolej.server.tables.table import Seat, Table


def handle(table: Table, command: TableCommand, player: str, now: int) -> Entry:
    """The entry for a player's command; if it is not allowed, raises ``Refusal`` and changes nothing.

    When this returns, a move has been played or a game dealt; everything else waits for ``Table.apply``.
    """
    if command.version > table.n:
        refuse("ahead", f"the table is at {table.n}, not yet at {command.version}; connect anew")
    match command:
        case Act():
            return _act(table, command, player, now)
        case Start():
            return _start(table, command, player, now)
        case Resign():
            return _resign(table, command, player, now)
        case TakeBack():
            return _take_back(table, command, player, now)
        case Pace():
            return _pace(table, command, player, now)
        case Close():
            _only_waiting(table)
            _only_host(table, player)
            return event_log.Closed(at=now, by=player, id=command.id)
        case Sit() | Leave() | Remove() | Reserve() | Choose():
            _only_waiting(table)
            return _seating(table, command, player, now)
        case Rematch() | Say() | Show():
            raise TypeError("the room carries out this command, not the table")
        case _:
            assert_never(command)


# ---- before the game


def _seating(table: Table, command: Sit | Leave | Remove | Reserve | Choose, player: str, now: int) -> Entry:
    number = command.seat
    seat = _seat(table, number)
    match command:
        case Sit():
            _may_sit(table, seat, command, player)
            return event_log.Sat(
                at=now, by=player, id=command.id, seat=number, player=player, entropy=command.entropy
            )
        case Leave():
            _own(table, number, player)
            return event_log.Stood(at=now, by=player, id=command.id, seat=number)
        case Remove():
            _only_host(table, player)
            if seat.player is None:
                refuse("seat-free", "nobody sits there")
            return event_log.Stood(at=now, by=player, id=command.id, seat=number)
        case Reserve():
            _only_host(table, player)
            if seat.player is not None and not table.same(seat.player, table.host):
                refuse("seat-taken", "somebody sits there; take the seat away first")
            return event_log.Reserved(at=now, by=player, id=command.id, seat=number, plan=command.plan)
        case Choose():
            _may_choose(table, seat, command, player)
            return event_log.Coloured(at=now, by=player, id=command.id, seat=number, colour=command.colour)
        case _:
            assert_never(command)


def _may_sit(table: Table, seat: Seat, command: Sit, player: str) -> None:
    _printable(command.entropy)
    if not seat.free:
        refuse("seat-taken", "this seat is taken")
    if isinstance(seat.plan, HostSeat):
        if not table.same(table.host, player):
            refuse("only-the-host", "this seat is for people at the host's device")
        return
    if table.seats_of(player) and not table.same(table.host, player):
        refuse("one-seat-each", "you have a seat at this table")
    if isinstance(seat.plan, FriendSeat) and not (
        fair_luck.equal(command.invitation, table.opened.invitation) or table.same(table.host, player)
    ):
        refuse("needs-invitation", "this seat is kept for a friend of the host; ask for the invitation")


def _may_choose(table: Table, seat: Seat, command: Choose, player: str) -> None:
    owner = seat.player is not None and table.same(seat.player, player)
    if not owner and not (isinstance(seat.plan, BotSeat) and table.same(table.host, player)):
        refuse("not-your-seat", "you do not sit there")
    if any(not s.free and s is not seat and s.colour == command.colour for s in table.seats):
        refuse("colour-taken", f"{command.colour} is taken")


def _start(table: Table, command: Start, player: str, now: int) -> Entry:
    _only_host(table, player)
    _only_waiting(table)
    if command.version != table.n:
        refuse("stale", "the table has changed; look at it again before you start")
    empty = [i for i, seat in enumerate(table.seats) if seat.free]
    if empty:
        refuse("seats-open", f"seat {empty[0]} is still free")
    _printable(command.entropy)
    return begin(table, player, now, command.id, command.entropy)


def begin(table: Table, player: str, now: int, command: str = "", entropy: str = "") -> Entry:
    """Deal; returns the entry of the start."""
    added = tuple(text for text in (*(seat.entropy for seat in table.seats), entropy) if text)
    game = table.deal(added)
    banks = table.clocks.full(len(table.seats))
    return event_log.Begun(at=now, by=player, id=command, entropy=added, deal=game.deal, banks=banks)


# ---- during the game


def _act(table: Table, command: Act, player: str, now: int) -> Entry:
    _own(table, command.seat, player)
    game = _playing(table)
    if table.seats[command.seat].away:
        refuse("played-by-bot", "a bot plays for you; take the seat back first")
    if command.version < table.since.get(command.seat, -1):
        refuse("stale", "the game has moved on since you chose this; look at the table again")
    try:
        action = actions.parse(command.action)
        if table.lesson is not None:
            _in_lesson(table.lesson, game, action, command.seat)
    except InvalidAction as error:
        refuse("invalid-action", str(error))
    except IllegalAction as error:
        refuse(error.reason, str(error))
    return _move(table, game, action, command.seat, now, player, command.id, "")


def _in_lesson(lesson: Course, game: Game, action: actions.Action, seat: int) -> None:
    """Refuse a possible action that the lesson does not ask for; why others are impossible is told first."""
    game.check(action, seat)
    if not lesson.takes(actions.checked(action)):
        refuse("not-in-lesson", "the lesson asks for something else here")


def play_bot_move(table: Table, action: actions.Action, seat: int, bot: str, now: int) -> Entry:
    """Play the move of a seat's bot; returns its entry, which the table must then apply."""
    return _move(table, _playing(table), action, seat, now, "", "", bot)


def _move(
    table: Table,
    game: Game,
    action: actions.Action,
    seat: int,
    now: int,
    player: str,
    command: str,
    bot: str,
) -> Entry:
    try:
        if table.lesson is not None:
            table.lesson.play(game, action, seat)
        else:
            game.play(action, seat)
    except InvalidAction as error:
        refuse("invalid-action", str(error))
    except IllegalAction as error:
        refuse(error.reason, str(error))
    ends = seat not in game.awaited or game.turn_begins
    banks = table.clocks.banks if bot else table.clocks.banks_after(seat, now, ends)
    move = game.record_move(game.moves - 1)
    return event_log.Moved(
        at=now, by=player, id=command, seat=seat, action=move.action, luck=move.luck, banks=banks, bot=bot
    )


def _resign(table: Table, command: Resign, player: str, now: int) -> Entry:
    _own(table, command.seat, player)
    _playing(table)
    no_lesson(table)
    if table.bot_of(command.seat):
        refuse("played-by-bot", "a bot already plays this seat")
    return event_log.LeftToBot(
        at=now, by=player, id=command.id, seat=command.seat, why="resigned", banks=table.clocks.banks
    )


def _take_back(table: Table, command: TakeBack, player: str, now: int) -> Entry:
    _own(table, command.seat, player)
    _playing(table)
    if not table.seats[command.seat].away:
        refuse("played-by-you", "no bot plays for you here")
    banks = table.clocks.banks_after_return(command.seat)
    return event_log.TakenBack(at=now, by=player, id=command.id, seat=command.seat, banks=banks)


def _pace(table: Table, command: Pace, player: str, now: int) -> Entry:
    _only_host(table, player)
    _playing(table)
    return event_log.Paced(at=now, by=player, id=command.id, pace=command.pace)


def time_over(table: Table, seat: int, now: int) -> Entry | None:
    """The entry that hands a seat to a bot, if its time has run out."""
    deadline = table.clocks.deadline(seat) if seat in table.awaited and not table.bot_of(seat) else None
    if deadline is None or now < deadline:
        return None
    banks = tuple(0 if i == seat else bank for i, bank in enumerate(table.clocks.banks))
    return event_log.LeftToBot(at=now, seat=seat, why="time", banks=banks)


# ---- checks shared by several commands


def _seat(table: Table, number: int) -> Seat:
    if number >= len(table.seats):
        refuse("no-such-seat", f"seats here are 0 to {len(table.seats) - 1}")
    return table.seats[number]


def _own(table: Table, number: int, player: str) -> None:
    seat = _seat(table, number)
    if seat.player is None or not table.same(seat.player, player):
        refuse("not-your-seat", "you do not sit there")


def _only_host(table: Table, player: str) -> None:
    if not table.same(table.host, player):
        refuse("only-the-host", "only who made the table may do this")


def _only_waiting(table: Table) -> None:
    if table.state == "closed":
        refuse("closed", "this table was given up")
    if table.state != "waiting":
        refuse("already-started", "the game has started")


def _playing(table: Table) -> Game:
    if table.state == "closed":
        refuse("closed", "this table was given up")
    if table.game is None:
        refuse("not-started", "the game has not started")
    if table.game.over:
        refuse("game-over", "the game is over")
    return table.game


def no_lesson(table: Table) -> None:
    if table.opened.lesson is not None:
        refuse("not-in-lesson", "this is not possible in a lesson")


def _printable(entropy: str) -> None:
    if not entropy.isprintable():
        refuse("unreadable", "entropy goes into the record, so it must be printable text")
