"""From latitude and longitude to the drawing: a conformal conic projection fitted to the board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from kolej.boards.layout.layout import Projection

Floats = npt.NDArray[np.float64]


def project(projection: Projection, lon: npt.ArrayLike, lat: npt.ArrayLike) -> tuple[Floats, Floats]:
    """Positions on the drawing, in units; y grows southwards."""
    first, second = (math.radians(parallel) for parallel in projection.parallels)
    middle = (first + second) / 2
    east = np.radians(_turned(np.asarray(lon, dtype=np.float64) - projection.meridian))
    north = np.radians(np.asarray(lat, dtype=np.float64))
    cone = _cone(first, second)
    stretch = _stretch(north)
    if abs(cone) < 1e-6:
        x = math.cos(first) * east
        y = math.cos(first) * (_stretch(middle) - stretch)
    else:
        factor = math.cos(first) * math.exp(cone * float(_stretch(first))) / cone
        rho = factor * np.exp(-cone * stretch)
        x = rho * np.sin(cone * east)
        y = rho * np.cos(cone * east) - factor * math.exp(-cone * float(_stretch(middle)))
    return projection.x + projection.scale * x, projection.y + projection.scale * y


def fitted(
    lon: Sequence[float],
    lat: Sequence[float],
    width: float,
    margins: tuple[float, float, float, float],
) -> tuple[Projection, float]:
    """The projection that spreads the places between the margins, and the height it needs.

    The margins are left, top, right, bottom. Even if all places lie along one meridian or one parallel, the
    board is at most about twice as high as wide and at least two fifths as high.
    """
    left, top, right, bottom = margins
    low, high = min(lat), max(lat)
    sixth = (high - low) / 6
    loose = Projection(
        parallels=(round(low + sixth, 3), round(high - sixth, 3)),
        meridian=_middle(lon),
        scale=1.0,
        x=0.0,
        y=0.0,
    )
    x, y = project(loose, lon, lat)
    broad, tall = float(np.ptp(x)), float(np.ptp(y))
    room = width - left - right
    scale = min(room / max(broad, 1e-9), 2 * room / max(tall, 1e-9))
    height = round(max(tall * scale + top + bottom, 0.4 * width))
    above = top + (height - top - bottom - tall * scale) / 2
    centre = float(x.min() + x.max()) / 2
    return (
        Projection(
            parallels=loose.parallels,
            meridian=loose.meridian,
            scale=round(scale, 4),
            x=round(left + room / 2 - centre * scale, 3),
            y=round(above - float(y.min()) * scale, 3),
        ),
        float(height),
    )


def _cone(first: float, second: float) -> float:
    if abs(first - second) < 1e-9:
        return math.sin(first)
    return math.log(math.cos(first) / math.cos(second)) / (float(_stretch(second)) - float(_stretch(first)))


def _stretch(latitude: npt.ArrayLike) -> Floats:
    """Mercator's ordinate, the basis of every conformal conic."""
    return np.asarray(np.arctanh(np.sin(latitude)), dtype=np.float64)


def _turned(degrees: Floats) -> Floats:
    """The same angles between -180 and 180, so that the date line splits nothing."""
    return np.asarray((degrees + 180) % 360 - 180, dtype=np.float64)


def _middle(lon: Sequence[float]) -> float:
    """The meridian in the middle of the shortest arc that contains all longitudes."""
    ring = sorted({value % 360 for value in lon})
    gaps = [(after - before, before) for before, after in pairwise(ring)]
    gaps.append((ring[0] + 360 - ring[-1], ring[-1]))
    gap, before = max(gaps)
    middle = before + gap + (360 - gap) / 2
    return round((middle + 180) % 360 - 180, 3)
