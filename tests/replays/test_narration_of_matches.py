"""Whole matches are told in every language of their game, aloud, and nothing hidden is told."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from domain import table
from domain.games import VOCABULARY
from domain.model import Fact, Viewer
from domain.table import MatchOpened, SeatClaimed
from domain.table.recordings.facts import Entered
from replays.playback import transcript
from replays.text.languages import game_language
from replays.text.narration import narrate, narration_language
from replays.text.narrator import Narrator
from service.shared.language_codes import LANGUAGES

from .conftest import GameWithBook, take

golden = pytest.mark.parametrize("path", transcript.library_files(), ids=lambda path: path.stem)

SPECTATOR = Viewer("spectator", frozenset())
UNHEARD = re.compile(r"[][{}<>_|]|\(\W*\)|\bNone\b|  |“”|«»|\w:\w| [.,]|: ?[.,;]|, ?[.,;]|^\W*\d")
"""What is not to be read aloud: brackets, underscores, Python's words, `play:greed`, empty places."""


def opened(path: Path) -> tuple[tuple[Fact, ...], MatchOpened]:
    """Returns the facts of a golden transcript, and how its match was opened."""
    facts = transcript.read_transcript(path.read_text(encoding="utf-8"), VOCABULARY).facts
    first = facts[0].event
    assert isinstance(first, MatchOpened)
    return facts, first


def ids(given: GameWithBook) -> set[str]:
    """Returns the ids that nobody says: those that are no words, such as `GAS05`, `aye-aye` and `power-6`."""
    known = {
        *given.book.cards,
        *given.game.list_characters(given.book),
        *given.game.display_names(given.book),
    }
    return {id for id in known if re.search(r"[\d_.:-]|[A-Z]{3}", id)}


@golden
def test_a_golden_is_told_aloud_in_every_language_of_its_game(path: Path) -> None:
    facts, match = opened(path)
    given = take(match.game)
    people = {fact.event.player for fact in facts if isinstance(fact.event, SeatClaimed)}
    quoted = re.compile(r"“[^”]*”|«[^»]*»|" + "|".join(map(re.escape, people)), re.IGNORECASE)
    unsaid = ids(given)
    for code in LANGUAGES:
        if narration_language(given.game, code) == code:
            for seen in (facts, [table.redact_fact(given.rules, fact, SPECTATOR) for fact in facts]):
                for line in narrate(given.game, given.book, seen, code):
                    text = quoted.sub("X", line.text)
                    assert line.text.endswith(".")
                    assert line.text[0].isupper()
                    assert UNHEARD.search(text) is None, line
                    assert unsaid.isdisjoint(re.findall(r"[\w.:-]*\w", text)), line


@golden
def test_no_card_is_named_to_who_does_not_see_it(path: Path) -> None:
    """Cards are called by a mark here, so that each that a sentence names is found again."""
    facts, match = opened(path)
    given = take(match.game)
    names = {**given.game.display_names(given.book), **{card: f"⟦{card}⟧" for card in given.book.cards}}
    often: dict[str, int] = {}
    for viewer in table.all_viewers(given.rules, table.fold(given.rules, facts)):
        narrator = Narrator(given.game, given.book, game_language(match.game, "en"), names)
        before: set[str] = set()
        often[viewer.name] = 0
        for fact in facts:
            event = table.redact_fact(given.rules, fact, viewer).event
            seen = set(re.findall(r"[\w.-]+", msgspec.json.encode(event).decode()))
            named = re.findall("⟦(.*?)⟧", narrator.narrate(event))
            assert before | seen >= set(named), event
            often[viewer.name] += len(named)
            if not isinstance(event, Entered):  # it stands between a question and its answer
                before = seen
    if match.source == "table":  # nobody sees hidden cards there
        assert len({*often.values()}) == 1
    elif path.stem != "arena-a-chain":  # abilities strike there, and nobody plays a card
        assert 0 < often["spectator"] < often["seat-0"] < often["judge"]
