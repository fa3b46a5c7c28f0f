"""The tables of the store, version by version. A released step never changes."""

from __future__ import annotations

from kolej.server.store.database import Connection, StoreError

LOCK = 0x6B6F6C656A
"""The advisory lock held in PostgreSQL while tables are created: "kolej" as a number."""

STEPS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE players (
            id TEXT PRIMARY KEY,
            handle TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            account TEXT UNIQUE,
            password TEXT,
            epoch INTEGER NOT NULL DEFAULT 0,
            created BIGINT NOT NULL,
            same_as TEXT REFERENCES players(id),
            hook TEXT,
            hook_secret TEXT
        )""",
        """CREATE TABLE tokens (
            hash TEXT PRIMARY KEY,
            number TEXT NOT NULL UNIQUE,
            player TEXT NOT NULL REFERENCES players(id),
            label TEXT NOT NULL,
            created BIGINT NOT NULL
        )""",
        "CREATE INDEX tokens_player ON tokens(player)",
        """CREATE TABLE pushes (
            endpoint TEXT PRIMARY KEY,
            player TEXT NOT NULL REFERENCES players(id),
            p256dh TEXT NOT NULL,
            auth TEXT NOT NULL,
            created BIGINT NOT NULL
        )""",
        "CREATE INDEX pushes_player ON pushes(player)",
        """CREATE TABLE boards (
            content TEXT PRIMARY KEY,
            id TEXT NOT NULL,
            file TEXT NOT NULL
        )""",
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            created BIGINT NOT NULL,
            updated BIGINT NOT NULL,
            state TEXT NOT NULL,
            listed INTEGER NOT NULL,
            wake BIGINT,
            line TEXT NOT NULL
        )""",
        "CREATE INDEX tables_updated ON tables(updated)",
        "CREATE INDEX tables_wake ON tables(wake)",
        """CREATE TABLE entries (
            place TEXT NOT NULL,
            n INTEGER NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (place, n)
        )""",
        """CREATE TABLE members (
            player TEXT NOT NULL,
            place TEXT NOT NULL,
            PRIMARY KEY (player, place)
        )""",
        """CREATE TABLE mutes (
            player TEXT NOT NULL REFERENCES players(id),
            muted TEXT NOT NULL,
            PRIMARY KEY (player, muted)
        )""",
        """CREATE TABLE chat (
            place TEXT NOT NULL,
            number INTEGER NOT NULL,
            at BIGINT NOT NULL,
            player TEXT NOT NULL,
            seat INTEGER,
            id TEXT NOT NULL,
            text TEXT,
            emote TEXT,
            PRIMARY KEY (place, number)
        )""",
    ),
    (
        """CREATE TABLE layouts (
            content TEXT PRIMARY KEY,
            board TEXT NOT NULL,
            file TEXT NOT NULL
        )""",
    ),
    (
        # The latest table of each lesson. Such tables have no members, so that no list shows them.
        """CREATE TABLE lessons (
            player TEXT NOT NULL,
            lesson TEXT NOT NULL,
            place TEXT NOT NULL,
            PRIMARY KEY (player, lesson)
        )""",
        "CREATE INDEX lessons_place ON lessons(place)",
    ),
)


def migrate(db: Connection) -> None:
    """Bring the store to the latest version, in one transaction."""
    db.begin()
    if db.kind == "postgresql":
        # IF NOT EXISTS does not help when others create the same table at the same moment.
        db.rows("SELECT pg_advisory_xact_lock(?)", (LOCK,))
    db.run("CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
    found = db.rows("SELECT value FROM meta WHERE name = 'schema'")
    at = int(found[0].value) if found else 0
    if at > len(STEPS):
        db.rollback()
        raise StoreError(
            f"the store has schema {at}, this Kolej knows {len(STEPS)}: it was used by a newer version"
        )
    for step in STEPS[at:]:
        for sql in step:
            db.run(sql)
    db.run(
        "INSERT INTO meta (name, value) VALUES ('schema', ?) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (str(len(STEPS)),),
    )
    db.commit()
