"""Answers and facts as one line of text, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.model import Answered, Asked, Event, Fact, Resolved
from domain.notation import (
    MAX_QUOTED_LENGTH,
    Unreadable,
    build_vocabulary,
    event_tag,
    read_fact,
    write_fact,
)
from domain.table import FACTS, MatchEnded, MatchOpened, SeatClaimed
from tests.examples import examples

from .toy_game import Said, Whispered

KNOWN = build_vocabulary((Asked, Answered, Resolved, Said, Whispered, *FACTS))
TEXT = st.text(max_size=12) | st.sampled_from(["-", "", " ", "[]", "[", '"', ",", "a,b", "\u00a0", "\\", "="])
ODD = ["two words", "a,b", '"', "[x]", "{", "=", "-", "", "\t", "\u00a0", "\u2028", "\\u0020", "Ünal", "真夏"]


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        (Fact(3, 2, "", Resolved()), "3 <2 - core.Resolved"),
        (Fact(57, 55, "P-3", Said("hello")), "57 <55 P-3 toy_game.Said word=hello"),
        (Fact(2, 1, "GAS05.1", Whispered(1, "")), '2 <1 GAS05.1 toy_game.Whispered to=1 word=""'),
        (
            Fact(4, 1, "", Answered(-1, ("b", "a"), secret=True)),
            "4 <1 - core.Answered seat=-1 picks=[b,a] secret=true",
        ),
        (Fact(4, 1, "", Answered(0, ())), "4 <1 - core.Answered seat=0 picks=[]"),
        (
            Fact(9, 8, "P-1", Asked(1, "drink", ("tea", "hot milk"), 0, 1, "bob", "hand")),
            '9 <8 P-1 core.Asked seat=1 prompt=drink options=[tea,"hot\\u0020milk"] least=0 about=bob'
            " sight=hand",
        ),
        (
            Fact(1, 0, "", MatchOpened("arena", 1, {"chapter": 1, "edition": "en"}, 2, "c", "d", 5)),
            '1 <0 - table.MatchOpened game=arena version=1 options={"chapter":1,"edition":"en"} seats=2'
            " cards=c commitment=d at=5",
        ),
        (
            Fact(8, 7, "", MatchEnded((), (3, 3), "s")),
            "8 <7 - table.MatchEnded winners=[] scores=[3,3] seed=s",
        ),
    ],
)
def test_a_fact_is_a_line_and_the_line_is_that_fact(fact: Fact, line: str) -> None:
    assert write_fact(fact) == line
    assert read_fact(line, KNOWN) == fact


@pytest.mark.parametrize("text", ODD)
def test_odd_strings_survive(text: str) -> None:
    facts = [
        Fact(2, 1, text, Said(text)),
        Fact(2, 1, "", Answered(0, (text, text, "x"))),
        Fact(2, 1, "", SeatClaimed(0, text, text, 1)),
        Fact(1, 0, "", MatchOpened(text, 1, {text: [text]}, 2, "", "", 0, claims=(text,))),
    ]
    for fact in facts:
        line = write_fact(fact)
        assert len(line.splitlines()) == 1
        assert read_fact(line, KNOWN) == fact


@given(TEXT, TEXT, st.lists(TEXT, max_size=4).map(tuple), st.integers(-1, 9), st.integers(0, 2**53))
@examples(200)
def test_any_text_survives(rule: str, word: str, picks: tuple[str, ...], seat: int, at: int) -> None:
    events: list[Event] = [
        Said(word),
        Answered(seat, picks, at, secret=True),
        Asked(seat, word, picks, 0, at, rule),
        MatchEnded((seat,), (at, seat), word),
    ]
    for event in events:
        fact = Fact(at + 1, at, rule, event)
        assert read_fact(write_fact(fact), KNOWN) == fact


@pytest.mark.parametrize(
    "line",
    [
        "",
        "hello",
        "1 <0 -",
        "one <0 - core.Resolved",
        "1 <zero - core.Resolved",
        "1 <0 - core.Dissolved",
        "1 <0 - toy_game.Said",
        "1 <0 - toy_game.Said word=a colour=b",
        "1 <0 - toy_game.Said word=a word=b",
        "1 <0 - toy_game.Said hello",
        '1 <0 - toy_game.Said word="a',
        "1 <0 - toy_game.Whispered to=you word=a",
        "1 <0 - core.Answered seat=0 picks=abc",
        "1 <0 - core.Answered seat=0 picks=[abc",
        "1 <0 - core.Answered seat=0 picks=[] secret=maybe",
        "1 <0 - core.Asked seat=0 prompt=a options=[] sight=dim",
    ],
)
def test_an_unreadable_fact_is_quoted(line: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        read_fact(line, KNOWN)
    assert str(unreadable.value).startswith(f"not a fact: “{line}” (")


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000])
def test_of_an_unreadable_fact_only_so_much_is_quoted(deep: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        read_fact(f"1 <0 - table.MatchOpened options={deep}", KNOWN)
    assert len(str(unreadable.value)) < 3 * MAX_QUOTED_LENGTH


def test_a_kind_of_fact_is_known_by_its_permanent_name() -> None:
    assert event_tag(Said) == "toy_game.Said"
    assert {"core.Asked", "core.Answered", "core.Resolved", "table.MatchOpened"} <= set(KNOWN)
    assert all(event_tag(kind) == name for name, kind in KNOWN.items())
