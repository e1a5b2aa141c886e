"""The set-up: who plays, what everyone begins with, and what lies open."""

from __future__ import annotations

import pytest

from domain import chance, decider, villainous
from domain.decider import Position
from domain.model import CHANCE, Answered, Asked, Fact
from domain.villainous import facts
from domain.villainous.board import Board
from tests.villainous.play import BOOK, JUDGE, RULES, SPECTATOR, events_of_kind

EVERYONE = 6


def in_turn(asked: Asked, seq: int) -> Answered:
    """Chance that turns every deck over."""
    return chance.chance_answer(asked.options[::-1])


def begun(seats: int) -> tuple[list[Fact], Board]:
    """What is told when a match of so many begins, and the first board."""
    start = Position(RULES.initial_board({}, seats))
    decision = decider.decide(RULES, start, Answered(CHANCE, ("begin",)), in_turn)
    return decision.facts, decision.position.board


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_vi_001_two_to_six_players_have_a_villain_each_and_no_two_the_same(seats: int) -> None:
    _, board = begun(seats)
    assert len({mine.who for mine in board.realms}) == seats
    assert {mine.who for mine in board.realms} <= set(villainous.list_characters(BOOK))


@pytest.mark.parametrize(
    ("options", "seats", "why"),
    [
        ({"villains": ["cruella", "captain-hook"]}, 2, "2 different Villains of prince-john"),
        ({"villains": ["captain-hook", "captain-hook"]}, 2, "2 different Villains"),
        ({"villains": ["captain-hook"]}, 2, "2 different Villains"),
        ({"villain": "captain-hook"}, 2, "unknown field `villain`"),
        ({"theft": "forbidden"}, 2, "Invalid enum value 'forbidden'"),
        ({}, 1, "seats 2 to 6 players, not 1"),
        ({}, 7, "seats 2 to 6 players, not 7"),
    ],
)
def test_vi_001_a_match_nobody_could_play_is_refused(
    options: dict[str, object], seats: int, why: str
) -> None:
    with pytest.raises(decider.Unplayable) as caught:
        RULES.initial_board(options, seats)
    assert caught.value.refusal.rule == "VI-001"
    assert why in caught.value.refusal.sentence


def test_vi_002_the_box_holds_thirty_and_fifteen_cards_a_villain_and_eighty_tokens() -> None:
    assert len(BOOK.villains) == EVERYONE
    for villain in BOOK.villains.values():
        decks = [sum(card.copies for card in deck) for deck in (villain.villain, villain.fate)]
        assert (villain.id, decks) == (villain.id, [30, 15])
    assert len(BOOK.cards) == EVERYONE * 45
    assert BOOK.card_set.tokens == 80


def test_vi_003_the_mover_begins_at_the_leftmost_of_four_locations() -> None:
    _, board = begun(EVERYONE)
    for mine in board.realms:
        row = list(BOOK.locations[mine.who])
        assert (len(row), mine.at) == (4, row[0])


def test_vi_004_three_rightmost_locations_begin_locked() -> None:
    _, board = begun(EVERYONE)
    locked = {mine.who: mine.locked for mine in board.realms if mine.locked}
    assert locked == {who: (list(BOOK.locations[who])[-1],) for who in ("captain-hook", "jafar", "ursula")}


def test_vi_005_both_decks_are_shuffled_and_lie_face_down_beside_empty_discard_piles() -> None:
    happened, board = begun(EVERYONE)
    shuffled = [(fact.seat, fact.pile) for fact in events_of_kind(happened, facts.DeckShuffled)]
    assert shuffled == [(seat, pile) for seat in range(EVERYONE) for pile in ("villain", "fate")]
    john, seen = board.realms[0], RULES.redact_board(board, RULES.seat_viewer(board, 0)).realms[0]
    printed = BOOK.villains["prince-john"]
    assert john.fate.deck == tuple(card for kind in printed.fate for card in kind.ids)[::-1]
    assert set(seen.villain.deck + seen.fate.deck) == {""}, "the own decks too"
    assert (len(seen.villain.deck), len(seen.fate.deck)) == (26, 15)
    assert seen.villain.discard == seen.fate.discard == ()
    assert RULES.redact_board(board, JUDGE) == board


def test_vi_006_the_first_hand_is_the_top_four_cards_and_for_the_own_eyes() -> None:
    happened, board = begun(EVERYONE)
    assert [len(mine.hand) for mine in board.realms] == [4] * EVERYONE
    [first, *_] = [fact for fact in happened if isinstance(fact.event, facts.CardsDrawn)]
    assert first.rule == "VI-006"
    own, other = RULES.seat_viewer(board, 0), RULES.seat_viewer(board, 1)
    assert [RULES.redact_board(board, viewer).realms[0].hand for viewer in (own, other, SPECTATOR)] == [
        board.realms[0].hand, ("",) * 4, ("",) * 4,
    ]  # fmt: skip
    assert all(RULES.redact_event(first.event, viewer) != first.event for viewer in (other, SPECTATOR))


def test_vi_007_power_at_the_start_goes_by_turn_order() -> None:
    happened, board = begun(EVERYONE)
    assert [mine.power for mine in board.realms] == [0, 1, 2, 2, 3, 3]
    rules = {fact.rule for fact in happened if isinstance(fact.event, facts.PowerGained)}
    assert rules == {"VI-007"}


def test_vi_008_all_other_power_is_in_the_cauldron() -> None:
    _, board = begun(EVERYONE)
    assert board.cauldron == 80 - 11


def test_vi_009_everyone_knows_every_objective() -> None:
    _, board = begun(EVERYONE)
    seen = RULES.redact_board(board, SPECTATOR)
    objectives = {
        villain["id"]: villain["objective"] for villain in villainous.describe_cards(BOOK)["villains"]
    }
    assert all(objectives[mine.who].endswith(".") for mine in seen.realms)
    assert len(set(objectives.values())) == EVERYONE


def test_the_villains_sit_where_the_options_say_and_the_first_seat_begins() -> None:
    board = RULES.initial_board({"villains": ["maleficent", "captain-hook"]}, 2)
    assert [mine.who for mine in board.realms] == ["maleficent", "captain-hook"]
    happened, board = begun(3)
    assert events_of_kind(happened, facts.TurnBegan) == [facts.TurnBegan(0, 1)]
    assert (board.seat, board.stage) == (0, "move")
