"""The table as text: players, display, hand, tickets, routes, score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.table import Table

from kolej.boards.schema import LETTERS
from kolej.cli.text_game.words import Words, cards
from kolej.game.actions import ORDER, Claim
from kolej.game.events import how_many

if TYPE_CHECKING:
    from kolej.game.actions import Action
    from kolej.game.outlook import TicketProgress
    from kolej.game.score import ScoreSheet, SeatScore
    from kolej.game.view import View

NAMES = {letter: name for name, letter in LETTERS.items()}


def plain_table(*heads: str, right: Iterable[str] = ()) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", show_header=any(heads))
    for head in heads:
        table.add_column(head, justify="right" if head in right else "left", no_wrap=True)
    return table


def pile(count: dict[str, int], names: bool = False) -> str:
    """Cards by kind in their fixed order: ``RRR G L``."""
    kinds = [letter for letter in ORDER if count.get(letter)]
    shown = [cards(letter * count[letter]) + (f" {NAMES[letter]}" if names else "") for letter in kinds]
    return "  ".join(shown) or "none"


def players(view: View, words: Words) -> Table:
    """What everybody can see of each player."""
    rules = view.book.board.rules
    heads = ["", "player", "points", "trains", "cards", "tickets"]
    heads += ["stations"] if rules.stations else []
    heads += ["country cards"] if view.stacks else []
    table = plain_table(*heads, right=("points", "trains", "cards", "tickets", "stations"))
    for seat in view.seats:
        row = [">" if seat.seat in view.awaited else "", words.who(seat.seat)]
        row += [str(seat.score), str(seat.trains), str(seat.cards)]
        row += ["?" if view.phase == "first-tickets" else str(seat.tickets)]
        row += [str(seat.stations)] if rules.stations else []
        if view.stacks:
            held = [f"{words.place(c)} {'+'.join(map(str, v))}" for c, v in seat.country_cards.items()]
            row += [", ".join(held)]
        table.add_row(*row)
    return table


def own(view: View, words: Words, progress: Mapping[str, TicketProgress]) -> Table:
    """The display, the hand and the tickets."""
    table = plain_table("", "")
    table.columns[1].no_wrap = False
    table.add_row("display", pile(view.display, names=True))
    piles = f"deck {view.deck}, discards {sum(view.discards.values())}, ticket deck {view.ticket_deck}"
    table.add_row("", f"[dim]{piles}[/dim]")
    if view.stacks:
        left = [f"{words.place(name)} {' '.join(map(str, row)) or '-'}" for name, row in view.stacks.items()]
        table.add_row("countries", ", ".join(left))
    table.add_row("hand", f"{pile(view.hand)}  [dim]{how_many(sum(view.hand.values()), 'card')}[/dim]")
    for place, name in enumerate(view.tickets):
        table.add_row("" if place else "tickets", ticket(progress[name], view, words))
    if view.tunnel is not None:
        tunnel = view.tunnel
        table.add_row(
            "tunnel",
            f"{words.route(tunnel.route)}: laid {cards(tunnel.laid)}, turned up {cards(tunnel.turned)}, "
            f"[bold]{tunnel.extra} more[/bold] to pay",
        )
    for place, name in enumerate(view.offered, 1):
        table.add_row(
            "offered" if place == 1 else "", f"[bold]{place}[/bold] {ticket(progress[name], view, words)}"
        )
    return table


def ticket(told: TicketProgress, view: View, words: Words) -> str:
    """A ticket, and how far it is from completion."""
    points = view.book.board.tickets[view.book.ticket(told.ticket)].points
    trains = view.seats[view.seat or 0].trains
    if told.joined:
        left = "[green]joined[/green]"
    elif told.missing is None:
        left = "[red]no free path left[/red]"
    elif told.missing == 0:
        left = "your station serves another ticket"
    else:
        left = f"{how_many(told.missing, 'train')} missing"
        if told.missing > trains:
            left += f" [red](you have {trains})[/red]"
    return f"{words.ticket(told.ticket)}  [bold]{points}[/bold]  {left}"


def colour_of(name: str) -> str:
    """The colour of a route, with its letter."""
    return f"{cards(LETTERS[name])} {name}" if name in LETTERS else name


def kind_of(view: View, route: int) -> str:
    facts = view.book.board.routes[route]
    if facts.kind == "ferry":
        return f"ferry {cards('L' * facts.locomotives)}"
    return "" if facts.kind == "normal" else facts.kind


def owner_of(view: View, route: int, words: Words) -> str:
    name = view.book.routes[route]
    for seat in view.seats:
        if name in seat.routes:
            return words.who(seat.seat)
    if name in view.claimable:
        return "free"
    return "closed" if name in view.closed else "not for you"


def map_of(view: View, place: str, words: Words) -> Table:
    """The routes at a place: where they lead, how long they are, who owns them."""
    table = plain_table("to", "length", "colour", "kind", "", right=("length",))
    for route, facts in enumerate(view.book.board.routes):
        if place in (facts.a, facts.b):
            other = facts.b if facts.a == place else facts.a
            length = f"{'#' * facts.length} {facts.length}"
            owner = owner_of(view, route, words)
            table.add_row(words.place(other), length, colour_of(facts.colour), kind_of(view, route), owner)
    return table


def payments(legal: Sequence[Action], view: View) -> dict[str, list[Claim]]:
    """The claims that can be paid, by route: most valuable routes first, cheapest payment first."""
    found: dict[str, list[Claim]] = {}
    for action in legal:
        if isinstance(action, Claim):
            found.setdefault(action.route, []).append(action)
    for claims in found.values():
        claims.sort(key=lambda claim: cost(claim, view.hand))
    ranked = sorted(found, key=lambda name: (-view.book.points(view.book.route_index[name]), name))
    return {name: found[name] for name in ranked}


def cost(claim: Claim, hand: dict[str, int]) -> tuple[int, int, int]:
    """What a payment costs: cards, then locomotives, then how much of a rare colour it uses."""
    locos = claim.cards.count("L") + claim.swapped.count("L")
    colour = claim.cards[:1]
    return len(claim.cards) + len(claim.swapped) + locos, locos, -hand.get(colour, 0)


def claims_table(
    view: View, legal: Sequence[Action], words: Words, progress: Mapping[str, TicketProgress], at: str | None
) -> Table:
    """What can be claimed now, and the lowest price of each; routes that a ticket needs are marked."""
    needed = {route for name in view.tickets for route in progress[name].routes}
    table = plain_table("route", "points", "length", "colour", "kind", "pay", "", right=("points", "length"))
    for name, claims in payments(legal, view).items():
        route = view.book.route_index[name]
        facts = view.book.board.routes[route]
        if at is not None and at not in (facts.a, facts.b):
            continue
        mark = "[green]needed for a ticket[/green]" if name in needed else ""
        table.add_row(
            words.route(name),
            str(view.book.points(route)),
            str(facts.length),
            colour_of(facts.colour),
            kind_of(view, route),
            payment(claims[0]),
            mark,
        )
    return table


def payment(claim: Claim) -> str:
    return cards(claim.cards) + (f"+{cards(claim.swapped)}" if claim.swapped else "")


REASONS = {
    "route": "routes",
    "ticket": "tickets joined",
    "missed-ticket": "tickets missed",
    "station": "stations not built",
    "longest-path": "longest path",
    "most-tickets": "most tickets",
    "country": "country cards",
}


def score_table(sheet: ScoreSheet, words: Words) -> Table:
    """The score sheet: every point with its reason, a column for each player."""
    ranked = sorted(sheet.seats, key=lambda score: (score.rank, score.seat))
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for score in ranked:
        table.add_column(f"{score.rank}. {words.who(score.seat)}", justify="right")
    for why, text in REASONS.items():
        if any(item.why == why for score in sheet.seats for item in score.items):
            table.add_row(text, *(_sum(score, why) for score in ranked))
    table.add_row("[bold]total[/bold]", *(f"[bold]{score.total}[/bold]" for score in ranked))
    return table


def _sum(score: SeatScore, why: str) -> str:
    items = [item for item in score.items if item.why == why]
    if not items:
        return ""
    number = f"[dim]({len(items)})[/dim] " if why in ("route", "ticket", "missed-ticket", "country") else ""
    return f"{number}{sum(item.points for item in items)}"


def reasons(sheet: ScoreSheet, words: Words) -> Iterable[str]:
    """The tickets, the path and the stations behind the figures, player by player; then the winner."""
    for score in sorted(sheet.seats, key=lambda score: (score.rank, score.seat)):
        parts = [
            f"{words.ticket(item.what)} {item.points:+d}"
            for item in score.items
            if item.why.endswith("ticket")
        ]
        for item in score.items:
            if item.why in ("longest-path", "most-tickets"):
                parts.append(f"{REASONS[item.why]}, {item.what} {item.points:+d}")
            elif item.why == "country":
                parts.append(f"{words.place(item.what)} {item.points:+d}")
        parts += [
            f"station {words.place(s.city)} "
            + (f"uses {words.route(s.route)}" if s.route else "uses nothing")
            for s in score.stations
        ]
        yield f"{words.who(score.seat)}: {', '.join(parts)}"
    winners = " and ".join(words.who(seat) for seat in sheet.winners)
    many = len(sheet.winners) > 1 or sheet.winners[0] == words.me
    yield f"[bold]{winners} {'win' if many else 'wins'}[/bold]" + (f"; {sheet.tie}" if sheet.tie else "")
