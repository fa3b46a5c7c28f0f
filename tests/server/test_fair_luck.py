"""Nobody chooses the luck: the server promises its secret first, players add to it, the record shows all."""

from __future__ import annotations

import hashlib

import msgspec
from playing import Running

from kolej.server.tables.bot_tasks import bot_task


def test_the_secret_is_promised_before_players_add_to_the_luck_and_shown_at_the_end(site: Running) -> None:
    ala, ola = site.person("Ala"), site.person("Ola")
    place = ala.make("poland", "host anyone")
    with ala.at(place) as host, ola.at(place) as guest:
        promised = host.table["commitment"]
        guest.do("sit", seat=1, entropy="dice: 4 4 1")
        host.until(lambda m: m["type"] == "happened")
        assert host.table["entropy"] == [], "nobody can answer what others add"
        host.do("start", entropy="coins: heads")
        while not host.over:
            mover, other = (host, guest) if host.choices() else (guest, host)
            mover.play(1)
            while other.n < mover.n:
                other.hear()
    source = ala.http.get(f"/api/tables/{place}/record").json()["source"]
    assert source["commitment"] == promised == hashlib.sha256(bytes.fromhex(source["secret"])).hexdigest()
    assert source["entropy"] == ["dice: 4 4 1", "coins: heads"]


def test_what_a_bot_decides_by_is_as_secret_as_the_luck(site: Running) -> None:
    """Who knew it could try out which hand of the bot leads to the moves that all have seen."""
    ala = site.person("Ala")
    place = ala.make("usa", "host bot:random", pace=30.0)
    with ala.at(place) as host:
        assert host.do("start")["type"] == "done"
    room = site.served.front.site.registry.rooms[place]
    boards = room.services.boards
    opened, seed = room.table.opened, bot_task(room.table, 1, "random", boards).seed
    try:
        for known in ({"invitation": "x"}, {"at": 0}, {"by": "x", "host": "x"}):
            room.table.opened = msgspec.structs.replace(opened, **known)
            assert bot_task(room.table, 1, "random", boards).seed == seed
        room.table.opened = msgspec.structs.replace(opened, secret="00" * 32)
        assert bot_task(room.table, 1, "random", boards).seed != seed
    finally:
        room.table.opened = opened


def test_no_two_tables_have_the_same_secret(site: Running) -> None:
    ala = site.person("Ala")
    promises = {ala.http.get(f"/api/tables/{ala.make()}").json()["table"]["commitment"] for _ in range(3)}
    assert len(promises) == 3
