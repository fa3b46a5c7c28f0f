"""A value of the rules is one contiguous record; a class of annotations says what lies in it.

Compiled rules get the record itself; interpreted ones a named tuple of views of the same buffer, which
needs no Numba and is several times as fast as NumPy's own records.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, NamedTuple, Protocol, TypeVar, get_args, get_type_hints

import numpy as np

from .jit import COMPILED


class Numbers(Protocol):
    """An array of small whole numbers."""

    def __getitem__(self, place: Any, /) -> int: ...

    def __setitem__(self, place: Any, value: Any, /) -> None: ...


class Bits(Protocol):
    """An array of 64-bit sets."""

    def __getitem__(self, place: Any, /) -> Any: ...

    def __setitem__(self, place: Any, value: Any, /) -> None: ...


One = Annotated[Numbers, (1,)]
"""A single number; one element, because a tuple of views cannot set a scalar."""
Set = Annotated[Bits, (1,)]
"""A single 64-bit set."""

Kind = TypeVar("Kind", bound=NamedTuple)


def record_type(kind: type[Any]) -> np.dtype[np.void]:
    """The aligned NumPy type for a class whose annotations are ``Annotated[Numbers | Bits, shape]``."""
    fields = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        held, shape = get_args(hint)
        fields.append((name, np.uint64 if held is Bits else np.int16, shape))
    fields.sort(key=lambda field: -np.dtype(field[1]).itemsize)
    return np.dtype(fields, align=True)


class Values:
    """Some records of one kind in one buffer."""

    def __init__(self, kind: type[Any], count: int = 1) -> None:
        self.kind = kind
        self.buffer = np.zeros(count, record_type(kind))
        self._link()

    def _link(self) -> None:
        self.bytes = self.buffer.view(np.uint8)
        """The whole buffer, for copying and comparing."""
        self.handle: Any = self.buffer if COMPILED else self.views
        """What the entries of the rules take."""

    @cached_property
    def views(self) -> tuple[Any, ...]:
        """The records as named tuples of views."""
        names = self.kind._fields
        return tuple(self.kind(*(self.buffer[name][i] for name in names)) for i in range(len(self.buffer)))

    def __getitem__(self, index: int) -> Any:
        """A record as a named tuple of views."""
        return self.views[index]

    def copy(self) -> Values:
        other = Values.__new__(Values)
        other.kind = self.kind
        other.buffer = self.bytes.copy().view(self.buffer.dtype)
        other._link()
        return other
