"""Each number in a fact of Villainous is the sum of its parts, as the rules that decided it made them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from domain import decider
from domain.breakdown import trace_fact
from domain.games import GAMES
from domain.model import Answered, Asked, Event, Fact
from domain.villainous import facts
from domain.villainous.text.breakdown import break_down_fact
from replays.bots import players
from replays.bots.greedy_bot import greedy
from replays.playback.replay import Replay
from service.catalog.cardsets import packaged_cards

BOOK = packaged_cards("villainous").book
RULES = GAMES["villainous"].make_rules(BOOK)
NUMBERS: Mapping[type[Event], Callable[[Any], int]] = {
    facts.PowerGained: lambda event: event.amount,
    facts.PowerPaid: lambda event: event.amount,
    facts.PowerTaken: lambda event: event.amount,
    facts.PowerReturned: lambda event: event.amount,
    facts.HeroDefeated: lambda event: event.strength,
    facts.StrengthShifted: lambda event: event.by,
    facts.CardsDrawn: lambda event: len(event.cards),
    facts.TurnEnded: lambda event: event.draws,
}
"""The number of each kind of fact that has one."""

CHURCH = (
    "villainous / move seat=0 turn=1 cauldron=80 / 0.prince-john at=church power=0 hand=taxes-1,warrant-1,"
    "warrant-2 cards=robin-hood@sherwood deck=taxes-2,taxes-3,imprison-1,imprison-2,imprison-3,"
    "rhino-guards-1,rhino-guards-2,rhino-guards-3,warrant-3,wolf-archers-1,wolf-archers-2,wolf-archers-3,"
    "bow-and-arrows-1,bow-and-arrows-2,cowardice-1,cowardice-2,greed-1,greed-2,set-a-trap-1,set-a-trap-2,"
    "golden-arrow,intimidation,king-richards-crown,nutsy,sheriff,sir-hiss,trigger fate=clever-disguise-1,"
    "clever-disguise-2,clever-disguise-3,steal-from-the-rich-1,steal-from-the-rich-2,steal-from-the-rich-3,"
    "alan-a-dale,friar-tuck,king-richard,lady-kluck,little-john,maid-marian,skippy,toby"
    " / 1.captain-hook at=jolly-roger power=0 locked=hangmans-tree hand=smee deck=boarding-party-1,"
    "boarding-party-2,boarding-party-3,scare-1,scare-2,scare-3,swashbuckler-1,swashbuckler-2,swashbuckler-3,"
    "worthy-opponent-1,worthy-opponent-2,worthy-opponent-3,aye-aye-1,aye-aye-2,cannon-1,cannon-2,cunning-1,"
    "cunning-2,cutlass-1,cutlass-2,hooks-case-1,hooks-case-2,obsession-1,obsession-2,pirate-brute-1,"
    "pirate-brute-2,ingenious-device,mr-starkey,never-land-map fate=pixie-dust-1,pixie-dust-2,pixie-dust-3,"
    "lost-boys-1,lost-boys-2,splitting-headache-1,splitting-headache-2,taunt-1,taunt-2,john,michael,"
    "peter-pan,tick-tock,tinker-bell,wendy"
)
"""Prince John comes from the church, and Robin Hood is in the forest."""


@pytest.mark.parametrize("number", range(12))
def test_every_number_is_the_sum_of_its_parts(number: int) -> None:
    seats = 2 + number % 5
    names = [*BOOK.villains]
    options = {"villains": [names[(number + seat) % 6] for seat in range(seats)]}
    bots = [greedy if seat % 2 else players.random for seat in range(seats)]
    try:
        log = players.play_match(
            GAMES["villainous"], RULES, f"numbers {number}", bots, options, max_answers=200
        )
    except players.EndlessMatch as long_match:
        log = [*long_match.facts]
    replay = Replay(RULES, log)
    for fact in log:
        if type(fact.event) in NUMBERS:
            assert (fact, _sum_of_parts(replay, fact)) == (fact, NUMBERS[type(fact.event)](fact.event))


def _sum_of_parts(replay: Replay[Any, Any], fact: Fact) -> int:
    running = replay.at(fact.seq).position.running
    assert running is not None
    trace = trace_fact(RULES, running)
    parts = break_down_fact(replay.at(fact.seq - 1).position.board, BOOK, fact, trace)
    assert parts, fact
    return sum(part.amount for part in parts)


def test_robin_hood_takes_one_of_three_power() -> None:
    """VI-040: the symbol of The Jail shows 3, and Robin Hood takes 1."""
    assert _parts_of_last(CHURCH, facts.PowerGained, "move:jail", "gain:3") == [
        (3, "VI-040"),
        (-1, "robin-hood"),
    ]


def test_a_turn_ends_with_the_draws_that_are_missing() -> None:
    """VI-030: three cards are in the hand of four."""
    parts = _parts_of_last(CHURCH, facts.TurnEnded, "move:jail", "gain:3", "end")
    assert parts == [(4, "VI-030"), (-3, "VI-030")]


def _parts_of_last(study: str, kind: type[Event], *picks: str) -> list[tuple[int, str]]:
    """Returns the parts of the number in the fact of a *kind* that the last of these answers brings about."""
    before = position = decider.Position(RULES.load_study(study).board)
    log: list[Fact] = []
    for pick in picks:
        before = position
        log, position = decider.decide(RULES, position, Answered(0, (pick,)), _no_chance)
    count = next(count for count, fact in enumerate(log, 1) if isinstance(fact.event, kind))
    trace = trace_fact(RULES, decider.RunningEffect(before.board, tuple(log[:count])))
    return [(part.amount, part.rule) for part in trace.parts]


def _no_chance(question: Asked, seq: int) -> Answered:
    raise AssertionError(question)
