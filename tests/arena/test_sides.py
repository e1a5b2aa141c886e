"""The two sides of an ability card: what each prints, and how it is turned (SA-606, SA-802, SA-803)."""

from __future__ import annotations

from functools import partial

import pytest

from domain import arena
from domain.arena.evaluation import evaluate
from domain.arena.facts import AbilityCardTurnedBack, CharacterReturned, CharacterUpgraded

from .play import BLUE, Play, book, make_play, reprinted, story_text
from .printed import ability, recast, skill

TEAMS = "SAM ALA MAL / GAS ARI DEM"
IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
GROWN = recast("SAM", cost={"fire": 1}, upgraded={"hp": 12, "vp": 7, "hand": 4})
"""Mickey has 8 HP, 4 VP and a hand size of 2 on the side he starts with."""
SHRUNK = recast("SAM", cost={"fire": 1}, upgraded={"hp": 5})
BACK: dict[str, object] = {"verb": "turn back"}
in_chapter_4 = partial(make_play, IN_THE_THICK, "SAM", teams=TEAMS, chapter=4)


def size(play: Play, what: str) -> int:
    return sum(part.amount for part in arena.break_down_number(play.board, play.rules.book, what) or ())


def test_sa_803_the_upgraded_side_may_print_other_hp_vp_and_hand_size() -> None:
    """SA-803, SA-114, SA-602: an upgrade heals nobody, and leaves room to be healed."""
    play = in_chapter_4(discards="SAM05", printed=GROWN)
    before = size(play, "hand:0")
    assert size(play, "knock-out:SAM") == 4
    play.blue("upgrade")
    assert (play.hp("SAM"), size(play, "hand:0"), size(play, "knock-out:SAM")) == (8, before + 2, 7)
    assert play.last(CharacterUpgraded).event == CharacterUpgraded("SAM")


def test_sa_408_healing_goes_up_to_the_hp_of_the_side_that_lies_up() -> None:
    """SA-408"""
    heals = reprinted("SAM09", [{"verb": "heal", "hp": 9, "to": "self"}], printed=GROWN)
    play = in_chapter_4(blue="SAM09", hp={"SAM": 2}, printed=heals)
    assert play.blue("play:SAM09").hp("SAM") == 8
    play = in_chapter_4(blue="SAM09", hp={"SAM": 4}, upgraded="SAM", printed=heals)
    assert play.blue("play:SAM09").hp("SAM") == 12


def test_sa_207_who_comes_back_has_the_hp_of_the_side_that_lies_up() -> None:
    """SA-207, SA-606"""
    nowhere = IN_THE_THICK.replace("SAM", " . ")
    play = make_play(nowhere, "GAS", teams=TEAMS, chapter=4, order="GAS SAM ARI ALA DEM MAL", upgraded="SAM",
                 hands="", printed=GROWN)  # fmt: skip
    play.red("end").then(play.asked.options[0])
    assert play.last(CharacterReturned).event == CharacterReturned("SAM", play.at("SAM"), 12)


def test_sa_602_a_knock_out_gains_the_points_of_the_side_that_lies_up() -> None:
    """SA-602: and a bot minds more about whom they are printed on."""
    play = make_play(
        IN_THE_THICK, "GAS", teams=TEAMS, chapter=4, upgraded="SAM", hp={"SAM": 1}, printed=GROWN
    )
    assert evaluate(play.board, GROWN, BLUE) != evaluate(play.board, recast("SAM", upgraded={}), BLUE)
    assert play.red("attack:SAM").board.points == (0, 7)


def test_sa_408_a_side_with_fewer_hp_leaves_no_more_than_those() -> None:
    """SA-408: told by the fact that turns the card."""
    play = in_chapter_4(discards="SAM05", printed=SHRUNK).blue("upgrade")
    assert play.last(CharacterUpgraded).event == CharacterUpgraded("SAM", 5)
    assert play.hp("SAM") == 5
    assert arena.fact_sentence(play.last(CharacterUpgraded).event, SHRUNK) == "{who} upgrades ({hp} HP)."


@pytest.mark.parametrize(("hp", "left"), [(3, 0), (11, 8)])
def test_sa_606_a_text_may_turn_its_card_back(hp: int, left: int) -> None:
    """SA-606: a skill of the upgraded side alone, which is told to its end."""
    leaps: list[dict[str, object]] = [{"verb": "score", "points": 1}, BACK, {"verb": "draw", "cards": 1}]
    known = recast("SAM", printed=GROWN, start={"skills": []}, upgraded={"skills": [skill(leaps)]})
    play = in_chapter_4(upgraded="SAM", hp={"SAM": hp}, blue_deck="SAM01", printed=known)
    play.blue("skill:SAM.s1")
    assert play.since(play.last(AbilityCardTurnedBack).seq - 2) == story_text(
        f"""
        SAM.s1.1 VictoryPointsGained team=0 points=1 total=1
        SA-606 AbilityCardTurnedBack who=SAM{f" hp={left}" if left else ""}
        SA-210 CardDrawn seat=0 card=SAM01
        """
    )
    assert (play.board.figures["SAM"].upgraded, play.hp("SAM")) == (False, left or hp)
    assert not play.offers("skill")
    assert arena.read_position(arena.write_position(play.board), known) == play.board


def test_sa_606_who_is_not_upgraded_has_nothing_to_turn_back() -> None:
    """SA-606"""
    play = in_chapter_4(blue="SAM09", printed=reprinted("SAM09", [BACK]))
    assert play.blue("play:SAM09").effect == ""


def test_sa_606_an_ability_may_turn_its_card_back_in_a_rival_s_turn() -> None:
    """SA-606, SA-803: it happens once."""
    known = recast("SAM", upgraded={"ability": ability("a rival damages it", [BACK])})
    play = make_play(IN_THE_THICK, "GAS", teams=TEAMS, chapter=4, upgraded="SAM", phases="action action",
                 printed=known)  # fmt: skip
    play.red("attack:SAM").red("attack:SAM")
    assert play.story.count("AbilityTriggered") == 1
    assert not play.board.figures["SAM"].upgraded


def test_the_core_set_prints_the_same_on_both_sides() -> None:
    for character in book().characters.values():
        assert character.side_values(upgraded=True) == (character.hp, character.vp, character.hand)
