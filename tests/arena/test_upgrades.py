"""Gears and upgrades (section 8 of the rules): chapter 4."""

from __future__ import annotations

from functools import partial
from typing import Literal

import pytest

from domain.arena.facts import CardBanished, CharacterUpgraded
from domain.model import Viewer

from .play import BLUE, A, D, Play, book, make_play, reprinted, story_text
from .printed import ability, recast, skill

TEAMS = "SAM ALA MAL / GAS ARI DEM"
FOUR = "SAM ALA / GAS ARI / DEM FAC / MAL SUL"
IN_THE_THICK = """
         .   .   .   .
       .   .  DEM  .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .  MAL  .   .
         .   .   .   .
"""
GEARS = {"fire": 1, "wind": 1}
"""What an upgrade of Mickey takes here; below, Mickey's cards carry these gears."""
CARRIED = {"SAM01": "fire", "SAM03": "wind", "SAM08": "wind", "SAM09": "heart", "SAM10": "fire"}
SKILLS = [skill([{"verb": "give", "status": "strong", "counters": 1, "to": "self"}])]

known = recast("SAM", cost=GEARS, start={"skills": SKILLS}, upgraded={"skills": SKILLS})
for _card, _gear in (CARRIED | {"MAL01": "wind", "MAL02": "fire", "MAL05": "heart", "ALA01": "wind"}).items():
    known = reprinted(_card, printed=known, gear=_gear)

mickey = partial(make_play, IN_THE_THICK, "SAM", teams=TEAMS, chapter=4, printed=known)
"""Mickey's turn in chapter 4, a Fire and a Wind wanted."""
in_team_play = partial(make_play, IN_THE_THICK, "SAM", teams=FOUR, chapter=4, printed=known)
"""The same in team play: Summoner D is Mickey's teammate."""


def banished(play: Play) -> list[tuple[int, str, str]]:
    events = [fact.event for fact in play.facts]
    return [(e.seat, e.card, e.pile) for e in events if isinstance(e, CardBanished)]


# -- gears -------------------------------------------------------------------------------------------


def test_sa_801_every_card_carries_a_gear_and_the_book_counts_them() -> None:
    """SA-801"""
    for character in book().characters.values():
        assert sum(character.gears.values()) == 10
        assert all(number <= character.gears[gear] for gear, number in character.cost.items())


@pytest.mark.parametrize("way", ["played", "discarded for +1", "discarded for a skill", "over the limit"])
def test_sa_801_a_gear_counts_however_it_came_to_the_discard_pile(way: str) -> None:
    """SA-801: the Fire lies there, the Wind comes by this way, and only then an upgrade is on offer."""
    paid = [skill([{"verb": "give", "status": "tough", "counters": 1, "to": "self"}], cost="magical")]
    book_of = recast("SAM", printed=known, hand=1, start={"skills": paid})
    play = mickey(discards="SAM01", blue="SAM08", printed=book_of)
    assert "upgrade" not in play.options
    if way == "played":
        play.blue("play:SAM08").blue()
    elif way == "discarded for +1":
        play.blue("move+:a4")
    elif way == "discarded for a skill":
        play.blue("skill:SAM.s1")
    else:
        for code in ("ALA", "MAL"):
            book_of = recast(code, printed=book_of, hand=1)
        play = mickey(discards="SAM01", blue="SAM08 ALA02 ALA03 ALA04 ALA05", printed=book_of)
        play.blue("end").then("SAM08", "ALA02")
        while play.board.active != "SAM":
            play.then(*play.asked.options[-play.asked.least :])
    assert {"SAM01", "SAM08"} <= set(play.cards(BLUE).discards)
    assert "upgrade" in play.options


def test_sa_801_a_card_that_is_being_resolved_is_not_there_yet() -> None:
    """SA-801: while Mickey's last card is being followed, its gear lies nowhere."""
    play = mickey(discards="SAM01", blue="SAM08").blue("play:SAM08")
    assert (play.asked.prompt, play.board.resolving) == ("where", "SAM08")
    assert play.cards(BLUE).discards == ("SAM01",)


def test_sa_801_a_banished_card_gives_no_gear() -> None:
    """SA-801, SA-411: paid for a Stealthy rival, it is gone for good."""
    play = mickey(discards="SAM01", blue="SAM08", statuses={"GAS": {"stealthy": 1}}).blue("attack:GAS")
    assert banished(play) == [(BLUE, "SAM08", "hand")]
    assert "upgrade" not in play.options


def test_sa_801_gears_are_public() -> None:
    """SA-801"""
    play = mickey(discards="SAM01 SAM08 GAS01")
    seen = play.rules.redact_board(play.board, Viewer("spectator", frozenset()))
    assert [mine.discards for mine in seen.summoners] == [("SAM01", "SAM08"), ("GAS01",)]


# -- upgrading ---------------------------------------------------------------------------------------


def test_sa_802_the_printed_gears_are_banished_and_the_card_is_flipped() -> None:
    """SA-802, SA-806: the oldest of a kind first, and whatever is left stays."""
    play = mickey(discards="SAM09 SAM08 SAM01 SAM03").blue("upgrade")
    assert play.story == story_text("""
        SA-802 CardBanished seat=0 card=SAM01 pile=discards
        SA-802 CardBanished seat=0 card=SAM08 pile=discards
        SA-802 CharacterUpgraded who=SAM
    """)
    assert play.cards(BLUE).discards == ("SAM09", "SAM03")
    assert play.cards(BLUE).banished == ("SAM01", "SAM08")
    assert play.board.figures["SAM"].upgraded


def test_sa_802_cards_of_other_characters_carry_gears_as_well() -> None:
    """SA-802: the pile is the Summoner's."""
    assert banished(mickey(discards="SAM01 ALA01").blue("upgrade")) == [
        (BLUE, "SAM01", "discards"),
        (BLUE, "ALA01", "discards"),
    ]


def test_sa_802_with_a_gear_missing_there_is_no_upgrade() -> None:
    """SA-802: two of one kind are not one of each, and a rival's pile is no pile of the own."""
    refusal = mickey(discards="SAM03 SAM08 GAS05 DEM01").refusal("upgrade")
    assert refusal.rule == "SA-802"
    assert "Summoner’s discard pile" in refusal.sentence


@pytest.mark.parametrize("chapter", [1, 2, 3])
def test_sa_802_upgrades_are_chapter_4s(chapter: Literal[1, 2, 3]) -> None:
    """SA-802"""
    play = mickey(discards="SAM01 SAM08", chapter=chapter)
    assert play.refusal("upgrade").rule == "SA-802"


def test_sa_802_only_the_active_character_and_only_once() -> None:
    """SA-802: the pile would do for two."""
    play = mickey(discards="SAM01 SAM03 SAM08 SAM10").blue("upgrade")
    assert play.refusal("upgrade").rule == "SA-802"
    assert not play.board.figures["ALA"].upgraded


def test_sa_802_before_the_first_phase_between_two_and_after_the_last() -> None:
    """SA-802: with every phase taken the turn waits for it."""
    piles = "SAM01 SAM08"
    assert "upgrade" in mickey(discards=piles).options
    assert "upgrade" in mickey(discards=piles).blue("move:c3").options
    play = mickey(discards=piles).blue("skill:SAM.s1").blue("attack:GAS").blue("move:c3")
    assert play.options == {"upgrade", "end"}
    play.blue("upgrade")
    assert play.board.active == "GAS"


def test_sa_802_it_is_between_phases_so_a_skills_phase_is_left() -> None:
    """SA-802, SA-310: an upgrade in the midst of skills ends their phase."""
    two = recast("SAM", printed=known, start={"skills": SKILLS * 2}, upgraded={"skills": SKILLS * 2})
    play = mickey(discards="SAM01 SAM08", printed=two).blue("skill:SAM.s1")
    assert "skill:SAM.s2" in play.options
    play.blue("upgrade")
    assert play.refusal("skill:SAM.s2").rule == "SA-310"
    assert play.offers("move")


def test_sa_803_the_upgraded_side_keeps_its_skills_and_adds_the_ability() -> None:
    """SA-803: it answers in the rival's turn, and its own Summoner chooses."""
    on = ability("a rival damages it", [{"verb": "deal", "damage": 1, "to": "one rival within 2"}])
    play = mickey(discards="SAM01 SAM08", printed=recast("SAM", printed=known, upgraded={"ability": on}))
    play.blue("upgrade").blue("skill:SAM.s1").blue("end").red("attack:SAM")
    assert (play.asked.seat, play.asked.prompt, play.asked.about) == (BLUE, "target", "SAM.a")
    assert play.options == {"GAS", "ARI"}
    assert play.refusal("DEM").rule == "SA-401"
    play.blue("ARI")
    assert play.story.splitlines()[-1].startswith("SAM.a.1 DamageDealt who=ARI by=SAM damage=2")
    assert play.asked.seat == 1


def test_sa_803_before_the_upgrade_the_ability_is_not_there() -> None:
    """SA-803"""
    on = ability("a rival damages it", [{"verb": "deal", "damage": 1, "to": "it"}])
    play = (
        mickey(printed=recast("SAM", printed=known, upgraded={"ability": on})).blue("end").red("attack:SAM")
    )
    assert play.hp("GAS") == book().characters["GAS"].hp


def test_sa_604_whoever_an_ability_has_knocked_out_meanwhile_is_knocked_out_once() -> None:
    """SA-604, SA-601: Aladdin's end makes Mickey strike around, before Gaston's blow reaches Maleficent."""
    blow = [{"verb": "deal", "damage": 9, "to": "each character within 2"}]
    grief = ability("an ally is knocked out", [{"verb": "deal", "damage": 9, "to": "each ally within 2"}])
    printed = recast("SAM", printed=reprinted("GAS09", blow), upgraded={"ability": grief})
    play = make_play(
        IN_THE_THICK,
        "GAS",
        teams=TEAMS,
        chapter=4,
        red="GAS09",
        upgraded="SAM",
        hp={"SAM": 20},
        printed=printed,
    )
    play.red("play:GAS09").red("ALA", "MAL", "SAM", "ARI", "DEM")
    assert play.story.count("CharacterKnockedOut who=MAL") == 1


def test_sa_606_the_upgraded_side_stays_through_a_knock_out() -> None:
    """SA-606"""
    play = mickey(upgraded="SAM", hp={"SAM": 1}).blue("end").red("attack:SAM")
    assert play.hp("SAM") == 0
    assert play.board.figures["SAM"].upgraded
    while play.asked.prompt != "return":
        play.then("end")
    play.blue("d1")
    assert play.board.figures["SAM"].upgraded


# -- a teammate's gear -------------------------------------------------------------------------------


def test_sa_804_one_gear_may_come_from_the_teammate_who_is_asked() -> None:
    """SA-804: the rest is the own."""
    play = in_team_play(discards="SAM01 MAL01").then("upgrade")
    assert (play.asked.seat, play.asked.prompt, play.asked.about) == (D, "lend", "SAM")
    assert play.asked.options == ("lend", "refuse")
    play.answer(D, "lend")
    assert play.story == story_text("""
        SA-804 CardBanished seat=3 card=MAL01 pile=discards
        SA-802 CardBanished seat=0 card=SAM01 pile=discards
        SA-802 CharacterUpgraded who=SAM
    """)
    assert play.cards(D).banished == ("MAL01",)
    assert play.cards(A).banished == ("SAM01",)


def test_sa_804_refused_once_is_refused_for_the_turn() -> None:
    """SA-804: and asked again in the next."""
    play = in_team_play(discards="SAM01 MAL01").then("upgrade").answer(D, "refuse")
    assert play.story == "SA-804 GearRefused seat=3"
    assert play.refusal("upgrade").rule == "SA-804"
    assert play.cards(D).discards == ("MAL01",)
    play.then("end")
    while play.board.active != "SAM":
        play.then(*play.asked.options[-play.asked.least :])
    assert "upgrade" in play.options


def test_sa_804_not_two_and_not_a_rivals() -> None:
    """SA-804: the words say where gears come from."""
    assert in_team_play(discards="MAL01 MAL02").refusal("upgrade").rule == "SA-804"
    refusal = in_team_play(discards="SAM01 GAS01 DEM01").refusal("upgrade")
    assert refusal.rule == "SA-804"
    assert "teammate" in refusal.sentence


def test_sa_804_with_all_gears_in_the_own_pile_nobody_is_asked() -> None:
    """SA-804"""
    play = in_team_play(discards="SAM01 SAM08 MAL01").then("upgrade")
    assert play.last(CharacterUpgraded).event == CharacterUpgraded("SAM")
    assert play.cards(D).discards == ("MAL01",)


def test_sa_804_a_gear_of_the_teammates_may_be_spent_instead_of_an_own_one() -> None:
    """SA-804: the own pile would do, and its Wind stays there for the next upgrade."""
    play = in_team_play(discards="SAM01 SAM08 MAL01 MAL05")
    assert play.offers("upgrade") == {"wind"}
    play.then("upgrade:wind")
    assert (play.asked.seat, play.asked.prompt) == (D, "lend")
    play.answer(D, "lend")
    assert play.story == story_text("""
        SA-804 CardBanished seat=3 card=MAL01 pile=discards
        SA-802 CardBanished seat=0 card=SAM01 pile=discards
        SA-802 CharacterUpgraded who=SAM
    """)
    assert play.cards(A).discards == ("SAM08",)


def test_sa_804_refused_the_own_gears_still_do() -> None:
    """SA-804, SA-802: the teammate is not asked again in this turn."""
    play = in_team_play(discards="SAM01 SAM08 MAL01").then("upgrade:wind").answer(D, "refuse")
    assert play.refusal("upgrade:wind").rule == "SA-804"
    assert play.then("upgrade").board.figures["SAM"].upgraded


def test_sa_804_what_may_not_be_borrowed_is_refused() -> None:
    """SA-804: what the teammate has not, what is missing anyway, and where nobody is there to lend."""
    assert in_team_play(discards="SAM01 SAM08 MAL01").refusal("upgrade:fire").rule == "SA-804"
    assert in_team_play(discards="SAM01 MAL01").refusal("upgrade:wind").rule == "SA-804"
    assert in_team_play(discards="SAM01 SAM08 MAL01").refusal("upgrade:heart").rule == ""
    assert mickey(discards="SAM01 SAM08").refusal("upgrade:wind").rule == ""


def test_sa_804_the_teammate_lends_or_refuses() -> None:
    """SA-804"""
    assert in_team_play(discards="SAM01 MAL01").then("upgrade").refusal("perhaps").rule == "SA-804"
