"""Named sets of planner weights: the best, the levels for people, and variants for study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from kolej.bots.plan.weights import BEST
from kolej.bots.plan.workspace import Mind
from kolej.bots.tiebreak import bot_seed
from kolej.game.integers import Integer
from kolej.rules.structs import Values

SETUPS: dict[str, dict[str, float]] = {
    "planner": {},
    "hard": {},
    "medium": {"noise": 2.5, "risk": 0.0, "forgets": 0.06, "overlooks": 0.3, "eager": 6.0, "debut": 3.0},
    "easy": {
        "noise": 5.0,
        "risk": 0.0,
        "forgets": 0.3,
        "overlooks": 0.5,
        "long_shots": 0.3,
        "eager": 8.0,
        "debut": 3.0,
    },
    "planner-eager": {"eager": 1.0},
    "planner-no-stations": {"stations": 0.0},
    "planner-no-countries": {"country": 0.0},
    "planner-0.2": {
        "ending": 0.0,
        "known": 0.0,
        "finish": 0.0,
        "path": 0.0,
        "lent": 0.0,
        "block": 0.0,
    },
    "planner-slow": {"lingers": 1.0},
    "planner-only-countries": {"only_countries": 1.0, "country": 0.8},
}
"""The weights in which each named planner differs from the best one.

The mistakes of the levels were chosen by hand; docs/strength.md measures how far apart the levels are.
"""


def mind(name: str, seed: Integer = 0) -> Values:
    """The workspace of a named planner."""
    return minds([name], [seed])


def adviser(name: str, seed: Integer = 0) -> Values:
    """The workspace in which a named planner works out a hint: as eager to claim as hints are."""
    return papers([{**SETUPS[name], **SETUPS["planner-eager"]}], [seed])


def minds(names: Sequence[str], seeds: Sequence[Integer]) -> Values:
    """Workspaces for several planners, one after another."""
    return papers([SETUPS[name] for name in names], seeds)


def papers(changes: Sequence[Mapping[str, float]], seeds: Sequence[Integer]) -> Values:
    """Workspaces for planners that differ from the best in some weights."""
    values = Values(Mind, len(changes))
    for place, (own, seed) in enumerate(zip(changes, seeds, strict=True)):
        if unknown := own.keys() - BEST.keys():
            raise ValueError(f"the planner has no weight {', '.join(sorted(unknown))}")
        values.buffer["seed"][place, 0] = np.uint64(bot_seed(seed))
        values.buffer["weight"][place] = list({**BEST, **own}.values())
    return values
