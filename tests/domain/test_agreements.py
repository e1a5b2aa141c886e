"""Around the game: players concede, offer draws and rest, and judges let them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain import table
from domain.model import Answered, Event, Seat
from domain.table import (
    CommandOutcome,
    Conceded,
    DrawOffered,
    Match,
    MatchEnded,
    Offer,
    OfferDeclined,
    Offers,
    PauseAsked,
    Paused,
    Resumed,
    Ruled,
    WrongMoment,
)
from tests.domain.toy_game import ToyBoard

from . import toy_matches
from .toy_matches import RULES

Evening = Match[ToyBoard]


class Table:
    """A match in the toy_matches, and what happens around it."""

    def __init__(self, log: toy_matches.Log) -> None:
        self.match: Evening = toy_matches.match(log)

    def does(self, what: Callable[..., CommandOutcome[ToyBoard]], event: Event) -> list[str]:
        """Somebody does something; returns what followed, by name, each because of the one before."""
        before = self.match
        facts, self.match = what(RULES, self.match, event)
        assert table.fold(RULES, facts, before) == self.match
        assert [fact.cause for fact in facts] == [fact.seq - 1 for fact in facts]
        return [type(fact.event).__name__ for fact in facts]

    def concedes(self, seat: Seat) -> list[str]:
        return self.does(table.concede_match, Conceded(seat, 500))

    def offers(self, seat: Seat) -> list[str]:
        return self.does(table.offer_draw, DrawOffered(seat, 500))

    def tires(self, seat: Seat) -> list[str]:
        return self.does(table.ask_pause, PauseAsked(seat, 500))

    def declines(self, seat: Seat, what: Offer) -> list[str]:
        return self.does(table.decline_offer, OfferDeclined(seat, what, 500))

    def answers(self, seat: Seat, *picks: str) -> None:
        self.match = table.answer_question(RULES, self.match, Answered(seat, picks, 500)).match


@pytest.fixture
def evening() -> Table:
    """Both have sat down, and seat 0 is asked to go or to wait."""
    return Table(toy_matches.claimed())


@pytest.fixture
def opened() -> Table:
    """Nobody has sat down yet."""
    return Table(toy_matches.opened())


# -- conceding ---------------------------------------------------------------------------------------


def test_who_concedes_loses_and_the_seed_is_told(evening: Table) -> None:
    assert evening.concedes(0) == ["Conceded", "MatchEnded"]
    assert evening.match.ended == MatchEnded((1,), (0, 1), "a seed")
    with pytest.raises(WrongMoment, match="The match is over"):
        evening.concedes(1)


def test_a_match_of_many_sides_is_not_conceded(evening: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RULES, "list_sides", lambda board: ((0,), (1,), (2,)), raising=False)
    with pytest.raises(WrongMoment, match="3 sides play this match"):
        evening.concedes(0)


def test_a_match_that_has_not_begun_is_not_conceded(opened: Table) -> None:
    with pytest.raises(WrongMoment, match="Not every seat is claimed yet"):
        opened.concedes(0)


def test_a_match_can_be_conceded_in_the_middle_of_an_effect() -> None:
    there = Table(toy_matches.asking())
    there.concedes(1)
    assert there.match.ended is not None
    assert there.match.ended.winners == (0,)


# -- draws -------------------------------------------------------------------------------------------


def test_a_draw_is_agreed_when_every_side_has_offered_it(evening: Table) -> None:
    assert evening.offers(1) == ["DrawOffered"]
    assert evening.offers(0) == ["DrawOffered", "MatchEnded"]
    assert evening.match.ended == MatchEnded((), (0, 0), "a seed")


def test_one_of_a_side_speaks_for_all_of_it(evening: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RULES, "list_sides", lambda board: ((0, 1),), raising=False)
    assert evening.offers(1) == ["DrawOffered", "MatchEnded"]


def test_an_offer_stands_until_the_next_answer(evening: Table) -> None:
    evening.offers(1)
    with pytest.raises(WrongMoment, match="has offered a draw already"):
        evening.offers(1)
    evening.answers(0, "go")
    assert evening.offers(0) == ["DrawOffered"]
    assert evening.offers(1) == ["DrawOffered", "MatchEnded"]


def test_who_is_asked_can_decline_and_then_it_stands_no_more(evening: Table) -> None:
    for seat in (0, 1):
        with pytest.raises(WrongMoment, match="nothing for you to decline"):
            evening.declines(seat, "draw")
    evening.offers(1)
    assert table.seats_to_agree(RULES, evening.match, "draw") == {0}
    with pytest.raises(WrongMoment, match="nothing for you to decline"):
        evening.declines(1, "draw")
    assert evening.declines(0, "draw") == ["OfferDeclined"]
    assert evening.match.offers.draws == ()
    assert evening.match.offers.declined == OfferDeclined(0, "draw", 500)
    evening.tires(1)
    assert evening.match.offers.declined == OfferDeclined(0, "draw", 500)
    evening.declines(0, "pause")
    assert evening.match.offers.pauses == ()
    evening.tires(0)
    assert evening.match.offers.declined is None
    evening.answers(0, "go")
    assert evening.match.offers == Offers()


def test_of_a_side_of_two_nobody_is_asked_what_one_of_them_offers(
    evening: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.offers(1)
    evening.tires(1)
    monkeypatch.setattr(RULES, "list_sides", lambda board: ((0, 1),), raising=False)
    assert table.seats_to_agree(RULES, evening.match, "draw") == frozenset()
    assert table.seats_to_agree(RULES, evening.match, "pause") == {0}


def test_nobody_agrees_to_what_is_not_offered(evening: Table) -> None:
    with pytest.raises(WrongMoment, match="nothing to agree to"):
        evening.does(table.offer_draw, DrawOffered(0, 500, agrees=True))
    with pytest.raises(WrongMoment, match="nothing to agree to"):
        evening.does(table.ask_pause, PauseAsked(0, 500, agrees=True))
    evening.offers(1)
    assert evening.does(table.offer_draw, DrawOffered(0, 500, agrees=True)) == ["DrawOffered", "MatchEnded"]


def test_an_offer_disturbs_nobody_who_is_to_answer(evening: Table) -> None:
    moved = evening.match.last_game_seq
    evening.offers(1)
    assert evening.match.last_game_seq == moved
    assert table.open_question(RULES, evening.match) is not None


# -- pauses ------------------------------------------------------------------------------------------


def test_the_match_pauses_when_every_seat_has_asked_for_it(evening: Table) -> None:
    assert evening.tires(0) == ["PauseAsked"]
    assert evening.tires(1) == ["PauseAsked", "Paused"]
    assert evening.match.is_paused
    assert table.open_question(RULES, evening.match) is None
    assert (
        table.make_scene(RULES, evening.match, table.all_viewers(RULES, evening.match)[0]).status == "paused"
    )


def test_nobody_answers_in_a_pause(evening: Table) -> None:
    evening.does(table.pause_match, Paused("judge:judge-3", 500))
    with pytest.raises(WrongMoment, match="The match is paused, by judge:judge-3"):
        evening.answers(0, "go")
    evening.does(table.resume_match, Resumed("organizer:desk", 500))
    evening.answers(0, "go")
    assert evening.match.ply == 1


def test_what_was_asked_before_an_answer_is_asked_no_more(evening: Table) -> None:
    evening.tires(1)
    with pytest.raises(WrongMoment, match="You have asked for a pause already"):
        evening.tires(1)
    evening.answers(0, "go")
    assert evening.tires(0) == ["PauseAsked"]
    assert not evening.match.is_paused


def test_a_player_ends_the_players_pause_but_not_the_judges(evening: Table) -> None:
    evening.tires(0)
    evening.tires(1)
    evening.does(table.resume_match, Resumed("seat:1", 500))
    evening.does(table.pause_match, Paused("judge:judge-3", 500))
    with pytest.raises(WrongMoment, match="judge:judge-3 has paused the match"):
        evening.does(table.resume_match, Resumed("seat:1", 500))


@pytest.mark.parametrize("by", ["seat:0", "players"])
def test_no_player_orders_a_pause(evening: Table, by: str) -> None:
    with pytest.raises(WrongMoment, match="Players ask each other for a pause"):
        evening.does(table.pause_match, Paused(by, 500))


def test_only_what_goes_on_pauses_and_only_what_is_paused_goes_on(evening: Table) -> None:
    with pytest.raises(WrongMoment, match="The match is not paused"):
        evening.does(table.resume_match, Resumed("judge:judge-3", 500))
    evening.does(table.pause_match, Paused("judge:judge-3", 500))
    with pytest.raises(WrongMoment, match="The match is paused already"):
        evening.tires(0)


def test_a_paused_match_can_be_conceded(evening: Table) -> None:
    evening.does(table.pause_match, Paused("judge:judge-3", 500))
    evening.concedes(1)
    assert table.match_status(evening.match) == "over"
    assert not evening.match.is_paused


def test_a_rewind_takes_offers_back_and_not_the_pause() -> None:
    log = toy_matches.greeted()
    there = Table(log)
    there.offers(0)
    there.does(table.pause_match, Paused("judge:judge-3", 500))
    there.does(table.open_dispute, table.DisputeOpened(1, "seat:0", "No!", (), 500))
    ruled = Ruled(1, "judge-3", "rewind", (), "Again.", 500)
    line = toy_matches.line(log, 6)
    there.match = table.rule_case(RULES, there.match, ruled, line=line).match
    assert there.match.offers == table.Offers(paused=Paused("judge:judge-3", 500))
