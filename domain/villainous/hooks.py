"""The effects of a card beyond its numbers, as hooks that a Villain's script defines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..messages import Message
from ..model import Picks, Seat
from ..script import Script, Table
from .board import Board, Realm
from .facts import Card, Place

if TYPE_CHECKING:
    from .book import Book

T: TypeAlias = "Table[Board, Book]"
"""The board of a running effect; `t.seat` makes the choices."""

Hook: TypeAlias = Callable[[T, Seat, Card, str], Script[None]]
"""An effect with the seat of the Realm, the card itself, and the subject of the event."""

Steps: TypeAlias = Mapping[str, tuple[int, int]]
"""The steps of an objective by name, each with its present and its required amount."""

StepCounter: TypeAlias = "Callable[[Realm, Book], Steps]"
"""Counts the public steps towards an objective."""


def is_complete(steps: Steps) -> bool:
    """Returns whether every step of an objective is done."""
    return all(count >= goal for count, goal in steps.values())


class Restriction(NamedTuple):
    """The rule or card that prevents a pick, with a reason; with no rule, the text of the card itself."""

    rule: str
    reason: Message


class Need(NamedTuple):
    """The needs of a card's text, from which refusals take their reasons.

    `candidates` are the cards or locations that the text might use, and `missing` is the reason without
    any. `refuse` returns the obstacle to a candidate; its arguments are the Realm, the card and the
    candidate. Candidates of cards in play are of `kinds`.
    """

    candidates: Callable[[Realm, Book, Card], Picks]
    missing: Message
    refuse: Callable[[Realm, Book, Card, str], Restriction | None]
    kinds: tuple[str, ...] = ()


class UsefulCards(NamedTuple):
    """The useful cards of the hand, by their printed ids; an ordinary useful card scores 1.

    `missing` cards are indispensable and not found yet; `expensive` ones are worth saving up for.
    """

    scores: Mapping[str, float] = {}
    missing: frozenset[str] = frozenset()
    expensive: frozenset[str] = frozenset()


UNNUMBERED = 1000
"""The number of a Villain without a number."""


class CardHooks(NamedTuple):
    """The hooks of a card, each of them optional; an inactive card of the Realm has none.

    To play it:

    - `targets`: its targets, if its numbers do not determine them. One is chosen before the Cost is paid,
      and a card without targets cannot be played (VI-201).
    - `can_play`: whether a text without targets can be carried out (VI-201).
    - `cost_at`: its variable Cost at a target. `levy`: its surcharge on the Cost of another card at a
      target; arguments are the Realm, itself, the card and the target.

    Strength: `own_strength` is added to its own, `lends` to that of another card; arguments are the Realm,
    itself and the other. Both may read only the cards of the Realm, because Strengths are cached by them.

    Events with their subject:

    - `on_played`: it is played; the target. `on_activated`: it is activated, if `can_activate`; the target.
    - `on_joined`: another card was played to its location; that card.
    - `on_moved`: it, or its host, was moved; the location.
    - `on_mover_arrived`: its Villain's mover came to its location; the location.
    - `on_defeated`: it is a defeated Hero; the location. `on_defeat_here`: a Hero is being defeated at its
      location; the Hero. `on_fight_won`: its host fought and won; the Hero.
    - `on_discarded`: it was discarded from the Realm; its last location.
    - `on_fate_action`: it is a lasting Effect, and a Fate action targets its Villain; none.
    - `before_move`: the own turn has begun, and the mover has not moved yet; none.
    - `on_used`: its Villain used it at any time in the own turn, if `offers` allows; none.
    """

    targets: Callable[[Realm, Book, Card], Picks] | None = None
    can_play: Callable[[Realm, Book], bool] | None = None
    cost_at: Callable[[Realm, Book, Card, str], int] | None = None
    levy: Callable[[Realm, Book, Card, Card, str], int] | None = None
    own_strength: Callable[[Realm, Book, Card], int] | None = None
    lends: Callable[[Realm, Book, Card, Card], int] | None = None
    on_played: Hook | None = None
    on_activated: Hook | None = None
    can_activate: Callable[[Realm, Book, Card], bool] | None = None
    on_joined: Hook | None = None
    on_moved: Hook | None = None
    on_mover_arrived: Hook | None = None
    on_defeated: Hook | None = None
    on_defeat_here: Hook | None = None
    on_fight_won: Hook | None = None
    on_discarded: Hook | None = None
    on_fate_action: Hook | None = None
    before_move: Hook | None = None
    on_used: Hook | None = None
    offers: Callable[[Realm, Book, Card], bool] | None = None


NO_HOOKS = CardHooks()


class VillainScript(NamedTuple):
    """The part of a Villain's folder that is code and text.

    `number` is its position among the Villains. `hooks` are those of its cards by their ids. `count_steps`
    counts its public progress, and `objective_progress` returns it from 0 to 1 for bots. `useful_cards`
    guides bots that search, and `saves_power` marks a Villain that wins by Power. It wins when its turn
    starts and every step is done (VI-121), or, with `wins_at_once`, by a card (VI-122). `locks` are the two
    locations that its single lock alternates between.

    `step_texts` has an English text for each step, with `{done}` and `{wanted}`. `questions` has the
    sentence of each prompt that only its cards ask. `prompts` are all prompts of its cards. `needs` are
    those of its cards, by their ids, for refusals.
    """

    hooks: Mapping[str, CardHooks]
    count_steps: StepCounter
    objective_progress: Callable[[Realm, Book], float]
    step_texts: Mapping[str, str]
    questions: Mapping[str, str] = {}
    useful_cards: Callable[[Realm, Book], UsefulCards] = lambda realm, book: UsefulCards()
    saves_power: bool = False
    wins_at_once: bool = False
    locks: frozenset[Place] = frozenset()
    number: int = UNNUMBERED
    prompts: frozenset[str] = frozenset()
    needs: Mapping[str, Need] = {}
