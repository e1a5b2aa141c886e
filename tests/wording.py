"""Faults of texts for people: words of another language, keys of libraries, braces, typewriters' signs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

WORDS = {
    "en": (
        "the|your|with|is|are|of|and|this|that|you|from|by|has|was|were|not|which|when|where|what|who|have|their"
        "|them|its|other|each|been|they|nobody|somebody"
    ),
    "fr": "les|des|une|est|dans|pour|avec|votre|vous|cette|sont|aux|nous|chaque|leur|ou",
    "it": "della|delle|dei|gli|che|una|sono|nella|con|alla|questo|questa|ogni|del|più",
}
"""Small words that a text of a language can hardly do without, and that the others do not have."""
ADDRESS = re.compile(
    r"\b(?:GET|POST|PUT|DELETE|PATCH) /\S+|\bhttps?://\S+|(?<=\s)/api/\S+"
    r"|\bformat=json\b|\bIf-Match: \S+|\bnome?=val\w+|\bname=value\b"
)
"""What programs read and send: it has braces and names of its own."""
STIFF = {
    "en": r"(?:is|are|be|been|was|were) (?:asked|told)|the own|(?:is|are|be) done|by means of|so many"
    r"|stands? at(?! \w+’)",
    "fr": r"au moyen d|(?:est|sont) (?:demandé|prié)|juges?\b(?! bien| chaque)",
    "it": r"per mezzo d|(?:è|viene|vengono) (?:chiest|dett)[oaei]|giudic[ei]",
}
"""What texts say in fewer words: who asks, who tells, whose own. A judge is *arbitre* and *arbitro*."""
_SIGNS = {
    "key": r"\b(?:duration|unit|compound|decimal|date)-[a-z]+\b|\b[a-z]+_[a-z_]+\b|\b[a-z]+=[a-z0-9]+\b",
    "brace": r"[{}]",
    "apostrophe": r"\w'|'\w",
    "quote": r'"',
}
MARKS = {
    "en": r"«\S|\S»|[^\W\d] [;:,.](?=\s|$)",
    "fr": r"[“”]|\w[!?»]|\w; |«[^\xa0…]|[^\xa0\u202f…]»|[^\W\d] [;:!?](?=\s|$)",
    "it": r"[“”]|«\s|\s»|[^\W\d] [;:,.](?=\s|$)",
}
"""Quotation marks of another language, and spaces beside marks that a language does not set."""
QUOTED = re.compile("“[^”]*”|«[^»]*»")
"""Somebody's own words, which stay as they are."""
BLANK = re.compile(r"{[\w-]+}")
KINDS = ("foreign", "stiff", "marks", *_SIGNS)


def _foreign(code: str) -> str:
    """Returns the pattern of the small words of the other languages, as they begin a sentence or not."""
    others = "|".join(words for other, words in WORDS.items() if other != code)
    return rf"(?<![\w’'.-])(?:{others}|{others.title()})(?![\w’'-])"


_FAULTS = {
    code: {
        "foreign": re.compile(_foreign(code)),
        "stiff": re.compile(rf"\b(?:{STIFF[code]})", re.IGNORECASE),
        "marks": re.compile(MARKS[code]),
        **{kind: re.compile(sign) for kind, sign in _SIGNS.items()},
    }
    for code in WORDS
}


def faults(text: str, code: str, kinds: Iterable[str] = KINDS) -> Iterator[str]:
    """Yields what is wrong with a *text* for people who read the language *code*: kind, words and text."""
    plain = ADDRESS.sub("…", text)
    without_blanks = BLANK.sub("…", plain)
    for kind in kinds:
        looked_at = plain if kind == "brace" else without_blanks
        if kind in ("foreign", "marks"):
            looked_at = QUOTED.sub(lambda quote: f"{quote[0][:2]}…{quote[0][-2:]}", looked_at)
        if found := _FAULTS[code][kind].search(looked_at):
            yield f"{kind} “{found[0]}”: {text}"
