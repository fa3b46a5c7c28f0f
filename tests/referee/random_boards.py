"""Boards drawn at random, small and mean: scarce decks, unlike twins, odd numbers where they are allowed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from kolej.boards.load import check_text

from .board_file import COLOURS, Told

TIES = ["tickets", "ticket-points", "fewer-stations", "longest-path", "longest-path-bonus"]
HUES = list(COLOURS)


def board_text(seed: int) -> str:
    """A board without a fault, as a file; the same for the same seed."""
    chance = Random(seed)
    for _ in range(1000):
        text = written(drawn(chance, f"random-{seed}"))
        if not check_text(text, Path("random.toml")).faults:
            return text
    raise AssertionError(f"no board without a fault for seed {seed}")


def drawn(chance: Random, name: str) -> Told:
    cities = [f"c{i}" for i in range(chance.randint(3, 8))]
    countries = [f"n{i}" for i in range(chance.choice((0, 0, 2, 3, 4)))]
    rules = drawn_rules(chance)
    most = chance.randint(2, 5)
    rules["players"] = [2, most]
    routes = drawn_routes(chance, cities, countries, rules)
    dealt = rules["first_tickets"] * most
    tickets = [ticket(chance, cities) for _ in range(dealt + chance.choice((0, 1, 2, 5)))]
    tickets += [ticket(chance, cities) | {"long": True} for _ in range(rules["first_long_tickets"] * most)]
    chance.shuffle(tickets)
    if chance.random() < 0.3:  # nearly all is worth the same, so that games end in ties
        rules["route_points"] = dict.fromkeys(rules["route_points"], 1)
        tickets = [one | {"points": 1} for one in tickets]
    return {
        "format": 1,
        "id": name,
        "name": {"en": "Random", "pl": "Random", "it": "Random"},
        "rules": rules,
        "cities": [{"id": city, "name": city.upper()} for city in cities],
        "countries": [
            {"id": c, "name": dict.fromkeys(("en", "pl", "it"), c.upper()), "cards": stack(chance)}
            for c in countries
        ],
        "routes": routes,
        "tickets": tickets,
    }


def drawn_rules(chance: Random) -> Told:
    stations = chance.choice((0, 1, 2, 3, 4))
    first_long, first = chance.choice(((0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (2, 2)))
    later, display = chance.randint(1, 4), chance.randint(1, 6)
    few = chance.choice((2, 3, 4, 6))
    return {
        "trains": chance.randint(6, 16),
        "stations": stations,
        "station_costs": [chance.randint(1, 4) for _ in range(stations)],
        "station_points": chance.choice((0, 0, 4)),
        "cards": {hue: chance.randint(0, few) for hue in HUES} | {"locomotive": chance.randint(0, few + 4)},
        "hand": chance.randint(0, 4),
        "display": display,
        "first_long_tickets": first_long,
        "first_tickets": first,
        "first_keep": chance.randint(0, first_long + first),
        "first_unkept": chance.choice(("under", "out")),
        "later_tickets": later,
        "later_keep": chance.randint(1, later),
        "later_unkept": chance.choice(("under", "out")),
        "locomotive_is_whole_draw": chance.random() < 0.5,
        "display_replaced_at": chance.randint(0, display),
        "locomotives_pay": chance.choice(("everywhere", "tunnels-and-ferries")),
        "ferry_swap": chance.choice((0, 0, 1, 2, 3)),
        "swaps_fill_colour": chance.random() < 0.5,
        "tunnel_cards": chance.randint(1, 5),
        "doubles_from": chance.randint(2, 6),
        "route_points": {str(length): chance.randint(0, 9) for length in range(1, 7)},
        "longest_path_bonus": chance.choice((0, 10)),
        "most_tickets_bonus": chance.choice((0, 10)),
        "one_route_per_country": chance.random() < 0.3,
        "every_border_pays": chance.random() < 0.3,
        "inland_links_pay": chance.random() < 0.4,
        "countries_connect": chance.random() < 0.4,
        "last_round_at": chance.randint(0, 4),
        "ties": chance.sample(TIES, chance.randint(0, len(TIES))),
    }


def drawn_routes(chance: Random, cities: list[str], countries: list[str], rules: Told) -> list[Told]:
    """A tree, some more, twins that need not be alike, and routes over borders."""
    pairs = [(cities[i], chance.choice(cities[:i])) for i in range(1, len(cities))]
    pairs += [tuple(chance.sample(cities, 2)) for _ in range(chance.randint(1, len(cities)))]  # type: ignore[misc]
    routes: list[Told] = []
    for a, b in {frozenset(pair): pair for pair in pairs}.values():
        routes.append(inland(chance, a, b))
        if chance.random() < 0.35:
            routes.append(inland(chance, *chance.choice(((a, b), (b, a)))))
    for country in countries:
        for city in chance.sample(cities, chance.randint(1, min(3, len(cities)))):
            length = chance.randint(1, 3)
            route = {"a": city, "b": country, "length": length, "kind": "border"}
            routes += [route | {"colour": hue(chance)} for _ in range(chance.choice((1, 1, 2, 3)))]
    chance.shuffle(routes)
    return routes


def inland(chance: Random, a: str, b: str) -> Told:
    length = chance.choice((1, 1, 2, 2, 3, 4))
    route: Told = {"a": a, "b": b, "length": length, "colour": hue(chance)}
    match chance.choice(("normal", "normal", "swap", "tunnel", "tunnel", "ferry")):
        case "swap":
            route["swap"] = chance.randint(1, 4)
        case "tunnel":
            route["kind"] = "tunnel"
        case "ferry":
            route |= {"kind": "ferry", "locomotives": chance.randint(0, length)}
    return route


def hue(chance: Random) -> str:
    return chance.choice((*HUES, "grey", "grey", "grey", "grey"))


def ticket(chance: Random, cities: list[str]) -> Told:
    a, b = chance.sample(cities, 2)
    return {"a": a, "b": b, "points": chance.randint(1, 12)}


def stack(chance: Random) -> list[int]:
    return sorted((chance.randint(0, 9) for _ in range(chance.randint(1, 4))), reverse=True)


def written(board: Told) -> str:
    """As TOML, which has the values of JSON, and tables between braces."""
    lines = []
    for key, value in board.items():
        if isinstance(value, list):
            rows = "".join(f"  {toml(row)},\n" for row in value)
            lines.append(f"{key} = [\n{rows}]")
        elif key == "rules":
            lines += [f"rules.{name} = {toml(inner)}" for name, inner in value.items()]
        else:
            lines.append(f"{key} = {toml(value)}")
    return "\n".join(lines) + "\n"


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)
