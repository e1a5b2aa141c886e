"""Fast entry of results by line or in a grid, and printable result slips."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.errors import LocalizableError
from domain.messages import Message
from domain.tournament.facts import Player
from domain.tournament.knockout.bracket_effects import double_loss_effects
from domain.tournament.refusals import require_round, require_table
from domain.tournament.scoring.result_checks import allows_draws
from domain.tournament.state import Round, TableRef, Tournament
from domain.tournament.wording import describe_result

from ....http.heavy import heavy
from ....http.pages import Pages
from ....http.problem_types import KINDS
from ....http.services import services
from ....identity.players import PlayerDirectory
from ...commands import EnterResults, ResultOfTable
from ...queries.views import visible_tournament
from ...repository import TournamentRepository
from ...service import TournamentService
from .. import labels, page_rows
from ..organizer.desk_access import staff_actor, token_page
from ..organizer.desk_form import number_field
from ..organizer.desk_view import desk_page
from .notation import Entry, InvalidLine, entry_of, parse_line

pages = Pages("result_entry", __name__)

MAX_LINE_LENGTH = 100


@pages.post("/t/<tournament>/desk/lines")
def enter_line(tournament: str) -> str | tuple[str, int] | Response:
    """Enters the result of a line; a script gets one row, a browser the desk."""
    actor = staff_actor(tournament)
    if not actor.is_staff:
        return token_page("", tournament), 401
    t, line = (
        visible_tournament(actor, services()[TournamentRepository].get(tournament)),
        request.form.get("line", "")[:MAX_LINE_LENGTH],
    )
    try:
        round_ = _round_of_form(t)
        entry = _entry_of_table(t, round_, line) if "table" in request.form else parse_line(t, round_, line)
        if effects := double_loss_effects(
            t, TableRef(round_.stage, round_.number, entry.table), entry.result
        ):
            raise _double_loss(effects)
        services()[TournamentService].run_command(tournament, _enter_command(round_, [entry]), actor)
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        status = KINDS[refusal.slug].status
        if "fragment" not in request.form:
            return desk_page(tournament, refusal=refusal), status
        column = refusal.column if isinstance(refusal, InvalidLine) else 1
        sentence = labels.sentence_with_names(refusal.message)
        return render_template("entered.html", line=line, column=column, sentence=sentence), status
    if "fragment" not in request.form:
        return redirect(url_for("tournament_desk.show", tournament=tournament, _anchor="fast"), 303)
    seats = round_.tables[entry.table].seats
    return render_template(
        "entered.html",
        line=line,
        table=entry.table,
        sentence=labels.sentence_with_names(describe_result(entry.result, seats)),
    )


@pages.get("/t/<tournament>/desk/grid")
@heavy
def show_grid(tournament: str) -> str | tuple[str, int]:
    """Shows the tables of the last round as a grid with a field for each result."""
    if not staff_actor(tournament).is_staff:
        return token_page("", tournament), 401
    return _grid_page(tournament, {})


@pages.post("/t/<tournament>/desk/grid")
def enter_grid(tournament: str) -> str | tuple[str, int] | Response:
    """Enters all results of the grid or none, with errors at their fields."""
    actor = staff_actor(tournament)
    if not actor.is_staff:
        return token_page("", tournament), 401
    try:
        t = visible_tournament(actor, services()[TournamentRepository].get(tournament))
        round_ = _round_of_form(t)
        entries, errors = _grid_entries(round_)
        for entry in entries:
            if effects := double_loss_effects(
                t, TableRef(round_.stage, round_.number, entry.table), entry.result
            ):
                errors[entry.table] = labels.sentence_with_names(_double_loss(effects).message)
        if errors:
            return _grid_page(tournament, errors), KINDS[InvalidLine.slug].status
        if entries:
            services()[TournamentService].run_command(tournament, _enter_command(round_, entries), actor)
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _grid_page(tournament, {}, labels.sentence_with_names(refusal.message)), KINDS[
            refusal.slug
        ].status
    return redirect(url_for("result_entry.show_grid", tournament=tournament), 303)


def _double_loss(effects: tuple[Message, ...]) -> InvalidLine:
    """Returns the refusal of a double loss, because the desk's form asks about it first."""
    reasons = Message("{first} {second}", first=effects[0], second=effects[-1]) if effects[1:] else effects[0]
    return InvalidLine(
        1, "result", Message("{reasons} Enter it with the form of the table.", reasons=reasons)
    )


def _entry_of_table(t: Tournament, round_: Round, line: str) -> Entry:
    """Returns the entry of a grid row's table; raises `NotThere` and `InvalidLine`."""
    ref = TableRef(round_.stage, round_.number, number_field(request.form, "table"))
    _, table = require_table(t, ref)
    return entry_of(table, line)


def _grid_entries(round_: Round) -> tuple[list[Entry], dict[int, str]]:
    """Returns the entries of the grid, and its errors in sentences by table."""
    entries, errors = [], {}
    for table in round_.tables.values():
        line = request.form.get(f"result.{table.number}", "")[:MAX_LINE_LENGTH]
        if not line.strip():
            continue
        try:
            entries.append(entry_of(table, line))
        except InvalidLine as error:
            errors[table.number] = labels.sentence_with_names(error.message)
    return entries, errors


def _round_of_form(t: Tournament) -> Round:
    """Returns the round of a form; raises `NotThere` and `InvalidOptions`."""
    return require_round(t, number_field(request.form, "stage"), number_field(request.form, "round"))


def _enter_command(round_: Round, entries: list[Entry]) -> EnterResults:
    results = tuple(ResultOfTable(entry.table, entry.result, entry.overrule) for entry in entries)
    return EnterResults(round_.stage, round_.number, results)


def _grid_page(tournament: str, errors: dict[int, str], error: str = "") -> str:
    t = visible_tournament(staff_actor(tournament), services()[TournamentRepository].get(tournament))
    round_ = t.rounds[-1] if t.rounds else None
    names: dict[Player, str] = services()[PlayerDirectory].names_of(t.players)
    return render_template(
        "results_grid.html",
        tournament=tournament,
        opened=t.settings,
        round=round_,
        tables=page_rows.table_rows(t, round_, names) if round_ else [],
        draws=round_ is not None and allows_draws(t, round_.stage),
        open=round_ is not None and round_.is_started and not round_.is_closed,
        errors=errors,
        trouble=error,
        form=request.form,
        page={"tournament": tournament, "seq": t.seq, "over": t.end is not None},
    )


slip_pages = Pages("result_slips", __name__)


@slip_pages.get("/t/<tournament>/desk/slips")
@heavy
def show(tournament: str) -> str | tuple[str, int]:
    """Shows the staff a slip for each table of the last round without a result."""
    actor = staff_actor(tournament)
    if not actor.is_staff:
        return token_page("", tournament), 401
    t = visible_tournament(actor, services()[TournamentRepository].get(tournament))
    round_ = t.rounds[-1] if t.rounds else None
    names = services()[PlayerDirectory].names_of(t.players)
    tables = page_rows.table_rows(t, round_, names) if round_ else []
    return render_template(
        "result_slips.html",
        tournament=tournament,
        opened=t.settings,
        stage=labels.format_names()[t.plan_of(round_.stage).format]
        if round_ and len(t.settings.stages) > 1
        else "",
        round=round_,
        tables=[row for row in tables if not row.result],
    )
