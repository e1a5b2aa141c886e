"""Paints sketches of boards on the canvas of pictures."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw

from ..faces.drawing import Disc, Label, Outline, Patch, Point, Sketch
from ..faces.paths import flatten_path
from .canvas import SCALE, Canvas, find_colour, load_font

OUTLINE_SIDE = 48
"""Side of the square of a silhouette."""


def paint_sketch(canvas: Canvas, sketch: Sketch, corner: Point, width: float, height: float) -> None:
    """Paints *sketch* as large as possible in the middle of a rectangle with its upper left *corner*."""
    scale = min(width / sketch.width, height / sketch.height)
    left = corner[0] + (width - scale * sketch.width) / 2
    top = corner[1] + (height - scale * sketch.height) / 2

    def at(point: Point) -> Point:
        return (SCALE * (left + scale * point[0]), SCALE * (top + scale * point[1]))

    def draw_shape(mark: Disc | Patch) -> None:
        fill, edge = find_colour(mark.fill), find_colour(mark.edge)
        line = round(mark.width * scale * SCALE) if edge else 0
        if isinstance(mark, Disc):
            canvas.pen.circle(at(mark.at), mark.radius * scale * SCALE, fill, edge, line)
        else:
            canvas.pen.polygon([at(point) for point in mark.corners], fill, edge, line)

    for mark in sketch.marks:
        if isinstance(mark, Label):
            if mark.disc:
                draw_shape(Disc(mark.at, mark.disc, "sheet", mark.edge))
            font = load_font(mark.size * scale)
            canvas.pen.text(at(mark.at), mark.text, find_colour(mark.fill), font, anchor="mm")
        elif isinstance(mark, Outline):
            side = round(mark.size * scale * SCALE)
            x, y = at(mark.at)
            canvas.stamp(_draw_outline(mark.path, side), (x - side / 2, y - side / 2), mark.fill)
        else:
            draw_shape(mark)


def _draw_outline(path: str, side: int) -> Image.Image:
    """Returns a silhouette as a mask with its holes."""
    mask = Image.new("1", (side, side))
    for polygon in flatten_path(path):
        curve = Image.new("1", (side, side))
        points = [(x * side / OUTLINE_SIDE, y * side / OUTLINE_SIDE) for x, y in polygon]
        ImageDraw.Draw(curve).polygon(points, fill=1)
        mask = ImageChops.logical_xor(mask, curve)
    return mask
