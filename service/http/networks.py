"""Networks: by what part of its address a client is known."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

NETWORK = 64
"""Bits of an IPv6 address that tell a customer from another (RFC 6177): the rest is theirs to choose."""


def network(address: str) -> str:
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
