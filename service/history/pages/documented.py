"""What the OpenAPI document tells of the pages and pictures of a match that are made for other sites."""

from __future__ import annotations

from ...site.documented import PNG, TEXT, asked, page

MATCH = {"in": "path", "name": "match", "required": True, "schema": TEXT}
SEQ = asked("seq")

EMBED = {
    "/embed/{match}": page(
        "Matches",
        "getEmbeddedMatch",
        "Get a match as a page to embed. It has the board and the scrubber, for a frame on another site.",
        [MATCH, SEQ],
        "text/html",
        TEXT,
    ),
    "/oembed": page(
        "Matches",
        "getOembed",
        "Get the oEmbed of a page. It tells another site how to frame the page (oEmbed 1.0).",
        [asked("url", required=True), asked("maxwidth"), asked("maxheight")],
        "application/json",
        {"$ref": "#/components/schemas/OEmbed"},
    ),
}

PICTURE = {
    "/m/{match}/picture.png": page(
        "Matches",
        "getMatchPicture",
        "Get a picture of a match. It shows the board in 1200 by 630 pixels, for previews of links.",
        [MATCH, SEQ],
        "image/png",
        PNG,
    ),
}
