import tomllib
from collections import Counter
from pathlib import Path
import msgspec
from .schema import Board
def load(name):
    raw = tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text())
    raw["rules"]["route_points"] = {int(k): v for k, v in raw["rules"]["route_points"].items()}
    n = Counter(frozenset((r["a"], r["b"])) for r in raw["routes"]); k = Counter()
    for r in raw["routes"]:
        p = frozenset((r["a"], r["b"])); k[p] += 1
        r["id"] = f"{r['a']}--{r['b']}" + (f"-{k[p]}" if n[p] > 1 else "")
    return msgspec.convert(raw, Board)
