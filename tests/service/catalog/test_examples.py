"""Examples of rules: what follows there cites the rule, or the rule forbids what is to be tried."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from domain import chance, table
from domain.games import GAMES
from domain.model import Answered
from domain.rules import Rules
from domain.table import MatchOpened, SeatClaimed
from replays.analysis.legality import explain_options
from replays.text.languages import game_language
from replays.text.names import localized_names
from service.catalog import rulebook
from service.catalog.cardsets import packaged_cards
from service.catalog.examples import Example, example_shown_by, load_examples

EVERY = [
    pytest.param(game, number, found, id=number)
    for game in GAMES
    for number, found in load_examples(game).items()
]


@cache
def rules(game: str) -> Rules[Any, Any]:
    return GAMES[game].make_rules(packaged_cards(game).book)


@pytest.mark.parametrize(("game", "number", "example"), EVERY)
def test_an_example_shows_its_rule(game: str, number: str, example: Example) -> None:
    """And its position is written as the game writes it, by which a study of it is known again."""
    played, here = GAMES[game], rules(game)
    study = here.load_study(example.position)
    assert played.write_position(study.board) == example.position
    assert example_shown_by(game, example.position) == number
    pins = MatchOpened(
        game,
        played.VERSION,
        study.options,
        study.seats,
        "",
        chance.seed_commitment(""),
        0,
        position=example.position,
    )
    match = table.fold(here, table.open_match(pins))
    for seat in range(study.seats):
        match = table.claim_seat(here, match, SeatClaimed(seat, str(seat), "", 0)).match
    cited: set[str] = set()
    for picks in example.answers:
        asked = table.open_question(here, match)
        assert asked is not None
        facts, match = table.answer_question(here, match, Answered(asked.seat, picks))
        cited |= {fact.rule for fact in facts}
    if example.refused:
        asked = table.open_question(here, match)
        assert asked is not None
        told = explain_options(here, match, here.seat_viewer(match.position.board, asked.seat))
        cited |= {choice.rule for choice in told.choices if choice.pick == example.refused}
    assert number in cited


@pytest.mark.parametrize(("game", "number", "example"), EVERY)
def test_what_to_do_in_an_example_is_told_in_every_language_by_names(
    game: str, number: str, example: Example
) -> None:
    assert tuple(example.do) == rulebook.packaged_rulebook(game).languages
    for code, text in example.do.items():
        told = text.format_map(
            localized_names(GAMES[game], packaged_cards(game).book, game_language(game, code))
        )
        assert told.endswith(".")
    assert rulebook.packaged_rulebook(game).is_rule(number)
