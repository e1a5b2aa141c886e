"""Rows of heads, the hash after each write of a match, and of the Merkle tree over them."""

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
    union,
)
from sqlalchemy.dialects.postgresql import insert as put

from replays.proof.merkle import subtree_hash

from .engine import Database
from .stream import NEW_STREAM
from .tables import heads, merkle, streams

STORED_LEVEL_STEP = 2
"""Distance of the stored levels of the tree, from the leaves up.

Other levels are computed from the level below.
"""


class Head(NamedTuple):
    """Hash of the last fact of a write, with the position of that fact."""

    position: int
    match: str
    seq: int
    head: bytes


class Hash(NamedTuple):
    """Subtree of the Merkle tree.

    It has its level, its index there (`place`) and its hash. A leaf also has the position of its head.
    """

    level: int
    place: int
    hash: bytes
    position: int | None


class HeadEntry(NamedTuple):
    """Head with the index and hash of its leaf, or `None` before it enters the tree."""

    head: Head
    leaf_index: int | None
    leaf: bytes | None


class Leaf(NamedTuple):
    """Leaf of the tree with its head, if that exists."""

    leaf_index: int
    hash: bytes
    position: int
    head: Head | None


_MATCH = bindparam("match", type_=Text)
_SEQ, _POSITION, _LIMIT, _PLACE, _LEVEL = (
    bindparam(name, type_=BigInteger) for name in ("seq", "position", "limit", "place", "level")
)
_LEAVES = merkle.c.level == 0


def stream_name(number: ColumnElement[int]) -> ColumnElement[str]:
    """Returns the name of the stream with a *number*. A nameless stream gets its number."""
    return func.coalesce(streams.c.name, literal_column("'#'").concat(cast(number, Text)))


_HEAD = (heads.c.position, stream_name(heads.c.stream), heads.c.seq, heads.c.head)
_WITH_STREAMS = heads.outerjoin(streams, streams.c.number == heads.c.stream)
_OF_MATCH = streams.join(heads, heads.c.stream == streams.c.number)
_IS_MATCH = streams.c.name == _MATCH
_LAST = select(*_HEAD).select_from(_OF_MATCH).where(_IS_MATCH).order_by(heads.c.seq.desc()).limit(1)
_FROM = (
    select(*_HEAD).select_from(_OF_MATCH).where(_IS_MATCH, heads.c.seq >= _SEQ).order_by(heads.c.seq).limit(1)
)
_AFTER = (
    select(*_HEAD)
    .select_from(_WITH_STREAMS)
    .where(heads.c.position > _POSITION)
    .order_by(heads.c.position)
    .limit(_LIMIT)
)
_MISSING_HEAD = select(_POSITION, streams.c.number, _SEQ, bindparam("head", type_=LargeBinary)).where(
    _IS_MATCH
)
_ADD_MISSING_HEAD = put(heads).from_select([*heads.c.keys()], _MISSING_HEAD).on_conflict_do_nothing()
_LAST_SEALED = select(func.max(merkle.c.position)).where(_LEAVES).scalar_subquery()
_TREE_END = select(merkle.c.place + 1, _LAST_SEALED).where(_LEAVES).order_by(merkle.c.place.desc()).limit(1)
_ADD_NODES = insert(merkle)
_NODES = (
    select(merkle.c.hash)
    .where(merkle.c.level == _LEVEL, merkle.c.place >= _PLACE, merkle.c.place < _PLACE + _LIMIT)
    .order_by(merkle.c.place)
)
_LEAF_AT = select(merkle.c.place).where(_LEAVES, merkle.c.position == _POSITION)
_IN_TREE = and_(_LEAVES, merkle.c.position == heads.c.position)
_IS_UNSEALED = and_(heads.c.position <= _POSITION, merkle.c.position.is_(None))
_UNSEALED = select(*_HEAD).select_from(_WITH_STREAMS.outerjoin(merkle, _IN_TREE)).where(_IS_UNSEALED)
_ENTRIES = (
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


def is_stored_level(level: int) -> bool:
    """Returns whether the tree stores subtrees of a *level*."""
    return level % STORED_LEVEL_STEP == 0


class HeadRepository:
    """Repository of heads and of the tree over them. Its methods raise database errors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def last_head(self, match: str) -> Head | None:
        """Returns the last head of *match*, if one exists."""
        return next((Head(*row) for row in self._database.select_rows(_LAST, match=match)), None)

    def head_from(self, match: str, seq: int) -> Head | None:
        """Returns the first head of *match* that covers fact *seq*."""
        return next((Head(*row) for row in self._database.select_rows(_FROM, match=match, seq=seq)), None)

    def list_heads(self, after: int, limit: int) -> list[Head]:
        """Returns up to *limit* heads after position *after*, in order."""
        return [Head(*row) for row in self._database.select_rows(_AFTER, position=after, limit=limit)]

    def list_unsealed(self, position: int) -> list[Head]:
        """Returns the heads up to *position* that the tree lacks, in order."""
        return sorted(Head(*row) for row in self._database.select_rows(_UNSEALED, position=position))

    def add_missing_heads(self, heads: Sequence[Head]) -> None:
        """Adds *heads* of facts from before the first head. Existing heads stay."""
        with self._database.begin_transaction() as run:
            for head in heads:
                run(NEW_STREAM, name=head.match)
                run(_ADD_MISSING_HEAD, **head._asdict())

    def tree_end(self) -> tuple[int, int]:
        """Returns the number of heads in the tree and the highest position among them."""
        for size, position in self._database.select_rows(_TREE_END):
            return size, position
        return 0, 0

    def add_nodes(self, nodes: Sequence[Hash]) -> None:
        """Adds the *nodes* of stored levels to the tree, all or none.

        Raises `IntegrityError` if another process added them first.
        """
        self._database.insert_rows(
            _ADD_NODES, [node._asdict() for node in nodes if is_stored_level(node.level)]
        )

    def find_node(self, level: int, index: int) -> bytes | None:
        """Returns the hash of a complete subtree, if it exists."""
        below = level % STORED_LEVEL_STEP
        rows = self._database.select_rows(_NODES, level=level - below, place=index << below, limit=1 << below)
        return subtree_hash([hash for (hash,) in rows]) if len(rows) == 1 << below else None

    def list_nodes(self, level: int, first: int, limit: int) -> list[bytes]:
        """Returns up to *limit* hashes of a stored level, from index *first* on, in order."""
        rows = self._database.select_rows(_NODES, level=level, place=first, limit=limit)
        return [hash for (hash,) in rows]

    def leaf_at(self, position: int) -> int | None:
        """Returns the index of the leaf of the head at *position*, if it exists."""
        return next((index for (index,) in self._database.select_rows(_LEAF_AT, position=position)), None)

    def list_streams(self) -> list[str]:
        """Returns all streams with a fact or a head."""
        return [match for (match,) in self._database.select_rows(_select_streams(self._database.events))]

    def list_entries(self, match: str) -> list[HeadEntry]:
        """Returns all heads of *match*, in order, with their leaves."""
        return [
            HeadEntry(Head(*row[:4]), *row[4:]) for row in self._database.select_rows(_ENTRIES, match=match)
        ]

    def positions_of(self, match: str) -> dict[int, int]:
        """Returns the position of each fact of *match*, by its number."""
        return dict[int, int](
            self._database.select_rows(_select_positions(self._database.events), match=match)
        )

    def position_of(self, match: str, seq: int) -> int:
        """Returns the position of fact *seq* of *match*."""
        [(position,)] = self._database.select_rows(
            _select_position(self._database.events), match=match, seq=seq
        )
        return int(position)

    def last_at(self, match: str, position: int) -> int:
        """Returns the last fact of *match* up to *position* of the log, or 0."""
        [(seq,)] = self._database.select_rows(
            _select_last_at(self._database.events), match=match, position=position
        )
        return seq or 0

    def facts_without_heads(self, match: str) -> list[int]:
        """Returns the facts of *match* with a leaf in the tree but no head."""
        return [
            seq
            for (seq,) in self._database.select_rows(
                _select_without_heads(self._database.events), match=match
            )
        ]

    def list_leaves(self, first: int, limit: int) -> list[Leaf]:
        """Returns up to *limit* leaves from index *first* on, in order."""
        rows = self._database.select_rows(_LEAF_ROWS, place=first, limit=limit)
        return [
            Leaf(index, hash, at, None if head[0] is None else Head(*head)) for index, hash, at, *head in rows
        ]

    def list_strays(self, size: int) -> list[tuple[int, int]]:
        """Returns level and index of each node beyond the complete subtrees of *size* leaves."""
        return [(level, index) for level, index in self._database.select_rows(_STRAYS, size=size)]


@cache
def _select_streams(events: Table) -> Select[str]:
    every = union(select(events.c.stream), select(heads.c.stream)).subquery()
    with_names = every.outerjoin(streams, streams.c.number == every.c.stream)
    return select(stream_name(every.c.stream)).select_from(with_names).order_by(literal_column("1"))


@cache
def _select_positions(events: Table) -> Select[int, int]:
    return _select_of_match(events, events.c.seq, events.c.position)


@cache
def _select_position(events: Table) -> Select[int]:
    return _select_of_match(events, events.c.position).where(events.c.seq == _SEQ)


@cache
def _select_last_at(events: Table) -> Select[int | None]:
    return _select_of_match(events, func.max(events.c.seq)).where(events.c.position <= _POSITION)


@cache
def _select_without_heads(events: Table) -> Select[int]:
    in_tree = and_(_LEAVES, merkle.c.position == events.c.position)
    has_head = heads.c.position == events.c.position
    return (
        select(events.c.seq)
        .select_from(_join_streams(events).join(merkle, in_tree).outerjoin(heads, has_head))
        .where(_IS_MATCH, heads.c.position.is_(None))
        .order_by(events.c.seq)
    )


def _join_streams(events: Table) -> Join:
    return streams.join(events, events.c.stream == streams.c.number)


def _select_of_match(events: Table, *columns: Any) -> Select[*tuple[Any, ...]]:
    return select(*columns).select_from(_join_streams(events)).where(_IS_MATCH)
