"""The page that opens a match by a form: first the choice of a game, then the form of its options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from flask import redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from domain.errors import InvalidField
from domain.games import Game

from ...catalog.playable_games import Playable, all_playable, find_playable
from ...shared.i18n import says
from .option_form import FIELD_PREFIX, list_choices, option_label


class GameForm(NamedTuple):
    """The form of a page: the template of its games, the page of an opened match, and two functions.

    `create` opens a match from the values of the form. `render` shows them again, with the reason of a
    refusal.
    """

    games_template: str
    opened_page: str
    create: Callable[[Playable, MultiDict[str, str]], str]
    render: Callable[[Playable, MultiDict[str, str], InvalidField | None], str]

    def show(self) -> str:
        """Returns the choice of a game, or the form of the game in the address."""
        name = request.args.get("game", "")
        return self.render(find_playable(name), request.args, None) if name else self._render_games("")

    def submit(self) -> Response | tuple[str, int]:
        """Opens a match from the form, and redirects to it; or returns the form with its error."""
        form = request.form
        if not form.get("game"):
            return self._render_games(says("Choose a game first.")), 422
        game = find_playable(form["game"])
        try:
            match = self.create(game, form)
        except InvalidField as refusal:
            if refusal.slug != "unplayable":
                raise
            return self.render(game, form, refusal), 422
        return redirect(url_for(self.opened_page, match=match), 303)

    def _render_games(self, trouble: str) -> str:
        return render_template(self.games_template, games=all_playable(), trouble=trouble)


def choice_fields(game: Game) -> dict[str, Any]:
    """Returns the values of a template about the main choices of *game* and those for each seat."""
    choices = list_choices(game.NAME, game.Options)
    return {
        "field": FIELD_PREFIX,
        "name": lambda *of: option_label(game.NAME, *of),
        "main": [choice for choice in choices if choice.main and choice.kind == "one"],
        "each": [choice for choice in choices if choice.kind == "each"],
    }
