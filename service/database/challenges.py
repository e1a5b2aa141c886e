"""Rows of challenges and of their ends. A challenge has at most one end, because its id is the key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from sqlalchemy import (
    BigInteger,
    Integer,
    Text,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql

from .engine import Database, RowWrite
from .notifications.outbox import ADD_NOTIFICATION, NotificationRow
from .tables import challenge_ends, challenges


class ChallengeRow(NamedTuple):
    """Offer of a player to play a match, to whoever has the link, to an *opponent*, or in the queue.

    `digest` is the SHA-256 of the token that plays the seat of the player later, and `browser` that of the
    browser of the player, empty for clients of the API. The times are ms since 1970.
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
    browser: str = ""


class ChallengeEnd(NamedTuple):
    """End of a challenge by an outcome. An accepted one has its match, and the seat of its player."""

    challenge: str
    outcome: str
    match: str
    seat: int
    at: int


class Opponent(NamedTuple):
    """Player who gets the other seat of a challenge, by id, with the SHA-256 of the token for that seat.

    `entry` is the player's own entry of the queue, empty for one who accepts.
    """

    player: str
    digest: str
    browser: str = ""
    entry: str = ""


class Addition(NamedTuple):
    """Outcome of an addition: the ids of the queue entries that it ended, or a *refusal*.

    The player has too many open challenges, or one to the same player again.
    """

    ended_ids: tuple[str, ...] = ()
    refusal: Literal["", "many", "again"] = ""


class EndedChallenge(NamedTuple):
    """Challenge with its end, if it has one."""

    challenge: ChallengeRow
    end: ChallengeEnd | None


_COLUMNS = [challenges.c[name] for name in ChallengeRow._fields]
_END_COLUMNS = [challenge_ends.c[name] for name in ChallengeEnd._fields]
_WITH_ENDS = challenges.outerjoin(challenge_ends, challenge_ends.c.challenge == challenges.c.id)
_BOTH = select(*_COLUMNS, *_END_COLUMNS).select_from(_WITH_ENDS)
_HAS_NO_END = challenge_ends.c.challenge.is_(None)
_IS_OPEN = _HAS_NO_END & (challenges.c.expires > bindparam("now", type_=BigInteger))
_ID, _PLAYER, _BROWSER = (bindparam(name, type_=Text) for name in ("id", "player", "browser"))
_AT, _UNTIL = bindparam("at", type_=BigInteger), bindparam("until", type_=BigInteger)
_ONE = _BOTH.where(challenges.c.id == _ID)
_NEWEST = challenges.c.created.desc()
_BY = _BOTH.where(challenges.c.player == _PLAYER, challenges.c.kind != "queue", _IS_OPEN).order_by(_NEWEST)
_TO = (
    _BOTH.where(challenges.c.opponent == _PLAYER, _IS_OPEN)
    .order_by(_NEWEST)
    .limit(bindparam("most", type_=Integer))
)
_WAITING = _BOTH.where(challenges.c.kind == "queue", _IS_OPEN).order_by(challenges.c.created, challenges.c.id)
_OF_PERSON = or_(challenges.c.player == _PLAYER, and_(challenges.c.browser == _BROWSER, _BROWSER != ""))
_COUNT_OPEN = select(func.count()).select_from(_WITH_ENDS).where(_OF_PERSON, _IS_OPEN)
_COUNT_PAIR = _COUNT_OPEN.where(challenges.c.opponent == bindparam("opponent", type_=Text))
_ADD = insert(challenges)
_RENEW = (
    update(challenges).where(challenges.c.id == _ID, challenges.c.expires < _UNTIL).values(expires=_UNTIL)
)
_SHORTEN = (
    update(challenges).where(challenges.c.id == _ID, challenges.c.expires > _UNTIL).values(expires=_UNTIL)
)
_NEW_END = postgresql.insert(challenge_ends)
_END = _NEW_END.on_conflict_do_nothing().returning(challenge_ends.c.challenge)
_LEAVE = (
    _NEW_END.from_select(
        ChallengeEnd._fields,
        select(challenges.c.id, literal("withdrawn"), literal(""), literal(0), _AT)
        .select_from(_WITH_ENDS)
        .where(
            _HAS_NO_END,
            challenges.c.kind == "queue",
            _OF_PERSON,
            or_(
                and_(
                    challenges.c.game == bindparam("game", type_=Text),
                    challenges.c.pace == bindparam("pace", type_=Text),
                ),
                and_(challenges.c.pace != "day", bindparam("pace", type_=Text) != "day"),
            ),
        ),
    )
    .on_conflict_do_nothing()
    .returning(challenge_ends.c.challenge)
)
_END_ALL = _NEW_END.from_select(
    ChallengeEnd._fields,
    select(
        challenges.c.id,
        case((challenges.c.player == _PLAYER, "withdrawn"), else_="declined"),
        literal(""),
        literal(0),
        _AT,
    )
    .select_from(_WITH_ENDS)
    .where(_HAS_NO_END, or_(challenges.c.player == _PLAYER, challenges.c.opponent == _PLAYER)),
).on_conflict_do_nothing()

_FIRST, _SECOND, _MATCH = (bindparam(name, type_=Text) for name in ("first", "second", "match"))
_PLAYERS = [bindparam(f"{place}_player", type_=Text) for place in ("first", "second")]
_BROWSERS = [bindparam(f"{place}_browser", type_=Text) for place in ("first", "second")]
_IS_ACCEPTED = challenges.c.id.in_([_FIRST, _SECOND])
_ACCEPT = insert(challenge_ends).from_select(
    ChallengeEnd._fields,
    select(
        challenges.c.id,
        case((_IS_ACCEPTED, "accepted"), else_="withdrawn"),
        case((_IS_ACCEPTED, _MATCH), else_=""),
        case(
            (challenges.c.id == _FIRST, bindparam("first_seat", type_=Integer)),
            (challenges.c.id == _SECOND, bindparam("second_seat", type_=Integer)),
            else_=0,
        ),
        _AT,
    )
    .select_from(_WITH_ENDS)
    .where(
        or_(
            _IS_ACCEPTED,
            and_(
                _HAS_NO_END,
                challenges.c.kind == "queue",
                challenges.c.pace != "day",
                or_(
                    challenges.c.player.in_(_PLAYERS),
                    and_(challenges.c.browser != "", challenges.c.browser.in_(_BROWSERS)),
                ),
            ),
        )
    ),
)
_OLD = select(challenges.c.id).where(challenges.c.expires < bindparam("before", type_=BigInteger))
_SWEEP_ENDS = delete(challenge_ends).where(challenge_ends.c.challenge.in_(_OLD))
_SWEEP = delete(challenges).where(challenges.c.id.in_(_OLD))


def acceptance(row: ChallengeRow, seat: int, opponent: Opponent, match: str, at: int) -> RowWrite:
    """Returns the write that ends a challenge by a *match* with its player at *seat*.

    It ends the *opponent*'s entry as well. A match that is played at once ends all entries of both players
    for such matches, so that no other begins meanwhile. It fails if the challenge or the entry has ended.
    """
    is_live = row.pace != "day"
    values = {
        "first": row.id,
        "second": opponent.entry,
        "match": match,
        "first_seat": seat,
        "second_seat": 1 - seat,
        "at": at,
        "first_player": row.player if is_live else "",
        "second_player": opponent.player if is_live else "",
        "first_browser": row.browser if is_live else "",
        "second_browser": opponent.browser if is_live else "",
    }
    return RowWrite(_ACCEPT, values)


class ChallengeRepository:
    """Repository of challenges. Its methods raise database errors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_challenge(
        self, row: ChallengeRow, maximum: int, notices: Iterable[NotificationRow] = ()
    ) -> Addition:
        """Adds an open challenge with its *notices*, unless its player may have no more.

        The player has the *maximum*, or one to the same opponent. An entry of the queue ends those that it
        would bring into two matches at once.
        """
        values = {"player": row.player, "browser": row.browser}
        ended_ids: tuple[str, ...] = ()
        with self._database.begin_transaction(locked_table=challenges) as run:
            if run(_COUNT_OPEN, **values, now=row.created)[0][0] >= maximum:
                return Addition(refusal="many")
            if row.opponent:
                [[count]] = run(_COUNT_PAIR, **values, opponent=row.opponent, now=row.created)
                if count:
                    return Addition(refusal="again")
            if row.kind == "queue":
                rows = run(_LEAVE, **values, game=row.game, pace=row.pace, at=row.created)
                ended_ids = tuple(str(id) for [id] in rows)
            run(_ADD, **row._asdict())
            for notice in notices:
                run(ADD_NOTIFICATION, **notice._asdict())
        return Addition(ended_ids)

    def find_challenge(self, id: str) -> EndedChallenge | None:
        """Returns the challenge with this *id*, if it exists."""
        return next((_read_row(row) for row in self._database.select_rows(_ONE, id=id)), None)

    def list_open(self, player: str, now: int, maximum: int) -> list[ChallengeRow]:
        """Returns the open challenges by a player, and the *maximum* of the last ones to that player."""
        rows = self._database.select_rows(_BY, player=player, now=now)
        rows += self._database.select_rows(_TO, player=player, now=now, most=maximum)
        return [_read_row(row).challenge for row in rows]

    def list_waiting(self, now: int) -> list[ChallengeRow]:
        """Returns the entries of the queue, oldest first."""
        return [_read_row(row).challenge for row in self._database.select_rows(_WAITING, now=now)]

    def renew_challenge(self, id: str, until: int) -> None:
        """Lets a challenge last until a time, unless it lasts longer."""
        self._database.execute_write(_RENEW, id=id, until=until)

    def shorten_challenge(self, id: str, until: int) -> None:
        """Lets a challenge last until a time at most."""
        self._database.execute_write(_SHORTEN, id=id, until=until)

    def end_challenge(self, end: ChallengeEnd) -> bool:
        """Ends a challenge without a match. Returns whether it had no end yet."""
        return bool(self._database.execute_write(_END, **end._asdict()))

    def end_challenges(self, player: str, at: int) -> None:
        """Ends the challenges by a player and to that player."""
        self._database.execute_write(_END_ALL, player=player, at=at)

    def sweep_challenges(self, before: int) -> None:
        """Deletes challenges that expired before a time, with their ends."""
        with self._database.begin_transaction() as run:
            run(_SWEEP_ENDS, before=before)
            run(_SWEEP, before=before)


def _read_row(row: tuple[object, ...]) -> EndedChallenge:
    count = len(ChallengeRow._fields)
    end = row[count:]
    return EndedChallenge(
        ChallengeRow(*row[:count]),  # type: ignore[arg-type]
        ChallengeEnd(*end) if end[0] is not None else None,  # type: ignore[arg-type]
    )
