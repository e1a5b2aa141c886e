"""Prince John: his Allies and Items, card by card."""

from __future__ import annotations

from typing import Any

import pytest

from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from tests.villainous.play import BOOK, Match, events_of_kind, sits

ME = 0


def john(
    realm: str = "", *, at: str = "church", power: int = 3, hand: str = "taxes-3", **rulings: Any
) -> Match:
    """Prince John has moved to the Church, where two cards can be played; Hook waits."""
    start = "jail" if at != "jail" else "church"
    match = Match(sits("prince-john", start, realm, power=power, hand=hand), sits("captain-hook"), **rulings)
    match.says(ME, f"move:{at}")
    return match


# -- Allies ------------------------------------------------------------------------------------------


def test_rhino_guards_cost_3_and_beat_a_hero_of_4() -> None:
    heroes = "nottingham: alan-a-dale, friar-tuck / sir-hiss"
    with john(heroes, at="nottingham", hand="rhino-guards-2") as match:
        match.says(ME, "play:rhino-guards-2")
        match.says(ME, "nottingham")
        assert match.realm(ME).power == 0
        match.says(ME, "vanquish:friar-tuck")
        match.says(ME, "rhino-guards-2")
        match.says(ME, "enough")
        assert match.where(ME, "rhino-guards-2") == "discard"
        assert match.where(ME, "sir-hiss") == "nottingham"
        assert events_of_kind(match.facts, facts.HeroDefeated) == [
            facts.HeroDefeated(ME, "friar-tuck", "nottingham", 4)
        ]


VOLLEY = "church: / wolf-archers-1\nnottingham: king-richard / rhino-guards-1"


def test_wolf_archers_shoot_next_door_together_with_those_at_hand() -> None:
    with john(VOLLEY, at="nottingham") as match:
        match.says(ME, "vanquish:king-richard")
        assert match.asks() == (ME, "ally", ("rhino-guards-1", "wolf-archers-1"))
        match.says(ME, "wolf-archers-1")
        assert match.realm(ME).villain.discard == ("wolf-archers-1", "rhino-guards-1")


def test_wolf_archers_do_not_shoot_two_doors_away() -> None:
    with john("sherwood: / wolf-archers-1\nnottingham: toby", at="nottingham") as match:
        assert match.refused(ME, "vanquish:toby").startswith("VI-057")


def test_wolf_archers_shoot_alone_where_the_ruling_keeps_volleys_apart() -> None:
    """VI-C9."""
    with john(VOLLEY, at="nottingham", volleys="alone") as match:
        assert match.refused(ME, "vanquish:king-richard").startswith("VI-058")


BAND = "{}: / nutsy, wolf-archers-1, trigger +bow-and-arrows-1\nsherwood: toby / rhino-guards-1"


def test_nutsy_lends_strength_and_trigger_takes_it_but_only_from_others_beside_them() -> None:
    with john(BAND.format("church")) as match:
        mine = match.realm(ME)
        assert [strength_of(mine, BOOK, ally) for ally in ("nutsy", "wolf-archers-1", "trigger")] == [1, 2, 6]
        assert [strength_of(mine, BOOK, other) for other in ("rhino-guards-1", "toby")] == [4, 2]
        match.says(ME, "carry:nutsy")
        match.says(ME, "nottingham")
        mine = match.realm(ME)
        assert [strength_of(mine, BOOK, ally) for ally in ("nutsy", "wolf-archers-1", "trigger")] == [2, 1, 5]


def test_nutsy_and_trigger_leave_heroes_alone() -> None:
    with john("church: toby / nutsy\njail: skippy / trigger") as match:
        assert [strength_of(match.realm(ME), BOOK, hero) for hero in ("toby", "skippy")] == [2, 2]


def john_waits(realm: str) -> Match:
    """Hook is about to end his turn; John's begins."""
    match = Match(
        sits("captain-hook", "skull-rock", hand="swashbuckler-3"),
        sits("prince-john", "church", realm, power=3),
    )
    match.says(0, "move:jolly-roger")
    return match


def test_the_sheriff_goes_anywhere_before_john_moves_and_taxes_a_place_with_a_hero() -> None:
    with john_waits("sherwood: / sheriff +golden-arrow\njail: toby, skippy") as match:
        match.says(0, "end")
        assert match.asks() == (1, "where", ("church", "nottingham", "jail"))
        went = match.says(1, "jail")
        assert match.where(1, "sheriff") == "jail"
        assert events_of_kind(went, facts.PowerGained) == [facts.PowerGained(1, 1, 4)]
        assert match.asks()[:2] == (1, "move")


@pytest.mark.parametrize("picks", [("nottingham",), ()])
def test_the_sheriff_gains_nothing_in_an_empty_place_or_where_he_stays(picks: tuple[str, ...]) -> None:
    with john_waits("sherwood: toby / sheriff") as match:
        match.says(0, "end")
        assert events_of_kind(match.says(1, *picks), facts.PowerGained) == []
        assert match.where(1, "sheriff") == (picks or ("sherwood",))[0]
        assert match.asks()[:2] == (1, "move")


def test_the_sheriff_brings_nothing_home_from_robin_hood() -> None:
    with john_waits("sherwood: / sheriff\njail: robin-hood") as match:
        match.says(0, "end")
        assert events_of_kind(match.says(1, "jail"), facts.PowerGained) == []


def test_sir_hiss_uncovers_one_symbol_where_john_is() -> None:
    with john("nottingham: toby / sir-hiss", at="nottingham", hand="") as match:
        assert match.asks()[2] == ("vanquish:toby", "fate:1", "gain:1", "end")
        used = match.says(ME, "gain:1")
        assert events_of_kind(used, facts.SymbolUsed) == [facts.SymbolUsed(ME, 2, "sir-hiss")]
        assert match.refused(ME, "fate:1").startswith("VI-026")


def test_sir_hiss_is_of_no_help_elsewhere() -> None:
    with john("nottingham: toby\njail: / sir-hiss", at="nottingham", hand="taxes-1") as match:
        assert match.refused(ME, "gain:1").startswith("VI-026")


# -- Items -------------------------------------------------------------------------------------------


def hook_deals_fate(realm: str, fate: str) -> Match:
    """Hook at Skull Rock plays the first card of John's Fate deck: the other cannot be played."""
    match = Match(
        sits("captain-hook", hand="cutlass-1"),
        sits("prince-john", "jail", realm, power=3, fate=fate),
    )
    match.says(0, "move:skull-rock")
    match.says(0, "fate:1")
    return match


def test_every_warrant_pays_2_for_a_hero_played_to_it() -> None:
    with hook_deals_fate(
        "church: / warrant-1, warrant-3\njail: / warrant-2", "toby clever-disguise-1"
    ) as match:
        played = match.says(0, "church")
        assert events_of_kind(played, facts.PowerGained) == [
            facts.PowerGained(1, 2, 5),
            facts.PowerGained(1, 2, 7),
        ]
        assert match.where(1, "warrant-1") == "church"


def test_warrant_is_not_for_johns_own_people() -> None:
    with john("jail: / warrant-1", hand="rhino-guards-1 golden-arrow") as match:
        match.says(ME, "play:rhino-guards-1")
        match.says(ME, "jail")
        match.says(ME, "play:golden-arrow")
        assert events_of_kind(match.facts, facts.PowerGained) == []


def test_vi_101_warrant_does_not_pay_for_a_hero_who_is_moved_to_it() -> None:
    with john("sherwood: toby\njail: / warrant-1", hand="imprison-1") as match:
        match.says(ME, "play:imprison-1")
        assert match.where(ME, "toby") == "jail"
        assert events_of_kind(match.facts, facts.PowerGained) == []


def test_warrant_costs_1_and_can_be_carried_next_door() -> None:
    with john(hand="warrant-1") as match:
        match.says(ME, "play:warrant-1")
        match.says(ME, "church")
        assert match.realm(ME).power == 2
        match.says(ME, "carry:warrant-1")
        match.says(ME, "sherwood")
        assert match.where(ME, "warrant-1") == "sherwood"


def test_bow_and_arrows_strengthen_an_ally_and_are_lost_in_his_place() -> None:
    with john("nottingham: maid-marian, toby / nutsy", at="nottingham", hand="bow-and-arrows-1") as match:
        match.says(ME, "play:bow-and-arrows-1")
        assert match.where(ME, "bow-and-arrows-1") == "nutsy"
        assert strength_of(match.realm(ME), BOOK, "nutsy") == 3
    armed = "nottingham: skippy, toby / nutsy +bow-and-arrows-1 +bow-and-arrows-2 +golden-arrow"
    with john(armed, at="nottingham") as match:
        match.says(ME, "vanquish:skippy")
        assert match.where(ME, "nutsy") == "nottingham"
        assert match.realm(ME).villain.discard == ("bow-and-arrows-1",)
        assert match.where(ME, "golden-arrow") == "nutsy"
        assert match.realm(ME).power == 5


def test_vi_084_bow_and_arrows_and_golden_arrow_need_an_ally() -> None:
    with john("sherwood: toby", hand="bow-and-arrows-1 golden-arrow") as match:
        assert match.refused(ME, "play:bow-and-arrows-1").startswith("VI-084")
        assert match.refused(ME, "play:golden-arrow").startswith("VI-084")


def test_vi_085_without_bow_and_arrows_an_ally_takes_the_golden_arrow_with_him() -> None:
    with john("nottingham: skippy, toby / nutsy +golden-arrow", at="nottingham") as match:
        fought = match.says(ME, "vanquish:skippy")
        assert events_of_kind(fought, facts.PowerGained) == [facts.PowerGained(ME, 2, 5)]
        assert match.realm(ME).villain.discard == ("golden-arrow", "nutsy")


def test_golden_arrow_pays_only_if_its_own_ally_fights() -> None:
    with john("nottingham: skippy / nutsy, sheriff +golden-arrow", at="nottingham") as match:
        match.says(ME, "vanquish:skippy")
        match.says(ME, "nutsy")
        match.says(ME, "enough")
        assert events_of_kind(match.facts, facts.PowerGained) == []
        assert match.where(ME, "golden-arrow") == "sheriff"


def test_golden_arrow_pays_once_it_has_hit_robin_hood_in_full() -> None:
    with john(
        "nottingham: robin-hood, toby / trigger +bow-and-arrows-1 +golden-arrow", at="nottingham"
    ) as match:
        fought = match.says(ME, "vanquish:robin-hood")
        assert events_of_kind(fought, facts.PowerGained) == [facts.PowerGained(ME, 2, 5)]


def test_the_crown_makes_everything_cheaper_where_john_is_but_nothing_cheaper_than_free() -> None:
    with john("church: / king-richards-crown", hand="rhino-guards-1 taxes-1") as match:
        match.says(ME, "play:rhino-guards-1")
        match.says(ME, "jail")
        assert match.realm(ME).power == 1
        match.says(ME, "play:taxes-1")
        assert match.realm(ME).power == 1


def test_the_crown_is_of_no_use_elsewhere_and_costs_1_itself() -> None:
    with john("jail: / king-richards-crown", hand="rhino-guards-1", power=2) as match:
        assert match.refused(ME, "play:rhino-guards-1").startswith("VI-042: “play:rhino-guards-1”")
    with john(hand="king-richards-crown") as match:
        match.says(ME, "play:king-richards-crown")
        match.says(ME, "church")
        assert match.realm(ME).power == 2
