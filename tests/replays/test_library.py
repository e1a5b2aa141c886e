"""The golden transcripts: the rules of today still lead from their answers to their facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.games import GAMES, VOCABULARY
from domain.notation import name_of
from domain.table import MatchOpened
from replays import transcript
from replays.narration import narrate
from replays.verify import verify

from .conftest import take

golden = pytest.mark.parametrize("path", transcript.library(), ids=lambda path: path.stem)


def opened(path: Path) -> tuple[transcript.Transcript, MatchOpened]:
    """Returns the transcript at *path*, and how its match was opened."""
    told = transcript.read(path.read_text(encoding="utf-8"), VOCABULARY)
    first = told.facts[0].event
    assert isinstance(first, MatchOpened)
    return told, first


def test_the_library_holds_a_match_of_every_game() -> None:
    assert {opened(path)[1].game for path in transcript.library()} == set(GAMES)


def test_every_kind_of_fact_happens_in_some_golden() -> None:
    happened = {name_of(type(fact.event)) for path in transcript.library() for fact in opened(path)[0].facts}
    assert set(VOCABULARY) - happened == set()


@golden
def test_it_decides_again_to_itself(path: Path) -> None:
    told, match = opened(path)
    assert verify(take(match.game).rules, told.facts).difference == ""


@golden
def test_its_text_is_what_its_facts_write(path: Path) -> None:
    assert transcript.write(opened(path)[0]) == path.read_text(encoding="utf-8")


@golden
def test_it_says_what_it_shows(path: Path) -> None:
    assert opened(path)[0].title.strip()


@golden
def test_it_can_be_narrated_to_its_end(path: Path) -> None:
    told, match = opened(path)
    shelf = take(match.game)
    *_, last = narrate(shelf.game, shelf.book, told.facts)
    assert last.seq == told.facts[-1].seq
