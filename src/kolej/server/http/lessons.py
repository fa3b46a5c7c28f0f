"""HTTP: lessons, and tables to play them at."""

from __future__ import annotations

import asyncio
from functools import cache

from litestar import Router, get, post
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from kolej.boards.load import find
from kolej.game.record import Record
from kolej.lessons.load import LessonFile, lessons
from kolej.lessons.schema import Script, Step
from kolej.server.http.bodies import LessonLine, LessonLook, LessonStep, NewLesson, TableMade
from kolej.server.http.problems import reading, writing
from kolej.server.http.site import Site, TheCaller, TheSite, Wrong, person
from kolej.server.protocol import BotSeat, HostSeat, NewTable, SeatPlan
from kolej.server.store.store import Player
from kolej.server.tables.table import Table

BOT = "easy"
"""Sits in the seats of the others; what they do is written in the lesson."""


@get("/api/lessons", summary="The lessons, in order", responses=reading())
async def listed() -> list[LessonLine]:
    return await asyncio.to_thread(_lines)


@cache
def _lines() -> list[LessonLine]:
    return [
        LessonLine(
            file.id,
            file.lesson.board,
            file.lesson.minutes,
            file.lesson.order,
            file.lesson.title,
            file.lesson.summary,
            len(file.lesson.steps),
        )
        for file in lessons()
    ]


@get("/api/lessons/{name:str}", summary="A lesson: its steps with their texts", responses=reading(404))
async def lesson(name: FromPath[str]) -> LessonLook:
    file = await _known(name)
    told = file.lesson
    steps = tuple(map(_step, told.steps))
    return LessonLook(file.id, told.board, told.minutes, told.title, told.summary, steps)


def _step(step: Step) -> LessonStep:
    return LessonStep(
        step.kind,
        step.title,
        step.text,
        step.point,
        step.way,
        step.button,
        step.expect,
        step.otherwise,
        step.turns if step.goal is not None else None,
        step.missed,
    )


async def _known(name: str) -> LessonFile:
    found = next((file for file in await asyncio.to_thread(lessons) if file.id == name), None)
    if found is None:
        raise Wrong(404, "no-such-lesson", "there is no such lesson")
    return found


@post("/api/lessons/{name:str}/tables", summary="Play a lesson, or go on with it", responses=writing(404))
async def play(site: TheSite, caller: TheCaller, name: FromPath[str], data: JSONBody[NewLesson]) -> TableMade:
    player = person(caller)
    file = await _known(name)
    latest = await _latest(site, player, file)
    if latest is not None and not data.again and not data.retry and _goes_on(latest):
        return _made(site, latest)
    site.limit(site.tables, player.id, "too many tables")  # not per address: a class begins together
    book = await asyncio.to_thread(file.book)
    position, script = file.position(book), file.script
    if latest is not None and data.retry:
        position, script = _from_missed(latest, position, script)
    seats: tuple[SeatPlan, ...] = (HostSeat(), *(BotSeat(BOT) for _ in file.lesson.seats[1:]))
    setup = NewTable(file.lesson.board, seats, file.lesson.options, spectators=False, position=position)
    room = await site.registry.make_lesson(setup, player, find(file.lesson.board), script)
    return _made(site, room.table)


async def _latest(site: Site, player: Player, file: LessonFile) -> Table | None:
    """The table at which the player last played the lesson, if the lesson has not changed since."""
    place = await site.store.lesson_table(player.id, file.id)
    room = await site.registry.room(place) if place is not None else None
    if room is None:
        return None
    script = room.table.opened.lesson
    return room.table if script is not None and script.content == file.content else None


def _goes_on(table: Table) -> bool:
    return table.lesson is not None and table.lesson.state in ("go", "watch")


def _from_missed(table: Table, position: Record, script: Script) -> tuple[Record, Script]:
    """The position at which the step began that was missed."""
    course, game = table.lesson, table.game
    if course is None or game is None or not course.missed:
        return position, script
    moves = tuple(game.record_move(number) for number in range(course.began))
    return replace(position, moves=moves), replace(script, first=course.step)


def _made(site: Site, table: Table) -> TableMade:
    return TableMade(table.id, site.registry.link(table.id), table.opened.invitation)


ROUTES = Router("/", route_handlers=[listed, lesson, play], tags=["lessons"])
