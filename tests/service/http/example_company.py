"""What people around a match do, for the examples of the API."""

from __future__ import annotations

from tests.service.client import Json, Pair

from .recorder import Recorder


def talk(call: Recorder, pair: Pair) -> None:
    """Sends a phrase, and reads the people at a match and their phrases."""
    call("sendPhrase", pair.red.token, match=pair.blue.match)
    for name in ("getCompany", "listPhrases"):
        call(name, match=pair.blue.match)


def arrange_matches(call: Recorder, player: str, key: str) -> None:
    """Challenges by link and accepts, joins the queue and leaves it, as a guest; and lists challenges."""
    created = call("createChallenge")
    here = Json(challenge=created["challenge"]["id"])
    call("acceptChallenge", **here)
    call("getChallenge", **here)  # the stream of an open one does not end
    entry = call("joinQueue")
    call("endChallenge", entry["token"], challenge=entry["challenge"]["id"])
    call("listChallenges", key, player=player)


def write_commentary(call: Recorder, match: str) -> None:
    """Writes a commentary with a note, and deletes both."""
    commentary = call("createCommentary", match=match)
    token, here = commentary["token"], Json(commentary=commentary["id"])
    call("putNote", token, seq=9, **here)
    call("listCommentaries", match=match)
    call("getCommentary", **here)
    call("deleteNote", token, seq=9, **here)
    call("deleteCommentary", token, **here)
