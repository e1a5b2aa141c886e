"""Page of a match for frames on other sites, and its oEmbed (oEmbed 1.0)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

import msgspec
from flask import Response, render_template, request, url_for
from markupsafe import Markup

from domain.messages import Message

from ...catalog.cardsets import localized_title
from ...evidence.keys import ImportTrust
from ...http.bodies.json_bodies import JSON
from ...http.pages import Pages
from ...http.services import services
from ...identity.players import PlayerDirectory
from ...matches.origin import describe_origin
from ...matches.viewing.access import Access
from ...matches.viewing.seat_names import marked_names, shown_names
from ...shared import i18n
from ...site.board_data import board_data
from ...site.canvas import HEIGHT as PICTURE_HEIGHT
from ...site.canvas import WIDTH as PICTURE_WIDTH
from ...site.frames import Frame, find_frame
from .documented import EMBED
from .oembed_query import NothingToEmbed, read_query

embed = Pages("embed", __name__, EMBED)

_PAGE_PATTERN = re.compile(r"/(?:m|embed)/([0-9A-Za-z]+)/?")


@embed.get("/embed/<match>")
def show(match: str) -> str:
    """Shows the public view of a match with board and scrubber, without a session."""
    window = services()[Access].window(match, services()[Access].viewer_for(match, None))
    game, (rules, match_state) = window.game, window.load()
    seq = request.args.get("seq", 0, int)
    page = {
        **board_data(game, rules),
        "match": match,
        "seq": seq,
        "over": match_state.ended is not None,
        "bots": [*match_state.bots],
    }
    return render_template(
        "embed.html",
        match=match,
        title=localized_title(game.NAME, i18n.page_language()),
        players=marked_names(match_state, services()[PlayerDirectory]),
        imported=describe_origin(services()[ImportTrust].match_origin(match)),
        clocked=match_state.settings.clock is not None,
        page=page,
    )


@embed.get("/oembed")
def oembed() -> Response:
    """Returns the oEmbed of the match or tournament at `?url=`, with a frame of the wanted size.

    No frame or picture exceeds the consumer's limits. An address of another site is not found.
    """
    query = read_query()
    fields = {name: values[0] for name, values in parse_qs(query.url.query).items()}
    is_own = query.url.netloc == request.host
    offered = find_frame(query.url.path, fields) if is_own else None
    if offered is None:
        raise NothingToEmbed(Message("No match and no tournament here has the address that `url` names."))
    width, height = query.frame
    frame = Markup(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" allowfullscreen></iframe>'
    )
    fields_: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": offered.title,
        "provider_name": "Recount",
        "provider_url": url_for("web.lobby", _external=True),
        "cache_age": 0,  # it names players
        "html": str(frame.format(offered.src, width, height, offered.title)),
        "width": width,
        "height": height,
    }
    if query.limit is None or (query.limit.width >= PICTURE_WIDTH and query.limit.height >= PICTURE_HEIGHT):
        fields_["thumbnail_url"] = offered.picture
        fields_ |= {"thumbnail_width": PICTURE_WIDTH, "thumbnail_height": PICTURE_HEIGHT}
    headers = {"Cache-Control": "public, no-cache", "Access-Control-Allow-Origin": "*"}
    return Response(msgspec.json.encode(fields_), headers=headers, content_type=JSON)


def frame_of(path: str, query: Mapping[str, str]) -> Frame | None:
    """Returns the frame for the page of a match, `None` for another page."""
    match_ = _PAGE_PATTERN.fullmatch(path)
    if match_ is None:
        return None
    match, seq = match_[1], query.get("seq", "")
    at = {"seq": seq} if seq.isdecimal() else {}
    window = services()[Access].window(match, services()[Access].viewer_for(match, None))
    players = shown_names(window.load().match, services()[PlayerDirectory])
    return Frame(
        f"{localized_title(window.game.NAME, i18n.page_language())}: {' – '.join(players)}",
        url_for("embed.show", match=match, _external=True, **at),
        url_for("pictures.picture", match=match, _external=True, **at),
    )
