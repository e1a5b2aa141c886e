"""Names of players, with rules that prevent look-alikes (Unicode's UTS 39).

The service stores a name in its composed form (NFC). A name has a visible character and no invisible one. It
has no variant of a plainer letter (NFKC). Its letters are of one script, or of scripts in joint use, such as
Latin with Chinese, Japanese or Korean. Signs, digits and pictures belong to every script.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib import resources
from unicodedata import normalize

import msgspec

from domain.messages import Message
from domain.table import AT
from replays.text.narrator import CONTROL_CHARACTERS

_ONE_STROKE = str.maketrans("i|1", "lll")
"""After the fold of capitals, “I” is like both “l” and “i”, so these are all alike."""


class _ConfusablesFile(msgspec.Struct, frozen=True):
    """The data of Unicode, with its `source`, and the `like` of each character."""

    source: str
    like: dict[str, str]


def skeleton_of(name: str) -> str:
    """Returns the skeleton of *name*. Names that look alike have the same one, in any capitals.

    It serves comparison, never display.
    """
    return _map_confusables(_map_confusables(name)).translate(_ONE_STROKE)


def _map_confusables(name: str) -> str:
    like, folded = _load_confusables(), normalize("NFD", name.casefold())
    return normalize("NFD", "".join(like.get(letter, letter) for letter in folded)).casefold()


@cache
def _load_confusables() -> dict[str, str]:
    content = resources.files(__package__).joinpath("confusables.json").read_bytes()
    return msgspec.json.decode(content, type=_ConfusablesFile).like


NAME_PATTERN = rf"^[^{CONTROL_CHARACTERS}]*[^\s{CONTROL_CHARACTERS}][^{CONTROL_CHARACTERS}]*$"
"""One line, not of blanks alone, and nothing that a screen would obey."""
MAX_NAME_LENGTH = 100
"""How many characters a name may have."""

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
"""Characters that a screen may omit (Default_Ignorable_Code_Point), except FE0F, the sign of pictures.

The Braille pattern without dots is one of them.
"""

_CHECK_MARKS = frozenset("✓✔☑✅🗸🗹⍻")
"""Look-alikes of the mark beside the name of an account."""

_SCRIPT_GROUPS = (
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA"},
    {"LATIN", "CJK", "BOPOMOFO"},
    {"LATIN", "CJK", "HANGUL"},
)
"""Scripts in joint use, “highly restrictive” in UTS 39."""


def normalize_name(text: str) -> str:
    """Returns the stored form of a name, composed, with single blanks between its words."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def name_error(text: str) -> Message | None:
    """Returns the reason against a name, or `None` for a valid one."""
    name = normalize_name(text)
    if not 0 < len(name) <= MAX_NAME_LENGTH:
        return Message("A name has 1 to {most} characters.", most=MAX_NAME_LENGTH)
    if re.fullmatch(NAME_PATTERN, name) is None or not any(_is_visible(letter) for letter in name):
        return Message("A name is one line, not blank, without control characters.")
    if _INVISIBLE.search(name) or any(unicodedata.category(letter) in ("Cs", "Co", "Cn") for letter in name):
        return Message("A name has no characters that cannot be seen.")
    if not _CHECK_MARKS.isdisjoint(name):
        return Message("A name has no check mark, by which accounts are known.")
    letters = [letter for letter in name if unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lo")]
    if AT in name:
        return Message("A name has no “@”: it marks players of other services.")
    for letter in letters:
        if (plain := unicodedata.normalize("NFKC", letter)) != letter:
            return Message(
                "A name is written plainly: “{plain}”, not “{letter}”.", plain=plain, letter=letter
            )
    scripts = {_script_of(letter) for letter in letters}
    if len(scripts) > 1 and not any(scripts <= together for together in _SCRIPT_GROUPS):
        return Message("A name is written in one script: this one mixes several, whose letters look alike.")
    return None


def _is_visible(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS" and _INVISIBLE.match(letter) is None


def _script_of(letter: str) -> str:
    """Returns the script of a letter, the first word of its name in Unicode."""
    return unicodedata.name(letter, "").split(" ")[0].split("-")[0]
