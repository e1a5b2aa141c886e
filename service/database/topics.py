"""Topics: the names of facts, which rows tell by a number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sqlalchemy import Text, bindparam, exists, func, insert, select

from .tables import topics

if TYPE_CHECKING:
    from .engine import Database

_ALL = select(topics.c.name, topics.c.number)
_NAME = bindparam("name", type_=Text)
_NEXT = select(func.coalesce(func.max(topics.c.number), 0) + 1).scalar_subquery()
_NEW = insert(topics).from_select(
    [topics.c.number, topics.c.name], select(_NEXT, _NAME).where(~exists().where(topics.c.name == _NAME))
)


class Topics:
    """The topics of a store, which never change once they have a number. Threads may share it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.forget()

    def forget(self) -> None:
        """Forgets what numbers topics have: the store is another than it was."""
        self._numbers: dict[str, int] = {}
        self._names: dict[int, str] = {}

    def numbers(self, names: Iterable[str]) -> list[int]:
        """Returns the numbers of topics, in order; one that had none is given the next."""
        wanted, numbers = [*names], self._numbers
        if not numbers.keys() >= {*wanted}:
            numbers = self._add(wanted)
        return [numbers[name] for name in wanted]

    def name(self, number: int) -> str:
        """Returns the name of a topic; of one that nobody gave a name, its number."""
        names = self._names
        if number not in names:
            names = self._know(dict[str, int](self._database.rows(_ALL)))
        return names.get(number) or f"#{number}"

    def _add(self, names: Iterable[str]) -> dict[str, int]:
        with self._database.writing(alone_in=topics) as run:
            for name in names:
                run(_NEW, name=name)
            results = dict[str, int](run(_ALL))
        self._know(results)
        return results

    def _know(self, results: dict[str, int]) -> dict[int, str]:
        names = {number: name for name, number in results.items()}
        self._numbers, self._names = results, names
        return names
