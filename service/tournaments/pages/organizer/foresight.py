"""The impact of a correction on the desk, without long pairings."""

from __future__ import annotations

from domain.messages import Message
from domain.tournament.fold import fold
from domain.tournament.pairing import propose_pairing
from domain.tournament.ranking.impact import correction_impact
from domain.tournament.state import Tournament

from ....http.services import services
from ...access import Actor
from ...background.effort import is_long
from ...commands import Correct
from ...queries.answers import reaches_pairing
from ...service import TournamentService


def correction_sentences(t: Tournament, correction: Correct, actor: Actor) -> list[Message]:
    """Returns the impact of a *correction* in sentences; raises its refusal."""
    facts = services()[TournamentService].preview_correction(t, correction, actor)
    if not reaches_pairing(t, correction, actor):
        return correction_impact(t, facts).sentences
    if is_long(t):
        return [
            *correction_impact(t, facts).sentences,
            _later_pairing(len(t.active_players(t.current_stage))),
        ]
    return correction_impact(t, facts, propose_pairing(fold(facts, t))).sentences


def _later_pairing(count: int) -> Message:
    return Message(
        "To pair {count} players again takes a while: the desk shows the tables once they are paired.",
        count=count,
    )
