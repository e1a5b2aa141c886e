"""Networks of clients."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

CACHE_SIZE = 4096
"""Cached networks. A parser call costs more than the count of its request."""
NETWORK = 64
"""Bits of an IPv6 address that identify a customer (RFC 6177)."""


@lru_cache(CACHE_SIZE)
def network_of(address: str) -> str:
    """Returns the key for counting a client, its IPv4 address or its IPv6 network."""
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
    """Returns the client's address, from *peer* and `X-Forwarded-For: `*forwarded*.

    Each of the *proxies* in front of the service appended the address of its own peer.
    """
    addresses = forwarded.split(b",")
    if not proxies or not forwarded or len(addresses) < proxies:
        return peer
    return addresses[-proxies].strip().decode("latin-1")
