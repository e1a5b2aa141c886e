"""Commands that write a match into a file and take one in: export, import."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from replays import transcript
from replays.proof import bundle, record
from replays.proof.notes import Key, Unsigned, read_key
from service.bootstrap import Services
from service.feed import cloudevents
from service.feed.named import unnamed
from service.history.offline_file import spoken
from service.portability import exports, imports
from service.portability.errors import ImportRejected
from service.portability.model import Imported, ImportedTournament
from service.site.i18n import LANGUAGES
from service.tournaments import imports as tournaments

from ...cli.context import open_services
from ...cli.matches import of_match, origin, seen_as
from ...cli.matches import record as found_record

OPERATOR = "operator"
"""By whom a match is imported that comes through a command."""


@click.command()
@of_match
@seen_as
@click.option(
    "--format",
    "form",
    type=click.Choice(["record", "transcript", "cloudevents"]),
    default="transcript",
    show_default=True,
    help="A record proves itself; a transcript can be read; CloudEvents can be routed.",
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
def export(match: str, who: str, form: str, page: Path | None, lang: str, whole: bool) -> None:
    """Writes MATCH as a file, for anybody's eyes; as judge it holds every secret.

    The seed is told when the match is over; before, only of the whole: keep that to yourself, for who knows
    the seed knows all that will be drawn. The judge's record or transcript is what `import` takes, of a match
    that goes on the whole one. Players are in it by their ids; in a page, by their names as well.
    """
    with found_record(match) as found:
        viewer = found.viewer(who)
        if page is not None:
            page.write_text(spoken(found.services, match, viewer, lang), encoding="utf-8")
            return
        if form == "record":
            told = record.dump(exports.export(found.services, match, viewer, whole)).decode()
        elif form == "transcript":
            told = transcript.write(exports.transcribed(found.services, match, viewer, whole))
        else:
            events = cloudevents.events(
                found.services.name,
                match,
                map(unnamed, found.seen(who)),
                imported=found.services.imported(match),
            )
            told = msgspec.json.format(msgspec.json.encode([*events]), indent=1).decode() + "\n"
        click.echo(told, nl=False)


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
    told = file.read_bytes()
    with open_services() as opened:
        try:
            imported = _taken_in(opened, told, trusted)
        except ImportRejected as refusal:
            for finding in refusal.findings:
                click.echo(finding.sentence)
            raise
    what = "match"
    if isinstance(imported, ImportedTournament):
        what = f"{len(imported.matches)} matches, tournament"
    id, head = imported.receipt.match, imported.receipt.head
    click.echo(f"{what} {id}: {imported.seq} facts, head {head}")
    if imported.imported is None:
        click.echo("This service has written it: it is taken back as it was.")
    else:
        click.echo(origin(imported.imported))


def _taken_in(services: Services, file: bytes, keys: Sequence[Key]) -> Imported | ImportedTournament:
    if bundle.is_one(file):
        return tournaments.take_in(services, file, OPERATOR, keys=keys)
    return imports.take_in(services, file, OPERATOR, keys=keys)
