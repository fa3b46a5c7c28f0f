"""Strength of bots: Bradley-Terry ratings on the Elo scale, with bootstrap intervals over blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

DRAWS = 1000
"""Bootstrap samples."""
SCALE = 400 / np.log(10)
"""A difference of 400 points means ten wins to one."""
LEAST = 1e-100
"""Replaces 0 as a divisor, for a bot that met nobody."""


def bradley_terry(ahead: Floats, anchor: int) -> Floats:
    """Ratings from how often i ranked above j, ``ahead[..., i, j]``; the anchor's rating is 0.

    Every pair that met gets one extra game, a draw, so that a bot that never lost has a finite rating.
    """
    met = (ahead + np.swapaxes(ahead, -1, -2)) > 0
    wins = ahead + 0.5 * met
    games = wins + np.swapaxes(wins, -1, -2)
    strength = np.ones(wins.shape[:-1])
    for _ in range(2000):
        both = strength[..., :, None] + strength[..., None, :]
        grown = wins.sum(-1) / np.maximum((games / both).sum(-1), LEAST)
        logs = np.log(np.maximum(grown, LEAST))
        logs -= logs.mean(-1, keepdims=True)
        done = np.abs(logs - np.log(strength)).max() < 1e-6
        strength = np.exp(logs)
        if done:
            break
    rated: Floats = SCALE * np.log(strength)
    return rated - rated[..., anchor : anchor + 1]


def resampled(blocks: Floats, seed: int, draws: int = DRAWS) -> Floats:
    """Sums over as many blocks as there are, drawn with replacement; one row for each sample."""
    count = len(blocks)
    flat = blocks.reshape(count, -1)
    rng = np.random.default_rng(seed)
    sums = np.empty((draws, flat.shape[1]))
    for draw in range(draws):
        times = np.bincount(rng.integers(0, count, count), minlength=count)
        sums[draw] = times @ flat
    return sums.reshape(draws, *blocks.shape[1:])


def interval(samples: Any) -> tuple[float, float]:
    """The middle 95 % of the samples."""
    low, high = np.quantile(np.asarray(samples, np.float64), [0.025, 0.975])
    return float(low), float(high)


def share_interval(samples: Any, share: float, blocks: int) -> tuple[float, float]:
    """The interval of a share. If all blocks agree, a bootstrap has no width; then their number decides."""
    low, high = interval(samples)
    surely = 0.025 ** (1 / max(1, blocks))
    if share >= 1 and low == 1:
        return surely, 1.0
    if share <= 0 and high == 0:
        return 0.0, 1 - surely
    return low, high
