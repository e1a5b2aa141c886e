"""Reveals of nonces between the close of registration and the first pairing."""

from __future__ import annotations

from ... import chance
from ...messages import Message
from ...model import Fact
from ..facts import SERVICE, NonceRevealed, Player, RegistrationClosed, TournamentFact
from ..lots.nonces import OWN_NONCE
from ..refusals import Refused, check_open, to_facts
from ..state import Tournament


def reveal_nonce(t: Tournament, player: Player, nonce: str, at: int) -> list[Fact]:
    """Reveals the nonce of an entrant; a repeated reveal changes nothing.

    After the deadline of self-registration it also states that registration has closed. Raises `Refused`.
    """
    if player in t.nonces.revealed:
        return []
    check_reveal(t, player, at)
    if chance.nonce_hash(nonce) != t.nonces.hashes[player]:
        raise Refused(Message("This is not the nonce whose hash came with the registration."))
    facts: list[TournamentFact] = [NonceRevealed(player, nonce, at)]
    if not t.nonces.are_hashes_fixed:
        facts.insert(0, RegistrationClosed(SERVICE, at))
    return to_facts(t, *facts)


def check_reveal(t: Tournament, player: Player, at: int) -> None:
    """Raises `Refused` while the nonce of an entrant may not be revealed."""
    check_open(t)
    if t.settings.lots == OWN_NONCE:
        raise Refused(Message("This tournament draws lots by the rules of its version, without reveals."))
    if t.nonces.in_key is not None:
        raise Refused(Message("The first round is paired: no further nonce goes into the lots."))
    is_over = t.registration is not None and 0 < t.registration.until <= at
    if not (t.nonces.are_hashes_fixed or is_over):
        raise Refused(Message("Nonces are revealed once registration has closed."))
    if not t.nonces.hashes.get(player):
        raise Refused(Message("{player} registered without the hash of a nonce.", player=player))
