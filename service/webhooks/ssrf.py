"""Addresses: where a webhook may lead. To the public Internet, and nowhere into the service's own network."""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import httpx

from domain.errors import InvalidField
from domain.messages import Message

Resolver = Callable[[str, int], list[str]]
"""Returns the addresses of a host; raises `OSError`."""

NAT64 = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as a network without IPv4 reaches them (RFC 6052)."""
DOCUMENTATION = IPv6Network("3fff::/20")
"""Addresses for examples (RFC 9637), which Python 3.11 does not know yet; those before it knows."""
RELAYS = IPv4Network("192.88.99.0/24")
"""Addresses of relays that are no more (RFC 7526)."""
PORTS = range(1, 2**16)


class WrongWebhook(InvalidField, ValueError):
    """Nobody can be told like this; `pointer` leads to what is wrong."""

    slug = "wrong-webhook"


class Unreachable(Exception):
    """There is no address that a webhook may be sent to; nothing was sent."""


def resolve(host: str, port: int) -> list[str]:
    """Returns the addresses of *host*, as the system knows them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


def allowed(address: str, loopback: bool) -> bool:
    """Tells whether a webhook may be sent to *address*; to this very machine only with *loopback*.

    An IPv4 address inside of an IPv6 address is held to the same.
    """
    ip = _meant(ip_address(address.partition("%")[0]))
    if ip.is_loopback:
        return loopback
    if isinstance(ip, IPv6Address) and ip.is_site_local:  # which were private before fc00::/7 was
        return False
    if ip in DOCUMENTATION or ip in RELAYS:
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def _meant(ip: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(ip, IPv6Address):
        if ip in NAT64:
            return IPv4Address(int(ip) & 0xFFFFFFFF)
        return ip.ipv4_mapped or ip.sixtofour or ip
    return ip


def resolve_addresses(host: str, port: int, resolver: Resolver, loopback: bool) -> list[str]:
    """Returns the addresses of *host*, all of which have to be allowed; raises `Unreachable`."""
    try:
        addresses = resolver(host, port)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{host} has no address: {error}.") from error
    if not addresses or not all(allowed(address, loopback) for address in addresses):
        raise Unreachable(f"{host} has no public address.")
    return addresses


def checked(url: str, loopback: bool) -> str:
    """Returns *url* as it is kept: `https` to a public place, as far as can be told without asking around.

    With *loopback*, `http` and this machine will do too. Raises `WrongWebhook`.
    """
    try:
        read = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise WrongWebhook("/url", Message("This is no URL: {error}.", error=str(error))) from error
    if read.scheme != "https" and not (loopback and read.scheme == "http"):
        raise WrongWebhook("/url", Message("A webhook leads to a URL that begins with “https://”."))
    if not read.host or read.userinfo or read.fragment:
        raise WrongWebhook(
            "/url", Message("A webhook leads to a host, without a name or a password, or a fragment.")
        )
    if read.port is not None and read.port not in PORTS:
        raise WrongWebhook("/url", Message("{port} is no port: they are 1 to 65535.", port=read.port))
    try:
        public = allowed(read.host, loopback)
    except ValueError:  # it is a name: what that leads to is looked at whenever something is sent
        public = True
    if not public:
        raise WrongWebhook("/url", Message("{host} is no public address.", host=read.host))
    return str(read)
