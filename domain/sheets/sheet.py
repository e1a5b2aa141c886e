"""The text of a score sheet, cut into lines and tokens.

    game arena chapter=3          # a comment
    A: Ana SAM ALA ARI
    B: Ben GAS MAL DEM
    R3 ARI d4 x GAS 2 = vp 3:2    ?? not sure of the damage

A sign such as `(` or `@` is a token of its own, and a word is one. A `#` before a number or a code is a card;
any other `#` begins a comment. An `=` begins a check, `!!` or `??` a remark, each up to the end of the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..errors import LocalizableError
from ..messages import Message

MAX_BYTES, MAX_LINES = 200_000, 2_000
SEATS = "ABCDEFGH"
"""The letters of the seats."""
CHANCE_LETTER = "*"
END_OF_LINE = "\n"
UNKNOWN = "_"
"""The word for a card that nobody saw; `?` is another."""

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<comment>#(?![A-Za-z]*\d).*)|(?P<remark>(?:!!|\?\?).*)"
    r"|(?P<sign>[()\[\]<>,@+$!=^#]|\?(?=\w)|-(?=\w))|(?P<word>\?|[^\s()\[\]<>,@+$!?=^#]+)"
)
_SEAT_LINE = re.compile(r"\s*([A-Ha-h]):(.*)")


class Token(NamedTuple):
    """A word or sign of a sheet, with its line and column from 1."""

    text: str
    line: int
    column: int

    @property
    def key(self) -> str:
        """The text without regard to case."""
        return self.text.casefold()


class Remark(NamedTuple):
    """What a line says in its own words: `!!` against a rule, or `??` not sure."""

    line: int
    text: str


class Line(NamedTuple):
    """A line of a sheet: its tokens, with that of its end, and the tokens of its check."""

    number: int
    tokens: tuple[Token, ...]
    check: tuple[Token, ...] = ()


class SeatLine(NamedTuple):
    """The words about a seat: the name of its player, and its characters."""

    number: int
    words: tuple[Token, ...]


class Sheet(NamedTuple):
    """A sheet by its parts: the game, the options as written, the seats, the lines and the remarks."""

    game: Token
    options: tuple[Token, ...]
    seats: tuple[SeatLine, ...]
    lines: tuple[Line, ...]
    remarks: tuple[Remark, ...]


class SheetMistake(LocalizableError):
    """A mistake of a sheet with its line and column from 1, and the rule that it breaks, if one."""

    def __init__(self, token: Token, sentence: Message, rule: str = "") -> None:
        super().__init__(
            Message(
                "Line {line}, column {column}: {sentence}",
                line=token.line,
                column=token.column,
                sentence=sentence,
            )
        )
        self.line, self.column, self.sentence, self.rule = token.line, token.column, sentence, rule


class SheetTooLong(SheetMistake):
    """A sheet has more bytes or lines than the service reads."""

    slug = "too-large"


def decode_sheet(data: bytes) -> str:
    """Returns the text of *data*; raises `SheetMistake` for one that is too long or not UTF-8."""
    _require_length(data)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line, start = data.count(b"\n", 0, error.start) + 1, data.rfind(b"\n", 0, error.start) + 1
        column = len(data[start : error.start].decode("utf-8")) + 1
        raise SheetMistake(Token("", line, column), Message("This byte is not UTF-8.")) from error


def _require_length(data: bytes) -> None:
    """Raises `SheetTooLong` for more than `MAX_BYTES`."""
    if len(data) > MAX_BYTES:
        line = data.count(b"\n", 0, MAX_BYTES) + 1
        raise SheetTooLong(Token("", line, 1), Message("A sheet has at most {bytes} bytes.", bytes=MAX_BYTES))


def parse_sheet(text: str) -> Sheet:
    """Returns the parts of *text*; raises `SheetMistake`."""
    _require_length(text.encode("utf-8", "replace"))
    rows = text.split("\n")
    if len(rows) > MAX_LINES + 1 or (len(rows) > MAX_LINES and rows[-1]):
        raise SheetTooLong(
            Token("", MAX_LINES + 1, 1), Message("A sheet has at most {lines} lines.", lines=MAX_LINES)
        )
    game: Token | None = None
    options: tuple[Token, ...] = ()
    seats: list[SeatLine] = []
    lines: list[Line] = []
    remarks: list[Remark] = []
    for number, row in enumerate(rows, start=1):
        if game is None:
            if words := tuple(_split_words(number, row)):
                game, *others = _require_game(words)
                options = tuple(others)
        elif not lines and (seat := _SEAT_LINE.fullmatch(row)):
            seats.append(_read_seat(number, seat, len(seats)))
        else:
            line = _read_line(number, row, remarks)
            if line.tokens or line.check:
                lines.append(line)
    if game is None:
        raise SheetMistake(Token("", 1, 1), Message("A sheet begins with “game” and the name of the game."))
    return Sheet(game, options, tuple(seats), tuple(lines), tuple(remarks))


def read_lines(text: str) -> tuple[Line, ...]:
    """Returns the lines of *text*, which has neither a game nor seats; raises `SheetMistake`."""
    _require_length(text.encode("utf-8", "replace"))
    remarks: list[Remark] = []
    lines = (_read_line(number, row, remarks) for number, row in enumerate(text.split("\n"), start=1))
    return tuple(line for line in lines if line.tokens or line.check)


def _split_words(number: int, row: str) -> Iterator[Token]:
    """Yields the words of a row of the header, up to a comment."""
    for match in re.finditer(r"\S+", row.partition("#")[0]):
        yield Token(match[0], number, match.start() + 1)


def _require_game(words: tuple[Token, ...]) -> tuple[Token, ...]:
    """Returns the words after “game”."""
    if words[0].key != "game" or len(words) < 2:
        raise SheetMistake(words[0], Message("A sheet begins with “game” and the name of the game."))
    return words[1:]


def _read_seat(number: int, row: re.Match[str], seats: int) -> SeatLine:
    if seats >= len(SEATS) or row[1].upper() != SEATS[seats]:
        allowed = SEATS[seats] if seats < len(SEATS) else "-"
        raise SheetMistake(
            Token(row[1], number, row.start(1) + 1),
            Message("The next seat is {seat}, not {other}.", seat=allowed, other=row[1].upper()),
        )
    words = re.finditer(r"\S+", row[2].partition("#")[0])
    return SeatLine(number, tuple(Token(word[0], number, row.start(2) + word.start() + 1) for word in words))


def _read_line(number: int, row: str, remarks: list[Remark]) -> Line:
    """Returns the line of a row; adds its remark to *remarks*."""
    tokens: list[Token] = []
    check: list[Token] | None = None
    for match in _TOKEN.finditer(row):
        text = UNKNOWN if match[0] == "?" and match.lastgroup == "word" else match[0]
        token = Token(text, number, match.start() + 1)
        if match.lastgroup == "remark":
            remarks.append(Remark(number, match[0].strip()))
        elif match.lastgroup in ("sign", "word"):
            if check is not None:
                check.append(token)
            elif token.text == "=":
                check = []
            else:
                tokens.append(token)
    return Line(number, tuple(tokens), tuple(check or ()))
