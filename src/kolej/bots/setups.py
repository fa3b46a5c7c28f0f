"""How planners weigh things: the one that plays best, the levels for people, and variants for study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from kolej.bots.plan.mind import WEIGHTS, Mind
from kolej.rules.records import Values

BEST = {
    "turn": 2.172,  # points that a turn is worth when ways are priced
    "train": 0.304,  # the same for a train
    "points": 0.587,  # how much of a route's points makes it cheaper
    "held": 0.5,  # how much of the hand counts when a route is priced: others want the cards too
    "scarce": 1.25,  # turns for two cards of a given colour
    "grey": 0.764,  # turns for two cards of any one colour
    "locomotive": 1.7,  # cards that a locomotive stands for
    "tunnel": 0.549,  # cards that a tunnel costs more
    "card": 5.5,  # points for a card by which the plan is shorter
    "need": 1.2,  # how much more cards for tickets and countries count than those for points
    "soon": 0.25,  # for a card that brings the nearest route nearer
    "risk": 0.8,  # how much the chance counts that others take a route
    "late": 2.6,  # points for a turn that the plan takes too long
    "hurry": 20.0,  # points for a turn that a route would come too late, even with the luckiest cards
    "margin": 0.711,  # the share of the turns left that a plan may take
    "room": 0.9,  # the share of the trains left that a plan may take
    "tight": 1.5,  # what a train costs more when trains are to be saved
    "pace": 1.026,  # how fast others are taken to lay their trains
    "fill": 1.0,  # points that a turn for a mere route must bring
    "spare": 0.432,  # cards that a locomotive left over saves
    "ticket": 0.173,  # points that a ticket is worth beyond its own
    "most": 0.4,  # the share of the bonus for most tickets that one more brings
    "hope": 0.7,  # how much of what more tickets promise is believed
    "ready": 4.0,  # turns that the plan may still take when tickets are drawn
    "slack": 4.0,  # turns that must be left beyond the plan for that
    "link": 0.3,  # points a train for a route that goes on from own ones
    "country": 1.029,  # how much of the country cards' points counts
    "station": 0.855,  # points that a station costs beyond what it does
    "stations": 1.0,  # whether stations are built at all
    "chance": 0.431,  # the least chance at which a tunnel is tried
    "bottleneck": 0.4,  # how much more the colour counts that lacks most
    "steep": 0.3,  # turns for every card of one colour beyond two
}
"""How the best one known weighs things."""


SETUPS: dict[str, dict[str, float]] = {
    "planner": {},
    "hard": {},
    "medium": {"noise": 4.0, "risk": 0.0, "forgets": 0.12},
    "easy": {"noise": 6.0, "risk": 0.0, "forgets": 0.35, "hoards": 0.4, "overlooks": 0.5, "long_shots": 0.3},
    "planner-no-stations": {"stations": 0.0},
    "planner-no-countries": {"country": 0.0},
    "planner-only-countries": {"only_countries": 1.0, "country": 0.8},
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
