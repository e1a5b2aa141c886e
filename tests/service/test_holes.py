"""A match that has a hole is set aside and told; whoever is ahead of the store goes back to what is there."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from service.cardsets import Library
from service.house import House
from service.lookout import Lookout
from service.settings import Settings

from .audit.people import Vandal
from .people import Club, Pair, told


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Nothing is kept up but by who is told to."""
    return msgspec.structs.replace(settings, runner=False)


@pytest.fixture
def vandal(settings: Settings) -> Vandal:
    """Who puts the database back, as a standby that lagged does."""
    return Vandal(settings)


@pytest.fixture
def other(settings: Settings, house: House) -> Iterator[House]:
    """Another process of the house."""
    with House(settings, Library()) as other:
        yield other


def goes_back(vandal: Vandal, pair: Pair) -> None:
    """Loses the last write of the match."""
    vandal.drops(pair.blue.match, 6, 99)
    vandal.does("DELETE FROM heads WHERE seq > 5")


def test_a_process_that_is_ahead_of_the_store_makes_no_hole(pair: Pair, house: House, vandal: Vandal) -> None:
    assert pair.blue.answers("e1").status_code == 201
    goes_back(vandal, pair)
    assert pair.red.answers("b7", after=9).status_code == 412
    assert [fact.seq for fact in house.matches.facts(pair.blue.match)] == [1, 2, 3, 4, 5]
    assert pair.blue.answers("f1", after=5).status_code == 201


def test_neither_does_one_that_knows_another_history_of_the_same_length(
    pair: Pair, house: House, other: House, vandal: Vandal
) -> None:
    match = pair.blue.match
    assert pair.blue.answers("e1").status_code == 201
    goes_back(vandal, pair)
    other.matches.answer(match, pair.blue.token, ("f1",), 5)
    assert pair.red.answers("b7", after=9).status_code in (201, 412)
    made = house.evidence.hashes(match, house.matches.film(match))
    assert [one.head.head.hex() for one in house.store.tree.entered(match)][-1] == made[-1]


def test_what_was_remembered_of_a_log_that_went_back_is_forgotten(
    pair: Pair, house: House, vandal: Vandal
) -> None:
    assert pair.blue.answers("e1").status_code == 201
    lookout = Lookout(house.store, house.bus, house.matches.forget)
    assert house.matches.kept(pair.blue.match) == 9
    goes_back(vandal, pair)
    lookout.look()
    assert house.matches.kept(pair.blue.match) == 0


@pytest.mark.parametrize("gone", [1, 3])
def test_a_match_with_a_hole_stops_no_view_of_the_others(
    club: Club, pair: Pair, house: House, vandal: Vandal, gone: int
) -> None:
    sound = club.seats_a_pair()
    assert pair.blue.answers("e1").status_code == 201
    vandal.drops(pair.blue.match, gone, gone)
    house.runner.catch_up()
    assert sound.blue.match in [row["match"] for row in told(club.gets("/matches"))["matches"]]
    ready = told(club.gets("/readyz"))
    assert ready["ready"]
    assert [*ready["set_aside"]] == [pair.blue.match]
    assert "are missing" in ready["set_aside"][pair.blue.match]
    for name in house.PROJECTIONS:
        house.runner.rebuild(name)
    assert [*told(club.gets("/readyz"))["set_aside"]] == [pair.blue.match]
