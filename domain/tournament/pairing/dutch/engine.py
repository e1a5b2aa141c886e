"""Engine of the Dutch system (FIDE C.04.3), from facts to competitors, pairs and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....messages import Message
from ...facts import Player
from ...lots.seeds import first_turn
from ...plan import Unplayed
from ...refusals import Refused
from ...scoring.history import Game, stage_history
from .. import swiss
from ..criteria import POINTS_WITHOUT_GAME, Criteria
from ..round_input import Engine, PairingResult, RoundInput
from .competitors import DOWN, LEVEL, UP, Competitor, may_meet
from .field import DutchField, Unpairable
from .turns import Turn, other_turn, repeated_turn, turn_of_higher, turn_preference


def propose_round(round_input: RoundInput) -> PairingResult:
    """Returns the round by the Dutch system, with its costs by the criteria of Swiss rounds.

    Pairing numbers are by rating, or by lot without one. The first turn of the first round is drawn by lot.
    Raises `Refused` where the absolute rules leave no pairing.
    """
    try:
        return _propose_dutch(round_input)
    except Unpairable:
        message = Message("By the Dutch system this round has no pairing (C.04.3, C1 to C3): pair by hand.")
        raise Refused(message) from None


def propose_together(round_input: RoundInput, player: Player, opponent: Player) -> PairingResult:
    """Returns the best round by the Dutch system in which two players meet.

    Raises `Refused` if the absolute rules keep them apart, or leave others without an opponent.
    """
    if round_input.past_games.meetings[frozenset((player, opponent))]:
        raise Refused(Message("In the Dutch system nobody meets the same opponent twice (C.04.3, C.1)."))
    numbers = _pairing_numbers(round_input)
    pair = frozenset((numbers.index(player) + 1, numbers.index(opponent) + 1))
    both = [
        competitor
        for competitor in _list_competitors(round_input, Criteria(round_input), numbers)
        if competitor.number in pair
    ]
    if not may_meet(*both):
        raise Refused(Message("Both of them must have the same turn (C.04.3, C3)."))
    try:
        return _propose_dutch(round_input, pair)
    except Unpairable:
        message = Message("If they met, the others would have no complete pairing (C.04.3, C1 to C3).")
        raise Refused(message) from None


def _propose_dutch(round_input: RoundInput, together: frozenset[int] = frozenset()) -> PairingResult:
    """Returns the round; the pairing numbers of *together* meet. Raises `Unpairable`."""
    numbers, criteria = _pairing_numbers(round_input), Criteria(round_input)
    first: Turn = first_turn(round_input.t, round_input.stage)
    tables: list[tuple[Player, ...]] = []
    byes: dict[Player, Unplayed] = {}
    for higher, lower in DutchField(_list_competitors(round_input, criteria, numbers), together).find_pairs():
        player = numbers[higher.number - 1]
        if lower is None:
            byes[player] = "bye"
        else:
            tables.append(_seat_pair(criteria, (player, numbers[lower.number - 1]), higher.number, first))
    return PairingResult(tuple(tables), byes, swiss.round_costs(round_input, tuple(tables), byes))


ENGINE = Engine("dutch", "1", propose_round, propose_together, swiss.round_costs)


def competitors_of(round_input: RoundInput) -> Mapping[Player, Competitor]:
    """Returns the competitor of each player of a round."""
    numbers = _pairing_numbers(round_input)
    return {
        numbers[competitor.number - 1]: competitor
        for competitor in _list_competitors(round_input, Criteria(round_input), numbers)
    }


def _pairing_numbers(round_input: RoundInput) -> list[Player]:
    """Returns the players of all rounds in the order of their pairing numbers."""
    paired_players = {*round_input.players}
    for round_ in round_input.earlier_rounds:
        paired_players |= {player for player in round_.players if round_.byes.get(player, "bye") == "bye"}
    return [player for player in round_input.ranking if player in paired_players]


def _list_competitors(
    round_input: RoundInput, criteria: Criteria, numbers: list[Player]
) -> Iterator[Competitor]:
    """Yields the competitors of a round."""
    number_of = {player: number for number, player in enumerate(numbers, 1)}
    games = stage_history(round_input.t, round_input.stage, round_input.number - 1, pairing=True)
    scores = {
        number: criteria.scores_before(number)
        for number in range(max(1, round_input.number - 2), round_input.number)
    }
    opponents: dict[Player, set[int]] = {player: set() for player in round_input.players}
    for first, second in map(sorted, criteria.past_games.meetings):
        for player, opponent in ((first, second), (second, first)):
            if player in opponents:
                opponents[player].add(number_of[opponent])
    half = (round_input.number - 1) * criteria.parts_per_unit * round_input.t.settings.points.win
    for player in round_input.players:
        by_round = {game.round: game for game in games[player]}
        last, before = (
            _float_of(player, by_round.get(number), scores.get(number, {}))
            for number in (round_input.number - 1, round_input.number - 2)
        )
        turns = _turns_of(criteria, player)
        score = criteria.scores[player]
        yield Competitor(
            number_of[player],
            score,
            frozenset(opponents[player]),
            turn_preference(turns),
            repeated_turn(turns),
            (last, before),
            round_input.number - 1 - len(turns),
            not any(game.unplayed in POINTS_WITHOUT_GAME for game in games[player]),
            round_input.number >= round_input.plan.rounds and 2 * score > half,
        )


def _turns_of(criteria: Criteria, player: Player) -> list[Turn]:
    """Returns the turns of a player's games; 0 is the first turn."""
    return [0 if seat == 0 else 1 for seat in criteria.past_games.seats[player]]


def _float_of(player: Player, game: Game | None, scores: Mapping[Player, int]) -> int:
    """Returns the float of a player in a game; points without a game count as a downfloat."""
    if game is None:
        return LEVEL
    if game.unplayed is not None:
        return DOWN if game.points > 0 else LEVEL
    (opponent,) = game.against
    ours, theirs = scores[player], scores[opponent]
    return LEVEL if ours == theirs else DOWN if ours > theirs else UP


def _seat_pair(
    criteria: Criteria, pair: tuple[Player, Player], number: int, first: Turn
) -> tuple[Player, Player]:
    """Returns two players in the order of their turns, the higher one with this *number* first.

    *first* is the turn of odd numbers without a game.
    """
    higher, lower = pair
    unplayed = first if number % 2 else other_turn(first)
    ours, theirs = _turns_of(criteria, higher), _turns_of(criteria, lower)
    return (higher, lower) if turn_of_higher(ours, theirs, unplayed) == 0 else (lower, higher)
