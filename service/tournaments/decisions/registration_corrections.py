"""Corrections of registrations. The identity store holds names, and no record holds links."""

from __future__ import annotations

from typing import TypeAlias

from domain.messages import Message
from domain.model import Fact
from domain.tournament.facts import Player
from domain.tournament.refusals import Refused
from domain.tournament.registrations import decisions
from domain.tournament.state import Tournament

from ...identity.players import NameTaken
from ...shared import digests
from ...shared.player_names import name_error, normalize_name
from ..access import Actor, require_role
from ..commands import (
    Command,
    IssueLink,
    MergePlayers,
    RenamePlayer,
    RestoreRegistration,
    SeparatePlayers,
    WithdrawRegistration,
)
from ..entry.registration import Registration
from ..errors import InputError, InvalidRoster

Correction: TypeAlias = (
    RenamePlayer | WithdrawRegistration | RestoreRegistration | MergePlayers | SeparatePlayers | IssueLink
)


class RegistrationCorrections:
    """Decides corrections of registrations, for organizers only."""

    def __init__(self, registration: Registration) -> None:
        self._players, self._accounts = registration.players, registration.accounts
        self._links = registration.links

    def decide_correction(self, t: Tournament, command: Correction, actor: Actor, at: int) -> list[Fact]:
        """Returns the facts of a *command*; raises `Forbidden`, `Refused`, `InvalidRoster`."""
        require_role(actor, "organizer")
        match command:
            case RenamePlayer(player=player, name=name):
                return self._rename_guest(t, player, name, actor, at)
            case WithdrawRegistration(player=player, why=why):
                return decisions.withdraw_registration(t, player, actor.by, at, why)
            case RestoreRegistration(player=player):
                self._check_free(t, player, self._players.names_of([player])[player])
                return decisions.restore_registration(t, player, actor.by, at)
            case MergePlayers(player=player, into=into, why=why):
                return decisions.merge_players(t, player, into, actor.by, at, why)
            case SeparatePlayers(player=player):
                return decisions.separate_players(t, player, actor.by, at)
            case IssueLink(player=player):
                digest = digests.digest_token(self._links.key_of(player, at))
                return decisions.issue_link(t, player, digest, actor.by, at)

    def issued_tokens(self, command: Command, at: int) -> tuple[str, ...]:
        """Returns the tokens for the reply to a *command*."""
        return (self._links.key_of(command.player, at),) if isinstance(command, IssueLink) else ()

    def _rename_guest(self, t: Tournament, player: Player, name: str, actor: Actor, at: int) -> list[Fact]:
        facts = decisions.rename_player(t, player, actor.by, at)
        if sentence := name_error(name):
            raise _name_error(sentence)
        if self._accounts.load_player(player).account:
            raise Refused(Message("{player} has an account, and changes its name there.", player=player))
        self._check_free(t, player, name)
        try:
            self._players.rename_guest(player, name)
        except NameTaken as error:
            raise _name_error(error.message) from error
        return facts

    def _check_free(self, t: Tournament, player: Player, name: str) -> None:
        """Raises `InvalidRoster` for the *name* of another player of the tournament."""
        other_names = self._players.names_of(set(t.players) - {player}).values()
        if normalize_name(name) in other_names:
            raise _name_error(Message("“{name}” is registered already.", name=normalize_name(name)))


def _name_error(message: Message) -> InvalidRoster:
    return InvalidRoster([InputError("/name", message)])
