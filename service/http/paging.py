"""Lists of a match that come in pages: after a fact, up to so many of them, with a link to the next page."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Protocol, TypeVar
from urllib.parse import urlencode

from flask import request
from marshmallow import validate

from .patterns import Whole
from .schemas import LARGEST, Language


class Numbered(Protocol):
    """Something that belongs to a fact."""

    @property
    def seq(self) -> int:
        """The number of the fact."""


T = TypeVar("T", bound=Numbered)


class Page(Language):
    """What belongs to facts after a seq, up to so many, and the language to tell it in."""

    after = Whole(validate=validate.Range(min=0, max=LARGEST), load_default=0)
    limit = Whole(validate=validate.Range(min=1, max=5000), load_default=5000)


def paged(found: Iterable[T], asked: dict[str, Any]) -> tuple[list[T], int | None]:
    """Returns those of *found* that were *asked* for, and the `after` of the next page, if there is one."""
    page = [*islice((one for one in found if one.seq > asked["after"]), asked["limit"] + 1)]
    if len(page) <= asked["limit"]:
        return page, None
    return page[:-1], page[-2].seq


def linked(following: int | str | None) -> dict[str, str]:
    """Returns the header that leads on to what comes after *following*, on the page that is asked for."""
    if following is None:
        return {}
    query = urlencode(request.args.to_dict() | {"after": str(following)})
    return {"Link": f'<{request.path}?{query}>; rel="next"'}
