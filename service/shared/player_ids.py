"""Ids of players in facts and messages."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from domain.messages import Message
from domain.model import Fact
from domain.people import NameErased
from domain.table import AT, SeatClaimed
from domain.tournament.facts import TournamentFact

PLAYER_ID = re.compile(r"p-([0-9a-f]{4})[0-9a-f]{12}")
"""The id of a player. Its group has the digits that replace a missing name."""
_PLAYER_IDS = re.compile(r"\bp-[0-9a-f]{16}\b")


def is_player_id(player: str) -> bool:
    """Returns whether *player* is an id of a service, and no name."""
    return PLAYER_ID.fullmatch(player) is not None


def ids_in_facts(facts: Iterable[Fact]) -> set[str]:
    """Returns the ids of the players in *facts*, at tables, in tournaments, and erased ones."""
    ids = set[str]()
    for fact in facts:
        if isinstance(fact.event, SeatClaimed | NameErased):
            ids.add(fact.event.player)
        elif isinstance(fact.event, TournamentFact):
            ids.update(_PLAYER_IDS.findall(msgspec.json.encode(fact.event).decode()))
    return ids


def ids_in_message(message: str) -> set[str]:
    """Returns the ids of players among the arguments of a message, as deep as they go, and of any service."""
    if not isinstance(message, Message):
        return {message} if is_player_id(message.partition(AT)[0]) else set()
    texts = (value for value in message.arguments.values() if isinstance(value, str))
    return set[str]().union(*map(ids_in_message, texts))
