"""From TOML to the types of ``schema``: keeps every valid value and explains each invalid one."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import inspect

from kolej.boards.errors import nearest, shown
from kolej.boards.line_numbers import Path
from kolej.boards.schema import COLOURS, Board, Names, Route

Tell = Callable[[Path, str], None]
"""Called with each fault: its path, and the reason in words."""

_IDS = "^[a-z0-9]+(-[a-z0-9]+)*$"


def draft(raw: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The board as far as it can be read; invalid values are reported and left out."""
    kept = _read_table(raw, Board, (), tell)
    assert isinstance(kept, dict), "the root of a TOML file must be a table"
    return kept


_BAD = object()


def _read(value: Any, hint: Any, path: Path, tell: Tell) -> Any:
    """The value converted to its type in the schema, or ``_BAD``."""
    match _kind(hint):
        case inspect.StructType(cls=table):
            return _read_table(value, table, path, tell)
        case inspect.VarTupleType() if isinstance(value, list):
            item = get_args(hint)[0]
            rows = [_read(row, item, (*path, i), tell) for i, row in enumerate(value)]
            if isinstance(_kind(item), inspect.StructType):
                return rows
            return _BAD if _BAD in rows else tuple(rows)
        case inspect.DictType() if isinstance(value, dict):
            return _read_numbers(value, get_args(hint), path, tell)
        case _:
            return _read_value(value, hint, path, tell)


def _read_table(value: Any, table: type, path: Path, tell: Tell) -> Any:
    hints = _hints(table)
    if not isinstance(value, dict):
        tell(path, f"{shown(value)} is not a table such as {{ {next(iter(hints))} = ... }}")
        return _BAD
    for key in value:
        if key not in hints:
            tell((*path, key), f"there is no such key{nearest(key, hints)}")
    required = _required(table)
    kept: dict[str, Any] = {}
    for name, hint in hints.items():
        if name not in value:
            if name in required:
                tell(path, f'"{name}" is missing')
            continue
        read = _read(value[name], hint, (*path, name), tell)
        if read is not _BAD:
            kept[name] = read
    if table is Names and not value:
        tell(path, 'has no language; { en = "..." } is enough')
    return kept


@cache
def _kind(hint: Any) -> inspect.Type:
    return inspect.type_info(hint)


@cache
def _hints(table: type) -> dict[str, Any]:
    """The keys of a table with their types; a route's id is generated, never written."""
    hints = get_type_hints(table, include_extras=True)
    return {name: hint for name, hint in hints.items() if (table, name) != (Route, "id")}


@cache
def _required(table: type) -> frozenset[str]:
    return frozenset(field.name for field in msgspec.structs.fields(table) if field.required)


def _read_numbers(value: dict[str, Any], hints: tuple[Any, Any], path: Path, tell: Tell) -> Any:
    """A table whose keys are numbers; in TOML they are strings."""
    kept = {}
    for key, item in value.items():
        number = int(key) if key.isascii() and key.isdecimal() and len(key) < 4 else key
        read = _read_value(number, hints[0], (*path, key), tell)
        worth = _read_value(item, hints[1], (*path, key), tell)
        if read is not _BAD and worth is not _BAD:
            kept[read] = worth
    return kept


def _read_value(value: Any, hint: Any, path: Path, tell: Tell) -> Any:
    try:
        read = msgspec.convert(value, hint)
    except msgspec.ValidationError:
        read = _BAD
    numbers = read if isinstance(read, tuple) else (read,)
    if any(isinstance(number, float) and not math.isfinite(number) for number in numbers):
        read = _BAD
    if read is _BAD:
        tell(path, _reason(value, _described(hint), path))
    return read


def _described(hint: Any) -> inspect.Type:
    """The part of a type worth describing in a message; that a value may be left out is not mentioned."""
    kind = _kind(hint)
    if isinstance(kind, inspect.UnionType):
        return next(t for t in kind.types if not isinstance(t, inspect.NoneType))
    return kind


def _reason(value: Any, kind: inspect.Type, path: Path) -> str:
    """Why a value is not accepted, and what would be."""
    if isinstance(kind, inspect.LiteralType) and isinstance(value, str):
        names = [str(name) for name in kind.values]
        if set(COLOURS) <= set(names):
            hint = nearest(value, names) or f"; there are {', '.join(COLOURS)} and grey"
            return f"no card has the colour {shown(value)}{hint}"
        return f"{shown(value)} is not {_wanted(kind)}{nearest(value, names)}"
    if isinstance(kind, inspect.FloatType) and path[-1] in ("lat", "lon"):
        return f"{shown(value)} is out of range: must be {_wanted(kind)}, in degrees"
    return f"{shown(value)} is not {_wanted(kind)}"


def _wanted(kind: inspect.Type) -> str:
    match kind:
        case inspect.IntType():
            return "a whole number" + _range(kind.ge, kind.le)
        case inspect.FloatType():
            return "a number" + _range(kind.ge, kind.le)
        case inspect.StrType() if kind.pattern == _IDS:
            return "an id: lower-case letters a-z and digits, with single hyphens between"
        case inspect.StrType() if kind.pattern:
            return "a country code of two capital letters"
        case inspect.StrType():
            return (
                f"a text of {kind.min_length or 0} to {kind.max_length} letters"
                if kind.max_length
                else "a text"
            )
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType():
            values = [shown(v) for v in kind.values]
            return values[0] if len(values) == 1 else "one of " + ", ".join(values)
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)}, each {_wanted(kind.item_types[0])}"
        case inspect.VarTupleType():
            if isinstance(kind.item_type, inspect.StructType):
                return "a list of tables, one line each"
            return f"a list, each {_wanted(kind.item_type)}"
        case inspect.DictType():
            return "a table of numbers, such as { 1 = 1, 2 = 2 }"
        case _:
            return "what belongs here"


def _range(least: float | None, most: float | None) -> str:
    if least is None and most is None:
        return ""
    return f" from {least:g} to {most:g}"
