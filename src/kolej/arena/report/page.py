"""The page: a section for each question, with a plot, a sentence that explains it, and the figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path

from kolej.arena.report import plots
from kolej.arena.report.figures import SOURCES, BotFigures, RouteFigures, Study, bins, study
from kolej.arena.report.route_map import chart, land
from kolej.arena.results import Results, ResultsError
from kolej.boards.drawing import fonts
from kolej.boards.drawing.svg import escaped
from kolej.boards.layout.compute import layout_of
from kolej.boards.load import find

SCORE_BIN, TURN_BIN = 10, 5
TOP = 10
"""How many of the top entries a table lists."""
FEW = 10
"""Tickets kept less often than this say little and are left out of the plot."""

Cell = str | int | float


def write(results: Results, folder: Path) -> Path:
    """Write the page; returns its path."""
    found = study(results)
    if not found.games:
        raise ResultsError(f"{results.folder} has no games yet")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "index.html"
    path.write_text(page(found, results), "utf-8")
    return path


def page(s: Study, results: Results) -> str:
    match = results.match
    board = s.book.board
    title = f"{board.name.en}: {', '.join(plots.short(bot.name) for bot in s.bots)}"
    options = "".join(f", {name} = {value}" for name, value in match.options.items())
    head = (
        f"{s.games:,} games of {s.players} on {board.name.en}{options}: {s.table.blocks:,} seeds, "
        f"each in {len(match.seatings)} seatings. Seed {match.seed}, Kolej {results.head.kolej}."
    )
    sections = [
        standings(s),
        scores(s),
        sources(s),
        tickets(s),
        *maps(s, results),
        ticket_values(s),
        countries(s),
        f'<div class="column">{lengths(s)}{seats(s)}</div>',
        failures(s),
    ]
    body = "".join(section for section in sections if section)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escaped(title)}</title><style>{style(title)}</style></head><body><main>"
        f"<header><p>Kolej arena</p><h1>{escaped(title)}</h1><p>{escaped(head)}</p></header>"
        f'<div class="sections">{body}</div></main></body></html>\n'
    )


def style(title: str) -> str:
    """The style of the page; headings use the font of the maps."""
    letters = {fonts.COUNTRY: set(title) | set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz ,:")}
    names = {fonts.CITY: {chr(n) for n in range(32, 0x180)}}
    sheet = files("kolej.arena.report").joinpath("page.css").read_text("utf-8")
    return fonts.style(letters | names) + sheet


def section(title: str, caption: str, drawn: str, figures: str = "", wide: bool = False) -> str:
    kind = ' class="wide"' if wide else ""
    return (
        f"<section{kind}><h2>{escaped(title)}</h2><figure>{drawn}"
        f"<figcaption>{escaped(caption)}</figcaption></figure>{figures}</section>"
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[Cell]], summary: str = "") -> str:
    """A table of figures; collapsed under a summary if there is one."""
    top = "".join(f"<th>{escaped(head)}</th>" for head in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escaped(_cell(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    made = scrolled(f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>")
    return f"<details><summary>{escaped(summary)}</summary>{made}</details>" if summary else made


def _cell(cell: Cell) -> str:
    return cell if isinstance(cell, str) else f"{cell:,}" if isinstance(cell, int) else f"{cell:,.1f}"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def between(interval: tuple[float, float]) -> str:
    return f"{100 * interval[0]:.1f} to {100 * interval[1]:.1f}"


def standings(s: Study) -> str:
    bots = s.table.bots
    rows = [(bot.name, 100 * bot.win_rate, 100 * bot.interval[0], 100 * bot.interval[1]) for bot in bots]
    best = bots[0]
    caption = (
        f"{plots.short(best.name)} wins {percent(best.win_rate)} of its {best.games:,} games "
        f"(95 % interval {between(best.interval)}, a bootstrap over {s.table.blocks:,} blocks). "
        f"The dashed line is an even share. Ratings are Bradley-Terry on the scale of Elo; "
        f"{plots.short(s.table.anchor)} is 0."
    )
    heads = ("bot", "games", "wins", "95 %", "score", "µs per decision", "rating", "95 %", "failed")
    figures = [
        (
            bot.name,
            bot.games,
            percent(bot.win_rate),
            between(bot.interval),
            "-" if bot.mean_score is None else bot.mean_score,
            bot.microseconds_per_decision,
            f"{bot.rating:.0f}",
            f"{bot.rating_interval[0]:.0f} to {bot.rating_interval[1]:.0f}",
            bot.failed,
        )
        for bot in bots
    ]
    drawn = plots.ranges("Share of wins, in percent", rows, 100 / s.players)
    return section("Who wins", caption, drawn, table(heads, figures), wide=True)


def scores(s: Study) -> str:
    played = [bot for bot in s.bots if bot.scores]
    groups = {bot.name: bins(bot.scores, SCORE_BIN) for bot in played}
    means = [bot.mean(sum(bot.scores)) for bot in played]
    if not groups:
        return ""
    said = "; ".join(f"{plots.short(bot.name)} {mean:.1f}" for bot, mean in zip(played, means, strict=True))
    caption = (
        f"How often each final score occurred, in steps of {SCORE_BIN}; the line is the mean: {said}. "
        f"n = {s.seats:,} seats in {s.games:,} games."
    )
    rows = [
        (bot.name, mean, min(bot.scores), max(bot.scores)) for bot, mean in zip(played, means, strict=True)
    ]
    figures = table(("bot", "mean", "least", "most"), rows, "figures")
    return section("Scores", caption, plots.histograms("Final scores", groups, means, SCORE_BIN), figures)


def sources(s: Study) -> str:
    used = [field for field in SOURCES if any(bot.sources[field] for bot in s.bots)]
    played = [bot for bot in s.bots if bot.scores]
    groups = {bot.name: {SOURCES[f]: bot.mean(bot.sources[f]) for f in used} for bot in played}
    if not groups:
        return ""
    most = [(name, max(parts, key=lambda part: parts[part])) for name, parts in groups.items()]
    said = "; ".join(f"{plots.short(name)} most from {part}" for name, part in most)
    caption = f"Mean points per game by source: {said}. Losses are left of 0. n = {s.seats:,} seats."
    rows = [(name, *parts.values(), sum(parts.values())) for name, parts in groups.items()]
    figures = table(("bot", *(SOURCES[f] for f in used), "sum"), rows, "figures")
    drawn = plots.stacks("Mean points by source", groups)
    drawn += plots.legend([SOURCES[f] for f in used])
    return section("Points by source", caption, drawn, figures)


def maps(s: Study, results: Results) -> tuple[str, str]:
    """Which routes are used, and which are contested, on the board."""
    board = s.book.board
    plan = layout_of(board, find(results.match.board))
    shares = [route.share(s.games) for route in s.routes]
    fought = [route.contested(s.games, s.rivals) for route in s.routes]
    first = sorted(s.routes, key=lambda route: -route.games)[:TOP]
    never = sum(not route.games for route in s.routes)
    used = chart(
        board,
        plan,
        "Routes by how often they were claimed",
        shares,
        [f"{r.name}: claimed in {percent(r.share(s.games))} of games" for r in s.routes],
    )
    caption = (
        f"The wider and darker a route, the more often it was claimed: {first[0].name} most, in "
        f"{percent(first[0].share(s.games))}; {never} of {len(s.routes)} routes never. n = {s.games:,} games."
    )
    heads = ("route", "claimed", "when", *(plots.short(bot.name) for bot in s.bots))
    rows = [_route(s, route) for route in sorted(s.routes, key=lambda route: -route.games)]
    one = section(
        "Routes most used",
        caption,
        land(board, plan) + scrolled(used),
        table(heads, rows, "all routes"),
        wide=True,
    )
    top = max(fought) or 1.0
    most = sorted(range(len(fought)), key=lambda r: -fought[r])[:TOP]
    drawn = chart(
        board,
        plan,
        "Routes by how contested they were",
        [value / top for value in fought],
        [
            f"{r.name}: contested {value:.2f}; claimed in {percent(r.share(s.games))}, "
            f"after {percent(r.moment)} of the game"
            for r, value in zip(s.routes, fought, strict=True)
        ],
    )
    whom = "bots" if len(s.bots) > 1 else "seats"
    caption = (
        f"Contested: claimed often, early, and by all {whom} alike (share of games × share of the game "
        f"left × evenness among {whom}); highest is {s.routes[most[0]].name} with {fought[most[0]]:.2f}. "
        f"n = {s.games:,} games."
    )
    figures = [(s.routes[r].name, f"{fought[r]:.2f}", *_route(s, s.routes[r])[1:3]) for r in most]
    heads = ("route", "fought for", "claimed", "when")
    return one, section(
        "Routes most contested", caption, scrolled(drawn), table(heads, figures, "the first ten"), wide=True
    )


def scrolled(drawn: str) -> str:
    return f'<div class="scroll" tabindex="0">{drawn}</div>'


def _route(s: Study, route: RouteFigures) -> tuple[Cell, ...]:
    when = f"{percent(route.moment)} in" if route.games else "-"
    return (
        route.name,
        percent(route.share(s.games)),
        when,
        *(route.by.get(bot.name, 0 if len(s.bots) > 1 else route.games) for bot in s.bots),
    )


def tickets(s: Study) -> str:
    played = [bot for bot in s.bots if bot.scores]
    if not played:
        return ""

    def row(bot: BotFigures) -> tuple[str, float, float, str]:
        kept, made = bot.mean(bot.kept), bot.mean(bot.made)
        return bot.name, kept, made, f"{made:.2f} of {kept:.2f}"

    rows = [row(bot) for bot in played]
    best = max(played, key=lambda bot: bot.made / max(1, bot.kept))
    caption = (
        f"Tickets kept per game (pale) and completed (full). {plots.short(best.name)} completes most: "
        f"{percent(best.made / max(1, best.kept))}, worth {best.mean(best.made_points):.1f} points per game. "
        f"n = {sum(bot.kept for bot in played):,} tickets kept by {s.seats:,} seats."
    )
    figures = [
        (
            bot.name,
            f"{bot.mean(bot.kept):.2f}",
            f"{bot.mean(bot.made):.2f}",
            bot.mean(bot.kept_points),
            bot.mean(bot.made_points),
        )
        for bot in played
    ]
    heads = ("bot", "kept", "made", "value kept", "value made")
    return section(
        "Tickets", caption, plots.pairs("Tickets per game", rows), table(heads, figures, "figures")
    )


def ticket_values(s: Study) -> str:
    kept = sorted((t for t in s.tickets if t.kept), key=lambda t: -t.gain)
    if not kept:
        return ""
    often = [t for t in kept if t.kept >= FEW] or kept
    best, worst = max(often, key=lambda t: t.gain), min(often, key=lambda t: t.gain)
    dots = [(t.name, t.gain, 100 * t.win_rate, float(t.kept)) for t in often]
    drawn = plots.cloud(
        "What tickets are worth",
        dots,
        100 / s.players,
        ("points per keep", "% of games won by its keeper"),
    )
    caption = (
        f"Each dot is a ticket kept at least {min(FEW, min(t.kept for t in often))} times. "
        f"{best.name} is worth most per keep, {best.gain:.1f} of {best.points} points; "
        f"{worst.name} least, {worst.gain:.1f}. Strong bots keep other tickets than weak ones, "
        f"so this does not prove that a ticket wins games. n = {sum(t.kept for t in kept):,} keeps."
    )
    rows = [(t.name, t.points, t.kept, percent(t.made / t.kept), t.gain, percent(t.win_rate)) for t in kept]
    heads = ("ticket", "points", "kept", "completed", "points per keep", "won when kept")
    never = len(s.tickets) - len(kept)
    summary = f"all {len(kept)} tickets that were kept" + (f"; {never} never were" if never else "")
    return section("Value of tickets", caption, drawn, table(heads, rows, summary))


def countries(s: Study) -> str:
    if not s.countries:
        return ""
    rows = [
        (c.name, float(c.cards), c.taken / s.games, f"{c.taken / s.games:.2f} of {c.cards} cards")
        for c in s.countries
    ]
    best = max(s.countries, key=lambda c: c.points)
    when = f"{percent(sum(s.joined) / len(s.joined))} into the game" if s.joined else "never"
    caption = (
        f"Cards of each stack (pale) and those won per game (full). {best.name} is worth most, "
        f"{best.points / s.games:.1f} points per game. A seat's first pair of countries is joined "
        f"{when} on average, by {len(s.joined):,} of {s.games * s.players:,} seats. n = {s.games:,} games."
    )
    figures = [
        (
            c.name,
            f"{c.taken / s.games:.2f}",
            f"{c.points / s.games:.2f}",
            c.holders,
            percent(c.win_rate) if c.holders else "-",
        )
        for c in s.countries
    ]
    heads = ("country", "cards per game", "points per game", "seats with one", "wins of those seats")
    return section(
        "Country stacks",
        caption,
        plots.pairs("Country cards per game", rows, bots=False),
        table(heads, figures, "figures"),
    )


def lengths(s: Study) -> str:
    mean = sum(s.turns) / len(s.turns)
    drawn = plots.histograms("Turns of a game", {"": bins(s.turns, TURN_BIN)}, [mean], TURN_BIN)
    caption = (
        f"Turns of all players together, in steps of {TURN_BIN}: {mean:.1f} on average, from {min(s.turns)} "
        f"to {max(s.turns)}. n = {s.games:,} games."
    )
    return section("Length of the game", caption, drawn)


def seats(s: Study) -> str:
    names = ("first", "second", "third", "fourth", "fifth")
    rows = [
        (f"{names[p.place]} turn", 100 * p.win_rate, 100 * p.interval[0], 100 * p.interval[1])
        for p in s.table.places
    ]
    first = s.table.places[0]
    low, high = first.interval
    even = 1 / s.players
    verdict = (
        "more than its share" if low > even else "less than its share" if high < even else "about its share"
    )
    caption = (
        f"Share of games won by order of turns; the dashed line is an even share. The first player wins "
        f"{percent(first.win_rate)} ({between(first.interval)}): {verdict}. n = {s.games:,} games."
    )
    figures = [(name, f"{rate:.1f} %", f"{least:.1f} to {most:.1f}") for name, rate, least, most in rows]
    drawn = plots.ranges("Wins by order of turns, in percent", rows, 100 * even, bots=False)
    return section("Seat advantage", caption, drawn, table(("", "wins", "95 %"), figures, "figures"))


def failures(s: Study) -> str:
    if not s.table.failures:
        return ""
    count = sum(trouble.games for trouble in s.table.failures)
    rows = [(t.bot, t.kind, t.games, t.reason, str(t.seed)) for t in s.table.failures]
    caption = (
        f"{count:,} seats of {s.games:,} games were finished by random because their bot failed; "
        "they rank last, and their points are not counted on this page."
    )
    return section(
        "Failures", caption, table(("bot", "what", "games", "reason", "first seed"), rows), wide=True
    )
