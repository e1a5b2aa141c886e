"""Public pages of tournaments, namely the list, a tournament, its players and their scores."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, get_args
from urllib.parse import urlencode

from flask import render_template, request

from domain.games import GAMES
from domain.tournament.bye_lots import bye_sentences, next_bye
from domain.tournament.decision.places import shares_places
from domain.tournament.decision.winners import is_vacant
from domain.tournament.facts import Player
from domain.tournament.knockout.qualifying import qualification_certainty
from domain.tournament.lots.lot_decisions import announced_lots, undrawn_standings
from domain.tournament.lots.pod_lots import pod_lots
from domain.tournament.plan import Tiebreaker
from domain.tournament.ranking.prospects import rank_prospects, unsettled_tables
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.ranking.why import Explainer, Reason
from domain.tournament.refusals import require_player as registered
from domain.tournament.scoring.results import Exact
from domain.tournament.state import Tournament
from domain.tournament.wording import format_number
from projections.tournaments import State

from ....eventstore.store import Store
from ....evidence.keys import ImportTrust
from ....http.heavy import heavy
from ....http.pages import Pages
from ....http.services import services
from ....identity.players import PlayerDirectory
from ....matches.origin import describe_origin
from ....shared import record_ids
from ....shared.languages import page_language
from ...exports.trf import report_stages
from ...queries.disputes import find_disputes
from ...queries.listing import TournamentFilter, TournamentPage, search_tournaments
from ...queries.views import round_state, scheduled_rounds, state_of
from ...queries.zones import times_of
from .. import labels, page_rows
from ..organizer.desk_access import player_actor, staff_actor
from ..page_rows import final_view
from .listing import template_functions
from .outlook import describe_lead, describe_outlook, describe_place
from .view_query import PublicView, number_argument, public_view

pages = Pages("tournament", __name__)

PAGE_TOURNAMENTS = 24
"""The tournaments on a page of the list."""
pages.app_context_processor(template_functions)


@pages.get("/t")
def index() -> str:
    """Lists matching tournaments, the newest first."""
    game, text, after = (request.args.get(name, "") for name in ("game", "text", "after"))
    state: State | None = next(
        (option for option in get_args(State) if option == request.args.get("state")), None
    )
    tournament_filter = TournamentFilter(game if game in GAMES else None, state, text.strip()[:100])
    start = after if re.fullmatch(record_ids.TOURNAMENT_ID_PATTERN, after) else ""
    tournament_page: TournamentPage = search_tournaments(
        services(), tournament_filter, start, PAGE_TOURNAMENTS
    )
    form_fields = {
        "game": tournament_filter.game,
        "state": tournament_filter.state,
        "text": tournament_filter.text,
    }
    form_fields = {name: value for name, value in form_fields.items() if value}
    return render_template(
        "tournaments.html",
        found=tournament_page.tournaments,
        sought=tournament_filter,
        states=labels.state_names(),
        formats=labels.format_names(),
        kept=form_fields,
        after=start,
        next=tournament_page.next and urlencode({**form_fields, "after": tournament_page.next}),
    )


@pages.get("/t/<tournament>")
@heavy
def show(tournament: str) -> str:
    """Shows a tournament with a round, its tables, standings, and all rounds, at any moment."""
    view, player = public_view(tournament), player_actor(tournament).player
    names = services()[PlayerDirectory].names_of(view.t.players)
    search_text = request.args.get("find", "").strip()[:60]
    like = search_text.casefold()
    disputed, position = find_disputes(services(), tournament, view.t, view.moment)
    tables = page_rows.table_rows(view.t, view.round, names, disputed) if view.round else []
    standings = compute_standings(view.t, view.stage, view.after)
    unsure = [*unsettled_tables(view.t, view.stage, disputed)] if view.is_last else []
    possible = rank_prospects(view.t, view.stage, disputed, standings) if unsure else {}
    certain = qualification_certainty(view.t, view.stage, disputed) if view.is_last else {}
    places = page_rows.standings_rows(
        view.t, undrawn_standings(view.t, view.stage, standings), names, possible, certain
    )
    counted = None if view.is_last else view.after
    is_present = view.is_last and view.stage == view.t.current_stage
    lead = describe_lead(places) if is_present and view.round and not search_text else ""
    return render_template(
        "tournament.html",
        **page_fields(view),
        sought=search_text,
        names=names,
        byes=labels.bye_names(),
        plays=player,
        own_table=next((row for row in tables if player and player in row.seats), None),
        own_place=describe_place(places, player),
        is_present=is_present,
        is_staff=staff_actor(tournament).is_staff,
        outlook=[lead, *describe_outlook(view.t)],
        scheduled=[*scheduled_rounds(view.t)],
        bracket=page_rows.bracket_picture(view.t, view.stage, view.after),
        pool=[*page_rows.character_names(view.t, view.round).values()] if view.round else [],
        tables=page_rows.page_of_rows(
            tables, number_argument("tables"), lambda row: any(like in name.casefold() for name in row.names)
        ),
        places=page_rows.page_of_rows(
            places, number_argument("page"), lambda row: like in row.name.casefold()
        ),
        lots=[
            labels.sentence_with_names(lot.sentence) for lot in announced_lots(view.t, view.stage, counted)
        ],
        shown_breakers=() if shares_places(view.t, view.stage) else view.t.settings.tiebreakers,
        seeds=view.t.entrants(view.stage) if view.stage > 1 and not view.round else (),
        final=final_view(view.t, names),
        vacant=view.is_last and is_vacant(view.t, view.stage),
        bye_lots=[*map(labels.sentence_with_names, bye_sentences(view.t, view.round))] if view.round else [],
        pod_lots=[*map(labels.sentence_with_names, pod_lots(view.t, view.round))] if view.round else [],
        next_bye_lots=[*map(labels.sentence_with_names, next_bye(view.t))]
        if view.is_last and view.stage == view.t.current_stage
        else [],
        missing=sum(table.result is None for _, table in unsure),
        disputed=[(round_.number, table) for round_, table in unsure if table.result is not None],
        corrected=_before_corrections(view),
        position=max(position, services()[Store].tree.position_of(tournament, view.t.seq)),
        cut_why=view.t.cuts[view.stage - 1].event.why
        if view.is_last and view.stage < view.t.current_stage
        else "",
        here={"find": search_text, "tables": number_argument("tables"), "page": number_argument("page")},
        page={"tournament": tournament, "seq": view.current.seq, "over": bool(view.current.revealed_seed)},
    )


def _before_corrections(view: PublicView) -> int:
    """Returns the position before the first correction behind the standings, 0 without any."""
    rounds = (
        round_
        for round_ in view.t.rounds_of(view.stage)
        if view.is_last or round_.number <= (view.after or 0)
    )
    corrections = [
        record.seq for round_ in rounds for table in round_.tables.values() for record in table.records[1:]
    ]
    if not corrections:
        return 0
    return services()[Store].tree.position_of(view.tournament, min(corrections) - 1)


@pages.get("/t/<tournament>/players")
def players(tournament: str) -> str:
    """Shows the registered players."""
    view = public_view(tournament)
    entries = [*view.t.players.values()]
    members = [player for entry in entries for player in entry.registration.members]
    return render_template(
        "tournament_players.html",
        **page_fields(view),
        entries=page_rows.page_of_rows(entries, number_argument("page")),
        here={},
        names=services()[PlayerDirectory].names_of([*view.t.players, *members]),
    )


@pages.get("/t/<tournament>/players/<player>")
@heavy
def reasons(tournament: str, player: Player) -> str:
    """Shows the lines behind a player's points and tie-breakers."""
    view = public_view(tournament)
    registered(view.t, player)
    explainer = Explainer(view.t, view.stage, view.after)
    gains = {reason.seq: reason.value for reason in explainer.explain(player, "points") if reason.seq}
    explained = [
        (
            number_name,
            [
                (*_explanation_line(line), _product(line, gains) if number_name == "sonneborn_berger" else "")
                for line in explainer.explain(player, number_name)
            ],
        )
        for number_name in _explained_numbers(view.t)
    ]
    rows_of_player = [row for row in explainer.rows if row.player == player]
    return render_template(
        "tournament_player.html",
        **page_fields(view),
        name=services()[PlayerDirectory].names_of([player])[player],
        explained=explained,
        standing=rows_of_player and page_rows.standings_rows(view.t, rows_of_player, {player: player})[0],
    )


def _explanation_line(reason: Reason) -> tuple[str, int, str, str]:
    """Returns the sentence, the fact, the struck result and the cause of a line."""
    struck, cause = (
        labels.sentence_with_names(part) if part else "" for part in (reason.struck, reason.cause)
    )
    return labels.sentence_with_names(reason.sentence), reason.seq, struck, cause


def _product(reason: Reason, gains: Mapping[int, Exact]) -> str:
    """Returns the value of a line as the points of an opponent times the *gains* from the same fact."""
    gain = gains.get(reason.seq, 0)
    if not gain:
        return ""
    return f"{format_number(Fraction(reason.value) / gain)} × {format_number(gain)}"


def _explained_numbers(t: Tournament) -> Iterator[Literal["points"] | Tiebreaker]:
    yield "points"
    yield from t.settings.tiebreakers


def page_fields(view: PublicView) -> dict[str, Any]:
    """Returns the fields for all pages of a tournament."""
    args = {name: request.args.get(name) for name in ("stage", "round", "known")}
    times = times_of(view.t, page_language())
    return {
        "tournament": view.tournament,
        "seen": view,
        "t": view.t,
        "opened": view.t.settings,
        "imported": describe_origin(services()[ImportTrust].tournament_origin(view.t)),
        "state": state_of(view.t),
        "states": labels.state_names(),
        "round_state": round_state,
        "round_states": labels.round_state_names(),
        "formats": labels.format_names(),
        "report_stages": report_stages(view.t),
        "breakers": labels.tiebreaker_names(),
        "breaker_heads": labels.tiebreaker_headings(),
        "breaker_rules": labels.tiebreaker_rules(),
        "asked": {name: value for name, value in args.items() if value},
        "moment_of": times.moment_of,
        "hour_of": times.hour_of,
    }
