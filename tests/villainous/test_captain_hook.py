"""Captain Hook's Allies and Effects, and his map."""

from __future__ import annotations

import pytest

from domain import decider, villainous
from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from tests.villainous.play import BOOK, JUDGE, RULES, SPECTATOR, Match, events_of_kind, plain, sits

ME, OTHER = 0, 1
WATERS = ("jolly-roger", "skull-rock", "mermaid-lagoon")
"""Where cards come and go as long as Hangman's Tree is locked."""


def hook(
    at: str,
    realm: str = "",
    *,
    hand: str = "",
    power: int = 4,
    fate: str = "",
    fate_discard: str = "",
    unlocked: bool = False,
    chance: tuple[str, ...] = (),
    **rulings: str,
) -> Match:
    """Captain Hook has just come to *at*; Prince John waits."""
    before = "skull-rock" if at == "jolly-roger" else "jolly-roger"
    mine = sits(
        "captain-hook", before, realm, power=power, hand=hand,
        fate=fate, fate_discard=fate_discard, unlocked=unlocked,
    )  # fmt: skip
    match = Match(mine, sits("prince-john"), chance=chance, **rulings)
    match.says(ME, f"move:{at}")
    return match


# -- Allies ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ally", "cost", "might"),
    [("swashbuckler-3", 1, 2), ("boarding-party-1", 2, 2), ("pirate-brute-2", 3, 4), ("smee", 2, 4)],
)
def test_a_pirate_is_paid_for_and_fights_where_he_was_played_to(ally: str, cost: int, might: int) -> None:
    hero = "wendy" if might > 2 else "tinker-bell"
    with hook("jolly-roger", f"jolly-roger: {hero}", hand=ally) as match:
        match.says(ME, f"play:{ally}")
        assert match.asks() == (ME, "where", WATERS)
        match.says(ME, "jolly-roger")
        assert match.realm(ME).power == 4 - cost
        assert strength_of(match.realm(ME), BOOK, ally) == might
        match.says(ME, f"vanquish:{hero}")
        assert (match.where(ME, hero), match.where(ME, ally)) == ("discard", "discard")


def test_smee_is_brave_on_the_jolly_roger_only() -> None:
    with hook("mermaid-lagoon", "skull-rock: / smee +cutlass-1") as match:
        assert strength_of(match.realm(ME), BOOK, "smee") == 4
        match.says(ME, "carry:smee")
        match.says(ME, "jolly-roger")
        assert strength_of(match.realm(ME), BOOK, "smee") == 6


BOARDERS = "jolly-roger: lost-boys-1 / swashbuckler-1\nskull-rock: / boarding-party-1, pirate-brute-1"


def test_a_boarding_party_joins_a_fight_next_door_and_its_strength_is_added_vi_c9() -> None:
    with hook("jolly-roger", BOARDERS) as match:
        match.says(ME, "vanquish:lost-boys-1")
        assert match.asks() == (ME, "ally", ("swashbuckler-1", "boarding-party-1"))
        match.says(ME, "boarding-party-1")
        assert match.where(ME, "lost-boys-1") == "discard"
        assert match.realm(ME).villain.discard == ("boarding-party-1", "swashbuckler-1")
        assert match.where(ME, "pirate-brute-1") == "skull-rock", "he only fights where he is"


def test_where_volleys_are_fired_alone_those_next_door_do_not_join_vi_c9() -> None:
    realm = "jolly-roger: wendy / swashbuckler-1\nskull-rock: / boarding-party-1"
    with hook("jolly-roger", realm, hand="smee") as match:
        assert "vanquish:wendy" in match.question.options
    with hook("jolly-roger", realm, hand="smee", volleys="alone") as match:
        assert match.refused(ME, "vanquish:wendy") == (
            "VI-058: “vanquish:wendy” cannot be chosen: "
            "the Allies that can fight Wendy have a Strength of 2, and Wendy has 3."
        )


def test_where_volleys_are_fired_alone_hook_says_first_who_begins_vi_c9() -> None:
    realm = """
        jolly-roger: tinker-bell / swashbuckler-1
        skull-rock: / boarding-party-1, boarding-party-2
    """
    with hook("jolly-roger", realm + "\nmermaid-lagoon: wendy", volleys="alone") as match:
        match.says(ME, "vanquish:tinker-bell")
        assert match.asks()[2] == ("boarding-party-1", "boarding-party-2"), "3 is too much for one Ally"
        match.says(ME, "boarding-party-2")
        assert match.where(ME, "tinker-bell") == "discard"
        assert match.where(ME, "swashbuckler-1") == "jolly-roger"


def test_a_boarding_party_beside_the_hero_fights_like_anybody_vi_c9() -> None:
    with hook("jolly-roger", "jolly-roger: lost-boys-1 / swashbuckler-1, boarding-party-1") as match:
        match.says(ME, "vanquish:lost-boys-1")
        match.says(ME, "swashbuckler-1")
        assert match.where(ME, "boarding-party-1") == "discard"


@pytest.mark.parametrize(
    "realm",
    [
        "jolly-roger: tinker-bell\nmermaid-lagoon: / boarding-party-1",
        "hangmans-tree: peter-pan\nmermaid-lagoon: / boarding-party-1 +cutlass-1 +cutlass-2, pirate-brute-1",
        "mermaid-lagoon: tinker-bell\nhangmans-tree: / boarding-party-1",
    ],
)
def test_a_boarding_party_reaches_one_location_and_none_through_a_lock(realm: str) -> None:
    with hook("jolly-roger", realm) as match:
        assert not [pick for pick in match.question.options if pick.startswith("vanquish")]


def test_mr_starkey_may_drive_a_hero_beside_him_next_door() -> None:
    realm = "mermaid-lagoon: wendy, tinker-bell\nskull-rock: lost-boys-1"
    with hook("mermaid-lagoon", realm, hand="mr-starkey") as match:
        match.says(ME, "play:mr-starkey")
        match.says(ME, "mermaid-lagoon")
        assert match.asks() == (ME, "hero", ("wendy", "tinker-bell"))
        match.says(ME, "wendy")
        assert match.where(ME, "wendy") == "skull-rock", "the Tree is locked, so that is the only way"


def test_mr_starkey_may_let_the_hero_be_and_cannot_go_on_by_being_moved_vi_101() -> None:
    with hook("mermaid-lagoon", "skull-rock: wendy", hand="mr-starkey") as match:
        match.says(ME, "play:mr-starkey")
        match.says(ME, "skull-rock")
        match.says(ME)
        assert match.where(ME, "wendy") == "skull-rock"
        match.says(ME, "carry:mr-starkey")
        match.says(ME, "jolly-roger")
        assert match.question.prompt == "act"


def test_mr_starkey_finds_nobody_and_asks_nothing() -> None:
    with hook("mermaid-lagoon", "skull-rock: wendy", hand="mr-starkey") as match:
        match.says(ME, "play:mr-starkey")
        match.says(ME, "jolly-roger")
        assert (match.where(ME, "mr-starkey"), match.question.prompt) == ("jolly-roger", "act")


# -- Effects -----------------------------------------------------------------------------------------


def test_a_scare_is_seen_by_hook_alone_and_put_back_in_an_order_nobody_else_learns() -> None:
    with hook("mermaid-lagoon", hand="scare-1", fate="wendy peter-pan lost-boys-1") as match:
        looked = match.says(ME, "play:scare-1")
        assert match.realm(ME).looked == ("wendy", "peter-pan")
        assert match.realm(ME).cards == {}, "to look is not to reveal (VI-102): the boy does not fly"
        assert match.asks() == (ME, "scare", ("discard", "put-back"))
        looked += match.says(ME, "put-back")
        assert match.question.sight == "secret"
        looked += match.says(ME, "peter-pan", "wendy")
        assert match.realm(ME).fate.deck == ("peter-pan", "wendy", "lost-boys-1")
        for viewer, knows in (
            (SPECTATOR, False),
            (RULES.seat_viewer(match.position.board, OTHER), False),
            (JUDGE, True),
        ):
            text = plain([decider.redact_fact(RULES, fact, viewer) for fact in looked])
            assert ("peter-pan" in text) is knows
            assert ("wendy" in text) is knows


def test_a_scare_can_discard_both_and_looks_through_a_reshuffle_vi_103() -> None:
    with hook(
        "mermaid-lagoon",
        hand="scare-1",
        fate="wendy",
        fate_discard="lost-boys-1 tinker-bell",
        chance=("tinker-bell lost-boys-1",),
    ) as match:
        match.says(ME, "play:scare-1")
        match.says(ME, "discard")
        assert match.realm(ME).fate.discard == ("wendy", "tinker-bell")
        assert match.realm(ME).fate.deck == ("lost-boys-1",)


def test_a_scare_of_an_empty_deck_is_no_question_vi_c7() -> None:
    with hook("mermaid-lagoon", hand="scare-1") as match:
        match.says(ME, "play:scare-1")
        assert (match.question.prompt, match.realm(ME).power) == ("act", 3)


def test_a_worthy_opponent_is_looked_for_through_a_reshuffle() -> None:
    with hook(
        "mermaid-lagoon",
        hand="worthy-opponent-1",
        power=2,
        fate="pixie-dust-1",
        fate_discard="pixie-dust-2 lost-boys-1 wendy",
        chance=("pixie-dust-2 wendy lost-boys-1",),
    ) as match:
        match.says(ME, "play:worthy-opponent-1")
        assert match.realm(ME).power == 4
        assert match.asks() == (ME, "where", WATERS)
        match.says(ME, "mermaid-lagoon")
        assert match.realm(ME).fate.discard == ("pixie-dust-1", "pixie-dust-2")
        assert match.realm(ME).fate.deck == ("lost-boys-1",)
        assert match.asks()[2] == ("gain:3", "end"), "she covers what is left of the top row"


def test_a_worthy_opponent_may_be_nowhere() -> None:
    with hook("mermaid-lagoon", hand="worthy-opponent-1", fate="pixie-dust-1 pixie-dust-2") as match:
        match.says(ME, "play:worthy-opponent-1")
        assert match.realm(ME).fate.discard == ("pixie-dust-1", "pixie-dust-2")
        assert match.realm(ME).power == 6


def test_the_worthiest_opponent_flies_to_his_tree_vi_208() -> None:
    with hook("mermaid-lagoon", hand="worthy-opponent-2", fate="taunt-1 peter-pan wendy") as match:
        match.says(ME, "play:worthy-opponent-2")
        assert match.where(ME, "peter-pan") == "hangmans-tree"
        assert match.realm(ME).locked == ("hangmans-tree",)
        assert (match.realm(ME).fate.discard, match.realm(ME).fate.deck) == (("taunt-1",), ("wendy",))


def test_an_ally_who_says_aye_goes_next_door_and_is_stronger_until_the_turn_ends() -> None:
    realm = "jolly-roger: lost-boys-1 / swashbuckler-1\nskull-rock: / swashbuckler-2 +cutlass-1, smee"
    with hook("jolly-roger", realm, hand="aye-aye-1", chance=("aye-aye-1",)) as match:
        match.says(ME, "play:aye-aye-1")
        assert match.asks() == (ME, "aim", ("swashbuckler-1", "swashbuckler-2", "smee"))
        match.says(ME, "swashbuckler-2")
        assert match.asks() == (ME, "where", ("jolly-roger", "mermaid-lagoon"))
        aye = match.says(ME, "jolly-roger")
        assert events_of_kind(aye, facts.StrengthShifted) == [
            facts.StrengthShifted(ME, "swashbuckler-2", 2, "aye-aye-1")
        ]
        assert match.realm(ME).power == 3
        assert match.where(ME, "cutlass-1") == "swashbuckler-2"
        assert strength_of(match.realm(ME), BOOK, "swashbuckler-2") == 6
        parts = villainous.break_down_number(match.position.board, BOOK, "strength:swashbuckler-2") or ()
        assert [(part.amount, part.rule) for part in parts] == [
            (2, "swashbuckler-2"),
            (2, "cutlass-1"),
            (2, "aye-aye-1"),
        ], "VI-105"
        assert strength_of(match.realm(ME), BOOK, "swashbuckler-1") == 2
        match.says(ME, "end")
        assert strength_of(match.realm(ME), BOOK, "swashbuckler-2") == 4
        assert match.where(ME, "swashbuckler-2") == "jolly-roger", "he stays where he went"


@pytest.mark.parametrize(("realm", "rule"), [("", "VI-201"), ("hangmans-tree: / swashbuckler-1", "VI-070")])
def test_nobody_says_aye_who_is_not_there_or_behind_a_lock_vi_201(realm: str, rule: str) -> None:
    with hook("jolly-roger", realm, hand="aye-aye-1") as match:
        assert match.refused(ME, "play:aye-aye-1").startswith(rule)


def test_where_any_effect_can_be_played_it_may_be_in_vain_vi_c4() -> None:
    with hook("jolly-roger", hand="aye-aye-1", effects="any") as match:
        match.says(ME, "play:aye-aye-1")
        assert (match.where(ME, "aye-aye-1"), match.realm(ME).power) == ("discard", 3)


# -- the map -----------------------------------------------------------------------------------------


def test_the_map_unlocks_the_tree_and_pays_for_a_later_item() -> None:
    with hook("mermaid-lagoon", "skull-rock: / swashbuckler-1", hand="never-land-map cutlass-1") as match:
        played = match.says(ME, "play:never-land-map")
        played += match.says(ME, "skull-rock")
        assert events_of_kind(played, facts.LocationUnlocked) == [facts.LocationUnlocked(ME, "hangmans-tree")]
        assert match.realm(ME).locked == ()
        assert match.realm(ME).power == 0
        match.says(ME, "play:cutlass-1")
        assert match.where(ME, "never-land-map") == "discard"
        assert match.where(ME, "cutlass-1") == "swashbuckler-1"
        assert match.realm(ME).locked == (), "what is unlocked is never locked again (VI-209)"


def test_with_power_at_hand_the_map_is_kept_by_choice() -> None:
    with hook(
        "mermaid-lagoon", "skull-rock: / swashbuckler-1, never-land-map", hand="cutlass-1", unlocked=True
    ) as match:
        match.says(ME, "play:cutlass-1")
        assert match.asks() == (ME, "pay", ("never-land-map",))
        match.says(ME)
        assert match.where(ME, "never-land-map") == "skull-rock"
        assert match.realm(ME).power == 3


def test_the_map_pays_for_no_ally_and_can_be_played_when_all_is_unlocked_vi_209() -> None:
    with hook("mermaid-lagoon", "skull-rock: / cannon-1", hand="never-land-map smee", unlocked=True) as match:
        played = match.says(ME, "play:never-land-map")
        played += match.says(ME, "hangmans-tree")
        assert events_of_kind(played, facts.LocationUnlocked) == []
        assert match.refused(ME, "play:smee").startswith("VI-042")
