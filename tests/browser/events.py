"""Tournaments to look at: announced and run over HTTP by their organizer."""

from __future__ import annotations

from typing import Any

from .judging import recount
from .serving import HTTP, Served


class Event:
    """A tournament of a running service, and its organizer; `tokens` are those of its guests."""

    tokens: list[str]

    def __init__(self, served: Served, **plan: Any) -> None:
        self.url = served.url
        self.token = recount(served, "token", "issue", "--for", "desk", "--scope", "organize").split()[-1]
        first = {"title": "Spring Open", "game": "arena", "minutes": 50, "tiebreakers": ["buchholz", "lot"]}
        stages = [{"format": "swiss", "rounds": 3}]
        self.id = self._sends("/api/v1/tournaments", first | {"stages": stages} | plan)["id"]

    def does(self, type: str, **body: Any) -> Any:
        """Sends a command."""
        return self._sends(f"/api/v1/tournaments/{self.id}/commands", {"type": type} | body)

    def _sends(self, path: str, body: Any) -> Any:
        told = HTTP.post(self.url + path, json=body, headers={"Authorization": f"Bearer {self.token}"})
        assert told.status_code == 201, told.text
        return told.json()

    def starts(self, number: int) -> None:
        """Pairs, publishes and starts a round."""
        self.does("pair", round=number)
        self.does("publish", stage=1, round=number)
        self.does("start", stage=1, round=number)
