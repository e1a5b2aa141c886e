"""Commands that write a match into a file and take one in: export, import."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click
import msgspec

from replays.playback import transcript
from replays.proof import bundle, record
from replays.proof.notes import Key, Unsigned, read_key
from service.bootstrap import Services
from service.cli.context import open_services
from service.cli.matches import find, origin, seen_as
from service.cli.matches import record as found_record
from service.cli.settings import chosen
from service.cli.workers import matches_of_store, over_matches, store_workers, worked
from service.feed import cloudevents
from service.matches.viewing.named_facts import unnamed
from service.portability import imports
from service.portability import tournament_imports as tournaments
from service.portability.errors import ImportRejected
from service.portability.model import Imported, ImportedTournament
from service.portability.offline_file import spoken
from service.proofs import exports
from service.shared.i18n import LANGUAGES

OPERATOR = "operator"
"""By whom a match is imported that comes through a command."""


FORMS = {"record": ".json", "transcript": ".game", "cloudevents": ".json"}
"""What a match is written as, and how the names of such files end."""


@click.command()
@click.argument("match", required=False, metavar="MATCH|DIR")
@click.option(
    "--all",
    "out",
    type=click.Path(file_okay=False, writable=True, path_type=Path),
    help="Write every match of the store into this directory instead, a file each.",
)
@seen_as
@click.option(
    "--format",
    "form",
    type=click.Choice([*FORMS, "parquet"]),
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
    "--lang", type=click.Choice(list(LANGUAGES)), default="en", show_default=True, help="Of the page."
)
@click.option("--whole", is_flag=True, help="As judge, tell the seed too, of a match that goes on as well.")
@worked
def export(
    match: str | None,
    out: Path | None,
    who: str,
    form: str,
    page: Path | None,
    lang: str,
    whole: bool,
    jobs: int,
    on: str | None,
) -> None:
    """Writes MATCH as a file, for anybody's eyes; as judge it holds every secret.

    As Parquet, all matches that are over, as a spectator or the judge sees them, are written into DIR.

    The seed is told when the match is over; before, only of the whole: keep that to yourself, for who knows
    the seed knows all that will be drawn. The judge's record or transcript is what `import` takes, of a match
    that goes on the whole one. Players are in it by their ids; in a page, by their names as well.
    """
    if (match is None) is (out is None) or (out is not None and page is not None):
        raise click.UsageError("Name a match, or say --all with a directory, and no page.")
    if form == "parquet":
        if match is None or page is not None:
            raise click.UsageError("Name the directory that Parquet is written into, and no page.")
        click.echo(_dataset(Path(match), who, jobs, on))
    elif match is None:
        assert out is not None
        _export_all(out, partial(_written, who, form, whole), FORMS[form], jobs, on)
    elif page is None:
        with open_services(reading=True) as services:
            click.echo(_written(who, form, whole, services, match), nl=False)
    else:
        with found_record(match) as found:
            page.write_text(spoken(found.services, match, found.viewer(who), lang), encoding="utf-8")


def _written(who: str, form: str, whole: bool, services: Services, match: str) -> str:
    """Returns *match* in a form, as *who* may see it."""
    found = find(services, match)
    viewer = found.viewer(who)
    if form == "record":
        return record.dump_record(exports.export(services, match, viewer, whole)).decode()
    if form == "transcript":
        return transcript.write_transcript(exports.transcribed(services, match, viewer, whole))
    facts = map(unnamed, found.seen(who))
    events = cloudevents.events(
        services.process.name, match, facts, imported=services.import_trust.match_origin(match)
    )
    return msgspec.json.format(msgspec.json.encode([*events]), indent=1).decode() + "\n"


def _export_all(
    out: Path, write: Callable[[Services, str], str], suffix: str, jobs: int, on: str | None
) -> None:
    """Writes what *write* makes of every match into *out*, for the eyes of this user alone."""
    matches = matches_of_store()
    out.mkdir(mode=0o700, parents=True, exist_ok=True)
    texts = over_matches(write, matches, jobs, on)
    with click.progressbar(texts, length=len(matches), label="writing matches") as bar:
        for match, text in zip(matches, bar, strict=True):
            file = os.open(out / f"{match}{suffix}", os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
            with open(file, "w", encoding="utf-8") as written:
                written.write(text)
    click.echo(f"{len(matches)} matches are in {out}.")


def _dataset(folder: Path, who: str, jobs: int, on: str | None) -> str:
    """Writes a data set, and returns what is in it."""
    if who not in ("spectator", "judge"):
        raise click.BadParameter("A data set is for a spectator or the judge.", param_hint="--as")
    try:
        from service.portability import datasets
    except ModuleNotFoundError as missing:
        raise click.ClickException(f"Parquet takes the packages of recount[data]: {missing}.") from missing
    with store_workers(jobs, on) as workers:
        told = datasets.export(chosen, folder, who, workers)
    return f"{folder} holds {told.matches} matches, {told.answers} answers, {told.facts} facts."


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--key",
    "keys",
    multiple=True,
    help="A public key that has to have signed the record; if left out, those that the record names.",
)
def take_in(file: Path, keys: Sequence[str]) -> None:
    """Takes in what FILE holds, if all that proves it does: a match, or a tournament with all its matches.

    A match is the judge's record or a whole transcript; a tournament is the organizers' bundle of one that is
    over. Nothing of it is kept otherwise, and all that is wrong is told. What another service wrote is marked
    as imported by the operator, and a transcript, which nobody signed, becomes a study.
    """
    try:
        trusted = [read_key(key) for key in keys]
    except Unsigned as error:
        raise click.BadParameter(str(error), param_hint="--key") from error
    body = file.read_bytes()
    with open_services() as services:
        try:
            imported = _taken_in(services, body, trusted)
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
        click.echo(origin(imported.imported))


def _taken_in(services: Services, file: bytes, keys: Sequence[Key]) -> Imported | ImportedTournament:
    if bundle.is_bundle(file):
        return tournaments.take_in(services, file, OPERATOR, keys=keys)
    return imports.take_in(services, file, OPERATOR, keys=keys)
