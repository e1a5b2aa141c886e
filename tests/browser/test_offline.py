"""A replay as one file, opened from a disk with no network: it plays, proves itself, hides what it hid."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from .accessibility import in_light_and_dark
from .judging import recount
from .serving import Served
from .table import Table, moment, played, ready
from .test_deep_links import cards, names
from .test_deep_links import read_everything as publicly_told

Record = dict[str, Any]
Opens = Callable[..., Page]
Kept = Callable[..., Path]

RECORD = re.compile(r'(<script type="application/json" id="record">)(.*?)(</script>)', re.S)
PAGE = re.compile(RECORD.pattern.replace("record", "page"), re.S)
OPTIONS: dict[str, dict[str, Any]] = {
    "arena": {"chapter": 4},
    "villainous": {"villains": ["jafar", "maleficent"]},
}


@pytest.fixture(scope="module")
def tables(served: Served) -> dict[str, Table]:
    return {game: played(served, game, options, 40, seed=6) for game, options in OPTIONS.items()}


@pytest.fixture
def opens(chromium: Browser) -> Iterator[Opens]:
    """Opens files without a network; whatever asks for anything else, or fails, fails the test."""
    contexts, asked, complaints = [], [], []

    def open_page(**how: object) -> Page:
        context = chromium.new_context(offline=True, **how)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda told: complaints.append(told.text) if told.type == "error" else None)
        return page

    def open_file(file: Path, page: Page | None = None, **how: object) -> Page:
        page = page or open_page(**how)
        page.goto(file.as_uri())
        ready(page)
        page.wait_for_selector("#evidence .verdict")
        return page

    yield open_file
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.fixture(scope="module")
def kept(served: Served, tables: dict[str, Table], tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """The file that `recount export --html` writes of a game, so: once for all who only read it."""

    @cache
    def file_of(game: str, *how: str) -> Path:
        file = tmp_path_factory.mktemp("kept") / "replay.html"
        recount(served, "export", "--html", str(file), *how, tables[game].match)
        return file

    return file_of


def record_in(file: Path) -> Record:
    found = RECORD.search(file.read_text(encoding="utf-8"))
    assert found is not None
    record: Record = json.loads(found[2])
    return record


def altered(file: Path, change: Callable[[Any], None], to: Path, within: re.Pattern[str] = RECORD) -> Path:
    """A copy of the file in the folder *to*, with something in its record or in its drawing changed."""

    def changed(found: re.Match[str]) -> str:
        told = json.loads(found[2])
        change(told)
        return found[1] + json.dumps(told).replace("<", "\\u003c") + found[3]

    copy = to / "altered.html"
    copy.write_text(within.sub(changed, file.read_text(encoding="utf-8")), encoding="utf-8")
    return copy


def verdict(page: Page) -> str | None:
    return page.locator("#evidence").get_attribute("data-state")


# -- it plays ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OPTIONS)
def test_it_scrubs_by_keyboard_verifies_and_hides_what_is_hidden(
    opens: Opens, kept: Kept, tables: dict[str, Table], game: str
) -> None:
    page = opens(kept(game))
    assert verdict(page) == "holds"
    expect(page.locator("#evidence .verdict")).to_have_text(
        "Nothing was altered since the holder of the record’s key signed it."
    )
    assert page.locator("#evidence .broken, #evidence .open").count() == 0
    last = moment(page)
    assert last == tables[game].sees()["seq"]
    page.keyboard.press("Home")
    assert moment(page) == 1
    page.keyboard.press("ArrowRight")
    assert moment(page) == 2
    page.keyboard.press("Control+ArrowRight")
    answer = moment(page)
    assert answer > 2
    page.keyboard.press("PageDown")
    assert moment(page) > answer
    page.keyboard.press("End")
    assert moment(page) == last
    before = page.locator("#board").inner_html()
    page.keyboard.press("Home")
    assert page.locator("#board").inner_html() != before
    page.keyboard.press("End")
    assert_hidden(
        page, tables[game], game, redacted=record_in(kept(game)), whole=record_in(kept(game, "--as", "judge"))
    )

    # Its address holds the moment.
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#seq=2")
    page.reload()
    ready(page)
    assert moment(page) == 2


@pytest.mark.parametrize(
    ("game", "lang", "sentence"),
    [
        ("arena", "fr", "Rien n’a été modifié depuis que le détenteur de la clé du registre l’a signé."),
        (
            "villainous",
            "it",
            "Nulla è cambiato da quando il titolare della chiave del registro l’ha firmato.",
        ),
    ],
)
def test_on_a_phone_it_speaks_the_language_it_was_kept_in_and_axe_finds_nothing(
    opens: Opens, kept: Kept, game: str, lang: str, sentence: str
) -> None:
    page = opens(kept(game, "--lang", lang), viewport={"width": 360, "height": 740}, has_touch=True)
    assert page.locator("html").get_attribute("lang") == lang
    expect(page.locator("#evidence .verdict")).to_have_text(sentence)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert in_light_and_dark(page) == []


# -- it proves itself ----------------------------------------------------------------------------------


def fact(record: Record, kind: str) -> Any:
    return next(each for each in record["facts"] if each["type"] == kind)


def changes_a_fact(record: Record) -> None:
    fact(record, "arena.RoundBegan")["data"]["number"] += 1


def changes_a_cause(record: Record) -> None:
    record["facts"][40]["cause"] -= 1


def changes_the_last(record: Record) -> None:
    record["facts"][-1]["rule"] = "SA-101"


def drops_a_fact(record: Record) -> None:
    del record["facts"][30]


def changes_a_hash(record: Record) -> None:
    record["facts"][20]["hash"] = "0" * 64


def postpones_the_receipt(record: Record) -> None:
    record["receipts"][0]["at"] += 1


def signs_the_log_wrongly(record: Record) -> None:
    text, _, signature = record["checkpoint"].rpartition(" ")
    record["checkpoint"] = f"{text} {signature[:12]}{'AAAA'}{signature[16:]}"


def swaps_the_cards(record: Record) -> None:
    cards = record["cards"]["data"]
    cards[next(iter(cards))] = "others"


def test_an_altered_copy_is_named_as_such(opens: Opens, kept: Kept, tmp_path: Path) -> None:
    record = record_in(kept("arena"))
    changes = [
        (changes_a_fact, "altered", f"act {fact(record, 'arena.RoundBegan')['seq']}"),
        (changes_a_cause, "altered", "act 41"),
        (changes_the_last, "altered", f"act {len(record['facts'])}"),
        (drops_a_fact, "order", "act 32"),
        (changes_a_hash, "hash", "act 21"),
        (postpones_the_receipt, "receipt", ""),
        (signs_the_log_wrongly, "checkpoint", ""),
        (swaps_the_cards, "cards", ""),
    ]
    page = None
    for change, what, act in changes:
        page = opens(altered(kept("arena"), change, tmp_path), page)
        assert verdict(page) == "broken", change
        expect(page.locator("#evidence .verdict")).to_have_text("The record was changed.")
        finding = page.locator(f"#evidence .broken[data-what={what}]")
        expect(finding).to_have_count(1)
        assert act in finding.inner_text()


REFUSED = "Board and story are not those that the service drew from this record: they are not shown."


def makes_ada_win(page: Any) -> None:
    page["reel"]["items"][-1]["changes"].append([["ended"], {"winners": [0], "reason": "points"}])


def tells_another_story(page: Any) -> None:
    page["acts"][-1]["text"] = "Ada scores 12 points."


def renames_the_players(page: Any) -> None:
    page["title"] = "Ada beats Grace 12–1"


def test_a_drawing_that_was_altered_is_not_shown(opens: Opens, kept: Kept, tmp_path: Path) -> None:
    """The record is whole; what would be drawn beside it is not what the service drew."""
    page = None
    for forge in (makes_ada_win, tells_another_story, renames_the_players):
        page = opens(altered(kept("arena"), forge, tmp_path, within=PAGE), page)
        assert verdict(page) == "broken", forge
        expect(page.locator("#evidence li.broken span")).to_have_text(REFUSED)
        expect(page.locator("#board")).to_have_text(REFUSED)
        expect(page.locator("#result, #story, #title")).to_have_text(["", "", ""])
        expect(page.locator("#scrubber")).to_be_hidden()


# -- it hides what it hid ------------------------------------------------------------------------------


def assert_hidden(page: Page, table: Table, game: str, *, redacted: Record, whole: Record) -> None:
    """The redacted copy proves the same head as the whole one, and neither tells nor shows what is hidden."""
    assert redacted["facts"][-1]["hash"] == whole["facts"][-1]["hash"]
    assert redacted["logged"]["head"] == whole["logged"]["head"]
    secret = {field["salt"] for each in whole["facts"] for field in each["opened"].values() if field["salt"]}
    assert len(secret) > 5
    for _ in range(5):
        page.keyboard.press("Control+ArrowLeft")
    dom = page.content()
    assert [salt for salt in secret if salt in dom] == []
    hidden = (words_of(whole) & cards(table, game)) - names(publicly_told(table))
    assert len(hidden) > 3
    shown = page.evaluate(
        """() => {
          const { reel, lines } = JSON.parse(document.getElementById("page").textContent);
          return JSON.stringify([reel, lines]) + document.getElementById("board").outerHTML;
        }"""
    )
    assert not hidden & names(shown)


def words_of(record: Record) -> set[str]:
    """Every word that the facts of a record tell, opened fields too."""
    opened = [[field["value"] for field in each["opened"].values()] for each in record["facts"]]
    return {*re.findall(r"[\w-]+", json.dumps([[each["data"] for each in record["facts"]], opened]))}
