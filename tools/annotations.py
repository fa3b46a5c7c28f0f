"""Reads the annotations of structs: the types in them, and the limits of values."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta

Type = Any
"""A type as it is written in an annotation."""

UNIONS = (Union, types.UnionType)


def kind(hint: Type) -> Any:
    return get_origin(hint)


@cache
def hints(struct: type) -> dict[str, Type]:
    return get_type_hints(struct, include_extras=True)


def members(hint: Type) -> tuple[Type, ...]:
    return get_args(hint) if kind(hint) in UNIONS else (hint,)


def structs(hint: Type) -> Iterator[type]:
    """The structs that an annotation names."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    elif kind(hint) is not Literal:
        for part in get_args(hint):
            yield from structs(part)


def alias_in(alias: Type, hint: Type) -> bool:
    """Whether an annotation names all members of an alias."""
    if set(members(alias)) <= set(members(hint)):
        return True
    return kind(hint) is not Literal and any(alias_in(alias, part) for part in get_args(hint))


def reached(roots: Iterable[Type]) -> set[type]:
    found: set[type] = set()
    waiting = [struct for root in roots for struct in structs(root)]
    while waiting:
        struct = waiting.pop()
        if struct not in found:
            found.add(struct)
            waiting += [part for hint in hints(struct).values() for part in structs(hint)]
    return found


def has_default(field: msgspec.structs.FieldInfo) -> bool:
    return field.default is not NODEFAULT or field.default_factory is not NODEFAULT


def limits(hint: Type) -> Iterator[str]:
    """What the server would refuse, in words."""
    for part in members(hint):
        if kind(part) is not Annotated:
            continue
        inner = get_args(part)[0]
        for meta in part.__metadata__:
            if isinstance(meta, Meta):
                yield from _told(meta, "signs" if inner is str else "of them")


def _told(meta: Meta, unit: str) -> Iterator[str]:
    if meta.description:
        yield meta.description
    if meta.pattern:
        yield f"Matches {meta.pattern}."
    if meta.max_length is not None:
        least = f"{meta.min_length} to" if meta.min_length else "At most"
        yield f"{least} {meta.max_length} {unit}."
    if meta.ge is not None:
        yield f"{meta.ge} to {meta.le}."
