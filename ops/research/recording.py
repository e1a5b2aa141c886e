"""Measures the recorder: robot scribes enter matches of bots from public facts only."""

from __future__ import annotations

from statistics import mean, quantiles
from time import process_time
from typing import Any

import click

from domain.recording.entries import Accepted, Reply
from domain.recording.recording import Recording
from tests.recording.amending import amend
from tests.recording.robot_scribe import (
    RobotScribe,
    bot_match,
    differences,
    is_same_board,
    list_mistakes,
)

AMENDED = 20
"""The number of the entry that is amended with itself."""


def list_settings(game: str, count: int) -> list[tuple[int, dict[str, Any]]]:
    """Returns the seats and options of *count* matches: all chapters, and 2 to 4 seats."""
    if game == "arena":
        return [(2, {"chapter": 1 + k % 4}) if k % 3 else (4, {"chapter": 4}) for k in range(count)]
    return [(2 + k % 3, {}) for k in range(count)]


@click.command()
@click.argument("game", type=click.Choice(["arena", "villainous"]))
@click.option("--matches", type=click.IntRange(min=1), default=100, show_default=True)
def main(game: str, matches: int) -> None:
    """Records matches of GAME, and prints how many were accepted, and the work for an entry."""
    seconds: list[float] = []
    amending: list[float] = []
    folding: list[float] = []
    naming: list[float] = []
    accepted = equal = repaired = boards = mistakes = 0
    for seed, (seats, options) in enumerate(list_settings(game, matches)):
        scribe = RobotScribe(bot_match(game, seed, seats, options), between=1)
        started = process_time()
        replies: list[Reply] = []
        for reply in scribe.record():
            replies.append(reply)
            seconds.append(process_time() - started)
            started = process_time()
        recording = scribe.recording
        repaired += count_repairs(replies)
        equal += not differences(scribe)
        if isinstance(replies[-1], Accepted):
            accepted += 1
        else:
            click.echo(f"match {seed} of {seats} seats, after fact {recording.facts[-1].seq}: {replies[-1]}")
        if len(recording.entries) >= AMENDED:
            started = process_time()
            amend(recording, AMENDED, recording.entries[AMENDED - 1], recording.position.seq)
            amending.append(process_time() - started)
        folding.append(measure_fold(scribe))
        started = process_time()
        boards += show_piles(scribe)
        naming.append((process_time() - started) / max(1, len(scribe.named)))
        mistakes += len(list_mistakes(scribe))
    click.echo(f"{accepted} of {matches} matches accepted, {equal} with equal public facts")
    click.echo(f"{boards} boards equal after the piles are shown; {mistakes} proven facts that differ")
    click.echo(f"a name takes {1000 * mean(naming):.0f} ms, in a match at most {1000 * max(naming):.0f} ms")
    click.echo(f"{repaired} of {len(seconds)} entries changed the deal before them")
    milliseconds = [1000 * each for each in (mean(seconds), quantiles(seconds, n=100)[98], max(seconds))]
    click.echo("an entry takes {:.1f} ms, p99 {:.0f} ms, at most {:.0f} ms".format(*milliseconds))
    click.echo(f"amending entry {AMENDED} takes at most {1000 * max(amending):.0f} ms")
    click.echo(f"folding a stored recording takes at most {1000 * max(folding):.0f} ms")


def count_repairs(replies: list[Reply]) -> int:
    """Returns the number of entries that changed earlier choices of the deal."""
    choices = repairs = 0
    for reply in replies:
        if isinstance(reply, Accepted) and reply.dealt:
            repairs += reply.dealt[0].index < choices
            choices = max(choices, reply.dealt[-1].index + 1)
    return repairs


def show_piles(scribe: RobotScribe) -> bool:
    """Shows the hidden cards of a whole match; returns whether the board is the same then."""
    if len(scribe.recording.facts) != len(scribe.match.facts):
        return False
    return scribe.show_piles() and is_same_board(scribe)


def measure_fold(scribe: RobotScribe) -> float:
    """Returns the seconds in which the stored entries of *scribe* lead to their last position."""
    started = process_time()
    recording: Recording[Any, Any] = Recording.start(scribe.match.rules, scribe.match.start)
    for logged in scribe.log:
        recording = recording.follow(*logged)
    assert recording.position == scribe.recording.position
    return process_time() - started
