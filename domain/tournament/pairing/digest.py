"""Digest of the input of a pairing, computed from facts alone, without the seed."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from ..lots.nonces import OWN_NONCE
from .round_input import RoundInput


def pairing_digest(round_input: RoundInput) -> str:
    """Returns the SHA-256 of all inputs of the pairing of a round, in hex.

    The hashed JSON has sorted keys. It holds the announced stage, points, ratings, nonces and attendance. It
    also holds earlier rounds with the results that count for pairing, penalties, requested byes and the
    commitment to the seed. From version 2 of the lots on, it holds the nonces in their key.
    """
    t = round_input.t
    rounds = [
        {
            "number": round_.number,
            "tables": [
                [table.number, table.seats, table.pairing_result]
                for _, table in sorted(round_.tables.items())
            ],
            "byes": round_.byes,
        }
        for round_ in round_input.earlier_rounds
    ]
    players = {
        player: [
            t.players[player].registration.rating,
            t.players[player].registration.nonce,
            t.players[player].attendance,
        ]
        for player in t.entrants(round_input.stage)
    }
    content: dict[str, Any] = {
        "stage": round_input.stage,
        "round": round_input.number,
        "plan": round_input.plan,
        "points": t.settings.points,
        "commitment": t.settings.commitment,
        "entrants": t.entrants(round_input.stage),
        "players": players,
        "rounds": rounds,
        "penalties": [penalty.event for penalty in t.penalties if penalty.event.stage == round_input.stage],
        "requested": round_input.requested_byes,
    }
    if t.settings.lots != OWN_NONCE:
        content["nonces"] = t.nonces.in_key
    return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()
