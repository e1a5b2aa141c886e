"""A robot scribe: it enters a match of bots as a person beside the table would, from public facts only."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain import decider
from domain.decider import Position
from domain.games import GAMES
from domain.model import CHANCE, SPECTATOR, Answered, Asked, Fact, Viewer
from domain.recording.entries import Accepted, Dealt, Entry, Ref, Reply, Sighting
from domain.recording.names import WORD, list_hand, list_names, list_words
from domain.recording.recording import Recording
from domain.recording.standings.standing import list_standings
from domain.recording.unknowns import Start, restore_start
from domain.rules import Rules
from domain.snapshot import Snapshot
from domain.table import MatchEnded, MatchOpened
from replays.bots.players import BOTS, EndlessMatch, play_match
from service.catalog.cardsets import CardSetRegistry

SILENT = (("end",), ("pass",), ())
"""The answers that a scribe leaves out when another seat goes on."""


class Match(NamedTuple):
    """The rules, the position before the first fact, and the facts of the game alone."""

    rules: Rules[Any, Any]
    start: Position[Any]
    facts: list[Fact]
    public_start: Start | None = None
    """The start as people beside the table know it, if the recording begins late."""


def bot_match(game: str, seed: int, seats: int, options: dict[str, Any] | None = None) -> Match:
    """A match of bots; every other seed has greedy ones."""
    rules = GAMES[game].make_rules(CardSetRegistry().find_cards(game).book)
    bot = BOTS["greedy" if seed % 2 else "random"]
    try:
        facts = play_match(GAMES[game], rules, f"t{seed}", [bot] * seats, options or {}, rounds=60)
    except EndlessMatch as endless:
        facts = list(endless.facts)
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    start: Position[Any] = Position(rules.initial_board(opened.options, seats), seats + 1)
    return Match(rules, start, [f for f in facts[seats + 1 :] if not isinstance(f.event, MatchEnded)])


def late_match(game: str, seed: int, seats: int, options: dict[str, Any], after: int) -> Match:
    """The rest of a match of bots from the first position between two effects *after* a fact."""
    match = bot_match(game, seed, seats, options)
    position = match.start
    index = 0
    while match.facts[index].seq <= after or position.running is not None:
        position = decider.evolve(match.rules, position, match.facts[index])
        index += 1
    text = GAMES[game].write_position(match.rules.redact_board(position.board, SPECTATOR))
    start = restore_start(match.rules, Snapshot(text), position.seq)
    return match._replace(start=position, facts=match.facts[index:], public_start=start)


class Logged(NamedTuple):
    """An accepted entry as a log stores it."""

    entry: Entry
    seq: int
    dealt: tuple[Dealt, ...]


class RobotScribe:
    """A scribe with a recording."""

    def __init__(self, match: Match, between: int = 0) -> None:
        """Leaves numbers of facts *between* two entries free, as a log that contains the entries does."""
        start = match.public_start or Start(match.start)
        self.match, self.recording = match, Recording.start(match.rules, *start)
        self.between = between
        self.log: list[Logged] = []
        self.named: list[tuple[str, Ref, tuple[Dealt, ...]]] = []
        self._copies: dict[str, str] = {}
        self._hidden = {card for unknown in start.unknowns for card in unknown.options}
        self._position = match.start

    def record(self) -> Iterator[Reply]:
        """Enters the whole match, or all that comes before the first refusal."""
        originals, print_of = iter(self.match.facts), self.match.rules.print_of
        for entry in self.entries():
            entry, seq = self._by_copies(entry), self.recording.position.seq + self.between
            result = self.recording.try_entry(entry, seq)
            if not isinstance(result, tuple):
                yield result
                return
            self.recording, reply = result
            self.log.append(Logged(reply.entry, seq, reply.dealt))
            yield reply
            for fact, original in zip(reply.facts, originals, strict=False):
                public = decider.redact_fact(self.match.rules, original, SPECTATOR)
                pairs = zip(list_words(public.event), list_words(fact.event), strict=False)
                # cards that the table sees at once may be in another order
                self._copies.update((word, copy) for word, copy in pairs if print_of(word) == print_of(copy))

    def name_draws(self, reply: Accepted) -> bool:
        """Names each hidden card of *reply*, as the phones of players do; tells whether a deal agrees."""
        first = len(self.recording.facts) - len(reply.facts)
        pairs = zip(reply.facts, self.match.facts[first:], strict=False)
        return all(self._name_cards_of(fact, original) for fact, original in pairs)

    def seat_names(self) -> dict[Ref, str]:
        """Returns the cards that one seat alone saw, in the places of the recorded facts."""
        views = [Viewer("seat", frozenset((seat,))) for seat in range(6)]
        names: dict[Ref, str] = {}
        for fact, original in zip(self.recording.facts, self.match.facts, strict=False):
            if isinstance(fact.event, Asked | Answered):
                continue
            for view in views:
                seen = decider.redact_fact(self.match.rules, original, view)
                words = zip(list_words(fact.event), list_words(seen.event), strict=True)
                names |= {Ref(fact.seq, i): card for i, (word, card) in enumerate(words) if card and not word}
        return {ref: self.match.rules.print_of(card) for ref, card in names.items()}

    def show_piles(self) -> bool:
        """Names each card out of sight at the end in the fact that put it there; false without a deal."""
        rules, end = self.match.rules, decider.fold(self.match.rules, self.match.start, self.match.facts)
        hidden = set(list_names(end.board)) - set(list_names(rules.redact_board(end.board, SPECTATOR)))
        pairs = zip(reversed(self.recording.facts), reversed(self.match.facts), strict=True)
        for fact, original in pairs:
            words = set(list_words(original.event)) & hidden
            if not isinstance(original.event, Asked | Answered):
                if not self._name_cards_of(fact, original, words):
                    return False
                hidden -= words
        return True

    def _name_cards_of(self, fact: Fact, original: Fact, cards: set[str] | None = None) -> bool:
        if isinstance(fact.event, Asked | Answered):
            return True
        words = zip(list_words(fact.event), list_words(original.event), strict=True)
        for index, (word, card) in enumerate(words):
            if not word and card and (cards is None or card in cards):
                ref, name = Ref(fact.seq, index), self.match.rules.print_of(card)
                result = self.recording.name(name, ref)
                if not isinstance(result, tuple):
                    return False
                self.recording, dealt = result
                self.named.append((name, ref, dealt))
        return True

    def entries(self) -> list[Entry]:
        """The entries of the match, without those that a scribe leaves out."""
        written: list[Entry] = []
        after: int | None = None
        for entry in reversed(list(self.enter_each())):
            is_silent = entry.picks in SILENT and not entry.sightings and entry.seat != CHANCE
            if not is_silent or after in (None, entry.seat):
                written.append(entry)
                after = entry.seat
        return written[::-1]

    def _by_copies(self, entry: Entry) -> Entry:
        """The entry with the copies that the recording has laid on the table."""

        def copy(pick: str) -> str:
            return WORD.sub(lambda m: self._copies.get(m[0]) or self.match.rules.print_of(m[0]), pick)

        return replace(entry, picks=tuple(map(copy, entry.picks)))

    def enter_each(self) -> Iterator[Entry]:
        """The entries of the match, one for each open answer."""
        answer: Answered | None = None
        seen: list[Sighting] = []
        for fact in self.match.facts:
            event = fact.event
            if isinstance(event, Answered) and (answer is None or not event.secret):
                if answer is not None:
                    yield self._entry(answer, seen)
                answer, seen = event, []
            seen += [Sighting(self.match.rules.print_of(card)) for card in self._newly_visible(fact)]
        assert answer is not None
        yield self._entry(answer, seen)

    def _entry(self, answer: Answered, seen: list[Sighting]) -> Entry:
        return Entry(answer.seat, () if answer.secret else answer.picks, tuple(seen), "robot")

    def _newly_visible(self, fact: Fact) -> Iterator[str]:
        event, board = fact.event, self._position.board
        self._position = decider.evolve(self.match.rules, self._position, fact)
        if isinstance(event, Asked):
            return
        if isinstance(event, Answered):
            if not event.secret:
                self._name_cards(board, event)
            elif event.picks[0].isdecimal():
                yield event.picks[0]
            else:
                self._hidden.update(event.options or event.picks)
            return
        for word in list_words(decider.redact_fact(self.match.rules, fact, SPECTATOR).event):
            if word in self._hidden:
                self._hidden.discard(word)
                yield word

    def _name_cards(self, board: Any, answer: Answered) -> None:
        """Of equal cards in a hand, people beside the table take the one that they have seen before."""
        cards, rules = list(list_words(answer)), self.match.rules
        hand = [] if self._hidden.isdisjoint(cards) else list_hand(rules, board, answer.seat)
        seen = [card for card in hand if card not in self._hidden and card not in cards]
        for card in cards:
            if card in self._hidden:
                self._hidden.discard(card)
                equal = [other for other in seen if rules.print_of(other) == rules.print_of(card)]
                self._hidden.update(equal[:1])
                seen = [other for other in seen if other not in equal[:1]]


def public_facts(rules: Rules[Any, Any], facts: Sequence[Fact]) -> Iterator[tuple[object, ...]]:
    """The facts as a spectator sees them, numbered from 0, and equal for equal copies."""
    numbers = [fact.seq for fact in facts]
    for number, fact in enumerate(facts):
        public = decider.redact_fact(rules, fact, SPECTATOR)
        names = (
            WORD.sub(lambda m: rules.print_of(m[0]), word)
            for word in (public.rule, *list_words(public.event))
        )
        yield number, bisect_right(numbers, fact.cause) - 1, type(public.event), *names


def is_same_board(scribe: RobotScribe) -> bool:
    """Whether the board of the recording is that of the match, up to equal copies and the order of hands."""
    end = decider.fold(scribe.match.rules, scribe.match.start, scribe.match.facts)
    return list_piles(scribe.match.rules, end) == list_piles(scribe.match.rules, scribe.recording.position)


def list_piles(rules: Rules[Any, Any], p: Position[Any]) -> list[list[str]]:
    """The cards of each hand, those of all other hidden piles in order, and all that a spectator sees."""
    public = list(list_names(rules.redact_board(p.board, SPECTATOR)))
    hands = [list_hand(rules, p.board, seat) for seat in range(6)]
    seen = {*public, *chain.from_iterable(hands)}
    hidden = [name for name in list_names(p.board) if name not in seen]
    return [
        *(sorted(map(rules.print_of, hand)) for hand in hands),
        *(list(map(rules.print_of, names)) for names in (hidden, public)),
    ]


def differences(scribe: RobotScribe) -> list[int]:
    """The numbers, from 0, of the recorded facts that differ from those of the match."""
    rules = scribe.match.rules
    original = public_facts(rules, scribe.match.facts)
    recorded = public_facts(rules, scribe.recording.facts)
    return [i for i, (a, b) in enumerate(zip(original, recorded, strict=False)) if a != b]


def list_mistakes(scribe: RobotScribe) -> list[tuple[int, str]]:
    """The cards in proven facts that are not those of the match, up to equal copies, with their entries.

    People who see several cards at once cannot tell their order: an entry proves the set of them.
    """
    rules, starts = scribe.match.rules, [logged.seq for logged in scribe.log]
    dealt, shown = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for standing, original in zip(list_standings(scribe.recording), scribe.match.facts, strict=False):
        full = scribe.recording.full_fact(standing.seq)
        assert full is not None
        if standing.verdict == "proven" and not isinstance(full.event, Asked):
            entry = bisect_left(starts, standing.seq)
            for words, fact in ((dealt, full), (shown, original)):
                words.update((entry, rules.print_of(word)) for word in list_words(fact.event))
    return [*((dealt - shown) + (shown - dealt))]
