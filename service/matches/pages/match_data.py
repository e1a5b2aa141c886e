"""What a page needs to know of a match: who may look, the words, the cards; and what is asked, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain import decider, table
from domain.games import Game
from domain.model import CHANCE, Asked
from domain.rules import Rules
from replays.analysis.review import MISTAKE
from replays.text.languages import game_language
from replays.text.names import localized_names as named
from replays.text.narration import Narrator

from ...catalog import rulebook
from ...catalog.examples import examples, shown_by
from ...catalog.first_match_texts import explanations
from ...catalog.lesson_texts import lesson_of
from ...catalog.playable_games import title
from ...catalog.puzzle_texts import puzzle_of
from ...evidence.keys import ImportTrust
from ...http.services import services
from ...identity import browser
from ...shared import i18n
from ...site.board_data import board_data
from ..opening.forks import closed
from ..origin import origin
from ..repository import SPECTATOR, MatchRepository
from ..viewing.access import Access
from ..viewing.seat_names import accounts_of, names_at, names_of
from ..viewing.visibility import Window


def page_data(match: str) -> dict[str, Any]:
    """Returns what the page of *match* is made of."""
    if not (browser.claims_of(match) or browser.session_token(match, browser.JUDGE)):
        services()[Access].viewer_for(match, browser.session_token(match))  # who may not look is told so
    window = services()[Access].window(match, SPECTATOR)  # who plays is told no more of it here
    game, (rules, match_state) = window.game, window.current()
    mine = [seat for seat in browser.seats_of(match) if seat not in match_state.bots]
    players = names_of(match_state)
    viewers = [viewer.name for viewer in table.all_viewers(rules, match_state)]
    names = {seat: viewers[seat + 1] for seat in mine}
    return {
        "match": match,
        "title": title(game.NAME, i18n.chosen()),
        "players": players,
        "lesson": lesson_of(game, rules, match_state.settings.position),
        "puzzle": puzzle_of(game, rules, match_state.settings.position),
        "example": _example(game, rules, match_state.settings.position),
        "imported": origin(services()[ImportTrust].match_origin(match)),
        "accounts": accounts_of(match_state),
        "played": match_state,
        "clocked": match_state.settings.clock is not None,
        "open": match_state.ended is not None and not closed(services()[MatchRepository], match, SPECTATOR),
        "looking": list(_looking(match, names, players)),
        "claims": browser.claims_of(match),
        "page": {
            "match": match,
            "viewer": names[mine[0]] if mine else SPECTATOR.name,
            "seats": mine,
            "bots": [*match_state.bots],
            "over": match_state.ended is not None,
            "explanations": explanations(game, rules, match_state.settings) if mine else None,
            "mistake": MISTAKE,
            **board_data(game, rules),
        },
    }


def _example(game: Game, rules: Rules[Any, Any], position: str) -> dict[str, str] | None:
    """Returns the rule whose example a match is, and what to do there; `None` where it is none."""
    if not (number := position and shown_by(game.NAME, position)):
        return None
    lang, found = i18n.chosen(), examples(game.NAME)[number]
    translator = game_language(game.NAME, lang)
    return {
        "number": number,
        "rule": rulebook.packaged(game.NAME).rule(number).text[lang],
        "do": translator.elide(found.do[lang].format_map(named(game, rules.book, translator))),
        "refused": found.refused,
    }


def _looking(
    match: str, names: Mapping[int, str], players: Sequence[str | None]
) -> Iterator[tuple[str, str]]:
    """Yields with whose eyes this browser may look at *match*: what the service calls them, and in words."""
    yield SPECTATOR.name, i18n.says("Spectator")
    for seat, name in names.items():
        player, here = players[seat] or i18n.says("a free seat"), i18n.says("Seat {number}", number=seat + 1)
        both = i18n.says("{player} · seat {number}", player=player, number=seat + 1)
        yield name, here if player == here else both
    if browser.session_token(match, browser.JUDGE):
        yield browser.JUDGE, i18n.says("Judge")


def question_data(window: Window, seq: int) -> dict[str, Any]:
    """Returns what is asked after fact *seq*, in words, and what can be picked, for who looks.

    `rule` is the one that asks; none, where whoever has the turn is asked what to do in it.
    """
    viewer, game, (rules, match_state) = window.viewer, window.game, window.at(seq)
    asked = table.open_question(rules, match_state)
    if asked is None or asked.seat == CHANCE:
        return {"seq": seq, "asked": False, "sentence": "", "options": []}
    shown = decider.redact_question(asked, viewer)
    players = names_of(match_state)
    translator = game_language(game.NAME, i18n.chosen())
    narrator = Narrator(game, rules.book, translator, names_at(game, rules, translator, players))
    options = shown.options if asked.seat in viewer.shares else ()
    (fact,) = window.facts(
        match_state.last_game_seq - 1, match_state.last_game_seq
    )  # what players said aside since asks nothing
    # Who plays for several hears for whom; other eyes than those of the seat see nothing to choose.
    to_you = asked.seat in viewer.shares and browser.seats_of(window.match) == [asked.seat]
    return {
        "seq": seq,
        "asked": True,
        "seat": asked.seat,
        "sentence": narrator.prompt_text(asked) if to_you else narrator.narrate(asked),
        "lang": translator.code,
        "rule": fact.rule if isinstance(fact.event, Asked) else "",
        "options": [{"pick": pick, "label": narrator.label(asked, pick)} for pick in options],
    }
