"""The browsers and mail addresses to which players want notifications."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from domain.messages import Message

from ..database.challenges import ChallengeRow
from ..database.notifications.outbox import (
    CONFIRMATION,
    UNCONFIRMED,
    WAITING,
    NotificationRepository,
    NotificationRow,
)
from ..eventstore.store import Store, translate_errors
from ..shared.errors import InvalidOptions, LimitReached
from ..shared.mail_server import is_address, name_mailbox
from ..webhooks.ssrf import InvalidWebhook, check_url
from .encryption import SECRET_BYTES, decode_bytes, read_point
from .model import DAY, HOUR, Contact, Notice, Occasion
from .outbox import encode_notice, make_entry, make_row
from .sealing import LINK_SECONDS, ContactSeal, Purpose

LIST = "the list of contacts"
MAX_BROWSERS = 10
"""Browsers of a player. A further one replaces the oldest."""
MAX_ENDPOINT_CHARACTERS = 2048
MAX_CONFIRMATIONS, MAX_ADDRESS_CONFIRMATIONS = 5, 3
"""Confirmation mails in a day for a player, and to a mailbox, whoever enters it."""


class BrowserKeys(NamedTuple):
    """Keys of a subscription in base64url.

    They are the public key of the browser, its secret, and the key of the service for it.
    """

    browser_key: str
    auth_secret: str
    service_key: str


class Contacts:
    """The contacts of a service. Threads and processes may share them."""

    def __init__(
        self, store: Store, seal: ContactSeal, clock: Callable[[], int], *, mails: bool, loopback: bool
    ) -> None:
        self._store, self.seal, self._clock = store, seal, clock
        self.mails, self._loopback = mails, loopback

    def add_browser(
        self, player: str, lang: str, endpoint: str, keys: BrowserKeys, occasions: Iterable[Occasion]
    ) -> Contact:
        """Stores a browser of *player*. An endpoint belongs to the player who subscribed last.

        A known browser of the player keeps its occasions. Raises `InvalidOptions`.
        """
        self._check_browser(endpoint, keys)
        id = self._browser_id(endpoint)
        former = self.find(id)
        chosen = former.occasions if former is not None and former.player == player else tuple(occasions)
        contact = Contact(
            id, player, "push", endpoint, lang, chosen, self._clock(), confirmed=True, **keys._asdict()
        )
        self._put(contact)
        browsers = [listed for listed in self.list_contacts(player) if listed.channel == "push"]
        for oldest in sorted(browsers, key=lambda listed: listed.created)[:-MAX_BROWSERS]:
            self.remove(player, oldest.id)
        return contact

    def renew_browser(self, former_endpoint: str, endpoint: str, keys: BrowserKeys) -> Contact | None:
        """Puts the next subscription of a browser in the place of its former one.

        A repeated call changes nothing more. Returns `None` for a browser without notifications. Raises
        `InvalidOptions`.
        """
        self._check_browser(endpoint, keys)
        former, id = self.find(self._browser_id(former_endpoint)), self._browser_id(endpoint)
        contact = self.find(id) or former  # a known endpoint belongs to the player who subscribed last
        if contact is None:
            return None
        renewed = replace(contact, id=id, address=endpoint, **keys._asdict())
        self._put(renewed)
        if former is not None and former.id != id:
            self.drop(former)
        return renewed

    def add_address(self, player: str, lang: str, address: str, occasions: Iterable[Occasion]) -> Contact:
        """Stores the mail address of *player*, and mails a link that confirms it.

        It replaces the former address once it is confirmed. The result is the same for each valid address,
        so that nobody learns who uses it. Raises `InvalidOptions` and `LimitReached`.
        """
        if not self.mails:
            raise InvalidOptions("/address", Message("This service sends no mails."))
        if not is_address(address):
            raise InvalidOptions("/address", Message("“{address}” is no mail address.", address=address))
        id = f"mail-{self.seal.digest(player, address.lower())}"
        former = self.find(id)
        if former is not None and former.confirmed:
            return former
        with translate_errors(LIST):
            count = self._rows.count_since(player, CONFIRMATION, self._clock() - DAY)
        if count >= MAX_CONFIRMATIONS:
            raise LimitReached(
                Message("{count} links in a day are enough: try again tomorrow.", count=MAX_CONFIRMATIONS)
            )
        self._drop_addresses(player, confirmed=False)
        contact = Contact(id, player, "mail", address, lang, tuple(occasions), self._clock())
        self._put(contact)
        self._queue_confirmation(contact)
        return contact

    def _drop_addresses(self, player: str, *, confirmed: bool, spare: str = "") -> None:
        """Deletes the confirmed or the other addresses of *player*, but not *spare*."""
        for contact in self.list_contacts(player):
            if contact.channel == "mail" and contact.confirmed is confirmed and contact.id != spare:
                self.drop(contact)

    def _queue_confirmation(self, contact: Contact) -> None:
        """Queues the mail with the link, unless the mailbox got too many today."""
        at = self._clock()
        mailbox = self.seal.digest(name_mailbox(contact.address))
        content = encode_notice(Notice(CONFIRMATION))
        for slot in range(MAX_ADDRESS_CONFIRMATIONS):
            row = NotificationRow(
                f"{CONFIRMATION}.{mailbox}.{at // DAY}.{slot}",
                *(at, at, 0, WAITING, CONFIRMATION, contact.id, contact.player, content),
            )
            with translate_errors(LIST):
                if self._rows.add_notification(row):
                    return

    def confirm(self, token: str) -> Contact | None:
        """Confirms the address of a link, in place of the former one of its player.

        Returns `None` for a link that is old, forged or ended.
        """
        id = self.seal.read_link("confirm", token)
        if id is None:
            return None
        contact = self._change(id, lambda contact: replace(contact, confirmed=True))
        if contact is not None:
            self._drop_addresses(contact.player, confirmed=True, spare=id)
        return contact

    def end(self, token: str) -> bool:
        """Deletes the contact of a link from a mail. Returns whether the link is valid."""
        id = self.seal.read_link("end", token)
        if id is None:
            return False
        with translate_errors(LIST):
            self._rows.delete_contact(id)
        return True

    def choose_occasions(self, player: str, id: str, occasions: Iterable[Occasion], lang: str) -> None:
        """Stores the occasions of a contact of *player*, and the language of its texts."""
        chosen = tuple(occasions)

        def choose(contact: Contact) -> Contact:
            return replace(contact, occasions=chosen, lang=lang) if contact.player == player else contact

        self._change(id, choose)

    def remove(self, player: str, id: str) -> None:
        """Deletes a contact of *player*, if it exists."""
        contact = self.find(id)
        if contact is not None and contact.player == player:
            self.drop(contact)

    def list_followers(self, tournament: str) -> frozenset[str]:
        """Returns the players who follow a tournament."""
        with translate_errors(LIST):
            return self._rows.list_followers(tournament)

    def is_follower(self, tournament: str, player: str) -> bool:
        """Returns whether *player* follows a tournament."""
        with translate_errors(LIST):
            return self._rows.is_follower(tournament, player)

    def list_followed(self, player: str) -> list[str]:
        """Returns the latest tournaments that *player* follows, the newest first."""
        with translate_errors(LIST):
            return self._rows.list_followed(player)

    def follow_tournament(self, tournament: str, player: str, *, follows: bool) -> None:
        """Lets *player* follow a tournament from now on, or not."""
        store = self._rows.follow_tournament if follows else self._rows.unfollow_tournament
        with translate_errors(LIST):
            store(tournament, player)

    def drop_unconfirmed(self) -> None:
        """Deletes the addresses that nobody has confirmed in time."""
        until = self._clock() - LINK_SECONDS * 1000
        with translate_errors(LIST):
            rows = self._rows.list_kind(UNCONFIRMED)
        for contact in map(self.seal.open, rows):
            if contact is not None and contact.created < until:
                self.drop(contact)

    def drop(self, contact: Contact) -> None:
        """Deletes a contact, such as a browser that has ended its subscription."""
        with translate_errors(LIST):
            self._rows.delete_contact(contact.id)

    def find_link(self, purpose: Purpose, token: str) -> Contact | None:
        """Returns the contact of a link, or `None` for a link that is old, forged or ended."""
        id = self.seal.read_link(purpose, token)
        return None if id is None else self.find(id)

    def is_link(self, purpose: Purpose, token: str) -> bool:
        """Returns whether a link is valid, perhaps of a contact that has ended."""
        return self.seal.read_link(purpose, token) is not None

    def _browser_id(self, endpoint: str) -> str:
        return f"push-{self.seal.digest(endpoint)}"

    def find(self, id: str) -> Contact | None:
        """Returns a contact, if it exists and its key is not lost."""
        with translate_errors(LIST):
            row = self._rows.find_contact(id)
        return None if row is None else self.seal.open(row)

    def list_contacts(self, player: str) -> list[Contact]:
        """Returns the contacts of *player*, the oldest first."""
        with translate_errors(LIST):
            rows = self._rows.list_contacts(player)
        opened = (self.seal.open(row) for row in rows)
        return sorted(
            (contact for contact in opened if contact is not None), key=lambda contact: contact.created
        )

    def make_challenge_rows(self, challenge: ChallengeRow) -> list[NotificationRow]:
        """Returns the notifications of a new challenge, one an hour from each player to another.

        Its entry in the inbox comes with each.
        """
        if not challenge.opponent:
            return []
        name = f"{challenge.player}.{challenge.created // HOUR}"
        notice = Notice("challenge", challenge.id)
        contacts = self.list_contacts(challenge.opponent)
        wanting = (contact for contact in contacts if "challenge" in contact.wanted)
        entry = make_entry(challenge.opponent, notice, challenge.created)
        return [entry, *(make_row(contact, notice, name, challenge.created) for contact in wanting)]

    def _put(self, contact: Contact) -> None:
        with translate_errors(LIST):
            self._rows.put_contact(self.seal.seal(contact))

    def _change(self, id: str, change: Callable[[Contact], Contact]) -> Contact | None:
        """Stores the result of *change*, and calls it again if another process was first."""
        with translate_errors(LIST):
            while row := self._rows.find_contact(id):
                contact = self.seal.open(row)
                if contact is None:
                    break
                changed = change(contact)
                if self._rows.change_contact(self.seal.seal(changed, row.version)):
                    return changed
        return None

    def _check_browser(self, endpoint: str, keys: BrowserKeys) -> None:
        """Raises `InvalidOptions` for an endpoint or keys that no browser has."""
        try:
            if len(endpoint) > MAX_ENDPOINT_CHARACTERS or check_url(endpoint, self._loopback) != endpoint:
                raise ValueError(endpoint)
        except (InvalidWebhook, ValueError) as error:
            sentence = Message("This push service has no public address by HTTPS.")
            raise InvalidOptions("/endpoint", sentence) from error
        try:
            for key in (keys.browser_key, keys.service_key):
                read_point(decode_bytes(key))
            if len(decode_bytes(keys.auth_secret)) != SECRET_BYTES:
                raise ValueError(keys.auth_secret)
        except ValueError as error:
            raise InvalidOptions("/keys", Message("These are no keys of a browser.")) from error

    @property
    def _rows(self) -> NotificationRepository:
        return self._store.notifications
