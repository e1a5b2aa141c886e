"""The cards that a player alone saw, to be noted by a tap on the own phone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.recording.entries import Ref
from domain.table.recordings.commands import require_record
from domain.table.recordings.notes import list_notes, list_own_places
from projections.match_views import LoadedMatch
from replays.playback.replay import Replay
from replays.text.narration import Line
from replays.text.narrator import Narrator


class OwnPlace(NamedTuple):
    """A place with its number on the page, its sentence, its deck, and the name of the noted card, if any."""

    ref: Ref
    number: int
    sentence: str
    deck: int
    card: str


class OwnCard(NamedTuple):
    """A print of the own deck, its name, and how often the seat has noted it."""

    card: str
    name: str
    times: int


class OwnCards(NamedTuple):
    """What a seat saw alone: the places in order, the first without a note, and the prints of their decks."""

    seat: int
    player: str
    places: Sequence[OwnPlace]
    next: Ref | None
    decks: Sequence[Sequence[OwnCard]]
    has_notes: bool


def list_own_cards(
    loaded: LoadedMatch,
    replay: Replay[object, object],
    lines: Sequence[Line],
    narrator: Narrator,
    players: Mapping[int, str],
) -> Iterator[OwnCards]:
    """Yields the cards of each of the seats of *players*; the notes of other seats stay out."""
    rules, match = loaded
    record, notes = require_record(match), list_notes(replay.facts)
    sentences = {line.seq: line.text.strip() for line in lines}
    for seat, player in players.items():
        noted = {note.ref: note.noted.card for note in notes if note.noted.seat == seat}
        counts = Counter(rules.print_of(card) for card in noted.values())
        decks: list[list[str]] = []
        places: list[OwnPlace] = []
        for fact in record.recording.facts:
            for ref, card in list_own_places(rules, match, seat, fact.seq):
                deck = next((prints for prints in decks if rules.print_of(card) in prints), None)
                if deck is None:
                    deck = record.line.list_deck(card)
                    decks.append(deck)
                name = narrator.name_thing(noted[ref]) if ref in noted else ""
                sentence = sentences.get(ref.fact, "")
                places.append(OwnPlace(ref, len(places) + 1, sentence, decks.index(deck), name))
        yield OwnCards(
            seat,
            player,
            places,
            next((place.ref for place in places if not place.card), None),
            [[OwnCard(card, narrator.name_thing(card), counts[card]) for card in deck] for deck in decks],
            any(ref not in record.recording.names for ref in noted),
        )
