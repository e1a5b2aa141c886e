"""A match whose seats commit to their nonces, and reveal one for each line.

`python -m tests.replays.committed` writes its golden transcript.
"""

from __future__ import annotations

from domain import chance, table
from domain.chance import nonce_hash
from domain.model import Seat
from domain.table import NonceRevealed, SeatClaimed, SeatLeft
from replays.playback import transcript
from service.catalog.cardsets import CardSetRegistry

from .conftest import take
from .contested import Contested

NAME = "arena-reveals"
REVEALS = """A match in which one player leaves before the deal and returns. Both reveal nonces, and after
a rewind one of them does not.

python -m tests.replays.committed > replays/library/arena-reveals.game"""


class Committed(Contested):
    """A contested match in version 4 of the shuffle, with nonces for so many `lines`."""

    lines = 2

    def take_seats(self, seats: int) -> None:
        """Each player takes a seat with a chain of nonces; the first leaves once and comes back."""
        self.nonces: dict[Seat, list[str]] = {}
        self.claim(0)
        self._follows(table.leave_seat(self.rules, self.match, SeatLeft(0, self._now())))
        for seat in range(seats):
            self.claim(seat)

    def claim(self, seat: Seat) -> None:
        """A player takes a seat with the hash of the last nonce of a chain."""
        links = [f"{self.luck.getrandbits(128):032x}"]
        for _ in range(self.lines):
            links.append(nonce_hash(links[-1]))
        *self.nonces[seat], committed = links
        claim = SeatClaimed(seat, f"player-{seat}", "", self._now(), nonce_hash=committed)
        self._follows(table.claim_seat(self.rules, self.match, claim))

    def reveal(self, seat: Seat) -> None:
        """A seat reveals its next nonce."""
        revealed = NonceRevealed(seat, self.nonces[seat].pop(), self._now())
        self._follows(table.reveal_nonce(self.rules, self.match, revealed))

    def miss(self) -> None:
        """Time is up for all who have not revealed theirs."""
        self.at = self.match.reveals.due
        self._follows(table.miss_reveals(self.rules, self.match, self.at))


def reveals() -> Committed:
    """Plays the match of the golden: chapter 1, in its English edition."""
    digest = CardSetRegistry().packaged_digest("arena")
    options = {"chapter": 1, "edition": "en"}
    c = Committed(take("arena"), NAME, NAME, options, digest, shuffle=chance.COMMITTED)
    c.reveal(1)
    c.away(300)
    c.reveal(0)
    c.play(3)
    to = c.match.last_game_seq
    c.play(3)
    c.dispute(0, "We forgot a card.", to)
    c.rule("rewind", "We go back to before it.", "house-1", to=to)
    c.reveal(0)
    c.miss()
    c.play(4)
    c.concede(1)
    return c


if __name__ == "__main__":
    print(transcript.write_transcript(transcript.Transcript(REVEALS, tuple(reveals().facts))), end="")
