"""The pages for correcting registrations and for printing links with QR codes."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from domain.errors import LocalizableError
from domain.messages import Message
from domain.tournament.facts import Player
from domain.tournament.state import Tournament

from ....http.heavy import heavy
from ....http.pages import Pages
from ....http.problem_types import KINDS
from ....http.services import services
from ....identity.players import PlayerDirectory
from ....shared.errors import InvalidOptions
from ....site.qr_codes import draw_qr_code
from ...commands import (
    Command,
    IssueLink,
    MergePlayers,
    RenamePlayer,
    RestoreRegistration,
    SeparatePlayers,
    WithdrawRegistration,
)
from ...entry.registration import PlayerLinks
from ...errors import InvalidRoster
from ...queries.views import state_of
from ...repository import TournamentRepository
from ...service import TournamentService
from .. import labels
from ..page_rows import page_of_rows
from .command_fields import checked_command, refusal_sentence
from .desk_access import staff_actor, token_page

pages = Pages("entries", __name__)


class LinkRow(NamedTuple):
    """The personal link of a guest with its QR code, both empty if only a new link can be issued."""

    player: Player
    name: str
    link: str
    code: Markup


@pages.get("/t/<tournament>/entries")
def show(tournament: str) -> str:
    """Shows the registrations of a tournament to its organizer."""
    return _render_page(tournament) if staff_actor(tournament).manages else token_page("", tournament)


@pages.post("/t/<tournament>/entries")
def act(tournament: str) -> str | tuple[str, int] | Response:
    """Corrects a registration, and offers the former name after a change.

    A new link, which ends the old one, and a merge need a confirmation.
    """
    actor = staff_actor(tournament)
    if not actor.manages:
        return token_page("", tournament), 401
    form = request.form
    player = form.get("player", "")
    if form.get("do") == "issue_link" and not form.get("sure") and _has_link(tournament, player):
        return _render_page(tournament, relinked=player)
    former = services()[PlayerDirectory].names_of([player]).get(player, "")
    try:
        services()[TournamentService].run_command(tournament, _command_of_form(), actor)
    except InvalidRoster as refusal:
        return _render_page(tournament, labels.sentence_with_names(refusal.errors[0].message)), KINDS[
            refusal.slug
        ].status
    except LocalizableError as refusal:
        if not refusal.slug:
            raise
        return _render_page(tournament, refusal_sentence(refusal)), KINDS[refusal.slug].status
    match form.get("do"):
        case "rename":
            return _render_page(tournament, former=(player, former))
        case "issue_link":
            return redirect(url_for("entries.show_links", tournament=tournament, player=player), 303)
        case "merge":
            return redirect(url_for("entries.show", tournament=tournament, merged=player), 303)
    return redirect(url_for("entries.show", tournament=tournament), 303)


@pages.get("/t/<tournament>/links")
@heavy
def show_links(tournament: str) -> str:
    """Shows the links of guests with QR codes as a printable sheet."""
    if not staff_actor(tournament).manages:
        return token_page("", tournament)
    t = services()[TournamentRepository].get(tournament)
    names = services()[PlayerDirectory].names_of(t.players)
    only = request.args.get("player", "")
    guests = [player for player, entry in t.players.items() if entry.token and only in ("", player)]
    page = page_of_rows(guests, request.args.get("page", 1, int), lambda _: True)
    return render_template(
        "tournament_links.html",
        **_page_fields(tournament, t),
        rows=[_link_row(tournament, t, player, names[player]) for player in page.rows],
        pages=(page.before, page.after),
    )


def _has_link(tournament: str, player: Player) -> bool:
    """Returns whether a player is a guest with a link."""
    entry = services()[TournamentRepository].get(tournament).players.get(player)
    return entry is not None and bool(entry.token)


def _link_row(tournament: str, t: Tournament, player: Player, name: str) -> LinkRow:
    key = services()[PlayerLinks].look_up(t.players[player])
    if not key:
        return LinkRow(player, name, "", Markup())
    link = f"{url_for('my_table.show', tournament=tournament, _external=True)}#key={key}"
    return LinkRow(player, name, link, draw_qr_code(link))


def _command_of_form() -> Command:
    """Returns the command of the form; raises `InvalidOptions`."""
    form = request.form
    player, reason = form.get("player", ""), form.get("why", "").strip()
    commands: dict[str, Command] = {
        "rename": RenamePlayer(player, form.get("name", "")),
        "withdraw": WithdrawRegistration(player, reason),
        "restore": RestoreRegistration(player),
        "merge": MergePlayers(player, form.get("into", ""), reason),
        "separate": SeparatePlayers(player),
        "issue_link": IssueLink(player),
    }
    command = commands.get(form.get("do", ""))
    if command is None:
        raise InvalidOptions("/do", Message("Choose what to do."))
    return checked_command(command)


def _page_fields(tournament: str, t: Tournament) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "opened": t.settings,
        "state": state_of(t),
        "states": labels.state_names(),
    }


def _render_page(
    tournament: str, error: str = "", former: tuple[Player, str] | None = None, relinked: Player = ""
) -> str:
    t = services()[TournamentRepository].get(tournament)
    return render_template(
        "tournament_entries.html",
        **_page_fields(tournament, t),
        t=t,
        names=services()[PlayerDirectory].names_of([*t.players, *t.withdrawn_entries, *t.merged_entries]),
        guests=[player for player, entry in t.players.items() if entry.token],
        separable=[
            player
            for player, merged_entry in t.merged_entries.items()
            if not merged_entry.has_transfers and len(t.rounds) == merged_entry.rounds
        ],
        trouble=error,
        former=former,
        relinked=relinked,
        merged=t.merged_entries.get(request.args.get("merged", "")),
        form=request.form if error else {},
    )
