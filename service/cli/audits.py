"""The commands verify and readjudicate, for deciding matches again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from domain.errors import LocalizableError
from domain.messages import Message
from domain.people import JOURNAL
from replays.audits.verify import Verdict
from replays.proof.log import read_proof
from replays.proof.notes import Checkpoint, Unsigned, read_checkpoint
from service.bootstrap import Services
from service.cli.context import open_services
from service.cli.options import cards_option, game_option, game_options, read_options
from service.cli.workers import list_matches, map_matches, worker_options
from service.database.tables import METADATA
from service.eventstore.stamp import STAMP
from service.evidence.audit import AuditResult, audit_record
from service.evidence.journal_audit import audit_journal
from service.evidence.log_audit import Finding, audit_growth, audit_tree
from service.evidence.photo_audit import find_altered_photos, missing_photos
from service.proofs.verification import decide_again
from service.recordings.verdicts import describe_standing
from service.shared.errors import UnknownMatch
from service.subprocesses import module_command

AUDITED_TABLES = frozenset(
    ("card_sets", "heads", "merkle", "people", "photos", "streams", "tokens", "topics")
)
"""Tables beside the facts that hashes and the journal cover. An alteration of any other leaves no trace."""


@click.command("verify", context_settings={"ignore_unknown_options": True})
@click.argument("match", required=False)
@click.argument("more", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--all", "all_matches", is_flag=True, help="Audit every match of the store, and its log of heads."
)
@click.option(
    "--checkpoint",
    "checkpoint_files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A checkpoint that was kept elsewhere: the log has to begin with it.",
)
@worker_options
def verify_facts(
    match: str | None,
    more: Sequence[str],
    all_matches: bool,
    checkpoint_files: Sequence[Path],
    jobs: int,
    address: str | None,
) -> None:
    """Compares the facts of MATCH with their heads, and decides every answer again.

    It prints each altered fact. The exit code is then 1. A FILE instead of MATCH is an exported record, and a
    process without access to the store checks it. `--key VKEY`, `--policy FILE`, `--receipt FILE` and
    `--checkpoint FILE` name your own evidence. `--photos PATH` compares a folder or a ZIP file of photos.
    """
    if match is not None and Path(match).is_file():
        checkpoints = [word for file in checkpoint_files for word in ("--checkpoint", str(file))]
        sys.exit(subprocess.call(module_command("replays.check", match, *more, *checkpoints)))
    if more:
        raise click.UsageError(f"“{match}” is no file, and {more[0]} is for records in files.")
    if match is not None and Path(match).name != match:
        raise click.UsageError(f"There is no file {match}.")
    if (match is None) is not all_matches:
        raise click.UsageError("Name a match or a file, or say --all.")
    if match is None:
        _verify_all(checkpoint_files, jobs, address)
        return
    with open_services(headless=True, reading=True) as services:
        _verify_match(services, match)


def _verify_match(services: Services, match: str) -> None:
    tree = services.store.tree
    seqs = [*tree.positions_of(match), *(entered.head.seq for entered in tree.list_entries(match))]
    if not seqs:
        raise UnknownMatch(Message("There is no match {match}.", match=match))
    with click.progressbar(length=max(seqs), label="deciding again") as bar:
        audited = audit_record(
            services.store, services.library, match, lambda checked: bar.update(checked - bar.pos)
        )
    findings = [*audited.findings, *find_altered_photos(services.store, match)]
    _echo_findings(findings)
    if findings:
        raise click.ClickException(f"Match {match} is not as it was written.")
    if missing := missing_photos(services.store, match):
        click.echo(f"Missing are the photos of the facts {', '.join(map(str, missing))}; their hashes stay.")
    click.echo(f"{audited.answers} answers decided again gave the same {audited.facts} facts.")
    if services.repository.load_settings(match).source == "table":
        click.echo(describe_standing(services.repository.load_replay(match)))


def _verify_all(checkpoint_files: Iterable[Path], jobs: int, address: str | None) -> None:
    with open_services(headless=True, reading=True) as services:
        checkpoints = [_read_own_checkpoint(services, file) for file in checkpoint_files]
        matches = [match for match in services.store.tree.list_streams() if match not in (STAMP, JOURNAL)]
    audits = map_matches(_audit_match, matches, jobs, address)
    facts = heads = answers = 0
    findings: list[Finding] = []
    with click.progressbar(audits, length=len(matches), label="auditing matches") as bar:
        for audited in bar:
            facts, heads, answers = facts + audited.facts, heads + audited.heads, answers + audited.answers
            findings += audited.findings
    with open_services(headless=True, reading=True) as services:
        findings += [*audit_tree(services.store), *find_altered_photos(services.store)]
        journal = audit_journal(services.store)
        findings += journal.findings
        for checkpoint in checkpoints:
            findings += audit_growth(services.store, checkpoint)
        findings += [Finding("", 0, str(error)) for error in services.evidence.find_contradictions()]
        published = services.evidence.published
        witness_answers = published.query_witnesses() if published else []
        findings += [Finding("", 0, answer.sentence) for answer in witness_answers if answer.contradicts]
    _echo_findings(findings)
    for answer in witness_answers:
        if not answer.contradicts:
            click.echo(answer.sentence)
    click.echo(
        f"The journal has {journal.entries} entries: {journal.names} names, {journal.erased} erased, and "
        f"{journal.api_tokens} API tokens."
    )
    outside = sorted(METADATA.tables.keys() - AUDITED_TABLES)
    click.echo(f"Outside the audit: the tables {', '.join(outside)}.")
    summary = f"{len(matches)} matches, {facts} facts, {heads} heads, {answers} answers decided again"
    if findings:
        subjects = dict.fromkeys(finding.match or "the log of heads" for finding in findings)
        raise click.ClickException(f"{summary}: not as written are {', '.join(subjects)}.")
    click.echo(
        f"{summary}: all is as it was written." if matches else "The store is empty: nothing was audited."
    )


def _audit_match(services: Services, match: str) -> AuditResult:
    return audit_record(services.store, services.library, match)


def _read_own_checkpoint(services: Services, file: Path) -> Checkpoint:
    """Returns the checkpoint in *file*; raises `ClickException` unless this service signed it."""
    try:
        note = read_proof(file.read_text(encoding="utf-8")).note
        keys = [signer.key for signer in services.evidence.keyring.signers()]
        return read_checkpoint(note, keys)
    except (Unsigned, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file} is no checkpoint of this service: {error}") from error


def _echo_findings(findings: Iterable[Finding]) -> None:
    for match, _, sentence in findings:
        click.echo(f"{match or 'The log of heads'}: {sentence}")


@click.command("readjudicate")
@click.argument("match", required=False)
@click.option("--all", "all_matches", is_flag=True, help="Decide every match of the game again.")
@game_option
@cards_option
@game_options
@worker_options
def readjudicate(
    match: str | None,
    all_matches: bool,
    game: str,
    cards: str | None,
    options: Sequence[str],
    jobs: int,
    address: str | None,
) -> None:
    """Decides every answer of MATCH under other rules and prints the first difference, with exit code 1.

    Another card set, or other options such as --option edition=fr, make other rules. `--all` decides every
    match of a game, and prints the first difference of each.
    """
    if (match is None) is not all_matches:
        raise click.UsageError("Name a match, or say --all.")
    if match is None:
        _readjudicate_all(game, cards, read_options(options), jobs, address)
    else:
        _readjudicate_match(match, cards, read_options(options))


def _readjudicate_match(match: str, cards: str | None, options: Mapping[str, Any]) -> None:
    with open_services(reading=True) as services:
        with click.progressbar(
            length=len(services.repository.load_replay(match)), label="deciding again"
        ) as bar:
            verdict = decide_again(
                services, match, cards, options, lambda checked: bar.update(checked - bar.pos)
            )
        if not verdict.ok:
            raise click.ClickException(verdict.difference)
        click.echo(f"{verdict.answers} answers lead to the same {verdict.facts} facts under these rules.")


def _readjudicate_all(
    game: str, cards: str | None, options: Mapping[str, Any], jobs: int, address: str | None
) -> None:
    if cards is not None:
        with open_services(reading=True) as services:
            services.library.find_cards(game, cards)  # reports an unknown card set once, not for every match
    matches = list_matches()
    verdicts = map_matches(partial(_decide_again, game, cards, options), matches, jobs, address)
    with click.progressbar(verdicts, length=len(matches), label="deciding again") as bar:
        decided = [
            (match, verdict) for match, verdict in zip(matches, bar, strict=True) if verdict is not None
        ]
    differences = [
        (match, verdict if isinstance(verdict, str) else verdict.difference)
        for match, verdict in decided
        if isinstance(verdict, str) or not verdict.ok
    ]
    for match, difference in differences:
        click.echo(f"{match}: {difference}")
    summary = f"{len(decided)} matches of {game} decided again"
    if differences:
        raise click.ClickException(f"{summary}: {len(differences)} are otherwise under these rules.")
    click.echo(f"{summary}: all lead to the same facts under these rules.")


def _decide_again(
    game: str, cards: str | None, options: Mapping[str, Any], services: Services, match: str
) -> Verdict | str | None:
    """Returns the verdict on *match*, the reason for a refusal, or `None` for another game."""
    try:
        if services.repository.load_match(match).match.settings.game != game:
            return None
        return decide_again(services, match, cards, options)
    except LocalizableError as refusal:
        return str(refusal)
