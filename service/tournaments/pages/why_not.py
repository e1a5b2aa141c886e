"""Why two players do not meet in a round: the question as an address, and its answer in sentences."""

from __future__ import annotations

from flask import render_template, request

from domain.errors import LocalizableError
from domain.tournament.pairing import WhyNot
from domain.tournament.standings import stage_of
from domain.tournament.state import Tournament

from ...http.pages import Pages
from ...http.problem_types import KINDS
from ...http.rate_limit_headers import spend
from ...http.responses import services
from ...site import i18n
from ..access import Actor
from ..views import seen_by, state_of
from ..why_not import Question, explain, weight
from . import words
from .desk_access import organizer
from .looking import number

asking = Pages("why_not", __name__)


@asking.get("/t/<tournament>/why-not")
def show(tournament: str) -> str | tuple[str, int]:
    """Asks for two players and a round, and tells why they do not meet in it."""
    actor = organizer(tournament)
    t = seen_by(actor, services().tournaments.get(tournament))
    stage = stage_of(t, number("stage") or 0)
    rounds = _rounds(t, actor, stage)
    one, other = request.args.get("one", ""), request.args.get("other", "")
    asked = Question(stage, number("round") or max(rounds, default=1), one, other)
    found, trouble, status = None, "", 200
    if one and other:
        try:
            spend(weight(t, stage))
            found = explain(services().tournaments, tournament, t, actor, asked)
        except LocalizableError as refusal:
            if not refusal.slug:
                raise
            trouble, status = i18n.tells(refusal), KINDS[refusal.slug].status
    return _page(tournament, t, asked, rounds, found, trouble), status


def _rounds(t: Tournament, actor: Actor, stage: int) -> list[int]:
    """Returns the rounds of a stage that can be asked about: organizers look ahead by one."""
    seen, announced = t.rounds_of(stage), t.plan(stage).rounds
    more = stage == t.stage and t.ended is None and (not announced or len(seen) < announced)
    ahead = actor.manages and more and all(known.started for known in seen)
    return [*(known.number for known in seen), *([len(seen) + 1] if ahead else [])]


def _page(
    tournament: str, t: Tournament, asked: Question, rounds: list[int], found: WhyNot | None, trouble: str
) -> str:
    return render_template(
        "tournament_why_not.html",
        tournament=tournament,
        opened=t.opened,
        state=state_of(t),
        states=words.states(),
        names=services().players.names(t.players),
        players=t.entrants(asked.stage),
        rounds=rounds,
        asked=asked,
        found=found,
        told=words.told,
        trouble=trouble,
    )
