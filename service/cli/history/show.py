"""Commands that look back at a match: show, narrate."""

from __future__ import annotations

from datetime import datetime

import click

from replays.text.narration import narrate, narration_language
from service.cli.matches import of_match, origin, record, seen_as
from service.shared.language_codes import LANGUAGES

TIMES = ("%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M:%S.%f%z")
"""How a time can be written, as RFC 3339 has it."""


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
        replay = found.film
        moment = found.moment(seq, ply, time)
        if notation:
            board = replay.at(moment).position.board
            click.echo(found.game.write_position(board))
            return
        scene = replay.scene(moment, found.viewer(who))
        kind = "study " if scene.study else ""
        click.echo(
            f"{kind}{match}, fact {scene.seq}, answer {scene.ply}, {scene.status}, seen by {scene.viewer}"
        )
        if imported := found.services.import_trust.match_origin(match):
            click.echo(origin(imported))
        click.echo(found.game.draw_board(scene.board, replay.rules.book))
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
        if narration_language(found.game, lang) != lang:
            click.echo(f"{found.game.TITLE} is not told in {lang}: this is English.", err=True)
        facts = found.services.players.with_names(found.seen(who))
        for line in narrate(found.game, found.film.rules.book, facts, lang):
            click.echo(f"{line.seq:>5}  {line.text}" + (f"  [{line.rule}]" if line.rule else ""))
