"""Registration: whoever is to play becomes an id that facts hold, a name beside the log, and a token."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from domain.messages import Message
from domain.model import Fact
from domain.tournament.facts import PLAYER_PREFIX, By, PlayerRegistered
from domain.tournament.fold import fold
from domain.tournament.registrations.roster import register_player
from domain.tournament.state import Tournament

from ...identity.accounts import Accounts
from ...identity.players import NameTaken, PlayerDirectory, UnknownPlayer, fresh
from ...matches.opening import seeds
from ...shared import digests
from ...shared.player_names import refusal, spelled
from ..errors import InvalidRoster, Mistake
from .entrants import Entrant, Person
from .links import PlayerLinks

At = Callable[[int, str, Message], Mistake]
"""Returns the mistake that a message is about: in an entrant, by its place in the list, and a field of it."""


def in_body(entrant: int, field: str, sentence: Message) -> Mistake:
    """Returns a mistake in the body of a command."""
    return Mistake(f"/players/{entrant}/{field}", sentence)


def alone(entrant: int, field: str, sentence: Message) -> Mistake:
    """Returns a mistake in the body of who registers itself, and nobody else."""
    return Mistake(f"/{field}", sentence)


class Enrolled(NamedTuple):
    """Who is about to be registered: the fields of the fact, the names of new guests, and a guest's token."""

    registered: PlayerRegistered
    guests: dict[str, str]
    token: str


class Registration:
    """Makes players of whoever is to be registered; no name is kept before nothing is wrong with any."""

    def __init__(self, players: PlayerDirectory, accounts: Accounts, links: PlayerLinks) -> None:
        self.players, self.accounts, self.links = players, accounts, links

    def enroll(
        self, entrants: Sequence[Entrant], at: int, by: By = "", place: At = in_body
    ) -> list[Enrolled]:
        """Returns who *entrants* are, registered *by* somebody or, without that, each by itself.

        Raises `InvalidRoster` with all that is wrong with them.
        """
        mistakes = [
            place(number, field, sentence)
            for number, entrant in enumerate(entrants)
            for field, sentence in self._faults(entrant)
        ]
        mistakes += _twice([one.name for one in entrants], set(), place)
        if mistakes:
            raise InvalidRoster(mistakes)
        return [self._enrolled(one, by, at) for one in entrants]

    def decide(self, t: Tournament, enrolled: Sequence[Enrolled], place: At = in_body) -> list[Fact]:
        """Returns the facts of registering *enrolled*; raises `Refused`, and `InvalidRoster` for a name."""
        names = [one.guests.get(one.registered.player) for one in enrolled]
        if mistakes := [*_twice(names, set(self.players.names(t.players).values()), place)]:
            raise InvalidRoster(mistakes)
        facts: list[Fact] = []
        for one in enrolled:
            followed = register_player(t, one.registered)
            t = fold(followed, t)
            facts += followed
        return facts

    def name(self, enrolled: Sequence[Enrolled]) -> None:
        """Writes down what the guests among *enrolled* are called."""
        self.players.enroll({id: name for one in enrolled for id, name in one.guests.items()})

    def _faults(self, entrant: Entrant) -> Iterator[tuple[str, Message]]:
        yield from (("name", sentence) for sentence in self._wrong(entrant))
        yield from (("members", sentence) for member in entrant.members for sentence in self._wrong(member))

    def _wrong(self, person: Person) -> Iterator[Message]:
        if (person.name is None) == (person.player is None):
            yield Message("A player is told by a name, or by an id.")
            return
        try:
            if person.player is not None:
                self.accounts.player(person.player)
            elif sentence := refusal(person.name or ""):
                yield sentence
            else:
                self.players.check_free(person.name or "")
        except (UnknownPlayer, NameTaken) as error:
            yield error.message

    def _enrolled(self, entrant: Entrant, by: By, at: int) -> Enrolled:
        guests: dict[str, str] = {}

        def id_of(person: Person) -> str:
            if person.player is not None:
                return person.player
            guests[id := fresh()] = spelled(person.name or "")
            return id

        player, members = id_of(entrant), tuple(map(id_of, entrant.members))
        is_guest = player in guests or not self.accounts.player(player).account
        token = self.links.key_of(player, at) if is_guest else ""
        registered = PlayerRegistered(
            player,
            by or f"{PLAYER_PREFIX}{player}",
            at,
            members,
            entrant.need,
            entrant.rating,
            entrant.source,
            entrant.nonce or seeds.player_nonce(),
            digests.digest(token) if token else "",
        )
        return Enrolled(registered, guests, token)


def _twice(names: Sequence[str | None], there: set[str], place: At) -> Iterator[Mistake]:
    """Yields the names that are *there* already, or earlier in the list."""
    earlier = set[str]()
    for number, name in enumerate(names):
        if name is None:
            continue
        if (name := spelled(name)) in there:
            yield place(number, "name", Message("“{name}” is registered already.", name=name))
        elif name in earlier:
            yield place(number, "name", Message("“{name}” is in the list twice.", name=name))
        earlier.add(name)
