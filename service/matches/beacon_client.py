"""HTTP client of a public beacon (drand), with limits of time and size, and no redirects."""

from __future__ import annotations

from time import monotonic

import httpx
import msgspec
from msgspec import Struct

from domain.errors import RecountError
from domain.table.beacon import Beacon, ChainInfo, Hex
from replays.audits.beacons import is_signed_round

TIMEOUT_SECONDS = 5.0
"""Time for a whole reply."""
MAX_REPLY_BYTES = 4096


class BeaconSilent(RecountError):
    """The beacon does not answer, or answers with no round of its chain."""


class PublishedRound(Struct, frozen=True):
    """A round in a reply; its value follows from the signature."""

    round: int
    signature: Hex


class BeaconClient:
    """Client of one beacon, whose address is the operator's own choice."""

    def __init__(self, beacon: Beacon) -> None:
        self._beacon = beacon

    def fetch_signature(self, number: int) -> str:
        """Returns the verified signature of round *number* in hex. Raises `BeaconSilent`."""
        url = f"{self._beacon.address}{self._beacon.round_path(number)}"
        try:
            published = msgspec.json.decode(self._fetch(url), type=PublishedRound)
        except msgspec.DecodeError as error:
            raise BeaconSilent(f"“{url}” answers with no round: {error}.") from error
        is_signed = is_signed_round(self._beacon, number, published.signature)
        if published.round != number or not is_signed:
            raise BeaconSilent(f"“{url}” answers with no round {number} that the key of the chain signed.")
        return published.signature

    def try_chain(self, now: int) -> int:
        """Returns the last round before *now*, in milliseconds since 1970. Raises `BeaconSilent`."""
        url = f"{self._beacon.address}/{self._beacon.chain}/info"
        try:
            info = msgspec.json.decode(self._fetch(url), type=ChainInfo)
        except msgspec.DecodeError as error:
            raise BeaconSilent(f"“{url}” describes no chain of a known scheme: {error}.") from error
        if info.make_beacon(self._beacon.address) != self._beacon:
            raise BeaconSilent(f"“{url}” describes another chain than the file.")
        number = self._beacon.round_after(now - 3 * self._beacon.period_ms)
        self.fetch_signature(number)
        return number

    def _fetch(self, url: str) -> bytes:
        deadline, received = monotonic() + TIMEOUT_SECONDS, b""
        try:
            with httpx.stream("GET", url, timeout=TIMEOUT_SECONDS) as reply:
                for chunk in reply.iter_bytes():
                    received += chunk
                    if len(received) > MAX_REPLY_BYTES or monotonic() > deadline:
                        raise BeaconSilent(f"“{url}” sends too much, or too slowly.")
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise BeaconSilent(f"“{url}” cannot be reached: {error}.") from error
        if reply.status_code != httpx.codes.OK:
            raise BeaconSilent(f"“{url}” answers {reply.status_code}.")
        return received
