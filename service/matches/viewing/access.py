"""Who looks at a match, and how much of it is for them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace

from domain import table
from domain.messages import Message
from domain.model import Seat, Viewer
from domain.table import JudgeLooked, MatchOpened
from domain.table.retirement import MIN_SEATS
from projections.match_views import LoadedMatch

from ...identity.api_tokens import ApiToken, ApiTokens
from ...observability import logging
from ...shared import record_ids
from ...shared.errors import Forbidden, UnknownMatch, UnknownToken, VersionConflict
from ..repository import ORGANIZER, SPECTATOR, MatchRepository, has_departed, seat_of
from .visibility import Window


class Access:
    """Who may look at the matches of the service, and what with."""

    def __init__(
        self,
        repository: MatchRepository,
        api_tokens: ApiTokens,
        is_official: Callable[[str, ApiToken], bool],
    ) -> None:
        self._repository, self._api_tokens = repository, api_tokens
        self.is_official = is_official

    def viewer_for(self, match: str, token: str | None) -> Viewer:
        """Returns who looks with *token*: the seat that it plays, a judge, an organizer, or the spectator.

        Raises `UnknownMatch`, `UnknownToken`, and `Forbidden` for the public of a private match and of a fork
        whose origin is not over.
        """
        if token is None:
            return self._public(match)
        loaded, seat = self._seated(match, token)
        if seat is not None:
            logging.add_context(viewer="seat")
            return loaded.rules.seat_viewer(loaded.match.position.board, seat)
        if has_departed(loaded.match, token):
            return self._admit_spectator(loaded.match.settings)
        api_token = self.api_token(token, match)
        if "judge" not in api_token.scopes:
            public = self._public(match)
            return ORGANIZER if "organize" in api_token.scopes else public
        logging.add_context(viewer="judge")
        *_, judge = table.all_viewers(*loaded)
        return judge

    def reveal(self, match: str, token: str | None) -> Viewer:
        """Returns who looks with *token*, as `viewer_for`, and records the look of a judge."""
        viewer = self.viewer_for(match, token)
        if viewer.name == "judge":
            self.record_look(match, token)
        return viewer

    def record_look(self, match: str, token: str | None) -> None:
        """Records that a judge looks at what is hidden, if *token* is a judge's.

        It does so once as long as the game does not move, and not after its end. Raises as `viewer_for`.
        """
        if token is None:
            return
        loaded, seat = self._seated(match, token)
        if seat is not None or loaded.match.ended is not None or has_departed(loaded.match, token):
            return
        api_token = self.api_token(token, match)
        if "judge" not in api_token.scopes:
            return
        with self._repository.lock(match):
            while True:
                rules, match_state = self._repository.get(match)
                if match_state.ended is not None or match_state.has_looked(api_token.name):
                    return
                command_outcome = table.record_look(
                    rules, match_state, JudgeLooked(api_token.name, self._repository.clock())
                )
                with suppress(VersionConflict):  # another process appended something at the same moment
                    self._repository.save(match, rules, command_outcome)

    def _seated(self, match: str, token: str) -> tuple[LoadedMatch, Seat | None]:
        """Returns *match* and which seat *token* plays.

        The store is asked unless the player is known, and in matches in which a bot can play a seat on.
        """
        loaded = self._repository.cached(match)
        if loaded is not None and loaded.match.settings.seats < MIN_SEATS:
            seat = seat_of(loaded.match, token)
            if seat is not None:
                return loaded, seat
        loaded = self._repository.get(match)
        return loaded, seat_of(loaded.match, token)

    def window(self, match: str, viewer: Viewer) -> Window:
        """Returns what *viewer* may look at of *match* now; raises `UnknownMatch`."""
        return Window(self._repository, match, viewer)

    def _public(self, match: str) -> Viewer:
        """Returns the spectator, if the public may watch: a fork shows what lies hidden in its origin."""
        logging.add_context(viewer="spectator")
        pins = self._repository.opened(match)
        if pins.private:
            raise Forbidden(Message("This match is private: those who play it look on, and nobody else."))
        return self._admit_spectator(pins)

    def _admit_spectator(self, pins: MatchOpened) -> Viewer:
        """Returns the spectator; raises `Forbidden` for a fork whose origin goes on."""
        origin = pins.origin
        if origin and record_ids.is_match_id(origin) and self._going_on(origin):
            raise Forbidden(
                Message("This study goes on from match {origin}, which is not over yet.", origin=origin)
            )
        return SPECTATOR

    def _going_on(self, match: str) -> bool:
        try:
            match_state = self._repository.get(match).match
        except UnknownMatch:
            return False
        return match_state.ended is None or bool(
            match_state.settings.origin and self._going_on(match_state.settings.origin)
        )

    def api_token(self, token: str, match: str = "") -> ApiToken:
        """Returns the API token with this secret, which is used at *match*, if that is given.

        It judges and organizes at a table of a tournament only with the rights that it has there.

        Raises `UnknownToken`, also when it is good no longer, and `Forbidden` at a match of another event
        than the one it is bound to.
        """
        api_token = self._api_tokens.find_token(token)
        if api_token is None and not match:
            raise UnknownToken(Message("This is no API token of this service."))
        if api_token is None:
            raise UnknownToken(
                Message("This token plays no seat of this match, and is no API token of this service.")
            )
        if reason := api_token.invalid_reason(self._repository.clock()):
            raise UnknownToken(Message("This token {why}.", why=reason))
        if match and api_token.event and api_token.event != self._repository.opened(match).event:
            raise Forbidden(
                Message("This API token is for matches of the event “{event}”.", event=api_token.event)
            )
        if match and not self.is_official(self._repository.opened(match).event, api_token):
            others = tuple(scope for scope in api_token.scopes if scope not in ("judge", "organize"))
            return replace(api_token, scopes=others)
        return api_token
