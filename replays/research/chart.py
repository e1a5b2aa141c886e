"""Draws bar charts of shares with intervals as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

from .standings import Share

LABEL, WIDTH, ROW, GAP = 230, 480, 26, 44
"""Pixels of names, of 100 %, of a bar's row and of a title's row."""

STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #1f2933 }
  .title { font-weight: 600 } .mark { font-size: 11px; fill: #66717d }
  .band { fill: #e4f2e7 } .bar { fill: #7aa6d8 } .out { fill: #e59a6f }
  .fair { stroke: #9aa5b1; stroke-dasharray: 3 3 } .interval { stroke: #1f2933; stroke-width: 1.5 }
"""


class Panel(NamedTuple):
    """A group of bars, with the `fair` share they should reach.

    `within` is the tolerated deviation as a part of `fair`.
    """

    title: str
    fair: float
    within: float
    shares: Mapping[str, Share]

    @property
    def band(self) -> tuple[float, float]:
        """The tolerated range of the bars."""
        return round(self.fair * (1 - self.within), 4), round(self.fair * (1 + self.within), 4)


def draw_chart(panels: tuple[Panel, ...], title: str) -> str:
    """Returns the *panels* as an SVG document with a *title*."""
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
        lines += _draw_panel(panel, top)
        top += GAP + ROW * len(panel.shares)
    return "\n".join([*lines, "</svg>", ""])


def _draw_panel(panel: Panel, top: int) -> Iterator[str]:
    """Yields a panel with band, scale, and one bar per row."""
    first, low, high = top + GAP, *panel.band
    height = ROW * len(panel.shares)
    yield _draw_text(16, first - 12, panel.title, "title")
    width = round((high - low) * WIDTH, 1)
    yield f'<rect class="band" x="{_x_of(low)}" y="{first}" width="{width}" height="{height}"/>'
    for part, text_ in ((0.0, "0%"), (panel.fair, f"{low:.0%} – {high:.0%}"), (1.0, "100%")):
        yield _draw_text(_x_of(part), first - 12, text_, "mark", "middle")
    for row, (name, share) in enumerate(panel.shares.items()):
        y = first + ROW * row
        middle = y + ROW / 2
        start, end = share.interval
        kind = "bar" if low <= share.rate <= high else "out"
        yield _draw_text(LABEL - 10, middle + 4, name, "name", "end")
        yield (
            f'<rect class="{kind}" x="{LABEL}" y="{y + 5}" '
            f'width="{share.rate * WIDTH:.1f}" height="{ROW - 10}"/>'
        )
        yield _draw_line(_x_of(start), middle, _x_of(end), middle, "interval")
        yield from (
            _draw_line(_x_of(x), middle - 4, _x_of(x), middle + 4, "interval") for x in share.interval
        )
        yield _draw_text(LABEL + WIDTH + 14, middle + 4, f"{share.rate:.1%}")
    yield _draw_line(_x_of(panel.fair), first, _x_of(panel.fair), first + height, "fair")


def _x_of(part: float) -> float:
    return round(LABEL + part * WIDTH, 1)


def _draw_line(x: float, y: float, to_x: float, to_y: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}"/>'


def _draw_text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'
