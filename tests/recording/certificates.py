"""The certificate that entries are possible: the core alone decides them in the deal of a recording."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from domain import decider
from domain.model import CHANCE, Answered, Asked, Fact, Picks
from domain.recording.entries import Entry, Impossible, Incomplete
from domain.recording.names import WORD
from domain.recording.recording import Recording
from domain.rules import Rules

from .robot_scribe import SILENT, Match, RobotScribe, public_facts

UNSPOKEN = (*SILENT, ("refuse",))
"""The answers that a recording may add."""


class Entered(NamedTuple):
    """A recording of the first entries, the values of its deal, and the reply to the entry after them."""

    recording: Recording[Any, Any]
    values: list[Picks]
    refusal: Incomplete | Impossible | None = None


def enter_all(match: Match, entries: Iterable[Entry]) -> Entered:
    """Enters until the first entry that does not hold."""
    recording: Recording[Any, Any] = Recording.start(match.rules, match.start)
    values: list[Picks] = []
    for entry in entries:
        result = recording.try_entry(entry, recording.position.seq)
        if not isinstance(result, tuple):
            return Entered(recording, values, result)
        recording, accepted = result
        for index, picks in sorted((dealt.index, dealt.picks) for dealt in accepted.dealt):
            values[index : index + 1] = [picks]
    return Entered(recording, values)


def assert_possible(match: Match, entries: Sequence[Entry], entered: Entered) -> None:
    """A match with the hidden cards of the deal has the same public facts, and leads to the same entries."""
    rules, facts = match.rules, decide_again(match, entered)
    assert list(public_facts(rules, facts)) == list(public_facts(rules, entered.recording.facts))
    certified = RobotScribe(match._replace(facts=facts)).enter_each()
    assert list(list_spoken(rules, certified)) == list(list_spoken(rules, entries))


def decide_again(match: Match, entered: Entered) -> list[Fact]:
    """Decides the open answers of the recording with the hidden ones of its deal, by the core alone."""
    rules, position, facts = match.rules, match.start, list[Fact]()
    values = iter(entered.values)

    def draw(question: Asked, seq: int) -> Answered:
        picks = tuple(match_copies(rules, question, next(values)))
        assert question.allows(picks)
        return Answered(CHANCE, picks, secret=True)

    for fact in entered.recording.facts:
        answer, question = fact.event, decider.open_question(rules, position)
        if isinstance(answer, Answered) and question is not None and fact.seq > position.seq:
            if question.seat == CHANCE:
                picks = question.options[: question.least]
            elif answer.secret:
                picks = tuple(match_copies(rules, question, next(values)))
            else:
                picks = tuple(match_copies(rules, question, answer.picks))
            answer = Answered(question.seat, picks, secret=question.sight == "secret")
            decided, position = decider.decide(rules, position, answer, draw)
            facts += decided
    assert next(values, None) is None
    return facts


def match_copies(rules: Rules[Any, Any], question: Asked, picks: Picks) -> Iterator[str]:
    """The options that mean *picks*: on a table, copies of one print are equal."""
    options = list(question.options)
    for pick in picks:
        alike = [option for option in options if generic(rules, option) == generic(rules, pick)]
        options.remove(option := pick if pick in options else min(alike))
        yield option


def list_spoken(rules: Rules[Any, Any], entries: Iterable[Entry]) -> Iterator[object]:
    """The answers and the cards in sight in their order, without the answers that nobody speaks."""
    for entry in entries:
        if entry.seat == CHANCE or entry.picks not in UNSPOKEN:
            yield entry.seat, *(generic(rules, pick) for pick in entry.picks)
        yield from (rules.print_of(sighting.card) for sighting in entry.sightings)


def generic(rules: Rules[Any, Any], pick: str) -> str:
    """A pick with the first copy of each card."""
    return WORD.sub(lambda match: rules.print_of(match[0]), pick)
