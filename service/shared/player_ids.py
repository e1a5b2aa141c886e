"""The ids of players: their form, and those in facts and messages."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from domain.messages import Message
from domain.model import Fact
from domain.people import NameErased
from domain.table import AT, SeatClaimed
from domain.tournament.facts import TournamentFact

ID = re.compile(r"p-([0-9a-f]{4})[0-9a-f]{12}")
"""The id of a player, and the digits of it that stand for a missing name."""
_IDS = re.compile(r"\bp-[0-9a-f]{16}\b")


def is_id(player: str) -> bool:
    """Tells whether *player* is an id that a service made, and no name."""
    return ID.fullmatch(player) is not None


def ids_in_facts(facts: Iterable[Fact]) -> set[str]:
    """Returns the ids of whom *facts* tell: who sits down, is in a tournament, or is erased."""
    found = set[str]()
    for fact in facts:
        if isinstance(fact.event, SeatClaimed | NameErased):
            found.add(fact.event.player)
        elif isinstance(fact.event, TournamentFact):
            found.update(_IDS.findall(msgspec.json.encode(fact.event).decode()))
    return found


def ids_in_message(message: str) -> set[str]:
    """Returns the ids of players among the arguments of a message, as deep as they go, and of any service."""
    if not isinstance(message, Message):
        return {message} if is_id(message.partition(AT)[0]) else set()
    told = (one for one in message.arguments.values() if isinstance(one, str))
    return set[str]().union(*map(ids_in_message, told))
