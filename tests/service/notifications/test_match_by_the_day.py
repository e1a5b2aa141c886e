"""Two players finish a match by the day, one led by push messages alone and the other by mails."""

from __future__ import annotations

from random import Random

from service.bootstrap import Services
from tests.service.client import Json, json_of
from tests.service.notifications.notifying import BY_THE_DAY, Person, Postman, open_match
from tests.service.notifications.receivers import MailCatcher, PushBrowser

MAX_TURNS = 400


class Correspondent:
    """A player who comes by the link of a notification, plays the turn, and leaves."""

    def __init__(self, person: Person, match: str, seat: int) -> None:
        self.person, self.match, self.seat = person, match, seat
        self._csrf = person.browser.token()

    def plays_turn(self, path: str, luck: Random) -> int:
        """Follows a link, and answers until it is the turn of somebody else; counts the answers."""
        assert path == f"/m/{self.match}?as=seat-{self.seat}"
        page = self.person.browser.get(path)
        assert page.status_code == 200
        assert f'"viewer":"seat-{self.seat}"' in page.text.replace(" ", "")
        count = 0
        while (question := (view := self._looks())["question"]) and question["seat"] == self.seat:
            picks = luck.sample(question["options"], luck.randint(question["least"], question["most"]))
            headers = {"X-CSRF-Token": self._csrf, "If-Match": f'"{view["seq"]}"'}
            address = f"/api/v1/matches/{self.match}/answers"
            reply = self.person.browser.client.post(address, json={"picks": picks}, headers=headers)
            assert reply.status_code == 201, reply.text
            count += 1
        return count

    def _looks(self) -> Json:
        path = f"/api/v1/matches/{self.match}"
        return json_of(self.person.browser.client.get(path, headers={"Accept": "application/json"}))


def test_two_players_finish_a_match_and_follow_only_push_or_mail(
    services: Services,
    postman: Postman,
    player: Person,
    rival: Person,
    push: PushBrowser,
    key: str,
    mails: MailCatcher,
) -> None:
    player.subscribes(push, key)
    rival.browser.get("/me/notifications?lang=fr")
    rival.confirms("grace@club.example", postman, mails)
    match, luck = open_match(player, rival, BY_THE_DAY), Random(5)
    seats = (Correspondent(player, match, 0), Correspondent(rival, match, 1))
    read_push, read_mails, turns = 0, len(mails.to("grace@club.example")), 0
    while services.repository.load_match(match).match.ended is None:
        turns += 1
        assert turns < MAX_TURNS
        postman.goes_round()
        messages, letters = push.messages[read_push:], mails.to("grace@club.example")[read_mails:]
        assert len(messages) + len(letters) == 1
        if messages:
            assert (messages[0]["title"], messages[0]["lang"]) == ("Your turn", "en")
            assert "against Grace" in messages[0]["body"]
            answers = seats[0].plays_turn(messages[0]["path"], luck)
        else:
            mail = letters[0].mail
            assert mail["Subject"] == "À vous de jouer"
            assert "contre Ada" in mail.get_content()
            answers = seats[1].plays_turn(letters[0].links[0].removeprefix("http://localhost"), luck)
        assert answers
        read_push, read_mails = read_push + len(messages), read_mails + len(letters)
    assert read_push > 5
    assert read_mails > 5
