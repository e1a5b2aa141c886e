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

of_match = click.argument("match")
seen_as = click.option(
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
def record(match: str) -> Iterator[Record]:
    """Finds a match in the store of a house opened for this."""
    with house() as opened:
        film = opened.matches.film(match)
        first = film.facts[0].event
        assert isinstance(first, MatchOpened)
        yield Record(opened.library.game(first.game), film)


@click.command()
@of_match
@click.option("--at", "seq", type=int, help="The number of a fact; the last one if it is left out.")
@click.option(
    "--notation", is_flag=True, help="Write the position instead, as `study` takes it; for the judge."
)
@seen_as
def show(match: str, seq: int | None, notation: bool, who: str) -> None:
    """Draws the board of MATCH, as it stood after any fact."""
    if notation and who != "judge":
        raise click.BadParameter("a position tells all hands and decks: --as judge.", param_hint="--notation")
    with record(match) as found:
        film = found.film
        if notation:
            board = film.at(len(film) if seq is None else seq).position.board
            click.echo(found.game.write_position(board))
            return
        scene = film.scene(len(film) if seq is None else seq, found.viewer(who))
        kind = "study " if scene.study else ""
        click.echo(
            f"{kind}{match}, fact {scene.seq}, answer {scene.ply}, {scene.status}, seen by {scene.viewer}"
        )
        click.echo(found.game.draw(scene.board, film.rules.book))
        if (asked := scene.question) is not None:
            options = " ".join(asked.options) or "not for these eyes"
            click.echo(f"Seat {asked.seat} is asked “{asked.prompt}”: {options}")


@click.command("narrate")
@of_match
@seen_as
def tell(match: str, who: str) -> None:
    """Tells MATCH, a sentence a fact."""
    with record(match) as found:
        for line in narrate(found.game, found.film.rules.book, found.seen(who)):
            click.echo(f"{line.seq:>5}  {line.text}" + (f"  [{line.rule}]" if line.rule else ""))


@click.command("verify")
@of_match
def audit(match: str) -> None:
    """Decides every answer of MATCH again; the first difference is told, with exit code 1."""
    with record(match) as found:
        with click.progressbar(length=len(found.film), label="deciding again") as bar:
            verdict = verify(
                found.film.rules, found.film.facts, lambda checked: bar.update(checked - bar.pos)
            )
        if not verdict.ok:
            raise click.ClickException(verdict.difference)
        click.echo(f"{verdict.answers} answers decided again gave the same {verdict.facts} facts.")


@click.command()
@of_match
@seen_as
def export(match: str, who: str) -> None:
    """Writes MATCH as a transcript, a line a fact. As judge it holds every secret, the seed included."""
    with record(match) as found:
        facts = found.film.facts if who == "judge" else found.seen(who)
        title = f"Match {match} of {found.game.TITLE}, as seen by {who}."
        click.echo(transcript.write(transcript.Transcript(title, facts)), nl=False)
