"""A day: random presses by everybody, then an organizer who means to end it, and the checks."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from .checks import check_day
from .people import REASON, Browser, Fault, Program
from .plans import Json, draw_names, draw_plan

STEPS = ("pair", "publish", "start", "close", "cut", "end", "pair_again")
"""Values of the buttons that lead on; the last one is on a desk besides others, too."""
WAYS_OUT = ("end_early", "cut_early", "pair_again", "settle_bye", "take_apart", "")
"""Values of the buttons for an organizer whose next step is refused; the last is any button at all."""
MAX_STEPS = 200
"""Presses after which an organizer who means to end a day gives up."""
MAX_LEAVERS = 4
EARLY_END_EVERY = 3
"""Of so many days, one whose organizer ends it as soon as its page offers to, with a reason."""
DESK_PAGES = ("desk/grid", "desk/slips", "staff", "entries", "links", "check-in", "roster")
"""Pages of an organizer beside the desk."""


class Day:
    """One tournament, its people, and the log of all that they sent."""

    def __init__(self, url: str, group: int, tokens: tuple[str, str], seed: str, number: int) -> None:
        self.url, self.seed, self.number, self.rng = url, seed, number, Random(f"{seed}:{number}")
        self.group = group
        """The processes of the service; other ones after a kill."""
        self.log: list[str] = []
        self.program = Program(url, lambda: self.group, self.log, tokens[0])
        self.tournament, self.players = self._open()
        self.desks = [self._enter_desk(tokens[0])]
        self.desks.append(self._invite_organizer())
        self.phones = [self._enter_phone(token) for token in self.players.values() if token]
        self._leavers = 0

    def _open(self) -> tuple[str, dict[str, str]]:
        reply = self.program.send("POST", "/api/v1/tournaments", json=draw_plan(self.rng, self.number))
        if reply.status_code != 201:
            raise Fault(reply.text)
        tournament = str(reply.json()["id"])
        entrants = [{"name": name, "rating": 1000 + self.rng.randrange(800)} for name in draw_names(self.rng)]
        registered = self.program.order(tournament, "register", players=entrants).json()
        return tournament, {one["player"]: one["token"] for one in registered["tokens"]}

    def _enter_desk(self, token: str) -> Browser:
        desk = self._open_desk(f"/t/{self.tournament}/desk")
        desk.enter("/t/enter", token=token, tournament=self.tournament)
        return desk

    def _open_desk(self, path: str) -> Browser:
        others = [f"/t/{self.tournament}/{page}" for page in DESK_PAGES]
        return Browser(self.url, lambda: self.group, self.log, path, others)

    def _invite_organizer(self) -> Browser:
        """Lets the first organizer make a link; returns the desk of the one who opens it."""
        staff = f"/t/{self.tournament}/staff"
        page = self.desks[0].enter(staff, do="invite", role="organizer").text
        link = re.search(r'id="link" readonly value="[^"]*#key=([^"]*)"', page)
        if link is None:
            raise Fault("the page of the staff shows no link")
        desk = self._open_desk(f"/t/{self.tournament}/desk")
        desk.enter(f"{staff}/join", key=link[1], name="Second organizer")
        if f'action="{desk.path}"' not in desk.send("GET", desk.path).text:
            raise Fault("the second organizer has no desk")
        return desk

    def _enter_phone(self, token: str) -> Browser:
        phone = Browser(self.url, lambda: self.group, self.log, f"/t/{self.tournament}/me")
        phone.enter(f"/t/{self.tournament}/me", key=token)
        return phone

    # -- chance ------------------------------------------------------------------------------------------

    def press(self) -> None:
        """Lets somebody press a button."""
        draw = self.rng.random()
        if draw < 0.45:
            self.rng.choice(self.desks).press(self.rng, button=self.rng.choice((*STEPS, "enter")))
        elif draw < 0.53:
            self.rng.choice(self.desks).press(self.rng)
        elif draw < 0.6:
            self._press_at_once()
        elif draw < 0.75 and self.phones:
            self.rng.choice(self.phones).press(self.rng)
        elif draw < 0.9:
            self._enter_results(0.7)
        else:
            self._order()

    def _press_at_once(self) -> None:
        """Lets both organizers press a button at the same moment, each on a page read before that."""
        step = self.rng.choice((*STEPS, ""))
        clicks = [(desk, desk.choose(self.rng, button=step)) for desk in self.desks]
        with ThreadPoolExecutor(len(clicks)) as pool:
            presses = [pool.submit(desk.finish_click, click, self.rng) for desk, click in clicks if click]
        for press in presses:
            press.result()

    def check_memory(self) -> None:
        """Raises `Fault` where the record has lost facts that a reply acknowledged."""
        seq = self.program.look(f"/api/v1/tournaments/{self.tournament}")["seq"]
        if seq < self.program.acknowledged:
            raise Fault(f"fact {self.program.acknowledged} was acknowledged, the record ends at {seq}")

    def _order(self) -> None:
        """Sends a random command over the API."""
        view = self.program.look(f"/api/v1/tournaments/{self.tournament}")
        rounds = view["rounds"] or [{"stage": 1, "round": 1}]
        at = {"stage": rounds[-1]["stage"], "round": rounds[-1]["round"]}
        table, player = self.rng.randint(1, 4), self.rng.choice([*self.players])
        leaves = self.rng.random() < 0.5 and self._leavers < MAX_LEAVERS
        orders: list[tuple[str, Json]] = [
            ("pair", {"round": at["round"] + self.rng.randint(0, 1), "why": REASON}),
            ("publish", at),
            ("start", at),
            ("close", at | {"overrule": self.rng.choice(("", REASON))}),
            ("cut", {"overrule": self.rng.choice(("", REASON))}),
            ("end", {}),
            ("grant_time", at | {"table": table, "minutes": 5, "why": REASON}),
            ("ask_bye", {"player": player, "round": at["round"] + 1, "kind": "half_bye"}),
            ("return", {"player": player}),
            ("correct", at | {"table": table, "result": None, "why": REASON}),
        ]
        if leaves:
            self._leavers += 1
            orders = [
                ("drop", {"player": player}),
                ("disqualify", {"player": player, "why": REASON}),
            ]
        type, body = self.rng.choice(orders)
        self.program.order(self.tournament, type, **body)

    def _enter_results(self, share: float) -> None:
        """Enters results at a share of the tables of the last round that lack one."""
        view = self.program.look(f"/api/v1/tournaments/{self.tournament}")
        if not view["rounds"]:
            return
        last = view["rounds"][-1]
        path = f"/api/v1/tournaments/{self.tournament}/rounds/{last['round']}?stage={last['stage']}"
        for table in self.program.look(path)["tables"]:
            if table["result"] is None and self.rng.random() < share:
                self._enter_result(last, table)

    def _enter_result(self, last: Json, table: Json) -> None:
        seats = len(table["seats"])
        places = self.rng.sample(range(1, seats + 1), seats)
        result: Json = {"places": places}
        if self.rng.random() < 0.15:
            absent = places.index(max(places))
            result["forfeits"] = [absent]
        if seats == 2 and self.rng.random() < 0.1:
            result = {"places": [2, 2], "forfeits": [0, 1]}
        at = {"stage": last["stage"], "round": last["round"], "table": table["table"]}
        type = "assign" if result.get("forfeits") else "enter"
        self.program.order(self.tournament, type, result=result, **at)

    # -- the end -----------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Ends the day as an organizer who means to; raises `Fault` for a day that cannot be ended."""
        for _ in range(MAX_STEPS):
            view = self.program.look(f"/api/v1/tournaments/{self.tournament}")
            if view["state"] == "over":
                check_day(self.program, self.tournament)
                return
            self._enter_results(1.0)
            before = self.program.look(f"/api/v1/tournaments/{self.tournament}")["seq"]
            if view["rounds"] and self.number % EARLY_END_EVERY == 1:
                self._press_surely("end_early")
            any(self._press_surely(step) for step in STEPS)
            if self.program.look(f"/api/v1/tournaments/{self.tournament}")["seq"] == before:
                self._press_surely(self.rng.choice(WAYS_OUT))
        raise Fault("the day cannot be ended")

    def _press_surely(self, button: str) -> bool:
        return self.desks[0].press(self.rng, button=button, is_sure=True)

    def close(self) -> None:
        """Closes all connections."""
        for line in (self.program, *self.desks, *self.phones):
            line.close()


def describe(day: Day, error: Exception) -> Fault:
    """Returns the fault of a day, with the seed that repeats it and the last requests."""
    lines: list[Any] = [f"day {day.number} of seed {day.seed}: {error}", *day.log[-12:]]
    return Fault("\n".join(map(str, lines)))
