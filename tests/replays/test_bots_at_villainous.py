"""What bots do at Villainous.

Greed leaves no Power lying, wins in two turns, and keeps the Lamp. Who thinks ahead changes a hand that is of
no use, and does not live on hindering others.
"""

from __future__ import annotations

from random import Random

import pytest

from domain import chance, decider, table
from domain.games import GAMES
from domain.model import Answered, Asked, Picks
from domain.table import MatchOpened, SeatClaimed
from replays.bots.greedy_bot import greedy
from replays.bots.levels import SearchBot
from replays.bots.players import Bot

from ..villainous.play import RULES, Match, sits

ME = 0
CURSES = "dreamless-sleep-1 green-fire-1 green-fire-2 forest-of-thorns-1"


def greed(match: Match, seed: int = 1, bot: Bot = greedy) -> Picks:
    """Returns what greed, or another *bot*, answers to the open question."""
    opened = MatchOpened("villainous", 3, {}, 2, "", "", 0, "a seed")
    seated = tuple(SeatClaimed(seat, f"bot-{seat}", "", 0) for seat in (0, 1))
    told = table.Match(opened, seated, match.position, seeds=("a seed",))
    return bot(GAMES["villainous"], RULES, told, match.question, Random(seed))


def idle(asked: Asked) -> Picks:
    """Returns the answer of a rival who does as little as can be."""
    quiet = [option for option in asked.options if option in ("end", "pass")]
    return tuple(quiet or asked.options[: asked.least])


def play_turns(match: Match, turns: int) -> list[str]:
    """Plays so many turns of greed against an idle rival, and returns what greed answered."""
    luck, last, said = chance.chance_by_fact(bytes(32)), match.position.board.turn + 2 * turns - 2, []
    while (
        asked := decider.open_question(RULES, match.position)
    ) is not None and match.position.board.turn <= last:
        picks = greed(match) if asked.seat == ME else idle(asked)
        said += list(picks) if asked.seat == ME else []
        match.position = decider.decide(RULES, match.position, Answered(asked.seat, picks), luck).position
    return said


def test_greed_does_not_end_a_turn_to_be_spared_what_others_are_asked() -> None:
    """With a sixth Power the rival is asked for Greed; the Curses that she draws come to her all the same."""
    her = sits("maleficent", "forest", power=5, hand="dragon-form-1", deck=CURSES)
    match = Match(her, sits("prince-john", hand="greed-1", deck="greed-2"))
    match.says(ME, "move:castle")
    assert {"gain:1", "end"} < set(match.question.options)
    assert ("end",) not in {greed(match, seed) for seed in range(3)}


@pytest.mark.parametrize("seed", range(3))
def test_greed_takes_power_though_it_has_six(seed: int) -> None:
    her = sits("maleficent", "castle", power=6, hand="tyranny-1 tyranny-2 malice-1", deck=CURSES)
    match = Match(her, sits("jafar"))
    match.says(ME, "move:forest")
    assert {"gain:3", "end"} < set(match.question.options)
    assert greed(match, seed) == ("gain:3",)


def test_hook_wins_in_two_turns_when_one_card_is_all_that_his_crew_lacks() -> None:
    """He leads Peter Pan aboard and sends one Swashbuckler; the other comes on the day of the fight."""
    realm = "skull-rock: peter-pan\njolly-roger: / pirate-brute-1"
    hand = "swashbuckler-1 swashbuckler-2 scare-1"
    match = Match(
        sits("captain-hook", "mermaid-lagoon", realm, hand=hand, deck="scare-2 scare-3", unlocked=True),
        sits("maleficent"),
    )
    said = play_turns(match, turns=2)
    assert match.position.board.winner == ME, said


@pytest.mark.parametrize("seed", range(3))
def test_jafar_discards_neither_the_lamp_nor_a_spell_while_the_cave_is_locked(seed: int) -> None:
    hand = "magic-lamp scimitar-3 hypnotize-1 scrying-2"
    deck = "sacrifice-1 sacrifice-2 scimitar-1 scimitar-2 scrying-1 scarab-pendant"
    match = Match(sits("jafar", "oasis", power=1, hand=hand, deck=deck), sits("maleficent"))
    match.says(ME, "move:agrabah")
    match.says(ME, "discard:cards")
    discarded = greed(match, seed)
    assert discarded
    assert {"magic-lamp", "hypnotize-1"}.isdisjoint(discarded)


def thought(match: Match, seed: int) -> Picks:
    """Returns what a bot answers that thinks ahead."""
    return greed(match, seed, SearchBot("a child", 1_000, 60.0))


@pytest.mark.parametrize("seed", range(5))
def test_who_thinks_ahead_changes_cards_that_are_of_no_use(seed: int) -> None:
    """Ursula has Power enough; the Crown brings her on, two Conditions do not."""
    deck = "trident divination-1 divination-2 opportunist-1 contract-lair whirlpool-1 whirlpool-2"
    hand = "arrogance-1 crown trickery-1"
    match = Match(sits("ursula", "lair", power=9, hand=hand, deck=deck), sits("jafar"))
    match.says(ME, "move:ship")
    match.says(ME, "discard:cards")
    assert set(thought(match, seed)) == {"arrogance-1", "trickery-1"}


@pytest.mark.parametrize("seed", range(3))
def test_who_thinks_ahead_goes_for_the_own_objective_first(seed: int) -> None:
    """Prince John lacks 7 Power: the Jail brings 3, and no Fate that the Forest offers is worth as much."""
    rival = sits("jafar", realm="oasis: / palace-guard-1", fate="abu carpet sultan")
    match = Match(sits("prince-john", "church", power=13, hand="cowardice-1 cowardice-2"), rival)
    assert thought(match, seed) == ("move:jail",)


@pytest.mark.parametrize("seed", range(3))
def test_who_thinks_ahead_saves_up_for_the_card_that_matters(seed: int) -> None:
    """Maleficent's Curse costs 3: the Cottage brings 2 of them, elsewhere she has 1, and a Fate to deal."""
    rival = sits("prince-john", "church", "church: toby", power=12, fate="lady-kluck friar-tuck robin-hood")
    hand, deck = "dreamless-sleep-1 raven vanish-1 staff", "vanish-2 malice-1 malice-2 dragon-form-1"
    her = sits("maleficent", "forest", hand=hand, deck=deck)
    assert thought(Match(her, rival), seed) == ("move:cottage",)
