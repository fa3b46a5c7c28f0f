"""Whole numbers from callers: Python's or NumPy's, checked and made Python's own.

JSON refuses a NumPy number, and Numba would compile the rules again for each width.
"""

from __future__ import annotations

from operator import index
from typing import SupportsIndex, TypeAlias

Integer: TypeAlias = SupportsIndex
"""A whole number of Python or NumPy, as callers may hand it in."""


def integer(value: Integer, what: str, least: int | None = None, most: int | None = None) -> int:
    """The value as an ``int``, within bounds; ``what`` is how the message begins if it is not.

    >>> integer(3, "a seed", 0)
    3
    >>> integer(1.5, "a seed")
    Traceback (most recent call last):
    TypeError: a seed is a whole number, not 1.5
    >>> integer(-1, "a seed", 0, 99)
    Traceback (most recent call last):
    ValueError: a seed is a number from 0 to 99, not -1
    """
    if type(value) is not int:
        value = _converted(value, what)
    if (least is not None and value < least) or (most is not None and value > most):
        raise ValueError(f"{what} is {_allowed(least, most)}, not {_shown(value)}")
    return value


def _converted(value: object, what: str) -> int:
    # True is an int to Python, but nobody means seat True.
    if not isinstance(value, bool):
        try:
            return index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    raise TypeError(f"{what} is a whole number, not {_shown(value)}") from None


def _allowed(least: int | None, most: int | None) -> str:
    if most is None:
        return f"a number of at least {least}"
    return f"a number from {least} to {'2**63 - 1' if most == 2**63 - 1 else most}"


def _shown(value: object) -> str:
    """A value as it would be typed, if that is short."""
    if isinstance(value, int) and abs(value) > 10**30:
        return "such a large one"
    text = repr(value)
    return text if len(text) <= 60 else f"a {type(value).__name__}"
