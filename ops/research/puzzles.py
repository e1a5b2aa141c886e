"""Finds puzzles in matches of bots, and checks the packaged ones."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from textwrap import wrap

import click

import domain
from domain.decider import Position
from domain.games import GAMES
from replays.analysis.puzzle_levels import greedy_answers, is_missed, list_solvers
from replays.analysis.puzzle_search import (
    WORLD_COUNT,
    FoundPuzzle,
    SearchLimitReached,
    is_certain,
    is_only_win,
)
from replays.analysis.puzzles import Puzzle
from service.catalog.puzzles import PUZZLES_FILE, load_puzzles, puzzle_theme
from service.cli.options import game_option

from .puzzle_sites import find_sites, load_rules

FIRST_WORLDS = 6
"""The number of worlds in which other first answers are searched at once; `--check` searches all."""

WIDTH = 110


@click.command()
@game_option
@click.option("--matches", type=click.IntRange(1), default=1000, show_default=True, help="At most so many.")
@click.option(
    "--keep", type=click.IntRange(1), default=30, show_default=True, help="Stop at so many puzzles."
)
@click.option("--per-theme", type=click.IntRange(1), default=6, show_default=True, help="Puzzles of a theme.")
@click.option("--seed", default="puzzles", show_default=True, help="The same seed finds the same puzzles.")
@click.option("--check", is_flag=True, help="Check the packaged puzzles instead, each in 60 worlds.")
def main(game: str, matches: int, keep: int, per_theme: int, seed: str, check: bool) -> None:
    """Plays matches of bots, and writes the puzzles in their last turns beside the rules of the game.

    Each has one winning first answer, which the greedy bot misses. A match gives one puzzle of a theme. The
    command writes the file after each puzzle, so an interruption leaves a valid file.
    """
    if check:
        sys.exit(_check_puzzles(game))
    file = Path(domain.__path__[0]) / game / PUZZLES_FILE
    kept: dict[str, Puzzle] = {}
    themes: Counter[str] = Counter()
    for match, found in find_sites(game, matches, seed):
        theme = puzzle_theme(game, found.position, found.solution)
        name = f"{theme}-{match}"
        if (
            not theme
            or name in kept
            or themes[theme] == per_theme
            or not _is_puzzle(game, found, FIRST_WORLDS)
        ):
            continue
        kept[name] = _grade_puzzle(game, found, theme)
        themes[theme] += 1
        by_rating = sorted(kept.items(), key=lambda each: each[1].rating)
        file.write_text(_write_puzzles(game, dict(by_rating)), encoding="utf-8")
        click.echo(f"{name}: {len(found.solution)} answers, rated {kept[name].rating}")
        if len(kept) == keep:
            break
    click.echo(f"{len(kept)} puzzles of {GAMES[game].TITLE} with {len(themes)} themes were found.")


def _check_puzzles(game: str) -> int:
    """Prints the packaged puzzles that fail a check; returns their number."""
    failures = 0
    for name, puzzle in load_puzzles(game).items():
        found = FoundPuzzle(puzzle.position, puzzle.solution)
        is_right = _is_puzzle(game, found)
        is_graded = is_right and _grade_puzzle(game, found, puzzle.theme) == puzzle
        has_theme = puzzle_theme(game, *found) == puzzle.theme
        failures += not (is_graded and has_theme)
        click.echo(f"{name}: {'right' if is_graded and has_theme else 'WRONG'}")
    click.echo(f"{len(load_puzzles(game)) - failures} of {len(load_puzzles(game))} puzzles are right.")
    return failures


def _is_puzzle(game: str, found: FoundPuzzle, worlds: int = WORLD_COUNT) -> bool:
    """Returns whether the solution wins in every world, no other first answer in any, and greedy fails."""
    played, rules = GAMES[game], load_rules(game)
    start = Position(rules.load_study(found.position).board)
    first = found.solution[0]
    try:
        return (
            is_missed(played, rules, found.position, first)
            and is_certain(rules, start, found.solution)
            and is_only_win(rules, start, first, worlds)
        )
    except SearchLimitReached:
        return False


def _grade_puzzle(game: str, found: FoundPuzzle, theme: str) -> Puzzle:
    """Returns a found puzzle with the answers of bots."""
    played, rules = GAMES[game], load_rules(game)
    (greedy,) = greedy_answers(played, rules, found.position, 1)
    return Puzzle(*found, theme, greedy, list_solvers(played, rules, found.position))


def _write_puzzles(game: str, kept: Mapping[str, Puzzle]) -> str:
    """Returns the file of the *kept* puzzles."""
    command = f"ops/do research puzzles --game {game}"
    lines = [
        f"# Puzzles of {GAMES[game].TITLE}: positions with one first answer that wins within the turn.",
        "#",
    ]
    lines += [f"# `{command}` finds such positions in matches of bots; with `--check` it checks these.", ""]
    for name, puzzle in kept.items():
        position = wrap(puzzle.position, WIDTH - 4, break_long_words=False, break_on_hyphens=False)
        lines += [f"{name}:", "  position: >-", *(f"    {line}" for line in position)]
        lines += [f"  solution: {json.dumps(puzzle.solution)}", f"  theme: {puzzle.theme}"]
        lines += [f"  greedy: {json.dumps(puzzle.greedy)}", f"  solvers: {json.dumps(puzzle.solvers)}"]
    return "\n".join(lines) + "\n"
