"""A game as small decisions: what a seat knows is what it may know, and chance draws card by card.

`ops/do research libraries` plays the same by the tests of OpenSpiel and of PettingZoo.
"""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random

import pytest

from domain.model import CHANCE
from service.research.episode import DONE_ACTION, Episode, write_playthrough

GOLDENS = Path(__file__).parent
TEAMS = (("GAS", "SUL", "MAL"), ("ALA", "DEM", "FAC"))
OPTIONS = {"chapter": 4, "teams": TEAMS}


@pytest.mark.parametrize("game", ["arena", "villainous"])
def test_a_playthrough_is_as_it_was(game: str) -> None:
    """`ops/do research libraries --write` writes the goldens again, once it is known why they are others."""
    golden = (GOLDENS / f"{game}.playthrough").read_text(encoding="utf-8")
    assert "".join(f"{line}\n" for line in write_playthrough(game, {}, 2, 7)) == golden


def dealt(own: int, others: int) -> Episode:
    """An Arena match up to the first question of a player after both decks were shuffled.

    *own* is the luck of seat 0, *others* that of seat 1.
    """
    episode, lucks = Episode("arena", OPTIONS, 2), {0: Random(own), 1: Random(others)}
    answers = Random(1)
    while sum(type(fact.event).__name__ == "DeckShuffled" for fact in episode.facts) < 2:
        assert episode.question is not None
        if episode.question.seat == CHANCE:
            mine = any(option[:3] in TEAMS[0] for option in episode.question.options)
            episode.apply_action(lucks[0 if mine else 1].choice(episode.legal_actions()))
        else:
            episode.apply_action(answers.choice(episode.legal_actions()))
    return episode


def test_a_seat_knows_the_same_whatever_the_hidden_cards_are() -> None:
    one, other = dealt(1, 2), dealt(1, 3)
    assert one.history_text(0) == other.history_text(0)
    assert one.observation_text(0) == other.observation_text(0)
    assert one.history_text(1) != other.history_text(1)
    assert one.history_text(0) != dealt(4, 2).history_text(0)


def test_a_shuffle_that_is_half_drawn_is_seen_by_nobody() -> None:
    episode = Episode("arena", OPTIONS, 2)
    luck = Random(1)
    while episode.question is None or episode.question.prompt != "shuffle":
        episode.apply_action(luck.choice(episode.legal_actions()))
    before = [episode.observation_text(seat) for seat in (0, 1)]
    episode.apply_action(5)
    assert episode.picked == (5,)
    assert [episode.observation_text(seat) for seat in (0, 1)] == before
    assert 5 not in episode.legal_actions()
    assert DONE_ACTION not in episode.legal_actions()


def test_a_copy_goes_its_own_way() -> None:
    episode, luck = Episode("villainous", {}, 2), Random(3)
    while episode.actions < 20:
        episode.apply_action(luck.choice(episode.legal_actions()))
    copied, facts = copy.deepcopy(episode), episode.facts
    for _ in range(10):
        copied.apply_action(copied.legal_actions()[0])
    assert (episode.facts, episode.actions) == (facts, 20)
    assert copied.facts[: len(facts)] == facts


def test_a_match_that_takes_too_long_is_drawn() -> None:
    episode, luck = Episode("villainous", {}, 3, limit=10), Random(3)
    while not episode.is_over:
        episode.apply_action(luck.choice(episode.legal_actions()))
    assert (episode.actions, episode.seat_returns()) == (10, [0.0, 0.0, 0.0])
