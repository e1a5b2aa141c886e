"""What a page needs to know of a match: who may look, the words, the cards; and what is asked, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain import core, table
from domain.words import CHANCE, Asked
from replays.languages import language
from replays.narration import Narrator

from ..api.replies import house
from ..api.requests import bearer
from ..records import SPECTATOR
from . import sessions, tongues
from .words import interface


def page_data(match: str) -> dict[str, Any]:
    """Returns what the page of *match* is made of."""
    matches = house().matches
    window = matches.window(match, SPECTATOR)  # who plays is told no more of it here
    game, (rules, played) = window.game, window.current()
    mine = sessions.seats_of(match)
    viewers = [viewer.name for viewer in table.viewers(rules, played)]
    names = {f"seat-{seat}": viewers[seat + 1] for seat in mine}
    tongue = language(game.NAME, tongues.chosen())
    looking = ["spectator", *names.values(), *(["judge"] if sessions.token(match, "judge") else [])]
    return {
        "match": match,
        "title": game.TITLE,
        "players": matches.people.seated(tuple(None if p is None else p.player for p in played.players)),
        "played": played,
        "looking": looking,
        "claims": sessions.claims_of(match),
        "page": {
            "match": match,
            "game": game.NAME,
            "viewer": names[f"seat-{mine[0]}"] if mine else "spectator",
            "seats": mine,
            "bots": sessions.bots_of(match),
            "over": played.ended is not None,
            "catalogue": game.catalogue(rules.book),
            "words": {
                "ui": interface(),
                "names": dict(game.names(rules.book, tongue.code)),
                "texts": texts(game.catalogue(rules.book)),
            },
        },
    }


def texts(catalogue: Any) -> dict[str, str]:
    """Returns what is printed on every card, by its id, in our own words."""
    found: dict[str, str] = {}
    if isinstance(catalogue, dict):
        ids = catalogue.get("ids") or ([catalogue["id"]] if "id" in catalogue else [])
        if catalogue.get("text"):
            found |= dict.fromkeys(ids, catalogue["text"])
        for inner in catalogue.values():
            found |= texts(inner)
    elif isinstance(catalogue, list | tuple):
        for inner in catalogue:
            found |= texts(inner)
    return found


def question_data(match: str, seq: int) -> dict[str, Any]:
    """Returns what is asked in *match* after fact *seq*, in words, and what can be picked, for who looks."""
    matches = house().matches
    viewer = matches.viewer(match, bearer())
    window = matches.window(match, viewer)
    game, (rules, played) = window.game, window.at(seq)
    asked = table.asked(rules, played)
    if asked is None or asked.seat == CHANCE:
        return {"seq": seq, "asked": False, "sentence": "", "options": []}
    shown = core.shown_question(asked, viewer)
    players = matches.people.seated(tuple(None if p is None else p.player for p in played.players))
    tongue = language(game.NAME, tongues.chosen())
    seats = {f"seat:{seat}": name for seat, name in enumerate(players) if name is not None}
    names = {**game.names(rules.book, tongue.code), **seats}
    narrator = Narrator(game, tongue, names)
    options = shown.options if asked.seat in viewer.shares else ()
    return {
        "seq": seq,
        "asked": True,
        "seat": asked.seat,
        "sentence": narrator.tells(asked),
        "options": [{"pick": pick, "label": _label(narrator, asked, pick, names)} for pick in options],
    }


def _label(narrator: Narrator, asked: Asked, pick: str, names: Mapping[str, str]) -> str:
    """Returns what to call *pick* on a button."""
    told = narrator.phrase(asked, pick)
    told = names.get(told, told)
    return told[:1].upper() + told[1:]
