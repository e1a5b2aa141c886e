"""Maleficent's Heroes who do something when they are played, dealt to her by Prince John."""

from __future__ import annotations

from typing import Any

import pytest

from domain import chance, decider
from domain.model import Answered
from domain.villainous import facts
from domain.villainous.hooks import CardHooks
from domain.villainous.play import plays
from domain.villainous.rules import VillainousRules
from tests.villainous.play import RULES, SPECTATOR, Match, events_of_kind, plain, rewritten, sits
from tests.villainous.test_maleficent_fate import EVERYWHERE, JOHN, ME, fated, hers, might

# -- Aurora ------------------------------------------------------------------------------------------


def test_vi_132_aurora_brings_the_next_fate_card_into_play_if_it_is_a_hero() -> None:
    with fated("aurora once-upon-a-dream-1 flora guards-1", hand="vanish-1") as match:
        match.says(JOHN, "castle")
        assert match.asks() == (JOHN, "where", EVERYWHERE)
        match.says(JOHN, "forest")
        assert (match.where(ME, "aurora"), match.where(ME, "flora")) == ("castle", "forest")
        assert match.realm(ME).exposed, "and Flora does what she does"
        assert match.realm(ME).fate.deck == ("guards-1",)


def test_vi_132_what_is_no_hero_goes_back_on_top_for_all_to_know() -> None:
    with fated("aurora once-upon-a-dream-1 sword-of-truth-1 guards-1") as match:
        played = match.says(JOHN, "castle")
        assert "sword-of-truth-1" in plain([decider.redact_fact(RULES, fact, SPECTATOR) for fact in played])
        assert match.realm(ME).fate.deck == ("sword-of-truth-1", "guards-1")
        assert match.realm(ME).fate.discard == ("once-upon-a-dream-1",)


def test_aurora_alone_with_an_empty_deck_shuffles_the_discards() -> None:
    match = Match(
        sits("prince-john", "jail"),
        sits("maleficent", fate="aurora once-upon-a-dream-1", fate_discard="guards-1 sword-of-truth-1"),
        chance=("sword-of-truth-1 guards-1",),
    )
    with match:
        match.says(JOHN, "move:sherwood")
        match.says(JOHN, "fate:1")
        match.says(JOHN, "castle")
        assert match.realm(ME).fate.deck == ("sword-of-truth-1", "guards-1")


@pytest.mark.parametrize(("thorns", "open_to_flora"), [("last", False), ("first", True)])
def test_vi_222_aurora_reveals_her_card_before_or_after_the_forest_of_thorns_goes(
    thorns: str, open_to_flora: bool
) -> None:
    """Flora has Strength 3: she comes where Aurora came only once the Curse, which keeps her out, is gone."""
    with Match(
        sits("captain-hook", hand="cutlass-1"),
        sits("maleficent", realm="forest: / forest-of-thorns-1", fate="aurora once-upon-a-dream-1 flora"),
        thorns=thorns,
    ) as match:
        match.says(0, "move:skull-rock")
        match.says(0, "fate:1")
        match.says(0, "forest")
        assert match.question.about == "flora"
        assert ("forest" in match.question.options) == open_to_flora
        match.says(0, "castle")
        assert match.where(1, "forest-of-thorns-1") == "discard"


def test_vi_051_a_hero_whom_aurora_finds_no_room_for_is_discarded() -> None:
    realm = """
        forbidden-mountains: / green-fire-1
        cottage: / forest-of-thorns-1
        forest: / green-fire-2
        castle: / forest-of-thorns-2
    """
    with fated("aurora once-upon-a-dream-1 flora guards-1", realm) as match:
        match.says(JOHN, "castle")
        assert match.where(ME, "flora") == "discard"
        assert match.realm(ME).villain.discard == ("forest-of-thorns-2",)


# -- Fauna, Flora, Merryweather ----------------------------------------------------------------------

ASLEEP = """
    castle: / dreamless-sleep-1
    forest: / dreamless-sleep-2
    cottage: / green-fire-1
"""


def test_vi_135_fauna_may_end_a_dreamless_sleep_beside_her() -> None:
    with fated("fauna once-upon-a-dream-1", ASLEEP) as match:
        match.says(JOHN, "castle")
        assert match.asks() == (JOHN, "curse", ("dreamless-sleep-1",))
        match.says(JOHN, "dreamless-sleep-1")
        assert match.realm(ME).villain.discard == ("dreamless-sleep-1",)


def test_vi_135_fauna_may_let_them_sleep() -> None:
    with fated("fauna once-upon-a-dream-1", ASLEEP) as match:
        match.says(JOHN, "castle")
        match.says(JOHN)
        assert match.where(ME, "dreamless-sleep-1") == "castle"
        assert might(match, "fauna") == 0


def test_vi_135_fauna_finds_nothing_to_end_elsewhere() -> None:
    with fated("fauna once-upon-a-dream-1", ASLEEP) as match:
        match.says(JOHN, "forbidden-mountains")
        assert match.question.prompt == "act"


def test_fauna_may_by_another_ruling_end_any_curse() -> None:
    with fated("fauna once-upon-a-dream-1", ASLEEP, fauna="curse") as match:
        match.says(JOHN, "forbidden-mountains")
        assert match.asks() == (JOHN, "curse", ("dreamless-sleep-1", "dreamless-sleep-2", "green-fire-1"))
        match.says(JOHN, "green-fire-1")
        assert match.realm(ME).villain.discard == ("green-fire-1",)


def test_flora_lays_the_hand_open_draws_included_until_she_is_defeated() -> None:
    with fated(
        "flora once-upon-a-dream-1", "castle: / savage-goon-1",
        hand="vanish-1 malice-1", deck="raven tyranny-1 staff",
    ) as match:  # fmt: skip
        assert "malice-1" not in plain(RULES.redact_board(match.position.board, SPECTATOR))
        match.says(JOHN, "castle")
        seen = plain(RULES.redact_board(match.position.board, SPECTATOR))
        assert "malice-1" in seen
        assert "raven" not in seen
        hers(match)
        match.says(ME, "move:forbidden-mountains")
        match.says(ME, "play:vanish-1")
        drawn = match.says(ME, "end")
        assert events_of_kind(drawn, facts.HandRevealed) == [
            facts.HandRevealed(ME, ("malice-1", "raven", "tyranny-1", "staff"))
        ]
        match.says(JOHN, "move:jail")
        match.says(JOHN, "end")
        match.says(ME, "move:castle")
        assert events_of_kind(match.says(ME, "vanquish:flora"), facts.HandHidden) == [facts.HandHidden(ME)]
        assert "malice-1" not in plain(RULES.redact_board(match.position.board, SPECTATOR))


def test_no_curse_is_played_to_merryweather() -> None:
    with fated("merryweather once-upon-a-dream-1", "castle: / green-fire-1", power=5,
               hand="forest-of-thorns-1 savage-goon-1") as match:  # fmt: skip
        match.says(JOHN, "cottage")
        hers(match)
        match.says(ME, "move:castle")
        match.says(ME, "play:forest-of-thorns-1")
        assert match.asks() == (ME, "where", ("forbidden-mountains", "forest", "castle"))
        assert match.refused(ME, "cottage").startswith("merryweather")
        match.says(ME, "castle")


def test_merryweather_minds_neither_allies_nor_curses_that_lie_there_already() -> None:
    with fated("merryweather once-upon-a-dream-1", "cottage: / dreamless-sleep-1", power=5,
               hand="savage-goon-1") as match:  # fmt: skip
        match.says(JOHN, "cottage")
        assert might(match, "merryweather") == 2
        hers(match)
        match.says(ME, "move:castle")
        match.says(ME, "play:savage-goon-1")
        match.says(ME, "cottage")
        assert match.where(ME, "savage-goon-1") == "cottage"


# -- the kings and the prince ------------------------------------------------------------------------

COURT = """
    forbidden-mountains: / raven
    cottage: / savage-goon-1, sinister-goon-1
    forest: / dreamless-sleep-1
    castle: / savage-goon-2
"""


def test_king_hubert_pulls_an_ally_out_of_each_adjacent_location() -> None:
    with fated("king-hubert once-upon-a-dream-1", COURT) as match:
        match.says(JOHN, "forest")
        assert match.asks() == (JOHN, "ally-to-move", ("savage-goon-1", "sinister-goon-1"))
        match.says(JOHN, "sinister-goon-1")
        assert match.asks() == (JOHN, "ally-to-move", ("savage-goon-2",))
        match.says(JOHN, "savage-goon-2")
        assert match.where(ME, "sinister-goon-1") == match.where(ME, "savage-goon-2") == "forest"
        assert match.where(ME, "savage-goon-1") == "cottage"
        assert match.where(ME, "raven") == "forbidden-mountains"
        assert match.where(ME, "dreamless-sleep-1") == "forest", "they moved, and were not played (VI-101)"


def test_king_hubert_may_leave_them_where_they_are() -> None:
    with fated("king-hubert once-upon-a-dream-1", COURT) as match:
        match.says(JOHN, "castle")
        assert match.question.prompt == "act", "nobody is next door"
    with fated("king-hubert once-upon-a-dream-1", COURT) as match:
        match.says(JOHN, "forest")
        match.says(JOHN)
        match.says(JOHN)
        assert events_of_kind(match.facts, facts.CardMoved) == []


def test_king_stefan_may_send_maleficent_anywhere_into_her_own_fire_too() -> None:
    with fated("king-stefan once-upon-a-dream-1", "castle: / green-fire-1") as match:
        match.says(JOHN, "cottage")
        assert match.asks() == (JOHN, "where", ("forbidden-mountains", "cottage", "castle"))
        sent = match.says(JOHN, "castle")
        assert events_of_kind(sent, facts.MoverMoved) == [facts.MoverMoved(ME, "castle", "king-stefan")]
        assert match.realm(ME).at == "castle"
        assert match.realm(ME).villain.discard == ("green-fire-1",)
        assert match.asks()[:2] == (JOHN, "act"), "it is still the turn of Prince John"


def test_king_stefan_may_leave_her_in_peace() -> None:
    with fated("king-stefan once-upon-a-dream-1") as match:
        match.says(JOHN, "cottage")
        match.says(JOHN)
        assert match.realm(ME).at == "forest"


def test_vi_215_sent_away_in_her_own_turn_she_uses_the_symbols_of_where_she_is() -> None:
    """No card of this edition deals her Fate in her own turn; here a Vanish of another edition does."""

    def turn_up(t: Any, seat: int, card: str, what: str) -> Any:
        return plays.play_top_fate_card(t, seat)

    other = VillainousRules(rewritten("maleficent", "vanish", CardHooks(on_played=turn_up)))
    position = Match(
        sits("maleficent", "castle", hand="vanish-1 savage-goon-1", fate="king-stefan"), sits("prince-john")
    ).position
    for pick in ("move:forest", "gain:3", "play:vanish-1", "castle", "cottage"):
        position = decider.decide(other, position, Answered(0, (pick,)), chance.ScriptedChance()).position
    asked = decider.open_question(other, position)
    assert asked is not None
    assert asked.options == ("gain:2", "play:savage-goon-1", "discard:cards", "end")


def test_prince_phillip_may_discard_all_allies_beside_him() -> None:
    with fated("prince-phillip once-upon-a-dream-1", COURT) as match:
        match.says(JOHN, "cottage")
        assert match.asks() == (JOHN, "all-allies", ("discard",))
        match.says(JOHN, "discard")
        assert match.realm(ME).villain.discard == ("savage-goon-1", "sinister-goon-1")
        assert match.where(ME, "savage-goon-2") == "castle"


def test_prince_phillip_may_spare_them_and_has_nothing_to_say_to_nobody() -> None:
    with fated("prince-phillip once-upon-a-dream-1", COURT) as match:
        match.says(JOHN, "cottage")
        match.says(JOHN)
        assert match.realm(ME).villain.discard == ()
    with fated("prince-phillip once-upon-a-dream-1", COURT) as match:
        match.says(JOHN, "forest")
        assert match.question.prompt == "act"
