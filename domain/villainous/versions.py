"""The versions of the rules; a match is decided and audited by the version of its start.

`Book.version` selects the rules. Matches of version 1 can be folded but not continued. Version 3 changed
these rules:

- opponents are asked again about the current player's state, also after a Condition changed it (VI-088);
- Change Form and Grimsby move the lock in one step (VI-219);
- Aladdin has to take an Item (VI-137);
- abilities for any time are offered before a Fate card is played (VI-223);
- a study cannot begin from an unreachable position;
- a change of Strength until the turn ends names its card (VI-105).

Version 4 changed these:

- each fact states the fact that it follows from;
- a turn ends by a fact of its own, and each drawn card is a fact (VI-030).
"""

from __future__ import annotations

NEWEST = 4

VERSIONS = tuple(range(2, NEWEST + 1))
"""The playable versions, the newest last."""
