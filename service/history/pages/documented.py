"""What the OpenAPI document tells of the pages and pictures of a match that are made for other sites."""

from __future__ import annotations

from ...site.documented import PNG, TEXT, asked, page

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
        {"$ref": "#/components/schemas/OEmbed"},
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
