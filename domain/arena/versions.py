"""The versions of the rules: a match is decided to its end, and audited for ever, by the one it began with.

A book says which it is read by (`Book.version`). Since version 2 a chain of abilities has an end (SA-414),
and where the edition says so, status tiles leave after the figure of who is knocked out (SA-902). Since
version 3 who discards a card for a boost or a cost (SA-305, SA-308, SA-311) is asked which, even if but one
of several in hand fits. What is merely offered besides changes no older answer, and has no version.
"""

from __future__ import annotations

VERSIONS: tuple[int, ...] = (1, 2, 3)
"""What matches can be decided by, the newest last."""

NEWEST = VERSIONS[-1]
