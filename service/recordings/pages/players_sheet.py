"""The players' score sheet on a phone: the record in sentences, signatures and objections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from flask import redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from domain import table
from domain.errors import LocalizableError
from domain.messages import Message
from domain.model import Fact
from domain.recording.entries import Ref
from domain.table import MatchEnded, Party, PhotoAdded, PhotoRemoved
from domain.table.recordings.commands import is_signed, require_record
from domain.table.recordings.facts import Objected, Signed
from domain.table.recordings.film import list_entries
from projections.match_views import LoadedMatch
from replays.text.languages import Language
from replays.text.narration import Line

from ... import faces
from ...cases import photos
from ...faces.svg import render_svg
from ...http.pages import Pages
from ...http.problem_types import KINDS
from ...http.requests import optional_token
from ...http.services import services
from ...identity import browser
from ...identity.players import PlayerDirectory
from ...matches.repository import MatchRepository
from ...matches.viewing.access import Access
from ...matches.viewing.narrators import choice_narrator, narrate_lines
from ...matches.viewing.seat_names import shown_names
from ...matches.viewing.visibility import Window
from ...shared import i18n
from ...shared.errors import InvalidOptions, UnknownToken
from ..repeated_forms import has_paper, has_photo
from ..service import Recordings
from .own_cards import list_own_cards
from .sheet_entries import describe_entries

pages = Pages("players_sheet", __name__)

MAX_FORM_BYTES = photos.MAX_PHOTO_BYTES + 64 * 1024
"""The largest form with a photo."""
MAX_TEXT = 4000
"""Characters of the reason of an objection."""


class SeatState(NamedTuple):
    """The last signature or objection of a seat that stands, and whether this browser acts for the seat."""

    seat: int
    name: str
    signed: Signed | None
    objected: Objected | None
    is_own: bool


class SheetPhoto(NamedTuple):
    """A photo of the table, with the number of its entry; a `removed` one has no bytes any more."""

    entry: int
    sha256: str
    removed: bool


class SheetPosition(NamedTuple):
    """The board as the table sees it: picture, moment, scores, and the cards that nobody has named."""

    picture: Markup
    caption: str
    scores: tuple[str, ...]
    unnamed: int


@pages.get("/m/<match>/sheet")
def show(match: str) -> str:
    """Shows the score sheet to the table, to judges and organizers, and where all may watch, to everybody."""
    return _render_page(match)


@pages.post("/m/<match>/sheet")
def act(match: str) -> Response | tuple[str, int]:
    """Signs for a seat, or objects to an entry. A judge or an organizer enters a signature on paper."""
    try:
        _run_action(match, request.form.get("do", ""))
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _render_page(match, i18n.tells(refusal)), KINDS[refusal.slug].status
    if _viewer_name() == browser.SCRIBE:
        return redirect(url_for("recording.show", match=match), 303)
    address = url_for("players_sheet.show", match=match)
    return redirect(f"{address}?as={browser.JUDGE}" if _viewer_name() else address, 303)


def _run_action(match: str, name: str) -> None:
    seat = request.form.get("seat", -1, int)
    is_official = _viewer_name() == browser.JUDGE
    token = browser.session_token(match, _viewer_name() or f"{browser.SEAT}{seat}")
    if token is None:
        raise UnknownToken(Message("Each player signs and objects for one seat: the one they play."))
    by = services()[Recordings].party_of(match, token)
    signatures = services()[Recordings].signatures
    if name == "sign":
        head = request.form.get("head", "")
        if not (is_official and has_paper(services(), match, seat, head)):
            signatures.sign(match, by, seat, head, "paper" if is_official else "phone")
    elif name == "object":
        text = request.form.get("text", "").strip()[:MAX_TEXT]
        if not text:
            raise InvalidOptions("/text", Message("Say what is wrong in the recording."))
        signatures.object_to(match, by, seat, _entry_of_form(), text)
    elif name == "note":
        services()[Recordings].notes.note_draw(
            match, by, seat, _place_of_form(), request.form.get("card", "")
        )
    elif name == "open":
        services()[Recordings].notes.open_notes(match)
    elif name != "photo":
        raise InvalidOptions("/do", Message("Choose what to do."))
    if name == "photo" or (name == "sign" and is_official):
        _add_photo(match, by, is_needed=name == "photo")


def _entry_of_form() -> int:
    """Returns the number of an entry in the form, 0 by default and -1 for an invalid one."""
    return _read_number(request.form.get("entry", "").strip() or "0")


def _place_of_form() -> Ref:
    """Returns the place of a card in the form, with -1 for an invalid number."""
    fact, _, index = request.form.get("place", "").partition("-")
    return Ref(_read_number(fact), _read_number(index))


def _read_number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else -1


def _add_photo(match: str, by: Party, *, is_needed: bool) -> None:
    """Adds the photo of the form, if there is one or one *is_needed*; the entry may have it already."""
    upload = request.files.get("photo")
    file = upload.read() if upload else b""
    entry = _entry_of_form()
    if (file or is_needed) and not has_photo(services(), match, file, entry):
        photos.add_photo(services(), match, None, by, file, entry=entry)


def _viewer_name() -> str:
    name = request.args.get("as", "")
    return name if name in (browser.JUDGE, browser.SCRIBE) else ""


@pages.url_value_preprocessor
def allow_photos(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Raises the body limit to a form with a photo."""
    if endpoint == "players_sheet.act":
        request.max_content_length = MAX_FORM_BYTES


def _render_page(match: str, trouble: str = "") -> str:
    repository = services()[MatchRepository]
    token = browser.session_token(match, _viewer_name()) or optional_token()
    window = services()[Access].window(match, services()[Access].viewer_for(match, token))
    rules, match_state = window.load()
    require_record(match_state)
    replay = window.load_replay()
    people, lang = services()[PlayerDirectory], i18n.page_language()
    lines = narrate_lines(window.game, replay, window.viewer, people, lang)
    visible_facts = [table.redact_fact(rules, fact, window.viewer) for fact in replay.facts]
    names = shown_names(match_state, people)
    own_names = {seat: names[seat] for seat in browser.seats_of(match)} if not is_signed(match_state) else {}
    narrator = choice_narrator(window.game, rules, lang)
    own_cards = list_own_cards(LoadedMatch(rules, match_state), replay, lines, narrator, own_names)
    entries = [*describe_entries(list_entries(replay.facts), replay.facts, lines)]
    return render_template(
        "players_sheet.html",
        match=match,
        players=names,
        own_cards=[*own_cards] if not _viewer_name() else [],
        entries=entries[::-1],
        seats=[*_seat_states(match, match_state, visible_facts)],
        photos=[*_list_photos(replay.facts)] if window.viewer.reads_cases or window.viewer.at_table else [],
        photo_viewer=_viewer_name() or f"{browser.SEAT}{min(browser.seats_of(match), default=0)}",
        position=_describe_position(window, rules, match_state),
        result=_result_text(match_state, replay.facts, lines),
        signed=is_signed(match_state),
        official=_viewer_name() == browser.JUDGE,
        head=repository.load_hashes(match, replay)[-1],
        form=request.form,
        trouble=trouble,
        page={"match": match, "seq": match_state.seq},
    )


def _result_text(match_state: table.Match[Any], facts: Sequence[Fact], lines: Sequence[Line]) -> str:
    """Returns the sentence of the end, empty before it."""
    if match_state.ended is None:
        return ""
    end = max(fact.seq for fact in facts if isinstance(fact.event, MatchEnded))
    return next(line.text for line in lines if line.seq == end)


def _seat_states(match: str, match_state: table.Match[Any], facts: Sequence[Fact]) -> Iterator[SeatState]:
    """Yields the state of each seat."""
    record = require_record(match_state)
    own_seats = browser.seats_of(match)
    signed = {fact.event.seat: fact.event for fact in facts if isinstance(fact.event, Signed)}
    open_objections = record.list_open_objections(match_state.cases)
    objected = {
        fact.event.seat: fact.event
        for fact in facts
        if isinstance(fact.event, Objected) and fact.seq in open_objections
    }
    for seat, name in enumerate(shown_names(match_state, services()[PlayerDirectory])):
        yield SeatState(
            seat,
            name,
            signed[seat] if seat in record.signed else None,
            objected.get(seat),
            seat in own_seats,
        )


def _list_photos(facts: Sequence[Fact]) -> Iterator[SheetPhoto]:
    """Yields the photos of the recording, without those of cases."""
    removed = {fact.event.photo for fact in facts if isinstance(fact.event, PhotoRemoved)}
    for fact in facts:
        if isinstance(fact.event, PhotoAdded) and not fact.event.case:
            yield SheetPhoto(fact.event.entry, fact.event.sha256, fact.seq in removed)


def _describe_position(window: Window, rules: Any, match_state: table.Match[Any]) -> SheetPosition:
    """Returns the position as the table sees it."""
    scene = table.make_scene(rules, match_state, window.viewer)
    sketch = faces.sketch(window.game, scene.board, rules.book)
    translator = Language(i18n.page_language(), i18n.catalogue(i18n.page_language()))
    return SheetPosition(
        render_svg(window.game.NAME, sketch),
        translator.render(sketch.caption),
        tuple(translator.render(score) for _, score in sketch.seats),
        _count_blanks(msgspec.to_builtins(scene.board)),
    )


def _count_blanks(board: object) -> int:
    """Returns the number of blank ids in the lists of a redacted board."""
    if isinstance(board, dict):
        return sum(map(_count_blanks, board.values()))
    if isinstance(board, list | tuple):
        return sum(1 if item == "" else _count_blanks(item) for item in board)
    return 0
