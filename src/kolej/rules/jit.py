"""The one decorator of the rulebook, and the bit tricks that Numba lacks.

The same source runs compiled or, with ``NUMBA_DISABLE_JIT=1``, interpreted; then Numba is not imported.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
BOUNDS_CHECKED = os.environ.get("KOLEJ_BOUNDSCHECK", "0") not in ("", "0")
U = np.uint64

F = TypeVar("F", bound=Callable[..., Any])


RULES = Path(__file__).parent


@cache
def cache_folder(package: Path = RULES) -> Path:
    """Where compiled rules are kept: another folder for any change of the rules, of Numba or of Python.

    Numba itself looks only at the file a function stands in, and would go on with stale callees. A package
    that builds on the rules has a folder of its own, which a change of either gives up.
    """
    import numba
    import platformdirs

    digest = hashlib.blake2b(digest_size=8)
    for folder in sorted({RULES, package}):
        for path in sorted(folder.glob("*.py")):
            digest.update(path.read_bytes())
    digest.update(f"{numba.__version__} {np.__version__} {sys.version} {BOUNDS_CHECKED}".encode())
    return Path(platformdirs.user_cache_dir("kolej")) / package.name / digest.hexdigest()


if TYPE_CHECKING or not COMPILED:

    def rule(function: F) -> F:
        """A rule as it stands."""
        return function

    long_rule = rule

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

    def rule(function, nogil=False):
        """Compile a rule, and keep the result for the next process."""
        folder = cache_folder(Path(function.__code__.co_filename).parent)
        kept, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
        try:
            return njit(cache=True, error_model="numpy", nogil=nogil, boundscheck=BOUNDS_CHECKED)(function)
        finally:
            numba.config.CACHE_DIR = kept

    def long_rule(function):
        """A rule that takes so long that other threads may run meanwhile.

        Giving the interpreter's lock away and waiting for it again costs more than a short rule takes.
        """
        return rule(function, nogil=True)

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
