"""The operator's mail server, as the environment variables describe it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from email.utils import parseaddr
from typing import Literal, TypeAlias, cast, get_args

from msgspec import Struct

Security: TypeAlias = Literal["starttls", "tls", "off"]
"""Encryption of a connection: by STARTTLS, from the first byte, or never."""

_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/^_`{|}~-]+)*")
"""Part before the “@”. It has neither “=” nor “?”, which begin text that mail programs decode (RFC 2047)."""
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_DOMAIN = re.compile(rf"({_LABEL}\.)+(?=.*[A-Za-z]){_LABEL}")
"""Public host name. Its last label has a letter, so that no IP address is one."""

_PORTS: Mapping[Security, int] = {"starttls": 587, "tls": 465, "off": 25}
_SETTINGS = (
    "RECOUNT_MAIL_FROM",
    *(f"RECOUNT_SMTP_{name}" for name in ("PASSWORD", "PORT", "SECURITY", "USER")),
)


class MailServer(Struct, frozen=True):
    """A server that takes mails by SMTP. `sender` is the address of the service, perhaps with a name.

    A server without a `user` needs no login.
    """

    host: str
    port: int
    security: Security
    sender: str
    user: str = ""
    password: str = ""


def read_mail_server(environment: Mapping[str, str], url: str) -> MailServer | None:
    """Returns the mail server of `RECOUNT_SMTP_…` and `RECOUNT_MAIL_FROM`, or `None` without one.

    Mails link to *url*: a link must not follow from the header of a request. Raises `ValueError`.
    """
    host = environment.get("RECOUNT_SMTP_HOST", "")
    if not host:
        if unused := [name for name in _SETTINGS if environment.get(name)]:
            raise ValueError(f"{unused[0]} is set, and RECOUNT_SMTP_HOST is not: set both, or none.")
        return None
    security = environment.get("RECOUNT_SMTP_SECURITY") or "starttls"
    if security not in get_args(Security):
        raise ValueError(f"RECOUNT_SMTP_SECURITY is “{security}”; it may be “starttls”, “tls” or “off”.")
    chosen = cast(Security, security)
    port = environment.get("RECOUNT_SMTP_PORT") or str(_PORTS[chosen])
    if not (port.isdecimal() and 0 < int(port) < 2**16):
        raise ValueError(f"RECOUNT_SMTP_PORT is “{port}”; it may be 1 to 65535.")
    sender = environment.get("RECOUNT_MAIL_FROM", "")
    if not is_address(parseaddr(sender)[1]):
        raise ValueError(f"RECOUNT_MAIL_FROM is “{sender}”; it may be “Recount <recount@example.org>”, say.")
    if not url:
        raise ValueError("RECOUNT_SMTP_HOST needs RECOUNT_URL, the beginning of the links in mails.")
    user, password = (environment.get(f"RECOUNT_SMTP_{name}", "") for name in ("USER", "PASSWORD"))
    return MailServer(host, int(port), chosen, sender, user, password)


def is_address(text: str) -> bool:
    """Returns whether *text* has the form of one mail address at a public host, without a name."""
    local, _, domain = text.rpartition("@")
    is_short = len(text) <= 254 and len(local) <= 64
    return is_short and bool(_LOCAL.fullmatch(local) and _DOMAIN.fullmatch(domain))


def name_mailbox(address: str) -> str:
    """Returns one spelling of *address* for all that usually lead to its mailbox.

    Letters may be small or large. Many hosts also ignore dots, and a tag after “+”.
    """
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"
