"""A tournament is a record beside those of matches: on one log, with chain, receipts and feed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from domain.errors import LocalizableError
from domain.tournament.fold import fold
from domain.tournament.plan import Stage
from domain.tournament.refusals import Refused
from replays.proof import receipts
from replays.proof.notes import read_key
from service.bootstrap import Services
from service.evidence.audit import audit_record
from service.shared.errors import UnknownTournament, VersionConflict
from service.tournaments.access import Actor
from service.tournaments.commands import Drop, Register, Return
from service.tournaments.entry.entrants import Entrant, Person
from service.tournaments.errors import InvalidRoster
from service.tournaments.plans import NewTournament
from service.tournaments.repository import CommandResult
from tests.service.client import Api, Pair, json_of, player_names
from tests.service.stores import on_both_stores

DESK = Actor("organizer", "organizer:desk")
PLAN = NewTournament("Spring Open", "arena", (Stage("swiss", 3),))


def opened(services: Services) -> str:
    """A tournament just opened."""
    return services.tournament_service.create_tournament(PLAN, DESK).tournament


def register(services: Services, tournament: str, *names: str) -> CommandResult:
    """Registers guests."""
    return services.tournament_service.run_command(
        tournament, Register(tuple(Entrant(name) for name in names)), DESK
    )


@on_both_stores
def test_what_is_done_is_in_the_store_and_is_signed_for(services: Services) -> None:
    tournament = opened(services)
    done = register(services, tournament, "Ada", "Grace")
    ada, _ = done.tournament_state.players
    dropped = services.tournament_service.run_command(tournament, Drop(ada, "a train"), DESK)
    facts = services.store.facts(tournament)
    assert [fact.seq for fact in facts] == [1, 2, 3, 4]
    assert fold(facts) == dropped.tournament_state == services.tournaments.get(tournament)
    assert services.players.names_of([ada]) == {ada: "Ada"}
    assert dropped.receipt is not None
    assert dropped.receipt.match == tournament
    receipts.verify_receipt(dropped.receipt, read_key(dropped.receipt.key))
    assert audit_record(services.store, services.library, tournament).findings == []


def test_a_tournament_that_is_not_there(services: Services) -> None:
    with pytest.raises(UnknownTournament):
        services.tournaments.get("T-000000000000")


@on_both_stores
def test_of_two_organizers_at_once_one_wins_and_the_other_is_told(services: Services) -> None:
    tournament = opened(services)
    ada, *_ = register(services, tournament, "Ada", "Grace").tournament_state.players
    together = Barrier(2)

    def drop(_: int) -> str:
        together.wait()
        try:
            services.tournament_service.run_command(tournament, Drop(ada), DESK)
        except Refused as refused:
            return str(refused)
        return ""

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(drop, range(2))) == ["", f"{ada} has dropped out already."]


def test_who_has_not_seen_the_last_fact_can_ask_to_be_refused(services: Services) -> None:
    tournament = opened(services)
    ada, *_ = register(services, tournament, "Ada").tournament_state.players
    with pytest.raises(VersionConflict, match="its last fact is 2") as refused:
        services.tournament_service.run_command(tournament, Drop(ada), DESK, expected=1)
    assert refused.value.seq == 2


@pytest.mark.parametrize(
    ("players", "mistakes"),
    [
        ((Entrant("Ada"), Entrant("Ada")), ["/players/1/name: “Ada” is in the list twice."]),
        (
            (Entrant(" "), Entrant(player="p-0000"), Entrant()),
            [
                "/players/0/name: A name has 1 to 100 characters.",
                "/players/1/name: There is no player p-0000.",
                "/players/2/name: Give a player by a name, or by an id.",
            ],
        ),
        (
            (Entrant("Both", members=(Person("Bot 1"),)),),
            ["/players/0/members: “Bot 1” is the name of a player with an account here"],
        ),
        ((Entrant("Grace"),), ["/players/0/name: “Grace” is registered already."]),
    ],
)
def test_a_list_with_mistakes_registers_nobody(
    services: Services, players: tuple[Entrant, ...], mistakes: list[str]
) -> None:
    tournament = opened(services)
    register(services, tournament, "Grace")
    with pytest.raises(InvalidRoster) as refused:
        services.tournament_service.run_command(tournament, Register((Entrant("Lin"), *players)), DESK)
    said = [f"{mistake.pointer}: {mistake.message}" for mistake in refused.value.errors]
    moved = [text.replace("/players/", "") for text in mistakes]
    for one, text in zip(said, moved, strict=True):
        place, rest = text.split("/", 1)
        assert one.startswith(f"/players/{int(place) + 1}/{rest}")
    assert len(services.tournaments.get(tournament).players) == 1


@pytest.mark.parametrize(
    "actor", [Actor("judge", "judge:jo"), Actor("player", "player:p-1", "p-1"), Actor("spectator", "")]
)
def test_only_organizers_register_and_players_act_for_themselves(services: Services, actor: Actor) -> None:
    tournament = opened(services)
    ada, *_ = register(services, tournament, "Ada").tournament_state.players
    with pytest.raises(LocalizableError, match="Only the organizers of this tournament"):
        services.tournament_service.run_command(tournament, Register((Entrant("Eve"),)), actor)
    if actor.role != "judge":
        with pytest.raises(LocalizableError, match=r"for themselves|Only the organizers"):
            services.tournament_service.run_command(tournament, Drop(ada), actor)
    own = Actor("player", f"player:{ada}", ada)
    services.tournament_service.run_command(tournament, Drop(ada), own)
    back = services.tournament_service.run_command(tournament, Return(ada), own)
    assert back.tournament_state.players[ada].attendance == "playing"


def test_what_was_changed_behind_its_back_is_found(services: Services) -> None:
    tournament = opened(services)
    register(services, tournament, "Ada")
    state = b'[1,"","p-0000000000000000","organizer:eve",0]'
    with services.store.recorder.datastore.transaction(commit=True) as cursor:
        cursor.execute(
            "UPDATE stored_events SET state = ? "
            "WHERE stream = (SELECT number FROM streams WHERE name = ?) AND seq = 2",
            (state, tournament),
        )
    [finding] = audit_record(services.store, services.library, tournament).findings
    assert (finding.match, finding.seq) == (tournament, 2)
    assert finding.sentence == "Fact 2 was altered, or their head was."


def test_matches_and_their_views_go_on_beside_tournaments(services: Services, pair: Pair, api: Api) -> None:
    tournament = opened(services)
    register(services, tournament, "Ada")
    pair.blue.answers("e1")
    position = services.store.position()
    lobby = json_of(api.get(f"/api/v1/matches?min_position={position}"))
    assert [entry["id"] for entry in lobby["items"]] == [pair.blue.match]


def test_everybody_hears_of_a_tournament_in_the_feed_and_of_no_secret(services: Services, api: Api) -> None:
    tournament = opened(services)
    register(services, tournament, "Ada")
    reply = api.get(f"/api/v1/facts?event={tournament}")
    page = json_of(reply)
    assert [notice["fact"]["event"]["type"] for notice in page["items"]] == [
        "tournament.TournamentOpened",
        "tournament.PlayerRegistered",
    ]
    assert [*player_names(page).values()] == ["Ada"]
    [entry] = services.tournaments.get(tournament).players.values()
    assert services.tournaments.get(tournament).settings.seed not in reply.text
    assert entry.registration.token not in reply.text
    assert json_of(api.get(f"/api/v1/facts?player={entry.registration.player}"))["items"] == page["items"][1:]
    assert json_of(api.get("/api/v1/facts?game=villainous"))["items"] == []
