"""The command that reviews a match: review."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import click

from replays.analysis.review import REVIEW_LEVELS, Judged, Review
from replays.analysis.review import review_match as reviewed
from service.catalog import cardset_files
from service.cli.matches import of_match, record
from service.cli.workers import worked, workers


@click.command()
@of_match
@click.option("--bots", "bot", type=click.Choice([*REVIEW_LEVELS]), default="quick", show_default=True)
@worked
@click.option("--seed", help="The same seed gives the same review; the match itself if it is left out.")
def review(match: str, bot: str, jobs: int, on: str | None, seed: str | None) -> None:
    """Tells how the chances of MATCH went, what was given away, and what was luck.

    A bot judges every answer by what its player could know, and names what would have been better.
    """
    with record(match) as found:
        facts, game = found.film.facts, found.game
        pinned = found.services.library.pinned(game.NAME, found.film.at(1).settings.cards)
        book = partial(cardset_files.book, pinned.content())
    with workers(jobs, on) as those, click.progressbar(length=1, label="answers") as bar:

        def advance(judged: int, of: int) -> None:
            bar.length = of
            bar.update(1)

        told = reviewed(game.NAME, book, facts, bot=bot, seed=seed or match, workers=those, progress=advance)
    names = game.display_names(pinned.book)
    for seat in told.seats:
        click.echo(
            f"{names[f'seat:{seat.seat}']}: accuracy {seat.accuracy:.0f} in {seat.answers} answers: "
            f"{seat.slips} slips, {seat.mistakes} mistakes, {seat.blunders} blunders; "
            f"luck {_points(seat.luck)}"
        )
    for line in _format_review(told, names):
        click.echo(line)


def _format_review(told: Review, names: Mapping[str, str]) -> Iterator[str]:
    """Yields a line for each answer that gave something away or at which luck turned the match."""
    for one in told.answers:
        if one.line or one.seq in told.turning:
            chances = " : ".join(
                f"{chance:.0%} ({low:.0%}-{high:.0%})"
                for chance, (low, high) in zip(one.after, one.after_intervals, strict=True)
            )
            yield f"after fact {one.seq}, {names[f'seat:{one.seat}']}: {chances}{_better(one)}{_luck(one)}"


def _better(judged: Judged) -> str:
    if not judged.line:
        return ""
    better = ", ".join(" ".join(said.picks) or "nothing" for said in judged.line if said.seat == judged.seat)
    value = " ".join(judged.picks) or "nothing"
    low, high = map(_points, judged.loss_interval)
    return f"; {value} gave away {_points(judged.loss)} ({low} to {high}), better was {better}"


def _luck(judged: Judged) -> str:
    return f"; luck {_points(judged.luck[judged.seat])}" if judged.luck else ""


def _points(chance: float) -> str:
    return f"{100 * chance:+.0f} %"
