"""Data of a match for its page, with the open question in words and later updates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict, replace

from domain import decider, table
from domain.games import Game
from domain.model import CHANCE, SPECTATOR, Asked, Event
from domain.rules import Rules
from domain.table import Match
from domain.table.facts import MatchOpened, Rewound, SeatClaimed, TakebackAsked
from replays.analysis.judgments import BLUNDER, MISTAKE, SLIP
from replays.playback.deltas import ReplayPage, replay_page
from replays.text.acts import Act
from replays.text.languages import game_language
from replays.text.names import localized_names as named
from replays.text.narration import narration_language
from replays.text.narrator import Narrator

from ...catalog import rulebook
from ...catalog.cardsets import localized_title
from ...catalog.examples import example_shown_by, load_examples
from ...catalog.exercises import find_exercise
from ...catalog.first_match import explain_questions
from ...catalog.lessons import lesson_of
from ...catalog.puzzles import puzzle_of
from ...evidence.keys import ImportTrust
from ...http.services import services
from ...identity import browser
from ...identity.players import PlayerDirectory, Players
from ...shared import i18n
from ...shared.errors import UnknownMatch
from ...site.board_data import board_data
from ..opening.forks import closed_reason
from ..origin import describe_origin
from ..repository import MatchRepository
from ..viewing.access import Access
from ..viewing.narrators import acts_after
from ..viewing.seat_names import accounts_of, names_at, names_of
from ..viewing.studies import answer_in_origin, describe_study, is_solo
from ..viewing.visibility import Window
from .table import awaited_nonces


def page_data(match: str) -> dict[str, Any]:
    """Returns the template values of the page of *match*."""
    if not (browser.claims_of(match) or browser.session_token(match, browser.JUDGE)):
        services()[Access].viewer_for(
            match, browser.session_token(match)
        )  # raises for a viewer without access
    window = services()[Access].window(match, SPECTATOR)  # the page itself has only public data
    game, (rules, match_state) = window.game, window.load()
    own_seats = [seat for seat in browser.seats_of(match) if seat not in match_state.bots]
    players = names_of(match_state)
    viewers = [viewer.name for viewer in table.all_viewers(rules, match_state)]
    names = {seat: viewers[seat + 1] for seat in own_seats}
    question = table.open_question(rules, match_state)
    viewer = (question and names.get(question.seat)) or next(iter(names.values()), SPECTATOR.name)
    is_over = match_state.ended is not None
    is_open = is_over and not closed_reason(services()[MatchRepository], match, SPECTATOR)
    return {
        "match": match,
        "title": localized_title(game.NAME, i18n.page_language()),
        "players": players,
        "lesson": lesson_of(game, rules, match_state.settings.position),
        "characters": [*_list_characters(game, rules, match_state)],
        "study": (study := describe_study(match, game, rules, match_state)),
        "solo": study is not None and is_solo(match, match_state),
        "puzzle": puzzle_of(game, rules, match_state.settings.position),
        "example": _example_data(game, rules, match_state.settings.position),
        "imported": describe_origin(services()[ImportTrust].match_origin(match)),
        "result": describe_result(rules, match_state, players),
        "accounts": accounts_of(match_state),
        "played": match_state,
        "clocked": match_state.settings.clock is not None,
        "open": is_open,
        "reviewable": is_open or (is_over and match_state.is_on_table),
        "from_table": _is_from_table(match_state.settings.origin),
        "records": browser.session_token(match, browser.SCRIBE) is not None,
        "looking": list(_viewer_labels(match, names, players)),
        "claims": browser.claims_of(match),
        "page": {
            "match": match,
            "viewer": viewer,
            "seats": own_seats,
            "reveals": awaited_nonces(match, services()[MatchRepository].load_match(match).match),
            "bots": [*match_state.bots],
            "over": is_over,
            "recorded": match_state.is_on_table,
            "explanations": explain_questions(game, rules, match_state.settings) if own_seats else None,
            "losses": (SLIP, MISTAKE, BLUNDER),
            **board_data(game, rules),
        },
    }


def describe_result(rules: Rules[Any, Any], match_state: Match[Any], players: Sequence[str | None]) -> str:
    """Returns who won, with the score of two sides; empty for a match under way."""
    if match_state.ended is None or match_state.settings.origin:
        return ""
    winners, board = match_state.ended.winners, match_state.position.board
    if not winners:
        return i18n.says("The match ended in a draw.")
    own = [winners[0] in side for side in rules.list_sides(board)]
    points = [point for _, point in sorted(zip(own, rules.side_points(board), strict=False), reverse=True)]
    names = ", ".join(players[seat] or "" for seat in winners)
    if len(points) == 2 and points[0] > points[1]:
        return i18n.says("{winner} wins, {own} : {other}.", winner=names, own=points[0], other=points[1])
    return i18n.says("{winners} won the match.", winners=names)


def _list_characters(game: Game, rules: Rules[Any, Any], match_state: Match[Any]) -> Iterator[str]:
    """Yields the characters or the Villain of each seat by name."""
    translator = game_language(game.NAME, i18n.page_language())
    names = named(game, rules.book, translator)
    for seat in range(match_state.settings.seats):
        characters = rules.seat_characters(match_state.position.board, seat)
        yield translator.join_words([names.get(each, each) for each in characters])


def _is_from_table(origin: str) -> bool:
    """Returns whether the match goes on from one that was recorded here."""
    try:
        return bool(origin) and services()[MatchRepository].load_settings(origin).source == "table"
    except UnknownMatch:
        return False


def _example_data(game: Game, rules: Rules[Any, Any], position: str) -> dict[str, str] | None:
    """Returns the rule and the task of an example match, `None` for other matches."""
    if not (number := position and example_shown_by(game.NAME, position)):
        return None
    lang, example = i18n.page_language(), load_examples(game.NAME)[number]
    translator = game_language(game.NAME, lang)
    return {
        "number": number,
        "rule": rulebook.packaged_rulebook(game.NAME).find_rule(number).text[lang],
        "do": translator.elide(example.do[lang].format_map(named(game, rules.book, translator))),
        "refused": example.refused,
    }


def _viewer_labels(
    match: str, names: Mapping[int, str], players: Sequence[str | None]
) -> Iterator[tuple[str, str]]:
    """Yields the viewers that this browser may choose, by name and label."""
    yield SPECTATOR.name, i18n.says("Spectator")
    for seat, name in names.items():
        player = players[seat] or i18n.says("a free seat")
        both = i18n.says("{player} · seat {number}", player=player, number=seat + 1)
        yield name, i18n.says("You") if len(names) == 1 else both
    if browser.session_token(match, browser.JUDGE):
        yield browser.JUDGE, i18n.says("Judge")


def question_data(window: Window, seq: int) -> dict[str, Any]:
    """Returns the question after fact *seq* in words, with the options for the viewer.

    `rule` is the rule that asks, empty for the choice of an action in a turn.
    """
    viewer, game, (rules, match_state) = window.viewer, window.game, window.load_at(seq)
    question = table.open_question(rules, match_state)
    if question is None or question.seat == CHANCE:
        return {"seq": seq, "asked": False, "sentence": "", "options": []}
    redacted = decider.redact_question(question, viewer)
    players = names_of(match_state)
    translator = game_language(game.NAME, i18n.page_language())
    narrator = Narrator(game, rules.book, translator, names_at(game, rules, translator, players))
    options = redacted.options if question.seat in viewer.shares else ()
    (fact,) = window.load_facts(
        match_state.last_game_seq - 1, match_state.last_game_seq
    )  # later facts outside of the game ask nothing
    is_own = _reads_you(window, match_state.settings) or is_solo(window.match, match_state)
    to_you = question.seat in viewer.shares and is_own
    origin_answer = None
    if options and match_state.settings.origin:
        origin_answer = answer_in_origin(match_state, window.load_replay(), seq)
    return {
        "seq": seq,
        "asked": True,
        "seat": question.seat,
        "sentence": narrator.prompt_text(question) if to_you else narrator.narrate(question),
        "lang": translator.code,
        "rule": fact.rule if isinstance(fact.event, Asked) else "",
        "options": [{"pick": pick, "label": narrator.label(question, pick)} for pick in options],
        "origin_answer": origin_answer if origin_answer and {*origin_answer} <= {*options} else None,
    }


def _reads_you(window: Window, match_settings: MatchOpened) -> bool:
    """Returns whether sentences say “you” to this browser, which has one seat or does an exercise."""
    return len(browser.seats_of(window.match)) == 1 or find_exercise(match_settings) is not None


MAX_FACTS = 1000
"""Facts in one reply."""


class Updates(ReplayPage, frozen=True):
    """Frames, the acts of their facts in `lang`, and the question after the last one.

    The first act may have begun before the frames.
    """

    lang: str
    acts: list[Act]
    question: dict[str, Any]


def _narrate_alone(act: Act, event: Event) -> Act:
    """Returns an *act* of a study for its only player, who agrees with nobody else."""
    if isinstance(event, MatchOpened | SeatClaimed | TakebackAsked):
        return replace(act, text="", lines=[])
    return replace(act, text=i18n.says("You undo the last answer.")) if isinstance(event, Rewound) else act


def updates_after(window: Window, after: int) -> Updates:
    """Returns the updates after fact *after*, 0 for all; raises `replay.UnknownMoment`."""
    replay, people = window.load_replay(), services()[PlayerDirectory]
    own_seats = browser.seats_of(window.match)

    def names(players: Players) -> Players:
        return people.seat_players(players).names_in(i18n.page_language())

    page = replay_page(window.match, window.game, replay, window.viewer, after, MAX_FACTS, names)
    last = len(replay) if page.next is None else int(page.next)
    lang = narration_language(window.game, i18n.page_language())
    seat = next((seat for seat in own_seats if window.viewer.name == f"seat-{seat}"), None)
    reader = seat if _reads_you(window, replay.at(1).settings) else None
    acts = acts_after(window.game, replay.until(last), window.viewer, people, lang, after, reader)
    if is_solo(window.match, replay.at(last)) or find_exercise(replay.at(1).settings):
        acts = [_narrate_alone(act, replay.facts[act.seq - 1].event) for act in acts]
    return Updates(**asdict(page), lang=lang, acts=acts, question=question_data(window, last))
