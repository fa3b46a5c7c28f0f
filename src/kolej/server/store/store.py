"""The store: everything acknowledged is in it. Writes of many tables share a commit, and return after it."""

from __future__ import annotations

from typing import TypeVar

from kolej.server.store.database import Added, Clash, Connection, StoreError, connect
from kolej.server.store.migrations import migrate
from kolej.server.store.stored_rows import (
    CURSOR,
    LATER_ROWS,
    TABLE_COLUMNS,
    ChatRow,
    Cursor,
    Opening,
    Player,
    TableRow,
    chat_row,
    later_rows,
    player_of,
    table_row,
)
from kolej.server.store.writer import Conflict, Work, Worker, Writer

__all__ = ["CURSOR", "ChatRow", "Conflict", "Cursor", "Opening", "Player", "Store", "TableRow"]

T = TypeVar("T")


class Store:
    """The store behind a URL; used from one event loop."""

    def __init__(self, url: str) -> None:
        self.url = url
        first = connect(url)
        try:
            migrate(first)
        finally:
            first.close()
        self._writer = Writer(url, "kolej-writes")
        self._reader = Worker(url, "kolej-reads")

    @property
    def kind(self) -> str:
        return "postgresql" if self.url.startswith("postgres") else "sqlite"

    @property
    def commits(self) -> int:
        """Transactions so far."""
        return self._writer.commits

    async def write(self, work: Work[T]) -> T:
        """Run the work in a transaction, perhaps together with others, and return after its commit.

        The work may run a second time if another in the transaction failed; it must only touch the database.
        """
        found: T = await self._writer.do(work)
        return found

    async def read(self, work: Work[T]) -> T:
        found: T = await self._reader.do(work)
        return found

    def close(self) -> None:
        self._writer.close()
        self._reader.close()

    # ---- tables

    async def open_table(self, opening: Opening) -> None:
        await self.write(lambda db: _open(db, opening))

    async def append(
        self,
        row: TableRow,
        n: int,
        body: bytes,
        players: tuple[str, ...] = (),
        opening: Opening | None = None,
    ) -> None:
        """Add entry ``n`` of a table and return after the commit; ``Conflict`` if it is not the next."""
        added = Added(
            place=row.id,
            n=n,
            body=body.decode(),
            updated=row.updated,
            state=row.state,
            wake=row.wake,
            line=row.line.decode(),
        )
        if not players and opening is None:
            await self._writer.do(added)
            return

        def work(db: Connection) -> None:
            if db.add((added,)) != [True]:
                raise Conflict(row.id)
            for player in players:
                _enlist(db, player, row.id)
            if opening is not None:
                _open(db, opening)

        await self.write(work)

    async def entries(self, place: str) -> list[bytes]:
        """The log of a table; empty if there is none."""
        found = await self.read(
            lambda db: db.rows("SELECT n, body FROM entries WHERE place = ? ORDER BY n", (place,))
        )
        if [row.n for row in found] != list(range(len(found))):
            raise StoreError(f"the log of table {place} has a gap")
        return [row.body.encode() for row in found]

    async def awake(self, until: int) -> list[tuple[str, int]]:
        """Tables at which the server must act, and when."""
        found = await self.read(
            lambda db: db.rows(
                "SELECT id, wake FROM tables WHERE wake <= ? ORDER BY wake LIMIT 1000", (until,)
            )
        )
        return [(row.id, int(row.wake)) for row in found]

    async def listed(self, cursor: Cursor, count: int) -> list[TableRow]:
        sql = (
            f"SELECT {TABLE_COLUMNS} FROM tables WHERE listed = 1 AND state IN ('waiting', 'playing') "
            f"AND {LATER_ROWS}"
        )
        found = await self.read(lambda db: db.rows(sql, later_rows(cursor, count)))
        return [table_row(row) for row in found]

    async def tables_of(self, player: str, cursor: Cursor, count: int) -> list[TableRow]:
        sql = (
            f"SELECT {TABLE_COLUMNS} FROM members JOIN tables ON tables.id = members.place "
            f"WHERE members.player = ? AND {LATER_ROWS}"
        )
        found = await self.read(lambda db: db.rows(sql, (player, *later_rows(cursor, count))))
        return [table_row(row) for row in found]

    async def lesson_table(self, player: str, lesson: str) -> str | None:
        """The table at which a player last played a lesson."""
        sql = "SELECT place FROM lessons WHERE player = ? AND lesson = ?"
        found = await self.read(lambda db: db.rows(sql, (player, lesson)))
        return found[0].place if found else None

    async def board(self, content: str) -> str | None:
        """A board file as it was when a table was made."""
        found = await self.read(lambda db: db.rows("SELECT file FROM boards WHERE content = ?", (content,)))
        return found[0].file if found else None

    async def layout(self, content: str) -> str | None:
        """A layout file by its hash, as it was when a table was made."""
        found = await self.read(lambda db: db.rows("SELECT file FROM layouts WHERE content = ?", (content,)))
        return found[0].file if found else None

    # ---- chat

    async def say(self, place: str, row: ChatRow) -> None:
        values = (place, row.number, row.at, row.player, row.seat, row.id, row.text, row.emote)

        def work(db: Connection) -> None:
            sql = (
                "INSERT INTO chat (place, number, at, player, seat, id, text, emote) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
            )
            if db.run(sql, values) != 1:
                raise Conflict(place)

        await self.write(work)

    async def chat(self, place: str, last: int) -> list[ChatRow]:
        """The last lines said at a table, in order."""
        sql = (
            "SELECT number, at, player, seat, id, text, emote FROM chat "
            "WHERE place = ? ORDER BY number DESC LIMIT ?"
        )
        found = await self.read(lambda db: db.rows(sql, (place, last)))
        return [chat_row(row) for row in reversed(found)]

    # ---- players

    async def new_player(self, player: Player, now: int) -> None:
        values = (player.id, player.handle, player.name, now)
        sql = "INSERT INTO players (id, handle, name, created) VALUES (?, ?, ?, ?)"
        await self.write(lambda db: db.run(sql, values))

    async def player(self, player: str) -> Player | None:
        """A player by id; a guest who was joined to an account is found as that account."""
        sql = (
            "SELECT b.id, b.handle, b.name, b.account, b.epoch, b.hook FROM players a "
            "JOIN players b ON b.id = COALESCE(a.same_as, a.id) WHERE a.id = ?"
        )
        found = await self.read(lambda db: db.rows(sql, (player,)))
        return player_of(found[0]) if found else None

    async def rename(self, player: str, name: str) -> None:
        await self.write(lambda db: db.run("UPDATE players SET name = ? WHERE id = ?", (name, player)))

    async def make_account(self, player: str, name: str, password: str) -> bool:
        """Turn a guest into an account; False if the name is taken or the player already has an account."""

        def work(db: Connection) -> bool:
            if db.rows("SELECT 1 FROM players WHERE account = ?", (name.lower(),)):
                return False
            sql = (
                "UPDATE players SET account = ?, name = ?, password = ?, epoch = epoch + 1 "
                "WHERE id = ? AND account IS NULL"
            )
            return db.run(sql, (name.lower(), name, password, player)) == 1

        try:
            return await self.write(work)
        except Clash:  # another server was faster
            return False

    async def account(self, name: str) -> tuple[Player, str] | None:
        """An account by its name, with the hash of its password."""
        sql = "SELECT id, handle, name, account, epoch, hook, password FROM players WHERE account = ?"
        found = await self.read(lambda db: db.rows(sql, (name.lower(),)))
        return (player_of(found[0]), found[0].password) if found else None

    async def set_password(self, player: str, password: str) -> int:
        """Set a new password; returns the epoch that cookies have from now on."""

        def work(db: Connection) -> int:
            db.run("UPDATE players SET password = ?, epoch = epoch + 1 WHERE id = ?", (password, player))
            return int(db.rows("SELECT epoch FROM players WHERE id = ?", (player,))[0].epoch)

        return await self.write(work)

    async def join(self, guest: str, account: str) -> None:
        """Join a guest to an account, which from now on also has the guest's tables."""

        def work(db: Connection) -> None:
            if not db.run(
                "UPDATE players SET same_as = ? WHERE id = ? AND account IS NULL", (account, guest)
            ):
                return
            for row in db.rows("SELECT place FROM members WHERE player = ?", (guest,)):
                _enlist(db, account, row.place)
            for row in db.rows("SELECT lesson, place FROM lessons WHERE player = ?", (guest,)):
                _note_lesson(db, account, row.lesson, row.place)
            db.run("DELETE FROM lessons WHERE player = ?", (guest,))
            db.run("UPDATE pushes SET player = ? WHERE player = ?", (account, guest))
            # An earlier user of this browser may have made them.
            db.run("DELETE FROM tokens WHERE player = ?", (guest,))

        await self.write(work)

    async def forget(self, player: str) -> list[str]:
        """Delete what is stored about a player, but not the games; returns the tables to load again."""

        def work(db: Connection) -> list[str]:
            same = [row.id for row in db.rows("SELECT id FROM players WHERE same_as = ?", (player,))]
            places: list[str] = []
            for one in (*same, player):
                places += [row.place for row in db.rows("SELECT place FROM members WHERE player = ?", (one,))]
                for kind in ("tokens", "pushes", "members", "lessons", "chat", "mutes"):
                    db.run(f"DELETE FROM {kind} WHERE player = ?", (one,))
                db.run("DELETE FROM players WHERE id = ?", (one,))
            return places

        return await self.write(work)

    async def people(self, ids: tuple[str, ...]) -> dict[str, Player]:
        """Players by their ids in logs; deleted players are missing."""
        found = {}
        for one in ids:
            player = await self.player(one)
            if player is not None:
                found[one] = player
        return found

    async def mute(self, player: str, handle: str, muted: bool) -> None:
        if muted:
            sql = "INSERT INTO mutes (player, muted) VALUES (?, ?) ON CONFLICT DO NOTHING"
        else:
            sql = "DELETE FROM mutes WHERE player = ? AND muted = ?"
        await self.write(lambda db: db.run(sql, (player, handle)))

    async def mutes(self, player: str) -> frozenset[str]:
        """The handles of the people whom a player has muted."""
        found = await self.read(lambda db: db.rows("SELECT muted FROM mutes WHERE player = ?", (player,)))
        return frozenset(row.muted for row in found)

    # ---- tokens, pushes, hooks

    async def new_token(self, hashed: str, number: str, player: str, label: str, now: int) -> None:
        values = (hashed, number, player, label, now)
        sql = "INSERT INTO tokens (hash, number, player, label, created) VALUES (?, ?, ?, ?, ?)"
        await self.write(lambda db: db.run(sql, values))

    async def tokens(self, player: str) -> list[tuple[str, str, int]]:
        sql = "SELECT number, label, created FROM tokens WHERE player = ? ORDER BY created, number"
        found = await self.read(lambda db: db.rows(sql, (player,)))
        return [(row.number, row.label, int(row.created)) for row in found]

    async def token_player(self, hashed: str) -> str | None:
        found = await self.read(lambda db: db.rows("SELECT player FROM tokens WHERE hash = ?", (hashed,)))
        return found[0].player if found else None

    async def drop_token(self, player: str, number: str) -> bool:
        sql = "DELETE FROM tokens WHERE player = ? AND number = ?"
        return await self.write(lambda db: db.run(sql, (player, number))) == 1

    async def add_push(self, player: str, endpoint: str, p256dh: str, auth: str, now: int) -> None:
        sql = (
            "INSERT INTO pushes (endpoint, player, p256dh, auth, created) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (endpoint) DO UPDATE SET "
            "player = excluded.player, p256dh = excluded.p256dh, auth = excluded.auth"
        )
        await self.write(lambda db: db.run(sql, (endpoint, player, p256dh, auth, now)))

    async def pushes(self, player: str) -> list[tuple[str, str, str]]:
        sql = "SELECT endpoint, p256dh, auth FROM pushes WHERE player = ? ORDER BY created, endpoint"
        found = await self.read(lambda db: db.rows(sql, (player,)))
        return [(row.endpoint, row.p256dh, row.auth) for row in found]

    async def drop_push(self, endpoint: str, player: str | None = None) -> None:
        if player is None:
            await self.write(lambda db: db.run("DELETE FROM pushes WHERE endpoint = ?", (endpoint,)))
        else:
            sql = "DELETE FROM pushes WHERE endpoint = ? AND player = ?"
            await self.write(lambda db: db.run(sql, (endpoint, player)))

    async def set_hook(self, player: str, url: str | None, secret: str | None) -> None:
        sql = "UPDATE players SET hook = ?, hook_secret = ? WHERE id = ?"
        await self.write(lambda db: db.run(sql, (url, secret, player)))

    async def hook(self, player: str) -> tuple[str, str] | None:
        sql = "SELECT hook, hook_secret FROM players WHERE id = ?"
        found = await self.read(lambda db: db.rows(sql, (player,)))
        return (found[0].hook, found[0].hook_secret) if found and found[0].hook else None

    # ---- the server's own

    async def meta(self, name: str) -> str | None:
        found = await self.read(lambda db: db.rows("SELECT value FROM meta WHERE name = ?", (name,)))
        return found[0].value if found else None

    async def set_meta(self, **values: str) -> None:
        """Set all these values in one transaction."""
        sql = (
            "INSERT INTO meta (name, value) VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        )

        def work(db: Connection) -> None:
            for name, value in values.items():
                db.run(sql, (name, value))

        await self.write(work)

    async def once(self, name: str, value: str) -> str:
        """A value that is set only once, by the first caller; returns the value that holds."""

        def work(db: Connection) -> str:
            db.run("INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (name, value))
            found: str = db.rows("SELECT value FROM meta WHERE name = ?", (name,))[0].value
            return found

        return await self.write(work)


def _open(db: Connection, opening: Opening) -> None:
    row = opening.row
    if opening.board is not None:
        sql = "INSERT INTO boards (content, id, file) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        db.run(sql, opening.board)
    if opening.layout is not None:
        sql = "INSERT INTO layouts (content, board, file) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        db.run(sql, opening.layout)
    sql = "INSERT INTO entries (place, n, body) VALUES (?, 0, ?) ON CONFLICT DO NOTHING"
    if not db.run(sql, (row.id, opening.body.decode())):
        raise Conflict(row.id)
    db.run(
        f"INSERT INTO tables ({TABLE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (row.id, row.created, row.updated, row.state, int(row.listed), row.wake, row.line.decode()),
    )
    for player in opening.players:
        if opening.lesson:
            _note_lesson(db, player, opening.lesson, row.id)
        else:
            _enlist(db, player, row.id)


def _note_lesson(db: Connection, player: str, lesson: str, place: str) -> None:
    sql = (
        "INSERT INTO lessons (player, lesson, place) VALUES (?, ?, ?) "
        "ON CONFLICT (player, lesson) DO UPDATE SET place = excluded.place"
    )
    db.run(sql, (player, lesson, place))


def _enlist(db: Connection, player: str, place: str) -> None:
    sql = "INSERT INTO members (player, place) VALUES (?, ?) ON CONFLICT DO NOTHING"
    db.run(sql, (player, place))
