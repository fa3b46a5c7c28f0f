"""Web Push: the bytes of the RFC's own example, and a browser's side written apart from the sender's."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import msgspec
import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given, settings
from hypothesis import strategies as st

from kolej.server.notify import outgoing, webpush
from kolej.server.notify.webpush import (
    BadSubscription,
    Subscription,
    VapidKeys,
    encrypt,
    new_keys,
    vapid_header,
)

# RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SENDER_PUBLIC = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
BROWSER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
BROWSER_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
    "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
ENDPOINT = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV"
SUBSCRIPTION = Subscription(ENDPOINT, BROWSER_PUBLIC, AUTH)
NOW = 1_700_000_000


def raw(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(raw(text), "big"), ec.SECP256R1())


def hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869 for at most one block."""
    extracted = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(extracted, info + b"\x01", hashlib.sha256).digest()[:length]


def decrypt(body: bytes, browser: str, auth: str) -> bytes:
    """The browser's side, from the text of RFC 8188 and RFC 8291."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    assert len(sealed) <= size
    key = private(browser)
    numbers = key.public_key().public_numbers()
    mine = b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
    x, y = int.from_bytes(sender[1:33], "big"), int.from_bytes(sender[33:], "big")
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key())
    material = hkdf(raw(auth), shared, b"WebPush: info\x00" + mine + sender, 32)
    secret = hkdf(salt, material, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = hkdf(salt, material, b"Content-Encoding: nonce\x00", 12)
    padded = AESGCM(secret).decrypt(nonce, sealed, None).rstrip(b"\x00")
    assert padded[-1:] == b"\x02"
    return padded[:-1]


def test_the_example_of_the_rfc_comes_out_byte_for_byte() -> None:
    assert encrypt(SUBSCRIPTION, TEXT, salt=raw(SALT), sender_key=private(SENDER)) == raw(BODY)


def test_the_browsers_side_of_these_tests_reads_the_example_of_the_rfc() -> None:
    assert decrypt(raw(BODY), BROWSER, AUTH) == TEXT


def test_the_public_key_is_the_one_of_the_rfc() -> None:
    assert VapidKeys(SENDER).public == SENDER_PUBLIC


@settings(max_examples=25, deadline=None)
@given(st.binary(max_size=webpush.MOST_PAYLOAD))
def test_a_browser_reads_what_was_sent(payload: bytes) -> None:
    body = encrypt(SUBSCRIPTION, payload)
    assert len(body) <= 4096
    assert decrypt(body, BROWSER, AUTH) == payload


def test_no_salt_and_no_key_serves_twice() -> None:
    one, two = encrypt(SUBSCRIPTION, TEXT), encrypt(SUBSCRIPTION, TEXT)
    assert one[:16] != two[:16]
    assert one[21:86] != two[21:86]


def test_a_changed_message_is_not_read() -> None:
    body = bytearray(encrypt(SUBSCRIPTION, TEXT))
    body[-1] ^= 1
    with pytest.raises(InvalidTag):
        decrypt(bytes(body), BROWSER, AUTH)


def test_the_longest_message_fills_a_record_and_a_longer_one_is_refused() -> None:
    assert len(encrypt(SUBSCRIPTION, b"a" * webpush.MOST_PAYLOAD)) == 4096
    with pytest.raises(ValueError, match="at most 3993 bytes, this one 3994"):
        encrypt(SUBSCRIPTION, b"a" * (webpush.MOST_PAYLOAD + 1))


# Subscriptions and keys


def off_the_curve() -> str:
    point = bytearray(raw(BROWSER_PUBLIC))
    point[-1] ^= 1
    return urlsafe_b64encode(point).decode()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"endpoint": "http://push.example.net/"}, "endpoint: the address must begin with https://"),
        ({"endpoint": "https://a@push.example.net/"}, "endpoint: "),
        ({"endpoint": ""}, "endpoint: "),
        ({"p256dh": off_the_curve()}, "p256dh: it must be a point"),
        ({"p256dh": ""}, "p256dh: "),
        ({"p256dh": BROWSER_PUBLIC[:-4]}, "p256dh: "),
        ({"p256dh": BROWSER_PUBLIC[:40] + "!" + BROWSER_PUBLIC[40:]}, "p256dh: "),
        ({"p256dh": BROWSER_PUBLIC[:40] + "!!!!" + BROWSER_PUBLIC[40:]}, "p256dh: "),
        ({"p256dh": BROWSER_PUBLIC.replace("-", "+")}, "p256dh: "),
        ({"p256dh": "ó" * 87}, "p256dh: "),
        ({"p256dh": "A" * 1_000_000}, "p256dh: "),
        ({"p256dh": urlsafe_b64encode(b"\x02" + raw(BROWSER_PUBLIC)[1:33]).decode()}, "p256dh: "),
        ({"p256dh": urlsafe_b64encode(bytes(65)).decode()}, "p256dh: "),
        ({"auth": AUTH[:-2]}, "auth: it must be 16 bytes"),
        ({"auth": AUTH + "AA"}, "auth: "),
        ({"auth": ""}, "auth: "),
        ({"auth": "="}, "auth: "),
    ],
)
def test_a_bad_subscription_is_refused_with_its_fault(change: dict[str, str], told: str) -> None:
    fields = {"endpoint": ENDPOINT, "p256dh": BROWSER_PUBLIC, "auth": AUTH, **change}
    with pytest.raises(BadSubscription) as caught:
        Subscription(**fields)
    assert str(caught.value).startswith(told)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(fields, Subscription)


def test_padding_of_base64_does_no_harm() -> None:
    assert Subscription(ENDPOINT, BROWSER_PUBLIC + "=", AUTH + "==").secret() == raw(AUTH)


def test_a_push_service_on_this_machine_may_be_plain_http() -> None:
    Subscription("http://127.0.0.1:8080/push", BROWSER_PUBLIC, AUTH)
    Subscription("http://localhost:8080/push", BROWSER_PUBLIC, AUTH)


def test_neither_keys_nor_subscriptions_show_their_secrets() -> None:
    keys = new_keys()
    assert keys.private not in repr(keys) + str(keys.__rich_repr__())
    shown = repr(SUBSCRIPTION) + str(SUBSCRIPTION.__rich_repr__())
    assert AUTH not in shown
    assert "JzLQ" not in shown


def test_keys_come_back_from_where_they_are_kept() -> None:
    keys = new_keys()
    assert msgspec.json.decode(msgspec.json.encode(keys), type=VapidKeys).public == keys.public
    assert len(raw(keys.private)) == 32
    assert len(raw(keys.public)) == 65
    assert new_keys() != keys


@pytest.mark.parametrize("bad", ["", "abc", urlsafe_b64encode(bytes(32)).decode(), "_" * 43])
def test_a_bad_key_is_told_without_showing_it(bad: str) -> None:
    with pytest.raises(ValueError, match="this is not a VAPID key; it must be 32 bytes"):
        VapidKeys(bad)


# VAPID


def opened(header: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Header and claims of a token whose signature is right."""
    scheme, token, key = header.split(" ")
    assert scheme == "vapid"
    signed, _, signature = token.removeprefix("t=").removesuffix(",").rpartition(".")
    point, halves = raw(key.removeprefix("k=")), raw(signature)
    assert len(halves) == 64
    dss = encode_dss_signature(int.from_bytes(halves[:32], "big"), int.from_bytes(halves[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    public.verify(dss, signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(raw(part)) for part in signed.split("."))
    return head, claims


def test_the_token_says_who_sends_where_and_until_when() -> None:
    keys = new_keys()
    header = vapid_header(keys, ENDPOINT, "mailto:a@example.org", NOW + 0.7)
    head, claims = opened(header)
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims == {"aud": "https://push.example.net", "exp": NOW + 43_200, "sub": "mailto:a@example.org"}
    assert header.endswith(f", k={keys.public}")


def test_without_a_contact_the_token_names_none() -> None:
    assert set(opened(vapid_header(new_keys(), ENDPOINT, "", NOW))[1]) == {"aud", "exp"}


def test_a_token_of_other_keys_is_not_right() -> None:
    header = vapid_header(new_keys(), ENDPOINT, "mailto:a@example.org", NOW)
    forged = header.split(" k=")[0] + f" k={new_keys().public}"
    with pytest.raises(InvalidSignature):
        opened(forged)


@pytest.mark.parametrize(
    ("endpoint", "origin"),
    [
        ("https://Push.Example:443/a", "https://push.example"),
        ("https://push.example:8443/a", "https://push.example:8443"),
        ("https://[2606:4700::1]:8443/a", "https://[2606:4700::1]:8443"),
        ("http://127.0.0.1:80/a", "http://127.0.0.1"),
    ],
)
def test_the_token_is_for_the_origin_as_a_browser_writes_it(endpoint: str, origin: str) -> None:
    assert opened(vapid_header(new_keys(), endpoint, "https://example.org", NOW))[1]["aud"] == origin


@pytest.mark.parametrize("contact", ["a@example.org", "http://example.org", "Mailto:a@example.org", " "])
def test_the_contact_must_be_one(contact: str) -> None:
    with pytest.raises(ValueError, match="mailto:you@example"):
        vapid_header(new_keys(), ENDPOINT, contact, NOW)


# Sending


def sent(monkeypatch: pytest.MonkeyPatch, answer: int | None) -> tuple[str, dict[str, Any]]:
    asked: dict[str, Any] = {}

    async def post(url: str, body: bytes, headers: dict[str, str], *, allow_private: bool) -> int:
        asked.update(url=url, body=body, headers=headers, allow_private=allow_private)
        if answer is None:
            raise outgoing.Unreachable("nobody there")
        return answer

    monkeypatch.setattr(outgoing, "post", post)
    job = webpush.send(
        VapidKeys(SENDER),
        SUBSCRIPTION,
        TEXT,
        contact="mailto:a@example.org",
        ttl=90,
        urgency="high",
        topic="abc",
        allow_private=False,
    )
    return asyncio.run(job), asked


def test_a_message_is_sent_as_the_rfcs_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome, asked = sent(monkeypatch, 201)
    assert outcome == "sent"
    assert asked["url"] == ENDPOINT
    assert decrypt(asked["body"], BROWSER, AUTH) == TEXT
    assert asked["allow_private"] is False
    opened(asked["headers"].pop("Authorization"))
    assert asked["headers"] == {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": "90",
        "Topic": "abc",
        "Urgency": "high",
    }


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (200, "sent"),
        (202, "sent"),
        (404, "gone"),
        (410, "gone"),
        (301, "failed"),
        (400, "failed"),
        (403, "failed"),
        (413, "failed"),
        (429, "failed"),
        (500, "failed"),
        (503, "failed"),
        (None, "failed"),
    ],
)
def test_only_a_subscription_that_is_gone_is_told_to_be(
    answer: int | None, outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sent(monkeypatch, answer)[0] == outcome
