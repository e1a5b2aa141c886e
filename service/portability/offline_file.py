"""Replay as one file, with the page, the match as one viewer sees it and the record as proof."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from typing import Any

from flask import Flask, render_template
from markupsafe import Markup

from domain import table
from domain.model import Viewer
from domain.published import encode
from replays.playback.deltas import replay_page
from replays.text.acts import narrate_acts
from replays.text.narration import Line, narration_language

from ..catalog import rulebook
from ..evidence.keys import ImportTrust
from ..evidence.service import Evidence
from ..identity.players import PlayerDirectory
from ..matches.origin import describe_origin
from ..matches.viewing.access import Access
from ..matches.viewing.seat_names import marked_names, shown_names, viewer_label
from ..proofs.exports import export_record
from ..shared import i18n
from ..shared.registry import ProcessState, Registry
from ..site.assets import TEMPLATES, page_script, style_sheet
from ..site.board_data import board_data


def write_offline_file(services: Registry, match: str, viewer: Viewer) -> str:
    """Returns *match* as *viewer* sees it, as a file for offline use.

    Needs an application context. Raises `UnknownMatch`.
    """
    record = export_record(services, match, viewer)
    window, people = services[Access].window(match, viewer), services[PlayerDirectory]
    replay, game = window.load_replay().until(len(record.facts)), window.game
    data = board_data(game, replay.rules)
    lang = i18n.page_language()
    redacted = (table.redact_fact(replay.rules, fact, viewer) for fact in replay.facts)
    facts = people.with_names(redacted, lang)
    acts = [*narrate_acts(game, replay.rules.book, facts, narration_language(game, lang))]
    page_data = replay_page(
        *(match, game, replay, viewer, 0, len(replay)),
        lambda players: people.seat_players(players).names_in(lang),
    )
    players = shown_names(replay.at(len(replay)), people)
    page = json_block(
        {
            **data,
            "bots": [*replay.at(len(replay)).bots],
            "reel": page_data,
            "acts": acts,
            "rules": _quoted_rules(game.NAME, (line for act in acts for line in act.lines)),
            "title": f"{game.TITLE}: {' – '.join(marked_names(replay.at(len(replay)), people))}",
            "match": match,
            "kept": i18n.says("Kept as seen by {viewer}", viewer=viewer_label(viewer, players)),
        }
    )
    drawing = services[Evidence].sign_content(
        "drawing", match, record.facts[-1].hash, hashlib.sha256(page.encode()).digest()
    )
    script = page_script("offline", game.NAME, lang)
    style = style_sheet("offline", game.NAME)
    return render_template(
        "offline.html",
        _=i18n.says,
        lang=lang,
        title=game.TITLE,
        match=match,
        house=services[ProcessState].name,
        imported=describe_origin(services[ImportTrust].match_origin(match)),
        clocked=replay.at(len(replay)).settings.clock is not None,
        policy=content_policy(script, style),
        script=Markup(script),
        style=Markup(style),
        page=page,
        drawn=Markup(drawing),
        record=json_block(record),
    )


def render_in_language(services: Registry, match: str, viewer: Viewer, language: str) -> str:
    """Returns the offline file of *match* in a *language*, without a server."""
    pages = Flask("service", static_folder=None, template_folder=TEMPLATES)
    with pages.test_request_context(query_string={"lang": language}):
        return write_offline_file(services, match, viewer)


def content_policy(script: str, style: str) -> str:
    """Returns the content security policy, with only the file's own script and style."""
    allowed = f"script-src {_script_hash(script)}; style-src {_script_hash(style)}"
    return f"default-src 'none'; {allowed}; img-src data:; form-action 'none'; base-uri 'none'"


def json_block(content: Any) -> Markup:
    """Returns *content* as JSON for a page, without text that ends the block."""
    return Markup(encode(content).decode().replace("<", "\\u003c"))


def _script_hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _quoted_rules(game: str, lines: Iterable[Line]) -> dict[str, str]:
    """Returns the texts of the rules that *lines* refer to."""
    book = rulebook.packaged_rulebook(game)
    lang = book.language_for(i18n.page_language())
    return {line.rule: book.find_rule(line.rule).text[lang] for line in lines if book.is_rule(line.rule)}
