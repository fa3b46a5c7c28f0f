"""Refusing a command."""

from __future__ import annotations

from typing import NoReturn

from kolej.server.protocol import RefusalReason


class Refusal(Exception):
    """A command was not carried out, and nothing has changed."""

    def __init__(self, reason: RefusalReason, text: str) -> None:
        super().__init__(text)
        self.reason = reason


def refuse(reason: RefusalReason, text: str) -> NoReturn:
    raise Refusal(reason, text)
