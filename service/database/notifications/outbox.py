"""Rows of the contacts of players, of the tournaments that they follow, and of their notifications."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import Literal, NamedTuple

from sqlalchemy import BigInteger, Text, bindparam, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from ..engine import Database, RowWrite
from ..tables import contacts, followers, notification_progress, notifications

WAITING, SENT, DROPPED, DEAD = "waiting", "sent", "dropped", "dead"
"""The states of a notification. Only a waiting one is sent."""
CONFIRMATION: Literal["confirmation"] = "confirmation"
"""The kind of the mail that confirms an address."""
UNCONFIRMED = "unconfirmed"
"""The kind of an address that waits for its confirmation."""

MAX_EXCLUDED, NO_PLAYER = 8, "-"
"""Players who can be left out of one read, and an id that nobody has."""
MAX_FOLLOWED = 20  # tournaments in the list of a follower


class ContactRow(NamedTuple):
    """Browser or mail address of a player, with a version that each change raises.

    The `kind` is “push”, “mail” or `UNCONFIRMED`.
    """

    id: str
    player: str
    kind: str
    version: int
    sealed: bytes


class NotificationRow(NamedTuple):
    """Notification to a contact, sent from the time `due` on. Times are milliseconds since 1970."""

    id: str
    created: int
    due: int
    attempts: int
    state: str
    kind: str
    contact: str
    player: str
    content: str
    error: str = ""


class Progress(NamedTuple):
    """Position in a log up to which facts have become notifications."""

    log: str
    position: int


_NAME = "log"
_ID, _PLAYER = bindparam("of", type_=Text), bindparam("whose", type_=Text)
_CONTACT = select(contacts).where(contacts.c.id == _ID)
_OF_PLAYER = select(contacts).where(contacts.c.player == _PLAYER).order_by(contacts.c.id)
_OF_KIND = select(contacts).where(contacts.c.kind == bindparam("of_kind", type_=Text))
_ADD_CONTACT = insert(contacts)
_PUT_CONTACT = _ADD_CONTACT.on_conflict_do_update(
    index_elements=[contacts.c.id],
    set_={
        "player": _ADD_CONTACT.excluded.player,
        "kind": _ADD_CONTACT.excluded.kind,
        "sealed": _ADD_CONTACT.excluded.sealed,
        "version": contacts.c.version + 1,
    },
)
_CHANGE_CONTACT = (
    update(contacts)
    .where(contacts.c.id == _ID, contacts.c.version == bindparam("before"))
    .values(kind=bindparam("kind"), sealed=bindparam("sealed"), version=contacts.c.version + 1)
    .returning(contacts.c.id)
)
_DELETE_CONTACT = delete(contacts).where(contacts.c.id == _ID).returning(contacts.c.id)
_TOURNAMENT = bindparam("in_tournament", type_=Text)
_FOLLOWERS = select(followers.c.player).where(followers.c.tournament == _TOURNAMENT)
_FOLLOWER = _FOLLOWERS.where(followers.c.player == _PLAYER)
_FOLLOWED = (
    select(followers.c.tournament)
    .where(followers.c.player == _PLAYER)
    .order_by(followers.c.tournament.desc())
    .limit(MAX_FOLLOWED)
)
_FOLLOW = insert(followers).on_conflict_do_nothing()
_UNFOLLOW = delete(followers).where(followers.c.tournament == _TOURNAMENT, followers.c.player == _PLAYER)
_UNFOLLOW_ALL = delete(followers).where(followers.c.player == _PLAYER)
_DELETE_CONTACTS = delete(contacts).where(contacts.c.player == _PLAYER)
ADD_NOTIFICATION = insert(notifications).on_conflict_do_nothing().returning(notifications.c.id)
_IS_DUE = (notifications.c.state == WAITING, notifications.c.due <= bindparam("at", type_=BigInteger))
_EXCEPT = tuple(f"player_{number}" for number in range(MAX_EXCLUDED))
_DUE = (
    select(notifications)
    .where(*_IS_DUE, notifications.c.player.not_in([bindparam(name, type_=Text) for name in _EXCEPT]))
    .order_by(notifications.c.due)
    .limit(bindparam("limit"))
)
_COUNT_DUE = select(func.count()).select_from(notifications).where(*_IS_DUE)
_SETTLE = (
    update(notifications)
    .where(
        notifications.c.id == _ID,
        notifications.c.state == WAITING,
        notifications.c.due == bindparam("before", type_=BigInteger),
    )
    .values({name: bindparam(name) for name in ("state", "due", "attempts", "error")})
    .returning(notifications.c.id)
)
_POSTPONE = (
    update(notifications)
    .where(*_IS_DUE, notifications.c.player == _PLAYER)
    .values(due=bindparam("until", type_=BigInteger))
)
_RETRY = (
    update(notifications)
    .where(notifications.c.id == _ID, notifications.c.state == DEAD)
    .values(state=WAITING, due=bindparam("due", type_=BigInteger), attempts=0, error="")
    .returning(notifications.c.id)
)
_OF_STATE = (
    select(notifications)
    .where(notifications.c.state == bindparam("in_state"))
    .order_by(notifications.c.due.desc())
    .limit(bindparam("limit"))
)
_COUNT_KIND = (
    select(func.count())
    .select_from(notifications)
    .where(
        notifications.c.player == _PLAYER,
        notifications.c.kind == bindparam("of_kind"),
        notifications.c.created > bindparam("since", type_=BigInteger),
    )
)
_SWEEP = delete(notifications).where(
    notifications.c.state != WAITING, notifications.c.created < bindparam("until", type_=BigInteger)
)
_FORGET = delete(notifications).where(notifications.c.player == _PLAYER, notifications.c.kind != CONFIRMATION)
_ANONYMIZE = (
    update(notifications)
    .where(notifications.c.player == _PLAYER)
    .values(player="", contact="", state=DROPPED, error="")
)
_DROP_WAITING = update(notifications).where(notifications.c.state == WAITING).values(state=DROPPED)
_PROGRESS = select(notification_progress.c.log, notification_progress.c.position).where(
    notification_progress.c.name == _NAME
)
_BEGIN = insert(notification_progress).on_conflict_do_nothing()
_MOVE = (
    update(notification_progress)
    .where(
        notification_progress.c.name == _NAME,
        notification_progress.c.log == bindparam("old_log"),
        notification_progress.c.position == bindparam("before", type_=BigInteger),
    )
    .values(log=bindparam("new_log"), position=bindparam("after", type_=BigInteger))
    .returning(notification_progress.c.name)
)


class NotificationRepository:
    """Repository of contacts and notifications. Its methods raise database errors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put_contact(self, row: ContactRow) -> None:
        """Stores a contact, over an earlier one with its id."""
        self._database.execute_write(_PUT_CONTACT, **row._asdict(), overwrite=True)

    def find_contact(self, id: str) -> ContactRow | None:
        """Returns the contact with this *id*, if it exists."""
        return next((ContactRow(*row) for row in self._database.select_rows(_CONTACT, of=id)), None)

    def list_contacts(self, player: str) -> list[ContactRow]:
        """Returns the contacts of *player*, by id."""
        return [ContactRow(*row) for row in self._database.select_rows(_OF_PLAYER, whose=player)]

    def list_kind(self, kind: str) -> list[ContactRow]:
        """Returns the contacts of a *kind*."""
        return [ContactRow(*row) for row in self._database.select_rows(_OF_KIND, of_kind=kind)]

    def change_contact(self, row: ContactRow) -> bool:
        """Stores the changed content of a contact, if its version is still that of *row*."""
        values = {"of": row.id, "before": row.version, "kind": row.kind, "sealed": row.sealed}
        return bool(self._database.execute_write(_CHANGE_CONTACT, **values, overwrite=True))

    def delete_contact(self, id: str) -> bool:
        """Deletes a contact. Returns whether it existed."""
        return bool(self._database.execute_write(_DELETE_CONTACT, of=id, overwrite=True))

    def forget_player(self, player: str) -> None:
        """Deletes the contacts and notifications of *player*, who follows no tournament any more.

        Confirmations stay without the player, because they count towards the limit of an address.
        """
        with self._database.begin_transaction(overwrite=True) as run:
            run(_DELETE_CONTACTS, whose=player)
            run(_UNFOLLOW_ALL, whose=player)
            run(_FORGET, whose=player)
            run(_ANONYMIZE, whose=player)

    def list_followers(self, tournament: str) -> frozenset[str]:
        """Returns the players who follow a tournament."""
        return frozenset(row[0] for row in self._database.select_rows(_FOLLOWERS, in_tournament=tournament))

    def is_follower(self, tournament: str, player: str) -> bool:
        """Returns whether *player* follows a tournament."""
        return bool(self._database.select_rows(_FOLLOWER, in_tournament=tournament, whose=player))

    def list_followed(self, player: str) -> list[str]:
        """Returns the latest tournaments that *player* follows, the newest first."""
        return [row[0] for row in self._database.select_rows(_FOLLOWED, whose=player)]

    def follow_tournament(self, tournament: str, player: str) -> None:
        """Adds a follower, unless *player* is one."""
        self._database.execute_write(_FOLLOW, tournament=tournament, player=player)

    def unfollow_tournament(self, tournament: str, player: str) -> None:
        """Removes a follower, if *player* is one."""
        self._database.execute_write(_UNFOLLOW, in_tournament=tournament, whose=player, overwrite=True)

    def add_notification(self, row: NotificationRow) -> bool:
        """Adds a notification. Returns `False` if one has its id."""
        return bool(self._database.execute_write(ADD_NOTIFICATION, **row._asdict()))

    def list_due(self, at: int, excluded: Collection[str], limit: int) -> list[NotificationRow]:
        """Returns up to *limit* due notifications, the longest due first, but none to *excluded* players."""
        players = dict(zip_longest(_EXCEPT, excluded, fillvalue=NO_PLAYER))
        rows = self._database.select_rows(_DUE, at=at, limit=limit, **players)
        return [NotificationRow(*row) for row in rows]

    def count_due(self, at: int) -> int:
        """Returns the number of due notifications."""
        return int(self._database.select_rows(_COUNT_DUE, at=at)[0][0])

    def list_in_state(self, state: str, limit: int) -> list[NotificationRow]:
        """Returns up to *limit* notifications in a state, the last due first."""
        rows = self._database.select_rows(_OF_STATE, in_state=state, limit=limit)
        return [NotificationRow(*row) for row in rows]

    def count_since(self, player: str, kind: str, since: int) -> int:
        """Returns the number of notifications of a *kind* to *player* created after a time."""
        rows = self._database.select_rows(_COUNT_KIND, whose=player, of_kind=kind, since=since)
        return int(rows[0][0])

    def settle(self, before: NotificationRow, after: NotificationRow) -> bool:
        """Stores the state of *after*, if nobody has changed the notification since *before*."""
        values = {name: getattr(after, name) for name in ("state", "due", "attempts", "error")}
        return bool(self._database.execute_write(_SETTLE, of=before.id, before=before.due, **values))

    def postpone(self, player: str, at: int, until: int) -> None:
        """Delays all notifications to *player* that are due at a time."""
        self._database.execute_write(_POSTPONE, whose=player, at=at, until=until)

    def retry(self, id: str, due: int) -> bool:
        """Makes a dead notification wait again. Returns whether there was one."""
        return bool(self._database.execute_write(_RETRY, of=id, due=due))

    def sweep(self, until: int) -> None:
        """Deletes the settled notifications from before a time."""
        self._database.execute_write(_SWEEP, until=until)

    def load_progress(self) -> Progress | None:
        """Returns the position in the log, if there is one."""
        return next((Progress(*row) for row in self._database.select_rows(_PROGRESS)), None)

    def begin_progress(self, progress: Progress) -> None:
        """Stores a first position, unless there is one."""
        self._database.execute_write(_BEGIN, name=_NAME, **progress._asdict())

    def move_progress(self, before: Progress, after: Progress, writes: Sequence[RowWrite] = ()) -> bool:
        """Moves the position and runs the *writes* of the facts between, all or nothing.

        A move to another log drops all waiting notifications. Returns `False` if the position was not
        *before*.
        """
        values = {"old_log": before.log, "before": before.position}
        with self._database.begin_transaction() as run:
            if not run(_MOVE, **values, new_log=after.log, after=after.position):
                return False
            if before.log != after.log:
                run(_DROP_WAITING)
            for write in writes:
                run(write.statement, **write.values)
        return True
