"""Mails go to the operator's server alone: encrypted, after a login, and to the host of its certificate."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest
from msgspec.structs import replace

from service.evidence.keys import Keyring
from service.notifications.mail import MailSender
from service.notifications.model import Contact, Sentence
from service.notifications.outbox import DELIVERED, SendResult
from service.notifications.sealing import ContactSeal
from service.shared.mail_server import Security
from tests.service.certificates import certify
from tests.service.notifications.receivers import MailCatcher, catching_mails

NOON = 1_800_000_000_000
ADA = Contact("mail-1", "p-1", "mail", "ada@club.example", "fr", ("turn",), NOON, confirmed=True)
TURN = Sentence("À vous de jouer", "Contre Grace « la rapide »", "/m/1", "turn-1", "fr")


def send(
    mails: MailCatcher, folder: Path, security: Security, host: str, trust: ssl.SSLContext | None
) -> SendResult:
    """Sends a mail to Ada through a server that wants a login."""
    server = replace(mails.settings, host=host, security=security, user="recount", password="secret")
    seal = ContactSeal(Keyring(folder / "keys", "club"))
    return MailSender(server, "https://club.example", seal, lambda: NOON, trust).send(ADA, TURN, "n-1")


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_mail_is_encrypted_and_the_server_is_who_it_says(tmp_path: Path, security: Security) -> None:
    shows, believes = certify("localhost", tmp_path)
    with catching_mails(shows, at_once=security == "tls") as mails:
        assert send(mails, tmp_path, security, "localhost", believes) == DELIVERED
        assert mails.logins == ["\0recount\0secret"]
        for host, trust in (("127.0.0.1", believes), ("localhost", None)):
            refused = send(mails, tmp_path, security, host, trust)
            assert ("certificate verify failed" in refused.error, refused.is_final) == (True, False)
        assert len(mails.logins) == 1
        assert send(mails, tmp_path, security, "localhost", believes) == DELIVERED
    first, again = (delivery.mail for delivery in mails.mails)
    assert (first["From"], first["To"]) == ("Recount <recount@club.example>", "ada@club.example")
    assert (first["Subject"], first["Content-Language"]) == (TURN.title, "fr")
    assert TURN.body in first.get_content()
    assert first["Message-ID"] == again["Message-ID"]
    assert str(first["Date"]).startswith("Fri, 15 Jan 2027")


def test_no_password_goes_to_a_server_without_encryption(tmp_path: Path) -> None:
    with catching_mails() as mails:
        refused = send(mails, tmp_path, "starttls", "localhost", None)
        assert ("STARTTLS" in refused.error, refused.is_final) == (True, False)
        assert (mails.logins, mails.mails) == ([], [])
