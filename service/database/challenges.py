"""Rows of challenges and of their ends. A challenge has at most one end, because its id is the key."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql

from .engine import Database, RowWrite
from .tables import challenge_ends, challenges


class ChallengeRow(NamedTuple):
    """Offer of a player to play a match, to whoever has the link, to an *opponent*, or in the queue.

    `digest` is the SHA-256 of the token that plays the seat of the player later. The times are ms since 1970.
    """

    id: str
    kind: str
    game: str
    pace: str
    digest: str
    player: str
    opponent: str
    friendly: int
    rating: int
    created: int
    expires: int


class ChallengeEnd(NamedTuple):
    """End of a challenge by an outcome. An accepted one has its match, and the seat of its player."""

    challenge: str
    outcome: str
    match: str
    seat: int
    at: int


class EndedChallenge(NamedTuple):
    """Challenge with its end, if it has one."""

    challenge: ChallengeRow
    end: ChallengeEnd | None


_COLUMNS = [challenges.c[name] for name in ChallengeRow._fields]
_END_COLUMNS = [challenge_ends.c[name] for name in ChallengeEnd._fields]
_BOTH = select(*_COLUMNS, *_END_COLUMNS).select_from(
    challenges.outerjoin(challenge_ends, challenge_ends.c.challenge == challenges.c.id)
)
_IS_OPEN = (challenge_ends.c.challenge.is_(None)) & (challenges.c.expires > bindparam("now"))
_ONE = _BOTH.where(challenges.c.id == bindparam("of"))
_ABOUT = (
    _BOTH.where(
        or_(challenges.c.opponent == bindparam("person"), challenges.c.player == bindparam("person")),
        challenges.c.kind != "queue",
        _IS_OPEN,
    )
    .order_by(challenges.c.created.desc())
    .limit(bindparam("most"))
)
_WAITING = _BOTH.where(challenges.c.kind == "queue", _IS_OPEN).order_by(challenges.c.created, challenges.c.id)
_OPEN_OF = (
    select(func.count())
    .select_from(challenges.outerjoin(challenge_ends, challenge_ends.c.challenge == challenges.c.id))
    .where(challenges.c.player == bindparam("person"), _IS_OPEN)
)
_ADD = insert(challenges)
_RENEW = (
    update(challenges)
    .where(challenges.c.id == bindparam("of"), challenges.c.expires < bindparam("until"))
    .values(expires=bindparam("until"))
)
_END = postgresql.insert(challenge_ends).on_conflict_do_nothing().returning(challenge_ends.c.challenge)
_ACCEPT = insert(challenge_ends)
_FIELDS = ChallengeEnd._fields
_PAIR = insert(challenge_ends).values(
    [{name: bindparam(f"{name}_{which}") for name in _FIELDS} for which in ("first", "second")]
)
_SWEEP_ENDS = delete(challenge_ends).where(challenge_ends.c.at < bindparam("before"))
_SWEEP = delete(challenges).where(challenges.c.expires < bindparam("before"))


def acceptance(end: ChallengeEnd) -> RowWrite:
    """Returns the write that ends a challenge. It fails if the challenge has ended."""
    return RowWrite(_ACCEPT, end._asdict())


def pairing(first: ChallengeEnd, second: ChallengeEnd) -> RowWrite:
    """Returns the write that ends two challenges. It fails if one of them has ended."""
    values = {f"{name}_first": value for name, value in first._asdict().items()}
    return RowWrite(_PAIR, values | {f"{name}_second": value for name, value in second._asdict().items()})


class ChallengeRepository:
    """Repository of challenges. Its methods raise database errors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_challenge(self, row: ChallengeRow) -> None:
        """Adds an open challenge."""
        self._database.execute_write(_ADD, **row._asdict())

    def find_challenge(self, id: str) -> EndedChallenge | None:
        """Returns the challenge with this *id*, if it exists."""
        return next((_read_row(row) for row in self._database.select_rows(_ONE, of=id)), None)

    def list_open(self, player: str, now: int, maximum: int) -> list[ChallengeRow]:
        """Returns the open challenges by a player and to that player, newest first."""
        rows = self._database.select_rows(_ABOUT, person=player, now=now, most=maximum)
        return [_read_row(row).challenge for row in rows]

    def list_waiting(self, now: int) -> list[ChallengeRow]:
        """Returns the entries of the queue, oldest first."""
        return [_read_row(row).challenge for row in self._database.select_rows(_WAITING, now=now)]

    def count_open(self, player: str, now: int) -> int:
        """Returns the number of open challenges by a player."""
        [[count]] = self._database.select_rows(_OPEN_OF, person=player, now=now)
        return int(count)

    def renew_challenge(self, id: str, until: int) -> None:
        """Lets a challenge last until a time."""
        self._database.execute_write(_RENEW, of=id, until=until)

    def end_challenge(self, end: ChallengeEnd) -> bool:
        """Ends a challenge without a match. Returns whether it had no end yet."""
        return bool(self._database.execute_write(_END, **end._asdict()))

    def sweep_challenges(self, before: int) -> None:
        """Deletes challenges that expired before a time."""
        self._database.execute_write(_SWEEP, before=before)
        self._database.execute_write(_SWEEP_ENDS, before=before)


def _read_row(row: tuple[object, ...]) -> EndedChallenge:
    count = len(ChallengeRow._fields)
    end = row[count:]
    return EndedChallenge(
        ChallengeRow(*row[:count]),  # type: ignore[arg-type]
        ChallengeEnd(*end) if end[0] is not None else None,  # type: ignore[arg-type]
    )
