"""Lists in pages: `items`, and the `next` cursor that leads on to the following page."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Protocol, TypeVar
from urllib.parse import urlencode

import marshmallow as ma
from flask import request
from marshmallow import validate

from domain.messages import Message

from .patterns import Cursor, Whole
from .schemas import LARGEST, Language, Looking


class Numbered(Protocol):
    """Something that belongs to a fact."""

    @property
    def seq(self) -> int:
        """The number of the fact."""


T = TypeVar("T", bound=Numbered)


class NumberedPage(Looking):
    """A page of a list whose items have numbers: after a number, or at a `cursor`."""

    after = Whole(validate=validate.Range(min=0, max=LARGEST), load_default=0)
    cursor = Cursor("[0-9]{1,16}")

    @ma.post_load
    def place(self, query: dict[str, Any], **_: object) -> dict[str, Any]:
        """Returns *query* with the number to go on `after`; refuses two beginnings."""
        if not query["cursor"]:
            return query
        if query["after"]:
            raise ma.ValidationError(Message("A page begins at a cursor or after a number."), "cursor")
        return query | {"after": int(query["cursor"])}


class Facts(NumberedPage):
    """Which facts to send: those after a seq, up to so many."""

    limit = Whole(validate=validate.Range(min=1, max=5000), load_default=1000)


class Page(NumberedPage, Language):
    """What belongs to facts after a seq, up to so many, and the language to write it in."""

    limit = Whole(validate=validate.Range(min=1, max=5000), load_default=5000)


def paged(found: Iterable[T], query: dict[str, Any]) -> tuple[list[T], str | None]:
    """Returns the page of *found* that *query* names, and the cursor of the next one, if there is one."""
    page = [*islice((one for one in found if one.seq > query["after"]), query["limit"] + 1)]
    if len(page) <= query["limit"]:
        return page, None
    return page[:-1], str(page[-2].seq)


def linked(following: str | None) -> dict[str, str]:
    """Returns the header that leads on to the page at the cursor *following* of the same list."""
    if following is None:
        return {}
    query = [pair for pair in request.args.items(multi=True) if pair[0] not in ("after", "cursor")]
    return {"Link": f'<{request.path}?{urlencode([*query, ("cursor", following)])}>; rel="next"'}
