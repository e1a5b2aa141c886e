"""The golden transcripts: the rules of today still lead from their answers to their facts."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from domain import table
from domain.arena import facts as arena
from domain.games import GAMES, VOCABULARY
from domain.model import Event
from domain.notation import event_tag
from domain.rules import Rules
from domain.table import MatchOpened, Ruled
from domain.table.facts import Outcome
from domain.villainous import facts as villainous
from replays.audits.verify import verify
from replays.playback import transcript
from replays.proof.chain import FactCommitter
from replays.text.narration import narrate
from service.catalog.cardsets import CardSetRegistry
from service.shared.language_codes import LANGUAGES

from .conftest import take
from .duellists import duellists

golden = pytest.mark.parametrize("path", transcript.library_files(), ids=lambda path: path.stem)


@cache
def opened(path: Path) -> tuple[transcript.Transcript, MatchOpened]:
    """Returns the transcript at *path*, and how its match was opened."""
    told = transcript.read_transcript(path.read_text(encoding="utf-8"), VOCABULARY)
    first = told.facts[0].event
    assert isinstance(first, MatchOpened)
    return told, first


def book_of(match: MatchOpened) -> Any:
    """Returns what a golden was played with: the set of its own, or the one that comes with the game."""
    return duellists().book if match.cards == duellists().digest else take(match.game).book


def test_the_library_holds_a_match_of_every_game() -> None:
    assert {opened(path)[1].game for path in transcript.library_files()} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_version_of_the_rules_that_decides_matches_has_its_golden(game: str) -> None:
    matches = [match for _, match in map(opened, transcript.library_files()) if match.game == game]
    assert {match.version for match in matches} >= {*GAMES[game].VERSIONS}


def test_every_kind_of_fact_happens_in_some_golden() -> None:
    happened = {
        event_tag(type(fact.event)) for path in transcript.library_files() for fact in opened(path)[0].facts
    }
    assert set(VOCABULARY) - happened == set()


# -- the goldens of Sorcerer's Arena hold everything that is printed -----------------------------------


def recorded(kind: type[Event], field: str) -> set[str]:
    """Returns what stands in a field of the facts of a kind, in all goldens."""
    events = [fact.event for path in transcript.library_files() for fact in opened(path)[0].facts]
    return {getattr(event, field) for event in events if isinstance(event, kind)}


def test_every_card_of_the_core_set_is_played_in_some_golden() -> None:
    assert set(take("arena").book.cards) - recorded(arena.CardPlayed, "card") == set()


def test_every_skill_is_used_and_every_ability_happens_in_some_golden() -> None:
    characters = take("arena").book.characters
    skills = {f"{who}.s{n}" for who, c in characters.items() for n in range(1, len(c.upgraded.skills) + 1)}
    assert skills - recorded(arena.SkillUsed, "skill") == set()
    assert {f"{who}.a" for who in characters} - recorded(arena.AbilityTriggered, "ability") == set()


def test_every_status_is_given_in_some_golden() -> None:
    assert set(get_args(arena.Status)) - recorded(arena.StatusCountersAdded, "status") == set()


def test_every_chapter_edition_and_number_of_summoners_is_played_in_some_golden() -> None:
    matches = [match for _, match in map(opened, transcript.library_files()) if match.game == "arena"]
    assert {match.options["chapter"] for match in matches} == {1, 2, 3, 4}
    assert {match.options["edition"] for match in matches} == {"en", "fr", "it"}
    assert {match.seats for match in matches if match.options["chapter"] > 1} == {2, 4}


# -- and those of Villainous ----------------------------------------------------------------------------


def test_every_card_of_villainous_is_played_in_some_golden() -> None:
    cards = take("villainous").book.cards
    played = {cards[card].id for card in recorded(villainous.CardPlayed, "card")}
    assert {card.id for card in cards.values()} - played == set()


def test_every_villain_and_number_of_players_sits_at_some_golden_table() -> None:
    matches = [match for _, match in map(opened, transcript.library_files()) if match.game == "villainous"]
    assert {who for match in matches for who in match.options["villains"]} == set(
        take("villainous").book.villains
    )
    assert {match.seats for match in matches} >= {2, 3, 4, 6}


# -- cases ------------------------------------------------------------------------------------------------


def test_every_outcome_of_a_ruling_is_ruled_in_some_golden() -> None:
    assert recorded(Ruled, "outcome") == set(get_args(Outcome))


def test_evidence_is_what_a_record_of_the_goldens_name_hashes_to() -> None:
    pointed = 0
    for path in transcript.library_files():
        told, match = opened(path)
        pieces = [piece for fact in told.facts for piece in getattr(fact.event, "evidence", ())]
        if pieces:
            heads = list(FactCommitter(path.stem, take(match.game).rules, match).hash_facts(told.facts))
            assert [piece.hash for piece in pieces] == [heads[piece.seq - 1] for piece in pieces]
            pointed += len(pieces)
    assert pointed > 3


# -- what was recorded under earlier rules can be read for ever ------------------------------------------


@pytest.mark.parametrize(
    "path", sorted(transcript.LIBRARY.glob("earlier/*.game")), ids=lambda path: path.stem
)
def test_a_match_of_earlier_rules_can_still_be_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    told = transcript.read_transcript(text, VOCABULARY)
    assert [fact.seq for fact in told.facts] == list(range(1, len(told.facts) + 1))
    assert transcript.write_transcript(told) == text


# -- every golden ------------------------------------------------------------------------------------


def _rules_of(match: MatchOpened) -> Rules[Any, Any]:
    """Returns the rules of a match with the card set that it is pinned to."""
    if match.cards == duellists().digest:
        return GAMES[match.game].make_rules(duellists().book, match.version)
    return CardSetRegistry().load_rules(match)


@pytest.mark.parametrize("path", sorted(transcript.LIBRARY.glob("**/*.game")), ids=lambda path: path.stem)
def test_a_match_of_any_version_opens_folds_and_narrates(path: Path) -> None:
    record, match = opened(path)
    rules = _rules_of(match)
    position = table.fold(rules, record.facts).position
    assert position.seq == record.facts[-1].seq
    game = GAMES[match.game]
    for language in LANGUAGES:
        assert [*narrate(game, rules.book, record.facts, language=language)]
    heads = list(FactCommitter(path.stem, rules, match).hash_facts(record.facts))
    assert len({*heads}) == len(record.facts)


@golden
def test_it_decides_again_to_itself(path: Path) -> None:
    told, match = opened(path)
    game = take(match.game).game
    assert verify(game.make_rules(book_of(match), match.version), told.facts).difference == ""


@golden
def test_its_text_is_what_its_facts_write(path: Path) -> None:
    assert transcript.write_transcript(opened(path)[0]) == path.read_text(encoding="utf-8")


@golden
def test_it_says_what_it_shows(path: Path) -> None:
    assert opened(path)[0].title.strip()


@golden
def test_it_can_be_narrated_to_its_end(path: Path) -> None:
    told, match = opened(path)
    given = take(match.game)
    *_, last = narrate(given.game, given.book, told.facts)
    assert last.seq == told.facts[-1].seq
