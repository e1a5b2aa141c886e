"""Preparing a match of chapter 1 (section 1 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from domain import table
from domain.arena.instructions import Give
from domain.arena.rules import ArenaRules
from domain.decider import Unplayable
from domain.table import Match, MatchOpened, SeatClaimed

from .play import BLUE, BLUE_CARDS, ORDER, RED, RED_CARDS, SIDES, book, opening, read_spaces, story_text


@pytest.mark.parametrize(
    ("options", "seats", "wrong"),
    [
        ({"chapter": 5}, 2, "chapter"),
        ({"edition": "de"}, 2, "edition"),
        ({"dragons": True}, 2, "dragons"),
        ({}, 3, "3"),
        ({}, 4, "4"),
        ({"chapter": 2}, 3, "2 or 4"),
        ({"chapter": 4}, 1, "2 or 4"),
    ],
)
def test_sa_101_what_no_chapter_allows_is_not_opened(
    options: Mapping[str, Any], seats: int, wrong: str
) -> None:
    """SA-101: chapter 1 head-to-head, the others in team play too; the reason names what was wrong."""
    with pytest.raises(Unplayable) as refused:
        ArenaRules(book()).initial_board(options, seats)
    assert refused.value.refusal.rule == "SA-101"
    assert wrong in refused.value.refusal.sentence


def test_sa_101_everything_has_its_default() -> None:
    """SA-101: chapter 1 of the English handbook, unless something else is asked for."""
    options = ArenaRules(book()).initial_board({}, 2).options
    assert (options.chapter, options.edition) == (1, "en")


def test_sa_102_teams_and_turn_order_are_fixed() -> None:
    """SA-102: blue Mickey and Aladdin, red Gaston and Ariel; Mickey, Ariel, Aladdin, Gaston."""
    board = ArenaRules(book()).initial_board({}, 2)
    assert {who: figure.seat for who, figure in board.figures.items()} == SIDES
    assert board.order == ORDER == ("SAM", "ARI", "ALA", "GAS")


def test_sa_102_a_card_set_without_the_four_cannot_be_played() -> None:
    """SA-102"""
    known = book()
    others = {who: character for who, character in known.characters.items() if who != "ARI"}
    with pytest.raises(Unplayable, match="ARI") as refused:
        ArenaRules(replace(known, characters=others)).initial_board({}, 2)
    assert refused.value.refusal.rule == "SA-102"


def test_sa_103_only_three_status_effects_are_on_the_cards() -> None:
    """SA-103: Magic Broom, Immobilized, Stealthy."""
    given = {
        told.status
        for card in (*BLUE_CARDS, *RED_CARDS)
        for paragraph in book().cards[card].printed.does
        for told in paragraph
        if isinstance(told, Give)
    }
    assert given == {"magic_broom", "immobilized", "stealthy"}


def test_sa_104_each_summoner_says_who_stands_where() -> None:
    """SA-104: on the two starting spaces of the own end that are closest to the centre."""
    play = opening()
    assert (play.asked.seat, play.asked.prompt, play.asked.about) == (BLUE, "place", "SAM")
    assert play.options == {"e1", "f1"}
    play.blue("f1")
    assert (play.asked.seat, play.asked.prompt, play.asked.about) == (RED, "place", "GAS")
    assert play.options == {"b7", "c7"}
    play.red("b7")
    assert {who: play.at(who) for who in ORDER} == read_spaces("""
         .  GAS ARI  .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .  ALA SAM  .
    """)


def test_sa_109_who_claims_seat_0_plays_blue_and_goes_first() -> None:
    """SA-109: in chapter 1 teams and order are fixed, so claiming a seat settles who begins."""
    rules = ArenaRules(book())
    opened = MatchOpened("arena", 1, {}, 2, "", "", 0, seed="a seed")
    match: Match[Any] = table.fold(rules, table.open_match(opened))
    for seat, player in ((1, "Rosa"), (0, "Otto")):
        match = table.claim_seat(rules, match, SeatClaimed(seat, player, "", 0)).match
    asked = table.open_question(rules, match)
    assert asked is not None
    assert (asked.seat, asked.prompt) == (0, "place")
    assert match.position.board.order[0] == "SAM"


def test_sa_114_decks_are_shuffled_together_and_6_cards_drawn() -> None:
    """SA-114: two characters' cards make one deck; 6 of them are the hand, and the limit."""
    blue_deck = ("ALA07", *(card for card in BLUE_CARDS if card != "ALA07"))
    play = opening(blue_deck).blue("e1").red("b7")
    assert play.story.splitlines()[4:11] == [
        f"SA-114 DeckShuffled seat=0 cards=[{','.join(blue_deck)}]",
        "SA-114 CardDrawn seat=0 card=ALA07",
        "SA-114 CardDrawn seat=0 card=SAM01",
        "SA-114 CardDrawn seat=0 card=SAM02",
        "SA-114 CardDrawn seat=0 card=SAM03",
        "SA-114 CardDrawn seat=0 card=SAM04",
        "SA-114 CardDrawn seat=0 card=SAM05",
    ]
    assert play.cards(RED).hand == RED_CARDS[:6]
    assert play.cards(RED).deck == RED_CARDS[6:]
    assert play.chance.remaining == []


def test_sa_114_then_the_first_round_begins_with_mickey_drawing_a_card() -> None:
    """SA-114, SA-201, SA-210: no exception is made for the first turn."""
    play = opening().blue("e1").red("b7")
    assert play.story.endswith(
        story_text("""
        SA-201 RoundBegan number=1
        SA-202 TurnBegan who=SAM
        SA-210 CardDrawn seat=0 card=SAM07
    """)
    )
    assert (play.asked.seat, play.asked.prompt, play.asked.about) == (BLUE, "turn", "SAM")
    assert len(play.cards(BLUE).hand) == 7
