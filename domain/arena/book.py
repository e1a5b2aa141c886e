"""The book of printed cards, characters and the Arena, constant during a match."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from . import hexes
from .editions import NEWEST
from .facts import FigureId, Gear
from .hexes import Provenance
from .instructions import Few, Own, Paragraphs

CardId: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Z]{3}(0[1-9]|10)$")]
CardType: TypeAlias = Literal["attack", "magical", "status"]
Banner: TypeAlias = Literal["movement", "action"]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Origin: TypeAlias = Provenance | dict[str, Provenance]
"""The source of all values, or the source of each value by its field."""

DECK = 10
"""Battle cards of a character."""

Gears: TypeAlias = Annotated[int, Meta(ge=1, le=DECK)]
"""The number of cards of a deck with a gear."""

Raised: TypeAlias = Literal["movement", "attack", "dealt", "taken"]
Rise: TypeAlias = Annotated[int, Meta(ge=-9, le=9)]

Occasion: TypeAlias = Literal[
    "it knocks out a rival", "a rival damages it", "an ally is knocked out", "its turn starts"
]
"""The occasions for the ability of an upgraded side, in any Summoner's turn (SA-803)."""


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle card in a data file; `ids` are its copies in the deck.

    `names` and `texts` are its translations by language, as in skills and abilities.
    """

    ids: Annotated[tuple[CardId, ...], Meta(min_length=1)]
    name: str
    banner: Annotated[tuple[Banner, ...], Meta(min_length=1)]
    types: tuple[CardType, ...]
    gear: Gear
    does: Paragraphs
    text: str
    provenance: Origin
    names: dict[str, str] = {}
    texts: dict[str, str] = {}


class Skill(Struct, frozen=True, forbid_unknown_fields=True):
    """A skill, or an activated ability (SA-310, SA-807); `cost` is the kind of card to discard (SA-311)."""

    name: str
    does: Paragraphs
    text: str
    provenance: Origin
    cost: Literal["attack", "magical", "status", "movement", "action", "any"] | None = None
    names: dict[str, str] = {}
    texts: dict[str, str] = {}


class Ability(Struct, frozen=True, forbid_unknown_fields=True):
    """The ability of an upgraded side, triggered on an occasion in any turn (SA-803)."""

    name: str
    whenever: Occasion
    does: Paragraphs
    text: str
    provenance: Origin
    names: dict[str, str] = {}
    texts: dict[str, str] = {}


class Constant(Struct, frozen=True, forbid_unknown_fields=True):
    """The values that an upgraded side raises, or lowers by less than 0 (SA-803).

    `dealt` and `taken` are damage that the character deals to others and takes.
    """

    name: str
    raises: Annotated[dict[Raised, Rise], Meta(min_length=1)]
    text: str
    provenance: Origin
    when: Own | None = None
    names: dict[str, str] = {}
    texts: dict[str, str] = {}


class Face(Struct, frozen=True, forbid_unknown_fields=True):
    """A side of an ability card (SA-116), with its standard values, skills and ability."""

    move: Count
    attack: Count
    skills: tuple[Skill, ...]
    provenance: Origin
    ability: Ability | None = None


class Upgraded(Face, frozen=True, forbid_unknown_fields=True):
    """The upgraded side, with its own HP, VP and hand size if printed.

    Besides a triggered ability it may have a `constant` and an `activated` one (SA-803).
    """

    hp: Count | None = None
    vp: Count | None = None
    hand: Few | None = None
    constant: Constant | None = None
    activated: Skill | None = None


class Values(NamedTuple):
    """The starting HP, the VP for its knock-out, and the hand size of a side."""

    hp: int
    vp: int
    hand: int


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """A character in a data file, with its tile, both sides of its ability card, and its deck.

    `hp`, `vp` and `hand` are those of its tile and its starting side. `gears` counts those of the deck,
    `cost` those of the upgrade (SA-801, SA-802). `names` are its translations.
    """

    name: str
    film: str
    side: Literal["hero", "villain"]
    group: str
    initiative: Count
    hp: Count
    vp: Count
    hand: Few
    gears: dict[Gear, Gears]
    cost: dict[Gear, Gears]
    start: Face
    upgraded: Upgraded
    deck: tuple[Printed, ...]
    provenance: Origin
    names: dict[str, str] = {}

    def side_values(self, *, upgraded: bool) -> Values:
        """Returns the printed values of a side."""
        starting = Values(self.hp, self.vp, self.hand)
        if not upgraded:
            return starting
        side = self.upgraded
        return Values(side.hp or starting.hp, side.vp or starting.vp, side.hand or starting.hand)


class CardSet(Struct, frozen=True, forbid_unknown_fields=True):
    """A data file with a board, and characters by their code."""

    name: str
    board: hexes.Drawing
    characters: dict[Annotated[str, Meta(pattern=r"^[A-Z]{3}$")], Character]


class Card(Struct, frozen=True):
    """One physical battle card."""

    id: str
    character: FigureId
    printed: Printed

    @property
    def name(self) -> str:
        """The name of the card."""
        return self.printed.name


class Book(Struct, frozen=True, dict=True):
    """The printed facts, indexed by id.

    Skills have the ids `<code>.s<number>`, triggered abilities `<code>.a`, constant ones `<code>.c` and
    activated ones `<code>.u`.
    """

    name: str
    arena: hexes.Arena
    characters: dict[FigureId, Character]
    cards: dict[str, Card]
    version: int = NEWEST
    """The version of the rules that the match at hand is decided by."""

    @cached_property
    def skills(self) -> Mapping[tuple[FigureId, bool], Mapping[str, Skill]]:
        """The skills of each character by their ids, for the starting and the upgraded side."""
        return {
            (code, up): {
                f"{code}.s{n}": s for n, s in enumerate((them.upgraded if up else them.start).skills, 1)
            }
            for code, them in self.characters.items()
            for up in (False, True)
        }

    def paragraphs_of(self, cited: str, *, upgraded: bool) -> Paragraphs:
        """Returns the text of a card (`GAS05`), a skill (`GAS.s1`) or an ability (`GAS.a`, `.u`)."""
        code, _, part = cited.partition(".")
        if not part:
            return self.cards[cited].printed.does
        if part in ("a", "u"):
            side = self.characters[code].upgraded
            ability = side.ability if part == "a" else side.activated
            assert ability is not None
            return ability.does
        return self.find_skill(cited, upgraded=upgraded).does

    def find_skill(self, cited: str, *, upgraded: bool) -> Skill:
        """Returns a skill (`GAS.s1`) of a side, or of the other side after a turn (SA-606)."""
        code = cited.partition(".")[0]
        return self.skills[code, upgraded].get(cited) or self.skills[code, not upgraded][cited]

    def deck_of(self, code: str) -> tuple[str, ...]:
        """Returns the ids of a character's battle cards."""
        return tuple(id for card in self.characters[code].deck for id in card.ids)
