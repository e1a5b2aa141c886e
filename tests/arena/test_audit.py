"""The twelve questions that an audit has to answer, by the rule's number (section 10 of the rules)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain import arena, decider
from domain.arena.facts import (
    CardBanished,
    CharacterKnockedOut,
    CharacterReturned,
    DamageDealt,
    FinalRoundCalled,
    RoundEnded,
    StatusCounterRemoved,
    VictoryPointsGained,
)

from .play import BLUE, RED, Play, book, make_play, reprinted, story_text
from .printed import recast

IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""


def test_q1_why_did_a_knocked_out_character_play_this_turn() -> None:
    """Q1: it came back in step 3 of its own Starting Phase (SA-207)."""
    play = (
        make_play(IN_THE_THICK, "SAM", hp={"ARI": 2}, blue="SAM03").blue("play:SAM03").blue("ARI").blue("end")
    )
    assert play.board.active == "ARI"
    play.red("a7")
    assert play.last(CharacterReturned).rule == "SA-207"
    assert play.last(CharacterReturned).seq < play.now
    assert "move:a6" in play.options


def test_q2_why_no_point_although_it_stands_on_a_golden_space() -> None:
    """Q2: standing there counts in step 2 of its own Starting Phase (SA-206), and not before."""
    play = make_play(IN_THE_THICK.replace("GAS", " . "), "ALA").blue("move:f4").blue("end")
    assert play.at("ALA") in book().arena.golden
    assert play.board.points == (0, 0)
    play.red("a7").red("end").blue("end").red("end")
    assert play.board.active == "ALA"
    assert play.last(VictoryPointsGained).rule == "SA-206"
    assert play.board.points == (1, 0)


def test_q2_why_no_point_for_one_who_comes_back() -> None:
    """Q2: step 2 comes before step 3 (SA-202): whoever is out of the Arena in step 2 stands on nothing."""
    gold_at_home = replace(book(), arena=replace(book().arena, golden=frozenset({"a7"})))
    play = make_play(IN_THE_THICK.replace("GAS", " . "), "ALA", printed=gold_at_home).blue("end").red("a7")
    assert play.board.points == (0, 0)


def test_q3_why_was_1_immobilized_useless() -> None:
    """Q3: it left in the bearer's own step 1, before the bearer could move (SA-203)."""
    play = make_play(IN_THE_THICK, "ALA", statuses={"GAS": {"immobilized": 1}}).blue("end")
    removed = play.last(StatusCounterRemoved)
    assert removed.rule == "SA-203"
    assert removed.event == StatusCounterRemoved("GAS", "immobilized", 0)
    assert play.offers("move")


def test_q4_why_could_this_target_not_be_chosen() -> None:
    """Q4: it cannot be paid for (SA-507), another one taunts (SA-510), or it is out of range (SA-401)."""
    unpaid = make_play(IN_THE_THICK, "SAM", statuses={"GAS": {"stealthy": 1}})
    assert unpaid.refusal("attack:GAS").rule == "SA-507"
    taunted = make_play(IN_THE_THICK, "SAM", chapter=2, statuses={"ARI": {"taunt": 1}})
    assert taunted.refusal("attack:GAS").rule == "SA-510"
    out_of_range = make_play(IN_THE_THICK, "ALA", blue="ALA06").blue("play:ALA06")
    assert out_of_range.refusal("ARI").rule == "SA-401"


def test_q5_why_0_damage() -> None:
    """Q5: Tough takes 1 from every damage (SA-509), and less than none there is not (SA-408)."""
    known = reprinted("SAM09", [{"verb": "deal", "damage": 1, "to": "one rival within 1"}])
    play = make_play(
        IN_THE_THICK, "SAM", chapter=2, blue="SAM09", statuses={"GAS": {"tough": 2}}, printed=known
    )
    play.blue("play:SAM09")
    dealt = play.last(DamageDealt)
    assert dealt.event == DamageDealt("GAS", "SAM", 0, known.characters["GAS"].hp)
    assert play.why(dealt) == ["Answered", "SA-313 CardPlayed", "SAM09.1 DamageDealt"]
    assert made_of(play) == [(1, "SAM09.1"), (-1, "SA-509")]
    assert play.statuses("GAS") == {"tough": 2}


def made_of(play: Play) -> list[tuple[int, str]]:
    """The parts of the last damage, each with its rule, as they were reckoned before it was dealt."""
    dealt = play.last(DamageDealt)
    start = decider.fold(play.rules, play.start, [fact for fact in play.facts if fact.seq < dealt.seq])
    return [(part.amount, part.rule) for part in arena.break_down_fact(start.board, play.rules.book, dealt)]


@pytest.mark.parametrize(
    ("statuses", "pick", "parts"),
    [
        ({}, "attack:GAS", [(2, "SA-307")]),
        ({"SAM": {"strong": 1}}, "attack:GAS", [(2, "SA-307"), (1, "SA-508")]),
        ({"SAM": {"shrunken": 1}}, "attack:GAS", [(1, "SA-506")]),
        ({"GAS": {"tough": 3}}, "attack:GAS", [(2, "SA-307"), (-1, "SA-509")]),
        ({"SAM": {"shrunken": 1, "strong": 2}, "GAS": {"tough": 1}}, "attack+:GAS",
         [(1, "SA-506"), (1, "SA-308"), (1, "SA-508"), (-1, "SA-509")]),
        ({"SAM": {"strong": 1}, "GAS": {"tough": 1}}, "play:SAM09",
         [(3, "SAM09.1"), (1, "SA-508"), (-1, "SA-509")]),
        ({"ARI": {"cursed": 1, "tough": 2}}, "end", [(1, "SA-502"), (-1, "SA-509")]),
    ],
)  # fmt: skip
def test_q5_why_is_the_damage_what_it_is(
    statuses: dict[str, dict[str, int]], pick: str, parts: list[tuple[int, str]]
) -> None:
    """Q5: every part of it has a rule (SA-307, SA-308, SA-502, SA-506, SA-508, SA-509)."""
    play = make_play(IN_THE_THICK, "SAM", chapter=2, blue="SAM09", statuses=statuses).blue(pick)
    assert made_of(play) == parts
    dealt = play.last(DamageDealt).event
    assert isinstance(dealt, DamageDealt)
    assert dealt.damage == sum(amount for amount, _ in parts)


def test_q5_the_same_parts_are_foreseen() -> None:
    """Q5: a standard attack on this very rival (SA-307, SA-506, SA-508, SA-509)."""
    statuses = {"SAM": {"shrunken": 1}, "GAS": {"tough": 1}, "ARI": {"strong": 1}}
    play = make_play(IN_THE_THICK, "SAM", chapter=2, statuses=statuses)

    def foreseen(what: str) -> list[tuple[int, str]]:
        return [(part.amount, part.rule) for part in arena.break_down_number(play.board, book(), what) or ()]

    assert foreseen("attack:SAM:GAS") == [(1, "SA-506"), (-1, "SA-509")]
    assert foreseen("attack:ARI:SAM") == [(2, "SA-307"), (1, "SA-508")]
    assert foreseen("attack:SAM") == [(1, "SA-506")]
    assert arena.break_down_number(play.board, book(), "attack:SAM:SUL") is None


def test_q6_why_did_the_match_not_end_with_the_last_card_drawn() -> None:
    """Q6: only a draw that meets an empty deck ends it (SA-703)."""
    play = make_play(IN_THE_THICK, "SAM", red_deck="GAS01").blue("end")
    assert not play.board.final
    play.red("end").blue("end")
    called = play.last(FinalRoundCalled)
    assert called.rule == "SA-703"
    assert play.why(called)[-2:] == ["SA-210 DrawSkipped", "SA-703 FinalRoundCalled"]


def test_q7_why_did_it_not_end_at_12_points() -> None:
    """Q7: the round is played to its end (SA-702)."""
    play = make_play(IN_THE_THICK, "SAM", hp={"GAS": 1}, points=(6, 0)).blue("attack:GAS")
    called = play.last(FinalRoundCalled)
    assert called.rule == "SA-702"
    assert not play.over
    play.blue("end").red("end").blue("end").red("a7").red("end")
    assert play.last(RoundEnded).event == RoundEnded(1, last=True)
    assert play.over


def test_q7_why_did_it_not_end_at_20_points() -> None:
    """Q7: the same with the 20 points of the later chapters (SA-702)."""
    play = make_play(IN_THE_THICK, "SAM", chapter=3, points=(21, 0), final=True).blue("end")
    assert not play.over
    play.red("end").blue("end").red("end")
    assert play.last(RoundEnded).event == RoundEnded(1, last=True)
    assert play.over


def test_q8_why_did_the_rival_get_the_points() -> None:
    """Q8: because the rival side always does (SA-602); the chain leads back to the answer."""
    play = make_play(IN_THE_THICK, "GAS", hp={"SAM": 1}).red("attack:SAM")
    assert play.why(play.last(VictoryPointsGained)) == [
        "Answered",
        "SA-307 DamageDealt",
        "SA-601 CharacterKnockedOut",
        "SA-602 VictoryPointsGained",
    ]


def test_q8_why_did_the_rival_get_the_points_for_a_knock_out_by_a_curse() -> None:
    """Q8: nobody of the rival side did anything, and it scores all the same (SA-602)."""
    play = make_play(IN_THE_THICK, "SAM", chapter=2, hp={"ARI": 1}, statuses={"ARI": {"cursed": 1}}).blue(
        "end"
    )
    scored = play.last(VictoryPointsGained)
    assert scored.event == VictoryPointsGained(BLUE, 4, 4)
    assert play.why(scored) == [
        "Answered",
        "SA-701 TurnEnded",
        "SA-202 TurnBegan",
        "SA-203 StatusCounterRemoved",
        "SA-502 DamageDealt",
        "SA-601 CharacterKnockedOut",
        "SA-602 VictoryPointsGained",
    ]


def test_q9_was_stealthy_paid_twice() -> None:
    """Q9: once for a card and a target, however many of its clauses hit it (SA-507)."""
    play = make_play(IN_THE_THICK, "GAS", red="GAS05 ARI01 ARI02", statuses={"SAM": {"stealthy": 1}})
    play.red("play:GAS05").red("SAM").red("ARI02").red("d2")
    paid = [fact for fact in play.facts if isinstance(fact.event, CardBanished)]
    assert [fact.rule for fact in paid] == ["SA-507"]
    assert play.cards(RED).hand == ("ARI01",)


def test_q10_why_could_this_card_be_played_with_no_target() -> None:
    """Q10: “up to 1” may be none (SA-403), and Indirect Effects may find nobody (SA-404)."""
    nobody_near = IN_THE_THICK.replace("GAS", " . ").replace("ARI", " . ")
    assert make_play(nobody_near, "ALA", blue="ALA06").offers("play") == {"ALA06"}
    assert make_play(IN_THE_THICK.replace("SAM ALA", " .  . "), "GAS", red="GAS09").offers("play") == {
        "GAS09"
    }
    assert make_play(nobody_near, "ALA", blue="ALA05").refusal("play:ALA05").rule == "SA-403"


def test_q11_who_chose_the_order_of_the_damage() -> None:
    """Q11: whoever controls its source (SA-407); every blow follows from that answer."""
    play = make_play(IN_THE_THICK, "GAS", red="GAS09", hp={"ALA": 2}).red("play:GAS09").red("ALA", "SAM")
    blows = [fact for fact in play.facts if isinstance(fact.event, DamageDealt)]
    chosen = next(fact for fact in play.facts if fact.seq == blows[0].cause)
    assert getattr(chosen.event, "seat", None) == RED
    assert getattr(chosen.event, "picks", None) == ("ALA", "SAM")
    assert blows[1].cause == chosen.seq
    assert play.last(CharacterKnockedOut).cause == blows[0].seq


def test_q12_where_did_this_gear_come_from_and_where_did_it_go() -> None:
    """Q12: with its card on the discards (SA-801), and with it out of the match, for an upgrade (SA-802)."""
    known = reprinted("SAM08", gear="wind", printed=recast("SAM", cost={"wind": 1}))
    play = make_play(IN_THE_THICK, "SAM", chapter=4, blue="SAM08", printed=known)
    play.blue("play:SAM08").blue("c3").blue("upgrade")
    assert [line for line in play.story.splitlines() if "SAM08" in line] == [
        "SA-313 CardPlayed seat=0 card=SAM08",
        "SA-313 CardResolved seat=0 card=SAM08",
        "SA-802 CardBanished seat=0 card=SAM08 pile=discards",
    ]
    assert play.why(play.last(CardBanished))[-2:] == ["Answered", "SA-802 CardBanished"]
    assert play.since(play.last(CardBanished).seq) == story_text("SA-802 CharacterUpgraded who=SAM")
