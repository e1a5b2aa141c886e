"""A story has a line for each act: an answer, and all that follows from it."""

from __future__ import annotations

import re
from itertools import cycle, pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain import table
from domain.games import GAMES, VOCABULARY
from domain.model import CHANCE, Answered, Asked, Fact, SeatHandedOver, Viewer
from domain.table import MatchOpened, SeatClaimed
from domain.villainous.facts import PowerPaid
from replays.playback import transcript
from replays.text.acts import Act, act_start, narrate_acts
from replays.text.narration import narrate
from service.shared.language_codes import LANGUAGES

from .conftest import GameWithBook, take

SPECTATOR = Viewer("spectator", frozenset())


def load_golden(name: str) -> tuple[GameWithBook, tuple[Fact, ...]]:
    """Returns the facts of a golden transcript, and its game."""
    [path] = [path for path in transcript.library_files() if path.stem == name]
    return load(path)


def load(path: Path) -> tuple[GameWithBook, tuple[Fact, ...]]:
    """Returns the facts of a transcript, and its game."""
    facts = transcript.read_transcript(path.read_text(encoding="utf-8"), VOCABULARY).facts
    assert isinstance(facts[0].event, MatchOpened)
    return take(facts[0].event.game), facts


def acts_of(name: str, language: str = "en", reader: int | None = None) -> dict[int, Act]:
    """Returns the acts of a golden match by their first fact."""
    given, facts = load_golden(name)
    acts = narrate_acts(given.game, given.book, facts, language, reader=reader)
    return {act.seq: act for act in acts}


def test_an_action_and_the_choices_within_it_are_one_line() -> None:
    act = acts_of("arena-version-4")[93]
    assert (act.seq, act.last, act.action) == (93, 102, "attack+")
    assert act.text == (
        "Random-1 discards No Quarter, banishes Circle and Strike Again. "
        "Demona hits Aladdin for 3 (6 HP left)."
    )
    assert [line.text for line in act.lines if line.folded] == [
        "The Action Phase begins.",
        "Random-1 is choosing a card to discard, to add to the standard attack.",
        "Random-1 chooses No Quarter.",
        "Random-1 is choosing a card to banish for the Stealthy Aladdin.",
        "Random-1 chooses Circle and Strike Again.",
    ]


def test_an_act_names_what_its_player_declines() -> None:
    assert (
        acts_of("arena-version-4")[173].text
        == "Random-1 plays Sweep of the Staff. Random-1 chooses nothing for Sweep of the Staff."
    )


def test_cards_that_go_the_same_way_are_one_sentence() -> None:
    assert acts_of("arena-version-4")[212].text == (
        "Random-1 banishes No Quarter, Sweep of the Staff, Trailing Cloak and Sideways Exit. Demona upgrades."
    )
    assert acts_of("villainous-version-4")[143].text == (
        "Take the Shot and Card Guard: Heart go to greedy-0’s Villain discard pile."
    )


def test_an_act_names_the_played_card_and_not_that_it_is_discarded() -> None:
    acts = acts_of("villainous-version-4")
    assert acts[118].text == (
        "Greedy-1 plays Fate against greedy-0. Greedy-0’s Fate deck reveals Cheshire Cat and Caterpillar. "
        "Cheshire Cat comes to Hedge Maze."
    )
    assert acts[222].text == ("Greedy-0 plays The King, pays 2 (0 Power). The King comes to Hedge Maze.")


def test_the_answer_of_another_seat_begins_an_act_of_its_own() -> None:
    acts = acts_of("villainous-version-4")
    assert acts[230].text.startswith("Greedy-1 plays Manipulation.")
    assert acts[318].text == ""  # passing is no line


def test_a_turn_begins_with_an_act_of_its_own_that_may_change_the_score() -> None:
    act = acts_of("arena-version-4")[184]
    assert act.scores
    assert act.text == (
        "Aladdin loses the last Stealthy counter, loses the last Tough counter. Greedy-0 scores 1 "
        "(1 VP), draws Quarrel Seeker."
    )


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Fury and Tweedle Dee & Tweedle Dum go to your Villain discard pile."),
        ("fr", "Fureur et Bonnet Blanc et Blanc Bonnet vont dans votre défausse Méchant."),
        ("it", "Furia e Pinco Panco e Panco Pinco vanno nei tuoi scarti Cattivo."),
    ],
)
def test_a_player_reads_of_themself_as_you(language: str, text: str) -> None:
    assert acts_of("villainous-version-4", language, reader=0)[240].text.startswith(text)
    assert "greedy-0" not in acts_of("villainous-version-4", language, reader=0)[240].text


def test_a_long_chain_is_cut_in_its_line_and_whole_in_its_facts() -> None:
    given, facts = load_golden("arena-a-chain")
    longest = max(narrate_acts(given.game, given.book, facts), key=lambda act: len(act.lines))
    assert longest.text.endswith(". …")
    assert len(longest.text) < 1000
    assert len(longest.lines) > 100


@pytest.mark.parametrize(
    ("path", "language"), [*zip(transcript.library_files(), cycle(LANGUAGES), strict=False)], ids=str
)
def test_acts_hold_every_fact_and_every_line_once(path: Path, language: str) -> None:
    given, facts = load(path)
    redacted = [table.redact_fact(given.rules, fact, SPECTATOR) for fact in facts]
    acts = list(narrate_acts(given.game, given.book, redacted, language))
    assert [acts[0].seq, acts[-1].last] == [1, len(facts)]
    assert all(act.last + 1 == following.seq for act, following in pairwise(acts))
    lines = list(narrate(given.game, given.book, redacted, language))
    assert [line for act in acts for line in act.lines] == lines
    assert sum(bool(act.text) for act in acts) * 2 < len(lines) or len(lines) < 100
    assert not any("{" in act.text or "  " in act.text for act in acts)


@pytest.mark.parametrize(
    "name",
    [
        "arena-recorded",
        "arena-version-4",
        "arena-a-takeback",
        "villainous-retirements",
        "villainous-stand-ins",
    ],
)
def test_acts_may_be_read_on_from_any_fact(name: str) -> None:
    given, facts = load_golden(name)
    whole = list(narrate_acts(given.game, given.book, facts))
    for after in range(1, len(facts), 1 + len(facts) // 30):
        start = act_start(given.game, facts, after)
        claims = (fact for fact in facts[: start - 1] if isinstance(fact.event, SeatClaimed | SeatHandedOver))
        rest = narrate_acts(given.game, given.book, (*claims, *facts[start - 1 :]), after=after)
        assert [act for act in rest if act.seq >= start] == [act for act in whole if act.last > after]


def test_every_form_of_address_belongs_to_a_sentence_of_its_game() -> None:
    for game in GAMES.values():
        for sentence, addressed in game.STORY.addressed.items():
            assert "{seat}" in sentence
            assert "{seat}" not in addressed


def test_chance_begins_no_act() -> None:
    given, facts = load_golden("arena-version-4")
    draws = {fact.seq for fact in facts if isinstance(fact.event, Answered) and fact.event.seat == CHANCE}
    questions = {fact.seq for fact in facts if isinstance(fact.event, Asked)}
    starts = {act.seq for act in narrate_acts(given.game, given.book, facts)}
    assert starts & draws == {4}  # right after the seats were taken
    assert not starts & questions


def test_players_of_one_name_share_no_sentence() -> None:
    given, facts = load_golden("villainous-version-4")
    claims = [
        replace(fact, event=replace(fact.event, player="Lin"))
        for fact in facts
        if isinstance(fact.event, SeatClaimed)
    ]
    events = [fact.event for fact in facts if isinstance(fact.event, PowerPaid)]
    payments = [next(event for event in events if event.seat == seat) for seat in (0, 1)]
    paid = [Fact(100 + seat, 3, "", event) for seat, event in enumerate(payments)]
    *_, act = narrate_acts(given.game, given.book, [*claims, *paid])
    assert re.fullmatch(r"Lin pays \d \(\d Power\)\. Lin pays \d \(\d Power\)\.", act.text)
