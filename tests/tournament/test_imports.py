"""Tournaments of elsewhere: their players are of there, and lots fall as they fell there."""

from __future__ import annotations

import pytest

from domain import chance
from domain.model import Fact
from domain.tournament.facts import FACTS, Bye, Seating, TournamentImported
from domain.tournament.fold import fold
from domain.tournament.imports import AUTHOR_FIELDS, PLAYER_FIELDS, mark_foreign_players
from domain.tournament.lots.nonces import ALL_NONCES, OWN_NONCE
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.refusals import Refused, check_not_imported
from domain.tournament.registrations.registration import close_registration, open_registration
from domain.tournament.registrations.reveals import reveal_nonce

from .day import DESK, Day

MARK = TournamentImported("bo", 9, "elsewhere", "elsewhere+1234+key")


def test_every_field_that_tells_a_player_is_known() -> None:
    told = {
        (field, type)
        for kind in (*FACTS, Seating, Bye)
        for field, type in kind.__annotations__.items()
        if "Player" in type or type in ("By", "OptionalBy")
    }
    assert {field for field, type in told if "Player" in type} == PLAYER_FIELDS
    assert {field for field, type in told if type.endswith("By")} == AUTHOR_FIELDS


@pytest.mark.parametrize("lots", [OWN_NONCE, ALL_NONCES])
def test_players_are_of_there_and_stand_where_they_stood(lots: int) -> None:
    day = Day("Ann", "Bob", tiebreakers=("lot",), lots=lots)
    day.registers("Cid", nonce_hash=chance.nonce_hash("nonce of Cid"))
    day.does(open_registration(day.t, 0, 0, DESK, day.at))
    day.does(close_registration(day.t, DESK, day.at))
    if lots == ALL_NONCES:
        day.does(reveal_nonce(day.t, "Cid", "nonce of Cid", day.at))
    day.plays(1, "Ann Bob 1/2", "Cid bye")
    facts = day.facts
    mark = Fact(len(facts) + 1, len(facts), "", MARK)
    brought = [mark_foreign_players(fact, [mark]) for fact in facts]
    t = fold([*brought, mark])
    assert [row.player for row in compute_standings(t, 1)] == [
        f"{row.player}@elsewhere" for row in compute_standings(day.t, 1)
    ]
    assert mark_foreign_players(mark, [mark]) == mark
    with pytest.raises(Refused, match="brought from elsewhere: here it is a record"):
        check_not_imported(t)
