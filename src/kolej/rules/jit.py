"""The decorators of the rulebook, and the bit tricks that Numba lacks.

The same source runs compiled or, with ``NUMBA_DISABLE_JIT=1``, interpreted; then Numba is not imported.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from kolej.boards import schema
from kolej.compiling import functions
from kolej.compiling.cache import cache_folder as folder_for

COMPILED = functions.COMPILED
BOUNDS_CHECKED = os.environ.get("KOLEJ_BOUNDSCHECK", "0") not in ("", "0")
U = np.uint64

F = TypeVar("F", bound=Callable[..., Any])


RULES = Path(__file__).parent
BUILDS_ON = {"search": ("plan",)}
"""By package: those beside it whose code its machine code contains, too."""


@cache
def cache_folder(package: Path = RULES) -> Path:
    """Where compiled rules are kept. A package that builds on the rules keeps both in a folder of its own."""
    folders = {RULES, package, *map(package.with_name, BUILDS_ON.get(package.name, ()))}
    sources = [path for folder in sorted(folders) for path in sorted(folder.glob("*.py"))]
    # Compiled code contains constants of the schema.
    return folder_for(package.name, [*sources, Path(schema.__file__)], BOUNDS_CHECKED)


if TYPE_CHECKING or not COMPILED:

    def rule(function: F) -> F:
        """A rule that other rules call."""
        return function

    def entry(function: F) -> F:
        """A rule that Python calls."""
        return function

    def long_entry(function: F) -> F:
        """An entry that runs long enough to release the interpreter's lock.

        For a short rule, releasing the lock and taking it again would cost more than the rule itself.
        """
        return function

    def popcount(bits: Any) -> int:
        """How many bits are set."""
        return int(bits).bit_count()

    def lowest(bits: Any) -> int:
        """The index of the lowest set bit; there must be one."""
        number = int(bits)
        return (number & -number).bit_length() - 1

    def whole(number: int) -> int:
        """A number in the single width that the rules use."""
        return np.int64(number)  # type: ignore[return-value]

    def bit(place: int) -> Any:
        return U(1) << U(place)

else:  # pragma: no cover (interpreted runs are measured)
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def _made(make, function, **more):
        package = Path(function.__code__.co_filename).parent
        more |= {"without_floats": package == RULES, "error_model": "numpy", "boundscheck": BOUNDS_CHECKED}
        # Rules allocate nothing, so they need none of Numba's runtime for memory (nrt).
        return make(function, cache_folder(package), _nrt=False, **more)

    def rule(function):
        return _made(functions.inner, function)

    def entry(function):
        return _made(functions.entry, function)

    def long_entry(function):
        return _made(functions.entry, function, nogil=True)

    # Intrinsics are inlined into their caller, and not compiled for every type of number.
    @intrinsic
    def popcount(_, bits):
        return types.int64(types.uint64), lambda _context, builder, _signature, args: builder.ctpop(args[0])

    @intrinsic
    def lowest(_, bits):
        undefined_if_none = ir.Constant(ir.IntType(1), 1)
        return types.int64(types.uint64), lambda _context, builder, _signature, args: builder.cttz(
            args[0], undefined_if_none
        )

    @intrinsic
    def whole(_, number):
        return types.int64(types.int64), lambda _context, _builder, _signature, args: args[0]

    @intrinsic
    def bit(_, place):
        one = ir.Constant(ir.IntType(64), 1)
        return types.uint64(types.uint64), lambda _context, builder, _signature, args: builder.shl(
            one, args[0]
        )


@rule
def nth_bit(bits: Any, n: int) -> int:
    """The index of the n-th set bit, counted from the lowest."""
    place = 0
    low = popcount(bits & U(0xFFFFFFFF))
    if n >= low:
        n -= low
        bits >>= U(32)
        place = 32
    low = popcount(bits & U(0xFFFF))
    if n >= low:
        n -= low
        bits >>= U(16)
        place += 16
    low = popcount(bits & U(0xFF))
    if n >= low:
        n -= low
        bits >>= U(8)
        place += 8
    for _ in range(n):
        bits &= bits - U(1)
    return place + lowest(bits)
