"""Facts about players and API tokens. Names stand beside the log, which has erasures and a journal."""

from __future__ import annotations

from .model import Event
from .notation import Vocabulary, build_vocabulary
from .published import Instant


class NameErased(Event, frozen=True, tag="players.NameErased"):
    """The name of a player is forgotten from a time on.

    The record bears the id of the player, and has no other fact. Erase your copies of the name too.
    """

    player: str
    at: Instant


FACTS: tuple[type[Event], ...] = (NameErased,)
VOCABULARY: Vocabulary = build_vocabulary(FACTS)
"""Every fact about a player, by its permanent name."""


# -- the journal -----------------------------------------------------------------------------------------

JOURNAL = "journal"
"""The record of all entries."""


class JournalEntry(Event, frozen=True):
    """An entry. If `migrated`, a migration entered the row as it stood then."""


class NameStored(JournalEntry, frozen=True, tag="journal.NameStored"):
    """The row of a player was stored. `name` and `key` are HMAC-SHA-256 under the salt of the row, in hex.

    A guest has an empty `key`.
    """

    player: str
    name: str
    key: str
    migrated: bool = False


class NameRemoved(JournalEntry, frozen=True, tag="journal.NameRemoved"):
    """The row of a player was erased with its salt, so that nobody can test names against the entries."""

    player: str


class ApiTokenStored(JournalEntry, frozen=True, tag="journal.ApiTokenStored"):
    """The row of an API token was stored, with the SHA-256 of its secret. Times are ms since 1970."""

    token: str
    digest: str
    scopes: str
    name: str
    created: int
    expires: int
    revoked: int
    migrated: bool = False


JOURNAL_VOCABULARY: Vocabulary = build_vocabulary((NameStored, NameRemoved, ApiTokenStored))
"""Every entry of the journal by its permanent name. No reply shows one."""
