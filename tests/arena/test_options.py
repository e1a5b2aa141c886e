"""Why not? The questions of an audit that the options of a position answer, each with its rule."""

from __future__ import annotations

from domain.model import CHANCE, Viewer
from domain.table import Match, MatchOpened, SeatClaimed
from replays.analysis.legality import explain_options

from .play import BLUE, RED, Play, make_play

IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
TEAMS = "SAM SUL / GAS ARI / MAL DEM / ALA FAC"


class Why:
    """What can be answered in a position, and why everything else cannot."""

    def __init__(self, play: Play, *shares: int) -> None:
        seats = len(play.board.teams)
        claimed = tuple(SeatClaimed(seat, f"player {seat}", "", 0) for seat in range(seats))
        match = Match(MatchOpened("arena", 1, {}, seats, "", "", 0), claimed, play.position)
        eyes = Viewer("somebody", frozenset(shares or (CHANCE, *range(seats))))
        self.told = explain_options(play.rules, match, eyes)

    def not_(self, pick: str) -> str:
        """The rule that forbids *pick*; empty when it can be chosen."""
        (choice,) = (choice for choice in self.told.choices if choice.pick == pick)
        return choice.rule

    @property
    def possible(self) -> list[str]:
        """What can be chosen."""
        return [choice.pick for choice in self.told.choices if choice.possible]


def test_everything_on_the_table_is_told_once() -> None:
    """Every space, every figure, every card of the hand, the upgrade, and the end of the turn."""
    why = Why(make_play(IN_THE_THICK, "SAM", blue="SAM03 ALA05"))
    picks = [choice.pick for choice in why.told.choices]
    assert len(picks) == len(set(picks)) == 37 * 2 + 4 * 2 + 2 + 2
    assert {"play:SAM03", "play:ALA05", "upgrade", "end"} <= set(picks)
    assert [why.not_(pick) for pick in ("attack:GAS", "play:SAM03", "end")] == ["", "", ""]
    assert (why.not_("attack:ALA"), why.not_("play:ALA05"), why.not_("move+:d3")) == (
        "SA-907",
        "SA-313",
        "SA-305",
    )


def test_skills_are_on_the_table_from_chapter_3() -> None:
    """SA-310, SA-311"""
    at_first = make_play(IN_THE_THICK, "SAM", chapter=3, blue="SAM03")
    assert "skill:SAM.s1" in Why(at_first).possible
    assert Why(at_first.blue("skill:SAM.s1")).not_("skill:SAM.s1") == "SA-310"
    assert Why(make_play(IN_THE_THICK, "SAM", chapter=3)).not_("skill:SAM.s1") == "SA-311"


def test_a_hand_is_told_to_its_own_seat_alone() -> None:
    play = make_play(IN_THE_THICK, "SAM", blue="SAM03", red="GAS01")
    assert "play:SAM03" in Why(play, BLUE).possible
    assert Why(play, RED).told.choices == []
    assert Why(play, RED).told.sentence == "What can be chosen is for the eyes of seat 0 alone."


def test_q1_where_one_who_was_knocked_out_comes_back() -> None:
    """Q1: on the back row, in its own Starting Phase (SA-207); then it plays."""
    play = (
        make_play(IN_THE_THICK, "SAM", hp={"ARI": 2}, blue="SAM03").blue("play:SAM03").blue("ARI").blue("end")
    )
    why = Why(play)
    assert (why.not_("a7"), why.not_("d5")) == ("", "SA-207")
    assert "move:a6" in Why(play.red("a7")).possible


def test_q3_one_immobilized_is_gone_before_the_turn_and_two_are_not() -> None:
    """Q3: SA-203, SA-504"""
    one = make_play(IN_THE_THICK, "ALA", statuses={"GAS": {"immobilized": 1}}).blue("end")
    two = make_play(IN_THE_THICK, "ALA", statuses={"GAS": {"immobilized": 2}}).blue("end")
    assert (Why(one).not_("move:c4"), Why(two).not_("move:c4")) == ("", "SA-504")


def test_q4_why_could_this_target_not_be_chosen() -> None:
    """Q4: it is not paid for (SA-507), out of range (SA-401), behind a Taunt (SA-510), or out (SA-604)."""
    stealthy = Why(make_play(IN_THE_THICK, "SAM", statuses={"GAS": {"stealthy": 1}}))
    assert stealthy.not_("attack:GAS") == "SA-507"
    taunt = Why(make_play(IN_THE_THICK, "SAM", chapter=4, statuses={"ARI": {"taunt": 1}}))
    assert taunt.not_("attack:GAS") == "SA-510"
    far = Why(make_play(IN_THE_THICK, "ALA", blue="ALA06").blue("play:ALA06"))
    assert (far.not_("GAS"), far.not_("ARI"), far.not_("SAM")) == ("", "SA-401", "SA-402")
    out = Why(make_play(IN_THE_THICK.replace("ARI", " . "), "SAM"))
    assert out.not_("attack:ARI") == "SA-604"


def test_q9_stealthy_is_paid_once_from_the_own_hand() -> None:
    """Q9: SA-507"""
    play = make_play(IN_THE_THICK, "GAS", red="GAS05 ARI01 ARI02", statuses={"SAM": {"stealthy": 1}})
    paying = Why(play.red("play:GAS05").red("SAM"))
    assert paying.told.question is not None
    assert (paying.told.question.prompt, paying.possible) == ("pay", ["ARI01", "ARI02"])
    after = Why(play.red("ARI02"))
    assert after.told.question is not None
    assert after.told.question.prompt == "where"


def test_q10_why_could_this_card_be_played_with_no_target() -> None:
    """Q10: “up to 1” may be none (SA-403), and Indirect Effects may find nobody (SA-404)."""
    nobody_near = IN_THE_THICK.replace("GAS", " . ").replace("ARI", " . ")
    why = Why(make_play(nobody_near, "ALA", blue="ALA05 ALA06"))
    assert (why.not_("play:ALA06"), why.not_("play:ALA05")) == ("", "SA-403")
    indirect = Why(make_play(IN_THE_THICK.replace("SAM ALA", " .  . "), "GAS", red="GAS09"))
    assert indirect.not_("play:GAS09") == ""


def test_q11_who_orders_the_damage_and_who_is_not_in_it() -> None:
    """Q11: the source's controller, for those who are damaged (SA-407)."""
    why = Why(make_play(IN_THE_THICK, "GAS", red="GAS09").red("play:GAS09"))
    assert why.told.question is not None
    assert (why.told.question.seat, why.possible) == (RED, ["SAM", "ALA"])
    assert (why.not_("ARI"), why.not_("GAS")) == ("SA-407", "SA-407")


def test_q12_why_is_this_character_not_upgraded() -> None:
    """Q12: the gears are not on the own discard pile (SA-801, SA-802), nor is one the teammate's (SA-804)."""
    alone = make_play(IN_THE_THICK, "SAM", chapter=4)
    assert Why(alone).not_("upgrade") == "SA-802"
    paid = make_play(IN_THE_THICK, "SAM", chapter=4, discards=" ".join(f"SAM{n:02}" for n in range(1, 11)))
    assert Why(paid).not_("upgrade") == ""
    assert Why(paid.blue("upgrade")).not_("upgrade") == "SA-802"
    assert Why(make_play(IN_THE_THICK, "SAM", chapter=4, teams=TEAMS)).not_("upgrade") == "SA-804"
    assert Why(make_play(IN_THE_THICK, "SAM", chapter=3)).not_("upgrade") == "SA-802"


def test_nobody_is_an_ally_of_its_own() -> None:
    """SA-901: Sulley's skill is for one of his allies, and he is none."""
    beside = IN_THE_THICK.replace("SAM", "SUL")
    play = make_play(beside, "SUL", teams="SUL ALA / ARI GAS", chapter=3, hands="SUL01 SUL02 SUL03 SUL04")
    costly = play.blue("skill:SUL.s1")
    why = Why(costly if costly.asked.prompt == "target" else costly.blue(costly.asked.options[0]))
    assert (why.not_("ALA"), why.not_("SUL"), why.not_("GAS")) == ("", "SA-901", "SA-402")
