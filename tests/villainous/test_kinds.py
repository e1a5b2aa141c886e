"""The kinds of cards: what tells them apart, and how each comes into play."""

from __future__ import annotations

from domain.villainous import facts
from domain.villainous.book import PrintedCard
from tests.villainous.play import BOOK, Match, events_of_kind, sits

ME, OTHER = 0, 1


def printed(pile: str) -> list[PrintedCard]:
    """All cards of one kind of deck."""
    return [card for villain in BOOK.villains.values() for card in getattr(villain, pile)]


def test_vi_080_vi_081_allies_and_conditions_are_villain_cards_and_heroes_fate_cards() -> None:
    assert {card.kind for card in printed("villain")} == {"ally", "item", "curse", "effect", "condition"}
    assert {card.kind for card in printed("fate")} == {"hero", "item", "effect"}
    assert {card.cost for card in printed("fate")} == {0}
    assert all(card.strength > 0 for card in printed("fate") if card.kind == "hero")


def test_vi_086_every_item_of_a_fate_deck_is_attached_to_a_hero() -> None:
    assert {card.attach for card in printed("fate") if card.kind == "item"} == {"hero"}


def test_vi_088_a_condition_has_a_requirement_and_no_cost() -> None:
    conditions = [card for card in printed("villain") if card.kind == "condition"]
    assert conditions
    assert {card.cost for card in conditions} == {0}
    assert all(card.requires is not None for card in conditions)


def test_vi_092_curses_are_maleficents_own_kind_of_card() -> None:
    """They are played to a location like an Item, and bound to nobody."""
    cursing = {
        villain.id
        for villain in BOOK.villains.values()
        for card in villain.villain
        if card.kind == "curse"
    }  # fmt: skip
    assert cursing == {"maleficent"}
    with Match(sits("maleficent", power=2, hand="forest-of-thorns-1"), sits("captain-hook")) as match:
        match.says(ME, "move:castle")
        match.says(ME, "play:forest-of-thorns-1")
        assert match.asks()[2] == ("forbidden-mountains", "cottage", "forest", "castle")
        match.says(ME, "forest")
        assert match.where(ME, "forest-of-thorns-1") == "forest"


def test_vi_080_an_ally_is_played_below_a_location_and_fights_there() -> None:
    with Match(
        sits(
            "captain-hook", "skull-rock", "jolly-roger: tinker-bell", power=1, hand="swashbuckler-1 scare-1"
        ),
        sits("prince-john"),
    ) as match:
        match.says(ME, "move:jolly-roger")
        assert match.refused(ME, "vanquish:tinker-bell").startswith("VI-057")
        match.says(ME, "play:swashbuckler-1")
        match.says(ME, "jolly-roger")
        match.says(ME, "vanquish:tinker-bell")
        assert match.where(ME, "swashbuckler-1") == "discard"


def test_vi_081_vi_082_the_top_row_is_covered_until_the_last_hero_has_gone() -> None:
    with Match(
        sits(
            "prince-john", "jail", "nottingham: friar-tuck, skippy / rhino-guards-1, sheriff",
            hand="warrant-1",
        ),
        sits("captain-hook"),
    ) as match:  # fmt: skip
        match.says(ME, "move:nottingham")
        assert match.refused(ME, "fate:1").startswith("VI-026")
        assert match.refused(ME, "gain:1").startswith("VI-026")
        match.says(ME, "vanquish:friar-tuck")
        match.says(ME, "sheriff")
        match.says(ME, "enough")
        assert match.refused(ME, "gain:1").startswith("VI-026"), "another Hero takes over"


def test_vi_087_an_effect_is_paid_for_followed_and_discarded_to_the_pile_of_its_deck() -> None:
    with Match(
        sits("prince-john", "sherwood", "church: toby", power=2, hand="imprison-1"),
        sits("captain-hook", "jolly-roger", "skull-rock: / cannon-1", fate="splitting-headache-1 taunt-1"),
    ) as match:
        match.says(ME, "move:nottingham")
        match.says(ME, "play:imprison-1")
        order = (facts.PowerPaid, facts.CardPlayed, facts.CardMoved, facts.CardDiscarded)
        assert [type(fact.event) for fact in match.facts if isinstance(fact.event, order)] == list(order)
        assert match.realm(ME).villain.discard == ("imprison-1",)
        match.says(ME, "fate:1")
        assert match.realm(OTHER).fate.discard == ("splitting-headache-1", "taunt-1")
        assert match.realm(OTHER).villain.discard == ("cannon-1",)


def test_vi_091_an_activated_ability_sleeps_until_it_is_activated() -> None:
    """Iago is played like any Ally, goes nowhere by that, and falls in a Vanquish like any Ally."""
    with Match(
        sits("jafar", "oasis", "sultans-palace: abu / snake-staff, palace-guard-1", power=1, hand="iago"),
        sits("captain-hook"),
    ) as match:
        match.says(ME, "move:agrabah")
        match.says(ME, "play:iago")
        match.says(ME, "sultans-palace")
        assert match.where(ME, "snake-staff") == match.where(ME, "iago") == "sultans-palace"
        assert events_of_kind(match.facts, facts.CardActivated) == []
        match.says(ME, "end")
        match.says(OTHER, "move:skull-rock")
        match.says(OTHER, "end")
        match.says(ME, "move:sultans-palace")
        for pick in ("vanquish:abu", "palace-guard-1", "iago"):
            match.says(ME, pick)
        assert match.realm(ME).villain.discard == ("palace-guard-1", "iago")
