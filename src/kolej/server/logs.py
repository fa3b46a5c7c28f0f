"""Structured logs without secrets, as lines for people or JSON for programs; one line for each request."""

from __future__ import annotations

import logging
import re
import sys
import time
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, TextIO, cast

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

ACCESS = logging.getLogger("kolej.access")
BLANK = "***"
MOST_SIGNS = 20_000
"""How much of one text is logged; users can make some texts long."""

SECRET_FIELDS = re.compile(
    r"(?i)cookie|token|passw|secret|authorization|^auth$|p256dh|endpoint|hook|invitation|^key$|_key$"
)
"""Fields of a log record whose values must not be logged."""

_ID = r"[2-9a-km-zA-HJ-NP-Z]"
_RULES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        (r"(?im)\b((?:set-)?cookie|(?:proxy-)?authorization)(['\"]?\s*[:=]\s*).*$", rf"\1\2{BLANK}"),
        (r"(?i)\b(bearer|basic|vapid)\s+[^\s'\",]+(?:,\s*k=[\w-]+)?", rf"\1 {BLANK}"),
        (r"\bkolej_[A-Za-z0-9_-]{16,}", f"kolej_{BLANK}"),
        (r"\bkolej=[^\s;'\"]+", f"kolej={BLANK}"),
        (rf"\b{_ID}{{22}}\.\d+\.[0-9a-f]{{64}}\b", BLANK),
        (r"\b[0-9a-fA-F]{64}\b", BLANK),
        (rf"\b({_ID}{{4}}){_ID}{{18}}\b", r"\1..."),
        (r"\$argon2[^\s'\"]+", BLANK),
        # A password may contain any character, so the last @ before a space ends it.
        (r"\b([a-z][a-z0-9+]*://[^\s:/@'\"]*):[^\s'\"]*@", rf"\1:{BLANK}@"),
        (
            r"(?i)\b((?:ssl)?password|passwd|secret|token|auth|p256dh|invitation)"
            r"(['\"]?\s*[:=]\s*)(?:\"[^\"]*\"|'[^']*'|[^\s&,;}]+)",
            rf"\1\2{BLANK}",
        ),
        # The paths of hooks and push endpoints are secret; of other addresses, only the host matters.
        (r"(?i)\b(https?://[^\s/?#'\"<>]+)[/?#][^\s'\"<>)]+", rf"\1/{BLANK}"),
        (rf"(/t/|/tables/|\b(?:table|place)[ =:]+'?)({_ID}{{4}}){_ID}{{8}}\b", r"\1\2..."),
    )
)


def without_secrets(text: str) -> str:
    """A text with everything blanked that grants access: cookies, tokens, passwords, hooks, ids of tables."""
    text = text[:MOST_SIGNS]
    for pattern, put in _RULES:
        text = pattern.sub(put, text)
    return text


def set_up(kind: str, level: str, stream: TextIO | None = None) -> None:
    """Send all logs of this process to standard error, in one format; of other libraries, only warnings."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("kolej").setLevel(level.upper())
    # At its level "info" uvicorn logs every connection, with the ids of tables.
    logging.getLogger("uvicorn").setLevel("INFO" if level == "debug" else "WARNING")


class Lines(logging.Formatter):
    """Time, level, sentence, key=value; characters that could forge a line are escaped."""

    def format(self, record: logging.LogRecord) -> str:
        words = [_when(record), f"{record.levelname.lower():<7}", _flat(without_secrets(record.getMessage()))]
        words += [f"{name}={_word(value)}" for name, value in fields(record).items()]
        trace = _trace(record)
        if trace:
            words.append("\n    " + "\n    ".join(trace.splitlines()))
        return " ".join(words)


class JsonLines(logging.Formatter):
    """One object per line: time, level, logger, message, then the fields, then the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": _when(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        told |= {name if name not in told else f"{name}_": value for name, value in fields(record).items()}
        trace = _trace(record)
        if trace:
            told["trace"] = trace
        return msgspec.json.encode(told).decode()


_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def fields(record: logging.LogRecord) -> dict[str, Any]:
    """The fields passed as ``extra``, without secrets."""
    return {
        name: BLANK if SECRET_FIELDS.search(name) else _plain(value)
        for name, value in vars(record).items()
        if name not in _OWN
    }


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    return without_secrets(value if isinstance(value, str) else str(value))


def _when(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def _trace(record: logging.LogRecord) -> str:
    if not record.exc_info or record.exc_info[1] is None:
        return ""
    return without_secrets("".join(traceback.format_exception(record.exc_info[1]))).rstrip()


def _flat(text: str) -> str:
    return "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in text)


def _word(value: Any) -> str:
    text = _flat(str(value))
    if text and not any(sign in text for sign in ' ="'):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


STRAIGHT = "kolej_send"


def straight(scope: Scope, send: Send) -> None:
    """Keep the innermost ``send`` in the scope: every move is sent through it, and wrappers cost time."""
    if str(scope["type"]) == "websocket":
        cast(dict[str, Any], scope).setdefault(STRAIGHT, send)


class Access:
    """Logs a line for each request; those that succeed only at level "debug".

    Paths are logged without the query, and ids of tables cut to four characters: anyone who knows the whole
    id of a private table may look at it. People's addresses are left to the proxy's log.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = str(scope["type"])
        if kind not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        method = str(scope.get("method", "SOCKET"))
        path = shortened(str(scope["path"]))
        status = 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = int(message["status"])
            elif message["type"] == "websocket.close":
                status = int(message.get("code", 1000))
            await send(message)

        began = time.perf_counter()
        straight(scope, send)
        try:
            await self.app(scope, receive, noted)
        except Exception:
            status = status or (500 if kind == "http" else 1011)
            raise
        finally:
            taken = round((time.perf_counter() - began) * 1000, 1)
            ACCESS.log(
                _level(kind, status),
                "%s %s",
                method,
                path,
                extra={"status": status or None, "ms": taken},
            )


def _level(kind: str, status: int) -> int:
    if kind == "websocket":
        return logging.DEBUG if status in (0, 1000, 1001, 1012) else logging.INFO
    if status >= 500:
        return logging.WARNING
    return logging.INFO if status >= 400 else logging.DEBUG


def shortened(path: str) -> str:
    """A path in which possible ids are cut to four characters, in paths unknown to us as well."""
    parts = path[:200].split("/")
    return "/".join(_cut(parts))


def _cut(parts: list[str]) -> Iterator[str]:
    before = ""
    for part in parts:
        yield part if before not in ("t", "tables", "tokens", "mutes") or len(part) <= 4 else f"{part[:4]}..."
        before = part
