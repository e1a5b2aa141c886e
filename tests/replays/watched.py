"""Whole matches of both games, played at random, and what each viewer may know of them at any moment."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import chain
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st

from domain import arena, table, villainous
from domain.arena.facts import CardRevealed
from domain.games import GAMES, Game
from domain.model import CHANCE, Answered, Fact, Viewer
from domain.rules import Rules
from domain.table import Match
from replays.playback.replay import Replay
from replays.text.fact_narrator import FactNarrator
from replays.text.languages import ENGLISH, typeset
from tests.arena.matches import RULES as ARENA
from tests.arena.matches import SETTINGS, Setting, whole_match
from tests.arena.test_secrets import own_look, unseen
from tests.villainous.matches import GAMES as LINE_UPS
from tests.villainous.matches import log, open_to
from tests.villainous.play import RULES as VILLAINOUS

Known = Callable[[Match[Any], Viewer], set[str]]


class Watched(NamedTuple):
    """A match to look back at; `known` are the cards of which a viewer may know where they lie."""

    game: Game
    film: Replay[Any, Any]
    known: Known

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Everyone who may look."""
        return table.all_viewers(self.film.rules, self.film.at(len(self.film)))

    def shown(self, viewer: Viewer) -> list[Fact]:
        """Its facts, as *viewer* may see them."""
        return [table.redact_fact(self.film.rules, fact, viewer) for fact in self.film.facts]

    def voice(self, viewer: Viewer) -> FactNarrator:
        """Who tells its facts to *viewer*."""
        return FactNarrator(self.game, self.film, self.shown(viewer), viewer)

    def secrets(self, told: object, viewer: Viewer, *moments: int) -> set[str]:
        """The cards that *told* names, by id or aloud, of which *viewer* may know at none of these moments.

        Aloud a card has the name of its copies: they tell of each other. What a fact just revealed is known.
        """
        cards = self.film.rules.book.cards
        text = msgspec.json.encode(told).decode()
        known = set(chain.from_iterable(self.known(self.film.at(seq), viewer) for seq in moments if seq))
        for fact in (self.film.facts[seq - 1] for seq in moments if seq):
            if isinstance(fact.event, CardRevealed) or own_look(fact, viewer):
                known |= self._spelt(msgspec.json.encode(fact).decode())
        called = self._called(text) - {typeset(ENGLISH, cards[card].name) for card in known}
        return self._spelt(text) - known | called

    def _spelt(self, text: str) -> set[str]:
        return set(re.split("[^A-Za-z0-9-]+", text)) & set(self.film.rules.book.cards)

    def _called(self, text: str) -> set[str]:
        """The names of cards in *text*."""
        names, of_cards = _names(self.game.NAME)
        return set(of_cards.intersection(names.findall(text)))


@cache
def _names(game: str) -> tuple[re.Pattern[str], frozenset[str]]:
    """A pattern of every name in the game that is called *game*, and the names of cards among them.

    It does not find those of cards within longer ones: there is a John in Prince John. Card Guards are a
    kind of card; the Guards are others.
    """
    rules: Rules[Any, Any] = ARENA if game == arena.NAME else VILLAINOUS
    called = {"Card Guards", *GAMES[game].display_names(rules.book).values()}
    names = sorted((typeset(ENGLISH, name) for name in called), key=len, reverse=True)
    pattern = "|".join(rf"\b{re.escape(name)}\b" for name in names if name)
    return re.compile(pattern), frozenset(typeset(ENGLISH, card.name) for card in rules.book.cards.values())


def _not_hidden(match: Match[Any], viewer: Viewer) -> set[str]:
    every = set(ARENA.book.cards)
    if CHANCE in viewer.shares:
        return every
    running = match.position.running
    said = [fact.event for fact in running.facts] if running is not None else []
    answers = [event for event in said if isinstance(event, Answered) and not event.secret]
    picked = {pick.rpartition(":")[2] for answer in answers for pick in answer.picks}
    return every - unseen(match, viewer) | every & picked


@lru_cache(maxsize=8)
def at_the_arena(seed: int, setting: Setting) -> Watched:
    """A match of Sorcerer's Arena."""
    return Watched(arena, Replay(ARENA, whole_match(seed, setting)[0]), _not_hidden)


@lru_cache(maxsize=8)
def at_villainous(seed: int, seats: int) -> Watched:
    """A match of Villainous."""
    film = Replay(VILLAINOUS, log(seed, seats))
    return Watched(villainous, film, lambda match, viewer: open_to(match.position, viewer))


MATCHES = st.one_of(
    st.builds(
        at_the_arena, st.integers(0, 2**32), st.sampled_from([one for one in SETTINGS if not one.copies])
    ),
    st.sampled_from(LINE_UPS).map(lambda told: at_villainous(*told)),
)
"""Matches of both games; each card is there once, so that its id tells whose it is."""
