"""Who may see what: hands, decks, and everything that is told about them."""

from __future__ import annotations

import msgspec
import pytest

from domain import decider
from domain.arena import facts
from domain.model import CHANCE, Event, Viewer

from .play import BLUE, RED, Play, make_play

AT_HOME = """
         .  GAS ARI  .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .  SAM ALA  .
"""
SPECTATOR = Viewer("spectator", frozenset())
JUDGE = Viewer("judge", frozenset((CHANCE, BLUE, RED)))


def seat(play: Play, number: int) -> Viewer:
    return play.rules.seat_viewer(play.board, number)


def hands(play: Play, viewer: Viewer) -> list[tuple[str, ...]]:
    return [mine.hand for mine in play.rules.redact_board(play.board, viewer).summoners]


def decks(play: Play, viewer: Viewer) -> list[tuple[str, ...]]:
    return [mine.deck for mine in play.rules.redact_board(play.board, viewer).summoners]


def test_a_summoner_sees_the_own_hand_and_how_many_cards_the_rival_holds() -> None:
    play = make_play(AT_HOME, "SAM", blue="SAM01 ALA01", red="GAS01")
    assert hands(play, seat(play, BLUE)) == [("SAM01", "ALA01"), ("",)]
    assert hands(play, seat(play, RED)) == [("", ""), ("GAS01",)]
    assert hands(play, SPECTATOR) == [("", ""), ("",)]
    assert hands(play, JUDGE) == [("SAM01", "ALA01"), ("GAS01",)]


def test_nobody_but_the_judge_sees_a_deck_not_even_the_own() -> None:
    play = make_play(AT_HOME, "SAM", blue_deck="SAM08 ALA01", red_deck="GAS01")
    for viewer in (SPECTATOR, seat(play, BLUE), seat(play, RED)):
        assert decks(play, viewer) == [("", ""), ("",)]
    assert decks(play, JUDGE) == [("SAM08", "ALA01"), ("GAS01",)]


def test_discards_and_banished_cards_lie_open() -> None:
    play = make_play(AT_HOME, "SAM", blue="SAM01 SAM08").blue("play:SAM08").blue("e2").blue("play:SAM01")
    assert play.rules.redact_board(play.board, SPECTATOR).summoners[BLUE].discards == ("SAM08", "SAM01")


@pytest.mark.parametrize(
    ("event", "blue_sees", "red_sees"),
    [
        (
            facts.CardDrawn(BLUE, "SAM01"),
            facts.CardDrawn(BLUE, "SAM01"),
            facts.CardDrawn(BLUE, ""),
        ),
        (
            facts.CardsLookedAt(BLUE, ("SAM01", "SAM02")),
            facts.CardsLookedAt(BLUE, ("SAM01", "SAM02")),
            facts.CardsLookedAt(BLUE, ("", "")),
        ),
        (
            facts.CardsPutBack(BLUE, ("SAM02", "SAM01")),
            facts.CardsPutBack(BLUE, ("SAM02", "SAM01")),
            facts.CardsPutBack(BLUE, ("", "")),
        ),
        (
            facts.DeckShuffled(BLUE, ("SAM01", "SAM02")),
            facts.DeckShuffled(BLUE, ("", "")),
            facts.DeckShuffled(BLUE, ("", "")),
        ),
    ],
)
def test_what_is_hidden_in_a_fact(event: facts.Happened, blue_sees: Event, red_sees: Event) -> None:
    """SA-410: looking shows a card to its Summoner only."""
    play = make_play(AT_HOME, "SAM")
    assert play.rules.redact_event(event, seat(play, BLUE)) == blue_sees
    assert play.rules.redact_event(event, seat(play, RED)) == red_sees
    assert play.rules.redact_event(event, SPECTATOR) == red_sees
    assert play.rules.redact_event(event, JUDGE) == event


@pytest.mark.parametrize("kind", facts.FACTS)
def test_every_other_fact_is_told_to_everyone_as_it_is(kind: type[Event]) -> None:
    """SA-410: revealed, played, discarded and banished cards are public."""
    looks = {facts.CardsLookedAt, facts.CardsPutBack}
    hidden = {facts.CardDrawn, facts.DeckShuffled, facts.TilesStacked, *looks}
    examples = {"int": 0, "str": "SAM01", "tuple": ("SAM01",), "bool": False}
    values = {}
    for field in msgspec.structs.fields(kind):
        name = getattr(field.type, "__name__", "str")
        values[field.name] = examples.get(name, "movement")
    event = kind(**values)
    play = make_play(AT_HOME, "SAM")
    assert (play.rules.redact_event(event, SPECTATOR) == event) is (kind not in hidden)


def test_a_turns_question_keeps_its_options_to_who_is_asked() -> None:
    """What could be played tells what is held."""
    play = make_play(AT_HOME, "SAM", blue="SAM08")
    asked = play.asked
    assert "play:SAM08" in decider.redact_question(asked, seat(play, BLUE)).options
    assert decider.redact_question(asked, seat(play, RED)).options == ()
    assert decider.redact_question(asked, SPECTATOR).options == ()
    assert decider.redact_question(asked, JUDGE) == asked


def test_what_the_broom_found_is_asked_and_answered_in_secret() -> None:
    """SA-505, SA-410: until the top card is revealed, and then that card only."""
    play = make_play(AT_HOME, "GAS", blue_deck="SAM08 ALA01", statuses={"SAM": {"magic_broom": 1}})
    play.red("end").blue("ALA01", "SAM08")
    told = [decider.redact_fact(play.rules, fact, seat(play, RED)) for fact in play.facts]
    assert all(b"SAM08" not in msgspec.json.encode(fact) for fact in told)
    naming = [type(fact.event).__name__ for fact in told if b"ALA01" in msgspec.json.encode(fact)]
    assert naming == ["CardRevealed"]
    own = [decider.redact_fact(play.rules, fact, seat(play, BLUE)) for fact in play.facts]
    naming = [type(fact.event).__name__ for fact in own if b"SAM08" in msgspec.json.encode(fact)]
    assert naming == ["CardsLookedAt", "Asked", "Answered", "CardsPutBack"]
