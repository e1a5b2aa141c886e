"""Commands that look back at a match: show, narrate."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

import click

from domain import table
from domain.games import Game
from domain.table import Import, MatchOpened
from domain.words import Fact, Viewer
from replays.film import Film
from replays.narration import narrate, told_in
from replays.proof.notes import read_key
from service.bootstrap import House
from service.catalog.rulebook import LANGUAGES

from ...cli.context import house

of_match = click.argument("match")
seen_as = click.option(
    "--as",
    "who",
    default="spectator",
    show_default=True,
    help="Whose eyes to look with: spectator, seat-0 and so on, or judge, who sees everything.",
)

TIMES = ("%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M:%S.%f%z")
"""How a time can be written, as RFC 3339 has it."""


class Record(NamedTuple):
    """A match as it was found in the store of a house."""

    house: House
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

    def moment(self, seq: int | None, ply: int | None, time: datetime | None) -> int:
        """Returns the fact that is meant, at most one of the three being told; the last one, if none is."""
        if [seq, ply, time].count(None) < 2:
            raise click.UsageError("A moment is told by its fact, by its answer or by its time.")
        if ply is not None:
            return self.film.ply(ply).seq
        if time is not None:
            return self.film.when(int(time.timestamp() * 1000))
        return len(self.film) if seq is None else seq


@contextmanager
def record(match: str) -> Iterator[Record]:
    """Finds a match in the store of a house opened for this."""
    with house() as opened:
        film = opened.matches.film(match)
        first = film.facts[0].event
        assert isinstance(first, MatchOpened)
        yield Record(opened, opened.library.game(first.game), film)


def origin(imported: Import) -> str:
    """Returns where a match was brought from, as a line."""
    if not imported.key:
        return f"A transcript that nobody signed, imported by {imported.by}."
    known = "trusted" if imported.trusted else "unknown"
    key = read_key(imported.key).fingerprint
    return f"Imported from {imported.house} by {imported.by}, key {key} ({known})."


@click.command()
@of_match
@click.option("--at", "seq", type=int, help="The number of a fact; the last one if it is left out.")
@click.option("--ply", type=int, help="The number of an answer: after all that followed from it.")
@click.option(
    "--time", type=click.DateTime(TIMES), help="A time, with its offset from UTC: as it stood then."
)
@click.option(
    "--notation", is_flag=True, help="Write the position instead, as `study` takes it; for the judge."
)
@seen_as
def show(
    match: str, seq: int | None, ply: int | None, time: datetime | None, notation: bool, who: str
) -> None:
    """Draws the board of MATCH, as it stood after any fact."""
    if notation and who != "judge":
        raise click.BadParameter("a position tells all hands and decks: --as judge.", param_hint="--notation")
    with record(match) as found:
        film = found.film
        moment = found.moment(seq, ply, time)
        if notation:
            board = film.at(moment).position.board
            click.echo(found.game.write_position(board))
            return
        scene = film.scene(moment, found.viewer(who))
        kind = "study " if scene.study else ""
        click.echo(
            f"{kind}{match}, fact {scene.seq}, answer {scene.ply}, {scene.status}, seen by {scene.viewer}"
        )
        if imported := found.house.imported(match):
            click.echo(origin(imported))
        click.echo(found.game.draw(scene.board, film.rules.book))
        if (asked := scene.question) is not None:
            options = " ".join(asked.options) or "not for these eyes"
            click.echo(f"Seat {asked.seat} is asked “{asked.prompt}”: {options}")


@click.command("narrate")
@of_match
@seen_as
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def tell(match: str, who: str, lang: str) -> None:
    """Tells MATCH, a sentence a fact; in English, if its game is not told in the language."""
    with record(match) as found:
        if told_in(found.game, lang) != lang:
            click.echo(f"{found.game.TITLE} is not told in {lang}: this is English.", err=True)
        facts = found.house.matches.people.told(found.seen(who))
        for line in narrate(found.game, found.film.rules.book, facts, lang):
            click.echo(f"{line.seq:>5}  {line.text}" + (f"  [{line.rule}]" if line.rule else ""))
