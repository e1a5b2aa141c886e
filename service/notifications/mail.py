"""Sends mails to players by SMTP."""

from __future__ import annotations

import hashlib
import smtplib
import ssl
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import formatdate, parseaddr

from ..database.notifications import CONFIRMATION
from ..shared.i18n import says_in
from ..shared.mail_server import MailServer
from .model import Contact, Sentence
from .outbox import DELIVERED, SendResult
from .sealing import ContactSeal

TIMEOUT_SECONDS = 15.0
"""Time for each step of a connection."""
_PERMANENT = range(500, 600)
"""Replies after which a repeated attempt fails as well (RFC 5321)."""


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
                connection.send_message(self.compose(contact, sentence, notification))
        except smtplib.SMTPRecipientsRefused as refusal:
            [(code, text)] = refusal.recipients.values()
            return SendResult(f"The mail server said {code} {text!r}.", is_final=code in _PERMANENT)
        except smtplib.SMTPResponseException as refusal:
            return SendResult(f"The mail server said {refusal.smtp_code} {refusal.smtp_error!r}.")
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
