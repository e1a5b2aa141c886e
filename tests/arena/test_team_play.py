"""Team play: four Summoners, two teams (SA-602, SA-805, SA-908); a teammate's gear is in `test_upgrades`."""

from __future__ import annotations

from functools import partial
from typing import Literal

import pytest

from domain import decider
from domain.arena.facts import CardBanished
from domain.model import CHANCE, Result, Viewer

from .play import A, B, C, D, Play, book, make_play, reprinted, story_text
from .printed import recast, skill

TEAMS = "SAM ALA / GAS ARI / DEM FAC / MAL SUL"
IN_THE_THICK = """
         .   .   .   .
       .  FAC DEM  .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .  SUL MAL  .   .
         .   .   .   .
"""
HANDS = "SAM01 ALA02 / GAS03 / DEM04 FAC05 / MAL06".replace(" /", "")

four = partial(make_play, IN_THE_THICK, teams=TEAMS, chapter=3)
SPECTATOR = Viewer("spectator", frozenset())
JUDGE = Viewer("judge", frozenset((CHANCE, A, B, C, D)))


def vp(who: str) -> int:
    return book().characters[who].vp


def play_out_the_round(play: Play) -> Play:
    """Everyone ends the own turn until the round is over."""
    number = play.board.round
    while not play.over and play.board.round == number:
        play.then(*play.asked.options[-play.asked.least :])
    return play


# -- whose is what -----------------------------------------------------------------------------------


def test_sa_201_a_b_d_c_each_with_the_own_characters() -> None:
    """SA-201, SA-112: only the active character's Summoner plays."""
    play = four("SAM")
    turns = []
    for _ in range(9):
        turns.append((play.asked.about, play.asked.seat))
        play.then(*play.asked.options[-play.asked.least :])
    seats = [("SAM", A), ("GAS", B), ("MAL", D), ("DEM", C), ("ALA", A), ("ARI", B), ("SUL", D), ("FAC", C)]
    assert turns == [*seats, ("SAM", A)]


def test_a_teammates_characters_are_allies() -> None:
    """SA-901, SA-304: they are passed, they are no targets, and what names allies means them too."""
    board = four("SAM").board
    assert set(board.allies_of("SAM")) == {"ALA", "MAL", "SUL"}
    assert set(board.rivals_of("SAM")) == {"GAS", "ARI", "DEM", "FAC"}
    assert [board.partner_of(seat) for seat in (A, B, C, D)] == [D, C, B, A]
    assert four("SAM").refusal("attack:MAL").rule == "SA-907"
    assert "c2" in four("SAM").offers("move")


def test_sa_313_but_only_the_own_cards_are_played() -> None:
    """SA-313"""
    play = four("SAM", hands="SAM08 MAL08")
    assert play.offers("play") == {"SAM08"}
    assert play.refusal("play:MAL08").rule == "SA-313"


def test_sa_507_who_chooses_a_stealthy_rival_pays_from_the_own_hand() -> None:
    """SA-507: the teammate's cards do not count for it; and a teammate's Stealthy character costs nothing."""
    stealthy = {"GAS": {"stealthy": 1}, "MAL": {"stealthy": 1}}
    assert four("SAM", hands="MAL01", statuses=stealthy).refusal("attack:GAS").rule == "SA-507"
    paid = four("SAM", hands="SAM01 MAL01", statuses=stealthy).then("attack:GAS")
    assert paid.last(CardBanished).event == CardBanished(A, "SAM01")
    friendly = reprinted("SAM09", [{"verb": "heal", "hp": 1, "to": "one ally within 2"}])
    healed = four("SAM", hands="SAM09", hp={"MAL": 2}, statuses=stealthy, printed=friendly)
    healed.then("play:SAM09").then("MAL")
    assert healed.hp("MAL") == 3
    assert healed.cards(A).banished == ()


def test_sa_413_the_bearers_own_summoner_banishes() -> None:
    """SA-413: not the bearer's teammate."""
    known = reprinted("SAM09", [{"verb": "banish", "cards": 1, "to": "one rival within 1"}])
    play = four("SAM", hands="SAM09 GAS01 ARI01 DEM01 FAC01", printed=known).then("play:SAM09")
    assert (play.asked.seat, play.options) == (B, {"GAS01", "ARI01"})


def test_sa_410_which_rivals_deck_is_revealed_is_chosen() -> None:
    """SA-410, SA-412: of two rival Summoners; one with an empty deck has nothing to reveal."""
    look = recast("SAM", start={"skills": [skill([{"verb": "reveal", "of": "rival"}])]})
    play = four("SAM", decks="GAS01 DEM01", printed=look).then("skill:SAM.s1")
    assert (play.asked.seat, play.asked.prompt, play.options) == (A, "whose-deck", {"1", "2"})
    assert play.refusal("3").rule == "SA-410"
    assert play.then("2").story.endswith("SAM.s1.1 CardRevealed seat=2 card=DEM01")
    one = four("SAM", decks="GAS01", printed=look).then("skill:SAM.s1")
    assert one.story.endswith("SAM.s1.1 CardRevealed seat=1 card=GAS01")
    none = four("SAM", decks="", printed=look).then("skill:SAM.s1")
    assert "CardRevealed" not in none.story
    assert not none.board.final


# -- points and the end ------------------------------------------------------------------------------


def test_sa_602_points_are_pooled_per_team() -> None:
    """SA-602: whoever of the team it was."""
    play = four("SAM", hp={"GAS": 1, "DEM": 1}).then("attack:GAS").then("end")
    assert play.board.points == (vp("GAS"), 0)
    assert "SA-206" not in play.story
    by_curse = four("SAM", statuses={"GAS": {"cursed": 1}}, hp={"GAS": 1}).then("end")
    assert f"SA-602 VictoryPointsGained team=0 points={vp('GAS')}" in by_curse.story


@pytest.mark.parametrize("edition", ["en", "fr", "it"])
@pytest.mark.parametrize("chapter", [2, 3, 4])
def test_sa_702_sa_908_a_teams_20th_point_makes_this_round_the_last(
    edition: Literal["en", "fr", "it"], chapter: Literal[2, 3, 4]
) -> None:
    """SA-702, SA-908: pooled, in every edition, whatever its handbook calls it."""
    play = four("SAM", chapter=chapter, edition=edition, hp={"GAS": 1}, points=(20 - vp("GAS"), 3))
    play.then("attack:GAS")
    assert "SA-702 FinalRoundCalled" in play.story
    play_out_the_round(play)
    assert play.over
    assert play.rules.game_result(play.board).winners == (A, D)


def test_sa_702_19_are_not_enough() -> None:
    """SA-702"""
    play = four("SAM", hp={"GAS": 1}, points=(19 - vp("GAS"), 3)).then("attack:GAS")
    assert not play.board.final


@pytest.mark.parametrize("seat", [B, C, D])
def test_sa_703_any_summoners_empty_deck_ends_the_match_for_all(seat: int) -> None:
    """SA-703"""
    decks = {A: "SAM08 ALA01", B: "GAS03 ARI05", C: "DEM07 FAC07", D: "MAL08 SUL09"}
    play = four("SAM", decks=" ".join(deck for owner, deck in decks.items() if owner != seat), points=(9, 0))
    play_out_the_round(play)
    assert f"SA-210 DrawSkipped seat={seat}" in play.story
    assert play.over


def test_sa_705_a_tie_goes_on_where_ability_cards_are_in_play() -> None:
    """SA-705: chapter 2 ends in a draw, 3 and 4 in a further round."""
    draw = four("FAC", chapter=2, points=(20, 20), final=True).then("end")
    assert draw.rules.game_result(draw.board) == Result((), (20, 20), "SA-705")
    on = four("FAC", points=(20, 20), final=True).then("end")
    assert story_text("""
        SA-201 RoundEnded number=1 last=false
        SA-201 RoundBegan number=2
    """) in on.story  # fmt: skip
    assert on.asked.about == "SAM"


# -- who sees what -----------------------------------------------------------------------------------


def test_sa_805_teammates_see_each_others_hands_and_nobody_else_does() -> None:
    """SA-805"""
    play = four("SAM", hands=HANDS)
    hands = {
        seat: [
            mine.hand
            for mine in play.rules.redact_board(
                play.board, play.rules.seat_viewer(play.board, seat)
            ).summoners
        ]
        for seat in (A, B, C, D)
    }
    blue = [("SAM01", "ALA02"), ("",), ("", ""), ("MAL06",)]
    red = [("", ""), ("GAS03",), ("DEM04", "FAC05"), ("",)]
    assert hands == {A: blue, B: red, C: red, D: blue}
    assert [mine.hand for mine in play.rules.redact_board(play.board, SPECTATOR).summoners] == [
        ("", ""), ("",), ("", ""), ("",),
    ]  # fmt: skip


def test_sa_805_a_drawn_card_is_told_to_the_teammate_only() -> None:
    """SA-805"""
    play = four("SAM", decks="GAS03 MAL08").then("end")
    drawn = next(fact for fact in play.facts if "CardDrawn" in str(fact.event))
    names = [
        getattr(
            decider.redact_fact(play.rules, drawn, play.rules.seat_viewer(play.board, seat)).event,
            "card",
            None,
        )
        for seat in (A, B, C, D)
    ]
    assert names == ["", "GAS03", "GAS03", ""]
    assert getattr(decider.redact_fact(play.rules, drawn, JUDGE).event, "card", None) == "GAS03"


def test_sa_805_deck_discard_pile_and_banished_cards_are_each_summoners_own() -> None:
    """SA-805: only the judge sees a deck."""
    play = four("SAM", decks="SAM08 MAL08", discards="SAM01 MAL01 GAS01")
    assert [mine.discards for mine in play.board.summoners] == [("SAM01",), ("GAS01",), (), ("MAL01",)]
    for seat in (A, B, C, D):
        seen = play.rules.redact_board(play.board, play.rules.seat_viewer(play.board, seat))
        assert [mine.deck for mine in seen.summoners] == [("",), (), (), ("",)]
        assert seen.summoners[D].discards == ("MAL01",)
    assert play.rules.redact_board(play.board, JUDGE).summoners[A].deck == ("SAM08",)
