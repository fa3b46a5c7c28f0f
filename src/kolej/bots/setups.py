"""How planners weigh things: the one that plays best, the levels for people, and variants for study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from kolej.bots.plan.mind import WEIGHTS, Mind
from kolej.rules.records import Values

BEST = {
    "turn": 2.172,
    "train": 0.304,
    "points": 0.587,
    "held": 0.5,
    "scarce": 1.25,
    "grey": 0.764,
    "locomotive": 1.7,
    "tunnel": 0.549,
    "card": 4.0,
    "need": 0.7,
    "soon": 0.25,
    "risk": 0.7,
    "late": 1.689,
    "margin": 0.711,
    "room": 0.9,
    "tight": 1.5,
    "pace": 1.026,
    "fill": 1.0,
    "spare": 0.432,
    "ticket": 0.173,
    "most": 0.4,
    "hope": 0.7,
    "ready": 4.0,
    "slack": 4.0,
    "link": 0.21,
    "country": 1.029,
    "station": 0.855,
    "stations": 1.0,
    "chance": 0.431,
}


SETUPS: dict[str, dict[str, float]] = {
    "planner": {},
    "hard": {},
    "medium": {"noise": 4.0, "risk": 0.0, "forgets": 0.12},
    "easy": {"noise": 6.0, "risk": 0.0, "forgets": 0.35, "hoards": 0.4, "overlooks": 0.5, "long_shots": 0.3},
    "planner-no-stations": {"stations": 0.0},
    "planner-no-countries": {"country": 0.0},
    "planner-only-countries": {"only_countries": 1.0, "country": 1.6},
}
"""What each named planner weighs differently from the best."""


def mind(name: str, seed: int = 0) -> Values:
    """The paper of a named planner."""
    return minds([name], [seed])


def minds(names: Sequence[str], seeds: Sequence[int]) -> Values:
    """Papers for several planners, one after another."""
    return papers([SETUPS[name] for name in names], seeds)


def papers(changes: Sequence[Mapping[str, float]], seeds: Sequence[int]) -> Values:
    """Papers for planners that weigh some things differently from the best."""
    values = Values(Mind, len(changes))
    for place, (own, seed) in enumerate(zip(changes, seeds, strict=True)):
        weights = {**BEST, **own}
        values.buffer["seed"][place, 0] = np.uint64(seed & (2**64 - 1))
        values.buffer["weight"][place] = [weights.get(name, 0.0) for name in WEIGHTS]
    return values
