"""Answers what clients ask of a room: commands, chat, questions, a rematch. Each gets one answer."""

from __future__ import annotations

from kolej.game.actions import InvalidAction
from kolej.server.protocol import (
    AskHint,
    AskWhy,
    ClientMessage,
    Done,
    Hint,
    Ping,
    Pong,
    Refused,
    Rematch,
    Said,
    Say,
    ServerMessage,
    Show,
    TableCommand,
    Why,
)
from kolej.server.store.database import StoreError
from kolej.server.store.store import Conflict, Player
from kolej.server.tables import command_handler, event_log
from kolej.server.tables.bot_tasks import hint_task
from kolej.server.tables.new_table import check_plan
from kolej.server.tables.refusal import Refusal, refuse
from kolej.server.tables.room import Client, Room

REMEMBERED = 256
"""How many refusals a room remembers, so that a repeated command gets the same answer."""


async def answer(room: Room, client: Client, message: ClientMessage) -> ServerMessage:
    """The answer to a message from a connected client."""
    match message:
        case Ping(at=at):
            return Pong(at=at, now=room.services.now())
        case AskWhy() | AskHint():
            return await _ask(room, client.player, message)
        case _:
            return await command(room, client.player, message)


async def command(room: Room, player: Player | None, command: TableCommand) -> Done | Refused:
    """Carry out a command once; a repeat gets the first answer again."""
    if player is None:
        return _refused(room, None, command.id, Refusal("sign-in", "tell your name first"))
    if room.draining:
        text = "the server is restarting; try again in a moment"
        return Refused(id=command.id, reason="going-down", text=text, n=room.told)
    async with room.lock:
        if not room.held:
            return _unavailable(room, command)
        known = _answered(room, player, command.id)
        if known is not None:
            return known
        try:
            return await _carry_out(room, player, command)
        except Refusal as refusal:
            return _refused(room, player, command.id, refusal)
        except Conflict:
            await room.reload()
            quicker = Refusal("stale", "someone else was faster; look at the table again")
            return _refused(room, player, command.id, quicker)
        except StoreError:
            room.give_up()
            return _unavailable(room, command)


def _unavailable(room: Room, command: TableCommand) -> Refused:
    text = "the store does not answer; send the same command again"
    return Refused(id=command.id, reason="unavailable", text=text, n=room.told)


def _answered(room: Room, player: Player, command: str) -> Done | Refused | None:
    """The answer that a command got before."""
    table = room.table
    n = table.answers.get((player.id, command))
    if n is not None:
        return Done(id=command, n=n, table=table.next if table.rematch_n == n else None)
    if room.chat.said(player, command):
        return Done(id=command, n=table.n)
    return room.refusals.get((player.id, command))


def _refused(room: Room, player: Player | None, command: str, refusal: Refusal) -> Refused:
    refused = Refused(id=command, reason=refusal.reason, text=str(refusal), n=room.told)
    if player is not None:
        room.refusals[player.id, command] = refused
        if len(room.refusals) > REMEMBERED:
            room.refusals.popitem(last=False)
    return refused


async def _carry_out(room: Room, player: Player, command: TableCommand) -> Done:
    match command:
        case Say() | Show():
            return await _say(room, player, command)
        case Rematch():
            return await _rematch(room, player, command)
        case _:
            with room.in_step():
                entry = command_handler.handle(room.table, command, player.id, room.services.now())
            if isinstance(entry, event_log.Reserved):
                check_plan(entry.plan)
            await room.append(entry)
            return Done(id=command.id, n=room.table.n)


async def _say(room: Room, player: Player, command: Say | Show) -> Done:
    seats = room.seats_of(player)
    row = room.chat.new_row(player, seats[0] if seats else None, command)
    await room.services.store.say(room.table.id, row)
    room.chat.add(row)
    room.tell(Said(chat=room.chat.shown(row)), lambda client: room.hears(client, row))
    return Done(id=command.id, n=room.table.n)


async def _ask(room: Room, player: Player | None, question: AskWhy | AskHint) -> Why | Hint | Refused:
    workers, boards = room.services.workers, room.services.boards
    async with room.lock:
        try:
            if question.seat not in room.seats_of(player):
                refuse("not-your-seat", "you do not sit there")
            if room.table.game is None:
                refuse("not-started", "the game has not started")
            if isinstance(question, AskWhy):
                reason = room.table.game.why_not(question.route, question.seat)
                cards = room.table.game.cards_for(question.route, question.seat)
                return Why(id=question.id, route=question.route, reason=reason, cards=cards)
            task, n = hint_task(room.table, question.seat, workers, boards), room.table.n
        except Refusal as refusal:
            return _refused(room, None, question.id, refusal)
        except InvalidAction as error:
            return _refused(room, None, question.id, Refusal("no-such-route", str(error)))
    found = await workers.explain(task)
    if found is None:
        return _refused(room, None, question.id, Refusal("no-hints", "the bot could not give a hint"))
    return Hint(id=question.id, n=n, bot=task.bot, advice=found)


async def _rematch(room: Room, player: Player, command: Rematch) -> Done:
    table = room.table
    if not room.seats_of(player) and not room.you(player).host:
        refuse("watching-only", "only those who played may ask for a rematch")
    if table.next is not None:
        return Done(id=command.id, n=table.n, table=table.next)
    command_handler.no_lesson(table)
    if table.state != "over":
        refuse("not-over", "the game is not over")
    new, opening = await room.keeper.prepare_rematch(table, player)
    place = new.table.id
    entry = event_log.Rematched(at=room.services.now(), by=player.id, id=command.id, table=place)
    await room.append(entry, opening)
    room.keeper.hold(new)
    return Done(id=command.id, n=table.n, table=place)
