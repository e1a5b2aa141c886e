"""Recorded matches reach integrators as every match does, without the cards of the deal."""

from __future__ import annotations

from tests.service.recordings.scribe import Scribe, played_match

from .integrators import Integrator, Post, feed
from .receivers import Receiver


def test_entries_and_their_facts_arrive_as_in_the_feed(
    league: Integrator, post: Post, receiver: Receiver
) -> None:
    webhook = league.subscribes(receiver.url)
    Scribe(league.api, played_match()).enter(last=12)
    post.goes_round()
    assert [message.verified(webhook["secret"]) for message in receiver.heard] == feed(league.api)
    entered = [each.notice["fact"]["event"] for each in receiver.heard if each.type == "record.Entered"]
    assert len(entered) == 12
    assert [event["dealt"] for event in entered] == [[]] * 12
    drawn = [each.notice["fact"]["event"] for each in receiver.heard if each.type == "arena.CardDrawn"]
    assert drawn
    assert all(event["card"] is None for event in drawn)
