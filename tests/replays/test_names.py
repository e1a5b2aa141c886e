"""Characters are called by the names of a language in narration, in refusals and on buttons."""

from __future__ import annotations

import pytest

from domain import arena
from replays.analysis import legality
from replays.analysis.legality import Choice
from replays.text.languages import game_language
from replays.text.names import localized_names
from replays.text.narration import Narrator, narrate

from .conftest import golden, take
from .test_why import Match

SHELF = take("arena")


def choices(code: str) -> dict[str, Choice]:
    """What Gaston may do and what he may not as a golden begins, told in a language."""
    film = Match(SHELF, list(golden("arena-a-chain"))).film
    match, translator = film.at(3), game_language("arena", code)
    narrator = Narrator(arena, film.rules.book, translator, localized_names(arena, SHELF.book, translator))
    seat = film.rules.seat_viewer(match.position.board, 1)
    return {
        choice.pick: choice for choice in legality.explain_options(film.rules, match, seat, narrator).choices
    }


@pytest.mark.parametrize(
    ("code", "mickey", "attack"),
    [
        ("fr", "Mickey l'Apprenti Sorcier", "Attaquer Maléfique"),
        ("it", "Topolino l'Apprendista Stregone", "Attacca Malefica"),
    ],
)
def test_a_character_has_the_name_that_the_language_gives_it(code: str, mickey: str, attack: str) -> None:
    lines = [line.text for line in narrate(arena, SHELF.book, golden("arena-a-chain"), code)]
    assert any(mickey in line for line in lines)
    assert not [line for line in lines if "Sorcerer's Apprentice" in line]
    refused = choices(code)["attack:MAL"]
    assert refused.label == attack
    assert attack in refused.sentence
