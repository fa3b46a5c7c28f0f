"""Measures how well players' trains can be told apart, and from printed routes: ``python tools/colours.py``.

Prints the smallest CIEDE2000 for each kind of colour vision with the limit beside it; the exit code is 1 if
one is missed.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from colour_vision import SIGHTS, apart, lab

from kolej.boards.drawing.theme import FILLS, SEATS

ROOFS = {name: seat.roof for name, seat in SEATS.items()}

# What the present colours reach, to one decimal (cards: the least of the four). A change may come nearer
# nowhere. In the order of SIGHTS: normal, protan, deutan, tritan.
LIMITS = {
    "cards": (17.7, 17.7, 17.7, 17.7),
    "seats": (34.0, 19.9, 18.6, 17.4),
    "seat to route": (12.1, 7.1, 8.6, 8.2),
    "navy": (20.5, 8.4, 14.3, 20.2),
    "ruby": (14.6, 15.4, 10.7, 8.2),
    "teal": (12.2, 9.2, 15.0, 8.5),
    "saffron": (12.1, 11.0, 8.6, 9.6),
    "lilac": (25.4, 7.1, 14.7, 12.1),
}


@dataclass(frozen=True)
class Nearest:
    """The two colours of a group that are hardest to tell apart."""

    distance: float
    pair: tuple[str, str]

    @property
    def rounded(self) -> float:
        return round(self.distance, 1)


def measured() -> dict[str, list[Nearest]]:
    """The nearest pair of each group, for each kind of colour vision."""
    groups: dict[str, Iterable[tuple[str, str]]] = {
        "cards": itertools.combinations(FILLS, 2),
        "seats": itertools.combinations(ROOFS, 2),
        "seat to route": itertools.product(ROOFS, FILLS),
    }
    groups |= {seat: itertools.product([seat], FILLS) for seat in ROOFS}
    return {name: _by_sight(list(pairs)) for name, pairs in groups.items()}


def _by_sight(pairs: list[tuple[str, str]]) -> list[Nearest]:
    return [_nearest(pairs, {**ROOFS, **FILLS}, sight) for sight in SIGHTS]


def _nearest(pairs: list[tuple[str, str]], colours: Mapping[str, str], sight: str) -> Nearest:
    labs = {name: lab(colour, sight) for name, colour in colours.items()}
    return min((Nearest(apart(labs[a], labs[b]), (a, b)) for a, b in pairs), key=lambda one: one.distance)


def missed(found: Mapping[str, list[Nearest]]) -> list[str]:
    """Every figure below its limit, in words."""
    return [
        f"{name}, {sight}: {one.rounded} ({one.pair[0]} and {one.pair[1]}); the limit is {limit}"
        for name, limits in LIMITS.items()
        for sight, one, limit in zip(SIGHTS, found[name], limits, strict=True)
        if one.rounded < limit
    ]


def table(found: Mapping[str, list[Nearest]]) -> str:
    head = f"{'smallest CIEDE2000':<20}" + "".join(f"{sight:<34}" for sight in SIGHTS)
    lines = [head.rstrip()]
    for name, limits in LIMITS.items():
        cells = [
            f"{one.rounded:>5} >= {limit:<5} {one.pair[0]} - {one.pair[1]}"
            for one, limit in zip(found[name], limits, strict=True)
        ]
        lines.append((f"{name:<20}" + "".join(f"{cell:<34}" for cell in cells)).rstrip())
    return "\n".join(lines)


def main() -> None:
    found = measured()
    print(table(found))
    if faults := missed(found):
        sys.exit("\n".join(["too near:", *faults]))


if __name__ == "__main__":
    main()
