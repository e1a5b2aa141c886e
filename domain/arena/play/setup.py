"""Preparing a match (section 1 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ...decider import Unplayable
from ...messages import Message
from ...model import Refusal, Seat
from ...script import Script, choose_one, cite_rule, follow_last, shuffle_cards, under_rule
from .. import facts
from ..board import NOWHERE, Board, Figure, Options, Summoner
from ..book import Book
from ..defaults import hand_size
from .draft import draft_characters, stack_tiles, take_agreed_teams
from .rounds import begin_round, start_turn
from .targeting import T

FIRST_CHAPTER_TEAMS = (("SAM", "ALA"), ("GAS", "ARI"))
"""The blue and the red team of chapter 1 (SA-102)."""
FIRST_CHAPTER_ORDER = ("SAM", "ARI", "ALA", "GAS")
"""The turn order of chapter 1 (SA-102)."""
TEAM_OF_SEAT = {2: (0, 1), 4: (0, 1, 1, 0)}
"""The teams by seat; in team play A and D are blue, B and C red (SA-106)."""
CHARACTERS_PER_SEAT = {2: 3, 4: 2}
"""Characters of a Summoner from chapter 2, by the number of seats (SA-105)."""


def lay_out(options: Mapping[str, Any], seats: int, book: Book) -> Board:
    """Returns the board before the first fact; raises `Unplayable` for invalid options."""
    try:
        parsed = msgspec.convert(options, Options)
    except msgspec.ValidationError as error:
        raise Unplayable(
            Refusal("SA-101", Message("These options cannot be played: {error}.", error=str(error)))
        ) from error
    if refusal := _options_refusal(parsed, seats, book):
        raise Unplayable(refusal)
    figures: dict[str, Figure] = {}
    if parsed.chapter == 1:
        for seat, team in enumerate(FIRST_CHAPTER_TEAMS):
            figures |= {
                figure_id: Figure(figure_id, seat, NOWHERE, book.characters[figure_id].hp)
                for figure_id in team
            }
    order = FIRST_CHAPTER_ORDER if parsed.chapter == 1 else ()
    return Board(parsed, figures, (Summoner(),) * seats, order, TEAM_OF_SEAT[seats])


def _options_refusal(options: Options, seats: int, book: Book) -> Refusal | None:
    """Returns the reason why no match can have these options, or `None`."""
    if seats not in ((2,) if options.chapter == 1 else TEAM_OF_SEAT):
        if options.chapter == 1:
            return Refusal("SA-101", Message("Chapter 1 is played by 2 Summoners, not {seats}.", seats=seats))
        sentence = Message(
            "Chapter {chapter} is played by 2 or 4 Summoners, not {seats}.",
            chapter=options.chapter,
            seats=seats,
        )
        return Refusal("SA-101", sentence)
    if options.chapter == 1:
        if options.teams or options.copies or options.first is not None:
            return Refusal(
                "SA-102", Message("The teams of chapter 1 are fixed: nothing is drafted or agreed.")
            )
        missing = [figure_id for figure_id in FIRST_CHAPTER_ORDER if figure_id not in book.characters]
        return (
            Refusal("SA-102", Message("The card set lacks {missing}.", missing=", ".join(missing)))
            if missing
            else None
        )
    if len(book.characters) * (1 + options.copies) < seats * CHARACTERS_PER_SEAT[seats]:
        return Refusal(
            "SA-105",
            Message(
                "The card set has {characters} characters: too few for {seats} seats.",
                characters=len(book.characters),
                seats=seats,
            ),
        )
    return _teams_refusal(options, seats, book) if options.teams else None


def _teams_refusal(options: Options, seats: int, book: Book) -> Refusal | None:
    per_seat = CHARACTERS_PER_SEAT[seats]
    if len(options.teams) != seats or any(len(codes) != per_seat for codes in options.teams):
        return Refusal(
            "SA-105",
            Message(
                "Agreed teams name {own} characters for each of the {seats} Summoners.",
                own=per_seat,
                seats=seats,
            ),
        )
    if unknown := {code for codes in options.teams for code in codes} - book.characters.keys():
        return Refusal(
            "SA-108", Message("The card set has no {strange}.", strange=", ".join(sorted(unknown)))
        )
    for team in (0, 1):
        codes = [c for seat, cs in enumerate(options.teams) if TEAM_OF_SEAT[seats][seat] == team for c in cs]
        if len(set(codes)) < len(codes):
            return Refusal("SA-107", Message("A team never has the same character twice."))
    everyone = [code for codes in options.teams for code in codes]
    if len(set(everyone)) < len(everyone) and not options.copies:
        return Refusal(
            "SA-107", Message("Both teams have the same character only with several copies of the game.")
        )
    return None


def prepare_match(t: T) -> Script[None]:
    """Sets everything up, from the draft to the opening hands, and begins the first round."""
    if t.board.options.chapter == 1:
        for seat, team in enumerate(FIRST_CHAPTER_TEAMS):
            yield from place_pair(t, seat, team)
    else:
        yield from take_agreed_teams(t) if t.board.options.teams else draft_characters(t)
        yield from stack_tiles(t)
        for figure_id in reversed(t.board.order):
            yield from place_character(t, figure_id)
    for seat in range(len(t.board.teams)):
        yield from deal_hand(t, seat)
    if t.board.options.chapter > 1:
        for seat in range(len(t.board.teams)):
            yield from offer_new_hand(t, seat)
    yield from under_rule(t, "SA-201", begin_round(1))
    follow_last(t)
    yield from start_turn(t, t.board.order[0])


@cite_rule("SA-104")
def place_pair(t: T, seat: Seat, team: tuple[str, ...]) -> Script[None]:
    """Places a team on the two starting spaces closest to the centre, as its Summoner chooses."""
    free_spaces = t.book.arena.nearest[seat]
    for figure_id in team:
        for space in (yield from choose_one(seat, "place", free_spaces, about=figure_id)):
            yield facts.CharacterPlaced(figure_id, space)
            free_spaces = tuple(other_space for other_space in free_spaces if other_space != space)


@cite_rule("SA-113")
def place_character(t: T, figure_id: str) -> Script[None]:
    """Places a character on a free blue starting space of its end, as its Summoner chooses."""
    occupied = {figure.at for figure in t.board.figures.values()}
    free_spaces = [space for space in t.book.arena.stars[t.board.team_of(figure_id)] if space not in occupied]
    for space in (
        yield from choose_one(t.board.figures[figure_id].seat, "place", free_spaces, about=figure_id)
    ):
        yield facts.CharacterPlaced(figure_id, space)


@cite_rule("SA-114")
def deal_hand(t: T, seat: Seat) -> Script[None]:
    """Shuffles the decks of a Summoner's characters into one and draws the hand."""
    cards = tuple(
        card
        for figure_id in t.board.figures_of(seat)
        for card in t.book.deck_of(t.board.figures[figure_id].code)
    )
    yield from _shuffle_and_draw(t, seat, cards)


@cite_rule("SA-115")
def offer_new_hand(t: T, seat: Seat) -> Script[None]:
    """Offers a Summoner a new opening hand, once."""
    (answer,) = yield from choose_one(seat, "opening-hand", ("keep", "redraw"))
    if answer == "redraw":
        yield facts.HandTakenBack(seat)
        yield from _shuffle_and_draw(t, seat, t.board.summoners[seat].deck)


def _shuffle_and_draw(t: T, seat: Seat, cards: tuple[str, ...]) -> Script[None]:
    yield facts.DeckShuffled(seat, (yield from shuffle_cards(cards)))
    follow_last(t)
    for card in t.board.summoners[seat].deck[: hand_size(t.board, t.book, seat)]:
        yield facts.CardDrawn(seat, card)
