"""The tags of the API, the headings of its document in reading order."""

from __future__ import annotations

from enum import Enum


class Tag(Enum):
    """A heading. Its value is the name in the document."""

    MATCHES = "Matches"
    PLAY = "Play"
    PLAYERS = "Players"
    TOURNAMENTS = "Tournaments"
    RESULTS = "Results"
    FEED = "Feed"
    WEBHOOKS = "Webhooks"
    RECORDINGS = "Recordings"
    DISPUTES = "Disputes"
    ANALYSIS = "Analysis"
    PROOFS = "Proofs"
    SERVICE = "Service"


DESCRIPTIONS = {
    Tag.MATCHES: "Open matches, list them, and read them at each of their facts.",
    Tag.PLAY: "Take seats, answer questions, offer draws, concede.",
    Tag.PLAYERS: "Create accounts, and read profiles and ratings.",
    Tag.TOURNAMENTS: "Announce tournaments, register players, pair rounds, enter results, appoint staff.",
    Tag.RESULTS: "Read standings and their reasons, and export them as files.",
    Tag.FEED: "Read all public facts in one order, in pages or as a stream that resumes.",
    Tag.WEBHOOKS: "Subscribe URLs to public facts, after Standard Webhooks 1.0.",
    Tag.RECORDINGS: "Record matches on real tables, entry by entry, and sign them.",
    Tag.DISPUTES: "Open cases, rule on them, rewind and correct matches.",
    Tag.ANALYSIS: "Ask why, what else was possible, and what an answer cost.",
    Tag.PROOFS: "Prove and verify records: hash chains, log proofs, keys, exports and imports.",
    Tag.SERVICE: "Read games, rules, problem types, jobs and the health of the service.",
}
