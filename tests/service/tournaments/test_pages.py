"""Pages of tournaments as everybody has them: the list, the wall at two times, and why."""

from __future__ import annotations

import re

from service.bootstrap import Services
from tests.service.browser import Browser, listed, text
from tests.service.client import Api, Json, wait_for

from .desk import DRAW, LOSS, WIN, Desk


def test_a_tournament_is_found_in_the_lobby_and_in_the_list(desk: Desk, ada: Browser) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    position = desk.did("drop", player=desk.players["Mae"])["position"]
    desk.api.get(f"/api/v1/tournaments?min_position={position}")
    for path in ("/lobby", "/t", "/t?state=playing", "/t?text=spring"):
        assert f'href="/t/{desk.tournament}"' in ada.get(path).text, path
    watching = text(ada.get("/lobby?status=playing"))
    assert re.search(r"Spring Open going on .* 2 of 2 tables of round 1 still play.", watching)
    ada.post("/me", {"name": "Mia"})
    ada.post(f"/t/{desk.tournament}/follow", {})
    assert "Tournaments that you follow Spring Open going on" in text(ada.get("/lobby"))
    assert "Tournaments that you follow Spring Open" in text(ada.get("/me/notifications"))
    assert "Stop following Spring Open" in text(ada.get("/me/notifications"))
    assert ada.post(f"/t/{desk.tournament}/follow", {"end": "here"}).location == "/me/notifications"
    assert "Tournaments that you follow" not in text(ada.get("/me/notifications"))
    for path in ("/t?state=over", "/t?text=autumn", "/t?game=villainous"):
        assert "No tournament is like that." in text(ada.get(path)), path


def test_the_wall_shows_tables_with_results_and_standings(desk: Desk, ada: Browser) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    page = text(ada.get(f"/t/{desk.tournament}"))
    assert "2 results are missing." in page
    assert page.count("until ") == 1  # the time of all tables
    desk.enters(1, 1, WIN)
    page = text(ada.get(f"/t/{desk.tournament}"))
    assert re.search(
        r"Round 1 being played at real tables Table 1 Ada – Grace Ada won Table 2 Lin – Mae until", page
    )
    assert "Player Points Opponents’ points Lot Possible places 1 Ada 3 0 by lot 1–3" in page
    assert "In the lead with 3 points: Ada. 1 of 2 tables of round 1 still plays. Then comes round 2" in page
    assert "No time is set for it yet." in page
    assert 'id="mine"' not in ada.get(f"/t/{desk.tournament}").text
    ada.post(f"/t/{desk.tournament}/me/enter", {"key": desk.tokens["Grace"]})
    own = text(ada.get(f"/t/{desk.tournament}"))
    assert re.search(r"You have 0 points: place \d. Table 1: Ada – Grace Ada won", own), own
    own_table = text(ada.get(f"/t/{desk.tournament}/me"))
    assert re.search(r"You have 0 points: place \d. 1 of 2 tables of round 1 still plays.", own_table)
    assert "Standings so far (round 1 is being played)" in page
    assert "Do you play here? To your table" in page
    assert ("My table" in page, "Organizer’s desk" in page) == (False, False)
    assert "1 result is missing." in page


def test_an_earlier_round_says_nothing_of_the_present_place(desk: Desk, ada: Browser) -> None:
    wall = f"/t/{desk.tournament}"
    desk.starts(1, "Ada Grace", "Lin bye", "Mae bye")
    ada.post(f"{wall}/me/enter", {"key": desk.tokens["Grace"]})
    desk.enters(1, 1, DRAW)
    assert "You have 1 point: place" in text(ada.get(wall))
    desk.did("close", stage=1, round=1)
    desk.starts(2, "Ada Lin", "Grace Mae")
    assert 'id="mine"' in ada.get(wall).text
    earlier = ada.get(f"{wall}?round=1").text
    assert 'id="mine"' not in earlier
    assert "In the lead" not in earlier


def test_an_address_shows_exactly_the_wall_that_was_known(desk: Desk, ada: Browser) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    noon = desk.enters(1, 2, DRAW)["position"]
    desk.did("close", stage=1, round=1)
    desk.starts(2, "Ada Lin", "Grace Mae")
    desk.did("correct", stage=1, round=1, table=1, result=LOSS, why="The scores were swapped.")
    now = text(ada.get(f"/t/{desk.tournament}?round=1"))
    then = text(ada.get(f"/t/{desk.tournament}?round=1&known={noon}"))
    assert "Ada – Grace Grace won corrected" in now
    assert "A past moment" not in now
    assert "Ada – Grace Ada won Table 2" in then
    assert "A past moment: this was known on" in then
    assert "Ada – Lin" not in then
    assert "All tables of round 1 have finished. Round 2 of" in then


def link(page: str, text: str) -> str:
    """Returns where the link with this text leads."""
    [href] = re.findall(rf'href="([^"]*)"[^>]*>{text}</a>', page)
    return str(href).replace("&amp;", "&")


def test_what_has_changed_is_told_since_a_round_and_since_a_correction(desk: Desk, ada: Browser) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    desk.enters(1, 2, DRAW)
    then = ada.get(f"/t/{desk.tournament}").text
    desk.did("close", stage=1, round=1)
    desk.starts(2, "Ada Lin", "Grace Mae")
    desk.enters(2, 1, WIN)
    page = ada.get(f"/t/{desk.tournament}").text
    rounds = text(ada.get(link(page, "since round 1")))
    assert "Standings after round 2 · since round 1 The points of Ada are 6 instead of 3." in rounds
    assert re.search(r"Round 2, against Lin: 3\. fact \d+, signed head", rounds.replace(" ,", ","))
    desk.did("correct", stage=1, round=1, table=1, result=LOSS, why="The scores were swapped.")
    moments = link(ada.get(f"/t/{desk.tournament}?round=1").text, "since the first correction")
    told = ada.get(moments).text
    assert "Grace won instead of Ada won (The scores were swapped.)." in told
    assert "The points of Grace are 3 instead of 0. Grace is in place 1 instead of" in text(ada.get(moments))
    past = ada.get(link(then, "Link to this moment")).text
    since = text(ada.get(link(past, "since this moment")))
    assert ("Grace won instead of" in since, "Round 2, table 1: Ada won." in since) == (True, True)
    assert ada.get(f"/t/{desk.tournament}/changes?from=noon").status_code == 422


def test_a_link_to_the_moment_goes_on_showing_it(desk: Desk, ada: Browser) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    path = f"/t/{desk.tournament}"
    found = re.search(r'href="([^"]*known=\d+)">Link to this moment', ada.get(path).text)
    assert found is not None
    desk.enters(1, 1, WIN)
    assert "Ada won" in text(ada.get(path))
    assert "Ada won" not in text(ada.get(found[1].replace("&amp;", "&")))


def test_a_round_that_is_not_published_is_on_no_page(desk: Desk, ada: Browser) -> None:
    desk.pairs(1, "Ada Grace", "Lin Mae")
    assert "Round 1" not in text(ada.get(f"/t/{desk.tournament}"))
    assert ada.get(f"/t/{desk.tournament}?round=1").status_code == 404


def test_each_number_leads_to_its_lines(desk: Desk, ada: Browser, services: Services) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    page = ada.get(f"/t/{desk.tournament}").text
    [reasons] = set(re.findall(rf'href="([^"#]*{desk.players["Ada"]})#buchholz"', page))
    told = text(ada.get(reasons))
    seq = services.tournaments.get(desk.tournament).seq
    numbers, _, sources = told.partition(" Sources ")
    assert "Points: 3 Round 1, against Grace: 3. Together: 3." in numbers
    assert f"Round 1, against Grace: 3. fact {seq} , signed head" in sources
    for link in (f"chain?after={seq - 1}&limit=1", f"proof?seq={seq}"):
        assert (
            f'"/api/v1/tournaments/{desk.tournament}/{link}"'.replace("&", "&amp;") in ada.get(reasons).text
        )
    assert "Opponents’ points: 0 The points of all opponents together." in told
    assert "contre Grace" in text(ada.get(f"{reasons}?lang=fr"))


def test_the_value_of_a_beaten_opponent_shows_its_factors(api: Api, services: Services, ada: Browser) -> None:
    desk = Desk.opens(api, services, tiebreakers=["sonneborn_berger"])
    desk.registers("Ada", "Grace", "Lin", "Mae").starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    desk.enters(1, 2, WIN)
    desk.did("close", stage=1, round=1)
    desk.starts(2, "Ada Lin", "Grace Mae").enters(2, 1, WIN)
    page = text(ada.get(f"/t/{desk.tournament}/players/{desk.players['Ada']}"))
    assert "Beaten opponents: 9 For each opponent: their points, times the points won against them." in page
    assert "Round 1, against Grace: 0. 0 × 3 Round 2, against Lin: 9. 3 × 3 Together: 9." in page


def test_few_live_matches_stand_beside_the_large_board_with_the_tournaments(desk: Desk, ada: Browser) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    rows_below = []
    for _ in range(2):
        desk.api.seat_pair()
        desk.api.seat_pair()
        assert "Being played" in listed(ada, "?status=playing")
        rows_below.append('class="now"' in ada.get("/lobby?status=playing").text)
    assert rows_below == [False, True]


def test_a_cup_shows_its_bracket_as_it_was_known(api: Api, services: Services, ada: Browser) -> None:
    desk = Desk.opens(api, services, stages=[{"format": "single_elimination"}])
    desk.registers("Ada", "Grace", "Lin", "Mae").does("pair", round=1)
    desk.did("publish", stage=1, round=1)
    before = desk.did("start", stage=1, round=1)["position"]
    desk.enters(1, 1, WIN)
    assert "goes on" in text(ada.get(f"/t/{desk.tournament}"))
    assert "goes on" in text(ada.get(f"/t/{desk.tournament}/wall"))
    then = text(ada.get(f"/t/{desk.tournament}?known={before}"))
    assert ("Bracket" in then, "goes on" in then) == (True, False)
    assert "qualifié" in text(ada.get(f"/t/{desk.tournament}?lang=fr"))
    desk.enters(1, 2, WIN)
    desk.did("close", stage=1, round=1)
    desk.did("pair", round=2)
    desk.did("publish", stage=1, round=2)
    assert "Semifinals" in text(ada.get(f"/t/{desk.tournament}?lang=en"))
    desk.did("start", stage=1, round=2)
    desk.enters(2, 1, WIN)
    bracket = ada.get(f"/t/{desk.tournament}").text.partition("<h3>Final</h3>")[2]
    assert "winner</span>" in bracket
    assert "goes on" not in bracket.partition("</section>")[0]


def test_a_moment_that_is_none_is_told_in_words(desk: Desk, ada: Browser) -> None:
    page = ada.get(f"/t/{desk.tournament}?known=noon")
    assert page.status_code == 422
    assert "A moment is a position of the log" in text(page)
    assert "There is no tournament" in text(ada.get("/t/T-NOTHING"))


def test_the_standings_of_a_thousand_are_light(api: Api, services: Services, ada: Browser) -> None:
    desk = Desk.opens(api, services, tiebreakers=["opponents_rate", "buchholz", "lot"])
    for hundred in range(10):
        desk.did("register", players=[{"name": f"Player {hundred}{n:02}"} for n in range(100)])
    desk.did("pair", round=1)
    desk.did("publish", stage=1, round=1)
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    assert "Player" in text(ada.get(f"/t/{desk.tournament}/desk?tables=2"))
    page = ada.get(f"/t/{desk.tournament}").get_data()
    assert len(page) <= 100_000
    assert "Player 777" in text(ada.get(f"/t/{desk.tournament}?find=777"))
    assert "Player 123" in text(ada.get(f"/t/{desk.tournament}/players?page=2"))
    last = text(ada.get(f"/t/{desk.tournament}?page=99"))
    assert re.search(r" 1 Player \d+ 0 [\d.]+ 0 by lot 1–1000 ", last)


def comes(desk: Desk, browser: Browser, name: str) -> str:
    """A guest comes with a link; returns where the own table is."""
    path = f"/t/{desk.tournament}/me"
    assert browser.post(f"{path}/enter", {"key": f"{path}#key={desk.tokens[name]}"}).location == path
    return path


PLACE: Json = {"stage": 1, "round": 1, "table": 1}


def test_both_report_from_their_own_table(desk: Desk, ada: Browser, grace: Browser) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    path = comes(desk, ada, "Ada")
    comes(desk, grace, "Grace")
    assert "You play as Ada. Round 1 being played Table 1 Ada – Grace until" in text(ada.get(path))
    unsaid = ada.post(path, PLACE | {"do": "report", "score.0": "12"})
    assert unsaid.status_code == 422
    assert "Say who won" in text(unsaid)
    assert 'value="12"' in unsaid.text
    told = {"do": "report", "winner": "0", "score.0": "12", "score.1": "9"}
    assert ada.post(path, PLACE | told).status_code == 303
    assert "You have said: Ada won (12–9)" in text(ada.get(path))
    seen = grace.get(path)
    assert "The other side says: Ada won (12–9)" in text(seen)
    [report] = re.findall(r'name="report" value="(\d+)"', seen.text)
    assert grace.post(path, PLACE | {"do": "agree", "report": report}).status_code == 303
    assert desk.looks("/rounds/1", token="")["tables"][0]["result"]["scores"] == [12, 9]


def test_a_player_drops_out_and_comes_back_and_acts_for_nobody_else(desk: Desk, ada: Browser) -> None:
    path = comes(desk, ada, "Ada")
    assert ada.post(path, {"do": "drop"}).status_code == 303
    assert "You have dropped out" in text(ada.get(path))
    assert ada.post(path, {"do": "return"}).status_code == 303
    desk.starts(1, "Ada Grace", "Lin Mae")
    other = ada.post(path, PLACE | {"table": 2, "do": "report", "winner": "0"})
    assert (other.status_code, "Only who sits at table 2" in text(other)) == (409, True)


def test_a_link_that_is_nobodys_is_refused(desk: Desk, ada: Browser) -> None:
    path = f"/t/{desk.tournament}/me"
    refused = ada.post(f"{path}/enter", {"key": "nobody"})
    assert (refused.status_code, "Nobody plays in this tournament" in text(refused)) == (401, True)
    assert ada.post(path, {"do": "drop"}).status_code == 403


def test_an_account_sits_down_at_its_table_and_calls_a_judge(
    api: Api, services: Services, ada: Browser
) -> None:
    desk = Desk.opens(api, services, online=True)
    ada.post("/me", {"name": "Ada"})
    [me] = services.players.resolve_ids("Ada")
    desk.did("register", players=[{"player": me}, {"name": "Grace"}])
    desk.did("pair", round=1)
    desk.did("publish", stage=1, round=1)
    desk.did("start", stage=1, round=1)
    path = f"/t/{desk.tournament}/me"
    wait_for(lambda: "Take my seat in the match" in text(ada.get(path)), "the table is opened")
    match = ada.post(path, PLACE | {"do": "sit"}).location
    assert ada.post(path, PLACE | {"do": "sit"}).location == match
    case = ada.post(path, PLACE | {"do": "judge", "claim": "The dice fell off the table."}).location
    assert case == f"{match}/cases/1?as=seat-0"
    assert "Case 1 waits for a ruling" in text(ada.get(case))
