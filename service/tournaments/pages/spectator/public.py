"""What everybody sees of tournaments: the list of them, a wall of tables and standings, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
from domain.tournament.state import Tournament
from projections.tournaments import ListedTournament, State

from ....eventstore.store import Store
from ....evidence.keys import ImportTrust
from ....http.heavy import heavy
from ....http.pages import Pages
from ....http.services import services
from ....identity.players import PlayerDirectory
from ....matches.opening.clock_form import in_words
from ....matches.origin import origin
from ....shared import tournament_ids
from ....shared.languages import chosen
from ...exports.trf import report_stages
from ...queries.disputes import disputes
from ...queries.listing import Found, TournamentFilter, find
from ...queries.views import round_state, state_of, to_come
from ...queries.zones import times_of
from .. import rows, words
from .final import final_view
from .looking import Wall, number, wall

pages = Pages("tournament", __name__)

LISTED = 24
"""How many tournaments a page of the list shows."""
LATEST = 3
"""How many tournaments the lobby shows."""


@pages.app_context_processor
def _in_the_lobby() -> dict[str, Any]:
    return {
        "latest_tournaments": _latest,
        "tournament_states": words.states,
        "tournaments_in_words": words,
        "clock_in_words": in_words,
        "tournament_origin": lambda entry: origin(
            entry.imported and services()[ImportTrust].with_trust(entry.imported)
        ),
    }


def _latest() -> list[ListedTournament]:
    return find(services(), TournamentFilter(), "", LATEST).tournaments


@pages.get("/t")
def index() -> str:
    """Lists tournaments, the newest first, that fit what is asked for."""
    game, text, after = (request.args.get(name, "") for name in ("game", "text", "after"))
    state: State | None = next((one for one in get_args(State) if one == request.args.get("state")), None)
    tournament_filter = TournamentFilter(game if game in GAMES else None, state, text.strip()[:100])
    start = after if re.fullmatch(tournament_ids.SHAPE, after) else ""
    found: Found = find(services(), tournament_filter, start, LISTED)
    kept = {"game": tournament_filter.game, "state": tournament_filter.state, "text": tournament_filter.text}
    kept = {name: value for name, value in kept.items() if value}
    return render_template(
        "tournaments.html",
        found=found.tournaments,
        sought=tournament_filter,
        states=words.states(),
        formats=words.formats(),
        kept=kept,
        after=start,
        next=found.next and urlencode({**kept, "after": found.next}),
    )


@pages.get("/t/<tournament>")
@heavy
def show(tournament: str) -> str:
    """Shows a tournament: a round with its tables, standings, and all rounds, at any two times."""
    seen = wall(tournament)
    names = services()[PlayerDirectory].names(seen.t.players)
    sought = request.args.get("find", "").strip()[:60]
    like = sought.casefold()
    disputed = disputes(services(), tournament, seen.t, seen.known).places
    tables = rows.tables(seen.t, seen.round, names, disputed) if seen.round else []
    found = compute_standings(seen.t, seen.stage, seen.after)
    unsure = [*unsettled_tables(seen.t, seen.stage, disputed)] if seen.last else []
    possible = rank_prospects(seen.t, seen.stage, disputed, found) if unsure else {}
    certain = qualification_certainty(seen.t, seen.stage, disputed) if seen.last else {}
    places = rows.places(seen.t, undrawn_standings(seen.t, seen.stage, found), names, possible, certain)
    counted = None if seen.last else seen.after
    return render_template(
        "tournament.html",
        **around(seen),
        sought=sought,
        names=names,
        byes=words.byes(),
        scheduled=[*to_come(seen.t)],
        bracket=rows.picture(seen.t, seen.stage, seen.after),
        pool=[*rows.cast_of(seen.t, seen.round).values()] if seen.round else [],
        tables=rows.leaf(
            tables, number("tables"), lambda row: any(like in name.casefold() for name in row.names)
        ),
        places=rows.leaf(places, number("page"), lambda row: like in row.name.casefold()),
        lots=[words.sentence_with_names(lot.sentence) for lot in announced_lots(seen.t, seen.stage, counted)],
        shown_breakers=() if shares_places(seen.t, seen.stage) else seen.t.settings.tiebreakers,
        seeds=seen.t.entrants(seen.stage) if seen.stage > 1 and not seen.round else (),
        final=final_view(seen.t, names),
        vacant=seen.last and is_vacant(seen.t, seen.stage),
        bye_lots=[*map(words.sentence_with_names, bye_sentences(seen.t, seen.round))] if seen.round else [],
        pod_lots=[*map(words.sentence_with_names, pod_lots(seen.t, seen.round))] if seen.round else [],
        next_bye_lots=[*map(words.sentence_with_names, next_bye(seen.t))]
        if seen.last and seen.stage == seen.t.current_stage
        else [],
        missing=sum(table.result is None for _, table in unsure),
        disputed=[(round_.number, table) for round_, table in unsure if table.result is not None],
        corrected=_before_corrections(seen),
        cut_why=seen.t.cuts[seen.stage - 1].event.why
        if seen.last and seen.stage < seen.t.current_stage
        else "",
        here={"find": sought, "tables": number("tables"), "page": number("page")},
        page={"tournament": tournament, "seq": seen.now.seq, "over": bool(seen.now.revealed_seed)},
    )


def _before_corrections(seen: Wall) -> int:
    """Returns where the log stood before the first correction that the standings rest on; 0 without any."""
    rounds = (
        round_ for round_ in seen.t.rounds_of(seen.stage) if seen.last or round_.number <= (seen.after or 0)
    )
    corrections = [
        record.seq for round_ in rounds for table in round_.tables.values() for record in table.records[1:]
    ]
    if not corrections:
        return 0
    return services()[Store].tree.position_of(seen.tournament, min(corrections) - 1)


@pages.get("/t/<tournament>/players")
def players(tournament: str) -> str:
    """Shows who is registered."""
    seen = wall(tournament)
    everybody = [*seen.t.players.values()]
    members = [player for entry in everybody for player in entry.registration.members]
    return render_template(
        "tournament_players.html",
        **around(seen),
        entries=rows.leaf(everybody, number("page")),
        here={},
        names=services()[PlayerDirectory].names([*seen.t.players, *members]),
    )


@pages.get("/t/<tournament>/players/<player>")
@heavy
def reasons(tournament: str, player: Player) -> str:
    """Shows why a player stands where it does: line by line, its points and each tie-breaker."""
    seen = wall(tournament)
    registered(seen.t, player)
    explainer = Explainer(seen.t, seen.stage, seen.after)
    explained = [
        (what, [_line(line) for line in explainer.explain(player, what)]) for what in _explained(seen.t)
    ]
    standing = [row for row in explainer.rows if row.player == player]
    return render_template(
        "tournament_player.html",
        **around(seen),
        name=services()[PlayerDirectory].names([player])[player],
        explained=explained,
        standing=standing and rows.places(seen.t, standing, {player: player})[0],
    )


def _line(reason: Reason) -> tuple[str, int, str, str]:
    """Returns a line as the page shows it: its sentence and fact, a result struck through, and why."""
    struck, cause = (
        words.sentence_with_names(part) if part else "" for part in (reason.struck, reason.cause)
    )
    return words.sentence_with_names(reason.sentence), reason.seq, struck, cause


def _explained(t: Tournament) -> Iterator[Literal["points"] | Tiebreaker]:
    yield "points"
    yield from t.settings.tiebreakers


def around(seen: Wall) -> dict[str, Any]:
    """Returns what all pages of a tournament tell: its state, its rounds, and which moment is seen."""
    args = {name: request.args.get(name) for name in ("stage", "round", "known")}
    times = times_of(seen.t, chosen())
    return {
        "tournament": seen.tournament,
        "seen": seen,
        "t": seen.t,
        "opened": seen.t.settings,
        "imported": origin(services()[ImportTrust].tournament_origin(seen.t)),
        "state": state_of(seen.t),
        "states": words.states(),
        "round_state": round_state,
        "round_states": words.round_states(),
        "formats": words.formats(),
        "report_stages": report_stages(seen.t),
        "breakers": words.tiebreakers(),
        "asked": {name: value for name, value in args.items() if value},
        "moment_of": times.moment_of,
        "hour_of": times.hour_of,
    }
