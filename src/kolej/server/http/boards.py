"""HTTP: boards and their pictures; checking and replaying records."""

from __future__ import annotations

import asyncio
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta

from kolej import __version__
from kolej.boards.drawing.picture import svg
from kolej.boards.drawing.printed import Printed
from kolej.boards.drawing.thumbnail import miniature
from kolej.boards.errors import BoardError
from kolej.boards.layout import compute
from kolej.boards.layout.layout import Layout
from kolej.boards.load import digest, for_lessons, own, shipped
from kolej.boards.schema import LANGUAGES
from kolej.boards.versions import find_by_hash, ships
from kolej.bots import Explains, bot, for_people
from kolej.game.game import Game
from kolej.game.outlook import Outlook
from kolej.game.record import Record, RecordError, read
from kolej.game.replay import advance, begin, verify
from kolej.game.rulebook import OPTIONS, Rulebook
from kolej.server.http import board_maps
from kolej.server.http.bodies import (
    BoardInfo,
    BotInfo,
    Ground,
    Health,
    OptionInfo,
    Readiness,
    ServerInfo,
    Step,
    Steps,
    Verified,
)
from kolej.server.http.layout_jobs import LayoutFailed
from kolej.server.http.problems import reading, told, writing
from kolej.server.http.site import Asking, Site, TheCaller, TheSite, Wrong
from kolej.server.protocol import COLOURS, PROTOCOL, Emote
from kolej.server.tables import visibility

Theme = Literal["light", "dark", "contrast"]
Language = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")]
MOST_RECORD = 2_000_000
HASH = re.compile("[0-9a-f]{64}")
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
"""For content that is requested by its hash."""


@get("/health", summary="Is the server healthy?", responses={503: told(Health, "Not well, or going down")})
async def health(site: TheSite) -> Response[Health]:
    status: Literal["ok", "draining", "store-down"] = "draining" if site.registry.draining else "ok"
    try:
        await asyncio.wait_for(site.store.meta("schema"), 2)
    except Exception:
        status = "store-down"
    told = Health(status, __version__, len(site.registry.rooms), site.registry.connections, site.store.kind)
    return Response(told, status_code=200 if status == "ok" else 503)


@get("/api/server", summary="What this server offers", responses=reading())
async def server(site: TheSite) -> ServerInfo:
    return ServerInfo(
        site.settings.name,
        __version__,
        PROTOCOL,
        _bots(),
        Emote.__args__,  # type: ignore[attr-defined]
        COLOURS,
        site.keys.public,
        site.settings.accounts,
    )


@cache
def _bots() -> tuple[BotInfo, ...]:
    """The bots, levels first; only an instance shows whether a bot can explain."""
    return tuple(
        BotInfo(name, listed.about, listed.role == "level", isinstance(bot(name), Explains))
        for name, listed in for_people().items()
    )


@get("/api/boards", summary="Boards to play on", responses=reading())
async def boards() -> list[BoardInfo]:
    return await asyncio.to_thread(_boards)


def _boards() -> list[BoardInfo]:
    found = []
    for name, path in (shipped() | own()).items():
        try:
            found.append(_info(name, path))
        except BoardError as error:
            found.append(_faulty(name, error))
        except OSError:
            continue  # it was deleted just now
    return found


def _faulty(name: str, error: BoardError) -> BoardInfo:
    """A board with faults: listed so that its author sees why it cannot be chosen, but without its folder."""
    first = error.faults[0] if error.faults else None
    fault = str(msgspec.structs.replace(first, file=Path(first.file).name)) if first else str(error)
    return BoardInfo(name, {"en": name}, "", (0, 0), 0, 0, 0, True, (), fault, laid_out=False)


def _info(name: str, path: Path) -> BoardInfo:
    found = _told(name, path, digest(path))
    if not found.own or compute.stored(board_maps.board_at(path), path) is not None:
        return found
    return msgspec.structs.replace(found, laid_out=False)


@lru_cache(maxsize=256)
def _told(name: str, path: Path, content: str) -> BoardInfo:
    """Cached, because reading and checking a board takes long and boards rarely change."""
    board = board_maps.board_at(path)
    return BoardInfo(
        name,
        {key: text for key, text in msgspec.to_builtins(board.name).items() if text},
        content,
        board.rules.players,
        len(board.cities),
        len(board.routes),
        len(board.tickets),
        name not in shipped(),
        tuple(OptionInfo(option, getattr(board.rules, option)) for option in OPTIONS),
    )


@get("/api/boards/{name:str}", summary="A board: cities, routes, tickets, rules", responses=reading(404))
async def board(site: TheSite, name: FromPath[str]) -> Response[dict[str, Any]]:
    """A ``Board``; the return type hides this, as Litestar's schema fails on defaults with a dictionary."""
    file = await _file(site, name)
    try:
        whole = await asyncio.to_thread(_whole, file.path)
    except BoardError:
        raise Wrong(404, "no-such-board", f"{name} has faults; kolej board check lists them") from None
    return Response(whole, headers=FOR_EVER if file.hashed else {})


def _whole(path: Path) -> dict[str, Any]:
    return _board(path, digest(path))


@lru_cache(maxsize=64)
def _board(path: Path, content: str) -> dict[str, Any]:  # noqa: ARG001  part of the cache key
    found: dict[str, Any] = msgspec.to_builtins(board_maps.board_at(path))
    return found


@get(
    "/api/boards/{name:str}/plan",
    summary="The layout of a board: where everything lies on its picture",
    responses=reading(404),
)
async def plan(site: TheSite, name: FromPath[str], layout: FromQuery[str] = "") -> Layout:
    file = await _file(site, name)
    if layout:
        return await _by_hash(site, file, layout)
    found = await asyncio.to_thread(board_maps.stored, file.path, file.beside)
    if found is None:
        raise Wrong(404, "no-plan", f"{name} has no layout yet; GET its readiness to have it made")
    return found


async def _by_hash(site: Site, file: BoardFile, layout: str) -> Layout:
    """The layout that a table was made with; never another one, since the answer may be cached for ever."""
    text = await site.store.layout(layout)
    found = None if text is None else await asyncio.to_thread(board_maps.fitting, file.path, text)
    if found is None:
        raise Wrong(
            404,
            "no-such-layout",
            "no table on this board was made with this layout; without layout= you get the current one",
        )
    return found


@get(
    "/api/boards/{name:str}/readiness",
    summary="Whether a board has a layout; if not, starts making one",
    responses=reading(404),
)
async def readiness(site: TheSite, name: FromPath[str]) -> Readiness:
    file = await _file(site, name)
    try:
        found = await asyncio.to_thread(board_maps.board_at, file.path)
    except BoardError as error:
        raise Wrong(404, "no-such-board", str(error)) from None
    try:
        progress = await site.layouts.progress(found, file.path, file.beside)
    except LayoutFailed:
        raise Wrong(404, "no-plan", f"{name} could not be laid out; kolej board layout says why") from None
    return Readiness(progress >= 1, progress)


@get(
    "/api/boards/{name:str}/ground",
    summary="The map under a board; 404 if it has none",
    responses=reading(404),
)
async def ground(site: TheSite, name: FromPath[str]) -> Ground:
    file = await _file(site, name)
    found = await asyncio.to_thread(board_maps.ground, file.path, await plan.fn(site, name))
    if found is None:
        raise Wrong(404, "no-ground", f"{name} lies on plain paper")
    return found


@get(
    "/api/boards/{name:str}/drawing",
    summary="A board as it is printed: markup without colours, and the positions of words",
    media_type="application/json",
    responses={200: told(Printed, "The printed board"), **reading(404)},
)
async def drawing(
    site: TheSite,
    name: FromPath[str],
    layout: FromQuery[str] = "",
    drawn: FromQuery[str] = "",  # noqa: ARG001 (only for caches: another word asks again, for a newer drawing)
) -> Response[bytes]:
    """A ``Printed``, encoded once; requested by the hashes of board and layout, it may be kept for ever."""
    file = await _file(site, name)
    printed = await asyncio.to_thread(board_maps.drawing, file.path, await plan.fn(site, name, layout))
    return Response(printed, headers=FOR_EVER if file.hashed and layout else {})


@get(
    "/api/boards/{name:str}/picture",
    summary="A small picture of a board, as SVG",
    media_type="image/svg+xml",
    responses=reading(404),
)
async def picture(
    site: TheSite,
    name: FromPath[str],
    theme: FromQuery[Theme] = "light",
    language: FromQuery[Language] = "en",
) -> Response[str]:
    file = await _file(site, name)
    drawn = await asyncio.to_thread(_picture, file.path, await plan.fn(site, name), theme, language)
    return Response(drawn, headers={"Cache-Control": "public, max-age=3600"})


def _picture(path: Path, drawn: Layout, theme: Theme, language: str) -> str:
    return svg(board_maps.board_at(path), drawn, theme, language, small=True)


@get(
    "/api/boards/{name:str}/miniature",
    summary="A board as a thumbnail, as SVG",
    media_type="image/svg+xml",
    responses=reading(404),
)
async def stamp(site: TheSite, name: FromPath[str], theme: FromQuery[Theme] = "light") -> Response[str]:
    file = await _file(site, name)
    drawn = await asyncio.to_thread(_stamp, file.path, await plan.fn(site, name), theme)
    return Response(drawn, headers={"Cache-Control": "public, max-age=3600"})


def _stamp(path: Path, drawn: Layout, theme: Theme) -> str:
    return _miniature(path, digest(path), drawn, theme)


@lru_cache(maxsize=64)
def _miniature(path: Path, content: str, drawn: Layout, theme: Theme) -> str:  # noqa: ARG001
    return miniature(board_maps.board_at(path), drawn, theme)


class BoardFile(NamedTuple):
    path: Path
    beside: Path | None
    """The file beside which its layout is stored; None for a board known only by its hash."""
    hashed: bool
    """Whether it was requested by its content hash and so never changes."""


async def _file(site: Site, name: str) -> BoardFile:
    """A board file by its name or content hash."""
    if HASH.fullmatch(name):
        path = await site.registry.boards.find(name)
        if path is None:
            raise Wrong(404, "no-such-board", "there is no board with this hash")
        today = await asyncio.to_thread(find_by_hash, name) if ships(name) else None
        return BoardFile(path, today, True)
    boards = for_lessons() | shipped() | own()
    if name not in boards:
        raise Wrong(404, "no-such-board", "there is no such board")
    return BoardFile(boards[name], boards[name], False)


@post(
    "/api/records/verify",
    summary="Check every step of a record",
    status_code=200,
    request_max_body_size=MOST_RECORD,
    responses=writing(422),
)
async def check(site: TheSite, caller: TheCaller, request: Asking, data: JSONBody[Record]) -> Verified:
    site.limit(site.heavy, caller.address, "too many records at once")
    body = await request.body()
    board = await site.registry.boards.find(data.content)
    async with site.at_work:
        return await asyncio.to_thread(_verified, data, body, board)


def _verified(record: Record, body: bytes, board: Path | None) -> Verified:
    try:
        read(body)
        game = verify(record, board)
    except RecordError as error:
        return Verified(False, str(error), False, len(record.moves), None)
    proven = record.source.kind == "seeded" or record.source.secret is not None
    return Verified(True, None, proven, len(record.moves), game.score() if game.over else None)


@post(
    "/api/records/steps",
    summary="A record step by step, with nothing hidden",
    status_code=200,
    request_max_body_size=MOST_RECORD,
    responses=writing(422),
)
async def record_steps(
    site: TheSite,
    caller: TheCaller,
    data: JSONBody[Record],
    first: Annotated[int, QueryParameter(ge=0, le=20_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> Steps:
    site.limit(site.heavy, caller.address, "too many records at once")
    return await steps_of(site, data, await site.registry.boards.find(data.content), first, count)


async def steps_of(
    site: Site, record: Record, board: Path | Rulebook | None, first: int, count: int
) -> Steps:
    """Some steps of a record; replayed in a thread, so that nobody else waits."""
    try:
        async with site.at_work:
            return await asyncio.to_thread(_steps, record, board, first, count)
    except RecordError as error:
        raise Wrong(422, "bad-record", str(error)) from None


def _steps(record: Record, board: Path | Rulebook | None, first: int, count: int) -> Steps:
    game = begin(record, board)
    outlook = game.outlook(claims=False)
    found = [_step(game, outlook, 0, 0)] if first == 0 else []
    for number in range(len(record.moves)):
        if number + 1 >= first + count:
            break
        seen = game.events_count
        advance(game, record, number)
        if number + 1 >= first:
            found.append(_step(game, outlook, number + 1, seen))
    names = record.names or tuple(f"seat {seat}" for seat in range(record.seats))
    return Steps(record.board, record.content, names, len(record.moves), tuple(found), record.score)


def _step(game: Game, outlook: Outlook, number: int, seen: int) -> Step:
    move = game.record_move(number - 1) if number else None
    return Step(
        number,
        move.seat if move else None,
        move.action if move else None,
        game.events_since(seen),
        visibility.open_view(game.view(None)),
        tuple(
            visibility.own_view(seat, game.view(seat), number, outlook.ahead(seat))
            for seat in range(game.seats)
        ),
        tuple(score.total for score in game.score().seats),
    )


ROUTES = Router(
    "/",
    route_handlers=[
        health,
        server,
        boards,
        board,
        plan,
        readiness,
        ground,
        drawing,
        picture,
        stamp,
        check,
        record_steps,
    ],
    tags=["boards and records"],
)
