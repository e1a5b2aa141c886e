"""Jafar's Fate: thieves, friends of the Genie's, and blows."""

from __future__ import annotations

from typing import Any

import pytest

from domain.villainous import facts
from tests.villainous.play import BOOK, Match, events_of_kind, sits
from tests.villainous.test_jafar import JAFAR as FIRST
from tests.villainous.test_jafar import jafar, might

JOHN, JAFAR = 0, 1
LOCATIONS = ("sultans-palace", "agrabah", "oasis")


def fate(
    cards: str,
    realm: str = "",
    *,
    power: int = 0,
    hand: str = "",
    discard: str = "",
    fate_discard: str = "",
    unlocked: bool = False,
    **rulings: Any,
) -> Match:
    """Prince John has dealt Fate to Jafar, and of two cards that could be played he has taken the first."""
    match = Match(
        sits("prince-john", "jail"),
        sits(
            "jafar", "", realm, power=power, hand=hand, discard=discard,
            fate=cards, fate_discard=fate_discard, unlocked=unlocked,
        ),
        **rulings,
    )  # fmt: skip
    match.says(JOHN, "move:sherwood")
    match.says(JOHN, "fate:1")
    if match.question.prompt == "fate":
        match.says(JOHN, cards.split()[0])
    return match


# -- thieves -----------------------------------------------------------------------------------------

STALL = "agrabah: / hourglass-1, palace-guard-1 +scimitar-1\noasis: / snake-staff"


@pytest.mark.parametrize("thief", ["abu", "aladdin"])
def test_vi_137_a_thief_takes_an_item_from_his_location(thief: str) -> None:
    with fate(thief, STALL) as match:
        assert match.asks() == (JOHN, "where", LOCATIONS)
        match.says(JOHN, "agrabah")
        assert match.asks() == (JOHN, "item", ("hourglass-1", "scimitar-1"))
        match.says(JOHN, "scimitar-1")
        assert match.where(JAFAR, "scimitar-1") == thief
        assert might(match, "palace-guard-1") == 2
        assert might(match, thief) == BOOK.cards[thief].strength, "it is of no use to the thief either"


def test_vi_c1_the_thief_may_keep_his_hands_off() -> None:
    with fate("abu", STALL) as match:
        match.says(JOHN, "agrabah")
        match.says(JOHN)
        assert events_of_kind(match.facts, facts.CardAttached) == []


def test_vi_137_aladdin_takes_an_item_whatever_is_ruled_about_abu() -> None:
    with fate("aladdin", STALL) as match:
        match.says(JOHN, "agrabah")
        assert (match.question.least, match.question.most) == (1, 1)
    with fate("aladdin", STALL) as match:
        match.says(JOHN, "oasis")
        assert match.where(JAFAR, "snake-staff") == "aladdin", "the only one is no question"


def test_vi_c1_where_theft_is_mandatory_he_may_not() -> None:
    with fate("abu", STALL, theft="mandatory") as match:
        match.says(JOHN, "agrabah")
        assert match.question.least == 1
        match.says(JOHN, "hourglass-1")
        assert match.where(JAFAR, "hourglass-1") == "abu"


def test_vi_c1_a_mandatory_theft_of_the_only_item_is_no_question_and_of_none_no_theft() -> None:
    with fate("abu", STALL, theft="mandatory") as match:
        match.says(JOHN, "oasis")
        assert match.where(JAFAR, "snake-staff") == "abu"
    with fate("abu", STALL, theft="mandatory") as match:
        match.says(JOHN, "sultans-palace")
        assert events_of_kind(match.facts, facts.CardAttached) == []


def test_a_thief_steals_neither_wishes_nor_what_another_thief_has() -> None:
    with fate("abu", "agrabah: aladdin +hourglass-1 +wish-1") as match:
        match.says(JOHN, "agrabah")
        assert match.question.prompt == "act"


def test_vi_137_a_stolen_item_is_of_no_use() -> None:
    realm = "agrabah: abu +hourglass-1 +snake-staff +scarab-pendant / iago"
    deck = "scrying-1 scrying-2 scrying-3 hypnotize-1 hypnotize-2"
    with jafar("oasis", realm, discard="snake-1 hypnotize-1", deck=deck, unlocked=True) as match:
        for item in ("hourglass-1", "snake-staff"):
            assert match.refused(FIRST, f"activate:{item}").startswith("VI-137")
        assert match.refused(FIRST, "activate:iago").startswith("iago"), "nothing to fly with"
        match.says(FIRST, "end")
        assert len(match.realm(FIRST).hand) == 4, "not 5"


def test_vi_137_the_defeat_of_the_thief_gives_the_item_back_where_he_is() -> None:
    with jafar("sultans-palace", "oasis: abu +magic-lamp / palace-guard-1", unlocked=True) as match:
        match.says(FIRST, "vanquish:abu")
        assert match.where(FIRST, "magic-lamp") == "oasis"


def test_the_genie_feels_the_lamp_in_the_hand_of_a_thief() -> None:
    with jafar("oasis", "agrabah: abu +magic-lamp, genie", unlocked=True) as match:
        assert might(match, "genie") == 8


# -- other Heroes ------------------------------------------------------------------------------------


def test_vi_212_carpet_is_vanquished_before_any_other_hero() -> None:
    realm = "sultans-palace: abu / palace-guard-1\noasis: carpet / palace-guard-2"
    with jafar("sultans-palace", realm) as match:
        assert match.refused(FIRST, "vanquish:abu").startswith("carpet")
        match.says(FIRST, "vanquish:carpet")
        assert match.realm(FIRST).fate.discard == ("carpet",)


def test_vi_212_no_spell_passes_carpet_either() -> None:
    with jafar("agrabah", "agrabah: abu\noasis: carpet", hand="snake-1 hypnotize-1") as match:
        assert match.refused(FIRST, "play:snake-1").startswith("carpet")
        match.says(FIRST, "play:hypnotize-1")
        assert match.realm(FIRST).cards["carpet"].form == "hypnotized", "there was nobody else to aim at"


def test_vi_212_a_hypnotized_carpet_protects_nobody() -> None:
    with jafar("agrabah", "agrabah: abu / carpet ~hypnotized", hand="snake-1", power=2) as match:
        match.says(FIRST, "play:snake-1")
        assert match.where(FIRST, "abu") == "discard"


def test_jasmine_makes_jafar_draw_one_card_less() -> None:
    deck = "scrying-1 scrying-2 scrying-3 hypnotize-1 hypnotize-2"
    with jafar("oasis", "agrabah: jasmine", hand="iago", deck=deck) as match:
        match.says(FIRST, "end")
        assert len(match.realm(FIRST).hand) == 3
    with jafar("oasis", "agrabah: jasmine / scarab-pendant", hand="iago", deck=deck) as match:
        match.says(FIRST, "end")
        assert len(match.realm(FIRST).hand) == 4
    with jafar("oasis", "agrabah: / jasmine ~hypnotized", hand="iago", deck=deck) as match:
        match.says(FIRST, "end")
        assert len(match.realm(FIRST).hand) == 4


def test_rajah_is_stronger_while_jasmine_is_in_the_realm() -> None:
    with fate("jasmine", "oasis: rajah") as match:
        assert might(match, "rajah") == 4
        match.says(JOHN, "agrabah")
        assert might(match, "rajah") == 6


def test_vi_210_rajah_sees_a_hypnotized_jasmine() -> None:
    with fate("rajah", "oasis: / jasmine ~hypnotized") as match:
        match.says(JOHN, "agrabah")
        assert might(match, "rajah") == 6


def test_no_palace_guard_fights_the_sultan() -> None:
    realm = "oasis: sultan / palace-guard-1, palace-guard-2"
    with jafar("sultans-palace", realm) as match:
        assert match.refused(FIRST, "vanquish:sultan").startswith("sultan")
    with jafar("sultans-palace", realm + ", gazeem") as match:
        match.says(FIRST, "vanquish:sultan")
        assert match.realm(FIRST).villain.discard == ("gazeem",)


def test_the_genie_is_a_hero_like_others_where_there_is_no_lamp() -> None:
    with fate("genie") as match:
        match.says(JOHN, "oasis")
        assert might(match, "genie") == 6


# -- Items and Effects -------------------------------------------------------------------------------


def test_a_wish_makes_a_hero_stronger_and_needs_one() -> None:
    with fate("wish-1", "oasis: abu, sultan / jasmine ~hypnotized") as match:
        assert match.asks() == (JOHN, "host", ("abu", "sultan"))
        match.says(JOHN, "sultan")
        assert might(match, "sultan") == 4
    with fate("wish-1 wish-2", "oasis: / jasmine ~hypnotized") as match:
        assert match.realm(JAFAR).fate.discard == ("wish-1", "wish-2")


REALM = """
    agrabah: / palace-guard-1 +scimitar-1, palace-guard-2 +scimitar-2 +scimitar-3, gazeem
    oasis: / sultan ~hypnotized, rajah ~hypnotized
"""


def test_a_crushing_blow_discards_an_ally_of_strength_3_or_less() -> None:
    with fate("crushing-blow-1", REALM) as match:
        assert match.asks() == (JOHN, "aim", ("palace-guard-1", "gazeem", "sultan"))
        match.says(JOHN, "palace-guard-1")
        assert match.realm(JAFAR).villain.discard == ("scimitar-1", "palace-guard-1")
        assert match.realm(JAFAR).fate.discard == ("crushing-blow-1",)


def test_vi_210_a_crushing_blow_finds_a_hypnotized_hero_and_sends_it_to_the_fate_discards() -> None:
    with fate("crushing-blow-1", REALM) as match:
        match.says(JOHN, "sultan")
        assert match.realm(JAFAR).fate.discard == ("sultan", "crushing-blow-1")


def test_gazeem_struck_down_lets_jafar_choose_and_not_the_opponent() -> None:
    with fate("crushing-blow-1", "agrabah: / gazeem", discard="magic-lamp scrying-1") as match:
        assert match.asks() == (JAFAR, "recover", ("magic-lamp",))
        match.says(JAFAR, "magic-lamp")
        assert match.realm(JAFAR).hand == ("magic-lamp",)
        assert match.asks()[:2] == (JOHN, "act")


def test_a_crushing_blow_with_nobody_weak_enough_is_discarded() -> None:
    with fate("crushing-blow-1 crushing-blow-2", "oasis: / rajah ~hypnotized") as match:
        assert match.realm(JAFAR).fate.discard == ("crushing-blow-1", "crushing-blow-2")


def test_vi_c6_at_a_locked_location_an_ally_is_safe_or_not() -> None:
    with fate("crushing-blow-1 crushing-blow-2", "cave: / gazeem") as match:
        assert match.where(JAFAR, "gazeem") == "cave"
    with fate("crushing-blow-1 crushing-blow-2", "cave: / gazeem", locked="reachable") as match:
        assert match.where(JAFAR, "gazeem") == "discard"


def test_a_narrow_escape_plays_a_discarded_hero_who_does_what_he_does_when_played() -> None:
    with fate("narrow-escape-1 genie", STALL, fate_discard="wish-1 abu jasmine") as match:
        assert match.asks() == (JOHN, "aim", ("abu", "jasmine"))
        match.says(JOHN, "abu")
        assert match.asks() == (JOHN, "where", LOCATIONS)
        match.says(JOHN, "oasis")
        match.says(JOHN, "snake-staff")
        assert match.where(JAFAR, "abu") == "oasis"
        assert match.where(JAFAR, "snake-staff") == "abu"
        assert match.realm(JAFAR).fate.discard == ("wish-1", "jasmine", "narrow-escape-1", "genie")


def test_nobody_escapes_who_has_not_fallen() -> None:
    with fate("narrow-escape-1 narrow-escape-2", fate_discard="wish-1") as match:
        assert match.realm(JAFAR).fate.discard == ("wish-1", "narrow-escape-1", "narrow-escape-2")


@pytest.mark.parametrize(("power", "left"), [(5, 3), (1, 0), (0, 0)])
def test_treachery_costs_jafar_2_power_or_what_he_has(power: int, left: int) -> None:
    with fate("treachery", power=power) as match:
        assert match.realm(JAFAR).power == left
        assert match.where(JAFAR, "treachery") == "discard"
