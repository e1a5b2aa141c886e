"""Checks commands and numbers of forms, with errors at the labels of fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from domain.errors import InvalidField, LocalizableError
from domain.messages import Message

from ....http.bodies.struct_bodies import locate_error
from ....shared import i18n
from ....shared.errors import InvalidOptions
from ...commands import Command
from .. import labels

CommandT = TypeVar("CommandT", bound=Command)


def checked_command(command: CommandT) -> CommandT:
    """Returns a *command* with valid fields; raises `InvalidOptions` at the field."""
    body = msgspec.to_builtins(command)
    try:
        return msgspec.convert(body, type(command))
    except msgspec.ValidationError as error:
        steps, message = locate_error(type(command), body, str(error))
        raise InvalidOptions("/" + "/".join(map(str, steps)), message) from error


def field_labels() -> Mapping[str, str]:
    """Returns the labels of fields by their names in forms and commands."""
    player, round_, reason = i18n.says("Player"), i18n.says("Number of the round"), i18n.says("Reason")
    return {
        "player": player,
        "name": i18n.says("Name"),
        "into": i18n.says("is that of"),
        "round": round_,
        "scheduled_round": round_,
        "bye_round": round_,
        "stage": i18n.says("Stage"),
        "scheduled_stage": i18n.says("Stage"),
        "table": i18n.says("Table"),
        "starts": i18n.says("Start of the round"),
        "until": i18n.says("End of registration"),
        "limit": i18n.says("Most players to register"),
        "minutes": i18n.says("Minutes"),
        "penalty": i18n.says("Penalty"),
        "points": i18n.says("Points"),
        "why": reason,
        "overrule": reason,
    }


def refusal_sentence(refusal: LocalizableError) -> str:
    """Returns a *refusal* in a sentence, after the label of its field if it has one."""
    sentence = labels.sentence_with_names(refusal.message)
    if not isinstance(refusal, InvalidField):
        return sentence
    label = field_labels().get(refusal.pointer.strip("/").partition("/")[0])
    return i18n.says("{what}: {which}", what=label, which=sentence) if label else sentence


MAX_FORM_NUMBER = 999_999
"""The largest number of a field."""


def parse_number(value: str) -> int | None:
    """Returns the whole number in a field, `None` for any other text."""
    if value.isascii() and value.isdecimal() and len(value.lstrip("0")) <= len(str(MAX_FORM_NUMBER)):
        return int(value)
    return None


def number_refusal(value: str, minimum: int = 0, limit: int = MAX_FORM_NUMBER) -> Message:
    """Returns the refusal of a text outside the numbers from *minimum* to *limit*."""
    return Message(
        "A whole number from {least} to {limit} is wanted here, not “{given}”.",
        least=minimum,
        limit=limit,
        given=value[:20],
    )
