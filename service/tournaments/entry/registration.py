"""Registers players with an id in facts, a name outside the log, and a token or a link."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from domain.messages import Message
from domain.model import Fact
from domain.tournament.facts import PLAYER_PREFIX, By, Player, PlayerRegistered
from domain.tournament.fold import fold
from domain.tournament.registrations.entries import Entry
from domain.tournament.registrations.roster import register_player
from domain.tournament.state import Tournament

from ...evidence.keys import Keyring
from ...identity.accounts import Accounts
from ...identity.players import NameTaken, PlayerDirectory, UnknownPlayer, new_player_id
from ...shared import digests
from ...shared.player_names import name_error, normalize_name
from ..errors import InputError, InvalidRoster
from .entrants import Entrant, Person

LocateError = Callable[[int, str, Message], InputError]
"""Returns the error for a message about a field of an entrant, by its index."""


def in_body(entrant: int, field: str, sentence: Message) -> InputError:
    """Returns an error in the body of a command."""
    return InputError(f"/players/{entrant}/{field}", sentence)


def in_own_body(entrant: int, field: str, sentence: Message) -> InputError:
    """Returns an error in the body of a self-registration."""
    return InputError(f"/{field}", sentence)


class EnrolledPlayer(NamedTuple):
    """A player before registration, with its fact, the names of new guests, and its token."""

    registration: PlayerRegistered
    guests: dict[str, str]
    token: str


class Registration:
    """Registers players. Validates every name before storing the first."""

    def __init__(self, players: PlayerDirectory, accounts: Accounts, links: PlayerLinks) -> None:
        self.players, self.accounts, self.links = players, accounts, links

    def enroll_players(
        self, entrants: Sequence[Entrant], at: int, by: By = "", locate: LocateError = in_body
    ) -> list[EnrolledPlayer]:
        """Returns the *entrants* as players, registered *by* an organizer or by themselves.

        Raises `InvalidRoster` with all errors.
        """
        errors = [
            locate(number, field, sentence)
            for number, entrant in enumerate(entrants)
            for field, sentence in self._entrant_errors(entrant)
        ]
        errors += _duplicate_names([entrant.name for entrant in entrants], set(), locate)
        if errors:
            raise InvalidRoster(errors)
        return [self._enroll_player(entrant, by, at) for entrant in entrants]

    def decide_registration(
        self, t: Tournament, enrolled: Sequence[EnrolledPlayer], locate: LocateError = in_body
    ) -> list[Fact]:
        """Returns the facts of registering *enrolled*; raises `Refused` and `InvalidRoster`."""
        names = [player.guests.get(player.registration.player) for player in enrolled]
        if errors := [*_duplicate_names(names, set(self.players.names_of(t.players).values()), locate)]:
            raise InvalidRoster(errors)
        facts: list[Fact] = []
        for player in enrolled:
            followed = register_player(t, player.registration)
            t = fold(followed, t)
            facts += followed
        return facts

    def store_names(self, enrolled: Sequence[EnrolledPlayer]) -> None:
        """Stores the names of guests among *enrolled*."""
        self.players.add_guests({id: name for player in enrolled for id, name in player.guests.items()})

    def _entrant_errors(self, entrant: Entrant) -> Iterator[tuple[str, Message]]:
        yield from (("name", sentence) for sentence in self._person_errors(entrant))
        yield from (
            ("members", sentence) for member in entrant.members for sentence in self._person_errors(member)
        )

    def _person_errors(self, person: Person) -> Iterator[Message]:
        if (person.name is None) == (person.player is None):
            yield Message("Give a player by a name, or by an id.")
            return
        try:
            if person.player is not None:
                self.accounts.load_player(person.player)
            elif sentence := name_error(person.name or ""):
                yield sentence
            else:
                self.players.check_free(person.name or "")
        except (UnknownPlayer, NameTaken) as error:
            yield error.message

    def _enroll_player(self, entrant: Entrant, by: By, at: int) -> EnrolledPlayer:
        guests: dict[str, str] = {}

        def id_of(person: Person) -> str:
            if person.player is not None:
                return person.player
            guests[id := new_player_id()] = normalize_name(person.name or "")
            return id

        player, members = id_of(entrant), tuple(map(id_of, entrant.members))
        is_guest = player in guests or not self.accounts.load_player(player).account
        token = self.links.key_of(player, at) if is_guest else ""
        registration = PlayerRegistered(
            player,
            by or f"{PLAYER_PREFIX}{player}",
            at,
            members,
            entrant.need,
            entrant.rating,
            entrant.source,
            token=digests.digest_token(token) if token else "",
            nonce_hash=entrant.nonce_hash,
        )
        return EnrolledPlayer(registration, guests, token)


def _duplicate_names(
    names: Sequence[str | None], registered_names: set[str], locate: LocateError
) -> Iterator[InputError]:
    """Yields an error for each name in *registered_names* or earlier in the list."""
    earlier = set[str]()
    for number, name in enumerate(names):
        if name is None:
            continue
        if (name := normalize_name(name)) in registered_names:
            yield locate(number, "name", Message("“{name}” is registered already.", name=name))
        elif name in earlier:
            yield locate(number, "name", Message("“{name}” is in the list twice.", name=name))
        earlier.add(name)


KEY_PURPOSE = b"recount: keys of the links of players"
"""The signed text for the secret. The service signs nothing else with this prefix."""


class PlayerLinks:
    """Derives and looks up the keys of links. Threads may share it."""

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring

    def key_of(self, player: Player, at: int) -> str:
        """Returns the key of a link issued to *player* at a time."""
        return self._link_keys(player, at)[0]

    def look_up(self, entry: Entry) -> str:
        """Returns the key of a guest's link, empty if only a new link can replace it."""
        keys = self._link_keys(entry.registration.player, entry.linked_at)
        return next((key for key in keys if digests.is_digest_of(key, entry.token)), "")

    def _link_keys(self, player: Player, at: int) -> list[str]:
        """Returns one key for each key of the service, the newest first."""
        text = f"{player} {at}".encode()
        secrets = (hashlib.sha256(signer.sign(KEY_PURPOSE)).digest() for signer in self._keyring.signers())
        macs = (hmac.digest(secret, text, "sha256") for secret in secrets)
        return [base64.urlsafe_b64encode(mac).decode().rstrip("=") for mac in macs]
