"""Commands for the rounds of a tournament, from the pairing to the cut, and their reversals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import click

from domain.messages import Message
from domain.tournament.facts import Bye
from domain.tournament.plan import BYES
from domain.tournament.play.pairings import next_round_number
from domain.tournament.refusals import require_round
from domain.tournament.scoring.results import Result
from domain.tournament.wording import describe_result
from service.cli.context import open_services
from service.cli.tournaments.context import (
    echo_round,
    find_round,
    overrule_option,
    reason_option,
    render_with_names,
    required_reason_option,
    round_option,
    run_command,
    run_round_step,
    run_step,
    stage_option,
    tournament_argument,
)
from service.tournaments.commands import (
    Assign,
    Close,
    Command,
    Correct,
    Cut,
    Enter,
    Pair,
    Publish,
    Reopen,
    Start,
    TakeBackCut,
    TakeBackEnd,
    TakeBackPairing,
    TakeBackStart,
)


@click.command("pair")
@tournament_argument
@round_option
@click.option("--bye", "byes", multiple=True, help="A bye that a player asked for: ID=half_bye.")
@click.option("--why", "reason", default="", help="The reason to pair the last round again before its start.")
@overrule_option
def pair_round(id: str, number: int | None, byes: Sequence[str], reason: str, overrule: str) -> None:
    """Pairs the next round of the tournament ID, and prints its tables."""
    with open_services() as services:
        number = number or next_round_number(services.tournaments.get(id)) - bool(reason)
        command = Pair(number, byes=tuple(map(_parse_bye, byes)), why=reason, overrule=overrule)
        echo_round(services, run_command(services, id, command).tournament_state.rounds[-1])


@click.command("publish")
@tournament_argument
@round_option
def publish_round(id: str, number: int | None) -> None:
    """Publishes the pairing of the last round of the tournament ID."""
    run_round_step(id, number, Publish, "Round {} is published.")


@click.command("start")
@tournament_argument
@round_option
@overrule_option
def start_round(id: str, number: int | None, overrule: str) -> None:
    """Starts the last round of the tournament ID, and its clock."""
    run_round_step(id, number, partial(Start, overrule=overrule), "Round {} is being played.")


@click.command("result")
@tournament_argument
@click.argument("table", type=click.IntRange(1))
@click.argument("places")
@click.option("--scores", default="", help="Those of the game, by seat: 2,1.")
@click.option(
    "--forfeit", "forfeits", type=click.IntRange(0), multiple=True, help="A seat that did not play."
)
@click.option("--why", "reason", default="", help="The reason to correct the result of the table.")
@stage_option
@round_option
@overrule_option
def enter_result(
    id: str,
    table: int,
    places: str,
    scores: str,
    forfeits: Sequence[int],
    reason: str,
    stage: int | None,
    number: int | None,
    overrule: str,
) -> None:
    """Enters the result of a TABLE as the PLACES of its seats, such as 1,2 for a win of the first.

    A forfeit makes it an assigned result, and `--why` a correction.
    """
    result = Result(_parse_numbers(places, "PLACES"), _parse_numbers(scores, "--scores"), tuple(forfeits))
    with open_services() as services:
        round_ = find_round(services, id, stage, number)
        location = (round_.stage, round_.number, table)
        command: Command = Enter(*location, result, overrule=overrule)
        if reason:
            command = Correct(*location, result, reason, assigned=bool(forfeits), overrule=overrule)
        elif forfeits:
            command = Assign(*location, result, overrule=overrule)
        t = run_command(services, id, command).tournament_state
        seats = require_round(t, round_.stage, round_.number).tables[table].seats
        sentence = Message("{result}.", result=describe_result(result, seats))
        click.echo(render_with_names(services, sentence))


@click.command("close")
@tournament_argument
@round_option
@overrule_option
def close_round(id: str, number: int | None, overrule: str) -> None:
    """Closes the last round of the tournament ID."""
    run_round_step(id, number, partial(Close, overrule=overrule), "Round {} is closed.")


@click.command("cut")
@tournament_argument
@click.argument("through", nargs=-1)
@click.option(
    "--why", "reason", default="", help="The reason to replace the first of the standings by these."
)
@click.option("--again", is_flag=True, help="Replaces the last cut, while nothing was played after it.")
@overrule_option
def cut_stage(id: str, through: Sequence[str], reason: str, again: bool, overrule: str) -> None:
    """Ends a stage of the tournament ID.

    The players THROUGH qualify, or the first of the standings.
    """
    with open_services() as services:
        t = run_command(services, id, Cut(tuple(through), reason, overrule, again)).tournament_state
        for player in t.cuts[-1].event.through:
            click.echo(f"{player}  {services.players.names_of([player])[player]}")


@click.command("reopen")
@tournament_argument
@round_option
@required_reason_option
def reopen_round(id: str, number: int | None, reason: str) -> None:
    """Reopens the last round of the tournament ID before the next pairing or cut."""
    run_round_step(id, number, partial(Reopen, why=reason), "Round {} is open again.")


@click.command("take-back-end")
@tournament_argument
@reason_option
def take_back_end(id: str, reason: str) -> None:
    """Takes the end of the tournament ID back within 60 seconds."""
    run_step(id, TakeBackEnd(reason), "The tournament goes on.")


@click.command("take-back-cut")
@tournament_argument
@required_reason_option
def take_back_cut(id: str, reason: str) -> None:
    """Takes the last cut of the tournament ID back before the next game."""
    with open_services() as services:
        t = run_command(services, id, TakeBackCut(reason)).tournament_state
        click.echo(f"Stage {t.current_stage} goes on.")


@click.command("take-back-pairing")
@tournament_argument
@round_option
@required_reason_option
def take_back_pairing(id: str, number: int | None, reason: str) -> None:
    """Takes the pairing of the last round of the tournament ID back before its publication."""
    run_round_step(id, number, partial(TakeBackPairing, why=reason), "Round {} is to be paired.")


@click.command("take-back-start")
@tournament_argument
@round_option
@required_reason_option
def take_back_start(id: str, number: int | None, reason: str) -> None:
    """Takes the start of the last round of the tournament ID back before its first result."""
    run_round_step(id, number, partial(TakeBackStart, why=reason), "Round {} has not started.")


COMMANDS = (
    *(pair_round, publish_round, start_round, enter_result, close_round, cut_stage, reopen_round),
    *(take_back_end, take_back_cut, take_back_pairing, take_back_start),
)


def _parse_bye(text: str) -> Bye:
    player, _, name = text.partition("=")
    for kind in BYES:
        if kind == name:
            return Bye(player, kind)
    raise click.BadParameter(f"“{text}” is no bye: ID={', ID='.join(sorted(BYES))}.", param_hint="--bye")


def _parse_numbers(text: str, option: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in text.split(",") if text)
    except ValueError:
        raise click.BadParameter(f"“{text}” is no list of numbers, as in 1,2.", param_hint=option) from None
