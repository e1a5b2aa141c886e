"""The board, the complete state of a match of Sorcerer's Arena between two effects."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from ..model import Seat
from ..published import OptionalText, absent_mark
from .facts import CardCode, FigureId, Phase, Status, Team
from .hexes import Space

Edition: TypeAlias = Literal["en", "fr", "it"]
Stage: TypeAlias = Literal["setup", "play", "over"]

NOWHERE: Space = ""
"""The space of a figure outside the Arena."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match of Sorcerer's Arena.

    The chapter of the rules and the handbook's edition; whether several `copies` of the game are at the
    table (SA-107); the `teams` agreed beforehand, a seat's characters after the other's (SA-108), or none
    to draft; and the `first` to pick (SA-109), null to leave it to chance.
    """

    chapter: Literal[1, 2, 3, 4] = 1
    edition: Edition = "en"
    copies: bool = False
    teams: tuple[tuple[str, ...], ...] = ()
    first: Literal[0, 1] | None = None


class Figure(Struct, frozen=True, gc=False):
    """A character in play, with its seat, space, HP, and the counters on its status tiles.

    `code` is the character, `upgraded` the side of its ability card.
    """

    code: str
    seat: Seat
    at: OptionalText
    hp: int
    statuses: dict[Status, int] = {}
    upgraded: bool = False


class Summoner(Struct, frozen=True, gc=False):
    """A player's deck from the top, hand, public piles, and stack of turn-order tiles."""

    deck: tuple[OptionalText, ...] = ()
    hand: tuple[OptionalText, ...] = ()
    discards: tuple[CardCode, ...] = ()
    banished: tuple[CardCode, ...] = ()
    tiles: tuple[OptionalText, ...] = ()


class Board(Struct, frozen=True, gc=False):
    """Everything on and around the Arena.

    `teams` is the team of each seat, `order` the row of turn-order tiles, `phases` how often each main phase
    may still be taken in this turn, `phase` the one that was taken last, `used` the skills used in it,
    `activated` whether the active character's ability was in this turn, `refused` whether a gear of the
    teammate was, `resolving` the card that is being played, `final` whether this round is the last, `retired`
    the seats that left, in that order.
    """

    options: Options
    figures: dict[FigureId, Figure]
    summoners: tuple[Summoner, ...]
    order: tuple[FigureId, ...]
    teams: tuple[Team, ...] = (0, 1)
    points: tuple[int, int] = (0, 0)
    stage: Stage = "setup"
    round: int = 0
    active: OptionalText = ""
    phases: dict[Phase, int] = {}
    phase: Annotated[Literal[Phase, ""], absent_mark("")] = ""
    used: tuple[str, ...] = ()
    refused: bool = False
    resolving: OptionalText = ""
    final: bool = False
    activated: bool = False
    retired: tuple[Seat, ...] = ()

    def figure_on(self, space: Space) -> FigureId | None:
        """Returns the figure on *space*, or `None`."""
        return next((figure_id for figure_id, figure in self.figures.items() if figure.at == space), None)

    def team_of(self, figure_id: FigureId) -> Team:
        """Returns the team of a figure."""
        return self.teams[self.figures[figure_id].seat]

    def partner_of(self, seat: Seat) -> Seat | None:
        """Returns the teammate of a seat, in team play."""
        return next((s for s, team in enumerate(self.teams) if team == self.teams[seat] and s != seat), None)

    def figures_of(self, seat: Seat) -> list[FigureId]:
        """Returns the figures of a seat."""
        return [figure_id for figure_id, figure in self.figures.items() if figure.seat == seat]

    def rivals_of(self, figure_id: FigureId) -> list[FigureId]:
        """Returns the figures of the other team that can be affected (SA-604)."""
        teams, team = self.teams, self.team_of(figure_id)
        return [other_id for other_id, f in self.figures.items() if f.hp and f.at and teams[f.seat] != team]

    def allies_of(self, figure_id: FigureId) -> list[FigureId]:
        """Returns the other figures of the team (SA-901) that can be affected (SA-604)."""
        teams, team = self.teams, self.team_of(figure_id)
        return [
            other_id
            for other_id, f in self.figures.items()
            if f.hp and f.at and teams[f.seat] == team and other_id != figure_id
        ]
