"""Whatever is asked over HTTP, the answer is one that the description of the API knows, and no refusal
leaves a trace."""

from __future__ import annotations

import hashlib
import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from playing import PATIENCE, Person, Running
from schemathesis import Case
from schemathesis.checks import load_all_checks
from wire import quick_passwords

from kolej.server.store.database import sqlite_path

load_all_checks()
CHECKS: list[Any] = [
    schemathesis.checks.CHECKS.get_one(name)
    for name in (
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_schema_conformance",
        "negative_data_rejection",
    )
]


class Trace:
    """What is stored, as a hash; asked for anew only if something was committed."""

    def __init__(self, site: Running) -> None:
        self.site = site
        self.db = sqlite3.connect(sqlite_path(site.settings.store_url))
        self._seen: tuple[int, str] = (-1, "")

    def digest(self) -> str:
        version = self.db.execute("PRAGMA data_version").fetchone()[0]
        if version != self._seen[0]:
            names = self.db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'meta'")
            parts = hashlib.sha256()
            for (name,) in names.fetchall():
                parts.update(repr(sorted(map(repr, self.db.execute(f"SELECT * FROM {name}")))).encode())
            self._seen = version, parts.hexdigest()
        rooms = self.site.served.front.site.registry.rooms
        return f"{self._seen[1]} {sorted((place, room.table.n) for place, room in rooms.items())}"


class Asker:
    """Sends generated requests as somebody, each to real tables as often as not."""

    def __init__(self, site: Running, kind: str, places: list[str], schema: Any) -> None:
        self.site, self.kind, self.places, self.schema = site, kind, places, schema
        self.trace = Trace(site)
        self.statuses: Counter[int] = Counter()
        self.rng = random.Random(kind)
        self.become()

    def become(self) -> None:
        self.person = self.site.person(None if self.kind == "nobody" else f"A {self.kind}")
        if self.kind == "account":
            name = f"a{self.rng.getrandbits(60):x}"
            made = self.person.http.post("/api/account", json={"name": name, "password": "correct horse"})
            assert made.status_code == 200, made.text

    def ask(self, case: Case[Any]) -> None:
        if "place" in case.path_parameters and self.rng.random() < 0.7:
            case.path_parameters["place"] = self.rng.choice(self.places)
        if "name" in case.path_parameters and self.rng.random() < 0.5:
            case.path_parameters["name"] = self.rng.choice(("europe", "switzerland", "..", "europe.toml"))
        before = self.trace.digest()
        cookie = self.person.http.cookies.get("kolej")
        cookies = {"kolej": cookie} if cookie else {}
        response = case.call(base_url=self.site.url, cookies=cookies, timeout=PATIENCE)
        self.statuses[response.status_code] += 1
        case.validate_response(response, checks=CHECKS)
        if response.status_code >= 400:
            after = self.trace.digest()
            assert before == after, f"{case.method} {case.path}: a refusal left a trace"
        if "set-cookie" in response.headers:
            self.become()


@pytest.fixture(scope="module")
def places(site: Running) -> list[str]:
    """A table in every state."""
    ala = site.person("Ala")
    waiting, playing, over, closed = (ala.make("poland", "host host") for _ in range(4))
    for place, most in ((playing, 3), (over, None)):
        with ala.at(place) as seat:
            seat.do("start")
            seat.play(most)
    ala.post(closed, do="close", id="x", version=0)
    return [waiting, playing, over, closed, ala.make(listed=True, spectators=False)]


@pytest.fixture(scope="module")
def schema(site: Running) -> Any:
    return schemathesis.openapi.from_url(f"{site.url}/api/schema/openapi.json")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    quick_passwords(monkeypatch)


@pytest.fixture(params=["guest", "account", "nobody"])
def asker(request: pytest.FixtureRequest, site: Running, places: list[str], schema: Any) -> Iterator[Asker]:
    found = Asker(site, request.param, places, schema)
    with closing(found.trace.db):
        yield found


def sweep(asker: Asker, examples: int, number: int) -> None:
    for result in asker.schema.get_all_operations():
        operation = result.ok()

        @seed(number)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def run(case: Any) -> None:
            asker.ask(case)

        run()
    print(asker.kind, sum(asker.statuses.values()), "requests", dict(asker.statuses))


def test_every_operation_answers_as_described_and_refusals_leave_no_trace(asker: Asker) -> None:
    sweep(asker, 2, 1)
    assert asker.statuses.keys() >= {200, 400, 404, 401 if asker.kind == "nobody" else 204}
    assert max(asker.statuses) < 500


@pytest.mark.soak
def test_every_operation_answers_as_described_for_long(asker: Asker) -> None:
    for number in range(2, 6):
        sweep(asker, 40, number)


@pytest.fixture(scope="module")
def described(site: Running) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{site.url}/api/schema/openapi.json", timeout=PATIENCE).json()
    return found


def test_every_operation_describes_its_errors_as_problems(described: dict[str, Any]) -> None:
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            if path == "/health":
                continue
            wanted = {"400", "401", "429"} | ({"403", "413", "415"} if method != "get" else set())
            assert wanted <= operation["responses"].keys(), (method, path)
            for status in wanted:
                assert list(operation["responses"][status]["content"]) == ["application/problem+json"]


def test_a_method_that_is_not_there_is_405_and_says_which_are(
    site: Running, described: dict[str, Any]
) -> None:
    ala = Person(site.url, "Ala")
    with closing(ala.http):
        for path, operations in described["paths"].items():
            for method in {"get", "put", "post", "delete", "patch"} - operations.keys():
                answer = ala.http.request(method, path.replace("{", "x").replace("}", "x"))
                assert answer.status_code == 405, (method, path, answer.text)
                assert answer.headers["content-type"] == "application/problem+json"
                assert set(operations) <= {
                    word.strip().lower() for word in answer.headers["allow"].split(",")
                }
