"""Agreements: what players and judges do around the game. Concessions, draws, and pauses."""

from __future__ import annotations

from domain import table
from domain.table import Conceded, DrawOffered, PauseAsked, Paused, Resumed

from ..cases.service import Cases
from ..identity.access import Access
from .repository import CommandResult, seated


class Agreements:
    """The agreements of all matches of the service, for one process.

    Each command raises `UnknownMatch`, `UnknownToken`, `Unavailable` and `table.WrongMoment`, and those for
    others than players `Forbidden`.
    """

    def __init__(self, records: Access, cases: Cases) -> None:
        self._records, self._cases = records, cases

    def concede(self, match: str, token: str) -> CommandResult:
        """Gives *match* up for the side of the seat that *token* plays."""
        return self._records.follow(
            match,
            lambda seen: table.concede(
                seen.rules, seen.match, Conceded(seated(seen.match, token), self._records.clock())
            ),
        )

    def offer_draw(self, match: str, token: str) -> CommandResult:
        """Offers a draw from the seat that *token* plays; when every side has, there is one."""
        return self._records.follow(
            match,
            lambda seen: table.offer_draw(
                seen.rules, seen.match, DrawOffered(seated(seen.match, token), self._records.clock())
            ),
        )

    def pause(self, match: str, token: str) -> CommandResult:
        """Pauses *match* for a judge or an organizer; for players, when all of them have asked for it."""
        by, at = self._cases.party(match, token), self._records.clock()
        if by.startswith("seat:"):
            asked = PauseAsked(int(by.removeprefix("seat:")), at)
            return self._records.follow(match, lambda seen: table.ask_pause(seen.rules, seen.match, asked))
        return self._records.follow(match, lambda seen: table.pause(seen.rules, seen.match, Paused(by, at)))

    def resume(self, match: str, token: str) -> CommandResult:
        """Lets *match* go on."""
        resumed = Resumed(self._cases.party(match, token), self._records.clock())
        return self._records.follow(match, lambda seen: table.resume(seen.rules, seen.match, resumed))
