"""Positions of the cities on a board without a map: far apart where routes between them are long."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

ROUNDS = 300


def spread(spots: int, routes: Iterable[tuple[int, int, float]]) -> Floats:
    """Positions whose distances match the lengths of the shortest paths; the longer side is horizontal.

    Stress majorization: starting from positions that classical scaling gives, each round moves every
    spot to where the pulls on it balance; near spots weigh most.
    """
    wish = _shortest(spots, routes)
    if spots < 2:
        return np.zeros((spots, 2))
    np.fill_diagonal(wish, 1.0)
    weight = wish**-2.0
    np.fill_diagonal(weight, 0.0)
    np.fill_diagonal(wish, 0.0)
    balance = np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight)
    at = _suggested(wish)
    for _ in range(ROUNDS):
        apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
        pull = weight * wish / np.maximum(apart, 1e-9)
        at = balance @ (pull.sum(axis=1)[:, None] * at - pull @ at)
    return _levelled(at)


def _shortest(spots: int, routes: Iterable[tuple[int, int, float]]) -> Floats:
    way = np.full((spots, spots), np.inf)
    np.fill_diagonal(way, 0.0)
    for a, b, length in routes:
        way[a, b] = way[b, a] = min(way[a, b], length)
    for via in range(spots):
        way = np.minimum(way, way[:, via, None] + way[None, via])
    known = way[np.isfinite(way)]
    # Spots that no route connects are placed further apart than all that are connected.
    return np.where(np.isfinite(way), way, float(known.max()) + 2.0)


def _suggested(wish: Floats) -> Floats:
    """Classical scaling; the tiny spiral separates spots that it would put on one line."""
    spots = len(wish)
    centre = np.eye(spots) - 1.0 / spots
    values, vectors = np.linalg.eigh(-0.5 * centre @ (wish**2) @ centre)
    # The sign of an eigenvector is arbitrary; fix it, so that layouts do not depend on it.
    largest = np.abs(vectors).argmax(axis=0)
    vectors = vectors * np.sign(vectors[largest, np.arange(spots)])
    turn = np.arange(spots) * 2.4
    spiral = 0.05 * np.column_stack([np.cos(turn), np.sin(turn)])
    flat: Floats = vectors[:, -2:][:, ::-1] * np.sqrt(np.maximum(values[-2:][::-1], 0.0))
    return flat + spiral


def _levelled(at: Floats) -> Floats:
    """Rotated so that the longer side is horizontal."""
    at = at - at.mean(axis=0)
    _, vectors = np.linalg.eigh(at.T @ at)
    across = vectors[:, 1] * np.sign(vectors[np.abs(vectors[:, 1]).argmax(), 1])
    return np.column_stack([at @ across, at @ np.array([-across[1], across[0]])])
