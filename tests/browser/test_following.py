"""Following a match: what arrives is played, whoever looks back stays there, and the end is the end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, Route, expect

from .picking import shows
from .serving import HTTP, Served
from .table import Table, moment, opened, played, ready, takes_seat, takes_seat_twice

Person = Callable[..., Page]


def watching(person: Person, table: Table, query: str = "") -> Page:
    page = person(f"/m/{table.match}?as=spectator{query}")
    ready(page)
    return page


def shows_the_last(page: Page, table: Table) -> None:
    """Waits until a page shows the match as it stands."""
    last = table.sees()["seq"]
    page.wait_for_function(
        "seq => Number(document.querySelector('#scrubber input[type=range]').value) === seq", arg=last
    )


def goes_on(table: Table, answers: int) -> None:
    luck = Random(4)
    for _ in range(answers):
        table.answer(luck)


def test_who_follows_goes_on_following_and_no_address_holds_a_moment(person: Person, served: Served) -> None:
    table = played(served, "arena", {"chapter": 1}, 10)
    page = watching(person, table)
    for _ in range(6):
        goes_on(table, 2)
        shows_the_last(page, table)
    page.wait_for_timeout(0)
    assert "seq" not in parse_qs(urlsplit(page.url).query)
    expect(page.locator("#golive")).to_be_hidden()
    page.reload()
    ready(page)
    shows_the_last(page, table)


def test_who_looks_back_is_told_what_came_since_and_goes_live(person: Person, served: Served) -> None:
    table = played(served, "arena", {"chapter": 1}, 12, clock={"kind": "fischer", "seconds": 3600})
    page = watching(person, table)
    shows_the_last(page, table)
    before = moment(page)
    runs = page.locator("#clocks [aria-current]")
    expect(runs.locator(".who")).to_have_text(("Ada", "Grace")[table.sees()["question"]["seat"]])
    left = runs.get_by_role("timer").inner_text()
    expect(runs.get_by_role("timer")).not_to_have_text(left)
    page.keyboard.press("Home")
    expect(runs).to_have_count(0)
    assert page.get_by_role("timer").all_inner_texts() == ["1:00:00", "1:00:00"]
    button = page.locator("#golive")
    expect(button).to_have_text("Go live")
    goes_on(table, 3)
    expect(button).to_have_text(f"Go live: {table.sees()['seq'] - before} new")
    assert moment(page) == 1
    button.click()
    shows_the_last(page, table)
    expect(button).to_be_hidden()
    expect(page.locator("#question")).to_be_focused()


def test_what_others_do_is_shown_fact_by_fact_and_can_be_skipped(person: Person, served: Served) -> None:
    table = played(served, "arena", {"chapter": 1}, 12)
    page = watching(person, table)
    shows_the_last(page, table)
    page.locator("#more").click()
    page.locator("#playing").select_option("slow")
    page.keyboard.press("Escape")
    page.evaluate(
        """() => {
          window.moments = [];
          document.addEventListener("moment", ({ detail }) => window.moments.push(detail.seq));
        }"""
    )
    before = moment(page)
    goes_on(table, 4)
    page.wait_for_function("() => new Set(window.moments).size >= 3")
    shown = page.evaluate("[...new Set(window.moments)]")
    assert shown == sorted(shown)
    assert shown[0] >= before
    assert shown[-1] < table.sees()["seq"]
    page.keyboard.press("Escape")
    assert moment(page) > shown[-1]
    shows_the_last(page, table)
    expect(page.locator("#golive")).to_be_hidden()


LOST = """() => {
  window.timesLost = 0;
  const line = document.getElementById("line");
  new MutationObserver(() => (window.timesLost += !line.hidden)).observe(line, { attributes: true });
}"""
"""Counts how often the page says that the line is lost."""


RICH = (
    "villainous / act seat=1 turn=7 cauldron=55 / "
    "0.prince-john at=jail power=20 hand=greed-1,rhino-guards-1,imprison-1 deck=greed-2 / "
    "1.captain-hook at=jolly-roger power=5 locked=hangmans-tree hand=scare-1 deck=scare-2,scare-3"
)
"""Prince John wins when his turn begins."""


def test_a_match_that_has_ended_is_asked_for_no_more(person: Person, served: Served) -> None:
    told = HTTP.post(f"{served.url}/api/v1/matches", json={"game": "villainous", "from": RICH}).json()
    table = Table(served.url, told["id"], tuple(told["claims"]), [])
    table.plays.extend(table.takes(seat, name) for seat, name in enumerate(("Ada", "Grace")))
    page = person()
    page.clock.install()
    page.goto(f"{served.url}/m/{table.match}?as=spectator")
    ready(page)
    page.evaluate(LOST)
    table.picks("end")
    expect(page.locator("#result")).not_to_be_empty()
    assert page.evaluate("window.timesLost") == 0
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(60_000)
    expect(page.locator("#line")).to_be_hidden()
    assert [url for url in asked if "/facts" in url] == []


BLOWS = """() => [...document.querySelectorAll("svg.arena .blow")].map((blow) => {
  const { e, f } = blow.transform.baseVal.consolidate().matrix;
  return [Math.round(e), Math.round(f)];
})"""

PLACES = """() => Object.fromEntries([...document.querySelectorAll("svg.arena .mover")].map((mover) => {
  const { e, f } = new DOMMatrix(mover.style.transform);
  return [mover.querySelector("[data-who]").dataset.who, [Math.round(e), Math.round(f)]];
}))"""


def test_a_blow_comes_from_who_gave_it(person: Person, served: Served) -> None:
    table = played(served, "arena", {"chapter": 4}, 220, seed=5)
    facts = table.facts()
    dealt = [fact for fact in facts if fact["event"]["type"] == "arena.DamageDealt"]
    figures = table.sees()["board"]["figures"].keys()  # a status that hurts is nobody's blow
    blows = [fact for fact in dealt if fact["event"]["by"] in figures - {fact["event"]["who"]}]
    assert len(blows) > 3
    page = watching(person, table, "&seq=1")
    for fact in blows:
        page.evaluate("seq => document.dispatchEvent(new CustomEvent('go', { detail: seq }))", fact["seq"])
        giver = page.evaluate(PLACES).get(fact["event"]["by"])
        assert giver in page.evaluate(BLOWS), fact


STRIKES = (
    "arena chapter=1 edition=en / play round=3 vp=4:5 turn=SAM left=m1a1 order=SAM,ARI,ALA,GAS / "
    "A.SAM at=d3 hp=5 / A.ALA at=e2 hp=7 / B.ARI at=d6 hp=2 / B.GAS at=d5 hp=2 / "
    "A deck=SAM05,ALA02,ALA06 hand=SAM03 / B deck=GAS01,GAS02,ARI01 hand=ARI05"
)
"""Sam can walk, and play a card that knocks out Ariel."""

MOTIONS = """() => {
  const KINDS = { mover: "walk", body: "flash", "turn-banner": "turn" };
  const flown = { pip: "points", card: "card" };
  const { animate } = Element.prototype;
  window.motions = {};
  window.heard = 0;
  Element.prototype.animate = function (...how) {
    const [made, name] = [animate.apply(this, how), this.getAttribute("class")];
    const likeness = flown[this.firstElementChild?.classList[0]];
    const kind = KINDS[name] ?? likeness ?? (this.closest(".delta") && "number");
    if (!kind) return made; // what stands beside the board glides
    motions[kind] ??= { began: 0, ended: 0 };
    motions[kind].began += 1;
    made.addEventListener("finish", () => (motions[kind].ended += 1));
    return made;
  };
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...when) { window.heard += 1; start.apply(this, when); };
}"""
"""Counts what begins to move, by kind, what has moved to its end, and tones."""

AT_REST = """() => Object.values(motions).every(({ began, ended }) => began === ended)"""

STANDING = """() => Object.fromEntries([...document.querySelectorAll("svg.arena .mover")].map((mover) => {
  const { e, f } = new DOMMatrix(getComputedStyle(mover).transform);
  const space = document.querySelector(`.space[transform="translate(${e} ${f})"]`);
  return [mover.querySelector("[data-who]").dataset.who, space?.dataset.space];
}))"""
"""Which figure is seen on which space."""


def test_what_happens_is_seen_moving_and_heard_by_who_wants_to(person: Person, served: Served) -> None:
    told = HTTP.post(f"{served.url}/api/v1/matches", json={"game": "arena", "from": STRIKES}).json()
    table = Table(served.url, told["id"], tuple(told["claims"]), [])
    table.plays.extend(table.takes(seat, name) for seat, name in enumerate(("Ada", "Grace")))
    page = person(reduced_motion="no-preference")
    page.add_init_script("localStorage['recount.pace'] = 'normal'")
    page.goto(f"{table.url}/m/{table.match}?as=spectator")
    ready(page)
    page.evaluate(MOTIONS)
    table.picks("move:d4")
    shows_the_last(page, table)
    assert page.evaluate("[motions.walk.began, heard]") == [1, 0], "nobody asked for sounds"
    page.locator("#sounds").evaluate("box => box.click()")
    for pick in ("play:SAM03", "ARI", "d7", "end"):
        table.picks(pick)
    shows_the_last(page, table)
    page.wait_for_function(AT_REST)
    kinds = {"walk", "flash", "number", "card", "points", "turn"}
    assert set(page.evaluate("Object.keys(motions)")) == kinds
    assert page.evaluate("heard") > 3, "a card, a blow, points, and how it sounds"
    expect(page.locator(".flyer, .turn-banner")).to_have_count(0)
    assert set(page.evaluate(STANDING).items()) == table.figures(table.sees()["seq"])
    expect(page.locator(".score .team-0 .number b")).to_have_text(str(table.sees()["board"]["points"][0]))


def test_every_fact_is_announced_a_turn_in_a_message(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    page = person()
    takes_seat(page, table, 0, "Ada")
    table.plays.extend(["", table.takes(1, "Grace")])
    before = page.locator("#story .line").count()
    luck = Random(3)
    while table.sees()["question"]["seat"] == 1:
        table.answer(luck)
    shows_the_last(page, table)
    expect(page.locator("#question [data-option]").first).to_be_attached()
    told = page.locator("#live").inner_text()
    for line in page.locator("#story .line a").all_inner_texts()[before:]:
        assert line in told
    assert page.locator("#question h2").inner_text() in told


def test_why_an_answer_came_too_late_is_told_until_another_question_is_shown(
    person: Person, served: Served
) -> None:
    table = opened(served, "villainous", {"villains": ["prince-john", "captain-hook"]})
    table.takes(1, "Grace")
    ada, another = takes_seat_twice(person(), table, 0, "Ada")
    before = table.sees()["seq"]
    held: list[Route] = []
    ada.route("**/answers", lambda route: held.append(route))
    with ada.expect_request("**/answers"):
        ada.locator("#question [data-option]").first.click()
    another.locator("#question [data-option]").first.click()
    shows(ada, before + 1)
    held[0].continue_()
    expect(ada.locator("#trouble")).not_to_be_empty()
    between = table.sees()["seq"]
    shows(another, between)
    another.locator("#question [data-option]").first.click()
    shows(ada, between + 1)
    expect(ada.locator("#trouble")).to_be_empty()
