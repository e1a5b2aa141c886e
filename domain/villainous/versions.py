"""The versions of the rules: a match is decided to its end, and audited for ever, by the one it began with.

A book says which it is read by (`Book.version`). Matches of version 1 fold, and are decided no more. Until
version 3:

- opponents were asked once a turn about what the player of the turn has, and went on being asked in seat
  order when a Condition had put an end to it (VI-088);
- Change Form and Grimsby put a lock on one location before they took it off the other (VI-219);
- Aladdin took an Item if who played him liked, as Abu does (VI-137);
- nobody asked what can be done at any time when a Fate card is turned up (VI-223);
- a study was begun from positions that no match comes to;
- what changes a Strength until the turn ends did not name its card (VI-105).
"""

from __future__ import annotations

NEWEST = 3

VERSIONS = tuple(range(2, NEWEST + 1))
"""What matches can be decided by, the newest last."""
