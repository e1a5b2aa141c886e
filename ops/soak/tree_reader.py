"""A robot that plays by the accessibility tree, as a person with a screen reader does.

It reads roles, names and states, and hears live regions; no position, style or selector helps it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from .page_log import PageLog
from .robot import DONE_CHANCE, FROZEN_SECONDS, PAUSE_SECONDS, Frozen

HEARING = Path(__file__).with_name("hearing.js").read_text(encoding="utf-8")
"""The script by which a robot hears live regions."""

CONTROLS = {
    "button", "checkbox", "combobox", "dialog", "DisclosureTriangle", "link", "region", "slider", "tab",
    "textbox",
}  # fmt: skip
"""Roles that say nothing without a name."""
ASIDES = {
    "Show again what happened since your turn",
    "Show all choices",
    "Show the table",
    "Skip to the last fact (Escape)",
    "Why is nothing else possible?",
}
"""Buttons beside a question that answer nothing."""
RETREATS = {"Back", "Cancel"}
"""Buttons of a dialog that answer nothing."""
END_BUTTONS = ("How it ended", "Rematch")
"""Buttons of which a finished match has one: in the bar, or in the summary over it."""
BOARD_CHANCE = 0.5
"""Chance to press an option on the board, if it is there too."""
MESSAGES_BESIDES_TURNS = 3
"""Messages between two questions that announce no new turn: the turn before, the question, a note."""
QUIET_SECONDS, MESSAGES_AFTER_QUIET = 5, 2
"""Silence after which the page announces an unfinished turn, and whom it waits for."""


class Node(NamedTuple):
    """A node of the tree with those below it, in their order; ignored ones are left out."""

    role: str
    name: str
    states: dict[str, Any]
    backend: int
    children: tuple[Node, ...]

    def walk(self) -> Iterator[Node]:
        """Yields the node and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def list_nodes(self, role: str) -> list[Node]:
        """Returns the nodes of that role that are not disabled."""
        return [node for node in self.walk() if node.role == role and not node.states.get("disabled")]

    def find(self, role: str, name: str) -> Node | None:
        """Returns the first node of that role and name."""
        return next((node for node in self.list_nodes(role) if node.name == name), None)


class TreeReader:
    """A robot at a page, and its number of `acts`."""

    def __init__(self, page: Page, page_log: PageLog, rng: Random) -> None:
        page.add_init_script(HEARING)
        self.page = page
        self.page_log = page_log
        self.acts = 0
        self.is_over = False
        self._devtools = page.context.new_cdp_session(page)
        self._rng = rng
        self._messages: list[str] = []
        self._question = ""
        self._headings = 0
        self._pressed = ""
        self._next_act = 0.0
        self._changed = self._checked = time.monotonic()
        self._was_nowhere = False
        self._is_quiet = False

    @property
    def view(self) -> dict[str, object]:
        """The last question, and the messages since."""
        return {"question": self._question, "heard": self._messages, "pressed": self._pressed}

    def step(self, *, is_served: bool = True) -> None:
        """Hears and reads the page, and acts if it is time; raises `Frozen`, unless the service is down."""
        if time.monotonic() < self._next_act or self.is_over:
            return
        tree = self.listen(is_served=is_served)
        question = find_dialog(tree) or tree.find("region", "The question")
        if question is None or question.states.get("busy") or not self._is_quiet or self.is_over:
            return
        if question.role == "dialog":  # the page below it is out of reach
            self._press(self._choose(tree, question))
            return
        headings = question.list_nodes("heading")
        if headings and any(list_options(question)):
            if headings[0].name != self._question or self._messages:
                self._check_hearing(tree, headings[0].name)
            self._press(self._choose(tree, question))

    def listen(self, *, is_served: bool = True) -> Node:
        """Hears and reads the page, and returns its tree; raises as `step`."""
        tree, now = self._read_tree(), time.monotonic()
        messages = self.page.evaluate("hearing.take()")
        self._messages += messages
        self._is_quiet = not messages  # then the tree is as new as the messages
        if messages or not is_served:
            self._changed = now
        if now - self._changed > FROZEN_SECONDS:
            raise Frozen(f"{self.page_log.name} hears nothing: {self.view}")
        self._check_tree(tree)
        has_ended = any(tree.find("button", name) for name in END_BUTTONS)
        self.is_over = has_ended and (bool(self._messages) or now - self._changed > QUIET_SECONDS)
        if self.is_over:
            if not self._messages:
                self.page_log.complain("the end was not announced", f"after “{self._pressed}”")
            self._check_hearing(tree, "")
        return tree

    def press_button(self, name: str) -> None:
        """Presses the button of that name, in an open dialog if there is one. Raises `Frozen` without it."""
        tree = self._read_tree()
        button = next((node for node in list_buttons(tree) if node.name == name), None)
        if button is None:
            raise Frozen(f"{self.page_log.name} finds no button “{name}”")
        self._press(button)

    def _read_tree(self) -> Node:
        return read_tree(self._devtools.send("Accessibility.getFullAXTree")["nodes"])

    def _check_tree(self, tree: Node) -> None:
        """Records controls without a name, and a focus that lies nowhere."""
        for node in tree.walk():
            if node.role in CONTROLS and not node.name.strip():
                self.page_log.complain(f"a {node.role} without a name", f"node {node.backend}")
        is_nowhere = self.acts > 0 and not any(
            node.states.get("focused") for node in tree.walk() if node is not tree
        )
        if is_nowhere and not self._was_nowhere:
            self.page_log.complain("focus fell to the page", f"after “{self._pressed}”")
        self._was_nowhere = is_nowhere

    def _check_hearing(self, tree: Node, question: str) -> None:
        """Records a question that was not announced, repetitions, and more messages than turns."""
        story, messages = tree.find("list", "The story"), self._messages
        headings = len(story.list_nodes("heading")) if story else 0  # the board has others, which come and go
        if self.acts:
            if question and question not in messages:
                self.page_log.complain("a question was not announced", f"“{question}”: {messages}")
            for message in (each for each, count in Counter(messages).items() if count > 1):
                self.page_log.complain("a message came twice", f"“{message}”: {messages}")
            turns = headings - self._headings
            silences = int((time.monotonic() - self._checked) // QUIET_SECONDS)
            if len(messages) > turns + MESSAGES_BESIDES_TURNS + MESSAGES_AFTER_QUIET * silences:
                self.page_log.complain("more messages than turns", f"{turns} turns: {messages}")
        self._checked = time.monotonic()
        self._question, self._headings, self._messages = question, headings, []

    def _choose(self, tree: Node, question: Node) -> Node:
        """Returns what to press: in an open dialog, on the board, or in the list of the question."""
        if find_dialog(tree):
            return self._rng.choice([node for node in list_buttons(tree) if node.name not in RETREATS])
        for node in question.list_nodes("DisclosureTriangle"):
            if not node.states.get("expanded"):
                return node
        options = list(list_options(question))
        submits = [node for node in options if node.name == "Done"]
        if submits and self._rng.random() < DONE_CHANCE:
            return submits[0]
        fresh = [node for node in options if node not in submits and node.states.get("pressed") != "true"]
        option = self._rng.choice(fresh or options)
        placed = [node for node in list_board(tree) if names_option(node.name, option.name)]
        return self._rng.choice(placed) if placed and self._rng.random() < BOARD_CHANCE else option

    def _press(self, node: Node) -> None:
        """Moves the focus to a node, and presses Enter."""
        try:
            self._devtools.send("DOM.focus", {"backendNodeId": node.backend})
        except PlaywrightError:  # it may be gone
            return
        self.acts += node.role == "button"
        self._pressed, self._changed = node.name, time.monotonic()
        self.page.keyboard.press("Enter")
        self._next_act = time.monotonic() + self._rng.uniform(*PAUSE_SECONDS)


def read_tree(nodes: list[dict[str, Any]]) -> Node:
    """Returns the root of a tree that Chromium lists."""
    by_id = {node["nodeId"]: node for node in nodes}

    def build(ids: Iterable[str]) -> Iterator[Node]:
        for node in (by_id[each] for each in ids if each in by_id):
            below = build(node.get("childIds", ()))
            if node["ignored"]:
                yield from below
            else:
                states = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
                name = node.get("name", {}).get("value", "")
                backend = node.get("backendDOMNodeId", 0)
                yield Node(node["role"]["value"], name, states, backend, tuple(below))

    return next(build([nodes[0]["nodeId"]]))


def find_dialog(tree: Node) -> Node | None:
    """Returns the dialog that lies over the page, if there is one."""
    return next((node for node in tree.list_nodes("dialog") if node.states.get("modal")), None)


def list_buttons(tree: Node) -> list[Node]:
    """Returns the buttons of the dialog that lies over the page, or of the whole page."""
    return (find_dialog(tree) or tree).list_nodes("button")


def list_options(question: Node) -> Iterator[Node]:
    """Yields what answers a question, and what unfolds more."""
    yield from question.list_nodes("DisclosureTriangle")
    yield from (node for node in question.list_nodes("button") if node.name not in ASIDES)


def list_board(tree: Node) -> Iterator[Node]:
    """Yields the buttons of the table outside its question."""
    table = tree.find("region", "The table")
    for part in table.children if table else ():
        if part.name != "The question":
            yield from part.list_nodes("button")


def names_option(name: str, option: str) -> bool:
    """Returns whether a button on the board is named by an option, alone or before its details."""
    return name == option or name.startswith((f"{option},", f"{option}:", f"{option} ("))
