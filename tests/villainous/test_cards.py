"""What the cards of a Villain do when they are played."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain import core
from domain.core import Drift
from domain.script import Script, choose
from domain.villainous import facts, realm
from domain.villainous.book import Lore, T
from domain.villainous.rules import VillainousRules
from domain.villainous.verbs import vanquish
from domain.words import Answered, Seat
from tests.villainous.play import BOOK, JUDGE, RULES, SPECTATOR, Match, plain, sits, told

ME, OTHER = 0, 1


def john(realm: str = "", *, hand: str, power: int = 3, fate: str = "", fate_discard: str = "") -> Match:
    """Prince John at Friar Tuck's Church, with two cards to play; Hook waits."""
    match = Match(
        sits("prince-john", "jail", realm, power=power, hand=hand, fate=fate, fate_discard=fate_discard),
        sits("captain-hook"),
    )
    match.says(ME, "move:church")
    return match


def hook(
    realm: str = "",
    *,
    hand: str,
    power: int = 4,
    fate: str = "",
    fate_discard: str = "",
    chance: tuple[str, ...] = (),
    unlocked: bool = False,
) -> Match:
    """Captain Hook at the Mermaid Lagoon, with two cards to play; Prince John waits."""
    match = Match(
        sits(
            "captain-hook", "", realm, power=power, hand=hand,
            fate=fate, fate_discard=fate_discard, unlocked=unlocked,
        ),
        sits("prince-john"),
        chance=chance,
    )  # fmt: skip
    match.says(ME, "move:mermaid-lagoon")
    return match


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
    with john(AMBUSH, hand="set-a-trap-1") as match:
        match.says(ME, "play:set-a-trap-1")
        match.says(ME)
        assert match.where(ME, "set-a-trap-1") == "discard"
        assert told(match.facts, facts.CardMoved) == []


def test_a_card_that_changes_under_its_open_question_is_noticed() -> None:
    def trap_of_the_next_edition(t: T, seat: Seat, card: str) -> Script[None]:
        for hero in (yield from choose(t.seat, "hero", realm.of_kind(t.board.realms[seat], t.book, "hero"))):
            yield from vanquish(t, seat, hero)

    changed: Mapping[str, Lore] = {**BOOK.scripts, "set-a-trap": Lore(played=trap_of_the_next_edition)}
    with john(AMBUSH, hand="set-a-trap-1") as match:
        match.says(ME, "play:set-a-trap-1")
        match.says(ME, "rhino-guards-2")
        later = VillainousRules(BOOK._replace(scripts=changed))
        with pytest.raises(Drift, match="ally-to-move"):
            core.decide(later, match.position, Answered(ME, ("nottingham",)), match.chance)


def test_taxes_count_the_heroes_and_robin_hood_takes_his_share() -> None:
    with john("jail: robin-hood\nsherwood: alan-a-dale, maid-marian", hand="taxes-1") as match:
        assert told(match.says(ME, "play:taxes-1"), facts.PowerGained) == [facts.PowerGained(ME, 2, 5)]


def test_imprison_moves_a_hero_to_the_jail() -> None:
    with john("jail: robin-hood\nsherwood: alan-a-dale, maid-marian", hand="imprison-1") as match:
        match.says(ME, "play:imprison-1")
        assert match.asks() == (ME, "hero", ("alan-a-dale", "maid-marian"))
        match.says(ME, "maid-marian")
        assert match.where(ME, "maid-marian") == "jail"


def test_a_defeated_hero_gives_the_stolen_power_back_untouched_by_robin_hood() -> None:
    with john("jail: robin-hood\nnottingham: alan-a-dale *4 / rhino-guards-1", hand="set-a-trap-1") as match:
        match.says(ME, "play:set-a-trap-1")
        match.says(ME)
        assert told(match.facts, facts.PowerReturned) == [facts.PowerReturned(ME, "alan-a-dale", 4, 6)]


MARIAN = "nottingham: maid-marian / rhino-guards-1"


@pytest.mark.parametrize(
    ("elsewhere", "fate", "fate_discard"),
    [
        ("\nchurch: robin-hood *2", "alan-a-dale", ""),
        ("", "alan-a-dale", "robin-hood"),
    ],
)
def test_maid_marian_calls_robin_hood_from_the_realm_or_the_discards(
    elsewhere: str, fate: str, fate_discard: str
) -> None:
    with john(MARIAN + elsewhere, hand="set-a-trap-1", fate=fate, fate_discard=fate_discard) as match:
        lying = 2 if elsewhere else 0
        match.says(ME, "play:set-a-trap-1")
        match.says(ME)
        assert match.where(ME, "robin-hood") == "nottingham"
        assert match.realm(ME).cards["robin-hood"].power == lying
        assert match.where(ME, "maid-marian") == "discard"


def test_maid_marian_calls_robin_hood_from_the_deck_which_is_then_shuffled() -> None:
    match = Match(
        sits(
            "prince-john", "jail", MARIAN, power=1, hand="set-a-trap-1",
            fate="alan-a-dale robin-hood steal-from-the-rich-1",
        ),
        sits("captain-hook"),
        chance=("steal-from-the-rich-1 alan-a-dale",),
    )  # fmt: skip
    with match:
        match.says(ME, "move:church")
        match.says(ME, "play:set-a-trap-1")
        match.says(ME)
        assert match.where(ME, "robin-hood") == "nottingham"
        assert match.realm(ME).fate.deck == ("steal-from-the-rich-1", "alan-a-dale")


def test_a_scare_is_seen_by_hook_alone_and_put_back_in_an_order_nobody_else_learns() -> None:
    with hook(hand="scare-1", fate="wendy peter-pan lost-boys-1") as match:
        looked = match.says(ME, "play:scare-1")
        assert match.realm(ME).looked == ("wendy", "peter-pan")
        assert match.realm(ME).cards == {}, "to look is not to reveal"
        assert match.asks() == (ME, "scare", ("discard", "put-back"))
        looked += match.says(ME, "put-back")
        assert match.question.sight == "secret"
        looked += match.says(ME, "peter-pan", "wendy")
        assert match.realm(ME).fate.deck == ("peter-pan", "wendy", "lost-boys-1")
        for viewer, knows in (
            (SPECTATOR, False),
            (RULES.viewer(match.position.board, OTHER), False),
            (JUDGE, True),
        ):
            text = plain([core.shown(RULES, fact, viewer) for fact in looked])
            assert ("peter-pan" in text) is knows
            assert ("wendy" in text) is knows


def test_a_scare_can_discard_both_and_looks_through_a_reshuffle() -> None:
    with hook(
        hand="scare-1",
        fate="wendy",
        fate_discard="lost-boys-1 tinker-bell",
        chance=("tinker-bell lost-boys-1",),
    ) as match:
        match.says(ME, "play:scare-1")
        match.says(ME, "discard")
        assert match.realm(ME).fate.discard == ("wendy", "tinker-bell")
        assert match.realm(ME).fate.deck == ("lost-boys-1",)


def test_a_scare_of_an_empty_deck_is_no_question() -> None:
    with hook(hand="scare-1") as match:
        match.says(ME, "play:scare-1")
        assert match.question.prompt == "act"


def test_a_worthy_opponent_is_looked_for_through_a_reshuffle() -> None:
    with hook(
        hand="worthy-opponent-1",
        fate="pixie-dust-1",
        fate_discard="pixie-dust-2 lost-boys-1 wendy",
        chance=("pixie-dust-2 wendy lost-boys-1",),
    ) as match:
        match.says(ME, "play:worthy-opponent-1")
        assert match.realm(ME).power == 6
        assert match.asks() == (ME, "where", ("jolly-roger", "skull-rock", "mermaid-lagoon"))
        match.says(ME, "mermaid-lagoon")
        assert match.realm(ME).fate.discard == ("pixie-dust-1", "pixie-dust-2")
        assert match.realm(ME).fate.deck == ("lost-boys-1",)
        assert match.asks()[2] == ("gain:3", "end"), "she covers what is left of the top row"


def test_a_worthy_opponent_may_be_nowhere() -> None:
    with hook(hand="worthy-opponent-1", fate="pixie-dust-1 pixie-dust-2") as match:
        match.says(ME, "play:worthy-opponent-1")
        assert match.realm(ME).fate.discard == ("pixie-dust-1", "pixie-dust-2")


def test_the_map_unlocks_the_tree_and_pays_for_a_later_item() -> None:
    with hook("skull-rock: / swashbuckler-1", hand="never-land-map cutlass-1", power=4) as match:
        match.says(ME, "play:never-land-map")
        match.says(ME, "skull-rock")
        assert match.realm(ME).locked == ()
        assert match.realm(ME).power == 0
        match.says(ME, "play:cutlass-1")
        assert match.where(ME, "never-land-map") == "discard"
        assert match.where(ME, "cutlass-1") == "swashbuckler-1"


def test_with_power_at_hand_the_map_is_kept_by_choice() -> None:
    with hook(
        "skull-rock: / swashbuckler-1, never-land-map", hand="cutlass-1", power=1, unlocked=True
    ) as match:
        match.says(ME, "play:cutlass-1")
        assert match.asks() == (ME, "pay", ("never-land-map",))
        match.says(ME)
        assert match.where(ME, "never-land-map") == "skull-rock"
        assert match.realm(ME).power == 0


FINALE = "{}: peter-pan / pirate-brute-1, pirate-brute-2"


def fight_peter_pan(place: str) -> Match:
    """Hook at the Jolly Roger, his crew at *place*, his turn to fight."""
    match = Match(
        sits("captain-hook", "skull-rock", FINALE.format(place), unlocked=True),
        sits("maleficent", hand="malice-1"),
    )
    match.says(ME, "move:jolly-roger")
    match.says(ME, "vanquish:peter-pan")
    match.says(ME, "pirate-brute-1")
    return match


def test_peter_pan_defeated_on_the_jolly_roger_ends_the_game_at_once() -> None:
    with fight_peter_pan("jolly-roger") as match:
        assert match.position.board.winner == ME
        assert core.asked(RULES, match.position) is None
        assert match.where(ME, "pirate-brute-1") == "jolly-roger", "nothing happens any more"


def test_peter_pan_defeated_elsewhere_will_be_back() -> None:
    with fight_peter_pan("mermaid-lagoon") as match:
        assert match.position.board.winner is None
        assert match.where(ME, "peter-pan") == "discard"
        assert match.asks()[:2] == (OTHER, "condition"), "and the others may take offence"
