"""Runs tournaments over HTTP, and checks the bundle of each."""

from __future__ import annotations

import os
import secrets
from time import perf_counter

import click

from replays.proof import bundle, bundle_check
from service import settings
from service.app import attach_services, build_app, services_of

from .bots import Json
from .days import DAYS
from .organizer import Organizer, reveal_seeds


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(DAYS)))
@click.option("--seed", default="2026", show_default=True, help="The seed of random results.")
def main(names: tuple[str, ...], seed: str) -> None:
    """Runs the days NAMES, or all of them, over HTTP with random results."""
    chosen = settings.from_environment(os.environ)
    app = build_app(chosen)
    attach_services(app, chosen)
    services = services_of(app)
    try:
        for name in names or DAYS:
            began = perf_counter()
            token = services.api_tokens.issue_token(
                f"desk-{secrets.token_hex(4)}", ["organize", "judge"]
            ).token

            def begin(plan: Json, token: str = token, seed: str = f"{seed}:{name}") -> Organizer:
                return Organizer(app.test_client(), token, seed, plan)

            desk = DAYS[name](begin)
            desk.does("end")
            reveal_seeds(services)
            took = perf_counter() - began
            click.echo(f"{desk.title}: {', '.join(desk.first(3))}.")
            checked = bundle_check.check_bundle(bundle.read_bundle(desk.exports()))
            for finding in checked.findings:
                click.echo(f"  {finding}")
            seen = desk.looks()
            click.echo(
                f"  {desk.tournament}: {seen['registered']} players, {len(seen['rounds'])} rounds, "
                f"{seen['seq']} facts in {took:.1f} s; checked, {checked.pairings} rounds paired again."
            )
    finally:
        services.close()
