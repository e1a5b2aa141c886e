"""Lessons: a way to the goal that is told in the file leads there, and another one misses it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from domain import chance, table
from domain.games import GAMES
from domain.model import Answered, Fact, Picks
from domain.table import MatchOpened, SeatClaimed
from replays.text.languages import game_language
from replays.text.names import localized_names
from service.catalog import rulebook
from service.catalog.cardsets import packaged_cards
from service.catalog.examples import example_shown_by
from service.catalog.exercises import explain_wrong_answer, find_wrong_answer, live_answers
from service.catalog.lessons import Lesson, lesson_state, lesson_taught_by, load_lessons
from tests.service.browser import Browser
from tests.service.client import json_of

EVERY = [pytest.param(game, name, one, id=name) for game in GAMES for name, one in load_lessons(game).items()]


def played(game: str, position: str, answers: Iterable[Picks]) -> list[Fact]:
    """The facts of a study of *position* after *answers*, every seat of one learner."""
    rules = GAMES[game].make_rules(packaged_cards(game).book)
    study = rules.load_study(position)
    sealed = chance.seed_commitment("")
    opened = MatchOpened(
        game, GAMES[game].VERSION, study.options, study.seats, "", sealed, 0, position=position
    )
    line = [*table.open_match(opened)]
    match = table.fold(rules, line)
    for seat in range(study.seats):
        facts, match = table.claim_seat(rules, match, SeatClaimed(seat, "learner", "", 0))
        line += facts
    for picks in answers:
        asked = table.open_question(rules, match)
        assert asked is not None
        facts, match = table.answer_question(rules, match, Answered(asked.seat, picks))
        line += facts
    return line


@pytest.mark.parametrize(("game", "name", "lesson"), EVERY)
def test_a_goal_is_reached_by_its_answers_and_missed_by_others(game: str, name: str, lesson: Lesson) -> None:
    *way, last = lesson.answers
    rules = GAMES[game].make_rules(packaged_cards(game).book)
    assert lesson_state(rules, lesson, played(game, lesson.position, way)) == "open"
    assert lesson_state(rules, lesson, played(game, lesson.position, [*way, last])) == "reached"
    assert lesson_state(rules, lesson, played(game, lesson.position, lesson.astray)) == "missed"


@pytest.mark.parametrize(("game", "name", "lesson"), EVERY)
def test_a_lesson_is_told_in_every_language_and_is_known_by_its_position(
    game: str, name: str, lesson: Lesson
) -> None:
    book = rulebook.packaged_rulebook(game)
    board = GAMES[game].make_rules(packaged_cards(game).book).load_study(lesson.position).board
    assert GAMES[game].write_position(board) == lesson.position
    assert (lesson_taught_by(game, lesson.position), example_shown_by(game, lesson.position)) == (name, "")
    assert all(map(book.is_rule, lesson.rules))
    for texts in (lesson.title, lesson.do, lesson.hint, lesson.summary):
        assert tuple(texts) == book.languages
        for code, text in texts.items():
            assert text.format_map(
                localized_names(GAMES[game], packaged_cards(game).book, game_language(game, code))
            )


def test_every_chapter_of_the_arena_has_a_lesson() -> None:
    assert {one.chapter for one in load_lessons("arena").values()} == {1, 2, 3, 4}


def test_lessons_and_puzzles_show_their_positions(ada: Browser) -> None:
    page = ada.get("/learn/arena").text
    assert page.count('<svg class="miniature ') == page.count("data-lesson=") > 30


def test_a_lesson_tells_a_wrong_move_before_the_turn_ends() -> None:
    lesson = load_lessons("arena")["walk-and-strike"]
    rules = GAMES["arena"].make_rules(packaged_cards("arena").book)
    for line, state in (([], "open"), (lesson.astray[:1], "missed")):
        assert lesson_state(rules, lesson, played("arena", lesson.position, line)) == state


@pytest.mark.parametrize(("game", "name", "lesson"), EVERY)
def test_the_first_wrong_answer_is_found(game: str, name: str, lesson: Lesson) -> None:
    rules = GAMES[game].make_rules(packaged_cards(game).book)
    facts = played(game, lesson.position, lesson.astray)
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    wrong = find_wrong_answer(rules, opened, facts)
    assert wrong
    picks = [answer.picks for _, answer in live_answers(facts[: wrong.seq - 1])]
    assert picks == [*lesson.astray[: len(picks)]]
    assert lesson_state(rules, lesson, facts[: wrong.seq - 1]) == "open"
    assert explain_wrong_answer(rules, opened, facts, wrong).endswith(".")


def test_a_wrong_answer_tells_its_reason_and_is_taken_back_though_a_card_was_drawn(ada: Browser) -> None:
    opened = ada.post("/learn/villainous/a-hero-in-the-way", {}).location

    headers = {"X-CSRF-Token": ada.token(), "If-Match": '"3"', "X-Viewer": "seat-0"}
    match = opened.replace("/m/", "/api/v1/matches/")
    last = json_of(ada.client.post(f"{match}/answers", json={"picks": ["play:taxes-1"]}, headers=headers))[
        "seq"
    ]
    state = json_of(ada.get(f"{opened}/lesson"))
    assert (state["state"], state["over"]) == ("missed", False)
    assert state["stop"] < last
    assert "have a Strength of 2, and Robin Hood has 5." in state["reason"]
    back = {"headers": {"X-CSRF-Token": ada.token()}}
    again = json_of(ada.client.post(f"{opened}/lesson", json={"seq": state["wrong"]}, **back))["address"]
    assert ada.client.post(f"{opened}/lesson", json={"seq": last}, **back).status_code == 409
    assert json_of(ada.get(f"{again}/lesson"))["state"] == "open"
