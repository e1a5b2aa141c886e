"""A match whose deals wait for a public beacon.

`python -m tests.replays.beaconed` writes its golden transcript.
"""

from __future__ import annotations

from domain import chance, table
from replays.playback import transcript
from service.catalog.cardsets import CardSetRegistry
from tests.drand import Chain

from .committed import Committed
from .conftest import take

NAME = "arena-beacon"
BEACON = """A match whose deals wait for a round of a public beacon. The beacon misses one of three, after
a downtime of the service.

python -m tests.replays.beaconed > replays/library/arena-beacon.game"""


class Beaconed(Committed):
    """A contested match in version 5 of the shuffle."""

    lines = 3

    def draw(self, chain: Chain) -> None:
        """The beacon publishes the awaited round."""
        number = self.match.reveals.round
        self.at = max(self.at, chain.beacon.time_of(number) + 400)
        self._follows(table.draw_beacon(self.rules, self.match, chain.draw(number, self.at)))


def beacons(chain: Chain | None = None) -> Beaconed:
    """Plays the match of the golden, by the rounds of a *chain*."""
    chain = chain or Chain()
    digest = CardSetRegistry().packaged_digest("arena")
    options = {"chapter": 1, "edition": "en"}
    b = Beaconed(take("arena"), NAME, NAME, options, digest, shuffle=chance.BEACON, beacon=chain.beacon)
    b.reveal(1)
    b.reveal(0)
    b.draw(chain)
    b.play(3)
    to = b.match.last_game_seq
    b.play(3)
    b.dispute(0, "We forgot a card.", to)
    b.rule("rewind", "We go back to before it.", "house-1", to=to)
    b.reveal(0)
    b.miss()
    b.draw(chain)
    b.play(4)
    b.dispute(1, "Again.", to)
    b.rule("rewind", "Once more.", "house-1", to=to)
    b.reveal(0)
    b.away(20)
    b.miss()
    b.play(2)
    b.concede(1)
    return b


if __name__ == "__main__":
    print(transcript.write_transcript(transcript.Transcript(BEACON, tuple(beacons().facts))), end="")
