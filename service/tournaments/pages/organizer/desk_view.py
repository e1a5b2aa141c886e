"""What the organizer's desk shows: what is next, the round, cases that wait, and what there is to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, get_args

import msgspec
from flask import render_template, request, url_for

from domain.errors import LocalizableError
from domain.table import CLOCK, PLAYERS
from domain.tournament.facts import Player, Requested
from domain.tournament.lots.lot_decisions import players_by_lot
from domain.tournament.pairing import compromise_sentences
from domain.tournament.play.bye_requests import may_ask
from domain.tournament.play.pairings import next_round_number
from domain.tournament.refusals import Overrulable, Refused, require_round
from domain.tournament.registrations.registration import free_places
from domain.tournament.scoring.result_checks import allows_draws, drawn_tables
from domain.tournament.scoring.result_entry import allowed_effects
from domain.tournament.stages import (
    expected_qualifiers,
    expected_qualifiers_again,
    may_cut_again,
    qualifier_candidates,
)
from domain.tournament.state import Round, TableRef, Tournament
from projections.lobby import ListedMatch, Lobby
from projections.versions import VersionedViews

from ....cases.queue import waiting
from ....http.services import services
from ....identity import browser
from ....identity.players import PlayerDirectory
from ....matches.repository import MatchRepository
from ....matches.viewing.access import Access
from ....shared import i18n
from ....shared.languages import chosen
from ....shared.process_state import ProcessState
from ...access import Actor
from ...exports.trf import report_stages
from ...processes.result_process import ResultProcess
from ...queries.views import requested_byes, round_state, seen_by, state_of, to_come
from ...queries.zones import times_of
from ...repository import TournamentRepository
from .. import rows, words
from ..attendance.choices import departure_rows
from ..attendance.notes import attendance_note, unseated_rows
from ..check_in.keys import kiosk_link
from ..check_in.rows import check_in_rows
from ..qr_codes import draw_qr_code
from ..results.reports import contradictions, reports_of
from ..reversal.view import reversals
from ..spectator.final import final_view
from ..spectator.looking import number
from ..staff.citations import citations
from ..staff.names import staff_name
from . import by_hand
from .command_fields import tell_refusal
from .desk_access import organizer
from .desk_form import as_told, corrected, steps
from .desk_jobs import job_lines
from .misplaced import misplaced_rows
from .winner_form import winner_fields

CASES = 50
"""How many cases that wait the desk lists; the judge's queue has all."""
BORDER = 16
"""How many players below those who go on a cut by hand can choose."""


class CaseRow(NamedTuple):
    """A case that waits: where it was opened, since when it waits, and where it is decided or read."""

    place: str
    number: int
    since: float
    appealed: bool
    judge: str
    link: str


class PausedRow(NamedTuple):
    """A match that is paused: at which table it is played, and why it is."""

    place: str
    match: str
    why: str


def page(
    tournament: str,
    told_before: Sequence[str] | None = None,
    *,
    refusal: LocalizableError | None = None,
) -> str:
    """Returns the desk: after a form with what it would do, or why it was refused."""
    actor = organizer(tournament)
    t = seen_by(actor, services()[TournamentRepository].get(tournament))
    known = _shown(t)
    names = services()[PlayerDirectory].names(t.players)
    times = times_of(t, chosen())
    kiosk = kiosk_link(tournament, t) if actor.manages else ""
    return render_template(
        "tournament_desk.html",
        manages=actor.manages,
        judges=actor.role != "scorekeeper",
        title=_title(actor),
        citations=citations(tournament, t) if actor.role != "scorekeeper" else [],
        tournament=tournament,
        t=t,
        opened=t.settings,
        state=state_of(t),
        states=words.states(),
        formats=words.formats(),
        report_stages=report_stages(t),
        hour_of=times.hour_of,
        moment_of=times.moment_of,
        zone=times.name,
        names=names,
        byes=words.byes(),
        steps=steps(t) if actor.manages else [],
        form=request.form,
        shown=corrected(request.form),
        told_before=told_before,
        told=as_told(told_before or ()),
        trouble=tell_refusal(refusal) if refusal else "",
        overrule=isinstance(refusal, Overrulable),
        **_of_round(t, known, names),
        **_of_players(t),
        **reversals(t, services()[ProcessState].clock()),
        **winner_fields(t),
        final=final_view(t, names),
        misplaced=misplaced_rows(t),
        departures=departure_rows(t, names),
        unseated=unseated_rows(t) if actor.manages else [],
        note=_note(t, names),
        has_results=any(table.records for round_ in t.rounds[-1:] for table in round_.tables.values()),
        cases=[*_cases(tournament, t)] if actor.role != "scorekeeper" else [],
        paused=[*_paused(t)] if actor.role != "scorekeeper" else [],
        contradictions=contradictions(t, names),
        jobs=job_lines(tournament),
        check_in=check_in_rows(t, names),
        kiosk_link=kiosk,
        kiosk_code=draw_qr_code(kiosk) if kiosk else "",
        parked=[parked_record.record for parked_record in services()[ResultProcess].parking.of(tournament)],
        page={
            "tournament": tournament,
            "seq": t.seq,
            "over": bool(t.revealed_seed),
            "address": _address(tournament, known),
        },
    )


def _note(t: Tournament, names: dict[Player, str]) -> str:
    """Returns what the address confirms: that a player has left, or has come back."""
    player = request.args.get("player", "")
    return attendance_note(t, request.args.get("done", ""), player, names.get(player, ""))


def _title(actor: Actor) -> str:
    match actor.role:
        case "judge":
            return i18n.says("Judge's desk")
        case "scorekeeper":
            return i18n.says("Scorekeeper's desk")
    return i18n.says("Organizer's desk")


def _address(tournament: str, round_: Round | None) -> str:
    """Returns the address of the desk with the round that it shows, after a form too."""
    place: dict[str, Any] = {"stage": round_.stage, "round": round_.number} if round_ else {}
    part: dict[str, Any] = {name: request.args[name] for name in ("find", "tables") if name in request.args}
    return url_for("tournament_desk.show", tournament=tournament, **place, **part)


def _shown(t: Tournament) -> Round | None:
    """Returns the round that the address or a form names, or else the last one."""
    asked = number("round") or request.form.get("round", 0, int)
    stage = number("stage") or request.form.get("stage", 0, int) or t.current_stage
    try:
        return require_round(t, stage, asked) if asked else t.rounds[-1] if t.rounds else None
    except Refused:
        return None


def _of_round(t: Tournament, round_: Round | None, names: dict[Player, str]) -> dict[str, Any]:
    """Returns what the desk shows of a round: a page of its tables, costs, and who has no table."""
    find = request.args.get("find", "")
    like = find.strip().casefold()
    tables = rows.tables(t, round_, names) if round_ else []
    return {
        "known": round_,
        "current": round_ is not None and round_ is t.rounds[-1],
        "round_state": round_state,
        "round_states": words.round_states(),
        "find": find,
        "tables": rows.leaf(
            tables,
            number("tables") or _page_of_form(tables),
            lambda row: any(like in name.casefold() for name in row.names),
        ),
        "reports": reports_of(t, round_, names) if round_ else {},
        "draws": round_ is not None and allows_draws(t, round_.stage),
        "drawn_tables": drawn_tables(t),
        "compromises": [words.sentence_with_names(sentence) for sentence in compromise_sentences(t, round_)]
        if round_
        else [],
        "effects": lambda table: (
            allowed_effects(t, TableRef(round_.stage, round_.number, table)) if round_ else ()
        ),
        "free": by_hand.without_table(t, round_) if round_ else [],
        "seats": max(t.plan_of(round_.stage).seats) if round_ else 0,
    }


def _page_of_form(tables: Sequence[rows.TableRow]) -> int | None:
    """Returns the page of the list with the table that a form is about; `None` without one."""
    table = request.form.get("table", 0, int)
    index = next((index for index, row in enumerate(tables) if row.number == table), None)
    return None if index is None else 1 + index // rows.SHOWN


def _of_players(t: Tournament) -> dict[str, Any]:
    """Returns what the desk shows of players: who goes on, byes asked for, times of rounds, registration."""
    ahead = next(
        (round_.number for round_ in t.rounds_of(t.current_stage) if not round_.is_started),
        next_round_number(t),
    )
    again = t.end is None and may_cut_again(t)
    would = expected_qualifiers_again(t) if again else expected_qualifiers(t) if "cut" in steps(t) else ()
    still = t.active_players(t.current_stage - again)
    by_lot = players_by_lot(t, t.current_stage) if would and not again else frozenset()
    certain = [player for player in would if player not in by_lot]
    lot_players = [player for player in t.players if player in by_lot]
    others = [
        player
        for player in qualifier_candidates(t, t.current_stage - again)
        if player in still and player not in would
    ]
    others = [player for player in others if player not in by_lot] if would else []
    return {
        "would": would,
        "would_certainly": certain,
        "again": again,
        "border": [*certain, *lot_players, *others[:BORDER]],
        "requests": [*requested_byes(t)],
        "kinds": get_args(Requested),
        "ahead": ahead,
        "scheduled": [*to_come(t)],
        "ask": may_ask(t, ahead),
        "places": free_places(t),
        "registers": t.end is None and not t.rounds,
    }


def _paused(t: Tournament) -> Iterator[PausedRow]:
    """Yields the matches of the last round that are paused, by table."""
    for round_ in t.rounds[-1:]:
        for table in round_.missing_results:
            match = round_.tables[table].match
            view = services()[VersionedViews].get(Lobby.name, match) if match else None
            if view is not None and msgspec.json.decode(view, type=ListedMatch).status == "paused":
                yield PausedRow(_place(round_, table), match, _why(t, match))


def _why(t: Tournament, match: str) -> str:
    """Returns in words why *match* is paused, if it still is."""
    paused = services()[MatchRepository].get(match).match.offers.paused
    if paused is None:
        return ""
    if paused.by == CLOCK:
        return i18n.says("A flag fell.")
    if paused.by == PLAYERS:
        return i18n.says("Its players have paused it.")
    return i18n.says("{who} has paused it.", who=staff_name(t, paused.by.partition(":")[2]))


def _place(round_: Round, table: int) -> str:
    return i18n.says("Round {round}, table {table}", round=round_.number, table=table)


def _cases(tournament: str, t: Tournament) -> Iterator[CaseRow]:
    """Yields the cases that wait in matches of the tournament, the longest first."""
    api_token = services()[Access].api_token(browser.remembered().api_token)
    rules = "judge" in api_token.scopes
    tables = {
        table.match: _place(round_, table.number) for round_ in t.rounds for table in round_.tables.values()
    }
    for case in reversed(waiting(services(), api_token, tournament, "", CASES).cases):
        if case.match in tables:  # who opens a match elsewhere may call it one of this event
            link = f"/m/{case.match}/desk?case={case.case}" if rules else f"/m/{case.match}/cases/{case.case}"
            yield CaseRow(
                tables[case.match], case.case, case.since, case.appealed, staff_name(t, case.judge), link
            )
