"""The instructions of cards in data files; the scripts are in `verbs`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Meta, Struct

from .facts import Status

Whom: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^(self|it|(one|up to [1-9]|each) (rival|ally|friend|character)( (within|at) [1-9])?)$",
        description="self · it (whoever was chosen before) · one/up to N/each rival/ally/friend/character "
        "[within N, or at N: exactly so far]; a friend is an ally or the character itself, a character "
        "anybody but itself",
    ),
]
Condition: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^(it is (alone|knocked out)|own counters >= [1-9]"
        rf"|(self|it) has (no )?({'|'.join(get_args(Status))})|(self|it) is (not )?on gold"
        r"|revealed is (not )?(attack|magical|status)|revealed is adjacent)$",
        description="it is alone (adjacent to none of the character's other rivals) · it is knocked out · "
        "own counters >= N · self/it has [no] cursed, or another status · self/it is [not] on gold (a golden "
        "space) · revealed is [not] attack/magical/status · "
        "revealed is adjacent (the rival whose card was revealed is adjacent)",
    ),
]
Own: TypeAlias = Annotated[
    str,
    Meta(
        pattern=rf"^(own counters >= [1-9]|self has (no )?({'|'.join(get_args(Status))})"
        "|self is (not )?on gold)$",
        description="own counters >= N · self has [no] cursed, or another status · self is [not] on gold",
    ),
]
"""A condition on the character itself."""
Few: TypeAlias = Annotated[int, Meta(ge=1, le=9)]

Side: TypeAlias = Literal["rival", "ally", "friend", "character"]

_WHOM = re.compile(r"(one|each|up to (\d)) (rival|ally|friend|character)(?: (within|at) (\d))?")
_SIDES: Mapping[str, Side] = {"rival": "rival", "ally": "ally", "friend": "friend", "character": "character"}


class Target(NamedTuple):
    """The target of an instruction, with a distance of `within` at most, or `exactly` that."""

    mode: Literal["self", "it", "choose", "each"]
    side: Side = "rival"
    within: int | None = None
    minimum: int = 1
    maximum: int = 1
    exactly: bool = False

    @property
    def is_direct(self) -> bool:
        """Whether it is a Direct Effect, with targets of the Summoner's choice (SA-402)."""
        return self.mode == "choose"


@cache
def parse_target(target_text: str) -> Target:
    """Returns the target of a text; `up to 2 rival within 3` is a choice of up to two rivals."""
    if target_text == "self":
        return Target("self")
    if target_text == "it":
        return Target("it")
    words = _WHOM.fullmatch(target_text)
    assert words is not None, target_text
    side, within, exactly = _SIDES[words[3]], int(words[5]) if words[5] else None, words[4] == "at"
    if words[1] == "each":
        return Target("each", side, within, exactly=exactly)
    return Target("choose", side, within, 0 if words[2] else 1, int(words[2] or 1), exactly)


class Said(Struct, frozen=True, forbid_unknown_fields=True, tag_field="verb", tag=str.lower):
    """An instruction; `when` makes it conditional."""


class Move(Said, frozen=True):
    """Moves the character itself up to so many spaces (SA-304)."""

    up_to: Few
    when: Condition | None = None


class Push(Said, frozen=True):
    """Moves whoever is meant up to so many spaces; the card's Summoner says where to (SA-409).

    `through: free` forbids passing any occupied space; otherwise the usual rule holds (SA-304).
    """

    up_to: Few
    to: Whom = "it"
    through: Literal["allies", "free"] = "allies"
    when: Condition | None = None


class Deal(Said, frozen=True):
    """Deals damage to whoever is meant; `per` multiplies it by the counters on an own status tile."""

    damage: Few
    to: Whom
    per: Status | None = None
    when: Condition | None = None


class Heal(Said, frozen=True):
    """Gives HP back, up to the starting HP (SA-408)."""

    hp: Few
    to: Whom
    when: Condition | None = None


class Give(Said, frozen=True):
    """Puts counters of a status on whoever is meant (SA-501)."""

    status: Status
    counters: Few
    to: Whom
    when: Condition | None = None


class Banish(Said, frozen=True):
    """The Summoner of whoever is meant banishes cards of the own choice from hand (SA-413)."""

    cards: Few
    to: Whom = "it"
    when: Condition | None = None


class Discard(Said, frozen=True):
    """The Summoner of whoever is meant discards cards of the own choice from hand (SA-413)."""

    cards: Few
    to: Whom = "it"
    when: Condition | None = None


class Draw(Said, frozen=True):
    """The card's Summoner draws cards (SA-703)."""

    cards: Few
    when: Condition | None = None


class Grant(Said, frozen=True):
    """Grants a further main phase in this turn (SA-312)."""

    phase: Literal["movement", "action"]
    when: Condition | None = None


class Lift(Said, frozen=True):
    """Takes whole status tiles off whoever is meant, all or of one status; nothing triggers (SA-205)."""

    to: Whom
    status: Status | None = None
    when: Condition | None = None


class Remove(Said, frozen=True):
    """Takes counters off a status tile of whoever is meant, as far as there are any (SA-205)."""

    status: Status
    counters: Few
    to: Whom
    when: Condition | None = None


class TurnBack(Said, frozen=True, tag="turn back"):
    """Turns the ability card of the character itself back to its starting side (SA-606)."""

    when: Condition | None = None


class Reveal(Said, frozen=True):
    """Shows everyone the top card of the own deck, or of a rival Summoner's; it stays there (SA-410)."""

    of: Literal["own", "rival"]
    when: Condition | None = None


class Look(Said, frozen=True):
    """Looks at the top cards of the own deck and puts them back in any order (SA-410)."""

    cards: Few
    when: Condition | None = None


class Score(Said, frozen=True):
    """Gains Victory Points for the own team."""

    points: Few
    when: Condition | None = None


class Rob(Said, frozen=True):
    """Takes Victory Points from the rival team, which never has less than none (SA-605)."""

    points: Few
    when: Condition | None = None


Instruction: TypeAlias = (
    Move
    | Push
    | Deal
    | Heal
    | Give
    | Remove
    | Lift
    | Banish
    | Discard
    | Draw
    | Grant
    | TurnBack
    | Reveal
    | Look
    | Score
    | Rob
)
Paragraphs: TypeAlias = Annotated[tuple[tuple[Instruction, ...], ...], Meta(min_length=1)]
"""The paragraphs of a text; between two of them the editions differ (SA-902)."""

Aimed: TypeAlias = Push | Deal | Heal | Give | Remove | Lift | Banish | Discard
"""Instructions with a target."""


def direct_targets(does: tuple[tuple[Instruction, ...], ...]) -> list[Target]:
    """Returns the targets of a text's Direct Effects (SA-402)."""
    targets = [
        parse_target(instruction.to)
        for paragraph in does
        for instruction in paragraph
        if isinstance(instruction, Aimed)
    ]
    return [target for target in targets if target.is_direct]


@cache
def needs_target(does: tuple[tuple[Instruction, ...], ...]) -> bool:
    """Returns whether a text requires a choice of a target (SA-403)."""
    return any(target.minimum for target in direct_targets(does))


def text_errors(
    does: tuple[tuple[Instruction, ...], ...], *, has_target: bool = False
) -> Iterator[tuple[str, str]]:
    """Yields the instructions of a text that can never apply, each with its path.

    With *has_target*, the occasion of an ability sets “it” before the text starts.
    """
    has_revealed = False
    for p, paragraph in enumerate(does):
        for i, instruction in enumerate(paragraph):
            if isinstance(instruction, Aimed):
                if instruction.to == "it" and not has_target:
                    yield f"[{p}][{i}].to", "“it” can never be anybody: nobody was chosen before"
                has_target = has_target or parse_target(instruction.to).mode in ("choose", "each")
            if instruction.when is not None and instruction.when.startswith("it ") and not has_target:
                yield f"[{p}][{i}].when", "“it” can never be anybody: nobody was chosen before"
            if instruction.when is not None and instruction.when.startswith("revealed ") and not has_revealed:
                yield f"[{p}][{i}].when", "nothing was revealed before"
            has_revealed = has_revealed or isinstance(instruction, Reveal)
