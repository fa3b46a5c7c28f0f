"""The settings of a server: from a file, the environment and the command line, the last of which wins."""

from __future__ import annotations

import ipaddress
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import SplitResult, urlsplit

import msgspec
import platformdirs
from msgspec import Meta

from kolej.boards.errors import nearest, why
from kolej.server.store.database import StoreError, sqlite_path

PREFIX = "KOLEJ_"
CONFIG = "KOLEJ_CONFIG"
"""Names the settings file if the command line does not."""
OTHERS = frozenset(
    (
        CONFIG,
        "KOLEJ_BOARDS",
        "KOLEJ_BOUNDSCHECK",
        "KOLEJ_CHROMIUM",
        "KOLEJ_CLIENT",
        "KOLEJ_DEBUG",
        "KOLEJ_NO_CLIENT",
        "KOLEJ_SOURCE_URL",
        "KOLEJ_TEST_POSTGRES",
    )
)
"""Kolej's variables that are not settings of a server."""


class SettingsError(ValueError):
    """Some settings are wrong; the text has a line for each: which, where, and what would be right."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    """The address to listen at; 0.0.0.0 for all."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8400
    data: str = ""
    """The folder for the database; the user's data folder if not given."""
    database: str = ""
    """sqlite:///path or postgresql://user@host/name; SQLite in the data folder if not given."""
    url: str = ""
    """How people reach the server, as in https://play.example.org/kolej; a path in it is the sub-path."""
    proxies: str = ""
    """Addresses of proxies whose forwarded headers are trusted, separated by commas; * for any."""
    name: Annotated[str, Meta(min_length=1, max_length=60)] = "Kolej"
    """What the site is called."""
    contact: str = ""
    """mailto: or https: address of whoever runs the server, sent to push services."""
    accounts: bool = True
    """Whether guests may make accounts."""
    pace: Annotated[float, Meta(ge=0, le=30)] = 1.5
    """Seconds a bot waits before it moves."""
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    """Number of worker processes for bots."""
    fallback: str = "local"
    """The bot that takes over when a player runs out of time or resigns."""
    private_hooks: bool = False
    """Whether web hooks and pushes may go to addresses in private networks."""
    limits: bool = True
    """Whether rate limits apply; only load tests turn them off."""
    absent: Annotated[float, Meta(ge=0, le=3600)] = 10.0
    """Seconds after which a player who is not connected is told that it is their turn."""
    drain: Annotated[float, Meta(ge=0, le=60)] = 3.0
    """Seconds to finish work in progress when the server is stopped."""
    log: str = "text"
    """text or json."""
    log_level: str = "info"

    @property
    def folder(self) -> Path:
        if self.data:
            return Path(self.data).expanduser().absolute()
        return Path(platformdirs.user_data_dir("kolej"))

    @property
    def store_url(self) -> str:
        return self.database or f"sqlite://{(self.folder / 'kolej.db').as_posix()}"

    @property
    def root(self) -> str:
        """The sub-path, without a trailing slash."""
        return urlsplit(self.url).path.rstrip("/")

    @property
    def secure(self) -> bool | None:
        """Whether people connect by https; None if only a request can tell."""
        return urlsplit(self.url).scheme == "https" if self.url else None


class Found(msgspec.Struct, frozen=True):
    """Settings, and where each came from."""

    settings: Settings
    sources: dict[str, str]
    """By name: a file, a variable or an option; a missing name has its default."""
    unknown: tuple[str, ...]
    """Sentences about variables that look like settings but are not."""


def settings(
    file: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    given: Mapping[str, Any] | None = None,
) -> Settings:
    """The settings; raises ``SettingsError``, which says where each fault is."""
    return find(file, environment, given).settings


def find(
    file: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    given: Mapping[str, Any] | None = None,
) -> Found:
    """The settings and where they came from; raises ``SettingsError``."""
    path = file or (Path(environment[CONFIG]) if environment.get(CONFIG) else None)
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    if path is not None:
        values |= _file(path)
        sources |= dict.fromkeys(values, str(path))
    for name in Settings.__struct_fields__:
        variable = PREFIX + name.upper()
        if environment.get(variable):  # unit files leave a variable out by making it empty
            values[name], sources[name] = environment[variable], variable
    for name, value in (given or {}).items():
        if value is not None:
            values[name], sources[name] = value, f"--{name.replace('_', '-')}"
    faults = []
    for name, value in tuple(values.items()):
        try:
            values[name] = _checked(name, value)
        except ValueError as error:
            variable = PREFIX + name.upper()
            giver = "" if sources[name] == variable else f", given by {sources[name]},"
            faults.append(f"{name} ({variable}){giver} {error}")
    if faults:
        raise SettingsError("\n".join(faults))
    return Found(Settings(**values), sources, tuple(_strangers(environment)))


def _file(path: Path) -> dict[str, Any]:
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {why(error)}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not a TOML file: {error}") from None
    for name in values:
        if name not in Settings.__struct_fields__:
            hint = nearest(name, Settings.__struct_fields__)
            raise SettingsError(f'{path}: "{name}" is not a setting{hint}')
    return values


def _strangers(environment: Mapping[str, str]) -> Iterator[str]:
    known = {PREFIX + name.upper() for name in Settings.__struct_fields__}
    for variable in sorted(environment):
        if variable.startswith(PREFIX) and variable not in known | OTHERS:
            yield f"the variable {variable} is not a setting{nearest(variable, known)}"


def _checked(name: str, value: Any) -> Any:
    """The value in its final form; raises ``ValueError`` with the rest of a sentence about it."""
    kind = TYPES[name]
    if isinstance(value, str):
        value = value.strip()
        if isinstance(kind, msgspec.inspect.BoolType):
            value = SWITCHES.get(value.lower(), value)
    try:
        found = msgspec.convert(value, FIELDS[name].type, strict=False)
    except msgspec.ValidationError:
        raise ValueError(f"must be {_wanted(kind)}, not {_quoted(value)}") from None
    if isinstance(found, str) and not found.isprintable():
        raise ValueError("must be printable text")
    return CHECKS[name](found) if name in CHECKS and found != "" else found


SWITCHES = {"yes": True, "on": True, "no": False, "off": False}
"""Other ways to write true and false."""


def _wanted(kind: msgspec.inspect.Type) -> str:
    match kind:
        case msgspec.inspect.BoolType():
            return "true or false"
        case msgspec.inspect.IntType():
            return f"a whole number from {kind.ge} to {kind.le}"
        case msgspec.inspect.FloatType():
            return f"a number from {kind.ge} to {kind.le}"
        case msgspec.inspect.StrType(min_length=int()):
            return f"text of {kind.min_length} to {kind.max_length} characters"
        case _:
            return "text"


def _quoted(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _url(text: str) -> str:
    """An address as browsers write origins, to compare with them: in lower case, without the default port."""
    example = "https://play.example.org/kolej"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise ValueError(f'is "{text}", not an address such as {example}') from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f'is "{text}", not an address such as {example}')
    if parts.query or parts.fragment or parts.username is not None:
        raise ValueError(f"may only have a host, a port and a path; write it as {example}")
    if re.fullmatch(r"[A-Za-z0-9._~/-]*", parts.path) is None or "//" in parts.path:
        raise ValueError(f'has the path "{parts.path}"; a path may only have letters, digits and -._~')
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    place = host if port in (None, usual) else f"{host}:{port}"
    return SplitResult(parts.scheme, place, parts.path.rstrip("/"), "", "").geturl()


def _proxies(text: str) -> str:
    if text == "*":
        return text
    found = [one.strip() for one in text.split(",") if one.strip()]
    for one in found:
        try:
            ipaddress.ip_network(one)
        except ValueError:
            raise ValueError(
                f'has "{one}" in it, neither an address such as 127.0.0.1 nor a network such as 10.0.0.0/8'
            ) from None
    return ",".join(found)


def _database(url: str) -> str:
    scheme = url.partition("://")[0]
    if scheme == "sqlite":
        try:
            sqlite_path(url)
        except StoreError:
            raise ValueError(
                "names an SQLite database, which is written as sqlite:///folder/file.db"
            ) from None
    elif scheme not in ("postgresql", "postgres"):
        raise ValueError("must begin with sqlite:/// or postgresql://")  # not quoted: it may hold a password
    return url


def _fallback(bot: str) -> str:
    from kolej.bots import BOTS  # not at the top: it loads Numba, which no other setting needs

    if bot not in BOTS:
        raise ValueError(
            f'is "{bot}", which is not a bot{nearest(bot, BOTS) or "; there are " + ", ".join(BOTS)}'
        )
    return bot


def _contact(text: str) -> str:
    if not text.startswith(("mailto:", "https://")):
        raise ValueError(f'is "{text}", which must begin with mailto: or https://')
    return text


def _one_of(*words: str) -> Callable[[str], str]:
    def check(text: str) -> str:
        if text.lower() not in words:
            raise ValueError(f'is "{text}", which is none of {", ".join(words)}')
        return text.lower()

    return check


CHECKS: dict[str, Callable[[Any], Any]] = {
    "url": _url,
    "proxies": _proxies,
    "database": _database,
    "fallback": _fallback,
    "contact": _contact,
    "log": _one_of("text", "json"),
    "log_level": _one_of("debug", "info", "warning", "error"),
}
FIELDS = {field.name: field for field in msgspec.structs.fields(Settings)}
TYPES = {name: msgspec.inspect.type_info(field.type) for name, field in FIELDS.items()}
