"""Sketches of boards as SVG, in the colours of the page: those of its theme, or of the paper around them."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape

from .drawing import Colour, Disc, Label, Mark, Outline, Paint, Patch, Sketch, Tint

_TOKENS: dict[Colour, str] = {"rim": "board-rim", "line": "stone-dark"}
"""Colours that the style sheets of the pages call otherwise."""


def render_svg(game: str, sketch: Sketch, *, labelled: bool = False) -> Markup:
    """Returns a sketch as SVG, with its text if it is large enough to be *labelled*."""
    marks = "".join(shape for mark in sketch.marks for shape in _render_mark(mark, labelled=labelled))
    box = f'viewBox="-4 -4 {sketch.width + 8:g} {sketch.height + 8:g}"'
    # Labels are escaped; the rest contains no text of users.
    return Markup(f'<svg class="miniature {game}" {box} aria-hidden="true">{marks}</svg>')


def _render_mark(mark: Mark, *, labelled: bool) -> Iterator[str]:
    x, y = mark.corners[0] if isinstance(mark, Patch) else mark.at
    if isinstance(mark, Label):
        if labelled:
            if mark.disc:
                yield from _render_mark(Disc(mark.at, mark.disc, "sheet", mark.edge), labelled=True)
            look = f'fill="{write_paint(mark.fill)}" font-size="{mark.size:g}" text-anchor="middle"'
            yield f'<text x="{x:.1f}" y="{y:.1f}" dy=".35em" {look}>{escape(mark.text)}</text>'
        return
    if isinstance(mark, Outline):
        place = f"translate({x:.1f} {y:.1f}) scale({mark.size / 48:.3f}) translate(-24 -24)"
        look = f'fill-rule="evenodd" fill="{write_paint(mark.fill)}"'
        yield f'<path d="{mark.path}" transform="{place}" {look}/>'
        return
    if isinstance(mark, Disc):
        shape = f'circle cx="{x:.1f}" cy="{y:.1f}" r="{mark.radius:g}"'
    else:
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in mark.corners)
        shape = f'polygon points="{corners}"'
    edge = f' stroke="{write_paint(mark.edge)}" stroke-width="{mark.width:g}"' if mark.edge else ""
    yield f'<{shape} fill="{write_paint(mark.fill)}"{edge}/>'


def write_paint(paint: Paint) -> str:
    """Returns a colour as CSS."""
    if isinstance(paint, Tint):
        return f"light-dark({paint.light}, {paint.dark})"
    return f"var(--{_TOKENS.get(paint, paint)})" if paint else "none"
