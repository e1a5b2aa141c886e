"""Whatever refuses something can be told in every language: each message of the source has its translation.

A message is written down where it is said: `Message("Seat {seat} is taken.", seat=seat)`. Catalogues hold it
by that pattern. When this fails, the missing patterns are named with the files that say them: add them to the
`.po` files of the room, in French and Italian.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Message as Entry
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import replays
import service
from domain import table
from domain.games import GAMES, VOCABULARY
from domain.messages import Message, Name
from domain.model import CHANCE
from domain.rules import Rules
from domain.table import Match
from replays.playback import transcript
from replays.text import languages
from replays.text.languages import REFUSALS, TABLE, TOURNAMENT, Language
from replays.text.names import localized_names
from replays.text.narrator import Narrator
from service.http.problem_types import KINDS
from service.shared.language_codes import LANGUAGES
from tests.replays.conftest import take
from tests.wording import faults

ROOT = Path(__file__).parents[1]
REPLAYS, SERVICE = Path(replays.__file__).parent, Path(service.__file__).parent
SPOKEN = sorted(set(LANGUAGES) - {"en"})
SHELLS = (
    "service/portability/backup.py",
    "service/portability/copies.py",
    "service/settings.py",
)
"""What speaks to operators in a terminal, in English."""

FACES = "service/faces/"
"""What the faces of games say is read with the pages' own words, in `test_tongues`."""

MADE_ELSEWHERE = {
    "replays/audits/audit.py": 3,  # sentences filled from the patterns of `differences`
    "service/shared/type_descriptions.py": 1,  # what a card file's own shapes say: for authors of cards
    "service/jobs/failures.py": 1,  # a refusal of another process, whose pattern stands where it was raised
    "service/http/problem_types.py": 2,  # told from a table, which is read below
    "service/http/bodies/validation_messages.py": 2,  # filled sentences of marshmallow, with their patterns
}
"""Where messages are made of what is no text in the source, and how often."""


class Strict(NullTranslations):
    """The end of a chain of catalogues: what none of them says is a mistake."""

    def gettext(self, message: str) -> str:
        """Raises `LookupError`."""
        raise LookupError(f"no catalogue says “{message}”")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Returns the English one: whether there is another is for `gettext` to say."""
        return msgid1


def rooms() -> dict[str, list[Path]]:
    """Returns the catalogues of refusals, and the files whose messages each of them holds."""
    domain = ROOT / "domain"
    packages = [file for name in ("table", "recording", "sheets") for file in (domain / name).rglob("*.py")]
    around = [*domain.glob("*.py"), *packages, *REPLAYS.rglob("*.py")]
    ours = [
        file
        for file in SERVICE.rglob("*.py")
        if not (_speaks_to_operators(file) or _at(file).startswith(FACES))
    ]
    games = {game: [*(domain / game).rglob("*.py")] for game in GAMES}
    tournaments = [*(domain / TOURNAMENT).rglob("*.py")]
    return {**games, TABLE: around, TOURNAMENT: tournaments, "service": ours}


def _speaks_to_operators(file: Path) -> bool:
    return _at(file) in SHELLS or _at(file).startswith("service/cli/")


def _at(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


@cache
def said(room: str) -> dict[str, str]:
    """Returns every pattern that the files of a room tell messages by, and where."""
    found = {}
    for file in rooms()[room]:
        for _, message, *_ in extract_from_file("python", file, keywords={"Message": None}):
            found[message if isinstance(message, str) else message[0]] = _at(file)
    if room == "service":
        found |= {
            text: "service/http/problem_types.py"
            for kind in KINDS.values()
            for text in (kind.title, kind.fix)
        }
    return found


def written(room: str, code: str) -> Iterator[Entry]:
    """Yields the entries of the catalogue of refusals of a room."""
    own = SERVICE / "http" / "locale" / code / "problems.po"
    with (own if room == "service" else languages.catalogue_file(code, room, REFUSALS)).open("rb") as entries:
        yield from (entry for entry in read_po(entries, abort_invalid=True) if entry.id)


every_catalogue = pytest.mark.parametrize(("room", "code"), [(r, c) for r in rooms() for c in SPOKEN])


@every_catalogue
def test_whatever_is_refused_is_refused_in_every_language(room: str, code: str) -> None:
    known = {str(entry.id) for entry in written(room, code) if entry.string and not entry.fuzzy}
    assert len(said(room)) > 20
    missing = sorted(f"{at}: {text}" for text, at in said(room).items() if text not in known)
    assert not missing, "\n".join(("no translation of", *missing))


@every_catalogue
def test_nothing_is_kept_that_nobody_says(room: str, code: str) -> None:
    unsaid = sorted({str(entry.id) for entry in written(room, code)} - said(room).keys())
    assert not unsaid, "\n".join(("nobody says", *unsaid))


@every_catalogue
def test_a_translation_has_the_blanks_of_its_message(room: str, code: str) -> None:
    unlike = [
        entry.id for entry in written(room, code) if _blanks(str(entry.id)) != _blanks(str(entry.string))
    ]
    assert unlike == []


def _blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_text_of_every_message_stands_where_it_is_said() -> None:
    hidden: dict[str, int] = {}
    for file in sorted({file for files in rooms().values() for file in files}):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Message"), args=[ast.Constant(), *_]):
                    continue
                case ast.Call(func=ast.Name(id="Message")):
                    hidden[_at(file)] = hidden.get(_at(file), 0) + 1
    assert hidden == MADE_ELSEWHERE


# -- as they are told ----------------------------------------------------------------------------------


@cache
def strict(code: str) -> Language:
    """Returns a language that refuses to fall back on English, but for what is called by a name."""
    told = languages.load_catalogues(code, languages.catalogue_files(code))
    told.add_fallback(Strict())
    return Language(code, told)


TOLD = [
    (match, code)
    for match in ("arena-chapter-2-the-rest", "arena-chapter-4-team-play", "villainous-six-villains")
    for code in SPOKEN
    if languages.game_language(match.partition("-")[0], code).code == code
]
"""Recorded matches, and the languages that their games are told in."""


@pytest.mark.parametrize(("recorded", "code"), TOLD)
def test_every_refusal_of_a_match_is_told_in_every_language(recorded: str, code: str) -> None:
    given = take(recorded.partition("-")[0])
    named = localized_names(given.game, given.book, languages.game_language(given.game.NAME, code))
    narrator = Narrator(given.game, given.book, strict(code), named)
    told = 0
    for match in some_positions(given.rules, recorded):
        asked = table.open_question(given.rules, match)
        assert asked is not None
        for pick in given.rules.candidate_picks(match.position.board, asked):
            if pick not in asked.options:
                sentence = given.rules.explain_refusal(match.position.board, asked, pick).sentence
                assert isinstance(sentence, Message)
                text = narrator.refusal_text(asked, pick, sentence)
                assert text not in ("", str(sentence))
                assert not [*faults(text, code)]
                told += 1
    assert told > 100


def some_positions(rules: Rules[Any, Any], recorded: str) -> Iterator[Match[Any]]:
    """Yields some moments of a recorded match at which a player is asked."""
    luck = Random(1)
    text = (REPLAYS / "library" / f"{recorded}.game").read_text(encoding="utf-8")
    match: Match[Any] | None = None
    for fact in transcript.read_transcript(text, VOCABULARY).facts:
        match = table.fold(rules, [fact], match)
        asked = table.open_question(rules, match)
        if asked is not None and asked.seat != CHANCE and luck.random() < 0.1:
            yield match


def test_a_message_is_its_english_sentence_and_keeps_what_it_is_made_of() -> None:
    inner = Message("it costs {cost}, and there is {power} Power", cost=3, power=1)
    message = Message("“{pick}” cannot be chosen: {reason}.", pick="play:x", reason=inner)
    assert message == "“play:x” cannot be chosen: it costs 3, and there is 1 Power."
    assert (message.pattern, message.arguments["reason"]) == ("“{pick}” cannot be chosen: {reason}.", inner)
    assert Message("braces {stay} as they are") == "braces {stay} as they are"


def test_a_message_is_told_with_the_names_of_a_language() -> None:
    message = Message("{card} forbids it", card=Name("Ariel", "ariel"))
    assert strict("fr").render(message, {"ariel": "La Petite Sirène"}) == "La Petite Sirène l’interdit"
    assert languages.IN_ENGLISH.render(message) == "Ariel forbids it"
