"""What the OpenAPI document tells of the pages and pictures of a match that are made for other sites."""

from __future__ import annotations

from typing import Any

from ...http.openapi_headers import headed

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
RESPONSES = "#/components/responses/"
REFUSED = {
    "404": {"$ref": f"{RESPONSES}NOT_FOUND"},
    "422": {"$ref": f"{RESPONSES}UNPROCESSABLE_ENTITY"},
    "429": {"$ref": f"{RESPONSES}TOO_MANY_REQUESTS"},
    "503": {"$ref": f"{RESPONSES}SERVICE_UNAVAILABLE"},
    "default": {"$ref": f"{RESPONSES}DEFAULT_ERROR"},
}

MATCH = {"in": "path", "name": "match", "required": True, "schema": TEXT}
SEQ = {
    "in": "query",
    "name": "seq",
    "description": "The number of the fact after which to show the match; anything else is ignored.",
    "schema": TEXT,
}


def _asked(name: str, description: str, schema: dict[str, Any], required: bool = False) -> dict[str, Any]:
    return {
        "in": "query",
        "name": name,
        "description": description,
        "required": required,
        "schema": schema,
    }


def _get(id: str, summary: str, parameters: list[Any], form: str, schema: dict[str, Any]) -> dict[str, Any]:
    told = {"description": "OK", "content": {form: {"schema": schema}}} | headed("ETag")
    return {
        "get": {
            "operationId": id,
            "summary": summary,
            "tags": ["matches"],
            "parameters": parameters,
            "responses": {"200": told, **REFUSED},
        }
    }


EMBED = {
    "/embed/{match}": _get(
        "embed_show",
        "Shows a match as a page to be framed by other sites: the board and the scrubber.",
        [MATCH, SEQ],
        "text/html",
        TEXT,
    ),
    "/oembed": _get(
        "embed_oembed",
        "Tells how the page of a match or a tournament is shown elsewhere, after oEmbed 1.0.",
        [
            _asked("url", "The address of the page of a match or a tournament, here.", TEXT, required=True),
            _asked("maxwidth", "The most pixels there are from left to right, at least 320.", TEXT),
            _asked("maxheight", "The most pixels there are from top to bottom, at least 320.", TEXT),
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
    "/m/{match}/picture.png": _get(
        "pictures_picture",
        "Draws the board, 1200 pixels by 630, to be shown beside a link (Open Graph).",
        [MATCH, SEQ],
        "image/png",
        {"type": "string", "format": "binary"},
    ),
}
