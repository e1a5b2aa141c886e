"""The Fate deck of Captain Hook: what the children of Never Land do to him."""

from __future__ import annotations

from typing import Any

from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from tests.villainous.play import BOOK, Match, events_of_kind, sits

HOOK = 1
WATERS = ("jolly-roger", "skull-rock", "mermaid-lagoon")


def fate(cards: str, realm: str = "", *, unlocked: bool = False, **rulings: Any) -> Match:
    """Prince John at Sherwood Forest deals Fate to Captain Hook; *cards* are on top of his Fate deck."""
    match = Match(
        sits("prince-john", "jail", hand="taxes-1", deck="taxes-2"),
        sits("captain-hook", realm=realm, fate=cards, unlocked=unlocked),
        **rulings,
    )
    match.says(0, "move:sherwood")
    match.says(0, "fate:1")
    return match


def fights(realm: str, **rulings: Any) -> Match:
    """Captain Hook has come to the Jolly Roger, and may fight."""
    match = Match(sits("captain-hook", "skull-rock", realm, hand="scare-1"), sits("prince-john"), **rulings)
    match.says(0, "move:jolly-roger")
    return match


def might(realm: str, hero: str) -> int:
    """The Strength of a Hero in Captain Hook's Realm."""
    return strength_of(sits("captain-hook", realm=realm), BOOK, hero)


# -- Peter Pan ---------------------------------------------------------------------------------------


def test_peter_pan_leaves_no_choice_and_flies_to_a_locked_tree_vi_208() -> None:
    with fate("wendy peter-pan john") as match:
        assert match.where(HOOK, "peter-pan") == "hangmans-tree"
        assert match.realm(HOOK).locked == ("hangmans-tree",)
        assert match.where(HOOK, "wendy") == "discard"
        assert match.realm(HOOK).fate.deck == ("john",)
        assert match.question.prompt == "act"


def test_peter_pan_flies_to_his_tree_when_the_map_was_there_before_him_vi_209() -> None:
    with fate("peter-pan splitting-headache-1", "skull-rock: / never-land-map", unlocked=True) as match:
        assert match.where(HOOK, "peter-pan") == "hangmans-tree"
        assert match.where(HOOK, "splitting-headache-1") == "discard"
        assert match.where(HOOK, "never-land-map") == "skull-rock"


def test_behind_his_lock_peter_pan_is_out_of_reach_and_carries_nothing_vi_202() -> None:
    with fate("pixie-dust-1 taunt-1", "hangmans-tree: peter-pan") as match:
        assert match.realm(HOOK).fate.discard == ("pixie-dust-1", "taunt-1")


# -- the others --------------------------------------------------------------------------------------


def test_wendy_makes_every_other_hero_stronger_even_behind_a_lock_vi_071() -> None:
    realm = "skull-rock: wendy\njolly-roger: john, lost-boys-1\nhangmans-tree: peter-pan"
    assert [might(realm, hero) for hero in ("wendy", "john", "lost-boys-1", "peter-pan")] == [3, 3, 5, 9]
    with fate("wendy taunt-1", "jolly-roger: tinker-bell / swashbuckler-1") as match:
        match.says(0, "wendy")
        assert match.asks() == (0, "where", WATERS)
        match.says(0, "mermaid-lagoon")
        assert strength_of(match.realm(HOOK), BOOK, "tinker-bell") == 3


def test_john_is_stronger_by_one_while_he_carries_any_item() -> None:
    assert might("skull-rock: john", "john") == 2
    assert might("skull-rock: john +taunt-1", "john") == 3
    assert might("skull-rock: john +pixie-dust-1", "john") == 5
    assert might("skull-rock: john +pixie-dust-1 +taunt-1", "john") == 5, "one more in all, not for each"
    with fate("john splitting-headache-1") as match:
        match.says(0, "jolly-roger")
        assert match.where(HOOK, "john") == "jolly-roger"


def test_michael_is_stronger_by_one_for_each_location_with_a_hero() -> None:
    assert might("skull-rock: michael", "michael") == 2
    assert might("skull-rock: michael, john", "michael") == 2
    assert might("skull-rock: michael\njolly-roger: john\nhangmans-tree: peter-pan", "michael") == 4
    with fate("michael splitting-headache-1", "jolly-roger: john") as match:
        match.says(0, "mermaid-lagoon")
        assert strength_of(match.realm(HOOK), BOOK, "michael") == 3


def test_tinker_bell_may_drive_an_ally_away_and_the_cutlass_goes_with_him() -> None:
    crew = "skull-rock: / swashbuckler-1 +cutlass-1, pirate-brute-1\njolly-roger: / smee"
    with fate("tinker-bell pixie-dust-1", crew) as match:
        match.says(0, "skull-rock")
        assert match.asks() == (0, "ally-to-discard", ("swashbuckler-1", "pirate-brute-1"))
        match.says(0, "swashbuckler-1")
        assert match.realm(HOOK).villain.discard == ("cutlass-1", "swashbuckler-1")
        assert match.where(HOOK, "pirate-brute-1") == "skull-rock"


def test_tinker_bell_need_not_and_where_nobody_is_she_is_not_asked() -> None:
    crew = "skull-rock: / swashbuckler-1"
    with fate("tinker-bell pixie-dust-1", crew) as match:
        match.says(0, "skull-rock")
        match.says(0)
        assert match.where(HOOK, "swashbuckler-1") == "skull-rock"
    with fate("tinker-bell pixie-dust-1", crew) as match:
        match.says(0, "jolly-roger")
        assert match.question.prompt == "act"


def test_when_hook_comes_to_tick_tock_he_drops_his_whole_hand() -> None:
    with Match(
        sits("captain-hook", "jolly-roger", "skull-rock: tick-tock", hand="scare-1 cunning-1 smee"),
        sits("prince-john"),
    ) as match:
        came = match.says(0, "move:skull-rock")
        assert match.realm(0).hand == ()
        assert match.realm(0).villain.discard == ("scare-1", "cunning-1", "smee")
        assert {fact.rule for fact in came if isinstance(fact.event, facts.CardDiscarded)} == {"tick-tock"}


def test_tick_tock_coming_to_hook_does_no_harm_nor_does_he_elsewhere() -> None:
    with fate("tick-tock splitting-headache-1") as match:
        match.says(0, "jolly-roger")
        assert strength_of(match.realm(HOOK), BOOK, "tick-tock") == 5
    with fights("skull-rock: tick-tock") as match:
        assert match.realm(0).hand == ("scare-1",)


# -- Lost Boys ---------------------------------------------------------------------------------------


def test_it_takes_two_allies_to_vanquish_lost_boys_however_strong_one_is() -> None:
    with fights("jolly-roger: lost-boys-2 / smee, swashbuckler-1") as match:
        match.says(0, "vanquish:lost-boys-2")
        match.says(0, "smee")
        assert match.where(0, "swashbuckler-1") == "discard", "a strong one does not suffice"
        assert match.where(0, "lost-boys-2") == "discard"


def test_one_ally_does_not_vanquish_lost_boys() -> None:
    with fights("jolly-roger: lost-boys-1 / smee +cutlass-1") as match:
        assert match.refused(0, "vanquish:lost-boys-1").startswith("lost-boys: ")


def test_one_ally_here_and_one_next_door_are_two_unless_volleys_are_fired_alone_vi_c9() -> None:
    realm = "jolly-roger: lost-boys-1 / smee\nskull-rock: / boarding-party-1"
    with fights(realm) as match:
        match.says(0, "vanquish:lost-boys-1")
        match.says(0, "smee")
        assert match.where(0, "boarding-party-1") == "discard"
    with fights(realm, volleys="alone") as match:
        assert "vanquish:lost-boys-1" not in match.question.options


def test_lost_boys_are_played_like_any_hero() -> None:
    with fate("lost-boys-1 lost-boys-2") as match:
        match.says(0, "lost-boys-2")
        match.says(0, "skull-rock")
        assert (match.where(HOOK, "lost-boys-2"), match.where(HOOK, "lost-boys-1")) == (
            "skull-rock",
            "discard",
        )


# -- Items and Effects -------------------------------------------------------------------------------


def test_pixie_dust_makes_a_hero_stronger_by_two_and_settles_on_nobody_behind_a_lock() -> None:
    realm = "hangmans-tree: peter-pan\nskull-rock: wendy\njolly-roger: tinker-bell"
    with fate("pixie-dust-1 pixie-dust-2", realm) as match:
        match.says(0, "pixie-dust-2")
        assert match.asks() == (0, "host", ("wendy", "tinker-bell"))
        match.says(0, "wendy")
        assert match.where(HOOK, "pixie-dust-2") == "wendy"
        assert strength_of(match.realm(HOOK), BOOK, "wendy") == 5


def test_without_a_hero_pixie_dust_and_taunts_are_blown_away_vi_086() -> None:
    with fate("pixie-dust-1 taunt-2") as match:
        assert match.realm(HOOK).fate.discard == ("pixie-dust-1", "taunt-2")
        assert match.question.prompt == "act"


def test_who_taunts_hook_has_to_be_defeated_first_vi_212() -> None:
    with fights(
        "jolly-roger: wendy, tinker-bell +taunt-1 / pirate-brute-1, pirate-brute-2, cannon-1"
    ) as match:
        assert match.refused(0, "vanquish:wendy").startswith("taunt")
        match.says(0, "vanquish:tinker-bell")
        match.says(0, "pirate-brute-1")
        match.says(0, "enough")
        assert match.where(0, "taunt-1") == "discard"
        match.says(0, "vanquish:wendy")
        assert match.where(0, "wendy") == "discard"


def test_of_two_who_taunt_either_can_be_the_first_and_a_far_one_protects_the_near_ones() -> None:
    with fights("jolly-roger: tinker-bell +taunt-1, john +taunt-2, michael / pirate-brute-1") as match:
        fit = [pick for pick in match.question.options if pick.startswith("vanquish")]
        assert fit == ["vanquish:tinker-bell", "vanquish:john"]
    with fights("jolly-roger: michael / pirate-brute-1\nmermaid-lagoon: tinker-bell +taunt-1") as match:
        assert match.refused(0, "vanquish:michael").startswith("taunt")


def test_a_taunt_is_put_on_a_hero_by_the_opponent() -> None:
    with fate("taunt-1 splitting-headache-1", "skull-rock: wendy\njolly-roger: john") as match:
        assert match.asks() == (0, "host", ("wendy", "john"))
        match.says(0, "john")
        assert match.where(HOOK, "taunt-1") == "john"


CARGO = """
    jolly-roger: wendy +pixie-dust-1 / cannon-1, swashbuckler-1 +cutlass-1
    hangmans-tree: / hooks-case-1
"""


def test_a_splitting_headache_costs_hook_an_item_of_the_opponents_choice() -> None:
    with fate("splitting-headache-1 pixie-dust-2", CARGO) as match:
        match.says(0, "splitting-headache-1")
        assert match.asks() == (0, "aim", ("pixie-dust-1", "cannon-1", "cutlass-1"))
        match.says(0, "cutlass-1")
        assert match.realm(HOOK).villain.discard == ("cutlass-1",)
        assert match.where(HOOK, "swashbuckler-1") == "jolly-roger"
        assert match.realm(HOOK).fate.discard == ("splitting-headache-1", "pixie-dust-2")


def test_where_locks_do_not_protect_a_headache_reaches_through_them_vi_c6() -> None:
    with fate("splitting-headache-1 pixie-dust-2", CARGO, locked="reachable") as match:
        match.says(0, "splitting-headache-1")
        assert match.question.options == ("pixie-dust-1", "cannon-1", "cutlass-1", "hooks-case-1")
        match.says(0, "hooks-case-1")
        assert match.where(HOOK, "hooks-case-1") == "discard"


def test_a_headache_without_an_item_passes_vi_051() -> None:
    with fate("splitting-headache-1 wendy", "hangmans-tree: / cannon-1") as match:
        assert match.asks() == (0, "where", WATERS), "only Wendy can be played"
        match.says(0, "skull-rock")
        assert match.where(HOOK, "splitting-headache-1") == "discard"
        assert events_of_kind(match.facts, facts.CardPlayed) == [
            facts.CardPlayed(HOOK, "wendy", "skull-rock")
        ]
