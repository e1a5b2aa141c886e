"""A chart: bars of shares with their intervals, drawn as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

from .standings import Share

LABEL, WIDTH, ROW, GAP = 230, 480, 26, 44
"""Pixels: room for names, the length of 100 %, and the height of a bar's row and of a title's."""

STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #1f2933 }
  .title { font-weight: 600 } .mark { font-size: 11px; fill: #66717d }
  .band { fill: #e4f2e7 } .bar { fill: #7aa6d8 } .out { fill: #e59a6f }
  .fair { stroke: #9aa5b1; stroke-dasharray: 3 3 } .interval { stroke: #1f2933; stroke-width: 1.5 }
"""


class Panel(NamedTuple):
    """Bars that belong together, by what to call them, and the `fair` share that they ought to end near.

    `within` says how near: by which part of it they may be longer or shorter.
    """

    title: str
    fair: float
    within: float
    shares: Mapping[str, Share]

    @property
    def band(self) -> tuple[float, float]:
        """Where the bars ought to end."""
        return round(self.fair * (1 - self.within), 4), round(self.fair * (1 + self.within), 4)


def draw(panels: tuple[Panel, ...], title: str) -> str:
    """Returns *panels* below each other, as an SVG document called *title*."""
    height = sum(GAP + ROW * len(panel.shares) for panel in panels) + GAP
    width = LABEL + WIDTH + 90
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    top = 0
    for panel in panels:
        lines += _panel(panel, top)
        top += GAP + ROW * len(panel.shares)
    return "\n".join([*lines, "</svg>", ""])


def _panel(panel: Panel, top: int) -> Iterator[str]:
    """Yields a panel: its band, its scale, and a bar a row with the interval as a whisker."""
    first, low, high = top + GAP, *panel.band
    deep = ROW * len(panel.shares)
    yield _text(16, first - 12, panel.title, "title")
    wide = round((high - low) * WIDTH, 1)
    yield f'<rect class="band" x="{_at(low)}" y="{first}" width="{wide}" height="{deep}"/>'
    for part, told in ((0.0, "0%"), (panel.fair, f"{low:.0%} – {high:.0%}"), (1.0, "100%")):
        yield _text(_at(part), first - 12, told, "mark", "middle")
    for row, (name, share) in enumerate(panel.shares.items()):
        y = first + ROW * row
        middle = y + ROW / 2
        start, end = share.interval
        kind = "bar" if low <= share.rate <= high else "out"
        yield _text(LABEL - 10, middle + 4, name, "name", "end")
        yield (
            f'<rect class="{kind}" x="{LABEL}" y="{y + 5}" '
            f'width="{share.rate * WIDTH:.1f}" height="{ROW - 10}"/>'
        )
        yield _line(_at(start), middle, _at(end), middle, "interval")
        yield from (_line(_at(x), middle - 4, _at(x), middle + 4, "interval") for x in share.interval)
        yield _text(LABEL + WIDTH + 14, middle + 4, f"{share.rate:.1%}")
    yield _line(_at(panel.fair), first, _at(panel.fair), first + deep, "fair")


def _at(part: float) -> float:
    return round(LABEL + part * WIDTH, 1)


def _line(x: float, y: float, to_x: float, to_y: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}"/>'


def _text(x: float, y: float, told: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{escape(told)}</text>'
