"""A scribe in the browser, who taps what bots have played, and counts the taps."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playwright.sync_api import Page, expect

from domain.recording.entries import Entry
from tests.service.recordings.scribe import PlayedMatch

from .serving import HTTP, Served

SECONDS = 20
"""The time for an entry on a busy machine, in which the page has to show the next questions."""

_FIND = """([seat, names]) => {
  const isFree = ({ ariaPressed, dataset }) => ariaPressed !== 'true' || Number(dataset.left) > 0;
  const wanted = (each) => Number(each.dataset.seat) === seat && isFree(each);
  const buttons = [...document.querySelectorAll('#answers [data-option]')].filter(wanted)
    .filter((each) => names.includes(each.dataset.option));
  const things = [...document.querySelectorAll('#board [data-pick]:not(.taken)')];
  const offers = (each, name) => each.dataset.option === name || each.dataset.pick?.split(' ').includes(name);
  const isAlone = ({ dataset }) => !dataset.pick?.includes(' ');
  const found = names.flatMap((name) => [...buttons, ...things].filter((each) => offers(each, name)))
    .filter((each) => each.checkVisibility())
    .toSorted((one, other) => isAlone(other) - isAlone(one))[0];
  if (!found) return null;
  const { option, pick } = found.dataset;
  const selector = option
    ? `#answers [data-option="${option}"][data-seat="${seat}"]`
    : `#board [data-pick="${pick}"]:not(.taken)`;
  return [selector, (buttons[0]?.querySelector('.label') ?? buttons[0])?.textContent ?? ''];
}"""
"""Finds what to tap for a pick, a button in sight or a thing on the board, and the label of the answer."""


class TappingScribe:
    """A scribe at a page with the entries of a match of bots; `taps` counts them by entry."""

    def __init__(self, page: Page, served: Served, played: PlayedMatch) -> None:
        self.page, self.served, self.played = page, served, played
        options = {"chapter": 1} if played.game == "arena" else {}
        body = {"game": played.game, "options": options, "seats": played.seats, "source": "table"}
        opened: Any = HTTP.post(f"{served.url}/api/v1/matches", json=body).json()
        self.match, self.token = opened["id"], opened["scribe"]
        self.path = f"{served.url}/api/v1/matches/{self.match}"
        self.players: list[str] = []
        for seat, name in enumerate(("Ana", "Ben", "Cleo", "Dan")[: played.seats]):
            headers = {"Authorization": f"Bearer {opened['claims'][seat]}"}
            claimed = HTTP.post(f"{self.path}/seats/{seat}/claim", json={"player": name}, headers=headers)
            self.players.append(claimed.json()["token"])
        self.entries = [entry for entry in played.entries if entry.picks != ("pass-turn",)]
        """What the table shows: nobody says that no Condition is played."""
        self.number = 0
        """The entry that is being entered."""
        self.told_ahead = 0
        self.chosen_ahead = ""
        """The first pick of an answer of several, if the tap before told it."""
        self.taps = Counter[int]()

    def open(self) -> None:
        """Opens the page by the link of the scribe."""
        self.page.goto(f"{self.served.url}/m/{self.match}/record#key={self.token}")
        self.page.click("#enter")
        self.page.wait_for_selector("body[data-ready]")

    def tap(self, selector: str, number: int = 0) -> None:
        """Taps something, for entry *number* or the one being entered."""
        self.page.locator(selector).first.click()
        self.taps[number or self.number] += 1

    def tap_until_revealed(self) -> int:
        """Enters the match up to an answer that reveals a card, taps that, and returns its number."""
        number = next(index for index, entry in enumerate(self.played.entries, 1) if entry.sightings)
        for earlier in range(1, number):
            self.enter(earlier)
        for pick in self.played.entries[number - 1].picks if self.told_ahead != number else ():
            self.tap_pick(self.played.entries[number - 1].seat, pick)
        expect(self.page.locator("[data-candidate]").first).to_be_visible()
        return number

    def enter(self, number: int) -> None:
        """Enters entry *number*, and waits until the page confirms it, or a next one that a tap told too."""
        if number <= self.last_entry:
            self.chosen_ahead = ""
            return
        self.number = number
        sightings = self._in_order(number)
        if self.told_ahead != number or not self.page.locator("[data-candidate]").count():
            self._answer(number)
        while not self.is_entered(number):
            card = self.print_of(sightings.pop(0))
            both = [f'[data-both="{card}>>{place}"]' for place in self._next_picks(number, 2)]
            self.tap(next(filter(self._has, both), f'[data-candidate="{card}"]'))

    def _next_picks(self, number: int, count: int) -> list[str]:
        """Returns the single answers after entry *number*."""
        return [entry.picks[0] for entry in self.entries[number : number + count] if len(entry.picks) == 1]

    def _has(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def _answer(self, number: int) -> None:
        """Taps the answer of entry *number*, and where one tap tells the next one too, both."""
        entry = self.entries[number - 1]
        following = self.entries[number] if number < len(self.entries) else None
        if entry.seat < 0:
            return self.tap("#answers .done")
        if following is not None and entry.picks[:1] and following.picks[:1] and following.seat == entry.seat:
            if entry.picks == ("end",) and self._tap_later(following):
                self.told_ahead = number + 1
                return None
            both = next(filter(self._has, self._list_both(entry, following)), "")
            if both:
                if entry.picks[0].startswith("discard:"):
                    self.chosen_ahead = following.picks[0]
                else:
                    self.told_ahead = number + 1
                return self.tap(both)
        is_several = len(entry.picks) != 1
        most = int(self.page.locator("#answers .asks").first.get_attribute("data-most") or 0)
        for pick in entry.picks if entry.picks != ("enough",) else ():
            if pick != self.chosen_ahead:
                self.tap_pick(entry.seat, pick)
            self.chosen_ahead = ""
            is_several |= self._has("#answers [aria-pressed=true]")
        if not entry.picks or len(entry.picks) < most:
            self._end(number, is_several)
        return None

    def _end(self, number: int, is_several: bool) -> None:
        """Ends an answer of several parts, by a tap on the next one if that is in sight."""
        entry = self.entries[number - 1]
        following = self.entries[number] if number < len(self.entries) else None
        if not is_several and entry.picks != ("enough",):
            return None
        if following is not None and following.picks:
            then = f'#answers [data-then="{following.picks[0]}"][data-seat="{following.seat}"]'
            if self._has(then):
                self.told_ahead = number + 1
                return self.tap(then, number + 1)  # the tap on the next answer ends this one by the way
        if entry.picks == ("enough",):
            return self.tap_pick(entry.seat, "enough")
        return self.tap("#answers :is(.done, .nothing)")

    def _list_both(self, entry: Entry, following: Entry) -> list[str]:
        """The things that tell both answers with one tap."""
        act, colon, _ = following.picks[0].partition(":")
        on_board = f"{entry.picks[0]}>>{following.picks[0] if act == 'gain' else act + colon}"
        seat = f'[data-seat="{entry.seat}"]:visible'
        beside = [
            f'#answers [data-both="{one}>>{other}"]{seat}'
            for one in self.copies_of(entry.picks[0])
            for other in self.copies_of(following.picks[0])
        ]
        return [f'#board [data-pick="{on_board}"]', *beside]

    def _tap_later(self, entry: Entry) -> bool:
        """Taps the answer to a later question of the same seat, if it is in sight: the turn ends first."""
        names = self.copies_of(entry.picks[0]) if len(entry.picks) == 1 else []
        later = [
            f'#answers .after [data-option="{name}"][data-seat="{entry.seat}"]:visible' for name in names
        ]
        found = next((each for each in later if self.page.locator(each).count()), None)
        if found:
            self.tap(found)
        return found is not None

    def _in_order(self, number: int) -> list[str]:
        """Returns the cards that entry *number* reveals, the one that the next entry chooses first."""
        cards = [sighting.card for sighting in self.entries[number - 1].sightings]
        chosen = self.entries[number].picks[:1] if number < len(self.entries) else ()
        if not self.entries[number - 1].picks[:1] or not self.entries[number - 1].picks[0].startswith(
            "fate:"
        ):
            return cards
        return sorted(cards, key=lambda card: (card,) != chosen)

    def tap_pick(self, seat: int, pick: str) -> None:
        """Taps one answer, among the buttons or on the board."""
        target = [seat, self.copies_of(pick)]
        found = self.page.evaluate(_FIND, target)
        waiting = self.page.locator("[data-waiting]")
        for index in range(waiting.count() if found is None else 0):
            self.tap(f"#answers .waiting >> nth={index}")
            found = self.page.evaluate(_FIND, target)
            if found is not None:
                break
        closed = self.page.locator("#answers .closed:not([open]) > summary")
        while found is None and closed.count():
            self.tap("#answers .closed:not([open]) > summary")
            found = self.page.evaluate(_FIND, target)
        assert found is not None, (seat, pick, self.page.locator("#answers").inner_text())
        selector, label = found
        self.tap(selector)
        if self.page.locator("dialog.which").count():
            self.tap(f'dialog.which button:text-is("{label}")')

    def is_entered(self, number: int) -> bool:
        """Waits for the confirmation of an entry, or for the question of a card that it lacks."""
        self.page.wait_for_function(
            """number => document.querySelector('#answers').ariaBusy === 'false'
              && (Number(document.querySelector('#entries > li')?.dataset.entry) >= number
                || document.querySelector('[data-candidate]'))""",
            arg=number,
            timeout=SECONDS * 1000,
        )
        return self.last_entry >= number

    @property
    def last_entry(self) -> int:
        """The number of the last entry on the page."""
        numbers = self.page.locator("#entries > li").evaluate_all(
            "all => all.map(({ dataset }) => Number(dataset.entry))"
        )
        return max(numbers, default=0)

    def copies_of(self, pick: str) -> list[str]:
        """Returns the pick with each copy of its card: on a table they are equal."""
        act, colon, word = pick.rpartition(":")
        cards = self.played.match.rules.book.cards
        copies = [card for card in cards if self.print_of(card) == self.print_of(word)]
        return [f"{act}{colon}{copy}" for copy in dict.fromkeys([word, *copies])]

    def print_of(self, word: str) -> str:
        """Returns the first copy of a card, or the word itself."""
        return self.played.match.rules.print_of(word)

    def facts(self) -> list[Any]:
        """Returns the facts of the match as the public reads them."""
        found: list[Any] = []
        while True:
            page = HTTP.get(f"{self.path}/facts?after={len(found)}&limit=1000").json()
            found += page["items"]
            if page["next"] is None:
                return found
