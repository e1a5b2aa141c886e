"""Every number that is a sum carries its parts with a rule each: in facts, and foreseen."""

from __future__ import annotations

from functools import partial

import pytest

from domain import arena, decider
from domain.arena.facts import (
    CharacterMoved,
    HealthRecovered,
    VictoryPointsGained,
    VictoryPointsLost,
)
from domain.breakdown import trace_fact
from domain.model import Asked, Event, Fact

from .play import Play, make_play, reprinted
from .printed import ability, book, recast, skill

IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
TEAMS = "SAM ALA MAL / ARI GAS DEM"
in_chapter_4 = partial(make_play, IN_THE_THICK, "SAM", teams=TEAMS, chapter=4)


def made_of(play: Play, fact: Fact) -> list[tuple[int, str]]:
    """The parts of the number that a fact tells, as they were before it."""
    before = decider.fold(play.rules, play.start, [other for other in play.facts if other.seq < fact.seq])
    running = decider.evolve(play.rules, before, fact).running
    assert running is not None
    around = trace_fact(play.rules, running)
    return [
        (part.amount, part.rule)
        for part in arena.break_down_fact(before.board, play.rules.book, fact, around)
    ]


def last(play: Play, kind: type[Event]) -> list[tuple[int, str]]:
    """The parts of the last number that facts of a kind tell."""
    return made_of(play, play.last(kind))


def foreseen(play: Play, what: str) -> list[tuple[int, str]] | None:
    """The parts of a number that no fact has told yet."""
    parts = arena.break_down_number(play.board, play.rules.book, what)
    return None if parts is None else [(part.amount, part.rule) for part in parts]


# -- healing -----------------------------------------------------------------------------------------


HEALS = [{"verb": "heal", "hp": 3, "to": "self"}]


@pytest.mark.parametrize(("hp", "parts"), [(2, [(3, "SAM09.1")]), (6, [(3, "SAM09.1"), (-1, "SA-408")])])
def test_sa_408_healing_is_what_the_card_says_up_to_the_starting_hp(
    hp: int, parts: list[tuple[int, str]]
) -> None:
    """SA-408: the fact names the rule of healing, and its parts the card as well."""
    play = in_chapter_4(blue="SAM09", hp={"SAM": hp}, printed=reprinted("SAM09", HEALS))
    assert foreseen(play, "effect:SAM:SAM09.1.1") == parts
    play.blue("play:SAM09")
    assert last(play, HealthRecovered) == parts


def test_sa_803_healing_by_an_ability_in_the_midst_of_a_card_is_told_of_the_ability() -> None:
    """SA-803: Gaston's blow sets off Mickey's ability, and the card heals Gaston afterwards."""
    known = recast("SAM", upgraded={"ability": ability("a rival damages it", HEALS)})
    known = reprinted(
        "GAS05",
        [{"verb": "deal", "damage": 4, "to": "one rival within 1"}],
        [{"verb": "heal", "hp": 2, "to": "self"}],
        printed=known,
    )
    play = make_play(IN_THE_THICK, "GAS", teams=TEAMS, chapter=4, upgraded="SAM", red="GAS05", hp={"GAS": 5},
                 printed=known)  # fmt: skip
    play.red("play:GAS05").red("SAM")
    healed = [fact for fact in play.facts if isinstance(fact.event, HealthRecovered)]
    assert [made_of(play, fact) for fact in healed] == [[(3, "SAM.a.1")], [(2, "GAS05.2")]]


def test_where_the_rules_do_not_tell_an_effect_as_it_was_told_a_number_has_no_parts() -> None:
    """SA-408"""
    play = in_chapter_4(blue="SAM09", hp={"SAM": 2}, printed=reprinted("SAM09", HEALS)).blue("play:SAM09")
    play.rules.book = book()
    assert last(play, HealthRecovered) == []


# -- Victory Points ----------------------------------------------------------------------------------


def test_sa_602_a_knock_out_gains_what_is_printed_on_the_tile() -> None:
    """SA-602"""
    play = in_chapter_4(hp={"GAS": 1})
    assert foreseen(play, "knock-out:GAS") == [(6, "SA-602")]
    play.blue("attack:GAS")
    assert last(play, VictoryPointsGained) == [(6, "SA-602")]


def test_sa_206_a_golden_space_gains_one() -> None:
    """SA-206"""
    play = make_play(IN_THE_THICK.replace("GAS", " . "), "ALA").blue("move:f4").blue("end")
    play.red("a7").red("end").blue("end").red("end")
    assert last(play, VictoryPointsGained) == [(1, "SA-206")]


def test_sa_605_a_team_loses_no_more_than_it_has() -> None:
    """SA-605"""
    texts = [{"verb": "rob", "points": 3}, {"verb": "score", "points": 2}]
    play = in_chapter_4(blue="SAM09", points=(0, 1), printed=reprinted("SAM09", texts))
    assert foreseen(play, "effect:SAM:SAM09.1.1") == [(3, "SAM09.1"), (-2, "SA-605")]
    assert foreseen(play, "effect:SAM:SAM09.1.2") == [(2, "SAM09.1")]
    play.blue("play:SAM09")
    assert last(play, VictoryPointsLost) == [(3, "SAM09.1"), (-2, "SA-605")]
    assert last(play, VictoryPointsGained) == [(2, "SAM09.1")]


# -- movement ----------------------------------------------------------------------------------------


def test_sa_305_a_standard_movement_may_be_one_space_longer_for_a_card() -> None:
    """SA-303, SA-305: and “up to” may be less."""
    play = make_play(IN_THE_THICK, "ALA", teams=TEAMS, chapter=3, blue="ALA01 ALA02")
    assert foreseen(play, "move:ALA") == [(3, "SA-303")]
    assert foreseen(play, "move+:ALA") == [(3, "SA-303"), (1, "SA-305")]
    play.blue("move+:c2").blue("ALA01")
    assert len(getattr(play.last(CharacterMoved).event, "path", ())) == 4
    assert last(play, CharacterMoved) == [(3, "SA-303"), (1, "SA-305"), (-1, "SA-303")]


def test_sa_504_an_immobilized_character_does_not_move() -> None:
    """SA-504: by the standard movement, by a card, and by somebody else's."""
    play = in_chapter_4(statuses={"SAM": {"immobilized": 2}})
    stays = (-2, "SA-504")
    assert foreseen(play, "move:SAM") == [(2, "SA-303"), stays]
    assert foreseen(play, "effect:SAM:SAM07.1.1") == [(2, "SAM07.1"), stays]
    assert foreseen(play, "effect:GAS:GAS05.2.1:SAM") == [(2, "GAS05.2"), stays]
    assert foreseen(play, "effect:GAS:GAS05.2.1:ALA") == [(2, "GAS05.2")]


def test_sa_304_a_move_by_a_card_is_as_long_as_it_says_or_shorter() -> None:
    """SA-304"""
    play = in_chapter_4(blue="SAM07").blue("play:SAM07").blue("c3")
    assert last(play, CharacterMoved) == [(2, "SAM07.1"), (-1, "SAM07.1")]


# -- hand size ---------------------------------------------------------------------------------------


def test_sa_701_what_is_discarded_is_what_the_hand_holds_beyond_its_size() -> None:
    """SA-114, SA-701: Mickey 2, Aladdin 3, Maleficent 2."""
    cards = "SAM01 SAM02 SAM03 SAM04 ALA01 ALA02 ALA03 ALA04 MAL01"
    play = in_chapter_4(blue=cards)
    sizes = [(book().characters[who].hand, "SA-114") for who in ("SAM", "ALA", "MAL")]
    assert foreseen(play, "hand:0") == sizes
    play.blue("end")
    [asked] = [fact for fact in play.facts if isinstance(fact.event, Asked)]
    parts = made_of(play, asked)
    assert parts == [(9, "SA-701"), *((-size, rule) for size, rule in sizes)]
    assert play.asked.least == sum(amount for amount, _ in parts)


def test_sa_114_team_play_adds_two() -> None:
    """SA-114"""
    play = make_play(IN_THE_THICK, "SAM", teams="SAM ALA / GAS ARI / DEM FAC / MAL SUL", chapter=3)
    assert (foreseen(play, "hand:0") or [])[-1] == (2, "SA-114")
    assert foreseen(in_chapter_4(), "hand:2") is None
    assert foreseen(make_play(IN_THE_THICK, "SAM"), "hand:1") == [(6, "SA-114")]


# -- damage that is foreseen -------------------------------------------------------------------------


def test_damage_of_a_text_is_foreseen_for_whom_it_is_meant() -> None:
    """SA-508, SA-509: of a card, of a skill, and as many times as there are counters."""
    hits = skill([{"verb": "deal", "damage": 2, "to": "one rival within 1"}])
    statuses = {"SAM": {"magic_broom": 3, "strong": 1}, "GAS": {"tough": 1}}
    play = in_chapter_4(statuses=statuses, printed=recast("SAM", start={"skills": [hits]}))
    assert foreseen(play, "effect:SAM:SAM09.1.1:GAS") == [(3, "SAM09.1"), (1, "SA-508"), (-1, "SA-509")]
    assert foreseen(play, "effect:SAM:SAM01.2.1:ARI") == [(3, "SAM01.2"), (1, "SA-508")]
    assert foreseen(play, "effect:SAM:SAM.s1.1.1:GAS") == [(2, "SAM.s1.1"), (1, "SA-508"), (-1, "SA-509")]
    assert foreseen(play, "attack+:SAM:ARI") == [(2, "SA-307"), (1, "SA-308"), (1, "SA-508")]


@pytest.mark.parametrize(
    "what",
    ["effect:SAM:GAS05.1.1", "effect:SAM:SAM09.2.1", "effect:SAM:SAM09.1.2", "effect:SAM:SAM11.1.1",
     "effect:SAM:SAM.s2.1.1", "effect:SAM:SAM.a.1.1", "effect:SAM:SAM09", "effect:SAM:SAM09.1.1:SUL",
     "effect:SAM:SAM06.1.1", "move:SAM:GAS", "hand:0:GAS", "hand:x", "knock-out:GAS:SAM", "knock-out:SUL"],
)  # fmt: skip
def test_there_is_no_such_number(what: str) -> None:
    assert foreseen(in_chapter_4(), what) is None
