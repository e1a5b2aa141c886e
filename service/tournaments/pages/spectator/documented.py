"""OpenAPI descriptions of a tournament's pages and pictures for other sites."""

from __future__ import annotations

from ....site.frames import PNG, TEXT, operation, query_parameter

TOURNAMENT = {"in": "path", "name": "tournament", "required": True, "schema": TEXT}
VIEW_PARAMETERS = [query_parameter("stage"), query_parameter("round"), query_parameter("known")]
EMBED = {
    "/embed/t/{tournament}": operation(
        "Results",
        "getEmbeddedStandings",
        "Get standings as a page to embed. It is for a frame on another site.",
        [TOURNAMENT, *VIEW_PARAMETERS],
        "text/html",
        TEXT,
    ),
    "/t/{tournament}/picture.png": operation(
        "Results",
        "getStandingsPicture",
        "Get a picture of standings. It shows the first ranks, in 1200 by 630 pixels.",
        [TOURNAMENT, *VIEW_PARAMETERS],
        "image/png",
        PNG,
    ),
}
