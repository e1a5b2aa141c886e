"""The commands play and transcribe for matches of bots, and study and fork for studies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random, SystemRandom

import click

from domain import table
from domain.games import GAMES
from domain.position import game_of
from domain.table import MatchEnded
from replays.bots.players import BOTS, MAX_ANSWERS, Bot, EndlessMatch, play_match
from replays.playback import transcript
from replays.text.narrator import join_english
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.cli.context import open_services
from service.cli.matches import match_argument
from service.cli.options import cards_option, game_option, game_options, read_options
from service.cli.serving import load_settings
from service.matches.model import CreatedMatch, MatchSettings
from service.matches.opening import forks

_bots_option = click.option(
    "--bots", "names", default="greedy,random", show_default=True, help="A bot a seat."
)


def _find_bots(names: str) -> list[Bot]:
    if unknown := [name for name in names.split(",") if name not in BOTS]:
        names_of_all = join_english(sorted(BOTS))
        raise click.BadParameter(
            f"there is no bot {join_english(unknown)}, but {names_of_all}.", param_hint="--bots"
        )
    return [BOTS[name] for name in names.split(",")]


_STRENGTHS = {"random": "Random", "greedy": "Easy", "quick": "Medium", "steady": "Hard", "deep": "Hardest"}


def _name_players(bots: Sequence[Bot]) -> list[str]:
    """Returns a name for each bot by its strength: `Easy bot`, and a number for one of several alike."""
    names = [f"{_STRENGTHS.get(bot.__name__, bot.__name__)} bot" for bot in bots]
    return [
        f"{name} {names[: seat + 1].count(name)}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


@click.command("play")
@game_option
@cards_option
@_bots_option
@game_options
@click.option(
    "--matches",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="How many matches to play, one after the other.",
)
@click.option("--seed", help="The same seed plays the same matches; drawn if left out.")
@click.option("--event", default="", help="The event that the matches are listed under.")
def play_matches(
    game: str,
    cards: str | None,
    names: str,
    options: Sequence[str],
    matches: int,
    seed: str | None,
    event: str,
) -> None:
    """Lets bots play matches against each other, stores them, and prints the wins."""
    players = _find_bots(names)
    wins = [0] * len(players)
    with open_services() as services, click.progressbar(range(matches), label="matches") as bar:
        for number in bar:
            match_seed = "" if seed is None else f"{seed}-{number}"
            settings = MatchSettings(event=event, seed=match_seed)
            rng = Random(match_seed) if match_seed else SystemRandom()
            opened = services.matches.open_match(game, read_options(options), len(players), cards, settings)
            for seat in _play_match(services, opened, players, rng).winners:
                wins[seat] += 1
            click.echo(f"  {opened.match}")
    for seat, name in enumerate(names.split(",")):
        click.echo(f"Seat {seat}, {name}, won {wins[seat]} of {matches}.")


def _play_match(services: Services, opened: CreatedMatch, players: list[Bot], rng: Random) -> MatchEnded:
    """Plays an open match to its end, each bot with its own token."""
    matches, match = services.matches, opened.match
    rules, match_state = opened.loaded
    game = services.library.find_game(match_state.settings.game)
    tokens = []
    for seat, (name, claim) in enumerate(zip(_name_players(players), opened.claims, strict=True)):
        claimed = matches.claim_seat(match, seat, claim, name)
        tokens.append(claimed.token)
        match_state = claimed.result.loaded.match
    while (question := table.open_question(rules, match_state)) is not None:
        if match_state.ply == MAX_ANSWERS:
            raise EndlessMatch(f"{match} was given up after {match_state.ply} answers.")
        picks = players[question.seat](game, rules, match_state, question, rng)
        match_state = matches.answer_question(
            match, tokens[question.seat], picks, match_state.seq
        ).loaded.match
    assert match_state.ended is not None
    return match_state.ended


@click.command("transcribe")
@game_option
@cards_option
@_bots_option
@game_options
@click.option("--seed", required=True, help="The same seed plays the same match.")
def transcribe_match(game: str, cards: str | None, names: str, options: Sequence[str], seed: str) -> None:
    """Writes a match between bots as a transcript without storing it, as a golden transcript for tests."""
    card_set = CardSetRegistry(load_settings().cards).find_cards(game, cards)
    facts = play_match(
        GAMES[game],
        GAMES[game].make_rules(card_set.book),
        seed,
        _find_bots(names),
        read_options(options),
        cards=card_set.digest,
    )
    title = f"{join_english(names.split(','))} play {GAMES[game].TITLE}, seed {seed}."
    click.echo(transcript.write_transcript(transcript.Transcript(title, tuple(facts))), nl=False)


@click.command("study")
@click.argument("position")
@cards_option
def open_study(position: str, cards: str | None) -> None:
    """Opens a study, a match that starts from POSITION in the notation of its game."""
    if (game := game_of(position)) not in GAMES:
        names = ", ".join(GAMES)
        raise click.BadParameter(f"it begins with the name of its game: {names}.", param_hint="POSITION")
    with open_services() as services:
        opened = services.matches.open_study(game, position, cards)
        click.echo(f"study {opened.match}")
        _echo_claims(opened.claims)


@click.command("fork")
@match_argument
@click.argument("seq", type=int)
def fork_match(match: str, seq: int) -> None:
    """Opens a study from fact SEQ of MATCH.

    Within an effect it starts from the next question.
    """
    with open_services() as services:
        fork = forks.fork_match(services, match, seq)
        click.echo(f"study {fork.opened.match}, from fact {fork.seq} of {match} ({fork.head})")
        _echo_claims(fork.opened.claims)


def _echo_claims(claims: Iterable[str]) -> None:
    for seat, claim in enumerate(claims):
        click.echo(f"  seat {seat} is claimed with {claim}")
