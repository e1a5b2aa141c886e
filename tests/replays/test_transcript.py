"""A transcript is a match as a text file: it reads aloud, and it round-trips."""

from __future__ import annotations

import pytest

from domain.games import CORE_FACTS
from domain.model import Fact
from domain.notation import Unreadable, build_vocabulary
from replays.playback.transcript import Transcript, read_transcript, write_transcript
from tests.newgame.domain import trumps as toy

from .conftest import GameWithBook

KNOWN = build_vocabulary((*CORE_FACTS, *toy.FACTS))
TITLE = "A quiet evening of Trumps.\n\nThe first seat plays whatever comes to hand."


@pytest.fixture(scope="module")
def text(record: tuple[Fact, ...]) -> str:
    return write_transcript(Transcript(TITLE, record))


def test_what_was_written_can_be_read(text: str, record: tuple[Fact, ...]) -> None:
    assert read_transcript(text, KNOWN) == Transcript(TITLE, record)
    assert write_transcript(read_transcript(text, KNOWN)) == text


def test_it_begins_with_what_the_match_shows(text: str) -> None:
    assert text.split("\n")[:5] == [
        "# A quiet evening of Trumps.",
        "#",
        "# The first seat plays whatever comes to hand.",
        "",
        text.split("\n")[4],
    ]
    assert text.split("\n")[4].startswith("1 <0 - table.MatchOpened game=trumps")


def test_it_tells_the_id_of_the_match_first_if_there_is_one(record: tuple[Fact, ...]) -> None:
    named = Transcript(TITLE, record, "1NG2V9SR8ZY8")
    assert write_transcript(named).split("\n")[:2] == ["# match 1NG2V9SR8ZY8", "# A quiet evening of Trumps."]
    assert read_transcript(write_transcript(named), KNOWN) == named


def test_a_claim_and_an_answer_each_begin_a_paragraph() -> None:
    cards = toy.read_book({"cards": range(1, 5)})
    facts = GameWithBook(toy, cards, toy.make_rules(cards)).play("four cards", "random", "random")
    heads = [
        p.split("\n")[0] for p in write_transcript(Transcript("Four cards.", tuple(facts))).split("\n\n")
    ]
    assert heads[2:7] == [
        "# seat 0 is taken",
        "# seat 1 is taken",
        "# answer 1: seat 0 picks 4",
        "# answer 2: seat 1 picks 1",
        "# answer 3, “trump”: seat 0 picks nothing",
    ]


def test_acts_begin_the_paragraphs_of_a_transcript_that_has_them(record: tuple[Fact, ...]) -> None:
    acts = {1: "New match for 2.", 4: "Player 1 plays 4."}
    text = write_transcript(Transcript("Four cards.", record), acts)
    comments = [line for line in text.split("\n") if line.startswith("#")]
    assert comments == ["# Four cards.", "# New match for 2.", "# Player 1 plays 4."]
    assert text.split("# Player 1 plays 4.\n")[1].startswith("4 <")
    assert read_transcript(text, KNOWN).facts == record


def test_comments_below_the_title_are_for_the_eye_only(text: str, record: tuple[Fact, ...]) -> None:
    assert read_transcript(text.replace("# answer", "# well,"), KNOWN).facts == record


def test_a_line_that_is_no_fact_is_quoted_with_its_number(text: str) -> None:
    mistaken = text.replace("trumps.Dealt", "trumps.Delt")
    number = next(n for n, line in enumerate(mistaken.split("\n"), start=1) if "trumps.Delt" in line)
    with pytest.raises(Unreadable, match=rf"^line {number} is not a fact: “5 <4 - trumps\.Delt"):
        read_transcript(mistaken, KNOWN)
