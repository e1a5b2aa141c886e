"""What version 2 of the API tells otherwise: times as text, and `null` for what is hidden or nobody's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PREFIX = "/v2"

TIMES = frozenset(("at", "began", "created", "ended", "ends", "older_until", "opened", "paused", "since"))
"""Fields that hold a time where they hold a whole number: milliseconds since 1970, 0 for never."""

AS_THEY_ARE = frozenset(("Bundle", "Chain", "CloudEvent", "Proof", "Receipt", "Record", "TournamentChain"))
"""Schemas of what was signed, or is checked against signatures, or names a schema of its own."""

WHOLE = {"type": "integer"}
NEXT_TRY = ("Delivery", "next")

CARD, UNREAD, CHANCE = "", "…", -1
"""How version 1 tells a hidden card or a seed, a text that is not for the reader, and the seat of chance."""

HIDDEN: Mapping[str, Mapping[str, Any]] = {
    "ArenaAsked": {"options": []},
    "ArenaCardDrawn": {"card": CARD},
    "ArenaCardsLookedAt": {"cards": CARD},
    "ArenaCardsPutBack": {"cards": CARD},
    "ArenaDeckShuffled": {"cards": CARD},
    "ArenaSummoner": {"deck": CARD, "hand": CARD, "tiles": CARD},
    "ArenaTilesStacked": {"tiles": CARD},
    "CoreAnswered": {"seat": CHANCE},
    "CoreAsked": {"options": [], "seat": CHANCE},
    "Docket": {"claim": UNREAD},
    "Statement": {"text": UNREAD},
    "TableAppealed": {"text": UNREAD},
    "TableDisputeAnswered": {"text": UNREAD},
    "TableDisputeOpened": {"claim": UNREAD},
    "TableMatchOpened": {"position": UNREAD, "seed": ""},
    "TablePositionCorrected": {"position": UNREAD},
    "TableRewound": {"position": UNREAD, "seed": ""},
    "TableSeatClaimed": {"token": ""},
    "TournamentLinkIssued": {"token": ""},
    "TournamentPlayerRegistered": {"token": ""},
    "TournamentStaffInvited": {"link": ""},
    "TournamentTournamentEnded": {"seed": ""},
    "TournamentTournamentOpened": {"seed": ""},
    "VillainousAsked": {"options": []},
    "VillainousCardsDrawn": {"cards": CARD},
    "VillainousCardsLookedAt": {"cards": CARD},
    "VillainousCardsPutBack": {"cards": CARD},
    "VillainousDeckShuffled": {"cards": CARD},
    "VillainousPile": {"deck": CARD},
    "VillainousRealm": {"hand": CARD, "looked": CARD},
}
"""How version 1 tells that a field is hidden, or each item of it, by the schema and the field."""


def is_time(schema: str, field: str, told: Mapping[str, Any]) -> bool:
    """Tells whether *field* of *schema* is a time in milliseconds."""
    named = (field in TIMES and schema not in AS_THEY_ARE) or (schema, field) == NEXT_TRY
    return named and (told.get("type") == "integer" or WHOLE in told.get("anyOf", ()))
