"""Calls to addresses that users gave: only to the internet, to the address that was vetted, not long."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from kolej.server.notify import outgoing
from kolej.server.notify.outgoing import BadAddress, Call, Unreachable, check_url, host_of, is_public, post

PUBLIC = "93.184.216.34"


class Receiver(ThreadingHTTPServer):
    """A server on this machine that keeps what it is sent and answers as told."""

    daemon_threads = True
    block_on_close = True

    def __init__(self, status: int = 201, headers: dict[str, str] | None = None, body: bytes = b"") -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.answer = (status, headers or {}, body)
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def handle_error(self, request: object, client_address: object) -> None:
        """A caller that hangs up is no news."""


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, dict(self.headers), body))
        status, headers, answer = self.server.answer
        self.send_response(status)
        for name, value in {"Content-Length": str(len(answer)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@contextmanager
def serving(receiver: Receiver) -> Iterator[Receiver]:
    thread = threading.Thread(target=receiver.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield receiver
    finally:
        receiver.shutdown()
        thread.join()
        receiver.server_close()


@contextmanager
def talking(talk: Callable[[socket.socket], None]) -> Iterator[str]:
    """The URL of a server that takes one call and then does as it likes."""

    def run() -> None:
        with suppress(OSError):
            line, _ = listener.accept()
            with line:
                line.recv(65536)
                talk(line)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(20)  # a call that was cut before it was made never comes
        thread = threading.Thread(target=run)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        thread.join()


def called(url: str, headers: dict[str, str] | None = None, body: bytes = b"{}") -> int:
    return asyncio.run(post(url, body, headers or {}, allow_private=True))


# What may be entered


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "https://example.org/a/b?c=d#e",
        "https://EXAMPLE.org:8443/",
        "https://example.org:80/",
        "https://xn--krakw-3ta.example/",
        "https://[2606:4700::1]/",
        "https://1.1.1.1/",
    ],
)
def test_ordinary_addresses_may_be_entered(url: str) -> None:
    check_url(url, schemes=("https",))


@pytest.mark.parametrize(
    ("url", "would_do"),
    [
        ("http://example.org/", "begin with https://"),
        ("ftp://example.org/", "begin with https://"),
        ("file:///etc/passwd", "begin with https://"),
        ("example.org", "begin with https://"),
        ("", "begin with https://"),
        ("https://user:pass@example.org/", "user name"),
        ("https://example.org@10.0.0.1/", "user name"),
        ("https://", "example.org/turn"),
        ("https:///path", "example.org/turn"),
        ("https://:443/", "example.org/turn"),
        ("https://a..b/", "example.org/turn"),
        ("https://example.org./", "example.org/turn"),
        ("https://-a.example/", "example.org/turn"),
        ("https://" + "a" * 64 + ".example/", "example.org/turn"),
        ("https://" + "a." * 130 + "example/", "example.org/turn"),
        ("https://exa%6dple.org/", "example.org/turn"),
        ("https://[fe80::1%25eth0]/", "example.org/turn"),
        ("https://[::1/", "example.org/turn"),
        ("https://[example.org]/", "example.org/turn"),
        ("https://example.org:x/", "example.org/turn"),
        ("https://example.org:99999/", "example.org/turn"),
        ("https://example.org:22/", "443, 80, or one from 1024"),
        ("https://example.org:0/", "443, 80, or one from 1024"),
        ("https://example.org/a b", "%20"),
        ("https://example.org/a\r\nHost: b", "%20"),
        ("https://exam\tple.org/", "%20"),
        ("https://kraków.example/", "xn--"),
        ("https://example.org\\@10.0.0.1/", "%20"),
        ("https://example.org/" + "a" * 2000, "shorter"),
    ],
)
def test_a_bad_address_is_refused_with_what_would_do(url: str, would_do: str) -> None:
    with pytest.raises(BadAddress) as caught:
        check_url(url, schemes=("https",))
    assert would_do in str(caught.value)
    with pytest.raises(Unreachable):
        asyncio.run(post(url.replace("http://", "ftp://"), b"", {}, allow_private=True))


def test_hooks_may_be_plain_http() -> None:
    check_url("http://example.org/", schemes=("https", "http"))
    with pytest.raises(BadAddress, match="begin with https:// or http://"):
        check_url("gopher://example.org/", schemes=("https", "http"))


def test_only_the_host_is_told_of_an_address() -> None:
    assert host_of("https://Example.org:8443/secret?token=1") == "example.org"
    assert host_of("https://me:secret@example.org/") == "a bad address"


# Where calls may go


@pytest.mark.parametrize("address", [PUBLIC, "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::200e"])
def test_hosts_in_the_internet_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "127.0.0.1",
        "127.1.2.3",
        "169.254.169.254",
        "172.16.0.1",
        "192.0.0.8",
        "192.0.0.9",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "233.252.0.1",
        "239.1.1.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::8.8.8.8",
        "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "::ffff:0:127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::808:808",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:2::1",
        "2001:10::1",
        "2001:20::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:808:808::",
        "3fff::1",
        "5f00::1",
        "4000::1",
        "fc00::1",
        "fd00::1",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "ff0e::1",
        "example.org",
    ],
)
def test_everything_else_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "found",
    [
        ["127.0.0.1"],
        [PUBLIC, "10.0.0.1"],
        ["10.0.0.1", PUBLIC],
        [PUBLIC, "::1"],
        [PUBLIC] * 5 + ["169.254.169.254"],
    ],
)
def test_one_private_address_among_those_of_a_name_refuses_it(
    found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "dial", _never)
    call = Call("https://rebind.example/", b"", {}, allow_private=False, resolve=lambda *_: found)
    with pytest.raises(Unreachable, match=r"rebind\.example is not a public address"):
        call.run()


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "127.1",
        "0",
        "[::1]",
        "[::ffff:7f00:1]",
    ],
)
def test_no_spelling_of_this_machine_gets_through(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "dial", _never)
    with pytest.raises(Unreachable, match=r"not a public address|has no address|names no host"):
        asyncio.run(post(f"http://{host}:8080/", b"", {}, allow_private=False))


def _never(address: str, port: int) -> socket.socket:
    raise AssertionError(f"connected to {address}:{port}")


def test_the_call_goes_to_the_vetted_address_and_no_second_lookup_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = [[PUBLIC], ["127.0.0.1"]]
    dialled = []

    def dial(address: str, port: int) -> socket.socket:
        dialled.append((address, port))
        return socket.create_connection(("127.0.0.1", receiver.port), 20)

    def looked_up(host: str, *rest: Any, **options: Any) -> Any:
        ipaddress.ip_address(host)  # raises for a name
        return lookup(host, *rest, **options)

    lookup = socket.getaddrinfo
    with serving(Receiver()) as receiver:
        monkeypatch.setattr(outgoing, "dial", dial)
        monkeypatch.setattr(socket, "getaddrinfo", looked_up)
        call = Call("http://a.example/p", b"", {}, allow_private=False, resolve=lambda *_: answers.pop(0))
        assert call.run() == 201
    assert dialled == [(PUBLIC, 80)]
    assert answers == [["127.0.0.1"]]
    assert receiver.got[0][1]["Host"] == "a.example"


def test_a_connection_is_made_to_numbers_only() -> None:
    with pytest.raises(ValueError, match="does not appear to be an IPv4 or IPv6 address"):
        outgoing.dial("localhost", 80)


@pytest.mark.parametrize("addresses", [["127.0.0.1", "127.0.0.2"], ["127.0.0.2", "127.0.0.1"]])
def test_the_next_vetted_address_is_tried_when_one_does_not_answer(addresses: list[str]) -> None:
    with serving(Receiver()) as receiver:  # which listens at the first only
        url = f"http://a.example:{receiver.port}/"
        assert Call(url, b"", {}, allow_private=True, resolve=lambda *_: addresses).run() == 201


def test_a_name_without_an_address_is_told() -> None:
    def resolve(host: str, port: int) -> list[str]:
        raise socket.gaierror

    with pytest.raises(Unreachable, match=r"nowhere\.example has no address"):
        Call("https://nowhere.example/", b"", {}, allow_private=True, resolve=resolve).run()


# The call itself


def test_a_call_carries_body_headers_and_target_and_tells_the_status() -> None:
    with serving(Receiver(202)) as receiver:
        assert called(receiver.url("/a/b?c=d#e"), {"TTL": "60"}, b"body") == 202
    ((path, headers, body),) = receiver.got
    assert (path, headers["TTL"], body) == ("/a/b?c=d", "60", b"body")
    assert headers["Host"] == f"127.0.0.1:{receiver.port}"


def test_redirects_are_not_followed() -> None:
    with serving(Receiver()) as other, serving(Receiver(307, {"Location": other.url()})) as receiver:
        assert called(receiver.url()) == 307
    assert other.got == []


def test_nobody_at_home_is_unreachable_and_the_path_is_not_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(Unreachable, match=r"127\.0\.0\.1 gave no answer") as caught:
        called(f"http://127.0.0.1:{port}/secret")
    assert "secret" not in str(caught.value)


def test_an_answer_that_is_no_http_is_unreachable() -> None:
    with talking(lambda line: line.sendall(b"220 mail.example ESMTP\r\n")) as url, pytest.raises(Unreachable):
        called(url)


@pytest.mark.parametrize("lots", [b"X-Much: " + b"a" * 1000 + b"\r\n", b"\r\n" + b"a" * 1000])
def test_of_a_long_answer_little_is_read(lots: bytes) -> None:
    sent = 0

    def talk(line: socket.socket) -> None:
        nonlocal sent
        line.sendall(b"HTTP/1.1 200 OK\r\n")
        line.settimeout(5)
        while sent < 50_000_000:
            line.sendall(lots)
            sent += len(lots)

    with talking(talk) as url:
        assert called(url) == 200
    assert sent < 50_000_000


def test_a_server_that_drips_is_cut_off_in_time() -> None:
    def talk(line: socket.socket) -> None:
        line.sendall(b"HTTP/1.1 200 OK\r\n")
        for _ in range(400):
            line.sendall(b"X: y\r\n")
            time.sleep(0.05)

    started = time.monotonic()
    with talking(talk) as url:
        call = Call(url, b"", {}, allow_private=True, seconds=0.3)
        # Cut between two lines the answer looks complete, otherwise broken.
        with suppress(Unreachable):
            assert call.run() == 200
    assert time.monotonic() - started < 10


def silent(line: socket.socket) -> None:
    line.settimeout(20)
    while line.recv(1000):
        pass


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_server_that_never_answers_is_cut_off_in_time(scheme: str) -> None:
    with talking(silent) as url:
        call = Call(url.replace("http", scheme), b"", {}, allow_private=True, seconds=0.2)
        with pytest.raises(Unreachable, match="did not answer in time"):
            call.run()


def test_cancelling_a_call_cuts_its_connection() -> None:
    begun, ended = threading.Event(), threading.Event()

    def talk(line: socket.socket) -> None:
        begun.set()
        line.settimeout(20)
        if line.recv(1) == b"":
            ended.set()

    async def cancelled() -> None:
        call = asyncio.ensure_future(post(url, b"", {}, allow_private=True))
        assert await asyncio.to_thread(begun.wait, 20)
        call.cancel()
        with suppress(asyncio.CancelledError):
            await call

    with talking(talk) as url:
        asyncio.run(cancelled())
    assert ended.is_set()


# TLS


def certified(name: str, folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """What a server of that name uses, and what a caller uses who trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(name), x509.IPAddress(ipaddress.ip_address(PUBLIC))]),
            False,
        )
        .sign(key, hashes.SHA256())
    )
    path = folder / "both.pem"
    shown = certificate.public_bytes(Encoding.PEM)
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + shown)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(path)
    return server, ssl.create_default_context(cadata=shown.decode())


@pytest.mark.parametrize(("host", "right"), [("push.example", True), ("other.example", False)])
def test_a_certificate_must_be_for_the_host_of_the_url(host: str, right: bool, tmp_path: Path) -> None:
    theirs, ours = certified("push.example", tmp_path)
    with serving(Receiver()) as receiver:
        receiver.socket = theirs.wrap_socket(receiver.socket, server_side=True)
        url = f"https://{host}:{receiver.port}/"
        call = Call(url, b"b", {}, allow_private=True, resolve=lambda *_: ["127.0.0.1"], tls=ours)
        if right:
            assert call.run() == 201
        else:
            with pytest.raises(Unreachable, match="SSLCertVerificationError"):
                call.run()
    assert len(receiver.got) == right


def test_the_usual_port_goes_without_saying(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs, ours = certified("push.example", tmp_path)
    dialled = []

    def dial(address: str, port: int) -> socket.socket:
        dialled.append((address, port))
        return socket.create_connection(("127.0.0.1", receiver.port), 20)

    monkeypatch.setattr(outgoing, "dial", dial)
    with serving(Receiver()) as receiver:
        receiver.socket = theirs.wrap_socket(receiver.socket, server_side=True)
        url = "https://push.example/"
        assert Call(url, b"", {}, allow_private=False, resolve=lambda *_: [PUBLIC], tls=ours).run() == 201
    assert dialled == [(PUBLIC, 443)]
    assert receiver.got[0][1]["Host"] == "push.example"


def test_an_unknown_authority_is_not_trusted(tmp_path: Path) -> None:
    theirs, _ = certified("push.example", tmp_path)
    with serving(Receiver()) as receiver:
        receiver.socket = theirs.wrap_socket(receiver.socket, server_side=True)
        url = f"https://push.example:{receiver.port}/"
        with pytest.raises(Unreachable, match="SSLCertVerificationError"):
            Call(url, b"b", {}, allow_private=True, resolve=lambda *_: ["127.0.0.1"]).run()
    assert receiver.got == []
