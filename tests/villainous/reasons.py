"""A reason of a refusal, with what it names and counts on its board."""

from __future__ import annotations

import re
from typing import NamedTuple

from domain.messages import Argument, Message, Name
from domain.model import Asked
from domain.villainous.board import Board, Realm
from domain.villainous.book import PrintedCard
from domain.villainous.play.strength import strength_of
from tests.villainous.play import BOOK


class Reason(NamedTuple):
    """A reason with what it is given for: a board, a question and a pick of it."""

    board: Board
    asked: Asked
    pick: str
    said: Message

    @property
    def subject(self) -> str:
        """The card, location or number of the pick."""
        return self.pick.rpartition(":")[2]

    @property
    def own(self) -> Realm:
        """The Realm of who is asked."""
        return self.board.realms[self.asked.seat]

    def id(self, name: str) -> str:
        """The id of what the reason calls by a name."""
        called = self.said.arguments[name]
        assert isinstance(called, Name)
        return called.id

    def number(self, name: str) -> int:
        """The number that a sum of the reason comes to."""
        return total(self.said.arguments[name])

    def printed(self, name: str) -> PrintedCard:
        """The card that the reason names."""
        return BOOK.cards[self.id(name)]

    def realm(self, name: str) -> Realm:
        """The Realm with the card or the location that the reason names."""
        id = self.id(name)
        return next(r for r in self.board.realms if id in r.cards or id in BOOK.locations[r.who])

    def lies(self, name: str) -> bool:
        """Tells whether the named card is in play."""
        return any(self.id(name) in realm.cards for realm in self.board.realms)

    def kind(self, name: str) -> str:
        """The kind that the named card counts as."""
        id = self.id(name)
        return kind_in(self.realm(name), id) if self.lies(name) else BOOK.cards[id].kind

    def at(self, name: str) -> str:
        """The location of the named card."""
        return place_in(self.realm(name), self.id(name))

    def strength(self, name: str) -> int:
        """The Strength of the named card, in its Realm or out of it."""
        id = self.id(name)
        realm = next(
            r
            for r in self.board.realms
            if any(id in c.ids for c in (*BOOK.villains[r.who].fate, *BOOK.villains[r.who].villain))
        )
        return strength_of(realm, BOOK.with_rulings(self.board.rulings), id)

    def target(self) -> Realm:
        """The Realm that the question is about, with its options or the opened cards."""
        card = self.asked.about if self.asked.about in BOOK.cards else self.subject
        return next(
            r
            for r in self.board.realms
            if any(card in c.ids for c in (*BOOK.villains[r.who].fate, *BOOK.villains[r.who].villain))
        )


def total(argument: Argument) -> int:
    """The number that a sum comes to, without the names of its parts."""
    bare = re.sub(r" \((?:[^()]|\([^()]*\))*\)", "", str(argument)).rpartition("= ")[2]
    return sum(int(number.replace(" ", "")) for number in re.findall(r"-? ?\d+", bare))


def kind_in(realm: Realm, card: str) -> str:
    """The kind that a card of a Realm counts as."""
    return "ally" if realm.cards[card].form == "hypnotized" else BOOK.cards[card].kind


def place_in(realm: Realm, card: str) -> str:
    """The location of a card of a Realm."""
    while realm.cards[card].on:
        card = realm.cards[card].on
    return realm.cards[card].at
