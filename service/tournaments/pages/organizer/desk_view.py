"""The content of the desk with next steps, the round, waiting cases, and forms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from flask import render_template, request, url_for

from domain.errors import LocalizableError
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

from ....eventstore.store import Store
from ....http.services import services
from ....identity.players import PlayerDirectory
from ....shared import i18n
from ....shared.languages import page_language
from ....shared.registry import ProcessState
from ....site.qr_codes import draw_qr_code
from ...access import Actor
from ...exports.trf import report_stages
from ...queries.views import requested_byes, round_state, scheduled_rounds, state_of, visible_tournament
from ...queries.zones import times_of
from ...repository import TournamentRepository
from ...results import ResultProcess
from .. import labels, page_rows
from ..attendance.choices import departure_rows
from ..attendance.notes import attendance_note, unseated_rows
from ..check_in.rows import check_in_rows, kiosk_link
from ..page_rows import final_view
from ..results.reports import find_contradictions, reports_of
from ..reversal.view import reversal_fields
from ..spectator.view_query import number_argument
from . import manual_pairing
from .case_rows import case_rows, citation_choices, paused_rows
from .command_fields import refusal_sentence
from .desk_access import staff_actor
from .desk_form import effects_digest, form_identity, next_steps
from .desk_jobs import job_lines
from .misplaced import misplaced_rows, winner_fields

MAX_RUNNERS_UP = 16
"""The players below the qualifiers that a manual cut may choose."""


def desk_page(
    tournament: str,
    told_before: Sequence[str] | None = None,
    *,
    refusal: LocalizableError | None = None,
) -> str:
    """Returns the desk, after a form with its effects or its refusal."""
    actor = staff_actor(tournament)
    t = visible_tournament(actor, services()[TournamentRepository].get(tournament))
    round_ = _selected_round(t)
    names = services()[PlayerDirectory].names_of(t.players)
    times = times_of(t, page_language())
    kiosk = kiosk_link(tournament, t) if actor.manages else ""
    return render_template(
        "tournament_desk.html",
        manages=actor.manages,
        judges=actor.role != "scorekeeper",
        title=_desk_title(actor),
        citations=citation_choices(tournament, t) if actor.role != "scorekeeper" else [],
        tournament=tournament,
        t=t,
        opened=t.settings,
        state=state_of(t),
        states=labels.state_names(),
        formats=labels.format_names(),
        report_stages=report_stages(t),
        has_photos=actor.role != "scorekeeper" and services()[Store].photos.event_bytes(tournament) > 0,
        hour_of=times.hour_of,
        moment_of=times.moment_of,
        zone=times.name,
        names=names,
        byes=labels.bye_names(),
        steps=next_steps(t) if actor.manages else [],
        form=request.form,
        shown=form_identity(request.form),
        told_before=told_before,
        told=effects_digest(told_before or ()),
        trouble=refusal_sentence(refusal) if refusal else "",
        overrule=isinstance(refusal, Overrulable),
        **_round_fields(t, round_, names),
        **_player_fields(t),
        **reversal_fields(t, services()[ProcessState].clock()),
        **winner_fields(t),
        final=final_view(t, names),
        misplaced=misplaced_rows(t),
        departures=departure_rows(t, names),
        unseated=unseated_rows(t) if actor.manages else [],
        note=_attendance_note(t, names),
        has_results=any(table.records for round_ in t.rounds[-1:] for table in round_.tables.values()),
        cases=[*case_rows(tournament, t)] if actor.role != "scorekeeper" else [],
        paused=[*paused_rows(t)] if actor.role != "scorekeeper" else [],
        contradictions=find_contradictions(t, names),
        jobs=job_lines(tournament),
        check_in=check_in_rows(t, names),
        kiosk_link=kiosk,
        kiosk_code=draw_qr_code(kiosk) if kiosk else "",
        parked=[
            parked_record.record
            for parked_record in services()[ResultProcess].parking.waiting_for(tournament)
        ],
        page={
            "tournament": tournament,
            "seq": t.seq,
            "over": bool(t.revealed_seed),
            "address": _desk_address(tournament, round_),
        },
    )


def _attendance_note(t: Tournament, names: dict[Player, str]) -> str:
    """Returns the confirmation of a departure or return in the address."""
    player = request.args.get("player", "")
    return attendance_note(t, request.args.get("done", ""), player, names.get(player, ""))


def _desk_title(actor: Actor) -> str:
    match actor.role:
        case "judge":
            return i18n.says("Judge’s desk")
        case "scorekeeper":
            return i18n.says("Scorekeeper’s desk")
    return i18n.says("Organizer’s desk")


def _desk_address(tournament: str, round_: Round | None) -> str:
    """Returns the address of the desk with its round."""
    round_fields: dict[str, Any] = {"stage": round_.stage, "round": round_.number} if round_ else {}
    part: dict[str, Any] = {name: request.args[name] for name in ("find", "tables") if name in request.args}
    return url_for("tournament_desk.show", tournament=tournament, **round_fields, **part)


def _selected_round(t: Tournament) -> Round | None:
    """Returns the round of the address or the form, by default the last one."""
    round_number = number_argument("round") or request.form.get("round", 0, int)
    stage = number_argument("stage") or request.form.get("stage", 0, int) or t.current_stage
    try:
        return require_round(t, stage, round_number) if round_number else t.rounds[-1] if t.rounds else None
    except Refused:
        return None


def _round_fields(t: Tournament, round_: Round | None, names: dict[Player, str]) -> dict[str, Any]:
    """Returns the round of the desk with a page of tables, costs, and players without a table."""
    find = request.args.get("find", "")
    like = find.strip().casefold()
    tables = page_rows.table_rows(t, round_, names) if round_ else []
    return {
        "known": round_,
        "current": round_ is not None and round_ is t.rounds[-1],
        "round_state": round_state,
        "round_states": labels.round_state_names(),
        "find": find,
        "tables": page_rows.page_of_rows(
            tables,
            number_argument("tables") or _page_of_form(tables),
            lambda row: any(like in name.casefold() for name in row.names),
        ),
        "reports": reports_of(t, round_, names) if round_ else {},
        "draws": round_ is not None and allows_draws(t, round_.stage),
        "drawn_tables": drawn_tables(t),
        "compromises": [labels.sentence_with_names(sentence) for sentence in compromise_sentences(t, round_)]
        if round_
        else [],
        "effects": lambda table: (
            allowed_effects(t, TableRef(round_.stage, round_.number, table)) if round_ else ()
        ),
        "free": manual_pairing.players_without_table(t, round_) if round_ else [],
        "seats": max(t.plan_of(round_.stage).seats) if round_ else 0,
    }


def _page_of_form(tables: Sequence[page_rows.TableRow]) -> int | None:
    """Returns the page of the list with the form's table, `None` without one."""
    table = request.form.get("table", 0, int)
    index = next((index for index, row in enumerate(tables) if row.number == table), None)
    return None if index is None else 1 + index // page_rows.PAGE_ROWS


def _player_fields(t: Tournament) -> dict[str, Any]:
    """Returns the players of the desk as qualifiers, requests, start times and registration."""
    ahead = next(
        (round_.number for round_ in t.rounds_of(t.current_stage) if not round_.is_started),
        next_round_number(t),
    )
    again = t.end is None and may_cut_again(t)
    qualifiers = (
        expected_qualifiers_again(t) if again else expected_qualifiers(t) if "cut" in next_steps(t) else ()
    )
    active_players = t.active_players(t.current_stage - again)
    by_lot = players_by_lot(t, t.current_stage) if qualifiers and not again else frozenset()
    certain = [player for player in qualifiers if player not in by_lot]
    lot_players = [player for player in t.players if player in by_lot]
    others = [
        player
        for player in qualifier_candidates(t, t.current_stage - again)
        if player in active_players and player not in qualifiers
    ]
    others = [player for player in others if player not in by_lot] if qualifiers else []
    return {
        "would": qualifiers,
        "would_certainly": certain,
        "again": again,
        "border": [*certain, *lot_players, *others[:MAX_RUNNERS_UP]],
        "requests": [*requested_byes(t)],
        "kinds": get_args(Requested),
        "ahead": ahead,
        "scheduled": [*scheduled_rounds(t)],
        "ask": may_ask(t, ahead),
        "places": free_places(t),
        "registers": t.end is None and not t.rounds,
    }
