"""Possible and refused answers at a moment, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import to_builtins

from replays.analysis.legality import Choice
from replays.analysis.legality import explain_options as choices_of
from replays.text.languages import game_language
from replays.text.narrator import Narrator

from ... import faces
from ...http.services import services
from ...shared import i18n
from .access import Access
from .seat_names import names_at, names_of
from .viewers import viewer_of


def possible_data(match: str, seq: int) -> dict[str, Any]:
    """Returns the possible and the refused answers after fact *seq* of *match*, with reasons.

    The choices are in groups of one kind, first the possible ones.
    """
    viewer = viewer_of(match)
    window = services()[Access].window(match, viewer)
    game, (rules, match_state) = window.game, window.load_at(seq)
    translator = game_language(game.NAME, i18n.page_language())
    players = names_of(match_state)
    narrator = Narrator(game, rules.book, translator, names_at(game, rules, translator, players))
    choice_list = choices_of(rules, match_state, viewer, narrator)
    if choice_list.question is None:
        return {"sentence": i18n.says("No question is open at this moment."), "groups": []}
    if not choice_list.choices:
        player = players[choice_list.question.seat] or i18n.says("a free seat")
        return {
            "sentence": i18n.says("Only {player} may see what can be chosen.", player=player),
            "groups": [],
        }
    return {
        "sentence": narrator.narrate(choice_list.question),
        "lang": translator.code,
        "groups": [*_group_choices(game.NAME, choice_list.choices)],
    }


def _group_choices(game: str, choices: Iterable[Choice]) -> Iterable[dict[str, Any]]:
    titles = faces.choice_headings(game)
    results: dict[str, list[Choice]] = {}
    for choice in choices:
        kind, colon, _ = choice.pick.partition(":")
        results.setdefault(titles.get(kind.rstrip("+"), "") if colon else "", []).append(choice)
    for title, group in sorted(results.items(), key=lambda item: not item[0]):
        yield {"title": title, "choices": [to_builtins(choice) for choice in group]}
