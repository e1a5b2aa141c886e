"""Random deals of a recording look alike to the table; the deal of the recording has no influence on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from domain import decider
from domain.arena.facts import CardDrawn
from domain.errors import Drift
from domain.model import SPECTATOR, Fact
from domain.recording.entries import Ref
from domain.recording.imagining import Imagination
from domain.recording.names import list_hand, list_words, rename
from domain.recording.recording import Recording

from .robot_scribe import Match, RobotScribe, bot_match, late_match

GAMES = [("arena", 3, {"chapter": 4}), ("villainous", 5, {})]


@cache
def recorded(game: str, seed: int, chapter: int = 0) -> RobotScribe:
    """Returns a recorded match of two bots."""
    robot = RobotScribe(bot_match(game, seed, 2, {"chapter": chapter} if chapter else {}), between=1)
    assert len(list(robot.record())) == len(robot.log)
    return robot


def imagine(match: Match, recording: Recording[Any, Any], number: int) -> Imagination:
    """Returns the deals before entry *number*."""
    return Imagination(match.rules, recording, recording.position_before(number))


def twins_of(robot: RobotScribe) -> Iterator[Recording[Any, Any]]:
    """Yields recordings of the same entries and facts, each in another deal."""
    cards = sorted({word for logged in robot.log for dealt in logged.dealt for word in dealt.picks})
    for card, other in combinations(cards[::3], 2):
        names = {card: other, other: card}
        twin = Recording.start(robot.match.rules, robot.match.start)
        for entry, seq, dealt in robot.log:
            twin = twin.follow(entry, seq, rename(dealt, names))
        try:
            if twin.facts == robot.recording.facts and twin.position != robot.recording.position:
                yield twin
        except Drift:
            continue


@pytest.mark.parametrize(("game", "seed", "options"), GAMES)
def test_each_deal_looks_alike_to_the_table_and_allows_the_answer(
    game: str, seed: int, options: dict[str, int]
) -> None:
    robot = recorded(game, seed, **options)
    rules, rng = robot.match.rules, Random(1)
    within_effects = 0
    for number in range(2, len(robot.log) + 1, 4):
        position, picks = robot.recording.position_before(number), robot.log[number - 1].entry.picks
        present = decider.open_question(rules, position)
        if present is None or present.seat != robot.log[number - 1].entry.seat:
            continue
        drawn = imagine(robot.match, robot.recording, number).draw(rng, picks)
        assert drawn is not None, number
        question = decider.open_question(rules, drawn)
        assert question is not None
        assert question.allows(picks)
        assert decider.redact_question(question, SPECTATOR) == decider.redact_question(present, SPECTATOR)
        assert rules.redact_board(drawn.board, SPECTATOR) == rules.redact_board(position.board, SPECTATOR)
        within_effects += drawn.running is not None
    assert within_effects


@pytest.mark.parametrize(("game", "seed", "options"), GAMES)
def test_the_deal_of_the_recording_has_no_influence(game: str, seed: int, options: dict[str, int]) -> None:
    robot = recorded(game, seed, **options)
    twins = list(zip(range(4), twins_of(robot), strict=False))
    assert twins
    for number in range(2, len(robot.log) + 1, 5):
        picks = robot.log[number - 1].entry.picks
        drawn = imagine(robot.match, robot.recording, number).draw(Random(number), picks)
        for _, twin in twins:
            assert imagine(robot.match, twin, number).draw(Random(number), picks) == drawn


def test_each_unseen_card_is_in_the_hand_as_often_as_any_other() -> None:
    robot = recorded("arena", 3, 4)
    rules, number = robot.match.rules, 40
    imagination, counts = imagine(robot.match, robot.recording, number), Counter[str]()
    for seed in range(300):
        drawn = imagination.draw(Random(seed))
        assert drawn is not None
        counts.update(list_hand(rules, drawn.board, 0))
    unseen = robot.recording.rewind(robot.log[number - 1].seq - 1).list_unseen(counts)
    assert sorted(counts) == unseen
    expected = sum(counts.values()) / len(unseen)
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


def test_a_named_card_stays_in_its_place_until_it_moves() -> None:
    robot = recorded("arena", 3, 4)
    rules = robot.match.rules
    events = [(index, fact.event) for index, fact in enumerate(robot.match.facts[:60])]
    draws = [(i, event) for i, event in events if isinstance(event, CardDrawn) and event.seat == 0]
    index, drawn_card = draws[-1]
    fact = robot.recording.facts[index]
    place = list(list_words(fact.event)).index("")
    named = robot.recording.name(rules.print_of(drawn_card.card), Ref(fact.seq, place))
    assert isinstance(named, tuple)
    number = next(n for n, logged in enumerate(robot.log, 1) if logged.seq > fact.seq)
    prints = [
        {rules.print_of(held) for held in list_hand(rules, drawn.board, 0)}
        for seed in range(20)
        if (drawn := imagine(robot.match, named[0], number).draw(Random(seed))) is not None
    ]
    assert len(prints) == 20
    assert all(rules.print_of(drawn_card.card) in hand for hand in prints)


def test_deals_of_a_recording_that_began_late_look_alike_too() -> None:
    robot = RobotScribe(late_match("arena", 10, 2, {"chapter": 3}, after=200), between=1)
    assert len(list(robot.record())) == len(robot.log)
    rules, rng = robot.match.rules, Random(1)
    for number in range(2, len(robot.log) + 1, 3):
        position = robot.recording.position_before(number)
        drawn = imagine(robot.match, robot.recording, number).draw(rng)
        assert drawn is not None, number
        assert rules.redact_board(drawn.board, SPECTATOR) == rules.redact_board(position.board, SPECTATOR)


def test_which_copy_the_deal_has_in_a_named_place_has_no_influence() -> None:
    robot = recorded("arena", 3, 4)
    rules, differences, drawn_deals = robot.match.rules, 0, 0
    for ref, card, copy in islice(name_with_copy(robot), 4):
        named = robot.recording.name(rules.print_of(card), ref)
        assert isinstance(named, tuple)
        names = {card: copy, copy: card}
        twin = Recording.start(rules, robot.match.start)
        for entry, seq, dealt in robot.log:
            twin = twin.follow(entry, seq, rename(dealt, names))
        twin = twin.follow_name(rules.print_of(card), ref, rename(named[1], names))
        if not has_facts(twin, named[0].facts):
            continue
        number = next(
            n
            for n, logged in enumerate(robot.log, 1)
            if logged.seq > ref.fact and logged.entry.seat == 1 and is_turn(robot, n)
        )
        held, other = (imagine(robot.match, recording, number) for recording in (named[0], twin))
        before = robot.recording.rewind(robot.log[number - 1].seq - 1)
        for unseen in before.list_unseen([card]):
            drawn, twin_drawn = (each.draw(Random(1), (f"play:{unseen}",)) for each in (held, other))
            differences += drawn != twin_drawn
            drawn_deals += drawn is not None
    assert drawn_deals
    assert differences == 0


def is_turn(robot: RobotScribe, number: int) -> bool:
    """Returns whether entry *number* answers the question of a turn."""
    question = decider.open_question(robot.match.rules, robot.recording.position_before(number))
    return question is not None and question.seat == 1 and question.prompt == "turn"


def has_facts(recording: Recording[Any, Any], facts: Sequence[Fact]) -> bool:
    """Returns whether the deal of *recording* agrees with its entries and leads to *facts*."""
    try:
        return list(recording.facts) == list(facts)
    except Drift:
        return False


def name_with_copy(robot: RobotScribe) -> Iterator[tuple[Ref, str, str]]:
    """Yields the drawn cards of seat 1 with a copy of equal print, and their places in the facts."""
    print_of = robot.match.rules.print_of
    cards = {word for logged in robot.log for dealt in logged.dealt for word in dealt.picks}
    for index, fact in enumerate(robot.match.facts):
        if isinstance(fact.event, CardDrawn) and fact.event.seat == 1:
            card, words = fact.event.card, list(list_words(robot.recording.facts[index].event))
            for copy in sorted(cards - {card}):
                if print_of(copy) == print_of(card) and "" in words:
                    yield Ref(robot.recording.facts[index].seq, words.index("")), card, copy


def test_every_deal_says_alike_whether_a_correction_broke_the_track_of_a_card() -> None:
    robot = recorded("arena", 5, chapter=3)
    drawn = [
        fact.seq
        for fact in robot.recording.facts
        if isinstance(fact.event, CardDrawn) and not fact.event.card
    ]
    assert 314 in drawn

    def loses_track(recording: Recording[Any, Any]) -> bool:
        corrected = recording.correct(recording.position, recording.position.seq)
        return corrected.loses_track("ALA01", Ref(314))

    assert {loses_track(twin) for twin in (robot.recording, *islice(twins_of(robot), 2))} == {True}
