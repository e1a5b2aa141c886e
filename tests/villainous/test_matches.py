"""What has to be true at every step of whole matches, between 2 to 6 players and with every Villain."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from domain import model, notation, table, villainous
from domain.model import CHANCE, Answered, Asked, Event, Resolved, Viewer
from domain.table import MatchEnded, SeatClaimed
from domain.villainous import facts
from domain.villainous.board import Board, Realm
from domain.villainous.play import layout
from tests.villainous.matches import GAMES, VILLAINS, boards, log, opened, owned, play
from tests.villainous.play import BOOK, RULES, plain, read_realm

KNOWN = notation.build_vocabulary((model.Asked, Answered, Resolved, *table.FACTS, *villainous.FACTS))

OWN = {
    villain.id: {card for kind in (*villain.villain, *villain.fate) for card in kind.ids}
    for villain in BOOK.villains.values()
}
"""All cards of each Villain."""

every_match = pytest.mark.parametrize(("seed", "seats"), GAMES)


@every_match
def test_one_question_is_open_or_the_match_is_over(seed: int, seats: int) -> None:
    for step in play(seed, seats):
        if step.after.is_full:
            assert (table.open_question(RULES, step.after) is None) == (step.after.ended is not None)


@every_match
def test_no_card_and_no_power_is_lost_or_made(seed: int, seats: int) -> None:
    all_of_them = owned(play(seed, seats)[0].before.position.board)
    assert len(all_of_them) == 45 * seats == len(set(all_of_them))
    for step in play(seed, seats):
        board = step.after.position.board
        assert owned(board) == all_of_them
        lying = sum(card.power for mine in board.realms for card in mine.cards.values())
        assert board.cauldron + lying + sum(mine.power for mine in board.realms) == 80
        assert min(board.cauldron, *(mine.power for mine in board.realms)) >= 0


def stands(mine: Realm, card: str) -> str:
    """The location of a card of the Realm, or nothing."""
    return layout.location_of(mine, card) if card in mine.cards else ""


@every_match
def test_vi_070_nothing_comes_to_a_locked_location_or_leaves_it(seed: int, seats: int) -> None:
    """Whatever the reason; but who flies there by what his card says flies there (VI-106)."""
    for step in play(seed, seats):
        for was, fact, now in boards(step):
            if isinstance(fact.event, facts.MoverMoved):
                assert fact.event.to not in was.realms[fact.event.seat].locked
            for old, new in zip(was.realms, now.realms, strict=True):
                if old.cards is new.cards or not old.locked:
                    continue
                for card in old.cards.keys() | new.cards.keys():
                    ways = {stands(old, card), stands(new, card)}
                    if len(ways) > 1 and not BOOK.cards[card].enters:
                        assert not ways & set(old.locked), fact


@every_match
def test_vi_026_no_symbol_is_used_under_a_hero_as_it_is_printed(seed: int, seats: int) -> None:
    """Heroes of another size cover otherwise (VI-217); a card may uncover one symbol, and is named then."""
    for step in play(seed, seats):
        for was, fact, _ in boards(step):
            if isinstance(fact.event, facts.SymbolUsed) and not fact.event.by:
                mine = was.realms[fact.event.seat]
                heroes = {mine.cards[hero].form for hero in layout.cards_of_kind(mine, BOOK, "hero", mine.at)}
                top = len(BOOK.locations[mine.who][mine.at].top)
                assert heroes != {""} or fact.event.symbol > top
                assert str(fact.event.symbol) not in was.used


@every_match
def test_vi_209_vi_219_who_ever_locks_a_location_always_has_one_and_nobody_has_more(
    seed: int, seats: int
) -> None:
    """A lock that goes for good, as Hook's and Jafar's, or one that goes to and fro, as Ursula's."""
    printed = {who: sum(place.locked for place in board.values()) for who, board in BOOK.locations.items()}
    told = [fact.event for fact in log(seed, seats)]
    lockers = {event.seat for event in told if isinstance(event, facts.LocationLocked)}
    for step in play(seed, seats):
        for _, _, board in boards(step):
            for seat, mine in enumerate(board.realms):
                assert len(mine.locked) <= printed[mine.who]
                assert seat not in lockers or len(mine.locked) == 1


@every_match
def test_cards_of_the_realm_hang_together(seed: int, seats: int) -> None:
    """A card is at a location of its own Villain's board, or on another card there, and never on a third."""
    for step in play(seed, seats):
        for mine in step.after.position.board.realms:
            assert mine.cards.keys() <= OWN[mine.who]
            for card, where in mine.cards.items():
                assert stands(mine, card) in BOOK.locations[mine.who]
                assert bool(where.at) != bool(where.on)
                assert not where.on or not mine.cards[where.on].on
                assert bool(where.beside) == (where.form == "enlarged")


@every_match
def test_turns_go_round_and_nobody_but_conditions_comes_between(seed: int, seats: int) -> None:
    began = [fact.event for fact in log(seed, seats) if isinstance(fact.event, facts.TurnBegan)]
    assert [(event.seat, event.number) for event in began] == [
        (n % seats, n + 1) for n in range(len(began))
    ]  # fmt: skip


@every_match
def test_the_log_folds_to_the_match_and_its_answers_decide_to_the_log(seed: int, seats: int) -> None:
    told = log(seed, seats)
    match = table.fold(RULES, told[:1])
    again = told[:1]
    for fact in told[1:]:
        event = fact.event
        if isinstance(event, SeatClaimed):
            again += table.claim_seat(RULES, match, event).facts
        elif isinstance(event, Answered) and event.seat != CHANCE:
            again += table.answer_question(RULES, match, event).facts
        else:
            continue
        match = table.fold(RULES, again[match.seq :], match)
    assert again == told
    assert table.fold(RULES, told) == match


@every_match
def test_everything_can_be_told_drawn_and_written_down(seed: int, seats: int) -> None:
    names = villainous.display_names(BOOK)
    for step in play(seed, seats):
        for fact in step.facts:
            assert notation.read_fact(notation.write_fact(fact), KNOWN) == fact
            if isinstance(fact.event, Asked | facts.VillainousFact):
                fields = {name: getattr(fact.event, name) for name in fact.event.__struct_fields__}
                assert "{" not in villainous.fact_sentence(fact.event, BOOK).format(**fields, act="")
                assert getattr(fact.event, "about", "") in names
        board = step.after.position.board
        picture = villainous.draw_board(RULES.redact_board(board, Viewer("spectator", frozenset())), BOOK)
        hidden = {card for mine in board.realms if not mine.exposed for card in mine.hand}
        assert not hidden & set(picture.split())
        lines = picture.split("\n")
        for mine in board.realms:
            places = [
                line for line in lines if line.strip(" @#").partition(":")[0] in BOOK.locations[mine.who]
            ]
            assert len(places) == 4
            assert read_realm("\n".join(places)) == mine.cards


@every_match
def test_every_option_is_listed_and_everything_else_that_is_listed_is_refused_in_words(
    seed: int, seats: int
) -> None:
    for step in play(seed, seats)[seats::7]:
        question = table.open_question(RULES, step.after)
        if question is None:
            continue
        board = step.after.position.board
        listed = RULES.candidate_picks(board, question)
        assert set(question.options) <= set(listed)
        for pick in set(listed) - set(question.options):
            refusal = RULES.explain_refusal(board, question, pick)
            assert refusal.rule
            assert refusal.sentence.endswith(".")


def test_everything_that_can_happen_happens_in_these_matches() -> None:
    told: set[type[Event]] = {type(fact.event) for seed, seats in GAMES for fact in log(seed, seats)}
    assert told >= set(villainous.FACTS)


def test_every_villain_and_every_number_of_players_is_in_these_matches() -> None:
    boards = [play(seed, seats)[-1].after.position.board for seed, seats in GAMES]
    assert Counter(len(board.realms) for board in boards).keys() == {2, 3, 4, 5, 6}
    assert {mine.who for board in boards for mine in board.realms} == set(VILLAINS)


def test_a_match_that_is_won_ends_with_its_winner() -> None:
    last = [play(seed, seats)[-1].after.ended for seed, seats in GAMES]
    [first, *_] = [end for end in last if end is not None]
    assert isinstance(first, MatchEnded)
    assert len(first.winners) == 1
    assert first.scores[first.winners[0]] == 1


def test_a_board_is_sent_and_read_back() -> None:
    match = table.fold(RULES, opened(1, 2))
    assert msgspec.json.decode(plain(match.position.board), type=Board) == match.position.board
