"""A film shows the table as it stood at any fact."""

from __future__ import annotations

import pytest

from domain import table
from domain.words import Fact, Viewer
from replays.film import Film, NoSuchMoment

from . import toy
from .conftest import Shelf

Record = tuple[Fact, ...]


@pytest.fixture
def film(trumps: Shelf, record: Record) -> Film[toy.Board, tuple[str, ...]]:
    return Film(trumps.rules, record)


def test_it_stops_at_every_fact_where_the_fold_stood(
    film: Film[toy.Board, tuple[str, ...]], record: Record, trumps: Shelf
) -> None:
    assert len(record) > 100
    for seq in reversed(film.seqs):
        assert film.at(seq) == table.fold(trumps.rules, record[:seq])


def test_it_runs_from_the_first_fact_to_the_last(
    film: Film[toy.Board, tuple[str, ...]], record: Record
) -> None:
    assert [match.seq for match in film] == [fact.seq for fact in record] == list(film.seqs)
    assert len(film) == len(record)


def test_it_stops_in_the_middle_of_an_answer(film: Film[toy.Board, tuple[str, ...]], record: Record) -> None:
    played = next(fact.seq for fact in record if isinstance(fact.event, toy.Played))
    assert film.at(played).position.running is not None
    assert film.scene(played, Viewer("spectator", frozenset())).question is None


def test_answer_by_answer_it_shows_all_that_followed(
    film: Film[toy.Board, tuple[str, ...]], trumps: Shelf
) -> None:
    for n in film.plies[:-1]:
        match = film.ply(n)
        assert match.ply == n
        assert table.asked(trumps.rules, match) is not None
        assert film.at(match.seq + 1).ply == n + 1
    assert film.ply(film.plies[-1]).ended is not None


def test_before_the_first_answer_the_cards_are_dealt(film: Film[toy.Board, tuple[str, ...]]) -> None:
    assert film.ply(0).position.board.hands


def test_every_seat_sees_its_own_hand_and_nobody_elses(film: Film[toy.Board, tuple[str, ...]]) -> None:
    dealt = film.ply(0).seq
    mine, theirs = film.scene(dealt, Viewer("0", frozenset((0,)))).board.hands
    assert "" not in mine
    assert set(theirs) == {""}


@pytest.mark.parametrize(("seq", "said"), [(0, "no fact 0"), (-1, "no fact -1"), (10_000, "no fact 10000")])
def test_outside_of_the_record_there_is_no_such_moment(
    film: Film[toy.Board, tuple[str, ...]], seq: int, said: str
) -> None:
    with pytest.raises(NoSuchMoment, match=f"{said}: the record holds facts 1 to {len(film)}"):
        film.at(seq)


def test_there_is_no_answer_before_or_after_all_answers(film: Film[toy.Board, tuple[str, ...]]) -> None:
    last = film.plies[-1]
    for n in (-1, last + 1):
        with pytest.raises(NoSuchMoment, match=f"no answer {n}: the record holds answers 1 to {last}"):
            film.ply(n)


def test_an_empty_record_has_no_moments(trumps: Shelf) -> None:
    nothing = Film(trumps.rules, [])
    assert list(nothing) == []
    with pytest.raises(NoSuchMoment, match="no fact 1: the record holds no fact yet"):
        nothing.at(1)
    with pytest.raises(NoSuchMoment, match="no answer 1"):
        nothing.ply(1)


def test_a_match_just_opened_has_one_moment(trumps: Shelf, record: Record) -> None:
    opened = Film(trumps.rules, record[:1])
    assert opened.ply(0) == opened.at(1)
    with pytest.raises(NoSuchMoment, match="no fact 2: the record holds fact 1 alone"):
        opened.at(2)


def test_it_shows_every_game_of_the_house(shelf: Shelf) -> None:
    facts = shelf.play("a film", *["random"] * shelf.game.SEATS[0])
    film = Film(shelf.rules, facts)
    for seq in (1, len(facts) // 3, len(facts) // 2, len(facts)):
        assert film.at(seq) == table.fold(shelf.rules, facts[:seq])
