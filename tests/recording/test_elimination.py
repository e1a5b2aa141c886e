"""A card out of sight is proven when each other card of its deck lies elsewhere in every deal."""

from __future__ import annotations

from typing import Any

import pytest

from domain.arena.facts import CardDrawn
from domain.games import GAMES
from domain.recording.entries import Accepted, Entry, Ref
from domain.recording.names import list_words
from domain.recording.recording import Recording
from domain.recording.standings.elimination import list_forced
from domain.recording.standings.standing import list_standings
from domain.recording.standings.stays import list_stays
from domain.recording.unknowns import restore_start
from domain.snapshot import Snapshot
from service.catalog.cardsets import CardSetRegistry
from tests.domain.test_unknowns import TABLE

from .robot_scribe import RobotScribe, bot_match, list_mistakes

OWN = [f"{code}{number:02}" for code in ("SAM", "ALA") for number in range(1, 11)]
"""All cards of seat A."""

ROUND = [(0, "end"), (1, "end"), (0, "end"), (1, "end")]
"""The turns of the four characters."""


def begin(unseen: list[str]) -> Recording[Any, Any]:
    """Returns a recording in which *unseen* cards are the deck of seat A, whose hand is empty."""
    discards = ",".join(card for card in OWN if card not in unseen)
    text = f"{TABLE}A deck=?{len(unseen)} discards={discards} / B deck=?11 hand=?1"
    rules = GAMES["arena"].make_rules(CardSetRegistry().find_cards("arena").book)
    return Recording.start(rules, *restore_start(rules, Snapshot(text), 8))


def play(recording: Recording[Any, Any], *answers: tuple[int, str]) -> Recording[Any, Any]:
    """Enters answers of seats."""
    for seat, pick in answers:
        result = recording.try_entry(Entry(seat, (pick,)), recording.position.seq)
        assert isinstance(result, tuple), result
        recording = result[0]
    return recording


def name(recording: Recording[Any, Any], card: str, ref: Ref) -> Recording[Any, Any]:
    """Names a hidden card."""
    result = recording.name(card, ref)
    assert isinstance(result, tuple)
    return result[0]


def list_draws(recording: Recording[Any, Any]) -> list[Ref]:
    """Returns the places of the cards that seat A drew."""
    return [
        Ref(fact.seq, list(list_words(fact.event)).index(""))
        for fact in recording.facts
        if isinstance(fact.event, CardDrawn) and fact.event.seat == 0
    ]


def list_verdicts(recording: Recording[Any, Any]) -> list[str]:
    """Returns the verdicts on the draws of seat A."""
    verdicts = dict(list_standings(recording))
    return [verdicts[ref.fact] for ref in list_draws(recording)]


def test_the_last_unseen_card_of_a_deck_needs_no_witness() -> None:
    assert list_verdicts(play(begin(["ALA05"]), *ROUND[:2])) == ["proven"]
    assert list_verdicts(play(begin(["ALA05", "SAM03"]), *ROUND[:2])) == ["consistent"]


def test_equal_cards_are_one_card_to_the_table() -> None:
    assert list_verdicts(play(begin(["ALA01", "ALA02"]), *ROUND[:2])) == ["proven"]


def test_the_name_of_one_card_proves_the_other() -> None:
    recording = play(begin(["ALA05", "SAM03"]), *ROUND)
    first, second = list_draws(recording)
    assert list_verdicts(recording) == ["consistent", "consistent"]
    for ref in (first, second):
        assert list_verdicts(name(recording, "SAM03", ref)) == ["proven", "proven"]


def test_a_card_that_alone_was_in_the_hand_is_proven_by_its_play() -> None:
    recording = play(begin(["ALA03", "SAM03", "SAM07"]), *ROUND[:2])
    assert list_verdicts(recording) == ["consistent"]
    assert list_verdicts(play(recording, (0, "play:ALA03"))) == ["proven"]


def test_a_play_does_not_tell_which_of_two_draws_it_came_from() -> None:
    recording = play(begin(["SAM03", "SAM07", "ALA03"]), *ROUND)
    assert list_verdicts(play(recording, (0, "play:SAM07"))) == ["consistent", "consistent"]


@pytest.mark.parametrize(
    ("game", "seed", "seats", "options"),
    [("arena", 1, 2, {"chapter": 2}), ("arena", 2, 2, {"chapter": 3}), ("villainous", 1, 2, {})],
)
def test_no_other_card_than_that_of_the_match_is_proven(
    game: str, seed: int, seats: int, options: dict[str, Any]
) -> None:
    """Phones have named four of five draws; some of the others follow."""
    scribe = RobotScribe(bot_match(game, seed, seats, options), between=1)
    assert {type(reply) for reply in scribe.record()} == {Accepted}
    names = {ref: card for index, (ref, card) in enumerate(scribe.seat_names().items()) if index % 5}
    scribe.recording, _, others = scribe.recording.name_all(names)
    assert others == []
    course, _ = scribe.recording.course_at(scribe.recording.facts[-1].seq)
    assert {*list_forced(list_stays(course))} - scribe.recording.names.keys()
    assert list_mistakes(scribe) == []
