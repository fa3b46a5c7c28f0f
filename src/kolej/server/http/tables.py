"""HTTP: finding, making and looking at tables; commands for those without a socket."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
import segno
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec.structs import replace

from kolej.boards.errors import BoardError
from kolej.game.record import Record, RecordError
from kolej.server.http.boards import steps_of
from kolej.server.http.bodies import Entries, NewQr, QrCode, Steps, TableLine, TableList, TableLook, TableMade
from kolej.server.http.problems import reading, told, writing
from kolej.server.http.site import Site, TheCaller, TheSite, Wrong, person
from kolej.server.protocol import Done, NewTable, Refused, TableCommand
from kolej.server.store.store import CURSOR, Cursor, Player, TableRow
from kolej.server.tables import client_requests, visibility
from kolej.server.tables.listing import Line
from kolej.server.tables.refusal import Refusal
from kolej.server.tables.room import Room

PAGE = 30
FIRST = str(2**53)
"""Later than any table."""

Before = Annotated[str, QueryParameter(pattern=CURSOR, description="The `more` of the previous page.")]
Since = Annotated[int, QueryParameter(ge=-1, le=1_000_000, description="The last entry that the caller has.")]


@get("/api/tables", summary="Open tables, and games to look at", responses=reading())
async def listed(site: TheSite, caller: TheCaller, before: Before = FIRST) -> TableList:
    return await _page(site, caller.player, await site.store.listed(Cursor.read(before), PAGE + 1))


@get("/api/me/tables", summary="My tables, the latest first", responses=reading())
async def mine(site: TheSite, caller: TheCaller, before: Before = FIRST) -> TableList:
    player = person(caller)
    return await _page(site, player, await site.store.tables_of(player.id, Cursor.read(before), PAGE + 1))


async def _page(site: Site, player: Player | None, rows: list[TableRow]) -> TableList:
    """A page of these rows, and where the next one begins; a row beyond the page shows if that is a tie."""
    lines = [await _line(site, player, row) for row in rows[:PAGE]]
    if len(rows) < PAGE:
        return TableList(tuple(lines), None)
    last, *following = rows[PAGE - 1 :]
    tie = any(row.updated == last.updated for row in following)
    # A time alone is what earlier versions gave, so a longer cursor is given only where it is needed.
    return TableList(tuple(lines), str(Cursor.after(last) if tie else Cursor(last.updated)))


async def _line(site: Site, player: Player | None, row: TableRow) -> TableLine:
    line = msgspec.json.decode(row.line, type=Line)
    names: list[str | None] = []
    seats: list[int] = []
    for number, sitter in enumerate(line.players):
        found = await site.people.meet(sitter) if sitter else None
        names.append(
            line.names[number] or (found.name if found else visibility.NOBODY_KNOWN if sitter else None)
        )
        if player is not None and found is not None and found.id == player.id:
            seats.append(number)
    return TableLine(
        row.id,
        row.state,
        line.board,
        line.clock,
        row.listed,
        line.spectators,
        row.created,
        row.updated,
        line.free,
        tuple(names),
        tuple(number for number, name in enumerate(line.names) if name and not line.players[number]),
        line.awaited,
        tuple(seats),
    )


@post("/api/tables", summary="Make a table", responses=writing(422))
async def make(site: TheSite, caller: TheCaller, data: JSONBody[NewTable]) -> TableMade:
    player = person(caller)
    if player.account is None:
        site.limit(site.anonymous_tables, caller.address, "too many tables from this address")
    else:
        site.limit(site.tables, player.id, "too many tables")
    if data.position is not None:
        site.limit(site.heavy, caller.address, "too many positions at once")
    try:
        room = await site.registry.make(data, player)
    except BoardError as error:
        raise Wrong(422, "bad-table", str(error)) from None
    except RecordError as error:
        raise Wrong(422, "bad-record", str(error)) from None
    except Refusal as refusal:
        raise Wrong(422, refusal.reason, str(refusal)) from None
    place = room.table.id
    return TableMade(place, site.registry.link(place), room.table.opened.invitation)


@post("/api/qr", summary="A link as a QR code", status_code=200, responses=writing())
async def qr(data: JSONBody[NewQr]) -> QrCode:
    """Uses POST, because the link may contain an invitation, which must not appear in logs."""
    return QrCode(await asyncio.to_thread(_qr, data.text))


def _qr(text: str) -> str:
    return segno.make(text, error="m", micro=False).svg_inline(border=4, light="#fff", omitsize=True)


@get("/api/tables/{place:str}", summary="A table as I may see it", responses=reading(403, 404))
async def look(site: TheSite, caller: TheCaller, place: FromPath[str]) -> TableLook:
    room = await site.room(place, caller.player)
    async with room.still():
        game = room.table.game
        seen = TableLook(
            room.table.n,
            room.you(caller.player),
            room.info(),
            visibility.position(room.table, room.seats_of(caller.player)),
            None,
        )
        if game is None or not game.over:
            return seen
        progress = tuple(room.table.outlook.tickets(seat) for seat in range(game.seats))
        return replace(seen, score=game.score(), tie=game.tie_break(), progress=progress)


@get(
    "/api/tables/{place:str}/entries",
    summary="What happened at a table after an entry",
    responses=reading(403, 404),
)
async def entries(site: TheSite, caller: TheCaller, place: FromPath[str], since: Since = -1) -> Entries:
    room = await site.room(place, caller.player)
    async with room.still():
        return Entries(room.table.n, visibility.missed(room.table, since, room.seats_of(caller.player)))


@post(
    "/api/tables/{place:str}/commands",
    summary="Do something at a table",
    status_code=200,
    responses=writing(404) | {409: told(Refused, "The command was refused")},
)
async def command(
    site: TheSite, caller: TheCaller, place: FromPath[str], data: JSONBody[TableCommand]
) -> Response[Done | Refused]:
    player = person(caller)
    site.limit(site.commands, player.id, "too many commands")
    room = await site.room(place, player)
    answer = await client_requests.command(room, player, data)
    return Response(answer, status_code=200 if isinstance(answer, Done) else 409)


@get(
    "/api/tables/{place:str}/record",
    summary="The record of a finished game",
    responses=reading(403, 404, 409),
)
async def record(site: TheSite, caller: TheCaller, place: FromPath[str]) -> Response[Record]:
    room = await site.room(place, caller.player)
    async with room.still():
        found = _finished(site, room)
    name = f"{found.board}-{place}.json"
    return Response(found, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@get(
    "/api/tables/{place:str}/steps",
    summary="A finished game step by step, with nothing hidden",
    responses=reading(403, 404, 409, 422),
)
async def steps(
    site: TheSite,
    caller: TheCaller,
    place: FromPath[str],
    first: Annotated[int, QueryParameter(ge=0, le=20_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> Steps:
    room = await site.room(place, caller.player)
    site.limit(site.heavy, caller.address, "too many games shown at once")
    async with room.still():
        found = _finished(site, room)
        book = room.table.book
    return await steps_of(site, found, book, first, count)


def _finished(site: Site, room: Room) -> Record:
    if room.table.state != "over":
        raise Wrong(409, "not-over", "the record is shown when the game is over")
    return room.table.record(visibility.names(room.table, site.people.person))


ROUTES = Router(
    "/",
    route_handlers=[listed, mine, make, qr, look, entries, command, record, steps],
    tags=["tables"],
)
