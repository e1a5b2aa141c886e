"""The command that tells how much an answer mattered: whatif."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import click

from replays.analysis.decision_points import find_answer
from replays.analysis.whatif import Estimate, WhatIf
from replays.analysis.whatif import run_whatif as wondered
from replays.bots import players as bots
from service.catalog import cardset_files
from service.cli.matches import of_match, record
from service.cli.workers import worked, workers

_HEAD = ("answer", "seat", "won", "share", "change", "unfinished")


@click.command()
@of_match
@click.argument("seq", type=int)
@click.option(
    "--instead",
    multiple=True,
    help="Another answer, its picks with spaces between; may be repeated. All of them if it is left out; or, "
    "where there are many, the one that the bot likes best.",
)
@click.option(
    "--matches", type=click.IntRange(1), default=40, show_default=True, help="So many from each answer."
)
@click.option("--bots", "bot", type=click.Choice(sorted(bots.BOTS)), default="greedy", show_default=True)
@worked
@click.option("--seed", help="The same seed plays the same matches; drawn by lot if it is left out.")
def whatif(
    match: str,
    seq: int,
    instead: Sequence[str],
    matches: int,
    bot: str,
    jobs: int,
    on: str | None,
    seed: str | None,
) -> None:
    """Tells how much the answer to the question that was open after fact SEQ of MATCH changed who won.

    Bots play on from that answer and from others, many times over, and the wins are compared.
    """
    with record(match) as found:
        moment = find_answer(found.film, seq)
        pinned = found.services.library.pinned(found.game.NAME, moment.match.settings.cards)
    book = partial(cardset_files.book, pinned.content())
    with workers(jobs, on) as those, click.progressbar(length=1, label="matches") as bar:

        def advance(played: int, of: int) -> None:
            bar.length = of
            bar.update(1)

        what_if = wondered(
            found.game.NAME,
            book,
            moment,
            [tuple(picks.split()) for picks in instead],
            bot=bot,
            matches=matches,
            seed=seed or secrets.token_hex(4),
            workers=those,
            progress=advance,
        )
    names = found.game.display_names(pinned.book)
    about = f", {what_if.about}" if what_if.about else ""
    click.echo(
        f"{names[f'seat:{what_if.seat}']} was asked “{what_if.prompt}”{about}, after fact {what_if.seq}."
    )
    rows = [_HEAD, *_rows(what_if, names)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        click.echo("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
    click.echo(
        f"{matches} matches from each answer, by {bot} bots from seed {what_if.seed}; in brackets, 95 %."
    )


def _rows(what_if: WhatIf, names: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Yields a row for each seat after each answer; what an answer is, stands in its first one."""
    for continuation in what_if.continuations:
        picks = " ".join(continuation.picks) or "nothing"
        answer, unfinished = f"{picks}, as it was" if continuation.given else picks, continuation.unfinished
        for chance in continuation.chances:
            change = "" if chance.change is None else _points(chance.change, "+.0f")
            share = _points(chance.share, ".0f")
            yield answer, names[f"seat:{chance.seat}"], str(chance.won), share, change, str(unfinished or "")
            answer, unfinished = "", 0


def _points(estimate: Estimate, form: str) -> str:
    value, low, high = (f"{100 * part:{form}}" for part in (estimate.value, estimate.low, estimate.high))
    return f"{value} % ({low} to {high})"
