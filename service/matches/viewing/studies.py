"""Studies of this browser, with their names and the lines that go on from one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

from babel.dates import format_date
from flask import abort
from markupsafe import Markup

from domain.games import Game
from domain.model import CHANCE, SPECTATOR, Answered, Picks, Seat
from domain.rules import Rules
from domain.table import Match, MatchOpened
from projections.event_log import CorruptStream
from replays.playback.replay import Replay
from replays.text.languages import Language
from replays.text.narration import narration_language

from ... import faces
from ...catalog.cardsets import PinnedCardSetMissing, localized_title
from ...catalog.examples import example_shown_by
from ...catalog.exercises import find_exercise
from ...catalog.position_drawings import draw_position
from ...http.services import services
from ...identity import browser
from ...identity.players import PlayerDirectory
from ...shared.errors import Forbidden, UnknownMatch
from ...shared.i18n import catalogue, page_language, says
from ..opening.forks import closed_reason
from ..repository import MatchRepository, seat_of
from ..takebacks import Takebacks
from .access import Access
from .narrators import acts_after
from .seat_names import shown_names
from .visibility import Window

MAX_FACTS = 40
"""Facts among which the first act of a line is found."""
MAX_LINES = 60
"""The latest matches of this browser among which its studies are found."""


class StudyLine(NamedTuple):
    """Study with its first moment, the line of the study `root`. `act` is its first one in words."""

    match: str
    root: str
    moment: str
    drawing: Markup
    game: str
    act: str


class Study(NamedTuple):
    """Study with its title, the name by this browser, and its origin. The first of its `lines` is its own."""

    match: str
    title: str
    name: str
    origin: str
    origin_seq: int
    day: str
    lines: tuple[StudyLine, ...]


def is_study(opened: MatchOpened) -> bool:
    """Returns whether a match is a study, not an exercise or the example of a rule."""
    position = opened.position
    return bool(position) and not (find_exercise(opened) or example_shown_by(opened.game, position))


def is_solo(match: str, match_state: Match[Any]) -> bool:
    """Returns whether this browser plays every seat of a study."""
    return is_study(match_state.settings) and plays_every_seat(match, match_state)


def plays_every_seat(match: str, match_state: Match[Any]) -> bool:
    """Returns whether this browser plays every seat of a match."""
    tokens = (browser.session_token(match, f"{browser.SEAT}{seat}") for seat in browser.seats_of(match))
    own_seats = {seat_of(match_state, token) for token in tokens if token}  # a seat may have changed hands
    return own_seats.issuperset(range(match_state.settings.seats))


def take_back(match: str, seat: Seat, to: int) -> None:
    """Goes back to fact *to*, before an answer of *seat*, for all seats, which this browser plays."""
    for own_seat in (seat, *(other for other in browser.seats_of(match) if other != seat)):
        token = browser.session_token(match, f"{browser.SEAT}{own_seat}") or abort(401)
        match_state = services()[MatchRepository].load_match(match).match
        if own_seat == seat or match_state.offers.takebacks:  # agreed before all have answered
            services()[Takebacks].ask_takeback(match, token, to)


def answer_in_origin(match_state: Match[Any], study: Replay[Any, Any], seq: int) -> Picks | None:
    """Returns the next answer of the open origin of a *study* whose line to fact *seq* repeats it."""
    opened, repository = match_state.settings, services()[MatchRepository]
    if not (opened.origin and is_study(opened)):
        return None
    with suppress(UnknownMatch, CorruptStream):
        if closed_reason(repository, opened.origin, SPECTATOR) is None:
            origin = repository.load_replay(opened.origin)
            answers = _list_answers(study, study.line_to(seq))
            origin_answers = _list_answers(origin, (each for each in origin.line if each > opened.origin_seq))
            if origin_answers[: len(answers)] == answers and len(origin_answers) > len(answers):
                return origin_answers[len(answers)][1]
    return None


def _list_answers(replay: Replay[Any, Any], seqs: Iterable[int]) -> list[tuple[Seat, Picks]]:
    """Returns the answers of players among the facts *seqs*."""
    events = (replay.facts[seq - 1].event for seq in seqs)
    return [
        (event.seat, event.picks) for event in events if isinstance(event, Answered) and event.seat != CHANCE
    ]


def describe_study(match: str, game: Game, rules: Rules[Any, Any], match_state: Match[Any]) -> Study | None:
    """Returns the study *match* with all of its lines here, `None` for other matches."""
    opened = match_state.settings
    if not is_study(opened):
        return None
    root = _root_of(match)
    lines = [*_own_lines(root)]
    if all(line.match != match for line in lines):
        lines.append(_make_line(match, game, rules, match_state.settings.position))
    return _make_study(root, sorted(lines, key=lambda line: line.match))


def list_studies() -> list[Study]:
    """Returns the studies of this browser, the latest first."""
    families: dict[str, list[StudyLine]] = {}
    for line in _own_lines():
        families.setdefault(line.root, []).append(line)
    return [_make_study(root, sorted(lines, key=lambda line: line.match)) for root, lines in families.items()]


def _own_lines(root: str = "") -> Iterator[StudyLine]:
    """Yields the lines of this browser, those of the study *root* alone if one is given."""
    for match in browser.recent_matches()[:MAX_LINES]:
        with suppress(UnknownMatch, PinnedCardSetMissing, Forbidden, CorruptStream):
            if not is_study(services()[MatchRepository].load_settings(match)) or not browser.seats_of(match):
                continue
            if root and _root_of(match) != root:
                continue
            viewer = services()[Access].viewer_for(match, browser.session_token(match))
            window = services()[Access].window(match, viewer)
            rules, match_state = window.load()
            position = match_state.settings.position
            yield _make_line(match, window.game, rules, position, _first_act(window))


def _first_act(window: Window) -> str:
    """Returns the act of the first answer in words, or an empty text."""
    replay, people = window.load_replay(), services()[PlayerDirectory]
    replay = replay.until(min(len(replay), MAX_FACTS))
    language = narration_language(window.game, page_language())
    acts = acts_after(window.game, replay, window.viewer, people, language, 0)
    return next((act.text for act in acts if isinstance(replay.facts[act.seq - 1].event, Answered)), "")


def _make_line(match: str, game: Game, rules: Rules[Any, Any], position: str, act: str = "") -> StudyLine:
    language = page_language()
    sketch = faces.sketch(game, rules.load_study(position).board, rules.book)
    return StudyLine(
        match,
        _root_of(match),
        Language(language, catalogue(language)).render(sketch.caption),
        draw_position(game, rules, position),
        localized_title(game.NAME, language),
        act,
    )


def _root_of(match: str) -> str:
    """Returns the study of this browser that *match* goes on from, at last itself."""
    origin = services()[MatchRepository].load_settings(match).origin
    with suppress(UnknownMatch, CorruptStream):
        if (
            origin
            and browser.seats_of(origin)
            and is_study(services()[MatchRepository].load_settings(origin))
        ):
            return _root_of(origin)
    return match


def _make_study(root: str, lines: list[StudyLine]) -> Study:
    opened = services()[MatchRepository].load_settings(root)
    moment = next((line.moment for line in lines if line.match == root), lines[0].moment)
    title, day = says("Set-up position · {moment}", moment=moment), ""
    with suppress(UnknownMatch, PinnedCardSetMissing, CorruptStream):
        if opened.origin:
            origin = services()[MatchRepository].load_match(opened.origin).match
            players = " – ".join(shown_names(origin, services()[PlayerDirectory]))
            title = f"{players} · {moment}"
            moment_opened = datetime.fromtimestamp(origin.settings.at / 1000, UTC)
            day = format_date(moment_opened, "long", locale=page_language())
    return Study(root, title, browser.study_name(root), opened.origin, opened.origin_seq, day, tuple(lines))
