"""Ids of matches, tournaments and players.

A match id has twelve characters, and sorts by the second of its start.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable

import msgspec

from domain.messages import Message
from domain.model import Fact
from domain.people import NameErased
from domain.table import AT, SeatClaimed
from domain.tournament.facts import TournamentFact

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, without ambiguous letters."""
MATCH_ID_PATTERN = f"[{_DIGITS}]{{12}}"
ENDING_LENGTH = 5
"""Characters of an id that follow from chance, or from a purpose."""
_MATCH_ID = re.compile(MATCH_ID_PATTERN)


def new_match_id(ms: int) -> str:
    """Returns a new id of a match at *ms* since 1970, with 7 characters of seconds and 5 random ones."""
    return _to_base32(ms // 1000, 7) + _to_base32(secrets.randbits(25), ENDING_LENGTH)


def derive_match_id(ms: int, purpose: str) -> str:
    """Returns the id of a match opened at *ms* since 1970 that is the same for the same *purpose*."""
    return _to_base32(ms // 1000, 7) + derive_ending(purpose)


def derive_ending(purpose: str) -> str:
    """Returns the last five characters of each id derived from a *purpose*."""
    return _to_base32(
        int.from_bytes(hashlib.sha256(purpose.encode()).digest()) & (1 << 25) - 1, ENDING_LENGTH
    )


def is_match_id(text: str) -> bool:
    """Returns whether *text* has the form of a match id."""
    return _MATCH_ID.fullmatch(text) is not None


def is_match_id_at(text: str, ms: int) -> bool:
    """Returns whether *text* has the form of the id of a match from *ms* since 1970."""
    return is_match_id(text) and text.startswith(_to_base32(ms // 1000, 7))


def _to_base32(number: int, width: int) -> str:
    return "".join(_DIGITS[number >> 5 * digit & 31] for digit in reversed(range(width)))


_MARK = "T-"
TOURNAMENT_ID_PATTERN = f"{_MARK}{MATCH_ID_PATTERN}"


def new_tournament_id(ms: int) -> str:
    """Returns a fresh id for a tournament opened at *ms* since 1970."""
    return f"{_MARK}{new_match_id(ms)}"


def is_tournament_id(text: str) -> bool:
    """Returns whether *text* has the form of a tournament id."""
    return text.startswith(_MARK) and is_match_id(text.removeprefix(_MARK))


def is_tournament_id_at(text: str, ms: int) -> bool:
    """Returns whether *text* has the form of the id of a tournament from *ms* since 1970."""
    return text.startswith(_MARK) and is_match_id_at(text.removeprefix(_MARK), ms)


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
