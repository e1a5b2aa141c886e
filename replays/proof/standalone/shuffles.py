"""Recomputes shuffles and draws from seeds, nonces and options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .crypto import hmac_pieces
from .facts import CLAIMED, REWOUND, Fact, Finding, Lines, field, is_hidden
from .reveals import ANSWERED, Reveals

CHANCE = -1
SORTED, COMMITTED, BEACON = 3, 4, 5
"""The first versions with sorted options, with nonces that seats commit to, and with a beacon."""


class Draws(NamedTuple):
    """The numbers of checked and unchecked draws, and the findings."""

    checked: int = 0
    unchecked: int = 0
    findings: tuple[Finding, ...] = ()


def line_key(version: int, seed: str, nonces: Sequence[str]) -> bytes:
    """Returns the key of a line."""
    if version == 1:
        return hmac_pieces(seed.encode(), "\n".join(nonces).encode())
    encoded = (nonce.encode() for nonce in nonces)
    return hmac_pieces(seed.encode(), *(len(nonce).to_bytes(4) + nonce for nonce in encoded))


def draw_order(key: bytes, number: int, options: Sequence[str]) -> list[str]:
    """Returns *options* in the order of the draw with this number."""
    ranks = [hmac_pieces(key, f"{number}:{index}".encode()) for index in range(len(options))]
    return [options[index] for index in sorted(range(len(options)), key=ranks.__getitem__)]


def check_draws(facts: list[Fact], lines: Lines) -> Draws:
    """Returns the result of recomputing all draws."""
    version = field(facts[0], "shuffle", 1)
    findings: list[Finding] = []
    if version not in (1, 2, SORTED, COMMITTED, BEACON):
        findings.append(Finding(1, "shuffle", f"There is no version {version} of the shuffle."))
    checked = unchecked = number = 0
    seat_nonces: dict[int, str] = {}
    answer_nonces: list[str] = []
    reveals = Reveals(facts[0])
    for fact in facts:
        if version >= COMMITTED:
            findings += [Finding(fact["seq"], "shuffle", error) for error in reveals.follow(fact)]
        if fact["type"] == CLAIMED:
            seat_nonces[field(fact, "seat", 0)] = field(fact, "nonce", "")
        if fact["type"] == REWOUND:
            answer_nonces, number = [], 0
        if fact["type"] != ANSWERED:
            continue
        if field(fact, "seat", 0) != CHANCE:
            answer_nonces += filter(None, [field(fact, "nonce", "")])
            continue
        number += 1
        nonces = [*(nonce for _, nonce in sorted(seat_nonces.items())), *answer_nonces]
        nonces = reveals.line_values() if version >= COMMITTED else nonces
        error = _find_error(version, fact, lines.seed_at(fact["seq"]), nonces, number)
        if error is None:
            unchecked += 1
        elif error:
            findings.append(Finding(fact["seq"], "shuffle", error))
        else:
            checked += 1
    return Draws(checked, unchecked, tuple(findings))


def _find_error(version: int, fact: Fact, seed: str | None, nonces: list[str], number: int) -> str | None:
    """Returns the error of a draw, an empty text for a right one, or `None` without its secrets."""
    seq, picks, options = fact["seq"], field(fact, "picks", []), field(fact, "options", [])
    has_options = bool(options) or is_hidden(fact, "options")
    if version >= SORTED and not has_options and (picks or is_hidden(fact, "picks")):
        return f"Fact {seq} does not tell what lay before chance."
    if version < SORTED or seed is None or is_hidden(fact, "options") or is_hidden(fact, "picks"):
        return None
    if options != sorted(options):
        return f"What lay before chance at fact {seq} was not in order."
    if draw_order(line_key(version, seed, nonces), number, options)[: len(picks)] != picks:
        return f"What chance drew at fact {seq} does not follow from the seed and the nonces."
    return ""
