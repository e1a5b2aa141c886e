"""Commands about what the service signs: key show, key rotate, checkpoint, proof."""

from __future__ import annotations

import click
import msgspec

from domain.messages import Message
from replays.playback.replay import UnknownMoment
from service.cli.context import open_services
from service.evidence.backfill import adopt
from service.evidence.witness_client import witness_at


@click.group()
def key() -> None:
    """The keys that the service signs with."""


@key.command("show")
def show_keys() -> None:
    """Shows every public key, the one in use first."""
    with open_services() as services:
        for known in services.evidence.public_keys():
            click.echo(known)


@key.command()
def rotate() -> None:
    """Makes a new key, which signs from now on; what older ones have signed is believed as before."""
    with open_services() as services:
        click.echo(services.evidence.rotate())


@click.command()
@click.option(
    "--from", "old", type=click.IntRange(1), help="Prove that it begins with a log of so many heads."
)
@click.option("--to", metavar="PLACE", help="A file or an address that keeps the last one.")
def checkpoint(old: int | None, to: str | None) -> None:
    """Writes how long the log of all heads is, and its root, as a signed note: keep it elsewhere.

    With --to it replaces the one at PLACE, after the log was held against that: what is not the same log any
    more is refused with exit code 1. An address is asked by GET and told by PUT.
    """
    with open_services() as services:
        if to is not None:
            services.evidence.deposit(witness_at(to))
        note = services.evidence.checkpoint() if old is None else str(services.evidence.grown(old))
        click.echo(note, nl=False)


@click.command("adopt")
def adopt_store() -> None:
    """Makes heads for a store from before heads were kept, one a match; no other store is adopted."""
    with open_services(headless=True) as services:
        matches = adopt(services.store, services.evidence, services.library.rules)
        click.echo(f"{matches} matches have heads from now on.")


@click.command()
@click.argument("match")
@click.option("--seq", type=click.IntRange(1), help="The number of a fact; the last one if it is left out.")
def proof(match: str, seq: int | None) -> None:
    """Writes the proof that the head of MATCH is in the log, as JSON."""
    with open_services(reading=True) as services:
        last = services.repository.get(match)[1].seq
        found = services.evidence.proof(match, seq or last)
        if found is None:
            raise UnknownMoment(
                Message(
                    "The match has facts 1 to {seq}, and no head from fact {head} on.",
                    seq=last,
                    head=seq or last,
                )
            )
        click.echo(msgspec.json.format(msgspec.json.encode(found)))
