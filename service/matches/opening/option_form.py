"""What a match of a game may choose, as a form asks it and as people read it: made from its options' shape.

Labels are in the catalogues of the pages, as `arena.chapter` and `arena.chapter=1`; what has none there is
called as the game calls it, or else by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from random import SystemRandom
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import inspect
from werkzeug.datastructures import MultiDict

from domain.games import Game

from ...catalog.options import spelt
from ...catalog.rulebook import Rule, packaged
from ...shared import i18n

Kind: TypeAlias = Literal["one", "each", "team"]
"""One of several values; one of the game's cast for each seat; any of the cast for each seat."""

BY_CHANCE = ""
"""How a form spells that a seat takes anybody who is left."""

FIELD = "option."
"""How the name of an option's field begins."""


class Choice(NamedTuple):
    """An option: the values that there are as a form spells them, and its default among them.

    `rule` is the rule that leaves it open, if one does; `main` are the few that people want to choose.
    """

    name: str
    kind: Kind
    values: tuple[str, ...]
    default: str
    rule: Rule | None
    main: bool


@cache
def choices(game: str, options: type[msgspec.Struct]) -> tuple[Choice, ...]:
    """Returns what can be chosen in *game*, whose *options* say so."""
    info = inspect.type_info(options)
    assert isinstance(info, inspect.StructType)
    found = []
    for member in info.fields:
        kind, values = _kind(member.type)
        rule = _left_open_by(game, member.encode_name)
        main = kind == "each" or (isinstance(member.type, inspect.LiteralType) and rule is None)
        default = _spelt(member.default) if kind == "one" else ""
        found.append(Choice(member.encode_name, kind, values, default, rule, main))
    return tuple(found)


def picked(game: Game, cast: tuple[str, ...], form: MultiDict[str, str], seats: int) -> dict[str, Any]:
    """Returns the options that *form* tells for so many *seats*; nothing of them is checked yet.

    Whom a seat takes by chance is decided here. An option that there is not is there, to be refused.
    """
    known = {choice.name: choice for choice in choices(game.NAME, game.Options)}
    told: dict[str, Any] = {}
    for field in form:
        name = field.removeprefix(FIELD).partition(".")[0]
        if not field.startswith(FIELD) or name in told:
            continue
        choice = known.get(name)
        fields = [f"{FIELD}{name}.{seat}" for seat in range(seats)]
        if choice is None or choice.kind == "one":
            told[name] = spelt(form[field])
        elif choice.kind == "each":
            told[name] = _drawn([form.get(each, BY_CHANCE) for each in fields], cast)
        elif any(teams := [form.getlist(each) for each in fields]):
            told[name] = teams
    return told


def _drawn(wanted: list[str], cast: tuple[str, ...]) -> list[str]:
    """Returns *wanted*, with others of the *cast* for those who take what comes."""
    left = [one for one in cast if one not in wanted]
    SystemRandom().shuffle(left)
    return [one or (left.pop() if left else one) for one in wanted]


def called(game: str, name: str, value: str | None = None) -> str:
    """Returns what to call an option, or a value of it."""
    key = f"{game}.{name}" if value is None else f"{game}.{name}={value}"
    text = i18n.says(key)
    if text != key:
        return text
    return (name if value is None else value).replace("_", " ").replace("-", " ").capitalize()


def in_words(game: Game, names: Mapping[str, str], options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yields what was chosen otherwise than by default: what it is called, and what was chosen."""
    for choice in choices(game.NAME, game.Options):
        value = options.get(choice.name)
        label = called(game.NAME, choice.name)
        match choice.kind:
            case "one" if choice.name in options and _spelt(value) != choice.default:
                yield label, called(game.NAME, choice.name, _spelt(value))
            case "each" if value:
                yield label, " – ".join(names.get(one, one) for one in value)
            case "team" if value:
                yield label, " – ".join(", ".join(names.get(one, one) for one in team) for team in value)


def _kind(shape: inspect.Type) -> tuple[Kind, tuple[str, ...]]:
    match shape:
        case inspect.LiteralType(values=values):
            return "one", tuple(map(_spelt, values))
        case inspect.BoolType():
            return "one", ("false", "true")
        case inspect.UnionType(types=(inspect.LiteralType(values=values), inspect.NoneType())):
            return "one", ("null", *map(_spelt, values))
        case inspect.VarTupleType(item_type=inspect.StrType()):
            return "each", ()
        case inspect.VarTupleType(item_type=inspect.VarTupleType(item_type=inspect.StrType())):
            return "team", ()
        case _:
            raise TypeError(f"a page has no field for {shape}")


def _spelt(value: object) -> str:
    """Returns how a form spells *value*, which `spelt` reads."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _left_open_by(game: str, option: str) -> Rule | None:
    """Returns the rule of *game* that leaves to *option* what it does not decide."""
    pattern = re.compile(rf"\b{re.escape(option)}=")
    return next((rule for rule in packaged(game).rules() if pattern.search(rule.text["en"])), None)
