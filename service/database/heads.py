"""Heads: the hash that each write leaves a match with, and the tree over all of them, as rows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Join,
    LargeBinary,
    Select,
    Table,
    Text,
    and_,
    bindparam,
    cast,
    func,
    insert,
    literal_column,
    select,
    text,
    union,
)
from sqlalchemy.dialects.postgresql import insert as put

from replays.proof.merkle import subtree_hash

from .engine import Database
from .stream import NEW_STREAM
from .tables import heads, merkle, streams

HEIGHT = 2
"""Of the levels of the tree each second is kept, leaves first; what is between is made of what is below."""


class Head(NamedTuple):
    """What a write left behind: where its last fact stands, and the hash of that fact."""

    position: int
    match: str
    seq: int
    head: bytes


class Hash(NamedTuple):
    """A subtree of the Merkle tree: its level, its place there, its hash; for a leaf the head's position."""

    level: int
    place: int
    hash: bytes
    position: int | None


class Entered(NamedTuple):
    """A head, and which leaf of the tree it is, from 0, with the hash there; `None` while it is not in it."""

    head: Head
    place: int | None
    leaf: bytes | None


class Leaf(NamedTuple):
    """A leaf of the tree, and the head it was made of; `None` when there is no such head."""

    place: int
    hash: bytes
    position: int
    head: Head | None


_MATCH = bindparam("match", type_=Text)
_SEQ, _POSITION, _LIMIT, _PLACE, _LEVEL = (
    bindparam(name, type_=BigInteger) for name in ("seq", "position", "limit", "place", "level")
)
_LEAVES = merkle.c.level == 0


def named(number: ColumnElement[int]) -> ColumnElement[str]:
    """Returns the name of the stream with a *number*; of one that lost its name, that number."""
    return func.coalesce(streams.c.name, literal_column("'#'").concat(cast(number, Text)))


_HEAD = (heads.c.position, named(heads.c.stream), heads.c.seq, heads.c.head)
_NAMED = heads.outerjoin(streams, streams.c.number == heads.c.stream)
_OF_MATCH = streams.join(heads, heads.c.stream == streams.c.number)
_IS_MATCH = streams.c.name == _MATCH
_LAST = select(*_HEAD).select_from(_OF_MATCH).where(_IS_MATCH).order_by(heads.c.seq.desc()).limit(1)
_FROM = (
    select(*_HEAD).select_from(_OF_MATCH).where(_IS_MATCH, heads.c.seq >= _SEQ).order_by(heads.c.seq).limit(1)
)
_AFTER = (
    select(*_HEAD)
    .select_from(_NAMED)
    .where(heads.c.position > _POSITION)
    .order_by(heads.c.position)
    .limit(_LIMIT)
)
_ADOPTED = select(_POSITION, streams.c.number, _SEQ, bindparam("head", type_=LargeBinary)).where(_IS_MATCH)
_ADOPT = put(heads).from_select([*heads.c.keys()], _ADOPTED).on_conflict_do_nothing()
_SEALED = (
    select(merkle.c.place + 1, merkle.c.position).where(_LEAVES).order_by(merkle.c.place.desc()).limit(1)
)
_GROW = insert(merkle)
_NODES = (
    select(merkle.c.hash)
    .where(merkle.c.level == _LEVEL, merkle.c.place >= _PLACE, merkle.c.place < _PLACE + _LIMIT)
    .order_by(merkle.c.place)
)
_LEAF_AT = select(merkle.c.place).where(_LEAVES, merkle.c.position == _POSITION)
_IN_TREE = and_(_LEAVES, merkle.c.position == heads.c.position)
_ENTERED = (
    select(*_HEAD, merkle.c.place, merkle.c.hash)
    .select_from(_OF_MATCH.outerjoin(merkle, _IN_TREE))
    .where(_IS_MATCH)
    .order_by(heads.c.seq)
)
_LEAF_ROWS = (
    select(merkle.c.place, merkle.c.hash, merkle.c.position, *_HEAD)
    .select_from(
        merkle.outerjoin(heads, heads.c.position == merkle.c.position).outerjoin(
            streams, streams.c.number == heads.c.stream
        )
    )
    .where(_LEAVES, merkle.c.place >= _PLACE)
    .order_by(merkle.c.place)
    .limit(_LIMIT)
)
_STRAYS = (
    select(merkle.c.level, merkle.c.place)
    .where((cast(merkle.c.place, BigInteger) + 1).bitwise_lshift(merkle.c.level) > bindparam("size"))
    .order_by(merkle.c.level, merkle.c.place)
)


def is_kept(level: int) -> bool:
    """Tells whether subtrees of a *level* are kept."""
    return level % HEIGHT == 0


class HeadRepository:
    """The heads of a store, and the tree over them; it raises the errors of the library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def last_head(self, match: str) -> Head | None:
        """Returns the last head of *match*, if there is one."""
        return next((Head(*row) for row in self._database.rows(_LAST, match=match)), None)

    def head_from(self, match: str, seq: int) -> Head | None:
        """Returns the first head of *match* that fact *seq* has gone into."""
        return next((Head(*row) for row in self._database.rows(_FROM, match=match, seq=seq)), None)

    def heads(self, after: int, limit: int) -> list[Head]:
        """Returns up to *limit* heads that stand after position *after*, in order."""
        return [Head(*row) for row in self._database.rows(_AFTER, position=after, limit=limit)]

    def adopt(self, heads: Sequence[Head]) -> None:
        """Adds *heads* of facts that were there before heads were kept; those that are known stay."""
        with self._database.writing() as run:
            for head in heads:
                run(NEW_STREAM, name=head.match)
                run(_ADOPT, **head._asdict())

    def sealed(self) -> tuple[int, int]:
        """Returns how many heads are in the tree, and the position of the last of them."""
        for size, position in self._database.rows(_SEALED):
            return size, position
        return 0, 0

    def grow(self, nodes: Sequence[Hash]) -> None:
        """Adds those of *nodes* that are kept to the tree, all or none.

        Raises `IntegrityError` when somebody was faster.
        """
        self._database.add(_GROW, [node._asdict() for node in nodes if is_kept(node.level)])

    def node(self, level: int, place: int) -> bytes | None:
        """Returns the hash of a complete subtree, if there is one."""
        below = level % HEIGHT
        kept = self._database.rows(_NODES, level=level - below, place=place << below, limit=1 << below)
        return subtree_hash([hash for (hash,) in kept]) if len(kept) == 1 << below else None

    def leaf_at(self, position: int) -> int | None:
        """Returns which leaf of the tree the head at *position* is, from 0."""
        return next((place for (place,) in self._database.rows(_LEAF_AT, position=position)), None)

    # -- for the audit -----------------------------------------------------------------------------------

    def matches(self) -> list[str]:
        """Returns every stream that has a fact or a head."""
        return [match for (match,) in self._database.rows(_matches(self._database.events))]

    def entered(self, match: str) -> list[Entered]:
        """Returns every head of *match*, in order, with its leaf."""
        return [Entered(Head(*row[:4]), *row[4:]) for row in self._database.rows(_ENTERED, match=match)]

    def positions(self, match: str) -> dict[int, int]:
        """Returns where each fact of *match* stands in the log, by its number."""
        return dict[int, int](self._database.rows(_positions(self._database.events), match=match))

    def position(self, match: str, seq: int) -> int:
        """Returns where fact *seq* of *match* stands in the log."""
        [(found,)] = self._database.rows(_position(self._database.events), match=match, seq=seq)
        return int(found)

    def last_at(self, match: str, position: int) -> int:
        """Returns the last fact of *match* that stands at *position* of the log or before it; 0: none."""
        [(found,)] = self._database.rows(_last_at(self._database.events), match=match, position=position)
        return found or 0

    def headless(self, match: str) -> list[int]:
        """Returns the facts of *match* at which the tree has a leaf, and nobody has a head any more."""
        return [seq for (seq,) in self._database.rows(_headless(self._database.events), match=match)]

    def leaves(self, first: int, limit: int) -> list[Leaf]:
        """Returns up to *limit* leaves from place *first* on, in order."""
        rows = self._database.rows(_LEAF_ROWS, place=first, limit=limit)
        return [
            Leaf(place, hash, at, None if head[0] is None else Head(*head)) for place, hash, at, *head in rows
        ]

    def strays(self, size: int) -> list[tuple[int, int]]:
        """Returns the level and place of all that is no complete subtree of a tree with *size* leaves."""
        return [(level, place) for level, place in self._database.rows(_STRAYS, size=size)]


@cache
def _matches(events: Table) -> Select[str]:
    every = union(select(events.c.stream), select(heads.c.stream)).subquery()
    known = every.outerjoin(streams, streams.c.number == every.c.stream)
    return select(named(every.c.stream)).select_from(known).order_by(text("1"))


@cache
def _positions(events: Table) -> Select[int, int]:
    return _of_match(events, events.c.seq, events.c.position)


@cache
def _position(events: Table) -> Select[int]:
    return _of_match(events, events.c.position).where(events.c.seq == _SEQ)


@cache
def _last_at(events: Table) -> Select[int | None]:
    return _of_match(events, func.max(events.c.seq)).where(events.c.position <= _POSITION)


@cache
def _headless(events: Table) -> Select[int]:
    in_tree = and_(_LEAVES, merkle.c.position == events.c.position)
    headed = heads.c.position == events.c.position
    return (
        select(events.c.seq)
        .select_from(_facts(events).join(merkle, in_tree).outerjoin(heads, headed))
        .where(_IS_MATCH, heads.c.position.is_(None))
        .order_by(events.c.seq)
    )


def _facts(events: Table) -> Join:
    return streams.join(events, events.c.stream == streams.c.number)


def _of_match(events: Table, *columns: Any) -> Select[*tuple[Any, ...]]:
    return select(*columns).select_from(_facts(events)).where(_IS_MATCH)
