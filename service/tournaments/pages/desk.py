"""The organizer's desk: register, pair, look at costs, publish, start, results, corrections, the end."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response

from domain.errors import LocalizableError
from domain.tournament.fold import fold
from domain.tournament.pairing import costs, propose
from domain.tournament.pairing.why_not import CRITERIA
from domain.tournament.reach import reach
from domain.tournament.recording import effects
from domain.tournament.refusals import Overrulable, Refused, round_of
from domain.tournament.state import Place, Round, Tournament

from ...http.pages import Pages
from ...http.problem_types import KINDS
from ...http.responses import services
from ...identity import browser
from ...matches.errors import Forbidden, UnknownToken
from ...site import i18n
from ..access import SPECTATOR, Actor
from ..errors import InvalidRoster
from ..repository import CommandResult
from ..service import correct
from ..views import round_state, state_of
from . import rows, words
from .desk_form import command_of, corrected, correction_of, last_of, steps, swapped
from .looking import number

organizing = Pages("tournament_desk", __name__)


@organizing.get("/t/<tournament>/desk")
def show(tournament: str) -> str:
    """Shows the desk to an organizer of the tournament, or asks for an API token."""
    actor = organizer(tournament)
    return _page(tournament) if actor.manages else door("", tournament)


@organizing.post("/t/enter")
def enter() -> str | tuple[str, int] | Response:
    """Keeps an organizer's API token in this browser, and goes on to the desk or to a new tournament."""
    token, tournament = request.form.get("token", "").strip(), request.form.get("tournament", "")
    try:
        if tournament:
            good = services().tournament_access.actor_for(tournament, token).manages
        else:
            good = services().tournament_access.founder(token).manages
    except (UnknownToken, Forbidden) as refusal:
        return door(i18n.tells(refusal), tournament), KINDS[refusal.slug].status
    if not good:
        return door(i18n.says("This API token does not run this tournament."), tournament), 403
    browser.remember(replace(browser.remembered(), api_token=token, judging=services().clock()))
    where = (
        url_for("tournament_desk.show", tournament=tournament) if tournament else url_for("announcing.show")
    )
    return redirect(where, 303)


@organizing.post("/t/leave")
def leave() -> Response:
    """Forgets the API token."""
    browser.remember(replace(browser.remembered(), api_token=""))
    return redirect(url_for("tournament.index"), 303)


@organizing.post("/t/<tournament>/desk")
def act(tournament: str) -> str | tuple[str, int] | Response:
    """Does what a form says, or tells what it would do; what is refused stays as it was typed."""
    actor = organizer(tournament)
    if not actor.manages:
        return door("", tournament), 401
    t = services().tournaments.get(tournament)
    try:
        match request.form.get("do", ""):
            case "cost":
                return _page(tournament, costing=_costs_then(t))
            case "correct" if request.form.get("shown") != corrected(request.form):
                return _page(tournament, reaching=_reach(t, actor))
        done = services().organizing.run(tournament, command_of(request.form, t), actor)
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _page(tournament, refusal), KINDS[refusal.slug].status
    if any(done.tokens):
        return _page(tournament, links=_links(tournament, done))
    return redirect(_next(tournament), 303)


def _next(tournament: str) -> str:
    """Returns where to go on: at the table that the form was about, or else at the top."""
    form = request.form
    if form.get("do") not in ("choose", "enter", "correct"):
        return url_for("tournament_desk.show", tournament=tournament)
    stage, known, table = (form.get(name, "") for name in ("stage", "round", "table"))
    at = f"table-{table}"
    return url_for("tournament_desk.show", tournament=tournament, stage=stage, round=known, _anchor=at)


def organizer(tournament: str) -> Actor:
    """Returns who this browser is in a tournament by the API token that it keeps."""
    token = browser.remembered().api_token
    try:
        return services().tournament_access.actor_for(tournament, token or None)
    except UnknownToken:
        return SPECTATOR


def door(trouble: str, tournament: str = "") -> str:
    """Returns the page that asks for an organizer's API token."""
    return render_template("tournament_door.html", trouble=trouble, tournament=tournament)


def _costs_then(t: Tournament) -> dict[str, int]:
    """Returns what the last round would cost if the two players that a form names changed places."""
    known = last_of(t)
    changed, byes = swapped(known, request.form.get("one", ""), request.form.get("other", ""))
    seats = {number: table.seats for number, table in known.tables.items()}
    seats |= {table.number: table.seats for table in changed}
    tables = [type(changed[0])(number, seated) for number, seated in seats.items()]
    return dict(costs(t, known.number, tables, byes, known.stage))


def _reach(t: Tournament, actor: Actor) -> list[str]:
    """Returns how far the correction that a form says would reach, in sentences."""
    asked = correction_of(request.form, t)
    facts = correct(t, asked, actor.by, services().clock())
    anew = propose(fold(facts, t)) if asked.effect == "pair" and not t.rounds[-1].started else None
    return [words.told(sentence) for sentence in reach(t, facts, anew).told]


def _links(tournament: str, done: CommandResult) -> list[tuple[str, str]]:
    """Returns the names of guests just registered, each with the link that opens its own table."""
    names = services().players.names(done.seen.players)
    players = [*done.seen.players][-len(done.tokens) :]
    where = url_for("my_table.show", tournament=tournament, _external=True)
    return [
        (names[who], f"{where}#key={token}") for who, token in zip(players, done.tokens, strict=True) if token
    ]


def _page(tournament: str, refusal: LocalizableError | None = None, **told: Any) -> str:
    t = services().tournaments.get(tournament)
    known = _shown(t)
    names = services().players.names(t.players)
    like = request.args.get("find", "").strip().casefold()
    tables = rows.tables(t, known, names) if known else []
    return render_template(
        "tournament_desk.html",
        tournament=tournament,
        t=t,
        opened=t.opened,
        state=state_of(t),
        states=words.states(),
        known=known,
        current=known is not None and known is t.rounds[-1],
        round_state=round_state,
        round_states=words.round_states(),
        formats=words.formats(),
        hour_of=words.hour_of,
        names=names,
        byes=words.byes(),
        tables=rows.leaf(
            tables, number("tables"), lambda row: any(like in name.casefold() for name in row.names)
        ),
        find=request.args.get("find", ""),
        costs=_worded(dict(known.costs)) if known else [],
        costing=_worded(told["costing"]) if "costing" in told else None,
        reaching=told.get("reaching"),
        links=told.get("links", []),
        parked=[one.record for one in services().results.parking.of(tournament)],
        effects=lambda table: effects(t, Place(known.stage, known.number, table)) if known else (),
        steps=steps(t),
        form=request.form,
        shown=corrected(request.form),
        trouble=i18n.tells(refusal) if refusal else "",
        mistakes=[(one.line, one.column, words.told(one.told)) for one in refusal.mistakes]
        if isinstance(refusal, InvalidRoster)
        else [],
        overrule=isinstance(refusal, Overrulable),
        page={"tournament": tournament, "seq": t.seq, "over": t.ended is not None},
    )


def _shown(t: Tournament) -> Round | None:
    """Returns the round that the address or a form names, or else the last one."""
    asked = number("round") or request.form.get("round", 0, int)
    stage = number("stage") or request.form.get("stage", 0, int) or t.stage
    try:
        return round_of(t, stage, asked) if asked else t.rounds[-1] if t.rounds else None
    except Refused:
        return None


def _worded(told: dict[str, int]) -> list[tuple[str, int]]:
    """Returns what is not for nothing, by what it is called."""
    return [
        (words.told(CRITERIA[name]) if name in CRITERIA else name, cost)
        for name, cost in told.items()
        if cost
    ]
