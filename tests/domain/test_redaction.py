"""How far a question, an answer and a fact are seen."""

from __future__ import annotations

import pytest

from domain import decider, model
from domain.model import CHANCE, Answered, Asked, Fact, Picks, Viewer
from domain.script import Script, choose_one, shuffle_cards

from .toy_game import Evening, Game, T, Whispered, hello

EVERYONE, SEAT_1 = Viewer("spectator", frozenset()), Viewer("seat-1", frozenset((1,)))


@pytest.mark.parametrize(
    ("sight", "options_for_all", "picks_for_all"),
    [("open", ("a", "b"), ("b",)), ("hand", (), ("b",)), ("secret", (), ())],
)
def test_how_far_a_question_is_seen(sight: model.Sight, options_for_all: Picks, picks_for_all: Picks) -> None:
    def ask(t: T) -> Script[None]:
        yield from choose_one(1, "which", ("a", "b"), sight=sight)

    evening = Evening(ask).answer(0, "go").answer(1, "b")
    shown = [decider.redact_fact(evening.rules, fact, EVERYONE).event for fact in evening.facts[1:3]]
    assert shown == [
        Asked(1, "which", options_for_all, sight=sight),
        Answered(1, picks_for_all, 7, secret=sight == "secret"),
    ]
    assert [decider.redact_fact(evening.rules, fact, SEAT_1) for fact in evening.facts] == evening.facts


def test_what_chance_answered_is_for_those_who_may_see_decks() -> None:
    def cards(t: T) -> Script[None]:
        yield from shuffle_cards(("ace", "king"))

    fact = Evening(cards, ("king", "ace")).answer(0, "go").facts[1]
    assert decider.redact_fact(Game(cards), fact, SEAT_1).event == Answered(CHANCE, (), secret=True)
    assert decider.redact_fact(Game(cards), fact, Viewer("judge", frozenset((CHANCE,)))) == fact


def test_what_a_games_own_event_tells_is_the_games_to_say() -> None:
    fact = Fact(5, 4, "P-3", Whispered(1, "psst"))
    assert decider.redact_fact(Game(hello), fact, EVERYONE) == Fact(5, 4, "P-3", Whispered(1, ""))
    assert decider.redact_fact(Game(hello), fact, SEAT_1) is fact
