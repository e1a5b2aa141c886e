"""A dispute in browsers, from the claim to the appeal: two players at their match, a judge at the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from .accessibility import in_light_and_dark
from .judging import api_token, at_rest, comes_to_the_desk, looks_as_judge
from .serving import HTTP, Served
from .table import Table, opened, played, plays_unseen, sits_down

Person = Callable[..., Page]

RULE = {"arena": "SA-303", "villainous": "VI-042"}


AT_REST = ("turn", "move", "act")
"""What is asked while nothing is under way, so that a board can be put right."""


class Dispute(NamedTuple):
    """A match with both players at it, each in a browser of their own, and a judge's API token."""

    table: Table
    ada: Page
    grace: Page
    api_token: str


OPTIONS: dict[str, dict[str, Any]] = {
    "arena": {"chapter": 1},
    "villainous": {"villains": ["jafar", "maleficent"]},
}


@pytest.fixture
def dispute(request: pytest.FixtureRequest, person: Person, served: Served) -> Dispute:
    table = opened(served, request.param, OPTIONS[request.param])
    ada, grace = person(), person()
    sits_down(ada, table, 0, "Ada")
    sits_down(grace, table, 1, "Grace")
    plays_unseen(
        table, [ada, grace], lambda done: done >= 16 and table.sees()["question"]["prompt"] in AT_REST
    )
    return Dispute(table, ada, grace, api_token(served, "judge-7f3a"))


def game(table: Table) -> str:
    return str(table.sees()["game"])


def facts(table: Table, kind: str) -> list[Any]:
    """The facts of one kind, as the public sees them."""
    told = HTTP.get(f"{table.url}/api/v1/matches/{table.match}/facts?after=0&limit=1000").json()
    return [fact for fact in told["items"] if fact["event"]["type"] == kind]


def says(page: Page, words: str, case: int | None = None) -> None:
    """Says something in a case from the page of the match, or opens one."""
    page.locator("#tab-cases").click()
    if case:
        page.locator(f'#dispute-case option[value="{case}"]').wait_for(state="attached")
        page.select_option("#dispute-case", str(case))
    page.fill("#dispute-text", words)
    page.click("#dispute-say")
    expect(page.locator("#dispute-text")).to_have_value("")


def points_to(page: Page) -> list[int]:
    """Points to the oldest act, not the proposed one, and to the newest; returns their facts in order."""
    page.locator("#tab-cases").click()
    expect(page.locator("#dispute-evidence :checked")).to_have_count(1)
    offered = page.locator("#dispute-evidence input").all()
    offered[-1].check()
    expect(page.locator("#dispute-evidence :checked")).to_have_count(1)
    offered[0].check()
    return sorted(int(box.input_value()) for box in (offered[0], offered[-1]))


def rules(page: Page, outcome: str, text: str, rule: str) -> None:
    page.locator(f"[name=outcome][value={outcome}] + span").click()
    page.fill("#ruling-rules", rule)
    page.fill("#ruling-text", text)


def confirms(page: Page) -> None:
    """Rules so, and says that it is meant so."""
    page.click("#rule")
    page.click("#confirm-so")
    at_rest(page)


def last_rest(table: Table) -> int:
    """The last fact before which a player was asked, and after it answered."""
    return int(facts(table, "core.Answered")[-1]["seq"]) - 1


@pytest.mark.parametrize("dispute", ["arena"], indirect=True)
def test_a_dispute_from_the_claim_to_a_rewind(dispute: Dispute, person: Person) -> None:
    table, ada, grace = dispute.table, dispute.ada, dispute.grace
    first, last = points_to(ada)
    says(ada, "That was one step too many.")
    expect(ada.locator('#disputes [data-case="1"]')).to_contain_text("That was one step too many.")
    says(grace, "It was just enough.", 1)

    judge = person("/judge")
    comes_to_the_desk(judge, table, dispute.api_token)
    expect(judge.locator("#rule")).to_be_disabled()
    expect(judge.locator("#file")).not_to_contain_text("one step too many")
    expect(judge.locator('#cases [title$="the claim is hidden from you"]')).to_be_visible()
    assert facts(table, "table.JudgeLooked") == []
    looks_as_judge(judge)
    [looked] = facts(table, "table.JudgeLooked")
    assert looked["event"]["judge"] == "judge-7f3a"
    expect(judge.locator("#file")).to_contain_text("That was one step too many.")
    expect(judge.locator("#file")).to_contain_text("It was just enough.")
    expect(judge.locator("#file blockquote").first).to_be_in_viewport()
    evidence = judge.locator("#file .exhibits .link")
    assert evidence.all_inner_texts() == [f"fact {first}", f"fact {last}"]

    evidence.first.click()
    at_rest(judge)
    left, right = (int(judge.locator(f"#{side}-seq").input_value()) for side in ("left", "right"))
    assert left < first <= right
    judge.locator("h1").click()
    judge.keyboard.press("ArrowLeft")
    expect(judge.locator("#right-seq")).not_to_have_value(str(right))
    expect(judge.locator("#act-text")).not_to_be_empty()

    judge.click("#verify")
    expect(judge.locator("#evidence")).to_have_attribute("data-state", "holds")
    expect(judge.locator('#evidence [data-what="decided"] b')).to_have_text("✓")

    to = last_rest(table)
    judge.set_viewport_size({"width": 1440, "height": 900})
    rules(judge, "rewind", "Back to the question.", RULE[game(table)])
    expect(judge.locator("#ruling-cited")).to_contain_text(RULE[game(table)])
    expect(judge.locator(f'#ruling-to option[value="{to}"]')).to_have_count(1)
    expect(judge.locator(f'#ruling-to option[value="{to + 1}"]')).to_have_count(0)
    judge.fill("#left-seq", str(to + 1))
    judge.locator("#left-seq").press("Tab")
    judge.click("#ruling-here")
    expect(judge.locator("#ruling-to")).to_have_value(str(to))
    expect(judge.locator("#ruling-found")).to_contain_text(f"fact {to}")
    expect(judge.locator("#foreseen")).to_contain_text(f"goes on from fact {to}")
    expect(judge.locator("#after-name")).to_have_text("After the ruling")
    judge.locator("#foreseen summary").press("Enter")
    expect(judge.locator("#foreseen .gone li").first).to_be_visible()
    judge.keyboard.press("Control+Enter")
    expect(judge.locator("#confirm")).to_contain_text("You rule on case 1.")
    expect(judge.locator("#confirm")).to_contain_text("In case 1,")
    expect(judge.locator("#confirm")).to_contain_text(f"The match goes back to fact {to}")
    expect(judge.locator("#confirm-not")).to_be_focused()
    judge.keyboard.press("Enter")
    expect(judge.locator("#confirm")).to_be_hidden()
    assert facts(table, "table.Ruled") == []
    confirms(judge)
    expect(judge.locator("#file .decision")).to_contain_text("judge-7f3a rules: rewind")
    [rewound] = facts(table, "table.Rewound")
    assert rewound["event"]["to"] == to
    expect(judge.locator("#cases .state")).to_have_text("ruled, can be appealed")


VERTICAL = """() => [...document.querySelectorAll("main :is(h2, h3, .title, .name, .word, .kind, .label)")]
  .filter((each) => each.checkVisibility() && /\\S{5}/.test(each.textContent))
  .filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    return width && width < 3 * parseFloat(getComputedStyle(each).fontSize) && height > 2 * width;
  })
  .map((each) => each.textContent)"""


def no_word_is_written_downwards(judge: Page) -> None:
    for width, height in ((1440, 900), (1024, 768), (360, 768)):
        judge.set_viewport_size({"width": width, "height": height})
        assert judge.evaluate(VERTICAL) == [], width
        if width > 360:
            expect(judge.locator("#rule")).to_be_in_viewport()
    judge.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.parametrize("dispute", ["villainous"], indirect=True)
def test_an_appeal_is_ruled_on_with_a_correction(dispute: Dispute, person: Person) -> None:
    table, ada = dispute.table, dispute.ada
    judge = person("/judge")
    comes_to_the_desk(judge, table, dispute.api_token)
    looks_as_judge(judge)
    no_word_is_written_downwards(judge)
    rules(judge, "note", "Play on.", RULE[game(table)])
    confirms(judge)
    expect(judge.locator("#file .decision")).to_have_count(1)
    says(ada, "A point was not counted.", 1)
    judge.click("#look")
    at_rest(judge)
    looks_as_judge(judge)
    expect(judge.locator("#cases .state")).to_have_text("appealed, waits for a ruling")

    rules(judge, "correction", "So it stands.", RULE[game(table)])
    field = {"arena": "#correction-panel #vp-0", "villainous": "#correction-panel #power"}[game(table)]
    expect(judge.locator("#correction-state")).to_have_text("Nothing is changed yet.")
    before = int(judge.locator(field).input_value())
    judge.fill(field, str(before + 1))
    judge.locator(field).press("Enter")
    expect(judge.locator("#correction-state")).to_contain_text("The board is changed.")
    expect(judge.locator("#foreseen")).to_contain_text("The position is put right.")
    expect(judge.locator("#differences")).to_contain_text(f"{before + 1} Power")
    expect(judge.locator("#trouble")).to_be_empty()
    judge.click("#rule")
    expect(judge.locator("#confirm")).to_contain_text("This is the second ruling on the case")
    judge.click("#confirm-so")
    at_rest(judge)
    board = table.sees()["board"]
    now = board["points"][0] if game(table) == "arena" else board["realms"][0]["power"]
    assert now == before + 1
    expect(judge.locator("#cases .state")).to_have_text("settled for good")
    expect(judge.locator("#file .decision")).to_have_count(2)

    judge.click("#file .keep")
    expect(judge.locator("h1")).to_contain_text("Case 1")
    for words in ("Play on.", "A point was not counted.", "So it stands.", "What followed"):
        expect(judge.locator("main")).to_contain_text(words)
    file = judge.request.get(judge.locator("a[download]").evaluate("link => link.href")).json()
    assert [ruling["outcome"] for ruling in file["rulings"]] == ["note", "correction"]
    hashes = [file["dispute"]["hash"], file["head"], *(ruling["hash"] for ruling in file["rulings"])]
    assert [each for each in hashes if each not in (judge.locator("main").text_content() or "")] == []
    assert len(judge.pdf()) > 5_000
    expect(judge.locator("details:not([open])")).to_have_count(0)  # paper holds the proof


def a_rule_is_read_where_the_cause_of_a_fact_names_it(judge: Page) -> None:
    judge.locator("#story .cause:visible").last.click()
    judge.locator("#why summary").last.click()
    rule = judge.locator("#why .sources a.rule").first
    with judge.expect_popup() as opened:
        rule.click()
    expect(opened.value.locator(f"[id='{rule.locator('small').inner_text()}']")).to_be_in_viewport()
    opened.value.close()
    judge.keyboard.press("Escape")
    expect(judge.locator("dialog[open]")).to_have_count(0)


def test_a_pause_is_ended_and_the_chart_tells_how_the_chances_went(person: Person, served: Served) -> None:
    table = played(served, "arena", {"chapter": 1}, 30, seed=3)
    ruling = {"Authorization": f"Bearer {api_token(served)}"}
    assert HTTP.post(f"{served.url}/api/v1/matches/{table.match}/pause", headers=ruling).status_code == 201
    judge = person("/judge")
    comes_to_the_desk(judge, table, api_token(served))
    a_rule_is_read_where_the_cause_of_a_fact_names_it(judge)
    expect(judge.locator("#chart")).to_be_disabled()
    looks_as_judge(judge)
    judge.click("#resume")
    expect(judge.locator("#rests")).to_be_hidden()
    at_rest(judge)
    assert table.sees()["status"] == "playing"
    bots = judge.locator("#bots").input_value()
    judge.select_option("#bots", "random")
    judge.fill("#moments", "2")
    judge.fill("#course-matches", "4")
    judge.click("#chart")
    expect(judge.locator("#course .seat-0 .point")).to_have_count(2)
    expect(judge.locator("#course .seat-1 .point")).to_have_count(2)
    at_rest(judge)
    judge.locator("#course summary").click()
    expect(judge.locator("#course .numbers li li").first).to_contain_text("Ada:")
    judge.locator("#course .seat-1 .point").last.click()  # drawn above the others
    at_rest(judge)
    shown = judge.locator("#right-seq").input_value()
    expect(judge.locator(f"#course .numbers [data-seq='{shown}']")).to_contain_text("Round ")

    # Playing on, which takes long, can be stopped.
    judge.select_option("#bots", bots)
    judge.fill("#moments", "12")
    judge.fill("#course-matches", "40")
    judge.click("#chart")
    expect(judge.locator("#chart")).to_have_text("Stop")
    judge.click("#chart")
    expect(judge.locator("#chart")).to_have_text("Draw the chart")
    expect(judge.locator("#trouble")).to_be_empty()


def test_the_desk_fits_a_phone_and_axe_finds_nothing(person: Person, served: Served) -> None:
    table = played(served, "arena", {"chapter": 1}, 20, seed=3)
    token = api_token(served)
    judge = person("/judge", viewport={"width": 360, "height": 740})
    comes_to_the_desk(judge, table, token)
    looks_as_judge(judge)
    rules(judge, "note", "Play on.", "SA-303")
    confirms(judge)
    judge.locator("#file .keep").wait_for()
    at_rest(judge)
    for path in ("", "/judge", f"/m/{table.match}/cases/1?as=judge"):
        if path:
            judge.goto(served.url + path)
        assert judge.evaluate("document.documentElement.scrollWidth") <= 360
        assert in_light_and_dark(judge) == [], path
