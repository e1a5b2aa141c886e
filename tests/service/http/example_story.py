"""The matches and the tournament that examples of the API are recorded from."""

from __future__ import annotations

from random import Random

from replays.playback.transcript import library_files
from service.bootstrap import Services
from service.database.jobs import JobRow
from service.http.bodies.json_bodies import JSON
from service.identity.api_tokens import Scope
from service.matches.flags import CHECKPOINT
from service.settings import Settings
from service.shared.digests import digest_token
from service.webhooks.model import Delivery
from tests.service.client import Api, Json, Pair, json_of
from tests.service.evidence.audit.witnesses import own_witness
from tests.service.judges import RULE, start_first_turn
from tests.service.tournaments.desk import WIN, Desk

from .example_company import arrange_matches, talk, write_commentary
from .example_photo import add_photo
from .example_recording import record_table
from .recorder import Recorder

ANSWERS = 12
"""How many answers the players of Sorcerer's Arena give before and after the rewind."""
PLACEMENT = 5
"""The fact that asks where the first figure starts."""
FIRST_FACT = "1 <0"
"""The beginning of the first fact of a record, which comments precede."""
CSV, PLAIN, TABS = "text/csv", "text/plain", "text/tab-separated-values"

OF_MATCHES = (
    *("getMatch", "listMatchFacts", "listFrames", "getNarration", "listActs", "getReview", "listCases"),
    *("verifyMatch", "getMatchChain", "getMatchProof", "exportMatch", "getEmbeddedMatch", "getMatchPicture"),
)
OF_TOURNAMENTS = (
    *("getTournament", "listPlayers", "getStandings", "listStandingsGains", "listTournamentFacts"),
    *("getTournamentChain", "getTournamentProof", "exportStandings", "exportPairings", "exportReport"),
    *("exportCalendar", "exportTournament", "getEmbeddedStandings", "getStandingsPicture"),
)
OF_PLAYERS = (
    *("getPlayer", "getProfile", "listPlayerMatches", "listPlayerTournaments", "getRating"),
    "listPlayerCharacters",
)
OF_THE_SERVICE = (
    *("getIndex", "listProblems", "listGames", "getHealth", "getReadiness", "getMetrics"),
    *("getTournamentFactSchema", "listFacts", "listKeys", "checkSheet"),
)
"""Operations that only read, by the resource in their path."""


class Story:
    """The people of one service; each operation is called once at least."""

    def __init__(self, call: Recorder, api: Api, services: Services, settings: Settings) -> None:
        self.call, self.api, self.services, self.settings = call, api, services, settings
        self.judge = self.token("judge-7f3a", "judge")

    def token(self, name: str, scope: Scope) -> str:
        """Returns the token of an operator's, a judge's or an integrator's client."""
        return self.services.api_tokens.issue_token(name, [scope]).token

    def tell(self) -> None:
        """Calls all operations."""
        pair = self.begin_match()
        talk(self.call, pair)
        self.open_case(pair)
        self.judge_match(pair)
        self.end_match(pair)
        self.play_other_matches()
        self.services.runner.catch_up()
        self.read_match(pair.blue.match)
        write_commentary(self.call, pair.blue.match)
        self.witness_log()
        self.import_record()
        desk = self.announce_tournament()
        self.appoint_staff(desk)
        self.play_round(desk)
        self.services.runner.catch_up()
        self.read_tournament(desk)
        self.work_on_jobs(desk)
        self.play_online()
        record_table(self.call, self.token("desk-9", "organize"))
        self.manage_account()
        self.subscribe(pair.blue.match)
        self.read_service()

    def begin_match(self) -> Pair:
        """Opens a match of Sorcerer's Arena, seats two players, and answers the first questions."""
        opened = self.call("createMatch")
        pair = Pair(self.api.seats(opened, 0, "Ada"), self.api.seats(opened, 1, "Grace"))
        for name in ("listOptions", "getMatchSheet", "answer"):
            self.call(name, pair.blue.token, match=pair.blue.match)
        return start_first_turn(pair)

    def open_case(self, pair: Pair) -> None:
        """Disputes a fact, and takes the case through all its stages."""
        here: Json = {"match": pair.blue.match}
        self.call("openCase", pair.blue.token, **here)
        for name in ("replyToCase", "notePosition"):
            self.call(name, pair.red.token, number=1, **here)
        add_photo(self.call, pair.red.token, self.judge, **here)
        self.call("assignCase", self.judge, number=1, **here)
        self.call("listOpenCases", self.judge)
        self.call("ruleOnCase", self.judge, number=1, **here)
        self.call("appealRuling", pair.blue.token, number=1, **here)

    def judge_match(self, pair: Pair) -> None:
        """Corrects the match, plays on, rewinds it, pauses and resumes it."""
        here: Json = {"match": pair.blue.match}
        self.call("correctMatch", self.judge, **here)
        self.play(pair)
        for name in ("listRewindPoints", "previewRuling", "rewindMatch", "pauseMatch", "resumeMatch"):
            self.call(name, self.judge, **here)

    def end_match(self, pair: Pair) -> None:
        """Offers a draw, which is declined; plays on, concedes, and forks the match."""
        here: Json = {"match": pair.blue.match}
        self.call("offerDraw", pair.blue.token, **here)
        self.call("declineOffer", pair.red.token, **here)
        self.play(pair)
        self.call("concede", pair.red.token, **here)
        self.call("createFork", **here)

    def play(self, pair: Pair) -> None:
        """Gives some answers by chance."""
        luck = Random(31)
        for _ in range(ANSWERS):
            pair.answer_by(luck)

    def play_other_matches(self) -> None:
        """Reveals a nonce, leaves a seat and a match; takes an answer back; lets a clock run out."""
        opened = self.api.opens()
        ada = self.call("claimSeat", opened["claims"][0], match=opened["id"], seat=0)
        self.api.seats(opened, 1, "Grace")
        self.call("revealNonce", ada["token"], match=opened["id"], seat=0)
        pair = self.api.seat_pair()
        assert pair.blue.answers("e1").status_code == 201
        self.call("takeBack", pair.blue.token, match=pair.blue.match)
        opened = self.api.opens(game="villainous", seats=3)
        left = self.api.seats(opened, 0, "Ada")
        self.call("leaveSeat", left.token, match=opened["id"], seat=0)
        three = [self.api.seats(opened, seat, name) for seat, name in enumerate(("Ada", "Grace", "Lin"))]
        self.call("offerStandIn", three[2].token, match=opened["id"])
        self.call("retire", three[0].token, match=opened["id"])
        timed = self.api.seat_pair(clock={"kind": "match", "seconds": 60, "flag": "loss"})
        self.call.clock.tick(seconds=61)
        views, now = self.services.views, self.services.repository.clock()
        views.save(CHECKPOINT, {}, views.position(CHECKPOINT), now)
        self.call("claimFlag", match=timed.blue.match)

    def read_match(self, match: str) -> None:
        """Reads a match that has ended, at some of its facts."""
        self.call("listMatches", query={"min_position": self.services.store.position()})
        for name in OF_MATCHES:
            self.call(name, match=match)
        for name in ("getScene", "explainFact", "listPastOptions", "playReviewLine"):
            self.call(name, match=match, seq=PLACEMENT)
        self.call("getWhatIf", match=match, seq=PLACEMENT, query={"matches": 1, "seed": "7f3a"})
        self.call("getDiff", match=match, query={"from": 9, "to": 20})
        self.call("getCase", match=match, number=1)
        self.call("getOembed", query={"url": f"http://localhost/m/{match}"})

    def witness_log(self) -> None:
        """Lets the service witness its own log."""
        self.services.register(own_witness(self.services, self.settings))
        note = self.call("getCheckpoint")
        self.call("addCheckpoint", body=f"old 0\n\n{note}", kind=PLAIN)
        self.call("getTile", level=0, place="000.p/2")
        self.call("getTileEntries", place="000.p/2")
        self.call("getWitnessedCheckpoint", house=self.services.process.name)

    def import_record(self) -> None:
        """Imports a record of another service; that in JSON is its own, which it refuses as known."""
        text = library_files()[0].read_text(encoding="utf-8")
        self.call("importRecord", self.judge, body=text[text.index(FIRST_FACT) :], kind=PLAIN)
        bodies = self.call.recorded
        bodies["importRecord"]["request"][JSON] = bodies["exportMatch"]["reply"][JSON]

    def announce_tournament(self) -> Desk:
        """Opens a tournament, and registers players from a file and one by one."""
        organizer = self.token("desk-1", "organize")
        self.call("previewReport", organizer)
        self.call("importReport", organizer)
        desk = Desk(self.api, self.call("createTournament", organizer)["id"], organizer)
        here: Json = {"tournament": desk.tournament}
        for kind, separator, name in ((CSV, ",", "Ada"), (TABS, "\t", "Grace"), (PLAIN, ";", "Zoe")):
            roster = f"name{separator}rating\n{name}{separator}1640\n"
            self.call("previewRoster", organizer, body=roster, kind=kind, **here)
            self.call("registerRoster", organizer, body=roster, kind=kind, **here)
        self.call("runTournamentCommand", organizer, **here)
        self.call("listPlayerLinks", organizer, **here)
        other = Desk.opens(self.api, self.services, "desk-2")
        other.did("open_registration")
        self.call("registerPlayer", tournament=other.tournament)
        return desk

    def appoint_staff(self, desk: Desk) -> None:
        """Invites a judge, withdraws the invitation, and removes a judge who has joined."""
        here: Json = {"tournament": desk.tournament}
        self.call("inviteStaff", desk.token, **here)
        self.call("listInvitations", desk.token, **here)
        founder = self.services.tournament_access.actor_for(desk.tournament, desk.token)
        accepted = self.services.staff.create_invitation(desk.tournament, "judge", founder).tokens[0]
        self.services.staff.accept_invitation(desk.tournament, accepted, "Jo")
        [invitation] = self.services.tournaments.get(desk.tournament).invitations
        [joined] = self.services.tournaments.get(desk.tournament).staff
        self.call("listStaff", desk.token, **here)
        self.call("withdrawInvitation", desk.token, invitation=invitation, **here)
        self.call("removeStaff", desk.token, joined=joined, **here)

    def play_round(self, desk: Desk) -> None:
        """Pairs a round, enters its results, and asks for the effect of a correction."""
        here: Json = {"tournament": desk.tournament}
        desk.players |= {one["name"]: one["player"] for one in self.call("listPlayers", **here)["items"]}
        desk.starts(1, "Ada Grace", "Lin Zoe")
        started = self.services.store.position()
        desk.enters(1, 1, WIN)
        desk.enters(1, 2, WIN)
        self.call("previewCorrection", desk.token, **here)
        self.call("callJudgeToTable", desk.token, number=1, table=2, **here)
        self.call("recordTable", desk.token, number=1, table=2, **here)
        desk.did("close", stage=1, round=1)
        self.call("listStandingsDifferences", query={"from": started}, **here)

    def read_tournament(self, desk: Desk) -> None:
        """Reads a tournament after its first round."""
        here: Json = {"tournament": desk.tournament}
        for name in OF_TOURNAMENTS:
            self.call(name, **here)
        self.call("getRound", number=1, **here)
        self.call("listParkedRecords", desk.token, **here)
        self.call("exportPhotos", desk.token, **here)
        ada, opponent = desk.players["Ada"], desk.players["Lin"]
        self.call("explainStanding", player=ada, **here)
        self.call("explainPairing", number=1, query={"player": ada, "opponent": opponent}, **here)
        self.call("listTournaments", query={"min_position": self.services.store.position()})

    def work_on_jobs(self, desk: Desk) -> None:
        """Reads a job that is done, and cancels one that is not."""
        now, owner = self.services.repository.clock(), digest_token(desk.token)
        done = JobRow("j-1", "pair", desk.tournament, owner, "done", now, now, result=b"{}")
        queued = done._replace(id="j-2", state="queued", result=b"")
        for name, row in (("getJob", done), ("cancelJob", queued)):
            self.services.store.jobs.add_job(row)
            self.call(name, desk.token, job=row.id)

    def play_online(self) -> None:
        """Lets a player take a seat at a table of an online tournament."""
        desk = Desk.opens(self.api, self.services, "desk-3", online=True).registers("Ada", "Grace").starts()
        self.services.result_process.catch_up()
        here: Json = {"tournament": desk.tournament, "number": 1, "table": 1}
        self.call("takeTableSeat", desk.tokens["Ada"], **here)

    def manage_account(self) -> None:
        """Creates an account that plays a match; reads, renames and deletes it."""
        player = self.call("createPlayer")
        here: Json = {"player": player["id"]}
        key = self.call("renewPlayerKey", player["key"], **here)["key"]
        self.call("renamePlayer", key, **here)
        opened = self.api.opens()
        claim = f"/api/v1/matches/{opened['id']}/seats/0/claim"
        seat = json_of(self.api.post(claim, {"key": key}, opened["claims"][0]))
        self.api.seats(opened, 1, "Grace")
        self.services.agreements.concede_match(opened["id"], seat["token"])
        self.services.runner.catch_up()
        for name in OF_PLAYERS:
            self.call(name, **here)
        arrange_matches(self.call, player["id"], key)
        self.call("deletePlayer", key, **here)

    def subscribe(self, match: str) -> None:
        """Subscribes a URL to facts, and ends the subscription."""
        webhook = self.call("createWebhook", token := self.token("league", "integrate"))["id"]
        self.call("listWebhooks", token)
        now, position = self.services.clock(), self.services.store.position()
        delivery = Delivery(f"{match}-1", position, 1, now, 204, "", 34)
        self.services.webhooks.change_subscription(webhook, lambda kept: kept, delivery=delivery)
        for name in ("getWebhook", "rotateWebhookSecret", "listDeliveries", "redeliver", "deleteWebhook"):
            self.call(name, token, id=webhook)

    def read_service(self) -> None:
        """Reads all that belongs to no match and no tournament."""
        for name in OF_THE_SERVICE:
            self.call(name)
        self.call.select_lines("getMetrics", "recount_store_position")  # the same in each process
        self.call("getProblem", slug="stale")
        for name in ("getGame", "getFactSchema", "listRules", "getStatistics", "judgeOptions"):
            self.call(name, game="arena")
        self.call("getRule", game="arena", number=RULE)
