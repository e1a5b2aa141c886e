"""Whole score sheets: reads one as a match from its set-up on, and writes a match as one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .. import table
from ..decider import Position, Unplayable
from ..errors import LocalizableError
from ..games import Game
from ..messages import Message
from ..model import Fact, Picks, SeatHandedOver, SeatRetired
from ..recording.recording import Recording
from ..rules import Rules
from ..table import MatchOpened, PositionCorrected, TableFact
from .cursor import Cursor, list_words
from .desk import Desk, OpenDesk
from .reading import Reader, Reading
from .recording_desk import RecordingDesk
from .sheet import SEATS, SeatLine, Sheet, SheetMistake, Token, parse_sheet
from .writing import Writer

_VERSION = "version"


class Unwritable(LocalizableError):
    """No sheet can write the match."""

    slug = "no-sheet"


def _unlimited(desk: Desk) -> Desk:
    return desk


class OpenedSheet(NamedTuple):
    """A sheet with its game, its rules, and the board before the first answer."""

    sheet: Sheet
    game: Game
    rules: Rules[Any, Any]
    board: Any


def open_sheet(text: str, games: Mapping[str, Game], find_book: Callable[[Game], Any]) -> OpenedSheet:
    """Returns the sheet of *text* with the game that it names; raises `SheetMistake`."""
    sheet = parse_sheet(text)
    game = games.get(sheet.game.key)
    if game is None:
        sentence = Message(
            "A game is one of {games}, not “{text}”.", games=list_words(games), text=sheet.game.text
        )
        raise SheetMistake(sheet.game, sentence)
    book = find_book(game)
    options = dict(map(_read_option, sheet.options))
    version = options.pop(_VERSION, game.VERSION)
    if isinstance(version, bool) or version not in game.VERSIONS:
        versions = list_words(map(str, game.VERSIONS))
        sentence = Message("The versions of these rules are {versions}.", versions=versions)
        raise SheetMistake(sheet.game, sentence)
    rules = game.make_rules(book, version)
    characters = tuple(_read_characters(game, book, seat) for seat in sheet.seats)
    try:
        board = rules.initial_board(game.SHEET.read_options(options, characters), len(sheet.seats))
    except Unplayable as error:
        raise SheetMistake(sheet.game, error.message, error.rule or "") from error
    return OpenedSheet(sheet, game, rules, board)


def read_sheet(opened: OpenedSheet, limit_desk: Callable[[Desk], Desk] = _unlimited) -> Reading:
    """Returns the reading of a sheet, up to its first mistake.

    A sheet without the orders of decks is read as a recording, and its facts are those that a spectator sees.
    *limit_desk* returns a desk that stops the reading.
    """
    sheet, game, rules, board = opened
    try:
        cursor = Cursor(sheet.lines)
    except SheetMistake as mistake:
        return Reading((), (), Position(board), mistake, ())
    if cursor.has_decks:
        desk = limit_desk(OpenDesk(rules, board, cursor))
        return Reader(game.SHEET, rules, sheet.lines, cursor, desk).read()
    recording = Recording.start(rules, Position(board))
    recording_desk = RecordingDesk(game.SHEET, rules, recording, cursor)
    reading = Reader(game.SHEET, rules, sheet.lines, cursor, limit_desk(recording_desk)).read()
    return reading._replace(facts=tuple(recording_desk.recording.facts))


def _read_option(token: Token) -> tuple[str, Any]:
    """Returns the name and the value of an option `chapter=3`."""
    name, equals, value = token.text.partition("=")
    if not (name and equals and value):
        raise SheetMistake(token, Message("An option is name=value, not “{text}”.", text=token.text))
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def _read_characters(game: Game, book: Any, seat: SeatLine) -> Picks:
    """Returns the characters after the name of a player."""
    characters = {id.casefold(): id for id in game.list_characters(book)}
    for token in seat.words[1:]:
        if token.key not in characters:
            sentence = Message(
                "After a name of one word stand characters, {characters}, not “{text}”.",
                characters=list_words(characters.values()),
                text=token.text,
            )
            raise SheetMistake(token, sentence)
    return tuple(characters[token.key] for token in seat.words[1:])


def write_sheet(
    game: Game, rules: Rules[Any, Any], facts: Sequence[Fact], names: Sequence[str], *, exact: bool
) -> str:
    """Returns the match of *facts*, which no viewer's eye has redacted, as a sheet.

    An *exact* sheet has all cards and can be read without the table; another has what a spectator sees. Only
    the last line of a match with rewinds is written. Raises `Unwritable`.
    """
    settings = facts[0].event
    assert isinstance(settings, MatchOpened)
    match = table.fold(rules, facts)
    abandoned = [range(first, last + 1) for first, last in match.abandoned]
    written = [fact for fact in facts if not any(fact.seq in line for line in abandoned)]
    if settings.position or any(
        isinstance(fact.event, SeatRetired | SeatHandedOver | PositionCorrected) for fact in written
    ):
        raise Unwritable(
            Message("A sheet has no line for a position, a ruling on one, or a seat that its player left.")
        )
    if match.record is not None:  # its stored facts are those of a spectator
        written = [match.record.recording.full_fact(fact.seq) or fact for fact in written]
    game_facts = [fact for fact in written if not isinstance(fact.event, TableFact)]
    board = rules.initial_board(settings.options, settings.seats)
    lines = Writer(game.SHEET, rules, exact=exact).write(board, game_facts)
    return "\n".join((*_header(game, settings, match.position.board, names), *lines, ""))


def _header(game: Game, settings: MatchOpened, board: Any, names: Sequence[str]) -> list[str]:
    """Returns the lines of the game and of the seats."""
    options = {_VERSION: settings.version, **game.SHEET.write_options(settings.options)}
    words = [
        f"{name}={value if isinstance(value, str) else json.dumps(value, separators=(',', ':'))}"
        for name, value in options.items()
        if value is not None
    ]
    lines = [" ".join(("game", settings.game, *words))]
    for seat, name in zip(range(settings.seats), names, strict=True):
        word = re.sub(r"[\s#]+", "_", name) or "-"
        lines.append(" ".join((f"{SEATS[seat]}: {word}", *game.SHEET.characters(board, seat))))
    return lines
