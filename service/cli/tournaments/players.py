"""Commands for the players of a tournament, their registration and their links."""

from __future__ import annotations

from datetime import datetime
from typing import IO

import click

from service.bootstrap import Services
from service.cli.context import open_services
from service.cli.tournaments.context import (
    player_argument,
    reason_option,
    report_roster_errors,
    run_command,
    run_step,
    tournament_argument,
)
from service.tournaments.commands import (
    CloseRegistration,
    IssueLink,
    MergePlayers,
    OpenRegistration,
    RegisterRoster,
    RenamePlayer,
    RestoreRegistration,
    SeparatePlayers,
    WithdrawRegistration,
)
from service.tournaments.entry.entrants import SelfRegistration
from service.tournaments.queries.zones import parse_local_time, zone_of
from service.tournaments.repository import CommandResult
from service.tournaments.rosters.encodings import MAX_ROSTER_BYTES, decode_roster
from service.tournaments.rosters.preview import RosterPreview, RosterRemark


@click.command("register")
@tournament_argument
@click.argument("roster", type=click.File("rb"))
@click.option("--dry-run", is_flag=True, help="Shows how the list is understood, and registers nobody.")
@click.option("--accept-similar", is_flag=True, help="Names that look alike are those of different people.")
def register_roster(id: str, roster: IO[bytes], dry_run: bool, accept_similar: bool) -> None:
    """Registers all players of the file ROSTER, with a name a line or columns below headings.

    It prints the id of each player, and the token of each guest. An error registers no player.
    """
    file = roster.read(MAX_ROSTER_BYTES + 1)
    with open_services() as services, report_roster_errors():
        t = services.tournaments.get(id)
        preview = services.tournament_service.previews.preview_roster(id, t, file, services.clock(), str)
        for remark in preview.warnings:
            click.echo(f"Warning: {_format_remark(remark)}", err=True)
        if dry_run:
            _echo_preview(preview)
            return
        command = RegisterRoster(decode_roster(file).text, accept_similar)
        _echo_registered(services, run_command(services, id, command))


@click.command("open-registration")
@tournament_argument
@click.option("--limit", type=click.IntRange(1), default=None, help="So many players; any, if left out.")
@click.option(
    "--until", type=click.DateTime(), help="In the zone of the event; until a round is paired, if left out."
)
def open_registration(id: str, limit: int | None, until: datetime | None) -> None:
    """Lets players register themselves in the tournament ID."""
    with open_services() as services:
        zone = zone_of(services.tournaments.get(id))
        ends = parse_local_time(until.isoformat(), zone, "until") if until else 0
        run_command(services, id, OpenRegistration(limit or 0, ends))
        click.echo("Players can register themselves.")


@click.command("close-registration")
@tournament_argument
def close_registration(id: str) -> None:
    """Ends the self-registration of players in the tournament ID."""
    run_step(id, CloseRegistration(), "Players cannot register themselves any more.")


@click.command("sign-up")
@tournament_argument
@click.argument("name", required=False)
@click.option("--key", default="", help="The key of an account, instead of a NAME.")
def sign_up(id: str, name: str | None, key: str) -> None:
    """Registers a player by a NAME like a self-registration, during the self-registration for ID.

    It prints the id of the player, and once the token of a guest.
    """
    with open_services() as services:
        account = services.accounts.account_of(key).id if key else ""
        _echo_registered(
            services, services.tournament_service.register_oneself(id, SelfRegistration(name), account)
        )


def _echo_registered(services: Services, result: CommandResult) -> None:
    """Prints the ids and names of the new players, and the tokens of guests."""
    ids = [*result.tournament_state.players][-len(result.tokens) :]
    names = services.players.names_of(ids)
    for player, token in zip(ids, result.tokens, strict=True):
        click.echo(f"{player}  {names[player]}  {token}".rstrip())


def _echo_preview(preview: RosterPreview) -> None:
    """Prints the interpretation of a list; raises `ClickException` if it has errors."""
    columns = (f"{column.heading or 'line'}={column.field or 'not used'}" for column in preview.columns)
    click.echo(f"Columns: {', '.join(columns)}")
    for player in preview.players:
        rating = "" if player.rating is None else str(player.rating)
        click.echo(f"{player.line:>5}  {player.name or player.player or ''}  {rating}".rstrip())
    for question in preview.questions:
        click.echo(f"Question: {_format_remark(question)}", err=True)
    if preview.errors:
        lines = [f"Errors: {len(preview.errors)}.", *map(_format_remark, preview.errors)]
        raise click.ClickException("\n".join(lines))
    click.echo(f"Nobody is registered yet. Players: {len(preview.players)}.")


def _format_remark(remark: RosterRemark) -> str:
    return f"Line {remark.line}, column {remark.column}: {remark.detail}"


@click.command("rename-player")
@tournament_argument
@player_argument
@click.argument("name")
def rename_player(id: str, player: str, name: str) -> None:
    """Gives the guest PLAYER of the tournament ID another NAME."""
    with open_services() as services, report_roster_errors():
        former = services.players.names_of([player])[player]
        run_command(services, id, RenamePlayer(player, name))
        click.echo(f"{former} is {services.players.names_of([player])[player]}.")


@click.command("withdraw-player")
@tournament_argument
@player_argument
@reason_option
def withdraw_player(id: str, player: str, reason: str) -> None:
    """Withdraws the registration of PLAYER in the tournament ID before the first pairing."""
    sentence = "The registration is withdrawn. restore-player takes that back."
    run_step(id, WithdrawRegistration(player, reason), sentence)


@click.command("restore-player")
@tournament_argument
@player_argument
def restore_player(id: str, player: str) -> None:
    """Restores the withdrawn registration of PLAYER in the tournament ID."""
    with report_roster_errors():
        run_step(id, RestoreRegistration(player), "The registration counts again.")


@click.command("merge-players")
@tournament_argument
@player_argument
@click.argument("into")
@reason_option
def merge_players(id: str, player: str, into: str, reason: str) -> None:
    """Merges two registrations in the tournament ID, PLAYER into INTO."""
    sentence = "The two are one player. separate-players takes that back."
    run_step(id, MergePlayers(player, into, reason), sentence)


@click.command("separate-players")
@tournament_argument
@player_argument
def separate_players(id: str, player: str) -> None:
    """Takes back the merge of PLAYER in the tournament ID."""
    run_step(id, SeparatePlayers(player), "The two are different players.")


@click.command("issue-link")
@tournament_argument
@player_argument
def issue_link(id: str, player: str) -> None:
    """Issues a new link for the guest PLAYER of the tournament ID and prints its token.

    The old link ends.
    """
    with open_services() as services:
        click.echo(run_command(services, id, IssueLink(player)).tokens[0])


@click.command("links")
@tournament_argument
def list_links(id: str) -> None:
    """Lists the token of each guest of the tournament ID.

    The command issue-link replaces an unknown one.
    """
    with open_services() as services:
        t = services.tournaments.get(id)
        names = services.players.names_of(t.players)
        for player, entry in t.players.items():
            if entry.token:
                click.echo(f"{player}  {names[player]}  {services.links.look_up(entry) or '-'}")


COMMANDS = (
    *(register_roster, open_registration, close_registration, sign_up, rename_player, withdraw_player),
    *(restore_player, merge_players, separate_players, issue_link, list_links),
)
