"""The table around a game: who opened the match, who sits where, and how it ended."""

from __future__ import annotations

import pytest

from domain import chance, decider, table
from domain.decider import Illegal, Unplayable
from domain.messages import Message
from domain.model import CHANCE, Answered, Asked, Fact, Refusal, Resolved
from domain.script import Script, shuffle_cards
from domain.table import MatchEnded, MatchOpened, SeatClaimed, WrongMoment

from .toy_game import Said, T, ToyBoard, Whispered
from .toy_matches import (
    ANN,
    BOB,
    OPENED,
    RULES,
    Log,
    ToyMatchGame,
    answered,
    claimed,
    ended,
    events,
    match,
    opened,
)


def status(log: Log) -> str:
    return table.make_scene(RULES, match(log), table.all_viewers(RULES, match(log))[0]).status


# -- from the opening to the end ---------------------------------------------------------------------


def test_opening_a_match_is_one_fact_with_all_that_it_is_played_with() -> None:
    assert opened() == [Fact(1, 0, "", OPENED)]
    assert status(opened()) == "open"
    assert table.open_question(RULES, match(opened())) is None


def test_a_match_that_cannot_be_played_is_refused_by_its_game() -> None:
    dancing = MatchOpened("toy_game", 1, {"dancing": True}, 2, "", "", 0)
    with pytest.raises(Unplayable, match="nothing to choose") as unplayable:
        match(table.open_match(dancing))
    assert unplayable.value.refusal.rule == "P-1"


def test_seats_are_claimed_in_any_order() -> None:
    log = opened()
    log += table.claim_seat(RULES, match(log), BOB).facts
    assert events(log)[1:] == [BOB]
    assert match(log).players == (None, BOB)
    assert status(log) == "open"
    log += table.claim_seat(RULES, match(log), ANN).facts
    assert match(log).players == (ANN, BOB)


def test_the_last_claim_begins_the_game() -> None:
    log = claimed()
    assert events(log)[1:3] == [ANN, BOB]
    begun = log[3].event
    assert isinstance(begun, Answered)
    assert (begun.seat, begun.secret, begun.at) == (CHANCE, True, 0)
    assert events(log)[4:] == [Said("welcome"), Resolved()]
    assert status(log) == "playing"
    assert table.open_question(RULES, match(log)) == Asked(0, "round", ("go", "wait"))


def test_chance_is_the_seed_stirred_with_every_nonce() -> None:
    luck = chance.chance_by_fact(chance.line_key("a seed", ["ann's nonce", "bob's nonce"]))
    begun = claimed()[3]
    assert isinstance(begun.event, Answered)
    assert begun.event == luck(Asked(CHANCE, "greet", ("ann", "bob")), begun.seq)


def test_an_answer_tells_what_follows_and_numbers_run_on() -> None:
    before = claimed()
    log = answered(before, 0, "go")
    assert events(log[len(before) :]) == [
        Answered(0, ("go",), 400),
        Asked(1, "word", ("hello", "Good night")),
    ]
    assert [fact.seq for fact in log] == list(range(1, len(log) + 1))


def test_plies_are_the_answers_of_players() -> None:
    assert match(claimed()).ply == 0
    assert match(answered(claimed(), 0, "go")).ply == 1
    assert match(ended()).ply == 2


def test_the_end_tells_the_result_and_reveals_the_seed() -> None:
    last = ended()[-1]
    assert last.event == MatchEnded((1,), (0, 2), "a seed")
    assert (last.rule, last.cause) == ("P-9", last.seq - 1)
    assert status(ended()) == "over"
    assert table.open_question(RULES, match(ended())) is None


def test_the_fold_of_a_part_and_of_the_rest_is_the_fold_of_all() -> None:
    log = ended()
    for cut in range(1, len(log)):
        assert table.fold(RULES, log[cut:], match(log[:cut])) == match(log)
        assert match(log[:cut]).seq == cut


# -- wrong moments, wrong seats ----------------------------------------------------------------------


def test_nobody_answers_before_every_seat_is_claimed() -> None:
    with pytest.raises(WrongMoment, match=r"Not every seat is claimed yet\."):
        answered(opened(), 0, "go")


def test_nobody_answers_after_the_end() -> None:
    with pytest.raises(WrongMoment, match=r"The match is over\."):
        answered(ended(), 0, "go")


def test_a_seat_is_claimed_once() -> None:
    log = opened()
    log += table.claim_seat(RULES, match(log), ANN).facts
    with pytest.raises(WrongMoment, match=r"Seat 0 is taken\."):
        table.claim_seat(RULES, match(log), SeatClaimed(0, "Zoe", "", 1))


@pytest.mark.parametrize(("seat", "refused"), [(-1, True), (0, False), (1, False), (2, True)])
def test_there_are_as_many_seats_as_were_opened(seat: int, refused: bool) -> None:
    expected = Refusal("", Message("There are seats 0 to 1.")) if refused else None
    assert table.seat_refusal(match(opened()), seat) == expected


def test_an_answer_that_is_none_is_the_games_to_refuse() -> None:
    with pytest.raises(Illegal, match="Nobody in a toy_game says “dance”"):
        answered(claimed(), 0, "dance")
    with pytest.raises(Illegal, match="Seat 0 answers now, not seat 1"):
        answered(claimed(), 1, "go")


# -- what is seen ------------------------------------------------------------------------------------


def test_everyone_who_may_look_has_a_name() -> None:
    viewers = table.all_viewers(RULES, match(claimed()))
    assert [viewer.name for viewer in viewers] == ["spectator", "seat-0", "seat-1", "judge"]
    assert [viewer.shares for viewer in viewers] == [set(), {0}, {1}, {CHANCE, 0, 1}]


def test_seeds_and_tokens_are_for_nobodys_eyes() -> None:
    for viewer in table.all_viewers(RULES, match(claimed())):
        first, ann, *_ = [table.redact_fact(RULES, fact, viewer).event for fact in claimed()]
        assert isinstance(first, MatchOpened)
        assert (first.seed, first.claims, first.commitment) == ("", (), OPENED.commitment)
        assert isinstance(ann, SeatClaimed)
        assert (ann.player, ann.nonce, ann.token) == ("Ann", "ann's nonce", "")


def test_after_the_end_the_seed_is_told_to_everyone() -> None:
    for viewer in table.all_viewers(RULES, match(ended())):
        assert table.redact_fact(RULES, ended()[-1], viewer) == ended()[-1]


def test_a_scene_is_what_a_viewer_sees_of_a_match() -> None:
    log = answered(claimed(), 0, "go")
    spectator = table.all_viewers(RULES, match(log))[0]
    scene = table.make_scene(RULES, match(log), spectator)
    assert (scene.game, scene.seq, scene.ply, scene.status) == ("toy_game", len(log), 1, "playing")
    assert (scene.viewer, scene.players) == ("spectator", ("Ann", "Bob"))
    assert scene.question == Asked(1, "word", ("hello", "Good night"))
    assert scene.board.words == ("welcome",)
    assert scene.ended is None


def test_a_games_secrets_stay_the_games() -> None:
    fact = Fact(9, 8, "P-3", Whispered(1, "psst"))
    spectator, seat_0, seat_1, judge = table.all_viewers(RULES, match(claimed()))
    heard = [table.redact_fact(RULES, fact, viewer).event for viewer in (spectator, seat_0, seat_1, judge)]
    assert heard == [Whispered(1, ""), Whispered(1, ""), Whispered(1, "psst"), Whispered(1, "psst")]


def test_a_game_may_ask_chance_several_times_before_anyone_plays() -> None:
    class Dealing(ToyMatchGame):
        """Chance answers until three words have fallen."""

        def next_question(self, board: ToyBoard) -> Asked | None:
            return super().next_question(ToyBoard()) if len(board.words) < 3 else super().next_question(board)

    def deal(t: T) -> Script[None]:
        for card in (yield from shuffle_cards(("ace",))):
            yield Said(card)

    rules = Dealing(deal)
    log = table.open_match(OPENED)
    for who in (ANN, BOB):
        log += table.claim_seat(rules, table.fold(rules, log), who).facts
    assert table.fold(rules, log).position.board.words == ("ace", "ace", "ace")
    assert decider.open_question(rules, table.fold(rules, log).position) == Asked(0, "round", ("go", "wait"))
