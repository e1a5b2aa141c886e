"""Contents that events refer to, topics by number and card sets by digest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sqlalchemy import Text, bindparam, exists, func, insert, select
from sqlalchemy.dialects import postgresql

from .tables import card_sets, topics

if TYPE_CHECKING:
    from .engine import Database, Run

_ALL = select(topics.c.name, topics.c.number)
_NAME = bindparam("name", type_=Text)
_NEXT = select(func.coalesce(func.max(topics.c.number), 0) + 1).scalar_subquery()
_NEW = insert(topics).from_select(
    [topics.c.number, topics.c.name], select(_NEXT, _NAME).where(~exists().where(topics.c.name == _NAME))
)


_STORE_CARD_SET = postgresql.insert(card_sets).on_conflict_do_nothing()
_CARD_SET = select(card_sets.c.content).where(card_sets.c.digest == bindparam("digest"))


class Topics:
    """Names of facts with their permanent numbers. Threads may share it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.clear_cache()

    def clear_cache(self) -> None:
        """Clears the cache after a restore of the store."""
        self._numbers: dict[str, int] = {}
        self._names: dict[int, str] = {}

    def numbers_of(self, names: Iterable[str]) -> list[int]:
        """Returns the numbers of topics, in order. Adds unknown topics."""
        required, numbers = [*names], self._numbers
        if not numbers.keys() >= {*required}:
            numbers = self._add_names(required)
        return [numbers[name] for name in required]

    def add_names(self, run: Run, names: Iterable[str]) -> dict[str, int]:
        """Adds unknown topics in a transaction without other writers of topics.

        Returns the number of each topic.
        """
        for name in names:
            run(_NEW, name=name)
        return dict[str, int](run(_ALL))

    def name_of(self, number: int) -> str:
        """Returns the name of a topic. An unknown topic gets its number as name."""
        names = self._names
        if number not in names:
            names = self._cache_numbers(dict[str, int](self._database.select_rows(_ALL)))
        return names.get(number) or f"#{number}"

    def _add_names(self, names: Iterable[str]) -> dict[str, int]:
        with self._database.begin_transaction(locked_table=topics) as run:
            results = self.add_names(run, names)
        self._cache_numbers(results)
        return results

    def _cache_numbers(self, results: dict[str, int]) -> dict[int, str]:
        names = {number: name for name, number in results.items()}
        self._numbers, self._names = results, names
        return names


class CardSetRepository:
    """Repository of card sets by their digests. Its methods raise database errors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def store_card_set(self, digest: str, content: bytes) -> None:
        """Stores the *content* of a card set under its *digest*, unless it exists."""
        self._database.execute_write(_STORE_CARD_SET, digest=digest, content=content)

    def find_card_set(self, digest: str) -> bytes | None:
        """Returns the content stored under *digest*, if any."""
        return next((content for (content,) in self._database.select_rows(_CARD_SET, digest=digest)), None)
