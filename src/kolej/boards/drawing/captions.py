"""The words in a picture: titles of routes and cities, and the tag on a special route."""

from __future__ import annotations

from collections import defaultdict

from kolej.boards.schema import Board, Names, Route

COLOURS = {
    "purple": Names(en="purple", pl="fioletowa", it="viola"),
    "blue": Names(en="blue", pl="niebieska", it="blu"),
    "orange": Names(en="orange", pl="pomarańczowa", it="arancione"),
    "white": Names(en="white", pl="biała", it="bianca"),
    "green": Names(en="green", pl="zielona", it="verde"),
    "yellow": Names(en="yellow", pl="żółta", it="gialla"),
    "black": Names(en="black", pl="czarna", it="nera"),
    "red": Names(en="red", pl="czerwona", it="rossa"),
    "grey": Names(en="any colour", pl="dowolny kolor", it="qualsiasi colore"),
}
KINDS = {
    "tunnel": Names(en="tunnel", pl="tunel", it="galleria"),
    "ferry": Names(en="ferry", pl="prom", it="traghetto"),
    "border": Names(en="across the border", pl="przez granicę", it="oltre il confine"),
}
TRACKS = (
    Names(en="first of two tracks", pl="pierwszy z dwóch torów", it="primo di due binari"),
    Names(en="second of two tracks", pl="drugi z dwóch torów", it="secondo di due binari"),
)
WAY = Names(en="{} to {}", pl="{} – {}", it="{} – {}")
SWAP = Names(
    en="any {} cards may stand for one",
    pl="dowolne {} karty mogą zastąpić jedną",
    it="{} carte qualsiasi possono valere per una",
)
TAG = Names(en="any {} = 1", pl="dowolne {} = 1", it="{} qualsiasi = 1")
TRAINS = {
    "en": ("train", "trains", "trains"),
    "pl": ("wagon", "wagony", "wagonów"),
    "it": ("vagone", "vagoni", "vagoni"),
}
LOCOMOTIVES = {
    "en": ("locomotive", "locomotives", "locomotives"),
    "pl": ("lokomotywa", "lokomotywy", "lokomotyw"),
    "it": ("locomotiva", "locomotive", "locomotive"),
}
ABOUT = Names(
    en="A railway map with {} cities and {} routes.",
    pl="Mapa kolejowa; miasta: {}, trasy: {}.",
    it="Una mappa ferroviaria; città: {}, tratte: {}.",
)
WAGONS = Names(en="Trains", pl="Wagony", it="Vagoni")
POINTS = Names(en="Points", pl="Punkty", it="Punti")
CARDS = Names(en="{}, country cards {}", pl="{}, karty państwa {}", it="{}, carte paese {}")


def said(names: Names, language: str) -> str:
    """The name in one of the languages of a board file."""
    text: str = getattr(names, language)
    return text


def counted(n: int, forms: dict[str, tuple[str, str, str]], language: str) -> str:
    """A number with its noun in the right plural form: 1 wagon, 3 wagony, 5 wagonów."""
    one, few, many = forms[language]
    if n == 1:
        return f"{n} {one}"
    is_few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
    return f"{n} {few if is_few else many}"


def routes(board: Board, language: str) -> dict[str, str]:
    """A caption for every route, by its id."""
    names = {city.id: city.name for city in board.cities}
    names |= {country.id: said(country.name, language) for country in board.countries}
    tracks: defaultdict[frozenset[str], list[str]] = defaultdict(list)
    for route in board.routes:
        tracks[frozenset((route.a, route.b))].append(route.id)

    def words(route: Route) -> str:
        way = said(WAY, language).format(names[route.a], names[route.b])
        parts = [way, said(COLOURS[route.colour], language)]
        parts.append(counted(route.length, TRAINS, language))
        if kind := KINDS.get(route.kind):
            parts.append(said(kind, language))
        if route.locomotives:
            parts.append(counted(route.locomotives, LOCOMOTIVES, language))
        twins = tracks[frozenset((route.a, route.b))]
        if len(twins) == 2:
            parts.append(said(TRACKS[twins.index(route.id)], language))
        if route.swap:
            parts.append(said(SWAP, language).format(route.swap))
        return ", ".join(parts)

    return {route.id: words(route) for route in board.routes}
