"""Rulebooks: every rule by its number, in the languages of its game, read to the line."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from domain.games import GAMES
from domain.villainous.board import Rulings
from service.catalog import rulebook
from service.catalog.rulebook import Rule, Rulebook, Term, UnknownRule
from service.shared.language_codes import LANGUAGES
from service.shared.yaml_files import InvalidYaml

ARENA = rulebook.packaged_rulebook("arena")
WRITTEN = resources.files("domain.arena").joinpath("rulebook.yaml").read_text(encoding="utf-8")
with resources.as_file(resources.files("domain.villainous").joinpath("rulebook.yaml")) as _file:
    VILLAINOUS = rulebook.read_rulebook("Villainous", _file)
LONGEST = 300
BOOKS = {game: rulebook.packaged_rulebook(game) for game in GAMES if GAMES[game].RULEBOOK}
ALL_BOOKS = BOOKS | {"villainous": VILLAINOUS}
ALL_RULES = [
    pytest.param(book, rule, id=rule.number) for book in ALL_BOOKS.values() for rule in book.list_rules()
]
ARENAS = [pytest.param(rule, id=rule.number) for rule in ARENA.list_rules()]
ALL_TERMS = [
    pytest.param(book, term, id=f"{game}-{name}")
    for game, book in ALL_BOOKS.items()
    for name, term in book.glossary.items()
]


# -- what is in it -----------------------------------------------------------------------------------


def test_each_game_has_rules_in_the_languages_of_its_rulebook() -> None:
    assert {game: book.languages for game, book in ALL_BOOKS.items()} == {
        "arena": ("en", "fr", "it"),
        "villainous": ("en", "fr", "it"),
    }


@pytest.mark.parametrize(("book", "rule"), ALL_RULES)
def test_every_rule_is_a_short_sentence_in_every_language(book: Rulebook, rule: Rule) -> None:
    assert tuple(rule.text) == book.languages
    assert len(set(rule.text.values())) == len(book.languages)
    for text in rule.text.values():
        assert 15 < len(text) <= LONGEST
        assert text.endswith(".")
        assert not re.search(r"\s{2}|[\n\t]| [:;?!»]|« ", text)


@pytest.mark.parametrize("rule", ARENAS)
def test_a_rule_stands_in_the_section_of_its_number(rule: Rule) -> None:
    assert rule.number.startswith(f"SA-{rule.section}")


@pytest.mark.parametrize("rule", ARENAS)
def test_every_rule_comes_from_a_page_or_is_said_not_to(rule: Rule) -> None:
    assert all(1 <= page <= 24 for pages in rule.pages.values() for page in pages)
    unprinted = {"SA-208", "SA-312", "SA-413", "SA-706"}  # they follow from other rules, or from cards
    assert rule.pages or rule.default or rule.number in unprinted


@pytest.mark.parametrize(("book", "term"), ALL_TERMS)
def test_a_rule_speaks_in_the_terms_of_each_edition(book: Rulebook, term: Term) -> None:
    rule = book.find_rule(term.rule)
    assert tuple(term.text) == book.languages
    for lang in book.languages:
        assert term.text[lang].lower() in rule.text[lang].lower(), (lang, rule.number)


def test_the_status_effects_bear_the_names_of_the_handbooks() -> None:
    printed = {
        name.removeprefix("status:"): tuple(term.text.values())
        for name, term in ARENA.glossary.items()
        if name.startswith("status:")
    }
    assert printed == {
        "cursed": ("Cursed", "Maudit", "Maledetto"),
        "flustered": ("Flustered", "Confus", "Confuso"),
        "immobilized": ("Immobilized", "Immobilisé", "Immobilizzato"),
        "magic_broom": ("Magic Broom", "Balai magique", "Scopa Magica"),
        "shrunken": ("Shrunken", "Rétréci", "Ristretto"),
        "stealthy": ("Stealthy", "Furtif", "Furtivo"),
        "strong": ("Strong", "Fort", "Forte"),
        "tough": ("Tough", "Résistant", "Resistente"),
        "taunt": ("Taunt", "Provocation", "Provoca"),
    }


def test_every_status_is_explained_in_a_rule_of_its_own() -> None:
    explained = [term.rule for name, term in ARENA.glossary.items() if name.startswith("status:")]
    assert len(set(explained)) == len(explained) == 9


def test_the_rules_of_villainous_rise_and_the_points_left_open_come_last() -> None:
    numbers = [rule.number for rule in VILLAINOUS.list_rules()]
    assert numbers[:-10] == sorted(numbers[:-10])
    assert numbers[-10:] == [f"VI-C{n}" for n in range(1, 11)]


def test_what_the_handbook_of_villainous_leaves_open_is_marked() -> None:
    assert [rule.number for rule in VILLAINOUS.list_rules() if rule.section <= 10 and rule.default] == [
        "VI-106"
    ]
    assert all(rule.default for rule in VILLAINOUS.list_rules() if rule.section > 10)


def test_every_ruling_that_a_match_may_choose_instead_is_named_once() -> None:
    named = [choice for rule in VILLAINOUS.list_rules() if rule.default for choice in rule.options]
    assert sorted(named) == sorted(
        f"{option.name}={value}"
        for option in msgspec.structs.fields(Rulings)
        for value in get_args(option.type)
        if value != option.default
    )


# -- looking things up -------------------------------------------------------------------------------


def test_a_rule_by_its_number() -> None:
    rule = ARENA.find_rule("SA-903")
    assert (rule.section, rule.pages["fr"], rule.default, rule.editions) == (9, (24,), False, ("fr", "it"))
    assert rule.text["en"].startswith("Taunt. English:")
    assert rule in ARENA.list_rules()
    assert rulebook.find_rule("SA-903") == rule


def test_pages_that_the_editions_number_alike_are_given_for_each() -> None:
    assert ARENA.find_rule("SA-203").pages == {"en": (8,), "fr": (8,), "it": (8,)}
    assert ARENA.find_rule("SA-113").pages == {"it": (14,), "fr": (14,), "en": (20,)}
    assert ARENA.find_rule("SA-409").pages == {}


@pytest.mark.parametrize("citation", ["GAS05.1", "GAS05", "", "SA-50", "sa-507", "SA-507.1"])
def test_what_is_no_rule(citation: str) -> None:
    assert not ARENA.is_rule(citation)
    assert rulebook.find_rule(citation) is None
    with pytest.raises(UnknownRule, match=r"has no rule “.*”; its rules are SA-101 to SA-908"):
        ARENA.find_rule(citation)


def test_a_game_may_have_no_rulebook() -> None:
    book = Rulebook("Tennis", (), {})
    assert book.list_rules() == ()
    with pytest.raises(UnknownRule, match="This service has no rulebook of Tennis"):
        book.find_rule("SA-507")


# -- reading it --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "mistake"),
    [
        ("      SA-102:", "      SA-101:", "sections.0.rules.SA-101: this stands here twice, first in line"),
        (
            "      SA-201:",
            "      SA-101:",
            "sections.1.rules.SA-101: this number stands in an earlier section",
        ),
        ("      SA-102:", "      SA-1o2:", "sections.0.rules.SA-1o2: "),
        ("        pages: [5]", "        page: [5]", "sections.0.rules.SA-102.page: Unknown field"),
        ("        pages: [5]", "        pages: five", "sections.0.rules.SA-102.pages: "),
        (
            "        pages: {en: [4, 20]}",
            "        pages: {es: [4]}",
            "SA-101.pages: there is no handbook “es”",
        ),
        ("        editions: [fr]", "        editions: [es]", "SA-906.editions: there is no handbook “es”"),
        ("it: Maledetto, rule: SA-502", "it: Maledetto, rule: SA-5", "rule: there is no rule “SA-5”"),
        ("        default: true", "        default: perhaps", "sections.0.rules.SA-104.default: "),
    ],
)
def test_a_mistake_is_told_with_file_line_and_field(
    tmp_path: Path, before: str, after: str, mistake: str
) -> None:
    assert before in WRITTEN
    line = WRITTEN[: WRITTEN.index(before)].count("\n") + 1
    file = tmp_path / "rulebook.yaml"
    file.write_text(WRITTEN.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(InvalidYaml) as refusal:
        rulebook.read_rulebook("Sorcerer's Arena", file)
    lines = str(refusal.value).splitlines()
    assert any(told.startswith(f"{file}:{line}: ") and mistake in told for told in lines), lines


def test_a_rule_that_lacks_a_language_is_told(tmp_path: Path) -> None:
    file = tmp_path / "rulebook.yaml"
    file.write_text(
        "handbooks: [en]\nglossary: {}\nsections:\n"
        "  - title: {en: Hands, fr: Mains, it: Mani}\n    rules:\n      XX-101: {en: Shake., fr: Serrez.}\n",
        encoding="utf-8",
    )
    with pytest.raises(InvalidYaml, match=r"XX-101\.it: Missing: this rulebook is written in en, fr, it"):
        rulebook.read_rulebook("Hands", file)


@pytest.mark.parametrize(
    ("before", "after", "mistake"),
    [
        (
            "it: Stringi.",
            "pages: [1]",
            "7: sections.0.rules.XX-101.it: Missing: this rulebook is written in en, it",
        ),
        ("it: Mani}", "it: Mani, fr: Mains}", "5: sections.0.title.fr: Too much: "),
        ("it: Mano,", "", "3: glossary.hand.it: Missing: "),
        ("[en, it]", "[it]", "1: languages: English, “en”, is always among them"),
        ("[en, it]", "[en, es]", "1: languages.1: Must be one of: en, fr, it."),
    ],
)
def test_a_rulebook_is_written_in_just_the_languages_it_says(
    tmp_path: Path, before: str, after: str, mistake: str
) -> None:
    written = (
        "languages: [en, it]\nhandbooks: [en]\n"
        "glossary: {hand: {en: Hand, it: Mano, rule: XX-101}}\nsections:\n"
        "  - title: {en: Hands, it: Mani}\n    rules:\n      XX-101: {en: Shake a hand., it: Stringi.}\n"
    )
    assert before in written
    file = tmp_path / "rulebook.yaml"
    file.write_text(written.replace(before, after), encoding="utf-8")
    with pytest.raises(InvalidYaml) as refusal:
        rulebook.read_rulebook("Hands", file)
    assert f"{file}:{mistake}" in str(refusal.value)


def test_who_asks_for_a_language_that_is_not_there_is_told_in_english() -> None:
    book = Rulebook("Hands", (), {}, ("en", "it"))
    assert [book.language_for(lang) for lang in LANGUAGES] == ["en", "en", "it"]
