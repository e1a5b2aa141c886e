"""The abilities of the villains' upgraded sides (SA-803): each on its occasion, in whoever's turn it is."""

from __future__ import annotations

import pytest

from domain.arena.board import Edition

from .cards_play import attack, counters, damage, full, healing, points, three, upgraded, worth
from .play import story_text

EDITIONS = pytest.mark.parametrize("edition", ["en", "fr", "it"])


# -- GAS.a, Trophy for the Wall: he lives on whoever falls -------------------------------------------


def test_trophy_for_the_wall_heals_moves_and_scores() -> None:
    back, more, tile = healing("GAS.a"), points("GAS.a"), worth("SAM")
    play = upgraded(three(".", "GAS", "SAM"), "GAS", "GAS", "GAS ARI / SAM ALA", hp={"SAM": 1, "GAS": 2})
    play.blue("attack:SAM")
    assert play.blue("e4").story == story_text(f"""
        SA-307 PhaseBegan phase=action
        SA-307 DamageDealt who=SAM by=GAS damage={attack("GAS")} hp=0
        SA-601 CharacterKnockedOut who=SAM
        SA-902 FigureRemoved who=SAM
        SA-602 VictoryPointsGained team=0 points={tile} total={tile}
        SA-803 AbilityTriggered who=GAS ability=GAS.a
        SA-408 HealthRecovered who=GAS amount={back} hp={2 + back}
        SA-304 CharacterMoved who=GAS path=[d4,e4]
        GAS.a.2 VictoryPointsGained team=0 points={more} total={tile + more}
    """)


def test_trophy_for_the_wall_comes_between_the_blows_of_table_over() -> None:
    """The order of the damage is his (SA-407); the second rival is hit from where he went."""
    play = upgraded(
        three("ALA", "GAS", "SAM"), "GAS", "GAS", "GAS ARI / SAM ALA", blue="GAS09", hp={"SAM": 1}
    )
    play.blue("play:GAS09").blue("SAM", "ALA").blue("b4")
    assert play.effect.splitlines()[-1] == (
        f"GAS09.1 DamageDealt who=ALA by=GAS damage={damage('GAS09')} hp={full('ALA') - damage('GAS09')}"
    )
    assert play.at("GAS") == "b4"


def test_trophy_for_the_wall_is_for_rivals_and_for_his_own_blows() -> None:
    cursed = upgraded(
        three(".", "GAS", "SAM"),
        "GAS",
        "GAS",
        "GAS / SAM",
        order="GAS SAM",
        hp={"SAM": 1},
        statuses={"SAM": {"cursed": 1}},
    ).blue("end")
    assert "AbilityTriggered" not in cursed.story
    assert cursed.board.points == (worth("SAM"), 0)


@EDITIONS
def test_trophy_for_the_wall_leaves_the_figure_to_the_card_that_felled_it(edition: Edition) -> None:
    """SA-902: in French and Italian it stands until the paragraph of Quarrel Seeker is over, and is alone."""
    play = upgraded(
        three(".", "GAS", "SAM"),
        "GAS",
        "GAS",
        "GAS ARI / SAM ALA",
        hands="GAS01 SAM01",
        hp={"SAM": 1},
        edition=edition,
    )
    play.blue("play:GAS01").blue("c4")
    lines = [line.split(" who")[0] for line in play.effect.splitlines()]
    assert ("SA-413 CardBanished seat=1 card=SAM01" in lines) == (edition != "en")
    assert play.at("SAM") == ""


# -- MAL.a, Thorned Hem: whoever hurts her is cursed -------------------------------------------------


def test_thorned_hem_curses_whoever_hurts_her() -> None:
    cursed = counters("MAL.a", "cursed")
    play = upgraded(three(".", "MAL", "GAS"), "GAS", "MAL", "MAL DEM / GAS ARI").red("attack:MAL")
    assert play.story.endswith(
        f"SA-501 StatusCountersAdded who=GAS status=cursed counters={cursed} total={cursed}"
    )


def test_thorned_hem_does_not_reach_whoever_knocks_her_out() -> None:
    play = upgraded(three(".", "MAL", "GAS"), "GAS", "MAL", "MAL DEM / GAS ARI", hp={"MAL": 1})
    assert play.red("attack:MAL").statuses("GAS") == {}


def test_thorned_hem_asks_no_price_of_stealth() -> None:
    """SA-507: nobody is chosen."""
    play = upgraded(
        three(".", "MAL", "GAS"), "GAS", "MAL", "MAL DEM / GAS ARI", statuses={"GAS": {"stealthy": 1}}
    ).red("attack:MAL")
    assert play.statuses("GAS")["cursed"] == counters("MAL.a", "cursed")


# -- DEM.a, The Last One Standing: an ally's fall makes her Strong -------------------------------------


def test_the_last_one_standing_grows_strong_in_the_rivals_turn() -> None:
    strong = counters("DEM.a", "strong")
    play = upgraded(three("DEM", "GAS", "MAL"), "GAS", "DEM", "DEM MAL / GAS ARI", hp={"MAL": 1})
    play.red("attack:MAL")
    assert play.story.endswith(
        f"SA-501 StatusCountersAdded who=DEM status=strong counters={strong} total={strong}"
    )


def test_the_last_one_standing_is_strong_at_once_against_those_whom_friend_or_foe_hits_next() -> None:
    """She fells her ally first, and the rest of the same card deals 1 more."""
    play = upgraded(
        three("MAL", "DEM", "GAS"), "DEM", "DEM", "DEM MAL / GAS ARI", blue="DEM10", hp={"MAL": 1}
    )
    play.blue("play:DEM10").blue("MAL", "GAS")
    assert play.hp("GAS") == full("GAS") - damage("DEM10") - 1


def test_the_last_one_standing_does_not_mourn_herself() -> None:
    play = upgraded(three(".", "DEM", "GAS"), "GAS", "DEM", "DEM MAL / GAS ARI", hp={"DEM": 1})
    assert play.red("attack:DEM").statuses("DEM") == {}


# -- FAC.a, Somebody Has to Pay: an ally's fall costs the rivals points --------------------------------


@pytest.mark.parametrize("before", [0, 5])
def test_somebody_has_to_pay_for_a_fallen_ally(before: int) -> None:
    play = upgraded(
        three("FAC", "GAS", "MAL"), "GAS", "FAC", "FAC MAL / GAS ARI", hp={"MAL": 1}, points=(0, before)
    )
    play.red("attack:MAL")
    total, less = before + worth("MAL"), points("FAC.a")
    assert play.story.splitlines()[-3:] == [
        f"SA-602 VictoryPointsGained team=1 points={worth('MAL')} total={total}",
        "SA-803 AbilityTriggered who=FAC ability=FAC.a",
        f"SA-605 VictoryPointsLost team=1 points={less} total={total - less}",
    ]


def test_somebody_has_to_pay_does_not_undo_the_final_round() -> None:
    """SA-702: the 20th point was reached."""
    play = upgraded(
        three("FAC", "GAS", "MAL"), "GAS", "FAC", "FAC MAL / GAS ARI", hp={"MAL": 1}, points=(0, 19)
    ).red("attack:MAL")
    assert play.board.final
