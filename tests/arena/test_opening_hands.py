"""Opening hands, hand limits and ability cards from chapter 2 (SA-114, SA-115, SA-116)."""

from __future__ import annotations

import pytest

from domain.arena.board import Edition
from domain.arena.facts import CardDrawn, DeckShuffled, HandTakenBack
from domain.decider import redact_fact
from domain.model import CHANCE, Answered

from .play import BLUE, RED, Play, book, make_play, start_match, story_text
from .printed import recast

TWO = (("ALA", "SAM", "MAL"), ("GAS", "ARI", "DEM"))
FOUR = (("ALA", "SAM"), ("DEM", "GAS"), ("FAC", "MAL"), ("SUL", "ARI"))
AT_HOME = """
        GAS ARI DEM  .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
        ALA SAM MAL  .
"""


def dealt(chapter: int, seats: int = 2) -> Play:
    """A match whose opening hands have just been drawn."""
    play = start_match(seats, chapter=chapter, teams=TWO if seats == 2 else FOUR)
    while play.asked.prompt in ("stack", "place"):
        play.then(*play.asked.options[: play.asked.least])
    return play


def printed_hands(codes: tuple[str, ...]) -> int:
    return sum(book().characters[code].hand for code in codes)


# -- how many ----------------------------------------------------------------------------------------


def test_sa_114_three_decks_are_shuffled_together_and_chapter_2_draws_6() -> None:
    """SA-114"""
    play = dealt(2)
    assert [len(mine.hand) for mine in play.board.summoners] == [6, 6]
    assert [len(mine.hand) + len(mine.deck) for mine in play.board.summoners] == [30, 30]
    assert {card[:3] for card in (*play.cards(BLUE).deck, *play.cards(BLUE).hand)} == set(TWO[BLUE])


@pytest.mark.parametrize("chapter", [3, 4])
def test_sa_114_from_chapter_3_the_ability_cards_say_how_many(chapter: int) -> None:
    """SA-114: the sum of the own characters' hand sizes."""
    hands = [len(mine.hand) for mine in dealt(chapter).board.summoners]
    assert hands == [printed_hands(team) for team in TWO]


@pytest.mark.parametrize("chapter", [3, 4])
def test_sa_114_in_team_play_2_more(chapter: int) -> None:
    """SA-114: two characters have small hands, so each Summoner gets 2 cards on top."""
    hands = [len(mine.hand) for mine in dealt(chapter, 4).board.summoners]
    assert hands == [printed_hands(team) + 2 for team in FOUR]


def test_sa_114_in_team_play_with_chapter_2_there_are_no_ability_cards_to_sum_up() -> None:
    """SA-114: 6 each."""
    assert [len(mine.hand) for mine in dealt(2, 4).board.summoners] == [6, 6, 6, 6]


@pytest.mark.parametrize(("sizes", "limit"), [((1, 1, 1), 3), ((2, 3, 4), 9)])
def test_sa_701_that_number_is_also_the_limit_at_the_end_of_a_turn(
    sizes: tuple[int, int, int], limit: int
) -> None:
    """SA-701, SA-114: with hand sizes that sum up to 3, or to 9."""
    known = None
    for code, size in zip(("ALA", "SAM", "MAL"), sizes, strict=True):
        known = recast(code, printed=known, hand=size)
    hand = "MAL01 MAL02 MAL03 MAL04 MAL05 MAL06 MAL07 MAL08 MAL09 MAL10"
    teams = "ALA SAM MAL / GAS ARI DEM"
    play = make_play(AT_HOME, "ALA", teams=teams, chapter=3, hands=hand, printed=known).blue("end")
    assert play.asked.prompt == "discard"
    assert play.asked.least == play.asked.most == 10 - limit


def test_sa_701_in_team_play_the_limit_has_2_more_too() -> None:
    """SA-701, SA-114"""
    limit = printed_hands(("ALA", "SAM")) + 2
    teams = "ALA SAM / GAS ARI / DEM FAC / MAL SUL"
    hand = " ".join(f"ALA{n:02}" for n in range(1, 11))
    play = make_play(AT_HOME, "ALA", teams=teams, chapter=3, hands=hand).blue("end")
    assert play.asked.least == 10 - limit


# -- another opening hand ----------------------------------------------------------------------------


def test_sa_115_each_summoner_may_draw_a_new_opening_hand_once() -> None:
    """SA-115: it goes back, everything is shuffled, and the new hand stays."""
    play = dealt(2)
    assert (play.asked.seat, play.asked.prompt, play.asked.options) == (
        BLUE,
        "opening-hand",
        ("keep", "redraw"),
    )
    hand, deck = play.cards(BLUE).hand, play.cards(BLUE).deck
    again = (*reversed(hand), *deck)
    play.chance.remaining = [again]
    before = play.now
    play.blue("redraw")
    assert play.since(before) == story_text(f"""
        SA-115 HandTakenBack seat=0
        SA-115 DeckShuffled seat=0 cards=[{",".join(again)}]
        SA-115 CardDrawn seat=0 card={hand[5]}
        SA-115 CardDrawn seat=0 card={hand[4]}
        SA-115 CardDrawn seat=0 card={hand[3]}
        SA-115 CardDrawn seat=0 card={hand[2]}
        SA-115 CardDrawn seat=0 card={hand[1]}
        SA-115 CardDrawn seat=0 card={hand[0]}
    """)
    assert play.asked.seat == RED
    play.red("keep")
    assert play.asked.prompt == "turn"


def test_sa_115_who_keeps_the_hand_keeps_it() -> None:
    """SA-115: and the first turn begins."""
    play = dealt(2)
    hands = [mine.hand for mine in play.board.summoners]
    play.blue("keep").red("keep")
    assert not any(isinstance(fact.event, HandTakenBack) for fact in play.facts)
    first = play.asked.seat
    assert play.cards(1 - first).hand == hands[1 - first]
    assert play.cards(first).hand[:-1] == hands[first]


def test_sa_115_in_team_play_all_four_are_asked() -> None:
    """SA-115"""
    play = dealt(3, 4)
    asked = []
    while play.asked.prompt == "opening-hand":
        asked.append(play.asked.seat)
        play.then("redraw")
    assert asked == [0, 1, 2, 3]
    assert sum(isinstance(fact.event, HandTakenBack) for fact in play.facts) == 4


def test_sa_115_chapter_1_knows_no_second_hand() -> None:
    """SA-115: it begins with chapter 2."""
    play = start_match(2, chapter=1)
    while play.asked.prompt == "place":
        play.then(play.asked.options[0])
    assert play.asked.prompt == "turn"


def test_sa_115_it_is_kept_or_redrawn_and_nothing_else() -> None:
    """SA-115"""
    refusal = dealt(2).refusal("half of it")
    assert refusal.rule == "SA-115"
    assert "once" in refusal.sentence


def test_sa_115_the_new_hand_is_hidden_like_the_old_one() -> None:
    """SA-115"""
    play = dealt(2)
    before = play.now
    play.blue("redraw")
    red = play.rules.seat_viewer(play.board, RED)
    for fact in play.facts:
        event = redact_fact(play.rules, fact, red).event
        if fact.seq > before and isinstance(event, CardDrawn):
            assert event.card == ""
        if fact.seq > before and isinstance(event, DeckShuffled):
            assert set(event.cards) == {""}
        if fact.seq > before and isinstance(event, Answered) and event.seat == CHANCE:
            assert event.picks == ()


# -- ability cards -----------------------------------------------------------------------------------


@pytest.mark.parametrize("chapter", [3, 4])
def test_sa_116_ability_cards_start_on_the_starting_side(chapter: int) -> None:
    """SA-116"""
    assert not any(figure.upgraded for figure in dealt(chapter).board.figures.values())


def test_sa_116_before_chapter_3_there_are_none() -> None:
    """SA-116, SA-310: no skills are on offer, whoever is active."""
    play = dealt(2).blue("keep").red("keep")
    assert "skills" not in play.board.phases
    assert play.offers("skill") == set()


@pytest.mark.parametrize("edition", ["en", "fr", "it"])
def test_sa_117_in_team_play_with_chapter_2_a_hand_has_6_cards(edition: Edition) -> None:
    """SA-117: no ability card says a size, and nothing is added to none."""
    teams = [["SAM", "ALA"], ["GAS", "ARI"], ["DEM", "FAC"], ["MAL", "SUL"]]
    play = start_match(4, chapter=2, edition=edition, teams=teams)
    while play.asked.prompt != "opening-hand":
        play.then(*play.asked.options[: play.asked.least])
    assert [len(mine.hand) for mine in play.board.summoners] == [6, 6, 6, 6]
