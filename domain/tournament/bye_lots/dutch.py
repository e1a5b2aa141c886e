"""Byes of the Dutch system, by its rules and by pairing numbers from lots."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ...messages import Message
from ..facts import Player
from ..lots.lot_decisions import groups_at_cut, join_at_most
from ..pairing.dutch import competitors_of
from ..pairing.dutch.competitors import Competitor
from ..pairing.round_input import RoundInput
from ..state import Tournament
from .border import ByeLot, by_registration, cause_of_lots
from .seeding import level_seeds


def decided_lots(round_input: RoundInput, with_bye: Collection[Player]) -> Iterator[Message]:
    """Yields the lot of the first round, or later the rule of the bye and its last step by lot."""
    competitors = competitors_of(round_input)
    for player in with_bye:
        level = _level_players(round_input, competitors, player)
        by_lot = len(level) > 1 and player in level
        if by_lot and not round_input.earlier_rounds:
            yield _first_bye_lot(round_input.t, round_input.stage, level).outcome_sentence(with_bye)
            continue
        yield Message(
            "The bye of {player} follows the Dutch system (C.04.3, C2, C5): the lowest possible score"
            " without an earlier bye. Among equals the pairing number decides.",
            player=player,
        )
        if by_lot:
            yield _number_lot_sentence(round_input, level)


def expected_lots(upcoming: RoundInput) -> Iterator[Message]:
    """Yields the lot of the first bye, or the pairing numbers by lot that may decide the next."""
    if len(upcoming.players) % 2 == 0 or len(upcoming.players) < 3:
        return
    competitors = competitors_of(upcoming)
    eligible = [player for player, competitor in competitors.items() if competitor.may_have_bye]
    if not eligible:
        return
    last = max(eligible, key=lambda player: (-competitors[player].score, competitors[player].number))
    level = _level_players(upcoming, competitors, last)
    if len(level) > 1:
        if upcoming.earlier_rounds:
            yield _number_lot_sentence(upcoming, level)
        else:
            lot = _first_bye_lot(upcoming.t, upcoming.stage, level)
            yield lot.announcement if upcoming.stage == 1 else lot.outcome_sentence([last])


def expected_after_cut(t: Tournament) -> Iterator[Message]:
    """Yields the lot that will decide the first bye of the next stage."""
    groups = groups_at_cut(t, t.current_stage)
    if min(t.plan_of(t.current_stage + 1).players, sum(map(len, groups))) % 2 == 0:
        return
    level = groups[-1]
    if len(level) > 1:
        yield _first_bye_lot(t, t.current_stage + 1, by_registration(t, level)).announcement_before_cut


def _first_bye_lot(t: Tournament, stage: int, level: tuple[Player, ...]) -> ByeLot:
    """Returns the lot of the first round."""
    reason = Message("the bye is for the last pairing number, and {cause}", cause=cause_of_lots(t, stage))
    return ByeLot(1, level, 1, reason)


def _number_lot_sentence(round_input: RoundInput, level: tuple[Player, ...]) -> Message:
    return Message(
        "Where scores and criteria of the Dutch system leave a choice of the bye, pairing numbers decide."
        " A lot drew those of {players}, because {cause}.",
        players=join_at_most(level),
        cause=cause_of_lots(round_input.t, round_input.stage),
    )


def _level_players(
    round_input: RoundInput, competitors: Mapping[Player, Competitor], player: Player
) -> tuple[Player, ...]:
    """Returns the players level with *player* in score and unplayed rounds, with numbers by lot."""
    ours = competitors[player]
    groups = level_seeds(
        round_input.t,
        round_input.stage,
        sorted(competitors, key=lambda candidate: competitors[candidate].number),
    )
    (group,) = (group for group in groups if player in group)
    level = [
        candidate
        for candidate in group
        if competitors[candidate].may_have_bye
        and (competitors[candidate].score, competitors[candidate].unplayed) == (ours.score, ours.unplayed)
    ]
    return by_registration(round_input.t, level)
