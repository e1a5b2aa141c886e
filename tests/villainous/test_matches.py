"""Whole matches, played at random: what has to be true at every step of each of them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import msgspec
import pytest

from domain import core, notation, table, villainous, words
from domain.chance import commitment
from domain.table import MatchEnded, MatchOpened, SeatClaimed
from domain.villainous import facts
from domain.villainous.board import Board
from domain.words import CHANCE, Answered, Asked, Event, Fact, Resolved, Viewer
from tests.villainous.play import BOOK, RULES, plain, read_realm

CARDS = frozenset(BOOK.cards)
KNOWN = notation.vocabulary((words.Asked, Answered, Resolved, *table.FACTS, *villainous.FACTS))


class Step(NamedTuple):
    """One command of a match: where it stood, what was appended, and where it stood then."""

    before: table.Match[Board]
    facts: list[Fact]
    after: table.Match[Board]


def opened(seed: int, seats: int, villains: tuple[str, ...] = ()) -> list[Fact]:
    secret = f"seed {seed}"
    pins = {"villains": villains} if villains else {}
    return table.open_match(
        MatchOpened("villainous", 1, pins, seats, "digest", commitment(secret), 0, seed=secret)
    )


@cache
def play(seed: int, seats: int) -> tuple[Step, ...]:
    """Plays a match at random, up to 300 answers; the players prefer doing something to ending."""
    return tuple(_play(seed, seats))


def _play(seed: int, seats: int) -> Iterator[Step]:
    luck = random.Random(seed)
    match = table.fold(RULES, opened(seed, seats))
    for seat in range(seats):
        claimed = SeatClaimed(seat, f"player {seat}", f"nonce {seat}", 0)
        following = table.claim(RULES, match, claimed).facts
        before, match = match, table.fold(RULES, following, match)
        yield Step(before, following, match)
    for _ in range(300):
        question = table.asked(RULES, match)
        if question is None:
            return
        options = [o for o in question.options if o != "end"] or list(question.options)
        least = min(len(options), max(question.least, min(1, question.most)))
        picks = tuple(luck.sample(options, luck.randint(least, min(len(options), question.most))))
        following = table.answer(RULES, match, Answered(question.seat, picks)).facts
        before, match = match, table.fold(RULES, following, match)
        yield Step(before, following, match)


def log(seed: int, seats: int) -> list[Fact]:
    return opened(seed, seats) + [fact for step in play(seed, seats) for fact in step.facts]


def owned(board: Board) -> list[str]:
    """Every card, wherever it is."""
    return sorted(
        card
        for mine in board.realms
        for cards in (
            mine.hand, mine.opened, mine.looked, mine.cards,
            mine.villain.deck, mine.villain.discard, mine.fate.deck, mine.fate.discard,
        )
        for card in cards
    )  # fmt: skip


def open_to(position: core.Position[Board], viewer: Viewer) -> set[str]:
    """The cards that *viewer* may know the place of: those it can see, and those a player has just named."""
    known: set[str] = set()
    for seat, mine in enumerate(position.board.realms):
        known |= {*mine.cards, *mine.opened, *mine.villain.discard, *mine.fate.discard}
        if seat in viewer.shares:
            known |= {*mine.hand, *mine.looked}
        if CHANCE in viewer.shares:
            known |= {*mine.villain.deck, *mine.fate.deck}
    if position.running is not None:
        for fact in position.running.told:
            if isinstance(fact.event, Answered) and not fact.event.secret:
                known |= named_in(fact.event)
    return known


def named_in(value: object) -> set[str]:
    """The cards that *value* names, alone or within an option such as `play:greed-1`."""
    return {word for word in re.split(r"[^a-z0-9-]+", plain(value)) if word in CARDS}


GAMES = [(seed, 2 + seed % 2) for seed in range(16)]


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_one_question_is_open_or_the_match_is_over(seed: int, seats: int) -> None:
    for step in play(seed, seats):
        if step.after.full:
            assert (table.asked(RULES, step.after) is None) == (step.after.ended is not None)


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_no_card_and_no_power_is_lost_or_made(seed: int, seats: int) -> None:
    for step in play(seed, seats):
        board = step.after.position.board
        assert owned(board) == owned(step.before.position.board)
        assert len(owned(board)) == len(set(owned(board)))
        lying = sum(card.power for mine in board.realms for card in mine.cards.values())
        assert board.cauldron + lying + sum(mine.power for mine in board.realms) == 80
        assert min(board.cauldron, *(mine.power for mine in board.realms)) >= 0


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_the_log_folds_to_the_match_and_its_answers_decide_to_the_log(seed: int, seats: int) -> None:
    told = log(seed, seats)
    match = table.fold(RULES, told[:1])
    again = told[:1]
    for fact in told[1:]:
        event = fact.event
        if isinstance(event, SeatClaimed):
            again += table.claim(RULES, match, event).facts
        elif isinstance(event, Answered) and event.seat != CHANCE:
            again += table.answer(RULES, match, event).facts
        else:
            continue
        match = table.fold(RULES, again[match.seq :], match)
    assert again == told
    assert table.fold(RULES, told) == match


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_what_is_hidden_is_in_nobody_elses_scene_or_facts(seed: int, seats: int) -> None:
    for step in play(seed, seats):
        match = step.after
        for viewer in table.viewers(RULES, match):
            scene = table.scene(RULES, match, viewer)
            assert named_in(scene) <= open_to(match.position, viewer)
        match = step.before
        for fact in step.facts:
            now = table.evolve(RULES, match, fact)
            for viewer in table.viewers(RULES, match):
                event = table.shown(RULES, fact, viewer).event
                known = open_to(match.position, viewer) | open_to(now.position, viewer)
                assert named_in(event) <= known, event
            match = now


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_everything_can_be_told_drawn_and_written_down(seed: int, seats: int) -> None:
    names = villainous.names(BOOK)
    for step in play(seed, seats):
        for fact in step.facts:
            assert notation.read_fact(notation.write_fact(fact), KNOWN) == fact
            if isinstance(fact.event, Asked | facts.VillainousFact):
                fields = {name: getattr(fact.event, name) for name in fact.event.__struct_fields__}
                assert "{" not in villainous.sentence(fact.event).format(**fields)
                assert getattr(fact.event, "about", "") in names
        board = step.after.position.board
        picture = villainous.draw(RULES.see(board, Viewer("spectator", frozenset())), BOOK)
        assert not CARDS & {card for mine in board.realms for card in mine.hand} & set(picture.split())
        lines = picture.split("\n")
        for mine in board.realms:
            places = [line for line in lines if line.strip(" @#").partition(":")[0] in BOOK.places[mine.who]]
            assert len(places) == 4
            assert read_realm("\n".join(places)) == mine.cards


def test_everything_that_can_happen_happens_in_these_matches() -> None:
    told: set[type[Event]] = {type(fact.event) for seed, seats in GAMES for fact in log(seed, seats)}
    assert told >= set(villainous.FACTS)


def test_the_set_up_deals_four_cards_and_power_by_turn_order() -> None:
    last = play(1, 3)[2]
    realms = last.after.position.board.realms
    assert [mine.who for mine in realms] == ["prince-john", "captain-hook", "maleficent"]
    assert [len(mine.hand) for mine in realms] == [4, 4, 4]
    assert [mine.power for mine in realms] == [0, 1, 2]
    assert [mine.locked for mine in realms] == [(), ("hangmans-tree",), ()]
    rules = {fact.rule for fact in last.facts if isinstance(fact.event, facts.PowerGained)}
    assert rules == {"VI-007"}
    question = table.asked(RULES, last.after)
    assert question is not None
    assert (question.seat, question.prompt) == (0, "move")


def test_a_match_that_is_won_ends_with_its_winner() -> None:
    last = [play(seed, seats)[-1].after.ended for seed, seats in GAMES]
    [first, *_] = [end for end in last if end is not None]
    assert isinstance(first, MatchEnded)
    assert len(first.winners) == 1
    assert first.scores[first.winners[0]] == 1


@pytest.mark.parametrize(
    ("options", "seats", "why"),
    [
        ({"villains": ["jafar", "captain-hook"]}, 2, "2 different Villains of prince-john"),
        ({"villains": ["captain-hook", "captain-hook"]}, 2, "2 different Villains"),
        ({"villains": ["captain-hook"]}, 2, "2 different Villains"),
        ({"villain": "captain-hook"}, 2, "unknown field `villain`"),
        ({}, 4, "seats 2 to 3 players, not 4"),
    ],
)
def test_a_match_nobody_could_play_is_refused(options: dict[str, object], seats: int, why: str) -> None:
    with pytest.raises(core.Unplayable, match="VI-001|" + why) as caught:
        RULES.start(options, seats)
    assert caught.value.refusal.rule == "VI-001"
    assert why in caught.value.refusal.sentence


def test_the_villains_sit_where_the_options_say() -> None:
    match = table.fold(RULES, opened(1, 2, ("maleficent", "captain-hook")))
    assert [mine.who for mine in match.position.board.realms] == ["maleficent", "captain-hook"]
    assert msgspec.json.decode(plain(match.position.board), type=Board) == match.position.board
