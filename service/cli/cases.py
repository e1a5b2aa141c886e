"""The group of commands about cases of a match."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, get_args

import click

from domain import table
from domain.table import DisputeOpened
from domain.table.facts import Outcome
from service.bootstrap import Services
from service.cases.file import read_case_file
from service.cases.file_text import render_case_file
from service.cases.rulings import EvidenceRef, read_ruling
from service.cli.context import open_services
from service.cli.matches import match_argument, open_match, viewer_option
from service.matches.repository import CommandResult

_PARTY_PATTERN = re.compile(r"seat:(\d{1,2})|(judge|organizer):[A-Za-z0-9][A-Za-z0-9.-]{0,62}")
_EVIDENCE_PATTERN = re.compile(r"(\d{1,15})(?::([0-9a-f]{64}))?")

number_argument = click.argument("number", type=int)
party_option = click.option("--by", required=True, help="The party: seat:0, organizer:NAME or judge:NAME.")
text_option = click.option("--text", required=True, help="The statement.")
evidence_option = click.option("--evidence", multiple=True, help="A fact by its number, or as number:hash.")


@click.group("case")
def case_group() -> None:
    """Manages the disputes about a match, and the rulings on them."""


@case_group.command("open")
@match_argument
@party_option
@click.option("--claim", required=True, help="The claim.")
@evidence_option
def open_case(match: str, by: str, claim: str, evidence: Sequence[str]) -> None:
    """Opens a case about MATCH."""
    with open_services() as services:
        _echo_result(
            services.cases.open_case(
                match, _parse_party(services, match, by), claim, _parse_evidence(evidence)
            )
        )


@case_group.command("answer")
@match_argument
@number_argument
@party_option
@text_option
@evidence_option
def answer_case(match: str, number: int, by: str, text: str, evidence: Sequence[str]) -> None:
    """Adds a statement to case NUMBER of MATCH."""
    with open_services() as services:
        _echo_result(
            services.cases.reply_to_case(
                match, number, _parse_party(services, match, by), text, _parse_evidence(evidence)
            )
        )


@case_group.command("appeal")
@match_argument
@number_argument
@party_option
@text_option
def appeal_ruling(match: str, number: int, by: str, text: str) -> None:
    """Appeals against the ruling on case NUMBER of MATCH."""
    with open_services() as services:
        _echo_result(services.cases.appeal_ruling(match, number, _parse_party(services, match, by), text))


@case_group.command("rule")
@match_argument
@number_argument
@click.option("--judge", required=True, help="The name of the judge.")
@click.option("--outcome", type=click.Choice(get_args(Outcome)), default="note", show_default=True)
@click.option("--rule", "rules", multiple=True, required=True, help="The number of a rule it rests on.")
@text_option
@click.option("--seat", type=int, help="Of a penalty: its seat.")
@click.option("--penalty", default="", help="Of a penalty: its text.")
@click.option("--fact", "facts", multiple=True, help="Of a correction: a fact of the game, in notation.")
@click.option("--to", type=int, help="Of a rewind: the number of the fact to go on from.")
@click.option("--winner", "winners", type=int, multiple=True, help="Of a result: a seat that wins.")
@click.option("--draw", is_flag=True, help="Of a result: a draw.")
def rule_case(match: str, number: int, judge: str, winners: Sequence[int], draw: bool, **fields: Any) -> None:
    """Rules on case NUMBER of MATCH."""
    if winners and draw:
        raise click.BadParameter("nobody wins a draw.", param_hint="--winner")
    ruling = read_ruling(fields, winners=winners if winners or draw else None)
    with open_services() as services:
        _, _, name = _parse_party(services, match, f"judge:{judge}").partition(":")
        _echo_result(
            services.cases.rule_on_case(
                match, number, name, ruling, services.repository.load_match(match).match.seq
            )
        )


@case_group.command("show")
@match_argument
@number_argument
@viewer_option
def show_case(match: str, number: int, viewer_name: str) -> None:
    """Shows the file of case NUMBER of MATCH."""
    with open_match(match) as stored:
        viewer = stored.find_viewer(viewer_name)
    with open_services() as services:
        click.echo(render_case_file(read_case_file(services, match, number, viewer)), nl=False)


@case_group.command("list")
@match_argument
@viewer_option
def list_cases(match: str, viewer_name: str) -> None:
    """Lists the cases of MATCH."""
    with open_match(match) as stored:
        facts = stored.visible_facts(viewer_name)
        for case in stored.replay.at(len(stored.replay)).cases:
            event = facts[case.said[0] - 1].event
            assert isinstance(event, DisputeOpened)
            click.echo(f"{case.number}  {case.status}  {case.by}: {event.claim}")


def _parse_party(services: Services, match: str, by: str) -> str:
    match_ = _PARTY_PATTERN.fullmatch(by)
    if match_ is None:
        raise click.BadParameter(f"“{by}” is nobody: seat:0, organizer:NAME, judge:NAME.", param_hint="--by")
    if match_[1] is not None:
        match_state = services.repository.load_match(match).match
        if refusal := table.seat_refusal(match_state, int(match_[1])):
            raise click.BadParameter(refusal.sentence, param_hint="--by")
    return by


def _parse_evidence(evidence: Sequence[str]) -> list[EvidenceRef]:
    references = []
    for text in evidence:
        match_ = _EVIDENCE_PATTERN.fullmatch(text)
        if match_ is None:
            raise click.BadParameter(
                f"“{text}” is no fact: its number, or number:hash.", param_hint="--evidence"
            )
        references.append(EvidenceRef(int(match_[1]), match_[2] or ""))
    return references


def _echo_result(command_result: CommandResult) -> None:
    """Prints the facts and the receipt of a command."""
    receipt = command_result.receipt
    for fact in command_result.facts:
        click.echo(f"fact {fact.seq}  {type(fact.event).__name__}")
    click.echo(f"receipt: match {receipt.match}, fact {receipt.seq}, {receipt.head}, at {receipt.at}")
    click.echo(f"         {receipt.key} {receipt.signature}")
