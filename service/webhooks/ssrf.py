"""Restriction of webhooks to public addresses outside the service's own network (SSRF)."""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import httpx

from domain.errors import InvalidField
from domain.messages import Message

Resolver = Callable[[str, int], list[str]]
"""Returns the addresses of a host. Raises `OSError`."""

NAT64 = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as seen from IPv6-only networks (RFC 6052)."""
DOCUMENTATION = IPv6Network("3fff::/20")
"""Addresses for examples (RFC 9637) that Python 3.11 does not know. It knows earlier ones."""
RELAYS = IPv4Network("192.88.99.0/24")
"""Addresses of abandoned relays (RFC 7526)."""
PORTS = range(1, 2**16)


class InvalidWebhook(InvalidField, ValueError):
    """A field of a webhook is invalid. `pointer` locates it."""

    slug = "wrong-webhook"


class Unreachable(Exception):
    """The receiver has no permitted address. Nothing was sent."""


def resolve(host: str, port: int) -> list[str]:
    """Returns the addresses of *host* from the system's resolver."""
    results = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in results]


def is_allowed(address: str, loopback: bool) -> bool:
    """Returns whether a webhook may use *address*. Only *loopback* permits this machine.

    An IPv4 address inside an IPv6 address follows the same rules.
    """
    ip = _embedded_address(ip_address(address.partition("%")[0]))
    if ip.is_loopback:
        return loopback
    if isinstance(ip, IPv6Address) and ip.is_site_local:  # private addresses before fc00::/7
        return False
    if ip in DOCUMENTATION or ip in RELAYS:
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def _embedded_address(ip: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(ip, IPv6Address):
        if ip in NAT64:
            return IPv4Address(int(ip) & 0xFFFFFFFF)
        return ip.ipv4_mapped or ip.sixtofour or ip
    return ip


def resolve_addresses(host: str, port: int, resolver: Resolver, loopback: bool) -> list[str]:
    """Returns the addresses of *host* if all are allowed. Raises `Unreachable`."""
    try:
        addresses = resolver(host, port)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{host} has no address: {error}.") from error
    if not addresses or not all(is_allowed(address, loopback) for address in addresses):
        raise Unreachable(f"{host} has no public address.")
    return addresses


def check_url(url: str, loopback: bool) -> str:
    """Returns the normalized *url* if it is `https` to a public host.

    Names are not resolved here. *loopback* also permits `http` and this machine. Raises `InvalidWebhook`.
    """
    try:
        read = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise InvalidWebhook("/url", Message("This is no URL: {error}.", error=str(error))) from error
    if read.scheme != "https" and not (loopback and read.scheme == "http"):
        raise InvalidWebhook("/url", Message("A webhook leads to a URL that begins with “https://”."))
    if not read.host or read.userinfo or read.fragment:
        raise InvalidWebhook(
            "/url", Message("A webhook leads to a host, without a name or a password, or a fragment.")
        )
    if read.port is not None and read.port not in PORTS:
        raise InvalidWebhook("/url", Message("{port} is no port: they are 1 to 65535.", port=read.port))
    try:
        public = is_allowed(read.host, loopback)
    except ValueError:  # a name, resolved and checked before each delivery
        public = True
    if not public:
        raise InvalidWebhook("/url", Message("{host} is no public address.", host=read.host))
    return str(read)
