"""The one decorator of the rulebook, and the bit tricks that Numba lacks.

The same source runs compiled or, with ``NUMBA_DISABLE_JIT=1``, interpreted; then Numba is not imported.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
BOUNDS_CHECKED = os.environ.get("KOLEJ_BOUNDSCHECK", "0") not in ("", "0")
U = np.uint64

F = TypeVar("F", bound=Callable[..., Any])


def cache_folder() -> Path:
    """Where compiled rules are kept: another folder for any change of the rules, of Numba or of Python.

    Numba itself looks only at the file a function stands in, and would go on with stale callees.
    """
    import numba
    import platformdirs

    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    digest.update(f"{numba.__version__} {np.__version__} {sys.version} {BOUNDS_CHECKED}".encode())
    return Path(platformdirs.user_cache_dir("kolej")) / "rules" / digest.hexdigest()


if TYPE_CHECKING or not COMPILED:

    def rule(function: F) -> F:
        """A rule as it stands."""
        return function

    def popcount(bits: Any) -> int:
        """How many bits are set."""
        return int(bits).bit_count()

    def lowest(bits: Any) -> int:
        """The place of the lowest set bit; there must be one."""
        number = int(bits)
        return (number & -number).bit_length() - 1

else:  # pragma: no cover (interpreted runs are measured)
    import numba
    from llvmlite import ir
    from numba import njit, types
    from numba.extending import intrinsic

    _FOLDER = str(cache_folder())

    def rule(function):
        """Compile a rule, and keep the result for the next process."""
        kept, numba.config.CACHE_DIR = numba.config.CACHE_DIR, _FOLDER
        try:
            return njit(cache=True, error_model="numpy", nogil=True, boundscheck=BOUNDS_CHECKED)(function)
        finally:
            numba.config.CACHE_DIR = kept

    @intrinsic
    def popcount(_, bits):
        return types.int64(types.uint64), lambda _context, builder, _signature, args: builder.ctpop(args[0])

    @intrinsic
    def lowest(_, bits):
        undefined_if_none = ir.Constant(ir.IntType(1), 1)
        return types.int64(types.uint64), lambda _context, builder, _signature, args: builder.cttz(
            args[0], undefined_if_none
        )


@rule
def nth_bit(bits: Any, n: int) -> int:
    """The place of the n-th set bit, counted from the lowest."""
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


@rule
def whole(number: int) -> int:
    """A number in the one width that rules pass to each other, so that each is compiled once."""
    return np.int64(number)  # type: ignore[return-value]


@rule
def bit(place: int) -> Any:
    return U(1) << U(place)
