"""The commands key, checkpoint, adopt and proof, for the signatures of the service."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import click
import msgspec

from domain.messages import Message
from replays.playback.replay import UnknownMoment
from replays.proof.standalone.revocations import read_revocation
from service.cli.context import open_services
from service.cli.matches import match_argument
from service.evidence.backfill import backfill_heads
from service.evidence.witness_client import witness_at


@click.group("key")
def key_group() -> None:
    """Manages the signing keys of the service."""


@key_group.command("show")
def show_keys() -> None:
    """Shows every public key, the current one first, and then what is revoked."""
    with open_services() as services:
        for key in services.evidence.public_keys():
            click.echo(key)
        for note in services.evidence.revocations():
            click.echo(read_revocation(note).notice)


@key_group.command("witness")
def show_witness_key() -> None:
    """Shows the public key of this service as the witness of others, for their policies."""
    with open_services() as services:
        click.echo(services.witnessed.key)


@key_group.command("rotate")
def rotate_key() -> None:
    """Creates a new signing key.

    Signatures of older keys stay valid.
    """
    with open_services() as services:
        click.echo(services.evidence.keyring.rotate_key().key)


@key_group.command("rotate-push")
def rotate_push_key() -> None:
    """Creates a new key for push messages.

    Browsers subscribe with it at their next message. The older keys serve them until then.
    """
    with open_services() as services:
        click.echo(services.notifications.keys.rotate_key())


@key_group.command("revoke")
@click.argument("key")
@click.option(
    "--from",
    "since",
    type=click.DateTime(["%Y-%m-%dT%H:%M:%SZ"]),
    help="The time of the theft in UTC, such as 2026-03-01T12:00:00Z; by default now.",
)
def revoke_key(key: str, since: datetime | None) -> None:
    """Revokes KEY from a time on, and prints the signed statement.

    The service lists it with its keys and in each export. A newest KEY gets a successor. Only witnesses prove
    which of its signatures are older.
    """
    now = int(time.time()) + 2  # other processes sign with KEY for a moment
    at = now if since is None else int(since.replace(tzinfo=UTC).timestamp())
    if not 0 <= at <= now:
        raise click.UsageError(f"“{since}” is no time between 1970 and now.")
    with open_services() as services:
        click.echo(services.evidence.revoke_key(key, at), nl=False)


@click.command("checkpoint")
@click.option(
    "--from", "old", type=click.IntRange(1), help="Prove that the log extends one of so many heads."
)
@click.option("--to", metavar="PLACE", help="A file or an address that keeps the last one.")
def write_checkpoint(old: int | None, to: str | None) -> None:
    """Writes the size and the root of the log of heads as a signed note.

    Keep it elsewhere. With --to it replaces the checkpoint at PLACE. An address answers GET and PUT. If the
    log does not extend that checkpoint, the command changes nothing, and the exit code is 1.
    """
    with open_services() as services:
        if to is not None:
            services.evidence.deposit_checkpoint(witness_at(to))
        note = (
            services.evidence.sign_checkpoint()
            if old is None
            else str(services.evidence.consistency_proof(old))
        )
        click.echo(note, nl=False)


@click.command("adopt")
def adopt_store() -> None:
    """Adds a head for each match of a store from before heads.

    It rejects every other store.
    """
    with open_services(headless=True) as services:
        matches = backfill_heads(services.store, services.evidence, services.library.load_rules)
        click.echo(f"{matches} matches have heads from now on.")


@click.command("proof")
@match_argument
@click.option("--seq", type=click.IntRange(1), help="The number of a fact; the last one if it is left out.")
def write_proof(match: str, seq: int | None) -> None:
    """Writes the proof that the head of MATCH is in the log, as JSON."""
    with open_services(reading=True, sealing=True) as services:
        last = services.repository.load_match(match)[1].seq
        proof = services.evidence.prove_head(match, seq or last)
        if proof is None:
            raise UnknownMoment(
                Message(
                    "The match has facts 1 to {seq}, and no head from fact {head} on.",
                    seq=last,
                    head=seq or last,
                )
            )
        click.echo(msgspec.json.format(msgspec.json.encode(proof)))
