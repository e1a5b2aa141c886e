"""Viewers of matches and their rights."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace

from domain import table
from domain.messages import Message
from domain.model import ORGANIZER, SPECTATOR, Seat, Viewer
from domain.table import JudgeLooked, MatchOpened
from domain.table.flags import MIN_SEATS
from domain.table.recordings.public_access import is_unrecorded
from projections.event_log import CorruptStream
from projections.match_views import LoadedMatch

from ...catalog.cardsets import PinnedCardSetMissing
from ...identity.api_tokens import ApiToken, ApiTokens
from ...observability import logging
from ...shared import record_ids
from ...shared.errors import Forbidden, UnknownMatch, UnknownToken, VersionConflict
from ..model import is_open_study
from ..repository import MatchRepository, has_departed, is_scribe, seat_of
from .visibility import Window


class Access:
    """Access to the matches of the service, by tokens."""

    def __init__(
        self,
        repository: MatchRepository,
        api_tokens: ApiTokens,
        is_official: Callable[[str, ApiToken], bool],
    ) -> None:
        self._repository, self._api_tokens = repository, api_tokens
        self.is_official = is_official

    def viewer_for(self, match: str, token: str | None) -> Viewer:
        """Returns the viewer with *token*, a seat, a judge, an organizer, or the spectator.

        Raises `UnknownMatch`, `UnknownToken`, and `Forbidden` for the public of a private match or of a fork
        with an origin under way.
        """
        if token is None:
            return self._require_public(match)
        loaded, seat = self._find_seat(match, token)
        if seat is not None:
            logging.add_context(viewer="seat")
            return table.view_from_seat(*loaded, seat)
        if has_departed(loaded.match, token):
            return self._admit_spectator(loaded.match.settings)
        if is_scribe(loaded.match, token):
            return SPECTATOR._replace(at_table=True)
        api_token = self.api_token(token, match)
        if "judge" not in api_token.scopes:
            if "organize" in api_token.scopes and loaded.match.is_on_table:
                return ORGANIZER
            public = self._require_public(match)
            return ORGANIZER if "organize" in api_token.scopes else public
        logging.add_context(viewer="judge")
        *_, judge = table.all_viewers(*loaded)
        return judge

    def reveal(self, match: str, token: str | None) -> Viewer:
        """Returns the viewer with *token* like `viewer_for`, and records the look of a judge."""
        viewer = self.viewer_for(match, token)
        if viewer.name == "judge":
            self.record_look(match, token)
        return viewer

    def record_look(self, match: str, token: str | None) -> None:
        """Records that a judge sees hidden cards, if *token* belongs to one.

        It records one look until the game moves, and none after the end. Raises like `viewer_for`.
        """
        if token is None:
            return
        loaded, seat = self._find_seat(match, token)
        if seat is not None or loaded.match.ended is not None or has_departed(loaded.match, token):
            return
        if loaded.match.is_on_table:  # nobody sees hidden cards there
            return
        api_token = self.api_token(token, match)
        if "judge" not in api_token.scopes:
            return
        with self._repository.match_lock(match):
            while True:
                rules, match_state = self._repository.load_match(match)
                if match_state.ended is not None or match_state.has_looked(api_token.name):
                    return
                command_outcome = table.record_look(
                    rules, match_state, JudgeLooked(api_token.name, self._repository.clock())
                )
                with suppress(VersionConflict):  # another process appended something at the same moment
                    self._repository.save_outcome(match, rules, command_outcome)

    def find_guest(self, match: str, token: str) -> str | None:
        """Returns the player at the seat of a play *token*, if *match* counts for no rating."""
        try:
            (_, match_state), seat = self._find_seat(match, token)
        except (UnknownMatch, CorruptStream, PinnedCardSetMissing):
            return None
        is_rated = not (match_state.bots or match_state.settings.friendly)
        return None if seat is None or is_rated else match_state.player_ids[seat]

    def _find_seat(self, match: str, token: str) -> tuple[LoadedMatch, Seat | None]:
        """Returns *match* and the seat of *token*.

        It reads the store unless the cache has the player. It always reads it where stand-ins can play.
        """
        loaded = self._repository.cached_match(match)
        if loaded is not None and loaded.match.settings.seats < MIN_SEATS:
            seat = seat_of(loaded.match, token)
            if seat is not None:
                return loaded, seat
        loaded = self._repository.load_match(match)
        return loaded, seat_of(loaded.match, token)

    def window(self, match: str, viewer: Viewer) -> Window:
        """Returns the present window of *viewer* on *match*; raises `UnknownMatch`."""
        return Window(self._repository, match, viewer)

    def _require_public(self, match: str) -> Viewer:
        """Returns the spectator.

        Raises `Forbidden` for a private match, for a table that nobody records, and like `_admit_spectator`.
        """
        logging.add_context(viewer="spectator")
        pins = self._repository.load_settings(match)
        if pins.private:
            raise Forbidden(Message("This match is private: those who play it look on, and nobody else."))
        if pins.source == "table" and is_unrecorded(self._repository.load_match(match).match):
            raise Forbidden(Message("Nobody records this table: those who play there look on alone."))
        return self._admit_spectator(pins)

    def _admit_spectator(self, pins: MatchOpened) -> Viewer:
        """Returns the spectator; raises `Forbidden` for a fork with an origin under way."""
        origin = pins.origin
        if origin and record_ids.is_match_id(origin) and self._going_on(origin):
            raise Forbidden(
                Message("This study goes on from match {origin}, which is not over yet.", origin=origin)
            )
        return SPECTATOR

    def _going_on(self, match: str) -> bool:
        try:
            match_state = self._repository.load_match(match).match
        except UnknownMatch:
            return False
        origin = match_state.settings.origin
        is_closed = match_state.ended is None and not is_open_study(match_state)
        return is_closed or bool(origin and self._going_on(origin))

    def api_token(self, token: str, match: str = "") -> ApiToken:
        """Returns the API token with this secret, with its rights at *match* if given.

        At a tournament table it judges and organizes only with the rights that it has there.

        Raises `UnknownToken` for an unknown or expired token, and `Forbidden` at a match of another event.
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
        if match and api_token.event and api_token.event != self._repository.load_settings(match).event:
            raise Forbidden(
                Message("This API token is for matches of the event “{event}”.", event=api_token.event)
            )
        if match and not self.is_official(self._repository.load_settings(match).event, api_token):
            others = tuple(scope for scope in api_token.scopes if scope not in ("judge", "organize"))
            return replace(api_token, scopes=others)
        return api_token
