"""Draws score sheets on A4 pages, blank or filled, as one PDF file.

A sheet has a head with the players and a QR code, a table with one row a turn, and places for signatures.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import segno

from domain.sheets.sheet import SEATS

from ..shared.i18n import says

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
WIDTH, HEIGHT, MARGIN = 210 * MM, 297 * MM, 15 * MM
RIGHT = WIDTH - MARGIN
QR_SIDE = 26 * MM
ROW_HEIGHT, LINE_HEIGHT = 7.2 * MM, 3.9 * MM
SIGNATURE_HEIGHT = 11 * MM
COLUMNS = (MARGIN, MARGIN + 14 * MM, MARGIN + 34 * MM, RIGHT - 30 * MM, RIGHT)
"""The left sides of the columns of round, turn, notation and check, and the right side of the last."""
BLANK_PAGES = 2
FONT = "Recount"
NOTATION_SIZE = 8.5
_ROUND = re.compile(r"R\d+")


class Row(NamedTuple):
    """A turn on paper: its round, its character or seat, its notation, and its check."""

    round: str = ""
    turn: str = ""
    notation: str = ""
    check: str = ""


class Paper(NamedTuple):
    """A score sheet: the title of its game, its place, the link of its QR code, its seats and its rows.

    The place is that of the table in a tournament. A seat has its player and its characters, or nothing. A
    blank sheet has no rows. `check` is the word before the numbers of a check.
    """

    title: str
    place: str
    link: str
    seats: Sequence[str]
    check: str
    rows: Sequence[Row] = ()


def read_rows(sheet: str) -> list[Row]:
    """Returns the rows of a sheet in notation, after the lines of its game and its seats."""
    lines = iter(sheet.splitlines()[1:])
    return [_read_row(line) for line in lines if line[1:3] != ": "]


def _read_row(line: str) -> Row:
    words, _, check = line.partition(" = ")
    first, *others = words.split(" ")
    if _ROUND.fullmatch(first) and others:
        return Row(first, others[0], " ".join(others[1:]), check)
    if len(first) == 1:
        return Row("", first, " ".join(others), check)
    return Row("", "", words, check)


def draw_papers(papers: Sequence[Paper]) -> bytes:
    """Returns a PDF file with a sheet after the other, each of which begins on a page of its own."""
    from reportlab.pdfgen.canvas import Canvas  # takes 0.1 s, which only prints need

    file = io.BytesIO()
    _prepare_library()
    canvas = Canvas(file, (WIDTH, HEIGHT), invariant=1)
    canvas.setTitle(says("Score sheet"))
    canvas.setCreator("Recount")
    for paper in papers:
        _PaperDrawer(canvas, paper).draw()
    canvas.save()
    return file.getvalue()


@cache
def _prepare_library() -> None:
    """Registers the font, and writes bytes rather than base 85, which took a fifth more of time and room."""
    from reportlab import rl_config
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    font = resources.files("service.site") / "fonts/sans.ttf"
    registerFont(TTFont(FONT, io.BytesIO(font.read_bytes())))
    rl_config.useA85 = 0


class _PaperDrawer:
    """Draws one sheet from the top of a page; `_y` is the upper side of what comes next."""

    def __init__(self, canvas: Canvas, paper: Paper) -> None:
        self._canvas, self._paper = canvas, paper
        self._y, self._page = 0.0, 0

    def draw(self) -> None:
        """Draws all pages of the sheet."""
        self._begin_page()
        bottom = MARGIN + self._signatures_height
        if self._paper.rows:
            for row in self._paper.rows:
                self._draw_row(row, MARGIN)
            if self._y < bottom:
                self._end_page()
                self._begin_page()
        else:
            for page in range(1, BLANK_PAGES + 1):
                while self._y - ROW_HEIGHT >= (bottom if page == BLANK_PAGES else MARGIN):
                    self._draw_row(Row(), 0)
                if page < BLANK_PAGES:
                    self._end_page()
                    self._begin_page()
        self._draw_signatures()
        self._end_page()

    # -- pages ---------------------------------------------------------------------------------------

    def _begin_page(self) -> None:
        self._page += 1
        self._y = HEIGHT - MARGIN
        if self._page == 1:
            self._draw_head()
        else:
            self._write(MARGIN, self._y - 9, 9, " · ".join(filter(None, (self._title, self._paper.place))))
            self._y -= 6 * MM
        self._draw_column_heads()

    def _end_page(self) -> None:
        self._write_right(RIGHT, MARGIN - 5 * MM, 7, says("Page {number}", number=self._page))
        self._write(MARGIN, MARGIN - 5 * MM, 7, self._paper.link)
        self._canvas.showPage()

    @property
    def _title(self) -> str:
        return f"{says('Score sheet')} · {self._paper.title}"

    # -- parts ---------------------------------------------------------------------------------------

    def _draw_head(self) -> None:
        """Draws title, place, seats and QR code."""
        left_width = RIGHT - QR_SIDE - MARGIN - 6 * MM
        self._draw_qr_code(RIGHT - QR_SIDE, self._y - QR_SIDE)
        self._write(MARGIN, self._y - 15, 15, self._title)
        y = self._y - 9 * MM
        self._write(MARGIN, y - 9, 9, self._paper.place or says("Table: ____________  Date: ____________"))
        y -= 7 * MM
        for letter, seat in zip(SEATS, self._paper.seats, strict=False):
            self._write(MARGIN, y - 10, 10, f"{letter}:")
            for line in self._wrap(seat, 10, left_width - 7 * MM)[:1]:
                self._write(MARGIN + 7 * MM, y - 10, 10, line)
            self._canvas.setLineWidth(0.4)
            self._canvas.line(MARGIN + 7 * MM, y - 13, MARGIN + left_width, y - 13)
            y -= 6.5 * MM
        self._y = min(y, self._y - QR_SIDE) - 4 * MM

    def _draw_qr_code(self, left: float, bottom: float) -> None:
        matrix = segno.make(self._paper.link, error="m").matrix
        module = QR_SIDE / len(matrix)
        self._canvas.setFillGray(0)
        for y, modules in enumerate(reversed(matrix)):
            x = left
            for is_dark, run in groupby(modules):
                width = len([*run]) * module
                if is_dark:
                    self._canvas.rect(x, bottom + y * module, width, module, stroke=0, fill=1)
                x += width

    def _draw_column_heads(self) -> None:
        heads = (
            says("Round"),
            says("Turn"),
            says("Notation"),
            says("Check ({word})", word=self._paper.check),
        )
        self._canvas.setFillGray(0.9)
        self._canvas.rect(MARGIN, self._y - 5.5 * MM, RIGHT - MARGIN, 5.5 * MM, stroke=0, fill=1)
        self._canvas.setFillGray(0)
        for left, head in zip(COLUMNS, heads, strict=False):
            self._write(left + 1.2 * MM, self._y - 4 * MM, 8, head)
        self._y -= 5.5 * MM
        self._rule(self._y)

    def _draw_row(self, row: Row, bottom: float) -> None:
        """Draws a row, on the next page if it would end below *bottom*."""
        width = COLUMNS[3] - COLUMNS[2] - 2.4 * MM
        lines = self._wrap(row.notation, NOTATION_SIZE, width)
        height = max(ROW_HEIGHT if not self._paper.rows else 0, 1.8 * MM + LINE_HEIGHT * len(lines))
        if self._y - height < bottom:
            self._end_page()
            self._begin_page()
        baseline = self._y - 1.2 * MM - NOTATION_SIZE
        for left, text in zip(COLUMNS, (row.round, row.turn, "", row.check), strict=False):
            self._write(left + 1.2 * MM, baseline, NOTATION_SIZE, text)
        for number, line in enumerate(lines):
            self._write(COLUMNS[2] + 1.2 * MM, baseline - number * LINE_HEIGHT, NOTATION_SIZE, line)
        self._canvas.setLineWidth(0.3)
        for x in COLUMNS:
            self._canvas.line(x, self._y, x, self._y - height)
        self._y -= height
        self._rule(self._y)

    @property
    def _signatures_height(self) -> float:
        return 8 * MM + SIGNATURE_HEIGHT * len(self._paper.seats)

    def _draw_signatures(self) -> None:
        """Draws a line for the result, and one for the signature of each seat."""
        y = self._y - 7 * MM
        self._write(MARGIN, y, 9, says("Result: ______________________"))
        for letter, seat in zip(SEATS, self._paper.seats, strict=False):
            y -= SIGNATURE_HEIGHT
            name = self._wrap(seat, 9, 70 * MM)[0]
            self._write(MARGIN, y, 9, f"{letter}: {name}")
            self._write(MARGIN + 80 * MM, y, 9, says("Signature"))
            self._canvas.line(MARGIN + 100 * MM, y - 2, RIGHT, y - 2)

    # -- text ----------------------------------------------------------------------------------------

    def _write(self, x: float, y: float, size: float, text: str) -> None:
        self._canvas.setFont(FONT, size)
        self._canvas.drawString(x, y, text)

    def _write_right(self, x: float, y: float, size: float, text: str) -> None:
        self._canvas.setFont(FONT, size)
        self._canvas.drawRightString(x, y, text)

    def _rule(self, y: float) -> None:
        self._canvas.setLineWidth(0.3)
        self._canvas.line(MARGIN, y, RIGHT, y)

    def _wrap(self, text: str, size: float, width: float) -> list[str]:
        """Returns *text* in lines of at most *width*, one at least; a longer word is cut."""
        return list(self._wrap_words(text.split(" "), size, width)) or [""]

    def _wrap_words(self, words: Sequence[str], size: float, width: float) -> Iterator[str]:
        line = ""
        for word in words:
            longer = f"{line} {word}".strip()
            if line and self._canvas.stringWidth(longer, FONT, size) > width:
                yield line
                longer = word
            while self._canvas.stringWidth(longer, FONT, size) > width:
                end = next(
                    end
                    for end in range(len(longer) - 1, 0, -1)
                    if end == 1 or self._canvas.stringWidth(longer[:end], FONT, size) <= width
                )
                yield longer[:end]
                longer = longer[end:]
            line = longer
        if line:
            yield line
