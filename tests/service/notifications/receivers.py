"""Receivers of notifications: a push service with the browser behind it, and a mail server."""

from __future__ import annotations

import json
import secrets
import socketserver
import ssl
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from threading import Thread
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ec import ECDH, ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from service.notifications.encryption import decode_bytes, encode_bytes, read_point, write_point
from service.shared.mail_server import MailServer
from tests.service.client import Json, wait_for
from tests.service.webhooks.receivers import Message, Receiver


class PushBrowser:
    """A browser with a subscription at a push service, which decrypts what arrives."""

    def __init__(self, push_service: Receiver, name: str = "ada") -> None:
        self.push_service, self.path = push_service, f"/push/{name}-{secrets.token_hex(4)}"
        self._key, self._secret = generate_private_key(SECP256R1()), secrets.token_bytes(16)

    @property
    def endpoint(self) -> str:
        """The address at the push service."""
        return f"http://127.0.0.1:{self.push_service.port}{self.path}"

    def subscription(self, service_key: str) -> dict[str, str]:
        """Returns what its page sends to the service, after a subscription with a key of that."""
        return {
            "endpoint": self.endpoint,
            "browser_key": encode_bytes(write_point(self._key.public_key())),
            "auth_secret": encode_bytes(self._secret),
            "service_key": service_key,
        }

    @property
    def requests(self) -> list[Message]:
        """The requests of the service to the push service for it."""
        return [message for message in self.push_service.heard if message.path == self.path]

    @property
    def messages(self) -> list[Json]:
        """The messages that arrived, decrypted."""
        return [json.loads(self.decrypt(request.body)) for request in self.requests]

    def decrypt(self, body: bytes) -> bytes:
        """Decrypts a message, as RFC 8291 lets a browser do."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        point, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size == 4096
        own = write_point(self._key.public_key())
        shared = self._key.exchange(ECDH(), read_point(point))
        key = HKDF(SHA256(), 32, self._secret, b"WebPush: info\0" + own + point).derive(shared)
        cipher = AESGCM(HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(key))
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(key)
        content = cipher.decrypt(nonce, record, None)
        assert content.endswith(b"\x02")
        return content[:-1]


def verified_claims(authorization: str) -> tuple[str, Json]:
    """Returns the key and the claims of a request, whose signature the key has made (RFC 8292)."""
    token, key = (part.partition("=")[2] for part in authorization.removeprefix("vapid ").split(", "))
    signed, _, signature = token.rpartition(".")
    r, s = (
        int.from_bytes(half, "big") for half in (decode_bytes(signature)[:32], decode_bytes(signature)[32:])
    )
    read_point(decode_bytes(key)).verify(encode_dss_signature(r, s), signed.encode(), ECDSA(SHA256()))
    header, claims = (json.loads(decode_bytes(part)) for part in signed.split("."))
    assert header["alg"] == "ES256"
    return key, claims


class Delivery(NamedTuple):
    """A mail, with the address that the server was given."""

    to: str
    mail: EmailMessage

    @property
    def links(self) -> list[str]:
        """The links in its text."""
        return [word for word in self.mail.get_content().split() if word.startswith("http")]


class MailCatcher(socketserver.ThreadingTCPServer):
    """A mail server that stores each mail. It refuses addresses that begin with `refused` or `nobody`.

    With *tls* its lines are encrypted, by STARTTLS or from the first byte.
    """

    allow_reuse_address, daemon_threads = True, True

    def __init__(self, tls: ssl.SSLContext | None = None, *, at_once: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.mails: list[Delivery] = []
        self.logins: list[str] = []
        self.tls, self.at_once = tls, at_once

    @property
    def settings(self) -> MailServer:
        """The settings of a service that uses it."""
        return MailServer("127.0.0.1", self.server_address[1], "off", "Recount <recount@club.example>")

    def to(self, address: str) -> list[Delivery]:
        """Returns the mails to an address."""
        return [delivery for delivery in self.mails if delivery.to == address]

    def waits_for(self, count: int) -> None:
        """Waits until so many mails are there."""
        wait_for(lambda: len(self.mails) >= count, f"{count} mails arrive")


class _Session(socketserver.StreamRequestHandler):
    """A client of the mail server, which speaks SMTP (RFC 5321)."""

    server: MailCatcher

    def handle(self) -> None:
        with suppress(ssl.SSLError):  # a client that does not believe the certificate
            self._serve()

    def finish(self) -> None:
        super().finish()
        self.connection.close()

    def _serve(self) -> None:
        to = ""
        if self.server.at_once:
            self._encrypt()
        self._says("220 club.example")
        while line := self.rfile.readline().decode().strip():
            verb = line.partition(" ")[0].upper()
            if verb == "RCPT":
                to = line.partition("<")[2].partition(">")[0]
                self._says(self._answer_recipient(to))
            elif verb == "DATA":
                self._says("354 go on")
                self.server.mails.append(Delivery(to, self._read_mail()))
                self._says("250 taken")
            elif verb == "EHLO":
                self._says("250-club.example")
                self._says("250 STARTTLS" if self.server.tls and not self._is_encrypted else "250 AUTH PLAIN")
            elif verb == "STARTTLS":
                self._says("220 go on")
                self._encrypt()
            elif verb == "AUTH":
                self.server.logins.append(b64decode(line.split()[-1]).decode())
                self._says("235 welcome")
            elif verb == "QUIT":
                self._says("221 bye")
                return
            else:
                self._says("250 ok")

    def _answer_recipient(self, to: str) -> str:
        if to.startswith("refused"):
            return f"550 5.7.1 <{to}>: Recipient address rejected"
        return f"550 5.1.1 <{to}>: no such mailbox" if to.startswith("nobody") else "250 ok"

    @property
    def _is_encrypted(self) -> bool:
        return isinstance(self.connection, ssl.SSLSocket)

    def _encrypt(self) -> None:
        assert self.server.tls is not None
        self.connection = self.server.tls.wrap_socket(self.connection, server_side=True)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", 0)

    def _read_mail(self) -> EmailMessage:
        lines: list[bytes] = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line[1:] if line.startswith(b"..") else line)
        mail = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(mail, EmailMessage)
        return mail

    def _says(self, reply: str) -> None:
        self.wfile.write(f"{reply}\r\n".encode())


@contextmanager
def catching_mails(tls: ssl.SSLContext | None = None, *, at_once: bool = False) -> Iterator[MailCatcher]:
    """A mail server."""
    with MailCatcher(tls, at_once=at_once) as catcher:
        thread = Thread(target=catcher.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield catcher
        finally:
            catcher.shutdown()
            thread.join()
