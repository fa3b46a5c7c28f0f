"""Behind a proxy: sub-path, scheme and address as people see them, and nobody believed who is not trusted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from forwarding import Proxy, proxy
from playing import PATIENCE, Running, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

SITE = "https://play.example.org"
TABLE = {"board": "usa", "seats": [{"for": "host"}, {"for": "bot", "bot": "random"}]}


def ask(method: str, url: str, **more: Any) -> httpx.Response:
    """Without a memory for cookies, and without loading certificates that nobody looks at."""
    return httpx.request(method, url, verify=False, timeout=PATIENCE, **more)


def named(url: str, **headers: str) -> httpx.Response:
    return ask("POST", f"{url}/api/me", json={"name": "Ala"}, headers=headers).raise_for_status()


def cookie(answer: httpx.Response) -> str:
    return answer.headers["set-cookie"].partition(";")[0]


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that people reach below a path."""
    with running(tmp_path_factory.mktemp("below"), url=f"{SITE}/kolej", proxies="127.0.0.1") as site:
        yield site


@pytest.fixture(params=["/kolej", ""], ids=["path taken off", "path left on"])
def front(request: pytest.FixtureRequest, below: Running) -> Iterator[Proxy]:
    with proxy(below.port, strip=request.param) as found:
        yield found


def test_cookies_and_links_are_those_of_the_sub_path(front: Proxy) -> None:
    answer = named(f"{front.url}/kolej", Origin=SITE)
    assert "; Path=/kolej;" in answer.headers["set-cookie"]
    assert answer.headers["set-cookie"].endswith("; Secure")
    assert answer.headers["strict-transport-security"]
    made = ask("POST", f"{front.url}/kolej/api/tables", json=TABLE, headers={"Cookie": cookie(answer)})
    place = made.json()["id"]
    assert made.json()["link"] == f"{SITE}/kolej/t/{place}"
    page = ask("GET", f"{front.url}/kolej/t/{place}")
    assert 'href="/kolej/' in page.text
    assert ask("GET", f"{front.url}/kolej").status_code == 200
    described = ask("GET", f"{front.url}/kolej/api/schema/openapi.json").json()
    assert [server["url"] for server in described["servers"]] == ["/kolej"]


def test_sockets_go_through_the_proxy_from_our_own_pages_only(front: Proxy) -> None:
    who = cookie(named(f"{front.url}/kolej"))
    made = ask("POST", f"{front.url}/kolej/api/tables", json=TABLE, headers={"Cookie": who}).json()
    url = f"{front.url.replace('http', 'ws')}/kolej/api/tables/{made['id']}/socket"
    with connect(url, additional_headers={"Cookie": who}, origin=Origin(SITE)) as socket:
        assert json.loads(socket.recv(timeout=PATIENCE))["you"]["seats"] == [0]
    with connect(url, additional_headers={"Cookie": who}, origin=Origin(front.url)) as socket:
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=PATIENCE)
        assert socket.close_code == 1008


def test_the_scheme_is_the_one_that_a_trusted_proxy_tells(tmp_path: Path) -> None:
    with running(tmp_path, proxies="127.0.0.0/8") as site:
        with proxy(site.port, proto="https") as front:
            assert named(front.url).headers["set-cookie"].endswith("; Secure")
        with proxy(site.port, proto="http") as front:
            assert "Secure" not in named(front.url).headers["set-cookie"]


def tables(url: str, count: int, **headers: str) -> list[int]:
    """Statuses of so many tables made by new guests."""
    who = {"Cookie": cookie(named(url)), **headers}
    return [ask("POST", f"{url}/api/tables", json=TABLE, headers=who).status_code for _ in range(count)]


def test_people_behind_a_trusted_proxy_have_limits_of_their_own(tmp_path: Path) -> None:
    with running(tmp_path, proxies="127.0.0.1") as site:
        with proxy(site.port, client="198.51.100.7") as front:
            assert tables(front.url, 9) == [201] * 8 + [429]
            assert tables(front.url, 1, **{"X-Forwarded-For": "203.0.113.5"}) == [429], "it says so itself"
        with proxy(site.port, client="198.51.100.8") as front:
            assert tables(front.url, 1) == [201]


def test_nobody_is_believed_where_no_proxy_is_trusted(tmp_path: Path) -> None:
    with running(tmp_path, proxies="10.0.0.0/8") as site, proxy(site.port) as front:
        assert "Secure" not in named(front.url).headers["set-cookie"]
        assert tables(front.url, 9)[-1] == 429
        for number in range(2):
            assert tables(site.url, 1, **{"X-Forwarded-For": f"203.0.113.{number}"}) == [429]


def test_without_a_setting_links_name_the_port_that_is_listened_at(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        made = ask(
            "POST", f"{site.url}/api/tables", json=TABLE, headers={"Cookie": cookie(named(site.url))}
        ).json()
        assert made["link"] == f"{site.url}/t/{made['id']}"
        assert ask("GET", made["link"]).status_code == 200
