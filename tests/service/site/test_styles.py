"""What pages are styled with: sizes, corners and spaces of one scale, and colours that can be told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from service import faces
from service.site.assets import FOLDER

TOKENS = (FOLDER / "css/tokens.css").read_text("utf-8")
COLOURS = {
    name: colours for name, *colours in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", TOKENS)
}
SPACING = re.compile(r"(?:gap|padding[\w-]*|margin[\w-]*): ([^;{}]+)")

ON_EVERY_GROUND = ("ink", "soft", "accent", "choose", "danger", "blue", "red", "good", "warn")
PIECES = ("blue", "red", "choose", "danger")


def sheets() -> Iterator[tuple[str, str]]:
    """Yields every style sheet but the tokens themselves, by its name."""
    for folder in (FOLDER / "css", Path(faces.__file__).parent):
        for file in sorted(folder.rglob("*.css")):
            if file.name != "tokens.css":
                yield f"{file.parent.name}/{file.name}", file.read_text("utf-8")


@pytest.mark.parametrize(
    ("what", "other"),
    [
        ("size of type", r"font-size: [\d.]+rem"),
        ("corner", r"radius: [^;]*\b(?:[4-9]|1\d|2\d)px"),
        ("shadow over everything", r"shadow: 0 (?:[6-9]|\d\d)px"),
    ],
)
def test_sheets_have_no_other(what: str, other: str) -> None:
    assert [f"{name}: {found}" for name, text in sheets() for found in re.findall(other, text)] == [], what


def test_spaces_are_whole_units_of_four_pixels() -> None:
    rems = [
        (name, found)
        for name, text in sheets()
        for space in SPACING.findall(text)
        for found in re.findall(r"(?<![\w.])([\d.]+)rem", space)
    ]
    assert rems
    assert [each for each in rems if float(each[1]) % 0.25] == []


def test_a_sheet_that_nobody_has_opened_takes_no_room() -> None:
    closed = (
        ":is([hidden], [popover]:not(:popover-open), dialog:not([open])) {\n    display: none !important;"
    )
    assert closed in (FOLDER / "css/elements.css").read_text("utf-8")


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("ground", ["paper", "sheet", "happened-ground"])
@pytest.mark.parametrize("ink", ON_EVERY_GROUND)
def test_text_can_be_read_in_light_and_in_dark(ink: str, ground: str) -> None:
    for text, under in zip(COLOURS[ink], COLOURS[ground], strict=True):
        assert contrast(text, under) >= 4.5


@pytest.mark.parametrize("piece", PIECES)
def test_pieces_stand_out_from_the_stone_they_stand_on(piece: str) -> None:
    for colour, stone in zip(COLOURS[piece], COLOURS["stone"], strict=True):
        assert contrast(colour, stone) >= 3
