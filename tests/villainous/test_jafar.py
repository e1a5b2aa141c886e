"""Jafar's Allies and Items, and what he wants: the Lamp at the palace, and the Genie under his spell."""

from __future__ import annotations

import pytest

from domain import decider
from domain.villainous import facts
from domain.villainous.play.strength import strength_of
from tests.villainous.play import BOOK, RULES, Match, events_of_kind, sits

JAFAR, OTHER = 0, 1


def jafar(
    at: str,
    realm: str = "",
    *,
    hand: str = "",
    power: int = 3,
    deck: str = "",
    discard: str = "",
    fate: str = "",
    fate_discard: str = "",
    unlocked: bool = False,
    chance: tuple[str, ...] = (),
) -> Match:
    """Jafar, who has just moved; Maleficent waits."""
    start = "agrabah" if at == "sultans-palace" else "sultans-palace"
    mine = sits(
        "jafar", start, realm, power=power, hand=hand, deck=deck, discard=discard,
        fate=fate, fate_discard=fate_discard, unlocked=unlocked,
    )  # fmt: skip
    match = Match(mine, sits("maleficent"), chance=chance)
    match.says(JAFAR, f"move:{at}")
    return match


def might(match: Match, card: str) -> int:
    """The Strength of a card of Jafar's Realm."""
    mine = next(r for r in match.position.board.realms if r.who == "jafar")
    return strength_of(mine, BOOK, card)


# -- Allies ------------------------------------------------------------------------------------------


def test_palace_guards_and_their_scimitars_fall_with_the_hero() -> None:
    with jafar("sultans-palace", "oasis: rajah / palace-guard-1 +scimitar-1 +scimitar-2") as match:
        match.says(JAFAR, "vanquish:rajah")
        assert match.realm(JAFAR).fate.discard == ("rajah",)
        assert match.realm(JAFAR).villain.discard == ("scimitar-1", "scimitar-2", "palace-guard-1")


def test_a_scimitar_costs_nothing_and_needs_an_ally() -> None:
    with jafar("oasis", "oasis: sultan", hand="scimitar-1", power=0) as match:
        assert match.refused(JAFAR, "play:scimitar-1").startswith("VI-084")


def test_a_scimitar_makes_its_ally_stronger_and_a_hypnotized_hero_is_one() -> None:
    with jafar("oasis", "oasis: / sultan ~hypnotized, palace-guard-1", hand="scimitar-1", power=0) as match:
        match.says(JAFAR, "play:scimitar-1")
        assert match.asks() == (JAFAR, "host", ("sultan", "palace-guard-1"))
        match.says(JAFAR, "sultan")
        assert might(match, "sultan") == 3
        assert might(match, "palace-guard-1") == 2


GAZEEM = "oasis: abu / gazeem"


def test_vi_137_gazeem_brings_an_item_back_when_he_falls() -> None:
    with jafar("sultans-palace", GAZEEM, discard="scrying-1 hourglass-1 snake-staff") as match:
        match.says(JAFAR, "vanquish:abu")
        assert match.asks() == (JAFAR, "recover", ("hourglass-1", "snake-staff"))
        match.says(JAFAR, "snake-staff")
        assert match.realm(JAFAR).hand == ("snake-staff",)
        assert match.realm(JAFAR).villain.discard == ("scrying-1", "hourglass-1", "gazeem")


def test_gazeem_may_leave_it_there_and_can_bring_what_he_carried() -> None:
    with jafar("sultans-palace", "oasis: abu / gazeem +scimitar-1") as match:
        match.says(JAFAR, "vanquish:abu")
        assert match.asks() == (JAFAR, "recover", ("scimitar-1",))
        match.says(JAFAR)
        assert match.realm(JAFAR).hand == ()


def test_gazeem_finds_nothing_where_no_item_lies_and_nothing_on_his_way_from_the_hand() -> None:
    with jafar("sultans-palace", GAZEEM, discard="scrying-1") as match:
        match.says(JAFAR, "vanquish:abu")
        assert match.question.prompt == "act"
    with jafar("agrabah", hand="gazeem", discard="hourglass-1") as match:
        match.says(JAFAR, "discard:cards")
        match.says(JAFAR, "gazeem")
        assert match.where(JAFAR, "gazeem") == "discard"
        assert match.question.prompt == "act"


def test_vi_136_iago_flies_next_door_with_an_unattached_item() -> None:
    realm = "agrabah: / iago +scimitar-1, hourglass-1, snake-staff, palace-guard-1 +scimitar-2"
    with jafar("oasis", realm) as match:
        match.says(JAFAR, "activate:iago")
        assert match.realm(JAFAR).power == 2
        assert match.asks() == (JAFAR, "item", ("hourglass-1", "snake-staff"))
        assert match.refused(JAFAR, "scimitar-2").startswith("VI-054")
        match.says(JAFAR, "snake-staff")
        assert match.asks() == (JAFAR, "where", ("sultans-palace", "oasis"))
        match.says(JAFAR, "sultans-palace")
        assert match.where(JAFAR, "iago") == match.where(JAFAR, "snake-staff") == "sultans-palace"
        assert match.where(JAFAR, "scimitar-1") == "iago"
        assert match.where(JAFAR, "hourglass-1") == "agrabah"


def test_vi_136_iago_flies_to_no_locked_location_and_not_without_an_item() -> None:
    with jafar("oasis", "oasis: / iago, hourglass-1") as match:
        match.says(JAFAR, "activate:iago")
        assert match.where(JAFAR, "iago") == "agrabah", "the only way there is"
    with jafar("oasis", "oasis: / iago\nagrabah: / hourglass-1") as match:
        assert match.refused(JAFAR, "activate:iago").startswith("iago")
    with jafar("oasis", "oasis: / iago, hourglass-1", power=0) as match:
        assert match.refused(JAFAR, "activate:iago").startswith("VI-044")


def test_beside_razoul_allies_are_cheaper_and_items_are_not() -> None:
    with jafar("oasis", "agrabah: / razoul", hand="palace-guard-1 iago hourglass-1", power=0) as match:
        assert match.refused(JAFAR, "play:hourglass-1").startswith("VI-042: “play:hourglass-1”")
        match.says(JAFAR, "play:palace-guard-1")
        assert match.where(JAFAR, "palace-guard-1") == "agrabah", "where there is no Razoul it cannot be paid"
        match.says(JAFAR, "play:iago")
        assert match.realm(JAFAR).power == 0


def test_away_from_razoul_the_full_cost_is_paid() -> None:
    with jafar("oasis", "agrabah: / razoul", hand="gazeem", power=2) as match:
        match.says(JAFAR, "play:gazeem")
        assert match.asks() == (JAFAR, "where", ("sultans-palace", "agrabah", "oasis"))
        match.says(JAFAR, "oasis")
        assert match.realm(JAFAR).power == 0


# -- Items -------------------------------------------------------------------------------------------


def test_the_scarab_pendant_opens_the_cave_and_fills_the_hand_up_to_five() -> None:
    deck = "scrying-1 scrying-2 scrying-3 hypnotize-1 hypnotize-2 iago"
    with jafar("oasis", hand="scarab-pendant", deck=deck) as match:
        match.says(JAFAR, "play:scarab-pendant")
        match.says(JAFAR, "agrabah")
        assert match.realm(JAFAR).locked == ()
        assert match.realm(JAFAR).power == 0
        match.says(JAFAR, "end")
        assert len(match.realm(JAFAR).hand) == 5


def test_the_cave_stays_open_when_the_pendant_goes_but_the_hand_is_filled_to_four() -> None:
    deck = "scrying-1 scrying-2 scrying-3 hypnotize-1 hypnotize-2 iago"
    with jafar("oasis", "agrabah: / scarab-pendant", hand="sacrifice-1", deck=deck, unlocked=True) as match:
        match.says(JAFAR, "play:sacrifice-1")
        match.says(JAFAR, "end")
        assert match.realm(JAFAR).locked == ()
        assert len(match.realm(JAFAR).hand) == 4


def test_a_giant_hourglass_weakens_the_heroes_beside_it_until_the_turn_ends() -> None:
    realm = "oasis: rajah, abu / hourglass-1, razoul\nagrabah: sultan"
    with jafar("sultans-palace", realm) as match:
        match.says(JAFAR, "activate:hourglass-1")
        assert [might(match, card) for card in ("rajah", "abu", "razoul", "sultan")] == [2, 0, 3, 2]
        assert match.realm(JAFAR).power == 3
        match.says(JAFAR, "end")
        assert [might(match, card) for card in ("rajah", "abu")] == [4, 2]


def test_the_sand_runs_on_for_who_comes_later_and_when_the_hourglass_is_gone() -> None:
    realm = "agrabah: rajah / hourglass-1\nsultans-palace: sultan"
    with jafar("oasis", realm, hand="sorcerous-power-1 sacrifice-1") as match:
        match.says(JAFAR, "activate:hourglass-1")
        match.says(JAFAR, "play:sacrifice-1")
        match.says(JAFAR, "play:sorcerous-power-1")
        match.says(JAFAR, "sultan")
        match.says(JAFAR, "agrabah")
        assert match.where(JAFAR, "hourglass-1") == "discard"
        assert [might(match, card) for card in ("rajah", "sultan")] == [2, 0]


def test_the_snake_staff_brings_a_hypnotize_back() -> None:
    with jafar("oasis", "oasis: / snake-staff", discard="scrying-1 hypnotize-2 iago", power=1) as match:
        match.says(JAFAR, "activate:snake-staff")
        assert match.realm(JAFAR).hand == ("hypnotize-2",)
        assert match.realm(JAFAR).power == 0


def test_the_snake_staff_is_of_no_use_while_no_hypnotize_is_discarded() -> None:
    with jafar("oasis", "oasis: / snake-staff", hand="hypnotize-1", discard="scrying-1") as match:
        assert match.refused(JAFAR, "activate:snake-staff").startswith("snake-staff")


# -- the Lamp and the Genie --------------------------------------------------------------------------


def test_the_magic_lamp_is_played_nowhere_but_at_the_cave() -> None:
    with jafar("oasis", hand="magic-lamp", power=4) as match:
        assert match.refused(JAFAR, "play:magic-lamp").startswith("VI-070")


def test_the_lamp_finds_the_genie_in_the_deck_and_makes_him_stronger() -> None:
    with jafar(
        "oasis", hand="magic-lamp", power=4, fate="abu genie wish-1", unlocked=True, chance=("wish-1 abu",)
    ) as match:
        match.says(JAFAR, "play:magic-lamp")
        assert match.realm(JAFAR).power == 0
        assert match.where(JAFAR, "magic-lamp") == match.where(JAFAR, "genie") == "cave"
        assert match.realm(JAFAR).fate.deck == ("wish-1", "abu")
        assert might(match, "genie") == 8


def test_the_lamp_finds_a_discarded_genie() -> None:
    with jafar(
        "oasis", hand="magic-lamp", power=4, fate="abu", fate_discard="wish-1 genie", unlocked=True
    ) as match:
        match.says(JAFAR, "play:magic-lamp")
        assert match.where(JAFAR, "genie") == "cave"
        assert match.realm(JAFAR).fate.discard == ("wish-1",)


def test_a_genie_of_the_realm_leaves_his_wish_behind_when_the_lamp_calls() -> None:
    with jafar("oasis", "agrabah: genie +wish-1", hand="magic-lamp", power=4, unlocked=True) as match:
        match.says(JAFAR, "play:magic-lamp")
        assert match.where(JAFAR, "genie") == "cave"
        assert match.realm(JAFAR).fate.discard == ("wish-1",)


def test_vi_211_the_lamp_turns_a_hypnotized_genie_back_into_a_hero() -> None:
    realm = "agrabah: / genie ~hypnotized +scimitar-1"
    with jafar("oasis", realm, hand="magic-lamp", power=4, unlocked=True) as match:
        match.says(JAFAR, "play:magic-lamp")
        assert match.realm(JAFAR).cards["genie"].form == ""
        assert match.where(JAFAR, "genie") == "cave"
        assert match.where(JAFAR, "scimitar-1") == "discard"
        assert might(match, "genie") == 8


def test_the_genie_is_no_stronger_once_the_lamp_has_gone_next_door() -> None:
    with jafar("cave", "cave: genie / magic-lamp", unlocked=True) as match:
        match.says(JAFAR, "carry:magic-lamp")
        assert match.where(JAFAR, "magic-lamp") == "oasis"
        assert might(match, "genie") == 6


TRIUMPH = "sultans-palace: / magic-lamp\ncave: / genie ~hypnotized"


def last_turn(realm: str, *, unlocked: bool = True) -> Match:
    """Maleficent ends her turn, and Jafar's begins."""
    match = Match(sits("maleficent"), sits("jafar", realm=realm, unlocked=unlocked))
    match.says(0, "move:castle")
    match.says(0, "end")
    return match


def test_vi_124_jafar_wins_as_his_turn_begins() -> None:
    with last_turn(TRIUMPH) as match:
        assert match.position.board.winner == 1
        assert decider.open_question(RULES, match.position) is None


@pytest.mark.parametrize(
    "realm",
    [
        "sultans-palace: / magic-lamp\ncave: genie",
        "agrabah: / magic-lamp\ncave: / genie ~hypnotized",
        "sultans-palace: abu +magic-lamp\ncave: / genie ~hypnotized",
        "cave: / genie ~hypnotized",
        "sultans-palace: / magic-lamp",
    ],
)
def test_vi_124_with_one_thing_missing_the_match_goes_on(realm: str) -> None:
    with last_turn(realm) as match:
        assert match.position.board.winner is None
        assert match.asks()[:2] == (1, "move")


def test_vi_124_the_cave_has_to_be_open() -> None:
    with last_turn(TRIUMPH, unlocked=False) as match:
        assert match.position.board.winner is None


def test_vi_121_bringing_it_about_is_not_yet_to_win() -> None:
    with jafar("cave", "agrabah: / magic-lamp, genie ~hypnotized", unlocked=True) as match:
        match.says(JAFAR, "carry:magic-lamp")
        match.says(JAFAR, "sultans-palace")
        assert match.position.board.winner is None
        match.says(JAFAR, "end")
        match.says(OTHER, "move:castle")
        ended = match.says(OTHER, "end")
        assert events_of_kind(ended, facts.ObjectiveFulfilled) == [facts.ObjectiveFulfilled(JAFAR)]
