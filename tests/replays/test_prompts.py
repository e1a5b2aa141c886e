"""Whoever has to answer is asked, not told of: in each language, whatever a game asks."""

from __future__ import annotations

from itertools import chain

import pytest

from domain.games import GAMES
from domain.messages import Message
from domain.model import CHANCE, Asked
from domain.villainous.facts import MoverMoved, StrengthShifted
from replays.playback import transcript
from replays.text.languages import game_language
from replays.text.names import localized_names
from replays.text.narrator import Narrator
from service.shared.language_codes import LANGUAGES

from .conftest import take
from .test_narration_of_matches import opened

FIRST_WORDS = {
    "en": {"Choose", "You"},
    "fr": {"Choisissez", "Dites", "Vous"},
    "it": {"Scegli", "Puoi"},
}


@pytest.mark.parametrize("game", GAMES)
def test_every_question_of_the_library_is_put_to_who_has_to_answer(game: str) -> None:
    given = take(game)
    facts = chain.from_iterable(
        opened(path)[0] for path in transcript.library_files() if path.stem.startswith(game)
    )
    asked = {fact.event for fact in facts if isinstance(fact.event, Asked) and fact.event.seat != CHANCE}
    assert len({question.prompt for question in asked}) > 15
    for code in LANGUAGES:
        translator = game_language(game, code)
        narrator = Narrator(
            given.game, given.book, translator, localized_names(given.game, given.book, translator)
        )
        for question in asked:
            put = narrator.prompt_text(question)
            assert put.split()[0] in FIRST_WORDS[code], put
            assert put.endswith(".")
            assert "{" not in put, put


@pytest.mark.parametrize(
    ("code", "prompt", "put"),
    [
        ("en", "stack", "Choose the turn order."),
        ("en", "lend", "Choose whether to lend a gear for the upgrade of Ariel."),
        ("fr", "opening-hand", "Dites si votre main de départ vous convient."),
        ("fr", "stack", "Choisissez l’ordre des tours de vos personnages."),
        ("it", "opening-hand", "Scegli se tenere la mano di partenza."),
        ("it", "stack", "Scegli l’ordine dei turni dei tuoi personaggi."),
    ],
)
def test_what_is_mine_is_called_so(code: str, prompt: str, put: str) -> None:
    given = take("arena")
    translator = game_language("arena", code)
    narrator = Narrator(given.game, given.book, translator, {"ARI": "Ariel", "seat:0": "Ada"})
    assert narrator.prompt_text(Asked(0, prompt, ("a",), about="ARI")) == put


@pytest.mark.parametrize(
    ("code", "labels"),
    [
        (
            "fr",
            ["Aller à la Prison", "Aller au Jolly Roger", "Aller à Nottingham", "Aller aux Rues d’Agrabah"],
        ),
        ("it", ["Vai alla Prigione", "Vai alla Jolly Roger", "Vai a Nottingham", "Vai a Strade di Agrabah"]),
    ],
)
def test_a_place_takes_its_article_to_the_preposition(code: str, labels: list[str]) -> None:
    given, translator = take("villainous"), game_language("villainous", code)
    narrator = Narrator(
        given.game, given.book, translator, localized_names(given.game, given.book, translator)
    )
    moves = ("move:jail", "move:jolly-roger", "move:nottingham", "move:agrabah")
    assert [narrator.label(Asked(0, "move", moves), move) for move in moves] == labels


@pytest.mark.parametrize(
    ("code", "place", "sentences"),
    [
        ("fr", "Le Palais", ["Vous allez au Palais.", "La Force du Palais change de 2 pendant ce tour."]),
        ("it", "Gli Scogli", ["Vai agli Scogli.", "La Forza degli Scogli cambia di 2 in questo turno."]),
    ],
)
def test_people_keep_the_article_of_their_name(code: str, place: str, sentences: list[str]) -> None:
    given, translator = take("villainous"), game_language("villainous", code)
    names = {"palace": place, "alice": place}
    narrator = Narrator(given.game, given.book, translator, names, reader=0)
    events = (MoverMoved(0, "palace"), StrengthShifted(0, "alice", 2))
    assert [narrator.narrate(event) for event in events] == sentences
    for words in ("à Le Roux", "a La Volpe"):
        preposition, _, player = words.partition(" ")
        assert translator.render(Message(f"{preposition} {{player}}", player=player)) == words
