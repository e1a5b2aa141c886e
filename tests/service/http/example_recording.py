"""The recording of the examples of the API: a match on a real table with its scribe."""

from __future__ import annotations

from tests.service.recordings.scribe import Scribe, played_match

from .example_photo import add_table_photo
from .recorder import Recorder


def record_table(call: Recorder, organizer: str) -> None:
    """Records a match entry by entry, amends it, and lets its players sign and object."""
    scribe = Scribe(call.api, played_match())
    here = {"match": scribe.match}
    for name in ("previewEntries", "addEntries"):
        call(name, scribe.token, body={"after": 0, "entries": scribe.bodies[:2]}, **here)
    scribe.enter(3, 20)
    for name in ("listMatchEntries", "listEntryChoices"):
        call(name, scribe.token, **here)
    amended = {"entry": scribe.bodies[19], "reason": "The same, typed again."}
    for name in ("previewAmendment", "amendEntry"):
        call(name, scribe.token, body=amended, number=20, **here)
    shuffled = scribe.list_seqs("arena.DeckShuffled")[0]
    call("nameCard", scribe.token, body={"fact": shuffled, "card": "SAM02"}, **here)
    position = call("getTablePosition", scribe.token, **here)["position"]
    call(
        "noteIrregularity", scribe.token, body={"reason": "Moved twice, and back.", "rule": "SA-303"}, **here
    )
    call("noteGap", scribe.token, body={"position": position, "reason": "A pause.", "turns": 0}, **here)
    scribe.enter(21)
    note = {"seat": 1, "fact": scribe.list_seqs("arena.CardDrawn")[-1], "card": "ARI03"}
    call("noteDraw", scribe.players[1].token, body=note, **here)
    call("openNotes", scribe.players[1].token, **here)
    call("objectToEntry", scribe.players[1].token, body={"seat": 1, "entry": 12, "text": "To d4."}, **here)
    add_table_photo(call, scribe.token, organizer, scribe.match)
    call("getRecordStanding", scribe.token, **here)
    signed = {"seat": 0, "head": scribe.head(), "how": "phone"}
    call("signRecording", scribe.players[0].token, body=signed, **here)
    call("changeScribe", organizer, **here)
