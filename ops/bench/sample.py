"""What is measured with: chapter 4 of Sorcerer's Arena, played by bots that answer by chance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, cast

from msgspec.structs import replace

from domain.arena.book import Book
from domain.games import GAMES, VOCABULARY
from domain.model import CHANCE, Answered, Fact
from domain.rules import Rules
from replays.bots.players import BOTS, play_match
from service.catalog.cardsets import CardSetRegistry
from service.eventstore.codec import Codec
from service.eventstore.store import Store
from service.evidence.checkpoints import Checkpoints
from service.evidence.keys import Keyring
from service.evidence.late_heads import LateHeads
from service.evidence.service import Evidence

OPTIONS = {"chapter": 4}
LIBRARY = CardSetRegistry()
ARENA = GAMES["arena"]
RULES: Rules[Any, Any] = ARENA.make_rules(LIBRARY.find_cards("arena").book)


def played(seed: int, rules: Rules[Any, Any] = RULES) -> list[Fact]:
    """Returns the facts of a whole match; the same *seed* gives the same facts."""
    pinned = LIBRARY.packaged_digest("arena")
    return play_match(ARENA, rules, str(seed), [BOTS["random"]] * 2, dict(OPTIONS), cards=pinned)


@cache
def _keys(store: Store) -> Keyring:
    return Keyring(Path(mkdtemp()), "bench")  # the last checkpoint of its log lies beside them


def make_evidence(store: Store) -> Evidence:
    """Returns what signs for *store*."""
    keys = _keys(store)
    checkpoints, late_heads = Checkpoints(store, keys, "bench", None), LateHeads(store, lambda match: None)
    return Evidence(store, keys, "bench", checkpoints, late_heads)


def is_answer(fact: Fact) -> bool:
    """Tells whether *fact* is an answer that a player gave."""
    return isinstance(fact.event, Answered) and fact.event.seat != CHANCE


Row = tuple[str, int, str, bytes]
"""A fact as the store keeps it: match, seq, topic, state."""


DISTINCT = 8
"""How many matches there are before they are the same again."""


def rows() -> Iterator[list[Row]]:
    """Yields the rows of one answer after the other, without end, as the store would append them."""
    for number in count():
        match = f"{number:012}"
        yield from ([(match, *row) for row in answer] for answer in _answers(number % DISTINCT))


@cache
def _answers(seed: int) -> list[list[tuple[int, str, bytes]]]:
    codec, answers = Codec(VOCABULARY), list[list[tuple[int, str, bytes]]]()
    for fact in played(seed):
        if is_answer(fact) or not answers:
            answers.append([])
        answers[-1].append((fact.seq, *codec.encode_fact(fact)))
    return answers


@cache
def long_match(minimum: int) -> tuple[Rules[Any, Any], tuple[Fact, ...]]:
    """Returns a match of *minimum* facts so far, and its rules: chapter 4, each deck twice as long.

    A match ends with its decks, often before 1,000 facts; these are the same cards, more of them.
    """
    book = cast(Book, LIBRARY.find_cards("arena").book)
    longer = {who: replace(them, deck=them.deck * 2) for who, them in book.characters.items()}
    rules = ARENA.make_rules(replace(book, characters=longer))
    facts = next(facts for seed in count() if len(facts := played(seed, rules)) >= minimum)
    return rules, tuple(facts[:minimum])
