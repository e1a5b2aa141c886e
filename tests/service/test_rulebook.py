"""The rulebook: every rule by its number, in three languages, read to the line, served and told."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.games import GAMES
from service import rulebook
from service.cli import main
from service.rulebook import LANGUAGES, Rule, Rulebook, Term, UnknownRule
from service.sheets import Mistaken

from .people import Club, Json, Pair, told
from .test_document import fits

ARENA = rulebook.packaged("arena")
WRITTEN = resources.files("domain.arena").joinpath("rulebook.yaml").read_text(encoding="utf-8")
LONGEST = 300
BOOKS = {game: rulebook.packaged(game) for game in GAMES if GAMES[game].RULEBOOK}
ALL_RULES = [pytest.param(rule, id=rule.number) for book in BOOKS.values() for rule in book.rules()]
ARENAS = [pytest.param(rule, id=rule.number) for rule in ARENA.rules()]
ALL_TERMS = [
    pytest.param(book, term, id=f"{game}-{name}")
    for game, book in BOOKS.items()
    for name, term in book.glossary.items()
]


# -- what is in it -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ALL_RULES)
def test_every_rule_is_a_short_sentence_in_three_languages(rule: Rule) -> None:
    assert tuple(rule.text) == LANGUAGES
    assert len(set(rule.text.values())) == len(LANGUAGES)
    for text in rule.text.values():
        assert 15 < len(text) <= LONGEST
        assert text.endswith(".")
        assert text == " ".join(text.split())


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
    rule = book.rule(term.rule)
    assert tuple(term.text) == LANGUAGES
    for lang in LANGUAGES:
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


# -- looking things up -------------------------------------------------------------------------------


def test_a_rule_by_its_number() -> None:
    rule = ARENA.rule("SA-903")
    assert (rule.section, rule.pages["fr"], rule.default, rule.editions) == (9, (24,), False, ("fr", "it"))
    assert rule.text["en"].startswith("Taunt. English:")
    assert rule in ARENA.rules()
    assert rulebook.cited("SA-903") == rule


def test_pages_that_the_editions_number_alike_are_given_for_each() -> None:
    assert ARENA.rule("SA-203").pages == {"en": (8,), "fr": (8,), "it": (8,)}
    assert ARENA.rule("SA-113").pages == {"it": (14,), "fr": (14,), "en": (20,)}
    assert ARENA.rule("SA-409").pages == {}


@pytest.mark.parametrize("citation", ["GAS05.1", "GAS05", "", "SA-50", "sa-507", "SA-507.1"])
def test_what_is_no_rule(citation: str) -> None:
    assert not ARENA.is_rule(citation)
    assert rulebook.cited(citation) is None
    with pytest.raises(UnknownRule, match=r"has no rule “.*”; its rules are SA-101 to SA-908"):
        ARENA.rule(citation)


def test_a_game_may_have_no_rulebook() -> None:
    book = Rulebook("Tennis", (), {})
    assert book.rules() == ()
    with pytest.raises(UnknownRule, match="Tennis has no rulebook in this house"):
        book.rule("SA-507")


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
    with pytest.raises(Mistaken) as refusal:
        rulebook.read("Sorcerer's Arena", file)
    lines = str(refusal.value).splitlines()
    assert any(told.startswith(f"{file}:{line}: ") and mistake in told for told in lines), lines


def test_a_rule_that_lacks_a_language_is_told(tmp_path: Path) -> None:
    file = tmp_path / "rulebook.yaml"
    file.write_text(
        "handbooks: [en]\nglossary: {}\nsections:\n"
        "  - title: {en: Hands, fr: Mains, it: Mani}\n    rules:\n      XX-101: {en: Shake., fr: Serrez.}\n",
        encoding="utf-8",
    )
    with pytest.raises(Mistaken, match=r"XX-101\.it: Missing"):
        rulebook.read("Hands", file)


# -- over HTTP ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_rules_by_section(club: Club, lang: str) -> None:
    reply = told(club.gets(f"/games/arena/rules?lang={lang}"))
    assert (reply["game"], reply["lang"]) == ("arena", lang)
    assert [section["number"] for section in reply["sections"]] == list(range(1, 10))
    assert [section["title"] for section in reply["sections"]] == [s.title[lang] for s in ARENA.sections]
    texts = {rule["number"]: rule["text"] for section in reply["sections"] for rule in section["rules"]}
    assert texts == {rule.number: rule.text[lang] for rule in ARENA.rules()}


def test_rules_are_what_the_document_says(club: Club) -> None:
    document = told(club.gets("/openapi.json"))
    fits(document, "RuleList", told(club.gets("/games/arena/rules")))
    fits(document, "RuleText", told(club.gets("/games/arena/rules/SA-901?lang=fr")))
    fits(document, "Problem", told(club.gets("/games/arena/rules/GAS05.1")))


def test_one_rule(club: Club) -> None:
    assert told(club.gets("/games/arena/rules/SA-906?lang=it")) == {
        "number": "SA-906",
        "section": 9,
        "text": "Solo il regolamento francese aggiunge che le caselle della fila posteriore sono blu.",
        "pages": {"fr": [8]},
        "default": False,
        "editions": ["fr"],
    }
    assert told(club.gets("/games/arena/rules/SA-906"))["text"].startswith("Only the French handbook")


def refused(club: Club, path: str, status: int) -> Json:
    """What is told of a request that is refused."""
    reply = club.gets(path)
    assert (reply.status_code, reply.content_type) == (status, "application/problem+json"), reply.text
    return told(reply)


def test_a_rule_that_does_not_exist(club: Club) -> None:
    problem = refused(club, "/games/arena/rules/GAS05.1", 404)
    assert problem["type"] == "/problems/unknown-rule"
    assert "has no rule “GAS05.1”; its rules are SA-101 to SA-908" in problem["detail"]
    assert refused(club, "/games/tennis/rules", 404)["type"] == "/problems/unknown-game"
    assert refused(club, "/games/tennis/rules/SA-507", 404)["type"] == "/problems/unknown-game"


def test_a_language_that_nobody_printed(club: Club) -> None:
    for path in ("/games/arena/rules?lang=de", "/games/arena/rules/SA-507?lang=de"):
        problem = refused(club, path, 422)
        assert problem["errors"] == [{"parameter": "lang", "detail": "Must be one of: en, fr, it."}]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_lists_rules_if_it_has_a_rulebook(club: Club, game: str) -> None:
    listed = told(club.gets(f"/games/{game}/rules"))["sections"]
    assert bool(listed) is (game in BOOKS)
    assert refused(club, f"/games/{game}/rules/XX-1", 404)["type"] == "/problems/unknown-rule"


def test_a_refusal_says_what_its_rule_says(pair: Pair) -> None:
    problem = told(pair.blue.answers("d4"))
    assert problem["rule_text"] == ARENA.rule(problem["rule"]).text["en"]


def test_a_refusal_that_no_rule_made_quotes_none(pair: Pair) -> None:
    problem = told(pair.blue.answers("e1", "f1"))
    assert problem["type"] == "/problems/not-an-option"
    assert "rule_text" not in problem


def test_options_that_no_chapter_allows_are_refused_with_the_rule(club: Club) -> None:
    reply = club.sends("/matches", {"game": "arena", "options": {"chapter": 1}, "seats": 4})
    problem = told(reply)
    assert (problem["type"], problem["rule"]) == ("/problems/unplayable", "SA-101")
    assert problem["rule_text"] == ARENA.rule("SA-101").text["en"]


# -- on the command line -----------------------------------------------------------------------------


def recount(*words: str) -> Result:
    """What a command answered."""
    return CliRunner().invoke(main, words, prog_name="recount")


def test_recount_rules_lists_them_by_section() -> None:
    lines = recount("rules", "--lang", "fr").stdout.splitlines()
    assert lines[0] == "1. Préparer une partie"
    assert lines[1].startswith("  SA-101  Une partie suit les règles d'un seul chapitre")
    assert len(lines) == len(ARENA.sections) + len(ARENA.rules())


def test_recount_rules_tells_one_and_where_it_comes_from() -> None:
    assert recount("rules", "SA-113").stdout.splitlines()[1:] == [
        "        Handbook (it, fr), page 14.",
        "        Handbook (en), page 20.",
    ]
    assert recount("rules", "SA-901", "--lang", "it").stdout.splitlines() == [
        f"SA-901  {ARENA.rule('SA-901').text['it']}",
        "        Handbook (fr, it), page 4.",
        "        The handbooks leave this open, wholly or in part.",
        "        Printed otherwise in: fr, it.",
    ]


def test_recount_rules_refuses_in_words() -> None:
    refusal = recount("rules", "GAS05.1")
    assert refusal.exit_code == 2
    assert "has no rule “GAS05.1”; its rules are SA-101 to SA-908." in refusal.output


@pytest.mark.parametrize("game", sorted(GAMES))
def test_recount_rules_of_every_game(game: str) -> None:
    told_of = recount("rules", "--game", game)
    assert told_of.exit_code == 0
    assert ("has no rulebook" in told_of.stdout) is not bool(GAMES[game].RULEBOOK)
