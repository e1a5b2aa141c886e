"""Player over HTTP, built on the client for sites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from recount_client import Call, Recount

from ..http.addresses import API


class Player:
    """Visitor of a service, or with a seat's token the player of that seat."""

    def __init__(self, recount: Recount, match: str = "") -> None:
        self._recount, self.match = recount, match

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

    def claim_seat(self, seat: int, claim: str, name: str, nonce: str) -> Player:
        """Claims a seat with its claim token and returns its player."""
        visitor = Player(self._recount.with_token(claim), self.match)
        reply = visitor._post(f"/seats/{seat}/claim", {"player": name, "nonce": nonce})
        return Player(self._recount.with_token(reply["token"]), self.match)

    def get_view(self, path: str = "") -> Any:
        """Returns the player's view of the match, or a page below it such as `/narration`."""
        return self._recount.send(Call("GET", f"{API}/matches/{self.match}{path}"))

    def answer_question(self, picks: list[str], seq: int) -> Any:
        """Answers the question open after fact *seq*, and returns the reply."""
        return self._post("/answers", {"picks": picks}, {"If-Match": f'"{seq}"'})

    def _post(self, path: str, body: Any, headers: Mapping[str, str] | None = None) -> Any:
        address = f"{API}/matches/{self.match}{path}"
        return self._recount.send(Call("POST", address, body=body, headers=headers or {}))
