"""What greed does at Villainous: it leaves no Power lying, wins in two turns, and keeps the Lamp."""

from __future__ import annotations

from random import Random

import pytest

from domain import chance, core, table
from domain.games import GAMES
from domain.table import MatchOpened, SeatClaimed
from domain.words import Answered, Asked, Picks
from replays.greedy import greedy

from ..villainous.play import RULES, Match, sits

ME = 0
CURSES = "dreamless-sleep-1 green-fire-1 green-fire-2 forest-of-thorns-1"


def greed(match: Match, seed: int = 1) -> Picks:
    """Returns what greed answers to the open question."""
    opened = MatchOpened("villainous", 3, {}, 2, "", "", 0, "a seed")
    seated = tuple(SeatClaimed(seat, f"bot-{seat}", "", 0) for seat in (0, 1))
    told = table.Match(opened, seated, match.position, seeds=("a seed",))
    return greedy(GAMES["villainous"], RULES, told, match.question, Random(seed))


def idle(asked: Asked) -> Picks:
    """Returns the answer of a rival who does as little as can be."""
    quiet = [option for option in asked.options if option in ("end", "pass")]
    return tuple(quiet or asked.options[: asked.least])


def play_turns(match: Match, turns: int) -> list[str]:
    """Plays so many turns of greed against an idle rival, and returns what greed answered."""
    luck, last, said = chance.seeded(bytes(32)), match.position.board.turn + 2 * turns - 2, []
    while (asked := core.asked(RULES, match.position)) is not None and match.position.board.turn <= last:
        picks = greed(match) if asked.seat == ME else idle(asked)
        said += list(picks) if asked.seat == ME else []
        match.position = core.decide(RULES, match.position, Answered(asked.seat, picks), luck).position
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
