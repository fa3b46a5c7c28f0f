"""Who somebody is: a signed cookie, or a program's token; passwords for those who want an account."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from functools import cache
from urllib.parse import urlsplit

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from kolej.server.access import ids
from kolej.server.access.people import People
from kolej.server.settings import Settings
from kolej.server.store.store import Player, Store

COOKIE = "kolej"
YEAR = 365 * 86_400
PORTS = {"http": 80, "https": 443}
TOKEN_PREFIX = "kolej_"  # noqa: S105  not a secret

_HASHER = PasswordHasher()


@cache
def _nobody() -> str:
    """A hash to check when there is no account, so that the time reveals nothing; made when first needed."""
    return _HASHER.hash(secrets.token_hex(16))


class Caller(msgspec.Struct, frozen=True):
    """Who asks."""

    player: Player | None
    address: str
    token: bool
    """Whether it is a program, with a token; otherwise a browser, with a cookie."""

    @property
    def key(self) -> str:
        """The key that rate limits use."""
        return self.player.id if self.player is not None else self.address


class Auth:
    """Cookies, tokens and passwords of a server."""

    def __init__(self, store: Store, people: People, key: bytes, now: Callable[[], int]) -> None:
        self._store = store
        self._people = people
        self._key = key
        """Signs cookies."""
        self._now = now

    # ---- cookies

    def cookie(self, player: Player) -> str:
        text = f"{player.id}.{player.epoch}"
        return f"{text}.{self._signature(text)}"

    def _signature(self, text: str) -> str:
        return hmac.new(self._key, text.encode(), hashlib.sha256).hexdigest()

    async def by_cookie(self, value: str) -> Player | None:
        text, _, signature = value.rpartition(".")
        if not hmac.compare_digest(self._signature(text).encode(), signature.encode()):
            return None
        player_id, _, epoch = text.partition(".")
        player = await self._people.meet(player_id)
        if player is None or player.id != player_id:
            # A guest who was joined to an account: an earlier user of this browser may have kept the cookie.
            return None
        return player if str(player.epoch) == epoch else None

    # ---- guests, tokens

    async def new_guest(self, name: str) -> Player:
        player = Player(id=ids.new_id(22), handle=ids.new_id(8), name=name, account=None, epoch=0, hook=None)
        await self._store.new_player(player, self._now())
        return player

    async def new_token(self, player: Player, label: str) -> tuple[str, str]:
        """A token's number, and the token itself, of which only a hash is stored."""
        number, token = ids.new_id(8), TOKEN_PREFIX + secrets.token_urlsafe(32)
        await self._store.new_token(_hashed(token), number, player.id, label, self._now())
        return number, token

    async def by_token(self, token: str) -> Player | None:
        if not token.startswith(TOKEN_PREFIX) or len(token) > 100:
            return None
        player = await self._store.token_player(_hashed(token))
        return await self._people.meet(player) if player is not None else None


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


async def hash_password(password: str) -> str:
    """By argon2id, in a thread: it is meant to be slow."""
    return await asyncio.to_thread(_HASHER.hash, password)


async def right_password(password: str, hashed: str | None) -> bool:
    def check() -> bool:
        nobody = _nobody()
        try:
            return _HASHER.verify(hashed or nobody, password) and hashed is not None
        except (VerificationError, InvalidHashError):
            return False

    return await asyncio.to_thread(check)


def same_origin(settings: Settings, headers: Mapping[str, str]) -> bool:
    """Whether a request is from our own pages. Programs send no origin; a web page cannot suppress it."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    found = _place(origin)
    if settings.url:
        return found is not None and found == _place(settings.url)
    return found is not None and found == _place(f"{found[0]}://{headers.get('host', '')}")


def _place(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of an address; None if it is not one, such as the origin \"null\"."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, PORTS[parts.scheme] if port is None else port
