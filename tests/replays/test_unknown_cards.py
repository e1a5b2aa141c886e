"""Answers at a position with unknown cards: legal, possible, or illegal with the rule."""

from __future__ import annotations

from domain.games import GAMES
from replays.analysis.unknown_cards import JudgedChoice, judge_position
from service.catalog.cardsets import packaged_cards
from service.matches.viewing.narrators import choice_narrator
from tests.domain.test_unknowns import TABLE

ARENA = GAMES["arena"]
RULES = ARENA.make_rules(packaged_cards("arena").book)


def judge(position: str) -> dict[str, JudgedChoice]:
    """Returns the answers at *position* by pick."""
    judged = judge_position(ARENA, RULES, position, choice_narrator(ARENA, RULES, "en"))
    return {choice.pick: choice for choice in judged.choices}


def test_sam_moves_in_any_case_and_plays_what_may_be_in_hand() -> None:
    choices = judge(f"{TABLE}A deck=?12 hand=SAM02,? discards=SAM03 / B deck=?11 hand=?5")
    assert choices["move:d4"].legality == "legal"
    assert choices["play:SAM02"].legality == "legal"
    assert choices["play:SAM01"].legality == "possible"
    assert "play:SAM03" not in choices
    far = choices["move:d6"]
    assert (far.legality, far.rule) == ("illegal", "SA-303")


def test_without_unknown_cards_nothing_is_merely_possible() -> None:
    choices = judge(f"{TABLE}A deck=SAM01 hand=SAM02 / B hand=GAS01")
    assert {choice.legality for choice in choices.values()} == {"legal", "illegal"}
    assert choices["play:SAM02"].legality == "legal"
    assert choices.get("play:SAM01") is None or choices["play:SAM01"].legality == "illegal"


def test_the_board_shows_unknown_cards_as_blanks() -> None:
    text = f"{TABLE}A deck=?12 hand=SAM02,? / B hand=?5"
    judged = judge_position(ARENA, RULES, text, choice_narrator(ARENA, RULES, "en"))
    [first, second] = judged.board.summoners
    assert (first.hand, first.deck, second.hand) == (("SAM02", ""), ("",) * 12, ("",) * 5)


def test_a_position_in_the_midst_of_an_effect_says_why_nobody_is_asked() -> None:
    text = TABLE.replace("left=m1a1", "left=m1a1 resolving=SAM05") + "A deck=?12 hand=?2 / B hand=?5"
    judged = judge_position(ARENA, RULES, text, choice_narrator(ARENA, RULES, "en"))
    assert (judged.question, judged.choices, judged.rule) == (None, [], "SA-313")
