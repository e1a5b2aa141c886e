"""Phones have noted each card that their seat alone saw: after the end the notes name all cards at once."""

from __future__ import annotations

from typing import Any

import pytest

from domain import decider
from domain.decider import Position
from domain.model import Answered, Asked, Fact
from domain.recording.entries import Accepted, Ref
from domain.recording.names import list_hand
from domain.recording.recording import Recording
from domain.recording.standings.standing import list_standings

from .robot_scribe import RobotScribe, bot_match, differences, list_mistakes, list_piles

MATCHES = [
    ("arena", 4, 2, {"chapter": 1}),
    ("arena", 2, 2, {"chapter": 3}),
    ("arena", 9, 4, {"chapter": 3}),
    ("villainous", 1, 2, {}),
]


def recorded(game: str, seed: int, seats: int, options: dict[str, Any]) -> RobotScribe:
    """Returns a scribe who has entered a whole match."""
    scribe = RobotScribe(bot_match(game, seed, seats, options), between=1)
    assert {type(reply) for reply in scribe.record()} == {Accepted}
    return scribe


def is_shuffle(fact: Fact) -> bool:
    """Returns whether nobody saw the cards of a fact."""
    return type(fact.event).__name__ == "DeckShuffled" or isinstance(fact.event, Answered | Asked)


def list_seen_piles(scribe: RobotScribe, position: Position[Any]) -> list[list[str]]:
    """Returns the hands and all open cards; nobody has seen the rest of a deck."""
    *hands, _, public = list_piles(scribe.match.rules, position)
    return [*hands, public]


def end_of(scribe: RobotScribe) -> Position[Any]:
    """Returns the last position of the match of bots."""
    return decider.fold(scribe.match.rules, scribe.match.start, scribe.match.facts)


@pytest.mark.parametrize(("game", "seed", "seats", "options"), MATCHES)
def test_all_notes_together_prove_all_but_the_shuffles(
    game: str, seed: int, seats: int, options: dict[str, Any]
) -> None:
    scribe = recorded(game, seed, seats, options)
    stored = list(scribe.recording.facts)
    scribe.recording, _, others = scribe.recording.name_all(scribe.seat_names())
    assert others == []
    assert list(scribe.recording.facts) == stored
    shuffles = {fact.seq for fact in stored if is_shuffle(fact)}
    verdicts = {each.verdict for each in list_standings(scribe.recording) if each.seq not in shuffles}
    assert verdicts == {"proven"}
    assert differences(scribe) == []
    assert list_seen_piles(scribe, scribe.recording.position) == list_seen_piles(scribe, end_of(scribe))
    assert list_mistakes(scribe) == []


def test_a_wrong_note_is_left_out_and_the_others_stay() -> None:
    scribe = recorded("arena", 4, 2, {"chapter": 1})
    names = scribe.seat_names()
    wrong = max(ref for ref, card in names.items() if card == "SAM01")
    scribe.recording, _, others = scribe.recording.name_all(names | {wrong: "SAM10"})
    assert others == [wrong]
    assert scribe.recording.names == {ref: card for ref, card in names.items() if ref != wrong}


def test_names_of_all_notes_fold_with_their_choices() -> None:
    scribe = recorded("arena", 4, 2, {"chapter": 1})
    named, dealt, _ = scribe.recording.name_all(scribe.seat_names())
    folded: Recording[Any, Any] = Recording.start(scribe.match.rules, scribe.match.start)
    for logged in scribe.log:
        folded = folded.follow(*logged)
    for ref, card in sorted(named.names.items()):
        folded = folded.follow_name(card, ref, dealt.get(ref, ()))
    assert folded.position == named.position
    assert folded.names == named.names


def test_names_before_a_correction_belong_to_the_deal_before() -> None:
    scribe = recorded("arena", 4, 2, {"chapter": 1})
    names, before = scribe.seat_names(), scribe.recording
    corrected = before.correct(before.position, 900)
    named, dealt, dropped = corrected.name_all({**names, Ref(900): "SAM06"})
    assert dropped == [Ref(900)]
    assert named.names == names
    assert named.position == corrected.position
    assert [named.full_fact(fact.seq) for fact in before.facts] == [
        before.name_all(names)[0].full_fact(fact.seq) for fact in before.facts
    ]
    folded = corrected
    for ref, card in sorted(names.items()):
        folded = folded.follow_name(card, ref, dealt.get(ref, ()))
    assert folded.names == names
    assert folded.full_fact(min(names).fact) == named.full_fact(min(names).fact)


def test_a_correction_loses_the_track_of_cards_out_of_sight() -> None:
    """Most cards of a hand came into sight again before the board was corrected; the last draws did not."""
    scribe = recorded("arena", 4, 2, {"chapter": 1})
    names, rules = scribe.seat_names(), scribe.match.rules
    corrected = scribe.recording.correct(scribe.recording.position, 900)
    lost = {ref for ref, card in names.items() if corrected.loses_track(card, ref)}
    assert 0 < len(lost) < len(names)
    hand = {rules.print_of(card) for seat in (0, 1) for card in list_hand(rules, end_of(scribe).board, seat)}
    assert {names[ref] for ref in lost} <= hand
    assert not any(scribe.recording.loses_track(card, ref) for ref, card in names.items())
