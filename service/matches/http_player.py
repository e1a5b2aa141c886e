"""A player over HTTP, who opens matches, claims seats and answers with the client that sites use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from recount_client import Call, Recount

from ..http.addresses import API


class Player:
    """A visitor of a service, or with the token of a seat the player there."""

    def __init__(self, recount: Recount, match: str = "") -> None:
        self._recount, self.match = recount, match

    @property
    def token(self) -> str:
        """The token of the seat, empty for a visitor."""
        return self._recount.token

    def open(self, game: str, options: Mapping[str, Any], seats: int) -> list[str]:
        """Opens a match, remembers it, and returns the claim token of each seat."""
        body = {"game": game, "options": dict(options), "seats": seats}
        opened = self._recount.send(Call[dict[str, Any]]("POST", f"{API}/matches", body=body))
        self.match = opened["id"]
        return [str(claim) for claim in opened["claims"]]

    def sit(self, seat: int, claim: str, name: str, nonce: str) -> Player:
        """Claims a seat with its claim token and returns the player there."""
        visitor = Player(self._recount.with_token(claim), self.match)
        taken = visitor._post(f"/seats/{seat}/claim", {"player": name, "nonce": nonce})
        return Player(self._recount.with_token(taken["token"]), self.match)

    def look(self, path: str = "") -> Any:
        """Returns the match as this player may see it, or a page below it such as `/narration`."""
        return self._recount.send(Call("GET", f"{API}/matches/{self.match}{path}"))

    def answer(self, picks: list[str], seq: int) -> Any:
        """Answers the open question as it was at fact *seq*, and returns the reply."""
        return self._post("/answers", {"picks": picks}, {"If-Match": f'"{seq}"'})

    def _post(self, path: str, body: Any, headers: Mapping[str, str] | None = None) -> Any:
        address = f"{API}/matches/{self.match}{path}"
        return self._recount.send(Call("POST", address, body=body, headers=headers or {}))
