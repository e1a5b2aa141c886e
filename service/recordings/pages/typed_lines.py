"""Lines that a scribe typed without a network, read as entries once there is one."""

from __future__ import annotations

from flask import Response, request
from msgspec import Struct

from domain.messages import Message
from domain.model import Asker, Picks
from domain.published import OptionalText, encode
from domain.recording.entries import Entry
from domain.sheets.sheet import SheetMistake
from domain.sheets.typed_lines import read_line
from domain.table.recordings.commands import require_open_record

from ...http.bodies.json_bodies import JSON
from ...http.heavy import costly
from ...http.pages import Pages
from ...http.requests import require_token
from ...http.services import services
from ...matches.repository import MatchRepository
from ...shared import i18n
from ...shared.catalogues import language
from ...shared.errors import InvalidOptions
from ..service import Recordings

pages = Pages("typed_lines", __name__)

MAX_LENGTH = 500
"""Characters of one line."""


class ReadSighting(Struct, frozen=True):
    """A card that became visible, as an entry names it."""

    card: str


class ReadEntry(Struct, frozen=True):
    """An entry that a line means, without an id."""

    seat: Asker
    picks: Picks
    sightings: tuple[ReadSighting, ...]


class LineMistake(Struct, frozen=True):
    """A mistake in a line, at a column from 1, with the rule that it breaks, if one."""

    column: int
    rule: OptionalText
    sentence: str


class ReadLine(Struct, frozen=True):
    """The entries that a line means, none for one with a mistake."""

    entries: tuple[ReadEntry, ...]
    mistake: LineMistake | None


@pages.post("/m/<match>/record/lines")
@costly
def read(match: str) -> Response:
    """Reads a typed line as the next entries, and writes nothing; for a device that records the match."""
    services()[Recordings].party_of(match, require_token())
    body = request.get_json()
    text = body.get("text") if isinstance(body, dict) else None
    if not isinstance(text, str) or not 0 < len(text.strip()) <= MAX_LENGTH:
        raise InvalidOptions("/text", Message("A line has 1 to {length} characters.", length=MAX_LENGTH))
    rules, match_state = services()[MatchRepository].load_match(match)
    dialect = services()[MatchRepository].find_game(match_state.settings.game).SHEET
    line = read_line(dialect, rules, require_open_record(match_state).recording, text)
    mistake = next(iter([line.mistake] if line.mistake else line.differences), None)
    entries = () if mistake else tuple(map(_read_entry, line.entries))
    read_text = ReadLine(entries, _describe(mistake) if mistake else None)
    return Response(encode(read_text), headers={"Cache-Control": "no-store"}, content_type=JSON)


def _read_entry(entry: Entry) -> ReadEntry:
    sightings = tuple(ReadSighting(sighting.card) for sighting in entry.sightings)
    return ReadEntry(entry.seat, entry.picks, sightings)


def _describe(mistake: SheetMistake) -> LineMistake:
    sentence = language(i18n.page_language()).render(mistake.sentence)
    return LineMistake(mistake.column, mistake.rule, sentence)
