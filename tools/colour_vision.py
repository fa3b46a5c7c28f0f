"""How far apart two colours are, for four kinds of colour vision."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

# Machado, Oliveira and Fernandes 2009, at full severity, on linear RGB.
SIGHTS = {
    "normal": np.eye(3),
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritan": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)


def light(colour: str) -> Vector:
    """Linear RGB of ``#rrggbb``."""
    shares = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def contrast(a: str, b: str) -> float:
    """The ratio of WCAG 2."""
    dark, pale = sorted(float(_XYZ[1] @ light(colour)) for colour in (a, b))
    return (pale + 0.05) / (dark + 0.05)


def lab(colour: str, sight: str) -> Vector:
    """CIELAB under D65 of a colour as it is seen."""
    xyz = _XYZ @ np.clip(SIGHTS[sight] @ light(colour), 0, 1) / (0.95047, 1.0, 1.08883)
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def apart(one: Vector, other: Vector) -> float:
    """CIEDE2000 (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 1.5 - 0.5 * np.sqrt(mean**7 / (mean**7 + 25.0**7))
    c1, c2 = np.hypot(a1 * g, b1), np.hypot(a2 * g, b2)
    h1 = np.degrees(np.arctan2(b1, a1 * g)) % 360
    h2 = np.degrees(np.arctan2(b2, a2 * g)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    pale, strong = (l1 + l2) / 2, (c1 + c2) / 2

    def cos(degrees: float) -> float:
        return float(np.cos(np.radians(degrees)))

    t = 1 - 0.17 * cos(hue - 30) + 0.24 * cos(2 * hue) + 0.32 * cos(3 * hue + 6) - 0.2 * cos(4 * hue - 63)
    dl = (l2 - l1) / (1 + 0.015 * (pale - 50) ** 2 / np.sqrt(20 + (pale - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * strong)
    dh = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2)) / (1 + 0.015 * strong * t)
    around = 60 * np.exp(-(((hue - 275) / 25) ** 2))
    r = -2 * np.sqrt(strong**7 / (strong**7 + 25.0**7)) * np.sin(np.radians(around))
    return float(np.sqrt(dl**2 + dc**2 + dh**2 + r * dc * dh))
