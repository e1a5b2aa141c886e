"""A match is told in English, to each viewer what that viewer saw."""

from __future__ import annotations

from typing import Literal, get_origin

import pytest
from msgspec.structs import FieldInfo, fields

from domain import table, words
from domain.games import CORE_FACTS, GAMES
from domain.notation import name_of
from domain.table import MatchEnded, MatchOpened, SeatClaimed
from domain.words import Answered, Asked, Event, Fact, Resolved, Viewer
from replays.narration import Line, listed, narrate, spoken

from . import toy
from .conftest import Shelf, take

WORTH_NO_LINE = (Resolved, Answered)
KINDS = [
    (name, kind) for name, game in GAMES.items() for kind in (*CORE_FACTS, *game.FACTS) if kind is not Asked
]


def told(shelf: Shelf, *events: Event) -> list[str]:
    """Returns the lines that tell *events*, one after the other."""
    facts = [Fact(seq, seq - 1, "", event) for seq, event in enumerate(events, start=1)]
    return [line.text for line in narrate(shelf.game, shelf.book, facts)]


def plain(field: FieldInfo) -> object:
    """Returns the plainest value a field may have."""
    if get_origin(field.type) is Literal:
        return field.type.__args__[0]
    return {int: 1, str: "", bool: False}.get(field.type, {} if get_origin(field.type) is dict else ())


def test_an_evening_of_trumps_reads_aloud(trumps: Shelf) -> None:
    ann, bob = SeatClaimed(0, "Ann", "", 0), SeatClaimed(1, "Bob", "", 0)
    assert told(
        trumps,
        MatchOpened("trumps", 1, {}, 2, "", "", 1_700_000_000_000),
        ann,
        bob,
        Answered(words.CHANCE, ("1", "3", "2", "4"), secret=True),
        toy.Dealt((("1", "3"), ("2", "4"))),
        Resolved(),
        Answered(0, ("1",), 1_700_000_000_000),
        toy.Played(0, "1"),
        Asked(1, "trump", ("2", "4"), 0, about="1"),
        Answered(1, ("4",), 1_700_000_000_000),
        toy.Trumped(1, "4", over="1"),
        Resolved(),
        MatchEnded((1,), (1, 4), ""),
    ) == [
        "A match of Trumps is opened for 2 players.",
        "Ann takes seat 0.",
        "Bob takes seat 1.",
        "The cards are dealt.",
        "Ann plays the 1.",
        "Bob may trump the 1.",
        "Bob chooses the 4.",
        "Bob trumps the 1 with the 4.",
        "The match is over: Bob wins, with scores of 1 and 4.",
    ]


def test_a_line_keeps_the_number_and_the_rule_of_its_fact(trumps: Shelf, record: tuple[Fact, ...]) -> None:
    by_seq = {fact.seq: fact for fact in record}
    lines = list(narrate(trumps.game, trumps.book, record))
    assert lines[0] == Line(1, "", "A match of Trumps is opened for 2 players.")
    assert all(by_seq[line.seq].rule == line.rule for line in lines)


def test_seats_have_the_games_names_until_somebody_sits_there(trumps: Shelf) -> None:
    assert told(trumps, toy.Played(0, "7")) == ["Seat 0 plays the 7."]


def test_an_answer_between_effects_is_told_by_what_follows(trumps: Shelf) -> None:
    assert told(trumps, Answered(0, ("7",)), toy.Played(0, "7")) == ["Seat 0 plays the 7."]


def test_passing_over_an_offer_is_told(trumps: Shelf) -> None:
    offer = Asked(1, "trump", ("2",), 0, about="1")
    assert told(trumps, offer, Answered(1, ())) == ["Seat 1 may trump the 1.", "Seat 1 chooses nothing."]


def test_a_secret_choice_stays_one(trumps: Shelf) -> None:
    question = Asked(1, "trump", (), 0, about="1", sight="secret")
    assert told(trumps, question, Answered(1, (), secret=True))[1] == "Seat 1 chooses in secret."


def test_a_draw_is_told_with_the_scores(trumps: Shelf) -> None:
    assert told(trumps, MatchEnded((), (5, 5), "")) == ["The match is over: a draw, with scores of 5 and 5."]


def test_several_winners_win(trumps: Shelf) -> None:
    said = told(trumps, MatchEnded((0, 1), (9,), ""))
    assert said == ["The match is over: seat 0 and seat 1 win, with scores of 9."]


def test_a_hidden_card_is_a_card(trumps: Shelf) -> None:
    assert told(trumps, toy.Played(0, "")) == ["Seat 0 plays a card."]


@pytest.mark.parametrize(
    ("value", "aloud"),
    [
        (("1",), "the 1"),
        (("1", "2"), "the 1 and the 2"),
        (("1", "2", "3"), "the 1, the 2 and the 3"),
        (("", "", ""), "3 cards"),
        (("1", "", ""), "the 1 and 2 cards"),
        (("1", ""), "the 1 and a card"),
        ((), "nothing"),
        ("unheard-of", "unheard-of"),
        (12, "12"),
    ],
)
def test_values_are_called_by_their_names(value: object, aloud: str) -> None:
    assert spoken(toy.names(("1", "2", "3")), "cards", value) == aloud


def test_a_game_may_have_its_own_word_for_what_is_hidden() -> None:
    assert spoken({"": "a tile"}, "tile", "") == "a tile"


def test_a_name_for_field_and_value_comes_first() -> None:
    assert spoken({"phase:1": "dusk", "1": "one"}, "phase", "1") == "dusk"


def test_lists_are_english() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=[f"{n}-{name_of(k)}" for n, k in KINDS])
def test_every_kind_of_fact_has_a_sentence(name: str, kind: type[Event]) -> None:
    shelf = take(name)
    values = {field.name: plain(field) for field in fields(kind) if field.required}
    said = told(shelf, kind(**values))
    assert bool(said) is not (kind in WORTH_NO_LINE)
    assert not any("{" in text or not text.endswith((".", "!", "?")) for text in said)


def test_every_game_is_told_without_a_blank_to_every_viewer(shelf: Shelf) -> None:
    facts = shelf.play("a story", *["random"] * shelf.game.SEATS[0])
    match = table.fold(shelf.rules, facts)
    for viewer in table.viewers(shelf.rules, match):
        seen = [table.shown(shelf.rules, fact, viewer) for fact in facts]
        lines = list(narrate(shelf.game, shelf.book, seen))
        assert lines[-1].text.startswith("The match is over")
        assert not any("  " in line.text or " ." in line.text for line in lines)


def test_the_narration_gives_no_hidden_card_away(trumps: Shelf, record: tuple[Fact, ...]) -> None:
    spectator = Viewer("spectator", frozenset())
    seen = [table.shown(trumps.rules, fact, spectator) for fact in record]
    dealt = next(line for line in narrate(trumps.game, trumps.book, seen) if "dealt" in line.text)
    assert dealt.text == "The cards are dealt."
