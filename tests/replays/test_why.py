"""Why? Every fact, and everything that is to be seen, leads back to the answer that began it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from domain import table
from domain.breakdown import Part
from domain.games import VOCABULARY
from domain.model import CHANCE, Answered, Asked, Fact, Resolved, Viewer
from domain.table import DisputeAnswered, DisputeOpened, MatchEnded, Ruled, TableFact
from replays.analysis.why import UnknownThing, Why, find_causes
from replays.playback.diff import scene_fields
from replays.playback.replay import Replay, UnknownMoment
from replays.playback.transcript import LIBRARY, read_transcript
from replays.text.fact_narrator import FactNarrator
from tests.examples import examples
from tests.newgame.domain import trumps as toy

from .conftest import GameWithBook, take
from .watched import MATCHES, Watched

SPECTATOR = Viewer("spectator", frozenset())


class Match:
    """A match that is over, and who asks why."""

    def __init__(self, given: GameWithBook, facts: list[Fact]) -> None:
        self.game, self.film = given.game, Replay(given.rules, facts)

    def why(self, seq: int, of: str = "", viewer: Viewer = SPECTATOR, language: str = "en") -> Why:
        """What is told of fact *seq*, or of something as it is then."""
        shown = [table.redact_fact(self.film.rules, fact, viewer) for fact in self.film.facts]
        voice = FactNarrator(self.game, self.film, shown, viewer, language)
        return find_causes(self.game, self.film, seq, viewer, voice, of)


def seqs(answer: Why) -> list[int]:
    """The numbers of the steps."""
    return [step.seq for step in answer.steps]


@pytest.fixture(scope="module")
def duel() -> Match:
    """Prince John against Ursula, who lets Lady Kluck into Sherwood in her second turn."""
    text = (LIBRARY / "villainous-duel.game").read_text(encoding="utf-8")
    return Match(take("villainous"), list(read_transcript(text, VOCABULARY).facts))


# -- back from a fact --------------------------------------------------------------------------------


def test_a_card_was_trumped_because_another_was_played(
    trumps: GameWithBook, record: tuple[Fact, ...]
) -> None:
    trumped = next(fact.seq for fact in record if isinstance(fact.event, toy.Trumped))
    assert [step.text for step in Match(trumps, list(record)).why(trumped).steps] == [
        "Greedy-1 trumps the 2 with the 36.",
        "Greedy-1 chooses the 36.",
        "Greedy-1 may trump the 2.",
        "Random-0 chooses the 2.",
    ]


def test_a_card_came_into_play_because_of_an_answer_two_questions_ago(duel: Match) -> None:
    """VI-047: the Fate action was chosen, two cards were revealed, and it was asked where the Hero goes."""
    answer = duel.why(38)
    assert seqs(answer) == [38, 37, 36, 35, 34, 33]
    assert [step.rule for step in answer.steps] == ["VI-050", "", "VI-100", "VI-102", "VI-023", ""]
    texts = [step.text for step in answer.steps]
    assert texts[0] == "Lady Kluck comes to Sherwood Forest."
    assert texts[1] == "Random-1 chooses Sherwood Forest."
    assert texts[-2] == "Random-1 uses Fate."
    assert texts[-1].startswith("Random-1 chooses ")
    assert (answer.of, answer.value, answer.parts) == ("", None, ())


def test_an_answer_is_a_reason_of_its_own(duel: Match) -> None:
    assert seqs(duel.why(33)) == [33]


def test_what_happened_at_the_table_leads_to_who_sat_down_last(duel: Match) -> None:
    """VI-006"""
    assert seqs(duel.why(9)) == [9, 8, 7, 6, 5, 4, 3]
    texts = [step.text for step in duel.why(9).steps]
    assert texts[-2:] == ["Chance decides.", "Random-1 sits down."]


def test_others_hear_of_a_draw_and_not_of_the_cards(duel: Match) -> None:
    """VI-006"""
    john = duel.film.rules.seat_viewer(duel.film.at(9).position.board, 0)
    assert "Warrant" in duel.why(9, viewer=john).steps[0].text
    assert "4 cards" in duel.why(9).steps[0].text


def test_it_is_told_in_another_language(duel: Match) -> None:
    assert duel.why(38, language="it").steps[1].text.startswith("Random-1 sceglie ")


def test_cards_that_made_facts_are_quoted(duel: Match) -> None:
    made = next(fact for fact in duel.film.facts if fact.rule.startswith("dinglehopper"))
    answer = duel.why(made.seq)
    assert answer.cards[made.rule].name == "Dinglehopper"
    assert answer.cards[made.rule].text
    assert not [rule for rule in answer.cards if rule.startswith("VI-")]


def test_a_ruling_leads_to_its_case(trumps: GameWithBook, record: tuple[Fact, ...]) -> None:
    over = table.fold(trumps.rules, record)
    claim = DisputeOpened(1, "seat:0", "That was no trump.", (), 5)
    facts, match = table.open_dispute(trumps.rules, over, claim)
    reply = table.answer_dispute(trumps.rules, match, DisputeAnswered(1, "seat:1", "It was.", (), 6))
    ruled = table.rule_case(trumps.rules, reply.match, Ruled(1, "Eve", "note", ("TR-1",), "It was one.", 7))
    told = Match(trumps, [*record, *facts, *reply.facts, *ruled.facts])
    last = len(told.film)
    assert seqs(told.why(last)) == [last, last - 1]
    assert told.why(last).steps[0].text == "In case 1, the judge Eve rules under TR-1: “It was one.”."


@pytest.mark.parametrize("seq", [0, 10_000])
def test_there_is_no_such_fact(duel: Match, seq: int) -> None:
    with pytest.raises(UnknownMoment, match=f"There is no fact {seq}"):
        duel.why(seq)


# -- back from a thing on the board ------------------------------------------------------------------


def test_her_power_is_what_it_is_because_she_used_a_symbol(duel: Match) -> None:
    """VI-040"""
    answer = duel.why(48, "/board/realms/1/power")
    assert (answer.value, seqs(answer)) == (2, [43, 42, 41])
    assert answer.steps[0].rule == "VI-040"


def test_what_never_changed_is_so_since_the_match_was_opened(duel: Match) -> None:
    answer = duel.why(48, "/board/realms/0/power")
    assert (answer.value, seqs(answer)) == (0, [1])


def test_a_card_stands_where_it_was_played(duel: Match) -> None:
    answer = duel.why(48, "/board/realms/0/cards/lady-kluck/at")
    assert (answer.value, seqs(answer)[0]) == ("sherwood", 38)


def test_what_is_gone_was_taken_away_by_a_fact(duel: Match) -> None:
    """VI-204: Toby was defeated in the church."""
    assert duel.why(588, "/board/realms/0/cards/toby/at").value == "church"
    answer = duel.why(600, "/board/realms/0/cards/toby")
    assert (answer.value, seqs(answer)[0]) == (None, 589)


@pytest.mark.parametrize(
    ("of", "said"),
    [
        ("/board/realms/-", "There is nothing at “/board/realms/-” for spectator, and there has not been."),
        ("/board/realms/01", "There is nothing at “/board/realms/01” for spectator"),
        ("/board/realms/7", "There is nothing at “/board/realms/7” for spectator, and there has not been."),
        ("/board~2", "“/board~2” is no JSON Pointer"),
        ("strength:lady", "Villainous reckons nothing that is called “strength:lady” here."),
        ("strength:warrant-1", "Villainous reckons nothing"),
        ("strength:peter-pan", "Villainous reckons nothing"),
        ("cost:greed-1:hospital", "Villainous reckons nothing"),
        ("power", "Villainous reckons nothing"),
    ],
)
def test_there_is_no_such_thing(duel: Match, of: str, said: str) -> None:
    with pytest.raises(UnknownThing, match=said.replace("(", r"\(")):
        duel.why(48, of)


def test_a_game_need_not_reckon_anything(trumps: GameWithBook, record: tuple[Fact, ...]) -> None:
    with pytest.raises(UnknownThing, match="Trumps reckons nothing"):
        Match(trumps, list(record)).why(50, "strength:7")


def test_her_strength_is_what_is_printed(duel: Match) -> None:
    """VI-105"""
    answer = duel.why(38, "strength:lady-kluck")
    assert answer.parts == (Part(answer.value, "lady-kluck"),)
    assert answer.cards["lady-kluck"].name == "Lady Kluck"
    assert seqs(answer) == [1]


def test_her_strength_grew_because_another_hero_was_played(duel: Match) -> None:
    """VI-105: Alan-a-Dale came to Sherwood, and everybody there got stronger."""
    answer = duel.why(600, "strength:lady-kluck")
    assert answer.parts == (Part(6, "lady-kluck"), Part(1, "alan-a-dale"))
    assert answer.steps[0].text == "Alan-a-Dale comes to Sherwood Forest."
    assert answer.steps[-1].text == "Random-1 chooses a Fate action against random-0."


# -- whole matches of both games ---------------------------------------------------------------------


def began(fact: Fact, facts: tuple[Fact, ...]) -> bool:
    """Whether somebody did *fact* of their own accord."""
    event = fact.event
    if isinstance(event, Answered):
        return event.seat != CHANCE and not isinstance(facts[fact.cause - 1].event, Asked)
    return isinstance(event, TableFact) and not isinstance(event, MatchEnded)


@forall(MATCHES, st.randoms(use_true_random=False))
@examples(4)
def test_every_fact_leads_back_to_what_somebody_did(match: Watched, luck: Random) -> None:
    facts = match.film.facts
    for viewer in match.viewers:
        voice = match.voice(viewer)
        for seq in luck.sample(match.film.seqs, 20):
            steps = find_causes(match.game, match.film, seq, viewer, voice).steps
            assert steps[0].seq == seq
            assert all(step.cause == following.seq for step, following in pairwise(steps))
            assert [began(facts[step.seq - 1], facts) for step in steps] == [False] * (len(steps) - 1) + [
                True
            ]
            for step in steps:
                silent = isinstance(facts[step.seq - 1].event, Resolved)
                assert step.text.endswith(".") or silent, step


def places(value: object, pointer: str = "") -> Iterator[tuple[str, object]]:
    """Every single value within *value*, with the pointer that leads to it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, f"{pointer}/{index}")
    else:
        yield pointer, value


MOVES_UP = re.compile("/[0-9]+$")
"""The place in a list: what stands there may have been elsewhere in it before."""


@forall(MATCHES, st.randoms(use_true_random=False))
@examples(3)
def test_everything_to_be_seen_leads_to_the_last_fact_that_changed_it(match: Watched, luck: Random) -> None:
    viewer = luck.choice(match.viewers)
    voice = match.voice(viewer)
    moment = luck.choice(match.film.seqs)
    seen = list(places(scene_fields(match.film.scene(moment, viewer))))
    for pointer, value in luck.sample([(at, value) for at, value in seen if not MOVES_UP.search(at)], 8):
        answer = find_causes(match.game, match.film, moment, viewer, voice, pointer)
        changed = answer.steps[0].seq
        assert answer.value == value
        since = {changed, moment, *luck.choices(range(changed, moment + 1), k=9)}
        then = [dict(places(scene_fields(match.film.scene(seq, viewer)))) for seq in since]
        assert all(view.get(pointer, KeyError) == value for view in then)
        before = dict(places(scene_fields(match.film.scene(changed - 1, viewer)))) if changed > 1 else {}
        assert before.get(pointer, KeyError) != value


@forall(MATCHES, st.randoms(use_true_random=False))
@examples(4)
def test_nothing_hidden_leaks(match: Watched, luck: Random) -> None:
    """Not even to who knows where a hidden card lies on the board, and asks for it."""
    *others, judge = match.viewers
    moment = luck.choice(match.film.seqs)
    everywhere = [pointer for pointer, _ in places(scene_fields(match.film.scene(moment, judge)))]
    for viewer in others:
        voice = match.voice(viewer)
        answers = [
            find_causes(match.game, match.film, seq, viewer, voice)
            for seq in luck.sample(match.film.seqs, 12)
        ]
        for pointer in luck.sample(everywhere, 6):
            with suppress(UnknownThing):  # which quotes what was asked for, and that it is not there
                answers.append(find_causes(match.game, match.film, moment, viewer, voice, pointer))
        for answer in answers:
            assert not match.secrets(answer.value, viewer, answer.seq - 1, answer.seq)
            for step in answer.steps:
                assert not match.secrets(step, viewer, step.seq - 1, step.seq), step
            parts = [part.rule for step in answer.steps for part in step.parts]
            assert answer.cards.keys() <= {*parts, *(step.rule for step in answer.steps)}
