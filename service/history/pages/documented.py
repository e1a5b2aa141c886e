"""Pages and pictures for other sites in the OpenAPI document."""

from __future__ import annotations

from ...site.frames import PNG, TEXT, operation, query_parameter

MATCH = {"in": "path", "name": "match", "required": True, "schema": TEXT}
SEQ = query_parameter("seq")

EMBED = {
    "/embed/{match}": operation(
        "Matches",
        "getEmbeddedMatch",
        "Get a match as a page to embed. It has the board and the scrubber, for a frame on another site.",
        [MATCH, SEQ],
        "text/html",
        TEXT,
    ),
    "/oembed": operation(
        "Matches",
        "getOembed",
        "Get the oEmbed of a page. It tells another site how to frame the page (oEmbed 1.0).",
        [query_parameter("url", required=True), query_parameter("maxwidth"), query_parameter("maxheight")],
        "application/json",
        {"$ref": "#/components/schemas/OEmbed"},
    ),
}

PICTURE = {
    "/m/{match}/picture.png": operation(
        "Matches",
        "getMatchPicture",
        "Get a picture of a match. It shows the board in 1200 by 630 pixels, for previews of links.",
        [MATCH, SEQ],
        "image/png",
        PNG,
    ),
}
