"""Each fact of a match names the fact that it follows from, as the tables of allowed causes say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product

import pytest

from domain import decider, model, table
from domain.arena import facts as arena
from domain.games import GAMES
from domain.model import Answered, Asked, Event, Fact, Resolved
from domain.villainous import facts as villainous
from replays.bots import players
from replays.bots.greedy_bot import greedy
from service.catalog.cardsets import packaged_cards

BEGIN, SHUFFLE, ANSWER = "the begin", "a shuffle", "an answer"
"""The kinds of answers: those of chance that begin a match or draw, and those of players."""
Cause = type[Event] | str

TEXTS: frozenset[Cause] = frozenset(
    (ANSWER, arena.CardPlayed, arena.SkillUsed, arena.AbilityTriggered, arena.AbilityActivated)
)
"""The causes of effects in the text of a card, a skill or an ability of the Arena."""
EFFECTS: frozenset[Cause] = frozenset(
    (
        ANSWER,
        villainous.CardPlayed,
        villainous.CardActivated,
        villainous.HeroDefeated,
        villainous.CardDiscarded,
        villainous.CardMoved,
        villainous.MoverMoved,
        villainous.TurnBegan,
    )
)
"""The causes of effects of cards in Villainous."""

TABLE: Mapping[type[Event], frozenset[Cause]] = {
    table.MatchOpened: frozenset(),
    table.SeatClaimed: frozenset({table.MatchOpened}),
    Resolved: frozenset({ANSWER, BEGIN}),
}

ARENA: Mapping[type[Event], frozenset[Cause]] = {
    **TABLE,
    table.MatchEnded: frozenset({arena.RoundEnded}),
    arena.CharacterDrafted: frozenset({ANSWER, SHUFFLE, BEGIN}),  # the last one is no choice
    arena.TilesStacked: frozenset({ANSWER}),
    arena.TurnOrderSet: frozenset({ANSWER, SHUFFLE}),
    arena.CharacterPlaced: frozenset({ANSWER, BEGIN}),
    arena.DeckShuffled: frozenset({SHUFFLE}),
    arena.HandTakenBack: frozenset({ANSWER}),
    arena.CardDrawn: TEXTS | {arena.DeckShuffled, arena.TurnBegan},
    arena.DrawSkipped: TEXTS | {arena.TurnBegan},
    arena.FinalRoundCalled: frozenset({arena.DrawSkipped, arena.VictoryPointsGained}),
    arena.RoundBegan: frozenset({BEGIN, arena.RoundEnded}),
    arena.RoundEnded: frozenset({arena.TurnEnded}),
    arena.TurnBegan: frozenset({arena.RoundBegan, arena.TurnEnded}),
    arena.TurnEnded: frozenset({ANSWER, arena.TurnBegan}),  # one that falls as its turn begins has no answer
    arena.PhaseBegan: frozenset({ANSWER}),
    arena.ExtraPhaseGranted: TEXTS,
    arena.CardPlayed: frozenset({ANSWER}),
    arena.CardResolved: frozenset({arena.CardPlayed}),
    arena.SkillUsed: frozenset({ANSWER}),
    arena.AbilityActivated: frozenset({ANSWER}),
    arena.AbilityTriggered: frozenset({arena.DamageDealt, arena.CharacterKnockedOut, arena.TurnBegan}),
    arena.ChainEnded: frozenset({arena.DamageDealt, arena.CharacterKnockedOut}),
    arena.CardDiscarded: TEXTS,
    arena.CardBanished: TEXTS | {SHUFFLE},
    arena.CardsLookedAt: TEXTS | {arena.StatusCounterRemoved},
    arena.CardsPutBack: frozenset({ANSWER, arena.CardsLookedAt}),
    arena.CardRevealed: TEXTS | {arena.StatusCounterRemoved},
    arena.CharacterMoved: TEXTS,
    arena.MovementPrevented: TEXTS,
    arena.DamageDealt: TEXTS | {arena.StatusCounterRemoved},
    arena.CharacterKnockedOut: frozenset({arena.DamageDealt}),
    arena.VictoryPointsGained: TEXTS | {arena.CharacterKnockedOut, arena.TurnBegan},
    arena.VictoryPointsLost: TEXTS,
    arena.FigureRemoved: frozenset({arena.CharacterKnockedOut}),
    arena.StatusRemoved: TEXTS | {arena.CharacterKnockedOut},
    arena.StatusCounterRemoved: TEXTS | {arena.TurnBegan},
    arena.StatusCountersAdded: TEXTS | {arena.StatusCounterRemoved},
    arena.HealthRecovered: TEXTS,
    arena.CharacterReturned: frozenset({ANSWER, arena.TurnBegan}),
    arena.CharacterUpgraded: frozenset({ANSWER}),
    arena.AbilityCardTurnedBack: TEXTS,
    arena.GearRefused: frozenset({ANSWER}),
}

VILLAINOUS: Mapping[type[Event], frozenset[Cause]] = {
    **TABLE,
    table.MatchEnded: frozenset({villainous.ObjectiveFulfilled}),
    villainous.DeckShuffled: frozenset({SHUFFLE}),
    villainous.CardsDrawn: EFFECTS | {villainous.DeckShuffled},
    villainous.CardsRevealed: EFFECTS,
    villainous.CardsLookedAt: EFFECTS,
    villainous.CardsPutBack: EFFECTS,
    villainous.CardDiscarded: EFFECTS,
    villainous.CardRecovered: EFFECTS,
    villainous.HandRevealed: EFFECTS | {villainous.CardsDrawn},
    villainous.HandHidden: EFFECTS,
    villainous.CardPlayed: EFFECTS,
    villainous.CardMoved: EFFECTS,
    villainous.CardAttached: EFFECTS,
    villainous.CardActivated: frozenset({ANSWER}),
    villainous.CardTurned: EFFECTS,
    villainous.StrengthShifted: EFFECTS,
    villainous.EffectLasts: frozenset({villainous.CardPlayed}),
    villainous.HeroDefeated: EFFECTS,
    villainous.LocationLocked: EFFECTS,
    villainous.LocationUnlocked: EFFECTS,
    villainous.PowerGained: EFFECTS | {BEGIN},
    villainous.PowerPaid: EFFECTS,
    villainous.PowerTaken: EFFECTS,
    villainous.PowerReturned: EFFECTS,
    villainous.TurnBegan: frozenset({BEGIN, villainous.TurnEnded}),
    villainous.TurnEnded: frozenset({ANSWER}),
    villainous.MoverMoved: EFFECTS,
    villainous.MoverStayed: frozenset({ANSWER}),
    villainous.SymbolUsed: frozenset({ANSWER}),
    villainous.SymbolBorrowed: frozenset({ANSWER, villainous.CardPlayed, villainous.CardActivated}),
    villainous.FateTokenTaken: EFFECTS,
    villainous.RequirementMet: frozenset({ANSWER, villainous.HeroDefeated, villainous.TurnBegan}),
    villainous.TurnPassed: frozenset({ANSWER}),
    villainous.ObjectiveFulfilled: EFFECTS,
}


def kind_of(fact: Fact) -> Cause:
    """Returns the kind of a fact as a cause."""
    match fact.event:
        case Answered(model.CHANCE, ("begin",)):
            return BEGIN
        case Answered(model.CHANCE):
            return SHUFFLE
        case Answered():
            return ANSWER
        case event:
            return type(event)


def wrong_causes(facts: list[Fact], allowed: Mapping[type[Event], frozenset[Cause]]) -> list[str]:
    """Returns the facts whose cause is of no allowed kind; questions and their answers follow each other."""
    return [
        f"{fact.seq} {type(fact.event).__name__} by {fact.rule} follows from {fact.cause} {cause}"
        for fact in facts
        if not isinstance(fact.event, Asked | Answered)
        for cause in [kind_of(facts[fact.cause - 1]) if fact.cause else None]
        if (cause is None) != (not allowed[type(fact.event)])
        or (cause is not None and cause not in allowed[type(fact.event)])
    ]


@pytest.mark.parametrize(
    ("number", "setting"), [*enumerate([(1, 2), *product((2, 3, 4), (2, 4)), (4, 2), (4, 4), (3, 2)] * 6)]
)
def test_causes_in_the_arena(number: int, setting: tuple[int, int]) -> None:
    chapter, seats = setting
    game = GAMES["arena"]
    options = {"chapter": chapter, "edition": ("en", "fr", "it")[number % 3]}
    rules = game.make_rules(packaged_cards("arena").book)
    facts = players.play_match(game, rules, f"causes {number}", [players.random] * seats, options)
    assert wrong_causes(facts, ARENA) == []


@pytest.mark.parametrize("number", range(60))
def test_causes_in_villainous(number: int) -> None:
    game = GAMES["villainous"]
    rules = game.make_rules(packaged_cards("villainous").book)
    names = [*packaged_cards("villainous").book.villains]
    seats = 2 + number % 5
    options = {"villains": [names[(number + seat) % 6] for seat in range(seats)]}
    bots = [greedy if seat == number % seats else players.random for seat in range(seats)]
    try:
        facts = players.play_match(game, rules, f"causes {number}", bots, options, max_answers=300)
    except players.EndlessMatch as long_match:
        facts = [*long_match.facts]
    assert wrong_causes(facts, VILLAINOUS) == []


def no_chance(question: Asked, seq: int) -> Answered:
    """Fails, because nothing is drawn."""
    raise AssertionError(question)


def test_a_knock_out_is_the_cause_of_its_points_in_every_edition() -> None:
    """SA-602: the same cause in each edition, although the figure leaves at another time (SA-902)."""
    position = (
        "arena chapter=3 edition={} / play round=1 vp=0:0 turn=GAS left=m1a1s1 order=GAS,SAM,ARI,ALA,SUL,DEM"
        " / A.SAM at=d4 hp=2 magic_broom=3 strong=2 / A.ALA at=e1 hp=9 / A.DEM at=f1 hp=9 / B.GAS at=d5 hp=10"
        " / B.ARI at=b7 hp=8 / B.SUL at=c7 hp=9 / A deck=SAM01 / B deck=GAS01"
    )
    for edition in ("en", "fr", "it"):
        causes = Counter(_consequences(position.format(edition)))
        assert causes[arena.VictoryPointsGained, arena.CharacterKnockedOut] == 1
        assert causes[arena.FigureRemoved, arena.CharacterKnockedOut] == 1
        assert causes[arena.StatusRemoved, arena.CharacterKnockedOut] == 2


def _consequences(position: str) -> list[tuple[Cause, Cause]]:
    """Returns the kinds of the facts after an attack on Sorcerer Mickey, each with that of its cause."""
    rules = GAMES["arena"].make_rules(packaged_cards("arena").book)
    start = decider.Position(rules.load_study(position).board)
    facts, _ = decider.decide(rules, start, Answered(1, ("attack:SAM",)), no_chance)
    return [(kind_of(fact), kind_of(facts[fact.cause - 1])) for fact in facts if fact.cause]
