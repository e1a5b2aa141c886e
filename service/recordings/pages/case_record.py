"""A judge settles a case by the record: another answer in place of an entry, or an irregularity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from flask import redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from domain import table
from domain.errors import LocalizableError
from domain.messages import Message
from domain.model import CHANCE
from domain.recording.entries import Entry, Sighting
from domain.table import DisputeOpened
from domain.table.cases import Case
from domain.table.recordings.facts import Irregular
from domain.table.recordings.film import RecordedEntry, list_entries
from domain.table.statements import find_waiting_case
from replays.playback.replay import Replay

from ... import faces
from ...catalog.rulebook import packaged_rulebook
from ...faces.svg import render_svg
from ...http.heavy import costly
from ...http.pages import Pages
from ...http.problem_types import KINDS
from ...http.services import services
from ...identity import browser
from ...identity.players import PlayerDirectory
from ...matches.viewing.access import Access
from ...matches.viewing.narrators import choice_narrator, narrate_lines
from ...matches.viewing.seat_names import shown_names
from ...matches.viewing.visibility import Window
from ...shared import i18n
from ...shared.errors import Forbidden, InvalidOptions
from ...shared.player_names import MAX_NAME_LENGTH
from ...site.board_data import board_data
from ..choices import list_choices
from ..model import BatchResult, DeviceEntry
from ..replies import EntryRefusal, describe_refusal
from ..schemas import MAX_WORDS
from ..service import Recordings
from .sheet_entries import describe_entries

pages = Pages("case_record", __name__)

AROUND = 5
"""Entries in sight before and after the chosen one."""
MAX_TEXT = 4000
"""Characters of a reason."""


class Reach(NamedTuple):
    """The reach of an amendment in sentences, and the refusal of the new answer itself, if there is one."""

    sentences: tuple[str, ...]
    refusal: EntryRefusal | None


@pages.get("/m/<match>/cases/<int:number>/record")
def show(match: str, number: int) -> str | Response:
    """Shows the entries around the one in dispute, and the answers in place of the chosen one."""
    if not browser.current_session().api_token:
        return redirect(url_for("desk.door", match=match))
    return _render_page(match, number)


@pages.post("/m/<match>/cases/<int:number>/record")
@costly
def act(match: str, number: int) -> str | tuple[str, int] | Response:
    """Shows the reach of an amendment, or settles the case by an amendment or an irregularity."""
    reach = None
    try:
        action = request.form.get("do", "")
        if action in ("preview", "amend"):
            reach = _amend_entry(match, number, preview=True)
            if action == "preview" or reach.refusal is not None:
                return _render_page(match, number, reach=reach)
            _amend_entry(match, number)
        elif action in ("undone", "stands"):
            _note_irregularity(match, number, stands=action == "stands")
        else:
            raise InvalidOptions("/do", Message("Choose what to do."))
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _render_page(match, number, i18n.tells(refusal), reach), KINDS[refusal.slug].status
    return redirect(url_for("desk.show", match=match, case=number), 303)


def _amend_entry(match: str, number: int, *, preview: bool = False) -> Reach:
    """Puts the answer of the form in place of the chosen entry; a *preview* writes nothing."""
    entry, reason = _read_entry(), _read_reason()
    entries, amended = _load_entries(match), _read_number("entry")
    batch = services()[Recordings].amend(
        match,
        _judge_of(match),
        amended,
        entry,
        reason,
        request.form.get("replaced", ""),
        number,
        last_seq=_read_number("seq"),
        preview=preview,
    )
    return _describe_reach(match, entries[amended:], entry, batch)


def _describe_reach(
    match: str, later: Sequence[RecordedEntry], entry: DeviceEntry | None, batch: BatchResult
) -> Reach:
    """Returns the reach of an amendment to the *later* entries."""
    window, refused = _open_window(match), batch.refused
    narrator = choice_narrator(window.game, window.load().rules, i18n.page_language())
    refusal = describe_refusal(refused, narrator) if refused else None
    if refusal and entry and refusal.id == entry.id:
        return Reach((), refusal)
    holding = len(batch.written) - (entry is not None)
    sentences = [i18n.says("Later entries that hold: {count}.", count=holding)]
    if lost := len(later) - holding:
        sentences.append(i18n.says("Later entries that are taken out: {count}.", count=lost))
    numbers = {recorded.entered.id: recorded.entered.entry for recorded in later}
    if refusal and refusal.id in numbers:
        sentence = "Entry {number} does not hold any more: {sentence}"
        sentences.append(i18n.says(sentence, number=numbers[refusal.id], sentence=refusal.sentence))
    if refusal and refusal.difference and refusal.difference.sentence:
        new, old = (
            "Entry {entry} now leads to this: {sentence}",
            "Entry {entry} does not lead to this any more: {sentence}",
        )
        difference = refusal.difference
        sentence = new if difference.new else old
        sentences.append(i18n.says(sentence, entry=difference.entry, sentence=difference.sentence))
    return Reach(tuple(sentences), None)


def _note_irregularity(match: str, number: int, *, stands: bool) -> None:
    """Notes an irregularity that *stands* in the position of the form, or that the table undid."""
    form, seat = request.form, _read_number("seat", -1)
    position = form.get("position", "").strip() if stands else ""
    if stands and not position:
        raise InvalidOptions("/position", Message("Put the board as it is now."))
    told = tuple(form.getlist("told")) if stands else ()
    rule, by = form.get("rule", "").strip(), _judge_of(match)
    irregular = Irregular(position, _read_reason(), by, 0, told, rule, None if seat < 0 else seat)
    services()[Recordings].correct(match, irregular, number, last_seq=_read_number("seq"))


def _judge_of(match: str) -> str:
    """Returns the judge at this browser as a party; raises `Forbidden` for another person."""
    by = services()[Recordings].party_of(match, browser.current_session().api_token)
    if not by.startswith("judge:"):
        raise Forbidden(Message("Only a judge rules on a case."))
    return by


def _read_entry() -> DeviceEntry | None:
    """Returns the answer of the form, or `None` for an entry that is taken out."""
    form = request.form
    if form.get("out"):
        return None
    cards, picks = (
        [word[:MAX_NAME_LENGTH] for word in form.getlist(field)[:MAX_WORDS] if word]
        for field in ("card", "pick")
    )
    return DeviceEntry(
        str(uuid4()), Entry(_read_number("seat", CHANCE), tuple(picks), tuple(map(Sighting, cards)))
    )


def _read_reason() -> str:
    reason = request.form.get("text", "").strip()[:MAX_TEXT]
    if not reason:
        raise InvalidOptions("/text", Message("Give the reason of the ruling."))
    return reason


def _read_number(name: str, default: int = 0) -> int:
    text = request.values.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 9 else default


def _open_window(match: str) -> Window:
    token = browser.current_session().api_token
    return services()[Access].window(match, services()[Access].viewer_for(match, token))


def _load_entries(match: str) -> list[RecordedEntry]:
    return list_entries(_open_window(match).load_replay().facts)


def _render_page(match: str, number: int, trouble: str = "", reach: Reach | None = None) -> str:
    judge = _judge_of(match)
    window = _open_window(match)
    rules, match_state = window.load()
    case, replay = find_waiting_case(match_state, number), window.load_replay()
    entries, lang = list_entries(replay.facts), i18n.page_language()
    people = services()[PlayerDirectory]
    lines = narrate_lines(window.game, replay, window.viewer, people, lang)
    chosen = _read_number("entry") or _find_disputed(case, replay, entries)
    shown = range(chosen - AROUND, chosen + AROUND + 1)
    recorded = entries[chosen - 1] if 0 < chosen <= len(entries) else None
    narrator = choice_narrator(window.game, rules, lang)
    questions = list_choices(rules, match_state, narrator, chosen).questions if recorded else []
    players = shown_names(match_state, people)
    return render_template(
        "case_record.html",
        match=match,
        number=number,
        judge=judge,
        game=window.game.NAME,
        players=players,
        entries=[each for each in describe_entries(entries, replay.facts, lines) if each.number in shown],
        chosen=chosen,
        replaced=recorded.entered.id if recorded else "",
        picture=_draw_position(window, replay, recorded) if recorded else "",
        questions=[each for each in questions if each.question.seat != CHANCE],
        reach=reach,
        numbers=[rule.number for rule in packaged_rulebook(window.game.NAME).list_rules()],
        over=match_state.ended is not None,
        seq=match_state.seq,
        form=request.form,
        trouble=trouble,
        page={"match": match, "players": players, **board_data(window.game, rules)},
    )


def _find_disputed(case: Case, replay: Replay[Any, Any], entries: Sequence[RecordedEntry]) -> int:
    """Returns the number of the entry that the evidence of *case* names, or else of the last one before."""
    opened = replay.facts[case.said[0] - 1].event
    assert isinstance(opened, DisputeOpened)
    until = min((piece.seq for piece in opened.evidence), default=case.said[0])
    return sum(recorded.seq <= until for recorded in entries)


def _draw_position(window: Window, replay: Replay[Any, Any], recorded: RecordedEntry) -> Markup:
    """Returns the board before an entry, as the table sees it."""
    scene = table.make_scene(replay.rules, replay.at(recorded.seq - 1), window.viewer)
    return render_svg(window.game.NAME, faces.sketch(window.game, scene.board, replay.rules.book))
