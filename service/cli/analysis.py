"""The commands review and whatif with bots as judges of the answers of a match."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

import click

from replays.analysis import review, whatif
from replays.analysis.decision_points import find_answer
from replays.analysis.judgments import REVIEW_LEVELS, Judged
from replays.analysis.review import Review
from replays.analysis.whatif import Estimate, WhatIf
from replays.bots.players import BOTS
from replays.executors import Workers
from service.catalog import cardset_files
from service.cli.matches import match_argument, open_match
from service.cli.options import echo_table
from service.cli.workers import open_workers, worker_options

_HEAD = ("answer", "seat", "won", "share", "change", "unfinished")


@contextmanager
def _show_progress(
    label: str, jobs: int, address: str | None
) -> Iterator[tuple[Workers, Callable[[int, int], None]]]:
    """Yields workers, and a callback for a progress bar with the number of finished and of all steps."""
    with open_workers(jobs, address) as workers, click.progressbar(length=1, label=label) as bar:

        def advance(_: int, total: int) -> None:
            bar.length = total
            bar.update(1)

        yield workers, advance


@click.command("review")
@match_argument
@click.option("--bots", "bot", type=click.Choice([*REVIEW_LEVELS]), default="quick", show_default=True)
@worker_options
@click.option("--seed", help="The same seed gives the same review; the match itself if it is left out.")
def review_match(match: str, bot: str, jobs: int, address: str | None, seed: str | None) -> None:
    """Prints the chances in MATCH after each turning point, the mistakes, and the luck.

    A bot judges every answer by the knowledge of its player, and names a better one.
    """
    with open_match(match) as stored:
        facts, game = stored.replay.facts, stored.game
        card_set = stored.services.library.find_pinned(game.NAME, stored.replay.at(1).settings.cards)
        book = partial(cardset_files.restore_book, card_set.content())
    with _show_progress("answers", jobs, address) as (workers, advance):
        report = review.review_match(
            game.NAME, book, facts, bot=bot, seed=seed or match, workers=workers, progress=advance
        )
    names = game.display_names(card_set.book)
    for seat in report.seats:
        click.echo(
            f"{names[f'seat:{seat.seat}']}: accuracy {seat.accuracy:.0f} in {seat.answers} answers: "
            f"{seat.slips} slips, {seat.mistakes} mistakes, {seat.blunders} blunders; "
            f"luck {_format_points(seat.luck)}"
        )
    for line in _format_review(report, names):
        click.echo(line)


def _format_review(report: Review, names: Mapping[str, str]) -> Iterator[str]:
    """Yields a line for each costly answer and each turning point."""
    for answer in report.answers:
        if answer.line or answer.seq in report.turning:
            chances = " : ".join(
                f"{chance:.0%} ({low:.0%}-{high:.0%})"
                for chance, (low, high) in zip(answer.after, answer.after_intervals, strict=True)
            )
            luck_note = f"; luck {_format_points(answer.luck[answer.seat])}" if answer.luck else ""
            name = names[f"seat:{answer.seat}"]
            yield f"after fact {answer.seq}, {name}: {chances}{_describe_loss(answer)}{luck_note}"


def _describe_loss(answer: Judged) -> str:
    if not answer.line:
        return ""
    better = ", ".join(
        " ".join(reply.picks) or "nothing" for reply in answer.line if reply.seat == answer.seat
    )
    picks = " ".join(answer.picks) or "nothing"
    low, high = map(_format_points, answer.loss_interval)
    return f"; {picks} gave away {_format_points(answer.loss)} ({low} to {high}), better was {better}"


def _format_points(chance: float) -> str:
    return f"{100 * chance:+.0f} %"


@click.command("whatif")
@match_argument
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
@click.option("--bots", "bot", type=click.Choice(sorted(BOTS)), default="greedy", show_default=True)
@worker_options
@click.option("--seed", help="The same seed plays the same matches; drawn by lot if it is left out.")
def run_whatif(
    match: str,
    seq: int,
    instead: Sequence[str],
    matches: int,
    bot: str,
    jobs: int,
    address: str | None,
    seed: str | None,
) -> None:
    """Estimates the effect of the answer to the open question after fact SEQ of MATCH.

    Bots play on from that answer and from others many times, and the command compares the wins.
    """
    with open_match(match) as stored:
        moment = find_answer(stored.replay, seq)
        card_set = stored.services.library.find_pinned(stored.game.NAME, moment.match.settings.cards)
    book = partial(cardset_files.restore_book, card_set.content())
    with _show_progress("matches", jobs, address) as (workers, advance):
        result = whatif.run_whatif(
            stored.game.NAME,
            book,
            moment,
            [tuple(picks.split()) for picks in instead],
            bot=bot,
            matches=matches,
            seed=seed or secrets.token_hex(4),
            workers=workers,
            progress=advance,
        )
    names = stored.game.display_names(card_set.book)
    about = f", {result.about}" if result.about else ""
    click.echo(f"{names[f'seat:{result.seat}']} was asked “{result.prompt}”{about}, after fact {result.seq}.")
    echo_table([_HEAD, *_make_rows(result, names)])
    click.echo(
        f"{matches} matches from each answer, by {bot} bots from seed {result.seed}; in brackets, 95 %."
    )


def _make_rows(result: WhatIf, names: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Yields a row for each seat after each answer. Only the first row of an answer names it."""
    for continuation in result.continuations:
        picks = " ".join(continuation.picks) or "nothing"
        answer, unfinished = f"{picks}, as it was" if continuation.given else picks, continuation.unfinished
        for chance in continuation.chances:
            change = "" if chance.change is None else _format_estimate(chance.change, "+.0f")
            share = _format_estimate(chance.share, ".0f")
            yield answer, names[f"seat:{chance.seat}"], str(chance.won), share, change, str(unfinished or "")
            answer, unfinished = "", 0


def _format_estimate(estimate: Estimate, form: str) -> str:
    value, low, high = (f"{100 * part:{form}}" for part in (estimate.value, estimate.low, estimate.high))
    return f"{value} % ({low} to {high})"
