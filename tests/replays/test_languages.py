"""The catalogues say everything that is told, in the handbooks' words, and nothing else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import replays
from domain.games import GAMES
from domain.villainous.book import Villain
from replays.text.languages import CARDS, TABLE, catalogue_file, game_language, typeset
from service.catalog.rulebook import packaged_rulebook
from service.shared.language_codes import LANGUAGES

from .conftest import take

SPOKEN = [
    (what, code)
    for what in (*GAMES, TABLE)
    for code in LANGUAGES
    if catalogue_file(code, what).is_file()
]  # fmt: skip
every_catalogue = pytest.mark.parametrize(("what", "code"), SPOKEN)


def read(what: str, code: str) -> Catalog:
    """Returns the catalogue of a game, or of the table, in a language."""
    with catalogue_file(code, what).open("rb") as file:
        return read_po(file, abort_invalid=True)


def entries(what: str, code: str) -> Iterator[tuple[str, tuple[str, ...], Message]]:
    """Yields each message of a catalogue: its id, the forms of its translation, and all of it."""
    for message in read(what, code):
        if message.id:
            english = message.id if isinstance(message.id, str) else message.id[0]
            forms = message.string or ""
            yield english, (forms,) if isinstance(forms, str) else tuple(forms), message


def said(what: str) -> set[str]:
    """Returns all that the code may say of a game, or of the table: sentences, phrases, words."""
    if what == TABLE:
        folder = Path(replays.__path__[0])
        lone = (text for file in folder.rglob("*.py") for text in _lone(file))
        return {*_sentences(folder / "text/sentences.py"), *lone}
    package = resources.files(f"domain.{what}.text")
    files = [file for name in ("sentences.py", "prompts.py") if (file := package / name).is_file()]
    story = GAMES[what].STORY
    joined = (each.sentence for each in story.joined.values())
    acts = (*story.addressed.values(), *story.headlines.values(), *story.sided.values(), *joined)
    return {*acts, *(text for file in files for text in _sentences(file))}


def _sentences(file: Traversable) -> Iterator[str]:
    """Yields the texts that a module keeps in tables, and those that it returns."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        for kept in node.values if isinstance(node, ast.Dict) else ():
            yield from _texts(kept)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Constant | ast.IfExp):
            yield from _texts(node.value)


def _lone(file: Traversable) -> Iterator[str]:
    """Yields the texts that a module has said right where it says them."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(attr="says" | "_fill_sentence"), args=[text, *_]):
                yield from _texts(text)


def _texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))


def blanks(text: str) -> list[str]:
    """Returns what stands in the braces of *text*, sorted."""
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


# -- which languages -----------------------------------------------------------------------------------


def test_a_game_and_its_rulebook_are_told_in_every_language() -> None:
    told = {game: [code for code in LANGUAGES if game_language(game, code).code == code] for game in GAMES}
    assert told == {game: [*LANGUAGES] for game in GAMES}
    assert [packaged_rulebook(game).languages for game in GAMES] == [(*LANGUAGES,)] * len(GAMES)


def test_what_a_game_is_not_told_in_it_is_told_in_english() -> None:
    assert game_language("trumps", "it").code == "en"


def test_the_table_speaks_every_language_that_a_game_is_told_in() -> None:
    assert {code for what, code in SPOKEN if what == TABLE} == {code for _, code in SPOKEN}


# -- what is said --------------------------------------------------------------------------------------


@every_catalogue
def test_a_catalogue_says_all_that_is_said_and_nothing_else(what: str, code: str) -> None:
    assert {english for english, _, _ in entries(what, code)} == said(what)


@every_catalogue
def test_a_translation_has_the_blanks_of_its_sentence(what: str, code: str) -> None:
    for english, forms, _ in entries(what, code):
        assert [blanks(form) for form in forms] == [blanks(english)] * len(forms)


@every_catalogue
def test_a_translation_is_whole_in_all_its_forms(what: str, code: str) -> None:
    many = read(what, code).num_plurals
    for english, forms, message in entries(what, code):
        assert not message.fuzzy
        assert len(forms) == (many if message.pluralizable else 1)
        assert not message.pluralizable or message.id == (english, english)
        for form in forms:
            assert form == " ".join(form.split())
            assert form.endswith(".") is english.endswith(".")


@pytest.mark.parametrize(
    ("code", "count", "sentence"),
    [
        ("en", 1, "{seat} pays {amount} ({power} Power)."),
        ("en", 2, "{seat} pays {amount} ({power} Power)."),
        ("it", 0, "{seat} paga {amount} Gettoni Potere (resto: {power})."),
        ("it", 1, "{seat} paga {amount} Gettone Potere (resto: {power})."),
        ("it", 2, "{seat} paga {amount} Gettoni Potere (resto: {power})."),
    ],
)
def test_a_number_decides_the_form(code: str, count: int, sentence: str) -> None:
    translator = game_language("villainous", code)
    assert translator.says("{seat} pays {amount} ({power} Power).", count) == sentence


def test_french_counts_none_as_one() -> None:
    points = "{team} scores {points} ({total} VP)."
    forms = [game_language("arena", "fr").says(points, count) for count in (0, 1, 2)]
    assert ["points de" in form for form in forms] == [False, False, True]


@pytest.mark.parametrize(("code", "listed"), [("en", "a, b and c"), ("fr", "a, b et c"), ("it", "a, b e c")])
def test_lists(code: str, listed: str) -> None:
    translator = game_language("arena", code)
    assert [translator.join_words(("a", "b", "c")), translator.join_words(("a",))] == [listed, "a"]
    assert translator.join_words(()) == translator.says("nothing") != ""


def printed_nowhere(who: str, code: str) -> set[str]:
    """Returns what is said of a Villain in English, and has no print of its own in a language."""
    given = take("villainous")
    villain, script = given.book.villains[who], given.book.scripts[who]
    here = {who, f"objective:{who}", *(f"step:{who}:{step}" for step in script.step_texts)}
    here |= {place.id for place in villain.locations}
    cards = (*villain.villain, *villain.fate)
    here |= {id for card in cards for id in card.ids}
    english, printed = (given.game.display_names(given.book, each) for each in ("en", code))
    said_alike = {id for id in here if code == "it" and id in _named_in_italian(villain)}
    names = {english[id] for id in here - said_alike if printed[id] == english[id]}
    return names | {card.text for card in cards if card.text} | {*script.questions.values()}


def _named_in_italian(villain: Villain) -> set[str]:
    named = {id for card in (*villain.villain, *villain.fate) if card.name_it for id in card.ids}
    named |= {place.id for place in villain.locations if place.name_it}
    return named | ({villain.id} if villain.name_it else set())


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
@pytest.mark.parametrize(("who", "package"), GAMES["villainous"].card_folders()["villains"].items())
def test_the_folder_of_a_villain_says_what_is_not_printed_and_nothing_else(
    who: str, package: str, code: str
) -> None:
    with (resources.files(package) / f"{code}.po").open("rb") as file:
        written = [message for message in read_po(file, abort_invalid=True) if message.id]
    assert {str(message.id) for message in written} == printed_nowhere(who, code)
    for message in written:
        assert message.string
        assert not message.fuzzy
        assert blanks(str(message.string)) == blanks(str(message.id))


def printed_items(told: object) -> Iterator[Mapping[str, Any]]:
    """Yields everything with a name and a text in a catalogue: cards, skills and abilities."""
    if isinstance(told, Mapping):
        if told.get("text"):
            yield told
        told = [inner for what, inner in told.items() if what != "provenance"]
    if isinstance(told, list | tuple):
        for inner in told:
            yield from printed_items(inner)


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_the_cards_of_the_core_set_have_names_and_texts_in_every_language(code: str) -> None:
    """Those names are left out that are printed in the language."""
    arena = take("arena")
    items = [*printed_items(arena.game.describe_cards(arena.book))]
    texts = {item["text"] for item in items}
    assert len(texts) > 70
    names = {item["name"] for item in items if code not in item["names"]}
    with catalogue_file(code, "arena", CARDS).open("rb") as file:
        written = {str(message.id): str(message.string) for message in read_po(file) if message.id}
    assert written.keys() == texts | names
    for english, there in written.items():
        assert sorted(re.findall(r"\d", there)) == sorted(re.findall(r"\d", english)), english
        assert there.endswith(".") is english.endswith(".")


# -- in the handbooks' words ---------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_statuses_and_phases_are_called_as_the_handbooks_call_them(code: str) -> None:
    names = take("arena").game.display_names(take("arena").book, code)
    terms = {
        term: words.text[code]
        for term, words in packaged_rulebook("arena").glossary.items()
        if term.startswith(("status:", "phase:")) and term not in ("phase:starting", "phase:ending")
    }
    assert {term: typeset(code, names[term.removeprefix("status:")]) for term in terms} == terms


@pytest.mark.parametrize("code", ["en", "fr", "it"])
def test_the_decks_of_villainous_are_called_as_the_handbook_calls_them(code: str) -> None:
    names = take("villainous").game.display_names(take("villainous").book, code)
    for pile, english in (("villain", "Villain deck"), ("fate", "Fate deck")):
        whole = {"en": f"{names[f'pile:{pile}']} deck", "it": f"Mazzo {names[f'pile:{pile}']}"}
        whole["fr"] = f"pioche {names[f'pile:{pile}']}"
        assert whole[code] == packaged_rulebook("villainous").glossary[f"{pile}-deck"].text[code]
        assert packaged_rulebook("villainous").glossary[f"{pile}-deck"].text["en"] == english


@pytest.mark.parametrize(
    ("code", "term", "sentence"),
    [
        ("fr", "counter", "{who} loses the last {status} counter."),
        ("it", "counter", "{who} loses the last {status} counter."),
        ("it", "discard-pile", "{card} goes to {seat}’s discard pile."),
        ("fr", "vp", "{team} scores {points} ({total} VP)."),
        ("it", "vp", "{team} scores {points} ({total} VP)."),
        ("fr", "hp", "{who} returns on {at} with {hp} HP."),
        ("it", "hp", "{who} returns on {at} with {hp} HP."),
        ("fr", "standard-attack", "a standard attack on {who}"),
        ("it", "standard-attack", "a standard attack on {who}"),
        ("fr", "hand", "to keep the opening hand"),
    ],
)
def test_a_term_of_the_arena_is_in_the_sentence_about_it(code: str, term: str, sentence: str) -> None:
    assert packaged_rulebook("arena").glossary[term].text[code] in game_language("arena", code).says(sentence)


@pytest.mark.parametrize(
    ("term", "sentence"),
    [
        ("power-token", "{seat} gains {amount} ({power} Power)."),
        ("fate-token", "{seat} takes the Fate Token."),
        ("location", "{seat} is choosing a place for {about}."),
        ("mover", "{seat} stays."),
        ("objective", "{seat} reaches the objective."),
        ("kind:hero", "{seat} is choosing a Hero for {about}."),
        ("strength", "{hero} falls at {at} (Strength {strength})."),
        ("form:wicket", "{card} bends over and is a Wicket."),
        ("action:vanquish", "to Vanquish {card}"),
        ("hand", "{card} goes to {seat}’s hand."),
    ],
)
def test_a_term_of_villainous_is_in_the_sentence_about_it(term: str, sentence: str) -> None:
    assert packaged_rulebook("villainous").glossary[term].text["it"] in game_language(
        "villainous", "it"
    ).says(sentence)


def test_what_the_handbooks_print_of_cards_is_said_in_their_language() -> None:
    arena, villainous = take("arena"), take("villainous")
    assert arena.game.display_names(arena.book, "it")["GAS05"] == "Spinta"
    assert arena.game.display_names(arena.book, "fr")["GAS05"] == "Hors de mon chemin"
    assert (
        arena.game.display_names(arena.book, "it")["SAM03"] == arena.game.display_names(arena.book)["SAM03"]
    )
    italian = villainous.game.display_names(villainous.book, "it")
    assert (italian["jail"], italian["captain-hook"]) == ("La Prigione", "Capitan Uncino")
    assert italian["power-6"] == "almeno 6 Gettoni Potere"
