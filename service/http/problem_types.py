"""The kinds of problems (RFC 9457): their names for ever, and what to do about each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.messages import Message


class Kind(NamedTuple):
    """A kind of problem: its name for ever, its HTTP status, its title, and what to do about it."""

    slug: str
    status: int
    title: Message
    advice: Message


KINDS: Mapping[str, Kind] = {
    slug: Kind(slug, status, Message(title), Message(advice))
    for slug, status, title, advice in (
        ("malformed", 400, "The body is no JSON", "Send a JSON object in UTF-8."),
        ("wrong-parameter", 400, "A parameter is missing or wrong", "`errors` names the parameter."),
        ("unknown-token", 401, "The token is unknown", "Send “Authorization: Bearer <token>”."),
        ("forged", 403, "The request is not from a page of ours", "Reload the page, and do it again."),
        ("not-yours", 403, "This is for somebody else to do", "Wait for your question; take your own seat."),
        ("not-found", 404, "There is nothing here", "The links at /api/v1/ lead to everything there is."),
        ("unknown-game", 404, "There is no such game", "GET /api/v1/games lists the games."),
        (
            "unknown-cards",
            404,
            "There is no such card set",
            "GET /api/v1/games/{game} lists those of a game.",
        ),
        (
            "unknown-rule",
            404,
            "There is no such rule",
            "GET /api/v1/games/{game}/rules lists the rules of a game.",
        ),
        ("unknown-match", 404, "There is no such match", "GET /api/v1/matches lists the matches."),
        ("unknown-seat", 404, "There is no such seat", "Seats are counted from 0."),
        ("unknown-thing", 404, "There is nothing of that name", "Look at the match, and point into it."),
        (
            "unknown-case",
            404,
            "There is no such case",
            "GET /api/v1/matches/{match}/disputes lists the cases.",
        ),
        ("unknown-moment", 404, "There was no such moment", "Ask for a fact that the record has reached."),
        ("unknown-commentary", 404, "There is no such commentary", "Each match lists its own."),
        ("unknown-player", 404, "There is no such player", "Facts and replies tell the ids of players."),
        ("unknown-tournament", 404, "There is no such tournament", "GET /api/v1/tournaments lists them."),
        ("unknown-round", 404, "There is no such round or table", "The tournament tells its rounds."),
        ("not-registered", 404, "There is no such player in it", "The tournament tells its players."),
        ("unknown-house", 404, "There is no such service", "Its first checkpoint is kept by PUT."),
        ("unknown-webhook", 404, "There is no such webhook", "GET /api/v1/webhooks lists yours."),
        ("unknown-job", 404, "There is no such job", "Follow the Location of the reply that started it."),
        ("unknown-size", 404, "The log was never that long", "GET /api/v1/checkpoint tells how long it is."),
        ("method", 405, "This cannot be done here", "The Allow header says what can."),
        ("not-acceptable", 406, "No such representation", "Ask for a type that the document lists."),
        ("too-slow", 408, "The body came too slowly", "Send it again, all at once."),
        ("wrong-key", 400, "This cannot be a key", "Take a UUID: “Idempotency-Key: <uuid>”."),
        ("key-reused", 422, "The key came with another request", "Take a new key for each request."),
        ("full", 409, "There is no room for one more", "Take something away first."),
        ("name-taken", 409, "The name is somebody else's", "Sign in if it is yours, or take another."),
        ("match-taken", 409, "There is such a match already", "What is here is never written over."),
        ("tournament-taken", 409, "There is such a tournament", "What is here is never written over."),
        ("contradicted", 409, "The log was longer, or another", "Verify the log of that service."),
        (
            "position-ahead",
            409,
            "The log ends before that",
            "Follow the log anew from `end`: it was restored.",
        ),
        ("job-over", 409, "The job is over", "GET /api/v1/jobs/{job} shows what it came to."),
        ("told-once", 409, "This was done, and told once", "Send a token of yours, and take a new key."),
        ("under-way", 409, "The first of these is under way", "Repeat it in a moment for its reply."),
        ("wrong-moment", 409, "The match is not at that point", "Look at the match: what is open now?"),
        ("not-now", 409, "The tournament is not at that point", "Look at the tournament: what is next?"),
        ("warned", 409, "Something is missing", "Say in `overrule` why it is to be done all the same."),
        ("stale", 412, "Somebody was faster", "Look again, decide again, and send the new ETag."),
        (
            "too-large",
            413,
            "The body is too large",
            "Imports may have 64 MiB, report files 8 MB, all else 64 KiB.",
        ),
        ("not-json", 415, "The body is not marked as JSON", "Send “Content-Type: application/json”."),
        ("invalid", 422, "The request has the wrong shape", "/api/v1/openapi.json tells the right one."),
        ("not-an-option", 422, "This cannot be chosen", "`options` tells what can, `rule` why this cannot."),
        (
            "unplayable",
            422,
            "No match can be played like this",
            "GET /api/v1/games/{game} tells what can be chosen.",
        ),
        (
            "invalid-plan",
            422,
            "No tournament can be played so",
            "GET /api/v1/games/{game} tells of its matches.",
        ),
        ("invalid-roster", 422, "The list has mistakes", "`errors` tells each. Nobody was registered."),
        ("invalid-report", 422, "The report file has mistakes", "`errors` tells each. Nothing was opened."),
        ("unsound", 422, "This cannot be in this tournament", "`detail` tells what is wrong with it."),
        ("not-imported", 422, "The file was not taken in", "`errors` tells what of its proofs is wrong."),
        ("untrusted", 422, "No trusted key has signed this", "The operator here lists keys to trust."),
        ("wrong-webhook", 422, "Nobody can be told like this", "`errors` tells what of it is wrong."),
        ("misfiled", 422, "The case cannot be put like this", "`errors` tells what of it is wrong."),
        ("drift", 409, "The rules have changed under this question", "The operator has to bring them back."),
        ("too-many", 429, "Too many requests", "Wait as long as Retry-After says."),
        ("if-match-required", 428, "Which fact does this follow?", 'Send “If-Match: "<seq>"”.'),
        ("internal", 500, "The service failed", "Look again before you repeat a command."),
        ("not-offered", 501, "This format is not offered", "Ask for JSON: `format=json`."),
        ("cards-missing", 503, "The card set is not at hand", "The operator has to bring it back."),
        ("busy", 503, "Somebody else was first", "Try again in a minute."),
        ("newer-log", 503, "A newer version wrote this", "The operator has to start that version."),
        ("not-yet", 503, "The views are behind", "Try again in a moment."),
        ("set-aside", 503, "The match is set aside", "The operator can restore its facts."),
        ("torn-log", 503, "The log of heads was changed", "The operator has to look what was done to it."),
        ("unavailable", 503, "The store is out of reach", "Try again in a moment."),
    )
}

RETRY_AFTER: Mapping[str, str] = {"busy": "60", "not-yet": "1", "unavailable": "1", "under-way": "1"}
"""Seconds after which it makes sense to try again."""

STATUSES: Mapping[int, str] = {
    400: "malformed",
    404: "not-found",
    405: "method",
    406: "not-acceptable",
    408: "too-slow",
    413: "too-large",
    415: "not-json",
    422: "invalid",
    500: "internal",
}
