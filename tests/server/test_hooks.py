"""Hooks: a signature that only we can make, and three tries."""

from __future__ import annotations

import asyncio
import hashlib
import hmac

import pytest

from kolej.server.notify import outgoing
from kolej.server.notify.hooks import deliver, new_secret, sign, verify

NOW = 1_700_000_000
BODY = b'{"table":"t1"}'


def test_the_signature_is_the_hmac_of_time_and_body() -> None:
    mac = hmac.new(b"secret", b'1700000000.{"table":"t1"}', hashlib.sha256).hexdigest()
    assert sign("secret", BODY, NOW + 0.9) == f"t=1700000000,v1={mac}"


def test_a_signature_holds_for_its_secret_body_and_time_only() -> None:
    header = sign("secret", BODY, NOW)
    assert verify("secret", header, BODY, NOW)
    assert verify("secret", header, BODY, NOW + 300)
    assert verify("secret", header, BODY, NOW - 300)
    assert not verify("secret", header, BODY, NOW + 301)
    assert not verify("secret", header, BODY, NOW - 301)
    assert not verify("secret", header, BODY, NOW + 11, tolerance=10)
    assert not verify("other", header, BODY, NOW)
    assert not verify("secret", header, BODY + b" ", NOW)
    assert not verify("secret", header.replace("t=17", "t=18"), BODY, NOW + 100_000_000)


@pytest.mark.parametrize(
    "header",
    [
        "",
        "t=,v1=",
        "t=1700000000",
        "v1=" + "0" * 64,
        "t=1700000000,v1=" + "0" * 64,
        "t=1700000000,v1=" + "é" * 64,
        "t=١٧٠٠٠٠٠٠٠٠,v1=" + "0" * 64,
        "t=" + "9" * 5000 + ",v1=" + "0" * 64,
        "t=-1,v1=" + "0" * 64,
        sign("secret", BODY, NOW) + "\n",
        sign("secret", BODY, NOW).upper(),
    ],
)
def test_what_is_no_signature_of_ours_does_not_hold_and_raises_nothing(header: str) -> None:
    assert not verify("secret", header, BODY, NOW)


def test_secrets_differ_and_are_long() -> None:
    assert new_secret() != new_secret()
    assert len(new_secret()) == 43


class Program:
    """A user's program that gives these answers in turn; None is no answer at all."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: int | None) -> None:
        self.answers = list(answers)
        self.headers: list[dict[str, str]] = []
        self.slept: list[float] = []
        monkeypatch.setattr(outgoing, "post", self.post)

    async def post(self, url: str, body: bytes, headers: dict[str, str], *, allow_private: bool) -> int:
        assert (url, body, allow_private) == ("https://a.example/", BODY, False)
        self.headers.append(headers)
        answer = self.answers.pop(0)
        if answer is None:
            raise outgoing.Unreachable("nobody there")
        return answer

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    def is_told(self) -> bool:
        job = deliver("https://a.example/", "secret", BODY, now=NOW, allow_private=False, sleep=self.sleep)
        return asyncio.run(job)


@pytest.mark.parametrize("status", [200, 201, 204])
def test_a_program_that_takes_it_is_told_once(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(monkeypatch, status)
    assert program.is_told()
    assert program.slept == []
    (headers,) = program.headers
    assert verify("secret", headers["Kolej-Signature"], BODY, NOW)
    assert headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("trouble", [None, 500, 503, 408, 429])
def test_trouble_that_may_pass_is_tried_three_times(
    trouble: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Program(monkeypatch, trouble, trouble, 204)
    assert program.is_told()
    assert program.slept == [2.0, 10.0]
    assert program.headers[0] == program.headers[1] == program.headers[2]


def test_after_three_tries_it_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(monkeypatch, 500, None, 502, 200)
    assert not program.is_told()
    assert program.answers == [200]
    assert program.slept == [2.0, 10.0]


@pytest.mark.parametrize("status", [301, 307, 400, 401, 404, 410])
def test_a_refusal_is_not_tried_again(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(monkeypatch, status, 200)
    assert not program.is_told()
    assert program.answers == [200]
