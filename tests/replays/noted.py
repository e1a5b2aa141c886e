"""The match with a photo and a noted position in its case: the golden transcript of these facts.

`python -m tests.replays.noted > replays/library/arena-photo.game` writes it.
"""

from __future__ import annotations

import hashlib

from domain import table
from domain.model import Viewer
from domain.table import PhotoAdded, PhotoRemoved, PositionNoted
from replays.playback import transcript
from service.catalog.cardsets import CardSetRegistry

from .conftest import take
from .contested import JUDGE, Contested

NAME = "arena-photo"
NOTED = """A match with a case in which a player adds a photo, the judge notes the position without the hidden
cards, and an organizer removes the photo.

python -m tests.replays.noted > replays/library/arena-photo.game"""


class Noted(Contested):
    """A contested match whose case has a photo and a position."""

    def add_photo(self, seat: int, content: bytes) -> None:
        """A seat adds a photo to the last case."""
        digest = hashlib.sha256(content).hexdigest()
        original = hashlib.sha256(content + b" of a phone").hexdigest()
        added = PhotoAdded(1, f"seat:{seat}", digest, len(content), original, self._now())
        self._follows(table.note_position(self.rules, self.match, added))

    def note_position(self) -> None:
        """The judge notes the position as a spectator sees it."""
        board = self.rules.redact_board(self.match.position.board, Viewer("spectator", frozenset()))
        noted = PositionNoted(1, f"judge:{JUDGE}", self.game.write_position(board), self._now())
        self._follows(table.note_position(self.rules, self.match, noted))

    def remove_photo(self, seq: int) -> None:
        """An organizer removes the photo of a fact."""
        removed = PhotoRemoved(1, seq, "organizer:desk-1", self._now())
        self._follows(table.remove_photo(self.rules, self.match, removed))


def noted() -> Noted:
    """Plays the match of the golden: chapter 1, in its English edition."""
    digest = CardSetRegistry().packaged_digest("arena")
    match = Noted(take("arena"), NAME, NAME, {"chapter": 1, "edition": "en"}, digest)
    match.play(9)
    match.dispute(0, "That was one step too many.")
    match.add_photo(0, b"a photo")
    match.note_position()
    match.remove_photo(match.last(PhotoAdded).seq)
    match.rule("note", "It was two steps.", "SA-303")
    match.play(6)
    match.concede(1)
    return match


if __name__ == "__main__":
    print(transcript.write_transcript(transcript.Transcript(NOTED, tuple(noted().facts))), end="")
