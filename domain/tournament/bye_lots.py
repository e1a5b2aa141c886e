"""Lots that decide who has the bye of a Swiss round, before it is paired and afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from ..messages import Message
from .facts import Player
from .lot_decisions import listed_at_most
from .pairing.criteria import Criteria
from .pairing.due import Due
from .state import Round, Tournament


def bye_sentences(t: Tournament, round_: Round) -> Iterator[Message]:
    """Yields for each bye of a round that a lot decided, among whom it was drawn."""
    by_hand = round_.engine == "by_hand" or any(not reason.anew for reason in round_.reasons)
    if by_hand or not _draws(t, round_.stage):
        return
    given = [who for who, kind in round_.byes.items() if kind == "bye"]
    if not given:
        return
    criteria = Criteria(Due(t, round_.stage, round_.number, {}, round_.players))
    for who in given:
        level = _level(criteria, who)
        if len(level) > 1:
            yield Message(
                "The bye of {player} was drawn by lot among {players}, who have the same score and history.",
                player=who,
                players=listed_at_most(level),
            )


def next_bye(t: Tournament) -> Iterator[Message]:
    """Yields that the next bye will be drawn by lot, where nothing tells those apart whom it can concern."""
    rounds = t.rounds_of(t.stage)
    announced = t.plan(t.stage).rounds
    if not _draws(t, t.stage) or t.ended is not None or (announced and len(rounds) >= announced):
        return
    number = len(rounds) + 1
    if rounds and rounds[-1].missing:
        return
    due = Due(t, t.stage, number, t.requested(t.stage, number))
    if len(due.playing) % 2 == 0 or len(due.playing) < 3:
        return
    criteria = Criteria(due)
    first = min(due.playing, key=lambda who: criteria.cost(who, None))
    level = _level(criteria, first)
    if len(level) > 1:
        yield Message(
            "The next bye will be drawn by lot among {players}, who have the same score and history.",
            players=listed_at_most(level),
        )


def _draws(t: Tournament, stage: int) -> bool:
    """Returns whether byes of a stage are drawn where players are level: not in the Dutch system."""
    plan = t.plan(stage)
    return plan.format == "swiss" and plan.seats == (2,) and not plan.engine


def _level(criteria: Criteria, player: Player) -> tuple[Player, ...]:
    """Returns the players of a round that the criteria of a bye do not tell from *player*."""
    due, kind = criteria.due, criteria.kind(player)
    playing = {*due.playing}
    return tuple(who for who in due.t.entrants(due.stage) if who in playing and criteria.kind(who) == kind)
