"""Endpoints of score sheets."""

from __future__ import annotations

import hashlib
from typing import Any

import marshmallow as ma
from flask import Response, request
from marshmallow import fields
from msgspec import Struct

from domain import decider
from domain.published import OptionalText
from domain.sheets.reading import Reading
from domain.sheets.scoresheets import OpenedSheet, open_sheet, read_sheet
from domain.sheets.sheet import SheetMistake, SheetTooLong
from replays.text.languages import Language

from ...catalog.cardsets import CardSetNotFound, CardSetRegistry
from ...http.bodies.schemas import SHORT_TEXT, LocalizedQuery, no_value
from ...http.heavy import MAX_HEAVY_BYTES, costly, heavy
from ...http.resource import Resource
from ...http.responses import json_response
from ...http.services import services
from ...http.tags import Tag
from ...matches.repository import MatchRepository
from ...matches.viewing.access import Access
from ...matches.viewing.viewers import reveals, viewer_of
from ...shared.catalogues import language
from ...shared.errors import InvalidOptions
from ..sheet_texts import write_replay
from ..sheet_time import TimedDesk

sheets = Resource("sheets", Tag.RECORDINGS)

TEXT = "text/plain"


def _allow_large_sheets() -> None:
    request.max_content_length = MAX_HEAVY_BYTES


sheets.blueprint.before_request(_allow_large_sheets)


class SheetToCheck(ma.Schema):
    """The text of a score sheet, its game, and a card set, by default that of the game."""

    game = fields.String(required=True, validate=SHORT_TEXT)
    text = fields.String(required=True)
    cards = fields.String(load_default=no_value, validate=SHORT_TEXT)


class FoundMistake(Struct, frozen=True):
    """A mistake of a sheet, with its line and column from 1 and the number of the rule that it breaks."""

    line: int
    column: int
    rule: OptionalText
    sentence: str


class SheetResult(Struct, frozen=True):
    """The result at the end of a sheet: the winning seats, none for a draw, and the score of each side.

    `rule` is the number of the rule that decided the match.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rule: OptionalText


class CheckedSheet(Struct, frozen=True):
    """A sheet that was read up to its first mistake: its lines and answers until there, and the mistakes.

    A check that differs from the facts is a mistake that does not end the reading. `result` is null for a
    sheet that does not reach the end of its match.
    """

    lines: int
    answers: int
    mistakes: tuple[FoundMistake, ...]
    result: SheetResult | None


EXAMPLE_SHEET = "game arena chapter=1\nA: Ana SAM ALA\nB: Ben GAS ARI\n[*: A]\nat SAM e1 GAS e1"


@sheets.post("/sheets/check")
@costly
@heavy
@sheets.arguments(LocalizedQuery, location="query")
@sheets.arguments(SheetToCheck, example={"game": "arena", "text": EXAMPLE_SHEET})
@sheets.returns(200, CheckedSheet)
@sheets.errors(400, 404, 413, 415, 422, 503)
def check_sheet(query: dict[str, Any], args: dict[str, Any]) -> Response:
    """Check a score sheet.

    The service reads the sheet and stores nothing. The sheet names the cards that the table saw, with `_` for
    all others, or has the order of each deck, as `recount sheet --all-cards` writes it. It has at most
    200,000 bytes and 2,000 lines.
    """
    game, text = services()[MatchRepository].find_game(args["game"]), args["text"]
    try:
        book = services()[CardSetRegistry].find_cards(game.NAME, args["cards"]).book
    except CardSetNotFound as error:
        raise InvalidOptions("/cards", error.message) from error
    speaker = language(query["lang"])
    try:
        opened = open_sheet(text, {game.NAME: game}, lambda _: book)
    except SheetTooLong:
        raise
    except SheetMistake as mistake:
        checked = CheckedSheet(mistake.line - 1, 0, (_translate(mistake, speaker),), None)
    else:
        checked = _describe_reading(opened, read_sheet(opened, TimedDesk), speaker, text)
    return json_response(checked, Cache_Control="no-store", Content_Language=query["lang"])


@sheets.get("/matches/<match>/sheet", "VIEWER")
@heavy
@sheets.returns(200, "Sheet", TEXT)
@sheets.errors(401, 404, 409, 422, 503)
@reveals
def get_match_sheet(match: str) -> Response:
    """Get the score sheet of a match.

    It has a line for each turn, in the notation of sheets and without cards that the public does not see.
    """
    window = services()[Access].window(match, viewer_of(match))
    text = write_replay(window.game, window.load_replay())
    tag = hashlib.sha256(text.encode()).hexdigest()[:16]  # names in it can change
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization", "ETag": f'"{tag}"'}
    return Response(text, headers=headers, content_type=f"{TEXT}; charset=utf-8")


def _describe_reading(opened: OpenedSheet, reading: Reading, speaker: Language, text: str) -> CheckedSheet:
    """Returns the mistakes of a *reading*, in the order of their lines, and its result."""
    mistakes, lines = list(reading.differences), len(text.splitlines())
    if reading.mistake is not None:
        mistakes.append(reading.mistake)
        lines = reading.mistake.line - 1
    result = None
    if reading.mistake is None and decider.open_question(opened.rules, reading.position) is None:
        result = SheetResult(*opened.rules.game_result(reading.position.board))
    found = tuple(_translate(mistake, speaker) for mistake in mistakes)
    return CheckedSheet(lines, len(reading.answers), found, result)


def _translate(mistake: SheetMistake, speaker: Language) -> FoundMistake:
    return FoundMistake(mistake.line, mistake.column, mistake.rule, speaker.render(mistake.sentence))
