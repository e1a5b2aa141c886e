"""The problem types (RFC 9457), with permanent slugs and the next step of the client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.messages import Message


class Kind(NamedTuple):
    """A problem type, with its permanent slug, status, title, and the next step of the client."""

    slug: str
    status: int
    title: Message
    fix: Message


_TEXTS = """
malformed 400 The body is not JSON
Send a JSON object in UTF-8.

wrong-parameter 400 A parameter is missing or wrong
Correct the parameter that “errors” names.

wrong-key 400 The Idempotency-Key or its secret is malformed
Send a UUID: “Idempotency-Key: <uuid>”. An Idempotency-Secret needs a key, and 22 random characters.

wrong-checkpoint 400 The body is no checkpoint with a proof
Send “old N”, the consistency proof, an empty line and the signed checkpoint.

unknown-token 401 A valid token is missing
Send “Authorization: Bearer <token>” with a token that is valid for this.

forged 403 The request is not from a page of this service
Reload the page, and send the form again.

not-yours 403 This needs another token
Send the token of a seat, an account or a scope that may do this.

untrusted 403 No trusted key has signed this
Ask the operator of this service to trust the key that signed it.

not-found 404 There is nothing here
Start at GET /api/v1/, which links to everything.

unknown-game 404 There is no such game
Take a game from GET /api/v1/games.

unknown-cards 404 There is no such card set
Take a card set from GET /api/v1/games/{game}.

unknown-rule 404 There is no such rule
Take a rule from GET /api/v1/games/{game}/rules.

unknown-match 404 There is no such match
Take the id of a match from GET /api/v1/matches.

unknown-seat 404 There is no such seat
Count seats from 0, up to the number of players less one.

unknown-thing 404 There is nothing of that name
GET the scene of that fact, and send a JSON Pointer into it.

unknown-case 404 There is no such case
Take a case from GET /api/v1/matches/{match}/disputes.

unknown-moment 404 There was no such moment
Send the number of a fact that exists: the last one is “seq” in GET /api/v1/matches/{match}.

unknown-challenge 404 There is no such challenge
Take a challenge from its link or from GET /api/v1/players/{player}/challenges.

unknown-commentary 404 There is no such commentary
Take a commentary from GET /api/v1/matches/{match}/commentaries.

unknown-player 404 There is no such player
Take the id of a player from a match or a tournament.

unknown-tournament 404 There is no such tournament
Take the id of a tournament from GET /api/v1/tournaments.

unknown-round 404 There is no such round or table
Take a round and a table from GET /api/v1/tournaments/{tournament}.

not-registered 404 The player is not in this tournament
Take a player from GET /api/v1/tournaments/{tournament}/players, or register the player first.

unknown-house 404 No checkpoint of that service is kept here
Send its first checkpoint: POST /api/v1/witness/add-checkpoint.

unknown-webhook 404 There is no such webhook
Take one of your webhooks from GET /api/v1/webhooks.

unknown-job 404 There is no such job
Follow the Location header of the reply that started the job.

unknown-size 404 The log was never that long
Send a size up to that of GET /api/v1/checkpoint.

unknown-tile 404 There is no such tile
Send a tile of GET /api/v1/checkpoint, or send it again when the matches in it are public.

method 405 The method is not allowed here
Use a method that the Allow header lists.

not-acceptable 406 No such representation
Send an Accept header with a type that /api/v1/openapi.json lists for this reply.

too-slow 408 The body came too slowly
Send the request again, with its whole body within 60 seconds.

full 409 There is no room for one more
Use one that exists, or delete one; “detail” names the limit.

name-taken 409 The name belongs to an account
Send the key of the account if it is yours, or take another name.

match-taken 409 The match exists already
Read the match that is here: an import never overwrites one.

tournament-taken 409 The tournament exists already
Read the tournament that is here: an import never overwrites one.

position-ahead 409 The log ends before that
Read the feed again from “end”: the log was restored from a backup.

job-over 409 The job is over
Read its result: GET /api/v1/jobs/{job}.

told-once 409 The reply is repeated to its own client alone
Send the Idempotency-Secret of the first request; if it had none, send a new Idempotency-Key.

under-way 409 The same request is under way
Repeat it with the same Idempotency-Key after the seconds of Retry-After.

wrong-moment 409 The match is not at that point
GET the match, and do what its “question” and state allow.

no-sheet 409 No score sheet can write this match
Export its record: GET /api/v1/matches/{match}/export.

not-now 409 The tournament is not at that point
GET the tournament, and do what its stage and round allow.

warned 409 Something is missing
Correct what “warning” names, or send the reason to go on in “overrule”.

out-of-order 409 The entries do not follow the last one
Read the entries after yours with GET /entries, and send yours after the last one.

drift 409 The rules have changed under this match
Ask the operator to restore the rules that the match began with.

stale 412 The match or tournament has changed since
GET it again, decide again, and send If-Match with its new ETag.

too-large 413 The body is too large
Send at most 64 KiB; sheets may have 200 kB, imports 64 MiB, report files 8 MB.

not-json 415 The body is not marked as JSON
Send “Content-Type: application/json”.

key-reused 422 The Idempotency-Key came with another request
Send a new Idempotency-Key with each request; repeat a request unchanged.

invalid 422 The request has the wrong shape
Correct what “errors” lists; /api/v1/openapi.json describes the request.

not-an-option 422 This cannot be chosen
Pick from “options”; “rule” says why the pick is not among them.

wrong-nonce 422 The nonce does not fit
Send the nonce whose SHA-256 the seat published last, and none with an answer.

unplayable 422 No match can be played like this
Take options that GET /api/v1/games/{game} lists.

invalid-plan 422 The plan of the tournament has mistakes
Correct what “errors” lists; GET /api/v1/games/{game} describes its matches.

invalid-roster 422 The list has mistakes
Correct the lines that “errors” lists, and send the whole list: no player was registered.

invalid-report 422 The report file has mistakes
Correct the lines that “errors” lists, and send the whole file: no tournament was opened.

unsound 422 The tournament cannot take this
Correct what “detail” names, and send the command again.

not-imported 422 The file is not a sound record
Export the file again from the service that made it; “errors” names each fault.

contradicted 422 The checkpoint does not extend an earlier one
Verify the log of that service, and ask its operator.

wrong-webhook 422 The webhook cannot be delivered to
Correct what “errors” lists: the URL has to be public, and to answer over HTTPS.

misfiled 422 The case cannot take this
Correct what “errors” lists, and send it again.

if-match-required 428 The request needs If-Match
Send If-Match with the ETag of the match that you saw.

too-many 429 Too many requests
Wait the seconds of Retry-After; RateLimit shows your budgets in every reply.

internal 500 The service failed
Read the present state before you repeat a command, and send the X-Request-ID to the operator.

not-offered 501 This format is not offered
Send “format=json”.

cards-missing 503 The card set of the match is missing
Ask the operator to restore the card set.

busy 503 Too much of this is under way
Repeat the request after the seconds of Retry-After.

newer-log 503 A newer version wrote this
Ask the operator to start the newer version.

not-yet 503 The views are behind
Repeat the request after the seconds of Retry-After.

set-aside 503 The match is set aside
Ask the operator to restore the facts of the match.

torn-log 503 The log of heads was changed
Ask the operator to restore the log of heads from a backup.

unavailable 503 The store is out of reach
Repeat the request after the seconds of Retry-After, with the same Idempotency-Key.
"""
"""Slug, status and title of each kind, and below them its fix."""


def _parse_kind(text: str) -> Kind:
    head, fix = text.split("\n")
    slug, status, title = head.split(" ", 2)
    return Kind(slug, int(status), Message(title), Message(fix))


KINDS: Mapping[str, Kind] = {kind.slug: kind for kind in map(_parse_kind, _TEXTS.strip().split("\n\n"))}

RETRY_AFTER: Mapping[str, str] = {"busy": "60", "not-yet": "1", "unavailable": "1", "under-way": "1"}
"""Seconds after which a client may retry."""

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
