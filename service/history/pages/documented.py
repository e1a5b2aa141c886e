"""What the OpenAPI document tells of the pages and pictures of a match that are made for other sites."""

from __future__ import annotations

from ...site.documented import PNG, TEXT, asked, page

NUMBER = {"type": "integer"}
MATCH = {"in": "path", "name": "match", "required": True, "schema": TEXT}
SEQ = asked("seq")

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
        [asked("url", required=True), asked("maxwidth"), asked("maxheight")],
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
