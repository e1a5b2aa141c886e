"""Commands that look back at a match: show, narrate, verify, export."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import click

from domain import table
from domain.games import Game
from domain.table import MatchOpened
from domain.words import Fact, Viewer
from replays import transcript
from replays.film import Film
from replays.narration import narrate
from replays.verify import verify

from .opening import house

_match = click.argument("match")
_as = click.option(
    "--as",
    "who",
    default="spectator",
    show_default=True,
    help="Whose eyes to look with: spectator, seat-0 and so on, or judge, who sees everything.",
)


class Record(NamedTuple):
    """A match as it was found in the store."""

    game: Game
    film: Film[Any, Any]

    def viewer(self, who: str) -> Viewer:
        """Returns the viewer called *who*."""
        known = {viewer.name: viewer for viewer in table.viewers(self.film.rules, self.film.at(1))}
        if who not in known:
            raise click.BadParameter(f"nobody is called “{who}”: {', '.join(known)}.", param_hint="--as")
        return known[who]

    def seen(self, who: str) -> tuple[Fact, ...]:
        """Returns the facts as *who* may see them."""
        viewer = self.viewer(who)
        return tuple(table.shown(self.film.rules, fact, viewer) for fact in self.film.facts)


@contextmanager
def _record(match: str) -> Iterator[Record]:
    with house() as opened:
        film = opened.matches.film(match)
        first = film.facts[0].event
        assert isinstance(first, MatchOpened)
        yield Record(opened.library.game(first.game), film)


@click.command()
@_match
@click.option("--at", "seq", type=int, help="The number of a fact; the last one if it is left out.")
@_as
def show(match: str, seq: int | None, who: str) -> None:
    """Draws the board of MATCH, as it stood after any fact."""
    with _record(match) as record:
        film = record.film
        scene = film.scene(len(film) if seq is None else seq, record.viewer(who))
        click.echo(f"{match}, fact {scene.seq}, answer {scene.ply}, {scene.status}, seen by {scene.viewer}")
        click.echo(record.game.draw(scene.board, film.rules.book))
        if (asked := scene.question) is not None:
            options = " ".join(asked.options) or "not for these eyes"
            click.echo(f"Seat {asked.seat} is asked “{asked.prompt}”: {options}")


@click.command("narrate")
@_match
@_as
def tell(match: str, who: str) -> None:
    """Tells MATCH, a sentence a fact."""
    with _record(match) as record:
        for line in narrate(record.game, record.film.rules.book, record.seen(who)):
            click.echo(f"{line.seq:>5}  {line.text}" + (f"  [{line.rule}]" if line.rule else ""))


@click.command("verify")
@_match
def audit(match: str) -> None:
    """Decides every answer of MATCH again; the first difference is told, with exit code 1."""
    with _record(match) as record:
        with click.progressbar(length=len(record.film), label="deciding again") as bar:
            verdict = verify(
                record.film.rules, record.film.facts, lambda checked: bar.update(checked - bar.pos)
            )
        if not verdict.ok:
            raise click.ClickException(verdict.difference)
        click.echo(f"{verdict.answers} answers decided again gave the same {verdict.facts} facts.")


@click.command()
@_match
@_as
def export(match: str, who: str) -> None:
    """Writes MATCH as a transcript, a line a fact. As judge it holds every secret, the seed included."""
    with _record(match) as record:
        facts = record.film.facts if who == "judge" else record.seen(who)
        title = f"Match {match} of {record.game.TITLE}, as seen by {who}."
        click.echo(transcript.write(transcript.Transcript(title, facts)), nl=False)
