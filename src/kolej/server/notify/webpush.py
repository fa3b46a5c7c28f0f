"""Web Push: a message for a browser whose page is closed, encrypted so that the push service cannot read it.

RFC 8030 (the request), RFC 8291 (encryption to the browser's key), RFC 8292 (VAPID: who is sending).
"""

from __future__ import annotations

import logging
import os
import struct
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Literal
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kolej.server.notify import outgoing

RECORD = 4096
MOST_PAYLOAD = RECORD - 86 - 17
"""What push services must accept: a record of 4096 bytes, less its header, the delimiter and the AES tag."""
TOKEN_SECONDS = 12 * 3600
"""RFC 8292 allows a day; half of that tolerates a clock that is wrong."""
LOCAL = ("localhost", "127.0.0.1", "::1")

_log = logging.getLogger("kolej.server")

Outcome = Literal["sent", "gone", "failed"]
Urgency = Literal["very-low", "low", "normal", "high"]


class BadSubscription(ValueError):
    """A browser's subscription that no message can be sent to."""


class VapidKeys(msgspec.Struct, frozen=True):
    """The server's identity to push services. Subscriptions are tied to it: new keys invalidate them all."""

    private: str
    """32 bytes in base64url."""

    def __post_init__(self) -> None:
        self.signer()

    def __repr__(self) -> str:
        return f"VapidKeys(public={self.public!r})"

    def __rich_repr__(self) -> list[tuple[str, str]]:
        return [("public", self.public)]

    @property
    def public(self) -> str:
        """The public key, as the browser expects it in ``applicationServerKey``."""
        return _text(_point(self.signer().public_key()))

    def signer(self) -> ec.EllipticCurvePrivateKey:
        try:
            raw = _bytes(self.private, 32)
            return ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())
        except ValueError:
            raise ValueError("this is not a VAPID key; it must be 32 bytes of P-256 in base64url") from None


class Subscription(msgspec.Struct, frozen=True):
    """A browser's ``PushSubscription``. Decoding a bad one raises a ``ValidationError``."""

    endpoint: str
    p256dh: str
    auth: str

    def __post_init__(self) -> None:
        try:
            # Plain http only for this machine, which is never called unless private addresses are allowed.
            near = outgoing.host_of(self.endpoint) in LOCAL
            outgoing.check_url(self.endpoint, schemes=("https", "http") if near else ("https",))
        except outgoing.BadAddress as error:
            raise BadSubscription(f"endpoint: {error}") from None
        try:
            self.key()
        except ValueError:
            raise BadSubscription("p256dh: it must be a point of P-256, 65 bytes in base64url") from None
        try:
            self.secret()
        except ValueError:
            raise BadSubscription("auth: it must be 16 bytes in base64url") from None

    def __repr__(self) -> str:
        # Anyone who knew the rest could try to send messages to this browser.
        return f"Subscription({outgoing.host_of(self.endpoint)!r})"

    def __rich_repr__(self) -> list[tuple[str, str]]:
        return [("host", outgoing.host_of(self.endpoint))]

    def key(self) -> ec.EllipticCurvePublicKey:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(self.p256dh, 65))

    def secret(self) -> bytes:
        return _bytes(self.auth, 16)


def new_keys() -> VapidKeys:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return VapidKeys(_text(number.to_bytes(32, "big")))


def check_contact(contact: str) -> None:
    """Raise ``ValueError`` unless push services can use the contact to reach whoever runs this server.

    It may be empty, but Apple's service accepts no message without one.
    """
    if contact and not contact.startswith(("mailto:", "https://")):
        raise ValueError('the contact must be like "mailto:you@example.org" or "https://example.org/about"')


def encrypt(
    subscription: Subscription,
    payload: bytes,
    *,
    salt: bytes | None = None,
    sender_key: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The body of the request. A salt and a key must never be used twice; tests may pass them in."""
    if len(payload) > MOST_PAYLOAD:
        raise ValueError(f"a push message has at most {MOST_PAYLOAD} bytes, this one {len(payload)}")
    salt = os.urandom(16) if salt is None else salt
    sender_key = sender_key or ec.generate_private_key(ec.SECP256R1())
    theirs, ours = _point(subscription.key()), _point(sender_key.public_key())
    shared = sender_key.exchange(ec.ECDH(), subscription.key())
    material = _derive(shared, subscription.secret(), b"WebPush: info\0" + theirs + ours, 32)
    key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\0", 12)
    # 2 ends the last record, here the only one; padding could follow.
    sealed = AESGCM(key).encrypt(nonce, payload + b"\x02", None)
    return salt + struct.pack(">IB", RECORD, len(ours)) + ours + sealed


def vapid_header(keys: VapidKeys, endpoint: str, contact: str, now: float) -> str:
    """The ``Authorization`` header for one push service, valid for half a day."""
    check_contact(contact)
    claims: dict[str, str | int] = {"aud": _origin(endpoint), "exp": int(now) + TOKEN_SECONDS}
    if contact:
        claims["sub"] = contact
    signed = ".".join(_text(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(keys.signer().sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = _text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={keys.public}"


async def send(
    keys: VapidKeys,
    subscription: Subscription,
    payload: bytes,
    *,
    contact: str,
    ttl: int,
    urgency: Urgency,
    topic: str,
    allow_private: bool,
) -> Outcome:
    """Send a push. ``gone``: delete the subscription; ``failed``: the next message may get through.

    A later message replaces a waiting one with the same topic (at most 32 characters of base64url).
    """
    headers = {
        "Authorization": vapid_header(keys, subscription.endpoint, contact, time.time()),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(ttl),
        "Topic": topic,
        "Urgency": urgency,
    }
    body = encrypt(subscription, payload)
    try:
        status = await outgoing.post(subscription.endpoint, body, headers, allow_private=allow_private)
    except outgoing.Unreachable as error:
        _log.info("push: %s", error)
        return "failed"
    if 200 <= status < 300:
        return "sent"
    _log.info("push: %s answered %d", outgoing.host_of(subscription.endpoint), status)
    return "gone" if status in (404, 410) else "failed"


def _origin(endpoint: str) -> str:
    """Scheme, host and port as a browser writes them: in lower case, without the default port."""
    parts = urlsplit(endpoint)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    usual = parts.port is None or parts.port == outgoing.PORTS[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if usual else f":{parts.port}")


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str, length: int) -> bytes:
    """Decode base64url, with or without its padding; raises ``ValueError`` for another length."""
    bare = text.rstrip("=")
    # The library silently skips foreign characters; encoding the result again reveals them.
    data = urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    if len(data) != length or _text(data) != bare:
        raise ValueError(f"not {length} bytes in base64url")
    return data
