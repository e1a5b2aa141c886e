"""Why two players do not meet: in sentences, for whoever may see the pairing."""

from __future__ import annotations

from tests.service.browser import Browser, text

from .desk import WIN, Desk


def asks(desk: Desk, number: int, one: str, other: str, more: str = "") -> str:
    """Returns where it is told why two do not meet in a round."""
    ids = desk.players
    return f"/rounds/{number}/why-not?player={ids[one]}&opponent={ids[other]}{more}"


def played(desk: Desk) -> Desk:
    """Returns a desk after its first round."""
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    desk.enters(1, 2, WIN)
    desk.did("close", stage=1, round=1)
    return desk


def test_it_is_told_in_sentences_and_by_criterion(desk: Desk) -> None:
    played(desk).starts(2, "Ada Lin", "Grace Mae")
    seen = desk.looks(asks(desk, 2, "Ada", "Grace"), token="")
    assert seen["told"][:2] == [
        "Ada met Grace in round 1.",
        "If they met: opponents met again, 2 instead of 0.",
    ]
    assert seen["more"]["rematches"] == 2
    assert {desk.players["Ada"], desk.players["Grace"]} in [{*table} for table in seen["instead"]]
    french = desk.looks(asks(desk, 2, "Ada", "Grace", "&lang=fr"), token="")
    assert french["told"][0] == "Ada a rencontré Grace à la ronde 1."
    assert desk.looks(asks(desk, 2, "Ada", "Lin"), token="")["told"] == ["Ada meets Lin in round 2."]


def test_a_round_is_told_by_what_was_known_when_it_was_paired(desk: Desk) -> None:
    played(desk).starts(2, "Ada Lin", "Grace Mae")
    before = desk.looks(asks(desk, 2, "Ada", "Mae"), token="")
    assert before["told"][0] == "If they met, more than now: players with different scores meet."
    desk.did("correct", stage=1, round=1, table=2, result={"places": [2, 1]}, why="swapped")
    desk.registers("Zoe")
    after = desk.looks(asks(desk, 2, "Ada", "Mae"), token="")
    assert (after["told"], after["more"]) == (before["told"], before["more"])
    assert desk.looks(asks(desk, 2, "Ada", "Zoe"), token="")["told"] == ["Zoe does not play this round."]


def test_before_a_round_is_published_only_the_desk_hears_of_it(desk: Desk, ada: Browser) -> None:
    played(desk)
    path = f"/api/v1/tournaments/{desk.tournament}"
    for paired in (False, True):
        assert desk.looks(asks(desk, 2, "Ada", "Grace"))["told"][0] == "Ada met Grace in round 1."
        for token in ("", desk.tokens["Ada"]):
            assert desk.api.get(path + asks(desk, 2, "Ada", "Grace"), token).status_code == 404
        page = f"/t/{desk.tournament}/why-not?one={desk.players['Ada']}&other={desk.players['Grace']}&round=2"
        assert "Round 2 of stage 1 is not paired." in text(ada.get(page))
        if not paired:
            desk.pairs(2, "Ada Lin", "Grace Mae")
    desk.did("publish", stage=1, round=2)
    assert "Ada a rencontré Grace à la ronde 1." in text(ada.get(f"{page}&lang=fr"))
    assert ada.get(page.replace(desk.players["Ada"], desk.players["Grace"])).status_code == 409
