"""Web hooks: JSON sent to a user's own program, signed so that it can recognize our calls."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Sequence

from kolej.server.notify import outgoing

HEADER = "Kolej-Signature"
SCHEMES = ("https", "http")
WAITS = (2.0, 10.0)
"""Seconds to wait before the second and the third attempt."""

_log = logging.getLogger("kolej.server")
_SIGNATURE = re.compile(r"t=([0-9]{1,12}),v1=([0-9a-f]{64})")
# Any other refusal would only be repeated.
_TRY_AGAIN = (408, 425, 429)


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def sign(secret: str, body: bytes, now: float) -> str:
    """The value of ``Kolej-Signature``. The time is signed too, so an old call cannot be replayed."""
    moment = int(now)
    return f"t={moment},v1={_mac(secret, body, moment)}"


def verify(secret: str, header: str, body: bytes, now: float, tolerance: float = 300) -> bool:
    """Whether a call is ours and recent. Users' programs may copy it: it needs only the standard library."""
    found = _SIGNATURE.fullmatch(header)
    if found is None or abs(now - int(found[1])) > tolerance:
        return False
    return hmac.compare_digest(found[2], _mac(secret, body, int(found[1])))


async def deliver(
    url: str,
    secret: str,
    body: bytes,
    *,
    now: float,
    allow_private: bool,
    waits: Sequence[float] = WAITS,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> bool:
    """Call the program, up to three times; returns whether it accepted (any status from 200 to 299).

    All attempts carry the same signature, so a program that gets two of them can tell that they are one call.
    """
    headers = {"Content-Type": "application/json", "User-Agent": "kolej", HEADER: sign(secret, body, now)}
    for wait in (*waits, None):
        status = await _status(url, body, headers, allow_private)
        if status < 500 and status not in _TRY_AGAIN:
            return 200 <= status < 300
        if wait is not None:
            await sleep(wait)
    return False


async def _status(url: str, body: bytes, headers: dict[str, str], allow_private: bool) -> int:
    """The status of one attempt; an unreachable host counts as 503, as it may be back in a moment."""
    try:
        status = await outgoing.post(url, body, headers, allow_private=allow_private)
    except outgoing.Unreachable as error:
        _log.info("hook: %s", error)
        return 503
    if not 200 <= status < 300:
        _log.info("hook: %s answered %d", outgoing.host_of(url), status)
    return status


def _mac(secret: str, body: bytes, moment: int) -> str:
    return hmac.new(secret.encode(), b"%d.%s" % (moment, body), hashlib.sha256).hexdigest()
