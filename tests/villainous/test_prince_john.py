"""Prince John: his Effects and Conditions, how he wins, and how well he stands."""

from __future__ import annotations

from typing import Any

import pytest

from domain import decider
from domain.errors import Drift
from domain.model import Answered, Seat, Viewer
from domain.script import Script, choose_one
from domain.villainous import facts
from domain.villainous.board import Realm
from domain.villainous.hooks import CardHooks, T
from domain.villainous.play import layout
from domain.villainous.play.fights import vanquish_hero
from domain.villainous.rules import VillainousRules
from domain.villainous.villains.prince_john.script import objective_progress
from tests.villainous.play import BOOK, RULES, SPECTATOR, Match, events_of_kind, plain, rewritten, sits

ME, OTHER = 0, 1


def john(
    realm: str = "", *, at: str = "church", power: int = 3, hand: str = "taxes-3", **rulings: Any
) -> Match:
    """Prince John has moved to the Church, where two cards can be played; Hook waits."""
    start = "jail" if at != "jail" else "church"
    match = Match(sits("prince-john", start, realm, power=power, hand=hand), sits("captain-hook"), **rulings)
    match.says(ME, f"move:{at}")
    return match


# -- Effects -----------------------------------------------------------------------------------------


def test_taxes_count_the_heroes_and_robin_hood_takes_his_share() -> None:
    with john("jail: robin-hood\nsherwood: alan-a-dale, maid-marian", hand="taxes-1") as match:
        assert events_of_kind(match.says(ME, "play:taxes-1"), facts.PowerGained) == [
            facts.PowerGained(ME, 2, 5)
        ]


def test_taxes_of_nobody_are_nothing() -> None:
    with john(hand="taxes-1") as match:
        assert events_of_kind(match.says(ME, "play:taxes-1"), facts.PowerGained) == []
        assert match.where(ME, "taxes-1") == "discard"


HEROES = "jail: robin-hood\nsherwood: alan-a-dale +clever-disguise-1, maid-marian"


def test_imprison_costs_2_and_brings_a_hero_to_the_jail_with_all_he_carries() -> None:
    with john(HEROES, hand="imprison-1") as match:
        match.says(ME, "play:imprison-1")
        assert match.asks() == (ME, "aim", ("alan-a-dale", "maid-marian"))
        assert match.refused(ME, "robin-hood").startswith("VI-201")
        match.says(ME, "alan-a-dale")
        assert match.where(ME, "alan-a-dale") == "jail"
        assert match.where(ME, "clever-disguise-1") == "alan-a-dale"
        assert match.realm(ME).power == 1


def test_imprison_needs_a_hero_at_large_and_2_power() -> None:
    with john("jail: robin-hood", hand="imprison-1") as match:
        assert match.refused(ME, "play:imprison-1").startswith("VI-201")
    with john(HEROES, hand="imprison-1", power=1) as match:
        assert match.refused(ME, "play:imprison-1").startswith("VI-042")


def test_imprison_may_be_wasted_where_the_ruling_lets_any_effect_be_played() -> None:
    """VI-C4."""
    with john(hand="imprison-1", effects="any") as match:
        match.says(ME, "play:imprison-1")
        assert match.where(ME, "imprison-1") == "discard"
        assert match.realm(ME).power == 1


def test_vi_141_an_imprisoned_hero_covers_nothing_and_keeps_his_ability() -> None:
    with john("sherwood: robin-hood", hand="imprison-1 taxes-3") as match:
        assert events_of_kind(match.says(ME, "gain:2"), facts.PowerGained) == [facts.PowerGained(ME, 1, 4)]
        match.says(ME, "play:imprison-1")
        assert match.where(ME, "robin-hood") == "jail"
    with john("jail: robin-hood", at="jail") as match:
        assert events_of_kind(match.says(ME, "gain:3"), facts.PowerGained) == [facts.PowerGained(ME, 2, 5)]


AMBUSH = """
    sherwood: / rhino-guards-1
    church: / rhino-guards-2
    nottingham: alan-a-dale, maid-marian
"""


def test_set_a_trap_asks_who_moves_and_where_to_and_then_springs() -> None:
    with john(AMBUSH, hand="set-a-trap-1") as match:
        match.says(ME, "play:set-a-trap-1")
        assert match.asks() == (ME, "ally-to-move", ("rhino-guards-1", "rhino-guards-2"))
        match.says(ME, "rhino-guards-2")
        assert match.asks() == (ME, "where", ("sherwood", "nottingham", "jail"))
        match.says(ME, "nottingham")
        assert match.asks() == (ME, "hero", ("alan-a-dale", "maid-marian"))
        match.says(ME, "alan-a-dale")
        assert match.where(ME, "alan-a-dale") == "discard"
        assert match.realm(ME).villain.discard == ("rhino-guards-2", "set-a-trap-1")


def test_set_a_trap_may_leave_everybody_where_he_is() -> None:
    with john("nottingham: alan-a-dale / rhino-guards-1", hand="set-a-trap-1") as match:
        match.says(ME, "play:set-a-trap-1")
        match.says(ME)
        assert events_of_kind(match.facts, facts.CardMoved) == []
        assert match.where(ME, "alan-a-dale") == "discard"


@pytest.mark.parametrize(
    "realm", ["", "church: alan-a-dale", "nottingham: robin-hood / rhino-guards-1", "jail: / rhino-guards-1"]
)
def test_set_a_trap_needs_somebody_to_catch_whoever_moves(realm: str) -> None:
    """VI-201."""
    with john(realm, hand="set-a-trap-1") as match:
        assert match.refused(ME, "play:set-a-trap-1").startswith("VI-201")


def test_a_card_that_changes_under_its_open_question_is_noticed() -> None:
    def trap_of_the_next_edition(t: T, seat: Seat, card: str, what: str) -> Script[None]:
        for hero in (
            yield from choose_one(t.seat, "hero", layout.cards_of_kind(t.board.realms[seat], t.book, "hero"))
        ):
            yield from vanquish_hero(t, seat, hero)

    changed = rewritten("prince-john", "set-a-trap", CardHooks(on_played=trap_of_the_next_edition))
    with john(AMBUSH, hand="set-a-trap-1") as match:
        match.says(ME, "play:set-a-trap-1")
        match.says(ME, "rhino-guards-2")
        later = VillainousRules(changed)
        with pytest.raises(Drift, match="ally-to-move"):
            decider.decide(later, match.position, Answered(ME, ("nottingham",)), match.chance)


def test_intimidation_spares_the_allies_and_what_they_carry() -> None:
    with john(
        "sherwood: alan-a-dale\njail: robin-hood / rhino-guards-1 +bow-and-arrows-1, nutsy",
        hand="intimidation",
    ) as match:
        match.says(ME, "play:intimidation")
        assert events_of_kind(match.facts, facts.PowerPaid) == [facts.PowerPaid(ME, 2, 1)]
        match.says(ME, "rhino-guards-1")
        match.says(ME, "enough")
        assert match.where(ME, "robin-hood") == "discard"
        assert match.where(ME, "rhino-guards-1") == "jail"
        assert match.realm(ME).villain.discard == ("intimidation",)


def test_intimidation_asks_for_the_hero_and_frightens_nobody_who_is_too_strong() -> None:
    heroes = "nottingham: skippy, toby, robin-hood / rhino-guards-1"
    with john(heroes, hand="intimidation") as match:
        match.says(ME, "play:intimidation")
        assert match.asks() == (ME, "aim", ("skippy", "toby"))
        match.says(ME, "skippy")
        assert match.where(ME, "skippy") == "discard"
    with john("nottingham: robin-hood / rhino-guards-1", hand="intimidation") as match:
        assert match.refused(ME, "play:intimidation").startswith("VI-201")


# -- Conditions --------------------------------------------------------------------------------------


def hook_musters(hand: str, swashbucklers: str = "swashbuckler-1, swashbuckler-2") -> Match:
    """Hook plays another Ally in front of Prince John."""
    match = Match(
        sits("captain-hook", "skull-rock", f"skull-rock: / {swashbucklers}", power=2, hand="swashbuckler-3"),
        sits("prince-john", hand=hand, power=0),
    )
    match.says(0, "move:jolly-roger")
    match.says(0, "play:swashbuckler-3")
    match.says(0, "jolly-roger")
    return match


def test_cowardice_brings_an_ally_for_nothing_once_hook_has_three() -> None:
    with hook_musters("cowardice-2 rhino-guards-1 taxes-1 nutsy") as match:
        assert match.asks() == (1, "condition", ("pass", "pass-turn", "play:cowardice-2"))
        match.says(1, "play:cowardice-2")
        assert match.asks() == (1, "ally-to-play", ("rhino-guards-1", "nutsy"))
        assert match.refused(1, "taxes-1").startswith("VI-080")
        match.says(1, "rhino-guards-1")
        assert match.asks() == (1, "where", ("sherwood", "church", "nottingham", "jail"))
        match.says(1, "jail")
        assert match.where(1, "rhino-guards-1") == "jail"
        assert match.where(1, "cowardice-2") == "discard"
        assert match.realm(1).hand == ("taxes-1", "nutsy"), "VI-090: no cards are drawn"
        assert match.asks()[:2] == (0, "act")


def test_two_allies_frighten_nobody() -> None:
    with hook_musters("cowardice-2 rhino-guards-1", "swashbuckler-1") as match:
        assert events_of_kind(match.facts, facts.RequirementMet) == []
        assert match.asks()[:2] == (0, "act")


def test_cowardice_without_an_ally_in_the_hand_cannot_be_played_and_nobody_notices() -> None:
    with hook_musters("cowardice-1 taxes-1") as match:
        assert match.asks() == (1, "condition", ("pass", "pass-turn"))


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer("hook", frozenset((0,)))])
def test_cowardice_does_not_tell_how_many_allies_the_hand_holds(viewer: Viewer) -> None:
    def seen(hand: str) -> str:
        with hook_musters(hand) as match:
            played = match.says(1, "play:cowardice-1") + match.says(1, "nutsy")
            return plain([decider.redact_fact(RULES, fact, viewer) for fact in played])

    assert seen("cowardice-1 nutsy taxes-1") == seen("cowardice-1 nutsy trigger")


@pytest.mark.parametrize(("power", "gained"), [(5, [facts.PowerGained(1, 3, 3)]), (4, [])])
def test_greed_brings_3_power_once_hook_has_6(power: int, gained: list[facts.PowerGained]) -> None:
    with Match(
        sits("captain-hook", "skull-rock", power=power, hand="cutlass-1"), sits("prince-john", hand="greed-1")
    ) as match:
        match.says(0, "move:jolly-roger")
        match.says(0, "gain:1")
        if gained:
            match.says(1, "play:greed-1")
        assert [
            fact for fact in events_of_kind(match.facts, facts.PowerGained) if fact.seat == OTHER
        ] == gained


def test_robin_hood_takes_his_share_of_greed_and_king_richard_minds_effects_only() -> None:
    with Match(
        sits("captain-hook", "skull-rock", power=6),
        sits("prince-john", realm="jail: robin-hood, king-richard", hand="greed-1"),
    ) as match:
        match.says(0, "move:jolly-roger")
        played = match.says(1, "play:greed-1")
        assert events_of_kind(played, facts.PowerGained) == [facts.PowerGained(1, 2, 2)]


# -- the objective -----------------------------------------------------------------------------------


def john_waits(realm: str, power: int) -> Match:
    """Hook is about to end his turn; John's begins."""
    match = Match(
        sits("captain-hook", "skull-rock", hand="swashbuckler-3"),
        sits("prince-john", "church", realm, power=power),
    )
    match.says(0, "move:jolly-roger")
    return match


def test_vi_126_with_20_power_he_wins_when_his_turn_starts_and_not_before() -> None:
    with Match(sits("prince-john", power=17), sits("captain-hook")) as match:
        match.says(ME, "move:jail")
        match.says(ME, "gain:3")
        assert match.realm(ME).power == 20
        assert match.position.board.winner is None, "VI-121: only at the start of the own turn"
        match.says(OTHER, "move:skull-rock")
        match.says(OTHER, "end")
        assert match.position.board.winner == ME
        assert decider.open_question(RULES, match.position) is None


@pytest.mark.parametrize(("power", "realm"), [(19, ""), (16, "jail: little-john *4")])
def test_vi_126_with_19_or_with_power_on_a_hero_he_does_not(power: int, realm: str) -> None:
    with john_waits(realm, power) as match:
        match.says(0, "end")
        assert match.position.board.winner is None
        assert match.asks()[:2] == (1, "move")


def test_he_wins_before_the_sheriff_is_asked() -> None:
    with john_waits("sherwood: toby / sheriff", 20) as match:
        match.says(0, "end")
        assert match.position.board.winner == 1


def stands(at: str, realm: str = "", power: int = 10) -> Realm:
    """Prince John, seen by a bot."""
    return sits("prince-john", at, realm, power=power)


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (stands("church"), stands("church", power=11)),
        (stands("church", "jail: robin-hood"), stands("church", "jail: toby")),
        (stands("jail", "church: toby"), stands("jail", "sherwood: toby")),
        (stands("nottingham"), stands("jail")),
        (stands("nottingham", "church: toby"), stands("nottingham", "church: toby / sir-hiss")),
        (stands("sherwood", "jail: toby / nutsy"), stands("nottingham", "jail: toby / nutsy")),
        (stands("church", "jail: toby"), stands("church", "jail: toby *4")),
        (stands("jail", "church: toby *9 / nutsy", 19), stands("jail", power=20)),
    ],
)
def test_he_stands_well_with_power_and_with_what_will_bring_it(worse: Realm, better: Realm) -> None:
    assert 0 <= objective_progress(worse, BOOK) < objective_progress(better, BOOK) <= 1
