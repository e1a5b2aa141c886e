"""What a card does beyond its numbers: the parts that a script of a Villain can give it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..model import Picks, Seat
from ..script import Script, Table
from .board import Board, Realm
from .facts import Card, Place

if TYPE_CHECKING:
    from .book import Book

T: TypeAlias = "Table[Board, Book]"
"""What a script sees. `t.seat` is the seat that makes the choices."""

Does: TypeAlias = Callable[[T, Seat, Card, str], Script[None]]
"""Something a card does: told the seat whose Realm it is in, the card itself, and what it is about."""

Steps: TypeAlias = Mapping[str, tuple[int, int]]
"""What an objective is made of: by its name, how much of it there is, and how much is wanted."""

Objective: TypeAlias = "Callable[[Realm, Book], Steps]"
"""How far a Villain has come towards the objective, in steps that everyone can count on the table."""


def reached(steps: Steps) -> bool:
    """Tells whether an objective is: every step of it is done."""
    return all(done >= wanted for done, wanted in steps.values())


class Wants(NamedTuple):
    """Which cards of the hand are of use now, by their printed ids, 1 being an ordinary one that helps.

    `sought` are those without which it cannot go on, and which are still to be found; `dear` are those that
    are worth saving up for.
    """

    use: Mapping[str, float] = {}
    sought: frozenset[str] = frozenset()
    dear: frozenset[str] = frozenset()


LAST = 1000
"""The place of a Villain that has none."""


class Lore(NamedTuple):
    """What a card does. Every part may be missing; a card of the Realm that is not active has none.

    To play it:

    - `spots`: what it can be played to, attached to or aimed at, where numbers do not tell. One is chosen
      before the Cost is paid; a card with none cannot be played (VI-201).
    - `playable`: whether its text can be carried out, where there is nothing to aim at (VI-201).
    - `price`: its Cost when played so, where that is no number. `levy`: what it adds, being in the Realm,
      to the Cost of another card played to, on or at the spot; told the Realm, itself, the card and the spot.

    Strength: `own` is added to its own; `lends` to that of another card; told the Realm, itself, the other.
    Both read the cards of the Realm and nothing else of it: Strengths are reckoned once for the same cards.

    What it does, with what it is about:

    - `played`: when it is played; the aim. `activated`: the same for its activated ability, if `ready`.
    - `joined`: another card was played to its location; that card.
    - `moved`: it, or its host, was moved; the location.
    - `mover_came`: its Villain's mover came to its location; the location.
    - `defeated`: it is a Hero that was defeated; the location. `witnessed`: a Hero is being defeated at its
      location; the Hero. `fought`: its host fought and won; the Hero.
    - `discarded`: it was discarded from the Realm; the location it was at.
    - `fated`: it is an Effect that lasts, and a Fate action targets its Villain; nothing.
    - `before_move`: the own turn has begun, and the mover has not moved yet; nothing.
    - `offered`: its Villain may have it done at any time in the own turn, if `offers`; nothing.
    """

    spots: Callable[[Realm, Book, Card], Picks] | None = None
    playable: Callable[[Realm, Book], bool] | None = None
    price: Callable[[Realm, Book, Card, str], int] | None = None
    levy: Callable[[Realm, Book, Card, Card, str], int] | None = None
    own: Callable[[Realm, Book, Card], int] | None = None
    lends: Callable[[Realm, Book, Card, Card], int] | None = None
    played: Does | None = None
    activated: Does | None = None
    ready: Callable[[Realm, Book, Card], bool] | None = None
    joined: Does | None = None
    moved: Does | None = None
    mover_came: Does | None = None
    defeated: Does | None = None
    witnessed: Does | None = None
    fought: Does | None = None
    discarded: Does | None = None
    fated: Does | None = None
    before_move: Does | None = None
    offered: Does | None = None
    offers: Callable[[Realm, Book, Card], bool] | None = None


NO_LORE = Lore()


class VillainScript(NamedTuple):
    """What the folder of a Villain says beyond its numbers.

    `number` is its place among the Villains; those without one come last. `lore` is what its cards do, by
    their ids. `headway` tells how far it has come for all to see, and `progress` the same from 0 to 1, for
    bots; those that think ahead also ask what it `wants`, and whether it `hoards` Power to win by it. It has
    won when its own turn starts and every step is done (VI-121), or, `at_once`, as soon as a card says so
    (VI-122). `locks` are the locations between which its one lock goes to and fro, if it does.

    `steps` says each step of the objective in English, of `{done}` and `{wanted}`, and `questions` the
    sentence of each prompt that its cards alone ask. `prompts` are all that they ask.
    """

    lore: Mapping[str, Lore]
    headway: Objective
    progress: Callable[[Realm, Book], float]
    steps: Mapping[str, str]
    questions: Mapping[str, str] = {}
    wants: Callable[[Realm, Book], Wants] = lambda mine, book: Wants()
    hoards: bool = False
    at_once: bool = False
    locks: frozenset[Place] = frozenset()
    number: int = LAST
    prompts: frozenset[str] = frozenset()
