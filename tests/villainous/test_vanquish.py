"""Vanquish: Allies against a Hero, Strength against Strength."""

from __future__ import annotations

import pytest

from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from tests.villainous.play import BOOK, Match, events_of_kind, sits

ME = 0


def hook(realm: str) -> Match:
    """Captain Hook on the Jolly Roger, with a card in hand; Prince John waits."""
    match = Match(sits("captain-hook", "skull-rock", realm, power=3, hand="cutlass-1"), sits("prince-john"))
    match.says(ME, "move:jolly-roger")
    return match


CREW = "jolly-roger: wendy +pixie-dust-1 / swashbuckler-1 +cutlass-2, swashbuckler-2, pirate-brute-1"


def test_vi_057_vi_058_allies_are_called_up_one_by_one_until_they_suffice() -> None:
    with hook(CREW) as match:
        assert strength_of(match.realm(ME), BOOK, "wendy") == 5
        match.says(ME, "vanquish:wendy")
        assert match.asks() == (ME, "ally", ("swashbuckler-1", "swashbuckler-2", "pirate-brute-1"))
        assert match.refused(ME, "enough").startswith("VI-058")
        match.says(ME, "swashbuckler-1")
        assert match.refused(ME, "swashbuckler-1").startswith("VI-057"), "each fights once"
        match.says(ME, "swashbuckler-2")
        assert match.asks() == (ME, "ally", ("enough", "pirate-brute-1"))


def test_vi_059_who_fought_is_discarded_with_the_hero_and_who_did_not_stays() -> None:
    with hook(CREW) as match:
        for pick in ("vanquish:wendy", "swashbuckler-1", "swashbuckler-2", "enough"):
            match.says(ME, pick)
        assert match.realm(ME).fate.discard == ("pixie-dust-1", "wendy")
        assert match.realm(ME).villain.discard == ("cutlass-2", "swashbuckler-1", "swashbuckler-2")
        assert match.where(ME, "pirate-brute-1") == "jolly-roger"


def test_vi_057_a_hero_is_fought_anywhere_but_only_by_the_allies_beside_it() -> None:
    realm = "skull-rock: wendy / pirate-brute-1\nmermaid-lagoon: tinker-bell\njolly-roger: / pirate-brute-2"
    with hook(realm) as match:
        assert match.refused(ME, "vanquish:pirate-brute-1").startswith("VI-057")
        assert match.refused(ME, "vanquish:tinker-bell").endswith(
            "no Ally who can fight is beside Tinker Bell."
        )
        match.says(ME, "vanquish:wendy")
        assert match.where(ME, "wendy") == "discard"
        assert match.realm(ME).villain.discard == ("pirate-brute-1",)


def test_vi_058_one_strength_short_is_too_little() -> None:
    with hook("jolly-roger: wendy +pixie-dust-1 / pirate-brute-1") as match:
        assert match.refused(ME, "vanquish:wendy").startswith("VI-058")
    with hook("jolly-roger: wendy +pixie-dust-1 / swashbuckler-1 +cutlass-2") as match:
        assert match.refused(ME, "vanquish:wendy").endswith(
            "have a Strength of 4, and Wendy has 3 + 2 (Pixie Dust)."
        )


@pytest.mark.parametrize("first", ["friar-tuck", "skippy"])
def test_vi_060_of_several_heroes_the_player_says_whom_to_fight(first: str) -> None:
    with Match(
        sits("prince-john", "jail", "nottingham: friar-tuck, skippy / rhino-guards-1", hand="taxes-1"),
        sits("captain-hook"),
    ) as match:
        match.says(ME, "move:nottingham")
        assert match.asks()[2][:2] == ("vanquish:friar-tuck", "vanquish:skippy")
        match.says(ME, f"vanquish:{first}")
        assert match.where(ME, first) == "discard"
        assert len(match.realm(ME).cards) == 1


def jafar(realm: str) -> Match:
    """Jafar at the Sultan's Palace, where he activates the Giant Hourglass; Hook waits."""
    match = Match(sits("jafar", "agrabah", realm, hand="sacrifice-1"), sits("captain-hook"))
    match.says(ME, "move:sultans-palace")
    match.says(ME, "activate:hourglass-1")
    return match


def test_vi_061_a_hero_without_strength_stays_and_is_vanquished_by_nobody_at_all() -> None:
    with jafar("oasis: abu / hourglass-1") as match:
        assert strength_of(match.realm(ME), BOOK, "abu") == 0
        assert match.where(ME, "abu") == "oasis"
        match.says(ME, "vanquish:abu")
        assert match.where(ME, "abu") == "discard"
        assert match.realm(ME).villain.discard == ()


def test_vi_061_an_ally_beside_a_hero_without_strength_is_not_needed() -> None:
    with jafar("oasis: abu / hourglass-1, palace-guard-1") as match:
        match.says(ME, "vanquish:abu")
        assert match.asks() == (ME, "ally", ("enough", "palace-guard-1"))
        match.says(ME, "enough")
        assert match.where(ME, "palace-guard-1") == "oasis"


def test_a_vanquish_that_cannot_be_won_says_why() -> None:
    realm = """
        jolly-roger: lost-boys-1, wendy / pirate-brute-1 +cutlass-2
        mermaid-lagoon: tinker-bell
        hangmans-tree: peter-pan
    """
    with hook(realm) as match:
        assert match.refused(ME, "vanquish:lost-boys-1").startswith("lost-boys: ")
        assert match.refused(ME, "vanquish:tinker-bell").endswith(
            "no Ally who can fight is beside Tinker Bell."
        )
        assert match.refused(ME, "vanquish:peter-pan").startswith("VI-070")
        assert match.refused(ME, "vanquish:michael").startswith("VI-057")
        assert match.asks()[2][0] == "vanquish:wendy"


def test_vi_204_only_a_vanquish_discards_allies() -> None:
    """A Hero defeated by a card is defeated as well, and no Ally is used up."""
    with Match(
        sits(
            "maleficent", "castle", "cottage: prince-phillip / dreamless-sleep-1, savage-goon-1",
            power=3, hand="dragon-form-1",
        ),
        sits("captain-hook"),
    ) as match:  # fmt: skip
        match.says(ME, "move:cottage")
        match.says(ME, "play:dragon-form-1")
        [defeated] = events_of_kind(match.facts, facts.HeroDefeated)
        assert (defeated.hero, defeated.strength) == ("prince-phillip", 3)
        assert match.where(ME, "prince-phillip") == "discard"
        assert match.where(ME, "savage-goon-1") == "cottage"
