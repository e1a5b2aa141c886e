"""Forms of a page, as a browser finds them: their fields, their buttons, and the body that a click sends."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import TypeAlias

Attributes: TypeAlias = dict[str, str]
IGNORED_TYPES = ("file", "submit", "button")


@dataclass
class Field:
    """A field: its name, its type, its value, and the values that it offers, if it offers any."""

    name: str
    type: str
    value: str = ""
    choices: list[str] = field(default_factory=list)
    is_checked: bool = False


@dataclass
class Form:
    """A form: its address, its method, its fields, and the name and value of each of its buttons."""

    action: str
    method: str
    fields: list[Field] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def fill(self, rng: Random, value_of: Callable[[Field, Random], str]) -> Attributes:
        """Returns a body with a value for each field: hidden ones as they are, the others by *value_of*."""
        body: Attributes = {}
        for one in self.fields:
            if one.type == "hidden":
                body[one.name] = one.value
            elif one.type in ("checkbox", "radio"):
                if rng.random() < (0.7 if one.type == "radio" else 0.4):
                    body[one.name] = rng.choice(one.choices)
            elif one.choices:
                body[one.name] = rng.choice(one.choices)
            else:
                body[one.name] = value_of(one, rng)
        return body


class _Reader(HTMLParser):
    """Collects the forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(given.get("action", ""), given.get("method", "get").lower())
            self.forms.append(self._form)
        elif self._form is not None:
            self._add(self._form, tag, given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None

    def _add(self, form: Form, tag: str, given: Attributes) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "button" and given.get("type", "submit") == "submit":
            form.buttons.append((name, value))
        elif tag == "select":
            self._select = Field(name, "select")
            form.fields.append(self._select)
        elif tag == "option" and self._select is not None and value:
            self._select.choices.append(value)
        elif tag == "textarea":
            form.fields.append(Field(name, "textarea"))
        elif tag == "input" and name and given.get("type") not in IGNORED_TYPES:
            self._add_input(form, name, given.get("type", "text"), value)

    def _add_input(self, form: Form, name: str, type: str, value: str) -> None:
        same = [one for one in form.fields if one.name == name and one.type == type == "radio"]
        if same:
            same[0].choices.append(value)
        else:
            choices = [value] if type in ("radio", "checkbox") else []
            form.fields.append(Field(name, type, value, choices))


def read_forms(page: str) -> list[Form]:
    """Returns the forms of a page that post and have a button."""
    reader = _Reader()
    reader.feed(page)
    return [form for form in reader.forms if form.method == "post" and form.buttons]


def read_token(page: str) -> str:
    """Returns the token that forms of a page are sent with."""
    found = re.search(r'name="csrf-token" content="([^"]*)"', page)
    assert found is not None, page
    return found[1]
