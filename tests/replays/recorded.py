"""A match of printed cards, recorded by a scribe: the golden transcript of the facts of recordings.

`python -m tests.replays.recorded > replays/library/arena-recorded.game` writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain import chance, table
from domain.arena.facts import CardDrawn
from domain.games import GAMES
from domain.model import SPECTATOR, Fact
from domain.recording.entries import Entry, Ref
from domain.table import CommandOutcome, JudgeLooked, MatchOpened, Rewound, SeatClaimed
from domain.table.recordings import commands, notes
from domain.table.recordings.facts import (
    Amended,
    DrawNoted,
    Entered,
    GapNoted,
    Irregular,
    Named,
    Objected,
    ScribeChanged,
    Signed,
)
from replays.playback import transcript
from replays.proof.chain import FactCommitter
from service.catalog.cardsets import CardSetRegistry
from tests.recording.robot_scribe import RobotScribe, bot_match

from .conftest import take
from .contested import MORNING, STEP

NAME = "arena-recorded"
ABOUT = """A match of printed cards that a scribe records: an entry is amended, a broken rule is undone, a gap
is noted, players note draws, a card is named, and both sign, one of them after an objection.

python -m tests.replays.recorded > replays/library/arena-recorded.game"""


def without_scribe(facts: Sequence[Fact]) -> list[Fact]:
    """Returns *facts* with a look of a judge in the place of each change of the scribe."""
    return [
        Fact(fact.seq, fact.cause, fact.rule, JudgeLooked("judge", fact.event.at))
        if isinstance(fact.event, ScribeChanged)
        else fact
        for fact in facts
    ]


class Recorded:
    """A recording of a match of bots, and all that is said around it."""

    def __init__(self) -> None:
        game, digest = take("arena"), CardSetRegistry().packaged_digest("arena")
        played = bot_match("arena", 4, 2, {"chapter": 1, "edition": "en"})
        robot = RobotScribe(played, between=1)
        assert len(list(robot.record())) == len(robot.log)
        self.entries: list[Entry] = [logged.entry for logged in robot.log]
        self.rules, self.write = game.rules, GAMES["arena"].write_position
        opened = MatchOpened(
            *(
                "arena",
                game.game.VERSION,
                {"chapter": 1, "edition": "en"},
                2,
                digest,
                chance.seed_commitment(NAME),
                MORNING,
            ),
            seed=NAME,
            shuffle=chance.COMMITTED,
            source="table",
        )
        self.facts: list[Fact] = table.open_match(opened)
        self.match: table.Match[Any] = table.fold(self.rules, self.facts)
        for seat, player in enumerate(("p-ana", "p-ben")):
            self._follow(table.claim_seat, SeatClaimed(seat, player, "", self._now()))
        self._follow(commands.change_scribe, ScribeChanged("a digest", "scribe", self._now()))

    def _now(self) -> int:
        return MORNING + STEP * len(self.facts)

    def _follow(self, command: Callable[..., CommandOutcome[Any]], *events: Any) -> None:
        outcome = command(self.rules, self.match, *events)
        self.facts, self.match = [*self.facts, *outcome.facts], outcome.match

    @property
    def next_entry(self) -> int:
        """The number of the next entry."""
        return len(commands.require_record(self.match).recording.entries) + 1

    def enter(self, first: int, last: int) -> None:
        """The scribe enters the entries from *first* to *last*."""
        for number in range(first, last + 1):
            tried = commands.try_entry(self.match, self.entries[number - 1])
            assert isinstance(tried, tuple)
            accepted = tried[1]
            entry, device_at = accepted.entry, self._now() - 500
            entered = Entered(
                *(number, f"entry-{number:04}", entry.seat, entry.picks, entry.sightings, "scribe"),
                *(self._now(), accepted.legality, "", device_at, accepted.dealt),
            )
            self._follow(commands.enter, entered)

    def amend(self, number: int) -> None:
        """The scribe goes back to before an entry."""
        recording, seed = commands.require_record(self.match).recording, f"{NAME}, the second line"
        to = recording.entry_seq(number) - 1
        rewound = Rewound(to, chance.seed_commitment(seed), seed, "", at=self._now())
        self._follow(commands.amend, Amended(number, "The other space.", "scribe", self._now()), rewound)

    def note_irregularity(self) -> None:
        """A judge notes a broken rule that the table undid."""
        event = Irregular("", "Moved twice, and back.", "judge:judge-3", self._now(), rule="SA-303", seat=1)
        self._follow(commands.correct, event)

    def note_gap(self) -> None:
        """The scribe missed nothing, and goes on from the same board."""
        position = self.write(self.rules.redact_board(self.match.position.board, SPECTATOR))
        self._follow(commands.correct, GapNoted(position, "A coffee.", "scribe", self._now(), turns=0))

    def name_card(self) -> None:
        """A player says which card the last draw was."""
        recording = commands.require_record(self.match).recording
        seq = [fact.seq for fact in self.facts if isinstance(fact.event, CardDrawn)][-1]
        full_fact = recording.full_fact(seq)
        assert full_fact is not None
        assert isinstance(full_fact.event, CardDrawn)
        ref, card = Ref(seq), full_fact.event.card
        dealt = commands.try_name(self.match, card, ref)
        self._follow(commands.name_card, Named(ref, card, "shown_at_end", "scribe", self._now(), dealt))

    def note_draws(self) -> None:
        """Two players note their last draws, one of them wrongly, and open the notes."""
        draws = [fact for fact in self.facts if isinstance(fact.event, CardDrawn)]
        for seat, card in ((0, "SAM01"), (1, "ARI01")):
            ref = max(Ref(fact.seq) for fact in draws if fact.event == CardDrawn(seat, ""))
            self._follow(notes.note_draw, DrawNoted(seat, ref, card, f"seat:{seat}", self._now()))
        outcome = notes.open_notes(self.rules, self.match, self.facts, self._now())
        self.facts, self.match = [*self.facts, *outcome.facts], outcome.match

    def end(self) -> None:
        """Both players sign, one of them after an objection."""
        committer = FactCommitter(NAME, self.rules, self.match.settings, self.match.line_seeds)
        *_, head = committer.hash_facts(self.facts)
        self._follow(commands.object_to, Objected(1, 3, "I kept that card.", "seat:1", self._now()))
        for seat in (0, 1):
            self._follow(commands.sign, Signed(seat, head, "phone", f"seat:{seat}", self._now()))


def recorded() -> Recorded:
    """Records the match of the golden."""
    recorded = Recorded()
    recorded.enter(1, 24)
    recorded.amend(21)
    recorded.note_irregularity()
    recorded.enter(21, 30)
    while recorded.match.position.running is not None:
        recorded.enter(recorded.next_entry, recorded.next_entry)
    recorded.note_gap()
    recorded.enter(recorded.next_entry, len(recorded.entries))
    recorded.note_draws()
    recorded.name_card()
    recorded.end()
    return recorded


if __name__ == "__main__":
    print(transcript.write_transcript(transcript.Transcript(ABOUT, tuple(recorded().facts))), end="")
