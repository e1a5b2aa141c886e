"""Networks: by what part of its address a client is known."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

CACHE_SIZE = 4096
"""Addresses whose networks are kept: to parse one costs more than to count its request."""
NETWORK = 64
"""Bits of an IPv6 address that tell a customer from another (RFC 6177): the rest is theirs to choose."""


@lru_cache(CACHE_SIZE)
def network_of(address: str) -> str:
    """Returns what a client at *address* is counted as: the address or, of IPv6, the network it is in."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return f"{IPv6Address(int(ip) >> NETWORK << NETWORK)}/{NETWORK}"


def forwarded_address(peer: str, forwarded: bytes, proxies: int) -> str:
    """Returns the address of the client whose request *peer* sent with `X-Forwarded-For: `*forwarded*.

    Each of the *proxies* in front of the service has added the address that it saw.
    """
    addresses = forwarded.split(b",")
    if not proxies or not forwarded or len(addresses) < proxies:
        return peer
    return addresses[-proxies].strip().decode("latin-1")
