"""Challenges: a player offers a match to another, to whoever has the link, or in the ready queue.

An accepted challenge has its match in the same transaction: both players sit there, the challenger with the
token of the challenge. So nobody comes into two matches, and no crash leaves a player without one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress

from domain.messages import Message
from domain.model import Seat
from domain.ratings import CENTRE
from domain.table import WrongMoment
from projections.bus import Bus

from ..database.challenges import (
    ChallengeEnd,
    ChallengeRepository,
    ChallengeRow,
    EndedChallenge,
    Opponent,
    acceptance,
)
from ..database.notifications.outbox import NotificationRow
from ..eventstore.store import Store, translate_errors
from ..http.middleware.idempotency import IdempotentRequest
from ..identity.accounts import Account, ensure_id
from ..identity.players import PlayerDirectory, UnknownPlayer
from ..matches.opening.seated import SeatedMatches, SeatedPlayer
from ..matches.repository import CommandResult, MatchRepository
from ..profiles.service import Profiles
from ..shared import digests, record_ids
from ..shared.errors import Forbidden, InvalidOptions, LimitReached, UnknownMatch, VersionConflict
from .offers import (
    CHALLENGE_ID,
    CHALLENGE_LIST,
    MAX_LISTED,
    MAX_OPEN,
    PAUSE_MS,
    QUEUE_TOPIC,
    RENEW_BELOW,
    SWEEP_AFTER_MS,
    Acceptance,
    NewChallenge,
    Offer,
    Outcome,
    UnknownChallenge,
    lifetime_of,
    topic_of,
)
from .paces import CLOCKS

ATTEMPTS = 3
"""How often another id is tried for a match."""


class Challenges:
    """Challenges of a service. Threads and processes may share them.

    *announce* returns the notifications of a new challenge, which are stored with it.
    """

    def __init__(
        self,
        store: Store,
        repository: MatchRepository,
        opener: SeatedMatches,
        players: PlayerDirectory,
        profiles: Profiles,
        bus: Bus,
        announce: Callable[[ChallengeRow], list[NotificationRow]],
    ) -> None:
        self._rows, self._repository, self._opener = (
            ChallengeRepository(store.database),
            repository,
            opener,
        )
        self._players, self._profiles, self._bus, self._announce = players, profiles, bus, announce

    def now(self) -> int:
        """Returns the time in ms since 1970."""
        return self._repository.clock()

    def create_challenge(self, offer: Offer, player: str | Account, browser: str = "") -> NewChallenge:
        """Stores the offer of a guest by name, or of an account, made at a *browser*.

        Raises `UnknownGame`, `UnknownPlayer`, `NameTaken`, `InvalidOptions`, and `LimitReached`.
        """
        if 2 not in self._repository.find_game(offer.game).SEATS:
            raise InvalidOptions("/game", Message("This game is not played by two."))
        if offer.kind == "player":
            self._check_opponent(offer.opponent, player)
        id, token, now = ensure_id(player, self._players), digests.new_token(), self.now()
        row = ChallengeRow(
            f"ch-{secrets.token_hex(8)}",
            offer.kind,
            offer.game,
            offer.pace,
            digests.digest_token(token),
            id,
            offer.opponent,
            int(offer.friendly or not isinstance(player, Account)),
            self.rating_of(id),
            now,
            now + lifetime_of(offer.kind, offer.pace),
            browser,
        )
        with translate_errors(CHALLENGE_LIST):
            outcome = self._rows.add_challenge(row, MAX_OPEN, self._announce(row))
        if outcome.refusal == "many":
            raise LimitReached(Message("A player has {most} open challenges at most.", most=MAX_OPEN))
        if outcome.refusal == "again":
            raise LimitReached(Message("Your challenge to this player is still open."))
        for other in outcome.ended_ids:
            self._bus.publish(0, topic_of(other), 0)
        if offer.kind == "queue":
            self._bus.publish(0, QUEUE_TOPIC, 0)
        return NewChallenge(row, token)

    def _check_opponent(self, opponent: str, player: str | Account) -> None:
        record = self._players.load_records([opponent])[opponent]
        if not record.account:
            raise UnknownPlayer(Message("There is no player {id}.", id=opponent))
        if not isinstance(player, Account):
            raise InvalidOptions("/player", Message("Sign in to challenge a player by name."))
        if player.id == opponent:
            raise InvalidOptions("/opponent", Message("Nobody challenges themselves."))

    def rating_of(self, player: str) -> int:
        """Returns the present rating of a player, that of a new one without rated matches."""
        curve = self._profiles.rating_curves().get(player)
        return curve[-1].rating.rating if curve else CENTRE

    def load_challenge(self, id: str) -> EndedChallenge:
        """Returns a challenge. Raises `UnknownChallenge`."""
        with translate_errors(CHALLENGE_LIST):
            challenge_info = self._rows.find_challenge(id) if CHALLENGE_ID.fullmatch(id) else None
        if challenge_info is None:
            raise UnknownChallenge(Message("There is no challenge {id}.", id=id))
        return challenge_info

    def list_open(self, player: str) -> list[ChallengeRow]:
        """Returns the open challenges by an account, then the last ones to it, each the newest first."""
        with translate_errors(CHALLENGE_LIST):
            return self._rows.list_open(player, self.now(), MAX_LISTED)

    def is_open(self, challenge: EndedChallenge) -> bool:
        """Returns whether a challenge can still be accepted."""
        return challenge.end is None and challenge.challenge.expires > self.now()

    def accept_challenge(
        self,
        id: str,
        player: str | Account,
        browser: str = "",
        *,
        request: IdempotentRequest | None = None,
    ) -> Acceptance:
        """Opens the match of a challenge with both players. One accepts at a *browser*.

        Raises `UnknownChallenge`, `WrongMoment` after its end, `Forbidden` for another player than the
        challenged one, `NameTaken`, and `InvalidOptions` for a guest where the match is rated.
        """
        if stored := self._repository.stored_reply(request):
            seat = 1 - self._end_of(id).seat
            return Acceptance(stored.receipt.match, seat, stored.tokens[0], stored)
        challenge, account = self.load_challenge(id), player if isinstance(player, Account) else None
        row = challenge.challenge
        if row.kind == "queue" or not self.is_open(challenge):
            raise _is_over()
        if row.opponent and (account is None or account.id != row.opponent):
            raise Forbidden(Message("This challenge is for another player."))
        if account is None and not row.friendly:
            raise InvalidOptions("/player", Message("This match counts for ratings: sign in to play it."))
        if (account is not None and account.id == row.player) or (browser and browser == row.browser):
            raise InvalidOptions("/player", Message("Nobody challenges themselves."))
        token = digests.new_token()
        opponent = Opponent(ensure_id(player, self._players), digests.digest_token(token), browser)
        seat, friendly = secrets.randbelow(2), bool(row.friendly)
        result = self.open_match(row, seat, opponent, friendly, request=request, tokens=(token,))
        if result is None:
            raise _is_over()
        self._bus.publish(0, topic_of(id), 0)
        return Acceptance(result.receipt.match, 1 - seat, token, result)

    def open_match(
        self,
        row: ChallengeRow,
        seat: Seat,
        opponent: Opponent,
        friendly: bool,
        *,
        request: IdempotentRequest | None = None,
        tokens: tuple[str, ...] = (),
    ) -> CommandResult | None:
        """Opens a match for the challenger at *seat* and the *opponent*.

        Their challenges end in the same transaction. Returns `None` if they have ended already.
        """
        challenger = SeatedPlayer(row.player, row.digest)
        other = SeatedPlayer(opponent.player, opponent.digest)
        players = (challenger, other) if seat == 0 else (other, challenger)
        for _ in range(ATTEMPTS):
            if any(self.load_challenge(id).end for id in (row.id, opponent.entry) if id):
                break
            now = self.now()
            match = record_ids.new_match_id(now)
            with suppress(VersionConflict, UnknownMatch):  # the id exists, or another end was faster
                return self._opener.open_match(
                    match,
                    row.game,
                    CLOCKS[row.pace],
                    friendly,
                    players,
                    acceptance(row, seat, opponent, match, now),
                    request=request,
                    tokens=tokens,
                )
        return None

    def end_challenge(self, id: str, token: str, account: Account | None) -> None:
        """Withdraws a challenge by its *token*, or declines one to this *account*.

        Raises `UnknownChallenge`, `Forbidden`, and `WrongMoment` after its end.
        """
        challenge = self.load_challenge(id).challenge
        is_own = digests.is_digest_of(token, challenge.digest) or (
            account is not None and account.id == challenge.player
        )
        if not is_own and (account is None or account.id != challenge.opponent):
            raise Forbidden(
                Message("The challenger withdraws a challenge, and the challenged player declines.")
            )
        outcome: Outcome = "withdrawn" if is_own else "declined"
        with translate_errors(CHALLENGE_LIST):
            has_ended = self._rows.end_challenge(ChallengeEnd(id, outcome, "", 0, self.now()))
        if not has_ended:
            raise _is_over()
        self._bus.publish(0, topic_of(id), 0)

    def renew_entry(self, row: ChallengeRow) -> None:
        """Lets an entry of the queue wait on, because the page of its player is open."""
        now, lifetime = self.now(), lifetime_of("queue", row.pace)
        if row.kind == "queue" and row.expires - now < RENEW_BELOW * lifetime:
            with translate_errors(CHALLENGE_LIST):
                self._rows.renew_challenge(row.id, now + lifetime)

    def pause_entry(self, row: ChallengeRow) -> None:
        """Lets an entry of the queue wait a little for its page, which has closed or loads again."""
        if row.kind == "queue" and row.pace != "day":
            with translate_errors(CHALLENGE_LIST):
                self._rows.shorten_challenge(row.id, self.now() + PAUSE_MS)

    def withdraw_entries(self, *rows: ChallengeRow) -> None:
        """Ends entries of the queue."""
        for row in rows:
            with translate_errors(CHALLENGE_LIST):
                self._rows.end_challenge(ChallengeEnd(row.id, "withdrawn", "", 0, self.now()))
            self._bus.publish(0, topic_of(row.id), 0)

    def list_waiting(self) -> list[ChallengeRow]:
        """Returns the entries of the queue, oldest first."""
        with translate_errors(CHALLENGE_LIST):
            return self._rows.list_waiting(self.now())

    def sweep_old(self) -> None:
        """Deletes challenges that expired long ago."""
        with translate_errors(CHALLENGE_LIST):
            self._rows.sweep_challenges(self.now() - SWEEP_AFTER_MS)

    def _end_of(self, id: str) -> ChallengeEnd:
        end = self.load_challenge(id).end
        assert end is not None
        return end


def _is_over() -> WrongMoment:
    return WrongMoment(Message("This challenge is over."))
