"""A bot that knows the service by the client that was generated from its document, and by nothing else."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, TypeAlias

from generated_client import AuthenticatedClient, Client, models
from generated_client.api.feed import list_match_facts
from generated_client.api.matches import create_match, get_match
from generated_client.api.play import answer as answer_question
from generated_client.api.play import claim_seat, concede

LONGEST = 120
"""After so many answers somebody gives up: the next hundreds are of the kinds that have been read."""

Scene: TypeAlias = models.ArenaMatch | models.VillainousMatch

CHAPTER_1 = models.ArenaOptions(chapter=models.ArenaOptionsChapter.VALUE_1)
NEW: dict[str, models.ArenaNewMatch | models.VillainousNewMatch] = {
    "arena": models.ArenaNewMatch("arena", options=CHAPTER_1, seats=2),
    "villainous": models.VillainousNewMatch("villainous", seats=2),
}


class Played(NamedTuple):
    """A match as everybody may read it: its id, the winners, who played, the last fact, and what was done."""

    match: str
    winners: list[int]
    players: list[str | None]
    seq: int
    done: int


def plays(address: str, game: str) -> Played:
    """Plays a match of *game* on both seats, and reads what became of it."""
    public, luck = Client(base_url=address), Random(7)
    opened = create_match.sync(client=public, body=NEW[game])
    assert isinstance(opened, models.OpenedMatch)
    seats, seq, question = list[AuthenticatedClient](), 0, None
    for seat, (claim, name) in enumerate(zip(opened.claims, ("Ada", "Bo"), strict=True)):
        body = models.Claim(player=name)
        assert claim is not None
        client = AuthenticatedClient(base_url=address, token=claim)
        taken = claim_seat.sync(opened.id, seat, client=client, body=body)
        assert isinstance(taken, models.SeatReply)
        seats.append(AuthenticatedClient(base_url=address, token=taken.token))
        seq, question = taken.seq, taken.scene.question
    while question is not None:
        assert question.seat is not None  # chance answers at once
        player = seats[question.seat]
        if question.options is None:  # it is for the other seat to know
            question = shown(opened.id, player).question
            assert question is not None
        picks = luck.sample(question.options or [], luck.randint(question.least, question.most))
        answer = models.Answer(picks=picks)
        reply = answer_question.sync(opened.id, client=player, body=answer, if_match=f'"{seq}"')
        assert isinstance(reply, models.Reply), reply
        if reply.question is not None and reply.ply >= LONGEST:
            reply = concede.sync(opened.id, client=player)
            assert isinstance(reply, models.Reply)
        seq, question = reply.seq, reply.scene.question
    scene, page = shown(opened.id, public), list_match_facts.sync(opened.id, client=public, limit=5000)
    assert isinstance(page, models.FactPage)
    assert [fact.seq for fact in page.items] == [*range(1, seq + 1)]
    end = page.items[-1].event
    assert end.type_ == "table.MatchEnded"
    return Played(
        opened.id,
        end.winners,
        [None if player is None else player.name for player in scene.players],
        seq,
        done(scene, page.items),
    )


def shown(match: str, client: Client | AuthenticatedClient) -> Scene:
    """Returns what the client may see of *match*."""
    scene = get_match.sync(match, client=client)
    assert isinstance(scene, Scene)
    return scene


def done(scene: Scene, facts: list[models.NamedFact]) -> int:
    """Returns what *facts* come to by their types, which is what stands on the board of their game."""
    total = 0
    for fact in facts:
        event = fact.event
        if isinstance(event, models.ArenaVictoryPointsGained):
            total += event.points
        elif event.type_ == "villainous.PowerGained":
            total += event.amount
        elif event.type_ == "villainous.PowerPaid":
            total -= event.amount
    if scene.game == "arena":
        assert total == sum(scene.board.points)
    else:
        assert total >= sum(realm.power for realm in scene.board.realms) > 0
    return total
