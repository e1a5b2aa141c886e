"""Lists in pages with `items` and a `next` cursor."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Protocol, TypeVar

import marshmallow as ma
from marshmallow import validate

from domain.messages import Message

from .patterns import Cursor, StrictInteger
from .schemas import MAX_SAFE_INTEGER, FreshnessQuery, LocalizedQuery


class Numbered(Protocol):
    """Something that belongs to a fact."""

    @property
    def seq(self) -> int:
        """The number of the fact."""


T = TypeVar("T", bound=Numbered)


class NumberedPage(FreshnessQuery):
    """A page of a list of numbered items, after a number or at a `cursor`."""

    after = StrictInteger(validate=validate.Range(min=0, max=MAX_SAFE_INTEGER), load_default=0)
    cursor = Cursor("[0-9]{1,16}")

    @ma.post_load
    def set_start(self, query: dict[str, Any], **_: object) -> dict[str, Any]:
        """Returns *query* with the number before the page as `after`. Rejects two beginnings."""
        if not query["cursor"]:
            return query
        if query["after"]:
            raise ma.ValidationError(Message("A page begins at a cursor or after a number."), "cursor")
        return query | {"after": int(query["cursor"])}


class Facts(NumberedPage):
    """A range of facts, with a maximum number."""

    limit = StrictInteger(validate=validate.Range(min=1, max=5000), load_default=1000)


class Page(NumberedPage, LocalizedQuery):
    """A page of items that belong to facts, and the language of its texts."""

    limit = StrictInteger(validate=validate.Range(min=1, max=5000), load_default=5000)


def select_page(items: Iterable[T], query: dict[str, Any]) -> tuple[list[T], str | None]:
    """Returns the page of *items* that *query* names, and the cursor of the next one, if there is one."""
    page = [*islice((item for item in items if item.seq > query["after"]), query["limit"] + 1)]
    if len(page) <= query["limit"]:
        return page, None
    return page[:-1], str(page[-2].seq)
