"""What Conditions wait for: Power, Allies, Items, Strength, a defeat; in the turn of an opponent."""

from __future__ import annotations

from tests.villainous.play import Match, sits

HOOK, JOHN = 0, 1


def watched(realm: str, hand: str, *, who: str = "prince-john", deck: str = "") -> Match:
    """Hook carries Smee to Skull Rock while an opponent is watching; nothing is to be noticed before."""
    match = Match(
        sits("captain-hook", "skull-rock", realm, power=2, hand="swashbuckler-1 cannon-1 cutlass-1 scare-1"),
        sits(who, hand=hand, deck=deck),
    )
    match.says(HOOK, "move:mermaid-lagoon")
    assert match.asks()[:2] == (HOOK, "act")
    return match


def test_vi_088_allies_are_counted_over_the_whole_realm_locked_locations_included() -> None:
    with watched("skull-rock: / smee\nhangmans-tree: / mr-starkey", "cowardice-1 nutsy") as match:
        match.says(HOOK, "play:swashbuckler-1")
        match.says(HOOK, "jolly-roger")
        assert match.asks() == (JOHN, "condition", ("pass", "pass-turn", "play:cowardice-1"))
        assert match.question.about == "allies-3"
        match.says(JOHN, "play:cowardice-1")
        match.says(JOHN, "nutsy")
        match.says(JOHN, "church")
        assert match.where(JOHN, "nutsy") == "church"
        assert match.asks()[:2] == (HOOK, "act")


def test_vi_088_a_hero_is_no_ally_and_two_are_not_three() -> None:
    with watched("skull-rock: wendy, tinker-bell / smee", "cowardice-1 nutsy") as match:
        match.says(HOOK, "play:swashbuckler-1")
        match.says(HOOK, "jolly-roger")
        assert match.asks()[:2] == (HOOK, "act")


def test_vi_088_vi_210_a_hypnotized_hero_is_counted_as_an_ally() -> None:
    realm = "agrabah: sultan ~hypnotized / palace-guard-1, palace-guard-2"
    with Match(
        sits("jafar", "oasis", realm, hand="scrying-1"), sits("maleficent", hand="tyranny-1")
    ) as match:
        match.says(0, "move:agrabah")
        assert match.asks() == (1, "condition", ("pass", "pass-turn", "play:tyranny-1"))


def test_vi_088_items_are_counted_attached_ones_too() -> None:
    with watched("skull-rock: / smee +cutlass-2", "deception-1", who="jafar") as match:
        match.says(HOOK, "play:cannon-1")
        match.says(HOOK, "jolly-roger")
        assert match.asks() == (1, "condition", ("pass", "pass-turn", "play:deception-1"))
        assert match.question.about == "items-2"


def test_vi_088_items_on_either_side_of_the_board_are_items_of_the_realm() -> None:
    with Match(
        sits("captain-hook", "skull-rock", "jolly-roger: wendy +pixie-dust-1 / smee +cutlass-2"),
        sits("jafar", hand="deception-1"),
    ) as match:
        match.says(HOOK, "move:mermaid-lagoon")
        assert match.question.about == "items-2"


def test_vi_088_vi_105_one_ally_has_to_be_strong_enough_all_told() -> None:
    """Hook waits for an Ally of Strength 4: two of 2 are none, one with a bow and Nutsy's support is."""
    with Match(
        sits(
            "prince-john", "jail", "church: / wolf-archers-1 +bow-and-arrows-1\nsherwood: / nutsy",
            power=1, hand="taxes-1 bow-and-arrows-2 warrant-1",
        ),
        sits("captain-hook", hand="cunning-1 swashbuckler-1"),
    ) as match:  # fmt: skip
        match.says(0, "move:church")
        assert match.asks()[:2] == (0, "act")
        match.says(0, "carry:nutsy")
        assert match.asks() == (1, "condition", ("pass", "pass-turn", "play:cunning-1"))
        assert match.question.about == "strength-4"


def test_vi_088_a_hero_defeated_has_to_have_been_strong_enough_at_that_moment() -> None:
    with Match(
        sits("captain-hook", "skull-rock", "jolly-roger: tinker-bell / swashbuckler-1", hand="scare-1"),
        sits("maleficent", realm="forest: fauna", hand="malice-1"),
    ) as match:
        match.says(HOOK, "move:jolly-roger")
        match.says(HOOK, "vanquish:tinker-bell")
        assert match.asks()[:2] == (HOOK, "act")


def test_vi_088_a_condition_is_for_the_turns_of_opponents() -> None:
    """Prince John is rich in his own turn, and Greed stays where it is."""
    with Match(sits("prince-john", power=9, hand="greed-1 taxes-1"), sits("captain-hook")) as match:
        match.says(0, "move:jail")
        assert match.refused(0, "play:greed-1").startswith("VI-088")
        match.says(0, "end")
        match.says(1, "move:skull-rock")
        assert match.asks()[:2] == (1, "act"), "it is Hook's turn, and he has no Power"
