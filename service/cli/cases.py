"""Commands for cases, for organizers at the machine: case open, answer, rule, appeal, show, list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

import click

from domain import table
from domain.table import DisputeOpened
from domain.table.facts import Outcome
from service.bootstrap import Services
from service.cases.file import page, read
from service.cases.ruling_checks import Ruling
from service.cases.service import Piece
from service.cli.context import open_services
from service.cli.matches import of_match, record, seen_as
from service.matches.repository import CommandResult

_PARTY = re.compile(r"seat:(\d{1,2})|(judge|organizer):[A-Za-z0-9][A-Za-z0-9.-]{0,62}")
_PIECE = re.compile(r"(\d{1,15})(?::([0-9a-f]{64}))?")

_number = click.argument("number", type=int)
_by = click.option("--by", required=True, help="Who speaks: seat:0, organizer:NAME or judge:NAME.")
_text = click.option("--text", required=True, help="What is said.")
_evidence = click.option("--evidence", multiple=True, help="A fact by its number, or as number:hash.")


@click.group()
def case() -> None:
    """What is disputed about a match, and what is ruled."""


@case.command("open")
@of_match
@_by
@click.option("--claim", required=True, help="What is claimed.")
@_evidence
def dispute(match: str, by: str, claim: str, evidence: Sequence[str]) -> None:
    """Opens a case about MATCH."""
    with open_services() as services:
        _tell(services.cases.dispute(match, _party(services, match, by), claim, _pieces(evidence)))


@case.command()
@of_match
@_number
@_by
@_text
@_evidence
def answer(match: str, number: int, by: str, text: str, evidence: Sequence[str]) -> None:
    """Says something in case NUMBER of MATCH."""
    with open_services() as services:
        _tell(services.cases.reply(match, number, _party(services, match, by), text, _pieces(evidence)))


@case.command()
@of_match
@_number
@_by
@_text
def appeal(match: str, number: int, by: str, text: str) -> None:
    """Appeals against the ruling on case NUMBER of MATCH."""
    with open_services() as services:
        _tell(services.cases.appeal(match, number, _party(services, match, by), text))


@case.command()
@of_match
@_number
@click.option("--judge", required=True, help="The name of the judge who rules.")
@click.option("--outcome", type=click.Choice(get_args(Outcome)), default="note", show_default=True)
@click.option("--rule", "rules", multiple=True, required=True, help="The number of a rule it rests on.")
@_text
@click.option("--seat", type=int, help="Of a penalty: who gets it.")
@click.option("--penalty", default="", help="Of a penalty: what it is.")
@click.option("--fact", "facts", multiple=True, help="Of a correction: a fact of the game, in notation.")
@click.option("--to", type=int, help="Of a rewind: the number of the fact to go on from.")
@click.option("--winner", "winners", type=int, multiple=True, help="Of a result: a seat that wins.")
@click.option("--draw", is_flag=True, help="Of a result: nobody wins.")
def rule(
    match: str,
    number: int,
    judge: str,
    outcome: Outcome,
    rules: Sequence[str],
    text: str,
    seat: int | None,
    penalty: str,
    facts: Sequence[str],
    to: int | None,
    winners: Sequence[int],
    draw: bool,
) -> None:
    """Rules on case NUMBER of MATCH."""
    if winners and draw:
        raise click.BadParameter("nobody wins a draw.", param_hint="--winner")
    won = tuple(winners) if winners or draw else None
    ruling = Ruling(outcome, tuple(rules), text, seat, penalty, tuple(facts), to, won)
    with open_services() as services:
        _, _, name = _party(services, match, f"judge:{judge}").partition(":")
        _tell(services.cases.rule(match, number, name, ruling, services.repository.get(match).match.seq))


@case.command()
@of_match
@_number
@seen_as
def show(match: str, number: int, who: str) -> None:
    """Shows the file of case NUMBER of MATCH."""
    with record(match) as found:
        viewer = found.viewer(who)
    with open_services() as services:
        click.echo(page(read(services, match, number, viewer)), nl=False)


@case.command("list")
@of_match
@seen_as
def index(match: str, who: str) -> None:
    """Lists the cases of MATCH."""
    with record(match) as found:
        facts = found.seen(who)
        for listed in found.film.at(len(found.film)).cases:
            event = facts[listed.said[0] - 1].event
            assert isinstance(event, DisputeOpened)
            click.echo(f"{listed.number}  {listed.status}  {listed.by}: {event.claim}")


def _party(services: Services, match: str, by: str) -> str:
    match_ = _PARTY.fullmatch(by)
    if match_ is None:
        raise click.BadParameter(f"“{by}” is nobody: seat:0, organizer:NAME, judge:NAME.", param_hint="--by")
    if match_[1] is not None:
        match_state = services.repository.get(match).match
        if refusal := table.seat_refusal(match_state, int(match_[1])):
            raise click.BadParameter(refusal.sentence, param_hint="--by")
    return by


def _pieces(evidence: Sequence[str]) -> list[Piece]:
    pieces = []
    for text in evidence:
        match_ = _PIECE.fullmatch(text)
        if match_ is None:
            raise click.BadParameter(
                f"“{text}” is no fact: its number, or number:hash.", param_hint="--evidence"
            )
        pieces.append(Piece(int(match_[1]), match_[2] or ""))
    return pieces


def _tell(command_result: CommandResult) -> None:
    """Says what became of it, and gives the receipt."""
    receipt = command_result.receipt
    for fact in command_result.facts:
        click.echo(f"fact {fact.seq}  {type(fact.event).__name__}")
    click.echo(f"receipt: match {receipt.match}, fact {receipt.seq}, {receipt.head}, at {receipt.at}")
    click.echo(f"         {receipt.key} {receipt.signature}")
