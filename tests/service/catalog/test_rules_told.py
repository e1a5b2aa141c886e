"""Rules as they are told: over HTTP, in refusals and on the command line."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from domain.games import GAMES
from service.catalog import rulebook
from service.cli import main
from service.shared.language_codes import LANGUAGES
from tests.service.client import Api, Json, Pair, json_of
from tests.service.http.test_document import fits

ARENA = rulebook.packaged_rulebook("arena")
BOOKS = {game: rulebook.packaged_rulebook(game) for game in GAMES if GAMES[game].RULEBOOK}


# -- over HTTP ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", sorted(BOOKS))
def test_all_rules_by_section_in_the_language_asked_for_or_in_english(api: Api, game: str, lang: str) -> None:
    book = BOOKS[game]
    spoken = lang if lang in book.languages else "en"
    answer = api.get(f"/api/v1/games/{game}/rules?lang={lang}")
    reply = json_of(answer)
    assert (reply["game"], reply["lang"], answer.headers["Content-Language"]) == (game, spoken, spoken)
    assert [section["number"] for section in reply["sections"]] == list(range(1, len(book.sections) + 1))
    assert [section["title"] for section in reply["sections"]] == [s.title[spoken] for s in book.sections]
    texts = {rule["number"]: rule["text"] for section in reply["sections"] for rule in section["rules"]}
    assert texts == {rule.number: rule.text[spoken] for rule in book.list_rules()}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", sorted(BOOKS))
def test_one_rule_says_which_language_it_is_told_in(api: Api, game: str, lang: str) -> None:
    *_, rule = BOOKS[game].list_rules()
    answer = api.get(f"/api/v1/games/{game}/rules/{rule.number}?lang={lang}")
    assert json_of(answer)["text"] == rule.text[answer.headers["Content-Language"]]
    assert (answer.headers["Content-Language"] == lang) is (lang in rule.text)


def test_rules_are_what_the_document_says(api: Api) -> None:
    document = json_of(api.get("/api/v1/openapi.json"))
    fits(document, "RuleList", json_of(api.get("/api/v1/games/arena/rules")))
    fits(document, "RuleText", json_of(api.get("/api/v1/games/arena/rules/SA-901?lang=fr")))
    fits(document, "Problem", json_of(api.get("/api/v1/games/arena/rules/GAS05.1")))


def test_one_rule(api: Api) -> None:
    assert json_of(api.get("/api/v1/games/arena/rules/SA-906?lang=it")) == {
        "number": "SA-906",
        "section": 9,
        "text": "Solo il regolamento francese aggiunge che le caselle della fila posteriore sono blu.",
        "pages": {"fr": [8]},
        "default": False,
        "editions": ["fr"],
    }
    assert json_of(api.get("/api/v1/games/arena/rules/SA-906"))["text"].startswith("Only the French handbook")


def refused(api: Api, path: str, status: int) -> Json:
    """What is told of a request that is refused."""
    reply = api.get(path)
    assert (reply.status_code, reply.content_type) == (status, "application/problem+json"), reply.text
    return json_of(reply)


def test_a_rule_that_does_not_exist(api: Api) -> None:
    problem = refused(api, "/api/v1/games/arena/rules/GAS05.1", 404)
    assert problem["type"] == "/api/v1/problems/unknown-rule"
    assert "has no rule “GAS05.1”; its rules are SA-101 to SA-908" in problem["detail"]
    assert refused(api, "/api/v1/games/tennis/rules", 404)["type"] == "/api/v1/problems/unknown-game"
    assert refused(api, "/api/v1/games/tennis/rules/SA-507", 404)["type"] == "/api/v1/problems/unknown-game"


def test_a_language_that_nobody_printed(api: Api) -> None:
    for path in ("/api/v1/games/arena/rules?lang=de", "/api/v1/games/arena/rules/SA-507?lang=de"):
        problem = refused(api, path, 422)
        assert problem["errors"] == [{"parameter": "lang", "detail": "Must be one of: en, fr, it."}]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_lists_rules_if_it_has_a_rulebook(api: Api, game: str) -> None:
    listed = json_of(api.get(f"/api/v1/games/{game}/rules"))["sections"]
    assert bool(listed) is (game in BOOKS)
    assert refused(api, f"/api/v1/games/{game}/rules/XX-1", 404)["type"] == "/api/v1/problems/unknown-rule"


def test_a_refusal_says_what_its_rule_says(pair: Pair) -> None:
    problem = json_of(pair.blue.answers("d4"))
    assert problem["rule_text"] == ARENA.find_rule(problem["rule"]).text["en"]


def test_a_refusal_that_no_rule_made_quotes_none(pair: Pair) -> None:
    problem = json_of(pair.blue.answers("e1", "f1"))
    assert problem["type"] == "/api/v1/problems/not-an-option"
    assert "rule_text" not in problem


def test_options_that_no_chapter_allows_are_refused_with_the_rule(api: Api) -> None:
    reply = api.post("/api/v1/matches", {"game": "arena", "options": {"chapter": 1}, "seats": 4})
    problem = json_of(reply)
    assert (problem["type"], problem["rule"]) == ("/api/v1/problems/unplayable", "SA-101")
    assert problem["rule_text"] == ARENA.find_rule("SA-101").text["en"]


# -- on the command line -----------------------------------------------------------------------------


def recount(*words: str) -> Result:
    """What a command answered."""
    return CliRunner().invoke(main, words, prog_name="recount")


def test_recount_rules_lists_them_by_section() -> None:
    lines = recount("rules", "--lang", "fr").stdout.splitlines()
    assert lines[0] == "1. Préparer une partie"
    assert lines[1].startswith("  SA-101  Une partie suit les règles d’un seul chapitre")
    assert len(lines) == len(ARENA.sections) + len(ARENA.list_rules())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", sorted(BOOKS))
def test_recount_rules_says_when_it_answers_in_another_language(game: str, lang: str) -> None:
    book = BOOKS[game]
    answer = recount("rules", "--game", game, "--lang", lang)
    title = book.sections[0].title
    assert answer.stdout.splitlines()[0] == f"1. {title.get(lang, title['en'])}"
    assert (f"not in {lang}: this is English." in answer.stderr) is (lang not in title)


def test_recount_rules_tells_one_and_where_it_comes_from() -> None:
    assert recount("rules", "SA-113").stdout.splitlines()[1:] == [
        "        Handbook (it, fr), page 14.",
        "        Handbook (en), page 20.",
    ]
    assert recount("rules", "SA-901", "--lang", "it").stdout.splitlines() == [
        f"SA-901  {ARENA.find_rule('SA-901').text['it']}",
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
