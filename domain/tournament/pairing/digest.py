"""The digest of what a pairing is computed from: it is made from the facts alone, without the seed."""

from __future__ import annotations

import hashlib

import msgspec

from .due import RoundInput


def pairing_digest(due: RoundInput) -> str:
    """Returns the SHA-256, in hex, of all that the round that is *due* is paired by.

    That is JSON with its keys in order: the stage as announced, what results are worth, everybody's rating,
    nonce and whether playing, the rounds before with the results that count for pairing, penalties, byes that
    were asked for, and the commitment to the seed.
    """
    t = due.t
    rounds = [
        {
            "number": known.number,
            "tables": [
                [table.number, table.seats, table.pairing_result] for _, table in sorted(known.tables.items())
            ],
            "byes": known.byes,
        }
        for known in due.earlier_rounds
    ]
    players = {
        who: [t.players[who].registered.rating, t.players[who].registered.nonce, t.players[who].attendance]
        for who in t.entrants(due.stage)
    }
    told = {
        "stage": due.stage,
        "round": due.number,
        "plan": due.plan,
        "points": t.opened.points,
        "commitment": t.opened.commitment,
        "entrants": t.entrants(due.stage),
        "players": players,
        "rounds": rounds,
        "penalties": [given.penalty for given in t.penalties if given.penalty.stage == due.stage],
        "requested": due.requested_byes,
    }
    return hashlib.sha256(msgspec.json.encode(told, order="sorted")).hexdigest()
