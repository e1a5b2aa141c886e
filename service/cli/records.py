"""The commands export and import, for files of matches."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click
import msgspec

from replays.proof import bundle, record
from replays.proof.notes import Key, Unsigned, read_key
from service.bootstrap import Services
from service.cli.context import open_services
from service.cli.matches import describe_origin, find_match, open_match, viewer_option
from service.cli.serving import load_settings
from service.cli.workers import list_matches, map_matches, open_store_workers, worker_options
from service.feed import cloudevents
from service.matches.viewing.named_facts import without_names
from service.portability import imports, tournament_imports
from service.portability.model import ImportedMatch, ImportedTournament, ImportRejected
from service.portability.offline_file import render_in_language
from service.proofs import exports
from service.shared.i18n import LANGUAGES

OPERATOR = "operator"
"""The importer of a match that comes through a command."""
SUFFIXES = {"record": ".json", "transcript": ".game", "cloudevents": ".json"}
"""The formats of a match, and the suffixes of their files."""


@click.command("export")
@click.argument("match", required=False, metavar="MATCH|DIR")
@click.option(
    "--all",
    "folder",
    type=click.Path(file_okay=False, writable=True, path_type=Path),
    help="Write every match of the store into this directory instead, a file each.",
)
@viewer_option
@click.option(
    "--format",
    "form",
    type=click.Choice([*SUFFIXES, "parquet"]),
    default="transcript",
    show_default=True,
    help="A record proves itself; a transcript can be read; CloudEvents are routed; Parquet is for counts.",
)
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write a page to this file instead: the replay, to be opened without the service.",
)
@click.option(
    "--lang",
    type=click.Choice(list(LANGUAGES)),
    default="en",
    show_default=True,
    help="Of the page or transcript.",
)
@click.option(
    "--whole", "with_seed", is_flag=True, help="As judge, include the seed of an unfinished match too."
)
@worker_options
def export_match(
    match: str | None,
    folder: Path | None,
    viewer_name: str,
    form: str,
    page: Path | None,
    lang: str,
    with_seed: bool,
    jobs: int,
    address: str | None,
) -> None:
    """Writes MATCH as a file for any viewer.

    The judge's file holds every secret.

    With Parquet, the command writes all finished matches, for a spectator or the judge, into DIR.

    The file includes the seed after the end of the match. Before the end it does so only with `--whole`, and
    such a file predicts all draws. Keep it to yourself. `import` accepts the judge's record or transcript,
    with `--whole` for an unfinished match. The file names players by their ids, and a page also by their
    names.
    """
    if (match is None) is (folder is None) or (folder is not None and page is not None):
        raise click.UsageError("Name a match, or say --all with a directory, and no page.")
    if form == "parquet":
        if match is None or page is not None:
            raise click.UsageError("Name the directory that Parquet is written into, and no page.")
        click.echo(_export_dataset(Path(match), viewer_name, jobs, address))
    elif match is None:
        assert folder is not None
        _export_all(
            folder, partial(_format_match, viewer_name, form, lang, with_seed), SUFFIXES[form], jobs, address
        )
    elif page is None:
        with open_services(reading=True, sealing=True) as services:
            click.echo(_format_match(viewer_name, form, lang, with_seed, services, match), nl=False)
    else:
        with open_match(match, sealing=True) as stored:
            html = render_in_language(stored.services, match, stored.find_viewer(viewer_name), lang)
            page.write_text(html, encoding="utf-8")


def _format_match(
    viewer_name: str, form: str, lang: str, with_seed: bool, services: Services, match: str
) -> str:
    """Returns *match* in a format, redacted for a viewer."""
    stored = find_match(services, match)
    viewer = stored.find_viewer(viewer_name)
    if form == "record":
        return record.dump_record(exports.export_record(services, match, viewer, with_seed)).decode()
    if form == "transcript":
        return exports.export_transcript(services, match, viewer, with_seed, lang)
    facts = map(without_names, stored.visible_facts(viewer_name))
    events = cloudevents.cloud_events(
        services.process.name, match, facts, imported=services.import_trust.match_origin(match)
    )
    return msgspec.json.format(msgspec.json.encode([*events]), indent=1).decode() + "\n"


def _export_all(
    folder: Path, format_match: Callable[[Services, str], str], suffix: str, jobs: int, address: str | None
) -> None:
    """Writes every match into a file in *folder*, readable only by this user."""
    matches = list_matches()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    texts = map_matches(format_match, matches, jobs, address, sealing=True)
    with click.progressbar(texts, length=len(matches), label="writing matches") as bar:
        for match, text in zip(matches, bar, strict=True):
            descriptor = os.open(folder / f"{match}{suffix}", os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
            with open(descriptor, "w", encoding="utf-8") as file:
                file.write(text)
    click.echo(f"{len(matches)} matches are in {folder}.")


def _export_dataset(folder: Path, viewer_name: str, jobs: int, address: str | None) -> str:
    """Writes a data set into *folder*, and returns a sentence about its contents."""
    if viewer_name not in ("spectator", "judge"):
        raise click.BadParameter("A data set is for a spectator or the judge.", param_hint="--as")
    try:
        from service.portability import datasets
    except ModuleNotFoundError as error:
        raise click.ClickException(f"Parquet takes the packages of recount[data]: {error}.") from error
    with open_store_workers(jobs, address) as workers:
        dataset = datasets.export_dataset(load_settings, folder, viewer_name, workers)
    return f"{folder} holds {dataset.matches} matches, {dataset.answers} answers, {dataset.facts} facts."


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--key",
    "keys",
    multiple=True,
    help="A public key that has to have signed the record; if left out, those that the record names.",
)
def import_file(file: Path, keys: Sequence[str]) -> None:
    """Imports FILE after a check of its proofs, as a match or as a tournament with all its matches.

    A match is the judge's record or a complete transcript. A tournament is the organizers' bundle of a
    finished one. An error imports nothing, and the command prints all errors. The records of another service
    become imports of the operator. An unsigned transcript becomes a study.
    """
    try:
        trusted_keys = [read_key(key) for key in keys]
    except Unsigned as error:
        raise click.BadParameter(str(error), param_hint="--key") from error
    body = file.read_bytes()
    with open_services() as services:
        try:
            imported = _import_body(services, body, trusted_keys)
        except ImportRejected as refusal:
            for finding in refusal.findings:
                click.echo(finding.sentence)
            raise
    name = "match"
    if isinstance(imported, ImportedTournament):
        name = f"{len(imported.matches)} matches, tournament"
    id, head = imported.receipt.match, imported.receipt.head
    click.echo(f"{name} {id}: {imported.seq} facts, head {head}")
    if imported.imported is None:
        click.echo("This service has written it: it is taken back as it was.")
    else:
        click.echo(describe_origin(imported.imported))


def _import_body(services: Services, body: bytes, keys: Sequence[Key]) -> ImportedMatch | ImportedTournament:
    if bundle.is_bundle(body):
        return tournament_imports.import_tournament(services, body, OPERATOR, keys=keys)
    return imports.import_match(services, body, OPERATOR, keys=keys)
