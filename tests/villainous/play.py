"""Villainous for tests: Realms are drawn, players speak, chance is scripted and must be used up."""

from __future__ import annotations

from copy import deepcopy
from types import TracebackType
from typing import Any, TypeVar, cast

import msgspec
import pytest
from msgspec.structs import replace

from domain import decider, villainous
from domain.chance import ScriptedChance
from domain.decider import Illegal, Position
from domain.model import CHANCE, Answered, Asked, Event, Fact, Picks, Viewer
from domain.villainous.board import Board, InPlay, Pile, Realm, Rulings
from domain.villainous.book import Book
from domain.villainous.facts import Form
from domain.villainous.hooks import CardHooks
from service.catalog.cardsets import packaged_cards

PRINTED = packaged_cards("villainous").data
BOOK = villainous.read_book(PRINTED)
RULES = villainous.make_rules(BOOK)
JUDGE = Viewer("judge", frozenset((CHANCE, *range(max(villainous.SEATS)))))
SPECTATOR = Viewer("spectator", frozenset())

E = TypeVar("E", bound=Event)


def sits(
    who: str,
    at: str = "",
    realm: str = "",
    *,
    power: int = 0,
    hand: str = "",
    deck: str = "",
    discard: str = "",
    fate: str = "",
    fate_discard: str = "",
    unlocked: bool = False,
) -> Realm:
    """A seat at the table; its `realm` is drawn, a location a line: `place: hero +item *4, hero / ally`.

    `hero ~shrunken`, `ally ~wicket`, `hero ~enlarged &next-door`: what a card was turned into.
    """
    board = BOOK.locations[who]
    return Realm(
        who,
        at or next(iter(board)),
        Pile(tuple(deck.split()), tuple(discard.split())),
        Pile(tuple(fate.split()), tuple(fate_discard.split())),
        () if unlocked else tuple(place.id for place in board.values() if place.locked),
        power,
        tuple(hand.split()),
        read_realm(realm),
    )


def read_realm(drawing: str) -> dict[str, InPlay]:
    """The cards of a drawing, such as the game itself draws."""
    cards: dict[str, InPlay] = {}
    for line in drawing.split("\n"):
        place, _, lying = line.strip(" @#").partition(":")
        for words in lying.replace("/", ",").split(","):
            host, *more = words.split() or ("",)
            if host:
                told = {word[0]: word[1:] for word in more}
                power, form = int(told.get("*", 0)), cast(Form, told.get("~", ""))
                cards[host] = InPlay(place, power=power, form=form, beside=told.get("&", ""))
                cards |= {word[1:]: InPlay(on=host) for word in more if word.startswith("+")}
    return cards


class Match:
    """A game when the first seat has begun its turn; leaving the `with` checks that chance is used up."""

    def __init__(self, *realms: Realm, chance: tuple[str, ...] = (), **rulings: Any) -> None:
        owned = sum(r.power + sum(card.power for card in r.cards.values()) for r in realms)
        self.first: Position[Board] = Position(
            Board(realms, 80 - owned, Rulings(**rulings), "move", turn=1), 100
        )
        self.position = self.first
        self.chance = ScriptedChance(*(tuple(order.split()) for order in chance))
        self.facts: list[Fact] = []

    def __enter__(self) -> Match:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            assert self.chance.remaining == []
            assert decider.fold(RULES, self.first, self.facts) == self.position

    def says(self, seat: int, *picks: str) -> list[Fact]:
        """Answers the open question, and returns what followed: a log that is picked up tells the same."""
        answer, luck = Answered(seat, picks), deepcopy(self.chance)
        decision = decider.decide(RULES, self.position, answer, self.chance)
        assert decider.decide(RULES, replace(self.position), answer, luck) == decision
        self.facts += decision.facts
        self.position = decision.position
        return decision.facts

    def refused(self, seat: int, pick: str) -> str:
        """Tries an answer that is refused, and returns the rule and the sentence."""
        with pytest.raises(Illegal) as caught:
            decider.decide(RULES, self.position, Answered(seat, (pick,)), self.chance)
        return f"{caught.value.refusal.rule}: {caught.value.refusal.sentence}"

    @property
    def question(self) -> Asked:
        """The open question."""
        asked = decider.open_question(RULES, self.position)
        assert asked is not None
        return asked

    def asks(self) -> tuple[int, str, Picks]:
        """Who is asked, for what, and the options."""
        return self.question.seat, self.question.prompt, self.question.options

    def realm(self, seat: int) -> Realm:
        """A seat's Realm as it stands."""
        return self.position.board.realms[seat]

    def where(self, seat: int, card: str) -> str:
        """The place of a card, or the zone it is in."""
        mine = self.realm(seat)
        if card in mine.cards:
            return mine.cards[card].at or mine.cards[card].on
        zones = {
            "hand": mine.hand,
            "opened": mine.opened,
            "looked": mine.looked,
            "deck": mine.villain.deck + mine.fate.deck,
            "discard": mine.villain.discard + mine.fate.discard,
        }
        return next((zone for zone, cards in zones.items() if card in cards), "box")


def rewritten(who: str, card: str, lore: CardHooks) -> Book:
    """The book, with another script of one card."""
    script = BOOK.scripts[who]
    return replace(BOOK, scripts={**BOOK.scripts, who: script._replace(hooks={**script.hooks, card: lore})})


def events_of_kind(facts: list[Fact], kind: type[E]) -> list[E]:
    """The events of one kind among *facts*."""
    return [fact.event for fact in facts if isinstance(fact.event, kind)]


def plain(value: Any) -> str:
    """Everything *value* says, as text."""
    return msgspec.json.encode(value).decode()
