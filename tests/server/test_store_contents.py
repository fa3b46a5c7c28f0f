"""What the store keeps: tables and their logs, people and what belongs to them, the server's own values."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from test_store import opened, peek, player, row, with_store

from kolej.server.store.database import Clash, StoreError
from kolej.server.store.store import ChatRow, Conflict, Cursor, Opening, Player, Store, TableRow


def test_texts_of_all_scripts_are_kept_and_those_that_cannot_be_are_refused(database: str) -> None:
    name = "Zażółć 🚂 漢字 'quoted\" \\ %s ? $1"

    async def texts(store: Store) -> None:
        await store.new_player(player(name), 1)
        found = await store.player(f"id-{name}")
        assert found is not None
        assert found.name == name
        body = f'{{"entropy":"\\u0000{name}"}}'.encode()
        await store.append(row(), 1, body)
        assert (await store.entries("t"))[1] == body
        await store.open_table(Opening(row("u"), b"0", (), None))
        await asyncio.gather(store.append(row(), 2, body), store.append(row("u"), 1, body))
        assert (await store.entries("t"))[2] == (await store.entries("u"))[1] == body
        with pytest.raises(StoreError, match="NUL"):
            await store.rename(f"id-{name}", "nu\0l")
        assert await store.entries("nu\0l") == []
        assert await store.player("nu\0l") is None

    with_store(database, texts)


def test_a_guest_who_is_joined_to_an_account_is_found_as_it_and_forgotten_with_it(database: str) -> None:
    async def people(store: Store) -> None:
        for name in ("guest", "owner", "other"):
            await store.new_player(player(name), 1)
        assert await store.make_account("id-owner", "Owner", "hash")
        assert await store.make_account("id-other", "oWNER", "hash") is False
        assert await store.make_account("id-owner", "Again", "hash") is False
        await store.append(row(at=5), 1, b"1", ("id-guest", "id-other"))
        await store.new_token("hashed", "number", "id-guest", "label", 1)
        assert await store.token_player("hashed") == "id-guest"
        await store.say("t", ChatRow(0, 1, "id-guest", None, "c", "hello", None))
        await store.join("id-guest", "id-owner")
        found = await store.people(("id-guest", "id-owner", "id-nobody"))
        assert {key: one.id for key, one in found.items()} == {"id-guest": "id-owner", "id-owner": "id-owner"}
        assert [r.id for r in await store.tables_of("id-owner", Cursor(99), 9)] == ["t"]
        assert await store.token_player("hashed") is None  # who used this browser before may have made it
        await store.join("id-owner", "id-other")  # an account is joined to nobody
        assert (await store.people(("id-owner",)))["id-owner"].id == "id-owner"
        assert await store.tables_of("id-owner", Cursor(99), 9)
        await store.new_token("own hash", "own number", "id-owner", "label", 1)
        await store.add_push("id-owner", "phone", "key", "auth", 1)
        assert set(await store.forget("id-owner")) == {"t"}
        assert (await store.token_player("own hash"), await store.pushes("id-owner")) == (None, [])
        assert await store.people(("id-guest", "id-owner")) == {}
        assert (
            await store.tables_of("id-owner", Cursor(99), 9)
            == await store.tables_of("id-guest", Cursor(99), 9)
            == []
        )
        assert [r.id for r in await store.tables_of("id-other", Cursor(99), 9)] == ["t"]
        assert await store.chat("t", 9) == []
        assert len(await store.entries("t")) == 2

    with_store(database, people)


def test_who_is_forgotten_mutes_nobody_any_more_and_the_mutes_of_others_stay(database: str) -> None:
    async def muting(store: Store) -> None:
        for name in ("gone", "guest", "stays"):
            await store.new_player(player(name), 1)
        assert await store.make_account("id-gone", "Gone", "hash")
        for name in ("gone", "guest"):
            await store.mute(f"id-{name}", "h-stays", True)
            await store.mute(f"id-{name}", "h-stays", True)  # again is no fault
        await store.mute("id-stays", "h-gone", True)
        await store.mute("id-stays", "h-guest", True)
        await store.mute("id-stays", "h-guest", False)
        await store.join("id-guest", "id-gone")
        assert await store.mutes("id-gone") == {"h-stays"}
        await store.forget("id-gone")
        assert peek(database, "SELECT player, muted FROM mutes") == [("id-stays", "h-gone")]
        assert await store.mutes("id-gone") == frozenset()

    with_store(database, muting)


def test_a_push_address_keeps_its_owner_until_another_comes_with_it(database: str) -> None:
    async def addresses(store: Store) -> None:
        for name in ("guest", "owner", "other"):
            await store.new_player(player(name), 1)
        assert await store.make_account("id-owner", "Owner", "hash")
        await store.add_push("id-guest", "phone", "key", "auth", 5)
        await store.add_push("id-guest", "desk", "key", "auth", 4)
        await store.drop_push("phone", "id-other")  # not theirs
        assert await store.pushes("id-guest") == [("desk", "key", "auth"), ("phone", "key", "auth")]
        await store.join("id-guest", "id-owner")
        assert [address for address, *_ in await store.pushes("id-owner")] == ["desk", "phone"]
        assert await store.pushes("id-guest") == []
        await store.add_push("id-other", "phone", "new key", "new auth", 6)  # another uses this browser now
        assert await store.pushes("id-other") == [("phone", "new key", "new auth")]
        assert await store.pushes("id-owner") == [("desk", "key", "auth")]
        await store.drop_push("phone", "id-other")
        await store.drop_push("desk")  # the push service says that it is gone
        assert await store.pushes("id-other") == await store.pushes("id-owner") == []

    with_store(database, addresses)


def test_a_row_that_breaks_a_rule_is_told_apart_from_a_store_that_is_down(database: str) -> None:
    async def clash(store: Store) -> None:
        await store.new_player(player("a"), 1)
        with pytest.raises(Clash):
            await store.new_player(player("a"), 1)
        with pytest.raises(Clash):
            await store.new_token("hash", "number", "nobody", "label", 1)

    with_store(database, clash)


def test_chat_is_numbered_without_gap_and_the_last_lines_come_in_order(database: str) -> None:
    async def chat(store: Store) -> None:
        for number in range(5):
            await store.say("t", ChatRow(number, 1, "p", None, f"c{number}", "x", None))
        with pytest.raises(Conflict):
            await store.say("t", ChatRow(4, 1, "q", None, "c", "y", None))
        assert [line.number for line in await store.chat("t", 3)] == [2, 3, 4]

    with_store(database, chat)


def test_lists_come_by_pages_the_latest_first(database: str) -> None:
    async def lists(store: Store) -> None:
        for at in range(1, 6):
            await store.open_table(
                Opening(row(f"t{at}", at, listed=at != 3, wake=at * 10), b"0", ("p",), None)
            )
        assert [r.id for r in await store.listed(Cursor(99), 2)] == ["t5", "t4"]
        assert [r.id for r in await store.listed(Cursor(4), 9)] == ["t2", "t1"]
        assert [r.id for r in await store.tables_of("p", Cursor(4), 9)] == ["t3", "t2", "t1"]
        assert await store.awake(30) == [("t1", 10), ("t2", 20), ("t3", 30)]

    with_store(database, lists)


def test_a_page_goes_on_after_the_last_row_though_others_are_of_the_same_time(database: str) -> None:
    rows = [TableRow(f"t{i}", i // 2, 5 + i // 6, "waiting", True, None, b"{}") for i in range(8)]
    order = ["t6", "t7", "t4", "t5", "t2", "t3", "t0", "t1"]

    async def lists(store: Store) -> None:
        for there in rows:
            await store.open_table(Opening(there, b"0", ("p",), None))
        for count in range(1, 9):
            for ask in (store.listed, partial(store.tables_of, "p")):
                seen: list[TableRow] = []
                while page := await ask(Cursor.after(seen[-1]) if seen else Cursor(99), count):
                    seen += page
                assert [there.id for there in seen] == order

    with_store(database, lists)


def test_a_cursor_is_read_as_it_is_written() -> None:
    for cursor in (Cursor(7), Cursor(7, 0, "t"), Cursor(2**53, 2**53, "Kd5xT9mWq3Ra")):
        assert Cursor.read(str(cursor)) == cursor
    assert str(Cursor(7)) == "7", "as earlier versions wrote it"


def test_a_value_that_is_set_once_stays_whoever_asks(database: str) -> None:
    async def once(store: Store) -> None:
        async with opened(database) as other:
            found = await asyncio.gather(store.once("key", "a"), other.once("key", "b"))
            assert found[0] == found[1] == await store.meta("key")

    with_store(database, once)


def test_the_file_of_a_board_is_kept_once_under_its_content(database: str) -> None:
    async def boards(store: Store) -> None:
        for place in ("u", "v"):
            await store.open_table(Opening(row(place), b"0", (), ("hash", "mine", f"file of {place}")))
        assert await store.board("hash") == "file of u"
        assert await store.board("other hash") is None
        assert peek(database, "SELECT content, id FROM boards") == [("hash", "mine")]

    with_store(database, boards)


def test_a_table_is_opened_once_and_a_rematch_with_the_entry_that_tells_of_it(database: str) -> None:
    async def opening(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.open_table(Opening(row(), b"again", (), None))
        with pytest.raises(Conflict):
            await store.append(row(), 2, b"too far", ("p",), Opening(row("next"), b"0", ("p",), None))
        assert (await store.entries("next"), await store.tables_of("p", Cursor(99), 9)) == ([], [])
        await store.append(row(), 1, b"1", ("p",), Opening(row("next", 2), b"0", ("q", "p"), None))
        assert await store.entries("next") == [b"0"]
        assert [r.id for r in await store.tables_of("p", Cursor(99), 9)] == ["next", "t"]
        assert [r.id for r in await store.tables_of("q", Cursor(99), 9)] == ["next"]

    with_store(database, opening)


def test_a_log_with_a_gap_is_not_read(database: str) -> None:
    async def gap(store: Store) -> None:
        for n in (1, 2):
            await store.append(row(at=n), n, b"%d" % n)
        await store.write(lambda db: db.run("DELETE FROM entries WHERE n = 1"))
        with pytest.raises(StoreError, match="table t has a gap"):
            await store.entries("t")

    with_store(database, gap)


def test_a_table_that_is_over_or_closed_is_listed_no_more(database: str) -> None:
    async def lists(store: Store) -> None:
        for at, state in enumerate(("waiting", "playing", "over", "closed"), 2):
            there = TableRow(state, 1, at, state, True, None, b"{}")  # type: ignore[arg-type]
            await store.open_table(Opening(there, b"0", ("p",), None))
        assert [r.state for r in await store.listed(Cursor(99), 9)] == ["playing", "waiting"]
        assert [r.state for r in await store.tables_of("p", Cursor(99), 3)] == ["closed", "over", "playing"]
        (found,) = await store.tables_of("p", Cursor(3), 9)
        assert found == TableRow("waiting", 1, 2, "waiting", True, None, b"{}")

    with_store(database, lists)


def test_an_account_is_found_by_its_name_however_it_is_written(database: str) -> None:
    async def accounts(store: Store) -> None:
        await store.new_player(player("Ala"), 1)
        assert await store.account("ala") is None
        assert await store.make_account("id-Ala", "ALA", "first") is True
        assert await store.account("aLa") == (Player("id-Ala", "h-Ala", "ALA", "ala", 1, None), "first")
        assert await store.set_password("id-Ala", "second") == 2
        found = await store.account("ala")
        assert found is not None
        assert (found[0].epoch, found[1]) == (2, "second")
        await store.rename("id-Ala", "Alicja")
        assert await store.player("id-Ala") == Player("id-Ala", "h-Ala", "Alicja", "ala", 2, None)

    with_store(database, accounts)


def test_tokens_are_their_players_alone_and_come_in_the_order_in_which_they_were_made(database: str) -> None:
    async def tokens(store: Store) -> None:
        for name in ("a", "b"):
            await store.new_player(player(name), 1)
        await store.new_token("hash 2", "number 2", "id-a", "later", 9)
        await store.new_token("hash 1", "number 1", "id-a", "first", 8)
        await store.new_token("hash 3", "number 3", "id-b", "other", 7)
        assert await store.tokens("id-a") == [("number 1", "first", 8), ("number 2", "later", 9)]
        assert await store.token_player("hash 3") == "id-b"
        assert await store.drop_token("id-b", "number 1") is False
        assert await store.drop_token("id-a", "number 1") is True
        assert await store.drop_token("id-a", "number 1") is False
        assert await store.tokens("id-a") == [("number 2", "later", 9)]
        assert await store.token_player("hash 1") is None

    with_store(database, tokens)


def test_a_hook_is_kept_with_its_secret_until_it_is_taken_away(database: str) -> None:
    async def hooks(store: Store) -> None:
        await store.new_player(player("a"), 1)
        assert await store.hook("id-a") is None
        assert await store.hook("nobody") is None
        await store.set_hook("id-a", "https://example.org", "secret")
        assert await store.hook("id-a") == ("https://example.org", "secret")
        found = await store.player("id-a")
        assert found is not None
        assert found.hook == "https://example.org"
        await store.set_hook("id-a", None, None)
        assert await store.hook("id-a") is None

    with_store(database, hooks)


def test_values_of_the_server_are_set_together_and_anew(database: str) -> None:
    async def values(store: Store) -> None:
        await store.set_meta(a="1", b="2")
        await store.set_meta(b="3")
        assert [await store.meta(name) for name in "abc"] == ["1", "3", None]
        assert await store.once("a", "other") == "1"

    with_store(database, values)


def test_a_lesson_s_table_is_found_by_player_and_lesson_together(database: str) -> None:
    async def lessons(store: Store) -> None:
        for place, (owner, lesson) in enumerate(
            [("ala", "first-ride"), ("ala", "nordic"), ("ola", "nordic")]
        ):
            await store.open_table(Opening(row(f"t{place}"), b"0", (owner,), None, None, lesson))
        assert await store.lesson_table("ala", "first-ride") == "t0"
        assert await store.lesson_table("ala", "nordic") == "t1"
        assert await store.lesson_table("ola", "nordic") == "t2"
        assert await store.lesson_table("ola", "first-ride") is None

    with_store(database, lessons)


def test_a_layout_is_kept_with_the_first_table_that_uses_it(database: str) -> None:
    async def layouts(store: Store) -> None:
        await store.open_table(Opening(row("a"), b"0", (), ("b", "id", "board"), ("l", "b", "layout")))
        await store.open_table(Opening(row("z"), b"0", (), ("b", "id", "board"), ("l", "b", "another")))
        assert await store.layout("l") == "layout"
        assert await store.layout("b") is None

    with_store(database, layouts)


def test_an_account_that_another_server_made_first_is_taken(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def race(store: Store) -> None:
        async def late(work: object) -> bool:
            raise Clash("UNIQUE constraint failed")

        monkeypatch.setattr(store, "write", late)
        assert await store.make_account("id-owner", "Owner", "hash") is False

    with_store(database, race)
