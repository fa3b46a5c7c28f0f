"""``kolej play``: a game against bots, in the browser or in the terminal."""

from __future__ import annotations

import contextlib
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from kolej.cli.output import OUT, SAY, fail
from kolej.cli.usage import board_names, bot_names, whole

if TYPE_CHECKING:
    from kolej.bots import Bot
    from kolej.cli.text_game.saved_games import Saved
    from kolej.game.game import Game

DEFAULT_BOARD = "europe"
DEFAULT_BOTS = "medium"
DEFAULT_SEATS = 3


def play(
    board: Annotated[
        str | None, typer.Option(help="A board's name or file.", metavar="NAME", autocompletion=board_names)
    ] = None,
    seats: Annotated[int | None, whole("How many players, you included.", 1)] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="Your opponents, such as hard,easy.", metavar="NAMES", autocompletion=bot_names),
    ] = None,
    seed: Annotated[
        int | None,
        whole("The same seed gives the same cards.", 0, 2**63 - 1),
    ] = None,
    seat: Annotated[int, whole("Your seat, from 0.", 0, 4)] = 0,
    record: Annotated[
        Path | None, typer.Option(help="Write the record of the game here.", metavar="FILE")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a saved game.", metavar="FILE")] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Bots on all seats; you watch.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal.")] = False,
    port: Annotated[int | None, whole("Port, in the browser.", 0, 65535)] = None,
    data: Annotated[
        str | None, typer.Option(help="Folder of the database, in the browser.", metavar="FOLDER")
    ] = None,
    opens: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
) -> None:
    """Play a game against bots, in the browser; with --text in the terminal.

    --seed, --seat, --record, --resume and --demo are for the terminal.
    """
    if resume is not None:
        go_on(resume, record)
        return
    # without wishes the page offers what was played last, or a board for beginners
    wishes = board is not None or seats is not None or bots is not None
    board = board or DEFAULT_BOARD
    names = seated(board, seats, bots, None if demo else seat)
    alone = seed is None and seat == 0 and record is None and not demo
    if alone and not text and _in_browser(board if wishes else "", names[1:], port, data, opens):
        return
    _warm(names)
    game = start(board, names, seed)
    if demo:
        watch(game, names, seed or 0)
        finish(game, names, None, record)
        return
    at_table(Table(game, seat, names, _bot_seed(seed), _unnamed(board), record))


def _in_browser(board: str, bots: list[str], port: int | None, data: str | None, opens: bool) -> bool:
    """Play in the browser if possible; returns False if the terminal must do."""
    from kolej.bots import BOTS
    from kolej.cli import play_in_browser

    if not set(bots) <= set(BOTS):
        SAY.print("your own bots, and bots with limits, can only be played in the terminal", soft_wrap=True)
        return False
    from kolej.server.http import static

    if static.is_built():
        file = _unnamed(board) if board else ""
        where = play_in_browser.page(Path(file).stem if file else board, bots) if board else ""
        play_in_browser.play(where, port, data, opens, Path(file) if file else None)
        return True
    if not sys.stdin.isatty():
        fail(f"{static.MISSING}; kolej play --text plays in the terminal")
    SAY.print(
        f"[yellow]{static.MISSING}; until then, the game runs in the terminal:[/yellow]", soft_wrap=True
    )
    return False


def seated(board: str, seats: int | None, bots: str | None, seat: int | None) -> list[str]:
    """The bot of each seat, empty for the person; exits with an error message if it cannot be."""
    from kolej.boards.errors import BoardError
    from kolej.boards.load import load
    from kolej.bots import BotError, bot
    from kolej.cli.text_game.saved_games import HUMAN

    wanted = [name.strip() for name in (bots or DEFAULT_BOTS).split(",") if name.strip()] or [DEFAULT_BOTS]
    persons = 0 if seat is None else 1
    try:
        for name in wanted:
            bot(name)
        least, most = load(board).rules.players
    except (BotError, BoardError) as error:
        fail(str(error))
    if seats is None:
        seats = len(wanted) + persons if bots and len(wanted) + persons >= least else DEFAULT_SEATS
    if not least <= seats <= most:
        fail(f"{board} is for {least} to {most} players, not {seats}; --seats says how many")
    if len(wanted) > seats - persons:
        fail(f"{len(wanted)} bots are too many for {seats - persons} seats; --seats says how many play")
    if seat is not None and seat >= seats:
        fail(f"there is no seat {seat}; seats are 0 to {seats - 1}")
    names = [wanted[i % len(wanted)] for i in range(seats - persons)]
    return names if seat is None else [*names[:seat], HUMAN, *names[seat:]]


def start(board: str, names: list[str], seed: int | None) -> Game:
    """A new game; without a seed, its luck can be proved fair afterwards."""
    from kolej.boards.errors import BoardError
    from kolej.game.game import new, new_fair

    try:
        called = tuple(shown(names))
        if seed is None:
            return new_fair(board, len(names), names=called)
        return new(board, len(names), seed, names=called)
    except BoardError as error:
        fail(str(error))


def shown(names: list[str]) -> list[str]:
    """Names of the seats: bots by their names, numbered if there are several of one kind."""
    from kolej.cli.text_game.saved_games import HUMAN

    called = []
    for seat, name in enumerate(names):
        if name == HUMAN:
            called.append("player")
        else:
            same = [other for other, bot in enumerate(names) if bot == name]
            short = name.rpartition("/")[2][:50]
            called.append(short if len(same) == 1 else f"{short} {same.index(seat) + 1}")
    return called


def _warm(names: list[str]) -> None:
    """Compile what is not compiled yet of what these bots need, before the first move waits for it."""
    from kolej.bots.compilation import parts_for
    from kolej.compiling.warm import warm

    warm(*parts_for(names))


def _bot_seed(seed: int | None) -> int:
    """A seed for the bots. In a fair game it must not follow from what is published."""
    import secrets

    return seed if seed is not None else secrets.randbits(62)


def _unnamed(board: str) -> str:
    """The path of a board that cannot be found by a name."""
    from kolej.boards.load import find, own, shipped

    return "" if board in shipped() | own() else str(find(board).absolute())


def players(names: list[str], seed: int) -> dict[int, Bot]:
    from kolej.bots import bot
    from kolej.cli.text_game.saved_games import HUMAN

    return {seat: bot(name, (seed + seat) % 2**63) for seat, name in enumerate(names) if name != HUMAN}


def watch(game: Game, names: list[str], seed: int) -> None:
    """Bots on all seats; everything is shown, since nobody plays against them."""
    from kolej.cli.text_game.session import tell
    from kolej.cli.text_game.words import Words

    words = Words(game.book, shown(names))
    bots = players(names, seed)
    for event in game.events:
        tell(words.sentence(event))
    while not game.over:
        seat = game.awaited[0]
        action = bots[seat].choose(game.view(seat), game.legal(seat), None)
        tell(words.line(game.play(action, seat)))


class Table:
    """A game, its players, and the file it is saved in."""

    def __init__(
        self,
        game: Game,
        seat: int,
        names: list[str],
        seed: int,
        board: str,
        record: Path | None,
        file: Path | None = None,
    ) -> None:
        from kolej.cli.text_game.saved_games import fresh

        self.game = game
        self.seat = seat
        self.names = names
        self.seed = seed
        self.board = board
        self.record = record
        self.file = file or fresh(game.board.id)
        self.kept = file is not None
        self.troubled = False

    def data(self) -> bytes:
        import msgspec

        from kolej.cli.text_game.saved_games import Saved

        made = Saved(
            "kolej saved game", 1, self.board, self.seat, tuple(self.names), self.seed, self.game.save()
        )
        return msgspec.msgpack.encode(made)

    def keep(self) -> None:
        """Save the game after every decision, so that nothing is lost."""
        from kolej.cli.text_game.saved_games import write

        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            write(self.file, self.data())
            self.kept = True
        except OSError as error:
            if not self.troubled:
                why = (error.strerror or "unknown error").lower()
                SAY.print(f"[yellow]the game cannot be saved in {escape(str(self.file))}: {why}[/yellow]")
            self.troubled = True

    def save(self, path: Path) -> str:
        """Save where the player wants; returns a message about the outcome."""
        from kolej.cli.text_game.saved_games import write

        if path == Path():
            return "where to? For example: save my-game.kolej"
        try:
            path = path.expanduser()
            if path.is_dir():
                return f"{path} is a folder; name a file in it"
            write(path, self.data())
        except (OSError, RuntimeError) as error:
            why = getattr(error, "strerror", None) or str(error)
            return f"{path} cannot be written: {why.lower()}"
        return f"saved; kolej play --resume {shlex.quote(str(path))} continues it"

    def forget(self) -> None:
        with contextlib.suppress(OSError):
            self.file.unlink(missing_ok=True)


def at_table(table: Table) -> None:
    """Play, and clean up however the player leaves."""
    from kolej.cli.text_game.session import Leave, Session, tell

    bots = players(table.names, table.seed)
    session = Session(table.game, table.seat, bots, shown(table.names), table.keep, table.save)
    OUT.print("[dim]A game in the terminal; type help to see what you can do.[/dim]", soft_wrap=True)
    if not table.game.moves:
        tell(session.words.sentence(table.game.events_for(table.seat)[0]))
    try:
        session.run()
    except Leave as leave:
        if not leave.keep:
            table.forget()
            return
        table.keep()
        _say_how_to_go_on(table)
    except (EOFError, KeyboardInterrupt):
        print()
        _say_how_to_go_on(table)
    else:
        finish(table.game, table.names, table, table.record)


def _say_how_to_go_on(table: Table) -> None:
    if table.record is not None:
        write_record(table.game, table.record)
    if table.kept:
        OUT.print("the game is saved; to continue it:", soft_wrap=True)
        OUT.print(f"  kolej play --resume {escape(shlex.quote(str(table.file)))}", soft_wrap=True)
    else:
        OUT.print("nothing was played, so nothing is saved", soft_wrap=True)


def go_on(path: Path, record: Path | None) -> None:
    """Resume a saved game."""
    from kolej.boards.errors import BoardError
    from kolej.bots import BotError, bot
    from kolej.cli.text_game import saved_games
    from kolej.compiling.warm import warm
    from kolej.game.record import RecordError
    from kolej.rules.compilation import RULES

    warm(RULES)
    try:
        kept, game = saved_games.read(path)
        for name in kept.bots:
            if name != saved_games.HUMAN:
                bot(name)
    except (RecordError, BoardError, BotError) as error:
        fail(f"{path}: {error}")
    _check_people(kept, path)
    _warm(list(kept.bots))
    at_table(Table(game, kept.seat, list(kept.bots), kept.seed, kept.board, record, path))


def _check_people(kept: Saved, path: Path) -> None:
    from kolej.cli.text_game.saved_games import HUMAN

    if sum(name == HUMAN for name in kept.bots) != 1:
        fail(f"{path}: this is not a saved game: it needs exactly one person")


def finish(game: Game, names: list[str], table: Table | None, record: Path | None) -> None:
    """Print the score sheet and write the record."""
    from kolej.cli.text_game.screen import reasons, score_table
    from kolej.cli.text_game.words import Words

    sheet = game.score()
    words = Words(game.book, shown(names), None if table is None else table.seat)
    print()
    OUT.print(score_table(sheet, words))
    for line in reasons(sheet, words):
        OUT.print(line, soft_wrap=True)
    if record is None and table is not None:
        record = table.file.with_suffix(".json")
    if record is not None and write_record(game, record):
        OUT.print(
            f"[dim]kolej replay {escape(shlex.quote(str(record)))} replays the game[/dim]", soft_wrap=True
        )
        if table is not None:
            table.forget()


def write_record(game: Game, path: Path) -> bool:
    from kolej.cli.text_game.saved_games import write

    try:
        if path.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        write(path, game.record().to_json())
    except OSError as error:
        why = (error.strerror or "unknown error").lower()
        SAY.print(
            f"[red]error:[/red] the record cannot be written to {escape(str(path))}: {why}", soft_wrap=True
        )
        return False
    return True
