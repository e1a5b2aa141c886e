"""The answers to the open question of a recording in some deal, from what the table sees alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from .. import decider
from ..decider import Position
from ..errors import Drift
from ..messages import Message
from ..model import CHANCE, SPECTATOR, Answered, Asked, Refusal
from ..rules import Rules
from .names import WORD, list_hand, rename
from .recording import Recording

IN_THE_OPEN = Refusal("", Message("Every copy of it lies in the open."))


class PossiblePick(NamedTuple):
    """An answer that every hand allows, that some hand allows, or that none does, with the reason."""

    pick: str
    legality: Literal["legal", "possible", "illegal"]
    refusal: Refusal | None = None


def list_next(rules: Rules[Any, Any], recording: Recording[Any, Any], seq: int) -> list[Recording[Any, Any]]:
    """Returns the *recording*, and those after silent answers that lead to further questions.

    There is one for each seat, of which each can be silent, and one more. The next entry follows fact *seq*.
    """
    recordings = [recording]
    seats = sum(map(len, rules.list_sides(recording.position.board)))
    while len(recordings) <= seats:
        following = recordings[-1].answer_silently(seq)
        if following is None or following.question is None:
            break
        recordings.append(following)
    return recordings


def find_question(
    rules: Rules[Any, Any], recording: Recording[Any, Any], position: Position[Any]
) -> Recording[Any, Any] | None:
    """Returns the *recording* up to the question of a *position* of it, after silent answers if need be."""
    question, visible = decider.open_question(rules, position), rules.redact_board(position.board, SPECTATOR)
    public_question = None if question is None else decider.redact_question(question, SPECTATOR)
    for following in list_next(rules, recording.until(position.seq), position.seq):
        board = rules.redact_board(following.position.board, SPECTATOR)
        if following.question == public_question and board == visible:
            return following
    return None


def list_possible_picks(rules: Rules[Any, Any], recording: Recording[Any, Any]) -> list[PossiblePick]:
    """Returns the answers to the open question of *recording*.

    Every unseen card of the deck is in the hand of the seat once, so that the list depends on no hidden card.
    It can miss an answer that needs two of them together. A card in the hand stands for all its copies,
    unless the question takes several cards.
    """
    position = recording.position
    question = decider.open_question(rules, position)
    if question is None or question.seat == CHANCE:
        return []
    if question.sight == "open":
        return [PossiblePick(pick, "legal") for pick in dict.fromkeys(question.options)]
    hand = list_hand(rules, position.board, question.seat)
    unseen = recording.list_unseen(hand)
    prints = {card: rules.print_of(card) if question.most == 1 else card for card in {*hand, *unseen}}
    counts, refused, hands = Counter[str](), dict[str, Refusal](), 0
    for dealt, cards in _deal_hands(position, hand, unseen, unseen):
        hands += 1
        dealt_question = ask_again(rules, dealt) or dealt.pending or question
        counts.update({rename_words(pick, prints) for pick in dealt_question.options})
        for pick in _picks_of(rules, dealt, dealt_question, cards):
            if pick not in dealt_question.options:
                why = rules.explain_refusal(dealt.board, dealt_question, pick)
                refused.setdefault(rename_words(pick, prints), why)
    open_cards = recording.list_open(hand)
    for dealt, cards in _deal_hands(position, hand, unseen, open_cards) if hand and open_cards else ():
        for pick in _picks_of(rules, dealt, question, cards):
            refused.setdefault(pick, IN_THE_OPEN)
    return [
        *(PossiblePick(pick, "legal" if counts[pick] == hands else "possible") for pick in sorted(counts)),
        *(PossiblePick(pick, "illegal", refused[pick]) for pick in sorted(refused) if pick not in counts),
    ]


def rename_words(pick: str, names: dict[str, str]) -> str:
    """Returns *pick* with other *names* for its cards."""
    return WORD.sub(lambda match: names.get(match[0], match[0]), pick)


def _deal_hands(
    position: Position[Any], hand: Sequence[str], unseen: Sequence[str], cards: Sequence[str]
) -> Iterator[tuple[Position[Any], frozenset[str]]]:
    """Yields positions with others of the *cards* in the *hand* in place of its unseen ones, and their hands.

    Each of the cards is in one hand at least.
    """
    places = [card for card in hand if card in unseen]
    if not places:
        yield position, frozenset(hand)
        return
    for start in range(0, len(cards), len(places)):
        held = (*cards[start:], *cards)[: len(places)]
        leaving = [card for card in places if card not in held]
        arriving = [card for card in dict.fromkeys(held) if card not in places]
        names = dict(zip(leaving, arriving, strict=False))
        names |= {other: card for card, other in names.items()}
        yield rename(position, names), frozenset(names.get(card, card) for card in hand)


def _picks_of(
    rules: Rules[Any, Any], position: Position[Any], question: Asked, cards: frozenset[str]
) -> Iterator[str]:
    """Yields the conceivable answers that name one of the *cards*."""
    for pick in rules.candidate_picks(position.board, question):
        if not cards.isdisjoint(WORD.findall(pick)):
            yield pick


def ask_again(rules: Rules[Any, Any], position: Position[Any]) -> Asked | None:
    """Returns the question at a position with another hand, with the options of that hand.

    Returns `None` where the effect under way does not lead to it.
    """
    if position.running is None:
        return rules.next_question(position.board)
    facts = position.running.facts
    try:
        effect = decider.Effect(rules, position.running.base, facts[:-1])
        event = effect.run_until_question(facts[-1].seq - 1, refuse_draw)[-1].event
    except Drift:
        return None
    assert isinstance(event, Asked)
    return event


def refuse_draw(question: Asked, seq: int) -> Answered:
    """Raises `Drift`: the record has no draw for this *question*."""
    raise Drift(seq, question, "no chance")
