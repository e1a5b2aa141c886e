"""Commands that let bots play: into the store, or onto paper."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random, SystemRandom

import click

from domain import table
from domain.games import GAMES
from domain.table import MatchEnded
from replays.bots import players as bots
from replays.bots.players import Bot
from replays.playback import transcript
from replays.text.narration import join_english
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.cli import options as choosing
from service.cli.context import open_services
from service.cli.settings import chosen
from service.matches.model import MatchSettings, Opened

_bots = click.option("--bots", "names", default="greedy,random", show_default=True, help="A bot a seat.")


def _seated(names: str) -> list[Bot]:
    if strange := [name for name in names.split(",") if name not in bots.BOTS]:
        known = join_english(sorted(bots.BOTS))
        raise click.BadParameter(
            f"there is no bot {join_english(strange)}, but {known}.", param_hint="--bots"
        )
    return [bots.BOTS[name] for name in names.split(",")]


@click.command()
@choosing.game
@choosing.cards
@_bots
@choosing.options
@click.option(
    "--matches",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="How many matches to play, one after the other.",
)
@click.option("--seed", help="The same seed plays the same matches; drawn if left out.")
@click.option("--event", default="", help="The event that the matches are listed under.")
def play(
    game: str,
    cards: str | None,
    names: str,
    options: Sequence[str],
    matches: int,
    seed: str | None,
    event: str,
) -> None:
    """Lets bots play matches against each other, records them, and tells how they ended."""
    seated = _seated(names)
    wins = [0] * len(seated)
    with open_services() as services, click.progressbar(range(matches), label="matches") as bar:
        for number in bar:
            own = "" if seed is None else f"{seed}-{number}"
            match_settings = MatchSettings(event=event, seed=own)
            rng = Random(own) if own else SystemRandom()
            begun = services.matches.open(game, choosing.named(options), len(seated), cards, match_settings)
            for seat in _play(services, begun, seated, rng).winners:
                wins[seat] += 1
            click.echo(f"  {begun.match}")
    for seat, name in enumerate(names.split(",")):
        click.echo(f"Seat {seat}, {name}, won {wins[seat]} of {matches}.")


def _play(services: Services, begun: Opened, seated: list[Bot], rng: Random) -> MatchEnded:
    """Plays a match that is open to its end, each bot by its own token."""
    matches, match = services.matches, begun.match
    rules, stands = begun.seen
    game = services.library.game(stands.settings.game)
    tokens = []
    for seat, (bot, claim) in enumerate(zip(seated, begun.claims, strict=True)):
        sat = matches.claim(match, seat, claim, f"{bot.__name__}-{seat}", _nonce(rng))
        tokens.append(sat.token)
        stands = sat.told.seen.match
    while (asked := table.open_question(rules, stands)) is not None:
        if stands.ply == bots.MAX_ANSWERS:
            raise bots.EndlessMatch(f"{match} was given up after {stands.ply} answers.")
        picks = seated[asked.seat](game, rules, stands, asked, rng)
        stands = matches.answer(match, tokens[asked.seat], picks, stands.seq).seen.match
    assert stands.ended is not None
    return stands.ended


def _nonce(rng: Random) -> str:
    return f"{rng.getrandbits(128):032x}"


@click.command()
@choosing.game
@choosing.cards
@_bots
@choosing.options
@click.option("--seed", required=True, help="The same seed plays the same match.")
def transcribe(game: str, cards: str | None, names: str, options: Sequence[str], seed: str) -> None:
    """Writes a match between bots as a transcript, and records nothing: how golden transcripts are made."""
    card_set = CardSetRegistry(chosen().cards).cards(game, cards)
    facts = bots.play_match(
        GAMES[game],
        GAMES[game].make_rules(card_set.book),
        seed,
        _seated(names),
        choosing.named(options),
        cards=card_set.digest,
    )
    title = f"{join_english(names.split(','))} play {GAMES[game].TITLE}, seed {seed}."
    click.echo(transcript.write_transcript(transcript.Transcript(title, tuple(facts))), nl=False)
