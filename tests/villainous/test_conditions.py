"""Conditions: played in another player's turn, and nobody learns who holds one."""

from __future__ import annotations

import pytest

from domain import decider
from domain.model import Fact
from domain.villainous import facts
from tests.villainous.play import RULES, SPECTATOR, Match, events_of_kind, plain, sits

HOOK, JOHN = 0, 1


def rich_hook(hand: str = "taxes-1", *, discard: str = "", power: int = 5) -> Match:
    """Hook at the Jolly Roger, one Power short of what John's Greed waits for."""
    match = Match(
        sits("captain-hook", "skull-rock", power=power, hand="cutlass-1 cutlass-2"),
        sits("prince-john", hand=hand, discard=discard),
    )
    match.says(HOOK, "move:jolly-roger")
    return match


def test_vi_088_vi_089_greed_is_played_in_hooks_turn_which_then_goes_on() -> None:
    with rich_hook("greed-1 taxes-1") as match:
        match.says(HOOK, "gain:1")
        assert match.asks() == (JOHN, "condition", ("pass", "pass-turn", "play:greed-1"))
        played = match.says(JOHN, "play:greed-1")
        assert events_of_kind(played, facts.PowerGained) == [facts.PowerGained(JOHN, 3, 3)]
        assert match.where(JOHN, "greed-1") == "discard"
        assert match.realm(JOHN).hand == ("taxes-1",), "the hand is not refilled (VI-090)"
        assert match.asks()[:2] == (HOOK, "act")


def test_vi_088_who_holds_no_greed_is_asked_all_the_same_and_nobody_sees_a_difference() -> None:
    def seen(hand: str) -> str:
        with rich_hook(hand) as match:
            gained = match.says(HOOK, "gain:1")
            assert match.question.prompt == "condition"
            hooks = RULES.seat_viewer(match.position.board, HOOK)
            passed = match.says(JOHN, "pass")
            return plain(
                [
                    [decider.redact_fact(RULES, fact, viewer) for fact in gained + passed]
                    for viewer in (SPECTATOR, hooks)
                ]
            )

    assert seen("greed-1 taxes-1") == seen("taxes-2 taxes-1")


def test_a_requirement_that_stays_met_is_told_once_a_turn() -> None:
    with rich_hook("greed-1 taxes-1") as match:
        match.says(HOOK, "gain:1")
        match.says(JOHN, "pass")
        acted = match.says(HOOK, "discard:cards")
        acted += match.says(HOOK, "cutlass-1")
        assert events_of_kind(acted, facts.RequirementMet) == []


# -- as long as it is met ------------------------------------------------------------------------------


def test_vi_088_who_passed_may_play_later_in_the_turn_while_the_requirement_is_met() -> None:
    with rich_hook("greed-1 taxes-1") as match:
        match.says(HOOK, "gain:1")
        match.says(JOHN, "pass")
        match.says(HOOK, "discard:cards")
        match.says(HOOK, "cutlass-1")
        assert match.asks() == (JOHN, "condition", ("pass", "pass-turn", "play:greed-1"))
        match.says(JOHN, "play:greed-1")
        assert match.realm(JOHN).power == 3


def test_vi_088_who_passed_is_not_asked_once_the_requirement_is_met_no_more() -> None:
    """Hook has 6 Power, and spends 2 of it on a Cannon."""
    with Match(
        sits("captain-hook", "skull-rock", power=5, hand="cannon-1 scare-1"),
        sits("prince-john", hand="greed-1 taxes-1"),
    ) as match:
        match.says(HOOK, "move:jolly-roger")
        match.says(HOOK, "gain:1")
        match.says(JOHN, "pass")
        match.says(HOOK, "play:cannon-1")
        match.says(HOOK, "jolly-roger")
        assert match.asks()[:2] == (HOOK, "act")


def rich_jafar(power: int) -> Match:
    """Jafar begins a turn with so much Power that both Ursula's Trickery and John's Greed may answer it."""
    return Match(
        sits("prince-john", "sherwood", hand="greed-1 taxes-1"),
        sits("jafar", power=power, hand="scrying-1", fate="treachery sultan"),
        sits("ursula", hand="trickery-1 whirlpool-1"),
    )


@pytest.mark.parametrize(("power", "asked"), [(7, True), (6, True), (9, False)])
def test_vi_088_the_requirement_is_looked_at_again_before_the_next_seat_is_asked(
    power: int, asked: bool
) -> None:
    """Ursula's Trickery brings Treachery: Jafar loses 2 Power, and with 6 or 7 that is the end of Greed."""
    with rich_jafar(power) as match:
        match.says(0, "move:church")
        match.says(0, "end")
        assert match.asks()[:2] == (2, "condition"), "Ursula comes first after Jafar"
        match.says(2, "play:trickery-1")
        assert match.realm(1).power == power - 2
        assert (match.question.prompt == "move") == asked


def commanding_hook(deck: str) -> Match:
    """Hook has 3 Allies in his turn, and Maleficent a Tyranny that draws 3 cards of *deck*."""
    match = Match(
        sits("captain-hook", "skull-rock", "jolly-roger: / smee, mr-starkey, swashbuckler-1", hand="scare-1"),
        sits("maleficent", hand="tyranny-1 vanish-1", deck=deck),
    )
    match.says(HOOK, "move:mermaid-lagoon")
    match.says(1, "play:tyranny-1")
    match.says(1, *deck.split()[1:], "vanish-1")
    return match


def test_vi_088_a_condition_that_comes_to_the_hand_while_its_requirement_is_met_is_asked_for_at_once() -> (
    None
):
    with commanding_hook("tyranny-2 staff vanish-2") as match:
        assert match.asks() == (1, "condition", ("pass", "pass-turn", "play:tyranny-2"))


def test_vi_088_who_draws_no_condition_is_asked_as_well() -> None:
    with commanding_hook("raven staff vanish-2") as match:
        assert match.asks() == (1, "condition", ("pass", "pass-turn"))
        match.says(1, "pass")
        assert match.asks()[:2] == (HOOK, "act")


def test_a_requirement_met_already_when_the_turn_begins_is_asked_about_before_the_move() -> None:
    with Match(
        sits("prince-john", hand="greed-1", deck="greed-2 taxes-1 taxes-2"),
        sits("captain-hook", power=7),
    ) as match:
        match.says(0, "move:jail")
        match.says(0, "end")
        assert match.asks() == (0, "condition", ("pass", "pass-turn", "play:greed-1", "play:greed-2"))
        match.says(0, "play:greed-2")
        assert match.asks()[:2] == (1, "move")


@pytest.mark.parametrize(("hand", "discard"), [("", ""), ("taxes-1", "greed-1 greed-2")])
def test_who_everybody_knows_to_hold_none_is_not_asked(hand: str, discard: str) -> None:
    with rich_hook(hand, discard=discard) as match:
        gained = match.says(HOOK, "gain:1")
        assert events_of_kind(gained, facts.RequirementMet) == [facts.RequirementMet("power-6")]
        assert match.asks()[:2] == (HOOK, "act")


def brawl(hook: str, maleficent: str) -> Match:
    """Prince John at Nottingham with two strong Heroes to defeat, and two opponents who mind."""
    realm = """
        nottingham: robin-hood, maid-marian / rhino-guards-1, rhino-guards-2, rhino-guards-3
        sherwood: alan-a-dale
    """
    match = Match(
        sits(
            "prince-john",
            "jail",
            realm,
            power=2,
            hand="set-a-trap-1 taxes-1",
            deck="taxes-2 taxes-3 warrant-1",
        ),
        sits("captain-hook", hand=hook, fate="pixie-dust-1 wendy lost-boys-1"),
        sits("maleficent", realm="forest: guards-1, prince-phillip", hand=maleficent),
    )
    match.says(0, "move:nottingham")
    while match.question.prompt == "condition":
        match.says(match.question.seat, "pass")  # so many Allies, and such strong ones, are minded too
    return match


def vanquish(match: Match) -> list[Fact]:
    match.says(0, "vanquish:robin-hood")
    match.says(0, "rhino-guards-1")
    match.says(0, "rhino-guards-2")
    return match.says(0, "enough")


def spring_the_trap_on_maid_marian(match: Match) -> list[Fact]:
    """Prince John defeats her too; Alan-a-Dale lends her the Strength that is minded."""
    match.says(0, "play:set-a-trap-1")
    felled = match.says(0)
    assert events_of_kind(felled, facts.HeroDefeated) == [
        facts.HeroDefeated(0, "maid-marian", "nottingham", 4)
    ]
    return felled


def test_vi_c3_several_players_are_asked_in_seat_order_and_may_all_react() -> None:
    with brawl("obsession-1 obsession-2", "malice-1 savage-goon-1") as match:
        vanquish(match)
        assert match.asks() == (1, "condition", ("pass", "pass-turn", "play:obsession-1", "play:obsession-2"))
        match.says(1, "play:obsession-1")
        assert match.asks() == (1, "obsession", ("play", "discard"))
        match.says(1, "discard")
        assert match.realm(1).fate.discard == ("wendy", "pixie-dust-1")
        assert match.asks() == (2, "condition", ("pass", "pass-turn", "play:malice-1"))
        match.says(2, "play:malice-1")
        assert match.where(2, "guards-1") == "discard"
        assert match.question.about != "defeat-4", "each deed is asked about once"


def test_the_hero_of_an_obsession_can_be_played() -> None:
    with brawl("obsession-1", "savage-goon-1") as match:
        vanquish(match)
        match.says(1, "play:obsession-1")
        match.says(1, "play")
        assert match.asks() == (1, "where", ("jolly-roger", "skull-rock", "mermaid-lagoon"))
        match.says(1, "skull-rock")
        assert match.where(1, "wendy") == "skull-rock"


def test_a_standing_pass_holds_until_the_turn_ends_and_everyone_knows() -> None:
    with brawl("obsession-1", "malice-1") as match:
        vanquish(match)
        passed = match.says(1, "pass-turn")
        assert events_of_kind(passed, facts.TurnPassed) == [facts.TurnPassed(1)]
        match.says(2, "pass")
        spring_the_trap_on_maid_marian(match)
        assert match.asks()[:2] == (2, "condition"), "a second deed asks again, but not who passed the turn"
        match.says(2, "pass")
        assert match.asks()[:2] == (1, "move")
        assert match.position.board.passed == ()


def test_when_all_have_passed_the_turn_nobody_is_asked_and_nothing_waits() -> None:
    with brawl("obsession-1", "malice-1") as match:
        vanquish(match)
        match.says(1, "pass-turn")
        match.says(2, "pass-turn")
        felled = spring_the_trap_on_maid_marian(match)
        assert events_of_kind(felled, facts.RequirementMet) == [facts.RequirementMet("defeat-4")]
        assert match.asks()[:2] == (1, "move")


def test_vi_090_the_hand_stays_short_until_the_own_turn_has_ended() -> None:
    with rich_hook("greed-1 taxes-1") as match:
        match.says(HOOK, "gain:1")
        match.says(JOHN, "play:greed-1")
        match.says(HOOK, "end")
        match.says(JOHN, "move:jail")
        assert match.realm(JOHN).hand == ("taxes-1",)


# -- as many as one likes ----------------------------------------------------------------------------


def rich_hook_where_several_may(hand: str, conditions: str) -> Match:
    match = Match(
        sits("captain-hook", "skull-rock", power=5, hand="cutlass-1 cutlass-2"),
        sits("prince-john", hand=hand),
        conditions=conditions,
    )
    match.says(HOOK, "move:jolly-roger")
    match.says(HOOK, "gain:1")
    return match


def test_vi_c3_one_condition_answers_an_event() -> None:
    with rich_hook_where_several_may("greed-1 greed-2", "one") as match:
        match.says(JOHN, "play:greed-1")
        assert match.asks()[:2] == (HOOK, "act")


def test_vi_c3_where_several_may_answer_the_question_comes_again_until_passed() -> None:
    with rich_hook_where_several_may("greed-1 greed-2 taxes-1", "several") as match:
        match.says(JOHN, "play:greed-1")
        assert match.asks() == (JOHN, "condition", ("pass", "pass-turn", "play:greed-2"))
        match.says(JOHN, "pass")
        assert match.realm(JOHN).power == 3
        assert match.asks()[:2] == (HOOK, "act")


def test_vi_c3_who_can_hold_no_other_is_not_asked_again() -> None:
    with rich_hook_where_several_may("greed-1 greed-2 taxes-1", "several") as match:
        match.says(JOHN, "play:greed-1")
        match.says(JOHN, "play:greed-2")
        assert match.realm(JOHN).power == 6
        assert match.asks()[:2] == (HOOK, "act")
