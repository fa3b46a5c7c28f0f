"""Your turn: told once, in the background, to every address, and without a word of secrets in the log."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
import pytest
from test_outgoing import Receiver, serving
from test_webpush import AUTH, BROWSER, BROWSER_PUBLIC, decrypt

from kolej.server.notify import hooks, reminders, webpush
from kolej.server.notify.reminders import Hook, Notifier, YourTurn, topic
from kolej.server.notify.webpush import Subscription, new_keys

NOW = 1_700_000_000
NOTE = YourTurn(
    table="t1",
    board="poland",
    board_name="Poland",
    link="https://kolej.example/t/t1",
    seat=2,
    n=17,
    deadline=NOW + 600,
)
KEYS = new_keys()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is under way is not cut when the notifier is closed, however slow the machine is."""
    monkeypatch.setattr(reminders, "CLOSING", 30)


def subscription(endpoint: str = "https://push.example/secret-path") -> Subscription:
    return Subscription(endpoint, BROWSER_PUBLIC, AUTH)


class Book:
    """Addresses of players, kept in memory."""

    def __init__(self, *subscriptions: Subscription, hook: Hook | None = None) -> None:
        self.found = list(subscriptions)
        self.its_hook = hook
        self.forgotten: list[tuple[str, str]] = []
        self.fault: Exception | None = None

    async def subscriptions(self, player: str) -> Sequence[Subscription]:
        if self.fault:
            raise self.fault
        return self.found

    async def hook(self, player: str) -> Hook | None:
        return self.its_hook

    async def forget(self, player: str, endpoint: str) -> None:
        self.forgotten.append((player, endpoint))


class Pushes:
    """Stands in for the sending; keeps what would have been sent."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *outcomes: Any) -> None:
        self.outcomes = list(outcomes)
        self.sent: list[dict[str, Any]] = []
        monkeypatch.setattr(webpush, "send", self.send)

    async def send(self, keys: object, to: Subscription, payload: bytes, **options: Any) -> str:
        self.sent.append({"to": to.endpoint, "payload": payload, **options})
        outcome = self.outcomes.pop(0) if self.outcomes else "sent"
        if isinstance(outcome, Exception):
            raise outcome
        return str(outcome)


def run(book: Book, work: Callable[[Notifier], Awaitable[None]], **options: Any) -> Notifier:
    async def whole() -> Notifier:
        notifier = Notifier(book, KEYS, contact="mailto:a@example.org", clock=lambda: NOW, **options)
        await work(notifier)
        await notifier.close()
        return notifier

    return asyncio.run(whole())


def told(book: Book, *notes: YourTurn, player: str = "ada", **options: Any) -> None:
    async def work(notifier: Notifier) -> None:
        for note in notes:
            await notifier.your_turn(player, note)

    run(book, work, **options)


def test_a_browser_and_a_program_are_told_over_the_network() -> None:
    with serving(Receiver()) as service, serving(Receiver(204)) as program:
        book = Book(subscription(service.url("/push")), hook=Hook(program.url("/hook"), "secret"))
        told(book, NOTE, allow_private=True)
    ((_, headers, sealed),) = service.got
    assert headers["TTL"] == "600"
    assert msgspec.json.decode(decrypt(sealed, BROWSER, AUTH), type=YourTurn) == NOTE
    ((path, headers, body),) = program.got
    assert path == "/hook"
    assert json.loads(body) == {
        "type": "your_turn",
        "table": "t1",
        "board": "poland",
        "board_name": "Poland",
        "link": "https://kolej.example/t/t1",
        "seat": 2,
        "n": 17,
        "deadline": NOW + 600,
    }
    assert hooks.verify("secret", headers["Kolej-Signature"], body, NOW)


def test_private_addresses_are_not_called_unless_it_is_allowed(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "kolej.server")
    with serving(Receiver()) as receiver:
        told(Book(subscription(receiver.url()), hook=Hook(receiver.url(), "secret")), NOTE, waits=())
    assert receiver.got == []
    assert caplog.text.count("127.0.0.1 is not a public address") == 2


def test_a_player_is_told_once_of_a_version_and_of_none_older(monkeypatch: pytest.MonkeyPatch) -> None:
    pushes = Pushes(monkeypatch)
    versions = [17, 17, 16, 18, 17, 18]
    told(Book(subscription()), *(msgspec.structs.replace(NOTE, n=n) for n in versions))
    assert [json.loads(push["payload"])["n"] for push in pushes.sent] == [17, 18]


def test_players_and_tables_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    pushes = Pushes(monkeypatch)

    async def work(notifier: Notifier) -> None:
        await notifier.your_turn("ada", NOTE)
        await notifier.your_turn("ben", NOTE)
        await notifier.your_turn("ada", msgspec.structs.replace(NOTE, table="t2"))

    run(Book(subscription()), work)
    assert len(pushes.sent) == 3


def test_what_was_told_is_remembered_for_the_latest_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reminders, "MOST_REMEMBERED", 2)
    pushes = Pushes(monkeypatch)
    told(Book(subscription()), *(msgspec.structs.replace(NOTE, table=table) for table in "abcbca"))
    assert [json.loads(push["payload"])["table"] for push in pushes.sent] == ["a", "b", "c", "a"]


def test_a_table_that_goes_on_is_remembered_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reminders, "MOST_REMEMBERED", 2)
    pushes = Pushes(monkeypatch)
    turns = [("a", 1), ("b", 1), ("a", 2), ("c", 1), ("a", 2)]
    told(Book(subscription()), *(msgspec.structs.replace(NOTE, table=table, n=n) for table, n in turns))
    assert len(pushes.sent) == 4


def test_a_subscription_that_is_gone_is_forgotten_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    Pushes(monkeypatch, "sent", "gone", "failed")
    book = Book(*(subscription(f"https://push.example/{name}") for name in "abc"))
    told(book, NOTE)
    assert book.forgotten == [("ada", "https://push.example/b")]


def test_a_fault_at_one_address_keeps_no_other_from_being_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pushes = Pushes(monkeypatch, RuntimeError("https://push.example/secret-path"), "sent")
    told(Book(subscription(), subscription()), NOTE)
    assert len(pushes.sent) == 2
    assert caplog.messages == ["a notification failed: RuntimeError"]


def test_a_fault_of_the_book_keeps_the_hook_from_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(Receiver()) as program:
        book = Book(hook=Hook(program.url(), "secret"))
        book.fault = OSError("disk")
        told(book, NOTE, allow_private=True)
    assert len(program.got) == 1
    assert caplog.messages == ["a notification failed: OSError"]


def test_the_log_tells_hosts_and_no_secrets(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "kolej.server")
    with serving(Receiver(410)) as service, serving(Receiver(400)) as program:
        hook = Hook(program.url("/hook-path?token=hook-token"), "hook-secret")
        told(Book(subscription(service.url("/push-path")), hook=hook), NOTE, allow_private=True)
    assert sorted(caplog.messages) == ["hook: 127.0.0.1 answered 400", "push: 127.0.0.1 answered 410"]
    assert "hook-" not in repr(hook) + str(hook.__rich_repr__())


@pytest.mark.parametrize(
    ("deadline", "ttl", "urgency"),
    [
        (NOW + 30, 30, "high"),
        (NOW + 3600, 3600, "high"),
        (NOW + 86_400, 86_400, "normal"),
        (NOW + 10**9, 28 * 86_400, "normal"),
        (NOW - 5, 0, "high"),
        (None, 7 * 86_400, "normal"),
    ],
)
def test_a_push_is_kept_until_the_deadline(
    deadline: int | None, ttl: int, urgency: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pushes = Pushes(monkeypatch)
    told(Book(subscription()), msgspec.structs.replace(NOTE, deadline=deadline))
    assert (pushes.sent[0]["ttl"], pushes.sent[0]["urgency"]) == (ttl, urgency)


def test_the_topic_is_one_of_the_table_that_push_services_take(monkeypatch: pytest.MonkeyPatch) -> None:
    pushes = Pushes(monkeypatch)
    told(Book(subscription()), NOTE)
    assert pushes.sent[0]["topic"] == topic("t1") != topic("t2")
    for table in ("", "t1", "ł" * 500):
        assert len(topic(table)) == 32
        assert topic(table).replace("-", "").replace("_", "").isalnum()


def test_a_note_that_is_too_long_is_not_sent(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pushes = Pushes(monkeypatch)
    told(Book(subscription()), msgspec.structs.replace(NOTE, board_name="a" * 3000))
    assert pushes.sent == []
    assert "too long to send" in caplog.text


def test_a_player_with_many_browsers_is_told_in_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    pushes = Pushes(monkeypatch)
    told(Book(*[subscription()] * 30), NOTE)
    assert len(pushes.sent) == 10


def test_when_too_many_are_under_way_one_is_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(reminders, "MOST_UNDER_WAY", 1)
    pushes = Pushes(monkeypatch)
    told(Book(subscription()), NOTE, msgspec.structs.replace(NOTE, table="t2"))
    assert len(pushes.sent) == 1
    assert "one for table t2 is left out" in caplog.text


def test_a_turn_returns_at_once_and_closing_cuts_what_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reminders, "CLOSING", 0.1)
    cut = []

    async def send(*_: object, **__: object) -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cut.append(True)
            raise

    monkeypatch.setattr(webpush, "send", send)
    started = time.monotonic()
    told(Book(subscription()), NOTE)
    assert cut == [True]
    assert time.monotonic() - started < 20


def test_closing_before_anything_began_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reminders, "CLOSING", 0)
    pushes = Pushes(monkeypatch)
    told(Book(subscription()), NOTE)
    assert pushes.sent == []


def test_after_closing_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pushes = Pushes(monkeypatch)

    async def work(notifier: Notifier) -> None:
        await notifier.close()
        await notifier.your_turn("ada", NOTE)

    run(Book(subscription()), work)
    assert pushes.sent == []


def test_a_contact_that_is_none_is_refused_at_the_start() -> None:
    with pytest.raises(ValueError, match="mailto:you@example"):
        Notifier(Book(), KEYS, contact="me")
