"""How the facts of a game become a story of turns and acts."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from .model import Event


class Joined(Struct, frozen=True):
    """One sentence for several facts that differ only in *field*; its verb fits a list."""

    field: str
    sentence: str


class Story(Struct, frozen=True):
    """The parts that facts of a game play in its story.

    A fact of *turns* begins a paragraph. Facts of *folded* only frame others, or later facts repeat them. A
    fact of *settled* is folded where an earlier fact of its act names its `card`, or a card revealed with it,
    in one of the fields *namings*. Facts of *scores* decide the match.

    An act that begins with an answer has the sentence in *headlines* of the answer's word, `play` of
    `play:the-king`: `{seat}` answers, `{choice}` is the rest of the answer, and `{rival}` a seat in it.
    *addressed* are the forms of sentences for the reader who is the `{seat}`. Between two players, facts of
    a `team` have the sentences of *sided*, whose `{seat}` is that team.
    """

    turns: tuple[type[Event], ...] = ()
    folded: tuple[type[Event], ...] = ()
    scores: tuple[type[Event], ...] = ()
    joined: Mapping[type[Event], Joined] = {}
    headlines: Mapping[str, str] = {}
    settled: tuple[type[Event], ...] = ()
    addressed: Mapping[str, str] = {}
    sided: Mapping[type[Event], str] = {}
    namings: tuple[str, ...] = ("card", "cards", "hero")
