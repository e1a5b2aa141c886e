"""A match is told in words, to each viewer what that viewer saw."""

from __future__ import annotations

from typing import Literal, get_origin

import pytest
from msgspec.structs import FieldInfo, fields

from domain import model, table
from domain.games import CORE_FACTS, GAMES
from domain.model import Answered, Asked, Event, Fact, Resolved, Viewer
from domain.notation import event_tag
from domain.table import (
    UNREAD,
    Appealed,
    CaseAssigned,
    DisputeAnswered,
    DisputeOpened,
    FlagFell,
    JudgeLooked,
    MatchEnded,
    MatchOpened,
    PositionCorrected,
    Rewound,
    Ruled,
    SeatClaimed,
    SeatRetired,
)
from domain.table.recordings.facts import Entered
from replays.text.narration import Line, narrate, narration_language
from replays.text.narrator import join_english, spoken_value
from service.shared.language_codes import LANGUAGES
from tests.newgame.domain import trumps as toy

from .conftest import GameWithBook, take

WORTH_NO_LINE = (Resolved, Answered, Entered)
TOLD = [
    (name, code)
    for name, game in GAMES.items()
    for code in LANGUAGES
    if narration_language(game, code) == code
]
KINDS = [
    (name, code, kind)
    for name, code in TOLD
    for kind in (*CORE_FACTS, *GAMES[name].FACTS)
    if kind is not Asked
]


def narrate_events(given: GameWithBook, *events: Event, language: str = "en") -> list[str]:
    """Returns the lines that tell *events*, one after the other."""
    facts = [Fact(seq, seq - 1, "", event) for seq, event in enumerate(events, start=1)]
    return [line.text for line in narrate(given.game, given.book, facts, language)]


def plain(field: FieldInfo) -> object:
    """Returns the plainest value a field may have."""
    if get_origin(field.type) is Literal:
        return field.type.__args__[0]
    return {int: 1, str: "", bool: False}.get(field.type, {} if get_origin(field.type) is dict else ())


def test_an_evening_of_trumps_reads_aloud(trumps: GameWithBook) -> None:
    ann, bob = SeatClaimed(0, "Ann", "", 0), SeatClaimed(1, "Bob", "", 0)
    assert narrate_events(
        trumps,
        MatchOpened("trumps", 1, {}, 2, "", "", 1_700_000_000_000),
        ann,
        bob,
        Answered(model.CHANCE, ("1", "3", "2", "4"), secret=True),
        toy.Dealt((("1", "3"), ("2", "4"))),
        Resolved(),
        Answered(0, ("1",), 1_700_000_000_000),
        toy.Played(0, "1"),
        Asked(1, "trump", ("2", "4"), 0, about="1"),
        Answered(1, ("4",), 1_700_000_000_000),
        toy.Trumped(1, "4", over="1"),
        Resolved(),
        MatchEnded((1,), (1, 4), ""),
    ) == [
        "New match of Trumps for 2 players.",
        "Ann sits down.",
        "Bob sits down.",
        "The cards are dealt.",
        "Ann plays the 1.",
        "Bob may trump the 1.",
        "Bob chooses the 4.",
        "Bob trumps the 1 with the 4.",
        "Bob wins, 4 : 1.",
    ]


def test_a_line_keeps_the_number_and_the_rule_of_its_fact(
    trumps: GameWithBook, record: tuple[Fact, ...]
) -> None:
    by_seq = {fact.seq: fact for fact in record}
    lines = list(narrate(trumps.game, trumps.book, record))
    assert lines[0] == Line(1, "", "New match of Trumps for 2 players.")
    assert all(by_seq[line.seq].rule == line.rule for line in lines)


def test_seats_have_the_games_names_until_somebody_sits_there(trumps: GameWithBook) -> None:
    assert narrate_events(trumps, toy.Played(0, "7")) == ["Seat 0 plays the 7."]


def test_an_answer_between_effects_is_told_by_what_follows(trumps: GameWithBook) -> None:
    assert narrate_events(trumps, Answered(0, ("7",)), toy.Played(0, "7")) == ["Seat 0 plays the 7."]


def test_passing_over_an_offer_is_told(trumps: GameWithBook) -> None:
    offer = Asked(1, "trump", ("2",), 0, about="1")
    assert narrate_events(trumps, offer, Answered(1, ())) == [
        "Seat 1 may trump the 1.",
        "Seat 1 chooses nothing for the 1.",
    ]


def test_a_secret_choice_stays_one(trumps: GameWithBook) -> None:
    question = Asked(1, "trump", (), 0, about="1", sight="secret")
    assert narrate_events(trumps, question, Answered(1, (), secret=True))[1] == "Seat 1 chooses in secret."


def test_a_draw_is_told_with_the_scores(trumps: GameWithBook) -> None:
    assert narrate_events(trumps, MatchEnded((), (5, 5), "")) == ["Draw, 5 : 5."]


def test_several_winners_win(trumps: GameWithBook) -> None:
    said = narrate_events(trumps, MatchEnded((0, 1), (9,), ""))
    assert said == ["Seat 0 and seat 1 win, 9."]


def test_scores_that_only_say_who_won_are_not_told(trumps: GameWithBook) -> None:
    assert narrate_events(trumps, MatchEnded((1,), (0, 1), "")) == ["Seat 1 wins."]
    assert narrate_events(trumps, MatchEnded((0, 1), (1, 1), "")) == ["Seat 0 and seat 1 win."]
    assert narrate_events(trumps, MatchEnded((), (0, 0), "")) == ["Draw."]


def test_a_win_on_time_is_told_as_one(trumps: GameWithBook) -> None:
    alone = narrate_events(trumps, FlagFell(0, 0), MatchEnded((1,), (0, 1), ""))
    assert alone == ["Seat 0’s time is up.", "Seat 1 wins on time."]
    together = narrate_events(trumps, FlagFell(0, 0), MatchEnded((0, 1), (1, 1), ""))
    assert together[1] == "Seat 0 and seat 1 win on time."
    last = narrate_events(trumps, SeatRetired(0, 0, flag=True), MatchEnded((1,), (0, 1), ""))
    assert last == ["Seat 0 leaves the match; the others play on.", alone[1]]


def test_a_hidden_card_is_a_card(trumps: GameWithBook) -> None:
    assert narrate_events(trumps, toy.Played(0, "")) == ["Seat 0 plays a card."]


@pytest.mark.parametrize(
    ("value", "aloud"),
    [
        (("1",), "the 1"),
        (("1", "2"), "the 1 and the 2"),
        (("1", "2", "3"), "the 1, the 2 and the 3"),
        (("", "", ""), "3 cards"),
        (("1", "", ""), "the 1 and 2 cards"),
        (("1", ""), "the 1 and a card"),
        ((), "nothing"),
        ("unheard-of", "unheard-of"),
        (12, "12"),
    ],
)
def test_values_are_called_by_their_names(value: object, aloud: str) -> None:
    assert spoken_value(toy.display_names(("1", "2", "3")), "cards", value) == aloud


def test_a_name_for_field_and_value_comes_first() -> None:
    assert spoken_value({"phase:1": "dusk", "1": "one"}, "phase", "1") == "dusk"


def test_lists_are_english() -> None:
    assert join_english(["a", "b", "c"]) == "a, b and c"


@pytest.mark.parametrize(
    ("name", "code", "kind"), KINDS, ids=[f"{n}-{c}-{event_tag(k)}" for n, c, k in KINDS]
)
def test_every_kind_of_fact_has_a_sentence_in_every_language(name: str, code: str, kind: type[Event]) -> None:
    given = take(name)
    values = {field.name: plain(field) for field in fields(kind) if field.required}
    said = narrate_events(given, kind(**values), language=code)
    assert bool(said) is not (kind in WORTH_NO_LINE)
    assert not any("{" in text or not text.endswith(".") for text in said)


# -- what is picked ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "code", "prompt", "pick", "sentence"),
    [
        ("arena", "en", "opening-hand", "keep", "Blue chooses to keep the opening hand."),
        ("arena", "fr", "opening-hand", "redraw", "Bleu choisit de piocher une autre main de départ."),
        ("arena", "en", "phase", "action", "Blue chooses the Action Phase."),
        ("arena", "it", "phase", "action", "Blu sceglie la Fase Azione."),
        ("arena", "en", "whose-deck", "1", "Blue chooses the deck of Red."),
        ("arena", "en", "target", "GAS", "Blue chooses Gaston."),
        ("arena", "en", "turn", "attack:GAS", "Blue chooses a standard attack on Gaston."),
        ("arena", "it", "turn", "move:e2", "Blu sceglie un movimento standard verso la casella e2."),
        ("arena", "it", "turn", "play:GAS05", "Blu sceglie di giocare Spinta."),
        ("arena", "fr", "turn", "end", "Bleu choisit de terminer le tour."),
        ("arena", "en", "order-of-statuses", "magic_broom", "Blue chooses Magic Broom."),
        ("villainous", "en", "condition", "play:greed-2", "Player 1 chooses to play Greed."),
        ("villainous", "it", "condition", "pass", "Giocatore 1 sceglie di passare."),
        ("villainous", "en", "borrow", "fate:1", "Player 1 chooses a Fate action against player 2."),
        ("villainous", "it", "borrow", "gain:1", "Giocatore 1 sceglie di ottenere 1 Gettone Potere."),
        ("villainous", "it", "borrow", "gain:3", "Giocatore 1 sceglie di ottenere 3 Gettoni Potere."),
        ("villainous", "it", "power", "2", "Giocatore 1 sceglie 2 Gettoni Potere."),
        ("villainous", "en", "power", "0", "Player 1 chooses 0 Power."),
        ("villainous", "it", "where", "jail", "Giocatore 1 sceglie La Prigione."),
    ],
)  # fmt: skip
def test_an_answer_is_told_in_words(game: str, code: str, prompt: str, pick: str, sentence: str) -> None:
    question = Asked(0, prompt, (pick, "else"), about="")
    assert narrate_events(take(game), question, Answered(0, (pick,)), language=code)[1] == sentence


@pytest.mark.parametrize(
    ("code", "prompt", "about", "sentence"),
    [
        ("en", "target", "SAM01", "Blue chooses nothing for Magical Mob."),
        ("en", "discard", "", "Blue discards nothing."),
        ("fr", "where", "", "Bleu passe."),
        ("it", "where", "", "Blu passa."),
    ],
)
def test_choosing_nothing(code: str, prompt: str, about: str, sentence: str) -> None:
    question = Asked(0, prompt, ("GAS",), 0, about=about)
    assert narrate_events(take("arena"), question, Answered(0, ()), language=code)[1] == sentence


# -- cases ---------------------------------------------------------------------------------------------


def test_a_case_from_its_claim_to_its_rewind(trumps: GameWithBook) -> None:
    assert narrate_events(
        trumps,
        SeatClaimed(0, "Ann", "", 0),
        DisputeOpened(1, "seat:0", "I had two cards.", (), 0),
        DisputeAnswered(1, "seat:1", "1", (), 0),
        CaseAssigned(1, "judge-4", "organizer:league", 0),
        CaseAssigned(1, "", "organizer:league", 0),
        JudgeLooked("judge-4", 0),
        Ruled(1, "judge-4", "note", ("TR-1", "TR-2"), "Play on", 0),
        Appealed(1, "judge:judge-5", "no", 0),
        Ruled(1, "judge-4", "penalty", (), "Enough", 0, 1, "a warning"),
        Rewound(7, "", "", ""),
        PositionCorrected(UNREAD),
    ) == [
        "Ann sits down.",
        "Ann opens case 1: “I had two cards.”.",
        "In case 1, seat 1 says: “1”.",
        "Case 1 is for the judge judge-4.",
        "Case 1 is nobody’s to rule on.",
        "The judge judge-4 looks at all that is hidden.",
        "In case 1, the judge judge-4 rules under TR-1 and TR-2: “Play on”.",
        "In case 1, the judge judge-5 appeals: “no”.",
        "In case 1, the judge judge-4 rules: a warning for seat 1, “Enough”.",
        "The match goes on from fact 7; what came after it stays in the record.",
        "The position is put right.",
    ]


@pytest.mark.parametrize(
    ("code", "sentence"),
    [("en", "Blue opens case 1."), ("fr", "Bleu ouvre le litige 1."), ("it", "Blu apre il caso 1.")],
)
def test_of_a_claim_that_is_not_for_everyone_it_is_told_that_there_is_one(code: str, sentence: str) -> None:
    assert narrate_events(take("arena"), DisputeOpened(1, "seat:0", UNREAD, (), 0), language=code) == [
        sentence
    ]


def test_a_fork_names_the_match_that_it_goes_on_from(trumps: GameWithBook) -> None:
    fork = MatchOpened("trumps", 1, {}, 2, "", "", 0, position="p", origin="4WBH2KQ8", origin_seq=7)
    assert narrate_events(trumps, fork) == ["Study of Trumps for 2 players, from a moment of another match."]


def test_the_narration_gives_no_hidden_card_away(trumps: GameWithBook, record: tuple[Fact, ...]) -> None:
    spectator = Viewer("spectator", frozenset())
    seen = [table.redact_fact(trumps.rules, fact, spectator) for fact in record]
    dealt = next(line for line in narrate(trumps.game, trumps.book, seen) if "dealt" in line.text)
    assert dealt.text == "The cards are dealt."
