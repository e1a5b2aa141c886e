"""Notifications in the words of the reader's language, without hidden information."""

from __future__ import annotations

from collections.abc import Iterable

from babel.lists import format_list

from domain.tournament.state import Round, Table, Tournament
from projections.event_log import CorruptStream

from ..catalog.cardsets import PinnedCardSetMissing, localized_title
from ..company.challenges import Challenges
from ..company.offers import UnknownChallenge
from ..company.presence import Presence
from ..database.notifications.outbox import CONFIRMATION
from ..identity.players import PlayerDirectory
from ..matches.repository import MatchRepository
from ..shared.errors import UnknownMatch, UnknownTournament
from ..shared.page_words import says_in
from ..tournaments.processes.tables import team_members
from ..tournaments.repository import TournamentRepository
from .model import OCCASIONS, Contact, Notice, Sentence
from .outbox import LIVE_DELAY_MS, PAGE_DELAY_MS, Postponed
from .sealing import ContactSeal
from .turns import find_rivals, find_turn


class NoticeWriter:
    """Writes notices as sentences. Names come from the service at the last moment."""

    def __init__(
        self,
        matches: MatchRepository,
        tournaments: TournamentRepository,
        players: PlayerDirectory,
        seal: ContactSeal,
        presence: Presence,
        challenges: Challenges,
    ) -> None:
        self._matches, self._tournaments, self._players = matches, tournaments, players
        self._seal, self._presence, self._challenges = seal, presence, challenges

    def write(self, notice: Notice, contact: Contact, age: int) -> Sentence | None:
        """Returns *notice* for *contact*, or `None` once it is of no use.

        The notification waits since *age* milliseconds. Raises `Postponed` and `Unavailable`.
        """
        if notice.kind == CONFIRMATION:
            return None if contact.confirmed else self._write_confirmation(contact)
        if notice.kind not in contact.wanted:
            return None
        try:
            return self._describe(notice, contact) if self._is_current(notice, contact, age) else None
        except (UnknownMatch, UnknownTournament, UnknownChallenge):
            return None

    def write_entry(self, notice: Notice, player: str, lang: str) -> Sentence | None:
        """Returns *notice* for the inbox of *player*. Raises `Unavailable`."""
        try:
            return self._describe(notice, Contact("", player, "push", "", lang, OCCASIONS, 0))
        except (UnknownMatch, UnknownTournament, UnknownChallenge, PinnedCardSetMissing, CorruptStream):
            return None

    def _describe(self, notice: Notice, contact: Contact) -> Sentence | None:
        write = {
            "turn": self._write_turn,
            "challenge": self._write_challenge,
            "round": self._write_round,
            "ruling": self._write_ruling,
        }
        return write[notice.kind](notice, contact)

    def _is_current(self, notice: Notice, contact: Contact, age: int) -> bool:
        """Returns whether the turn or round of *notice* is not over.

        A turn in a quick match waits until the player leaves its page: it raises `Postponed`.
        """
        if notice.kind == "round":
            round_ = find_round(self._tournaments.get(notice.record), notice.stage, notice.number)
            return round_ is not None and not round_.is_closed
        if notice.kind != "turn":
            return True
        turn = find_turn(self._matches, notice.record)
        if turn is None or (turn.player, turn.since) != (contact.player, notice.number):
            return False
        if turn.seat in self._presence.load_attendance(notice.record).present_seats:
            if turn.is_live:
                raise Postponed(LIVE_DELAY_MS)
            if age < PAGE_DELAY_MS:
                raise Postponed(PAGE_DELAY_MS - age)
        return True

    def _write_confirmation(self, contact: Contact) -> Sentence:
        lang, token = contact.lang, self._seal.sign_link("confirm", contact.id)
        body = says_in(  # without the name, which its player may have chosen for this mail
            lang,
            "A player wants mails from Recount at this address. Confirm it by the link, or ignore this mail.",
        )
        path = f"/notifications/confirm/{token}?lang={lang}"
        return Sentence(says_in(lang, "Confirm your mail address"), body, path, CONFIRMATION, lang)

    def _write_turn(self, notice: Notice, contact: Contact) -> Sentence:
        body, lang = self._describe_match(notice.record, contact), contact.lang
        path = f"/m/{notice.record}?as=seat-{notice.seat}"
        return Sentence(says_in(lang, "Your turn"), body, path, notice.tag, lang)

    def _write_challenge(self, notice: Notice, contact: Contact) -> Sentence | None:
        """Writes of the newest challenge by the same player, or returns `None` if all are over."""
        by, lang = self._challenges.load_challenge(notice.record).challenge.player, contact.lang
        open_challenges = self._challenges.list_open(contact.player)
        row = next(
            (row for row in open_challenges if (row.player, row.opponent) == (by, contact.player)), None
        )
        if row is None:
            return None
        title = says_in(lang, "{player} challenges you", player=self._name_players([row.player], lang))
        pace = {"quick": says_in(lang, "Quick"), "normal": says_in(lang, "Normal")}.get(
            row.pace, says_in(lang, "By the day")
        )
        body = f"{localized_title(row.game, lang)} · {pace}"
        return Sentence(" ".join(title.split()), body, f"/challenges/{row.id}", f"challenge-{row.id}", lang)

    def _write_ruling(self, notice: Notice, contact: Contact) -> Sentence:
        lang, record = contact.lang, notice.record
        title = says_in(lang, "A judge has ruled in case {number}", number=notice.number)
        path = f"/m/{record}/cases/{notice.number}?as=seat-{notice.seat}"
        return Sentence(title, self._describe_match(record, contact), path, notice.tag, lang)

    def _describe_match(self, match: str, contact: Contact) -> str:
        rules, match_state = self._matches.load_match(match)
        return says_in(
            contact.lang,
            "{title} against {names}",
            title=localized_title(match_state.settings.game, contact.lang),
            names=self._name_players(find_rivals(rules, match_state, contact.player), contact.lang),
        )

    def _write_round(self, notice: Notice, contact: Contact) -> Sentence | None:
        """Returns `None` for a round that is no longer public."""
        t, lang = self._tournaments.get(notice.record), contact.lang
        round_ = find_round(t, notice.stage, notice.number)
        if round_ is None or not round_.is_published:
            return None
        title = says_in(
            lang, "{tournament}: round {number}", tournament=t.settings.title, number=notice.number
        )
        path = f"/t/{notice.record}/me"
        at_table = find_table(t, round_, contact.player)
        if contact.player not in list_persons(t, round_):
            body, path = says_in(lang, "The tables of the round are known."), f"/t/{notice.record}"
        elif at_table is None:
            body = says_in(lang, "You have a bye in this round.")
        else:
            own_side = {player for player in at_table.seats if contact.player in team_members(t, player)}
            rivals = [player for player in at_table.seats if player not in own_side]
            names = self._name_players(rivals, lang)
            body = says_in(lang, "Table {number}, against {names}", number=at_table.number, names=names)
        return Sentence(" ".join(title.split()), body, path, notice.tag, lang)

    def _name_players(self, players: Iterable[str], lang: str) -> str:
        ids = [*players]
        names = self._players.names_of(ids, lang)
        return format_list([names[id] for id in ids], locale=lang)


def find_round(t: Tournament, stage: int, number: int) -> Round | None:
    """Returns a round of a tournament, if it exists."""
    return next((round_ for round_ in t.rounds if (round_.stage, round_.number) == (stage, number)), None)


def list_persons(t: Tournament, round_: Round) -> set[str]:
    """Returns all who have a table or a bye in a round, alone or in a team."""
    return {person for entrant in round_.players for person in team_members(t, entrant)}


def find_table(t: Tournament, round_: Round, person: str) -> Table | None:
    """Returns the table of a *person*, alone or in a team, or `None` for a bye."""
    tables = round_.tables.values()
    seated = (
        at_table for at_table in tables if any(person in team_members(t, player) for player in at_table.seats)
    )
    return next(seated, None)
