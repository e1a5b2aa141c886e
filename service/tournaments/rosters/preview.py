"""Previews rosters with columns, players, warnings and errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from domain.messages import Message
from domain.published import OptionalText
from domain.tournament.state import Tournament

from ...shared.player_names import normalize_name
from ..entry.entrants import Entrant
from ..entry.registration import Registration
from ..errors import InputError, InvalidRoster
from .encodings import decode_roster
from .headings import Field
from .reading import Roster, read_roster
from .values import similar_names

RenderSentence = Callable[[Message], str]


class RosterColumn(Struct, frozen=True):
    """A column of a list: its heading, null without one, and the field it holds, null for an unused one."""

    heading: OptionalText
    field: Field | None


class RosterPlayer(Struct, frozen=True):
    """A player of a list: its line, and the values that registration would use."""

    line: int
    name: str | None
    player: str | None
    members: tuple[str, ...]
    need: OptionalText
    rating: int | None
    source: OptionalText


class RosterRemark(Struct, frozen=True):
    """A remark on a list, at a line and a column, both from 1."""

    line: int
    column: int
    detail: str


class RosterPreview(Struct, frozen=True):
    """A list as the service understands it at fact `seq`; no player is registered yet.

    `questions` are names that look alike: `accept_similar` registers them as different people. A list
    without `errors` can be registered.
    """

    tournament: str
    seq: int
    encoding: OptionalText
    separator: str | None
    columns: tuple[RosterColumn, ...]
    players: tuple[RosterPlayer, ...]
    warnings: tuple[RosterRemark, ...]
    questions: tuple[RosterRemark, ...]
    errors: tuple[RosterRemark, ...]


class RosterPreviews:
    """Previews lists of players. Threads may share it."""

    def __init__(self, registration: Registration) -> None:
        self._registration, self._players = registration, registration.players

    def preview_roster(
        self, tournament: str, t: Tournament, file: bytes, at: int, render: RenderSentence
    ) -> RosterPreview:
        """Returns the list in a *file* as registration would understand it at a time.

        Raises `Refused` for a tournament without registration.
        """
        encoding, roster, errors = "", Roster((), ()), tuple[InputError, ...]()
        questions = tuple[InputError, ...]()
        try:
            source = decode_roster(file)
            encoding = source.encoding
            roster = read_roster(source)
            questions = tuple(self.similar_name_errors(t, roster))
            roster.require_valid()
            enrolled = self._registration.enroll_players(roster.entrants, at, "organizer:", roster.error_at)
            self._registration.decide_registration(t, enrolled, roster.error_at)
        except InvalidRoster as error:
            errors = error.errors
        return RosterPreview(
            tournament,
            t.seq,
            encoding,
            roster.separator,
            tuple(RosterColumn(*column) for column in roster.columns),
            tuple(map(_roster_player, roster.lines, roster.entrants)),
            _roster_remarks(roster.warnings, render),
            _roster_remarks(questions, render),
            _roster_remarks(errors, render),
        )

    def similar_name_errors(self, t: Tournament, roster: Roster) -> Iterator[InputError]:
        """Yields the names of a *roster* that resemble others of the list or tournament."""
        registered = self._players.names_of(t.players).values()
        indexes = [position for position, entrant in enumerate(roster.entrants) if entrant.name]
        names = [normalize_name(entrant.name) for entrant in roster.entrants if entrant.name]
        for index, name, other in similar_names(names, registered):
            message = Message(
                "“{name}” looks like “{other}”. Confirm that these are two people.", name=name, other=other
            )
            yield roster.error_at(indexes[index], "name", message)

    def check_similar_names(self, t: Tournament, roster: Roster) -> None:
        """Raises `InvalidRoster` for similar names."""
        if questions := [*self.similar_name_errors(t, roster)]:
            raise InvalidRoster(questions)


def _roster_player(line: int, entrant: Entrant) -> RosterPlayer:
    members = tuple(filter(None, (member.name or member.player for member in entrant.members)))
    name = normalize_name(entrant.name) if entrant.name else None
    return RosterPlayer(line, name, entrant.player, members, entrant.need, entrant.rating, entrant.source)


def _roster_remarks(errors: Iterable[InputError], render: RenderSentence) -> tuple[RosterRemark, ...]:
    return tuple(RosterRemark(error.line or 1, error.column or 1, render(error.message)) for error in errors)
