"""Measures the recorder: robot scribes enter matches of bots from public facts only."""

from __future__ import annotations

from statistics import mean, quantiles
from time import process_time
from typing import Any

import click

from domain.recording.entries import Reply
from tests.recording.robot_scribe import RobotScribe, bot_match, differences

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
    accepted = equal = tried = decided = 0
    for seed, (seats, options) in enumerate(list_settings(game, matches)):
        scribe = RobotScribe(bot_match(game, seed, seats, options))
        started = process_time()
        replies: list[Reply] = []
        for reply in scribe.record():
            replies.append(reply)
            seconds.append(process_time() - started)
            started = process_time()
        recorder = scribe.recorder
        tried, decided = tried + recorder.exchanges, decided + recorder.decided
        equal += not differences(scribe)
        if len(recorder.facts) == len(scribe.match.facts):
            accepted += 1
        else:
            click.echo(f"match {seed} of {seats} seats, after fact {recorder.facts[-1].seq}: {replies[-1]}")
        if len(recorder.entries) >= AMENDED:
            started = process_time()
            recorder.amend(AMENDED, recorder.entries[AMENDED - 1])
            amending.append(process_time() - started)
    click.echo(f"{accepted} of {matches} matches accepted, {equal} with equal public facts")
    click.echo(f"{tried} exchanges tried, {decided} facts decided for {len(seconds)} entries")
    milliseconds = [1000 * each for each in (mean(seconds), quantiles(seconds, n=100)[98], max(seconds))]
    click.echo("an entry takes {:.1f} ms, p99 {:.0f} ms, at most {:.0f} ms".format(*milliseconds))
    click.echo(f"amending entry {AMENDED} takes at most {1000 * max(amending):.0f} ms")
