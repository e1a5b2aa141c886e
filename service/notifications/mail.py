"""Sends mails to players by SMTP."""

from __future__ import annotations

import hashlib
import re
import smtplib
import ssl
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import formatdate, parseaddr

from ..database.notifications.outbox import CONFIRMATION
from ..shared.mail_server import MailServer
from ..shared.page_words import says_in
from .model import Contact, Sentence
from .outbox import DELIVERED, SendResult
from .sealing import ContactSeal

TIMEOUT_SECONDS = 15.0
"""Time for each step of a connection."""
_PERMANENT = range(500, 600)
"""Replies after which a repeated attempt fails as well (RFC 5321)."""
_STATUS = re.compile(r"[245]\.\d{1,3}\.\d{1,3}(?!\S)")
"""Code of a reason at the beginning of a reply (RFC 3463)."""
_NO_MAILBOX = ("5.1.1", "5.1.6", "5.1.10")
"""Reasons after which an address never takes mails: it does not exist, has moved, or wants none."""


class MailSender:
    """Sends mails through *server*, with links to *url*. Threads may share it.

    *trust* has the certificate authorities, by default those of the system.
    """

    def __init__(
        self,
        server: MailServer,
        url: str,
        seal: ContactSeal,
        clock: Callable[[], int],
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self._server, self._url, self._seal, self._clock = server, url, seal, clock
        self._trust = trust or ssl.create_default_context()

    def send(self, contact: Contact, sentence: Sentence, notification: str) -> SendResult:
        """Mails *sentence* once. The id of the *notification* makes that of the mail, also when repeated."""
        try:
            with self._connect() as connection:
                connection.send_message(
                    self.compose(contact, sentence, notification), to_addrs=[contact.address]
                )
        except smtplib.SMTPRecipientsRefused as refusal:
            [(code, text)] = refusal.recipients.values()
            return SendResult(
                _describe_reply(code, text),
                is_final=code in _PERMANENT,
                is_gone=_read_status(text) in _NO_MAILBOX,
            )
        except smtplib.SMTPResponseException as refusal:
            return SendResult(_describe_reply(refusal.smtp_code, refusal.smtp_error))
        except (OSError, smtplib.SMTPException) as error:
            return SendResult(f"The mail server cannot be reached: {error}.")
        return DELIVERED

    def compose(self, contact: Contact, sentence: Sentence, notification: str) -> EmailMessage:
        """Returns the mail. Each but a confirmation has a link that ends them (RFC 8058)."""
        mail, lang = EmailMessage(), contact.lang
        sender = parseaddr(self._server.sender)[1]
        mail["From"], mail["To"], mail["Subject"] = self._server.sender, contact.address, sentence.title
        mail["Date"] = formatdate(self._clock() / 1000)
        id = hashlib.sha256(notification.encode()).hexdigest()[:32]
        mail["Message-ID"] = f"<{id}@{sender.rpartition('@')[2]}>"
        mail["Auto-Submitted"] = "auto-generated"
        lines = [sentence.body, f"{self._url}{sentence.path}"]
        if sentence.tag != CONFIRMATION:
            link = f"{self._url}/notifications/end/{self._seal.sign_link('end', contact.id)}?lang={lang}"
            mail["List-Unsubscribe"] = f"<{link}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
            lines.append("-- \n" + says_in(lang, "No more mails from Recount:") + f" {link}")
        mail.set_content("\n\n".join(lines) + "\n")
        mail["Content-Language"] = lang  # after the content, which removes such fields
        return mail

    def _connect(self) -> smtplib.SMTP:
        """Returns a connection with encryption and login as the settings ask."""
        server, trust = self._server, self._trust
        if server.security == "tls":
            connection: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.port, timeout=TIMEOUT_SECONDS, context=trust
            )
        else:
            connection = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT_SECONDS)
        try:
            if server.security == "starttls":
                connection.starttls(context=trust)
            if server.user:
                connection.login(server.user, server.password)
        except BaseException:
            connection.close()
            raise
        return connection


def _describe_reply(code: int, text: bytes | str) -> str:
    """Returns the codes of a reply alone, because servers repeat the address in its text."""
    return f"The mail server said {f'{code} {_read_status(text)}'.strip()}."


def _read_status(text: bytes | str) -> str:
    """Returns the code of a reason in a reply, or nothing."""
    status = _STATUS.match(text if isinstance(text, str) else text.decode("ascii", "replace"))
    return status[0] if status else ""
