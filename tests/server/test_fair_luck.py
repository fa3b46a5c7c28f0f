"""Nobody chooses the luck: the server promises its secret first, players add to it, the record shows all."""

from __future__ import annotations

import hashlib

from playing import Running


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


def test_no_two_tables_have_the_same_secret(site: Running) -> None:
    ala = site.person("Ala")
    promises = {ala.http.get(f"/api/tables/{ala.make()}").json()["table"]["commitment"] for _ in range(3)}
    assert len(promises) == 3
