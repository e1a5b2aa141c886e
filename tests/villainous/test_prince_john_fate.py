"""Prince John's Fate deck, card by card: Hook deals it, and Prince John lives with it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from tests.villainous.play import BOOK, Match, events_of_kind, sits

ME, OTHER = 0, 1
HOOK, JOHN = 0, 1


def john(realm: str = "", *, at: str = "nottingham", chance: tuple[str, ...] = (), **seat: Any) -> Match:
    """Prince John has just moved; Hook waits."""
    seat = {"power": 3, "hand": "taxes-3", **seat}
    match = Match(sits("prince-john", "jail", realm, **seat), sits("captain-hook"), chance=chance)
    match.says(ME, f"move:{at}")
    return match


def hook(fate: str, realm: str = "", *, power: int = 3) -> Match:
    """Hook at Skull Rock deals Fate to Prince John, whose first Fate card he picks."""
    match = Match(
        sits("captain-hook", hand="cutlass-1"),
        sits("prince-john", "nottingham", realm, power=power, fate=fate),
    )
    match.says(HOOK, "move:skull-rock")
    match.says(HOOK, "fate:1")
    if match.question.prompt == "fate":
        match.says(HOOK, fate.split()[0])
    return match


# -- Clever Disguise at any time ---------------------------------------------------------------------


def unmasking(*, power: int = 5) -> Match:
    """Hook's Fate turns up a Steal from the Rich while a Hero of Prince John's wears a disguise."""
    match = Match(
        sits("captain-hook", hand="cutlass-1"),
        sits(
            "prince-john",
            "nottingham",
            "jail: toby +clever-disguise-1",
            power=power,
            fate="steal-from-the-rich-1 clever-disguise-2",
        ),
    )
    match.says(HOOK, "move:skull-rock")
    match.says(HOOK, "fate:1")
    return match


def test_vi_223_prince_john_tears_it_off_before_his_power_is_stolen() -> None:
    with unmasking() as match:
        assert match.asks() == (JOHN, "offer", ("pass", "use:clever-disguise-1"))
        match.says(JOHN, "use:clever-disguise-1")
        assert match.where(JOHN, "clever-disguise-1") == "discard"
        match.says(HOOK, "steal-from-the-rich-1")
        assert match.asks() == (HOOK, "power", ("3", "2", "1", "0")), "of 5 Power 2 are spent"


def test_vi_223_he_may_leave_it_and_is_not_asked_without_the_power() -> None:
    with unmasking() as match:
        match.says(JOHN, "pass")
        assert match.asks()[:2] == (HOOK, "fate")
        assert match.where(JOHN, "clever-disguise-1") == "toby"
    with unmasking(power=1) as match:
        assert match.asks()[:2] == (HOOK, "fate")


# -- Clever Disguise ---------------------------------------------------------------------------------


def test_clever_disguise_is_put_on_a_hero_whom_the_opponent_picks() -> None:
    with hook("clever-disguise-1 toby", "sherwood: skippy\njail: robin-hood") as match:
        assert match.asks() == (HOOK, "host", ("skippy", "robin-hood"))
        match.says(HOOK, "robin-hood")
        assert match.where(JOHN, "clever-disguise-1") == "robin-hood"


def test_vi_086_a_disguise_and_a_theft_need_a_hero() -> None:
    with hook("clever-disguise-1 steal-from-the-rich-1") as match:
        assert match.realm(JOHN).fate.discard == ("clever-disguise-1", "steal-from-the-rich-1")
        assert match.asks()[:2] == (HOOK, "act")


MASKED = "nottingham: skippy +clever-disguise-1, friar-tuck / trigger"


def test_a_disguised_hero_cannot_be_defeated() -> None:
    with john(MASKED, hand="intimidation", power=4) as match:
        assert match.refused(ME, "vanquish:skippy").startswith("clever-disguise: ")
        match.says(ME, "play:intimidation")
        assert match.where(ME, "friar-tuck") == "discard", "he is the only one Intimidation can aim at"


def test_for_2_power_a_disguise_is_torn_off_even_before_john_moves() -> None:
    with Match(sits("prince-john", "jail", MASKED, power=3), sits("captain-hook")) as match:
        assert match.asks()[2][-1] == "use:clever-disguise-1"
        match.says(ME, "use:clever-disguise-1")
        assert match.realm(ME).power == 1
        assert match.where(ME, "clever-disguise-1") == "discard"
        match.says(ME, "move:nottingham")
        assert "vanquish:skippy" in match.asks()[2]


def test_a_disguise_is_torn_off_between_two_actions_and_the_hero_then_falls() -> None:
    with john(MASKED) as match:
        match.says(ME, "use:clever-disguise-1")
        match.says(ME, "vanquish:skippy")
        assert match.where(ME, "skippy") == "discard"


def test_a_disguise_stays_on_where_2_power_are_wanting() -> None:
    with john(MASKED, power=1) as match:
        assert match.refused(ME, "use:clever-disguise-1").startswith("clever-disguise: ")


def test_a_turn_with_nothing_else_to_do_waits_for_a_disguise_to_be_torn_off() -> None:
    with john("nottingham: skippy +clever-disguise-1", hand="") as match:
        assert match.asks() == (ME, "act", ("use:clever-disguise-1", "end"))
        match.says(ME, "use:clever-disguise-1")
        assert match.asks()[:2] == (OTHER, "move")


# -- what is stolen ----------------------------------------------------------------------------------


def test_vi_140_a_theft_takes_up_to_4_power_to_any_hero_of_the_realm() -> None:
    with hook("steal-from-the-rich-1 toby", "sherwood: robin-hood\njail: maid-marian", power=7) as match:
        assert match.asks() == (HOOK, "aim", ("robin-hood", "maid-marian"))
        match.says(HOOK, "maid-marian")
        assert match.asks() == (HOOK, "power", ("4", "3", "2", "1", "0"))
        match.says(HOOK, "4")
        assert match.realm(JOHN).cards["maid-marian"].power == 4
        assert match.realm(JOHN).power == 3
        assert match.where(JOHN, "steal-from-the-rich-1") == "discard"


def test_vi_140_thefts_pile_up_on_a_hero_and_nobody_has_more_stolen_than_he_has() -> None:
    with hook("steal-from-the-rich-1 clever-disguise-1", "jail: toby *4", power=1) as match:
        assert match.asks() == (HOOK, "power", ("1", "0"))
        match.says(HOOK, "1")
        assert match.realm(JOHN).cards["toby"].power == 5


def test_vi_140_who_has_nothing_loses_nothing() -> None:
    with hook("steal-from-the-rich-1 clever-disguise-1", "jail: toby", power=0) as match:
        assert events_of_kind(match.facts, facts.PowerTaken) == []
        assert match.where(JOHN, "steal-from-the-rich-1") == "discard"


def test_a_defeated_hero_gives_the_stolen_power_back_untouched_by_robin_hood() -> None:
    with john("jail: robin-hood\nnottingham: skippy *9 / trigger") as match:
        match.says(ME, "vanquish:skippy")
        assert events_of_kind(match.facts, facts.PowerReturned) == [facts.PowerReturned(ME, "skippy", 9, 12)]


@pytest.mark.parametrize(
    ("amount", "taken"), [("4", [facts.PowerTaken(JOHN, "little-john", 4, 1)]), ("0", [])]
)
def test_little_john_helps_himself_when_he_is_played_if_the_opponent_likes(
    amount: str, taken: list[facts.PowerTaken]
) -> None:
    with hook("little-john clever-disguise-1", power=5) as match:
        match.says(HOOK, "sherwood")
        assert match.asks() == (HOOK, "power", ("4", "3", "2", "1", "0"))
        assert events_of_kind(match.says(HOOK, amount), facts.PowerTaken) == taken
        assert match.where(JOHN, "little-john") == "sherwood"


def test_little_john_takes_before_a_warrant_pays_for_him() -> None:
    with hook("little-john clever-disguise-1", "sherwood: / warrant-1", power=3) as match:
        match.says(HOOK, "sherwood")
        match.says(HOOK, "3")
        assert match.realm(JOHN).power == 2


# -- Heroes ------------------------------------------------------------------------------------------


def test_alan_a_dale_makes_the_other_heroes_of_the_realm_stronger() -> None:
    with john("sherwood: alan-a-dale\njail: toby, lady-kluck / nutsy") as match:
        mine = match.realm(ME)
        cards = ("alan-a-dale", "toby", "lady-kluck", "nutsy")
        assert [strength_of(mine, BOOK, card) for card in cards] == [2, 3, 7, 2]


WARRANTS = "church: / warrant-1, warrant-3\njail: / warrant-2"


def test_friar_tuck_may_tear_up_the_warrants_beside_him_which_then_pay_nothing() -> None:
    with hook("friar-tuck clever-disguise-1", WARRANTS) as match:
        match.says(HOOK, "church")
        assert match.asks() == (HOOK, "warrants", ("discard",))
        torn = match.says(HOOK, "discard")
        assert events_of_kind(torn, facts.PowerGained) == []
        assert match.realm(JOHN).villain.discard == ("warrant-1", "warrant-3")
        assert match.where(JOHN, "warrant-2") == "jail"


def test_friar_tuck_may_leave_the_warrants_which_then_pay() -> None:
    with hook("friar-tuck clever-disguise-1", WARRANTS) as match:
        match.says(HOOK, "jail")
        assert events_of_kind(match.says(HOOK), facts.PowerGained) == [facts.PowerGained(JOHN, 2, 5)]


def test_friar_tuck_is_asked_nothing_where_there_is_no_warrant() -> None:
    with hook("friar-tuck clever-disguise-1", WARRANTS) as match:
        match.says(HOOK, "sherwood")
        assert match.asks()[:2] == (HOOK, "act")


def test_king_richard_forbids_effects_from_anywhere_in_the_realm() -> None:
    with john("jail: king-richard", hand="taxes-1 warrant-1") as match:
        assert match.refused(ME, "play:taxes-1") == (
            "king-richard: “play:taxes-1” cannot be chosen: King Richard forbids it."
        )
        assert "play:warrant-1" in match.asks()[2]
    with hook("steal-from-the-rich-1 clever-disguise-1", "jail: king-richard") as match:
        assert match.question.prompt == "power", "opponents play Effects as before"


def test_lady_kluck_is_neither_played_nor_moved_to_the_jail() -> None:
    with hook("lady-kluck clever-disguise-1") as match:
        assert match.asks() == (HOOK, "where", ("sherwood", "church", "nottingham"))
        assert match.refused(HOOK, "jail").startswith("lady-kluck")
    with john("sherwood: lady-kluck", hand="imprison-1") as match:
        refusal = match.refused(ME, "play:imprison-1")
        assert refusal.startswith("lady-kluck: ")
        assert refusal.endswith("Imprison cannot be carried out: Lady Kluck never enters The Jail.")


def test_lady_kluck_does_not_keep_others_out_of_the_jail() -> None:
    with john("sherwood: lady-kluck, toby", hand="imprison-1") as match:
        match.says(ME, "play:imprison-1")
        assert match.where(ME, "toby") == "jail"


MARIAN = "nottingham: maid-marian / rhino-guards-1"


@pytest.mark.parametrize(
    ("elsewhere", "fate_discard"), [("\nchurch: robin-hood +clever-disguise-2 *2", ""), ("", "robin-hood")]
)
def test_vi_139_maid_marian_calls_robin_hood_from_the_realm_or_the_discards(
    elsewhere: str, fate_discard: str
) -> None:
    with john(MARIAN + elsewhere, fate="alan-a-dale", fate_discard=fate_discard) as match:
        match.says(ME, "vanquish:maid-marian")
        assert match.where(ME, "robin-hood") == "nottingham"
        assert match.realm(ME).cards["robin-hood"].power == (2 if elsewhere else 0)
        assert match.where(ME, "maid-marian") == "discard"
        assert not elsewhere or match.where(ME, "clever-disguise-2") == "discard", "VI-203"


def test_vi_139_maid_marian_calls_robin_hood_from_the_deck_which_is_then_shuffled() -> None:
    with john(
        MARIAN,
        fate="alan-a-dale robin-hood steal-from-the-rich-1",
        chance=("steal-from-the-rich-1 alan-a-dale",),
    ) as match:
        match.says(ME, "vanquish:maid-marian")
        assert match.where(ME, "robin-hood") == "nottingham"
        assert match.realm(ME).fate.deck == ("steal-from-the-rich-1", "alan-a-dale")


def test_robin_hood_answers_the_call_past_a_warrant_and_takes_his_share() -> None:
    with john(MARIAN + ", warrant-1", fate_discard="robin-hood") as match:
        called = match.says(ME, "vanquish:maid-marian")
        assert events_of_kind(called, facts.PowerGained) == [facts.PowerGained(ME, 1, 4)]


def test_robin_hood_takes_1_from_every_gain_and_never_more_than_there_is() -> None:
    with john("jail: robin-hood", at="sherwood") as match:
        assert events_of_kind(match.says(ME, "gain:1"), facts.PowerGained) == []
        assert match.realm(ME).power == 3


def test_skippy_is_not_fought_by_wolf_archers() -> None:
    with john("nottingham: skippy / wolf-archers-1\nchurch: toby / wolf-archers-2, nutsy") as match:
        assert match.refused(ME, "vanquish:skippy").startswith("skippy")
        match.says(ME, "play:taxes-3")
        assert match.asks()[2] == ("vanquish:toby", "end")


def test_toby_goes_back_into_the_fate_deck_and_gives_back_what_he_has_stolen() -> None:
    with john(
        "nottingham: toby *3 / trigger", fate="robin-hood skippy", chance=("skippy toby robin-hood",)
    ) as match:
        match.says(ME, "vanquish:toby")
        assert match.realm(ME).fate.deck == ("skippy", "toby", "robin-hood")
        assert match.realm(ME).fate.discard == ()
        assert match.realm(ME).power == 6
