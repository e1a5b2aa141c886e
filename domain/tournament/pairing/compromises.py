"""Compromises of a paired round in sentences, such as rematches and repeated turns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from ...messages import Message
from ..state import Round, Tournament
from ..wording import join_names
from .criteria import CRITERIA, Criteria, Kind
from .round_input import RoundInput
from .why_not import CRITERION_NAMES as NAMES

Compromise: TypeAlias = Literal[
    "meet_again",
    "bye_again",
    "bye_score",
    "scores_differ",
    "more_first_turns",
    "more_second_turns",
    "first_turn_again",
    "second_turn_again",
    "higher_score_again",
    "lower_score_again",
]
CRITERION_OF: Mapping[Compromise, str] = {
    "meet_again": "rematches",
    "bye_again": "byes_again",
    "bye_score": "bye_score",
    "scores_differ": "floats",
    "more_first_turns": "turn_balance",
    "more_second_turns": "turn_balance",
    "first_turn_again": "turn_alternation",
    "second_turn_again": "turn_alternation",
    "higher_score_again": "floats_again",
    "lower_score_again": "floats_again",
}


def compromise_sentences(t: Tournament, round_: Round) -> Iterator[Message]:
    """Yields a sentence for each criterion that a round does not meet.

    Rounds at tables of two by the criteria of Swiss rounds name the players.
    """
    named_criteria: set[str] = set()
    is_swiss = {*round_.costs} == {*CRITERIA} and all(
        len(table.seats) == 2 for table in round_.tables.values()
    )
    if is_swiss and any(round_.costs.values()):
        groups = _players_by_compromise(t, round_)
        for compromise, criterion in CRITERION_OF.items():
            if round_.costs[criterion] and groups[compromise]:
                named_criteria.add(criterion)
                yield _compromise_sentence(compromise, groups[compromise])
    for criterion, cost in round_.costs.items():
        if cost and criterion not in named_criteria:
            yield NAMES[criterion]


def _players_by_compromise(t: Tournament, round_: Round) -> Mapping[Compromise, Sequence[str]]:
    """Returns the players or pairs of each compromise."""
    criteria = Criteria(RoundInput(t, round_.stage, round_.number, {}, round_.players))
    groups: defaultdict[Compromise, list[str]] = defaultdict(list)
    for _, table in sorted(round_.tables.items()):
        first, second = table.seats
        pair = Message("{one} – {other}", one=first, other=second)
        if criteria.past_games.meetings[frozenset(table.seats)]:
            groups["meet_again"].append(pair)
        difference = criteria.scores[first] - criteria.scores[second]
        if difference:
            groups["scores_differ"].append(pair)
        for seat, player in enumerate(table.seats):
            for compromise in _compromises_of_player(
                criteria.kind_of(player), seat, difference if seat else -difference
            ):
                groups[compromise].append(player)
    for player, kind in round_.byes.items():
        if kind == "bye" and player not in round_.bye_requesters:
            score, earlier_byes, *_ = criteria.kind_of(player)
            if earlier_byes:
                groups["bye_again"].append(player)
            if score > criteria.lowest_score:
                groups["bye_score"].append(player)
            if -1 in criteria.floats[player]:
                groups["lower_score_again"].append(player)
    return groups


def _compromises_of_player(kind: Kind, seat: int, difference: int) -> Iterator[Compromise]:
    """Yields the compromises for a player in a *seat*, by the lead of the opponent."""
    _, _, balance, last_seat, run, *floats = kind
    balance += -1 if seat else 1
    if abs(balance) > 1:
        yield "more_first_turns" if balance > 0 else "more_second_turns"
    if run and last_seat == seat:
        yield "second_turn_again" if seat else "first_turn_again"
    if difference > 0 and 1 in floats:
        yield "higher_score_again"
    if difference < 0 and -1 in floats:
        yield "lower_score_again"


def _compromise_sentence(compromise: Compromise, group: Sequence[str]) -> Message:
    players = join_names(group)
    match compromise:
        case "meet_again":
            return Message("Opponents who have met before: {players}", players=players)
        case "bye_again":
            return Message("A bye again: {players}", players=players)
        case "bye_score":
            return Message("A bye although others have fewer points: {players}", players=players)
        case "scores_differ":
            return Message("Opponents with different scores: {players}", players=players)
        case "more_first_turns":
            return Message("More first turns than second ones, by two or more: {players}", players=players)
        case "more_second_turns":
            return Message("More second turns than first ones, by two or more: {players}", players=players)
        case "first_turn_again":
            return Message("The first turn again: {players}", players=players)
        case "second_turn_again":
            return Message("The second turn again: {players}", players=players)
        case "higher_score_again":
            return Message("Soon again an opponent with more points: {players}", players=players)
        case "lower_score_again":
            return Message("Soon again a bye or an opponent with fewer points: {players}", players=players)
