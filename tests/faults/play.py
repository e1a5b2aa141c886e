"""Tables that bots play at, through the commands of a service, and what they are told there."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from domain import table
from domain.model import Answered
from replays.proof import receipts
from replays.proof.receipts import Receipt
from service.bootstrap import Services
from service.evidence.audit import audit_record
from service.evidence.log_audit import audit_tree
from service.http.bodies.received import convert_instants


class Table(Struct):
    """A match of Sorcerer's Arena, and the token of each seat."""

    match: str
    tokens: list[str]


class Said(Struct):
    """What a service has acknowledged: where it stands, its receipt, and the answer, if it was one."""

    position: int
    receipt: Receipt
    seq: int = 0
    answered: Answered | None = None


def sit_down(services: Services) -> tuple[Table, list[Said]]:
    """Opens a match and takes both seats."""
    matches = services.matches
    opened = matches.open_match("arena", {}, 2)
    seated = [
        matches.claim_seat(opened.match, seat, claim, f"player-{seat}")
        for seat, claim in enumerate(opened.claims)
    ]
    said = [Said(opened.position, opened.receipt)]
    said += [Said(taken.result.position, taken.result.receipt) for taken in seated]
    return Table(opened.match, [taken.token for taken in seated]), said


def move(services: Services, at: Table, luck: Random) -> Said | None:
    """Answers the open question with any of its options; `None` when the match is over."""
    seen = services.repository.load_match(at.match)
    question = table.open_question(*seen)
    if question is None:
        return None
    picks = tuple(luck.sample(question.options, luck.randint(question.least, question.most)))
    told = services.matches.answer_question(at.match, at.tokens[question.seat], picks, seen.match.seq)
    answered = told.facts[0].event
    assert isinstance(answered, Answered)
    assert (answered.seat, answered.picks) == (question.seat, picks)
    return Said(told.position, told.receipt, told.facts[0].seq, answered)


def read_answer(event: dict[str, Any]) -> Answered:
    """Returns the answer of a reply as the service keeps it: what is `null` there is left out."""
    told = {name: value for name, value in convert_instants(Answered, event).items() if value is not None}
    del told["type"]
    return msgspec.convert(told, Answered)


def assert_kept(services: Services, said: list[Said]) -> None:
    """Fails unless all that was *said* still stands as it was said, and nothing stands there by halves.

    Each match is audited: its facts lead to its heads, the heads are those of the log, and every answer
    decides again to what is stored.
    """
    services.evidence.seal_heads()
    assert audit_tree(services.store) == []
    keys = {str(key): key for key in services.evidence.public_keys()}
    for match in {one.receipt.match for one in said}:
        assert audit_record(services.store, services.library, match).findings == []
        heads = {one.head.seq: one.head for one in services.store.tree.list_entries(match)}
        facts = services.store.facts(match)
        for one in (one for one in said if one.receipt.match == match):
            receipts.verify_receipt(one.receipt, keys[one.receipt.key])
            head = heads.get(one.receipt.seq)
            assert head is not None, f"{match}: what was acknowledged up to fact {one.receipt.seq} is lost"
            assert (head.position, head.head.hex()) == (one.position, one.receipt.head)
            if one.answered is not None:
                assert facts[one.seq - 1].event == one.answered


def assert_in_order(said: list[Said]) -> None:
    """Fails unless what one writer was told, one after the other, stands in that order."""
    assert all(one.position < following.position for one, following in pairwise(said))
