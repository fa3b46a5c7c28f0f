"""The errors that a request can get, for the description of the API."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from litestar import Request
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin

from kolej.server.http.bodies import Problem

PROBLEM = "application/problem+json"


class Description(JsonRenderPlugin):
    """The description of the API as JSON. Litestar thinks that a union's parts are disjoint; ours overlap."""

    _written: bytes = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if not self._written:
            self._written = self.render_json(request, _any_of(openapi_schema))
        return self._written


def _any_of(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {"anyOf" if key == "oneOf" else key: _any_of(value) for key, value in schema.items()}
    return [_any_of(value) for value in schema] if isinstance(schema, list) else schema


def told(container: Any, description: str) -> ResponseSpec:
    return ResponseSpec(container, generate_examples=False, description=description)


def reading(*also: int) -> dict[int, ResponseSpec]:
    """The errors of an operation that changes nothing; common ones need not be named."""
    return {status: _problem(status) for status in sorted({400, 401, 429, 503, *also})}


def writing(*also: int) -> dict[int, ResponseSpec]:
    """The errors of an operation that changes something, which other sites' pages may not request."""
    return reading(403, 413, 415, *also)


def _problem(status: int) -> ResponseSpec:
    return ResponseSpec(
        Problem, generate_examples=False, description=HTTPStatus(status).phrase, media_type=PROBLEM
    )
