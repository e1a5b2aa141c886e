"""What the OpenAPI document tells of the pages and pictures of a match that are made for other sites."""

from __future__ import annotations

from ...site.documented import PNG, TEXT, asked, page

NUMBER = {"type": "integer"}
MATCH = {"in": "path", "name": "match", "required": True, "schema": TEXT}
SEQ = {
    "in": "query",
    "name": "seq",
    "description": "The number of the fact after which to show the match; anything else is ignored.",
    "schema": TEXT,
}

EMBED = {
    "/embed/{match}": page(
        "Matches",
        "getEmbeddedMatch",
        "Get a match as a page to embed",
        [MATCH, SEQ],
        "text/html",
        TEXT,
    ),
    "/oembed": page(
        "Matches",
        "getOembed",
        "Get the oEmbed of a page",
        [
            asked("url", "The address of the page of a match or a tournament, here.", required=True),
            asked("maxwidth", "The most pixels from left to right; below 200 there is no frame."),
            asked("maxheight", "The most pixels from top to bottom; below 150 there is no frame."),
        ],
        "application/json",
        {
            "title": "OEmbed",
            "type": "object",
            "properties": {
                **dict.fromkeys(("version", "type", "title", "provider_name", "provider_url"), TEXT),
                **dict.fromkeys(("html", "thumbnail_url"), TEXT),
                **dict.fromkeys(("width", "height", "cache_age"), NUMBER),
                **dict.fromkeys(("thumbnail_width", "thumbnail_height"), NUMBER),
            },
            "required": ["version", "type", "title", "html", "width", "height"],
        },
    ),
}

PICTURE = {
    "/m/{match}/picture.png": page(
        "Matches",
        "getMatchPicture",
        "Get a picture of a match",
        [MATCH, SEQ],
        "image/png",
        PNG,
    ),
}
