"""Maleficent's Raven, who flies ahead of her and borrows an action."""

from __future__ import annotations

from domain import decider
from domain.model import Fact
from domain.villainous import facts
from tests.villainous.play import RULES, SPECTATOR, Match, events_of_kind, plain, sits

JOHN, ME = 0, 1


def dawn(realm: str, *, at: str = "cottage", power: int = 3, hand: str = "", fate: str = "") -> Match:
    """Maleficent's turn is about to begin when Prince John has ended his at The Jail."""
    match = Match(
        sits("prince-john", "church", fate="alan-a-dale robin-hood"),
        sits(
            "maleficent",
            at,
            realm,
            power=power,
            hand=hand,
            deck="tyranny-1 tyranny-2 malice-2 vanish-2",
            fate=fate,
        ),
    )
    match.says(JOHN, "move:jail")
    match.says(JOHN, "gain:3")
    return match


def test_vi_133_the_raven_flies_anywhere_else_and_performs_an_action_but_never_fate() -> None:
    with dawn("cottage: / raven") as match:
        assert match.asks() == (ME, "where", ("forbidden-mountains", "forest", "castle"))
        match.says(ME, "castle")
        assert match.asks() == (ME, "borrow", ("nothing", "gain:1"))
        assert match.question.about == "castle"
        assert match.refused(ME, "fate:0").startswith("VI-026")
        borrowed = match.says(ME, "gain:1")
        assert events_of_kind(borrowed, facts.SymbolBorrowed) == [facts.SymbolBorrowed(ME, "castle", 1)]
        assert {fact.rule for fact in borrowed if isinstance(fact.event, facts.SymbolBorrowed)} == {"raven"}
        assert match.realm(ME).power == 4
        assert match.where(ME, "raven") == "castle"
        assert match.asks()[:2] == (ME, "move")


def test_the_raven_may_stay_where_he_is() -> None:
    with dawn("cottage: / raven") as match:
        match.says(ME)
        assert match.where(ME, "raven") == "cottage"
        assert match.asks()[:2] == (ME, "move")


def test_the_raven_may_just_fly() -> None:
    with dawn("cottage: / raven") as match:
        match.says(ME, "forest")
        match.says(ME, "nothing")
        assert events_of_kind(match.facts, facts.SymbolBorrowed) == []
        assert match.where(ME, "raven") == "forest"


def test_vi_213_raven_and_maleficent_use_the_same_symbol() -> None:
    with dawn("cottage: / raven") as match:
        match.says(ME, "forest")
        match.says(ME, "gain:3")
        match.says(ME, "move:forest")
        assert "gain:3" in match.asks()[2]
        match.says(ME, "gain:3")
        assert match.realm(ME).power == 9


def test_vi_026_the_raven_uses_no_covered_symbol() -> None:
    with dawn("forest: guards-1\ncastle: flora\ncottage: / raven") as match:
        match.says(ME, "forest")
        assert match.asks() == (ME, "borrow", ("nothing", "gain:3"))


def test_where_all_can_see_that_nothing_is_possible_the_raven_is_not_asked() -> None:
    with dawn("castle: king-stefan\ncottage: / raven") as match:
        match.says(ME, "castle")
        assert match.asks()[:2] == (ME, "move")


def test_the_ravens_question_does_not_tell_what_the_hand_holds() -> None:
    def seen(hand: str) -> tuple[str, list[Fact]]:
        with dawn("castle: king-stefan\ncottage: / raven", hand=hand, power=3) as match:
            flown = match.says(ME, "castle")
            assert match.question.prompt == "borrow"
            passed = match.says(ME, "nothing")
            return plain([decider.redact_fact(RULES, fact, SPECTATOR) for fact in flown + passed]), flown

    playable, unplayable = seen("forest-of-thorns-1"), seen("malice-1")
    assert playable[0] == unplayable[0]
    assert playable[1] != unplayable[1]


def test_the_raven_has_a_card_played_and_paid_for_wherever_it_can_go() -> None:
    with dawn("cottage: / raven", hand="forest-of-thorns-1 malice-1") as match:
        match.says(ME, "castle")
        match.says(ME, "play:forest-of-thorns-1")
        match.says(ME, "cottage")
        assert match.realm(ME).power == 1
        assert match.where(ME, "forest-of-thorns-1") == "cottage"


def test_the_raven_can_fight_in_the_vanquish_he_brings_about() -> None:
    with dawn("castle: guards-1 / savage-goon-1\ncottage: / raven") as match:
        match.says(ME, "castle")
        match.says(ME, "vanquish:guards-1")
        match.says(ME, "savage-goon-1")
        assert match.where(ME, "raven") == "discard", "Guards take two, and he is the other"
        assert match.asks()[:2] == (ME, "move")


def test_what_the_raven_brings_about_others_may_mind_before_she_moves() -> None:
    with Match(
        sits("captain-hook", hand="obsession-1 scare-1 scare-2 scare-3"),
        sits("maleficent", realm="castle: king-stefan / savage-goon-1\ncottage: / raven"),
    ) as match:
        match.says(0, "move:skull-rock")
        match.says(0, "end")
        assert match.question.about == "strength-4", "Hook's Cunning sees the Savage Goon first"
        match.says(0, "pass")
        match.says(ME, "castle")
        match.says(ME, "vanquish:king-stefan")
        match.says(ME, "savage-goon-1")
        match.says(ME, "enough")
        assert match.asks() == (0, "condition", ("pass", "pass-turn", "play:obsession-1"))
        match.says(0, "pass")
        assert match.asks()[:2] == (ME, "move")


def test_vi_213_the_raven_does_not_wake_a_dreamless_sleep_by_flying_in() -> None:
    with dawn("castle: / dreamless-sleep-1\ncottage: / raven") as match:
        match.says(ME, "castle")
        match.says(ME, "gain:1")
        assert match.where(ME, "dreamless-sleep-1") == "castle"


ALMOST = """
    forbidden-mountains: / forest-of-thorns-1
    cottage: / green-fire-1, raven
    forest: / {}
    castle: / dreamless-sleep-2
"""


def test_vi_213_the_win_is_looked_for_before_the_raven_flies() -> None:
    with dawn(ALMOST.format("staff"), at="castle", hand="dreamless-sleep-1") as match:
        match.says(ME, "castle")
        match.says(ME, "play:dreamless-sleep-1")
        match.says(ME, "forest")
        assert match.position.board.winner is None
        assert match.asks()[:2] == (ME, "move")
    with dawn(ALMOST.format("dreamless-sleep-1"), at="castle") as match:
        assert match.position.board.winner == ME


def test_what_the_raven_plays_before_the_move_lasts_from_this_turn_on() -> None:
    with dawn("cottage: / raven", hand="vanish-1 malice-1") as match:
        match.says(ME, "castle")
        match.says(ME, "play:vanish-1")
        assert match.refused(ME, "stay").startswith("VI-021"), "it is for the next turn"
        match.says(ME, "move:forest")
        match.says(ME, "end")
        match.says(JOHN, "move:church")
        match.says(JOHN, "end")
        match.says(ME)
        assert match.asks()[2][-1] == "stay"


def test_vi_214_a_dragon_of_the_raven_is_paid_for_fate_too() -> None:
    fate = "once-upon-a-dream-1 once-upon-a-dream-2"
    with dawn("castle: fauna\ncottage: / raven", hand="dragon-form-1", fate=fate) as match:
        match.says(ME, "castle")
        match.says(ME, "play:dragon-form-1")
        match.says(ME, "move:forbidden-mountains")
        match.says(ME, "end")
        match.says(JOHN, "move:sherwood")
        assert events_of_kind(match.says(JOHN, "fate:1"), facts.PowerGained) == [facts.PowerGained(ME, 3, 3)]


def test_the_raven_does_not_fly_in_the_turns_of_others() -> None:
    with Match(sits("maleficent", "cottage", "cottage: / raven"), sits("prince-john")) as match:
        match.says(0, "move:forest")
        match.says(0, "gain:3")
        assert match.asks()[:2] == (1, "move")
