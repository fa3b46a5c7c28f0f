"""Country cards (P2-P6)."""

from __future__ import annotations

from collections.abc import Sequence

from .board_file import BoardFile, joined


def take_country_cards(
    board: BoardFile, stacks: dict[str, list[int]], before: Sequence[str], claimed: str
) -> list[tuple[str, int]]:
    """The cards that a claim wins, off their stacks; ``before`` are the seat's routes without it."""
    network = held(board, [*before, claimed], board.edge(claimed)[0])
    if len(network) < 2 or not pays(board, before, claimed, network):
        return []
    winning = [country for country in board.countries if country in network and stacks[country]]
    return [(country, stacks[country].pop(0)) for country in winning]


def held(board: BoardFile, routes: Sequence[str], place: object) -> set[str]:
    """The countries of the network that a place is in."""
    top = joined(map(board.edge, routes))
    return {
        country
        for name in routes
        if (country := board.country(name)) is not None and top(board.edge(name)[0]) == top(place)
    }


def pays(board: BoardFile, before: Sequence[str], claimed: str, network: set[str]) -> bool:
    """Whether a claim that makes a network of two countries or more wins cards."""
    country = board.country(claimed)
    if country is not None:
        return board.rules["every_border_pays"] or not any(
            country in held(board, before, end) for end in board.edge(claimed)
        )
    if not board.rules["inland_links_pay"]:
        return False
    paid: set[str] = set()
    for name in before:
        group = held(board, before, board.edge(name)[0])
        paid |= group if len(group) > 1 else set()
    return not network <= paid
