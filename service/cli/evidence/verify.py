"""The command that audits: verify, for a match, a whole store, or a record in a file."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from domain.messages import Message
from replays.proof.log import read_proof
from replays.proof.notes import Checkpoint, Unsigned, read_checkpoint
from service.bootstrap import Services
from service.cli.context import open_services
from service.cli.workers import over_matches, worked
from service.eventstore.stamp import STAMP
from service.evidence.audit import Audited, audit
from service.evidence.log_audit import Finding, audit_growth, audit_tree
from service.interpreter import module
from service.shared.errors import UnknownMatch


@click.command("verify", context_settings={"ignore_unknown_options": True})
@click.argument("match", required=False)
@click.argument("more", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--all", "everything", is_flag=True, help="Audit every match of the store, and its log of heads."
)
@click.option(
    "--checkpoint",
    "notes",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A checkpoint that was kept elsewhere: the log has to begin with it.",
)
@worked
def verify(
    match: str | None,
    more: Sequence[str],
    everything: bool,
    notes: Sequence[Path],
    jobs: int,
    on: str | None,
) -> None:
    """Holds the facts of MATCH against their heads, and decides every answer again.

    What was changed is told fact by fact, with exit code 1. If MATCH is a file, it is checked as an exported
    record, by a process that knows nothing of the store: `--key VKEY`, `--receipt FILE` and `--checkpoint
    FILE` name what you know from elsewhere.
    """
    if match is not None and Path(match).is_file():
        kept = [word for note in notes for word in ("--checkpoint", str(note))]
        sys.exit(subprocess.call(module("replays.check", match, *more, *kept)))
    if more:
        raise click.UsageError(f"“{match}” is no file, and {more[0]} is for records in files.")
    if match is not None and Path(match).name != match:
        raise click.UsageError(f"There is no file {match}.")
    if (match is None) is not everything:
        raise click.UsageError("Name a match or a file, or say --all.")
    if match is None:
        _verify_all(notes, jobs, on)
        return
    with open_services(headless=True, reading=True) as services:
        _verify(services, match)


def _verify(services: Services, match: str) -> None:
    tree = services.store.tree
    known = [*tree.positions(match), *(entered.head.seq for entered in tree.entered(match))]
    if not known:
        raise UnknownMatch(Message("There is no match {match}.", match=match))
    with click.progressbar(length=max(known), label="deciding again") as bar:
        audited = audit(
            services.store, services.library, match, lambda checked: bar.update(checked - bar.pos)
        )
    _tell(audited.findings)
    if audited.findings:
        raise click.ClickException(f"Match {match} is not as it was written.")
    click.echo(f"{audited.answers} answers decided again gave the same {audited.facts} facts.")


def _verify_all(notes: Iterable[Path], jobs: int, on: str | None) -> None:
    with open_services(headless=True, reading=True) as services:
        checkpoints = [_known(services, note) for note in notes]
        matches = [match for match in services.store.tree.matches() if match != STAMP]
    audits = over_matches(_audit, matches, jobs, on)
    facts = heads = answers = 0
    findings: list[Finding] = []
    with click.progressbar(audits, length=len(matches), label="auditing matches") as bar:
        for audited in bar:
            facts, heads, answers = facts + audited.facts, heads + audited.heads, answers + audited.answers
            findings += audited.findings
    with open_services(headless=True, reading=True) as services:
        findings += audit_tree(services.store)
        for checkpoint in checkpoints:
            findings += audit_growth(services.store, checkpoint)
        findings += [Finding("", 0, str(trouble)) for trouble in services.evidence.contradictions()]
    _tell(findings)
    held = f"{len(matches)} matches, {facts} facts, {heads} heads, {answers} answers decided again"
    if findings:
        where = dict.fromkeys(finding.match or "the log of heads" for finding in findings)
        raise click.ClickException(f"{held}: not as written are {', '.join(where)}.")
    click.echo(
        f"{held}: all is as it was written." if matches else "The store is empty: nothing was audited."
    )


def _audit(services: Services, match: str) -> Audited:
    return audit(services.store, services.library, match)


def _known(services: Services, file: Path) -> Checkpoint:
    """Returns the checkpoint that *file* holds, if the service has signed it."""
    try:
        return read_checkpoint(
            read_proof(file.read_text(encoding="utf-8")).note, services.evidence.public_keys()
        )
    except (Unsigned, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file} is no checkpoint of this service: {error}") from error


def _tell(findings: Iterable[Finding]) -> None:
    for match, _, sentence in findings:
        click.echo(f"{match or 'The log of heads'}: {sentence}")
