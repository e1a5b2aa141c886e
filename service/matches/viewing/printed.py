"""Parts of a match for sheets on paper: its turns as acts, boards, and rules in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup

from domain import table
from replays.text.acts import Act, narrate_acts
from replays.text.languages import game_language
from replays.text.names import localized_names
from replays.text.narration import narration_language

from ... import faces
from ...catalog import rulebook
from ...faces.svg import render_svg
from ...identity.players import PlayerDirectory
from ...shared import i18n
from .narrators import fact_narrator
from .visibility import Window


class PrintedTurn(NamedTuple):
    """A turn: the sentence that begins it, if there is one, and its acts."""

    heading: str
    acts: list[Act]


class Citation(NamedTuple):
    """A rule with the title of its section, or a card without a number, and its text."""

    title: str
    number: str
    text: str


class PrintedMatch:
    """The visible part of a match for sheets, in the language of the page."""

    def __init__(self, window: Window, people: PlayerDirectory) -> None:
        self._window, self._people = window, people
        self.replay = window.load_replay()

    @cached_property
    def acts(self) -> list[Act]:
        """All acts."""
        replay, viewer = self.replay, self._window.viewer
        language = narration_language(self._window.game, i18n.page_language())
        redacted = (table.redact_fact(replay.rules, fact, viewer) for fact in replay.facts)
        facts = self._people.with_names(redacted, language)
        return [*narrate_acts(self._window.game, replay.rules.book, facts, language)]

    def list_turns(self) -> list[PrintedTurn]:
        """Returns the acts by turns, without those that have no text."""
        turns = [PrintedTurn("", [])]
        for act in self.acts:
            if isinstance(self.replay.facts[act.seq - 1].event, self._window.game.STORY.turns):
                turns.append(PrintedTurn(act.lines[0].text, []))
            if act.text:
                turns[-1].acts.append(act)
        return [turn for turn in turns if turn.acts]

    def find_act(self, seq: int) -> Act:
        """Returns the act that contains fact *seq*; raises `replay.UnknownMoment`."""
        self._window.require_visible(seq)
        return next(act for act in self.acts if act.seq <= seq <= act.last)

    def draw_board(self, seq: int) -> Markup:
        """Returns the board after fact *seq* as this viewer sees it, with its notes."""
        game, rules = self._window.game, self.replay.rules
        scene = table.make_scene(rules, self.replay.at(seq), self._window.viewer)
        names = localized_names(game, rules.book, game_language(game.NAME, i18n.page_language()))
        sketch = faces.sketch(game, scene.board, rules.book, names)
        notes = Markup().join(Markup("<li>{}</li>").format(note) for note in sketch.notes)
        drawing = render_svg(game.NAME, sketch, labelled=True)
        return drawing + Markup('<ul class="board-notes">{}</ul>').format(notes) if notes else drawing

    def cite_rules(self, acts: Iterable[Act]) -> list[Citation]:
        """Returns the cards of *acts*, and then their rules, each once."""
        window, lang = self._window, i18n.page_language()
        book = rulebook.packaged_rulebook(window.game.NAME)
        narrator = fact_narrator(window.game, self.replay, window.viewer, self._people, lang)
        cards, rules = dict[str, Citation](), dict[str, Citation]()
        for line in (line for act in acts for line in act.lines):
            board = self.replay.scene(line.seq, window.viewer).board
            event = table.redact_fact(self.replay.rules, self.replay.facts[line.seq - 1], window.viewer).event
            code = getattr(event, "card", None) or ""
            event_card = narrator.card_text(board, code) or narrator.card_text(board, f"{code}.")
            if event_card and event_card.name in line.text:
                cards[event_card.name] = Citation(event_card.name, "", event_card.text)
            if not line.rule:
                continue
            if book.is_rule(line.rule):
                rule = book.find_rule(line.rule)
                titles, rules_lang = book.sections[rule.section - 1].title, book.language_for(lang)
                rules[line.rule] = Citation(titles[rules_lang], line.rule, rule.text[rules_lang])
            elif card := narrator.card_text(board, line.rule):
                cards[card.name] = Citation(card.name, "", card.text)
        return [*cards.values(), *rules.values()]
