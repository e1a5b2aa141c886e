"""Finds puzzles in matches of bots."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from random import Random
from textwrap import wrap

import click

import domain
from domain.games import GAMES
from replays.analysis import puzzles
from replays.analysis.puzzles import Puzzle
from replays.bots.players import BOTS, EndlessMatch, play_match
from replays.research.balance import make_fixtures
from service.catalog.cardsets import packaged_cards
from service.catalog.puzzles import PUZZLES_FILE
from service.cli.options import game_option

ROUNDS = 60
"""Rounds after which a match has no puzzles."""

WIDTH = 110


@click.command()
@game_option
@click.option("--bot", type=click.Choice([*BOTS]), default="greedy", show_default=True)
@click.option("--matches", type=click.IntRange(1), default=100, show_default=True, help="At most so many.")
@click.option("--keep", type=click.IntRange(1), default=6, show_default=True, help="Stop at so many puzzles.")
@click.option("--seed", default="puzzles", show_default=True, help="The same seed finds the same puzzles.")
def main(game: str, bot: str, matches: int, keep: int, seed: str) -> None:
    """Plays matches of two bots, and writes the puzzles in their last turns beside the rules of the game.

    A puzzle has the number of its match and of its fact as a name. The command writes the file after each
    puzzle, so an interruption leaves a valid file.
    """
    words = ["--game", game, "--bot", bot, "--matches", str(matches), "--keep", str(keep), "--seed", seed]
    command = shlex.join(["ops/do", "research", "puzzles", *words])
    file = Path(domain.__path__[0]) / game / PUZZLES_FILE
    kept: dict[str, Puzzle] = {}
    for name, one in _found(game, bot, matches, seed):
        kept[name] = one
        by_length = sorted(kept.items(), key=lambda each: len(each[1].solution))
        file.write_text(_written(GAMES[game].TITLE, command, dict(by_length)), encoding="utf-8")
        click.echo(f"{name}: {len(one.solution)} answers")
        if len(kept) == keep:
            break
    click.echo(f"{len(kept)} puzzles of {GAMES[game].TITLE} were found.")


def _found(game: str, bot: str, matches: int, seed: str) -> Iterator[tuple[str, Puzzle]]:
    """Yields the earliest puzzle of each match that has one, by its name."""
    played, book = GAMES[game], packaged_cards(game).book
    rules = played.make_rules(book)
    todo = make_fixtures(played.list_lineups(book, 2), matches, seed)
    Random(seed).shuffle(todo)
    for number, (lineup, drawn) in enumerate(todo):
        try:
            facts = play_match(played, rules, drawn, [BOTS[bot]] * 2, lineup.options, rounds=ROUNDS)
        except EndlessMatch:
            continue
        for seq, one in puzzles.find_puzzles(played, rules, facts):
            yield f"{number}-{seq}", one
            break


def _written(title: str, command: str, kept: dict[str, Puzzle]) -> str:
    """Returns the file that tells of *kept*."""
    lines = [f"# Puzzles of {title}: positions in which whoever is asked wins within the turn.", "#"]
    lines += [f"# Found in matches of bots by: {command}", ""]
    for name, puzzle in kept.items():
        position = wrap(puzzle.position, WIDTH - 4, break_long_words=False, break_on_hyphens=False)
        lines += [f"{name}:", "  position: >-", *(f"    {line}" for line in position)]
        lines += [f"  solution: {json.dumps(puzzle.solution)}"]
    return "\n".join(lines) + "\n"
