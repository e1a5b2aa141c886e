"""Hidden information: whole matches are played, and no hidden card leaves for the wrong viewer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from werkzeug.test import TestResponse

from domain.arena.facts import CardRevealed, CardsLookedAt
from domain.model import Answered
from replays.audits.verify import Verdict
from service.bootstrap import Services
from service.proofs import verification
from tests.examples import TIMES
from tests.service.client import Json, Pair, Player, json_of
from tests.service.matches.test_streams import facts_of, listen

CARD = re.compile(r"[A-Z]{3}\d\d")
"""What a card looks like, wherever it turns up."""

SIGNED = re.compile(r'"(?:key|signature)": ?"[^"]*"')
"""What is signed with: random letters, which look like any card now and then."""


class Secrets(NamedTuple):
    """The cards that lie hidden at one moment: for the public, and for each seat.

    A seat that looked at the top of its deck knows those cards, and so does everyone after a reveal (SA-410).
    A card that was announced is known too, though it leaves the hand only when all about it is settled.
    """

    public: frozenset[str]
    seats: tuple[frozenset[str], ...]

    def from_(self, player: Player) -> frozenset[str]:
        """Returns what is hidden from *player*."""
        return self.public if player.seat is None else self.seats[player.seat]


def now(services: Services, match: str) -> Secrets:
    """Returns what is hidden now, told from the judge's board and log."""
    board = services.repository.load_match(match).match.position.board
    events = [fact.event for fact in services.store.facts(match)]
    revealed = {event.card for event in events if isinstance(event, CardRevealed)}
    for event in events:
        if isinstance(event, Answered) and event.picks and event.picks[0].startswith("play:"):
            revealed.add(event.picks[0].removeprefix("play:"))
    looked = [
        {c for e in events if isinstance(e, CardsLookedAt) and e.seat == s for c in e.cards} for s in (0, 1)
    ]
    decks = {card for summoner in board.summoners for card in summoner.deck}
    hands = [{*summoner.hand} for summoner in board.summoners]
    return Secrets(
        frozenset(decks.union(*hands) - revealed),
        tuple(frozenset((decks | hands[1 - seat]) - revealed - looked[seat]) for seat in (0, 1)),
    )


def assert_silent(text: str, hidden: frozenset[str], where: str) -> None:
    """Fails when *text* names a card that is *hidden*."""
    assert not hidden.intersection(CARD.findall(SIGNED.sub("", text))), where


def whole(reply: TestResponse) -> str:
    """Returns headers and body of *reply*."""
    return f"{reply.status} {reply.headers} {reply.text}"


def the_public_and_both(pair: Pair) -> tuple[Player, Player, Player]:
    return (pair.public, pair.blue, pair.red)


@pytest.mark.parametrize("seed", range(11, 11 + TIMES))
def test_no_hidden_card_is_to_be_seen(pair: Pair, services: Services, seed: int) -> None:
    luck = Random(seed)
    match = pair.blue.match
    ends: list[tuple[int, Secrets]] = []
    while (reply := pair.answer_by(luck)) is not None:
        seq, hidden = json_of(reply)["seq"], now(services, match)
        ends.append((seq, hidden))
        author = pair[json_of(reply)["facts"][0]["event"]["seat"]]
        assert_silent(whole(reply), hidden.from_(author), "the reply to an answer")
        for player in the_public_and_both(pair):
            for what in ("", f"/facts/{seq}/scene", f"?min_position={services.store.position()}"):
                assert_silent(whole(player.get(what)), hidden.from_(player), f"{what} as {player.seat}")
            for refusal in mistakes_of(player, seq):
                assert refusal.status_code >= 400
                assert_silent(whole(refusal), hidden.from_(player), f"a refusal to {player.seat}")
    for player in the_public_and_both(pair):
        for seq, hidden in ends:
            assert_silent(
                whole(player.get(f"/facts/{seq}/scene")),
                hidden.from_(player),
                f"/facts/{seq}/scene, looking back",
            )
        for told_as, facts in histories_of(player):
            assert len(facts) == len(facts_with_cards(facts, ends))
            for seq, text, hidden in facts_with_cards(facts, ends):
                assert_silent(text, hidden.from_(player), f"fact {seq} as {told_as} for {player.seat}")
    assert_silent(pair.public.api.get("/api/v1/matches").text, ends[0][1].public, "the lobby")


def test_no_hidden_card_is_in_a_stream_as_it_happens(pair: Pair, services: Services) -> None:
    luck = Random(13)
    streams = {player: facts_of(listen(player)) for player in the_public_and_both(pair)}
    seen = dict.fromkeys(streams, 0)
    while (reply := pair.answer_by(luck)) is not None:
        hidden = now(services, pair.blue.match)
        for player, stream in streams.items():
            while seen[player] < json_of(reply)["seq"]:
                fact = next(stream)
                seen[player] = fact["seq"]
                if fact["seq"] >= json_of(reply)["facts"][0]["seq"]:
                    assert_silent(json.dumps(fact), hidden.from_(player), f"the stream of {player.seat}")


def test_a_refusal_does_not_tell_where_a_card_is(pair: Pair, services: Services) -> None:
    luck = Random(14)
    compared = 0
    while (player := pair.asked) is not None:
        seen = player.looks()
        board = services.repository.load_match(pair.blue.match).match.position.board
        mine, other = board.summoners[player.seat or 0], board.summoners[1 - (player.seat or 0)]
        if seen["question"]["prompt"] == "turn" and mine.deck and other.hand:
            held, decked = (
                json_of(player.answers(f"play:{card}", after=seen["seq"]))
                for card in (other.hand[0], mine.deck[0])
            )
            assert held["rule"] == decked["rule"]
            assert CARD.sub("it", held["detail"]) == CARD.sub("it", decked["detail"])
            compared += 1
        pair.answer_by(luck)
    assert compared > 10


def test_the_audit_quotes_no_fact_while_the_match_goes_on(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    quoting = Verdict(False, 1, 9, 10, "Fact 10 is recorded as “10 <9 SA-210 arena.CardDrawn card=ALA05”.")
    monkeypatch.setattr(verification, "verify", lambda rules, facts, progress, quote: quoting)
    audit = json_of(pair.public.get("/verification"))
    assert audit["ok"] is False
    assert audit["difference"] == "Fact 10 differs; the difference appears when the match is over."
    pair.play_out(Random(15))
    assert json_of(pair.public.get("/verification"))["difference"] == quoting.difference


def mistakes_of(player: Player, seq: int) -> Iterator[TestResponse]:
    """Tries things that are refused."""
    yield player.answers("nonsense", after=seq)
    yield player.answers(after=seq - 1)
    yield player.get("/facts/99999/scene")


def histories_of(player: Player) -> Iterator[tuple[str, list[Json]]]:
    """Reads the whole match, in every form that it is told in."""
    yield "JSON", player.facts()
    lines = player.get("/facts?limit=5000", Accept="application/x-ndjson").text.splitlines()
    yield "lines", [json.loads(line) for line in lines]
    yield "a stream", list(facts_of(listen(player)))
    yield "sentences", json_of(player.get("/narration"))["items"]
    batch = player.get("/facts?limit=5000", Accept="application/cloudevents-batch+json")
    yield "events", [event["data"] for event in batch.get_json()]
    yield "a record", json_of(player.get("/export"))["facts"]
    transcript = player.get("/export", Accept="text/plain").text.splitlines()
    lines = [line for line in transcript if line and not line.startswith("#")]
    yield "a transcript", [{"seq": int(line.split()[0]), "line": line} for line in lines]


def facts_with_cards(facts: list[Json], ends: list[tuple[int, Secrets]]) -> list[tuple[int, str, Secrets]]:
    """Pairs each fact with what was hidden when the answer it follows from was dealt with."""
    paired, answers = [], iter(ends)
    end, hidden = next(answers)
    for fact in facts:
        while fact["seq"] > end:
            end, hidden = next(answers)
        paired.append((fact["seq"], json.dumps(fact), hidden))
    return paired
