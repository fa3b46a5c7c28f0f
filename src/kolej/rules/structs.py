"""A value of the rules is one contiguous struct; a class with annotations defines its fields.

Compiled rules get the struct itself; interpreted ones get a named tuple of views of the same buffer, which
needs no Numba and is several times as fast as NumPy's own structs.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from functools import cache, cached_property
from operator import itemgetter
from typing import Annotated, Any, NamedTuple, Protocol, TypeVar, get_args, get_type_hints

import numpy as np
import numpy.typing as npt

from kolej.rules.jit import COMPILED


class Numbers(Protocol):
    """An array of small whole numbers."""

    def __getitem__(self, place: Any, /) -> int: ...

    def __setitem__(self, place: Any, value: Any, /) -> None: ...


class Wide(Protocol):
    """An array of larger whole numbers."""

    def __getitem__(self, place: Any, /) -> int: ...

    def __setitem__(self, place: Any, value: Any, /) -> None: ...


class Bits(Protocol):
    """An array of 64-bit sets."""

    def __getitem__(self, place: Any, /) -> Any: ...

    def __setitem__(self, place: Any, value: Any, /) -> None: ...


class Reals(Protocol):
    """An array of floating-point numbers; only bots use them, the rules do not."""

    def __getitem__(self, place: Any, /) -> float: ...

    def __setitem__(self, place: Any, value: Any, /) -> None: ...


TYPES: dict[Any, tuple[Any, str]] = {
    Bits: (np.uint64, "Q"),
    Numbers: (np.int16, "h"),
    Wide: (np.int32, "i"),
    Reals: (np.float64, "d"),
}

LETTERS = {np.dtype(base): letter for base, letter in TYPES.values()}

One = Annotated[Numbers, (1,)]
"""A single number; an array of one element, because a tuple of views cannot set a scalar."""
Set = Annotated[Bits, (1,)]
"""A single 64-bit set."""

Kind = TypeVar("Kind", bound=NamedTuple)


@cache
def record_type(kind: type[Any]) -> np.dtype[np.void]:
    """The aligned NumPy type for a class whose annotations are ``Annotated`` arrays with their shapes."""
    fields = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        held, shape = get_args(hint)
        fields.append((name, TYPES[held][0], shape))
    fields.sort(key=lambda field: -np.dtype(field[1]).itemsize)
    return np.dtype(fields, align=True)


@cache
def _reader(kind: Any, names: tuple[str, ...]) -> tuple[struct.Struct, Callable[[Any], Any]]:
    """How to read some fields of a struct as one row of numbers, and how to get each field from that row."""
    record = record_type(kind)
    form, start, places = "=", 0, {}
    for name in record.names or ():
        if name in names:
            count = math.prod(record[name].shape)
            form += f"{count}{LETTERS[record[name].base]}"
            places[name] = slice(start, start + count)
            start += count
        else:
            form += f"{record[name].itemsize}x"
    return struct.Struct(form), itemgetter(*(places[name] for name in names))


def place_of(kind: Any, name: str, row: int | None = None) -> slice:
    """Where a field, or one row of it, lies in a struct."""
    fields: Any = record_type(kind).fields
    base, start = fields[name][:2]
    if row is None:
        return slice(start, start + base.itemsize)
    size = base.itemsize // base.shape[0]
    return slice(start + row * size, start + (row + 1) * size)


Raw = tuple[bytes, ...]
"""Some places of a struct as raw bytes."""


def reader_of(*places: slice) -> struct.Struct:
    """How to read these places of a struct at once."""
    form, end = "=", 0
    for place in sorted(places, key=lambda place: place.start):
        form += f"{place.start - end}x{place.stop - place.start}s"
        end = place.stop
    return struct.Struct(form)


def numbers_of(kind: Any, *names: str) -> struct.Struct:
    """How to read these single numbers of a struct at once; they must be named in its order."""
    form, end = "=", 0
    fields: Any = record_type(kind).fields
    for name in names:
        base, start = fields[name][:2]
        form += f"{start - end}x{LETTERS[base.base]}"
        end = start + base.itemsize
    return struct.Struct(form)


class Values:
    """One or more structs of one kind in one buffer."""

    def __init__(self, kind: Any, count: int = 1) -> None:
        self.kind = kind
        self._link(bytearray(record_type(kind).itemsize * count))

    def _link(self, memory: bytearray) -> None:
        self._memory = memory
        self.buffer = np.frombuffer(memory, record_type(self.kind))
        self.handle: Any = self.buffer if COMPILED else self.views
        """What the entry points of the rules take."""

    @cached_property
    def bytes(self) -> npt.NDArray[np.uint8]:
        """The whole buffer, for copying and comparing."""
        return np.frombuffer(self._memory, np.uint8)

    @cached_property
    def views(self) -> tuple[Any, ...]:
        """The records as named tuples of views."""
        names = self.kind._fields
        return tuple(self.kind(*(self.buffer[name][i] for name in names)) for i in range(len(self.buffer)))

    def __getitem__(self, index: int) -> Any:
        """A record as a named tuple of views."""
        return self.views[index]

    def plain(self, wanted: type[Kind]) -> Kind:
        """The fields of the first struct that ``wanted`` names, as tuples of Python's own numbers.

        They are copied, tables row by row; for reading many fields this is far faster than views.
        """
        form, fields = _reader(self.kind, wanted._fields)
        return wanted._make(fields(form.unpack_from(self._memory)))

    def raw(self, places: struct.Struct) -> Raw:
        """Some places of the first struct, to see whether they have changed."""
        return places.unpack_from(self._memory)

    def numbers(self, places: struct.Struct) -> tuple[int, ...]:
        """Some single numbers of the first struct, as Python's own: far faster than through views."""
        return places.unpack_from(self._memory)

    def copy(self) -> Values:
        return _restored(self.kind, self._memory[:])

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Values:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.kind, self._memory)


def _restored(kind: Any, memory: bytearray) -> Values:
    """Structs from a buffer, which they take over."""
    values = Values.__new__(Values)
    values.kind = kind
    values._link(memory)
    return values
