"""Player over HTTP, built on the client for sites."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from domain.chance import nonce_hash
from recount_client import Call, Recount

from ..http.addresses import API

CHAIN_LENGTH = 64
"""Nonces of a seat: one for the deal, and one for each rewind."""


def make_nonces() -> list[str]:
    """Returns a secret, and the SHA-256 of each text before; the last is the hash that a claim sends."""
    links = [secrets.token_hex(16)]
    while len(links) <= CHAIN_LENGTH:
        links.append(nonce_hash(links[-1]))
    return links


class Player:
    """Visitor of a service, or with a seat's token the player of that seat.

    *nonces* are those to reveal, the last one first.
    """

    def __init__(
        self, recount: Recount, match: str = "", seat: int | None = None, nonces: Sequence[str] = ()
    ) -> None:
        self._recount, self.match, self._seat, self._nonces = recount, match, seat, [*nonces]

    @property
    def token(self) -> str:
        """The token of the seat, empty for a visitor."""
        return self._recount.token

    def open_match(self, game: str, options: Mapping[str, Any], seats: int) -> list[str]:
        """Opens a match, stores its id, and returns the claim token of each seat."""
        body = {"game": game, "options": dict(options), "seats": seats}
        opened = self._recount.send(Call[dict[str, Any]]("POST", f"{API}/matches", body=body))
        self.match = opened["id"]
        return [str(claim) for claim in opened["claims"]]

    def claim_seat(self, seat: int, claim: str, name: str) -> Player:
        """Claims a seat with its claim token and a chain of nonces, and returns its player."""
        visitor = Player(self._recount.with_token(claim), self.match)
        *nonces, committed = make_nonces()
        reply = visitor._post(f"/seats/{seat}/claim", {"player": name, "nonce_hash": committed})
        return Player(self._recount.with_token(reply["token"]), self.match, seat, nonces)

    def reveal_nonce(self) -> None:
        """Reveals the next nonce of the seat, if the match waits for it."""
        reveal = self.get_view()["reveal"]
        if reveal is not None and self._seat in reveal["seats"] and self._nonces:
            self._post(f"/seats/{self._seat}/nonce", {"nonce": self._nonces.pop()})

    def get_view(self, path: str = "") -> Any:
        """Returns the player's view of the match, or a page below it such as `/narration`."""
        return self._recount.send(Call("GET", f"{API}/matches/{self.match}{path}"))

    def answer_question(self, picks: list[str], seq: int) -> Any:
        """Answers the question open after fact *seq*, and returns the reply."""
        return self._post("/answers", {"picks": picks}, {"If-Match": f'"{seq}"'})

    def _post(self, path: str, body: Any, headers: Mapping[str, str] | None = None) -> Any:
        address = f"{API}/matches/{self.match}{path}"
        return self._recount.send(Call("POST", address, body=body, headers=headers or {}))
