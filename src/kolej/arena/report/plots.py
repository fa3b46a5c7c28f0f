"""Plots as SVG, drawn for a narrow page; colours and fonts come from the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kolej.boards.drawing.svg import escaped, number, tag

WIDTH = 360
LEFT, RIGHT = 8, 352
ROW = 58
COLOURS = 5
"""Number of bot colours on the page; further bots start again with the first."""


def plot(height: float, title: str, *parts: str) -> str:
    return tag(
        "svg",
        tag("title", escaped(title)),
        *parts,
        viewBox=f"0 0 {WIDTH} {number(height)}",
        role="img",
        class_="plot",
    )


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "t") -> str:
    return tag("text", escaped(words), x=x, y=y, text_anchor=anchor, class_=kind)


def line(x1: float, y1: float, x2: float, y2: float, kind: str = "axis") -> str:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)


def bar(x: float, y: float, width: float, height: float, kind: str, title: str = "") -> str:
    inside = (tag("title", escaped(title)),) if title else ()
    return tag("rect", *inside, x=x, y=y, width=max(0.0, width), height=height, class_=kind)


class Scale:
    """Maps values to positions on the page."""

    def __init__(self, low: float, high: float, start: float = LEFT, end: float = RIGHT) -> None:
        self.low, self.high = low, high if high > low else low + 1
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self, most: int = 6) -> list[float]:
        """Round numbers, not too many."""
        span, step = self.high - self.low, 1e-3
        while span / step > most:
            digits = f"{step:e}"[0]
            step *= 2.5 if digits == "2" else 2
        first = -(-self.low // step) * step
        count = int((self.high - first) / step + 1e-9) + 1
        return [first + i * step for i in range(count)]

    def axis(self, y: float, form: str = "{:g}") -> str:
        parts = [line(self.start, y, self.end, y)]
        for tick in self.ticks():
            parts.append(line(self(tick), y, self(tick), y + 4))
            label = form.format(round(tick, 6))
            half = 3.5 * len(label)
            x = min(max(self(tick), half), WIDTH - half)
            parts.append(text(x, y + 16, label, "middle", "s"))
        return "".join(parts)


def colour(row: int, bots: bool) -> str:
    """The colour of a row: bots keep theirs on the whole page, everything else shares one."""
    return f"{row % COLOURS}" if bots else "-one"


def short(name: str, most: int = 26) -> str:
    """A name that fits beside a plot; a bot from a file is shown without its folder."""
    name = name.rpartition("/")[2]
    return name if len(name) <= most else name[: most - 1] + "…"


def histograms(
    title: str, groups: Mapping[str, Mapping[int, int]], means: Sequence[float], width: int
) -> str:
    """A row of bars for each group, all on one axis, with the mean as a line."""
    starts = [start for counts in groups.values() for start in counts]
    scale = Scale(min(starts, default=0), max(starts, default=0) + width)
    parts = []
    for row, ((name, counts), mean) in enumerate(zip(groups.items(), means, strict=True)):
        foot = (row + 1) * (ROW + 8)
        total, top = sum(counts.values()), max(counts.values(), default=1)
        for start, count in counts.items():
            high = (ROW - 20) * count / top
            says = f"{start} to {start + width - 1}: {count} of {total}"
            wide = scale(start + width) - scale(start) - 1
            parts.append(
                bar(scale(start) + 0.5, foot - high, wide, high, f"c{colour(row, bool(name))}", says)
            )
        parts.append(line(scale(mean), foot - ROW + 18, scale(mean), foot, "mean"))
        if name:
            parts.append(text(LEFT, foot - ROW + 12, short(name), kind="b"))
        parts.append(text(RIGHT, foot - ROW + 12, f"mean {mean:.1f}", "end", "s"))
        parts.append(line(LEFT, foot, RIGHT, foot))
    foot = len(groups) * (ROW + 8)
    return plot(foot + 24, title, *parts, scale.axis(foot))


def stacks(title: str, groups: Mapping[str, Mapping[str, float]]) -> str:
    """A bar for each group, made of its parts; negative parts extend to the left."""
    ends = [
        (sum(v for v in part.values() if v < 0), sum(v for v in part.values() if v > 0))
        for part in groups.values()
    ]
    scale = Scale(min((low for low, _ in ends), default=0), max((high for _, high in ends), default=1))
    parts = []
    for row, (name, values) in enumerate(groups.items()):
        top = row * 46
        parts.append(text(LEFT, top + 13, short(name), kind="b"))
        parts.append(text(RIGHT, top + 13, f"{sum(values.values()):.1f} points", "end", "s"))
        left = right = 0.0
        for place, (source, value) in enumerate(values.items()):
            start = left + value if value < 0 else right
            kind = f"k{place}"
            parts.append(
                bar(
                    scale(start),
                    top + 19,
                    scale(start + abs(value)) - scale(start),
                    18,
                    kind,
                    f"{source}: {value:.1f}",
                )
            )
            left, right = left + min(0.0, value), right + max(0.0, value)
    foot = len(groups) * 46
    parts.append(line(scale(0), 14, scale(0), foot, "mean"))
    return plot(foot + 22, title, *parts, scale.axis(foot))


def ranges(
    title: str, rows: Sequence[tuple[str, float, float, float]], even: float, bots: bool = True
) -> str:
    """A point with its interval for each row; ``even`` is the value if all were equal."""
    values = [value for _, *row in rows for value in row] + [even]
    low, high = min(values), max(values)
    room = max((high - low) * 0.08, 1e-6)
    scale = Scale(low - room, high + room)
    parts = []
    for row, (name, value, least, most) in enumerate(rows):
        y = row * 40 + 30
        parts.append(text(LEFT, y - 14, short(name), kind="b"))
        parts.append(text(RIGHT, y - 14, f"{value:.1f} ({least:.1f} to {most:.1f})", "end", "s"))
        parts.append(line(scale(least), y, scale(most), y, f"range l{colour(row, bots)}"))
        parts.append(tag("circle", cx=scale(value), cy=y, r=5, class_=f"c{colour(row, bots)}"))
    foot = len(rows) * 40 + 4
    parts.append(line(scale(even), 18, scale(even), foot, "even"))
    return plot(foot + 24, title, *parts, scale.axis(foot))


def pairs(title: str, rows: Sequence[tuple[str, float, float, str]], bots: bool = True) -> str:
    """For each row the whole, pale, and the part of it that was achieved."""
    scale = Scale(0, max((whole for _, whole, _, _ in rows), default=1))
    parts = []
    for row, (name, whole, part, said) in enumerate(rows):
        top = row * 42
        parts.append(text(LEFT, top + 13, short(name), kind="b"))
        parts.append(text(RIGHT, top + 13, said, "end", "s"))
        parts.append(bar(LEFT, top + 19, scale(whole) - LEFT, 14, "pale"))
        parts.append(bar(LEFT, top + 19, scale(part) - LEFT, 14, f"c{colour(row, bots)}"))
    foot = len(rows) * 42
    return plot(foot + 24, title, *parts, scale.axis(foot))


def cloud(
    title: str, dots: Sequence[tuple[str, float, float, float]], even: float, axes: tuple[str, str]
) -> str:
    """A dot for each item, larger the more often it occurred; the outermost ones are named."""
    height, top = 300.0, 18.0
    across = Scale(min(d[1] for d in dots) - 1, max(d[1] for d in dots) + 1, 40, RIGHT - 6)
    ys = [d[2] for d in dots] + [even]
    up = Scale(min(ys) - 2, max(ys) + 2, height - 34, top)
    most = max(d[3] for d in dots) or 1
    parts = [across.axis(height - 34), line(40, top, 40, height - 34)]
    for tick in up.ticks(5):
        parts.append(text(35, up(tick) + 4, f"{tick:g}", "end", "s"))
        parts.append(line(37, up(tick), 40, up(tick)))
    parts.append(line(40, up(even), RIGHT, up(even), "even"))
    for name, x, y, size in dots:
        says = f"{name}: {x:.1f} {axes[0]}, {y:.1f} {axes[1]}, kept {size:.0f} times"
        dot = tag("title", escaped(says))
        parts.append(
            tag("circle", dot, cx=across(x), cy=up(y), r=2.5 + 4 * (size / most) ** 0.5, class_="dot")
        )
    parts += _named(dots, across, up)
    parts.append(text(RIGHT, height - 2, axes[0], "end", "s"))
    parts.append(text(LEFT, 10, axes[1], kind="s"))
    return plot(height, title, *parts)


def _named(dots: Sequence[tuple[str, float, float, float]], across: Scale, up: Scale) -> list[str]:
    """Names of the outermost dots, as far as they do not overlap."""
    ends = [min(dots, key=lambda d: d[1]), max(dots, key=lambda d: d[1])]
    ends += [min(dots, key=lambda d: d[2]), max(dots, key=lambda d: d[2])]
    parts: list[str] = []
    taken: list[float] = []
    for name, x, y, _ in dict.fromkeys(ends):
        height = up(y) - 9
        if all(abs(height - other) > 13 for other in taken):
            taken.append(height)
            half = 3.1 * len(name)
            middle = min(max(across(x), 44 + half), RIGHT - half)
            parts.append(text(middle, height, name, "middle", "s halo"))
    return parts


def legend(names: Sequence[str]) -> str:
    """The key to the parts of stacked bars."""
    items = [
        f'<li><span class="key f{place}" aria-hidden="true"></span>{escaped(name)}</li>'
        for place, name in enumerate(names)
    ]
    return f'<ul class="legend">{"".join(items)}</ul>'
