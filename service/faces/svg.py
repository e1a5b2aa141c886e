"""Sketches of boards as SVG, in the colours of the page."""

from __future__ import annotations

from markupsafe import Markup

from .drawing import Disc, Patch, Sketch


def render_svg(game: str, sketch: Sketch) -> Markup:
    """Returns a sketch as SVG without its text, which would be too small."""
    marks = []
    for mark in sketch.marks:
        if isinstance(mark, Disc):
            (x, y), radius = mark.at, mark.radius
            shape = f'circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"'
        elif isinstance(mark, Patch):
            corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in mark.corners)
            shape = f'polygon points="{corners}"'
        else:
            continue
        look = f'class="f-{mark.fill or "none"} e-{mark.edge or "none"}" stroke-width="{mark.width:g}"'
        marks.append(f"<{shape} {look}/>")
    box = f'viewBox="-4 -4 {sketch.width + 8:g} {sketch.height + 8:g}"'
    # It contains no text of users.
    return Markup(f'<svg class="miniature {game}" {box} aria-hidden="true">{"".join(marks)}</svg>')
