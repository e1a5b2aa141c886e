"""Entries of a scribe, and the replies to them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ..model import Asked, Fact, Picks, Refusal, Seat

Legality: TypeAlias = Literal["legal", "possible", "illegal", "undetermined"]
"""Allowed with no new name, in some deal with new names, in none, or not decided within the limit of work."""

Means: TypeAlias = Literal["played", "revealed", "shown_at_end", "own_hand", "said", "photo"]
"""The way in which a card became visible to its witness."""


class Sighting(Struct, frozen=True):
    """A card that became visible, or the value of a lot; `by` is its witness."""

    card: str
    how: Means = "revealed"
    by: str = ""


class Ref(Struct, frozen=True, order=True):
    """A place in a fact: the number of the fact, and the index of a card among its cards."""

    fact: int
    index: int = 0


class Entry(Struct, frozen=True):
    """An answer of a seat, with the cards that became visible since the entry before, in their order.

    The cards that the picks name need no sighting. The seat `CHANCE` with no picks opens the match. Each copy
    of a print may stand for the others. A seat that `leaves` retires without picks, and the others play on.
    """

    seat: Seat
    picks: Picks = ()
    sightings: tuple[Sighting, ...] = ()
    by: str = ""
    leaves: bool = False


class Dealt(Struct, frozen=True):
    """The value of a hidden choice in the deal, by its index in the order in which they are asked."""

    index: int
    picks: Picks


class Accepted(Struct, frozen=True):
    """An entry with the copies of its cards in the deal, and the facts that follow, as a spectator sees them.

    `implied` are the numbers of the answers among them that nobody entered. `named_cards` are those that the
    entry shows for the first time since their last shuffle. `dealt` are the hidden choices that are new or
    differ from the deal before the entry.
    """

    entry: Entry
    facts: tuple[Fact, ...]
    legality: Legality
    implied: tuple[int, ...] = ()
    named_cards: tuple[str, ...] = ()
    dealt: tuple[Dealt, ...] = ()


class Incomplete(Struct, frozen=True):
    """The entry lacks the sighting of a card or lot that became visible in `fact`; nothing was recorded.

    `candidates` are the prints or seats that may lie there; they depend on no deal.
    """

    fact: Fact
    place: Ref
    candidates: tuple[str, ...] = ()


class Impossible(Struct, frozen=True):
    """No deal was found that agrees with the entry; nothing was recorded.

    `question` is the one of the nearest deal, `refusal` its reason. Without a refusal, the sightings differ:
    `expected` is the first card that lies elsewhere. If only `contradicts_names`, a card that somebody has
    named in a hidden place is in the way, and no more may be said.
    """

    legality: Legality
    seat: Seat
    question: Asked | None = None
    refusal: Refusal | None = None
    expected: tuple[str, ...] = ()
    contradicts_names: bool = False


Reply: TypeAlias = Accepted | Incomplete | Impossible
