"""How positions are written, whatever the game: parts between slashes, each a name and its words."""

from __future__ import annotations

import pytest

from domain import position
from domain.notation import Unreadable
from domain.position import Part, format_words


def part(text: str) -> Part:
    """The first part of a position."""
    return Part(1, text)


def test_what_is_not_so_is_left_out() -> None:
    words = format_words(
        at="e1", hp=0, final=True, refused=False, used=(), hand=("SAM01", "SAM02"), winner=None
    )
    assert position.join_parts([("chess", {}), ("A", words)]) == "chess / A at=e1 hp=0 final hand=SAM01,SAM02"


def test_what_is_written_is_read() -> None:
    head, figure = position.parse_parts(
        "chess / A at=e1 hp=0 strong=2 final hand=SAM01,SAM02 tough=1", "chess"
    )
    assert (head.name, figure.name) == ("chess", "A")
    assert (figure.take_text("at"), figure.require_number("hp"), figure.take_number("round")) == (
        "e1",
        0,
        None,
    )
    assert (figure.take_list("hand"), figure.take_list("deck")) == (("SAM01", "SAM02"), ())
    assert (figure.take_flag("final"), figure.take_flag("refused")) == (True, False)
    assert list(figure.take_numbers(("tough", "strong")).items()) == [("strong", 2), ("tough", 1)]
    figure.require_end()


def test_line_breaks_are_spaces() -> None:
    assert [part.name for part in position.parse_parts("chess /\n  A\n  hp=1 / B", "chess")] == [
        "chess",
        "A",
        "B",
    ]


def test_a_position_tells_its_game() -> None:
    assert position.game_of(" chess / A") == "chess"
    assert position.game_of("") == ""
    with pytest.raises(Unreadable, match="begins with “chess”, not with “go”"):
        position.parse_parts("go / A", "chess")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A hp=", "“hp=” should go on after the “=”"),
        ("A hp=1 hp=2", "“hp” stands twice"),
        ("A hp", "“hp” should be “hp=…”"),
        ("A", "“hp=” and a number are missing"),
        ("A hp=many", "“hp=many” should be a number"),
        ("A hp=-1", "“hp=-1” should be a number"),
        ("A hp=²", "“hp=²” should be a number"),
        ("A hp=1 final=yes", "“final=yes” should be “final” alone"),
        ("A hp=1 hand=SAM01,", "“hand=SAM01,” has a comma too many"),
        ("A hp=1 king=e1", "“king” means nothing here; expected are hp, final, hand"),
    ],
)
def test_rubbish_is_told_with_what_was_expected(text: str, sentence: str) -> None:
    def read() -> None:
        told = part(text)
        told.require_number("hp")
        told.take_flag("final")
        told.take_list("hand")
        told.require_end()

    with pytest.raises(Unreadable) as error:
        read()
    assert str(error.value) == f"Part 1 of the position, “A”: {sentence}."


def test_an_empty_part() -> None:
    with pytest.raises(Unreadable, match=r"Part 2 of the position is empty\."):
        position.parse_parts("chess / / A", "chess")


def test_one_of_a_few() -> None:
    assert part("A").require_one_of("at", "e1", ("e1", "e2")) == "e1"
    with pytest.raises(Unreadable, match="“at=e9” should be one of e1, e2"):
        part("A").require_one_of("at", "e9", ("e1", "e2"))
