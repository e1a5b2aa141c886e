"""Commands about recordings whose reply is lost: entries, an amendment, a new scribe and signatures."""

from __future__ import annotations

from typing import Any

from domain.arena.facts import DeckShuffled
from service.bootstrap import Services
from service.catalog.examples import EXAMPLE_POSITION
from service.http.addresses import API
from tests.service.cases.test_photos import picture
from tests.service.client import Pair, json_of
from tests.service.recordings.scribe import Scribe, played_match
from tests.service.tournaments.desk import Desk

from .case_commands import Send


def _record(pair: Pair, last: int) -> Scribe:
    """Returns the scribe of a match with entries up to *last*, or all with 0."""
    scribe = Scribe(pair.blue.api, played_match())
    if last >= 0:
        scribe.enter(last=last)
    return scribe


def _send(scribe: Scribe, path: str, body: Any, token: str) -> Send:
    return lambda: scribe.api.post(scribe.path + path, body, token, Idempotency_Key="once")


def enter(pair: Pair, services: Services) -> Send:
    """Returns the request of a scribe with two entries."""
    scribe = _record(pair, -1)
    return _send(scribe, "/entries", {"after": 0, "entries": scribe.bodies[:2]}, scribe.token)


def amend(pair: Pair, services: Services) -> Send:
    """Returns the request that takes the last entry out."""
    scribe = _record(pair, 4)
    return _send(scribe, "/entries/4/amend", {"reason": "Too early."}, scribe.token)


def change_scribe(pair: Pair, services: Services) -> Send:
    """Returns the request of an organizer for a new scribe."""
    organizer = services.api_tokens.issue_token("desk", ["organize"]).token
    return _send(_record(pair, -1), "/scribe", {}, organizer)


def sign(pair: Pair, services: Services) -> Send:
    """Returns the request of a player who signs."""
    scribe = _record(pair, 0)
    body = {"seat": 0, "head": scribe.head()}
    return _send(scribe, "/signatures", body, scribe.players[0].token)


def object_to(pair: Pair, services: Services) -> Send:
    """Returns the request of a player who objects."""
    scribe = _record(pair, 4)
    return _send(scribe, "/objections", {"seat": 0, "entry": 2, "text": "No."}, scribe.players[0].token)


def note_irregularity(pair: Pair, services: Services) -> Send:
    """Returns the request of a scribe about a broken rule that the table undid."""
    scribe = _record(pair, -1)
    return _send(scribe, "/irregular", {"reason": "Moved twice."}, scribe.token)


def note_gap(pair: Pair, services: Services) -> Send:
    """Returns the request of a scribe who begins late."""
    scribe = _record(pair, -1)
    return _send(scribe, "/gap", {"position": EXAMPLE_POSITION, "reason": "Late."}, scribe.token)


def name_card(pair: Pair, services: Services) -> Send:
    """Returns the request of a scribe who names the first card of a deck."""
    scribe = _record(pair, 4)
    shuffled = next(fact.seq for fact in scribe.facts(services) if isinstance(fact.event, DeckShuffled))
    return _send(scribe, "/names", {"fact": shuffled, "card": "SAM02"}, scribe.token)


def add_photo(pair: Pair, services: Services) -> Send:
    """Returns the request of a scribe with a photo of the table."""
    return _photograph(_record(pair, 4))


def remove_photo(pair: Pair, services: Services) -> Send:
    """Returns the request of an organizer that removes a photo."""
    scribe = _record(pair, 4)
    seq = json_of(_photograph(scribe)())["seq"]
    organizer = services.api_tokens.issue_token("desk", ["organize"]).token
    return _send(scribe, f"/photos/{seq}/removal", {}, organizer)


def _photograph(scribe: Scribe) -> Send:
    headers = {"Authorization": f"Bearer {scribe.token}", "Idempotency-Key": "once"}
    client, path = scribe.api.app.test_client(), f"{scribe.path}/photos?entry=2"
    return lambda: client.post(path, data=picture(), headers=headers, content_type="image/jpeg")


def note_draw(pair: Pair, services: Services) -> Send:
    """Returns the request of a player who notes the first draw."""
    scribe = _record(pair, 4)
    body = {"seat": 0, "fact": scribe.list_seqs("arena.CardDrawn")[0], "card": "SAM06"}
    return _send(scribe, "/notes", body, scribe.players[0].token)


def open_notes(pair: Pair, services: Services) -> Send:
    """Returns the request of a player who opens a note after the end."""
    scribe = _record(pair, 0)
    scribe.note(0, scribe.list_seqs("arena.CardDrawn")[0], "SAM06")
    return _send(scribe, "/notes/open", {}, scribe.players[1].token)


def record_table(pair: Pair, services: Services) -> Send:
    """Returns the request of an organizer for the scribe of a table."""
    desk = Desk.opens(pair.blue.api, services).registers("Ada", "Grace").starts()
    path = f"{API}/tournaments/{desk.tournament}/rounds/1/tables/1/scribe"
    return lambda: desk.api.post(path, {}, desk.token, Idempotency_Key="once")


COMMANDS = {
    f"{API}/matches/{{match}}/entries": enter,
    f"{API}/matches/{{match}}/entries/{{number}}/amend": amend,
    f"{API}/matches/{{match}}/irregular": note_irregularity,
    f"{API}/matches/{{match}}/gap": note_gap,
    f"{API}/matches/{{match}}/names": name_card,
    f"{API}/matches/{{match}}/photos": add_photo,
    f"{API}/matches/{{match}}/photos/{{seq}}/removal": remove_photo,
    f"{API}/tournaments/{{tournament}}/rounds/{{number}}/tables/{{table}}/scribe": record_table,
    f"{API}/matches/{{match}}/scribe": change_scribe,
    f"{API}/matches/{{match}}/signatures": sign,
    f"{API}/matches/{{match}}/objections": object_to,
    f"{API}/matches/{{match}}/notes": note_draw,
    f"{API}/matches/{{match}}/notes/open": open_notes,
}
