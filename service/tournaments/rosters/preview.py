"""Previews of rosters: columns, players, warnings and errors of a list that registers nobody yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from domain.messages import Message
from domain.published import OptionalText
from domain.tournament.state import Tournament

from ...shared.player_names import spelled
from ..entry.entrants import Entrant
from ..entry.registration import Registration
from ..errors import InvalidRoster, Mistake
from .encodings import decode_roster
from .headings import Field
from .reading import Roster, read_roster
from .similarity import similar_names

Tell = Callable[[Message], str]


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

    def preview(self, tournament: str, t: Tournament, file: bytes, at: int, tell: Tell) -> RosterPreview:
        """Returns the list in a *file* as registration at a time would understand it.

        Raises `Refused` where nobody can be registered.
        """
        encoding, roster, errors = "", Roster((), ()), tuple[Mistake, ...]()
        questions = tuple[Mistake, ...]()
        try:
            source = decode_roster(file)
            encoding = source.encoding
            roster = read_roster(source)
            questions = tuple(self.questions(t, roster))
            roster.check()
            enrolled = self._registration.enroll(roster.entrants, at, "organizer:", roster.mistake)
            self._registration.decide(t, enrolled, roster.mistake)
        except InvalidRoster as error:
            errors = error.mistakes
        return RosterPreview(
            tournament,
            t.seq,
            encoding,
            roster.separator,
            tuple(RosterColumn(*column) for column in roster.columns),
            tuple(map(_player, roster.lines, roster.entrants)),
            _remarks(roster.warnings, tell),
            _remarks(questions, tell),
            _remarks(errors, tell),
        )

    def questions(self, t: Tournament, roster: Roster) -> Iterator[Mistake]:
        """Yields the names of a *roster* that look like others of the list or of the tournament."""
        registered = self._players.names(t.players).values()
        places = [place for place, entrant in enumerate(roster.entrants) if entrant.name]
        names = [spelled(entrant.name) for entrant in roster.entrants if entrant.name]
        for index, name, other in similar_names(names, registered):
            message = Message(
                "“{name}” looks like “{other}”. Confirm that these are two people.", name=name, other=other
            )
            yield roster.mistake(places[index], "name", message)

    def check_questions(self, t: Tournament, roster: Roster) -> None:
        """Raises `InvalidRoster` for names that look alike."""
        if questions := [*self.questions(t, roster)]:
            raise InvalidRoster(questions)


def _player(line: int, entrant: Entrant) -> RosterPlayer:
    members = tuple(filter(None, (member.name or member.player for member in entrant.members)))
    name = spelled(entrant.name) if entrant.name else None
    return RosterPlayer(line, name, entrant.player, members, entrant.need, entrant.rating, entrant.source)


def _remarks(mistakes: Iterable[Mistake], tell: Tell) -> tuple[RosterRemark, ...]:
    found: Sequence[Mistake] = [*mistakes]
    return tuple(RosterRemark(one.line or 1, one.column or 1, tell(one.told)) for one in found)
