"""The bundle of a small tournament: one table was played as a match, the others on cardboard."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from domain import table
from domain.tournament.plan import Stage
from domain.tournament.play import rounds
from domain.tournament.scoring import result_entry
from domain.tournament.scoring.results import Result
from domain.tournament.state import TableRef
from replays.proof import bundle
from tests.tournament.day import LOSS, WIN, Day
from tests.tournament.pairing.played import paired, round_played

from ..conftest import take
from .signers import MATCH, SigningService, played, written

TOURNAMENT = "T-M1"


@cache
def bundled(viewer: str = bundle.ORGANIZER, *, lying: bool = False) -> bytes:
    """Returns the bundle of a tournament of five with two rounds, a correction and its end, as a file.

    A service that is *lying* signs for another result than its match had.
    """
    service, facts = SigningService(), played("arena")
    opened, ended = facts[0].event, facts[-1].event
    assert isinstance(opened, table.MatchOpened)
    assert isinstance(ended, table.MatchEnded)
    facts = (replace(facts[0], event=replace(opened, event=TOURNAMENT)), *facts[1:])
    match = service.sealed(written(take("arena"), facts, "judge"))
    won = Result((1, 2) if 0 in ended.winners else (2, 1), ended.scores)
    day = Day("Ann", "Bob", "Cid", "Dot", "Eve", stages=(Stage("swiss", 2),), tiebreakers=("buchholz", "lot"))
    paired(day)
    day.does(rounds.bind_match(day.t, TableRef(1, 1, 1), MATCH, day.at))
    day.starts(1)
    result = replace(won, places=won.places[::-1]) if lying else won
    day.does(result_entry.record_match_result(day.t, MATCH, result, len(facts), match.head, day.at))
    day.records(1, 2, WIN)
    day.closes(1)
    round_played(day)
    day.corrects(1, 2, LOSS, reason="a ruling")
    day.ends()
    told = bundle.write_bundle(TOURNAMENT, viewer, day.facts)
    note = service.signed_standings(TOURNAMENT, told.record.head, told.standings_digest)
    told = replace(told, record=service.sealed(told.record), standings_note=note)
    return b"".join(bundle.dump_bundle(told, [match]))
