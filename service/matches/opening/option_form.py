"""Options of a match, in a form and in words, derived from the struct of the game's options.

Labels are in the catalogues of the pages, under keys such as `arena.chapter` and `arena.chapter=1`. The form
falls back on names of the game and on option names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import SystemRandom
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import inspect
from werkzeug.datastructures import MultiDict

from domain.games import Game

from ...catalog.options import parse_value
from ...catalog.rulebook import Rule, packaged_rulebook
from ...shared import i18n

Kind: TypeAlias = Literal["one", "each", "team"]
"""One of several values, one character for each seat, or several characters for each seat."""

BY_CHANCE = ""
"""Form value of a seat that takes a random character."""

FIELD_PREFIX = "option."
"""Prefix of the names of option fields."""


class Choice(NamedTuple):
    """Option, with its values and its default as a form spells them.

    `rule` is the rule that leaves it open, if any; `main` marks the few prominent options.
    """

    name: str
    kind: Kind
    values: tuple[str, ...]
    default: str
    rule: Rule | None
    main: bool


@cache
def list_choices(game: str, options: type[msgspec.Struct]) -> tuple[Choice, ...]:
    """Returns the choices of *game*, from the struct of its *options*."""
    info = inspect.type_info(options)
    assert isinstance(info, inspect.StructType)
    results = []
    for member in info.fields:
        kind, values = _choice_kind(member.type)
        rule = _left_open_by(game, member.encode_name)
        main = kind == "each" or (isinstance(member.type, inspect.LiteralType) and rule is None)
        default = _spell_value(member.default) if kind == "one" else ""
        results.append(Choice(member.encode_name, kind, values, default, rule, main))
    return tuple(results)


def read_options(
    game: Game, characters: tuple[str, ...], form: MultiDict[str, str], seats: int
) -> dict[str, Any]:
    """Returns the options in *form* for a number of *seats*, not checked yet.

    It draws the random characters. An unknown option stays, for the check to refuse.
    """
    choices_by_name = {choice.name: choice for choice in list_choices(game.NAME, game.Options)}
    options: dict[str, Any] = {}
    for field in form:
        name = field.removeprefix(FIELD_PREFIX).partition(".")[0]
        if not field.startswith(FIELD_PREFIX) or name in options:
            continue
        choice = choices_by_name.get(name)
        fields = [f"{FIELD_PREFIX}{name}.{seat}" for seat in range(seats)]
        if choice is None or choice.kind == "one":
            options[name] = parse_value(form[field])
        elif choice.kind == "each":
            options[name] = _fill_by_chance(
                [form.get(field_name, BY_CHANCE) for field_name in fields], characters
            )
        elif any(teams := [form.getlist(field_name) for field_name in fields]):
            options[name] = teams
    return options


def _fill_by_chance(names: list[str], characters: tuple[str, ...]) -> list[str]:
    """Returns *names*, with other *characters* at random in place of empty ones."""
    remaining = [name for name in characters if name not in names]
    SystemRandom().shuffle(remaining)
    return [name or (remaining.pop() if remaining else name) for name in names]


def option_label(game: str, name: str, value: str | None = None) -> str:
    """Returns the label of an option or of its value."""
    key = f"{game}.{name}" if value is None else f"{game}.{name}={value}"
    text = i18n.says(key)
    if text != key:
        return text
    return (name if value is None else value).replace("_", " ").replace("-", " ").capitalize()


def describe_options(
    game: Game, names: Mapping[str, str], options: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """Yields labels and values of the options that differ from their defaults."""
    for choice in list_choices(game.NAME, game.Options):
        value = options.get(choice.name)
        label = option_label(game.NAME, choice.name)
        match choice.kind:
            case "one" if choice.name in options and _spell_value(value) != choice.default:
                yield label, option_label(game.NAME, choice.name, _spell_value(value))
            case "each" if value:
                yield label, " – ".join(names.get(character, character) for character in value)
            case "team" if value:
                yield (
                    label,
                    " – ".join(
                        ", ".join(names.get(character, character) for character in team) for team in value
                    ),
                )


def _choice_kind(shape: inspect.Type) -> tuple[Kind, tuple[str, ...]]:
    match shape:
        case inspect.LiteralType(values=values):
            return "one", tuple(map(_spell_value, values))
        case inspect.BoolType():
            return "one", ("false", "true")
        case inspect.UnionType(types=(inspect.LiteralType(values=values), inspect.NoneType())):
            return "one", ("null", *map(_spell_value, values))
        case inspect.VarTupleType(item_type=inspect.StrType()):
            return "each", ()
        case inspect.VarTupleType(item_type=inspect.VarTupleType(item_type=inspect.StrType())):
            return "team", ()
        case _:
            raise TypeError(f"a page has no field for {shape}")


def _spell_value(value: object) -> str:
    """Returns *value* as a form spells it; `spelt` is the inverse."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _left_open_by(game: str, option: str) -> Rule | None:
    """Returns the rule of *game* that leaves *option* open, if any."""
    rules = packaged_rulebook(game).list_rules()
    return next((rule for rule in rules if any(each.startswith(f"{option}=") for each in rule.options)), None)
