"""Rules in one language, with their sources."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from replays.text.narrator import join_english

from .rulebook import Rule


class RuleText(Struct, frozen=True):
    """A rule in one language: its number, its section (from 1), its sentence, its handbook pages by edition.

    `default` marks a point that the handbooks leave open, wholly or in part; `editions` are those whose
    handbook prints it otherwise than the English one.
    """

    number: str
    section: int
    text: str
    pages: dict[str, tuple[int, ...]]
    default: bool
    editions: tuple[str, ...]


def rule_text(rule: Rule, lang: str) -> RuleText:
    """Returns *rule* in one of its languages."""
    return RuleText(rule.number, rule.section, rule.text[lang], rule.pages, rule.default, rule.editions)


def list_sources(rule: Rule) -> Iterator[str]:
    """Yields the printed sources of *rule* in English."""
    for pages in dict.fromkeys(rule.pages.values()):
        editions = ", ".join(edition for edition, numbers in rule.pages.items() if numbers == pages)
        plural = "s" if len(pages) > 1 else ""
        yield f"Handbook ({editions}), page{plural} {join_english([*map(str, pages)])}."
    if rule.default:
        yield "The handbooks leave this open, wholly or in part."
    if rule.editions:
        yield f"Printed otherwise in: {', '.join(rule.editions)}."
